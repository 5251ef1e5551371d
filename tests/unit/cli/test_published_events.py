"""Real events scored again from the command line: every number that their programs published.

The files are written as the other programs lay them out, from the facts in `tests/data/real`; the published numbers are
taken from the facts and not from what the program reads. Differences are counted here and listed, with their causes, in
`docs/deviations.md`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.foreign import WITHOUT_RESULTS, write_foreign
from tests.foreign.facts import PairsEvent, Result, TeamEvent, pairs_event, team_event
from tests.tables import for_each
from tests.unit.cli.runner import cli

Meeting = tuple[int, str, str]


@dataclass
class Published:
    """The published numbers of a file: points of each result, and total, percentage and place of each pair (empty where
    silent)."""

    points: dict[Meeting, tuple[str, str]] = field(default_factory=dict)
    totals: dict[str, str] = field(default_factory=dict)
    percents: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)


def of_facts(event: PairsEvent) -> Published:
    published = Published(points={key(board, line): (line.ns_points, line.ew_points) for board, line in event.results})
    for pair in event.pairs:
        number = with_direction(pair.number)
        published.totals[number] = pair.total
        published.percents[number] = pair.percent
        published.places[number] = pair.place
    return published


def of_teams(event: TeamEvent) -> Published:
    """Returns the published IMPs of the pairs, on each board and in all."""
    published = Published()
    for board in (board for match in event.matches for board in match.boards):
        published.points.update({key(board.number, line): (line.ns_points, line.ew_points) for line in board.tables})
    for team in event.teams:
        published.totals |= {f"{team.number}-1-2": team.imps_1_2, f"{team.number}-3-4": team.imps_3_4}
    return published


def key(board: int, line: Result) -> Meeting:
    return board, with_direction(line.ns), with_direction(line.ew)


def with_direction(number: str) -> str:
    """Returns a pair number with its direction in front, as the command line writes it."""
    return re.sub(r"^(\d+)(NS|EW)$", r"\2\1", number)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with all files of other programs."""
    return write_foreign(tmp_path_factory.mktemp("foreign"))


def score_file(path: Path) -> dict[str, Any]:
    outcome = cli("score", str(path), "--json")
    assert outcome.code == 0, outcome.err
    return dict(outcome.json)


def our_points(document: dict[str, Any]) -> dict[Meeting, tuple[str, str]]:
    return {
        (board["board"], row["ns"], row["ew"]): (row["ns_points"], row["ew_points"])
        for board in document["boards"]
        for row in board["results"]
    }


def same(ours: str | None, theirs: str) -> bool:
    """True if our number, with two decimals, equals theirs, which may have more or fewer."""
    if ours is None or not theirs:
        return ours is None and not theirs
    return abs(Fraction(ours) - Fraction(theirs)) <= Fraction(1, 200)


USEBIO = [
    ("mp-howell-12-pairs", "programs/compscore3", 161, 12),
    ("mp-howell-13-pairs-no-neuberg", "programs/brian", 144, 13),
    ("mp-mitchell-11-tables", "programs/pairsscorer", 242, 22),
    ("mp-mitchell-8-tables-uneven", "programs/compscore3", 134, 16),
    ("mp-two-sections-35-pairs", "programs/ebuscore", 305, 35),
]


@pytest.mark.parametrize(("name", "rules", "lines", "pairs"), USEBIO, ids=[row[0] for row in USEBIO])
def test_usebio_events(foreign: Path, name: str, rules: str, lines: int, pairs: int) -> None:
    """R-161, R-164, R-165: every board score, total, percentage and place of five published matchpoint events."""
    published = of_facts(pairs_event(name))
    document = score_file(foreign / f"{name}.xml")
    assert document["regulations"] == rules
    points = our_points(document)
    assert len(points) == lines
    assert {key for key in published.points if not _both_same(points[key], published.points[key])} == set()
    standings = {row["number"]: row for row in document["standings"]}
    assert len(standings) == pairs
    for number, row in standings.items():
        assert not published.totals[number] or same(row["score"], published.totals[number]), row
        assert same(row["percent"], published.percents[number]), row
        place = f"{row['rank']}{'=' if row['tied'] else ''}"
        assert place.rstrip("=") == published.places[number].rstrip("="), row
        assert "=" not in published.places[number] or row["tied"], row


