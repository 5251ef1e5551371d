"""The token of a browser, which every form that it sends carries besides its cookie.

A foreign page can make a browser send its cookies here, but can read none of them. So a form carries what the cookie
says, and both must be alike. The cookie lives as long as the device's name: a form that waited in the browser while the
program was away, or was started again, carries the right one. A script asks no browser; it says with `Origin` where it
sends to (`guards`).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Refused

FORM_COOKIE = "form"
TOKEN_FIELD = "form_token"
TOKEN_HEADER = "x-form-token"
STOOD_FIELD = "stood_at"
"""The field in which the forms of an event's page carry the number of the newest entry that the page shows."""
_STOOD = "arrowswitch.stood-at"
_SCOPE = "arrowswitch.form-token"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_FORM = re.compile(r"<form\b[^>]*\bmethod=\"post\"[^>]*>")
_LONGEST_NUMBER = 12
_FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")


def prepare(scope: MutableMapping[str, Any]) -> None:
    """Chooses the token that the pages of a request carry: the browser's own, a new one if it has none."""
    scope[_SCOPE] = _Token(scope)


class _Token:
    """The token of a request, made when it is first asked for: most answers carry none."""

    __slots__ = ("_scope", "_value")

    def __init__(self, scope: MutableMapping[str, Any]) -> None:
        self._scope = scope
        self._value = ""

    @property
    def value(self) -> str:
        """Returns the token."""
        if not self._value:
            cookie = Request(self._scope).cookies.get(FORM_COOKIE, "")
            self._value = cookie if _TOKEN.fullmatch(cookie) else secrets.token_urlsafe(32)
        return self._value


def new_token(request: Request) -> str:
    """Returns the token that the browser has yet to keep, or nothing."""
    token = token_of(request)
    return "" if request.cookies.get(FORM_COOKIE) == token else token


def token_of(request: Request) -> str:
    """Returns the token that the forms of a page carry."""
    token: _Token = request.scope[_SCOPE]
    return token.value


def with_token(html: str, token: str, stood_at: int | None = None) -> str:
    """Returns a page whose forms carry a token, those that change something, and of an event's page what it shows.

    >>> with_token('<form method="post" action="/who"><form method="get">', "x")
    '<form method="post" action="/who"><input type="hidden" name="form_token" value="x"><form method="get">'
    """
    carried = f'<input type="hidden" name="{TOKEN_FIELD}" value="{token}">'
    if stood_at is not None:
        carried += f'<input type="hidden" name="{STOOD_FIELD}" value="{stood_at}">'
    return _FORM.sub(lambda form: form[0] + carried, html)


async def keep_stood_at(request: Request) -> None:
    """Stores the position that the page of a form showed, for the command that it sends (`stood_at`)."""
    if request.method != "POST" or not is_form(request.headers):
        return
    position = whole_of(str((await request.form()).get(STOOD_FIELD, ""))[:_LONGEST_NUMBER])
    request.scope[_STOOD] = position


def stood_at(request: Request) -> int | None:
    """Returns the number of the newest entry that the page of a form showed; None where it does not say."""
    position: int | None = request.scope.get(_STOOD)
    return position


def is_from_browser(headers: Headers) -> bool:
    """True if a browser sent a request; every browser identifies itself, and no page can change that.

    >>> told = ({"user-agent": "Mozilla/5.0 (X11)"}, {"sec-fetch-mode": "cors"}, {"user-agent": "curl/8"}, {})
    >>> [is_from_browser(Headers(one)) for one in told]
    [True, True, False, False]
    """
    names = ("sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest")
    return headers.get("user-agent", "").startswith("Mozilla/") or any(name in headers for name in names)


def is_form(headers: Headers) -> bool:
    """True if the body of a request has the fields of a form."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() in _FORM_TYPES


async def check_token(request: Request) -> None:
    """Raises Refused (`desk.error.no-token`) for what a browser sends without the token that its cookie says."""
    if request.method in ("GET", "HEAD", "OPTIONS") or not is_from_browser(request.headers):
        return
    sent_token = request.headers.get(TOKEN_HEADER, "")
    if not sent_token and is_form(request.headers):
        sent_token = str((await request.form()).get(TOKEN_FIELD, ""))
    cookie = request.cookies.get(FORM_COOKIE, "")
    if not _TOKEN.fullmatch(cookie) or not secrets.compare_digest(sent_token.encode(), cookie.encode()):
        raise Refused.of("desk.error.no-token")
