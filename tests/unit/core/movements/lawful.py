"""A second opinion on sheets, for tests: the rules of play by plain counting, without anything of the checker.

Every rule is asked of the whole sheet by itself, slowly. Only the reading of the declarations is simpler than the
checker's: the tests give it nothing that cannot be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, groupby

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.model import Meeting, Movement

SEATS = {ContestantKind.PAIR: 1, ContestantKind.TEAM: 1, ContestantKind.PLAYER: 2}


def lawful(movement: Movement) -> bool:
    """True if the sheet can be played as it claims."""
    return not broken(movement)


def broken(movement: Movement) -> list[str]:
    """Returns the names of the rules that the sheet breaks; `names_exist` alone if it has unknown numbers or sets."""
    if not names_exist(movement):
        return [names_exist.__name__]
    return [rule.__name__ for rule in RULES if not rule(movement)]


def cards(movement: Movement) -> list[Meeting]:
    """Returns the meetings where cards are played."""
    return [m for m in movement.meetings if movement.phantom not in m.ns + m.ew]


def list_seats(movement: Movement, round_number: int) -> list[tuple[Number, str]]:
    """Returns everybody who has a seat in a round, as often as there are seats; a team's two halves are two."""
    seats = []
    for m in movement.meetings:
        if m.round == round_number:
            is_team = movement.kind is ContestantKind.TEAM
            seats += [(n, "NS" if is_team else "") for n in m.ns] + [(n, "EW" if is_team else "") for n in m.ew]
    return seats


def names_exist(movement: Movement) -> bool:
    """Rounds, tables, sets and numbers are there, and each side has its people, all different."""
    return all(
        m.round in range(1, movement.rounds + 1)
        and m.table in range(1, movement.tables + 1)
        and m.board_set in range(1, len(movement.board_sets) + 1)
        and len(m.ns) == len(m.ew) == SEATS[movement.kind]
        and len({*m.ns, *m.ew}) == 2 * SEATS[movement.kind]
        and {*m.ns, *m.ew} <= {*movement.contestants}
        for m in movement.meetings
    )


def one_meeting_at_a_table(movement: Movement) -> bool:
    """In no round two meetings at a table."""
    return max(Counter((m.round, m.table) for m in movement.meetings).values(), default=1) == 1


def one_seat_for_everybody(movement: Movement) -> bool:
    """In no round two seats for one."""
    return all(max(Counter(list_seats(movement, r)).values(), default=1) == 1 for r in range(1, movement.rounds + 1))


def no_table_waits(movement: Movement) -> bool:
    """A table is empty only where some are left over, too few for it, and then no other table is."""
    need = 2 * SEATS[movement.kind]
    for r in range(1, movement.rounds + 1):
        empty = movement.tables - len({m.table for m in movement.meetings if m.round == r})
        sitting = {n for n, _ in list_seats(movement, r)}
        left = [n for n in movement.contestants if n not in sitting and n != movement.phantom]
        if empty > 1 or (empty and not 0 < len(left) < need):
            return False
    return True


def everybody_plays(movement: Movement) -> bool:
    """Nobody is forgotten, the phantom neither."""
    playing = {n for m in cards(movement) for n in m.ns + m.ew}
    phantom_sits = movement.phantom is None or any(movement.phantom in m.ns + m.ew for m in movement.meetings)
    return phantom_sits and playing >= {*movement.contestants} - {movement.phantom}


def boards_are_new(movement: Movement) -> bool:
    """Nobody takes a hand out of the same board in two rounds."""
    for number in movement.contestants:
        for side in ("NS", "EW") if movement.kind is ContestantKind.TEAM else ("",):
            at = [m for m in cards(movement) if number in (m.ns + m.ew if not side else getattr(m, side.lower()))]
            if len({m.board_set for m in at}) < len({(m.round, m.board_set) for m in at}):
                return False
    return True


def opponents_are_new(movement: Movement) -> bool:
    """Two are opponents no more often than they may, and partners once."""
    usual = 1 if movement.kind is ContestantKind.PAIR else 2
    most = int(movement.options.get("meetings", usual))
    more = Counter(frozenset(word.split("-")) for word in str(movement.options.get("rematches", "")).split())
    met: Counter[frozenset[Number]] = Counter()
    side_by_side: Counter[frozenset[Number]] = Counter()
    for m in cards(movement):
        met.update(frozenset((one, other)) for one in m.ns for other in m.ew)
        side_by_side.update(frozenset(side) for side in (m.ns, m.ew) if len(side) == 2)
    return all(n <= most + more[two] for two, n in met.items()) and max(side_by_side.values(), default=1) == 1


def boards_are_worth_the_same(movement: Movement) -> bool:
    """Every set is played, and equally often, unless the half table or the sheet's own word says otherwise."""
    sets = range(1, len(movement.board_sets) + 1)
    planned = Counter(m.board_set for m in movement.meetings)
    played = Counter(m.board_set for m in cards(movement))
    if not all(planned[s] for s in sets):
        return False
    spread = max(played[s] for s in sets) - min(played[s] for s in sets)
    if not spread or movement.options.get("plays") == "uneven":
        return True
    if movement.phantom is not None:
        return len(set(planned.values())) == 1
    return spread == 1 and len(movement.contestants) % (2 * SEATS[movement.kind]) > 0


