"""`arrowswitch regulations`: list, show with clauses in both languages, check with line, key and reason."""

from __future__ import annotations

import json
from pathlib import Path

from arrowswitch import regulations
from tests.unit.cli.runner import cli

GOOD = 'name = "our-club"\ntitle = "Club"\ninherits = "jcbl-2008"\n[averages]\nplus = { value = 65, clause = "x" }\n'


def test_list() -> None:
    """Every file that comes with the program is listed."""
    outcome = cli("regulations", "list")
    assert outcome.code == 0
    for name in regulations.names():
        assert name in outcome.out
    assert [row["name"] for row in json.loads(cli("regulations", "list", "--json").out)] == list(regulations.names())


def test_show_tells_each_number_with_its_clause() -> None:
    """R-211: average plus is 60 by lines 16-17 of the regulations summary; its words go by the language."""
    line = next(
        row for row in cli("regulations", "show", "jcbl-2008").out.splitlines() if row.startswith("averages.plus")
    )
    assert " 60 " in line
    assert "part 2, chapter 4, section 14" in line
    assert "16" in cli("regulations", "show", "jcbl-2008", "--lang", "ja").out
    assert json.loads(cli("regulations", "show", "ebu", "--json").out)["name"] == "ebu"
    assert cli("regulations", "show", "nobody").code == 1


def test_check(tmp_path: Path) -> None:
    """R-211: a good file's changes are listed; a bad file's fault has line, key and reason, and exit code 1."""
    file = tmp_path / "club.toml"
    file.write_text(GOOD)
    outcome = cli("regulations", "check", str(file))
    assert outcome.code == 0
    assert "averages.plus" in outcome.out
    plain = json.loads(cli("regulations", "check", str(file), "--json").out)
    assert plain["changes"] == [{"key": "averages.plus", "before": "60", "after": "65"}]
    file.write_text(regulations.text_of("ebu"))
    assert cli("regulations", "check", str(file)).code == 0
    file.write_text(GOOD.replace("65", "-3"))
    outcome = cli("regulations", "check", str(file))
    assert outcome.code == 1
    assert "line 5" in outcome.err
    assert "averages.plus" in outcome.err
