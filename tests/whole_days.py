"""Judges whole days by the tables alone: who met whom, who played what, who sat out. It shares nothing with the program
but the sheets and the written moves, and knows neither groups nor proposals."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState

NONE_KNOWN = {(pairs, 4) for pairs in (33, 34, 37, 38)}
"""17 and 19 tables: no four sessions without a second meeting are known."""
SIZES = [(pairs, sessions) for sessions in (2, 3, 4) for pairs in range(27, 121)]
_RANGE = re.compile(r"([A-Z])([A-Z]{0,2})(\d+)(?:-(\d+))?")
Seat = tuple[str, str]
"""Section and number."""


@dataclass(frozen=True)
class Day:
    """The statistics of the tables: how often everybody met the others of those met more than once, the sit-outs of
    everybody, the boards played twice in a session, and the boards missed in a session."""

    again: Counter[frozenset[Seat]]
    out: Counter[Seat]
    twice: tuple[Seat, ...]
    lacking: tuple[Seat, ...]


def sizes(text: str) -> list[tuple[int, int]]:
    """Returns pairs and sessions of the days to be tried: all 282, or a sample of the given size."""
    return SIZES if text == "all" else Random(2380).sample(SIZES, int(text))


def needs_nobody_again(pairs: int, rounds: Sequence[int]) -> bool:
    """True if in this many rounds nobody has to meet anyone twice."""
    return sum(rounds) <= pairs + pairs % 2 - 1 and (pairs, len(rounds)) not in NONE_KNOWN


def still(state: EventState, session: int) -> set[EntryId]:
    """Returns the entries that never leave a table of a session, by the meetings of its sheets."""
    entries: set[EntryId] = set()
    for section in state.session(session).sections.values():
        sheet = section.movement
        assert sheet is not None
        for number, who in section.numbers.items():
            if len({one.table for one in sheet.meetings if number in one.contestants}) == 1:
                entries.add(who)
    return entries


def day_of(sessions: Sequence[Sequence[tuple[str, Movement]]], moves: Sequence[str]) -> Day:
    """Returns the statistics of the tables of a planned day, everybody named by the seat in session 1."""
    who: dict[Seat, Seat] = {
        (name, str(number)): (name, str(number)) for name, sheet in sessions[0] for number in sheet.contestants
    }
    met: Counter[frozenset[Seat]] = Counter()
    out: Counter[Seat] = Counter()
    twice, lacking = [], []
    for at, sections in enumerate(sessions):
        if at:
            who = {after: who[before] for before, after in _read(moves[at - 1]).items()}
        assert len(set(who.values())) == sum(len(sheet.contestants) for _, sheet in sections)
        every = {board for _, sheet in sections for boards in sheet.board_sets for board in boards}
        played: dict[Seat, list[int]] = defaultdict(list)
        for name, sheet in sections:
            for meeting in sheet.meetings:
                ns, ew = who[name, str(meeting.ns[0])], who[name, str(meeting.ew[0])]
                for side in (ns, ew):
                    played[side].extend(sheet.board_sets[meeting.board_set - 1])
                if sheet.phantom is not None and str(sheet.phantom) in map(str, meeting.contestants):
                    out[ew if str(meeting.ns[0]) == str(sheet.phantom) else ns] += 1
                met[frozenset((ns, ew))] += 1
        twice += [one for one, boards in played.items() if len(set(boards)) < len(boards)]
        lacking += [one for one, boards in played.items() if set(boards) != every]
    again = Counter({both: count for both, count in met.items() if count > 1})
    return Day(again, out, tuple(twice), tuple(lacking))


def _read(written: str) -> dict[Seat, Seat]:
    moves: dict[Seat, Seat] = {}
    for part in written.split(","):
        before, after = (_seats(side.strip()) for side in part.split(">"))
        moves.update(zip(before, after, strict=True))
    return moves


def _seats(written: str) -> list[Seat]:
    read = _RANGE.fullmatch(written)
    assert read is not None
    return [(read[1], f"{read[2]}{number}") for number in range(int(read[3]), int(read[4] or read[3]) + 1)]


def seated_day(state: EventState) -> tuple[Counter[frozenset[EntryId]], Counter[EntryId]]:
    """Returns the number of meetings of those who meet more than once over the seated sessions, and the sit-outs of
    everybody, by the sheets and the numbers alone."""
    met: Counter[frozenset[EntryId]] = Counter()
    out: Counter[EntryId] = Counter()
    for session in state.sessions.values():
        for section in session.sections.values():
            assert section.movement is not None
            played: dict[EntryId, list[int]] = defaultdict(list)
            for meeting in section.movement.meetings if section.numbers else ():
                here = [section.numbers.get(number) for number in meeting.contestants]
                both = [who for who in here if who is not None]
                assert both
                for who in both:
                    played[who] += section.movement.board_sets[meeting.board_set - 1]
                if len(both) == 1:
                    out[both[0]] += 1
                else:
                    met[frozenset(both)] += 1
            assert all(len(set(boards)) == len(boards) for boards in played.values())
    return Counter({both: times for both, times in met.items() if times > 1}), out
