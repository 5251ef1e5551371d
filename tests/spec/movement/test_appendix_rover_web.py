"""Appendix, rover, one-and-a-half and Web Mitchells; team of pairs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.rover import rover_seats
from arrowswitch.core.movements.guide.boards import relays
from arrowswitch.core.movements.guide.cards import NextKind, guide_cards, guide_slip
from arrowswitch.core.movements.guide.room import room_plan
from arrowswitch.core.movements.model import Movement
from tests.movements import (
    board_places,
    encounters,
    meetings_of,
    printed_tokens,
    registered_sizes,
    seats,
    sheet,
    vector,
    written_tokens,
)
from tests.rotation import rotate
from tests.tables import for_each


def codes(movement: Movement) -> set[str]:
    """Returns the codes of the faults of `movement` (notices left out)."""
    return {fault.code for fault in faults(movement) if fault.severity is Severity.FAULT}


def replay(movement: Movement) -> None:
    """Counts again, without the checker: nobody meets anybody or plays anything twice, no table shares unannounced."""
    assert len({(m.ns, m.ew) for m in movement.meetings}) == len(movement.meetings)
    for number in movement.contestants:
        sets = [m.board_set for m in movement.itinerary(number) if m is not None]
        assert len(sets) == len(set(sets))


class TestAppendixMitchell:
    """Lines 1051-1078: base tables, appendix tables opposite tables 1, 2, ..., stationary pairs."""

    def test_figure_12(self) -> None:
        """R-070: 20 pairs, 7 rounds: every cell with its table, the two misread ones (7-3, 4-10) corrected."""
        movement = make("appendix-mitchell", tables=10, rounds=7)
        name = "fig12_appendix_mitchell_7base_10t"
        assert meetings_of(movement) == encounters(name)
        assert board_places(movement) == seats(name)
        assert written_tokens(movement) == printed_tokens(name)

    @pytest.mark.parametrize(("boards", "key"), [(3, "board_sets"), (4, "board_sets_alt")])
    def test_figure_12_boards_relays_and_stationary_pairs(self, boards: int, key: str) -> None:
        """R-070: tables 8, 9, 10 share with 1, 2, 3; North-South 8-10 and East-West 1-3 stay; 21 or 28 boards."""
        movement = make("appendix-mitchell", tables=10, rounds=7, boards_per_round=boards)
        figure = vector("fig12_appendix_mitchell_7base_10t")
        assert [[str(board) for board in group] for group in movement.board_sets] == figure[key]
        assert movement.stationary == ("NS8", "NS9", "NS10", "EW1", "EW2", "EW3")
        assert [(relay.tables, relay.is_always) for relay in relays(movement)] == [
            ((1, 8), True),
            ((2, 9), True),
            ((3, 10), True),
        ]

    @for_each(
        "tables, rounds",
        [(t, int(r)) for r, sizes in registered_sizes("PMAX").items() for t in sizes]
        + [(t, r) for r in (7, 8, 9) for t in range(r + 1, 2 * r)],
    )
    def test_every_registered_size(self, tables: int, rounds: int) -> None:
        """R-070, R-086: PMAX (line 3443), and 7 to 9 rounds: everybody plays every board, nobody anybody twice.

        Every set is played once at each base table and once more at each appendix table: as often as there are tables.
        """
        movement = make("appendix-mitchell", tables=tables, rounds=rounds)
        assert (movement.tables, movement.rounds, len(movement.board_sets)) == (tables, rounds, rounds)
        assert codes(movement) == set()
        replay(movement)
        for number in movement.contestants:
            assert all(m is not None for m in movement.itinerary(number))
        for board_set in range(1, rounds + 1):
            assert sum(1 for m in movement.meetings if m.board_set == board_set) == tables

    def test_the_stationary_of_the_two_fields_do_not_meet(self) -> None:
        """R-070: North-South of the appendix tables and East-West of those they share with are never opponents."""
        movement = make("appendix-mitchell", tables=16, rounds=13)
        still = set(movement.stationary)
        assert not any(m.ns[0] in still and m.ew[0] in still for m in movement.meetings)

    def test_other_sizes_are_refused(self) -> None:
        """R-070: 13 rounds are for 14 to 25 tables; 6 and 14 rounds are not there."""
        for options in ({"tables": 26, "rounds": 13}, {"tables": 10, "rounds": 10}, {"tables": 9, "rounds": 6}):
            with pytest.raises(Refused):
                make("appendix-mitchell", **options)


def stored_seats(tables: int, base: str, kind: str = "seats") -> dict[str, Any]:
    """Returns the entry of the rover's data file for a size, nothing where it has none."""
    entries = data_of("searched/rover_seats")[kind]
    return next((entry for entry in entries if (entry["tables"], entry["base"]) == (tables, base)), {})


