"""No damage to a sheet goes unseen: sheets of every family, damaged at random, before the checker and a second opinion.

The second opinion (`lawful`) replays a sheet by plain counting and shares nothing with the checker. A damage that both
let pass must also be one of the few that leave a sheet a sheet, which `harmless` finds out by comparing the two sheets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.registry import FAMILIES, Family, make
from arrowswitch.core.movements.model import Meeting, Movement
from tests.movements import OTHER_FORMS, usual
from tests.rotation import examples
from tests.unit.core.movements.lawful import RULES, broken, lawful, met_by, names_exist

pytestmark = pytest.mark.slow

Damage = Callable[[Movement, random.Random], Movement | None]
"""Returns a damaged sheet, or nothing where the sheet has no room for this damage."""
Seat = tuple[str, int]
MOST_TABLES = 12


def put(movement: Movement, *pieces: tuple[int, Meeting]) -> Movement:
    """Returns the sheet with other meetings at some places of the list."""
    meetings = list(movement.meetings)
    for place, meeting in pieces:
        meetings[place] = meeting
    return replace(movement, meetings=tuple(meetings))


def sitting(meeting: Meeting, seat: Seat) -> Number:
    """Returns the number in a seat at the table."""
    side: tuple[Number, ...] = getattr(meeting, seat[0])
    return side[seat[1]]


def seat_at(meeting: Meeting, seat: Seat, number: Number) -> Meeting:
    """Returns the meeting with `number` in a seat."""
    side = list(getattr(meeting, seat[0]))
    side[seat[1]] = number
    ns, ew = (tuple(side), meeting.ew) if seat[0] == "ns" else (meeting.ns, tuple(side))
    return replace(meeting, ns=ns, ew=ew)


def a_seat(meeting: Meeting, chance: random.Random) -> Seat:
    return chance.choice([(side, i) for side in ("ns", "ew") for i in range(len(meeting.ns))])


def a_place(movement: Movement, chance: random.Random) -> int:
    return chance.randrange(len(movement.meetings))


def two_places(movement: Movement, chance: random.Random, *, one_round: bool) -> tuple[int, int] | None:
    """Returns two places of the list, of one round or of two."""
    first = a_place(movement, chance)
    here = movement.meetings[first].round
    others = [i for i, m in enumerate(movement.meetings) if i != first and (m.round == here) is one_round]
    return (first, chance.choice(others)) if others else None


def leave_out(movement: Movement, chance: random.Random) -> Movement:
    """Leaves a meeting out."""
    place = a_place(movement, chance)
    return replace(movement, meetings=movement.meetings[:place] + movement.meetings[place + 1 :])


def write_twice(movement: Movement, chance: random.Random) -> Movement:
    """Writes a meeting twice."""
    return replace(movement, meetings=(*movement.meetings, chance.choice(movement.meetings)))


def mistype(movement: Movement, chance: random.Random) -> Movement:
    """Writes another number in a seat."""
    place = a_place(movement, chance)
    meeting = movement.meetings[place]
    seat = a_seat(meeting, chance)
    others = [number for number in movement.contestants if number != sitting(meeting, seat)]
    return put(movement, (place, seat_at(meeting, seat, chance.choice(others))))


def _exchange_players(movement: Movement, chance: random.Random, places: tuple[int, int] | None) -> Movement | None:
    if places is None:
        return None
    first, second = (movement.meetings[place] for place in places)
    here, there = a_seat(first, chance), a_seat(second, chance)
    return put(
        movement,
        (places[0], seat_at(first, here, sitting(second, there))),
        (places[1], seat_at(second, there, sitting(first, here))),
    )


def exchange_numbers(movement: Movement, chance: random.Random) -> Movement | None:
    """Exchanges two numbers of one round."""
    return _exchange_players(movement, chance, two_places(movement, chance, one_round=True))


def exchange_over_rounds(movement: Movement, chance: random.Random) -> Movement | None:
    """Exchanges two numbers of different rounds."""
    return _exchange_players(movement, chance, two_places(movement, chance, one_round=False))


def exchange_at_a_table(movement: Movement, chance: random.Random) -> Movement:
    """Exchanges two numbers of a table."""
    place = a_place(movement, chance)
    meeting = movement.meetings[place]
    here, there = a_seat(meeting, chance), a_seat(meeting, chance)
    first, second = sitting(meeting, here), sitting(meeting, there)
    return put(movement, (place, seat_at(seat_at(meeting, here, second), there, first)))


def other_set(movement: Movement, chance: random.Random) -> Movement:
    """Writes another set, also one that there is not."""
    place = a_place(movement, chance)
    board_set = chance.randrange(len(movement.board_sets) + 2)
    return put(movement, (place, replace(movement.meetings[place], board_set=board_set)))


def _sets_exchanged(movement: Movement, places: tuple[int, int] | None) -> Movement | None:
    if places is None:
        return None
    first, second = (movement.meetings[place] for place in places)
    return put(
        movement,
        (places[0], replace(first, board_set=second.board_set)),
        (places[1], replace(second, board_set=first.board_set)),
    )


def exchange_sets(movement: Movement, chance: random.Random) -> Movement | None:
    """Exchanges the sets of two tables in one round."""
    return _sets_exchanged(movement, two_places(movement, chance, one_round=True))


def exchange_sets_over_rounds(movement: Movement, chance: random.Random) -> Movement | None:
    """Exchanges the sets of two meetings of different rounds."""
    return _sets_exchanged(movement, two_places(movement, chance, one_round=False))


def other_table(movement: Movement, chance: random.Random) -> Movement:
    """Writes another table, also one that there is not."""
    place = a_place(movement, chance)
    return put(movement, (place, replace(movement.meetings[place], table=chance.randrange(movement.tables + 2))))


def other_round(movement: Movement, chance: random.Random) -> Movement:
    """Writes another round, also one that there is not."""
    place = a_place(movement, chance)
    return put(movement, (place, replace(movement.meetings[place], round=chance.randrange(movement.rounds + 2))))


def exchange_tables(movement: Movement, chance: random.Random) -> Movement | None:
    """Exchanges the tables of two meetings of one round."""
    places = two_places(movement, chance, one_round=True)
    if places is None:
        return None
    first, second = (movement.meetings[place] for place in places)
    return put(
        movement, (places[0], replace(first, table=second.table)), (places[1], replace(second, table=first.table))
    )


def exchange_rounds(movement: Movement, chance: random.Random) -> Movement | None:
    """Exchanges the rounds of two meetings."""
    places = two_places(movement, chance, one_round=False)
    if places is None:
        return None
    first, second = (movement.meetings[place] for place in places)
    return put(
        movement, (places[0], replace(first, round=second.round)), (places[1], replace(second, round=first.round))
    )


def forget_a_side(movement: Movement, chance: random.Random) -> Movement:
    """Empties a side of a table."""
    place = a_place(movement, chance)
    meeting = movement.meetings[place]
    return put(movement, (place, replace(meeting, ns=()) if chance.random() < 0.5 else replace(meeting, ew=())))


def write_a_stranger(movement: Movement, chance: random.Random) -> Movement:
    """Writes a number that is not in the movement."""
    place = a_place(movement, chance)
    meeting = movement.meetings[place]
    return put(movement, (place, seat_at(meeting, a_seat(meeting, chance), Number("999"))))


ALWAYS: tuple[Damage, ...] = (write_twice, forget_a_side, write_a_stranger)
"""Damage that leaves no sheet a sheet."""
MOVING: tuple[Damage, ...] = (
    leave_out,
    mistype,
    exchange_numbers,
    exchange_over_rounds,
    exchange_at_a_table,
    other_set,
    exchange_sets,
    exchange_sets_over_rounds,
    other_table,
    other_round,
    exchange_tables,
    exchange_rounds,
)
"""Damage that may make another sheet, or the same one in another form."""


@cache
def sheets(name: str, tables: int) -> tuple[Movement, ...]:
    """Returns the usual movement of a size, and where it takes an odd number, that with one contestant fewer."""
    family = next(family for family in FAMILIES if family.name == name)
    movements = [usual(family, tables)]
    if family.kind is ContestantKind.PAIR:
        for pairs in (2 * tables - 1, 2 * tables + 1):
            try:
                movements.append(make(name, pairs=pairs))
            except Refused:
                continue
    return tuple(movements)


@cache
def other_forms() -> tuple[Movement, ...]:
    return tuple(make(name, **options) for name, options in OTHER_FORMS)


@st.composite
def any_sheet(draw: st.DrawFn) -> Movement:
    """Draws a movement of any family and size up to 12 tables, with or without a half table, or another form."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(other_forms()))
    family: Family = draw(st.sampled_from(FAMILIES))
    tables = draw(st.sampled_from([tables for tables in family.tables if tables <= MOST_TABLES]))
    return draw(st.sampled_from(sheets(family.name, tables)))


