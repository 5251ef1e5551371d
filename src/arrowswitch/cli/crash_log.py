"""Where a defect of the program is written down, so that the user sees one line and never a traceback."""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

_NAME = "errors.log"


def write_crash(error: BaseException, argv: Sequence[str]) -> Path | None:
    """Adds a defect with its command to the log and returns the log's path, or None when it cannot be written.

    The log lies in the user's folder for what programs note down, and nowhere else; no other user can read it.
    """
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    text = f"{stamp} {list(argv)!r}\n{''.join(traceback.format_exception(error))}\n"
    path = Path(platformdirs.user_state_dir("arrowswitch", appauthor=False)) / _NAME
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        private = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(private, "a", encoding="utf-8") as stream:
            path.chmod(0o600)  # one of an earlier version has the usual rights
            stream.write(text)
    except OSError:
        return None
    return path
