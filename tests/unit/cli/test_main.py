"""The command line as a whole: languages, exit codes, and nothing that ends in a traceback."""

import argparse
import errno
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arrowswitch.cli.main import build_outline, build_parser, command_of, run
from arrowswitch.cli.movement.movements import ORDERS
from arrowswitch.core.movements.choosing.plan_chooser import SessionOrder
from arrowswitch.i18n.locales import Locale
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.cli.runner import Notebook, cli

COMMANDS = [
    *(("points",), ("imps",), ("vp",), ("movement",), ("score",), ("explain",), ("convert",), ("serve",), ("demo",)),
    *(("backup",), ("restore",), ("print",), ("draw",), ("deal",), ("dd",)),
    *(
        ("movement", "list"),
        ("movement", "show"),
        ("movement", "check"),
        ("movement", "families"),
        ("movement", "skip"),
    ),
]


@pytest.mark.parametrize("command", [(), *COMMANDS], ids=" ".join)
@rotate("locale", Locale)
def test_every_command_has_help(command: tuple[str, ...], locale: Locale, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command has `--help` in both languages and ends with 0."""
    outcome = cli(*command, "--lang", locale.value, "--help")
    text = outcome.out or capsys.readouterr().out
    assert outcome.code == 0
    assert ("使い方:" in text) is (locale is Locale.JA)
    assert ("usage:" in text) is (locale is Locale.EN)


@for_each(
    "words, hint",
    [
        (("nonsense",), "nonsense"),
        (("points",), "contract"),
        (("points", "4S=", "--vul", "some"), "some"),
        (("points", "4S=", "--by"), "--by"),
        (("points", "4S=", "--colour", "red"), "--colour"),
        (("serve", "--port", "many"), "many"),
        (("movement",), "COMMAND"),
        (("explain", "results.csv"), "--ns"),
        (("explain", "results.csv", "--ns", "1", "--ew", "2"), "--ew"),
        (("print",), "SHEET"),
        (("--lang", "fr", "imps", "10"), "fr"),
    ],
)
def test_usage_errors_end_with_2(words: tuple[str, ...], hint: str) -> None:
    outcome = cli(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert hint in outcome.errors[-1]
    assert outcome.errors[-1].startswith("arrowswitch: ")


def test_usage_errors_in_japanese() -> None:
    outcome = cli("points", "--lang", "ja")
    assert outcome.code == 2
    assert outcome.errors[-1] == "arrowswitch: contract がありません。"


@for_each(
    "environ, japanese",
    [
        ({"LANG": "ja_JP.UTF-8"}, True),
        ({"LC_ALL": "en_GB", "LANG": "ja_JP"}, False),
        ({"LANG": "de_DE"}, False),
        ({}, False),
    ],
)
def test_the_language_of_the_environment(environ: dict[str, str], japanese: bool) -> None:
    assert ("というファイルがありません" in cli("dd", "x.pbn", environ=environ).err) is japanese
    assert "というファイルがありません" in cli("--lang=ja", "dd", "x.pbn", environ=environ).err


def test_no_command_opens_the_desk() -> None:
    services = Notebook()
    assert cli(services=services).code == 0
    assert services.calls == [("serve", "127.0.0.1", 8642, None, True)]


def test_the_version() -> None:
    ran = subprocess.run([sys.executable, "-c", MAIN, "--version"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(r"Arrowswitch \d+\.\d+\.\d+\n", ran.stdout)


def test_a_defect_is_one_line_and_a_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody sees a traceback: it is written to a file, whose name is printed."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    outcome = cli("serve", services=Notebook(breaks=RuntimeError("broken inside")))
    assert (outcome.code, outcome.out) == (1, "")
    (line,) = outcome.errors
    log = tmp_path / "arrowswitch" / "errors.log"
    assert str(log) in line
    assert "Traceback" not in line
    assert "broken inside" in log.read_text(encoding="utf-8")


def test_a_defect_where_no_log_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    outcome = cli("serve", services=Notebook(breaks=RuntimeError("broken inside")))
    assert (outcome.code, len(outcome.errors)) == (1, 1)


def test_stopped_by_the_keyboard() -> None:
    assert cli("serve", services=Notebook(breaks=KeyboardInterrupt())).code == 130


MAIN = "import sys; from arrowswitch.cli.main import run; sys.exit(run(sys.argv[1:], None))"


@pytest.mark.slow
def test_as_a_process(tmp_path: Path) -> None:
    """In a process of its own: exit codes, one document on stdout, and a pipe that closes early is no defect."""
    (tmp_path / "r.csv").write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,450\n", encoding="utf-8")
    command = [sys.executable, "-c", MAIN]
    ran = subprocess.run([*command, "score", "r.csv", "--json"], capture_output=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.startswith(b"{")
    ran = subprocess.run([*command, "score", "none.csv"], capture_output=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert b"none.csv" in ran.stderr
    piped = subprocess.run(
        ["sh", "-c", f"{sys.executable} -c '{MAIN}' --help --lang ja | head -n 1"],
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )
    assert (piped.returncode, piped.stderr) == (0, b"")


def test_output_that_cannot_show_a_character(tmp_path: Path) -> None:
    """A console without Japanese shows letters of suits and question marks, not a defect."""
    ran = subprocess.run(
        [sys.executable, "-c", MAIN, "points", "4SX-1", "--lang", "ja"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=False,
    )
    assert ran.returncode == 0
    assert ran.stdout.startswith(b"4Sx -1 N?")


def test_the_parser_can_be_asked() -> None:
    """The reference pages are made from the parser."""
    assert "points" in build_parser(Locale.EN).format_help()


def test_suits_are_letters_where_the_terminal_has_no_signs() -> None:
    assert "♠4♥4 ½ 漢".encode("cp932", errors="arrowswitch-letters").decode("cp932") == "S4H4 1/2 漢"


class FullDisk(io.StringIO):
    """A file on a disk that is full."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_called_one() -> None:
    """Output that finds no room is no defect of the program."""
    err = io.StringIO()
    assert run(("points", "3NT="), Notebook, out=FullDisk(), err=err, environ={}) == 1
    assert "no room left" in err.getvalue()


def commands_in(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Returns the parsers of a program's commands by their names."""
    (action,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(action.choices)


@for_each("command", lambda: sorted(commands_in(build_parser())))
def test_a_command_alone_is_the_same_as_among_all(command: str) -> None:
    """Its module is found by its name alone: every command is listed with the module that has it."""
    assert command_of(["--lang", "en", command, "--help"]) == command_of(("--lang", "en", command)) == command
    alone = commands_in(build_parser(Locale.EN, command))
    assert len(alone) < len(commands_in(build_parser(Locale.EN)))
    assert alone[command].format_help() == commands_in(build_parser(Locale.EN))[command].format_help()


@rotate("locale", Locale)
def test_the_outline_lists_the_commands_of_all_modules(locale: Locale) -> None:
    """The table of names, from which help and usage errors are made, equals the commands that the modules add."""
    outline, whole = build_outline(locale), build_parser(locale)
    assert list(commands_in(outline)) == list(commands_in(whole))
    assert outline.format_help() == whole.format_help()
    assert outline.format_usage() == whole.format_usage()


def test_a_typo_is_answered_with_all_commands() -> None:
    outcome = cli("pionts", "3NT=")
    assert outcome.code == 2
    assert all(name in outcome.errors[-1] for name in commands_in(build_parser()))


def test_options_that_are_added_late_are_in_the_usage_of_an_error() -> None:
    """`movement show` has the options of all families, which are loaded for it only."""
    assert "--tables N" in cli("movement", "show").err
    assert "--tables N" in commands_in(commands_in(build_parser())["movement"])["show"].format_usage()


def test_the_orders_of_sessions_are_those_of_the_chooser() -> None:
    assert list(ORDERS) == [order.value for order in SessionOrder]


@for_each("words", [[], ["--help"], ["--json"], ["pionts", "vp"], ["--lang", "points"]])
def test_without_a_command_that_there_is_no_command_is_named(words: list[str]) -> None:
    assert command_of(words) == ""