def test_acblscore(foreign: Path) -> None:
    """R-212, R-214: totals factored to the most boards, rounded, then the percentage: 11 of 11, places too."""
    event = pairs_event("acblscore-three-quarter-howell-11-pairs")
    document = score_file(foreign / "acblscore-three-quarter-howell-11-pairs.json")
    points = our_points(document)
    assert len(event.results) == len(points) == 90
    for board, line in event.results:
        assert _both_same(points[key(board, line)], (line.ns_points, line.ew_points)), line
    standings = {row["number"]: row for row in document["standings"]}
    assert len(standings) == len(event.pairs) == 11
    for pair in event.pairs:
        row = standings[pair.number]
        assert (row["score"], row["percent"], row["boards"]) == (pair.total, pair.percent, int(pair.boards))
        if pair.place:
            assert (str(row["rank"]), row["tied"]) == (pair.place.partition("/")[0], "/" in pair.place)


def test_swiss_barometer(foreign: Path) -> None:
    """27 boards of a barometer: every board percentage; final percentages within what rounding leaves."""
    event = pairs_event("swiss-barometer-17-pairs")
    document = score_file(foreign / "swiss-barometer-17-pairs.json")
    tops = {board["board"]: Fraction(board["top"]) for board in document["boards"]}
    points = our_points(document)
    checked = 0
    for board, line in event.results:
        sides = ((line.ns, line.ns_points), (line.ew, line.ew_points))
        for ours, (number, theirs) in zip(points[key(board, line)], sides, strict=True):
            if number == event.phantom:
                continue
            assert ours is not None
            percent = Fraction(ours) * 100 / tops[board]
            assert abs(percent - Fraction(theirs)) <= Fraction(8, 100), line
            checked += 1
    assert checked == 27 * 17
    final = {number: Fraction(total) / 27 for number, total in event.standings[-1].items() if number != event.phantom}
    standings = {row["number"]: row for row in document["standings"]}
    assert set(standings) == set(final)
    for number, percent in final.items():
        assert abs(Fraction(standings[number]["percent"]) - percent) <= Fraction(1, 100), number
    by_theirs = sorted(final.values(), reverse=True)
    assert [standings[number]["rank"] for number in final] == [by_theirs.index(final[number]) + 1 for number in final]


def test_the_same_results_from_the_pbn_of_another_program(foreign: Path) -> None:
    """The score tables that a results site wrote for the BriAn event hold the same results as its USEBIO file."""
    usebio = score_file(foreign / "mp-howell-13-pairs-no-neuberg.xml")
    pbn = str(foreign / "mp-howell-13-pairs-no-neuberg.hands.pbn")
    document = cli("score", pbn, "--json", "--regulations", "programs/brian").json
    assert our_points(document) == our_points(usebio)
    assert {row["number"]: row["percent"] for row in document["standings"]} == {
        row["number"]: row["percent"] for row in usebio["standings"]
    }


TEAMS = "multiple-teams-10.xml"


def test_a_team_event(foreign: Path) -> None:
    """R-230, R-233: 40 matches of three boards: all IMPs, victory points, totals and places, the shared one too."""
    event = team_event("multiple-teams-10")
    document = score_file(foreign / TEAMS)
    assert (document["method"], document["regulations"], document["scale"]) == (
        "teams",
        "programs/teamsscorer",
        "ebu-3-boards",
    )
    imps = 0
    for match, ours in zip(event.matches, document["matches"], strict=True):
        assert (ours["first"], ours["second"]) == (match.first, match.second)
        points = (match.first_points, match.second_points)
        assert tuple(Fraction(own) for own in ours["brings"]) == tuple(map(Fraction, points))
        for board, row in zip(match.boards, ours["boards"], strict=True):
            assert [row["board"], Fraction(row["points"])] == [board.number, int(board.imps)]
            imps += 1
    assert imps == 120
    standings = {row["number"]: row for row in document["standings"]}
    assert len(standings) == 10
    for team in event.teams:
        row = standings[team.number]
        assert Fraction(row["score"]) == Fraction(team.total)
        assert f"{row['rank']}{'=' if row['tied'] else ''}" == team.place


