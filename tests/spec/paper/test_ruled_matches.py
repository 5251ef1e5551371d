"""Adjusted and weighted scores of team matches on paper: a mark at the score and a footnote with the reason (R-387)."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.matches.jobs import board_points
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.team_view import own_match
from arrowswitch.tournament.matches.views import matches
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.rulings import GiveAward
from arrowswitch.tournament.model.slices.swiss import DrawRound
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_round

PLACE = Place(1, "A")
ROUNDS = {"team-score-sheet": {"round": "1-3"}}
SHEETS = ("team-score-sheet", "team-result", "cross-table", "travellers")
GIVEN = (
    ("A+", "A-", "the wrong cards were dealt"),
    ("60% 420, 40% -50", "60% 420, 40% -50", "the lead was delayed"),
    ("620", "620", "a claim was contested"),
)


@pytest.fixture(scope="module")
def evening() -> Evening:
    """Returns a round robin of four teams played to its end, three boards of which were ruled on."""
    evening = played_teams()
    rule_on(evening)
    return evening


def played_teams() -> Evening:
    """Returns a round robin of four teams played to its end."""
    evening = new_event(4, 4, kind=ContestantKind.TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous")
    evening.do(ChooseMovement(PLACE, make("round-robin", teams=4, boards_per_round=8), fits_scale=True))
    evening.do(DrawNumbers(PLACE, 1))
    evening.do(StartPlay(1))
    play_round(evening)
    return evening


def rule_on(evening: Evening) -> None:
    """Rules on a board of each of the first three slots of the first round."""
    slots = [slot for slot in evening.state.results if slot.round == 1][: len(GIVEN)]
    for slot, (ns, ew, reason) in zip(slots, GIVEN, strict=True):
        evening.do(GiveAward(slot, ns, ew, "12C1"), reason=reason)


@rotate(sheet=SHEETS, locale=tuple(Locale))
def test_every_sheet_has_marks_and_reasons(evening: Evening, sheet: str, locale: Locale) -> None:
    """The three boards have a mark, and a footnote each with what both sides got and why."""
    paper = " ".join(print_paper(sheet, job_of(evening, **ROUNDS.get(sheet, {})), locale).text.split())
    label = {Locale.EN: "* Adjusted score (", Locale.JA: "調整スコア（"}[locale]
    assert paper.count(label) >= len(GIVEN)
    assert [reason for _, _, reason in GIVEN if reason not in paper] == []
    assert paper.count("*") > paper.count(label)


def test_a_team_result_lists_each_ruling_once(evening: Evening) -> None:
    """Team 1 has the three boards; the sign is explained by their footnotes alone."""
    text = print_paper("team-result", job_of(evening, number="1"), Locale.EN).text
    assert text.count("* Adjusted score") == len(GIVEN)
    assert [text.count(reason) for _, _, reason in GIVEN] == [1, 1, 1]


def test_long_reasons_take_the_height_of_a_page() -> None:
    """With four sheets on a page a match of eight boards has room for three short reasons, but not for a long one."""
    evening = played_teams()
    rule_on(evening)
    layout = {"round": "1", "score-sheets": "four"}
    assert len(print_paper("team-score-sheet", job_of(evening, **layout)).pages) == 1
    slot = [slot for slot in evening.state.results if slot.round == 1][len(GIVEN)]
    evening.do(GiveAward(slot, "60%", "40%", "12C1"), reason="the meaning of a call was explained wrongly " * 3)
    assert len(print_paper("team-score-sheet", job_of(evening, **layout)).pages) == 2


def test_the_cross_table_of_a_swiss() -> None:
    """The match with the ruling has the mark in both rows."""
    swiss = new_event(
        4, 4, kind=ContestantKind.TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-continuous", boards_per_round=8,
        conditions=PLAIN_SWISS,
    )  # fmt: skip
    swiss.do(DrawNumbers(PLACE, 1))
    swiss.do(DrawRound(PLACE.at(1)))
    swiss.do(StartPlay(1))
    play_round(swiss)
    before = print_paper("cross-table", job_of(swiss), Locale.EN).text
    assert "*" not in before
    slot = next(iter(swiss.state.results))
    swiss.do(GiveAward(slot, *GIVEN[0][:2], "12C2"), reason=GIVEN[0][2])
    after = print_paper("cross-table", job_of(swiss), Locale.EN).text
    assert after.count("*") == 3
    assert GIVEN[0][2] in " ".join(after.split())


def test_a_ruling_taken_back_leaves_no_mark() -> None:
    """Without any ruling no sheet has a mark."""
    plain = played_teams()
    slot = next(iter(plain.state.results))
    plain.do(GiveAward(slot, *GIVEN[0][:2], "12C2"), reason=GIVEN[0][2])
    plain.do(GiveAward(slot, "", "", "12C2"), reason="taken back")
    assert "*" not in print_paper("team-result", job_of(plain), Locale.EN).text


def test_each_side_sees_what_its_own_ruling_brought() -> None:
    """Law 12C1(c): weights of its own for each side need not balance. One team wins 1 IMP and the other loses 2, on the
    sheets as in the margins."""
    evening = played_teams()
    slot = next(slot for slot in evening.state.results if slot.round == 1)
    evening.do(GiveAward(slot, "50% 420, 50% -50", "60% 420, 40% -50", "12C1"), reason="a claim was contested")
    match = next(m for m in matches(evening.state) if any(cell.slot == slot for b in m.boards for cell in b.cells))
    texts = {
        number: board_points(own_match(evening.state, match, number).boards[0], is_won_or_lost=False)
        for number in match.teams
    }
    cell = next(cell for board in match.boards for cell in board.cells if cell.slot == slot)
    assert cell.ns_points is not None
    assert cell.ew_points is not None
    points = {cell.ns.label: cell.ns_points.points, cell.ew.label: cell.ew_points.points}
    assert points == {number: {"+1": 1, "−2": -2}[text] for number, text in texts.items()}
    assert set(texts.values()) == {"+1", "−2"}
