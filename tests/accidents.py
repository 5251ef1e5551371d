"""Random accidents at the tables, and a judge of the plans that follow them.

The judge knows nothing of how a plan is made: it is given the sheet as it was planned, what was played and the plan,
and lists all that is wrong. `fewest_neutral` tries every way to lay the boards, for the sizes where that can be done.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.recovery.accidents import Accident, AccidentKind, laid_on
from arrowswitch.core.movements.recovery.plans import Plan
from arrowswitch.core.movements.recovery.situation import Situation

Spot = tuple[int, int]
FORMS: tuple[tuple[str, Mapping[str, int | str]], ...] = (
    *(("howell", {"tables": tables}) for tables in (3, 4, 5, 6, 7, 8)),
    *(("howell", {"pairs": pairs}) for pairs in (7, 9, 11, 13)),
    *(("short-howell", {"tables": tables}) for tables in (7, 8, 9)),
    *(("mitchell", {"tables": tables}) for tables in (3, 5, 7, 9, 13, 17, 19)),
    *(("mitchell", {"tables": tables, "rounds": 9}) for tables in (11, 15, 19)),
    *(("relay-mitchell", {"tables": tables}) for tables in (4, 6, 8, 10, 14)),
    *(("skip-mitchell", {"tables": tables, "rounds": tables - 1}) for tables in (6, 8, 12, 14)),
    *(("skip-mitchell", {"tables": tables, "rounds": 9}) for tables in (16, 18, 20)),
    *(("scrambled-mitchell", {"tables": tables}) for tables in (5, 7, 8, 9)),
    *(("individual", {"players": players}) for players in (8, 12, 13, 16, 20)),
    *(("awl", {"teams": teams}) for teams in (5, 7, 9, 11, 15)),
    *(("round-robin", {"teams": teams}) for teams in (4, 6, 8, 10)),
    *(("new-england", {"teams": teams}) for teams in (6, 8, 10, 12)),
)
"""Pairs, individuals and teams at 3 to 20 tables."""


@dataclass(frozen=True, slots=True)
class Case:
    """A movement in which something happened, and where play stands."""

    name: str
    accidents: tuple[Accident, ...]
    situation: Situation


def random_case(seed: int) -> Case:
    """Returns one to three accidents in any rounds of a movement of any form."""
    chance = random.Random(seed)
    while True:
        name, options = chance.choice(FORMS)
        case = _case(f"{name} {dict(options)}", _make_sheet(name, tuple(options.items())), chance)
        if case is not None:
            return case


def situation_after(movement: Movement, accidents: Sequence[Accident], waits: int = 0) -> Situation:
    """Returns where play stands when accidents are found at the end of their last round, or `waits` rounds later."""
    reported = laid_on(movement, accidents)
    happened = max(accident.affected_round for accident in accidents)
    return reported.situation(happened, min(movement.rounds, happened + waits) + 1)


def faults_of(situation: Situation, plan: Plan) -> list[str]:
    """Returns all that is wrong with a plan."""
    return [
        *_changed_past(situation, plan),
        *_wrong_seats(situation, plan),
        *_boards_twice(situation, plan),
        *_torn_matches(situation, plan),
        *_wrong_price(situation, plan),
    ]


def all_impossible_neutral(situation: Situation) -> int:
    """Returns how many meetings are not played where the sheet is played on and what cannot be played is neutral.

    So is half a match of teams whose other half was played on other boards.
    """
    sheet, played_boards, lost = situation.sheet, _played_boards(situation), 0
    for unit in _units(sheet, [m for m in _meetings(sheet) if m.round > situation.last]):
        seats = [(seat, m.board_set) for m in unit for seat in _seats(situation, m)]
        if any(one in played_boards for one in seats) or _is_torn(situation, unit):
            lost += len(unit)
        else:
            played_boards.update(seats)
    return lost


def _is_torn(situation: Situation, unit: Sequence[Meeting]) -> bool:
    if situation.sheet.kind is not ContestantKind.TEAM or len(unit) > 1:
        return False
    done = Counter((m.ns, m.ew, m.board_set) for m in _history(situation))
    [here] = unit
    return not done[here.ew, here.ns, here.board_set]


def fewest_neutral(situation: Situation, most: int = 4) -> int:
    """Returns the fewest meetings that stay unplayed when everybody sits as on the sheet and boards go anywhere.

    Every way is tried, the table with the fewest possible sets first; for one meeting a unit. Raises AssertionError
    where more than `most` stay unplayed.
    """
    sheet, played_boards = situation.sheet, _played_boards(situation)
    units = [m for m in _meetings(sheet) if m.round > situation.last]
    sets = range(1, len(sheet.board_sets) + 1)
    seats = {m: _seats(situation, m) for m in units}
    free = {m: frozenset(s for s in sets if not any((seat, s) in played_boards for seat in seats[m])) for m in units}
    for allowed in range(most + 1):
        if _fits(free, allowed):
            return allowed
    raise AssertionError("more meetings than that stay unplayed")


def _fits(free: dict[Meeting, frozenset[int]], allowed: int) -> bool:
    """True if all but this many meetings get a set, each set once for each contestant."""
    if not free:
        return True
    if sum(1 for sets in free.values() if not sets) > allowed:
        return False
    meeting = min(free, key=lambda m: len(free[m]))
    here = set(meeting.contestants)
    rest = {m: sets for m, sets in free.items() if m is not meeting}
    for board_set in sorted(free[meeting]):
        left = {m: sets - {board_set} if here & set(m.contestants) else sets for m, sets in rest.items()}
        if not _is_crowded(left, allowed) and _fits(left, allowed):
            return True
    return bool(allowed) and _fits(rest, allowed - 1)


def _is_crowded(free: Mapping[Meeting, frozenset[int]], allowed: int) -> bool:
    """True if a contestant has more meetings to come than there are sets for them."""
    meetings: Counter[Number] = Counter()
    sets: dict[Number, set[int]] = defaultdict(set)
    for meeting, possible in free.items():
        for number in meeting.contestants:
            meetings[number] += 1
            sets[number] |= possible
    return any(meetings[number] > len(sets[number]) + allowed for number in meetings)


@cache
def _make_sheet(name: str, options: tuple[tuple[str, int | str], ...]) -> Movement:
    return make(name, boards_per_round=2, **dict(options))


def _case(name: str, movement: Movement, chance: random.Random) -> Case | None:
    rounds = sorted(chance.choices(range(1, movement.rounds), k=chance.choice((1, 1, 2, 3))))
    accidents = tuple(_accident(movement, chance, number) for number in rounds)
    try:
        situation = situation_after(movement, accidents, chance.choice((0, 0, 1)))
    except Mistake:
        return None
    return Case(f"{name} {';'.join(one.word for one in accidents)}", accidents, situation)


def _accident(movement: Movement, chance: random.Random, round_number: int) -> Accident:
    kind = chance.choice(list(AccidentKind))
    here = movement.in_round(round_number)
    numbers = [n for m in here if movement.is_played(m) for n in m.contestants]
    tables = tuple(sorted(chance.sample([m.table for m in here], k=2)))
    match kind:
        case AccidentKind.SEATS:
            return Accident(kind, round_number, numbers=tuple(chance.sample(numbers, k=2)))
        case AccidentKind.ABSENT:
            return Accident(kind, round_number, numbers=(chance.choice(numbers),))
        case AccidentKind.DIRECTION:
            return Accident(kind, round_number, tables=tables[:1])
        case AccidentKind.RELAY:
            return Accident(kind, round_number, tables=tables)
        case AccidentKind.BOARDS:
            board_set = chance.randint(1, len(movement.board_sets))
            return Accident(kind, round_number, tables=tables[:1], board_set=board_set)
        case AccidentKind.SKIP:
            last = min(movement.rounds, round_number + chance.choice((0, 1, 2)))
            return Accident(kind, round_number, last=last, by=chance.choice((1, -1)))
        case AccidentKind.BYE:
            return Accident(kind, round_number, by=chance.choice((1, -1)))
        case AccidentKind.LATE | AccidentKind.TABLE:
            return Accident(kind, round_number)
        case AccidentKind.END:
            return Accident(kind, chance.randint(round_number, movement.rounds - 1))
        case _:
            row = tables if chance.random() < 0.5 else (1, movement.tables)
            return Accident(kind, round_number, tables=row, by=chance.choice((1, -1, 2)))


def _meetings(sheet: Movement) -> list[Meeting]:
    meetings = (m for m in sheet.meetings if sheet.phantom is None or sheet.phantom not in m.contestants)
    return sorted(meetings, key=lambda m: (m.round, m.table))


def _seats(situation: Situation, meeting: Meeting) -> list[tuple[Number, str]]:
    """Returns the players at a meeting; of a team those who were to sit there, also where the table is turned round."""
    if situation.sheet.kind is not ContestantKind.TEAM:
        return [(number, "") for number in (*meeting.ns, *meeting.ew)]
    planned = situation.planned.at(meeting.round, meeting.table)
    is_turned = planned is not None and (planned.ns, planned.ew) == (meeting.ew, meeting.ns)
    first, second = ("EW", "NS") if is_turned else ("NS", "EW")
    return [*((number, first) for number in meeting.ns), *((number, second) for number in meeting.ew)]


def _history(situation: Situation) -> list[Meeting]:
    done = (m for m in _meetings(situation.sheet) if m.round <= situation.last)
    return [m for m in done if (m.round, m.table) not in situation.missed]


def _played_boards(situation: Situation) -> set[tuple[tuple[Number, str], int]]:
    sheet = situation.sheet
    besides = {(m, s) for m in sheet.meetings for at, s in situation.known_sets if at == (m.round, m.table)}
    played = {(m, m.board_set) for m in _history(situation)}
    return {(seat, s) for m, s in played | besides for seat in _seats(situation, m)}


def _units(sheet: Movement, meetings: Sequence[Meeting]) -> list[list[Meeting]]:
    if sheet.kind is not ContestantKind.TEAM:
        return [[m] for m in meetings]
    units: dict[tuple[frozenset[Number], int], list[Meeting]] = defaultdict(list)
    for m in meetings:
        units[frozenset(m.contestants), m.board_set].append(m)
    return list(units.values())


def _rest(situation: Situation, plan: Plan) -> list[Meeting]:
    lost = {(m.round, m.table) for m in plan.neutral}
    rest = (m for m in _meetings(plan.sheet) if m.round > situation.last)
    return [m for m in rest if (m.round, m.table) not in lost]


def _changed_past(situation: Situation, plan: Plan) -> Iterator[str]:
    def past(sheet: Movement) -> set[Meeting]:
        return {m for m in sheet.meetings if m.round <= situation.last}

    if past(plan.sheet) != past(situation.sheet):
        yield "what was played is changed"
    opponents = {m.contestants for m in situation.sheet.meetings if situation.last < m.round < situation.seats_from}
    if opponents != {m.contestants for m in plan.sheet.meetings if situation.last < m.round < situation.seats_from}:
        yield "people who sit at their tables now are sent elsewhere"


def _wrong_seats(situation: Situation, plan: Plan) -> Iterator[str]:
    before, after = situation.sheet, plan.sheet
    for number in range(situation.last + 1, before.rounds + 1):
        if sorted(n for m in before.in_round(number) for n in m.contestants) != sorted(
            n for m in after.in_round(number) for n in m.contestants
        ):
            yield f"round {number} does not seat everybody once"
        if [m.table for m in before.in_round(number)] != [m.table for m in after.in_round(number)]:
            yield f"round {number} is played at other tables"
    if len(before.fields) == 2:
        first = set(before.fields[0])
        mixed = [m for m in after.meetings if m.round > situation.last and len(first & set(m.contestants)) != 1]
        if mixed and before.kind is ContestantKind.PAIR:
            yield "two of one field meet"
    out = Counter(n for m in after.meetings for n in _idle(after, m))
    planned = Counter(n for m in before.meetings for n in _idle(before, m))
    for who, times in out.items():
        if times > max(planned.values()) and times > planned[who]:
            yield f"{who} sits out {times} times"


def _idle(sheet: Movement, meeting: Meeting) -> list[Number]:
    """Returns the contestants who sit out at a table."""
    return [n for n in meeting.contestants if n != sheet.phantom] if sheet.phantom in meeting.contestants else []


def _boards_twice(situation: Situation, plan: Plan) -> Iterator[str]:
    played_boards = _played_boards(situation)
    for m in _rest(situation, plan):
        for seat in _seats(situation, m):
            if (seat, m.board_set) in played_boards:
                yield f"{seat} plays set {m.board_set} a second time in round {m.round}"
            played_boards.add((seat, m.board_set))


def _torn_matches(situation: Situation, plan: Plan) -> Iterator[str]:
    if plan.sheet.kind is not ContestantKind.TEAM:
        return
    halves = Counter((m.ns, m.ew, m.board_set) for m in (*_history(situation), *_rest(situation, plan)))
    for m in _rest(situation, plan):
        if halves[m.ns, m.ew, m.board_set] != 1 or halves[m.ew, m.ns, m.board_set] != 1:
            yield f"half the match {m.ns}-{m.ew} is played in round {m.round} and not the other half on the same boards"


def _wrong_price(situation: Situation, plan: Plan) -> Iterator[str]:
    rest = _rest(situation, plan)
    count = len([m for m in _meetings(plan.sheet) if m.round > situation.last]) - len(rest)
    if plan.price.neutral != count:
        yield f"{count} meetings are not played, and the plan counts {plan.price.neutral}"
    if plan.price.neutral < plan.at_least:
        yield "fewer meetings are lost than can be"
    cards = {(m.round, m.table, side, n) for m in situation.sheet.meetings for side, ns in _sides(m) for n in ns}
    seats = {(m.round, m.table, side, n) for m in plan.sheet.meetings for side, ns in _sides(m) for n in ns}
    moved = {n for _, _, _, n in seats - cards} - {plan.sheet.phantom}
    if moved != set(plan.moved):
        yield f"{sorted(moved)} sit elsewhere, and the plan lists {plan.moved}"
    sets = range(1, len(plan.sheet.board_sets) + 1)
    plays = Counter(m.board_set for m in (*_history(situation), *rest))
    wanted = Counter(m.board_set for m in _meetings(situation.planned))
    uneven = sum(abs(plays[s] - wanted[s]) for s in sets)
    if situation.rounds_lost or situation.newcomers:
        least, rest_of = divmod(wanted.total(), len(sets))
        uneven = sum(max(least - plays[s], plays[s] - least - (rest_of > 0), 0) for s in sets)
    if plan.price.uneven != uneven:
        yield f"the boards are uneven by {uneven}, and the plan counts {plan.price.uneven}"
    yield from _wrong_second(situation, plan, rest)


def _sides(meeting: Meeting) -> tuple[tuple[str, tuple[Number, ...]], ...]:
    return (("NS", meeting.ns), ("EW", meeting.ew))


def _wrong_second(situation: Situation, plan: Plan, rest: Sequence[Meeting]) -> Iterator[str]:
    """Two who meet, or are partners, more often than at the most on the sheet as it was planned."""
    second = 0
    for relation in (_opponents, _partners):
        met = Counter(two for m in _history(situation) for two in relation(m))
        usual = max(Counter(two for m in _meetings(situation.planned) for two in relation(m)).values(), default=1)
        if relation is _opponents and usual != _USUAL_MEETINGS[plan.sheet.kind]:
            return
        again = Counter(two for m in rest for two in relation(m))
        second += sum(max(0, count - max(0, usual - met[two])) for two, count in again.items())
    if plan.price.second != second:
        yield f"{second} meet or are partners again, and the plan counts {plan.price.second}"


def _opponents(meeting: Meeting) -> list[frozenset[Number]]:
    return [frozenset((one, other)) for one in meeting.ns for other in meeting.ew]


def _partners(meeting: Meeting) -> list[frozenset[Number]]:
    return [frozenset(side) for side in (meeting.ns, meeting.ew) if len(side) > 1]


_USUAL_MEETINGS = {ContestantKind.PAIR: 1, ContestantKind.TEAM: 2, ContestantKind.PLAYER: 2}
"""How often two are opponents unless the sheet differs."""
