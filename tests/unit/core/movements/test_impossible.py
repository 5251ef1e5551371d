"""Impossible movements: every fact is refused or made with its condition, has words and an alternative, and is proved
again where a computer can do so in a moment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.checking.left_right import sides_report
from arrowswitch.core.movements.families.individual import individual_rounds
from arrowswitch.core.movements.families.registry import FAMILIES, make
from arrowswitch.core.movements.listed.impossible import FACTS, impossible
from arrowswitch.core.movements.searched.starters import library
from arrowswitch.i18n import Locale, has_code, problem_text
from tests.tables import for_each

PLAYERS = range(5, 29)
"""The numbers of players of the manual (line 1590)."""
LISTED = [(family, fact) for family, facts in FACTS.items() for fact in facts]


Asked = dict[str, int | str]
NOT_FOUND = (20, 21, 24)
REFUSED: dict[str, list[tuple[str, Asked]]] = {
    "howell-too-long": [("howell", {"tables": 5, "rounds": 10})],
    "mitchell-even": [("mitchell", {"tables": 8}), ("mitchell", {"tables": 10, "rounds": 6})],
    "mitchell-too-long": [("mitchell", {"tables": 7, "rounds": 8})],
    "skip-full": [("skip-mitchell", {"tables": 8, "rounds": 8})],
    "relay-cut": [("relay-mitchell", {"tables": 8, "rounds": 7})],
    "rover-fifteen": [("rover-mitchell", {"tables": 15, "rounds": 15})],
    "half-appendix-cut": [("one-and-a-half-appendix", {"tables": 8, "rounds": 6})],
    "web-few": [("web-mitchell", {"tables": 28, "rounds": 13})],
    "mirror-orthogonal": [("mirror-mitchell", {"teams": 4}), ("mirror-mitchell", {"teams": 12})],
    "individual-few": [("individual", {"players": 4})],
    "individual-all-partners-not-found": [
        ("individual", {"players": players, "rounds": players - 1 + players % 4}) for players in NOT_FOUND
    ],
}
"""Requests that are refused. Other facts are made, with their conditions."""
INSTEAD: dict[str, list[tuple[str, Asked]]] = {
    "howell-room-square": [("short-howell", {"tables": 3, "rounds": 4})],
    "howell-one-more": [("howell", {"tables": 4, "rounds": 7})],
    "howell-searched": [("howell", {"tables": 5, "rounds": 9})],
    "howell-too-long": [("howell", {"tables": 5})],
    "mitchell-even": [("relay-mitchell", {"tables": 8}), ("skip-mitchell", {"tables": 8})],
    "mitchell-too-long": [("howell", {"tables": 7})],
    "mitchell-six": [
        ("relay-mitchell", {"tables": 6}),
        ("skip-mitchell", {"tables": 6}),
        ("howell", {"tables": 6, "rounds": 8}),
    ],
    "skip-full": [("relay-mitchell", {"tables": 8})],
    "relay-cut": [("skip-mitchell", {"tables": 8, "rounds": 7})],
    "rover-nine": [("rover-mitchell", {"tables": 9, "rounds": 9})],
    "rover-fifteen": [("rover-mitchell", {"tables": 15, "rounds": 14}), ("skip-mitchell", {"pairs": 31})],
    "rover-relay-six": [("rover-mitchell", {"tables": 6, "base": "relay"})],
    "half-appendix-cut": [("rover-mitchell", {"tables": 8, "rounds": 6})],
    "web-few": [("web-mitchell", {"tables": 28, "rounds": 14}), ("mitchell", {"tables": 28, "rounds": 13})],
    "two-session-odd": [("two-session-mitchell", {"tables": 13, "rounds": 12})],
    "mirror-orthogonal": [("awl", {"teams": 12}), ("round-robin", {"teams": 4})],
    "individual-few": [("individual", {"players": 5})],
    "individual-all-partners": [("individual", {"players": players}) for players in PLAYERS if players % 4 > 1],
    "individual-all-partners-not-found": [("individual", {"players": players}) for players in NOT_FOUND],
}
"""The movements in place of an impossible one."""


def fact_of(family: str, code: str) -> Problem:
    [fact] = [fact for fact in FACTS[family] if fact.code == f"impossible.{code}"]
    return fact


def sizes(family: str, code: str) -> set[tuple[int, int]]:
    """Returns the sizes that a fact names, as tables and rounds."""
    words = str(fact_of(family, code).params["sizes"]).split(", ")
    return {(int(tables), int(rounds)) for tables, rounds in (word.split(" x ") for word in words)}


def sheet_without_sharing(tables: int, rounds: int) -> bool:
    """True if 2 x `tables` pairs can play `rounds` rounds on as many sets, every table on another set, nobody meeting
    anyone or playing any board twice; any sheet, developed or not."""
    from arrowswitch.core import cp_model  # noqa: PLC0415 - it loads the solver

    model = cp_model.CpModel()
    twos = list(combinations(range(2 * tables), 2))
    meets = {(two, r, s): model.new_bool_var("") for two in twos for r in range(rounds) for s in range(rounds)}
    for two in twos:
        model.add_at_most_one(meets[two, r, s] for r in range(rounds) for s in range(rounds))
    for turn in range(rounds):
        for pair in range(2 * tables):
            own = [two for two in twos if pair in two]
            model.add_exactly_one(meets[two, turn, s] for two in own for s in range(rounds))
            model.add_exactly_one(meets[two, r, turn] for two in own for r in range(rounds))
        for board_set in range(rounds):
            model.add_at_most_one(meets[two, turn, board_set] for two in twos)
    for table in range(tables):
        model.add(meets[(2 * table, 2 * table + 1), 0, table] == 1)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return status != cp_model.INFEASIBLE


def matchings(numbers: tuple[int, ...], count: int, rounds: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yields `count` twos of moving pairs with different differences, and the others alone."""
    if not numbers:
        if not count:
            yield ()
        return
    first, *rest = numbers
    alone = len(numbers) - 2 * count
    if alone:
        for others in matchings(tuple(rest), count, rounds):
            yield ((first,), *others)
    for other in rest if count else ():
        gap = min((first - other) % rounds, (other - first) % rounds)
        left = tuple(number for number in rest if number != other)
        for others in matchings(left, count - 1, rounds):
            gaps = [min((a - b) % rounds, (b - a) % rounds) for a, b in (two for two in others if len(two) == 2)]
            if gap not in gaps and 2 * gap != rounds:
                yield ((first, other), *others)


