"""The only place that joins the parts. The joined programs are in `programs`, which is loaded by the first command that
needs another package.
"""

from __future__ import annotations

import gc
import sys

from arrowswitch.cli.main import run

TYPE_CHECKING = False  # as in `typing`, which is not loaded for it
if TYPE_CHECKING:
    from arrowswitch.bootstrap.programs import Programs


_MANY = 200_000
"""New objects after which the garbage collector searches for cycles. A command makes many values and few cycles; the
desk resets it when it serves."""


def main() -> None:
    """Runs the program with the arguments of the command line."""
    gc.set_threshold(_MANY)
    sys.exit(run(sys.argv[1:], _programs))


def _programs() -> Programs:
    from arrowswitch.bootstrap.programs import Programs

    return Programs()