class TestRelayTablesStandTogether:
    """Manual 818: tables that share boards stand next to each other in the plan of the room."""

    @for_each("family, options", [("appendix-mitchell", {"tables": 9, "rounds": 7}),
                                  ("appendix-mitchell", {"tables": 11, "rounds": 7}),
                                  ("stagger", {"tables": 8}), ("new-england", {"tables": 8})])  # fmt: skip
    def test_shared_boards_are_at_neighbours(self, family: str, options: dict[str, int]) -> None:
        movement = make(family, **options)
        for round_number in range(1, movement.rounds + 1):
            links = room_plan(movement, round_number=round_number).links
            assert links
            assert all(abs(a.column - b.column) + abs(a.row - b.row) == 1 for a, b in links)

    @for_each(
        "tables, rounds, columns",
        [(13, 7, None), (13, 9, None), (17, 9, 3), (17, 9, 5), (17, 12, 3), (21, 11, None), (25, 13, None)],
    )
    def test_no_relay_stands_at_the_cut_corner(self, tables: int, rounds: int, columns: int | None) -> None:
        """An odd number of tables cuts a corner of the ring; its neighbours stand diagonally and share no boards."""
        plan = room_plan(make("appendix-mitchell", tables=tables, rounds=rounds), columns)
        assert plan.links
        assert all(abs(a.column - b.column) + abs(a.row - b.row) == 1 for a, b in plan.links)

    def test_a_single_appendix_table_closes_the_ring(self) -> None:
        """Table 8 is next to table 1 as it is: the numbers run round the room."""
        places = room_plan(make("appendix-mitchell", tables=8)).places
        assert [place.label for place in places] == [str(table) for table in range(1, 9)]


