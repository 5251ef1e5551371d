"""Two-session Mitchells and interwoven Howells: their rules, sizes, refusals and the search for starters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.howell import interwoven_rounds
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.two_session_mitchell import TABLES, bases_for, two_session_rounds
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.searched.starters import interwoven_library
from tests.tables import for_each
from tools.searches import interwoven as interwoven_search
from tools.searches.interwoven import find_interwoven, find_whole_sheet, squares, turn_cards
from tools.searches.libraries import format_interwoven, interwoven_problems, parse_interwoven

MITCHELLS = [(t, r, base) for t in TABLES for r in two_session_rounds(t) for base in bases_for(t, r)]


def opponents_of(movement: Movement) -> set[frozenset[Number]]:
    """Returns the pairs of contestants that meet."""
    return {frozenset(meeting.contestants) for meeting in movement.meetings}


class TestMitchell:
    @for_each("tables, rounds, base", MITCHELLS)
    def test_group_a_meets_group_b_only(self, tables: int, rounds: int, base: str) -> None:
        """Every size, on every base, with the right count of meetings and of sets."""
        movement = make("two-session-mitchell", tables=tables, rounds=rounds, base=base)
        first = set(movement.contestants[:tables])
        assert all(len(two & first) == 1 for two in opponents_of(movement))
        assert len(opponents_of(movement)) == tables * rounds
        assert len(movement.board_sets) == (rounds if base == "appendix" else len(movement.board_sets))

    @for_each("tables, rounds, base", [m for m in MITCHELLS if m[2] == "appendix"])
    def test_appendix_boards_are_all_worth_the_same_and_played_by_all(
        self, tables: int, rounds: int, base: str
    ) -> None:
        """As many sets as rounds, each played at every table once (line 2219); two stationary pairs at each table."""
        movement = make("two-session-mitchell", tables=tables, rounds=rounds, base=base)
        assert len(movement.board_sets) == rounds
        assert all(len({m.board_set for m in movement.meetings if n in m.contestants}) == rounds
                   for n in movement.contestants)  # fmt: skip
        assert len(movement.stationary) == 2 * (tables - rounds)

    def test_the_number_that_stays_in_both_sessions(self) -> None:
        """Lines 3157-3213: 8, 9, 10 tables in 7 rounds and 15 to 19 in 13: the last number stays in both sessions."""
        for tables, rounds in ((8, 7), (9, 7), (10, 7), (15, 13), (16, 12), (17, 13), (18, 12), (19, 13)):
            both = [make(f, tables=tables, rounds=rounds) for f in ("two-session-mitchell", "interwoven-howell")]
            assert all(str(2 * tables) in movement.stationary for movement in both)
            assert [len(movement.stationary) for movement in both] == [2 * (tables - rounds)] * 2

    @for_each(
        "options, code",
        [
            ({"tables": 4}, "two-session.tables"),
            ({"tables": 20}, "two-session.tables"),
            ({"tables": 13, "rounds": 10}, "two-session.rounds"),
            ({"tables": 13, "rounds": 11, "base": "straight"}, "two-session.base"),
            ({"tables": 9, "phantom": "19"}, "howell.phantom"),
        ],
    )
    def test_refusals(self, options: dict[str, int | str], code: str) -> None:
        with pytest.raises(Refused) as refused:
            make("two-session-mitchell", **options)
        assert [problem.code for problem in refused.value.problems] == [code]


class TestInterwoven:
    @for_each("tables, rounds", sorted(interwoven_library()))
    def test_every_size_is_sound_and_meets_inside_the_groups(self, tables: int, rounds: int) -> None:
        """Everybody plays every set; across the groups only i meets i + tables, and only if tables are odd."""
        movement = make("interwoven-howell", tables=tables, rounds=rounds)
        assert is_sound(movement)
        first = set(movement.contestants[:tables])
        across = {two for two in opponents_of(movement) if len(two & first) == 1}
        expected = {frozenset((str(i), str(i + tables))) for i in range(1, rounds + 1)} if tables % 2 else set()
        assert across == expected
        for number in movement.contestants:
            assert sorted(m.board_set for m in movement.meetings if number in m.contestants) == [*range(1, rounds + 1)]

    @for_each("tables, rounds", [size for size in sorted(interwoven_library()) if size[0] > 6])
    def test_relays_are_the_fewest(self, tables: int, rounds: int) -> None:
        """T tables on R sets need T - R that share; all have no more, but 9 tables, for which CP-SAT proves 2."""
        movement = make("interwoven-howell", tables=tables, rounds=rounds)
        shared = sum(len(at) - 1 for at in movement.sharing(1).values())
        assert shared == (2 if (tables, rounds) in {(9, 9), (9, 8)} else tables - rounds)
        assert interwoven_library()[tables, rounds].proof == "no starter has fewer relays"

    def test_library_holds_every_listed_size(self) -> None:
        """Lines 3157-3213 and 3447: 5 to 19 tables."""
        assert {tables for tables, _ in interwoven_library()} == set(range(5, 20))
        assert interwoven_rounds(13)[-3:] == (11, 12, 13)
        assert interwoven_rounds(14)[-3:] == (11, 12, 13)

    def test_starters_are_read_as_they_are_written(self) -> None:
        text = format_interwoven(interwoven_library().values())
        assert {(s.tables, s.rounds): s for s in parse_interwoven(text)} == interwoven_library()

    @for_each(
        "old, new",
        [("8-1@1", "8-2@1"), ("8-1@1", "8-1@2"), ("8-1@1 9-16@1 13-14@2", "8-16@1 9-1@1 13-14@2")],
    )
    def test_a_starter_that_is_none_is_refused(self, old: str, new: str) -> None:
        text = format_interwoven([interwoven_library()[8, 7]])
        with pytest.raises(Impossible):
            parse_interwoven(text.replace(old, new))
        with pytest.raises(Impossible):
            parse_interwoven(text + text)

    def test_a_whole_sheet_with_a_round_missing_is_refused(self) -> None:
        whole = interwoven_library()[5, 5]
        short = replace(whole, later=whole.later[:-1])
        assert interwoven_problems(short) == ("a whole sheet has another number of rounds",)
        with pytest.raises(Impossible, match="another number of rounds"):
            parse_interwoven(format_interwoven([short]))

    @pytest.mark.parametrize(("tables", "code"), [(4, "interwoven.tables"), (20, "interwoven.tables")])
    def test_sizes_there_are_not(self, tables: int, code: str) -> None:
        with pytest.raises(Refused) as refused:
            make("interwoven-howell", tables=tables)
        assert refused.value.problems[0].code == code

    def test_rounds_there_are_not(self) -> None:
        with pytest.raises(Refused) as refused:
            make("interwoven-howell", tables=9, rounds=10)
        assert refused.value.problems[0].params["possible"] == "7, 8, 9"


class TestSearch:
    def test_finds_a_starter_with_the_fewest_relays(self) -> None:
        starter = find_interwoven(8, 7)
        assert starter is not None
        assert len({table.place for table in starter.base}) == 7

    @for_each("tables, rounds", [(5, 5), (6, 5), (8, 8), (9, 4)])
    def test_says_where_there_is_none(self, tables: int, rounds: int) -> None:
        """5 and 6 tables have no starter with two tables at a place at most; 8 rounds are too many, 4 too few."""
        assert find_interwoven(tables, rounds) is None

    def test_finds_a_starter_with_one_table_across(self) -> None:
        """Seven tables, six rounds: six moving pairs and one that stays in each group; i meets i + 7, nobody twice."""
        starter = find_interwoven(7, 6, work=5)
        assert starter is not None
        assert interwoven_problems(starter) == ()
        assert starter.stationary == (7, 14)
        meetings = Counter(frozenset((ns, ew)) for _, _, ns, ew, _ in starter.meetings())
        assert set(meetings.values()) == {1}
        assert {two for two in meetings if min(two) <= 7 < max(two)} == {frozenset((i, i + 7)) for i in range(1, 7)}
        for number in range(1, 15):
            assert sorted(s for _, _, ns, ew, s in starter.meetings() if number in (ns, ew)) == [*range(1, 7)]

    def test_what_the_solver_gave_up_on_is_not_ruled_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Eight tables, seven rounds need one shared table; without an answer for one, that with two proves nothing."""
        real, relays = interwoven_search._place, []

        def give_up_once(tables: int, rounds: int, shared: int, work: float, seed: int) -> object:
            relays.append(shared)
            return (None, False) if len(relays) == 1 else real(tables, rounds, shared, work, seed)

        monkeypatch.setattr(interwoven_search, "_place", give_up_once)
        starter = find_interwoven(8, 7, work=5)
        assert relays == [1, 2]
        assert starter is not None
        assert starter.proof == "the fewest relays found"

    def test_no_whole_sheet_where_the_rounds_are_too_few(self) -> None:
        """Five tables: everybody meets four of the own group and one across, which four rounds cannot hold."""
        assert find_whole_sheet(5, rounds=4, work=1) is None

    def test_finds_whole_sheets(self) -> None:
        """Five tables, 25 meetings: a little work finds a sheet with everybody on every set, maybe more relays."""
        sheet = find_whole_sheet(5, work=2)
        assert sheet is not None
        assert not interwoven_problems(sheet)
        for number in range(1, 11):
            assert sorted(s for _, _, ns, ew, s in sheet.meetings() if number in (ns, ew)) == [1, 2, 3, 4, 5]
        assert interwoven_library()[5, 5].proof == "no sheet has fewer relays"

    def test_turning_cards_never_makes_it_worse(self) -> None:
        starter = interwoven_library()[8, 7]
        assert squares(turn_cards(starter)) <= squares(starter)
