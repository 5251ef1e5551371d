"""The time zone of the club: one that it names (IANA), else the computer's, with its changes over the year."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class ComputerZone(tzinfo):
    """The zone that the computer is set to, as it is at each moment: summer time comes and goes."""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        """Returns the distance from UTC of a local time."""
        return None if moment is None else moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, moment: datetime | None) -> timedelta | None:
        """Returns nothing: the computer only tells the whole distance."""
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        """Returns the computer's name of its zone at a local time."""
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, moment: datetime) -> datetime:
        """Returns a time of UTC in the computer's zone."""
        local = moment.replace(tzinfo=UTC).astimezone()
        first = local.replace(tzinfo=self, fold=0)
        return first if first.utcoffset() == local.utcoffset() else first.replace(fold=1)


@lru_cache(maxsize=8)
def zone_named(name: str) -> tzinfo | None:
    """Returns the zone of an IANA name, None for an empty one and for one that this computer does not know."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
