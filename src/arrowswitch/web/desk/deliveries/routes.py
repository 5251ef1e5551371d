"""Where an event is delivered: the links that were typed, what waits, and what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.tournament.deliveries.answers import LONGEST_LINK, parse_link
from arrowswitch.tournament.deliveries.queue import DeliveryPaper
from arrowswitch.tournament.model.club_values.deliveries import DeliveryKind
from arrowswitch.tournament.reporting.report import shown_by
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.forms import FormDep

router = APIRouter(prefix="/events/{event_id}/deliveries", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class DeliveriesPage:
    """The deliveries of an event with the host of each; `usual` is the host where a report went last, nothing before
    the first; `length` is that of the ledger."""

    deliveries: tuple[tuple[str, DeliveryPaper], ...]
    length: int
    usual: str = ""
    typed: str = ""
    longest: int = LONGEST_LINK
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows where the event is delivered, and what was answered."""
    return _render_page(at)


@router.post("")
def put(at: PlaceDep, form: FormDep) -> Response:
    """Delivers to a link that was typed: the event, while it is played as well, or the report."""
    text = form.get("link", "")
    try:
        return _put(at, text, is_live=form.get("is_live") == "yes")
    except Mistake as mistake:
        return _render_page(at, text[:LONGEST_LINK], at.errors(mistake))


@router.post("/usual")
def put_usual(at: PlaceDep) -> Response:
    """Delivers the report to where one went last; raises Refused (`deliveries.none-before`)."""
    addresses = at.services.delivering.deliveries.reported_to()
    if addresses is None:
        raise Refused.of("deliveries.none-before")
    return _put(at, addresses.value.link, is_live=False)


@router.post("/{delivery_id}/again")
def put_again(at: PlaceDep, delivery_id: str) -> Response:
    """Delivers once more, the event as it is now."""
    at.services.delivering.deliveries.again(at.event_id, delivery_id, shown_by(at.ledger))
    at.services.delivering.hurry(at.event_id)
    return redirect(f"{at.base}/deliveries")


@router.post("/{delivery_id}/drop")
def drop(at: PlaceDep, delivery_id: str) -> Response:
    """Delivers there no more, and forgets the link."""
    at.services.delivering.deliveries.drop(at.event_id, delivery_id)
    return redirect(f"{at.base}/deliveries", "deliveries.dropped")


def _put(at: PlaceAt, text: str, *, is_live: bool) -> Response:
    if parse_link(text).kind is DeliveryKind.REPORT and not at.state.is_scored:
        raise Refused.of("prizes.no-results")
    delivering, language = at.services.delivering, at.visitor.locale.value
    delivering.deliveries.put(at.event_id, text, language, is_live=is_live, shows=shown_by(at.ledger))
    delivering.hurry(at.event_id)
    return redirect(f"{at.base}/deliveries")


def _render_page(at: PlaceAt, typed: str = "", errors: Mapping[str, tuple[str, ...]] | None = None) -> HTMLResponse:
    deliveries = at.services.delivering.deliveries
    of_event, addresses = deliveries.of_event(at.event_id), deliveries.reported_to()
    is_new = addresses is not None and all(one.value.link != addresses.value.link for one in of_event)
    page = DeliveriesPage(
        deliveries=tuple((parse_link(one.value.link).host, one) for one in of_event),
        length=at.state.seq,
        usual=parse_link(addresses.value.link).host if addresses is not None and is_new and at.state.is_scored else "",
        typed=typed,
        errors=errors or {},
    )
    return at.show("desk/deliveries/deliveries.html", page, tab="ranking", status=422 if errors else 200)
