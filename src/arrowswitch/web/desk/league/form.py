"""The form of a league's conditions: dates as people write them, venues, wishes of each team, matches arranged already.

Dates are read as `2026-09-06`, `2026/9/6`, `9/6` or `9月6日`; without a year it is the one after the date before. Lists
are parted by blanks, commas or lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.pairing.league.league import MOST_DATES, MOST_LEGS
from arrowswitch.tournament.model.values.league import (
    LeagueConditions,
    LeagueFixed,
    LeagueMatch,
    LeagueRoom,
    LeagueWish,
    Team,
)
from arrowswitch.web.forms import line, whole

MOST_TEXT = 20_000
WISHES = ("off", "away", "home")
"""The fields of a team in addition to its venue: dates without a match, dates away (not at home), dates at home (not
away)."""
STEPS = ("1", "7", "14", "21", "28")
"""How many days lie between two dates."""
_DAY = re.compile(r"(?:(\d{4})[-/.年])?(\d{1,2})[-/.月](\d{1,2})日?")
_PARTS = re.compile(r"[\s,、，;；]+")
_ROOM = re.compile(r"(.+?)\s+(\d{1,3})\s*(?:@\s*(\S+))?")
_FIXED = re.compile(r"(\S+)\s+(\S{1,6}?)\s*[-–:]\s*(\S{1,6})")
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class TeamFields:
    """The values of the fields of a team: its venue, and dates as texts by the names of `WISHES`."""

    venue: str
    dates: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LeagueForm:
    """The values of the fields, as typed or as stored; errors by field."""

    fields: Mapping[str, str]
    teams: Mapping[Team, TeamFields]
    errors: Mapping[str, tuple[str, ...]]


def parse_dates(text: str, base: date, field: str, problems: list[Problem]) -> tuple[date, ...]:
    """Returns the dates of a list in order, each once; what is no date is added to `problems` (`desk.league.no-date`).

    `base` is the date from which dates without a year are counted.

    >>> [day.isoformat() for day in parse_dates("12/20, 1/10", date(2026, 9, 6), "dates", [])]
    ['2026-12-20', '2027-01-10']
    """
    dates: list[date] = []
    last = base
    for word in filter(None, _PARTS.split(unicodedata.normalize("NFKC", text[:MOST_TEXT]))):
        day = _date(word, last)
        if day is None:
            problems.append(Problem("desk.league.no-date", {"text": word[:_SHOWN]}, field))
        else:
            dates.append(day)
            last = day
    return tuple(sorted(set(dates)))


def _date(word: str, last: date) -> date | None:
    match = _DAY.fullmatch(word)
    if match is None:
        return None
    month, day = int(match[2]), int(match[3])
    try:
        if match[1]:
            return date(int(match[1]), month, day)
        day_ = date(last.year, month, day)
        # A date long before the one before it is one of the next year: a season goes over New Year.
        return day_ if (last - day_).days < _HALF_YEAR else date(last.year + 1, month, day)
    except ValueError:
        return None


_HALF_YEAR = 183


def filled_dates(form: Mapping[str, str], base: date) -> tuple[date, ...]:
    """Returns the dates that the first date, the step, their number and the free dates make.

    Raises Malformed with a problem for each field that cannot be read.
    """
    problems: list[Problem] = []
    first = parse_dates(form.get("first", ""), base, "first", problems)
    count = whole(form.get("count", ""), "count", problems, least=1, most=MOST_DATES)
    step = form.get("step", "7")
    free = parse_dates(form.get("free", ""), first[0] if first else base, "free", problems)
    if not first and not problems:
        problems.append(Problem("desk.field.missing", {}, "first"))
    if problems:
        raise Malformed(*problems)
    days = int(step) if step in STEPS else 7
    wanted = (first[0] + timedelta(days=days * at) for at in range((count or 1) + len(free)))
    return tuple(day for day in wanted if day not in free)[: count or 1]


def with_weekly_dates(form: LeagueForm, first: date, count: int) -> LeagueForm:
    """Returns the form with dates a week apart from the first on, which nobody has fixed yet."""
    fields = {**form.fields, "first": first.isoformat(), "step": "7", "count": str(count)}
    dates = "\n".join(day.isoformat() for day in filled_dates(fields, first))
    return replace(form, fields={**fields, "dates": dates})


def fields_of(conditions: LeagueConditions, numbers: Mapping[Team, Number]) -> LeagueForm:
    """Returns the conditions as the texts of the form's fields."""
    rooms = []
    for room in conditions.rooms:
        rooms.append(f"{room.venue} {room.matches}")
        rooms += [f"{room.venue} {most} @ {day.isoformat()}" for day, most in sorted(room.on.items())]
    fixed = [
        f"{one.day.isoformat()} {numbers.get(one.home, '?')}-{numbers.get(one.away, '?')}" for one in conditions.fixed
    ]
    teams = {who: conditions.venues.get(who, "") for who in numbers}
    return LeagueForm(
        {
            "dates": "\n".join(day.isoformat() for day in conditions.dates),
            "legs": str(conditions.legs),
            "up": str(conditions.up),
            "down": str(conditions.down),
            "rooms": "\n".join(rooms),
            "fixed": "\n".join(fixed),
        },
        {who: TeamFields(venue, _wishes_of(conditions, who)) for who, venue in teams.items()},
        {},
    )


