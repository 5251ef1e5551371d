"""The pictures of the workbench and the figures next to them: pure functions of a movement."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.places import fault_cells
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing.base_row import empty_grid
from arrowswitch.core.movements.editing.compare import figures
from arrowswitch.core.movements.families.registry import FAMILIES, make
from arrowswitch.core.movements.guide.master_sheet import Columns
from arrowswitch.core.movements.guide.room import room_plan
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.i18n import Locale, has_code
from arrowswitch.web.context import words_for
from arrowswitch.web.desk.workbench.figures import FIGURES, figure_rows
from arrowswitch.web.desk.workbench.grid import drawable, fault_rows, grid, marks
from arrowswitch.web.desk.workbench.making import OptionField
from arrowswitch.web.desk.workbench.operations import OPERATIONS
from arrowswitch.web.desk.workbench.page import live_of, pictures_of
from arrowswitch.web.desk.workbench.room_arrows import RoomArrows, room_arrows, room_svg
from arrowswitch.web.desk.workbench.who_meets import WhoMeets, row_text, who_meets, who_meets_svg
from tests.movements import library
from tests.rotation import examples
from tests.tables import for_each

t = words_for(Locale.EN)
SVG = "{http://www.w3.org/2000/svg}"


def number(text: str) -> Number:
    return Number(text)


def parse_drawing(svg: str) -> ElementTree.Element:
    """The picture read as XML: what cannot be read would not be drawn either."""
    return ElementTree.fromstring(str(svg).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def squares(svg: str, name: str) -> int:
    paths = [path for path in parse_drawing(svg).iter(f"{SVG}path") if path.get("class") == name]
    return sum((path.get("d") or "").count("M") for path in paths)


def clashing() -> Movement:
    """A Howell in which 7 and 13 meet in rounds 2 and 3."""
    howell = make("howell", tables=7)
    meetings = tuple(
        replace(m, ns=(number("7"),), ew=(number("13"),)) if (m.round, m.table) == (3, 4) else m
        for m in howell.meetings
    )
    return replace(howell, meetings=meetings)


class TestWhoMeetsWhom:
    """R-087: meetings counted; R-284: how often two are compared on the same side."""

    def test_in_a_complete_howell_every_two_meet_once(self) -> None:
        view = who_meets(make("howell", tables=7))
        assert set(view.met.values()) == {1}
        assert len(view.met) == 14 * 13 // 2
        svg = who_meets_svg(view, t)
        assert (squares(svg, "once"), squares(svg, "never"), squares(svg, "more")) == (91, 0, 0)

    def test_whoever_meets_twice_or_never_is_seen(self) -> None:
        view = who_meets(clashing())
        svg = who_meets_svg(view, t)
        twice = {view.numbers[low] + "-" + view.numbers[high] for (low, high), n in view.met.items() if n > 1}
        assert "7-13" in twice
        assert squares(svg, "more") == len(twice)
        assert squares(svg, "never") > 0
        row = next(row for row in view.rows() if row.number == "7")
        assert ("13", 2) in row.more
        assert "13 ×2" in row_text(row, t)

    @pytest.mark.parametrize(("family", "options"), [("individual", {"players": 12}), ("awl", {"teams": 7})])
    def test_what_is_planned_to_meet_twice_is_as_it_should_be(self, family: str, options: dict[str, int]) -> None:
        """R-284: single players are opponents twice, and the two halves of a team each meet the other team."""
        view = who_meets(make(family, **options))
        svg = who_meets_svg(view, t)
        assert view.planned == 2
        assert squares(svg, "more") == 0
        assert squares(svg, "once") > 0

    def test_the_two_fields_of_a_mitchell_never_meet_among_themselves(self) -> None:
        view = who_meets(make("mitchell", tables=5))
        assert squares(who_meets_svg(view, t), "never") == 0
        assert all(not row.never for row in view.rows())
        assert view.shade((0, 1)) == 4

    def test_the_phantom_is_nobody_s_missing_opponent(self) -> None:
        view = who_meets(make("howell", pairs=13))
        assert view.phantom == "14"
        assert [row.number for row in view.rows()] == [str(n) for n in range(1, 14)]

    @for_each("tables, family", [(4, "howell"), (12, "howell"), (45, "mitchell")])
    def test_the_numbers_stay_apart_at_every_size(self, tables: int, family: str) -> None:
        """From 8 to 90 contestants no two labels of an edge overlap, and none is cut off."""
        root = parse_drawing(who_meets_svg(who_meets(make(family, tables=tables, rounds=None)), t))
        rows = [text for text in root.iter(f"{SVG}text") if (text.get("class") or "").startswith("num row")]
        places = [float(text.get("y") or 0) for text in rows]
        size = float(rows[0].get("font-size") or 0)
        assert min(b - a for a, b in pairwise(places)) >= size
        assert all(float(text.get("x") or 0) >= 0.6 * size * len(text.text or "") for text in rows)

    def test_it_is_named_and_described(self) -> None:
        root = parse_drawing(who_meets_svg(who_meets(make("howell", tables=4)), t))
        assert root.get("role") == "img"
        title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert desc is not None
        assert title.text == "Who meets whom"
        assert "Meet once: 28, more than once: 0" in (desc.text or "")

    def test_nothing_on_the_sheet_is_an_empty_matrix(self) -> None:
        view = who_meets(empty_grid(ContestantKind.PAIR, 8, 4, 7))
        assert view.met == {}
        assert view.shade((0, 1)) == 0
        assert squares(who_meets_svg(view, t), "never") == 28


def going(view: RoomArrows, what: str) -> tuple[str, int | None]:
    row = next(one for one in view.people if one.what == what)
    return row.kind, row.to


class TestTheRoomWithArrows:
    """R-028, R-088, R-112: where everybody and the boards go after a round."""

    def test_in_a_mitchell_east_west_go_up_and_boards_down(self) -> None:
        view = room_arrows(make("mitchell", tables=5), 1)
        assert going(view, "NS3") == ("stay", 3)
        assert going(view, "EW3") == ("move", 4)
        assert going(view, "EW5") == ("move", 1)
        assert {(one.start, one.to) for one in view.boards} == {(1, 5), (2, 1), (3, 2), (4, 3), (5, 4)}
        root = parse_drawing(room_svg(view, t))
        arrows = [path for path in root.iter(f"{SVG}path") if path.get("marker-end")]
        assert sorted(path.get("class") or "" for path in arrows) == ["carry"] * 5 + ["go"] * 5

    def test_boards_rest_on_the_bye_stand(self) -> None:
        view = room_arrows(make("relay-mitchell", tables=8), 1)
        assert ("stand", 4) in {(one.kind, one.to) for one in view.boards}
        assert any(place.is_stand for place in view.plan.places)
        assert len(view.plan.links) == 1

    def test_who_sits_out_next_is_told(self) -> None:
        assert room_arrows(make("howell", pairs=7), 1).sits_out == ("2",)

    def test_after_the_last_round_nobody_goes(self) -> None:
        view = room_arrows(make("howell", tables=4), 7)
        assert {one.kind for one in view.people} == {"finished"}
        assert not [path for path in parse_drawing(room_svg(view, t)).iter(f"{SVG}path") if path.get("marker-end")]

    def test_an_added_table_stands_beside_its_other_half(self) -> None:
        """R-028: relay tables are adjacent."""
        plan = room_plan(make("appendix-howell", tables=8, rounds=13))
        labels = [place.label for place in plan.places if not place.is_stand]
        both = [i for i, label in enumerate(labels) if not label.isdigit()]
        assert both[1] - both[0] == 1

    def test_every_badge_and_line_lies_inside_the_picture(self) -> None:
        for family, tables in (("howell", 7), ("mitchell", 45), ("relay-mitchell", 12), ("individual", 3)):
            view = room_arrows(make(family, tables=tables), 1)
            root = parse_drawing(room_svg(view, t))
            _, _, wide, high = map(float, (root.get("viewBox") or "").split())
            for circle in root.iter(f"{SVG}circle"):
                assert 0 < float(circle.get("cx") or -1) < wide
                assert 0 < float(circle.get("cy") or -1) < high
            for path in root.iter(f"{SVG}path"):
                if path.get("marker-end"):
                    x, y = map(int, (path.get("d") or "")[1:].split("C")[0].split())
                    assert 0 <= x <= wide
                    assert 0 <= y <= high

    def test_both_pictures_name_their_parts_differently(self) -> None:
        """Two pictures of the room stand on one page: their ids may not be the same."""
        view = room_arrows(make("howell", tables=4), 1)
        ids = [re.findall(r'id="([^"]+)"', str(room_svg(view, t, name))) for name in ("room-wide", "room-narrow")]
        assert set(ids[0]).isdisjoint(ids[1])


class TestAnySheet:
    @settings(max_examples=examples(25), deadline=None)
    @given(library(9))
    def test_every_family_can_be_drawn(self, movement: Movement) -> None:
        for after in {1, movement.rounds}:
            pictures = pictures_of(movement, after)
            assert pictures.room is not None
            parse_drawing(room_svg(pictures.room, t))
        view: WhoMeets = pictures.who
        parse_drawing(who_meets_svg(view, t))
        sheet_grid = grid(movement, Columns.SETS, {})
        cells = [cell for row in sheet_grid.rows for column in row.columns for cell in column]
        assert len(cells) == len(movement.meetings)

    @for_each(
        "wrong",
        [
            {"ns": (), "ew": ("3",)},
            {"ns": ("99",), "ew": ("3",)},
            {"ns": ("3",), "ew": ("3",)},
            {"board_set": 77},
            {"table": 70},
            {"round": 50},
            {"ns": ("1", "2"), "ew": ("3", "4")},
        ],
    )
    def test_a_broken_sheet_is_shown_as_far_as_it_goes(self, wrong: dict[str, object]) -> None:
        howell = make("howell", tables=4)
        broken = replace(howell, meetings=(replace(howell.meetings[0], **wrong), *howell.meetings[1:]))  # type: ignore[arg-type]  # wrong on purpose
        live = live_of(broken)
        assert live.faults
        parse_drawing(who_meets_svg(pictures_of(broken, 1).who, t))
        for columns in Columns:
            grid(broken, columns, live.marks)
        assert len(drawable(broken).meetings) == len(howell.meetings) - 1

    def test_a_seat_taken_twice_is_drawn_once(self) -> None:
        howell = make("howell", tables=4)
        doubled = replace(howell, meetings=(*howell.meetings, Meeting(1, 1, (number("2"),), (number("5"),), 1)))
        assert len(drawable(doubled).meetings) == len(howell.meetings)
        assert grid(doubled, Columns.TABLES, {}).rows[0].columns[0][0].ns == "8"


class TestFaultsInCells:
    def test_a_fault_lies_in_the_cells_of_its_encounters(self) -> None:
        movement = clashing()
        places = {
            fault.code: fault_cells(movement, fault) for fault in faults(movement) if fault.contestants == ("7", "13")
        }
        assert set(places["movement.met-twice"]) == {(2, 2), (3, 4)}

    def test_a_fault_of_rounds_and_tables_lies_in_them(self) -> None:
        fault = Fault("movement.table-empty", Severity.FAULT, rounds=(2,), tables=(1, 3))
        assert fault_cells(make("howell", tables=4), fault) == ((2, 1), (2, 3))
        assert fault_cells(make("howell", tables=4), replace(fault, rounds=())) == ()

    def test_what_was_there_before_is_not_new(self) -> None:
        movement = clashing()
        problems = faults(movement)
        assert not any(row.is_new for row in fault_rows(movement, problems, problems))
        assert all(row.is_new for row in fault_rows(movement, problems, ()))

    def test_a_fault_outweighs_a_notice_and_relays_are_not_marked(self) -> None:
        relay = make("relay-mitchell", tables=8)
        assert marks(fault_rows(relay, faults(relay))) == {}
        movement = clashing()
        assert marks(fault_rows(movement, faults(movement)))["3-4"] == "fault"


class TestFigures:
    def test_the_better_one_is_told(self) -> None:
        """Six tables are perfectly balanced, seven are not; both have as many relays."""
        rows = {
            row.name: row for row in figure_rows(figures(make("howell", tables=6)), figures(make("howell", tables=7)))
        }
        assert (rows["balance"].first, rows["balance"].verdict) == ("0.0000", "one")
        assert rows["relays"].verdict == "same"
        assert (rows["tables"].verdict, rows["tables"].differs) == ("", True)

    def test_alone_there_is_nothing_to_compare(self) -> None:
        rows = figure_rows(figures(make("howell", tables=6)))
        assert [row.name for row in rows] == [figure.name for figure in FIGURES]
        assert not any(row.differs or row.verdict for row in rows)

    def test_teams_have_no_balance(self) -> None:
        rows = {row.name: row.first for row in figure_rows(figures(make("awl", tables=5)))}
        assert rows["balance"] == "–"


class TestWords:
    def test_every_operation_and_field_has_its_words(self) -> None:
        codes = [operation.title for operation in OPERATIONS]
        codes += [field.label for operation in OPERATIONS for field in operation.fields]
        codes += [field.hint for operation in OPERATIONS for field in operation.fields if field.hint]
        assert [code for code in codes if not has_code(code)] == []

    def test_every_option_of_every_family_has_its_words(self) -> None:
        """Every option of a family has a message `desk.workbench.option.<name>` in the catalogue of the workbench."""
        labels = {OptionField(option, family).label for family in FAMILIES for option in family.options}
        assert sorted(code for code in labels if not has_code(code)) == []
