"""When something is that a message speaks of: times that every language writes as it does on its pages."""

from __future__ import annotations


class Moment(str):
    """A time in a message, as a text of ISO 8601. It is shown with its date unless that is `day` (`2026-11-21`), or,
    with `is_end`, as a closing time.

    `i18n` writes it as its language does, in the zone that the text is in.

    >>> Moment("2026-11-21T13:50:00+01:00", "2026-11-21")
    '2026-11-21T13:50:00+01:00'
    """

    __slots__ = ("day", "is_end")
    day: str
    is_end: bool

    def __new__(cls, iso: str, day: str = "", *, is_end: bool = False) -> Moment:
        """Returns a time that is shown relative to a day."""
        made = super().__new__(cls, iso)
        made.day, made.is_end = day, is_end
        return made
