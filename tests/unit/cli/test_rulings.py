"""`ruling`: the printed examples of the guidance and the regulations come out of the command."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tables import for_each
from tests.unit.cli.runner import cli

SHARES = "40% 6SN=, 30% 4SN+2, 20% 4SN+1, 10% 6SN-1"
WEIGHTED = json.loads(Path("tests/data/standards/scoring/weighted.json").read_text(encoding="utf-8"))["data"]
FIELD = "1430, 1660, 680, 650, 1430, 650, 680, -200, 680, -100, -100, 1430"


def test_in_a_match_it_is_3_7_and_4_imps() -> None:
    """R-202, R-349: guidance, lines 25-36; every line of the printed table."""
    printed = WEIGHTED["teams"]
    outcome = cli("ruling", "weigh", SHARES, "--vul", "ns", "--other", str(printed["other_table_ns"]), "--json")
    assert outcome.code == 0
    parts = [(int(part["score"]), float(part["points"]), float(part["share"])) for part in outcome.json["parts"]]
    assert parts == [(row["ns_score"], row["printed_imp"], row["printed_contribution"]) for row in printed["rows"]]
    assert (outcome.json["total"], outcome.json["ns"], outcome.json["ew"]) == ("3.7", "4", "-4")


def test_in_a_field_it_is_13_5_and_10_5() -> None:
    """R-203, R-349: guidance, lines 38-66, matchpoints doubled as it does; 6.75 and 5.25 as they are scored."""
    answer = cli("ruling", "weigh", SHARES, "--vul", "ns", "--field", FIELD, "--doubled", "--json").json
    assert [part["points"] for part in answer["parts"]] == ["19", "13", "8", "4"]
    assert (answer["ns"], answer["ew"], answer["top"]) == ("13.5", "10.5", "24")
    plain = cli("ruling", "weigh", SHARES, "--vul", "ns", "--field", FIELD, "--json", "--regulations", "jcbl-2008").json
    assert (plain["ns"], plain["ew"], plain["top"]) == ("6.75", "5.25", "12")


def test_a_split_score() -> None:
    """R-205: the offenders get the slam made, the others the weighted score."""
    words = (SHARES, "--vul", "ns", "--field", FIELD, "--ew", "6SN=", "--doubled", "--json")
    answer = cli("ruling", "weigh", *words).json
    assert (answer["ns"], answer["ew"]) == ("13.5", "5")
    other = cli("ruling", "weigh", SHARES, "--vul", "ns", "--other", "680", "--ew", "6SN=", "--json").json
    assert (other["ns"], other["ew"]) == ("4", "-13")


def test_in_words() -> None:
    text = cli("ruling", "weigh", SHARES, "--vul", "ns", "--other", "680").out
    assert "3.7" in text
    assert "N-S 4 IMPs" in text
    assert (
        "N-S 4 IMP、E-W -4 IMP" in cli("ruling", "weigh", SHARES, "--vul", "ns", "--other", "680", "--lang", "ja").out
    )


@for_each(
    "words, expected",
    [
        ((), {"ns": "60", "ew": "60"}),
        (("--ns", "at-fault", "--ns-session", "35"), {"ns": "35", "ew": "60"}),
        (("--ns", "partly", "--ns-session", "70", "--ew-session", "64%"), {"ns": "50", "ew": "64"}),
        (("--ew", "at-fault", "--top", "12"), {"ns": "60", "ew": "40", "ns_points": "7.2", "ew_points": "4.8"}),
    ],
)
def test_averages_by_responsibility(words: tuple[str, ...], expected: dict[str, str]) -> None:
    """R-181, R-206, R-207: 64 % of the session is an average plus of 64, 35 % a minus of 35; an error of the director
    is nobody's fault."""
    assert cli("ruling", "average", *words, "--regulations", "jcbl-2008", "--json").json == expected


@for_each(
    "words",
    [
        ("weigh", SHARES),
        ("weigh", SHARES, "--other", "680", "--field", FIELD),
        ("weigh", "40% 6SN=, 30% 4SN+2", "--other", "680"),
        ("weigh", SHARES, "--other", "nonsense"),
        ("weigh", SHARES, "--field", "680, what"),
        ("average", "--ns-session", "164"),
        ("average", "--ns-session", "1e99999999"),
        ("average", "--top", "x"),
    ],
)
def test_what_is_wrong_is_told(words: tuple[str, ...]) -> None:
    """R-204: weights that do not make a whole are refused; options that exclude each other are a usage error."""
    outcome = cli("ruling", *words)
    is_usage = SHARES in words and ("--other" in words) == ("--field" in words)
    assert (outcome.code, outcome.out) == (2 if is_usage else 1, "")
    assert outcome.errors
