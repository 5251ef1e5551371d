"""The command line: the shortest command beside a Python that does nothing."""

from __future__ import annotations

import compileall
import subprocess
import sys
from pathlib import Path

import arrowswitch
from benchmarks.measure import Row, compare

POINTS = "from arrowswitch.bootstrap import main; main()"


def rows() -> tuple[Row, ...]:
    """Returns the measurements of commands, the program compiled, as it is when it is installed."""
    compileall.compile_dir(str(Path(arrowswitch.__file__).parent), quiet=1)
    return (
        compare(
            "`arrowswitch points 3NT=`",
            lambda: _python(POINTS, "points", "3NT="),
            "`python -c pass`",
            lambda: _python("pass"),
        ),
    )


def _python(program: str, *words: str) -> None:
    subprocess.run([sys.executable, "-c", program, *words], check=True, stdout=subprocess.DEVNULL)
