"""How play can go on after a mistake: the sheet that would be played on with, what it rests on, and what it costs.

JCBL director's manual 3.3, lines 1148-1158 (what was played is not cancelled), 3477-3485 (wrong opponents or boards),
3487-3529 (a bye stand in a wrong place), 3739-3763 (the skip forgotten) and 1285-1305 (an early end). All that is
found here is proposed; the director takes a proposal with `ChangeMovement`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.core.movements.cuts import cut, shortened
from arrowswitch.core.movements.editing.apply import apply, apply_all, what_breaks
from arrowswitch.core.movements.editing.cells import SetCell
from arrowswitch.core.movements.editing.layout import Declare
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.editing.settle import check_rounds, check_tables
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SessionNumber, SetNumber, TableNumber
from arrowswitch.core.movements.recovery.mitchell import ByePlace, misplaced_bye, skipped_after
from arrowswitch.core.movements.recovery.repairs import Remedy, RepairProposal, early_end, recovery
from arrowswitch.tournament.event.model import EventState, Section
from arrowswitch.tournament.event.places import Place, Slot
from arrowswitch.tournament.recovery.departures import played_otherwise
from arrowswitch.tournament.scored.header import current_round
from arrowswitch.tournament.scored.slots import plan_problems

_TOLD_OTHERWISE = frozenset({"movement.met-twice", "movement.board-twice", "movement.uneven-top"})
"""What the checker finds and what the costs say in their own words."""


class Mishap(StrEnum):
    """What went wrong, or has to be."""

    ENTRIES = "entries"
    """The entries tell of other pairs or boards than the sheet."""
    SEATS = "seats"
    """Two sat in each other's place for a round."""
    BOARDS = "boards"
    """A table played the boards of another set."""
    BYE_NEAR = "bye-near"
    BYE_FAR = "bye-far"
    """The bye stand of a relay Mitchell stood one place too near table 1, or too far from it."""
    SKIP = "skip"
    """East-West skip in another round than planned."""
    END = "end"
    """Play has to end early."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened: `round` is that of the mistake, or the last one before the skip or the end.

    `numbers` are the two who sat in each other's place; `table` and `board_set` what was played where.
    """

    mishap: Mishap
    round: RoundNumber = 0
    numbers: tuple[Number, ...] = ()
    table: TableNumber = 0
    board_set: SetNumber = 0


@dataclass(frozen=True, slots=True)
class Mending:
    """A way to play on: the sheet, what is proposed for each meeting that suffers, and what all of it costs.

    `contradictions` are results that stand and that the sheet does not plan; they are kept only when the director
    says so.
    """

    happened: Happened
    sheet: Movement
    proposals: tuple[RepairProposal, ...]
    costs: tuple[Problem, ...]
    contradictions: int

    @property
    def is_even(self) -> bool:
        """Tells whether every board is played equally often, so that the ranking stands without factoring."""
        return early_end(self.sheet, self.sheet.rounds).is_even

    @property
    def neutral(self) -> tuple[RepairProposal, ...]:
        """Returns the meetings that are not to be played: an adjusted score, or other boards."""
        return tuple(one for one in self.proposals if one.remedy is Remedy.NEUTRAL)


def mendings(state: EventState, place: Place) -> tuple[Mending, ...]:
    """Returns every way to play on that needs no more to be told: what the entries say, a bye stand, a skip, an end.

    Without a sheet, before play and in a draw round by round there is none.
    """
    now = current_round(state, place.session)
    movement = _sheet(state, place)
    if movement is None or not now:
        return ()
    found = []
    for happened in _possible(movement, now):
        try:
            mended = mending(state, place, happened)
        except Mistake:
            continue
        if mended.sheet.meetings != movement.meetings:
            found.append(mended)
    return tuple(found)


def suffering(state: EventState, place: Place) -> tuple[RepairProposal, ...]:
    """Returns the meetings without a result that the sheet, as it is now, cannot have played as planned."""
    now = current_round(state, place.session)
    movement = _sheet(state, place)
    if movement is None or not now:
        return ()
    found = recovery(movement, (), now - 1).proposals
    return tuple(one for one in found if open_slots_of(state, place, one))


