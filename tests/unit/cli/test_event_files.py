"""An event of our own through the command line: the same ranking as the desk's, in every format."""

from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.ranking.pair_fields import pair_fields
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, mitchell_evening, new_evening
from tests.form_events import cases, play_case
from tests.reckoning import amounts
from tests.unit.cli.runner import cli


@pytest.fixture
def evening() -> Evening:
    """Nine pairs in a five-table Howell: a phantom, an award, everything entered."""
    started = new_evening(9)
    started.start(make("howell", pairs=9, boards_per_round=2))
    started.play_all()
    return started


def save_event(evening: Evening, folder: Path) -> None:
    (folder / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")


def test_the_ranking_is_the_desks(evening: Evening, tmp_path: Path) -> None:
    """An exported event scores to the ranking that the desk shows, without the phantom."""
    save_event(evening, tmp_path)
    document = cli("score", "event.json", "--json", folder=tmp_path).json
    ours = standings(evening.state, 1)
    assert document["event"] == "水曜例会"
    assert [(row["rank"], row["number"], row["score"], row["percent"]) for row in document["standings"]] == [
        (one.rank, one.number, decimal_string(one.total), decimal_string(one.percent or Fraction(0)))
        for one in ours.ranking
    ]
    assert len(document["standings"]) == 9
    assert all(len(row["names"]) == 2 for row in document["standings"])
    assert document["problems"][0]["code"] == "cli.rules.event"


def test_other_rules_than_the_events(evening: Evening, tmp_path: Path) -> None:
    save_event(evening, tmp_path)
    document = cli("score", "event.json", "--json", "--regulations", "wbf-2017", folder=tmp_path).json
    assert document["regulations"] == "wbf-2017"


@pytest.mark.parametrize("ending", [".csv", ".xml", ".pbn", ".json"])
def test_an_event_goes_out_in_every_format(evening: Evening, tmp_path: Path, ending: str) -> None:
    """R-310, R-389: exported files give the same ranking by the same rules."""
    save_event(evening, tmp_path)
    assert cli("convert", "event.json", f"out{ending}", folder=tmp_path).code == 0
    rules = evening.state.settings.scoring.regulations
    first = cli("score", "event.json", "--json", folder=tmp_path).json["standings"]
    again = cli("score", f"out{ending}", "--json", "--regulations", rules, folder=tmp_path).json["standings"]
    assert [(row["rank"], row["number"], row["score"]) for row in again] == [
        (row["rank"], row["number"], row["score"]) for row in first
    ]


def test_two_winners_and_explanations(tmp_path: Path) -> None:
    evening = mitchell_evening()
    evening.play_all()
    save_event(evening, tmp_path)
    document = cli("score", "event.json", "--json", folder=tmp_path).json
    assert {row["direction"] for row in document["standings"]} == {"NS", "EW"}
    assert {row["number"] for row in document["standings"]} == {
        f"{side}{n}" for side in ("NS", "EW") for n in (1, 2, 3)
    }
    board = document["boards"][0]
    result = board["results"][0]
    words = ("explain", "event.json", "--board", str(board["board"]), "--ns", result["ns"].removeprefix("NS"), "--json")
    plain = cli(*words, folder=tmp_path).json
    assert plain["number"] == Number(result["ns"])
    assert Fraction(plain["points"]) == Fraction(result["ns_points"])


def test_a_session_that_is_not_there(evening: Evening, tmp_path: Path) -> None:
    save_event(evening, tmp_path)
    outcome = cli("score", "event.json", "--session", "2", folder=tmp_path)
    assert outcome.code == 1
    assert "2" in outcome.err


def test_an_event_file_cut_in_half(evening: Evening, tmp_path: Path) -> None:
    """A damaged event file is reported as one, not as a file of results."""
    text = evening.tournament.export(evening.event_id)
    (tmp_path / "event.json").write_text(text[: len(text) // 2], encoding="utf-8")
    outcome = cli("score", "event.json", "--json", folder=tmp_path)
    assert (outcome.code, outcome.out, len(outcome.errors)) == (1, "", 1)
    (tmp_path / "event.json").write_text(text.replace('"version": 1', '"version": 99', 1), encoding="utf-8")
    assert "99" in cli("score", "event.json", folder=tmp_path).err


def test_a_number_with_what_the_ledger_has_about_it(evening: Evening, tmp_path: Path) -> None:
    """The entries behind a number, with their authors, times and reasons, are listed below the explanation; its texts
    add up to the number."""
    slot = next(entry.slot for entry in evening.state.results.values() if entry.slot.board == 1)
    number = standings(evening.state, 1).boards[1].rows[0].line.ns[0]
    stamp = {"reason": "slip misread", "author": "eve"}
    evening.do(EnterResult(slot, "+50", correction=CorrectionReason.TYPING_ERROR, is_confirmed=True), **stamp)
    evening.do(
        GivePenalty(place=Place(1, "A"), number=number, amount=Fraction(1), unit=PenaltyUnit.BOARDS), reason="late"
    )
    save_event(evening, tmp_path)
    board = cli("explain", "event.json", "--board", "1", "--ns", number, "--json", folder=tmp_path).json
    assert [board["entries"][0][key] for key in ("author", "reason", "undone")] == ["eve", "slip misread", False]
    assert board["entries"][0]["what"]
    output = cli("explain", "event.json", "--total", number, folder=tmp_path).out
    assert "behind this number" in output
    assert "late" in output
    total = standings(evening.state, 1).of(number)
    assert total is not None
    plain = cli("explain", "event.json", "--total", number, "--json", folder=tmp_path).json
    assert amounts([step["exact_text"] for step in plain["steps"]])[-1].value == total.total
    assert len(plain["entries"]) == 1
    rank = cli("explain", "event.json", "--rank", number, "--json", folder=tmp_path).json
    assert rank["points"] == str(total.rank)


def test_masterpoints_explained(evening: Evening, tmp_path: Path) -> None:
    """R-314: 0.01 x 2 x 9 for the first of nine pairs, for any class in the file."""
    save_event(evening, tmp_path)
    first = standings(evening.state, 1).ranking[0].number
    missing = cli("explain", "event.json", "--masterpoints", first, folder=tmp_path)
    assert missing.code != 0
    assert "--class" in missing.err
    outcome = cli("explain", "event.json", "--masterpoints", first, "--class", "2", folder=tmp_path)
    assert "min(0.01 × 2 × 9, 1) × 0.7^0 = 0.18 masterpoints" in outcome.out
    ja = cli("explain", "event.json", "--masterpoints", first, "--class", "2", "--lang", "ja", folder=tmp_path)
    assert "JCBL マニュアル" in ja.out


def test_a_pair_of_a_team_is_explained(tmp_path: Path) -> None:
    """R-237: the total over both sessions and a board of a pair in a game of teams and pairs."""
    evening = play_case(next(case for case in cases() if case.form is EventForm.TEAMS_AND_PAIRS))
    save_event(evening, tmp_path)
    (field,) = pair_fields(evening.state)
    row = next(row for row in field.rows if row.standing.number == "1A")
    total = cli("explain", "event.json", "--session", "2", "--total", "1a", "--json", folder=tmp_path).json
    assert Fraction(total["points"]) == row.standing.total
    rank = cli("explain", "event.json", "--session", "2", "--rank", "1A", "--json", folder=tmp_path).json
    assert Fraction(rank["points"]) == row.standing.rank
    board = cli("explain", "event.json", "--board", "2", "--ns", "1A", "--lang", "en", folder=tmp_path).out
    assert board.startswith("Board 2: you sat")
