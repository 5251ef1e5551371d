"""The plans that a number of pairs could play over one to four sessions, before any is made.

JCBL director's manual 3.3, lines 2073-2086 (Howell twice, Mitchell and interwoven Howell, sides in turn), 2282-2292 and
2529-2535 (how many sections, and how few tables they take), 2480-2505 (groups in turn, sections on their own) and
3369-3374 and 3449 (Houston). All sections play the same number of rounds (line 2312).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from arrowswitch.core.movements.checking.balance import is_enough_of
from arrowswitch.core.movements.choosing.engine import boards_of_rounds
from arrowswitch.core.movements.choosing.plan_values import PlanWishes, SessionOrder
from arrowswitch.core.movements.families import houston
from arrowswitch.core.movements.families.appendix_mitchell import appendix_rounds
from arrowswitch.core.movements.families.howell import interwoven_rounds, rounds_for
from arrowswitch.core.movements.families.mitchell import RELAY_TABLES
from arrowswitch.core.movements.families.two_session_mitchell import TABLES as TWO_SESSION_TABLES
from arrowswitch.core.movements.families.two_session_mitchell import bases_for, two_session_rounds
from arrowswitch.core.movements.families.web import TABLES as WEB_TABLES
from arrowswitch.core.movements.families.web import web_rounds
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.sessions.maker import Outline, Scheme, howell_rounds
from arrowswitch.core.movements.sessions.plan_list import (
    TABLES_THAT_MAY_WAIT,
    SectionKind,
    SectionPlan,
    reseated_plans,
)
from arrowswitch.core.movements.sessions.propose import Exchange
from arrowswitch.core.movements.sessions.turns import MOST_GROUPS, group_rounds, turn_sections

ROUNDS = range(7, 14)
"""The rounds of sections that are compared with each other (lines 2093-2097)."""
MOST_SECTIONS = 4
MOST_ALONE = {7: 10, 8: 12, 9: 12, 10: 12, 11: 16, 12: 18, 13: 19}
"""The most tables of a section in the list, by rounds (lines 2282-2288; of 10 rounds it has no game)."""
_BOARDS = range(20, 31)
"""The boards of a session that are thought of at all."""
_BOARDS_OF_ONE = range(12, 31)
"""The boards of an event of one session: an evening of two hours has 16."""
_FEWEST_BOARDS = 2
_HOUSTON_BOARDS = range(4, 9)
_HOUSTON_MOST = 36
_NEAR_A_WISH = 4
_SIMILAR = 4
"""Sections that each play two sessions of their own, and cut Mitchells, differ by at most this many tables."""
_DIFFERENT = 8
"""Two sections of one session differ by at most this many tables."""
_COUNTS = 2
_LEAST_BESIDE = 8
_LEAST_SIDES = 9


def outlines(pairs: int, wishes: PlanWishes) -> Iterator[Outline]:
    """Yields the outlines that `pairs` pairs could play with `wishes`, one for each number of boards of a round."""
    tables = (pairs + 1) // 2
    for scheme, sessions in _sessions(tables, pairs, wishes):
        if scheme is Scheme.INTERWOVEN and pairs % 2 and any(section.is_cut for (section,) in sessions):
            continue  # A Mitchell with a half table is played to the end (lines 1293-1295).
        base = None
        if len(sessions) < wishes.sessions:
            base = scheme
            sessions = tuple(sessions[i % 2] for i in range(wishes.sessions))
        if _fits_rounds([session[0].rounds for session in sessions], wishes.rounds):
            for boards in _boards(scheme, sessions, wishes):
                yield Outline(
                    scheme=Scheme.REPEATED if base else scheme,
                    pairs=pairs,
                    boards_per_round=boards,
                    sessions=sessions,
                    exchange=Exchange(exchange_stationary=wishes.exchange_stationary, vary_field=wishes.vary_field),
                    is_barometer=wishes.barometer,
                    keep_stationary=wishes.stationary,
                    base=base,
                )


_Sessions = tuple[tuple[SectionPlan, ...], ...]


def _sessions(tables: int, pairs: int, wishes: PlanWishes) -> Iterator[tuple[Scheme, _Sessions]]:
    """Yields the schemes with their sections; of more than two sessions those of two too, which can be repeated."""
    counts = [wishes.sections] if wishes.sections is not None else range(1, MOST_SECTIONS + 1)
    if wishes.sessions == 1:
        several = [count for count in counts if count > 1]
        for split in dict.fromkeys(_of_one_session(tables, several, wishes, is_odd=pairs % 2 == 1)):
            yield Scheme.SINGLE, (split,)
        return
    if 1 in counts:
        yield from _one_section(tables, wishes)
    several = [count for count in counts if count > 1]
    for rounds in ROUNDS:
        yield from list_exchanges(tables, several, rounds)
    for count in several:
        yield from _list_unchanged(tables, pairs, count)
    if wishes.sessions > 2:
        yield from _in_turn(tables, wishes)
        for split in reseated_plans(wishes.sessions, tables):
            if len(split) in counts:
                yield Scheme.SEATED_ANEW, (split,) * wishes.sessions


def _one_section(tables: int, wishes: PlanWishes) -> Iterator[tuple[Scheme, _Sessions]]:
    for rounds in howell_rounds(tables):
        howell = (SectionPlan(kind=SectionKind.HOWELL, tables=tables, rounds=rounds),)
        yield Scheme.HOWELL_AGAIN, (howell,) * wishes.sessions
    for first in two_session_rounds(tables):
        for second in interwoven_rounds(tables):
            if abs(first - second) <= 1 or len(wishes.rounds) > 1:
                both = (
                    (SectionPlan(kind=_kind(tables, first), tables=tables, rounds=first),),
                    (SectionPlan(kind=SectionKind.INTERWOVEN, tables=tables, rounds=second),),
                )
                yield Scheme.INTERWOVEN, both[::-1] if wishes.order is SessionOrder.HOWELL_FIRST else both
    if tables in houston.TABLES.get(wishes.sessions, ()):
        played = houston.houston_rounds(tables, wishes.sessions)
        parts = enumerate(played, start=1)
        yield (
            Scheme.HOUSTON,
            tuple(
                (SectionPlan(kind=SectionKind.HOUSTON, tables=tables, rounds=r, part=(i, len(played))),)
                for i, r in parts
            ),
        )


def _kind(tables: int, rounds: RoundNumber) -> SectionKind:
    """Returns the kind of a two-session Mitchell in one section."""
    if rounds >= tables:
        return SectionKind.MITCHELL
    return SectionKind.CUT if bases_for(tables, rounds)[0] == "straight" else SectionKind.APPENDIX


def list_exchanges(tables: int, counts: Sequence[int], rounds: RoundNumber) -> Iterator[tuple[Scheme, _Sessions]]:
    """Yields the sections that exchange their groups, in the two smallest of the numbers of sections there can be.

    A Howell never goes to a Howell (line 2539), so each takes the place of one side of a Mitchell.
    """
    usual_counts = 0
    for count in counts:
        several = [split for split in splits(tables, count, rounds) if _can_exchange(split)]
        usual_counts += any(map(are_usual, several))
        yield from ((Scheme.EXCHANGE, (split, split)) for split in several)
        if usual_counts == _COUNTS:
            return


def _can_exchange(split: Sequence[SectionPlan]) -> bool:
    """True if every Howell has a side of a Mitchell to go to; then the groups can always be exchanged."""
    howells = sum(section.kind is SectionKind.HOWELL for section in split)
    return howells <= 2 * (len(split) - howells)


def _list_unchanged(tables: int, pairs: int, count: int) -> Iterator[tuple[Scheme, _Sessions]]:
    """Yields the sections that play two sessions of their own, and Mitchells that change sides."""
    for sizes in _sizes(tables, count, TWO_SESSION_TABLES[0], TWO_SESSION_TABLES[-1]):
        if sizes[0] - sizes[-1] <= _SIMILAR and sizes[-1] >= _LEAST_BESIDE:
            yield from _beside(sizes)
    each, left = divmod(tables, count)
    if not left and each % 2 and each >= _LEAST_SIDES:
        for rounds in {min(each, ROUNDS[-1]), each}:
            split = (SectionPlan(kind=SectionKind.SIDES, tables=each, rounds=rounds),) * count
            if not pairs % 2 or rounds == each:
                yield Scheme.SIDES_IN_TURN, (split, split)


def _beside(sizes: Sequence[int]) -> Iterator[tuple[Scheme, _Sessions]]:
    for first in ROUNDS:
        for second in ROUNDS:
            if abs(first - second) <= 1 and all(_is_pure(size, first, second) for size in sizes):
                yield (
                    Scheme.SIDE_BY_SIDE,
                    (
                        tuple(SectionPlan(kind=_kind(size, first), tables=size, rounds=first) for size in sizes),
                        tuple(SectionPlan(kind=SectionKind.INTERWOVEN, tables=size, rounds=second) for size in sizes),
                    ),
                )


def _is_pure(tables: int, first: RoundNumber, second: RoundNumber) -> bool:
    """True if in the Mitchells and interwoven Howells nobody meets twice and everyone plays every board."""
    if first not in two_session_rounds(tables) or second not in interwoven_rounds(tables):
        return False
    return not (tables % 2 and first == tables) and _kind(tables, first) is not SectionKind.CUT


def _in_turn(tables: int, wishes: PlanWishes) -> Iterator[tuple[Scheme, _Sessions]]:
    """Yields groups of every size that take turns (lines 2480-2488)."""
    for groups in range(wishes.sessions, MOST_GROUPS + 1):
        pairs, left = divmod(2 * tables, groups)
        for rounds in () if left else group_rounds(groups, pairs, wishes.sessions):
            planned = turn_sections(groups, pairs, rounds, wishes.sessions)
            if planned is not None and wishes.sections in (None, len(planned[0])):
                yield Scheme.GROUPS_IN_TURN, planned


@lru_cache(maxsize=1024)
def splits(tables: int, count: int, rounds: RoundNumber) -> tuple[tuple[SectionPlan, ...], ...]:
    """Returns the ways to split `tables` into sections of a Mitchell, appendix Mitchell or Howell of `rounds`.

    >>> ["+".join(map(str, split)) for split in splits(20, 2, 12)]
    ['13A12+7H12', '12M12+8H12', '11H12+9H12', '10H12+10H12']
    """
    made = {
        size: SectionPlan(kind=kind, tables=size, rounds=rounds)
        for size in range(3, TWO_SESSION_TABLES[-1] + 1)
        if (kind := section_kind(size, rounds)) is not None
    }
    size_sets = _sizes(tables, count, min(made, default=1), max(made, default=0))
    return tuple(tuple(made[size] for size in sizes) for sizes in size_sets if all(size in made for size in sizes))


@lru_cache(maxsize=512)
def section_kind(tables: int, rounds: RoundNumber) -> SectionKind | None:
    """Returns the kind of a section of these tables and rounds in which everybody plays every board, or None."""
    if tables == rounds and (tables % 2 or tables in RELAY_TABLES):
        return SectionKind.MITCHELL
    if tables > rounds:
        return (
            SectionKind.APPENDIX if tables in TWO_SESSION_TABLES and "appendix" in bases_for(tables, rounds) else None
        )
    return SectionKind.HOWELL if rounds in rounds_for(tables) else None


def _sizes(tables: int, count: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write `tables` as a sum of `count` sizes, the largest first."""
    if count == 1:
        yield (tables,)
        return
    for largest in range(min(most, tables - least * (count - 1)), 0, -1):
        if largest * count < tables:
            return
        for others in _sizes(tables - largest, count - 1, least, largest):
            yield (largest, *others)