class TestRover:
    """Lines 1098-1121 and 3765-3797: the extra North-South pair displaces one pair a round."""

    def test_figure_13(self) -> None:
        """R-073: 7 tables: the Mitchell of the figure with the rover in the bracketed seats 2, 4, 6, 1, 3, 5."""
        movement = make("rover-mitchell", pairs=15)
        cells = vector("fig13_rover_mitchell_7t")["encounters_played"]
        assert {(m.round, m.table, m.board_set, m.ns[0], m.ew[0]) for m in movement.meetings} == {
            (c["round"], c["table"], c["set"], f"NS{c['ns'][1:]}", f"EW{c['ew'][1:]}") for c in cells
        }
        outs = [(r, n) for r in range(1, 8) for n in movement.sit_outs(r)]
        assert outs == [(o["round"], f"NS{o['pair'][1:]}") for o in vector("fig13_rover_mitchell_7t")["sit_outs"]]

    @for_each(
        "entry", vector("app3_rover_table")["exceptions"], ids=lambda entry: f"{entry['tables']}-{entry['mitchell']}"
    )
    def test_the_listed_seats(self, entry: dict[str, object]) -> None:
        """R-073: lines 3773-3779: 6 skip 3, 6; 6 relay 5, 6; 10 relay 1, 7; 12 skip 2, 10; 12 relay 3, 9; and so on.

        At 6 tables with a relay 5 and 6 cannot be: East-West 4 would be met in rounds 2 and 3; only 5 is kept.
        """
        tables, base = int(str(entry["tables"])), str(entry["mitchell"])
        rover, stored = rover_seats(tables, base), stored_seats(tables, base)
        printed = tuple(int(str(entry[key]).removeprefix("NS ")) for key in ("round2", "round3"))
        assert tuple(stored["listed"]) == printed
        assert stored["listed_line"] == entry["source_line"]
        assert rover.seats[:1] == printed[:1]
        assert (rover.seats[:2] == printed) is entry["first_two_seats_possible"]

    def test_the_impossible_seats(self) -> None:
        """R-073: 6 tables, relay: table 5 in round 2 and table 6 in round 3 both have East-West 4."""
        plain = make("relay-mitchell", tables=6)
        fifth, sixth = plain.at(2, 5), plain.at(3, 6)
        assert fifth is not None
        assert sixth is not None
        assert fifth.ew == sixth.ew == ("EW4",)

    def test_everywhere_else_two_and_four_come_first(self) -> None:
        """R-073: line 3766: North-South 2, 4, ... wherever nothing else is listed."""
        for tables in registered_sizes("PMRV"):
            for base in ("straight",) if tables % 2 else ("skip", "relay"):
                assert "listed" in stored_seats(tables, base) or rover_seats(tables, base).seats[:2] == (2, 4)

    @for_each("tables", registered_sizes("PMRV"))
    def test_every_registered_size(self, tables: int) -> None:
        """R-073, R-086: PMRV, 5 to 26 tables (line 3442), on every Mitchell there is: all different at every round."""
        for base in ("straight",) if tables % 2 else ("skip", "relay"):
            movement = make("rover-mitchell", tables=tables, base=base)
            assert movement.tables == tables
            assert codes(movement) == set()
            replay(movement)
            rover = [m for m in movement.itinerary(Number(f"NS{tables + 1}")) if m is not None]
            assert [m.round for m in rover] == list(range(2, movement.rounds + 1))
            assert len({m.table for m in rover}) == movement.rounds - 1
            assert all(len(movement.sit_outs(r)) == 1 for r in range(1, movement.rounds + 1))

    @for_each(
        "tables, base, most",
        [
            (9, "straight", 8),
            (15, "straight", 14),
            (18, "skip", 17),
            (19, "straight", 19),
            (21, "straight", 20),
            (24, "skip", 23),
            (26, "skip", 25),
        ],
    )
    def test_round_limits(self, tables: int, base: str, most: int) -> None:
        """R-074: lines 3783-3794 and what is possible: the documents' own sheets end, or meet again, no later.

        9 tables 8 rounds; 15 to 13, 14 possible; 18 to 14, 17 possible; 19 to 18, 19 possible; 21 meets again in 19, 20
        are possible without; 24 meets again in 20 and 23, not here; 26 to 23, 25 possible.
        """
        [limit] = [e for e in vector("app3_rover_table")["limits"] if (e["tables"], e["mitchell"]) == (tables, base)]
        assert rover_seats(tables, base).rounds == most
        stored = stored_seats(tables, base, "limit")
        assert stored.get("free_to") == limit.get("playable_to")
        again = stored.get("meets_again", [])
        assert again == limit.get("rematch_in_rounds", [])
        assert stored["limit_line"] == limit["source_line"]
        assert most >= max([limit.get("playable_to", 0), *(r - 1 for r in again)])
        with pytest.raises(Refused) as caught:
            make("rover-mitchell", tables=tables, base=base, rounds=most + 1)
        assert caught.value.problems[0].code == "families.rover-rounds"
        assert caught.value.problems[0].params["most"] == most

    def test_nine_rounds_at_nine_tables_need_a_swap(self) -> None:
        """R-074: line 3785: two East-West pairs, 3 and 9, move specially: they change places in rounds 1, 4 and 7."""
        movement = make("rover-mitchell", pairs=19, rounds=9)
        assert movement.options["base"] == "swap"
        assert codes(movement) == set()
        replay(movement)
        assert movement.rounds == 9
        usual = make("mitchell", tables=9)
        moved = {
            (m.round, m.ew[0])
            for m in movement.meetings
            if (plain := usual.at(m.round, m.table)) is not None and (plain.ew, plain.board_set) != (m.ew, m.board_set)
        }
        assert moved == {(r, number) for r in (1, 4, 7) for number in ("EW3", "EW9")}
        assert make("rover-mitchell", pairs=19).rounds == 8
        with pytest.raises(Refused):
            make("rover-mitchell", tables=11, base="swap")

    def test_no_more_than_26_tables(self) -> None:
        """R-074: line 3797."""
        with pytest.raises(Refused) as caught:
            make("rover-mitchell", tables=27)
        assert caught.value.problems[0].code == "movement.refused.tables"

    def test_it_may_be_ended_early(self) -> None:
        """R-073: lines 1293-1295: unlike a phantom, a rover leaves every board as often played as the others."""
        assert make("rover-mitchell", pairs=15).rounds_free_to_cut == (1, 2, 3, 4, 5, 6)
        assert make("mitchell", pairs=15 - 2).rounds_free_to_cut == ()


