"""JSON results: our own form and other programs' words."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import NotPlayed, Percentage, Weighted
from arrowswitch.formats.results.json_results import read_json
from arrowswitch.formats.results.scoring_input import phantoms_of, scoring_input
from tests.tables import for_each


def dump_json(**plain: object) -> bytes:
    return json.dumps(plain).encode()


def test_other_programs_words() -> None:
    line = {
        "ns_pair": "12",
        "ew_pair": "1",
        "contract": "1 S",
        "declarer": "W",
        "result": "+4",
        "tricks_taken": "11",
        "ns_score": "-200",
        "ns_match_points": "3.50",
        "ew_match_points": "0.50",
    }
    pair = {
        "pair_number": "1",
        "score": "43.31",
        "percentage": "60.15",
        "strat_place": [{"strat_number": 1, "rank": "1/2"}],
    }
    section = {"name": "A", "boards": [{"board": 1, "lines": [line]}], "pairs": [pair]}
    file = read_json(dump_json(event="Evening", winner_type=1, sections=[section], hands=[{"board": 1, "deal": "N:x"}]))
    assert file.program == "ACBLscore"
    assert file.lines[0].score == -200
    contestant = file.contestant("1")  # type: ignore[arg-type]  # the number as it is written
    assert contestant is not None
    assert (contestant.rank, contestant.is_tied, str(contestant.total)) == (1, True, "4331/100")
    assert file.deals == {1: "N:x"}


def test_directors_scores_take_the_percentages_that_are_published() -> None:
    """Where all points are percentages a bye line without contract is worth what is published; its phantom is
    nobody."""
    lines = [
        {"ns": 1, "ew": 2, "score": 420, "ns_pub": "75.00", "ew_pub": "25.00"},
        {"ns": 3, "ew": 4, "score": 50, "ns_pub": "25.00", "ew_pub": "75.00"},
        {"ns": 5, "ew": 6, "contract": "TD", "score": None, "ns_pub": "60.00", "ew_pub": "0.00"},
    ]
    more = [{"ns": 5, "ew": 1, "score": 50, "ns_pub": "50", "ew_pub": "50"}]
    file = read_json(dump_json(boards=[{"board": 1, "lines": lines}, {"board": 2, "lines": more}]))
    bye = file.lines[2].line
    assert isinstance(bye.ns_outcome, Percentage)
    assert bye.ns_outcome.percent == 60
    assert phantoms_of(file) == {"6"}
    assert "6" not in scoring_input(file).contestants


def test_who_has_a_weighted_score_only_is_no_phantom() -> None:
    """Law 12C1(c): what the director weighed was played at a table."""
    lines = [
        {"ns": 1, "ew": 2, "score": 420, "ns_pub": "2", "ew_pub": "0"},
        {"ns": 3, "ew": 4, "score": 50, "ns_pub": "0", "ew_pub": "2"},
    ]
    file = read_json(dump_json(boards=[{"board": 1, "lines": lines}]))
    weighted = Weighted(((420, Fraction(3, 5)), (170, Fraction(2, 5))))
    ruled = replace(file.lines[1], line=replace(file.lines[1].line, ns_outcome=weighted, ew_outcome=weighted))
    file = replace(file, lines=(file.lines[0], ruled))
    assert phantoms_of(file) == frozenset()
    assert scoring_input(file).contestants == ("1", "2", "3", "4")


def test_directors_scores_without_percentages_are_not_played() -> None:
    lines = [{"ns": 1, "ew": 2, "score": 420, "ns_pub": "2", "ew_pub": "0"}, {"ns": 3, "ew": 4, "contract": "TD"}]
    file = read_json(dump_json(boards=[{"board": 1, "lines": lines}]))
    assert file.lines[1].line.ns_outcome == NotPlayed()


def test_points_that_cancel_out_are_imps() -> None:
    lines = [{"ns": 1, "ew": 2, "score": 420, "ns_pub": "3.0", "ew_pub": "-3.0"}]
    assert read_json(dump_json(boards=[{"board": 1, "lines": lines}])).method is Method.IMPS


def test_one_list_of_results() -> None:
    file = read_json(dump_json(results=[{"board": 1, "ns": 1, "ew": 2, "score": 420}]))
    assert file.lines[0].where == "results[0]"


@for_each(
    "data, code",
    [
        (b'{"boards": [', "format.json"),
        (b"[1, 2]", "json.no-boards"),
        (b'{"boards": 7}', "json.no-boards"),
        (b'{"boards": [7, {"board": 1, "results": "x"}]}', "results.none"),
        (b'{"boards": [{"board": 1, "results": [7]}]}', "results.number"),
        (b"[" * 100_000, "format.json"),
    ],
    ids=["cut", "list", "no-list", "nothing", "no-object", "deep"],
)
def test_what_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_json(data)
    assert code in [problem.code for problem in caught.value.problems]


def test_fields_that_are_not_read_are_listed() -> None:
    """Of the event, a board, a result and an entry; empty ones are nothing that is lost."""
    row = {"ns": 1, "ew": 2, "score": 420, "weather": "rain", "table": 3, "mood": ""}
    entry = {"number": "1", "names": ["a"], "club": "X"}
    file = read_json(
        dump_json(
            event="E", regulations="jcbl-2008", boards=[{"board": 1, "results": [row], "dealer": "N"}], pairs=[entry]
        )
    )
    (left_out,) = [note for note in file.notes if note.code == "results.left-out"]
    assert set(str(left_out.params["names"]).split(", ")) == {"regulations", "weather", "dealer", "club"}