def places(tables: tuple[tuple[int, ...], ...], rounds: int, steps: frozenset[int], used: frozenset[int]) -> bool:
    """True if the tables can have a set each so that no moving pair plays a set twice."""
    if not tables:
        return True
    for place in range(rounds) if used else [0]:
        own = {(number - place) % rounds for number in tables[0]}
        fits = place not in used and len(own) == len(tables[0]) and not own & steps
        if fits and places(tables[1:], rounds, steps | own, used | {place}):
            return True
    return False


def developed_without_sharing(tables: int, rounds: int) -> bool:
    """True if there is a first round, developed by one a round, in which every table has another set."""
    base = matchings(tuple(range(rounds)), rounds - tables, rounds)
    return any(places(one, rounds, frozenset(), frozenset()) for one in base)


class TestFacts:
    def test_families_are_those_of_the_register(self) -> None:
        assert set(FACTS) <= {family.name for family in FAMILIES}
        assert impossible("no-such-family") == ()
        assert [problem.code for problem in impossible("skip-mitchell")] == ["impossible.skip-full"]

    @for_each("family, fact", LISTED, ids=lambda part: getattr(part, "code", part))
    def test_refused_with_words_and_a_way_out(self, family: str, fact: Problem) -> None:
        """R-282, R-086: an impossible movement is refused, and the named alternative exists."""
        assert has_code(fact.code)
        assert all(problem_text(fact, locale) for locale in Locale)
        code = fact.code.removeprefix("impossible.")
        for name, options in REFUSED.get(code, ()):
            assert name == family
            with pytest.raises(Refused):
                make(name, **options)
        assert INSTEAD[code]
        for name, options in INSTEAD[code]:
            assert make(name, **options)


