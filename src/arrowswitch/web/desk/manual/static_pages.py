"""The pages of the manual for everyone: built files of the program, without network."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.notation import quote_text
from arrowswitch.tournament.publication.page_types import PAGE_TYPES
from arrowswitch.web.access.roles import PublicRoute
from arrowswitch.web.files import page_answer
from arrowswitch.web.manual.sections import manual_languages

router = APIRouter(prefix="/manual", route_class=PublicRoute)


@cache
def _page_paths() -> frozenset[str]:
    """Returns the addresses of the files of the manual below `/manual`."""
    root = _root()
    folders = [entry for entry in root.iterdir() if entry.is_dir()]
    names = {f"{folder.name}/{page.name}" for folder in folders for page in folder.iterdir()}
    names |= {entry.name for entry in root.iterdir() if entry.is_file()}
    return frozenset(name for name in names if name.rpartition(".")[2] in PAGE_TYPES)


def _root() -> Traversable:
    return files("arrowswitch") / "manual"


@router.get("/{path:path}")
def show_page(request: Request, path: str) -> Response:
    """Shows a page of the manual, the contents for a language alone, or returns its style, search or a picture."""
    if path in manual_languages():
        return RedirectResponse(f"/manual/{path}/")
    path = f"{path}index.html" if path.rstrip("/") in manual_languages() else path
    if path not in _page_paths():
        raise NotFound.of("manual.no-page", name=quote_text(path))
    return page_answer(request, _root().joinpath(path).read_bytes(), path)
