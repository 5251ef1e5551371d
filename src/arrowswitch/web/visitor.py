"""The visitor of a page: language, the name behind a command, and the device. All of it lives in cookies; nothing is an
account.

The language is what `?lang=` says, else the cookie, else the club's, else what the browser wishes for
(Accept-Language), else the program's default. Pages on players' devices have more languages, which a device keeps in a
cookie of their own, and the browser's wish comes before the club's language (decision 73).
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated
from urllib.parse import quote, unquote, urlencode, urlsplit

from fastapi import Depends, Request, Response

from arrowswitch.i18n import (
    Locale,
    choose_device_locale,
    choose_locale,
    device_locales,
    find_device_locale,
    find_locale,
)
from arrowswitch.web.guests import DOOR_COOKIE, Task
from arrowswitch.web.services import is_here, services_of

LOCALE_COOKIE = "lang"
DEVICE_LOCALE_COOKIE = "device-lang"
"""The cookie with a language that pages on players' devices have and others have not."""
WHO_COOKIE = "who"
DEVICE_COOKIE = "device"
ASKED_PATH = "arrowswitch.asked-path"
"""Under this name a request keeps the path it was sent to, where its route is looked for under another."""
_KNOWN = "arrowswitch.visitor"
LONGEST_NAME = 60
_YEAR = 365 * 24 * 3600
_ON_DEVICES = re.compile(r"/(?:play|t)(?:/|$)|/hall/[^/]+/teams/")
"""The addresses of pages that players read on their own devices, and tables on theirs."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person and the page of a request.

    `path` is the page's own address (for a form: of the page it stood on), `is_swap` a form whose answer
    the page's script puts in place of the page, `task` what a helper is here for (None: a director, or nobody).
    `is_guest` who was let in from another device, and can leave. `is_on_device` is True for a page that players read on
    their own devices, or a table on its own.
    """

    locale: Locale
    who: str
    device: str
    path: str
    is_swap: bool
    wants_json: bool
    task: Task | None = None
    is_guest: bool = False
    is_on_device: bool = False

    @property
    def languages(self) -> tuple[Locale, ...]:
        """Returns the languages that the page is offered in."""
        return device_locales() if self.is_on_device else tuple(Locale)

    def address_in(self, locale: Locale) -> str:
        """Returns the address of the same page in another language."""
        return f"{self.path}{'&' if '?' in self.path else '?'}{urlencode({'lang': locale.value})}"


def visitor_of(request: Request) -> Visitor:
    """Returns the visitor of a request, looked for once."""
    visitor: Visitor | None = request.scope.get(_KNOWN)
    if visitor is None:
        visitor = request.scope[_KNOWN] = _looked_for(request)
    return visitor


def _looked_for(request: Request) -> Visitor:
    accept = request.headers.get("accept", "")
    guest = services_of(request).guest_list.guest(request.cookies.get(DOOR_COOKIE, ""))
    return Visitor(
        locale=locale_of(request),
        who=guest.name if guest is not None else _cookie(request, WHO_COOKIE),
        device=_cookie(request, DEVICE_COOKIE),
        path=_page_address(request),
        is_swap="x-swap" in request.headers,
        wants_json="application/json" in accept and "text/html" not in accept,
        task=None if guest is None or is_here(request) else guest.task,
        is_guest=guest is not None and not is_here(request),
        is_on_device=_is_on_device(request),
    )


async def _visitor(request: Request) -> Visitor:
    return visitor_of(request)


VisitorDep = Annotated[Visitor, Depends(_visitor)]


def locale_of(request: Request) -> Locale:
    """Returns the language that a request is answered in."""
    services = services_of(request)
    if _is_on_device(request):
        return _device_locale_of(request)
    for name in (request.query_params.get("lang"), request.cookies.get(LOCALE_COOKIE), services.club.language):
        if locale := find_locale(name):
            return locale
    return choose_locale(request.headers.get("accept-language"))


def _is_on_device(request: Request) -> bool:
    return _ON_DEVICES.match(request.scope["path"]) is not None


def _device_locale_of(request: Request) -> Locale:
    """Returns the language of a page on a player's device: the one chosen there, the browser's, or the club's."""
    cookies, club = request.cookies, services_of(request).club.language
    language = request.query_params.get("lang") if request.scope["query_string"] else None
    chosen = language, cookies.get(DEVICE_LOCALE_COOKIE), cookies.get(LOCALE_COOKIE)
    return _device_locale(chosen, request.headers.get("accept-language"), club)


@lru_cache(maxsize=512)
def _device_locale(chosen: tuple[str | None, ...], wishes: str | None, club: str) -> Locale:
    for tag in chosen:
        if locale := find_device_locale(tag) or find_locale(tag):
            return locale
    return choose_device_locale(wishes) or find_locale(club) or choose_locale(None)


def desk_locale_of(request: Request) -> Locale:
    """Returns the language of a text that a device sends to the director: the club's; without one the device's, if the
    whole program has it."""
    club = find_locale(services_of(request).club.language)
    return club or find_locale(locale_of(request).value) or choose_locale(None)


def keep_locale(request: Request, response: Response) -> None:
    """Keeps a language chosen with `?lang=` for the pages to come, and names the device when it has no name yet. A
    language of devices only is kept for their pages only."""
    tag = request.query_params.get("lang")
    if chosen := find_locale(tag):
        keep(response, LOCALE_COOKIE, chosen.value)
        if DEVICE_LOCALE_COOKIE in request.cookies:
            response.delete_cookie(DEVICE_LOCALE_COOKIE)
    elif (chosen := find_device_locale(tag)) and _is_on_device(request):
        keep(response, DEVICE_LOCALE_COOKIE, chosen.value)
    if not request.cookies.get(DEVICE_COOKIE) and "text/html" in response.headers.get("content-type", ""):
        keep(response, DEVICE_COOKIE, f"desk-{secrets.token_hex(2)}")


def keep(response: Response, cookie: str, value: str) -> None:
    """Keeps a short text in a cookie for a year."""
    response.set_cookie(cookie, quote(value[:LONGEST_NAME]), max_age=_YEAR, samesite="lax", httponly=True)


def local_path(address: str, otherwise: str = "/") -> str:
    """Returns `address` when it leads to a page of this program, else `otherwise`.

    >>> local_path("/events/1?x=2"), local_path("//elsewhere.example"), local_path("https://elsewhere.example")
    ('/events/1?x=2', '/', '/')
    """
    is_ours = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if is_ours else otherwise


def _cookie(request: Request, name: str) -> str:
    return unquote(request.cookies.get(name, ""))[:LONGEST_NAME]


def _page_address(request: Request) -> str:
    """The page to come back to: the request itself, or for a form the page that the form stood on."""
    if request.method in ("GET", "HEAD"):
        return _without_language(request.scope.get(ASKED_PATH, request.url.path), request.url.query)
    referer = urlsplit(request.headers.get("referer", ""))
    is_ours = referer.netloc == request.headers.get("host")
    return local_path(_without_language(referer.path, referer.query)) if is_ours else "/"


def _without_language(path: str, query: str) -> str:
    remaining = "&".join(part for part in query.split("&") if part and not part.startswith("lang="))
    return f"{path}?{remaining}" if remaining else path