def test_the_pairs_of_a_team_event(foreign: Path) -> None:
    """R-166, R-237: the pairs' IMPs against every other table, 240 of 240, next to the teams or as a ranking of pairs.

    Their totals add exact amounts; the program adds the two decimals that it prints, so that nine differ by up to 0.05.
    """
    published, document = of_teams(team_event("multiple-teams-10")), score_file(foreign / TEAMS)
    points = our_points(document)
    assert len(points) == len(published.points) == 240
    assert [key for key, both in published.points.items() if not _both_same(points[key], both)] == []
    pairs = cli("score", str(foreign / TEAMS), "--json", "--method", "imps").json
    assert (pairs["method"], len(pairs["standings"])) == ("imps", 20)
    ours = {row["number"]: Fraction(row["score"]) for row in pairs["standings"]}
    summed = {number: Fraction(0) for number in ours}
    for (_, ns, ew), both in published.points.items():
        summed[ns] += Fraction(both[0])
        summed[ew] += Fraction(both[1])
    published_totals = {number: Fraction(total) for number, total in published.totals.items() if total}
    assert {number: summed[number] for number in published_totals} == published_totals
    assert all(abs(ours[number] - total) <= Fraction(5, 100) for number, total in published_totals.items())


def test_how_the_total_of_a_team_came_about(foreign: Path) -> None:
    """The total is explained match by match, a board by both tables, from the side of the team that is asked about."""
    file = str(foreign / TEAMS)
    explanation = cli("explain", file, "--total", "3", "--json", "--lang", "en").json
    assert explanation["steps"][-1]["text"] == "The points of 8 matches: 8 + 14 + 6 + 0 + 7 + 18 + 5 + 17 = 75.00."
    board = cli("explain", file, "--board", "2", "--ns", "3", "--lang", "en").out.splitlines()
    assert [line.partition("  [")[0] for line in board] == [
        "Round 1, against 1:",
        "Board 2, both your tables: -500 + 140 = -360.",
        "On board 2 the net score of -360 is worth -8 IMPs: 0 to you, 8 to the opponents.",
    ]
    assert "6 + 1 = 7" in cli("explain", file, "--rank", "6", "--lang", "en").out
    mistaken = cli("explain", file, "--board", "4", "--ns", "3", "--lang", "en")
    assert (mistaken.code, "no result to compare on board 4" in mistaken.err) == (1, True)


@pytest.mark.parametrize(
    ("method", "first", "score"),
    [
        ("bam", "10", "32.00"),
        ("point-a-board", "10", "32.00"),
        ("board-a-match-vp", "10", "69.00"),
        ("patton", "10", "69.00"),
        ("pachabo", "10", "67.13"),
        ("teams-total-points", "10", "5400.00"),
    ],
)
def test_a_team_event_by_other_methods(foreign: Path, method: str, first: str, score: str) -> None:
    """R-230: the same results scored again, without entering anything."""
    document = cli("score", str(foreign / TEAMS), "--json", "--method", method).json
    assert (document["standings"][0]["number"], document["standings"][0]["score"]) == (first, score)
    outcome = cli("score", str(foreign / TEAMS), "--method", method)
    assert (outcome.code, score in outcome.out) == (0, True)


def test_scales_of_a_team_event(foreign: Path, tmp_path: Path) -> None:
    """R-174, R-175: another scale by name or file, none at all; one without a column for three boards is refused."""
    name = str(foreign / TEAMS)
    continuous = cli("score", name, "--json", "--scale", "wbf-continuous").json
    assert sum(Fraction(row["score"]) for row in continuous["standings"]) == 800
    plain = cli("score", name, "--json", "--scale", "none").json
    assert (plain["scale"], plain["standings"][0]["score"]) == (None, "92.00")
    (tmp_path / "own.toml").write_text(
        'name = "own"\ntitle = "Own"\nkind = "stake"\nsource = "club"\nstake = 10\n', encoding="utf-8"
    )
    own = cli("score", name, "--json", "--scale", "own.toml", folder=tmp_path).json
    assert own["scale"] == "own"
    refused = cli("score", name, "--scale", "wbf-25")
    assert (refused.code, refused.out) == (1, "")
    assert "has no column for 3 boards" in refused.err
    unknown = cli("score", name, "--method", "guessing")
    assert unknown.code == 2