def changes(before: Movement, after: Movement) -> Iterator[tuple[Meeting | None, Meeting | None]]:
    """Yields the meetings that only one of two sheets has, side by side while their rounds and tables agree."""
    old, new = Counter(before.meetings), Counter(after.meetings)
    gone = {(m.round, m.table): m for m in (old - new).elements()}
    come = {(m.round, m.table): m for m in (new - old).elements()}
    for place in sorted({*gone, *come}):
        yield gone.get(place), come.get(place)


def is_turned(before: Movement, after: Movement) -> bool:
    """True if only sides, or partners among themselves, sit the other way round at some tables."""
    if before.kind is ContestantKind.TEAM or len(before.fields) > 1 or before.arrow_switched:
        return False

    def people(m: Meeting) -> tuple[int, int, int, frozenset[frozenset[Number]]]:
        return m.round, m.table, m.board_set, frozenset((frozenset(m.ns), frozenset(m.ew)))

    return Counter(map(people, before.meetings)) == Counter(map(people, after.meetings))


def at_other_tables(before: Movement, after: Movement) -> bool:
    """The same meetings on the same boards, at other tables of the round."""
    plain = (Counter(replace(m, table=1) for m in sheet.meetings) for sheet in (before, after))
    return next(plain) == next(plain)


def only_with_the_phantom(before: Movement, after: Movement) -> bool:
    """True if only meetings without cards, those with the phantom, differ."""
    return (
        all(m is None or before.phantom in m.contestants for two in changes(before, after) for m in two)
        and before.phantom in before.contestants
    )