def _of_one_session(
    tables: int, counts: Sequence[int], wishes: PlanWishes, *, is_odd: bool
) -> Iterator[tuple[SectionPlan, ...]]:
    """Yields the sections of one session: with one ranking, and of equal sizes with two; only in rounds of two boards
    for which there is time, where there are such."""
    in_time = [rounds for rounds in ROUNDS if wishes.have_time_for(wishes.minutes_of(rounds, _FEWEST_BOARDS))]
    for rounds in wishes.rounds[:1] or in_time or ROUNDS:
        yield from _alone(tables, counts, rounds, wishes, is_odd=is_odd)
        if wishes.one_winner is not True:
            for count in counts:
                yield from equal_splits(tables, count, rounds, is_odd=is_odd)


def equal_splits(tables: int, count: int, rounds: RoundNumber, *, is_odd: bool) -> Iterator[tuple[SectionPlan, ...]]:
    """Yields sections of equal sizes with two rankings: first of one copy each where everybody then plays enough of the
    boards, then those in which everybody plays every board. The half table of an odd number is in the last section,
    which is whole then (lines 1293-1295).

    >>> for split in equal_splits(29, 3, 8, is_odd=True): print("+".join(map(str, split)))
    10S8+10S8+9B8
    10B8+10B8+9B8
    """
    each, left = divmod(tables, count)
    sizes = [each + 1] * left + [each] * (count - left)
    whole = [_whole_section(size, rounds) for size in sizes]
    cut = [_cut_section(size, rounds) or section for size, section in zip(sizes, whole, strict=True)]
    if is_odd and cut[-1] is not None and cut[-1].is_cut:
        cut[-1] = whole[-1]
    for split in (cut, whole):
        sections = tuple(section for section in split if section is not None)
        if len(sections) == count:
            yield sections


