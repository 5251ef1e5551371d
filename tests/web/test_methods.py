"""Events of every method: the desk's pages are shown, complete and while results are missing."""

from dataclasses import replace

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from tests.builders import PAIRS, Evening, person
from tests.web.client import Desk, list_codes_shown

PAGES = (
    "scores",
    "matrix",
    "travellers",
    "ranking",
    "ranking/why/NS1",
    "ranking/why/NS1?board=1",
    "recap",
    "private/NS1",
    "rulings",
    "settings",
)


@pytest.mark.parametrize(
    "method", [Method.IMPS, Method.BUTLER, Method.HOUSTON, Method.TOTAL_POINTS, Method.BOARD_A_MATCH]
)
def test_every_page_stands(desk: Desk, evening: Evening, method: Method) -> None:
    """R-179: after the method was changed, with one result and with all of them, in both languages."""
    for first, second in PAIRS[:6]:
        evening.do(AddEntry((person(first), person(second))))
    evening.start(make("mitchell", tables=3, boards_per_round=8))
    evening.do(
        ChangeSettings(replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, method=method)))
    )
    evening.enter(1, 1, 1, "420")
    _visit(desk, evening, Locale.JA)
    evening.play_all()
    _visit(desk, evening, Locale.EN)


def _visit(desk: Desk, evening: Evening, locale: Locale) -> None:
    for path in PAGES:
        page = desk.page(f"/events/{evening.event_id}/{path}", locale)
        assert list_codes_shown(page) == [], path


def test_the_method_is_chosen_in_the_settings(desk: Desk, evening: Evening) -> None:
    """R-179: the settings page offers every method and stores the chosen one; anything else is reported next to the
    field."""
    path = f"/events/{evening.event_id}/settings"
    form = desk.page(path).form(path)
    assert form["method"] == "matchpoints"
    desk.send(path, path, method="butler")
    assert evening.state.settings.scoring.method is Method.BUTLER
    answer = desk.send(path, path, 422, method="guessing")
    assert 'id="method-error"' in answer.text
    assert evening.state.settings.scoring.method is Method.BUTLER
