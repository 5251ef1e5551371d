"""Where a defect of the program is written down, so that the user sees one line and never a traceback."""

from __future__ import annotations

import os
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

_NAME = "errors.log"


def write_crash(error: BaseException, argv: Sequence[str], environ: Mapping[str, str]) -> Path | None:
    """Adds a defect with its command to the log and returns the log's path, or None when nowhere can be written."""
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    text = f"{stamp} {list(argv)!r}\n{''.join(traceback.format_exception(error))}\n"
    for folder in (_state_folder(environ), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / _NAME).open("a", encoding="utf-8") as stream:
                stream.write(text)
        except OSError:
            continue
        return folder / _NAME
    return None


def _state_folder(environ: Mapping[str, str]) -> Path:
    """Returns where programs keep what happened: the state folder on Unix, the local application data on Windows."""
    if os.name == "nt":
        return Path(environ.get("LOCALAPPDATA") or tempfile.gettempdir()) / "Arrowswitch"
    base = environ.get("XDG_STATE_HOME") or f"{environ.get('HOME') or tempfile.gettempdir()}/.local/state"
    return Path(base) / "arrowswitch"
