"""USEBIO: sections, special scores, safe XML."""

from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import NotPlayed, Percentage
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.results.scoring_input import scoring_input
from arrowswitch.formats.usebio.reader import read_usebio
from tests.tables import for_each


def event(body: str, kind: str = "MP_PAIRS") -> str:
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">\n{body}\n</EVENT></USEBIO>'


def row(ns: str, ew: str, **cells: str) -> str:
    inside = "".join(f"<{tag}>{text}</{tag}>" for tag, text in cells.items())
    pairs = f"<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
    return f"<TRAVELLER_LINE>{pairs}{inside}</TRAVELLER_LINE>"


def board(number: int, *rows: str) -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>\n" + "\n".join(rows) + "\n</BOARD>"


def read(text: str) -> ResultsFile:
    return read_usebio(text.encode())


def codes_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as caught:
        read(text)
    return [(problem.where, problem.code) for problem in caught.value.problems]


def test_special_scores() -> None:
    file = read(event(board(1, row("1", "2", SCORE="A6040"), row("3", "4", SCORE="NP"), row("5", "6", SCORE="420"))))
    first, second, third = file.lines
    assert (first.line.ns_outcome, first.line.ew_outcome) == (Percentage(Fraction(60)), Percentage(Fraction(40)))
    assert second.line.ns_outcome == NotPlayed()
    assert third.score == 420


def test_a_contract_may_stand_beside_an_artificial_score() -> None:
    file = read(event(board(1, row("1", "2", CONTRACT="4S", PLAYED_BY="N", TRICKS="10", SCORE="A5050"))))
    assert file.lines[0].result is not None
    assert file.lines[0].score is None


def test_sections_share_boards() -> None:
    def section(name: str, ns: str, ew: str) -> str:
        pair = f"<PARTICIPANTS><PAIR><PAIR_NUMBER>{ns}</PAIR_NUMBER></PAIR></PARTICIPANTS>"
        return f'<SECTION SECTION_ID="{name}">{pair}{board(1, row(ns, ew, SCORE="50"))}</SECTION>'

    file = read(event(f"<SESSION>{section('Red', '1', '2')}{section('Blue', '1', '2')}</SESSION>"))
    assert [one.line.ns[0] for one in file.lines] == ["A1", "B1"]
    assert file.boards == (1,)


@for_each(
    "kind, method",
    [
        ("MP_PAIRS", Method.MATCHPOINTS),
        ("BUTLER_PAIRS", Method.BUTLER),
        ("CROSS_IMP", Method.IMPS),
        ("AGGREGATE", Method.TOTAL_POINTS),
        ("SWISS_TEAMS", None),
        ("OTHER", Method.MATCHPOINTS),
    ],
)
def test_methods(kind: str, method: Method | None) -> None:
    assert read(event(board(1, row("1", "2", SCORE="50")), kind)).method is method


def test_problems_have_lines() -> None:
    rows = (row("1", "2", CONTRACT="8NT", PLAYED_BY="N", TRICKS="9"), row("3", "3", SCORE="50"))
    text = event("<WINNER_TYPE>1</WINNER_TYPE>" + board(1, *rows))
    assert codes_of(text) == [("line 4", "result.level"), ("line 5", "results.itself")]