def _whole_section(tables: int, rounds: RoundNumber) -> SectionPlan | None:
    """Returns a Mitchell with two rankings in which everybody plays every board, or None."""
    if tables == rounds:
        kind = SectionKind.SIDES if tables % 2 or tables in RELAY_TABLES else None
    elif rounds in appendix_rounds(tables) and (tables % 2 or tables - rounds <= TABLES_THAT_MAY_WAIT):
        kind = SectionKind.BOTH_APPENDIX
    else:
        kind = SectionKind.WEB if tables in WEB_TABLES and rounds in web_rounds(tables) else None
    return None if kind is None else SectionPlan(kind=kind, tables=tables, rounds=rounds)


def _cut_section(tables: int, rounds: RoundNumber) -> SectionPlan | None:
    """Returns a Mitchell with two rankings that is cut, if everybody plays enough of its boards, or None."""
    if rounds < tables and is_enough_of(rounds, tables):
        return SectionPlan(kind=SectionKind.SIDES, tables=tables, rounds=rounds)
    return None


def _alone(
    tables: int, counts: Sequence[int], rounds: RoundNumber, wishes: PlanWishes, *, is_odd: bool
) -> Iterator[tuple[SectionPlan, ...]]:
    """Yields the sections of one session, in the two smallest of the numbers of sections there can be.

    Cut Mitchells are there only where nothing else makes this many sections; an odd number takes one section that is
    not cut, for the half table (lines 1293-1295).
    """
    useful_counts = 0
    for count in counts:
        if wishes.one_winner is False:
            several = _cut_splits(tables, count, rounds, SectionKind.SIDES, is_odd=is_odd)
        else:
            several = _rather_equal(splits(tables, count, rounds)) or _cut_splits(
                tables, count, rounds, SectionKind.CUT, is_odd=is_odd
            )
        useful_counts += bool(several)
        yield from several
        if useful_counts == _COUNTS:
            break


