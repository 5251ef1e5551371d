"""Where a defect of the program is written down, so that the user sees one line and never a traceback."""

from __future__ import annotations

import tempfile
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

_NAME = "errors.log"


def write_crash(error: BaseException, argv: Sequence[str]) -> Path | None:
    """Adds a defect with its command to the log and returns the log's path, or None when nowhere can be written.

    The log lies in the user's folder for what programs note down, else in the system's temporary folder.
    """
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    text = f"{stamp} {list(argv)!r}\n{''.join(traceback.format_exception(error))}\n"
    usual = Path(platformdirs.user_state_dir("arrowswitch", appauthor=False))
    for folder in (usual, Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / _NAME).open("a", encoding="utf-8") as stream:
                stream.write(text)
        except OSError:
            continue
        return folder / _NAME
    return None
