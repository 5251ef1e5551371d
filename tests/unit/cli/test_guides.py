"""`arrowswitch guides`: the list, a guide walked in the terminal, a file checked."""

from __future__ import annotations

import json
from pathlib import Path

from arrowswitch.regulations.guides import guide_names
from tests.unit.cli.runner import cli
from tests.unit.regulations.test_guides import GOOD


def test_the_list() -> None:
    listed = json.loads(cli("guides", "list", "--json").out)
    assert [row["name"] for row in listed] == list(guide_names())
    assert "規則第27条" in cli("guides", "list", "--lang", "ja").out


def test_walking_by_numbers_and_names() -> None:
    typed = b"1\n9\nnot-accepted\n1\nnatural\n"
    outcome = cli("guides", "walk", "insufficient-bid", "meant", "in-turn", "--edition", "2007", stdin=typed)
    assert outcome.code == 0
    assert "Law 27B1(a)" in outcome.out
    assert "(6)" in outcome.out


def test_walking_ends_where_nothing_more_is_typed() -> None:
    outcome = cli("guides", "walk", "insufficient-bid", stdin=b"2\n")
    assert (outcome.code, "[out-of-turn]" in outcome.out) == (0, True)


def test_a_ruling_as_json() -> None:
    plain = json.loads(cli("guides", "walk", "insufficient-bid", "slip", "--json").out)
    assert (plain["law"], plain["score"], plain["unread"]) == ("25A", "stands", [])
    plain = json.loads(cli("guides", "walk", "insufficient-bid", "what", "--json").out)
    assert (plain["unread"], list(plain["options"])) == (["what"], ["slip", "meant", "after-play"])


def test_an_unknown_guide() -> None:
    outcome = cli("guides", "walk", "nothing")
    assert (outcome.code, outcome.out) == (1, "")


def test_checking(tmp_path: Path) -> None:
    assert len(cli("guides", "check").out.splitlines()) == len(guide_names())
    file = tmp_path / "tea.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert cli("guides", "check", str(file)).code == 0
    assert "茶" not in cli("guides", "walk", str(file), "yes").out
    file.write_text(GOOD.replace('to = "nothing"', 'to = "first"'), encoding="utf-8")
    outcome = cli("guides", "check", str(file))
    assert outcome.code == 1
    assert "first" in outcome.err