def _wishes_of(conditions: LeagueConditions, who: Team) -> dict[str, str]:
    own = [wish for wish in conditions.wishes if wish.team == who]
    kinds = {"off": (False, False), "away": (True, False), "home": (False, True)}
    return {
        name: ", ".join(wish.day.isoformat() for wish in own if (wish.only_home, wish.only_away) == flags)
        for name, flags in kinds.items()
    }


def typed_form(
    form: Mapping[str, str], numbers: Mapping[Team, Number], mistake: Mapping[str, tuple[str, ...]]
) -> LeagueForm:
    """Returns the form as it was typed, with its errors."""
    teams = {
        who: TeamFields(form.get(f"venue-{who}", ""), {name: form.get(f"{name}-{who}", "") for name in WISHES})
        for who in numbers
    }
    return LeagueForm(form, teams, mistake)


def conditions_from(form: Mapping[str, str], numbers: Mapping[Team, Number], base: date) -> LeagueConditions:
    """Returns the conditions of the form; raises Malformed with a problem for each field that cannot be read.

    `base` is the date from which dates without a year are counted.
    """
    problems: list[Problem] = []
    dates = parse_dates(form.get("dates", ""), base, "dates", problems)
    begin = dates[0] if dates else base
    up, down = (whole(form.get(name, ""), name, problems, least=0, most=40, empty=0) or 0 for name in ("up", "down"))
    venues = {who: line(form.get(f"venue-{who}", ""), f"venue-{who}", problems, most=80) for who in numbers}
    conditions = LeagueConditions(
        dates=dates,
        legs=whole(form.get("legs", ""), "legs", problems, least=1, most=MOST_LEGS, empty=1) or 1,
        venues={who: venue for who, venue in venues.items() if venue},
        rooms=_rooms(form.get("rooms", ""), begin, problems),
        wishes=tuple(_wishes(form, numbers, begin, problems)),
        fixed=_parse_fixed(form.get("fixed", ""), numbers, begin, problems),
        up=up,
        down=down,
    )
    if problems:
        raise Malformed(*problems)
    return conditions


def _wishes(
    form: Mapping[str, str], numbers: Iterable[Team], begin: date, problems: list[Problem]
) -> Iterable[LeagueWish]:
    for who in numbers:
        for name in WISHES:
            field = f"{name}-{who}"
            for day in parse_dates(form.get(field, ""), begin, field, problems):
                yield LeagueWish(who, day, only_home=name == "away", only_away=name == "home")


def _rooms(text: str, begin: date, problems: list[Problem]) -> tuple[LeagueRoom, ...]:
    """Returns the venues: a line each, with the matches it holds; `@` and a date for one on which it holds others."""
    usual: dict[str, int] = {}
    on: dict[str, dict[date, int]] = {}
    for row in filter(None, map(str.strip, unicodedata.normalize("NFKC", text[:MOST_TEXT]).splitlines())):
        match = _ROOM.fullmatch(row)
        day = parse_dates(match[3], begin, "rooms", problems) if match is not None and match[3] else ()
        if match is None:
            problems.append(Problem("desk.league.no-room", {"text": row[:_SHOWN]}, "rooms"))
        elif day:
            on.setdefault(match[1], {})[day[0]] = int(match[2])
        elif not match[3]:
            usual[match[1]] = int(match[2])
    return tuple(LeagueRoom(name, usual.get(name, 99), on.get(name, {})) for name in {**usual, **on})


def _parse_fixed(
    text: str, numbers: Mapping[Team, Number], begin: date, problems: list[Problem]
) -> tuple[LeagueFixed, ...]:
    who = {number: team for team, number in numbers.items()}
    fixed = []
    for row in filter(None, map(str.strip, unicodedata.normalize("NFKC", text[:MOST_TEXT]).splitlines())):
        match = _FIXED.fullmatch(row)
        days = parse_dates(match[1], begin, "fixed", problems) if match is not None else ()
        two = [who.get(Number(match[at].upper())) for at in (2, 3)] if match is not None else []
        if not days or None in two:
            problems.append(Problem("desk.league.no-fixed", {"text": row[:_SHOWN]}, "fixed"))
            continue
        home, away = (str(team) for team in two)
        fixed.append(LeagueFixed(days[0], home, away))
    return tuple(fixed)


def schedule_text(matches: Sequence[LeagueMatch]) -> str:
    """Returns a schedule as a line for each date: `2026-09-06 1-6 2-5 3-4`."""
    rows: dict[date, list[str]] = {}
    for match in sorted(matches, key=lambda one: one.day):
        rows.setdefault(match.day, []).append(f"{match.home}-{match.away}")
    return "\n".join(f"{day.isoformat()} {' '.join(pairs)}" for day, pairs in rows.items())


def schedule_from(text: str, base: date) -> tuple[LeagueMatch, ...]:
    """Returns the schedule that is written so; raises Malformed (`desk.league.no-line`) for lines that are none."""
    problems: list[Problem] = []
    matches = []
    for row in filter(None, map(str.strip, unicodedata.normalize("NFKC", text[: 4 * MOST_TEXT]).splitlines())):
        first, *pairs = row.split()
        days = parse_dates(first, base, "schedule", problems)
        for pair in pairs:
            home, _, away = pair.upper().partition("-")
            if days and home and away:
                matches.append(LeagueMatch(days[0], Number(home[:10]), Number(away[:10])))
            else:
                problems.append(Problem("desk.league.no-line", {"text": row[:_SHOWN]}, "schedule"))
    if problems:
        raise Malformed(*problems)
    return tuple(matches)
