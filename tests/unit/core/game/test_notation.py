"""Reading and writing results."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, PassedOut, Played, RawScore, TableResult
from arrowswitch.core.game.notation import (
    Ambiguous,
    Style,
    format_contract,
    format_result,
    format_tricks,
    lacks_result,
    parse_contract,
    parse_result,
    parse_tricks,
    quote_text,
)
from arrowswitch.core.game.seats import Seat
from tests.tables import for_each

contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Doubling), st.sampled_from(Seat)
)
results = st.one_of(
    st.builds(Played, contracts, st.integers(0, 13)),
    st.just(PassedOut()),
    st.integers(-760, 760).filter(bool).map(lambda tens: RawScore(tens * 10)),
)


@given(result=results, style=st.sampled_from(Style))
def test_what_is_written_reads_back(result: TableResult, style: Style) -> None:
    assert parse_result(format_result(result, style)) == result


@given(result=results, wide=st.booleans(), lower=st.booleans(), gap=st.sampled_from(["", " ", "\u3000", "\t"]))
def test_width_case_and_blanks_do_not_matter(result: TableResult, wide: bool, lower: bool, gap: str) -> None:
    text = gap.join(format_result(result).replace(" ", ""))
    if lower:
        text = text.lower()
    if wide:
        text = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
    assert parse_result(text) == result


@given(contract=contracts, style=st.sampled_from(Style))
def test_a_contract_alone_reads_back(contract: Contract, style: Style) -> None:
    assert parse_contract(format_contract(contract, style), contract.declarer) == contract


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(Mistake):
        parse_result(text)


@for_each(
    "text, meaning",
    [
        ("4SX-1 N", "4SX-1 N"),
        ("4sx-1 n", "4SX-1 N"),
        ("3NT+2 W", "3NT+2 W"),
        ("3n+2 w", "3NT+2 W"),
        ("1C= S", "1C= S"),
        ("1C S", "1C= S"),
        ("2H*-2 E", "2HX-2 E"),
        ("2D**+1W", "2DXX+1 W"),
        ("2D RD+1 W", "2DXX+1 W"),
        ("2DRDBL W", "2DXX= W"),
        ("2D dbl W", "2DX= W"),
        ("4 S x -1 N", "4SX-1 N"),
        ("N 4S=", "4S= N"),
        ("N4S", "4S= N"),
        ("4SN=", "4S= N"),
        ("4S N x -1", "4SX-1 N"),
        ("4S by North -1", "4S-1 N"),
        ("3NN=", "3NT= N"),
        ("3NS+1", "3NT+1 S"),
        ("S4S=", "4S= S"),
        ("4 spades by south", "4S= S"),
        ("3notrump-1 w", "3NT-1 W"),
        ("2 hearts= e", "2H= E"),
        ("1diamond=e", "1D= E"),
        ("1club=e", "1C= E"),
        ("４ＳＸ－１　Ｎ", "4SX-1 N"),
        ("3ＮＴ−1 Ｅ", "3NT-1 E"),
        ("3NT–1 E", "3NT-1 E"),
        ("3NTー1 西", "3NT-1 W"),
        ("4♠️× −1 南", "4SX-1 S"),
        ("4♡+1 東", "4H+1 E"),
        ("7NT= S", "7NT= S"),
        ("4S N 10", "4S= N"),
        ("4S N 9", "4S-1 N"),
        ("4S N M5", "4S+1 N"),
        ("4H S made 4", "4H= S"),
        ("4H S down 2", "4H-2 S"),
        ("4H S D2", "4H-2 S"),
        ("3D N D1", "3D-1 N"),
        ("4S+0 N", "4S= N"),
        ("4スペード=N", "4S= N"),
        ("４スペード＝北", "4S= N"),
        ("2ハートダブル-1 E", "2HX-1 E"),
        ("5ﾀﾞｲﾔ+1 W", "5D+1 W"),
        ("1ダイヤモンド= S", "1D= S"),
        ("2クラブ リダブル= 南", "2CXX= S"),
        ("3ノートラ+1 東", "3NT+1 E"),
        ("6ノートランプ－２　西", "6NT-2 W"),
        ("P", "PASS"),
        ("pass", "PASS"),
        ("Passed Out", "PASS"),
        ("パス", "PASS"),
        ("ﾊﾟｽ", "PASS"),
        ("オールパス", "PASS"),
        ("0", "PASS"),
        ("+0", "PASS"),
        ("420", "+420"),
        ("-50", "-50"),
        ("−５０", "-50"),
        ("+620", "+620"),
        ("1 430", "+1430"),
    ],
)
def test_what_directors_write(text: str, meaning: str) -> None:
    """R-134: a contract with its result, however it is typed."""
    assert format_result(parse_result(text)) == meaning


def test_declarer_chosen_beforehand() -> None:
    assert parse_result("1C=", declarer=Seat.WEST) == parse_result("1C= W")
    assert parse_result("4♠x", declarer=Seat.NORTH) == parse_result("4SX= N")
    assert parse_result("1C= W", declarer=Seat.WEST) == parse_result("1C= W")


@for_each(
    "text, kind, code",
    [
        ("", Malformed, "result.empty"),
        ("  \u3000", Malformed, "result.empty"),
        ("x", Malformed, "result.malformed"),
        ("9", Malformed, "result.malformed"),
        ("4S= N E", Malformed, "result.malformed"),
        ("N 4S= N", Malformed, "result.malformed"),
        ("4SXX N X", Malformed, "result.malformed"),
        ("4S=+1 N", Malformed, "result.malformed"),
        ("4S N!", Malformed, "result.malformed"),
        ("<b>4S</b>", Malformed, "result.malformed"),
        ("4S= N" + " " * 300, Malformed, "result.malformed"),
        ("123456789", Malformed, "result.malformed"),
        ("8NT= N", Refused, "result.level"),
        ("0S= N", Refused, "result.level"),
        ("3NT+9 N", Refused, "result.too-many-tricks"),
        ("4S N 14", Refused, "result.too-many-tricks"),
        ("4S-11 N", Refused, "result.too-few-tricks"),
        ("4S N M3", Refused, "result.made-below-level"),
        ("425", Refused, "result.raw-not-ten"),
        ("+9", Refused, "result.raw-not-ten"),
        ("-7610", Refused, "result.raw-too-large"),
        ("1C=", Ambiguous, "result.no-declarer"),
        ("4♠x", Ambiguous, "result.no-declarer"),
        ("4S N 5", Ambiguous, "result.bare-number"),
        ("4S1 N", Ambiguous, "result.bare-number"),
    ],
)
def test_what_is_refused(text: str, kind: type[Mistake], code: str) -> None:
    with pytest.raises(kind) as caught:
        parse_result(text)
    assert type(caught.value) is kind
    (problem,) = caught.value.problems
    assert problem.code == code
    assert "text" not in problem.params or problem.params["text"] == quote_text(text)


def test_two_declarers_are_ambiguous() -> None:
    with pytest.raises(Ambiguous) as caught:
        parse_result("4S= N", declarer=Seat.EAST)
    assert caught.value.problems[0].params == {"text": "4S= N", "written": "N", "expected": "E"}


def test_a_contract_field_takes_no_result() -> None:
    assert parse_contract("pass") == PassedOut()
    with pytest.raises(Malformed):
        parse_contract("4S= N")


def test_a_contract_that_lacks_its_result() -> None:
    assert [text for text in ("4S N", "n3ntx", "4S", "4S= N", "P", "420", "4S N 10", "x") if lacks_result(text)] == [
        "4S N",
        "n3ntx",
    ]


def test_a_result_field() -> None:
    contract = Contract(3, Denomination.NOTRUMP, Doubling.UNDOUBLED, Seat.NORTH)
    assert [parse_tricks(text, contract) for text in ("=", "+1", "−2", "M4", "D1", "11")] == [9, 10, 7, 10, 8, 11]
    for text in ("", "N", "X", "==", "four"):
        with pytest.raises(Malformed):
            parse_tricks(text, contract)


def test_display() -> None:
    shown_as = {
        text: format_result(parse_result(text), Style.DISPLAY) for text in ("4SX-1 N", "3NT+2 W", "1C= S", "-50")
    }
    assert shown_as == {"4SX-1 N": "4♠× −1 N", "3NT+2 W": "3NT +2 W", "1C= S": "1♣ = S", "-50": "−50"}
    assert format_contract(PassedOut()) == "PASS"
    played = parse_result("2DXX-3 E")
    assert isinstance(played, Played)
    assert format_contract(played.contract, Style.DISPLAY) == "2♦××"
    assert format_tricks(played, Style.DISPLAY) == "−3"


def test_messages_repeat_the_input_on_one_short_line() -> None:
    assert quote_text("4S\n  N") == "4S N"
    assert quote_text("a" * 10_000) == "a" * 59 + "…"
