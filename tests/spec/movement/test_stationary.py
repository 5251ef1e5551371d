"""The stationary seats of several sessions (manual, lines 2073-2074, 2115 and 2417): R-110."""

from __future__ import annotations

from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.plans import DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay
from tests.builders import PAIRS, Evening, new_evening, person
from tests.tables import for_each

HOWELL = make("howell", tables=7, rounds=13, boards_per_round=2)
"""Seven tables, thirteen rounds: number 14 stays (line 2073)."""


def two_sessions(seed: int, *, wishes: bool) -> Evening:
    """Returns an event whose first session is drawn: the first pair entered asks for a stationary seat, or nobody."""
    evening = new_evening(sessions=2)
    for place, (first, second) in enumerate(PAIRS[:14]):
        evening.do(AddEntry((person(first), person(second)), wants_stationary=wishes and place == 0))
    for session in (1, 2):
        evening.do(ChooseMovement(Place(session, "A"), HOWELL))
    evening.do(DrawNumbers(Place(1, "A"), seed))
    evening.do(StartPlay(1))
    return evening


def sitting(evening: Evening, session: int) -> set[EntryId]:
    section = evening.state.section(Place(session, "A"))
    return {who for number, who in section.numbers.items() if number in HOWELL.stationary}


@for_each("seed", range(8))
@for_each("is_whole", [False, True], ids=["section", "session"])
def test_nobody_sits_twice_without_asking(seed: int, is_whole: bool) -> None:
    """R-110: pair 14 of session 1 is not 14 in session 2, with any lot; all fourteen have a number."""
    evening = two_sessions(seed, wishes=False)
    evening.do(DrawSeats(2, seed) if is_whole else DrawNumbers(Place(2, "A"), seed))
    assert sitting(evening, 1).isdisjoint(sitting(evening, 2))
    assert len(set(evening.state.section(Place(2, "A")).numbers.values())) == 14


def test_who_asked_sits_again() -> None:
    """R-110, R-099: unless requested: the pair that asked has number 14 in both sessions."""
    evening = two_sessions(3, wishes=True)
    evening.do(DrawNumbers(Place(2, "A"), 3))
    assert sitting(evening, 1) == sitting(evening, 2) == {next(iter(evening.state.entries))}


def test_where_everybody_sits_the_lot_decides() -> None:
    """R-110: a Mitchell has stationary pairs for one side only; half of them must sit again where all but few sat."""
    evening = new_evening(6, sessions=2)
    mitchell = make("mitchell", tables=3, boards_per_round=2)
    for session in (1, 2):
        evening.do(ChooseMovement(Place(session, "A"), mitchell))
        evening.do(DrawNumbers(Place(session, "A"), 5))
        if session == 1:
            evening.do(StartPlay(1))
    still = set(mitchell.stationary)
    first, two = (
        {who for number, who in evening.state.section(Place(session, "A")).numbers.items() if number in still}
        for session in (1, 2)
    )
    assert first.isdisjoint(two)
