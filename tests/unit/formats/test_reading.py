"""Bytes to text, cells to numbers, and the list of what is wrong."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import MOST_PROBLEMS, Malformed
from arrowswitch.formats.reading import (
    LARGEST_FILE,
    Findings,
    clean,
    exact_number,
    iso_date,
    text_of,
    whole_number,
)
from tests.tables import for_each


@for_each("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_japanese_text_in_every_usual_encoding(encoding: str) -> None:
    assert text_of("ボード,南北\r\n1,春川\r".encode(encoding)).removeprefix("\ufeff") == "ボード,南北\n1,春川\n"


def test_western_text_without_a_mark() -> None:
    assert text_of("Café\n".encode("latin-1"), legacy="latin-1") == "Café\n"
    assert text_of(b"\x81\xff\n")


@for_each(
    "data, code",
    lambda: [
        (b"", "format.empty"),
        (b"\xef\xbb\xbf \n\t", "format.empty"),
        (b"PK\0\0", "format.not-text"),
        (b"x" * (LARGEST_FILE + 1), "format.too-large"),
    ],
    ids=["empty", "blank", "binary", "large"],
)
def test_what_is_no_text(data: bytes, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        text_of(data)
    assert caught.value.problems[0].code == code


@for_each("text", ["", "x", "1.2.3", "--1", "+", ".5", "1e5", "5" * 30, "½"])
def test_what_is_no_number(text: str) -> None:
    assert exact_number(text) is None
    assert whole_number(text) is None


def test_numbers() -> None:
    assert exact_number("－12.50") == Fraction(-25, 2)
    assert whole_number("12.50") is None
    assert whole_number("７") == 7


@given(st.integers(-(10**9), 10**9))
def test_two_decimals_read_back(hundredths: int) -> None:
    text = f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"
    assert exact_number(text) == Fraction(hundredths, 100)


def test_dates_and_names() -> None:
    assert iso_date("2026.1.5") == "2026-01-05"
    assert iso_date("31/13/2026") == "31/13/2026"
    assert iso_date("1/2/3") == "1/2/3"
    assert clean("  Alder\n\x00 Oak ") == "Alder Oak"
    assert clean("n" * 10_000) == "n" * 199 + "…"


def test_only_the_first_problems_are_told_in_full() -> None:
    findings = Findings()
    findings.check()
    for n in range(MOST_PROBLEMS + 7):
        findings.error("results.board", f"line {n}", text="x")
    with pytest.raises(Malformed) as caught:
        findings.check()
    problems = caught.value.problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert (problems[-1].code, problems[-1].params) == ("format.more", {"n": 7})
