"""Every match can be turned into victory points, by what is proposed (manual, line 2613): R-410.

Printed are twelve columns; where there is none the continuous scale of the WBF is taken, and said to be that.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.i18n import Locale, translate
from arrowswitch.regulations import load_scale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import PlaySettings, Settings
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.settings.proposals import complete_settings
from tests.browser.evenings.walking_teams import http_evening
from tests.rotation import rotate
from tests.tables import for_each

CONTINUOUS = "wbf-continuous"


@pytest.mark.slow
@rotate("locale", Locale)
def test_six_teams_of_five_boards_a_round(locale: Locale) -> None:
    """R-410: six teams play 5 x 5 boards from an empty database with the values of every other field: a scale with five
    boards is chosen, the page of the settings names it, a match shares 20, and the ranking is published."""
    with http_evening(locale, most_typed=1) as evening:
        evening.begin("round-robin-teams", 6, boards_per_round="5")
        evening.play_sheet()
        evening.publish()
        state = evening.state
        (section,) = state.session(1).sections.values()
        assert section.movement is not None
        assert (section.movement.rounds, section.movement.boards_per_round) == (5, 5)
        assert state.settings.scoring.scale == CONTINUOUS
        evening.walker.tab("settings")
        chosen = [one.text for one in evening.walker.page.root.all("option") if one.has("selected")]
        assert translate(f"desk.form.scale.{CONTINUOUS}", {}, locale) in chosen
        totals = [row.standing.total for _, rows in ranking(state, 1).groups for row in rows]
        assert len(totals) == 6
        assert sum(totals) == 15 * 20
        assert state.publication.versions[-1].is_interim is False


@for_each("boards", range(4, 41))
def test_a_scale_is_proposed_for_every_length(boards: int) -> None:
    """R-410: 4 to 30 boards and above: what is proposed has a table for the match; a draw is 10 : 10, a margin of any
    size shares 20, and more IMPs are never worth less. A scale without a printed column is the continuous one."""
    settings = Settings(
        "A",
        "2026-11-21",
        kind=ContestantKind.TEAM,
        form=EventForm.ROUND_ROBIN_TEAMS,
        play=PlaySettings(boards_per_round=boards),
    )
    name = complete_settings(settings).scoring.scale
    scale = load_scale(name)
    assert scale.has_table(boards)
    assert name == CONTINUOUS or load_scale("wbf-25").has_table(boards)
    if name == CONTINUOUS:
        home = [scale.points(margin, boards)[0] for margin in range(121)]
        away = [scale.points(margin, boards)[1] for margin in range(121)]
        assert home[0] == away[0] == 10
        assert home == sorted(home)
        assert {one + other for one, other in zip(home, away, strict=True)} == {Fraction(20)}