@for_each(
    "text, code",
    [
        ("<USEBIO><EVENT>", "format.xml"),
        ("<other></other>", "usebio.not-usebio"),
        ("<USEBIO><CLUB/></USEBIO>", "usebio.no-event"),
        (event(""), "results.none"),
        ("<a>" * 100 + "</a>" * 100, "format.xml-deep"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><USEBIO><EVENT>&x;</EVENT></USEBIO>', "format.xml-unsafe"),
        (
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><USEBIO><EVENT>&x;</EVENT></USEBIO>',
            "format.xml-unsafe",
        ),
    ],
    ids=["cut", "other", "no-event", "empty-event", "deep", "entity", "external-entity"],
)
def test_files_that_are_refused(text: str, code: str) -> None:
    assert code in [found for _, found in codes_of(text)]


def test_several_sessions_are_noted() -> None:
    first = f"<SESSION>{board(1, row('1', '2', SCORE='50'))}</SESSION>"
    two = f"<SESSION>{board(2, row('2', '1', SCORE='50'))}</SESSION>"
    assert [note.code for note in read(event(first + two)).notes] == ["usebio.sessions"]


def test_an_outside_document_type_is_not_fetched() -> None:
    text = event(board(1, row("1", "2", SCORE="50"))).replace(
        "<USEBIO", '<!DOCTYPE USEBIO SYSTEM "http://unreachable.invalid/usebio.dtd">\n<USEBIO', 1
    )
    assert len(read(text).lines) == 1


def team_event(boards: str, matches: str) -> str:
    methods = {"BOARD_SCORING_METHOD": boards, "MATCH_SCORING_METHOD": matches}
    head = "".join(f"<{tag}>{text}</{tag}>" for tag, text in methods.items() if text)
    teams = "".join(f'<TEAM TEAM_ID="{n}" TEAM_NAME="T{n}"><ADJUSTMENT>-{n}</ADJUSTMENT></TEAM>' for n in (1, 2))
    rows = board(1, row("1", "2", SCORE="420"), row("2", "1", SCORE="50"))
    match = f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>{rows}</MATCH>"
    return event(f"{head}<PARTICIPANTS>{teams}</PARTICIPANTS>{match}", "TEAMS")


@for_each(
    "boards, matches, method, is_by_vp",
    [
        ("IMPS", "VPS", TeamMethod.IMPS, True),
        ("IMPS", "IMPS", TeamMethod.IMPS, False),
        ("PAB", "PAB", TeamMethod.POINT_A_BOARD, False),
        ("PAB", "", TeamMethod.POINT_A_BOARD, False),
        ("", "VPS", TeamMethod.IMPS, True),
        ("AGGREGATE", "AGGREGATE", TeamMethod.TOTAL_POINTS, False),
        ("", "", None, None),
    ],
)
def test_how_teams_are_scored(boards: str, matches: str, method: TeamMethod | None, is_by_vp: bool | None) -> None:
    file = read(team_event(boards, matches))
    assert (file.method, file.team_method, file.is_by_vp) == (None, method, is_by_vp)
    assert not file.notes
    assert [team.adjustment for team in file.teams] == [-1, -2]
    assert len(file.lines) == 2


def test_ways_of_scoring_teams_that_are_not_known_are_told() -> None:
    note = read(team_event("SOMETHING", "ELSE")).notes[0]
    assert (note.code, note.params) == ("usebio.match-method", {"boards": "SOMETHING", "matches": "ELSE"})


@for_each(
    "kind, boards, points, method, codes",
    [
        ("SWISS_PAIRS", "", "BUTLER_POINTS", Method.BUTLER, ["usebio.method-by-points"]),
        ("PAIRS", "", "CROSS_IMP_POINTS", Method.IMPS, ["usebio.method-by-points"]),
        ("PAIRS", "MATCH_POINTS", "MATCH_POINTS", Method.MATCHPOINTS, []),
        ("PAIRS", "IMPS", "BUTLER_POINTS", Method.BUTLER, ["usebio.method-by-points"]),
        ("PAIRS", "PAB", "MATCH_POINTS", Method.BOARD_A_MATCH, []),
        ("SOMETHING", "", "", Method.MATCHPOINTS, ["usebio.event-type", "usebio.method-assumed"]),
        ("PAIRS", "SOMETHING", "", Method.MATCHPOINTS, ["usebio.board-method", "usebio.method-assumed"]),
        ("MP_PAIRS", "CROSS_IMPS", "", Method.MATCHPOINTS, ["usebio.methods-differ"]),
        ("MP_PAIRS", "", "MATCH_POINTS", Method.MATCHPOINTS, []),
    ],
)
def test_the_method_is_never_guessed_in_silence(
    kind: str, boards: str, points: str, method: Method | None, codes: list[str]
) -> None:
    head = f"<BOARD_SCORING_METHOD>{boards}</BOARD_SCORING_METHOD>" if boards else ""
    scores = {f"NS_{points}": "1", f"EW_{points}": "-1"} if points else {}
    lines = board(1, row("1", "2", SCORE="420", **scores), row("2", "1", SCORE="50", **scores)).replace(
        "2</NS", "3</NS"
    )
    file = read(event(head + lines, kind))
    assert file.method is method
    assert [note.code for note in file.notes if note.code.startswith("usebio.")] == codes


def test_swiss_pairs_by_victory_points_are_scored_so() -> None:
    head = "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
    file = read(event(head + board(1, row("1", "2", SCORE="420")), "SWISS_PAIRS"))
    assert file.method is Method.SWISS_MATCHPOINTS


def test_adjustments_of_totals_are_read() -> None:
    pair = "<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER><ADJUSTMENT>-2.5</ADJUSTMENT></PAIR></PARTICIPANTS>"
    file = read(event(pair + board(1, row("1", "2", SCORE="420"))))
    assert [one.adjustment for one in file.contestants] == [Fraction(-5, 2), None]
    assert scoring_input(file).penalties == (Penalty(Number("1"), Fraction(5, 2), PenaltyUnit.MATCHPOINTS),)
    assert scoring_input(file, Method.IMPS).penalties == ()


def test_a_contract_that_cannot_be_read_costs_nothing_where_the_score_is_told() -> None:
    file = read(event(board(1, row("1", "2", CONTRACT="42", PLAYED_BY="N", TRICKS="10", SCORE="480"))))
    assert (file.lines[0].score, file.lines[0].contract) == (480, "")
    assert [(note.code, note.params["text"]) for note in file.notes[-1:]] == [("results.contract-unread", "42")]


def test_a_contract_that_cannot_be_read_is_told_at_its_own_line() -> None:
    text = event(board(1, row("1", "2", CONTRACT="9S")).replace("<CONTRACT>", "\n\n<CONTRACT>"))
    where = f"line {text[: text.index('<CONTRACT>')].count(chr(10)) + 1}"
    assert codes_of(text) == [(where, "result.level")]


@for_each(
    "declared, encoding",
    [("Shift_JIS", "cp932"), ("windows-31j", "cp932"), ("EUC-JP", "euc_jp"), ("ISO-2022-JP", "iso2022_jp")],
)
def test_declared_encodings_of_japan_are_read(declared: str, encoding: str) -> None:
    text = event("<VENUE>高田公民館</VENUE>" + board(1, row("1", "2", SCORE="420")))
    data = text.replace('<?xml version="1.0"?>', f'<?xml version="1.0" encoding="{declared}"?>').encode(encoding)
    assert read_usebio(data).venue == "高田公民館"


@for_each(
    "venue, encoding",
    [("高田公民館", "cp932"), ("ﾀｶﾀﾞ ホール", "cp932"), ("Café Orléans", "cp1252"), ("高田公民館", "utf-8")],
)
def test_an_encoding_that_is_not_declared_is_found_by_the_bytes(venue: str, encoding: str) -> None:
    text = event(f"<VENUE>{venue}</VENUE>" + board(1, row("1", "2", SCORE="420")))
    assert read_usebio(text.encode(encoding)).venue == venue


@for_each("name", ["no-such-thing", "ascii", "base64"])
def test_an_encoding_that_does_not_fit_is_told(name: str) -> None:
    data = f'<?xml version="1.0" encoding="{name}"?><USEBIO>日本</USEBIO>'.encode()
    with pytest.raises(Malformed) as caught:
        read_usebio(data)
    assert [problem.code for problem in caught.value.problems] == ["format.xml-encoding"]


@for_each("start", ["<!DOCTYPE html>\n<html>", "<html lang='ja'>", "<!-- saved -->\n<HTML>"])
def test_a_web_page_is_called_one(start: str) -> None:
    assert codes_of(f"{start}<body><p>Results<br>and more") == [("", "format.html")]
