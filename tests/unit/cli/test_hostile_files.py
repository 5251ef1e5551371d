"""Files made to harm are refused with one sentence: nothing is computed that their size does not pay for.

They are read by a process of its own, which is ended where it takes minutes, and may need 600 MB for all of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from arrowswitch.tournament.files.event_file import dump
from tests.builders import new_evening
from tests.rotation import choose
from tests.tables import for_each
from tests.unit.cli.runner import cli

MOST_NEEDED = 600_000
"""Kilobytes of memory that are in use at once."""
ENDED_AT_SECONDS = 150


def with_sessions(count: int) -> str:
    evening = new_evening(4)
    plain = json.loads(dump(evening.tournament.ledger(evening.event_id)))
    plain["ledger"][0]["facts"][0]["settings"]["sessions"] = count
    return json.dumps(plain)


def hostile_files() -> dict[str, str]:
    """Returns the texts of the files by their names; together they take 20 MB."""
    return {
        "brackets.json": '{"format": "arrowswitch-event", "version": 1, "ledger": ' + "[" * 50_000 + "]" * 50_000 + "}",
        "digits.json": '{"format": "arrowswitch-event", "version": ' + "9" * 4301 + ', "ledger": []}',
        "exponent.json": '{"format": "arrowswitch-event", "version": 1e99999999, "ledger": []}',
        "amount.json": '{"boards": [{"board": 1, "results": [{"ns": 1, "ew": 2, "score": 420, '
        '"ns_points": 1e99999999}]}]}',
        "sessions.json": with_sessions(2_147_483_648),
        "more-sessions.json": with_sessions(3_000_000),
        "zeros.csv": "0,0,0\n" * 350_000,
        "entities.xml": '<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><USEBIO><EVENT>&b;</EVENT></USEBIO>',
        "nested.xml": "<USEBIO>" + "<A>" * 100_000,
        "one-tag.pbn": '[Event "' + "x" * 5_000_000 + '"]\n',
        "begun.pbn": "[Event\n" + "a\n" * 200_000,
        "one-value.lin": "qx|o1|rs|" + "," * 5_000_000 + "|",
    }


COMMANDS = ("score {}", "convert {} out.csv")
READ = """
import resource
import sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1])))
from tests.unit.cli.runner import cli
for command in sys.argv[2:]:
    done = cli(*command.split())
    print(done.code, command, done.err.count("Something went wrong") + done.err.count("Traceback"), sep="\\t")
print(*(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")))
"""
"""The last line is the most memory that was in use, in kilobytes, of this process alone."""


@pytest.mark.slow
def test_results_and_events(tmp_path: Path) -> None:
    files = hostile_files()
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    chosen = choose(list(product(COMMANDS, files)), "hostile files", by=lambda row: row)
    commands = [command.format(name) for command, name in chosen]
    command = [sys.executable, "-c", READ, str(ENDED_AT_SECONDS), *commands]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=paths)
    assert done.returncode == 0, done.stderr
    *lines, needed = done.stdout.splitlines()
    assert int(needed) < MOST_NEEDED
    answers = [line.split("\t") for line in lines]
    assert [command for _, command, _ in answers] == commands
    assert {command: (code, defects) for code, command, defects in answers if "amount.json" not in command} == {
        command: ("1", "0") for command in commands if "amount.json" not in command
    }


def test_the_place_of_a_number_beyond_all_events_is_told(tmp_path: Path) -> None:
    file = tmp_path / "sessions.json"
    file.write_text(with_sessions(9), encoding="utf-8")
    assert "“ledger.0.settings.sessions” is 9; it can be from 1 to 8." in cli("score", str(file)).err


@for_each(
    "text",
    ["a" + ".a" * 100_000 + " = 1\n", "[x" + " . y" * 5000 + "]\n", "x = {" + "a." * 300 + "b = 1}"],
    ids=["dotted key", "table", "inline table"],
)
def test_keys_within_keys_are_no_regulations(tmp_path: Path, text: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(f'inherits = "jcbl-2008"\n{text}', encoding="utf-8")
    done = cli("regulations", "check", str(file))
    assert done.code == 1
    assert "line 2: This is not a regulations file" in done.err
