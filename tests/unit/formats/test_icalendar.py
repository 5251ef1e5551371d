"""iCalendar files, by the clauses of RFC 5545."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from arrowswitch.formats.pairing.icalendar import CalendarEvent, write_calendar

MADE = datetime(2026, 9, 1, 3, 4, 5, tzinfo=UTC)


def lines(*events: CalendarEvent, name: str = "League", zone: tzinfo = UTC) -> list[str]:
    content = write_calendar(name, events, MADE, zone)
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    return content.decode().split("\r\n")


def test_a_match_with_its_time() -> None:
    """3.3.5: times as moments in UTC, in any time zone; the end across midnight."""
    event = CalendarEvent("m1", date(2026, 9, 6), time(21, 30), 240, "Alder v Birch", "Hall")
    texts = lines(event, zone=ZoneInfo("Asia/Tokyo"))
    assert "DTSTART:20260906T123000Z" in texts
    assert "DTEND:20260906T163000Z" in texts
    assert "X-WR-TIMEZONE:Asia/Tokyo" in texts
    assert "DTSTAMP:20260901T030405Z" in texts
    assert "UID:m1@arrowswitch" in texts
    assert "STATUS:CONFIRMED" in texts


def test_summer_time_is_that_of_the_day() -> None:
    """A match in summer and one in winter begin at the same time of their place."""
    days = (date(2026, 7, 5), date(2026, 12, 6))
    events = [CalendarEvent(f"m{day.month}", day, time(19, 0), 240, "x") for day in days]
    starts = [line for line in lines(*events, zone=ZoneInfo("Europe/London")) if line.startswith("DTSTART")]
    assert starts == ["DTSTART:20260705T180000Z", "DTSTART:20261206T190000Z"]


def test_a_whole_day() -> None:
    """3.6.1: the end of a date is not part of it."""
    texts = lines(CalendarEvent("m1", date(2026, 12, 31), None, 0, "x", is_tentative=True))
    assert "DTSTART;VALUE=DATE:20261231" in texts
    assert "DTEND;VALUE=DATE:20270101" in texts
    assert "STATUS:TENTATIVE" in texts
    assert not any(line.startswith("LOCATION") for line in texts)


def test_signs_are_escaped() -> None:
    """3.3.11: backslash, semicolon, comma, line end."""
    texts = lines(CalendarEvent("m1", date(2026, 9, 6), None, 0, "a\\b;c,d\r\ne"))
    assert "SUMMARY:a\\\\b\\;c\\,d\\ne" in texts


def test_long_lines_are_folded() -> None:
    """3.1: 75 octets at most, a character of three octets never cut; unfolded it is the text again."""
    title = "春川対夏山" * 20
    content = write_calendar("L", [CalendarEvent("m1", date(2026, 9, 6), None, 0, title)], MADE)
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert f"SUMMARY:{title}\r\n" in content.decode().replace("\r\n ", "")