class TestRoverSlip:
    """Lines 1106 and 3765-3779: a slip for the rover and for whom it displaces."""

    def test_the_rovers_slip(self) -> None:
        """R-006: 7 tables: sit out, 2, 4, 6, 1, 3, 5."""
        lines = guide_slip(make("rover-mitchell", pairs=15), Number("NS8"))
        assert [line.table for line in lines] == [None, 2, 4, 6, 1, 3, 5]

    def test_a_displaced_pairs_slip(self) -> None:
        """R-006: North-South 4 sits out in round 3 and is back at its table in round 4."""
        movement = make("rover-mitchell", pairs=15)
        assert [line.table for line in guide_slip(movement, Number("NS4"))] == [4, 4, None, 4, 4, 4, 4]
        before = guide_cards(movement)[3][1]
        [place] = [position.next for position in before.positions if position.number == "NS4"]
        assert (place.kind, place.round, place.table) == (NextKind.SIT_OUT, 4, 4)


class TestOneAndAHalf:
    """Lines 1123-1146: base = tables - 1 1/2, the appendix table relays with table 1, one East-West pair waits."""

    def test_figure_14(self) -> None:
        """R-075: 17 pairs: every cell, the entries of table 8 in the set that table 1 plays; waiting 9, 8, ... 3."""
        movement = make("one-and-a-half-appendix", pairs=17)
        name = "fig14_appendix_mitchell_8half"
        assert meetings_of(movement) == encounters(name)
        assert board_places(movement) == seats(name)
        assert written_tokens(movement) == printed_tokens(name)
        assert [movement.sit_outs(r) for r in range(1, 8)] == [(f"EW{n}",) for n in (9, 8, 7, 6, 5, 4, 3)]

    @for_each("tables", range(4, 28))
    def test_every_size(self, tables: int) -> None:
        """R-075: odd and even bases (skip): two East-West pairs never wait, the others once; every set as often."""
        movement = make("one-and-a-half-appendix", pairs=2 * tables + 1)
        assert (movement.tables, movement.rounds) == (tables, tables - 1)
        assert codes(movement) == set()
        replay(movement)
        outs = [number for r in range(1, tables) for number in movement.sit_outs(r)]
        assert len(outs) == len(set(outs)) == tables - 1
        assert set(movement.fields[1]) - set(outs) >= {"EW1"}
        assert len(set(movement.fields[1]) - set(outs)) == 2

    def test_it_is_for_an_odd_number_only_and_is_not_ended_early(self) -> None:
        """R-075: 16 pairs are refused, and 6 rounds instead of 7."""
        for options in ({"pairs": 16}, {"pairs": 17, "rounds": 6}):
            with pytest.raises(Refused):
                make("one-and-a-half-appendix", **options)


