"""Why a team has its total, and why a forfeited match brought what it did.

JCBL director's manual 3.3, lines 1748-1750 (the scores of the matches are added); regulations summary, lines 47-59
(penalties) and 228-250 (forfeits). `why_match` explains the score of a match that was played.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.arithmetic import factor, operand, result_text, sum_text
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounding_steps
from arrowswitch.core.scoring.teams.event import EventMatch, board_cost, penalty_of
from arrowswitch.core.scoring.teams.forfeits import ForfeitShare, most_of
from arrowswitch.core.scoring.teams.results import TeamPenalty
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.why_knockout import why_wins
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.session import tables_of

_TOTAL = "JCBL manual, lines 1748-1750: what the matches bring is added"
_PENALTY = "JCBL regulations summary, lines 47-59: penalties come off the total"
_FORFEIT = (
    "JCBL regulations summary, lines 228-250: the most of three for the winner, the least of the scale for the loser"
)


def why_team(state: EventState, place: Place, number: Number) -> Explanation:
    """Returns how a team's (or a Swiss pair's) total came about, match by match; raises NotFound (`numbers.none`)."""
    if form_of(state.settings).counts_wins:
        return why_wins(state, place.section, number)
    table = _table(state, place, number)
    standing = table.scored.of(number)
    amounts: list[Fraction] = []
    steps = list(_steps(table, number, amounts, rules_of(state)))
    total = sum(amounts, Fraction(0))
    steps.append(amount_step("explain.total-sum", total, {"formula": sum_text(amounts)}, _TOTAL, Rounding.HALF_UP_2))
    steps += rounding_steps(total, Rounding.HALF_UP_2, _TOTAL, is_total=True)
    return Explanation(number, None, tuple(steps), None if standing is None else standing.row.total)


def _steps(table: MatchTable, number: Number, amounts: list[Fraction], rules: Regulations) -> Iterator[Step]:
    for planned, match in zip(table.planned, table.scored.matches, strict=True):
        score = match.brings_to(number) if number in match.counts_for else None
        if score is not None:
            amounts.append(score)
            params: dict[str, ParamValue] = {"round": planned.rounds[0], "opponent": match.match.other(number)}
            code = "explain.team-forfeit" if match.forfeit is not None else "explain.team-match"
            yield amount_step(code, score, params, _TOTAL)
    for (_, in_round, who), points in table.shared.items():
        if who == number:
            amounts.append(points)
            yield amount_step("explain.team-shared", points, {"round": in_round}, _TOTAL)
    for penalty in table.event.penalties:
        deduction = penalty_of(penalty, table.event)
        if penalty.number == number and deduction:
            amounts.append(-deduction)
            yield _penalty_step(penalty, deduction, table, rules)


def _penalty_step(penalty: TeamPenalty, deduction: Fraction, table: MatchTable, rules: Regulations) -> Step:
    """Returns the step of a penalty; one in boards states the value of a board in these matches."""
    if penalty.unit is not PenaltyUnit.BOARDS:
        return amount_step("explain.team-penalty", -deduction, {"reason": penalty.reason or "-"}, _PENALTY)
    params: dict[str, ParamValue] = {
        "amount": operand(penalty.amount),
        "board": factor(board_cost(table.event)),
        "points": result_text(deduction),
        "reason": penalty.reason or "-",
    }
    key = "worth.vp-percent" if most_of(table.event.rules) else "worth.imps"
    return Step("explain.penalty-boards", params, -deduction, rules.clause(key))


def why_forfeit(state: EventState, view: MatchView, number: Number) -> tuple[Step, ...]:
    """Returns how a forfeited match came about for one of the two; nothing for a match that is none."""
    table = next(one for one in tables_of(state, max(state.sessions)) if one.section == view.place.section)
    for planned, match in zip(table.planned, table.scored.matches, strict=True):
        is_this = (planned.place, planned.rounds, planned.teams) == (view.place, view.rounds, view.teams)
        if is_this and match.brings is not None and view.loser is not None:
            return tuple(_forfeit_steps(match, number, table))
    return ()


def _forfeit_steps(match: EventMatch, number: Number, table: MatchTable) -> Iterator[Step]:
    points = match.brings_to(number) or Fraction(0)
    if match.forfeit is None or points != match.forfeit.most:
        yield amount_step("explain.forfeit-least", points, {}, _FORFEIT)
        return
    yield from _shares(match.forfeit, table)
    if match.is_provisional:
        yield Step("explain.forfeit-provisional", {}, None, _FORFEIT)


def _shares(share: ForfeitShare, table: MatchTable) -> Iterator[Step]:
    means = (("own", share.own_mean, share.own_matches), ("opponents", share.opponents_mean, share.other_matches))
    for name, mean, count in means:
        if mean is not None:
            params: dict[str, ParamValue] = {"sum": operand(mean * count), "n": count}
            yield amount_step(f"explain.forfeit-{name}", mean, params, _FORFEIT)
    params = {"share": operand(table.event.team_rules.draw_share), "draw": factor(share.draw)}
    yield amount_step("explain.forfeit-draw", share.draw_part, params, _FORFEIT)
    exact = max(mean for mean in (share.own_mean, share.opponents_mean, share.draw_part) if mean is not None)
    yield amount_step("explain.forfeit-most", exact, {}, _FORFEIT)
    yield from rounding_steps(exact, table.event.team_rules.forfeit_rounding, _FORFEIT)


def _table(state: EventState, place: Place, number: Number) -> MatchTable:
    for table in tables_of(state, place.session):
        if table.section == place.section and number in table.event.teams:
            return table
    raise NotFound.of("numbers.none", number=number, section=place.section)
