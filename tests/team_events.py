"""Events of team matches in a few words, for tests of scoring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.scales import Scale, ScaleKind
from arrowswitch.core.scoring.team_rules import TeamRules
from arrowswitch.core.scoring.teams.event import TeamEvent, TeamStandings, score_teams
from arrowswitch.core.scoring.teams.match import Both, MatchPart, MatchRules, MatchScore, Nets, TeamMethod
from arrowswitch.core.scoring.teams.results import TeamMatch, match_result
from arrowswitch.regulations import load, load_scale

JCBL = load("jcbl-2008")
STAKE_10 = Scale("stake-10", "10-10 to 20-0, a point for each IMP", ScaleKind.STAKE, "test", stake=10)
"""A 20-0 scale in which a match is won by as many IMPs as victory points above the draw."""

NET_OF_IMPS = {0: 0, 1: 20, 2: 50, 3: 90, 4: 130, 5: 170, 6: 220, 7: 270, 8: 320, 9: 370, 10: 430, 11: 500}
"""The least net score for each number of IMPs."""


def imp_rules(scale: Scale | None = STAKE_10, boards: int = 1) -> MatchRules:
    return MatchRules(TeamMethod.IMPS, boards, scale)


def rules_of(method: TeamMethod, boards: int, scale: str | None = None) -> MatchRules:
    """Returns the rules of a match by the JCBL regulations."""
    hybrid = {TeamMethod.PATTON: JCBL.patton, TeamMethod.PACHABO: JCBL.pachabo}.get(method)
    return MatchRules(method, boards, None if scale is None else load_scale(scale), JCBL.board_a_match, hybrid)


def nets(*scores: int) -> Nets:
    """Returns boards 1, 2, ... with the net scores of the first team."""
    return Nets(tuple((BoardNumber(board), net) for board, net in enumerate(scores, start=1)))


def match(first: object, second: object, *scores: int, **more: Any) -> TeamMatch:
    """Returns a match of two teams with the net scores of its boards; none: not played yet."""
    return TeamMatch(Number(str(first)), Number(str(second)), (nets(*scores),) if scores else (), **more)


def won_by(first: object, second: object, imps: int, **more: Any) -> TeamMatch:
    """Returns a match of one board that the first team won by `imps`."""
    net = NET_OF_IMPS[abs(imps)]
    return match(first, second, net if imps >= 0 else -net, **more)


def event(matches: Iterable[TeamMatch], rules: MatchRules | None = None, **more: Any) -> TeamEvent:
    """Returns an event of all teams that are in the matches, with a scale of 20-0."""
    listed = tuple(matches)
    teams = sorted({number for one in listed for number in one.teams}, key=int)
    return TeamEvent(tuple(teams), listed, rules or imp_rules(), **{"team_rules": JCBL.teams, **more})


def score_event(matches: Iterable[TeamMatch], rules: MatchRules | None = None, **more: Any) -> Any:
    """Returns the standings of an event of matches, whose amounts tests compare with whole numbers."""
    return score_teams(event(matches, rules, **more))


def with_teams(**changes: Any) -> TeamRules:
    return replace(JCBL.teams, **changes)


def totals(standings: TeamStandings) -> dict[str, Fraction]:
    return {str(one.number): one.row.total for one in standings.ranking}


def ranks(standings: TeamStandings) -> list[tuple[str, int]]:
    return [(str(one.number), one.rank) for one in standings.ranking]


def only(standings: TeamStandings, first: object, second: object) -> Any:
    """Returns the one match of two teams."""
    (match,) = standings.cell(Number(str(first)), Number(str(second)))
    return match


def resulting(team_match: TeamMatch, rules: MatchRules) -> Any:
    """Returns the result of a match by the JCBL regulations."""
    return match_result(team_match, rules, JCBL.teams)


@dataclass(frozen=True, slots=True)
class BroughtScore(MatchScore):
    """The boards of a match with what it brings both sides once all are compared: `vp` where there is a scale."""

    vp: Both | None
    total: Both | None


def match_score(parts: Iterable[MatchPart], rules: MatchRules) -> BroughtScore:
    """Returns the value of a match from its parts, without rulings and penalties; without a scale what both won."""
    result = match_result(TeamMatch(Number("1"), Number("2"), tuple(parts)), rules, JCBL.teams)
    compared = {field.name: getattr(result.score, field.name) for field in fields(MatchScore)}
    total = rules.brings(result.points, result.vp) if result.is_complete else None
    return BroughtScore(**compared, vp=result.vp, total=total)


def of_boards(parts: Iterable[MatchPart], rules: MatchRules) -> Any:
    """Returns the value of a match from its parts, whose amounts tests compare with whole numbers."""
    return match_score(parts, rules)
