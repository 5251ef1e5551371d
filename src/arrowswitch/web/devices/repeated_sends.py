"""A form that is sent again: the same content is answered as the first time, other content under its id is refused.

A sender makes an id for each sending (`command_id`) and repeats it if no answer came. Here the digest of what was
stored under an id is kept in memory: of a redirect the answer too, so that a second sending of a form changes nothing.
Other answers are made again, by commands that the ledger carries out once. The stamps of commands have the digest too
(`Stamp.sent`), so that an event refuses other content under its ids after a restart of the program as well.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arrowswitch.core.errors import Refused
from arrowswitch.web.tokens import STOOD_FIELD, TOKEN_FIELD, is_form

ID_FIELD = "command_id"
LONGEST_ID = 80
MOST_FIELDS = 20
"""Fields of a form whose fields are read without its parser."""
MOST_SENDS = 5_000
"""Sendings that are remembered; the oldest are forgotten first."""
_FIELDS = "arrowswitch.fields"
_REDIRECT = 303
_FIRST_BAD = 400
_BEGINNING = 1 << 16
_SCOPED = 2
"""Parts of a path within which an id is one: `/events/ID`, `/with/SECRET`, `/t/CODE`."""
_NEW_EVENT = "/events/new"
"""An id is one within its event: other content here is another event, with a ledger of its own."""

_DIGITS = 16
"""Digits of a digest in a stamp."""
_sent: ContextVar[str] = ContextVar("sent", default="")

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Send:
    """A sending: its id within an event or link, the digest of its address and fields, and that of its fields alone.

    The address has a code or secret of a link, which nobody must find out from a stored digest.
    """

    key: Key
    digest: str
    content: str


@dataclass(slots=True)
class _First:
    """The first sending of an id: its digest, whether it is answered, and the redirect that it was answered with."""

    digest: str
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    headers: tuple[tuple[bytes, bytes], ...] | None = None


@dataclass(slots=True)
class RepeatedSends:
    """The sendings of this process. `is_stored` is True of an id that a ledger holds; a repeated answer sets
    `note_cookie` again."""

    is_stored: Callable[[str], bool]
    note_cookie: str
    _firsts: OrderedDict[Key, _First] = field(default_factory=OrderedDict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    async def answer(self, send: Send, make: Callable[[], Awaitable[Response]]) -> Response:
        """Returns the answer to a sending, made by `make` or by the first sending of its id.

        Raises Refused (`desk.error.other-sending`) for an id under which other content was stored.
        """
        first, is_own = self._begin(send)
        if not is_own:
            await first.answered.wait()
            if first.headers is not None:
                return _redirect(first.headers)
        before = _sent.set(send.content)
        try:
            response = await make()
        except BaseException:
            self._end(send, first, is_own=is_own, response=None)
            raise
        finally:
            _sent.reset(before)
        self._end(send, first, is_own=is_own, response=response)
        return response

    def _begin(self, send: Send) -> tuple[_First, bool]:
        """Returns the first sending of an id, and whether it is this one."""
        with self._guard:
            first = self._firsts.get(send.key)
            if first is None:
                first = self._firsts[send.key] = _First(send.digest)
                while len(self._firsts) > MOST_SENDS:
                    self._firsts.popitem(last=False)
                return first, True
            if first.digest != send.digest:
                raise Refused.of("desk.error.other-sending")
            return first, False

    def _end(self, send: Send, first: _First, *, is_own: bool, response: Response | None) -> None:
        """Keeps the answer of a sending that was stored, and forgets any other: its form can be corrected."""
        with self._guard:
            is_stored = response is not None and response.status_code < _FIRST_BAD
            if is_stored and response is not None and response.status_code == _REDIRECT:
                first.headers = first.headers or _headers_of(response, self.note_cookie)
            elif is_own and not (is_stored and self.is_stored(send.key[1])):
                self._firsts.pop(send.key, None)
            first.answered.set()


def digest_sent() -> str:
    """Returns the digest of the sending that is being answered, for the stamps of its commands; empty without one."""
    return _sent.get()


async def send_of(request: Request) -> Send | None:
    """Returns the sending of a form, or None for a request without an id."""
    if request.method != "POST" or not is_form(request.headers):
        return None
    return _send(request, (await request.form()).multi_items())


async def plain_send_of(request: Request) -> Send | None:
    """Returns the sending of a form whose body was read, without the cost of its parser; None without an id."""
    if not is_form(request.headers):
        return None
    fields = await plain_fields(request)
    if fields is None:
        fields = parse_qsl((await request.body()).decode("latin-1"), keep_blank_values=True)
    return _send(request, fields)


async def plain_fields(request: Request) -> Sequence[tuple[str, str]] | None:
    """Returns the fields of a form as `application/x-www-form-urlencoded`, read once for each request; None if they
    cannot be read, or are too many."""
    if _FIELDS not in request.scope:
        try:
            text = (await request.body()).decode("ascii")
            fields = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
        except ValueError:
            request.scope[_FIELDS] = None
        else:
            request.scope[_FIELDS] = fields
    read_fields: Sequence[tuple[str, str]] | None = request.scope[_FIELDS]
    return read_fields


def _send(request: Request, items: Iterable[tuple[str, UploadFile | str]]) -> Send | None:
    path = str(request.scope["path"])
    digest, command_id = hashlib.sha256(), ""
    for name, value in items:
        if name == ID_FIELD:
            command_id = str(value)[:LONGEST_ID]
        elif name not in (TOKEN_FIELD, STOOD_FIELD):
            content = value if isinstance(value, str) else _file_beginning(value)
            digest.update(f"\0{len(name)} {name} {len(content)} {content}".encode(errors="surrogatepass"))
    if not command_id:
        return None
    digest.update(f"\0{command_id}".encode(errors="surrogatepass"))
    content = digest.hexdigest()[:_DIGITS]
    digest.update(path.encode())
    own = digest.hexdigest() if path == _NEW_EVENT else ""
    return Send(("/".join(path.split("/")[: _SCOPED + 1]), f"{command_id}{own}"), digest.hexdigest(), content)


def _file_beginning(file: UploadFile) -> str:
    beginning = file.file.read(_BEGINNING)
    file.file.seek(0)
    return f"{file.filename} {file.size} {hashlib.sha256(beginning).hexdigest()}"


def _headers_of(response: Response, note_cookie: str) -> tuple[tuple[bytes, bytes], ...] | None:
    """Returns the headers of a redirect that can be sent again; None if it set a cookie other than a note's."""
    headers = [(name, value) for name, value in response.raw_headers if name in (b"location", b"set-cookie")]
    own = f"{note_cookie}=".encode()
    if any(name == b"set-cookie" and not value.startswith(own) for name, value in headers):
        return None
    return tuple(headers)


def _redirect(headers: tuple[tuple[bytes, bytes], ...]) -> Response:
    response = Response(status_code=_REDIRECT)
    response.raw_headers.extend(headers)
    return response