def sits_out_instead(before: Movement, after: Movement) -> bool:
    """True if a contestant who would sit out takes the seat of another, who sits out instead."""
    swaps = [two for two in changes(before, after) if None not in two]
    if len(swaps) != 1 or len(list(changes(before, after))) != 1:
        return False
    [(old, new)] = swaps
    assert old is not None
    assert new is not None
    gone, come = {*old.contestants} - {*new.contestants}, {*new.contestants} - {*old.contestants}
    idle = {*before.contestants} - {n for m in before.in_round(old.round) for n in m.contestants}
    return len(gone) == len(come) == 1 and come <= idle and old.board_set == new.board_set


def sets_are_renamed(before: Movement, after: Movement) -> bool:
    """The same sheet with the names of the sets exchanged."""
    names: dict[int, int] = {}
    for old, new in zip(before.meetings, after.meetings, strict=False):
        if (
            replace(old, board_set=new.board_set) != new
            or names.setdefault(old.board_set, new.board_set) != new.board_set
        ):
            return False
    return len(before.meetings) == len(after.meetings) and sorted(names) == sorted(names.values())


def has_room(movement: Movement) -> bool:
    """Not everybody meets everybody who can be met on all boards: another sheet may be made of the same size."""
    met = met_by(movement)
    field_of = {n: place for place, group in enumerate(movement.fields) for n in group}
    apart = len(movement.fields) > 1
    plays = Counter((n, m.board_set) for m in movement.meetings for n in m.contestants)
    return any(
        set(movement.contestants)
        - met[n]
        - {n}
        - {o for o in movement.contestants if apart and field_of[o] == field_of[n]}
        or any(not plays[n, s] for s in range(1, len(movement.board_sets) + 1))
        for n in movement.contestants
    )


EQUIVALENT = (is_turned, at_other_tables, only_with_the_phantom, sits_out_instead, sets_are_renamed)


def harmless(before: Movement, after: Movement) -> str:
    """Returns why a changed sheet is as good as before, or nothing."""
    if after.meetings == before.meetings:
        return "unchanged"
    return next((reason.__name__ for reason in EQUIVALENT if reason(before, after)), "")