class TestWeb:
    """Lines 3662-3672: two halves, two copies of the boards, those of the second half in reverse order."""

    def test_eighteen_tables(self) -> None:
        """R-079: 18 tables, 13 rounds of 2 boards: the sheet as it was worked out (the figure is lost)."""
        movement = make("web-mitchell", tables=18)
        name = "app3_web_18t_13r_derived"
        assert meetings_of(movement) == encounters(name)
        assert board_places(movement) == seats(name)
        assert (movement.boards_per_round, movement.boards_total) == (2, 26)
        assert {movement.copy_of(c["table"]) == c["copy"] for c in vector(name)["encounters"]} == {True}

    @for_each("tables", registered_sizes("PWEB")["13"])
    def test_every_registered_size(self, tables: int) -> None:
        """R-079, R-086: PWEB, 14 to 24 tables, 13 rounds (line 3445): nobody meets or plays twice, nobody shares."""
        movement = make("web-mitchell", tables=tables)
        assert (movement.tables, movement.rounds, movement.boards_total) == (tables, 13, 26)
        assert codes(movement) == set()
        replay(movement)
        assert all(movement.sharing(r) == {} for r in range(1, 14))

    @rotate(
        "tables, rounds",
        [(t, r) for t in range(4, 31, 2) for r in range(t // 2, t)],
        by=lambda size: (size[0], size[1] % 4),
    )
    def test_other_rounds(self, tables: int, rounds: int) -> None:
        """R-079: any number of rounds from half the tables up: everybody plays every board, nobody anybody twice."""
        movement = make("web-mitchell", tables=tables, rounds=rounds)
        assert codes(movement) == set()
        replay(movement)
        assert all(movement.sharing(r) == {} for r in range(1, rounds + 1))

    def test_an_even_number_of_rounds_skips_once(self) -> None:
        """R-079: 16 tables, 12 rounds: East-West 1 is at table 6 in round 6 and at table 8 in round 7."""
        movement = make("web-mitchell", tables=16, rounds=12)
        tables = [meeting.table for meeting in movement.itinerary(Number("EW1")) if meeting is not None]
        assert tables == [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]
        sets = [meeting.board_set for meeting in movement.itinerary(Number("EW1")) if meeting is not None]
        assert sets == [1, 3, 5, 7, 9, 11, 2, 12, 10, 8, 6, 4]

    @for_each("tables, rounds", [(4, 3), (10, 9), (12, 11), (14, 13), (26, 13), (28, 15), (30, 15)])
    def test_the_usual_rounds(self, tables: int, rounds: int) -> None:
        """R-079: 13 where that is possible, else as near to it as can be."""
        assert make("web-mitchell", tables=tables).rounds == rounds

    @for_each("tables, rounds", [(17, 13), (28, 13), (16, 7), (12, 12)])
    def test_what_cannot_be_is_refused(self, tables: int, rounds: int) -> None:
        """R-079: odd tables, too many tables for the sets, as many rounds as tables."""
        with pytest.raises(Refused):
            make("web-mitchell", tables=tables, rounds=rounds)

    def test_both_copies_go_down_one_table(self) -> None:
        """R-079: the boards of table 9 go to 8 and those of 18 to 17; nobody shares."""
        cards = guide_cards(make("web-mitchell", tables=18))
        assert cards[8][0].boards_next.tables == (8,)
        assert cards[17][0].boards_next.tables == (17,)
        assert all(line.shares_with == () for card in cards for line in card)


class TestTeamOfPairs:
    """Lines 1534-1566: four or five pairs, team-mates change every round."""

    def test_four_pairs(self) -> None:
        """R-253, R-086: PMSCNF: the table guide sheets of lines 1552-1564, 8 boards a round; 4 stays at table 1."""
        movement = make("team-of-pairs", pairs=4)
        assert meetings_of(movement) == encounters("team_of_pairs_4p")
        assert board_places(movement) == seats("team_of_pairs_4p")
        assert movement.board_sets == tuple(tuple(range(i, i + 8)) for i in (1, 9, 17))
        assert make("team-of-pairs", pairs=4, boards_per_round=7).board_sets[1] == tuple(range(8, 15))
        assert codes(movement) == codes(sheet("team_of_pairs_4p")) == set()

    def test_everybody_is_everybodys_team_mate_once(self) -> None:
        """R-253: line 1566: North-South of one table and East-West of the other."""
        movement = make("team-of-pairs", pairs=4)
        teams = vector("team_of_pairs_4p")["teams"]
        tables = (movement.in_round(r) for r in (1, 2, 3))
        partnerships = [((one.ns[0], other.ew[0]), (other.ns[0], one.ew[0])) for one, other in tables]
        assert partnerships == [tuple(tuple(map(str, team[k])) for k in ("team_a", "team_b")) for team in teams]
        assert {frozenset(team) for teams_ in partnerships for team in teams_} == {
            frozenset(two) for two in combinations("1234", 2)
        }

    def test_five_pairs(self) -> None:
        """R-253: line 1544: one pair sits out in each round; everybody meets everybody, two rounds a side."""
        movement = make("team-of-pairs", pairs=5)
        assert meetings_of(movement) == encounters("team_of_pairs_5p_derived")
        assert [movement.sit_outs(r) for r in range(1, 6)] == [("1",), ("2",), ("3",), ("4",), ("5",)]
        assert {frozenset(m.contestants) for m in movement.meetings} == {frozenset(x) for x in combinations("12345", 2)}
        assert {sum(1 for m in movement.meetings if n in m.ns) for n in movement.contestants} == {2}
        assert codes(movement) == set()

    def test_other_sizes_are_refused(self) -> None:
        """R-253: three tables, four rounds."""
        for options in ({"tables": 3}, {"pairs": 4, "rounds": 4}):
            with pytest.raises(Refused):
                make("team-of-pairs", **options)
