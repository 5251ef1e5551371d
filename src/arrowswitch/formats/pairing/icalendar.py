"""A schedule as an iCalendar file (RFC 5545), for the calendars of players and clubs.

Lines end with CR LF and are folded at 75 octets, never inside a character (3.1); commas, semicolons, backslashes and
line ends are escaped in texts (3.3.11). Times are written in UTC (3.3.5, form 2); a match without a
time takes the whole day, whose end is the next one (3.6.1). Each match keeps its UID, so that a calendar that reads the
file again moves a postponed match and does not double it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_OCTETS = 75
_END = "\r\n"


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """A match in a calendar. `key` tells it from all others of the calendar; `begins` None takes the whole day."""

    key: str
    day: date
    begins: time | None
    minutes: int
    title: str
    place: str = ""
    is_tentative: bool = False


def write_calendar(name: str, events: Iterable[CalendarEvent], made_at: datetime, zone: tzinfo | None = None) -> bytes:
    """Returns an iCalendar file; `made_at` is the time it is made, with its zone.

    `zone` is where the matches are played (none: where this computer stands). Times are written in UTC (RFC 5545,
    3.3.5, form 2), so that every calendar shows them at the right moment wherever its owner is.
    """
    stamp = made_at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Arrowswitch//League//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", f"X-WR-CALNAME:{_escape(name)}"]
    key = getattr(zone, "key", "")
    if key:
        lines.append(f"X-WR-TIMEZONE:{key}")
    for event in events:
        lines += _event(event, stamp, zone)
    return "".join(_fold(line) for line in [*lines, "END:VCALENDAR"]).encode()


def _event(event: CalendarEvent, stamp: str, zone: tzinfo | None) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_escape(event.key)}@arrowswitch"
    yield f"DTSTAMP:{stamp}"
    if event.begins is None:
        yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
    else:
        begin = datetime.combine(event.day, event.begins, zone).astimezone(UTC)
        yield f"DTSTART:{begin:%Y%m%dT%H%M%SZ}"
        yield f"DTEND:{begin + timedelta(minutes=event.minutes):%Y%m%dT%H%M%SZ}"
    yield f"SUMMARY:{_escape(event.title)}"
    if event.place:
        yield f"LOCATION:{_escape(event.place)}"
    yield f"STATUS:{'TENTATIVE' if event.is_tentative else 'CONFIRMED'}"
    yield "END:VEVENT"


def _escape(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r\n", "\n").replace("\n", "\\n")


def _fold(line: str) -> str:
    """Returns a line in pieces of 75 octets at most; each after the first begins with a blank."""
    pieces, piece, room = [], "", _OCTETS
    for sign in line:
        size = len(sign.encode())
        if size > room:
            pieces.append(piece)
            piece, room = "", _OCTETS - 1
        piece += sign
        room -= size
    return f"{_END} ".join([*pieces, piece]) + _END
