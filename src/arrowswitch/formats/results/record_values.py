"""Auctions and plays as plain values of JSON."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.auction import Auction, parse_call
from arrowswitch.core.game.play import MOST_TRICKS, Play, parse_card
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat
from arrowswitch.formats.json.values import EACH, values_at
from arrowswitch.formats.reading import clean

_SEATS = 4


def record_plain(record: TableRecord | None) -> dict[str, object]:
    """Returns `auction` and `play` of a record, nothing of what is not known."""
    plain: dict[str, object] = {}
    if record is not None and record.auction is not None:
        auction = record.auction
        notes = {str(place): text for place, text in sorted(auction.notes.items())}
        plain["auction"] = {"first": auction.first, "calls": list(auction.calls), **({"notes": notes} if notes else {})}
    if record is not None and record.play is not None:
        play = record.play
        plain["play"] = {"leader": play.leader, "tricks": [list(trick) for trick in play.tricks]}
    return plain


def record_of(row: object) -> TableRecord | None:
    """Returns the record that a result tells; None where it tells none, or where one cannot be read."""
    record = TableRecord(_auction(row), _play(row))
    return record if record.has_any else None


def _auction(row: object) -> Auction | None:
    first = _seat(row, "auction", "first")
    try:
        calls = tuple(parse_call(call) for call in _texts(row, "auction", "calls"))
    except Malformed:
        return None
    if first is None or not calls:
        return None
    notes = {
        number: clean(text)
        for _, given in values_at(row, "auction", "notes")
        if isinstance(given, dict)
        for place, text in given.items()
        if (number := whole_of(place)) is not None and isinstance(text, str)
    }
    return Auction(first, calls, notes)


def _play(row: object) -> Play | None:
    leader = _seat(row, "play", "leader")
    try:
        tricks = [
            tuple(parse_card(cell) if cell else "" for cell in trick if isinstance(cell, str))
            for _, trick in values_at(row, "play", "tricks", EACH)
            if isinstance(trick, list)
        ]
    except Malformed:
        return None
    if leader is None or not 0 < len(tricks) <= MOST_TRICKS or any(len(trick) != _SEATS for trick in tricks):
        return None
    return Play(leader, tuple(tricks))


def _seat(row: object, *path: str) -> Seat | None:
    return next((Seat(str(value)) for _, value in values_at(row, *path) if value in set(Seat)), None)


def _texts(row: object, *path: str) -> Iterator[str]:
    yield from (value for _, value in values_at(row, *path, EACH) if isinstance(value, str))
