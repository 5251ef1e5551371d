"""Large files of plain columns: the same ranking as row by row, and what is left to that reader."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.bulk.written import written_amounts
from arrowswitch.formats import reading
from arrowswitch.formats.results import csv_columns, plain_columns
from arrowswitch.formats.results.csv_columns import read_columns
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.cli.runner import cli

HEAD = "board,ns,ew,contract,by,result,score"
TOLD = ("3NT,N,=,", "4S,E,-1,", "1H,W,+2,", "P,,,", ",,,-100", ",,,A+/A-", ",,,60%/40%", ",,,NP", "2DX,S,=,")
WAYS = ("apart", "directed", "one field", "bare", "a phantom", "semicolons")


@pytest.fixture(autouse=True)
def every_file_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arrowswitch.cli.scoring.file_scoring.LARGE_FILE", 1)
    monkeypatch.setattr(csv_columns, "LARGE_FILE", 1)


@rotate(way=WAYS, method=["matchpoints", "imps", "total-points", "butler"])
def test_the_ranking_is_that_of_the_rows(tmp_path: Path, way: str, method: str) -> None:
    """Averages, percentages and boards not played among 16 pairs and 20 boards, in one ranking or two; Butler and what
    else arrays cannot do goes the other way, and says the same."""
    (tmp_path / "field.csv").write_text(a_field(way), encoding="utf-8")
    words = ("score", "field.csv", "--method", method)
    whole = cli(*words, folder=tmp_path)
    assert read_columns((tmp_path / "field.csv").read_bytes()) is not None
    (tmp_path / "field.csv").write_text(a_field(way) + "# read row by row\n", encoding="utf-8")
    assert read_columns((tmp_path / "field.csv").read_bytes()) is None
    rows = cli(*words, folder=tmp_path)
    assert (whole.code, rows.code) == (0, 0), whole.err
    assert whole.out == rows.out


def a_field(way: str) -> str:
    """Returns a field of eight tables: each pair of one side meets those of the other, or everybody everybody."""
    chance = random.Random(way)
    lines = [] if way == "bare" else [HEAD]
    for board in range(1, 21):
        for table in range(8):
            ns, ew = table + 1, (table + board) % 8 + 9
            if way == "directed":
                ew -= 8
            if way == "one field" and board % 2:
                ns, ew = ew, ns
            score = chance.choice(TOLD)
            if way == "a phantom" and ew == 12:
                score = ",,,A+/A+"
            lines.append(f"{board},{ns},{ew},{score}")
    text = "\n".join(lines) + "\n"
    return text.replace(",", ";") if way == "semicolons" else text


@pytest.mark.parametrize(
    "line",
    [
        "1,1,9,3NT,N,=,",
        "21,x,9,3NT,N,=,",
        "0,1,9,3NT,N,=,",
        "21,1,9,3NT,N,=,,more",
        "21,1,9,8NT,N,=,",
        "21,1,9,3NT,N,=,430",
        "",
        "21,1,1000000,3NT,N,=,",
    ],
)
def test_what_is_not_plain_is_left_to_the_reader_of_rows(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A contestant twice on a board, no number, no such board, a long row, a wrong contract, a doubtful score, an
    empty row: beyond what can be read row by row it is refused, with the line where there is one."""
    text = a_field("apart").replace("\n2,", f"\n{line}\n2,", 1).encode()
    assert read_columns(text) is None
    monkeypatch.setattr(csv_columns, "LARGEST_FILE", 10)
    if line.endswith("430"):
        field = read_columns(text)
        assert field is not None
        assert [note.where for note in field.results.notes if note.code == "score.differs"] == ["line 10"]
        return
    with pytest.raises(Malformed) as caught:
        read_columns(text)
    problem = caught.value.problems[0]
    assert (problem.code, problem.where) in (("csv.large-plain", ""), (problem.code, "line 10"))


