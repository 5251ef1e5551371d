"""Each command that replaces a whole, sent from a page that was made before someone else replaced it
(`tournament.event.meanwhile`); its forms are sent in `tests/web/test_forms_of_two.py`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import SplitFlights, SpreadPairs
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.instant import GiveDatums, GiveTables
from arrowswitch.tournament.model.slices.league import PostponeMatch
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement, SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.rulings import AwardUnplayed, SettleWithdrawal
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.tournament.model.values.rulings import Blame, WithdrawalRule
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, mitchell_evening, new_evening
from tests.league_events import dated_league, home_of, weeks
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.tables import for_each

FIRST = Place(1, "A")
Case = tuple[Evening, Command, Command]


def datums() -> Case:
    evening = new_evening(6, method=Method.BUTLER)
    evening.start(make("howell", tables=3, boards_per_round=2))
    board = BoardNumber(1)
    return evening, GiveDatums(1, {board: Fraction(100)}), GiveDatums(1, {board: Fraction(50)})


def tables() -> Case:
    evening = new_evening(4, method=Method.INSTANT)
    east, other = (BoardTables(name, {BoardNumber(n): ((100, 3),) for n in range(1, 7)}) for name in ("東", "西"))
    return evening, GiveTables(1, east), GiveTables(1, other)


def dates() -> Case:
    evening = dated_league(6, spare=1)
    at, (home, away) = FIRST.at(1), home_of(evening, 1)
    free = weeks(6)[-1]
    return evening, PostponeMatch(at, home, away, free, may_clash=True), PostponeMatch(at, home, away, None)


def groups() -> Case:
    evening = new_evening(16, sections=2)
    for letter in "AB":
        evening.do(ChooseMovement(Place(1, letter), make("howell", pairs=8, rounds=7, boards_per_round=2)))
    return evening, SpreadPairs(1, seed=1), SpreadPairs(1, seed=2)


def flights() -> Case:
    evening = new_event(
        10,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.TEAMS_AND_PAIRS,
        scale="wbf-continuous",
        method=Method.IMPS,
        sessions=2,
    )
    teams = tuple(evening.state.entries)
    return evening, SplitFlights((teams[:5], teams[5:])), SplitFlights((teams[5:], teams[:5]))


def unplayed_case() -> Case:
    evening = mitchell_evening()
    slots = missing_slots(evening.state, 1)[:1]
    blames = ((Blame.NONE, Blame.AT_FAULT), (Blame.AT_FAULT, Blame.NONE))
    theirs, mine = (AwardUnplayed(slots, ns, ew) for ns, ew in blames)
    return evening, theirs, mine


def withdrawal_case(*rules: WithdrawalRule) -> Case:
    evening = new_evening(8)
    evening.start(make("howell", pairs=8, rounds=7, boards_per_round=1))
    play_round(evening, 1, 1)
    number = Number("3")
    evening.do(WithdrawEntry(evening.state.section(FIRST).numbers[number]))
    theirs, mine = (SettleWithdrawal(FIRST, number, rule) for rule in rules)
    return evening, theirs, mine


def removal_case() -> Case:
    return withdrawal_case(WithdrawalRule.REMOVAL, WithdrawalRule.AWARDS)


def not_removed() -> Case:
    return withdrawal_case(WithdrawalRule.AWARDS, WithdrawalRule.REMOVAL)


def swiss() -> Evening:
    evening = new_event(
        8,
        4,
        kind=ContestantKind.TEAM,
        form=EventForm.SWISS_TEAMS,
        scale="wbf-continuous",
        conditions=PLAIN_SWISS,
        boards_per_round=4,
    )
    evening.do(SeedNumbers(FIRST))
    return evening


def forfeit_case() -> Case:
    evening = swiss()
    evening.do(DrawRound(FIRST.at(1)))
    evening.do(StartPlay(1))
    match = evening.state.section(FIRST).draws[0].matches[0]
    return evening, ForfeitMatch(FIRST.at(1), match.home), ForfeitMatch(FIRST.at(1), match.away)


CASES = (datums, tables, dates, groups, flights, unplayed_case, removal_case, not_removed, forfeit_case)


@for_each("case", CASES, ids=lambda case: case.__name__)
def test_who_comes_second_is_told(case: Callable[[], Case]) -> None:
    evening, theirs, mine = case()
    seen = evening.state.seq
    evening.do(theirs, "theirs")
    stored = evening.state
    late = Stamp("late", "", "", "mine")
    with pytest.raises(Refused, match=r"event\.meanwhile"):
        evening.tournament.execute(evening.event_id, mine, late, seen)
    assert evening.state == stored
    evening.tournament.execute(evening.event_id, mine, Stamp("again", "", "", "looked at"), stored.seq)
