"""Club games of my.acbl.org: page and JSON are read, scored, written and read again."""

from __future__ import annotations

import json

import pytest

from arrowswitch import regulations
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.sessions import score_session
from arrowswitch.formats.detect import FORMATS, format_of, read_results
from arrowswitch.formats.results.differences import differences
from arrowswitch.formats.results.file_formats import Format
from arrowswitch.formats.results.scoring_input import scoring_input
from tests.foreign.club_games import club_game, club_page
from tests.foreign.facts import pairs_event
from tests.tables import for_each

HOWELL = "acblscore-three-quarter-howell-11-pairs"
GAME = club_game(pairs_event(HOWELL))


@for_each(
    "data",
    [club_page(GAME), club_page(GAME, in_script=True), json.dumps(GAME).encode(), json.dumps(GAME, indent=1).encode()],
    ids=["attribute", "script", "json", "json with lines"],
)
def test_page_and_json_contain_the_same_game(data: bytes) -> None:
    assert format_of(data, "game.html").name == "acbl"
    read = read_results(data, "game")
    assert (read.event, read.venue, read.date) == ("Monday Morning Pairs", "Sample & Sons Bridge Club", "2026-04-20")
    assert (len(read.lines), len(read.contestants), read.winners, read.method) == (90, 11, 1, Method.MATCHPOINTS)
    first = read.contestant(Number("5"))
    assert first is not None
    assert (first.names, first.ids) == (("Alder 5 Oak", "Birch Elm 5"), ("9050", "9051"))
    assert (str(first.total), str(first.percent), first.place) == ("4331/100", "1203/20", "1=")
    assert len(read.deals) == 24


def test_the_published_totals_are_ours() -> None:
    read = read_results(club_page(GAME), "game.html")
    rules = regulations.for_program(read.program)
    assert rules == "acbl"
    standings = score_session(scoring_input(read), regulations.load(rules), Method.MATCHPOINTS)
    assert differences(read, standings) == ()


@for_each("form", [form for form in FORMATS if form.read is not None], ids=lambda form: form.name)
def test_what_is_read_is_written_and_read_again(form: Format) -> None:
    read = read_results(club_page(GAME), "game.html")
    again = read_results(form.write(read), f"x{form.endings[0]}")
    assert {(one.line, one.ns_points) for one in again.lines} == {(one.line, one.ns_points) for one in read.lines}


def test_two_directions_have_the_ranks_of_their_own() -> None:
    event = pairs_event("mp-mitchell-11-tables")
    read = read_results(club_page(club_game(event)), "game.html")
    assert read.winners == 2
    for pair in event.pairs:
        entry = read.contestant(Number(pair.number))
        assert entry is not None
        assert (entry.direction, entry.place) == (Side(pair.side), pair.place)


def test_the_last_session_is_read_and_that_is_noted() -> None:
    [session] = GAME["sessions"]
    read = read_results(club_page({**GAME, "sessions": [{"sections": []}, session]}), "game.html")
    assert len(read.lines) == 90
    assert "acbl.sessions" in {note.code for note in read.notes}


@for_each(
    "page, code",
    [
        (club_page({**GAME, "type": "TEAMS"}), "acbl.teams"),
        (club_page({**GAME, "sessions": []}), "acbl.no-game"),
        (club_page({**GAME, "sessions": [{}]}), "results.none"),
        (b'<html><result-details></result-details>"board_results"</html>', "acbl.no-game"),
        (b"<html><body><result-details v-bind:data='{\"board_results\": '></body></html>", "format.json"),
    ],
    ids=["teams", "no session", "no results", "no data", "cut"],
)
def test_pages_that_are_refused(page: bytes, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_results(page, "game.html")
    assert caught.value.problems[0].code == code


def test_a_result_that_cannot_be_read_is_placed_in_the_json() -> None:
    changed = json.loads(json.dumps(GAME))
    changed["sessions"][0]["sections"][0]["boards"][2]["board_results"][1]["ns_score"] = "what"
    with pytest.raises(Malformed) as caught:
        read_results(club_page(changed), "game.html")
    assert caught.value.problems[0].where == "sessions[0].sections[0].boards[2].board_results[1]"
