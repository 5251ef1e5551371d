"""The texts accepted in the result field of a slip."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Impossible, Malformed, Mistake, Refused
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.contracts import PassedOut, RawScore
from arrowswitch.core.game.notation import Ambiguous, Style, parse_result
from arrowswitch.core.game.possible import possible_scores
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)
from arrowswitch.core.scoring.slips import SlipEntry, format_award, format_entry, parse_entry
from tests.tables import for_each

PLUS, MINUS, AVERAGE = Average(AverageKind.PLUS), Average(AverageKind.MINUS), Average(AverageKind.AVERAGE)

percentages = st.integers(0, 1000).map(lambda tenths: Percentage(Fraction(tenths, 10)))
averages = st.sampled_from([PLUS, MINUS, AVERAGE])
awards = st.one_of(
    percentages,
    averages,
    st.just(NotPlayed()),
    st.one_of(st.none(), percentages, averages).map(Neutral),
)
scores = st.sampled_from(sorted({score for one in Vulnerability for score in possible_scores(one)}))
large_scores = scores.filter(lambda score: score > 100).map(TableScore)
weighted = st.tuples(scores, scores, st.integers(1, 99)).map(
    lambda three: Weighted(((three[0], Fraction(three[2], 100)), (three[1], Fraction(100 - three[2], 100))))
)
entries = st.one_of(
    st.builds(SlipEntry, st.none(), awards, awards),
    weighted.map(SlipEntry.both),
    st.builds(SlipEntry, st.none(), large_scores, st.one_of(awards, scores.map(TableScore))),
    st.just(SlipEntry(is_pending=True)),
    st.sampled_from(["4SX-1 N", "P", "420", "-50"]).map(lambda text: SlipEntry(parse_result(text))),
)


@given(entries)
def test_what_is_written_reads_back(entry: SlipEntry) -> None:
    assert parse_entry(format_entry(entry)) == entry


@given(st.text(alphabet="A+-NPB:%/,?0123456789 XS=", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(Mistake):
        parse_entry(text)


@for_each(
    "text, ns, ew",
    [
        ("A", AVERAGE, AVERAGE),
        ("a+", PLUS, PLUS),
        ("Ａ－", MINUS, MINUS),
        ("A+ A-", PLUS, MINUS),
        ("a- a+", MINUS, PLUS),
        ("A+/A-", PLUS, MINUS),
        ("A, A+", AVERAGE, PLUS),
        ("Ave+", PLUS, PLUS),
        ("アベレージ", AVERAGE, AVERAGE),
        ("アベレージプラス アベレージマイナス", PLUS, MINUS),
        ("アベ−", MINUS, MINUS),
        ("60%/40%", Percentage(Fraction(60)), Percentage(Fraction(40))),
        ("A6040", Percentage(Fraction(60)), Percentage(Fraction(40))),
        ("A60/A40", Percentage(Fraction(60)), Percentage(Fraction(40))),
        ("A100/0", Percentage(Fraction(100)), Percentage(Fraction(0))),
        ("45.5% 54.5%", Percentage(Fraction(91, 2)), Percentage(Fraction(109, 2))),
        ("50%", Percentage(Fraction(50)), Percentage(Fraction(50))),
        ("A50", Percentage(Fraction(50)), Percentage(Fraction(50))),
        ("NP", NotPlayed(), NotPlayed()),
        ("未プレイ", NotPlayed(), NotPlayed()),
        ("NP A+", NotPlayed(), PLUS),
        ("N", Neutral(), Neutral()),
        ("neutral", Neutral(), Neutral()),
        ("ニュートラル", Neutral(), Neutral()),
        ("N:A+/N:60%", Neutral(PLUS), Neutral(Percentage(Fraction(60)))),
        ("+420/-50", TableScore(420), TableScore(-50)),
        ("420/170", TableScore(420), TableScore(170)),
        ("420/A+", TableScore(420), PLUS),
        ("60%/-50", Percentage(Fraction(60)), TableScore(-50)),
    ],
)
def test_artificial_scores(text: str, ns: SideOutcome, ew: SideOutcome) -> None:
    """R-144: averages, percentages, not played, neutral and split scores, North-South first."""
    assert parse_entry(text) == SlipEntry(None, ns, ew)


def test_results_are_results() -> None:
    """R-144: a contract, a score and a passed-out board are played results without an award."""
    assert parse_entry("4sx-1", declarer=Seat.NORTH) == SlipEntry(parse_result("4SX-1 N"))
    assert parse_entry("N4S=") == SlipEntry(parse_result("4S= N"))
    assert parse_entry("420") == SlipEntry(RawScore(420))
    assert parse_entry("AP") == SlipEntry(PassedOut())


def test_weighted_scores() -> None:
    """R-144: an adjusted score by weights; a contract takes its score from the board (board 4: all vulnerable)."""
    expected = Weighted(((620, Fraction(3, 5)), (170, Fraction(2, 5))))
    assert parse_entry("60% 4S= N, 40% 2S+2 N", board=4) == SlipEntry.both(expected)
    assert parse_entry("60% 620、40% 170") == SlipEntry.both(expected)
    assert parse_entry("50% 2S= N, 50% P").ns_award == Weighted(((110, Fraction(1, 2)), (0, Fraction(1, 2))))


@for_each(
    "text, kind, code",
    [
        ("60%", Ambiguous, "entry.one-percentage"),
        ("A60", Ambiguous, "entry.one-percentage"),
        ("60/40", Ambiguous, "entry.score-or-percentage"),
        ("60% 4S= N, 40% 170", Ambiguous, "entry.contract-without-board"),
        ("110%/0%", Refused, "entry.percentage"),
        ("30% 420, 40% 170", Refused, "entry.weights"),
        ("60% 420, 170", Malformed, "result.malformed"),
        ("A+ A- A", Malformed, "result.malformed"),
        ("420/x", Malformed, "result.malformed"),
        ("A+" + " " * 300, Malformed, "result.malformed"),
        ("", Malformed, "result.empty"),
        ("8NT= N", Refused, "result.level"),
    ],
)
def test_what_is_refused(text: str, kind: type[Mistake], code: str) -> None:
    with pytest.raises(kind) as caught:
        parse_entry(text)
    assert caught.value.problems[0].code == code


def test_pending() -> None:
    assert parse_entry("？") == SlipEntry(is_pending=True)


def test_what_says_nothing_cannot_be_written() -> None:
    with pytest.raises(Impossible):
        format_entry(SlipEntry())
    with pytest.raises(Impossible):
        format_entry(SlipEntry(RawScore(420), PLUS, None))
    with pytest.raises(Impossible):
        format_award(Neutral(TableScore(1)))  # type: ignore[arg-type]  # a neutral board never carries a score


def test_styles() -> None:
    assert format_entry(SlipEntry(parse_result("4SX-1 N")), Style.DISPLAY) == "4♠× −1 N"
