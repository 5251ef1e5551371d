"""`arrowswitch deal`, `verify`, `convert` of deals: sets made again, verified, and carried between machines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arrowswitch.formats.deals.formats import DEAL_FORMATS, deal_format
from tests.unit.cli.runner import cli


@pytest.mark.parametrize("form", [form.name for form in DEAL_FORMATS])
def test_a_set_is_dealt_verified_and_made_again(tmp_path: Path, form: str) -> None:
    """R-323: the seed that was printed makes the same file; the fingerprint that was printed fits it."""
    file, again = tmp_path / f"set.{form}", tmp_path / f"again.{form}"
    plain = json.loads(cli("deal", "--boards", "6", "-o", str(file), "--json").out)
    assert plain["boards"] == [1, 2, 3, 4, 5, 6]
    assert len(plain["seed"]) == 32
    assert cli("deal", "--boards", "6", "--seed", plain["seed"], "-o", str(again)).code == 0
    assert file.read_bytes() == again.read_bytes()
    proof = ("verify", str(file), "--seed", plain["seed"], "--fingerprint", plain["fingerprint"])
    assert cli(*proof).code == 0
    assert json.loads(cli(*proof, "--json").out)["verified"] is True


def test_nobody_sees_a_card(tmp_path: Path) -> None:
    """The director who plays deals the boards: what is printed holds none of them."""
    file = tmp_path / "set.pbn"
    outcome = cli("deal", "--boards", "4", "--seed", "s", "-o", str(file))
    for deal in deal_format("set.pbn").read(file.read_bytes()).deals.deals.values():
        assert not any(len(word) > 6 and word in outcome.out for word in deal.pbn.split())
    assert "Seed, to be kept secret until play is over: s" in outcome.out


def test_a_changed_card_is_found(tmp_path: Path) -> None:
    file = tmp_path / "set.goe"
    plain = json.loads(cli("deal", "--boards", "3", "--seed", "s", "-o", str(file), "--json").out)
    file.write_text(file.read_text().replace("1", "2", 1))
    outcome = cli("verify", str(file), "--seed", "s", "--fingerprint", plain["fingerprint"])
    assert outcome.code == 1
    assert "Board 1: other cards than the seed makes." in outcome.out
    assert "not the one that was published" in outcome.out
    assert cli("verify", str(file), "--seed", "s").code == 1
    assert cli("verify", str(file)).code == 1


def test_sets_and_conditions(tmp_path: Path) -> None:
    """One seed makes a set for each section, and conditions are part of what is made again."""
    first, other, weak = (tmp_path / name for name in ("a.pbn", "b.pbn", "c.pbn"))
    assert cli("deal", "--boards", "2", "--seed", "s", "--set", "A", "-o", str(first)).code == 0
    assert cli("deal", "--boards", "2", "--seed", "s", "--set", "B", "-o", str(other)).code == 0
    assert first.read_bytes() != other.read_bytes()
    rule = ("--constraint", "hcp(south) < 6")
    assert cli("deal", "--boards", "3", "--first", "7", "--seed", "s", *rule, "-o", str(weak)).code == 0
    deals = deal_format("c.pbn").read(weak.read_bytes()).deals
    assert deals.boards == (7, 8, 9)
    assert cli("verify", str(weak), "--seed", "s", *rule).code == 0
    assert cli("verify", str(weak), "--seed", "s").code == 1


def test_statistics(tmp_path: Path) -> None:
    words = ("deal", "--boards", "8", "--seed", "s", "--statistics", "-o", str(tmp_path / "a.dlm"))
    outcome = cli(*words)
    assert "4432" in outcome.out
    assert "32 hands" in outcome.out
    plain = json.loads(cli(*words, "--json").out)["statistics"]
    assert plain["hands"] == sum(tally["seen"] for tally in plain["points"].values()) == 32
    assert plain["shapes"]["4432"]["expected"] == 6.9


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--boards", "0"), "from 1 to 999"),
        (("--first", "999", "--boards", "2"), "from 1 to 999"),
        (("--seed", ""), "1 to 200 characters"),
        (("--constraint", "hcp(nobody) > 3"), "Column 5"),
    ],
)
def test_what_cannot_be_dealt(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    outcome = cli("deal", *options, "-o", str(tmp_path / "a.pbn"))
    assert outcome.code == 1
    assert words in outcome.err
    assert not list(tmp_path.iterdir())


def test_a_file_of_no_format_is_refused(tmp_path: Path) -> None:
    outcome = cli("deal", "-o", str(tmp_path / "a.doc"), "--lang", "ja")
    assert outcome.code == 1
    assert ".dlm" in outcome.err


def test_deals_are_converted_between_all_formats(tmp_path: Path) -> None:
    """R-324: through every format and back, the same cards."""
    first = tmp_path / "set.pbn"
    assert cli("deal", "--boards", "5", "--seed", "s", "-o", str(first)).code == 0
    before = first
    for form in (form.name for form in DEAL_FORMATS if form.name != "pbn"):
        after = tmp_path / f"set.{form}"
        outcome = cli("convert", str(before), str(after))
        assert (outcome.code, "5 deals" in outcome.out) == (0, True), outcome.err
        before = after
    last = tmp_path / "last.pbn"
    assert cli("convert", str(before), str(last)).code == 0
    assert last.read_bytes() == first.read_bytes()


def test_what_a_conversion_assumes_is_told(tmp_path: Path) -> None:
    first, machine, back = (tmp_path / name for name in ("a.pbn", "a.bri", "b.pbn"))
    cli("deal", "--boards", "2", "--first", "5", "--seed", "s", "-o", str(first))
    assert "numbers its boards from 1, not from 5" in cli("convert", str(first), str(machine)).out
    assert "its boards were numbered from 1" in cli("convert", str(machine), str(back)).out
    assert json.loads(cli("convert", str(machine), str(back), "--json").out)["problems"]


def test_results_with_deals_give_their_deals(tmp_path: Path) -> None:
    deals, results = tmp_path / "deals.json", tmp_path / "results.csv"
    results.write_text("board,ns,ew,contract,by,result\n1,1,2,4S,N,=\n")
    outcome = cli("convert", str(results), str(tmp_path / "a.dup"))
    assert outcome.code == 1
    cli("deal", "--boards", "1", "--seed", "s", "-o", str(deals))
    assert cli("convert", str(deals), str(tmp_path / "a.dup")).code == 0
    assert cli("convert", str(results), str(tmp_path / "a.pbn")).code == 0
    assert "[Contract" in (tmp_path / "a.pbn").read_text() or "4S" in (tmp_path / "a.pbn").read_text()


def test_double_dummy(tmp_path: Path) -> None:
    """Tables and par for people and for scripts; a damaged file is reported."""
    file = tmp_path / "set.lin"
    cli("deal", "--boards", "2", "--seed", "s", "-o", str(file))
    plain = json.loads(cli("dd", str(file), "--json").out)
    assert [board["board"] for board in plain["boards"]] == [1, 2]
    for board in plain["boards"]:
        assert set(board["tricks"]) == set("NESW")
        assert all(0 <= tricks <= 13 for row in board["tricks"].values() for tricks in row.values())
    output = cli("dd", str(file), "--lang", "ja").out
    assert "ボード2：パー N-S" in output
    assert "♠" in output
    file.write_text("md|1SAKQ|\n")
    assert cli("dd", str(file)).code == 1


def test_a_stranger_deals_the_same_set(tmp_path: Path) -> None:
    """The script of the documentation knows nothing of the program, and makes deals and fingerprint."""
    file = tmp_path / "set.pbn"
    words = ("deal", "--boards", "5", "--first", "3", "--seed", "ß秘密", "--set", "A", "-o", str(file), "--json")
    plain = json.loads(cli(*words).out)
    script = Path(__file__).parents[3] / "docs" / "deal-again.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 50
    assert "arrowswitch" not in [
        line.split()[1] for line in script.read_text().splitlines() if line.startswith("import")
    ]
    ran = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", str(script), "ß秘密", "A", "3", "7"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    *boards, digits = ran.stdout.splitlines()
    deals = deal_format("set.pbn").read(file.read_bytes()).deals
    assert boards == [f"{board} {deals.deals[board].pbn}" for board in range(3, 8)]
    assert digits == plain["fingerprint"]