@pytest.mark.parametrize(
    ("name", "method", "lines", "pairs"),
    [("butler-howell-8-pairs", "butler", 140, 8), ("cross-imp-howell", "imps", 108, 9)],
)
def test_usebio_events_by_imps(foreign: Path, name: str, method: str, lines: int, pairs: int) -> None:
    """R-166, R-167, R-168: every board score, total and place of two events by IMPs, without a difference."""
    published, document = of_facts(pairs_event(name)), score_file(foreign / f"{name}.xml")
    ours = our_points(document)
    assert (document["method"], len(published.points), len(published.totals)) == (method, lines, pairs)
    assert document["regulations"] == "programs/compscore3"
    assert [key for key, points in published.points.items() if not _both_same(ours[key], points)] == []
    standings = {row["number"]: row for row in document["standings"]}
    for number, total in published.totals.items():
        assert Fraction(standings[number]["score"]) == Fraction(total), number
        assert str(standings[number]["rank"]) == published.places[number].rstrip("="), number
        assert standings[number]["percent"] is None


def test_cross_imps_of_another_program(foreign: Path) -> None:
    """R-166, R-167: the sum divided by the other results, in tenths. Board 22 differs: it was published with 17 IMPs
    at the most, and a difference of 2,080 is 19."""
    event = pairs_event("cross-imp-howell-9-pairs")
    name = str(foreign / "cross-imp-howell-9-pairs.json")
    document = cli("score", name, "--json", "--regulations", "programs/kops").json
    ours = our_points(document)
    published = of_facts(event).points
    different = [key for key, points in published.items() if not _both_same(ours[key], points)]
    assert len(published) == 135
    assert sorted((key, ours[key][0], published[key][0]) for key in different) == [
        ((22, "1", "10"), "15.30", "14.7"),
        ((22, "5", "9"), "-16.30", "-15.7"),
    ]
    theirs = {pair.number: Fraction(pair.total) for pair in event.pairs}
    standings = {row["number"]: Fraction(row["score"]) for row in document["standings"]}
    assert {number for number, total in theirs.items() if standings[number] != total} == {"1", "5", "9", "10"}
    assert {number: standings[number] - theirs[number] for number in ("1", "5", "9", "10")} == {
        "1": Fraction("0.67"),
        "5": Fraction("-0.67"),
        "9": Fraction("0.67"),
        "10": Fraction("-0.66"),
    }


def test_players_that_cannot_be_told_apart_are_not_scored(foreign: Path, tmp_path: Path) -> None:
    """The schema's sample numbers partners by appending a digit, so that 1's partner is the player 11."""
    name = str(foreign / "individual-format-sample.xml")
    outcome = cli("score", name, "--json")
    assert (outcome.code, outcome.out, len(outcome.errors)) == (1, "", 1)
    assert cli("convert", name, "out.csv", folder=tmp_path).code == 0


WITH_A_RESULT = "correct_21.pbn"
"""The one of the PBN author's cases with a game that was played."""


@for_each("name", [name for name in WITHOUT_RESULTS if name != WITH_A_RESULT])
def test_files_without_results_say_so(foreign: Path, name: str) -> None:
    """Deals in twelve formats and the PBN author's cases hold no results of pairs: told, in words, without a defect."""
    outcome = cli("score", str(foreign / name))
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.errors
    assert "went wrong inside the program" not in outcome.err


def test_the_one_result_of_a_case_is_scored(foreign: Path) -> None:
    """One result of a board has nothing to be compared with; the points that the file gives are held against it."""
    outcome = cli("score", str(foreign / WITH_A_RESULT), "--json", "--lang", "en")
    assert outcome.code == 0
    assert [row["score"] for row in outcome.json["standings"]] == ["0.00", "0.00"]


def _both_same(ours: tuple[str | None, str | None], theirs: tuple[str, str]) -> bool:
    return all(same(one, other) for one, other in zip(ours, theirs, strict=True))
