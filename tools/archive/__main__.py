"""`make archive`: packs the program with its installed parts and a start file for this system into `dist/`.

The parts are those of the environment that runs this module, so nothing is downloaded, and the archive works on the
system and the minor version of Python that it was made on. `--python FOLDER` adds a portable Python; without it the
start file uses the Python of the computer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.archive.packing import System, make_folder, pack_folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the archive; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.archive", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder for the archive")
    parser.add_argument("--python", type=Path, help="folder of a portable Python to add")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        folder = make_folder(options.out, System.present(), options.python)
    except (OSError, LookupError) as wrong:
        print(f"The archive cannot be made: {wrong}", file=sys.stderr)
        return 1
    print(pack_folder(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
