"""The independent checker of movements: it replays a sheet and lists everything that is wrong with it.

It is independent of families. A sheet must declare its exceptions from the general rules in its options
(`DECLARATIONS`):

| option | value | what it declares |
|---|---|---|
| `relays` | `none`, `any`, or tables as `1+8 6+7` | which tables may share a set in a round; `any` if absent |
| `meetings` | number | how often two contestants may be opponents; 1 if absent, 2 for single players |
| `rematches` | pairs of numbers as `3-11 NS1-EW2` | who may meet once more than that |
| `plays` | `uneven` | boards are played different numbers of times, and scoring will factor |
| `copies` | tables as `1-9 10-18` | each group of tables has its own copy of the boards; every table is in one |
| `team_mates` | pairs as `1A+1B 2A+2B` | two pairs are a team: the matches of both are checked |
| `rounds_drawn` | number | later rounds are not drawn yet |
| `teams_of` | 4 or 8 | how many of a team play at once: with eight a team sits at two tables in each direction |

The rules are those of the JCBL director's manual 3.3, lines 694-696 (nobody plays a board twice or sits at two
tables), 816-831 (sides, comparisons) and 1285-1295 (every board of equal value). A phantom is checked like a real
pair, so that a late pair may take its number; what only a phantom is part of is a notice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.movements.checking.declared import DECLARATIONS, Declared, declared_faults, read_declarations
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.matches import match_faults, team_mates
from arrowswitch.core.movements.checking.shape import report, shape_faults, sound_meetings
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber

__all__ = ["DECLARATIONS", "Fault", "Severity", "faults", "is_sound"]

_AT_A_TABLE = {ContestantKind.PAIR: 2, ContestantKind.TEAM: 2, ContestantKind.PLAYER: 4}


def faults(movement: Movement) -> tuple[Fault, ...]:
    """Returns every fault of `movement`, then every notice; a good movement has no fault but may have notices."""
    all_faults: list[Fault] = []
    declared, unreadable = read_declarations(movement)
    all_faults += unreadable
    all_faults += shape_faults(movement)
    sound = sound_meetings(movement)
    for check in _CHECKS:
        all_faults += check(movement, declared, sound)
    all_faults += declared_faults(movement, sound)
    return tuple(sorted(all_faults, key=lambda fault: fault.severity is Severity.NOTICE))


@lru_cache(maxsize=64)
def is_sound(movement: Movement) -> bool:
    """True if `movement` can be played: the checker finds no fault (notices do not count)."""
    return all(fault.severity is Severity.NOTICE for fault in faults(movement))


def _seats(movement: Movement, declared: Declared, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Two meetings at one table, one contestant at two tables or at none in a round; tables left empty."""
    at: dict[tuple[RoundNumber, TableNumber], int] = Counter((m.round, m.table) for m in sound)
    for (round_number, table), count in at.items():
        if count > 1:
            yield report(movement, "movement.unreachable-seat", rounds=(round_number,), tables=(table,), count=count)
    where: dict[tuple[RoundNumber, Number, str], list[TableNumber]] = defaultdict(list)
    is_of_teams = movement.kind is ContestantKind.TEAM
    for meeting in sound:
        for number, half in _halves(is_of_teams, meeting):
            where[meeting.round, number, half].append(meeting.table)
    for (round_number, number, _), tables in where.items():
        if len(tables) > declared.tables_a_side:
            code = "movement.pair-twice-in-round"
            yield report(movement, code, rounds=(round_number,), tables=tuple(sorted(tables)), contestants=(number,))
    seated = {(round_number, number) for round_number, number, _ in where}
    for round_number in range(1, declared.rounds_drawn + 1):
        empty = tuple(t for t in range(1, movement.tables + 1) if (round_number, t) not in at)
        idle = [n for n in movement.contestants if (round_number, n) not in seated and n != movement.phantom]
        if empty:
            # A table stays empty for want of people only where some are left over, too few for it.
            is_half = 0 < len(idle) < _AT_A_TABLE[movement.kind]
            severity = Severity.NOTICE if is_half and len(empty) == 1 else Severity.FAULT
            yield report(movement, "movement.table-empty", severity, rounds=(round_number,), tables=empty)
        if len(idle) > _left_over(movement, declared, is_phantom_seated=(round_number, movement.phantom) in seated):
            yield report(movement, "movement.no-table", rounds=(round_number,), contestants=tuple(idle))


