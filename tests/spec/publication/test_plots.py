"""The plots of a result package: an evening by rounds, the scores of a board, who met whom.

The test reckons the figures again from what the cards and travellers of the same package say.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC
from fractions import Fraction
from typing import Any

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.publication.plots import HEAD, HEIGHT, STEP, evening, how_often, meetings
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.views import PrivateView
from arrowswitch.tournament.ranking.rankings import private, privates, travellers
from tests.builders import Evening, mitchell_evening, new_evening
from tests.paper import job_of

WORDS = Words(Locale.EN, UTC)


def play_all_of(evening_of: Evening) -> Evening:
    evening_of.play_all()
    return evening_of


def view_of(event: Evening, number: str) -> PrivateView:
    return private(event.state, Place(1, "A"), Number(number))


def draw_evening(event: Evening, number: str) -> dict[str, Any]:
    model = evening(view_of(event, number), job_of(event), WORDS)
    assert model is not None
    return dict(model)


def percents(view: PrivateView) -> dict[int, Fraction]:
    """The percentage of each round, from the lines of the card."""
    won: dict[int, list[Fraction]] = {}
    for line in view.lines:
        assert line.points is not None
        assert line.points.exact is not None
        sums = won.setdefault(line.cell.slot.round, [Fraction(0), Fraction(0)])
        sums[0] += line.points.exact
        sums[1] += line.points.top
    return {number: points * 100 / top for number, (points, top) in won.items()}


class TestEvening:
    def test_a_bar_says_what_the_round_brought(self) -> None:
        event = play_all_of(mitchell_evening())
        view = view_of(event, "NS1")
        bars = draw_evening(event, "NS1")["bars"]
        due = percents(view)
        assert [int(bar["round"]) for bar in bars] == list(due)
        assert [bar["value"] for bar in bars] == [f"{int(value + Fraction(1, 2))}%" for value in due.values()]

    def test_a_bar_ends_where_its_value_lies(self) -> None:
        event = play_all_of(mitchell_evening())
        due = percents(view_of(event, "NS2"))
        for bar, value in zip(draw_evening(event, "NS2")["bars"], due.values(), strict=True):
            end = HEAD + int((100 - value) * HEIGHT / 100)
            half = HEAD + HEIGHT // 2
            assert bar["is_up"] == (end <= half)
            assert (bar["y"], bar["height"]) == (min(end, half), max(abs(end - half), 1))

    def test_the_line_ends_at_the_total_of_all_rounds(self) -> None:
        event = play_all_of(mitchell_evening())
        view = view_of(event, "EW3")
        points = sum((line.points.exact for line in view.lines if line.points and line.points.exact), Fraction(0))
        top = sum((line.points.top for line in view.lines if line.points), Fraction(0))
        model = draw_evening(event, "EW3")
        assert model["points"][-1] == {
            "x": STEP * (len(model["bars"]) - 1) + STEP // 2,
            "y": HEAD + int((100 - points * 100 / top) * HEIGHT / 100),
        }

    def test_of_one_round_there_is_nothing_to_see(self) -> None:
        event = mitchell_evening()
        for board in (1, 2):
            event.enter(1, 1, board, "110")
        assert evening(view_of(event, "NS1"), job_of(event), WORDS) is None


class TestScores:
    def test_each_score_stands_with_the_tables_that_made_it(self) -> None:
        event = play_all_of(mitchell_evening())
        for view in travellers(event.state, 1):
            model: Any = how_often(view, job_of(event))
            made = Counter(str(cell.ns_score).replace("-", "−") for cell in view.cells)
            counts = Counter({row["score"]: int(row["n"]) for row in model["rows"]})
            assert counts == made
            widest = max(model["rows"], key=lambda row: row["width"])
            assert int(widest["n"]) == max(made.values())

    def test_a_board_without_a_score_has_none(self) -> None:
        event = mitchell_evening()
        assert all(how_often(view, job_of(event)) is None for view in travellers(event.state, 1))


class TestMeetings:
    def test_in_a_mitchell_one_field_meets_the_other(self) -> None:
        event = play_all_of(mitchell_evening())
        (table,) = meetings(privates(event.state, 1), job_of(event), WORDS)
        model: Any = table
        assert [line["number"] for line in model["lines"]] == ["NS1", "NS2", "NS3"]
        assert list(model["columns"]) == ["EW1", "EW2", "EW3"]
        assert all(cell["text"] for line in model["lines"] for cell in line["cells"])

    def test_numbers_of_two_digits_belong_to_their_field(self) -> None:
        """Ten tables: the row of number 10 was missing."""
        mitchell = new_evening(20)
        mitchell.start(make("skip-mitchell", tables=10, boards_per_round=2))
        mitchell.play_all()
        tables: Any = meetings(privates(mitchell.state, 1), job_of(mitchell), WORDS)
        assert [line["number"] for line in tables[0]["lines"]] == [f"NS{number}" for number in range(1, 11)]
        assert list(tables[0]["columns"]) == [f"EW{number}" for number in range(1, 11)]

    def test_in_a_howell_all_stand_in_rows_and_columns_and_two_who_met_share_what_there_was(self) -> None:
        event = new_evening(6)
        event.start(make("howell", tables=3, boards_per_round=2))
        event.play_all()
        (table,) = meetings(privates(event.state, 1), job_of(event), WORDS)
        model: Any = table
        numbers = [line["number"] for line in model["lines"]]
        assert numbers == list(model["columns"])
        cells = {
            (line["number"], column): cell
            for line in model["lines"]
            for column, cell in zip(model["columns"], line["cells"], strict=True)
        }
        for (row, column), cell in cells.items():
            assert cell["is_self"] == (row == column)
            other = cells[column, row]
            assert cell["rounds"] == other["rounds"]
            if cell["text"]:
                assert int(cell["text"][:-1]) + int(other["text"][:-1]) in (100, 101)

    def test_before_anybody_met_there_is_no_table(self) -> None:
        event = mitchell_evening()
        assert meetings([], job_of(event), WORDS) == ()
