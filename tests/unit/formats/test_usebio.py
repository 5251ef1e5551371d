"""USEBIO: sections, special scores, safe XML."""

from fractions import Fraction

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import NotPlayed, Percentage
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.usebio.reader import read_usebio


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


@pytest.mark.parametrize(
    ("kind", "method"),
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


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<USEBIO><EVENT>", "format.xml"),
        ("<html></html>", "usebio.not-usebio"),
        ("<USEBIO><CLUB/></USEBIO>", "usebio.no-event"),
        (event(""), "results.none"),
        ("<a>" * 100 + "</a>" * 100, "format.xml-deep"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><USEBIO><EVENT>&x;</EVENT></USEBIO>', "format.xml-unsafe"),
        (
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><USEBIO><EVENT>&x;</EVENT></USEBIO>',
            "format.xml-unsafe",
        ),
    ],
    ids=["cut", "html", "no-event", "empty-event", "deep", "entity", "external-entity"],
)
def test_files_that_are_refused(text: str, code: str) -> None:
    assert code in [found for _, found in codes_of(text)]


def test_several_sessions_are_noted() -> None:
    one = f"<SESSION>{board(1, row('1', '2', SCORE='50'))}</SESSION>"
    two = f"<SESSION>{board(2, row('2', '1', SCORE='50'))}</SESSION>"
    assert [note.code for note in read(event(one + two)).notes] == ["usebio.sessions"]


def test_an_outside_document_type_is_not_fetched() -> None:
    text = event(board(1, row("1", "2", SCORE="50"))).replace(
        "<USEBIO", '<!DOCTYPE USEBIO SYSTEM "http://unreachable.invalid/usebio.dtd">\n<USEBIO', 1
    )
    assert len(read(text).lines) == 1