def test_more_than_can_be_read_row_by_row_is_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON says that its boards are left out; what needs every row is refused."""
    (tmp_path / "field.csv").write_text(a_field("apart"), encoding="utf-8")
    whole = cli("score", "field.csv", "--json", folder=tmp_path).json
    monkeypatch.setattr("arrowswitch.cli.scoring.file_scoring.LARGEST_FILE", 100)
    monkeypatch.setattr(csv_columns, "LARGEST_FILE", 100)
    large = cli("score", "field.csv", "--json", folder=tmp_path).json
    assert large["standings"] == whole["standings"]
    assert large["boards"] == []
    assert large["problems"][-1]["code"] == "cli.score.large"
    assert "160" in large["problems"][-1]["message"]
    refused = cli("score", "field.csv", "--datums", "other.csv", folder=tmp_path)
    assert refused.code == 1
    assert str(reading.LARGEST_FILE // 1_000_000) not in refused.out


def test_columns_are_the_cells() -> None:
    """Random cells of more than 2,000 kinds, so that two of them have the same short hash."""
    chance = random.Random(8)
    rows = [
        (str(chance.randrange(10**6)), "".join(chance.choices("SHDCN1234567X+-=", k=chance.randrange(9))))
        for _ in range(3000)
    ]
    for end in ("\n", "\r\n"):
        data = end.join(",".join(row) for row in rows).encode()
        read = plain_columns.plain_columns(data, ",", ("board", "contract"), frozenset(("board",)))
        texts = read.texts["contract"]
        assert len(texts.kinds) > 2000
        assert [str(number) for number in read.numbers["board"]] == [number for number, _ in rows]
        assert [texts.kinds[code] for code in texts.codes] == [text for _, text in rows]


@pytest.mark.parametrize("block", [1, 7, 64, 1000])
def test_blocks_are_one_file(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of up to 18 digits and texts of up to 64 letters, in blocks that are shorter and longer than a line."""
    chance = random.Random(block)
    rows = [
        (
            str(chance.randrange(10 ** chance.randrange(1, 19))),
            "".join(chance.choices("SHDC♠", k=chance.choice((0, 1, 7, 8, 9, 20)))),
            str(chance.randrange(10**8)),
        )
        for _ in range(200)
    ]
    data = b"head\n" + "\r\n".join("\t".join(row) for row in rows).encode() + b"\n \n"
    monkeypatch.setattr(plain_columns, "_BLOCK", block)
    read = plain_columns.plain_columns(data, "\t", ("a", "b", "c"), frozenset("ac"), len("head\n"))
    texts = read.texts["b"]
    cells = zip(read.numbers["a"].tolist(), texts.codes.tolist(), read.numbers["c"].tolist(), strict=True)
    assert [(str(a), texts.kinds[b], str(c)) for a, b, c in cells] == rows
    assert list(texts.kinds) == sorted(set(texts.kinds))


@for_each("byte", range(256))
def test_a_number_has_digits_alone(byte: int) -> None:
    """Every byte at every place of a short number, of eight digits, and of nine."""
    for length in (1, 3, 8, 9):
        for place in range(length):
            cell = bytearray(b"123456789"[:length])
            cell[place] = byte
            if byte in b",\r\n" or (byte in b" \t\v\f" and place in (0, length - 1)):
                continue
            data = b"7," + bytes(cell) + b",8"
            if byte in b"0123456789":
                read = plain_columns.plain_columns(data, ",", ("a", "b", "c"), frozenset("abc"))
                assert read.numbers["b"].tolist() == [int(cell)]
            else:
                with pytest.raises(plain_columns.NotPlain):
                    plain_columns.plain_columns(data, ",", ("a", "b", "c"), frozenset("abc"))


@given(st.lists(st.integers(-(10**12), 10**12), max_size=20), st.integers(0, 6))
def test_amounts_are_written_as_one_is(amounts: list[int], places: int) -> None:
    assert written_amounts(np.array(amounts, np.int64), places) == [
        decimal_string(Fraction(amount, 10**places)) for amount in amounts
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n",
        b"1,a\n2",
        b"1,a,b\n2,c",
        b"x,a",
        b"-1,a",
        b",a",
        b"1,a\r2,b",
        b"1,\xff",
        b"1,a\n\n2,b",
        b"1," + b"a" * 65,
    ],
)
def test_what_is_not_plain_is_refused(data: bytes) -> None:
    with pytest.raises(plain_columns.NotPlain):
        plain_columns.plain_columns(data, ",", ("board", "contract"), frozenset(("board",)))
