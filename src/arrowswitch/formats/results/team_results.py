"""From the results of a file of team matches to what scoring takes."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.teams.results import TeamMatch
from arrowswitch.core.scoring.teams.tables import match_boards
from arrowswitch.formats.results.results import FileMatch, ResultsFile


def team_matches(results: ResultsFile) -> tuple[TeamMatch, ...]:
    """Returns the matches of a file in its order, each with the results of its two tables, seen from its first team."""
    homes = {pair: team.number for team in results.teams for pair in team.pairs}
    lines: dict[tuple[int | None, frozenset[Number]], list[Line]] = {}
    for result in results.lines:
        teams = frozenset(homes.get(number, number) for number in (*result.line.ns, *result.line.ew))
        lines.setdefault((result.round, teams), []).append(result.line)
    return tuple(_match(match, lines.get((match.round, match.teams), []), homes) for match in results.matches)


def _match(match: FileMatch, lines: list[Line], homes: Mapping[Number, Number]) -> TeamMatch:
    boards = match_boards(
        [line for line in lines if line.board in match.boards], lambda number: homes.get(number) == match.first
    )
    return TeamMatch(
        first=match.first,
        second=match.second,
        parts=(boards.played,),
        round=match.round or 0,
        boards=len(match.boards),
        ruled=boards.ruled,
        left_out=boards.left_out,
    )