def _rather_equal(several: Sequence[tuple[SectionPlan, ...]]) -> tuple[tuple[SectionPlan, ...], ...]:
    """Returns the splits whose sections differ by few tables: of two sections by up to eight, of more by four."""
    return tuple(
        split
        for split in several
        if max(part.tables for part in split) - min(part.tables for part in split)
        <= (_DIFFERENT if len(split) == _COUNTS else _SIMILAR)
    )


def _cut_splits(
    tables: int, count: int, rounds: RoundNumber, kind: SectionKind, *, is_odd: bool
) -> tuple[tuple[SectionPlan, ...], ...]:
    """Returns the ways to split into Mitchells of `kind`, cut or not, of sizes as equal as can be and nearly so.

    Of an odd number the smallest section is whole, and the others are nearly equal.
    """
    able = [size for size in range(max(3, rounds), 2 * rounds + 1) if _can_be_cut(size, rounds)]
    size_sets = _sizes(tables, count, min(able), max(able))
    nearly = (sizes for sizes in size_sets if _are_similar(sizes, rounds, is_odd=is_odd) and set(sizes) <= set(able))
    whole = SectionKind.MITCHELL if kind is SectionKind.CUT else kind
    return tuple(
        tuple(SectionPlan(kind=whole if size == rounds else kind, tables=size, rounds=rounds) for size in sizes)
        for sizes in nearly
    )


