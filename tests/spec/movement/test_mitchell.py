"""Mitchell movements (manual, lines 950-1096) and the checker of movements (694-696)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.fairness import Span, fairness
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.announcements import arrow_call
from arrowswitch.core.movements.guide.boards import setup_instructions
from arrowswitch.core.movements.guide.cards import guide_slip
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.i18n import Locale, translate
from tests.movements import SHEETS, encounters, meetings_of, sheet, vector
from tests.tables import for_each


def english(movement: Movement) -> list[str]:
    """Returns the instructions for placing tables and boards."""
    return [translate(p.code, p.params, Locale.EN) for p in setup_instructions(movement)]


class TestStraight:
    """Boards down, East-West up (lines 956-999)."""

    @pytest.mark.parametrize(("boards", "key"), [(3, "board_sets"), (4, "board_sets_alt")])
    def test_figure_9(self, boards: int, key: str) -> None:
        """R-066: 7 tables, 21 and 28 boards: every cell of the figure, its board numbers and the stationary pairs."""
        movement = make("mitchell", tables=7, boards_per_round=boards)
        assert meetings_of(movement) == encounters("fig09_mitchell_7t")
        figure = vector("fig09_mitchell_7t")
        assert [[str(board) for board in group] for group in movement.board_sets] == figure[key]
        assert movement.stationary == tuple(f"NS{i}" for i in range(1, 8))

    def test_tables_are_those_of_the_rule(self) -> None:
        """R-066: North-South never leave their table; the tables of the figure follow."""
        ours = {(m.round, m.table, m.board_set) for m in make("mitchell", tables=7).meetings}
        assert ours == {(c["round"], c["table"], c["set"]) for c in vector("fig09_mitchell_7t")["encounters"]}

    def test_north_south_play_the_boards_in_numerical_order(self) -> None:
        """R-069: line 1035: North-South 3 of 7 tables, 3 boards: 7-9, 10-12, ... 19-21, then 1-3 and 4-6."""
        boards = [board for line in guide_slip(make("mitchell", tables=7), Number("NS3")) for board in line.boards]
        assert boards == [*range(7, 22), *range(1, 7)]

    @pytest.mark.parametrize("family", ["mitchell", "skip-mitchell"])
    def test_every_north_south_pair_goes_round_the_sets(self, family: str) -> None:
        """R-069: for each North-South the sets are consecutive round the ring."""
        movement = make(family, tables=9 if family == "mitchell" else 10)
        sets = len(movement.board_sets)
        for number in movement.stationary:
            plays = [meeting.board_set for meeting in movement.itinerary(number) if meeting is not None]
            assert plays == [(plays[0] - 1 + i) % sets + 1 for i in range(movement.rounds)]


class TestRelay:
    """First and last table share, a bye stand half-way (lines 1005-1025)."""

    def test_figure_10(self) -> None:
        """R-067: the figure (its damaged cells as reconstructed), with tables, and the set that rests in each round."""
        movement = make("relay-mitchell", tables=8)
        figure = vector("fig10_relay_mitchell_8t")
        assert meetings_of(movement) == encounters("fig10_relay_mitchell_8t")
        assert {(m.round, m.table, m.board_set) for m in movement.meetings} == {
            (c["round"], c["table"], c["set"]) for c in figure["encounters"]
        }
        for line in figure["bye_stand"]:
            assert line["set"] not in {m.board_set for m in movement.in_round(line["round"])}

    @for_each("tables", range(4, 27, 2))
    def test_nobody_plays_a_set_twice(self, tables: int) -> None:
        """R-067: at every even number of tables, by count: n sets, n rounds, n different sets for each pair."""
        movement = make("relay-mitchell", tables=tables)
        for number in movement.contestants:
            assert len({m.board_set for m in movement.itinerary(number) if m is not None}) == tables


class TestSkip:
    """East-West skip one table after half of the rounds (lines 1027-1049)."""

    def test_figure_11(self) -> None:
        """R-068: 8 tables, 7 rounds, skip after round 4: every cell of the figure."""
        movement = make("skip-mitchell", tables=8)
        assert meetings_of(movement) == encounters("fig11_skip_mitchell_8t")
        assert movement.options["skip_after"] == vector("fig11_skip_mitchell_8t")["skip_after_round"]
        assert movement.rounds == movement.tables - 1


class TestScrambled:
    """One numbering, one field, arrows turned by the sheet (lines 1080-1090, 2190-2204, 2243-2255)."""

    def test_the_nine_table_sheet(self) -> None:
        """R-071: lines 2195-2204 cell by cell, North-South and East-West as printed; and its first eight rounds."""
        name = "two_session_9t_scrambled_mitchell"
        assert meetings_of(make("scrambled-mitchell", tables=9, arrow="documents")) == encounters(name)
        cut = make("scrambled-mitchell", tables=9, rounds=8, arrow="documents")
        assert meetings_of(cut) == encounters(name, rounds=8)

    def test_the_eight_table_sheet(self) -> None:
        """R-071: lines 2248-2255 cell by cell, without relay or bye board (line 2241)."""
        movement = make("scrambled-mitchell", tables=8, arrow="documents")
        assert meetings_of(movement) == encounters("two_session_8t_scrambled_mitchell")
        assert all(len({m.board_set for m in movement.in_round(r)}) == 8 for r in range(1, 9))

    def test_numbers_run_through_and_all_are_one_field(self) -> None:
        """R-071, R-096: lines 1086-1088: 1 to 18, everybody ranked together."""
        movement = make("scrambled-mitchell", tables=9)
        assert movement.fields == (tuple(str(i) for i in range(1, 19)),)

    def test_the_arrow_is_announced_in_the_turned_rounds(self) -> None:
        """R-071: "Arrow East" where the moving group 1-9 sits North-South: rounds 3, 4, 7, 8; else "Arrow North"."""
        movement = make("scrambled-mitchell", tables=9, arrow="documents")
        calls = [arrow_call(movement, r) for r in range(1, 10)]
        east = [r for r, call in enumerate(calls, start=1) if call is not None and call.code == "guide.arrow-east"]
        assert east == [3, 4, 7, 8]
        assert {int(m.ns[0]) <= 9 for r in east for m in movement.in_round(r)} == {True}
        assert {int(m.ns[0]) <= 9 for r in (1, 2, 5, 6, 9) for m in movement.in_round(r)} == {False}


class TestHalfTable:
    """Method 1: the last North-South are the phantom (lines 1092-1096)."""

    @for_each("family, tables", [("mitchell", 7), ("relay-mitchell", 8), ("scrambled-mitchell", 9)])
    def test_every_moving_pair_sits_out_once(self, family: str, tables: int) -> None:
        """R-072: 6 1/2, 7 1/2 and 8 1/2 tables: as many rounds as tables, another pair out in each."""
        movement = make(family, pairs=2 * tables - 1)
        outs = [movement.sit_outs(r) for r in range(1, movement.rounds + 1)]
        moving = set(movement.contestants) - set(movement.stationary)
        assert sorted(n for (n,) in outs) == sorted(moving)

    def test_seven_and_a_half_tables_may_skip(self) -> None:
        """R-072: 7 1/2 tables as a skip Mitchell: 7 rounds, seven of the eight East-West sit out once."""
        movement = make("skip-mitchell", pairs=15)
        outs = [n for r in range(1, 8) for n in movement.sit_outs(r)]
        assert len(outs) == len(set(outs)) == 7
        assert all(n.startswith("EW") for n in outs)


class TestChecker:
    """No pair twice in a round, no board twice, meetings, relays, sides, plays (lines 694-696, 828-831, 2182-2188)."""

    @for_each("name", SHEETS)
    def test_the_documents_sheets_pass(self, name: str) -> None:
        """R-087: every sheet copied from the documents."""
        assert [f for f in faults(sheet(name)) if f.severity is Severity.FAULT] == []

    @for_each(
        "change, code",
        [
            ({"ns": ("NS2",)}, "movement.pair-twice-in-round"),
            ({"board_set": 2}, "movement.board-twice"),
            ({"ew": ("EW2",)}, "movement.met-twice"),
            ({"board_set": 2}, "movement.set-shared-unplanned"),
            ({"board_set": 2}, "movement.uneven-top"),
            ({"table": 2}, "movement.unreachable-seat"),
            ({"ns": ("EW1",), "ew": ("NS1",)}, "movement.direction-mixed"),
        ],
    )
    def test_a_seeded_fault_is_found(self, change: dict[str, object], code: str) -> None:
        """R-087: figure 9 with one change in the first cell, 1-1 on set 1."""
        good = make("mitchell", tables=7)
        first: Meeting = replace(good.meetings[0], **change)  # type: ignore[arg-type]  # parts of a meeting
        found_faults = faults(replace(good, meetings=(first, *good.meetings[1:])))
        assert code in {fault.code for fault in found_faults if fault.severity is Severity.FAULT}

    def test_sides_and_plays_are_measured(self) -> None:
        """R-087: figure 7: 11 rounds, so 5 and 6 on the two sides; pair 12, always North-South, differs by 11."""
        measured = fairness(sheet("fig07_howell_12p_11r"))
        assert {s.number: abs(s.rounds_ns - s.rounds_ew) for s in measured.shares} == {
            **{str(i): 1 for i in range(1, 12)},
            "12": 11,
        }
        assert measured.plays == Span(6, 6)

    def test_what_a_phantom_and_added_tables_do_to_the_balance(self) -> None:
        """R-063: 12 pairs: everybody is compared alike (s = 0). Without pair 3 every board has five results, not six.

        With A/B tables two opponents each are missed: those of the split table, and 12, 13 and 14 one another.
        """
        full = fairness(sheet("fig07_howell_12p_11r"))
        eleven = fairness(sheet("fig07_howell_12p_11r").with_phantom(Number("3")))
        fourteen = fairness(sheet("fig07_howell_14p_11r_ab"))
        assert (full.balance, full.competition, full.sit_outs) == (Decimal("0.0000"), Span(10, 10), Span(0, 0))
        assert (eleven.balance, eleven.sit_outs, eleven.plays) == (Decimal("0.2132"), Span(1, 1), Span(5, 5))
        assert (fourteen.balance, fourteen.opponents_missed, fourteen.plays) == (
            Decimal("0.6874"),
            Span(2, 2),
            Span(7, 7),
        )


class TestInstructions:
    """Relays and bye stands as instructions for placing tables and boards (lines 784, 818, 908, 2298)."""

    def test_the_eight_table_relay(self) -> None:
        """R-088: "1-8 share, bye stand between 4 and 5"."""
        assert english(make("relay-mitchell", tables=8))[:2] == [
            "Tables 1, 8 share boards in every round: place them side by side.",
            "Put a bye stand between tables 4 and 5 (for 1 board set).",
        ]

    def test_a_howell_with_a_and_b_tables(self) -> None:
        """R-088: 12 pairs with A/B: "6A-6B relay", and the bye boards of figure 7 between 1-2, 2-3 and 5-6A."""
        howell = replace(
            sheet("fig07_howell_14p_11r_ab"), table_labels={6: "6A", 7: "6B"}, bye_stands={1: 1, 2: 3, 5: 1}
        )
        assert english(howell)[:4] == [
            "Tables 6A, 6B share boards in every round: place them side by side.",
            "Put a bye stand between tables 1 and 2 (for 1 board set).",
            "Put a bye stand between tables 2 and 3 (for 3 board sets).",
            "Put a bye stand between tables 5 and 6A (for 1 board set).",
        ]

    def test_a_movement_without_relay_or_stand_has_none(self) -> None:
        """R-088: 7 tables: only which boards lie where."""
        assert all(text.startswith("Table ") for text in english(make("mitchell", tables=7)))
