"""Scripts, styles and pictures: those of all pages are in `static/`, those of a capability next to its pages."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path, PurePosixPath

from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from arrowswitch.core.errors import Impossible

WEB = Path(__file__).parent
FOLDERS = (WEB / "static", WEB)
"""Where an address below `/static` is looked for, in this order."""
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
"""The files that are served and their types, independent of this computer's own table: code and templates of the same
folders are not."""


class Assets(StaticFiles):
    """Hands out the scripts, styles and pictures of all folders, and nothing else that lies there."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDERS[0])
        self.all_directories = list(FOLDERS)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Returns the path of a file with its state; None for a file that is not part of a page."""
        return super().lookup_path(path) if PurePosixPath(path).suffix in KINDS else ("", None)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Returns a file, as what it is by its ending."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if "content-type" in response.headers:
            response.headers["content-type"] = KINDS[Path(full_path).suffix]
        return response


@cache
def static_address(path: str) -> str:
    """Returns the address of a static file, with a part that changes when the file changes."""
    file = next((folder / path for folder in FOLDERS if (folder / path).is_file()), None)
    if file is None:
        raise Impossible(f"no page has a part {path}")
    return f"/static/{path}?v={hashlib.sha256(file.read_bytes()).hexdigest()[:10]}"


@cache
def asset_version() -> str:
    """Returns a short text that differs between programs with different scripts or styles, by which pages that were
    opened under another version are loaded again."""
    files = sorted(file for file in WEB.rglob("*") if file.suffix in {".css", ".js"})
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:10]
