"""The page of the Bridgemate account: the address of the Data Connector, club id and licence key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.tournament.bridgemate.links import LONGEST_ADDRESS
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateAccount
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.forms import FormDep, line, whole

router = APIRouter(prefix="/bridgemate", route_class=OrganiserRoute)
_LONGEST_KEY = 200


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The form of the account; `has_key` is True if a licence key is stored, which is never shown."""

    fields: Mapping[str, str]
    has_key: bool
    version: int
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    longest: int = LONGEST_ADDRESS


@router.get("")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the account."""
    account = visit.services.bridgemates.links.account
    return _show_page(visit, {"address": account.address, "club_id": account.club_id})


@router.post("")
def change(visit: VisitDep, form: FormDep) -> Response:
    """Changes the account. An empty key stays as it was, unless the address or the club id changes."""
    links = visit.services.bridgemates.links
    account, problems = links.account, list[Problem]()
    try:
        version = whole(form.get("version", ""), "", problems, least=0, most=10**8)
        address = line(form.get("address", ""), "address", problems, most=LONGEST_ADDRESS)
        club_id = line(form.get("club_id", ""), "club_id", problems, most=_LONGEST_KEY)
        Malformed.check(problems)
        is_same = (address, club_id) == (account.address, account.club_id)
        typed = form.get("licence_key", "").strip()[:_LONGEST_KEY]
        key = typed or (account.licence_key if is_same else "")
        links.set_account(BridgemateAccount(address, club_id, licence_key=key), version or 0)
    except Mistake as mistake:
        return _show_page(visit, form, visit.errors(mistake))
    return redirect("/bridgemate", "bridgemate.account-saved")


@router.post("/try")
def try_it(visit: VisitDep) -> Response:
    """Tries the connection."""
    links = visit.services.bridgemates.links
    try:
        links.try_connection()
    except Mistake as mistake:
        typed = {"address": links.account.address, "club_id": links.account.club_id}
        return _show_page(visit, typed, visit.errors(mistake))
    return redirect("/bridgemate", "bridgemate.connected")


def _show_page(
    visit: Visit, fields: Mapping[str, str], errors: Mapping[str, tuple[str, ...]] | None = None
) -> HTMLResponse:
    links = visit.services.bridgemates.links
    page = AccountPage(
        fields=fields,
        has_key=bool(links.account.licence_key),
        version=links.account_version,
        errors=errors or {},
    )
    return visit.render("desk/bridgemate/account.html", page, status=422 if errors else 200)