def mending(state: EventState, place: Place, happened: Happened) -> Mending:
    """Returns how play goes on after something happened.

    Raises Refused or Malformed: what the sheet does not have (`sheet.no-round`, `sheet.no-table`, `sheet.no-number`,
    `recovery.no-set`), `mending.nobody-moved` when nothing differs from the sheet, and what the rule of a bye stand, a
    skip or an end refuses.
    """
    movement = _sheet(state, place)
    if movement is None:
        raise Refused.of("mending.no-sheet")
    section, now = state.section(place), current_round(state, place.session)
    proposals: tuple[RepairProposal, ...] = ()
    match happened.mishap:
        case Mishap.BYE_NEAR:
            sheet = misplaced_bye(movement, ByePlace.NEAR)
        case Mishap.BYE_FAR:
            sheet = misplaced_bye(movement, ByePlace.FAR)
        case Mishap.SKIP:
            sheet = skipped_after(movement, happened.round)
        case Mishap.END:
            sheet = ended(movement, happened.round)
        case _:
            actual = _actual(state, place, movement, happened)
            found = recovery(movement, actual, max(now - 1, *(meeting.round for meeting in actual)))
            sheet, proposals = found.sheet, found.proposals
    misfits = _contradictions(state, place.session, section, sheet)
    return Mending(
        happened=happened,
        sheet=sheet,
        proposals=proposals,
        costs=tuple(_costs(movement, sheet, proposals, now)),
        contradictions=misfits,
    )


def with_other_sets(mended: Mending, sets: Sequence[tuple[RepairProposal, SetNumber]]) -> Movement:
    """Returns the sheet in which some meetings that would be neutral play other boards.

    Raises Malformed (`mending.set`) for boards that are not among those new to everybody at the table.
    """
    edits = []
    for proposal, board_set in sets:
        meeting = proposal.meeting
        if board_set not in proposal.other_sets:
            known = ", ".join(map(str, proposal.other_sets)) or "–"
            raise Malformed.of("mending.set", round=meeting.round, table=meeting.table, set=board_set, possible=known)
        edits.append(
            SetCell(round=meeting.round, table=meeting.table, ns=meeting.ns, ew=meeting.ew, board_set=board_set)
        )
    return apply_all(mended.sheet, edits)


def ended(movement: Movement, last: RoundNumber) -> Movement:
    """Returns the sheet ended after a round; with unequal plays of the boards it declares that they will be factored.

    Raises Refused (`movement.cut.round`, `movement.cut.matches` where matches of teams would be half played).
    """
    if movement.kind is ContestantKind.TEAM or not 1 <= last < movement.rounds or early_end(movement, last).is_even:
        return cut(movement, last)
    return apply(shortened(movement, last), Declare("plays", "uneven"))


def _sheet(state: EventState, place: Place) -> Movement | None:
    """Returns the sheet of a section; None without one, and where the rounds are drawn one after another."""
    section = state.find_section(place)
    return None if section is None or is_drawn(section.movement) else section.movement


def _possible(movement: Movement, now: RoundNumber) -> Iterator[Happened]:
    yield Happened(Mishap.ENTRIES)
    if now <= movement.tables // 2:
        yield from (Happened(Mishap.BYE_NEAR), Happened(Mishap.BYE_FAR))
    yield from (Happened(Mishap.SKIP, last) for last in range(1, movement.rounds))
    yield from (Happened(Mishap.END, last) for last in range(now, movement.rounds))


def _actual(state: EventState, place: Place, movement: Movement, happened: Happened) -> tuple[Meeting, ...]:
    """Returns what was played otherwise: what is told, and what the entries tell of other tables."""
    told = tuple(_told(movement, happened))
    places = {(meeting.round, meeting.table) for meeting in told}
    entered = (m for m in played_otherwise(state, place) if (m.round, m.table) not in places)
    actual = (*told, *entered)
    if not actual or (happened.mishap is not Mishap.ENTRIES and not told):
        raise Refused.of("mending.nobody-moved")
    return actual


