"""Why a match of an event brought what it did: the steps of `core.scoring.explain_match` from what stands in the slots.

Everything is seen from the contestant that is asked about. A total of a table of matches is the sum of its matches, so
that the match is what there is to explain.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.explain_match import explain_match, explain_match_board
from arrowswitch.core.scoring.steps import Step
from arrowswitch.core.scoring.team_match import MatchPart, MatchRules, Played, TwoTables
from arrowswitch.tournament.model import EventState, SectionLetter, SessionNumber
from arrowswitch.tournament.queries.match_results import boards_of, team_parts
from arrowswitch.tournament.queries.match_rules import match_rules
from arrowswitch.tournament.queries.planned_matches import PlannedMatch, planned_matches


def why_match(
    state: EventState,
    session: SessionNumber,
    section: SectionLetter,
    round_number: RoundNumber,
    number: Number,
    opponent: Number | None = None,
) -> tuple[Step, ...]:
    """Returns how a match of teams came about for one of the two; raises NotFound (`match.none`).

    Boards with rulings are not among the steps: their awards are told with the ruling.
    """
    parts, rules = _asked(state, session, section, round_number, number, opponent)
    return explain_match(parts, rules)


def why_board(
    state: EventState,
    session: SessionNumber,
    section: SectionLetter,
    round_number: RoundNumber,
    number: Number,
    board: BoardNumber,
    opponent: Number | None = None,
) -> tuple[Step, ...]:
    """Returns how a board of a match was compared for one of the two; raises NotFound (`match.none`)."""
    parts, rules = _asked(state, session, section, round_number, number, opponent)
    return explain_match_board(parts, rules, board)


def _asked(
    state: EventState,
    session: SessionNumber,
    section: SectionLetter,
    round_number: RoundNumber,
    number: Number,
    opponent: Number | None,
) -> tuple[tuple[MatchPart, ...], MatchRules]:
    for match in planned_matches(state):
        is_there = (match.session, match.section) == (session, section) and round_number in match.rounds
        if is_there and match.closed and match.has(number) and (opponent is None or match.has(opponent)):
            return _seen_from(state, match, number)
    raise NotFound.of("match.none", number=number, round=round_number)


def _seen_from(state: EventState, match: PlannedMatch, number: Number) -> tuple[tuple[MatchPart, ...], MatchRules]:
    parts, ruled, left_out = team_parts(boards_of(state, match))
    rules = match_rules(state, match.length)
    rules = replace(rules, boards=rules.boards - len(ruled) - len(left_out))
    if number == match.home:
        return parts, rules
    turned = tuple(Played(tuple(map(_turned, part.boards))) for part in parts if isinstance(part, Played))
    return turned, rules


def _turned(two: TwoTables) -> TwoTables:
    """Returns a board from the other side: where one team sat North-South the other sat East-West."""
    ns = None if two.own_ew is None else -two.own_ew
    return TwoTables(two.board, ns, None if two.own_ns is None else -two.own_ns)
