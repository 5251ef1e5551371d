"""The schedule and the table of a league as a sheet, each division on pages of its own (R-252, R-277).

A forfeit is marked: its score can change until the end (regulations summary, lines 234-242). A postponed match is
listed at its first date with the new one next to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import groupby

from arrowswitch.core.pairing.league.days import Day
from arrowswitch.core.pairing.league.season import AwaitedMatch, DivisionState, SeasonMatch
from arrowswitch.core.scoring.teams.event import TeamMatchState, TeamStanding
from arrowswitch.documents.frame import Document, Model, frame_of_file
from arrowswitch.documents.job import BLANK_PAPER, Letterhead
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale, format_date, format_number, language_of, translate

_LABELS = ("rank", "number", "team", "played", "record", "penalty", "total", "note")


def league_sheet(
    name: str,
    divisions: Sequence[DivisionState],
    on: date,
    locale: Locale,
    printed_at: datetime,
    letterhead: Letterhead = BLANK_PAPER,
) -> bytes:
    """Returns schedules and tables as a PDF; `on` is the date for the list of open matches."""
    words = Words(locale, printed_at.tzinfo)
    title = translate("league.title", {}, locale)
    frame = frame_of_file(title, name, words, printed_at, letterhead)
    sheet: Model = {"divisions": league_divisions(divisions, on, locale)}
    return typeset("league", Document(frame, league_labels(on, locale), sheet), printed_at)


def league_labels(on: date, locale: Locale) -> dict[str, str]:
    """Returns the words of the sheet's columns and headings."""
    labels = {label: translate(f"league.head.{label}", {}, locale) for label in _LABELS}
    labels |= {label: translate(f"league.{label}", {}, locale) for label in ("schedule", "table")}
    labels["open"] = translate("league.open", {"date": format_date(on, locale)}, locale)
    labels["bye"] = translate("league.bye", {}, locale)
    return labels


def league_divisions(divisions: Sequence[DivisionState], on: date, locale: Locale) -> tuple[Model, ...]:
    """Returns the page model of each division: its table (nothing before the first result), its schedule, its open
    matches."""
    return tuple(_division(state, on, locale) for state in divisions)


def _division(state: DivisionState, on: date, locale: Locale) -> Model:
    lines = tuple(_table_line(state, one, locale) for one in state.standings.ranking) if state.has_results else ()
    waiting = [one for one in state.open if one.match.day is None or one.match.day <= on]
    return {
        "name": one_line(state.name),
        "table": lines,
        "dates": tuple(_dates(state, locale)),
        "open": tuple(_open_line(state, one, locale) for one in waiting) if state.has_results else (),
        "notes": tuple(_notes(state, locale)),
    }


def _dates(state: DivisionState, locale: Locale) -> Iterator[Model]:
    numbered = sorted(enumerate(state.season.matches), key=lambda one: one[1].fixture.day)
    for day, group in groupby(numbered, key=lambda one: one[1].fixture.day):
        matches = list(group)
        busy = {number for _, match in matches for number in match.fixture.teams}
        free = [one_line(state.team(number)) for number in state.season.event.teams if number not in busy]
        yield {
            "day": _date(day, locale),
            "matches": tuple(_match_line(state, at, match, locale) for at, match in matches),
            "free": language_of(locale).between_items.join(free),
        }


def _match_line(state: DivisionState, at: int, match: SeasonMatch, locale: Locale) -> Model:
    """Returns a match of a date; without a result while it is open."""
    home, away = _names(state, match)
    brings = state.brings(at)
    result = "" if brings is None else " – ".join(format_number(points, locale) for points in brings)
    if state.standings.matches[at].state is TeamMatchState.FORFEITED:
        result += "*"
    note = ""
    if match.is_postponed:
        is_dated = match.postponed_to is not None
        note = f"→ {_date(match.postponed_to, locale)}" if match.postponed_to and is_dated else ""
        note = note or translate("league.due.postponed", {}, locale)
    return {"home": home, "away": away, "venue": one_line(match.fixture.venue), "result": result, "note": note}


def _open_line(state: DivisionState, awaited: AwaitedMatch, locale: Locale) -> Model:
    home, away = _names(state, awaited.match)
    due = translate(f"league.due.{awaited.due.value}", {"days": awaited.days}, locale)
    day = "" if awaited.match.day is None else _date(awaited.match.day, locale)
    return {"home": home, "away": away, "venue": one_line(awaited.match.fixture.venue), "result": day, "note": due}


def _date(day: Day, locale: Locale) -> str:
    return format_date(date.fromordinal(day.toordinal()), locale)


def _names(state: DivisionState, match: SeasonMatch) -> tuple[str, str]:
    home, away = match.fixture.teams
    return one_line(state.team(home)), one_line(state.team(away))


def _table_line(state: DivisionState, standing: TeamStanding, locale: Locale) -> Model:
    row, move = standing.row, state.move_of(standing.number)
    return {
        "rank": standing.written_rank,
        "number": standing.number,
        "name": one_line(state.team(standing.number)),
        "played": str(row.matches),
        "record": f"{row.won}-{row.tied}-{row.lost}",
        "penalty": format_number(row.penalty, locale) if row.penalty else "",
        "total": format_number(row.total, locale, 2),
        "note": translate(f"league.move.{move.value}", {}, locale) if move else "",
    }


def _notes(state: DivisionState, locale: Locale) -> Iterator[str]:
    if state.has_results and state.standings.is_provisional:
        yield translate("league.provisional", {}, locale)
    if any(one.forfeit and one.is_provisional for one in state.standings.matches):
        yield translate("league.forfeit-provisional", {}, locale)