class TestHowells:
    def test_two_and_three_tables_must_share(self) -> None:
        """No sheet at all: 4 pairs in 3 rounds, 6 pairs in 5; 4 rounds of 6 pairs and 7 of 8 pairs can be."""
        assert not sheet_without_sharing(2, 3)
        assert not sheet_without_sharing(3, 5)
        assert sheet_without_sharing(3, 4)
        assert sheet_without_sharing(4, 7)

    @for_each("tables, rounds", [(4, 5), (6, 7), (4, 6), (5, 8)])
    def test_no_first_round_without_sharing(self, tables: int, rounds: int) -> None:
        """All first rounds tried."""
        assert (tables, rounds) in sizes("howell", "howell-one-more") | sizes("howell", "howell-searched")
        assert not developed_without_sharing(tables, rounds)

    @for_each("tables, rounds", [(3, 4), (5, 6), (5, 7), (6, 8), (7, 8)])
    def test_the_trial_finds_what_there_is(self, tables: int, rounds: int) -> None:
        assert developed_without_sharing(tables, rounds)

    @for_each("tables", range(2, 14, 2))
    def test_one_round_more_than_an_even_number_of_tables(self, tables: int) -> None:
        """R = T + 1: the sets, the doubled one twice, add up to 0 only if the doubled one is that which is nowhere."""
        rounds = tables + 1
        for nowhere in range(rounds):
            for doubled in range(rounds):
                total = sum(place for place in range(rounds) if place != nowhere) + doubled
                assert (total % rounds == 0) == (doubled == nowhere)

    def test_only_those_that_must_share_do(self) -> None:
        """Every Howell of the library with shared boards is one of the facts, and every fact one of the library."""
        sharing = {
            (tables, rounds)
            for (tables, rounds, _), starter in library().items()
            if len({table.place for table in starter.base}) < tables
        }
        must = sizes("howell", "howell-one-more") | sizes("howell", "howell-searched") | {(2, 3), (3, 5)}
        assert sharing == must
        shorter = sizes("short-howell", "howell-one-more") | sizes("short-howell", "howell-searched")
        assert shorter | sizes("three-quarter-howell", "howell-one-more") == must - {(2, 3), (3, 5)}


class TestOthers:
    def test_a_rover_at_nine_tables(self) -> None:
        """R-074: rounds 2 to 9: no seats at other tables, against other East-West, on other sets; up to 8 there are."""

        def seats(last: int, tables: tuple[int, ...] = ()) -> bool:
            r = len(tables) + 2
            if r > last:
                return True
            return any(new(r, table, tables) and seats(last, (*tables, table)) for table in range(9))

        def new(r: int, table: int, tables: tuple[int, ...]) -> bool:
            before = list(enumerate(tables, start=2))
            return all(
                table != t and (table - r) % 9 != (t - o) % 9 and (table + r) % 9 != (t + o) % 9 for o, t in before
            )

        assert seats(8)
        assert not seats(9)

    def test_partners_of_everybody(self) -> None:
        """R-282: n(n - 1) / 2 partnerships, two at a table: n = 4k or 4k + 1; those who all partner have just these."""
        odd = {players for players in PLAYERS if players * (players - 1) // 2 % 2}
        assert str(fact_of("individual", "individual-all-partners").params["players"]) == ", ".join(
            map(str, sorted(odd))
        )
        complete = {
            players
            for players in PLAYERS
            for rounds in individual_rounds(players)
            if set(sides_report(make("individual", players=players, rounds=rounds)).partners) == {1}
        }
        assert complete == {5, 8, 9, 12, 13, 16, 17, 25, 28}
        missing = set(PLAYERS) - odd - complete
        listed = str(fact_of("individual", "individual-all-partners-not-found").params["players"])
        assert listed == ", ".join(map(str, sorted(missing)))