class TestDamage:
    """R-087: seeded faults are found (lines 694-696, 828-831, 2182-2188)."""

    @given(any_sheet())
    @settings(max_examples=examples(150))
    def test_both_opinions_agree_on_good_sheets(self, movement: Movement) -> None:
        """R-087: no generated sheet breaks a rule."""
        assert is_sound(movement)
        assert broken(movement) == []

    @pytest.mark.parametrize("damage", ALWAYS + MOVING, ids=lambda damage: damage.__name__)
    @given(movement=any_sheet(), chance=st.randoms(use_true_random=False))
    @settings(max_examples=examples(40))
    def test_the_checker_sees_it(self, damage: Damage, movement: Movement, chance: random.Random) -> None:
        """R-087: one damage; the checker reports a fault just when a rule is broken.

        A damaged sheet without a fault is the same sheet in another form, or a sheet that contestants who did not meet
        make possible.
        """
        damaged = damage(movement, chance)
        if damaged is None:
            return
        assert is_sound(damaged) == lawful(damaged), broken(damaged)
        if is_sound(damaged):
            assert damage not in ALWAYS
            assert harmless(movement, damaged) or has_room(movement)

    @given(
        movement=any_sheet(),
        damages=st.lists(st.sampled_from(MOVING), min_size=2, max_size=5),
        chance=st.randoms(use_true_random=False),
    )
    @settings(max_examples=examples(200))
    def test_several_at_once(self, movement: Movement, damages: list[Damage], chance: random.Random) -> None:
        """R-087: two to five damages to one sheet, which may also undo each other. A sheet without
        meetings is not damaged further."""
        damaged = movement
        for damage in damages:
            if damaged.meetings:
                damaged = damage(damaged, chance) or damaged
        assert is_sound(damaged) == lawful(damaged), broken(damaged)


def another_number_of_rounds(movement: Movement, chance: random.Random) -> Movement:
    """Claims one round more or fewer."""
    return replace(movement, rounds=movement.rounds + chance.choice([-1, 1]))


def another_number_of_tables(movement: Movement, chance: random.Random) -> Movement:
    """Claims one table fewer, or one more if no contestants are left for it."""
    is_full = len(movement.contestants) % (4 if movement.kind is ContestantKind.PLAYER else 2) == 0
    return replace(movement, tables=movement.tables + chance.choice([-1, 1] if is_full else [-1]))


def another_contestant(movement: Movement, chance: random.Random) -> Movement:
    """Adds a contestant, or lists one twice."""
    more = chance.choice([Number("999"), *movement.contestants])
    return replace(movement, contestants=(*movement.contestants, more))


def a_contestant_fewer(movement: Movement, chance: random.Random) -> Movement:
    """Forgets a contestant."""
    gone = chance.choice(movement.contestants)
    return replace(movement, contestants=tuple(n for n in movement.contestants if n != gone))


def stays_who_moves(movement: Movement, chance: random.Random) -> Movement | None:
    """Lists a moving contestant as stationary."""
    movers = [n for n in movement.contestants if len({m.table for m in movement.meetings if n in m.contestants}) > 1]
    return replace(movement, stationary=(*movement.stationary, chance.choice(movers))) if movers else None


def not_in_a_field(movement: Movement, chance: random.Random) -> Movement:
    """Leaves a contestant out of the fields, or lists one in two of them."""
    number = chance.choice(movement.contestants)
    if chance.random() < 0.5:
        return replace(movement, fields=(*movement.fields, (number,)))
    return replace(movement, fields=tuple(tuple(n for n in group if n != number) for group in movement.fields))


def in_the_other_field(movement: Movement, chance: random.Random) -> Movement | None:
    """Ranks a contestant in the other of two fields."""
    if len(movement.fields) < 2:
        return None
    number = chance.choice([n for n in movement.contestants if any(n in m.contestants for m in movement.meetings)])
    fields = tuple(
        tuple(n for n in group if n != number) if number in group else (*group, number) for group in movement.fields
    )
    return replace(movement, fields=fields)


def another_arrow(movement: Movement, chance: random.Random) -> Movement | None:
    """Marks a round as arrow-switched that is not, or the other way round."""
    arrow = {*movement.arrow_switched} ^ {chance.randint(1, movement.rounds)}
    if not movement.arrow_switched or not arrow:
        return None
    return replace(movement, arrow_switched=tuple(sorted(arrow)))


