"""The contents of guide sheets, master sheets and guide slips (manual, lines 736-746, 833-866).

Figure 7, the Howell of 12 pairs with 11 rounds and 22 boards, is taken as it is printed (with its listed misprints put
right), so that nothing here depends on how a Howell is made.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.cards import guide_cards, guide_slip, starting_places
from arrowswitch.core.movements.guide.master_sheet import Columns, master_sheet
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.i18n import Locale, translate
from tests.movements import sheet, vector
from tests.rotation import examples
from tests.tables import for_each

NEXT = re.compile(r"次は(?:テーブル(\d+) |このテーブルの )(N-S|E-W)")


def printed_cells(name: str) -> dict[tuple[int, int], list[str]]:
    """Returns the tokens of a printed sheet by (round, column), its misprints put right, notes in brackets left out."""
    data = vector(name)
    cells: dict[tuple[int, int], list[str]] = {}
    for row in data["printed_rows"]:
        for column, cell in enumerate(row["cells"], start=1):
            cells[row["round"], column] = [t for t in cell.split() if t != "bye" and not t.startswith("(")]
    for misprint in data["misprints"]:
        wrong, right = misprint["from"], misprint["to"]
        cells[wrong["round"], wrong["column"]].remove(wrong["token"])
        if right is not None:
            cells[right["round"], right["set"]].append(right["token"])
    return {place: sorted(tokens) for place, tokens in cells.items() if tokens}


def our_cells(movement: Movement) -> dict[tuple[int, int], list[str]]:
    """Returns the master sheet by sets in the form of `printed_cells`."""
    rows = enumerate(master_sheet(movement, Columns.SETS).rows, start=1)
    cells = {(r, s): sorted(e.text for e in cell) for r, row in rows for s, cell in enumerate(row, start=1)}
    return {place: tokens for place, tokens in cells.items() if tokens}


class TestGuideSheets:
    """One sheet for each table; in front of each seat where that player goes next (lines 736-746, 833-837)."""

    def test_six_sheets_of_eleven_rounds(self) -> None:
        """R-002: 12 pairs sit at 6 tables; every sheet has its 11 rounds."""
        cards = guide_cards(sheet("fig07_howell_12p_11r"))
        assert [len(card) for card in cards] == [11] * 6

    def test_table_one_is_the_column_of_the_figure(self) -> None:
        """R-002: at table 1 pair 12 stays and meets 1, 2, ... 11, on boards 1-2, 3-4, ... 21-22 in turn."""
        card = guide_cards(sheet("fig07_howell_12p_11r"))[0]
        assert [(line.ns, line.ew, line.boards) for line in card] == [
            (("12",), (str(r),), (2 * r - 1, 2 * r)) for r in range(1, 12)
        ]

    def test_the_seats_of_table_one_say_where_to_go(self) -> None:
        """R-002: pair 1 takes the seat that 11, the last moving number, leaves: after round 1 table 2 North-South."""
        card = guide_cards(sheet("fig07_howell_12p_11r"))[0]
        texts = [translate(p.next.phrase.code, p.next.phrase.params, Locale.JA) for p in card[0].positions]
        assert texts == ["次もこのまま", "次はテーブル2 N-S"]

    def test_boards_go_one_place_down(self) -> None:
        """R-002: table 1 plays sets 1, 2, ...; each goes to the top place of the ring, where table 6 stands."""
        card = guide_cards(sheet("fig07_howell_12p_11r"))[0]
        assert (card[0].boards_next.round, card[0].boards_next.tables) == (2, (6,))

    def test_following_the_texts_reproduces_the_sheet(self) -> None:
        """R-002: from round 1 on only the Japanese texts in front of the seats are read."""
        movement = sheet("fig07_howell_12p_11r")
        cards = {(line.round, line.table): line for card in guide_cards(movement) for line in card}
        seats = {}
        for (number, _), place in starting_places(movement).items():
            table, side = place.table, "N-S" if place.side == "NS" else "E-W"
            for round_number in range(1, 12):
                seats[round_number, table, side] = number
                here = cards[round_number, table or 0]
                [position] = [p for p in here.positions if p.number == number]
                text = translate(position.next.phrase.code, position.next.phrase.params, Locale.JA)
                if (moved := NEXT.fullmatch(text)) is not None:
                    table, side = int(moved[1] or table or 0), moved[2]
                else:
                    assert text == ("終わり" if round_number == 11 else "次もこのまま")
        reproduced = {
            Meeting(r, t, (seats[r, t, "N-S"],), (seats[r, t, "E-W"],), m.board_set)
            for m in movement.meetings
            for r, t in [(m.round, m.table)]
        }
        assert reproduced == set(movement.meetings)


class TestMasterSheets:
    """Rounds by board sets, or by tables, with `a-b` in the cells (lines 843-866)."""

    @for_each(
        "name, family, options",
        [
            ("fig09_mitchell_7t", "mitchell", {"tables": 7}),
            ("fig10_relay_mitchell_8t", "relay-mitchell", {"tables": 8}),
            ("fig11_skip_mitchell_8t", "skip-mitchell", {"tables": 8}),
            ("two_session_8t_scrambled_mitchell", "scrambled-mitchell", {"tables": 8, "arrow": "documents"}),
            ("two_session_9t_scrambled_mitchell", "scrambled-mitchell", {"tables": 9, "arrow": "documents"}),
        ],
    )
    def test_every_printed_cell_is_ours(self, name: str, family: str, options: dict[str, int | str]) -> None:
        """R-004: figures 9, 10, 11 and the two scrambled sheets, token by token."""
        assert our_cells(make(family, **options)) == printed_cells(name)

    def test_a_howell_sheet_leaves_the_bye_boards_blank(self) -> None:
        """R-004: figure 7, token by token; 5 of the 11 sets rest in each round."""
        movement = sheet("fig07_howell_12p_11r")
        assert our_cells(movement) == printed_cells("fig07_howell_12p_11r")
        assert [sum(1 for cell in row if not cell) for row in master_sheet(movement).rows] == [5] * 11

    def test_added_tables_stand_in_brackets(self) -> None:
        """R-004: figure 7 with table 6 split: `(7-13/14-4)` in round 1 and so on, both under the set they share."""
        data = vector("fig07_howell_12p_11r")
        notes = {row["round"]: row["cells"][10].split()[-1] for row in data["printed_rows"]}
        split = replace(sheet("fig07_howell_14p_11r_ab"), table_labels={6: "6A", 7: "6B"})
        for round_number, row in enumerate(master_sheet(split).rows, start=1):
            bracketed = [[e for e in cell if e.is_bracketed] for cell in row if any(e.is_bracketed for e in cell)]
            [[first, second]] = bracketed
            assert f"({first.text[1:-1]}/{second.text[1:-1]})" == notes[round_number]
            assert (first.table, second.table) == ("6A", "6B")

    def test_by_tables_every_entry_has_its_boards(self) -> None:
        """R-004: figure 11, round 5 (after the skip): `5-8` on boards 1-3, `6-1` on 4-6, and so on round the tables."""
        row = master_sheet(make("skip-mitchell", tables=8), Columns.TABLES).rows[4]
        assert [(cell[0].table, cell[0].text, cell[0].boards) for cell in row] == [
            ("1", "1-4", "13-15"),
            ("2", "2-5", "16-18"),
            ("3", "3-6", "19-21"),
            ("4", "4-7", "22-24"),
            ("5", "5-8", "1-3"),
            ("6", "6-1", "4-6"),
            ("7", "7-2", "7-9"),
            ("8", "8-3", "10-12"),
        ]


FIVE = (
    make("mitchell", pairs=13),
    make("relay-mitchell", tables=10),
    make("skip-mitchell", tables=8, numbering="continuing"),
    make("scrambled-mitchell", tables=9),
    sheet("fig07_howell_12p_11r"),
)


class TestGuideSlips:
    """Everybody's own way through the session (line 2304)."""

    @given(st.sampled_from(FIVE), st.data())
    @settings(max_examples=examples(80))
    def test_a_slip_is_the_master_sheet_filtered(self, movement: Movement, data: st.DataObject) -> None:
        """R-005: round, table, side, opponents and boards of pair p are the cells that name p."""
        p = data.draw(st.sampled_from(movement.contestants))
        lines = guide_slip(movement, p)
        assert [(x.round, x.table, x.side, x.opponents, x.boards, x.is_played) for x in lines] == [
            (
                m.round,
                m.table,
                "NS" if m.ns == (p,) else "EW",
                m.ew if m.ns == (p,) else m.ns,
                movement.board_sets[m.board_set - 1],
                movement.phantom not in (*m.ns, *m.ew),
            )
            for m in sorted(movement.meetings, key=lambda m: m.round)
            if p in (*m.ns, *m.ew)
        ]

    def test_a_slip_of_pair_seven(self) -> None:
        """R-005: figure 7, pair 7: 7-4 on boards 21-22, 1-7 on 7-8, 11-7 on 17-18, 10-7 on 5-6, 7-6 on 1-2, ..."""
        lines = guide_slip(sheet("fig07_howell_12p_11r"), Number("7"))
        assert [(x.label, x.side, x.opponents[0], x.boards[0]) for x in lines[:5]] == [
            ("6", "NS", "4", 21),
            ("2", "EW", "1", 7),
            ("3", "EW", "11", 17),
            ("6", "EW", "10", 5),
            ("4", "NS", "6", 1),
        ]
