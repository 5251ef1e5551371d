"""The page of the Bridgemates of a session: start, status, changes of the movement, differences and questions; and a
`.bws` file of the older software that is read again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.tournament.bridgemate.links import LinkView
from arrowswitch.tournament.bridgemate.taking import parse_name
from arrowswitch.tournament.model.places import Slot
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.results.page import entry_text
from arrowswitch.web.desk.slot_keys import slot_key
from arrowswitch.web.services import is_here

router = APIRouter(prefix="/events/{event_id}/bridgemate", route_class=DirectorRoute)
LONGEST_PATH = 400
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class UnitDifference:
    """A slot with the desk's result and that of the units."""

    slot: Slot
    key: str
    ours: str
    theirs: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question: `slot` is None if it is about a seat; `key` is its name."""

    key: str
    slot: Slot | None
    text: str
    problem: Problem
    is_hidden: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class BridgematePage:
    """The link of the session (None: there is none yet), with the rounds that the units have and the lists to settle.
    `can_choose` is True on the host computer, whose files can be named; `has_account` once the account is set."""

    view: LinkView | None
    rounds: int
    questions: tuple[ShownQuestion, ...]
    differences: tuple[UnitDifference, ...]
    at_desk: tuple[tuple[Slot, str], ...]
    has_deals: bool
    has_account: bool
    can_choose: bool
    is_started: bool
    path: str = ""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    longest: int = LONGEST_PATH


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the link of the session."""
    return _show_page(at)


@router.post("/start")
def start(at: PlaceDep) -> Response:
    """Starts the session on the units."""
    try:
        at.services.bridgemates.links.start(at.event_id, at.session)
    except Mistake as mistake:
        return _show_page(at, at.errors(mistake))
    return redirect(f"{at.base}/bridgemate", "bridgemate.started")


@router.post("/file")
def start_file(at: PlaceDep, path: Annotated[str, Form(max_length=LONGEST_PATH)] = "") -> Response:
    """Reads the file at a path of the host computer from now on; refused to other devices."""
    try:
        if not is_here(at.request):
            raise Refused.of("bridgemate.host-only", "path")
        at.services.bridgemates.links.start_file(at.event_id, at.session, path.strip().strip('"'))
    except Mistake as mistake:
        return _show_page(at, at.errors(mistake), path)
    return redirect(f"{at.base}/bridgemate", "bridgemate.file-read")


@router.post("/switch")
def switch(at: PlaceDep, is_on: Annotated[str, Form(max_length=3)] = "") -> Response:
    """Stops reading, or goes on."""
    try:
        at.services.bridgemates.links.switch(at.event_id, at.session, is_on=is_on == "yes")
    except Mistake as mistake:
        return _show_page(at, at.errors(mistake))
    return redirect(f"{at.base}/bridgemate", "bridgemate.resumed" if is_on == "yes" else "bridgemate.stopped")


@router.post("/look")
def look(at: PlaceDep) -> Response:
    """Looks at once."""
    at.services.bridgemates.links.tick(at.event_id)
    return redirect(f"{at.base}/bridgemate")


@router.post("/movement")
def send_movement(at: PlaceDep) -> Response:
    """Sends the changed movement, and the results again that the units delete with it."""
    try:
        at.services.bridgemates.links.send_change(at.event_id, at.session)
    except Mistake as mistake:
        return _show_page(at, at.errors(mistake))
    return redirect(f"{at.base}/bridgemate", "bridgemate.movement-sent")


@router.post("/deals")
def send_deals(at: PlaceDep) -> Response:
    """Sends the deals as hand records."""
    try:
        n = at.services.bridgemates.links.send_hands(at.event_id, at.session)
    except Mistake as mistake:
        return _show_page(at, at.errors(mistake))
    return redirect(f"{at.base}/bridgemate", "bridgemate.deals-sent", n=n)


@router.post("/result/{key}")
def send_result(at: PlaceDep, key: str) -> Response:
    """Sends the desk's result of a slot to the units."""
    try:
        at.services.bridgemates.links.send_result(at.event_id, at.session, key)
    except Mistake as mistake:
        return _show_page(at, at.errors(mistake))
    return redirect(f"{at.base}/bridgemate", "bridgemate.result-sent")


@router.post("/question/{key}")
def drop_question(at: PlaceDep, key: str) -> Response:
    """Takes a question off the list."""
    at.services.bridgemates.links.drop_question(at.event_id, at.session, key)
    return redirect(f"{at.base}/bridgemate", "bridgemate.dropped")


@router.post("/end")
def end(at: PlaceDep) -> Response:
    """Ends the link; the results stay."""
    at.services.bridgemates.links.forget(at.event_id, at.session)
    return redirect(f"{at.base}/bridgemate", "bridgemate.ended")


def _show_page(at: PlaceAt, errors: Mapping[str, tuple[str, ...]] | None = None, path: str = "") -> HTMLResponse:
    links, hidden = at.services.bridgemates.links, at.blind.boards
    view = links.view(at.event_id, at.session)
    placed = at.state.deals.placed.get(at.session)
    page = BridgematePage(
        view=view,
        rounds=0 if view is None else max(map(len, view.link.sent.values()), default=0),
        questions=() if view is None else tuple(_questions(at, view)),
        differences=()
        if view is None
        else tuple(
            UnitDifference(
                slot=slot,
                key=slot_key(slot),
                ours=entry_text(at.state.results[slot]),
                theirs=view.link.entries[slot_key(slot)].text,
                is_hidden=slot.board in hidden,
            )
            for slot in view.differing[:_MOST_SHOWN]
        ),
        at_desk=() if view is None else tuple((slot, slot_key(slot)) for slot in view.at_desk[:_MOST_SHOWN]),
        has_deals=placed is not None and bool(placed.texts),
        has_account=bool(links.account.club_id and links.account.licence_key),
        can_choose=is_here(at.request),
        is_started=at.is_started,
        path=path,
        errors=errors or {},
    )
    return at.show("desk/bridgemate/bridgemate.html", page, tab="scores", status=422 if errors else 200)


def _questions(at: PlaceAt, view: LinkView) -> list[ShownQuestion]:
    by_number = {player.person.number: player.person.name for player in at.tournament.store.players()}
    rows = []
    for question in view.link.questions[:_MOST_SHOWN]:
        slot = parse_name(question.key, at.session)
        is_hidden = slot is not None and slot.board in at.blind.boards
        rows.append(
            ShownQuestion(
                key=question.key,
                slot=slot,
                text=question.text,
                problem=question.problem,
                is_hidden=is_hidden,
                name="" if slot is not None else by_number.get(question.text, ""),
            )
        )
    return rows
