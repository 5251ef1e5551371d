"""Repairs when pairs sat against the wrong opponents or played the wrong boards, and when play ends early.

JCBL director's manual 3.3, lines 1148-1158 (the principles: what was played is not cancelled, a second meeting is
accepted where it cannot be helped, and where play is impossible the board is neutral), 3477-3485 (wrong opponents or
boards: the result stands when all played it for the first time; the sheet shows which later meetings suffer) and
1285-1305 (early end). Nothing is decided here: the director gets the proposals in that order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import ParamValue, Refused
from arrowswitch.core.movements.checking.declared import read_declarations
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.cuts import plays_after
from arrowswitch.core.movements.editing.cells import with_numbers
from arrowswitch.core.movements.editing.settle import check_rounds, check_tables, settle_sheet
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.phrases import Phrase

Two = tuple[Number, Number]
Seat = tuple[Number, str]
"""A contestant at a table; the two halves of a team, which sit at two tables, are distinguished by their side."""


class Remedy(StrEnum):
    """The remedies for a meeting, in the order in which they are tried (lines 1152-1156)."""

    KEEP = "keep"
    """The result stands."""
    SECOND_MEETING = "second-meeting"
    """The two meet again, on boards that are new to both."""
    NEUTRAL = "neutral"
    """The boards are not played: an adjusted score for both sides, by responsibility."""


@dataclass(frozen=True, slots=True)
class RepairProposal:
    """The proposal for one meeting, played wrongly or still to come.

    `had_played` are those who had played the boards before, `met_in` the rounds in which the two sides had met.
    `at_fault` are those who sat, then or now, where the sheet does not seat them, `partly_at_fault` those who might
    have noticed. `other_sets` are sets that nobody at the table has played or will play; with one of them the sheet can
    be mended instead.
    """

    meeting: Meeting
    remedy: Remedy
    had_played: tuple[Number, ...] = ()
    met_in: tuple[RoundNumber, ...] = ()
    at_fault: tuple[Number, ...] = ()
    other_sets: tuple[SetNumber, ...] = ()
    partly_at_fault: tuple[Number, ...] = ()

    @property
    def phrase(self) -> Phrase:
        """Returns the proposal as a message."""
        params: dict[str, ParamValue] = {
            "round": self.meeting.round,
            "table": self.meeting.table,
            "ns": "+".join(self.meeting.ns),
            "ew": "+".join(self.meeting.ew),
            "rounds": ", ".join(map(str, self.met_in)),
            "numbers": ", ".join(self.had_played),
            "at_fault": ", ".join(self.at_fault),
        }
        return Phrase(f"recovery.{self.remedy}{'' if self.at_fault else '-nobody'}", params)


@dataclass(frozen=True, slots=True)
class Recovery:
    """The sheet with what was really played in it, and a proposal for every meeting that suffers.

    `proposals` are in the order of the remedies, then of play.
    """

    sheet: Movement
    proposals: tuple[RepairProposal, ...]


def as_played(movement: Movement, actual: Sequence[Meeting]) -> Movement:
    """Returns the sheet in which the meetings really played are the scheduled ones (line 3485).

    Each of `actual` takes the place of what was scheduled at its table in its round. Raises Refused (`sheet.no-round`,
    `sheet.no-table`, `recovery.no-set`, `recovery.side-empty`).
    """
    for meeting in actual:
        check_rounds(movement, meeting.round)
        check_tables(movement, meeting.table)
        if not 1 <= meeting.board_set <= len(movement.board_sets):
            raise Refused.of("recovery.no-set", set=meeting.board_set, most=len(movement.board_sets))
        if not meeting.ns or not meeting.ew:
            raise Refused.of("recovery.side-empty", round=meeting.round, table=meeting.table)
        movement = with_numbers(movement, meeting)
    if not actual:
        return movement
    replaced = {(meeting.round, meeting.table): meeting for meeting in actual}
    others = [m for m in movement.meetings if (m.round, m.table) not in replaced]
    meetings = sorted([*others, *replaced.values()], key=lambda m: (m.round, m.table))
    return settle_sheet(replace(movement, meetings=tuple(meetings)))


def recovery(
    movement: Movement,
    actual: Sequence[Meeting],
    last: RoundNumber,
    missed: Container[tuple[RoundNumber, TableNumber]] = (),
) -> Recovery:
    """Returns the proposals when `actual` was played in place of the meetings of `movement`, up to round `last`.

    A meeting played wrongly stands when everybody there played its boards for the first time, else it is neutral. Later
    meetings that suffer: two who have met already play a second time; if a contestant has already played the boards,
    they are neutral. Nothing was played at the tables of `missed`. Raises Refused as `as_played` does.
    """
    sheet = as_played(movement, actual)
    wrong = [m for m in sheet.meetings if m in actual and m != movement.at(m.round, m.table)]
    strays = _strays(movement, wrong)
    done = [m for m in sound_meetings(sheet) if m.round <= last and sheet.is_played(m)]
    history = _History.of(sheet, [m for m in done if (m.round, m.table) not in missed])
    later = [m for m in sound_meetings(sheet) if m.round > last and sheet.is_played(m)]
    candidates = [_proposal(sheet, meeting, history, strays, is_to_come=False) for meeting in wrong]
    candidates += [_proposal(sheet, meeting, history, strays, is_to_come=True) for meeting in later]
    proposals = [proposal for proposal in candidates if proposal is not None]
    order = list(Remedy)
    proposals.sort(key=lambda p: (order.index(p.remedy), p.meeting.round, p.meeting.table))
    return Recovery(sheet, tuple(proposals))


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The effect of an end after round `last`: `fewest` are the sets played `least` often, the others up to `most`.

    With unequal plays the ranking is final only after the boards have been factored (lines 1297-1305).
    """

    last: RoundNumber
    least: int
    most: int
    fewest: tuple[SetNumber, ...]

    @property
    def is_even(self) -> bool:
        """True if every set was played equally often, so that the result can stand."""
        return self.least == self.most


