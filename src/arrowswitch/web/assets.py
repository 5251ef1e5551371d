"""Scripts, styles and pictures: those of all pages lie in `static/`, those of a capability beside its pages."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path, PurePosixPath

from starlette.staticfiles import StaticFiles

from arrowswitch.core.errors import Impossible

WEB = Path(__file__).parent
FOLDERS = (WEB / "static", WEB)
"""Where an address below `/static` is looked for, in this order."""
KINDS = frozenset({".css", ".js", ".svg", ".png", ".ico", ".woff2"})
"""What is handed out: code and templates of the same folders are not."""


class Assets(StaticFiles):
    """Hands out the scripts, styles and pictures of all folders, and nothing else that lies there."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDERS[0])
        self.all_directories = list(FOLDERS)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Returns where a file lies, with its state; none for what is no part of a page."""
        return super().lookup_path(path) if PurePosixPath(path).suffix in KINDS else ("", None)


@cache
def static_address(path: str) -> str:
    """Returns the address of a static file, with a part that changes when the file changes."""
    file = next((folder / path for folder in FOLDERS if (folder / path).is_file()), None)
    if file is None:
        raise Impossible(f"no page has a part {path}")
    return f"/static/{path}?v={hashlib.sha256(file.read_bytes()).hexdigest()[:10]}"


@cache
def asset_version() -> str:
    """Returns a short text that differs between programs with different scripts or styles."""
    found = sorted(file for file in WEB.rglob("*") if file.suffix in {".css", ".js"})
    return hashlib.sha256(b"".join(file.read_bytes() for file in found)).hexdigest()[:10]
