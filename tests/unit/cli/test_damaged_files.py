"""A command whose reader fails refuses its file by name: exit code 1, one line, no traceback, and a log entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from arrowswitch.core.untrusted import reading
from tests.tables import for_each
from tests.unit.cli.runner import Outcome, cli

READERS = (
    ("arrowswitch.cli.scoring.sources.read_results", ("score", "club.csv")),
    ("arrowswitch.cli.event_import.read_results", ("event", "club.csv", "-o", "event.json")),
    ("arrowswitch.cli.pairing.draws.read_draw_file", ("draw", "club.csv")),
    ("arrowswitch.cli.movement.sheets.read_plan_file", ("movement", "check", "club.csv")),
    ("arrowswitch.cli.federation.masterpoints.rows_of", ("masterpoints", "import", "club.csv")),
    ("arrowswitch.cli.rulebooks.text_of", ("regulations", "check", "club.csv")),
)
"""Readers by the names under which commands call them."""


def fail(*_values: object, **_named: object) -> object:
    raise IndexError


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "club.csv").write_text("board,score,ns,ew\n1,420,1,2\n", encoding="utf-8")
    return tmp_path


def check_refusal(done: Outcome, folder: Path) -> None:
    (line,) = done.errors
    assert (done.code, "Traceback" in line, "went wrong inside" in line) == (1, False, False)
    assert "club.csv" in line
    assert "IndexError" in (folder / "arrowswitch" / "errors.log").read_text(encoding="utf-8")


@for_each("reader, command", READERS)
def test_a_reader_that_fails_refuses_the_file(folder: Path, reader: str, command: tuple[str, ...]) -> None:
    """Before: "Something went wrong inside the program", without the name of the file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, fail)
        check_refusal(cli(*command, folder=folder), folder)


def test_a_failure_within_a_reader_is_logged_without_a_traceback(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before: the log entry of the refusal, with its traceback, on the error stream."""

    def read(*_values: object) -> object:
        with reading("club.csv"):
            raise IndexError

    monkeypatch.setattr("arrowswitch.cli.scoring.sources.read_results", read)
    check_refusal(cli("score", "club.csv", folder=folder), folder)
    assert capfd.readouterr().err == ""