def early_end(movement: Movement, last: RoundNumber) -> EarlyEnd:
    """Returns the effect of an end after round `last` on the boards. Raises Refused (`sheet.no-round`).

    >>> from arrowswitch.core.movements.families.mitchell import mitchell
    >>> early_end(mitchell(7, 7), 6)
    EarlyEnd(last=6, least=6, most=6, fewest=())
    """
    check_rounds(movement, last)
    plays = plays_after(movement, last)
    least, most = min(plays.values(), default=0), max(plays.values(), default=0)
    fewest = tuple(board_set for board_set, count in sorted(plays.items()) if count < most)
    return EarlyEnd(last, least, most, fewest)


@dataclass(frozen=True, slots=True)
class _History:
    """The history of play: the rounds in which each played a set, those in which two met, and all sets of each."""

    kind: ContestantKind
    played: Mapping[tuple[Seat, SetNumber], tuple[RoundNumber, ...]]
    met: Mapping[frozenset[Number], tuple[RoundNumber, ...]]
    planned: Mapping[Seat, frozenset[SetNumber]]

    @classmethod
    def of(cls, sheet: Movement, done: Sequence[Meeting]) -> _History:
        played: dict[tuple[Seat, SetNumber], list[RoundNumber]] = defaultdict(list)
        met: dict[frozenset[Number], list[RoundNumber]] = defaultdict(list)
        planned: dict[Seat, set[SetNumber]] = defaultdict(set)
        for meeting in done:
            for two in _twos(meeting):
                met[frozenset(two)].append(meeting.round)
            for seat in _seats(sheet.kind, meeting):
                played[seat, meeting.board_set].append(meeting.round)
        for meeting in sound_meetings(sheet):
            for seat in _seats(sheet.kind, meeting):
                planned[seat].add(meeting.board_set)
        return cls(
            sheet.kind,
            {key: tuple(rounds) for key, rounds in played.items()},
            {two: tuple(rounds) for two, rounds in met.items()},
            {seat: frozenset(sets) for seat, sets in planned.items()},
        )

    def had_played(self, meeting: Meeting) -> tuple[Number, ...]:
        """Returns the contestants that played the set of a meeting in an earlier round."""
        seats = _seats(self.kind, meeting)
        seats_again = (s for s in seats if any(r < meeting.round for r in self.played.get((s, meeting.board_set), ())))
        return tuple(number for number, _ in seats_again)

    def met_before(self, meeting: Meeting) -> tuple[RoundNumber, ...]:
        """Returns the earlier rounds in which the two sides of a meeting met."""
        rounds = {r for two in _twos(meeting) for r in self.met.get(frozenset(two), ()) if r < meeting.round}
        return tuple(sorted(rounds))

    def times_met(self, two: Two, before: RoundNumber) -> int:
        """Returns how often two contestants were opponents before a round."""
        return sum(1 for r in self.met.get(frozenset(two), ()) if r < before)


def _proposal(
    sheet: Movement, meeting: Meeting, history: _History, strays: frozenset[Number], *, is_to_come: bool
) -> RepairProposal | None:
    """Returns the proposal for a meeting: it stands or is neutral if it was played wrongly, or is changed if it is
    still to come. Returns None if it can be played as it is."""
    had_played = history.had_played(meeting)
    free: tuple[SetNumber, ...] = ()
    if had_played:
        remedy = Remedy.NEUTRAL
        if is_to_come:
            planned_sets = [history.planned[seat] for seat in _seats(sheet.kind, meeting)]
            free = tuple(s for s in range(1, len(sheet.board_sets) + 1) if not any(s in sets for sets in planned_sets))
    elif not is_to_come:
        remedy = Remedy.KEEP
    else:
        remedy, (declared, _) = Remedy.SECOND_MEETING, read_declarations(sheet)
        if all(history.times_met(two, meeting.round) < declared.meetings_of(*two) for two in _twos(meeting)):
            return None
    return RepairProposal(
        meeting=meeting,
        remedy=remedy,
        had_played=had_played,
        met_in=history.met_before(meeting),
        at_fault=tuple(number for number in meeting.contestants if number in strays),
        other_sets=free,
    )


def _strays(movement: Movement, wrong: Sequence[Meeting]) -> frozenset[Number]:
    """Returns the contestants that sat, in a wrong meeting, at a table other than the sheet's in that round."""
    strays: set[Number] = set()
    for meeting in wrong:
        planned = movement.at(meeting.round, meeting.table)
        expected = () if planned is None else planned.contestants
        is_other_set = planned is not None and planned.board_set != meeting.board_set
        strays.update(n for n in meeting.contestants if n not in expected or is_other_set)
    return frozenset(strays)


def _seats(kind: ContestantKind, meeting: Meeting) -> tuple[Seat, ...]:
    if kind is ContestantKind.TEAM:
        return (*((n, "NS") for n in meeting.ns), *((n, "EW") for n in meeting.ew))
    return tuple((number, "") for number in meeting.contestants)


def _twos(meeting: Meeting) -> Iterator[Two]:
    for ns in meeting.ns:
        for ew in meeting.ew:
            yield ns, ew