def shared_boards_are_planned(movement: Movement) -> bool:
    """Tables share a set only where the sheet allows it, or have a copy each."""
    relays = str(movement.options.get("relays", "any")).split()
    groups = [{int(table) for table in word.split("+")} for word in relays if "+" in word]

    def place(m: Meeting) -> tuple[int, int, int]:
        return m.round, m.board_set, movement.copy_of(m.table)

    for _, together in groupby(sorted(cards(movement), key=place), key=place):
        tables = {m.table for m in together}
        if len(tables) > 1 and "any" not in relays and not any(tables <= group for group in groups):
            return False
    return True


def matches_are_whole(movement: Movement) -> bool:
    """Both halves of a match are played, on the same boards with the sides exchanged; team-mates never meet."""
    mates = {n: n for n in movement.contestants} if movement.kind is ContestantKind.TEAM else {}
    for word in str(movement.options.get("team_mates", "")).split():
        first, other = map(Number, word.split("+"))
        mates |= {first: other, other: first}
    played = cards(movement)
    return not mates or all(
        (mates[m.ns[0]] != m.ew[0] or m.ns == m.ew)
        and any((o.ns[0], o.ew[0], o.board_set) == (mates[m.ew[0]], mates[m.ns[0]], m.board_set) for o in played)
        for m in played
    )


def who_stays_stays(movement: Movement) -> bool:
    """The stationary never leave their table."""
    return all(
        len({m.table for m in movement.meetings if number in m.ns + m.ew}) <= 1 for number in movement.stationary
    )


def fields_sit_one_way(movement: Movement) -> bool:
    """Of two fields ranked apart each sits the same way wherever a board is played."""
    if len(movement.fields) < 2:
        return True
    for group in movement.fields:
        for board_set in range(1, len(movement.board_sets) + 1):
            at = [m for m in movement.meetings if m.board_set == board_set]
            if any({*m.ns} & {*group} for m in at) and any({*m.ew} & {*group} for m in at):
                return False
    return True


def rounds_are_turned_whole(movement: Movement) -> bool:
    """With an arrow, the two sides of the room can be distinguished so that each round turns all its tables or none."""
    if not movement.arrow_switched:
        return True
    side: dict[Number, int] = {}
    met = [(m.ns[0], m.ew[0]) for m in movement.meetings]
    # A sheet in which three meet in a ring has no two sides, and so no arrow.
    for start in movement.contestants:
        waiting = [(start, 0)] if start not in side else []
        while waiting:
            number, own = waiting.pop()
            if side.setdefault(number, own) != own:
                return True
            others = {b if a == number else a for a, b in met if number in (a, b)}
            waiting += [(other, 1 - own) for other in others if side.get(other) != 1 - own]
    ways: dict[int, set[bool]] = {}
    part = {number: place for place, group in enumerate(_parts(movement)) for number in group}
    for m in movement.meetings:
        ways.setdefault(part[m.ns[0]], set()).add((side[m.ns[0]] == 0) != (m.round in movement.arrow_switched))
    return all(len(way) == 1 for way in ways.values())


def _parts(movement: Movement) -> list[set[Number]]:
    parts: list[set[Number]] = [{number} for number in movement.contestants]
    for m in movement.meetings:
        joined = [part for part in parts if part & {*m.ns, *m.ew}]
        parts = [part for part in parts if part not in joined] + [set().union(*joined)]
    return parts


def stands_hold_what_rests(movement: Movement) -> bool:
    """In every round as many sets rest as the bye stands have places."""
    places = sum(movement.bye_stands.values())
    rounds = {m.round for m in movement.meetings}
    playing = {r: {m.board_set for m in movement.meetings if m.round == r} for r in rounds}
    return not places or all(len(movement.board_sets) - len(playing[r]) == places for r in rounds)


def play_may_stop_where_it_says(movement: Movement) -> bool:
    """After each of these rounds every set has been played equally often, or no match of teams is half played."""
    for last in movement.rounds_free_to_cut:
        played = [m for m in cards(movement) if m.round <= last]
        if movement.kind is ContestantKind.TEAM:
            halves = {(m.ns, m.ew, m.board_set) for m in played}
            if any((ew, ns, board_set) not in halves for ns, ew, board_set in halves):
                return False
        elif len({sum(m.board_set == s for m in played) for s in range(1, len(movement.board_sets) + 1)}) > 1:
            return False
    return True


RULES: tuple[Callable[[Movement], bool], ...] = (
    one_meeting_at_a_table,
    one_seat_for_everybody,
    no_table_waits,
    everybody_plays,
    boards_are_new,
    opponents_are_new,
    boards_are_worth_the_same,
    shared_boards_are_planned,
    matches_are_whole,
    who_stays_stays,
    fields_sit_one_way,
    rounds_are_turned_whole,
    stands_hold_what_rests,
    play_may_stop_where_it_says,
)


def met_by(movement: Movement) -> dict[Number, set[Number]]:
    """Returns the opponents of each contestant at the tables, partners left out."""
    opponents: dict[Number, set[Number]] = {number: set() for number in movement.contestants}
    for m in movement.meetings:
        for first, other in combinations(m.ns + m.ew, 2):
            if (first in m.ns) != (other in m.ns):
                opponents[first].add(other)
                opponents[other].add(first)
    return opponents
