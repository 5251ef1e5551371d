"""`score` for event files whose matches are ranked: the table that the desk shows, and every match.

Teams, Swiss pairs by victory points, leagues and knockouts are ranked by their matches, so that the comparison of every
result with the whole field would be another ranking than the published one. `--method` still asks for that one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.cli.scoring.output import boards_plain, print_standings, standings_plain
from arrowswitch.cli.scoring.sources import FileToScore, ScoredSource, rules_for
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.teams.match import Both, TeamMethod
from arrowswitch.formats.results.results import FileContestant
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.views import MatchBoard, MatchView, matches
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import method_at_two_tables


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event of matches scored: the table, by what, on which scale, and the matches up to its session."""

    scored: ScoredSource
    method: str
    scale: str
    matches: tuple[MatchView, ...]


def matches_state(source: FileToScore, method: str | None) -> EventState | None:
    """Returns the event whose matches are to be ranked; None for other files, and where a method is asked for."""
    if method is not None or source.state is None or not form_of(source.state.settings).ranks_matches(source.state):
        return None
    return source.state


def score_event(
    console: Console, source: FileToScore, state: EventState, *, rules: str | None, scale: str | None
) -> ScoredEvent:
    """Returns an event of matches scored as the desk does, or by other rules or another scale.

    Raises NotFound (`scale.unknown`, those of `rules_for`), and Refused for a scale without a table for its boards.
    """
    chosen, why = rules_for(console, source, rules)
    if rules is not None:
        state = replace(state, rules=regulations.to_plain(chosen))
    if scale is not None:
        regulations.load_scale(scale)
        state = replace(state, settings=replace(state.settings, scoring=replace(state.settings.scoring, scale=scale)))
    view = ranking(state, source.session)
    named = tuple(FileContestant(row.standing.number, row.names) for _, rows in view.groups for row in rows)
    own_source = replace(source, results=replace(source.results, contestants=named), state=state)
    scored = ScoredSource(
        source=own_source,
        regulations=chosen,
        session=own_source.scoring_input(),
        standings=view.standings,
        notes=(why, *source.results.notes),
    )
    played = tuple(one for one in matches(state) if one.place.session <= source.session)
    return ScoredEvent(scored, _method(state), state.settings.scoring.scale, played)


def event_plain(console: Console, event: ScoredEvent) -> dict[str, object]:
    """Returns the document that `score --json` prints of an event of matches."""
    return {
        **standings_plain(console, event.scored),
        "boards": list(boards_plain(event.scored)),
        "method": event.method,
        "scale": event.scale or None,
        "matches": [_match(one) for one in event.matches],
    }


def print_event(console: Console, event: ScoredEvent) -> None:
    """Prints the table."""
    print_standings(console, replace(event.scored, standings=replace(event.scored.standings, method=event.method)))


def _method(state: EventState) -> str:
    method = method_at_two_tables(state.settings)
    if method is None:
        return state.settings.scoring.method.value
    return "teams" if method is TeamMethod.IMPS else method.value


def _match(match: MatchView) -> dict[str, object]:
    return {
        "session": match.place.session,
        "section": match.place.section,
        "round": match.rounds[0],
        "first": match.home,
        "second": match.away,
        "state": match.status.value,
        "boards": [_board(board) for board in match.boards],
        "points": _both(match.points),
        "brings": None if match.brings is None else _both(match.brings),
    }


def _board(board: MatchBoard) -> dict[str, object]:
    points = None if board.points is None else decimal_string(board.points[0] - board.points[1])
    return {"board": board.board, "net": board.difference, "points": points}


def _both(points: Both) -> list[str]:
    return [decimal_string(one) for one in points]
