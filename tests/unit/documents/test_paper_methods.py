"""Sheets of events of every method."""

from dataclasses import replace

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.documents.registry import sheets
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from tests import paper
from tests.builders import new_evening
from tests.rotation import rotate
from tests.tables import for_each


@for_each("method", [Method.IMPS, Method.BUTLER, Method.HOUSTON, Method.TOTAL_POINTS])
@rotate("locale", Locale)
def test_every_sheet_has_a_model(method: Method, locale: Locale) -> None:
    """R-179: nothing on paper depends on matchpoints alone; the announcement names the method."""
    evening = new_evening(6)
    evening.start(make("mitchell", tables=3, boards_per_round=8))
    evening.play_all()
    evening.do(
        ChangeSettings(replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, method=method)))
    )
    paper.with_deals(evening)
    names = [info.name for info in sheets() if info.name not in {*paper.OF_MOVEMENTS, *paper.OF_MATCHES}]
    assert len([paper.model(name, paper.job_of(evening), locale) for name in names]) > 10
