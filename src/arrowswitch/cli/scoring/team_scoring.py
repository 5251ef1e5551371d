"""`score` for files of team matches: the table of the teams, every match, and the cross table.

A file of matches is scored as matches unless `--method` names a way of scoring pairs, which ranks the pairs. The boards
show the pairs' IMPs against every other table, as results of team events print them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import scale_named
from arrowswitch.cli.scoring.output import board_plain
from arrowswitch.cli.scoring.ranking_table import note_plain
from arrowswitch.cli.scoring.sources import FileToScore, rules_for
from arrowswitch.cli.tables import text_table
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import decimal_string, written_rank
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.teams.event import EventMatch, TeamEvent, TeamStanding, TeamStandings, score_teams
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod
from arrowswitch.core.scoring.teams.results import TeamPenalty
from arrowswitch.formats.results.differences import team_differences
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.results.team_results import team_matches

TEAM_METHODS: Mapping[str, TeamMethod] = {
    "teams": TeamMethod.IMPS,
    "teams-total-points": TeamMethod.TOTAL_POINTS,
    "bam": TeamMethod.BOARD_A_MATCH,
    "bam-vp": TeamMethod.BOARD_A_MATCH_VP,
    **{method.value: method for method in TeamMethod if method not in (TeamMethod.IMPS, TeamMethod.TOTAL_POINTS)},
}
"""The names by which `--method` knows the ways of scoring matches."""

NO_SCALE = "none"


@dataclass(frozen=True, slots=True)
class ScoredTeams:
    """A file of matches after scoring, with its rules and the pairs' IMPs."""

    source: FileToScore
    method: TeamMethod
    regulations: Regulations
    scale: Scale | None
    rules: MatchRules
    standings: TeamStandings
    pairs: Standings
    notes: tuple[Problem, ...]


def team_method(source: FileToScore, method_name: str | None) -> TeamMethod | None:
    """Returns the scoring of the matches of a file; None if it has none, or if pairs are requested."""
    if not source.results.matches:
        return None
    return source.results.team_method or TeamMethod.IMPS if method_name is None else TEAM_METHODS.get(method_name)


def score_team_source(
    console: Console, source: FileToScore, method: TeamMethod, *, rules: str | None, scale: str | None
) -> ScoredTeams:
    """Returns the matches of a file scored. Raises Refused: `team.scale`, `scale.no-column` and others of a match."""
    chosen, why = rules_for(console, source, rules)
    results = source.results
    matches = team_matches(results)
    boards = max(len(match.boards) for match in results.matches)
    is_own = method is (results.team_method or TeamMethod.IMPS)
    if scale is None and is_own and results.is_by_vp is False:
        scale = NO_SCALE
    by = _scale(console, chosen, method, scale or (results.scale if is_own and results.scale else None))
    hybrid = {TeamMethod.PATTON: chosen.patton, TeamMethod.PACHABO: chosen.pachabo}.get(method)
    match_rules = MatchRules(method=method, boards=boards, scale=by, bam=chosen.board_a_match, hybrid=hybrid)
    teams = tuple(team.number for team in results.teams)
    scoring = chosen.scoring
    event = TeamEvent(
        teams=teams,
        matches=matches,
        rules=match_rules,
        team_rules=chosen.teams,
        worth=scoring.worth,
        ties=scoring.ranking.ties,
        penalties=tuple(_penalties(results)) if is_own else (),
    )
    standings = score_teams(event)
    differing = team_differences(results, standings) if is_own else ()
    pairs = score(source.scoring_input(), chosen, Method.IMPS)
    return ScoredTeams(
        source=source,
        method=method,
        regulations=chosen,
        scale=by,
        rules=match_rules,
        standings=standings,
        pairs=pairs,
        notes=(why, *results.notes, *differing),
    )


def _penalties(results: ResultsFile) -> Iterator[TeamPenalty]:
    """Yields the file's additions to totals and deductions from them, in the points of the table."""
    for team in results.teams:
        if team.adjustment:
            yield TeamPenalty(number=team.number, amount=-team.adjustment, unit=PenaltyUnit.POINTS)


