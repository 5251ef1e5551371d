"""The command line: short commands and help, compared with a Python that does nothing."""

from __future__ import annotations

import compileall
import subprocess
import sys
from pathlib import Path

import arrowswitch
from benchmarks.measure import Row, compare

PROGRAM = "from arrowswitch.bootstrap import main; main()"
COMMANDS = (
    "points 3NT=",
    "--version",
    "--help",
    "pionts 3NT=",
    "serve --help",
    "score --help",
    "movement --help",
    "movement list --pairs 14",
)


def rows() -> tuple[Row, ...]:
    """Returns the measurements of commands, the program compiled, as it is when it is installed."""
    compileall.compile_dir(str(Path(arrowswitch.__file__).parent), quiet=1)
    return tuple(_row(command) for command in COMMANDS)


def _row(command: str) -> Row:
    return compare(
        f"`arrowswitch {command}`",
        lambda: run_python(PROGRAM, *command.split()),
        "`python -c pass`",
        lambda: run_python("pass"),
    )


def run_python(program: str, *words: str) -> None:
    """Runs a program of Python and waits for its end; a usage error counts as done."""
    done = subprocess.run([sys.executable, "-c", program, *words], check=False, capture_output=True)
    if done.returncode not in (0, 2):
        raise subprocess.CalledProcessError(done.returncode, done.args, done.stdout, done.stderr)
