"""Knockouts played in the tournament: matches won by a given side, level ones, and what the bracket says."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.game.contracts import PassedOut
from arrowswitch.core.pairing.knockout.match import KnockoutMatch
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.movement import SeedNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.draws import DrawnMatch
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening
from tests.scripted_events import new_event

TEAM = ContestantKind.TEAM
MADE = "170"
"""The score of a team at one table of a board that the other table passes out: 5 IMPs."""


def knockout_event(teams: int, form: EventForm = EventForm.KNOCKOUT_TEAMS, boards: int = 4, **more: object) -> Evening:
    """Returns a knockout with its first round drawn and play begun; seed 1 is number 1."""
    evening = new_event(teams, 4, kind=TEAM, form=form, boards_per_round=boards, **more)
    evening.do(SeedNumbers(Place(1, "A")))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    return evening


def stands(evening: Evening) -> Knockout:
    """Returns the knockout as it stands."""
    bracket = knockout(evening.state, "A")
    assert bracket is not None
    return bracket


def match(evening: Evening, number: int) -> KnockoutMatch:
    """Returns a match of the bracket by its number."""
    return stands(evening).match(number)


def drawn_match(evening: Evening, number: int) -> tuple[int, DrawnMatch]:
    """Returns the round of a drawn match, and the match."""
    draws = evening.state.section(Place(1, "A")).draws
    return next((one.round, m) for one in draws for m in one.matches if m.bracket == number)


def open_slots_of(evening: Evening, number: int) -> list[Slot]:
    """Returns the slots of a match that have no result."""
    in_round, match = drawn_match(evening, number)
    return [s for s in missing_slots(evening.state, 1) if s.round == in_round and s.table in match.tables]


def level(evening: Evening, number: int) -> None:
    """Passes out what is left of a match."""
    for slot in open_slots_of(evening, number):
        evening.do(EnterResult(slot, "P"))


def win(evening: Evening, number: int, winner: str) -> None:
    """Plays the rest of a match: a team makes 170 on the first board, everything else is passed out (5 IMPs)."""
    slots = open_slots_of(evening, number)
    first = next(slot for slot in slots if _sits_ns(evening, slot, winner))
    for slot in slots:
        evening.do(EnterResult(slot, MADE if slot == first else "P"))


def correct(evening: Evening, number: int, text: str) -> None:
    """Corrects the one board of a match that was not passed out."""
    in_round, match = drawn_match(evening, number)
    there = ((slot, one.result) for slot, one in evening.state.results.items() if slot.round == in_round)
    (slot,) = (slot for slot, result in there if slot.table in match.tables and result != PassedOut())
    evening.do(EnterResult(slot, text))


def win_all(evening: Evening, *winners: str) -> None:
    """Has these teams win the matches of the newest round, in the order of the bracket."""
    newest = evening.state.section(Place(1, "A")).draws[-1]
    for match, winner in zip(newest.matches, winners, strict=True):
        win(evening, match.bracket, winner)


def _sits_ns(evening: Evening, slot: Slot, number: str) -> bool:
    movement = evening.state.section(Place(1, "A")).movement
    meeting = None if movement is None else movement.at(slot.round, slot.table)
    return meeting is not None and meeting.ns == (Number(number),)