def _left_over(movement: Movement, declared: Declared, *, is_phantom_seated: bool) -> int:
    """Returns how many contestants have no table in a round because the tables of the sheet seat no more."""
    playing = len(movement.contestants) - (movement.phantom is not None and not is_phantom_seated)
    if movement.kind is ContestantKind.TEAM:
        return max(playing - movement.tables // declared.tables_a_side, playing % 2)
    at_a_table = _AT_A_TABLE[movement.kind]
    return max(playing - at_a_table * movement.tables, playing % at_a_table)


def _boards_twice(movement: Movement, _declared: Declared, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """A contestant on the same boards in two rounds."""
    is_of_teams = movement.kind is ContestantKind.TEAM
    keys = ((number, half, m.board_set) for m in sound for number, half in _halves(is_of_teams, m))
    twice = {key for key, count in Counter(keys).items() if count > 1}
    if not twice:
        return
    plays: dict[tuple[Number, str, SetNumber], list[Meeting]] = defaultdict(list)
    for meeting in sound:
        for number, half in _halves(is_of_teams, meeting):
            if (number, half, meeting.board_set) in twice:
                plays[number, half, meeting.board_set].append(meeting)
    for (number, _, board_set), meetings in plays.items():
        if len({meeting.round for meeting in meetings}) > 1:
            yield report(
                movement,
                "movement.board-twice",
                _severity(movement, meetings),
                rounds=_rounds(meetings),
                contestants=(number,),
                boards=movement.board_sets[board_set - 1],
            )


def _met_twice(movement: Movement, declared: Declared, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Two contestants who are opponents more often than they may, or two players who are partners again."""
    opponents: dict[tuple[Number, Number], list[Meeting]] = defaultdict(list)
    partners: dict[tuple[Number, Number], list[Meeting]] = defaultdict(list)
    for meeting in sound:
        for ns in meeting.ns:
            for ew in meeting.ew:
                opponents[(ns, ew) if ns < ew else (ew, ns)].append(meeting)
        for side in (meeting.ns, meeting.ew):
            for number, other in combinations(sorted(side), 2):
                partners[number, other].append(meeting)
    for two, meetings in opponents.items():
        if len(meetings) > declared.meetings and len(meetings) > declared.meetings_of(*two) and two[0] != two[1]:
            yield _again(movement, "movement.met-twice", two, meetings)
    for two, meetings in partners.items():
        if len(meetings) > 1 and two[0] != two[1]:
            yield _again(movement, "movement.partnered-twice", two, meetings)


def _again(movement: Movement, code: str, two: tuple[Number, Number], meetings: list[Meeting]) -> Fault:
    first, second = sorted(two, key=number_order)
    return report(
        movement,
        code,
        _severity(movement, meetings),
        rounds=_rounds(meetings),
        tables=tuple(sorted({meeting.table for meeting in meetings})),
        contestants=(first, second),
        first=first,
        second=second,
        count=len(meetings),
    )


def _relays(movement: Movement, declared: Declared, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Sets that several tables play in one round: a notice, or a fault where the sheet declares other relays."""
    sharing: dict[tuple[RoundNumber, SetNumber, int], set[TableNumber]] = defaultdict(set)
    for meeting in sound:
        if movement.is_played(meeting):
            sharing[meeting.round, meeting.board_set, movement.copy_of(meeting.table)].add(meeting.table)
    relays: dict[tuple[TableNumber, ...], list[RoundNumber]] = defaultdict(list)
    for (round_number, board_set, _), tables in sharing.items():
        if len(tables) < 2:
            continue
        together = tuple(sorted(tables))
        if declared.may_share(together):
            relays[together].append(round_number)
        else:
            boards = movement.board_sets[board_set - 1]
            code = "movement.set-shared-unplanned"
            yield report(movement, code, rounds=(round_number,), tables=together, boards=boards)
    for together, rounds in sorted(relays.items()):
        yield report(movement, "movement.relay", Severity.NOTICE, rounds=tuple(sorted(rounds)), tables=together)


def _uneven(movement: Movement, declared: Declared, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Boards played different numbers of times: a notice when only the half table makes it so, or it is declared."""
    if declared.rounds_drawn < movement.rounds:
        return
    planned = Counter(dict.fromkeys(range(1, len(movement.board_sets) + 1), 0))
    planned.update(meeting.board_set for meeting in sound)
    for board_set in (s for s, count in planned.items() if not count):
        yield report(movement, "movement.set-unused", boards=movement.board_sets[board_set - 1])
    unplayed = Counter(meeting.board_set for meeting in sound if not movement.is_played(meeting))
    played = {s: count - unplayed[s] for s, count in planned.items() if count}
    if len(set(played.values())) < 2:
        return
    least, most = min(played.values()), max(played.values())
    left_over = len(movement.contestants) % _AT_A_TABLE[movement.kind]
    half_table = movement.phantom is None and left_over > 0 and most - least == 1
    even_if_full = movement.phantom is not None and len({c for c in planned.values() if c}) == 1
    severity = Severity.NOTICE if half_table or even_if_full or declared.is_uneven else Severity.FAULT
    fewest = tuple(b for s, n in sorted(played.items()) if n == least for b in movement.board_sets[s - 1])
    yield report(movement, "movement.uneven-top", severity, boards=fewest, least=least, most=most)


def _left_out(movement: Movement, declared: Declared, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Contestants that never play, their sit-outs, and the opponents that they miss."""
    playing: dict[Number, set[RoundNumber]] = defaultdict(set)
    opponents: dict[Number, set[Number]] = defaultdict(set)
    for meeting in sound:
        is_played = movement.is_played(meeting)
        for number in meeting.contestants:
            if is_played:
                playing[number].add(meeting.round)
            opponents[number].update(meeting.ew if number in meeting.ns else meeting.ns)
    real = [number for number in movement.contestants if number != movement.phantom]
    if movement.phantom is not None and movement.phantom not in opponents:
        yield report(movement, "movement.never-plays", contestants=(movement.phantom,))
    out: dict[int, list[Number]] = defaultdict(list)
    for number in real:
        rounds = sum(1 for r in playing[number] if r <= declared.rounds_drawn)
        if not rounds:
            yield report(movement, "movement.never-plays", contestants=(number,))
        elif rounds < declared.rounds_drawn:
            out[declared.rounds_drawn - rounds].append(number)
    for count, numbers in sorted(out.items()):
        code = "movement.sits-out"
        yield report(movement, code, Severity.NOTICE, contestants=tuple(numbers), n=count)
    field_of = {number: place for place, group in enumerate(movement.fields) for number in group}
    sizes = Counter(field_of.get(number, -1) for number in real)
    apart = len(movement.fields) > 1
    mates = team_mates(movement, declared.mates)
    missed = [
        len(real)
        - (sizes[field_of.get(n, -1)] if apart else len({n, mates.get(n, n)}))
        - len(opponents[n] - {movement.phantom, n})
        for n in real
    ]
    if missed and max(missed) > 0:
        least, most = max(min(missed), 0), max(missed)
        span = str(most) if least == most else f"{least}–{most}"
        yield report(movement, "movement.opponents-missed", Severity.NOTICE, least=least, most=most, count=span)


_Check = Callable[[Movement, Declared, tuple[Meeting, ...]], Iterator[Fault]]
_CHECKS: tuple[_Check, ...] = (_seats, _boards_twice, _met_twice, _relays, _uneven, _left_out, match_faults)


def _halves(is_of_teams: bool, meeting: Meeting) -> Iterable[tuple[Number, str]]:
    """Returns the contestants at the meeting. A team sits at two tables in a round, so its two halves are
    distinguished."""
    north_south, east_west = ("NS", "EW") if is_of_teams else ("", "")
    if len(meeting.ns) == len(meeting.ew) == 1 and (is_of_teams or meeting.ns != meeting.ew):
        return (meeting.ns[0], north_south), (meeting.ew[0], east_west)
    if not is_of_teams:
        return [(number, "") for number in dict.fromkeys((*meeting.ns, *meeting.ew))]
    return dict.fromkeys(((number, half) for half, side in (("NS", meeting.ns), ("EW", meeting.ew)) for number in side))


def _rounds(meetings: list[Meeting]) -> tuple[RoundNumber, ...]:
    return tuple(sorted(meeting.round for meeting in meetings))


def _severity(movement: Movement, meetings: list[Meeting]) -> Severity:
    """Returns FAULT when cards are played more than once where the rule allows one, else NOTICE."""
    played = sum(1 for meeting in meetings if movement.is_played(meeting))
    return Severity.FAULT if played > 1 else Severity.NOTICE
