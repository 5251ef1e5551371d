"""The director's shelf: further reading next to the guides, for a table without an event and from every event."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from arrowswitch.regulations.guides.tree import EDITIONS
from arrowswitch.regulations.shelf import ShelfTopic, topic, topics
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.desk.guides.page import Speech

router = APIRouter(prefix="/shelf", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class ShelfPage:
    """The topics, and the one that is read, if one is. `documents` are files of the club's folder, the law book among
    them; `edition` is the edition in which sources are named."""

    topics: tuple[ShelfTopic, ...]
    topic: ShelfTopic | None
    documents: tuple[str, ...]
    speech: Speech
    edition: int = EDITIONS[0]


@router.get("")
def show_shelf(visit: VisitDep) -> HTMLResponse:
    """Shows the list of texts."""
    return visit.render("desk/guides/shelf.html", _page(visit, None))


@router.get("/{name}")
def show_topic(visit: VisitDep, name: str) -> HTMLResponse:
    """Shows a topic."""
    return visit.render("desk/guides/shelf.html", _page(visit, topic(name)))


def _page(visit: VisitDep, topic: ShelfTopic | None) -> ShelfPage:
    return ShelfPage(
        topics=topics(),
        topic=topic,
        documents=visit.services.guides.documents(),
        speech=Speech(visit.visitor.locale),
    )
