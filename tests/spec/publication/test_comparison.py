"""Scorecards of a result package compared with par and with the field, results by role, and the page that compares two
contestants. The numbers are counted again from the results of the event."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import Played, ns_score
from arrowswitch.core.game.seats import Side
from arrowswitch.documents.publication.comparison import (
    Balance,
    balance,
    compared_lines,
    field_average,
    roles,
)
from arrowswitch.documents.publication.package import result_package
from arrowswitch.formats.federation.published import published_files
from arrowswitch.formats.pbn.results import read_pbn_results
from arrowswitch.formats.results.csv_results import read_csv
from arrowswitch.formats.usebio.reader import read_usebio
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.deals import KeepAnalysis
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.deals import DealAnalysis
from arrowswitch.tournament.ranking.rankings import private, travellers
from arrowswitch.tournament.rehearsal.playing import plausible_result_text
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, mitchell_evening
from tests.packages import pages
from tests.paper import job_of, with_deals

ANALYSIS = "7676" * 4 + "8585"
"""The double-dummy tricks of a board: North-South win seven in the suits and eight in notrump."""


@cache
def evening_with_analysis() -> Evening:
    """A Mitchell of three tables with hands and the same analysis for every board, published."""
    evening = mitchell_evening()
    for slot in missing_slots(evening.state, 1):
        evening.do(EnterResult(slot, plausible_result_text(slot, seed=3)))
    evening.do(Publish())
    with_deals(evening)
    texts = evening.state.deals.placed[1].texts
    evening.do(KeepAnalysis(1, {board: DealAnalysis(text, ANALYSIS, "") for board, text in texts.items()}))
    return evening


def scores_of(evening: Evening) -> list[tuple[BoardNumber, int]]:
    """The board and the score for North-South of every result in the ledger."""
    return [
        (entry.slot.board, ns_score(entry.result, entry.slot.board))
        for entry in evening.state.results.values()
        if entry.result is not None
    ]


def averages() -> dict[BoardNumber, int | None]:
    return {view.board: field_average(view) for view in travellers(evening_with_analysis().state, 1)}


def test_the_average_is_the_mean_of_all_scores_of_a_board() -> None:
    for view in travellers(evening_with_analysis().state, 1):
        scores = [score for board, score in scores_of(evening_with_analysis()) if board == view.board]
        mean = Fraction(sum(scores), len(scores))
        average = field_average(view)
        assert average is not None
        assert abs(average - mean) <= Fraction(1, 2)


def test_both_sides_of_a_table_are_as_far_from_the_average() -> None:
    state = evening_with_analysis().state
    north_south, east_west = (private(state, Place(1, "A"), Number(number)) for number in ("NS1", "EW1"))
    first, second = (compared_lines(view.lines, averages(), {}) for view in (north_south, east_west))
    met = {one.line.cell.slot: one for one in first}
    shared = [(met[one.line.cell.slot], one) for one in second if one.line.cell.slot in met]
    assert shared
    assert all(one.above_average == -(other.above_average or 0) for one, other in shared)


def test_a_balance_counts_each_board_once() -> None:
    assert balance([50, 0, -30, None, 10]) == Balance(above=2, level=1, below=1)


def test_roles_count_the_boards_of_a_card() -> None:
    state = evening_with_analysis().state
    view = private(state, Place(1, "A"), Number("NS2"))
    due = Counter(
        "declarer" if line.cell.entry.result.contract.declarer.side is Side.NS else "defence"
        for line in view.lines
        if line.cell.entry is not None and isinstance(line.cell.entry.result, Played)
    )
    assert set(due) == {"declarer", "defence"}
    split = roles(view.lines, {})
    assert {role.name: role.boards for role in split if not role.seat and role.name != "passed"} == dict(due)
    whole = [role for role in split if not role.seat]
    points = sum((role.won.points for role in whole if role.won is not None), Fraction(0))
    assert points == sum((line.points.exact for line in view.lines if line.points and line.points.exact), Fraction(0))


def test_tricks_of_declarer_and_of_defence_are_counted_against_double_dummy() -> None:
    state = evening_with_analysis().state
    analyses = {board: one.double_dummy(board) for board, one in state.deals.analyses[1].items()}
    for number in ("NS1", "EW1"):
        view = private(state, Place(1, "A"), Number(number))
        due = 0
        for line in view.lines:
            result = None if line.cell.entry is None else line.cell.entry.result
            if isinstance(result, Played):
                contract = result.contract
                extra = result.tricks - analyses[line.cell.slot.board].tricks[contract.denomination][contract.declarer]
                due += extra if contract.declarer.side is line.side else -extra
        tricks = sum(role.tricks or 0 for role in roles(view.lines, analyses) if not role.seat)
        assert tricks == due != 0


def test_par_is_on_the_scorecard_only_while_the_hands_are_public() -> None:
    read = pages(result_package(job_of(evening_with_analysis())).files)
    assert "Against par" in read["en/card-1-A-NS1.html"].text
    without = mitchell_evening()
    without.play_all()
    without.do(Publish())
    text = pages(result_package(job_of(without)).files)["en/card-1-A-NS1.html"].text
    assert "Against par" not in text
    assert "Against the field's average" in text


def test_the_script_has_the_results_of_every_card() -> None:
    """Each score of the script is that of the ledger, seen from the contestant's side."""
    evening = evening_with_analysis()
    script = result_package(job_of(evening)).files["en/results.js"].decode()
    assert script.startswith("window.arrowswitchResults = ")
    results = json.loads(script.partition(" = ")[2].rstrip(";\n"))
    for number in ("NS1", "NS2", "NS3", "EW1", "EW2", "EW3"):
        view = private(evening.state, Place(1, "A"), Number(number))
        written = [row[4].replace("−", "-").replace("+", "") for row in results[f"card-1-A-{number}"]]
        assert written == [str(line.score) for line in view.lines]


def test_downloads_are_read_back_with_every_result() -> None:
    evening = evening_with_analysis()
    files = result_package(job_of(evening), published_files).files
    readers = {"csv": read_csv, "pbn": read_pbn_results, "xml": read_usebio}
    assert {name for name in files if name.startswith("files/")} == {f"files/session-1.{one}" for one in readers}
    for ending, read in readers.items():
        results = read(files[f"files/session-1.{ending}"])
        due = Counter(scores_of(evening))
        assert Counter((line.line.board, line.score) for line in results.lines) == due, ending
    page = pages(files)["ja/downloads.html"]
    assert {"../files/session-1.pbn", "../files/session-1.csv", "../files/session-1.xml"} <= set(page.links)
