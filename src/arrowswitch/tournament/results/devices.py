"""Results that were entered on devices at the tables, held against the event: which are new, which stand already, which
say something else, and which do not fit.

Nothing is stored here and no entry of the director is replaced: differing and unfit results are listed with their
place, for a person to decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.digits import MOST_DIGITS
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.model import Meeting, SectionLetter, SessionNumber
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.slots import planned_slots


@dataclass(frozen=True, slots=True)
class DeviceResult:
    """A result as a device sent it: where, the numbers of those who sat there, and what they entered as it is typed.

    `is_turned` says that they sat the other way round than the movement has it.
    """

    section: str
    round: int
    table: int
    board: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    text: str
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class NewResult:
    """A result for a slot that has none."""

    slot: Slot
    text: str


@dataclass(frozen=True, slots=True)
class OtherResult:
    """A slot whose result is another on the device."""

    slot: Slot
    text: str
    ours: TableEntry


@dataclass(frozen=True, slots=True)
class UnfitResult:
    """A result that the event has no slot for, or that cannot be read there, with the reason."""

    device_result: DeviceResult
    why: Problem


@dataclass(frozen=True, slots=True)
class DeviceComparison:
    """The results of devices compared with the event: `same` results are already entered."""

    new: tuple[NewResult, ...] = ()
    same: int = 0
    others: tuple[OtherResult, ...] = ()
    unfit: tuple[UnfitResult, ...] = ()


def compare_results(state: EventState, session: SessionNumber, results: Sequence[DeviceResult]) -> DeviceComparison:
    """Returns the results of devices compared with a session.

    Sections go by their letters; if the event and the file have one section each, these. Pairs are those seated there
    by the movement: numbers may differ from the event's as long as each number of the file is always the same pair (a
    program that counts East-West on from North-South).
    """
    sections = state.session(session).sections
    letters = _letters(tuple(sections), {result.section for result in results})
    meetings = {
        slot: meeting
        for section in sections.values()
        for slot, meeting, is_due in planned_slots(session, section)
        if is_due
    }
    placed = [(result, _slot(session, letters.get(result.section), result)) for result in results]
    pairs = {letter: _pairs(placed, meetings, letter) for letter in sections}
    new: list[NewResult] = []
    others: list[OtherResult] = []
    unfit: list[UnfitResult] = []
    same = 0
    for result, slot in placed:
        why = _problem(result, slot, meetings, pairs)
        try:
            entry = parse_entry(result.text, board=result.board)
        except Mistake as mistake:
            why = why or mistake.problems[0]
        if why is not None or slot is None:
            unfit.append(UnfitResult(result, why or Problem("devices.no-section", {"section": result.section})))
        elif slot not in state.results:
            new.append(NewResult(slot, result.text))
        elif _is_same(state.results[slot], entry):
            same += 1
        else:
            others.append(OtherResult(slot, result.text, state.results[slot]))
    return DeviceComparison(tuple(new), same, tuple(others), tuple(unfit))


def _letters(ours: Sequence[SectionLetter], theirs: Iterable[str]) -> dict[str, SectionLetter]:
    by_letter = {letter: next((one for one in ours if one.upper() == letter.upper()), None) for letter in theirs}
    if len(ours) == len(by_letter) == 1:
        return dict.fromkeys(by_letter, ours[0])
    return {letter: one for letter, one in by_letter.items() if one is not None}


def _slot(session: SessionNumber, letter: SectionLetter | None, result: DeviceResult) -> Slot | None:
    if letter is None:
        return None
    return Slot(session=session, section=letter, round=result.round, table=result.table, board=result.board)


def _pairs(
    placed: Iterable[tuple[DeviceResult, Slot | None]], meetings: Mapping[Slot, Meeting], letter: SectionLetter
) -> dict[tuple[bool, tuple[int, ...]], set[tuple[Number, ...]]]:
    """Returns for each number of the file, North-South and East-West separately, the pairs seated by the movement at
    its tables."""
    seated: dict[tuple[bool, tuple[int, ...]], set[tuple[Number, ...]]] = {}
    for result, slot in placed:
        if slot is not None and slot.section == letter and slot in meetings:
            meeting = meetings[slot]
            seated.setdefault((True, result.ns), set()).add(meeting.ns)
            seated.setdefault((False, result.ew), set()).add(meeting.ew)
    return seated


def _problem(
    result: DeviceResult,
    slot: Slot | None,
    meetings: Mapping[Slot, Meeting],
    pairs: Mapping[SectionLetter, Mapping[tuple[bool, tuple[int, ...]], set[tuple[Number, ...]]]],
) -> Problem | None:
    if slot is None:
        return Problem("devices.no-section", {"section": result.section})
    meeting = meetings.get(slot)
    if meeting is None:
        return Problem("devices.no-slot", {})
    if result.is_turned:
        return Problem("devices.turned")
    if _has_numbers(meeting.ns, result.ns) and _has_numbers(meeting.ew, result.ew):
        return None
    seated = pairs[slot.section]
    seats = (seated[True, result.ns], seated[False, result.ew])
    if all(len(found) == 1 for found in seats) and _is_one_to_one(seated):
        return None
    was = f"{'+'.join(meeting.ns)} - {'+'.join(meeting.ew)}"
    ns, ew = ("+".join(map(str, side)) for side in (result.ns, result.ew))
    return Problem("devices.other-pairs", {"ns": ns, "ew": ew, "was": was})


def _is_one_to_one(seated: Mapping[tuple[bool, tuple[int, ...]], set[tuple[Number, ...]]]) -> bool:
    """True if every number of the file is always the same pair, and no pair has two numbers."""
    firsts: dict[tuple[Number, ...], set[tuple[int, ...]]] = {}
    for (_, number), seen in seated.items():
        if len(seen) != 1:
            return False
        firsts.setdefault(next(iter(seen)), set()).add(number)
    return all(len(numbers) == 1 for numbers in firsts.values())


def _has_numbers(numbers: Sequence[Number], of_file: Sequence[int]) -> bool:
    return sorted(map(_digits, numbers)) == sorted(of_file)


def _digits(number: Number) -> int:
    digits = "".join(sign for sign in number if sign.isdecimal())
    return int(digits[:MOST_DIGITS]) if digits else 0


def _is_same(ours: TableEntry, theirs: SlipEntry) -> bool:
    return (ours.result, ours.ns_award, ours.ew_award) == (theirs.result, theirs.ns_award, theirs.ew_award)
