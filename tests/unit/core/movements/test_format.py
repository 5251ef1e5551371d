"""Movements as plain JSON: written movements can be read, and faults are reported with their places."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.formats.movement.movement_json import from_plain
from arrowswitch.i18n import Locale, problems_text
from tests.movements import draw_sheet, mitchells, sheet
from tests.rotation import examples
from tests.tables import for_each

SMALL = {"meetings": [{"round": 1, "table": 1, "ns": "1", "ew": "2", "boards": [1, 2]}]}


def problems(data: object) -> list[tuple[str, str]]:
    """Returns (code, place) of everything that cannot be read."""
    with pytest.raises(Malformed) as caught:
        from_plain(data)
    assert all(problems_text(caught.value, locale) for locale in Locale)
    return [(problem.code.removeprefix("movement.file."), problem.where) for problem in caught.value.problems]


class TestRoundTrip:
    @given(st.one_of(mitchells(), draw_sheet()))
    @settings(max_examples=examples(60))
    def test_what_is_written_is_read_as_the_same(self, movement: Movement) -> None:
        assert from_plain(json.loads(json.dumps(to_plain(movement)))) == movement

    def test_labels_and_stands_come_back(self) -> None:
        howell = replace(
            sheet("fig07_howell_14p_11r_ab"), table_labels={6: "6A", 7: "6B"}, bye_stands={1: 1}, phantom=Number("14")
        )
        assert from_plain(to_plain(howell)) == howell


class TestShape:
    def test_it_is_the_shape_of_the_command_line(self) -> None:
        """docs/reference/commands.md, `movement show`: the 8-table relay, 3 boards a round."""
        plain = to_plain(make("relay-mitchell", tables=8))
        assert plain["family"] == "relay-mitchell"
        assert (plain["tables"], plain["rounds"], plain["boards_per_round"]) == (8, 8, 3)
        assert plain["board_sets"][0] == [1, 2, 3]  # type: ignore[index]  # a list, as the next lines show
        meetings: list[dict[str, object]] = plain["meetings"]  # type: ignore[assignment]  # a list of objects
        assert meetings[0] == {"round": 1, "table": 1, "ns": "NS1", "ew": "EW1", "boards": [1, 2, 3]}
        assert plain["stationary"] == [f"NS{i}" for i in range(1, 9)]
        sharing: list[dict[str, object]] = plain["sharing"]  # type: ignore[assignment]  # a list of objects
        assert sharing[0] == {"round": 1, "tables": [1, 8], "boards": [1, 2, 3]}
        assert (plain["sit_outs"], plain["faults"]) == ([], [])

    def test_a_pair_that_sits_out_has_no_meeting(self) -> None:
        plain = to_plain(make("mitchell", pairs=9))
        meetings: list[dict[str, object]] = plain["meetings"]  # type: ignore[assignment]  # a list of objects
        assert len(meetings) == 20
        assert not any("NS5" in meeting.values() for meeting in meetings)
        assert plain["sit_outs"] == [
            {"round": r, "contestant": f"EW{n}"} for r, n in enumerate((5, 4, 3, 2, 1), start=1)
        ]

    def test_players_have_seats(self) -> None:
        meetings: list[dict[str, object]] = to_plain(sheet("fig20_individual_8"))["meetings"]  # type: ignore[assignment]  # a list of objects
        assert meetings[0] == {"round": 1, "table": 1, "n": "8", "s": "1", "e": "6", "w": "2", "boards": [1]}

    def test_faults_are_listed_with_their_places(self) -> None:
        movement = make("mitchell", tables=3)
        first = replace(movement.meetings[0], board_set=9, ew=())
        plain = to_plain(replace(movement, meetings=(first, *movement.meetings[1:])))
        faults: list[dict[str, Any]] = plain["faults"]  # type: ignore[assignment]  # a list of objects
        assert {"movement.set-unknown", "movement.side-empty"} <= {fault["code"] for fault in faults}
        assert (faults[0]["rounds"], faults[0]["tables"]) == ([1], [1])
        assert plain["meetings"][0]["ew"] == []  # type: ignore[index]  # the side is a list when it does not hold one number
        assert json.dumps(plain)

    def test_a_shared_set_that_does_not_exist_is_left_out(self) -> None:
        first = Meeting(1, 1, (Number("1"),), (Number("2"),), 7)
        second = Meeting(1, 2, (Number("3"),), (Number("4"),), 7)
        numbers = tuple(Number(str(i)) for i in range(1, 5))
        plain = to_plain(Movement("x", ContestantKind.PAIR, numbers, 2, 1, ((1,),), (first, second), (numbers,)))
        assert plain["sharing"] == []


class TestWhatIsLeftOut:
    def test_meetings_are_enough(self) -> None:
        movement = from_plain(SMALL)
        assert (movement.family, movement.kind, movement.tables, movement.rounds) == (
            "custom",
            ContestantKind.PAIR,
            1,
            1,
        )
        assert movement.board_sets == ((1, 2),)
        assert movement.contestants == ("1", "2")
        assert movement.fields == (("1", "2"),)
        assert is_sound(movement)

    def test_two_fields_are_known_by_their_numbers(self) -> None:
        movement = make("mitchell", tables=7)
        plain = {"meetings": to_plain(movement)["meetings"]}
        read = from_plain(plain)
        assert (read.fields, read.board_sets) == (
            (tuple(sorted(movement.fields[0])), tuple(sorted(movement.fields[1]))),
            movement.board_sets,
        )
        assert is_sound(read)

    def test_players_are_known_by_their_seats(self) -> None:
        plain = {"meetings": to_plain(sheet("fig20_individual_8"))["meetings"], "colour": "red"}
        assert from_plain(plain).kind is ContestantKind.PLAYER

    def test_numbers_may_be_written_as_numbers(self) -> None:
        data = {"meetings": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "boards": [1]}]}
        assert from_plain(data).contestants == ("1", "2")

    def test_nothing_is_played(self) -> None:
        movement = from_plain({"meetings": []})
        assert (movement.tables, movement.rounds, movement.kind) == (1, 1, ContestantKind.PAIR)


class TestProblems:
    @for_each("data", [None, 3, "x", []])
    def test_it_is_an_object(self, data: object) -> None:
        assert problems(data) == [("not-object", "")]

    def test_there_are_meetings(self) -> None:
        assert problems({}) == [("no-meetings", "meetings")]

    @for_each(
        "change, expected",
        [
            ({"round": 0}, [("number", "meetings[0].round")]),
            ({"round": True}, [("number", "meetings[0].round")]),
            ({"table": "1"}, [("number", "meetings[0].table")]),
            ({"table": 1000}, [("number", "meetings[0].table")]),
            ({"ns": ""}, [("contestant", "meetings[0].ns")]),
            ({"ns": "1 2"}, [("contestant", "meetings[0].ns")]),
            ({"ns": True}, [("contestant", "meetings[0].ns")]),
            ({"ns": "1" * 21}, [("contestant", "meetings[0].ns")]),
            ({"ew": ["1", 2.5]}, [("contestant", "meetings[0].ew[1]")]),
            ({"boards": [0, 2]}, [("number", "meetings[0].boards[0]")]),
            ({"boards": "1-2"}, [("list", "meetings[0].boards")]),
            ({"n": "1"}, [("missing", "meetings[0].s"), ("missing", "meetings[0].e"), ("missing", "meetings[0].w")]),
        ],
    )
    def test_a_meeting_says_what_is_wrong_with_it(
        self, change: dict[str, object], expected: list[tuple[str, str]]
    ) -> None:
        assert problems({"meetings": [{**SMALL["meetings"][0], **change}]}) == expected

    def test_what_is_missing_is_named(self) -> None:
        assert problems({"meetings": [{}, 7]}) == [
            ("missing", "meetings[0].round"),
            ("missing", "meetings[0].table"),
            ("missing", "meetings[0].boards"),
            ("missing", "meetings[0].ns"),
            ("missing", "meetings[0].ew"),
            ("not-object", "meetings[1]"),
        ]

    @for_each(
        "key, value, expected",
        [
            ("meetings", {}, [("list", "meetings")]),
            ("unplayed", 7, [("list", "unplayed")]),
            ("family", 7, [("text", "family")]),
            ("kind", "trio", [("kind", "kind")]),
            ("kind", 7, [("kind", "kind")]),
            ("tables", 0, [("number", "tables")]),
            ("rounds", 1000, [("number", "rounds")]),
            ("board_sets", [[1, 2], 3], [("list", "board_sets[1]")]),
            ("board_sets", [[1, 3]], [("no-such-set", "meetings[0].boards")]),
            ("contestants", ["1", ""], [("contestant", "contestants[1]")]),
            ("fields", [["1", "2"], "3"], [("list", "fields[1]")]),
            ("stationary", [[]], [("contestant", "stationary[0]")]),
            ("arrow_switched", ["2"], [("number", "arrow_switched[0]")]),
            ("rounds_free_to_cut", [-1], [("number", "rounds_free_to_cut[0]")]),
            ("phantom", 1.5, [("contestant", "phantom")]),
            ("table_labels", {"1": 7}, [("text", "table_labels.1")]),
            ("table_labels", {"A": "6A"}, [("number", "table_labels.A")]),
            ("table_labels", {"0": "6A"}, [("number", "table_labels.0")]),
            ("table_labels", [], [("mapping", "table_labels")]),
            ("bye_stands", {"1": "one"}, [("number", "bye_stands.1")]),
            ("options", {"tables": 2.5}, [("option", "options.tables")]),
            ("options", {"tables": False}, [("option", "options.tables")]),
        ],
    )
    def test_everything_else_says_what_is_wrong_with_it(
        self, key: str, value: object, expected: list[tuple[str, str]]
    ) -> None:
        assert problems({**SMALL, key: value}) == expected

    def test_a_list_without_end_is_refused(self) -> None:
        assert problems({"meetings": [None] * 50_001}) == [("too-many", "meetings")]

    def test_long_values_are_cut_in_the_message(self) -> None:
        with pytest.raises(Malformed) as caught:
            from_plain({**SMALL, "family": ["x" * 1000]})
        assert len(str(caught.value.problems[0].params["value"])) == 40

    @given(
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.floats(allow_nan=False)),
            lambda inner: st.one_of(
                st.lists(inner, max_size=4),
                st.dictionaries(
                    st.sampled_from(["meetings", "round", "table", "ns", "ew", "n", "boards", "board_sets", "fields"]),
                    inner,
                    max_size=5,
                ),
            ),
            max_leaves=20,
        )
    )
    @settings(max_examples=examples(200))
    def test_anything_is_read_or_refused(self, data: object) -> None:
        try:
            from_plain(data)
        except Malformed as mistake:
            assert mistake.problems  # noqa: PT017  # whether it raises depends on the example
