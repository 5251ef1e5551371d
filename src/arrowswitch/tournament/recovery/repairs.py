"""How play can go on after a mistake: the sheet that would be played on with, what it rests on, and what it costs.

JCBL director's manual 3.3, lines 1148-1158 (what was played is not cancelled), 3477-3485 (wrong opponents or boards),
3487-3529 (a bye stand in a wrong place), 3739-3763 (the skip forgotten) and 1285-1305 (an early end). All that is
found here is proposed; the director takes a proposal with `ChangeMovement`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.core.game.boards import board_ranges
from arrowswitch.core.movements.cuts import cut, shorten_movement
from arrowswitch.core.movements.editing.apply import apply, what_breaks
from arrowswitch.core.movements.editing.layout import Declare
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.recovery.mitchell import ByePlace, misplaced_bye, skipped_after
from arrowswitch.core.movements.recovery.repairs import RepairProposal, early_end, recovery
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.scored.slots import plan_problems
from arrowswitch.tournament.standings.header import current_round

_TOLD_OTHERWISE = frozenset({"movement.met-twice", "movement.board-twice", "movement.uneven-top"})
"""The checker's faults that the costs already list in their own words."""


class Mishap(StrEnum):
    """The kind of accident, or of repair."""

    BYE_NEAR = "bye-near"
    BYE_FAR = "bye-far"
    """The bye stand of a relay Mitchell stood one place too near table 1, or too far from it."""
    SKIP = "skip"
    """East-West skip in another round than planned."""
    END = "end"
    """Play has to end early."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An accident: `round` is the last one before the skip or the end."""

    mishap: Mishap
    round: RoundNumber = 0


@dataclass(frozen=True, slots=True)
class PlayRepair:
    """A way to play on by a rule: the sheet, and what it costs.

    `contradictions` are results that stand and that the sheet does not plan; they are kept only when the director
    says so.
    """

    happened: Happened
    sheet: Movement
    costs: tuple[Problem, ...]
    contradictions: int

    @property
    def is_even(self) -> bool:
        """True if every board is played equally often, so that the ranking needs no factoring."""
        return early_end(self.sheet, self.sheet.rounds).is_even


def play_repairs(state: EventState, place: Place) -> tuple[PlayRepair, ...]:
    """Returns every way to play on by a rule: after a bye stand, by a skip in another round, by an early end.

    Without a sheet, before play and in a draw round by round there is none.
    """
    now = current_round(state, place.session)
    movement = _sheet(state, place)
    if movement is None or not now:
        return ()
    repairs = []
    for happened in _possible(movement, now):
        try:
            mended = mending(state, place, happened)
        except Mistake:
            continue
        if mended.sheet.meetings != movement.meetings:
            repairs.append(mended)
    return tuple(repairs)


def suffering(state: EventState, place: Place) -> tuple[RepairProposal, ...]:
    """Returns the meetings without a result that can no longer be played as planned on the present sheet."""
    now = current_round(state, place.session)
    movement = _sheet(state, place)
    if movement is None or not now:
        return ()
    proposals = recovery(movement, (), now - 1).proposals
    return tuple(one for one in proposals if open_slots_of(state, place, one))


def mending(state: EventState, place: Place, happened: Happened) -> PlayRepair:
    """Returns how play goes on after something happened.

    Raises Refused: `mending.no-sheet`, and what the rule of a bye stand, a skip or an end refuses.
    """
    movement = _sheet(state, place)
    if movement is None:
        raise Refused.of("mending.no-sheet")
    section, now = state.section(place), current_round(state, place.session)
    match happened.mishap:
        case Mishap.BYE_NEAR:
            sheet = misplaced_bye(movement, ByePlace.NEAR)
        case Mishap.BYE_FAR:
            sheet = misplaced_bye(movement, ByePlace.FAR)
        case Mishap.SKIP:
            sheet = skipped_after(movement, happened.round)
        case Mishap.END:
            sheet = end_after(movement, happened.round)
    return PlayRepair(
        happened=happened,
        sheet=sheet,
        costs=tuple(_costs(movement, sheet, now)),
        contradictions=contradictions(state, place, section, sheet),
    )


def end_after(movement: Movement, last: RoundNumber) -> Movement:
    """Returns the sheet ended after a round; with unequal plays of the boards it declares that they will be factored.

    Raises Refused (`movement.cut.round`, `movement.cut.matches` where matches of teams would be half played).
    """
    if movement.kind is ContestantKind.TEAM or not 1 <= last < movement.rounds or early_end(movement, last).is_even:
        return cut(movement, last)
    return apply(shorten_movement(movement, last), Declare("plays", "uneven"))


