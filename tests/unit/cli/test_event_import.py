"""Events made from files of other programs: the imported facts, the notes, and the same ranks as published."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import TeamScoring
from tests.bws_files import SINGLE_ROUNDS, single_players_file
from tests.foreign import foreign_file
from tests.foreign.facts import pairs_event, team_event
from tests.unit.cli.runner import cli

pytestmark = pytest.mark.slow

PAIRS = (
    "mp-howell-12-pairs",
    "mp-howell-13-pairs-no-neuberg",
    "mp-mitchell-11-tables",
    "mp-mitchell-8-tables-uneven",
    "mp-two-sections-35-pairs",
    "butler-howell-8-pairs",
    "cross-imp-howell",
)


def import_event(folder: Path, name: str, data: bytes, *more: str) -> dict[str, Any]:
    """Makes an event from a file and returns the answer of the command."""
    (folder / name).write_bytes(data)
    outcome = cli("event", name, "-o", "event.json", "--json", *more, folder=folder)
    assert outcome.code == 0, outcome.err
    return dict(outcome.json)


def state_in(folder: Path) -> EventState:
    return state_of(event_file.load((folder / "event.json").read_text("utf-8")))


def standings_in(folder: Path) -> dict[str, tuple[int, str]]:
    rows = cli("score", "event.json", "--json", folder=folder).json["standings"]
    return {row["number"]: (row["rank"], row["score"]) for row in rows}


@pytest.mark.parametrize("name", PAIRS)
def test_ranks_as_was_published(tmp_path: Path, name: str) -> None:
    """By the conventions of the program that made the file nothing differs, and each pair has its place."""
    answer = import_event(tmp_path, f"{name}.xml", foreign_file(f"{name}.xml"))
    assert (answer["differences"], answer["published"]) == (0, True)
    event = pairs_event(name)
    assert answer["results"] == len(event.results)
    places = sorted(pair.place.rstrip("=") for pair in event.pairs if pair.place)
    ranks = sorted(str(rank) for rank, _ in standings_in(tmp_path).values())
    assert not places or ranks == places


def test_who_sits_out_keeps_what_was_awarded(tmp_path: Path) -> None:
    """A Swiss of 17 pairs, who get 60 % for each board against the phantom: places as published, nothing differs but
    the way in which points are counted."""
    event = pairs_event("swiss-barometer-17-pairs")
    answer = import_event(tmp_path, "swiss.json", foreign_file("swiss-barometer-17-pairs.json"))
    assert (answer["pairs"], answer["results"]) == (17, 243)
    differing = [one["code"] for one in answer["problems"] if one["code"].startswith("results.")]
    assert differing == ["results.counted-percent"]
    final = {number: total for number, total in event.standings[-1].items() if number != event.phantom}
    best = sorted(final.values(), key=Fraction, reverse=True)
    assert {number: rank for number, (rank, _) in standings_in(tmp_path).items()} == {
        number: best.index(total) + 1 for number, total in final.items()
    }
    state = state_in(tmp_path)
    movement = state.section(Place(1, "A")).movement
    assert movement is not None
    assert movement.phantom == event.phantom
    assert event.phantom not in state.section(Place(1, "A")).numbers


def test_hands_leads_and_plays_come_along(tmp_path: Path) -> None:
    """Deals and records of another program are part of the event, and released."""
    answer = import_event(tmp_path, "evening.xml", foreign_file("mp-howell-12-pairs.xml"))
    state = state_in(tmp_path)
    assert answer["hands"] == len(state.deals.placed[1].texts) > 0
    assert state.deals.released == {1}
    assert answer["records"] == len(state.deals.records) > 0
    assert all(record.play is not None and len(record.play.cards) == 1 for record in state.deals.records.values())


def test_teams_meet_as_in_the_file(tmp_path: Path) -> None:
    """Matches with the results of both tables, IMPs of each board, victory points and places as published."""
    event = team_event("multiple-teams-10")
    answer = import_event(tmp_path, "teams.xml", foreign_file("multiple-teams-10.xml"))
    assert (answer["teams"], answer["matches"], answer["results"]) == (10, 40, 240)
    assert (answer["differences"], answer["published"]) == (0, True)
    state = state_in(tmp_path)
    assert state.settings.matches.scoring is TeamScoring.IMPS_VP
    assert len(state.matches.lineups) == 2 * 40, "each team of each match"
    ranked = standings_in(tmp_path)
    assert {team.number: Fraction(team.total) for team in event.teams} == {
        number: Fraction(score) for number, (_, score) in ranked.items()
    }


@pytest.mark.parametrize(("moved", "lineups", "untold"), [((3, 4), 4, 0), ((), 2, 0), ((2,), 1, 1)])
def test_line_ups_come_along_with_their_halves(
    tmp_path: Path, moved: tuple[int, ...], lineups: int, untold: int
) -> None:
    """Pairs that change places at half time have a line-up for each half, and so have those they play against;
    line-ups cannot record changes at other boards, which is noted."""
    rows = [
        {"board": board, "round": 1, "table": table, "ns": ns, "ew": ew, "contract": "4S", "by": "N", "tricks": 10}
        for board in (1, 2, 3, 4)
        for table, (ns, ew) in enumerate(
            (("12", "21"), ("22", "11")) if board in moved else (("11", "21"), ("22", "12")), 1
        )
    ]
    names = {"11": ["Ash", "Beech"], "12": ["Cedar", "Dogwood"], "21": ["Elm", "Fir"], "22": ["Gum", "Holly"]}
    plain = {
        "method": "teams",
        "teams": [{"number": "1", "pairs": ["11", "12"]}, {"number": "2", "pairs": ["21", "22"]}],
        "matches": [{"first": "1", "second": "2", "round": 1, "boards": [1, 2, 3, 4]}],
        "pairs": [{"number": number, "names": people} for number, people in names.items()],
        "results": rows,
    }
    answer = import_event(tmp_path, "match.json", json.dumps(plain).encode())
    assert "elsewhere.other-scale" in [one["code"] for one in answer["problems"]], "the usual has no column of 4 boards"
    state = state_in(tmp_path)
    assert state.settings.scoring.scale == "wbf-continuous"
    assert len(state.matches.lineups) == lineups
    assert sum(one["code"] == "elsewhere.lineups" for one in answer["problems"]) == untold
    of_first = [one for one in state.matches.lineups if one.number == "1"]
    assert [(one.half, one.ns, one.ew) for one in of_first] == [
        (1, ("Ash", "Beech"), ("Cedar", "Dogwood")),
        (2, ("Cedar", "Dogwood"), ("Ash", "Beech")),
    ][: len(of_first)]


def test_what_was_taken_from_a_total_is_a_penalty(tmp_path: Path) -> None:
    data = foreign_file("mp-howell-12-pairs.xml")
    at = data.index(b"<PLACE>")
    less = data[:at] + b"<ADJUSTMENT>-3</ADJUSTMENT>" + data[at:]
    answer = import_event(tmp_path, "less.xml", less)
    (penalty,) = state_in(tmp_path).rulings.penalties
    assert (answer["penalties"], int(penalty.amount)) == (1, 3)
    assert {"results.total-differs", "results.percent-differs"} <= {one["code"] for one in answer["problems"]}
    more = data[:at] + b"<ADJUSTMENT>2.5</ADJUSTMENT>" + data[at:]
    answer = import_event(tmp_path, "more.xml", more, "--lang", "en")
    assert [one["message"] for one in answer["problems"] if one["code"] == "elsewhere.added"] == [
        "The file adds 2.5 to the total of 1. Events can only subtract penalties from totals, so this is not imported."
    ]
    assert state_in(tmp_path).rulings.penalties == ()


def test_single_players_keep_their_partners(tmp_path: Path) -> None:
    rows = ("1,1+2,3+4,4S,N,=,420", "2,1+3,2+4,3NT,S,+1,630", "3,1+4,2+3,PASS,,,0")
    data = "\n".join(("board,ns,ew,contract,by,result,score", *rows, "")).encode()
    answer = import_event(tmp_path, "single.csv", data)
    assert (answer["players"], answer["results"]) == (4, 3)
    ours = standings_in(tmp_path)
    theirs = {
        row["number"]: row["rank"] for row in cli("score", "single.csv", "--json", folder=tmp_path).json["standings"]
    }
    assert {number: rank for number, (rank, _) in ours.items()} == theirs


def test_single_players_of_bridgemates_are_an_event(tmp_path: Path) -> None:
    """Everybody has the name keyed in, sits with the partner of each round, and scores for himself."""
    answer = import_event(tmp_path, "single.bws", single_players_file())
    assert (answer["players"], answer["results"]) == (8, len(SINGLE_ROUNDS))
    state = state_in(tmp_path)
    movement = state.section(Place(1, "A")).movement
    assert movement is not None
    met = {(one.round, one.table, one.ns, one.ew) for one in movement.meetings}
    assert met == {
        (round_, table, tuple(map(str, seats[:2])), tuple(map(str, seats[2:])))
        for round_, table, seats in SINGLE_ROUNDS
    }
    entry = state.entry_at(Place(1, "A"), Number("1"))
    assert entry is not None
    assert entry.names == ("Alder Oak",)
    assert standings_in(tmp_path)["1"] == (1, "2.00")


def lines_of_sections(*names: str) -> bytes:
    """Returns two boards at two tables of each section; the first section does best."""
    rows = ["section,round,table,board,ns,ew,contract,by,result"]
    for at, name in enumerate(names):
        tricks = "=" if at == 0 else "-1"
        rows += [
            f"{name},1,{table},{board},{2 * table - 1},{2 * table},4S,N,{tricks}"
            for table in (1, 2)
            for board in (1, 2)
        ]
    return "\n".join(rows).encode()


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("B", "A"), None),
        (("Red", "Blue"), "Red → A, Blue → B"),
        (("C", "A"), "C → B"),
        (("Z", "AA"), "Z → A, AA → B"),
    ],
)
def test_sections_are_called_without_gaps(tmp_path: Path, names: tuple[str, ...], called: str | None) -> None:
    """The leader of the file is in the section that replaces its own section, which is noted."""
    answer = import_event(tmp_path, "sections.csv", lines_of_sections(*names))
    notes = {one["code"]: one["message"] for one in answer["problems"]}
    assert ("elsewhere.sections-called" in notes) == (called is not None)
    assert (called or "") in notes.get("elsewhere.sections-called", "")
    state = state_in(tmp_path)
    assert set(state.session(1).sections) == {"A", "B"}
    assert all(set(section.numbers) == {"1", "2", "3", "4"} for section in state.session(1).sections.values())
    first = "A" if f"{names[0]} → A" in (called or "") else "B"
    made_it = {
        slot.section for slot, entry in state.results.items() if entry.result and "=" in format_result(entry.result)
    }
    assert made_it == {first}


def test_more_sections_than_an_event_has_are_refused(tmp_path: Path) -> None:
    """The 27th was put into the first; nothing is stored now, and it is said what to do."""
    (tmp_path / "many.csv").write_bytes(lines_of_sections(*(f"S{at}" for at in range(27))))
    outcome = cli("event", "many.csv", "-o", "event.json", folder=tmp_path)
    assert outcome.code == 1
    assert "27 sections" in outcome.err
    assert not (tmp_path / "event.json").exists()


def test_players_that_cannot_be_told_apart_make_no_event(tmp_path: Path) -> None:
    (tmp_path / "players.xml").write_bytes(foreign_file("individual-format-sample.xml"))
    outcome = cli("event", "players.xml", "-o", "event.json", "--lang", "ja", folder=tmp_path)
    assert outcome.code == 1
    assert "競技会を作れません" in outcome.err
    assert not (tmp_path / "event.json").exists()


def test_swiss_pairs_of_a_file_are_matches(tmp_path: Path) -> None:
    """Victory points are those of whole matches, for any scoring of their boards."""
    data = foreign_file("cross-imp-howell.xml").decode()
    kind = 'EVENT_TYPE="SWISS_PAIRS_CROSS_IMPS"'
    swiss, count = re.subn(
        'EVENT_TYPE="[^"]*"([^>]*>)', rf"{kind}\1<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>", data, count=1
    )
    assert count == 1
    answer = import_event(tmp_path, "swiss.xml", swiss.encode(), "--regulations", "wbf-2017")
    assert answer["results"] == 108
    settings = state_in(tmp_path).settings
    assert (settings.event_form, settings.scoring.method) == (EventForm.SWISS_PAIRS, Method.SWISS_IMPS)
    assert "0.00" not in {score for _, score in standings_in(tmp_path).values()}
