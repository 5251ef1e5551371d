"""`points`, `imps` and what comes later."""

import pytest

from tests.unit.cli.runner import cli


@pytest.mark.parametrize(
    ("words", "ns"),
    [
        (("4SX-1",), -100),
        (("4SX-1", "--by", "N"), -100),
        (("4SX-1", "--by", "w"), 100),
        (("4SX", "-1", "W", "--vul", "ew"), 200),
        (("3NT+2 W", "--vul", "both"), -660),
        (("1C=",), 70),
        (("4♠x", "--by", "S", "--vul", "NS"), 790),
        (("４ＳＸ－１　Ｎ",), -100),
        (("PASS",), 0),
        (("3NT+1 W", "--vul", "ew"), -630),
    ],
)
def test_points(words: tuple[str, ...], ns: int) -> None:
    """R-134, R-158: the score for both sides, which add up to zero; North declares where nobody is named."""
    outcome = cli("points", *words, "--json")
    assert (outcome.code, outcome.json, outcome.err) == (0, {"ns": ns, "ew": -ns}, "")


def test_points_in_words() -> None:
    assert cli("points", "4SX-1 N").out == "4♠× −1 N: N-S −100, E-W +100\n"
    assert cli("points", "4SX-1 N", "--lang", "ja").out == "4♠× −1 N：N-S −100、E-W +100\n"


@pytest.mark.parametrize("text", ["8NT", "3NT+9", "4S1", "x", "", "420", "4S= N E"])
def test_no_contract(text: str) -> None:
    outcome = cli("points", text, "--json")
    assert (outcome.code, outcome.out) == (1, "")
    assert len(outcome.errors) == 1


def test_two_declarers_are_refused() -> None:
    outcome = cli("points", "4S= N", "--by", "E")
    assert outcome.code == 1
    assert "“4S= N” names N as declarer" in outcome.err


@pytest.mark.parametrize(
    ("difference", "imps"),
    [
        ("-430", -10),
        ("430", 10),
        ("0", 0),
        ("10", 0),
        ("20", 1),
        ("-4000", -24),
        ("3990", 23),
        ("−50", -2),
        ("＋１２０", 3),
    ],
)
def test_imps(difference: str, imps: int) -> None:
    outcome = cli("imps", difference, "--json")
    assert (outcome.code, outcome.json) == (0, {"imps": imps})


def test_imps_in_words_and_refused() -> None:
    assert cli("imps", "-430").out == "−10 IMPs\n"
    for text in ("ten", "4.5", "1000000"):
        assert cli("imps", text).code == 1


@pytest.mark.parametrize(
    "words",
    [
        ("vp", "--scale", "wbf-25", "--boards", "16", "-12"),
        ("vp", "--list"),
        ("draw", "event.json"),
        ("deal", "--boards", "8", "-o", "deals.pbn"),
        ("dd", "deals.pbn"),
    ],
)
def test_what_comes_later_says_so(words: tuple[str, ...]) -> None:
    outcome = cli(*words)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.errors == [f"arrowswitch: “{words[0]}” is not possible yet in this version."]
    assert "まだ使えません" in cli(*words, "--lang", "ja").err
