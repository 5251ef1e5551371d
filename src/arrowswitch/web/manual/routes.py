"""The pages of the manual for everyone: built files of the program, without network."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Request, Response

from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.notation import quote_text
from arrowswitch.web.access.roles import PublicRoute

router = APIRouter(prefix="/manual", route_class=PublicRoute)
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml; charset=utf-8",
}


@cache
def _pages() -> Mapping[str, Traversable]:
    """Returns the files of the manual by their addresses below `/manual`."""
    root = files("arrowswitch") / "manual"
    folders = [entry for entry in root.iterdir() if entry.is_dir()]
    pages = {f"{folder.name}/{page.name}": page for folder in folders for page in folder.iterdir()}
    pages |= {entry.name: entry for entry in root.iterdir() if entry.is_file()}
    return {name: page for name, page in pages.items() if name.rpartition(".")[2] in TYPES}


@router.get("/{path:path}")
def show_page(request: Request, path: str) -> Response:
    """Shows a page of the manual, or returns its style, search or a picture."""
    page = _pages().get(path)
    if page is None:
        raise NotFound.of("manual.no-page", name=quote_text(path))
    content = page.read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=TYPES[path.rpartition(".")[2]], headers=headers)