def _told(movement: Movement, happened: Happened) -> Iterator[Meeting]:
    if happened.mishap is Mishap.SEATS:
        one, other = happened.numbers
        swapped = apply(movement, SwapNumbers(one, other, (happened.round,)))
        yield from (m for m in swapped.in_round(happened.round) if m not in movement.meetings)
    elif happened.mishap is Mishap.BOARDS:
        check_rounds(movement, happened.round)
        check_tables(movement, happened.table)
        planned = movement.at(happened.round, happened.table)
        if planned is not None and planned.board_set != happened.board_set:
            yield replace(planned, board_set=happened.board_set)


def _contradictions(state: EventState, session: SessionNumber, section: Section, sheet: Movement) -> int:
    changed = replace(section, movement=sheet)
    return sum(
        1
        for slot, entry in state.results.items()
        if (slot.session, slot.section) == (session, section.letter)
        and not entry.forced
        and any(plan_problems(changed, slot, entry.ns, entry.ew))
    )


def _costs(
    before: Movement, after: Movement, proposals: Sequence[RepairProposal], now: RoundNumber
) -> Iterator[Problem]:
    if after.rounds < before.rounds:
        rounds = before.rounds - after.rounds
        boards = rounds * before.boards_per_round
        yield Problem("mending.cost.rounds", {"n": rounds, "boards": boards})
    ends = early_end(after, after.rounds)
    if not ends.is_even and before.kind is not ContestantKind.TEAM and early_end(before, before.rounds).is_even:
        fewer = ", ".join(str(board) for board_set in ends.fewest for board in after.board_sets[board_set - 1])
        yield Problem("mending.cost.uneven", {"boards": fewer, "least": ends.least, "most": ends.most})
    again = _met_again(before, after)
    if again:
        yield Problem("mending.cost.second", {"n": len(again), "twos": ", ".join(again)})
    neutral = [one for one in proposals if one.remedy is Remedy.NEUTRAL]
    if neutral:
        lost = sum(len(after.boards_of(one.meeting)) for one in neutral)
        yield Problem("mending.cost.neutral", {"n": len(neutral), "boards": lost})
    yield from _places(before, after, now)
    yield from (fault.problem for fault in what_breaks(before, after) if fault.code not in _TOLD_OTHERWISE)


def _met_again(before: Movement, after: Movement) -> list[str]:
    """Returns the twos who meet more often than before, and more than once: `2–4`."""
    had, have = _times_met(before), _times_met(after)
    found = [sorted(two, key=number_order) for two, count in have.items() if count > max(1, had[two])]
    return ["–".join(two) for two in sorted(found, key=lambda two: [number_order(number) for number in two])]


def _times_met(movement: Movement) -> Counter[frozenset[Number]]:
    played = (meeting for meeting in movement.meetings if movement.is_played(meeting))
    return Counter(frozenset((ns, ew)) for meeting in played for ns in meeting.ns for ew in meeting.ew)


def _places(before: Movement, after: Movement, now: RoundNumber) -> Iterator[Problem]:
    """Yields who leaves a stationary seat, which tables wait for boards, which guide cards are wrong from now on."""
    movers = [number for number in before.stationary if number not in after.stationary]
    if movers:
        yield Problem("mending.cost.movers", {"numbers": ", ".join(movers)})
    rounds = range(now + 1, after.rounds + 1)
    waiting = sorted({at for r in rounds for at in after.sharing(r).values() if at not in before.sharing(r).values()})
    if waiting:
        yield Problem("mending.cost.relays", {"tables": ", ".join("+".join(map(after.label, at)) for at in waiting)})
    cards = [
        table for table in range(1, after.tables + 1) if any(before.at(r, table) != after.at(r, table) for r in rounds)
    ]
    if cards:
        yield Problem("mending.cost.cards", {"n": len(cards), "tables": ", ".join(map(after.label, cards))})


def open_slots_of(state: EventState, place: Place, one: RepairProposal) -> tuple[Slot, ...]:
    """Returns the boards of a meeting that have no result yet."""
    movement = state.section(place).movement
    if movement is None:
        return ()
    meeting = one.meeting
    slots = (
        Slot(session=place.session, section=place.section, round=meeting.round, table=meeting.table, board=board)
        for board in movement.boards_of(meeting)
    )
    return tuple(slot for slot in slots if slot not in state.results)