def _sheet(state: EventState, place: Place) -> Movement | None:
    """Returns the sheet of a section; None without one, and where the rounds are drawn one after another."""
    section = state.find_section(place)
    return None if section is None or is_drawn(section.movement) else section.movement


def _possible(movement: Movement, now: RoundNumber) -> Iterator[Happened]:
    if now <= movement.tables // 2:
        yield from (Happened(Mishap.BYE_NEAR), Happened(Mishap.BYE_FAR))
    yield from (Happened(Mishap.SKIP, last) for last in range(1, movement.rounds))
    yield from (Happened(Mishap.END, last) for last in range(now, movement.rounds))


def contradictions(state: EventState, place: Place, section: Section, sheet: Movement) -> int:
    """Returns how many results that stand a sheet of the section does not plan."""
    changed = replace(section, movement=sheet)
    return sum(
        1
        for slot, entry in state.results.items()
        if (slot.session, slot.section) == (place.session, place.section)
        and not entry.forced
        and any(plan_problems(changed, slot, entry.ns, entry.ew))
    )


def _costs(before: Movement, after: Movement, now: RoundNumber) -> Iterator[Problem]:
    if after.rounds < before.rounds:
        rounds = before.rounds - after.rounds
        yield Problem("mending.cost.rounds", {"n": rounds, "boards": rounds * before.boards_per_round})
    ends = early_end(after, after.rounds)
    if not ends.is_even and before.kind is not ContestantKind.TEAM and early_end(before, before.rounds).is_even:
        boards = sorted(board for board_set in ends.fewest for board in after.board_sets[board_set - 1])
        fewer = board_ranges(boards, "–")
        yield Problem("mending.cost.uneven", {"boards": fewer, "least": ends.least, "most": ends.most})
    again = _met_again(before, after)
    if again:
        yield Problem("mending.cost.second", {"n": len(again), "twos": ", ".join(again)})
    yield from _places(before, after, now)
    yield from (fault.problem for fault in what_breaks(before, after) if fault.code not in _TOLD_OTHERWISE)


def _met_again(before: Movement, after: Movement) -> list[str]:
    """Returns the pairings that occur more often than before, and more than once: `2–4`."""
    had, have = _times_met(before), _times_met(after)
    pairings = [sorted(two, key=number_order) for two, count in have.items() if count > max(1, had[two])]
    return ["–".join(two) for two in sorted(pairings, key=lambda two: [number_order(number) for number in two])]


def _times_met(movement: Movement) -> Counter[frozenset[Number]]:
    played = (meeting for meeting in movement.meetings if movement.is_played(meeting))
    return Counter(frozenset((ns, ew)) for meeting in played for ns in meeting.ns for ew in meeting.ew)


def _places(before: Movement, after: Movement, now: RoundNumber) -> Iterator[Problem]:
    """Yields the pairs that leave a stationary seat, the tables that wait for boards, and the guide cards that are
    wrong from now on."""
    movers = [number for number in before.stationary if number not in after.stationary]
    if movers:
        yield Problem("mending.cost.movers", {"numbers": ", ".join(movers)})
    rounds = range(now + 1, after.rounds + 1)
    waiting = sorted({at for r in rounds for at in after.sharing(r).values() if at not in before.sharing(r).values()})
    if waiting:
        yield Problem("mending.cost.relays", {"tables": ", ".join("+".join(map(after.label, at)) for at in waiting)})
    yield from cards_told(before, after, now)


def cards_told(before: Movement, after: Movement, now: RoundNumber) -> Iterator[Problem]:
    """Yields the guide cards that are wrong from the round after `now` on."""
    rounds = range(now + 1, after.rounds + 1)
    cards = [
        table for table in range(1, after.tables + 1) if any(before.at(r, table) != after.at(r, table) for r in rounds)
    ]
    if cards:
        yield Problem("mending.cost.cards", {"n": len(cards), "tables": ", ".join(map(after.label, cards))})


def open_slots_of(state: EventState, place: Place, proposal: RepairProposal) -> tuple[Slot, ...]:
    """Returns the boards of a meeting that have no result yet."""
    movement = state.section(place).movement
    if movement is None:
        return ()
    meeting = proposal.meeting
    slots = (
        Slot(session=place.session, section=place.section, round=meeting.round, table=meeting.table, board=board)
        for board in movement.boards_of(meeting)
    )
    return tuple(slot for slot in slots if slot not in state.results)