def _are_similar(sizes: Sequence[int], rounds: RoundNumber, *, is_odd: bool) -> bool:
    if is_odd:
        return sizes[-1] == rounds and sizes[0] - sizes[-2] <= _SIMILAR
    return sizes[0] - sizes[-1] <= _SIMILAR


def _can_be_cut(tables: int, rounds: RoundNumber) -> bool:
    return rounds <= tables and (rounds < tables or bool(tables % 2) or tables in RELAY_TABLES)


def are_usual(sections: Sequence[SectionPlan]) -> bool:
    """True if no section is larger than the list plays in this many rounds."""
    return not any(map(tables_above_usual, sections))


def tables_above_usual(section: SectionPlan) -> int:
    """Returns the number of tables of a section beyond those that the list plays in this many rounds."""
    return max(0, section.tables - max(MOST_ALONE.get(section.rounds, 0), section.rounds))


def fewest_tables(rounds: RoundNumber) -> str:
    """Returns the fewest tables of a Mitchell and a Howell of `rounds` rounds, half tables too (lines 2531-2535).

    >>> [fewest_tables(rounds) for rounds in (11, 12, 13)]
    ['16½', '18½', '19½']
    """
    howell = min(tables for tables in range(3, 13) if section_kind(tables, rounds) is SectionKind.HOWELL)
    mitchell = rounds if section_kind(rounds, rounds) is SectionKind.MITCHELL else rounds + 1
    return f"{mitchell + howell - 1}½"


def _fits_rounds(played: Sequence[RoundNumber], wanted: Sequence[RoundNumber]) -> bool:
    if len(wanted) == 1:
        return max(played) == wanted[0]
    return all(one == other for one, other in zip(played, wanted, strict=False))


def _boards(scheme: Scheme, sessions: _Sessions, wishes: PlanWishes) -> Sequence[int]:
    """Returns the boards a round may have: as wished, else what makes sessions of a sensible length."""
    longest = max(session[0].rounds for session in sessions)
    if scheme is Scheme.HOUSTON and wishes.boards_per_round is None:
        return tuple(boards for boards in _HOUSTON_BOARDS if boards * longest <= _HOUSTON_MOST)
    wanted = wishes.preferred_boards
    usual = _BOARDS if wishes.sessions > 1 else _BOARDS_OF_ONE
    near = usual if wanted is None else range(wanted - _NEAR_A_WISH, wanted + _NEAR_A_WISH + 1)
    return boards_of_rounds(longest, wishes.boards_per_round, near[0], near[-1])
