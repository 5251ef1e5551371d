"""`league`: the schedule of a league, its table on a date and its open matches, as text, JSON, iCalendar or paper."""

from __future__ import annotations

import argparse
from datetime import date, datetime

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.cli.pairing.league_seasons import SearchWish, ShownSeason, season_of_event, season_of_file
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.scoring.sources import is_event_file
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.pairing.league.season import DivisionState, SeasonMatch
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.teams.event import TeamMatchState, TeamStanding
from arrowswitch.formats.pairing.icalendar import write_calendar
from arrowswitch.formats.pairing.league_calendar import season_events
from arrowswitch.i18n.formats import format_number
from arrowswitch.i18n.locales import Locale
from arrowswitch.tournament.league.searches import Search

_SEED, _WORK = 2008, 60


def add_commands(commands: Commands) -> None:
    """Adds the command."""
    league = commands.add("league", _league)
    league.add_argument("file", help=league.words("cli.league.file"))
    league.add_argument("--on", metavar="DATE", help=league.words("cli.league.on"))
    league.add_argument("--seed", type=int, default=_SEED, metavar="N", help=league.words("cli.league.seed"))
    league.add_argument("--work", type=int, default=_WORK, metavar="N", help=league.words("cli.league.work"))
    league.add_argument("--ics", metavar="FILE", help=league.words("cli.league.ics"))
    league.add_argument("--pdf", metavar="FILE", help=league.words("cli.league.pdf"))


def _league(options: argparse.Namespace, console: Console) -> None:
    """Prints schedule, table and open matches."""
    until = None if options.on is None else _day(options.on)
    today = until or date.today()
    content = read_file(console, options.file)
    if is_event_file(content):
        season = season_of_event(content.decode("utf-8", errors="replace"), console, until, today)
    else:
        search = SearchWish(options.seed % 2**31, min(max(options.work, 1), 3600), lambda one: _tell(console, one))
        season = season_of_file(content, search, until, today)
    states = season.divisions
    if options.ics:
        write_file(console, options.ics, _calendar(console, season))
    if options.pdf:
        write_file(console, options.pdf, console.services.league_sheet(season.name, states, today, console.locale))
    if console.is_json:
        console.json({"name": season.name, "date": today.isoformat(), "divisions": [_plain(one) for one in states]})
        return
    for at, state in enumerate(states):
        if at:
            console.line()
        _print(console, state, today)
    for name in (options.ics, options.pdf):
        if name:
            console.say("cli.league.written", name=name)


def _tell(console: Console, search: Search) -> None:
    """Prints the progress of a search on the error stream."""
    code = "desk.league.searching" if search.breaks is None else "desk.league.searching-found"
    text = console.text(code, seconds=int(search.seconds_so_far), most=int(search.seconds), n=search.breaks or 0)
    print(text, file=console.err, flush=True)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Malformed.of("cli.league.day", value=text[:20]) from error


def _calendar(console: Console, season: ShownSeason) -> bytes:
    def title(home: str, away: str) -> str:
        return console.text("league.match", home=home, away=away)

    events = [
        event
        for shown, state in zip(season.calendars, season.divisions, strict=True)
        for event in season_events(state, shown.key, shown.begins, shown.minutes, title)
    ]
    return write_calendar(season.name or console.text("league.title"), events, datetime.now().astimezone())


def _result(state: DivisionState, at: int, locale: Locale) -> str:
    brings = state.brings(at)
    if brings is None:
        return ""
    mark = "*" if state.standings.matches[at].state is TeamMatchState.FORFEITED else ""
    return " - ".join(format_number(points, locale) for points in brings) + mark


def _print(console: Console, state: DivisionState, today: date) -> None:
    if state.name:
        console.line(state.name)
    rows = [
        (match.fixture.day.isoformat(), *_names(state, match), match.fixture.venue, _result(state, at, console.locale))
        for at, match in enumerate(state.season.matches)
    ]
    console.table("league.head.", ("date", "home", "away", "venue", "result"), rows)
    code = "league.balance-fewest" if state.schedule.fewest else "league.balance"
    console.say(code, n=state.schedule.breaks)
    if not state.has_results:
        return
    names = ("rank", "number", "team", "played", "record", "penalty", "total", "note")
    console.line()
    ranking = [_row(console, state, standing) for standing in state.standings.ranking]
    console.table("league.head.", names, ranking, (0, 1, 3, 5, 6))
    if state.standings.is_provisional:
        console.say("league.provisional")
    if any(one.forfeit and one.is_provisional for one in state.standings.matches):
        console.say("league.forfeit-provisional")
    _print_open(console, state, today)


def _print_open(console: Console, state: DivisionState, today: date) -> None:
    if not state.open:
        return
    console.line()
    console.say("league.open", date=today.isoformat())
    rows = [
        (
            waiting.match.day.isoformat() if waiting.match.day else "–",
            *_names(state, waiting.match),
            console.text(f"league.due.{waiting.due.value}", days=waiting.days),
        )
        for waiting in state.open
    ]
    console.table("league.head.", ("date", "home", "away", "note"), rows)


def _names(state: DivisionState, match: SeasonMatch) -> tuple[str, str]:
    home, away = match.fixture.teams
    return state.team(home), state.team(away)


def _row(console: Console, state: DivisionState, standing: TeamStanding) -> tuple[str, ...]:
    row, move = standing.row, state.move_of(standing.number)
    record = f"{row.won}-{row.tied}-{row.lost}"
    penalty = decimal_string(row.penalty) if row.penalty else ""
    note = console.text(f"league.move.{move.value}") if move else ""
    return (
        standing.written_rank,
        standing.number,
        state.team(standing.number),
        str(row.matches),
        record,
        penalty,
        decimal_string(row.total),
        note,
    )


def _plain(state: DivisionState) -> dict[str, object]:
    return {
        "name": state.name,
        "schedule": [_plain_match(state, at, match) for at, match in enumerate(state.season.matches)],
        "breaks": state.schedule.breaks,
        "fewest_breaks": state.schedule.fewest,
        "table": [_plain_row(state, one) for one in state.standings.ranking],
        "removed": list(state.standings.removed),
        "provisional": state.standings.is_provisional,
        "open": [
            {
                "date": one.match.day.isoformat() if one.match.day else None,
                "home": one.match.fixture.home,
                "away": one.match.fixture.away,
                "due": one.due.value,
                "days": one.days,
            }
            for one in state.open
        ],
    }


def _plain_match(state: DivisionState, at: int, match: SeasonMatch) -> dict[str, object]:
    brings = state.brings(at)
    return {
        "date": match.fixture.day.isoformat(),
        "played_on": match.day.isoformat() if match.day else None,
        "home": match.fixture.home,
        "away": match.fixture.away,
        "venue": match.fixture.venue,
        "state": state.standings.matches[at].state.value,
        "points": None if brings is None else [decimal_string(points) for points in brings],
        "provisional": state.standings.matches[at].is_provisional,
    }


def _plain_row(state: DivisionState, standing: TeamStanding) -> dict[str, object]:
    row, number = standing.row, Number(standing.number)
    move = state.move_of(number)
    return {
        "rank": standing.rank,
        "tied": standing.is_tied,
        "number": number,
        "name": state.team(number),
        "played": row.matches,
        "won": row.won,
        "drawn": row.tied,
        "lost": row.lost,
        "penalty": decimal_string(row.penalty),
        "score": decimal_string(row.total),
        "separated_by": standing.separated_by.value if standing.separated_by else None,
        "move": move.value if move else None,
    }
