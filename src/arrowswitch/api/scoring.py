"""Scoring: one board, a session of pairs, several sessions, and matches of teams, under the regulations of a body."""

from __future__ import annotations

from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, score_board
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    LatePlay,
    Line,
    Neutral,
    NotPlayed,
    Percentage,
    TableScore,
    Weighted,
)
from arrowswitch.core.scoring.rules import EventClass, PairTieBreak, PenaltyUnit, RankBy, RankingRules, ScoringRules
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.core.scoring.sessions import score_session
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints, Standing, Standings
from arrowswitch.core.scoring.team_rules import TeamRules, TieBreak
from arrowswitch.core.scoring.teams.event import TeamEvent, TeamStanding, TeamStandings, score_teams
from arrowswitch.core.scoring.teams.match import MatchRules, Nets, PlayedBoards, TeamMethod, Totals, TwoTables
from arrowswitch.core.scoring.teams.results import MatchResult, TeamMatch, TeamPenalty
from arrowswitch.core.scoring.teams.results import match_result as score_match
from arrowswitch.core.scoring.totals.combined import PlayedSession, combine_sessions
from arrowswitch.core.scoring.totals.ranking import rank_standings
from arrowswitch.regulations import load as load_regulations
from arrowswitch.regulations import load_scale, load_scale_text, scale_names
from arrowswitch.regulations import load_text as load_regulations_text
from arrowswitch.regulations import names as regulation_names

__all__ = [
    "Average",
    "AverageKind",
    "BoardContext",
    "EventClass",
    "LatePlay",
    "Line",
    "MatchResult",
    "MatchRules",
    "Method",
    "Nets",
    "Neutral",
    "NotPlayed",
    "PairTieBreak",
    "Penalty",
    "PenaltyUnit",
    "Percentage",
    "PlayedBoards",
    "PlayedSession",
    "RankBy",
    "RankingRules",
    "Regulations",
    "Scale",
    "ScoredBoard",
    "ScoredLine",
    "ScoringInput",
    "ScoringRules",
    "SidePoints",
    "Standing",
    "Standings",
    "TableScore",
    "TeamEvent",
    "TeamMatch",
    "TeamMethod",
    "TeamPenalty",
    "TeamRules",
    "TeamStanding",
    "TeamStandings",
    "TieBreak",
    "Totals",
    "TwoTables",
    "Weighted",
    "combine_sessions",
    "decimal_string",
    "imps",
    "load_regulations",
    "load_regulations_text",
    "load_scale",
    "load_scale_text",
    "rank_standings",
    "regulation_names",
    "scale_names",
    "score_board",
    "score_match",
    "score_session",
    "score_teams",
]
