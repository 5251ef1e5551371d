"""The log of the door: who came in and went, who was refused, and what tried to get round the guards.

One line an entry, on the error output: the time in UTC, the level, and words with their values in quotes, in which
nothing that was sent can begin a line, move a terminal's cursor or stand for another value. Secrets in addresses are
masked. A visitor who asks very often fills no drive: each address has this many entries of a kind in a minute, and all
of them together have a limit; the number left out is logged.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from starlette.requests import Request

from arrowswitch.web.guessing import neighbourhood

log = logging.getLogger("arrowswitch.door")
MINUTE = timedelta(minutes=1)
MOST_OF_ONE, MOST_OF_ALL = 10, 300
"""The most entries of one kind that an address has in a minute, and all addresses together."""
_LONGEST = 200
_SECRET = re.compile(r"^/(assist|with|t)/[^/]+")
_MASKED = r"/\1/..."


class Noted(StrEnum):
    """The kinds of entries."""

    SIGNED_IN = "signed-in"
    SIGNED_OUT = "signed-out"
    LET_GO = "let-go"
    ALL_LET_GO = "all-let-go"
    PASSWORD_CHANGED = "password-changed"
    OPENED = "opened-to-network"
    SHUT = "shut-to-network"
    WRONG_SECRET = "wrong-secret"
    TOO_MANY_TRIES = "too-many-tries"
    CLOSED = "closed"
    FOREIGN_PAGE = "foreign-page"
    WRONG_TOKEN = "wrong-token"
    UNKNOWN_NAME = "unknown-name"


_USUAL = frozenset(
    (
        Noted.SIGNED_IN,
        Noted.SIGNED_OUT,
        Noted.LET_GO,
        Noted.ALL_LET_GO,
        Noted.PASSWORD_CHANGED,
        Noted.OPENED,
        Noted.SHUT,
    )
)
REFUSALS: Mapping[str, Noted] = {
    "desk.error.unknown-name": Noted.UNKNOWN_NAME,
    "desk.error.other-site": Noted.FOREIGN_PAGE,
    "desk.error.no-token": Noted.WRONG_TOKEN,
    "desk.assist.unknown": Noted.WRONG_SECRET,
}
"""The refusals that are written down, by the code of their problem."""


@dataclass(slots=True)
class Logbook:
    """Writes the entries. `now` is the club's clock, by which the minutes are counted."""

    now: Callable[[], datetime]
    _begun: datetime | None = None
    _written: Counter[tuple[Noted, str]] = field(default_factory=Counter)
    _left_out: int = 0
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def note(self, request: Request, what: Noted, *, who: str = "", way: str = "") -> None:
        """Logs the outcome of a request: `who` is the visitor, `way` the kind of access or the reason of the
        refusal."""
        address = address_of(request)
        left_out, is_written = self._may(what, neighbourhood(address))
        if left_out:
            log.warning("left-out n=%d", left_out)
        if is_written:
            request_line = f"{request.method} {mask_path(request.url.path)}"
            values = {"address": address, "who": who, "what": request_line, "way": way}
            words = " ".join(f"{name}={quote_value(value)}" for name, value in values.items())
            log.log(logging.INFO if what in _USUAL else logging.WARNING, "%s %s", what.value, words)

    def _may(self, what: Noted, place: str) -> tuple[int, bool]:
        """Returns how many entries were left out in the minute before, and whether this one is written."""
        with self._guard:
            now, left_out = self.now(), 0
            if self._begun is None or not timedelta(0) <= now - self._begun < MINUTE:  # a clock can be set back
                left_out, self._left_out, self._begun = self._left_out, 0, now
                self._written.clear()
            if self._written.total() >= MOST_OF_ALL or self._written[what, place] >= MOST_OF_ONE:
                self._left_out += 1
                return left_out, False
            self._written[what, place] += 1
            return left_out, True


def address_of(request: Request) -> str:
    """Returns the address that a request came from, or nothing."""
    return request.client.host if request.client is not None else ""


def mask_path(path: str) -> str:
    """Returns the path of an address without the secret in it.

    >>> mask_path("/assist/kD3secret"), mask_path("/with/kD3secret/entries"), mask_path("/events/7/scores")
    ('/assist/...', '/with/.../entries', '/events/7/scores')
    """
    return _SECRET.sub(_MASKED, path)


def quote_value(value: str) -> str:
    r"""Returns a value in quotes on one line, for any content; a very long one is cut.

    >>> print(quote_value('春川 "x"\n2026-01-01T00:00:00Z INFO signed-in\x1b[2J\u202e'))
    "春川 \"x\"\n2026-01-01T00:00:00Z INFO signed-in\u001b[2J\u202e"
    """
    cut = value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"
    return on_one_line(cut)


def on_one_line(text: str) -> str:
    """Returns a text in quotes, in which every sign that is not printed is written as its number."""
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in plain)


class LogLines(logging.Formatter):
    """Writes a record on one line: time in UTC, level, logger, message; where there was a defect what led to it stands
    behind, in quotes."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line of a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        message = record.getMessage()
        safe = message if message.isprintable() else on_one_line(message)
        line = f"{at} {record.levelname} {record.name} {safe}"
        if not record.exc_info:
            return line
        return f"{line} traceback={on_one_line(self.formatException(record.exc_info))}"


class OncePerMinute(logging.Filter):
    """Lets a message of the server through once a minute, with the number of those left out before it: a client causes
    one with every connection. Messages with different tracebacks are different."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._written: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """True if a record is written."""
        error = record.exc_info[1] if record.exc_info else None
        line = error.__traceback__.tb_lineno if error is not None and error.__traceback__ is not None else 0
        key, now = (record.name, record.levelno, record.msg, type(error), line), self._now()
        at, left_out = self._written.get(key, (-MINUTE.total_seconds(), 0))
        if key in self._written and now - at < MINUTE.total_seconds():
            self._written[key] = (at, left_out + 1)
            return False
        if len(self._written) >= MOST_OF_ALL:
            self._written.clear()
        self._written[key] = (now, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} left-out={left_out}", ()
        return True


def log_settings() -> dict[str, Any]:
    """Returns how the desk's log is set up, for `logging.config`: everything on the error output, a line an entry."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": LogLines}},
        "filters": {"seldom": {"()": OncePerMinute}},
        "handlers": {
            "error": {"class": "logging.StreamHandler", "formatter": "line"},
            "server": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["seldom"]},
        },
        "loggers": {
            "arrowswitch": {"handlers": ["error"], "level": "INFO", "propagate": False},
            "asyncio": {"handlers": ["server"], "level": "WARNING", "propagate": False},
            "uvicorn": {"handlers": ["server"], "level": "WARNING", "propagate": False},
        },
    }