def teams_plain(console: Console, scored: ScoredTeams) -> dict[str, object]:
    """Returns the document that `score --json` prints of a file of matches."""
    results = scored.source.results
    details = {line.line: line.result for line in results.lines}
    names = {team.number: team.name for team in results.teams}
    return {
        "event": results.event,
        "method": "teams" if scored.method is TeamMethod.IMPS else scored.method.value,
        "regulations": scored.regulations.name,
        "scale": None if scored.scale is None else scored.scale.name,
        "standings": [_standing(one, names) for one in scored.standings.ranking],
        "matches": [_match(one) for one in scored.standings.matches],
        "boards": [board_plain(board, details) for board in scored.pairs.boards.values()],
        "problems": [note_plain(console, note) for note in scored.notes],
    }


def print_teams(console: Console, scored: ScoredTeams) -> None:
    """Prints the table with the cross table next to it, then the notes."""
    results = scored.source.results
    console.say(
        "cli.score.head",
        event=results.event or scored.source.name,
        method="teams" if scored.method is TeamMethod.IMPS else scored.method.value,
        regulations=scored.regulations.name,
    )
    if scored.scale is not None:
        console.line(scored.scale.title)
    console.line()
    _print_table(console, scored)
    console.line()
    for note in scored.notes:
        console.line(console.problem(note))


def _scale(console: Console, chosen: Regulations, method: TeamMethod, scale_name: str | None) -> Scale | None:
    if scale_name == NO_SCALE:
        return None
    if scale_name is not None:
        return scale_named(console, scale_name)
    named = {
        TeamMethod.IMPS: chosen.teams.scale,
        TeamMethod.BOARD_A_MATCH_VP: "bam-vp",
        TeamMethod.PATTON: chosen.patton.scale,
        TeamMethod.PACHABO: chosen.pachabo.scale,
    }.get(method)
    return None if named is None else chosen.scale(named)


def _print_table(console: Console, scored: ScoredTeams) -> None:
    ranking = scored.standings.ranking
    names = {team.number: team.name for team in scored.source.results.teams}
    words = ("rank", "number", "team", "score", "matches", "difference")
    heads = [console.text(f"cli.teams.head-{word}") for word in words]
    order = [one.number for one in ranking]
    rows = [
        (
            written_rank(one.rank, is_tied=one.is_tied),
            one.number,
            names.get(one.number, ""),
            decimal_string(one.row.total),
            str(one.row.matches),
            decimal_string(one.row.difference, 0),
            *(_cell(scored.standings, one.number, other) for other in order),
        )
        for one in ranking
    ]
    columns = len(words) + len(order)
    console.line(text_table([*heads, *order], rows, right=(0, 1, *range(3, columns))))


def _cell(standings: TeamStandings, number: Number, other: Number) -> str:
    if number == other:
        return "-"
    points_of_matches = (one.brings_to(number) for one in standings.cell(number, other))
    return " ".join(
        "?" if points is None else decimal_string(points, 0 if points.denominator == 1 else 2)
        for points in points_of_matches
    )


def _standing(standing: TeamStanding, names: Mapping[Number, str]) -> dict[str, object]:
    row = standing.row
    return {
        "rank": standing.rank,
        "tied": standing.is_tied,
        "direction": None,
        "number": standing.number,
        "names": [names[standing.number]] if names.get(standing.number) else [],
        "score": decimal_string(row.total),
        "percent": None,
        "penalty": decimal_string(row.penalty),
        "matches": row.matches,
        "won": row.won,
        "tied_matches": row.tied,
        "lost": row.lost,
        "points_won": decimal_string(row.points_won),
        "points_lost": decimal_string(row.points_lost),
    }


def _match(event_match: EventMatch) -> dict[str, object]:
    lines = event_match.result.score.lines
    return {
        "round": event_match.match.round or None,
        "first": event_match.match.first,
        "second": event_match.match.second,
        "state": event_match.state.value,
        "boards": [{"board": line.board, "net": line.difference, "points": _net(line.points)} for line in lines],
        "points": [decimal_string(points) for points in event_match.result.points],
        "brings": None if event_match.brings is None else [decimal_string(points) for points in event_match.brings],
    }


def _net(points: tuple[Fraction, Fraction] | None) -> str | None:
    return None if points is None else decimal_string(points[0] - points[1])