def another_stand(movement: Movement, chance: random.Random) -> Movement | None:
    """Gives a bye stand one more place, or puts it behind a table without one."""
    if not movement.bye_stands:
        return None
    stands = dict(movement.bye_stands)
    table = chance.choice(sorted(stands))
    if chance.random() < 0.5:
        return replace(movement, bye_stands={**stands, table: stands[table] + 1})
    at = {t: [m.board_set for m in movement.meetings if m.table == t] for t in range(1, movement.tables + 1)}
    elsewhere = [t for t in at if t not in stands and at[t] not in [at[other] for other in at if other != t]]
    if not elsewhere or movement.rounds <= 2 * stands[table]:
        return None
    places = stands.pop(table)
    return replace(movement, bye_stands={**stands, chance.choice(elsewhere): places})


def shares_without_saying(movement: Movement, _chance: random.Random) -> Movement | None:
    """Claims that no boards are shared, or that there is one copy of them."""
    rounds = range(1, movement.rounds + 1)
    if any(movement.sharing(r) for r in rounds):
        return replace(movement, options={**movement.options, "relays": "none"})
    alone = {key: value for key, value in movement.options.items() if key != "copies"}
    return replace(movement, options={**alone, "relays": "none"}) if "copies" in movement.options else None


def a_board_of_another_set(movement: Movement, chance: random.Random) -> Movement | None:
    """Puts a board into a set, which lies in another."""
    if len(movement.board_sets) < 2:
        return None
    first, second = chance.sample(range(len(movement.board_sets)), 2)
    sets = list(movement.board_sets)
    sets[first] = (sets[second][0], *sets[first][1:])
    return replace(movement, board_sets=tuple(sets))


def another_set_of_boards(movement: Movement, chance: random.Random) -> Movement:
    """Has a set that nobody plays, an empty one, or one fewer."""
    spare = (max(board for boards in movement.board_sets for board in boards) + 1,)
    return replace(
        movement,
        board_sets=chance.choice(
            [(*movement.board_sets, spare), (*movement.board_sets[:-1], ()), movement.board_sets[:-1]]
        ),
    )


def the_same_label(movement: Movement, chance: random.Random) -> Movement | None:
    """Writes the same on the cards of two tables."""
    if movement.tables < 2:
        return None
    first, second = chance.sample(range(1, movement.tables + 1), 2)
    return replace(movement, table_labels={**movement.table_labels, first: movement.label(second)})


def ends_anywhere(movement: Movement, chance: random.Random) -> Movement | None:
    """Claims that play may stop after a round in which boards are of unequal value."""
    last = chance.randint(1, movement.rounds)
    claims = replace(movement, rounds_free_to_cut=(*movement.rounds_free_to_cut, last))
    return None if lawful(claims) else claims


CLAIMS: tuple[Damage, ...] = (
    another_number_of_rounds,
    another_number_of_tables,
    another_contestant,
    a_contestant_fewer,
    stays_who_moves,
    not_in_a_field,
    in_the_other_field,
    another_arrow,
    another_stand,
    shares_without_saying,
    a_board_of_another_set,
    another_set_of_boards,
    the_same_label,
    ends_anywhere,
)


class TestClaims:
    """R-087, R-088: the claims of a sheet are compared with its meetings."""

    @pytest.mark.parametrize("damage", CLAIMS, ids=lambda damage: damage.__name__)
    @given(movement=any_sheet(), chance=st.randoms(use_true_random=False))
    @settings(max_examples=examples(30))
    def test_the_checker_sees_it(self, damage: Damage, movement: Movement, chance: random.Random) -> None:
        """R-087, R-088: tables, rounds, contestants, fields, arrow, bye stands, relays, copies, boards and cuts."""
        damaged = damage(movement, chance)
        assert damaged is None or not is_sound(damaged)


class TestSecondOpinion:
    """The second opinion breaks each of its rules somewhere, so that it is worth asking."""

    def test_every_rule_is_broken_by_some_damage(self) -> None:
        chance = random.Random(2008)
        seen: set[str] = set()
        for movement in (
            *other_forms(),
            *(sheet for family in FAMILIES for sheet in sheets(family.name, family.tables[0])),
        ):
            for damage in (*MOVING, *ALWAYS, *CLAIMS):
                damaged = damage(movement, chance)
                seen.update(broken(damaged) if damaged is not None else ())
        assert seen == {rule.__name__ for rule in (names_exist, *RULES)}
