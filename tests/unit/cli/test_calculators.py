"""`points`, `imps` and what comes later."""

from pathlib import Path

from tests.tables import for_each
from tests.unit.cli.runner import cli


@for_each(
    "words, ns",
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


@for_each("text", ["8NT", "3NT+9", "4S1", "x", "", "420", "4S= N E"])
def test_no_contract(text: str) -> None:
    outcome = cli("points", text, "--json")
    assert (outcome.code, outcome.out) == (1, "")
    assert len(outcome.errors) == 1


def test_two_declarers_are_refused() -> None:
    outcome = cli("points", "4S= N", "--by", "E")
    assert outcome.code == 1
    assert "“4S= N” names N as declarer" in outcome.err


@for_each(
    "difference, imps",
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


@for_each(
    "scale, boards, margin, first, second",
    [
        ("wbf-25", "16", "-12", "12", "18"),
        ("wbf-25", "28", "64", "25", "4"),
        ("wbf-continuous", "16", "20", "15.00", "5.00"),
        ("wbf-continuous", "20", "-1", "9.72", "10.28"),
        ("mccallan-40", "8", "10", "50", "30"),
        ("29-0", "8", "１００", "29", "0"),
        ("bam-vp", "3", "90", "4", "2"),
    ],
)
def test_victory_points(scale: str, boards: str, margin: str, first: str, second: str) -> None:
    """R-174, R-175, R-176: both sides' victory points, with the decimals that the scale prints."""
    outcome = cli("vp", "--scale", scale, "--boards", boards, margin, "--json")
    assert (outcome.code, outcome.json) == (0, {"first": first, "second": second})


def test_victory_points_in_words() -> None:
    assert cli("vp", "--scale", "wbf-25", "--boards", "16", "-12").out == "12 - 18 VP\n"
    assert cli("vp", "--scale", "mccallan-40", "-12", "--json").json == {"first": "28", "second": "52"}


@for_each(
    "words, message",
    [
        (("--scale", "wbf-25", "--boards", "18", "5"), "no column for 18 boards"),
        (("--scale", "wbf-25", "5"), "number of boards"),
        (("--scale", "wbf-continuous", "--boards", "0", "5"), "0 boards"),
        (("--scale", "20-0", "--boards", "8", "5"), "without printing"),
        (("--scale", "wbf", "--boards", "8", "5"), "not a scale"),
        (("--scale", "wbf-25", "--boards", "8", "4.5"), "not a margin"),
        (("--scale", "wbf-25", "--boards", "8"), "IMPS"),
        (("5",), "--scale"),
    ],
)
def test_victory_points_refused(words: tuple[str, ...], message: str) -> None:
    """R-174: a scale or board count that is not there is refused, never interpolated."""
    outcome = cli("vp", *words, "--json")
    assert (outcome.code, outcome.out, len(outcome.errors)) == (2 if message in ("IMPS", "--scale") else 1, "", 1)
    assert message in outcome.err


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    """R-175: 12-0 is a 10-0 table with 2 points for the win; the table is the club's."""
    text = 'name = "club"\ntitle = "Club 12-0"\nkind = "bands"\nsource = "announcement"\nbonus = 2\n'
    text += 'vps = [[5, 5], [6, 4], [10, 0]]\n[columns]\n8 = { from = [0, 3, 20], source = "page 2" }\n'
    (tmp_path / "club.toml").write_text(text, encoding="utf-8")
    for margin, first in (("0", "6"), ("3", "8"), ("25", "12")):
        outcome = cli("vp", "--scale", "club.toml", "--boards", "8", margin, "--json", folder=tmp_path)
        assert outcome.json["first"] == first
    (tmp_path / "bad.toml").write_text(text.replace("0, 3, 20", "0, 3"), encoding="utf-8")
    outcome = cli("vp", "--scale", "bad.toml", "--boards", "8", "3", folder=tmp_path)
    assert outcome.code == 1
    assert "line 8" in outcome.err


def test_the_list_of_scales() -> None:
    listed = {row["scale"]: row for row in cli("vp", "--list", "--json").json}
    assert listed["wbf-25"]["boards"] == ["8", "10", "12", "14", "16", "20", "24", "28", "32", "36", "40", "48"]
    assert listed["bam-vp"]["unit"] == "points"
    for locale, word in (("en", "no table"), ("ja", "表なし")):
        assert word in cli("vp", "--list", "--lang", locale).out
