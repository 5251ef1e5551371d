"""Why the total and the rank of a pair are what they are in a game of teams and pairs: its boards in every session, the
sum of the sessions, the place among the pairs of its field.

JCBL director's manual 3.3, lines 1801-1809 and 2633-2652. Sessions are added, and percentages are the mean over the
boards (`pair_fields`). The total of a team follows from its matches (`matches.why_team`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.arithmetic import products_text, sum_text, total_text
from arrowswitch.core.scoring.explain import explain_line, explain_rank_among, explain_total
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import RankBy
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounding_steps
from arrowswitch.core.scoring.totals.explain_totals import own_points
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.pair_fields import (
    PairField,
    field_input,
    pair_fields,
    pair_rules,
    session_standings,
)
from arrowswitch.tournament.scored.lines import scored_at

_CLAUSE = "JCBL manual, lines 1801-1809: the pairs of a short round robin of teams and pairs"


def is_ranked_pair(state: EventState, place: Place, number: Number) -> bool:
    """True if the number is that of a pair that is ranked in addition to the teams."""
    return _row(state, place, number) is not None


def pair_entry(state: EventState, place: Place, number: Number) -> Entry | None:
    """Returns the two people of a team who are the pair, None if the number is not ranked."""
    ranked = _row(state, place, number)
    return None if ranked is None else ranked[1]


def why_pair(state: EventState, place: Place, number: Number) -> tuple[Explanation, ...]:
    """Returns how a pair's total and rank up to a session came about: the sum of the sessions, the rank, and each
    session by its boards. Raises NotFound (`scoring.not-ranked`) when the number has no place among the pairs."""
    ranked = _row(state, place, number)
    if ranked is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    field, _ = ranked
    scored, rules = scored_at(state, place, number), pair_rules(state)
    ranking = [row.standing for row in field.rows]
    own = next(row for row in ranking if row.number == scored)
    sessions = [(name, *one) for name, one in _sessions(state, place, field) if one[0].of(scored) is not None]
    rank = explain_rank_among(ranking, rules, scored, RankBy.PERCENT if field.by_percent else RankBy.TOTAL)
    totals = [(name, explain_total(scores, entered, rules, scored)) for name, scores, entered in sessions]
    if len(sessions) == 1:
        return totals[0][1], rank
    parts = [(name, standing) for name, scores, _ in sessions if (standing := scores.of(scored)) is not None]
    total = Explanation(scored, None, tuple(_sum_steps(parts, own)), own.total)
    heads = [(Step("explain.session", {"n": name}), one) for name, one in totals]
    return total, rank, *(replace(one, steps=(head, *one.steps)) for head, one in heads)


def why_pair_board(state: EventState, place: Place, number: Number, board: BoardNumber) -> Explanation:
    """Returns how a pair's points on a board of a session came about; raises NotFound when it has no line there."""
    session = _session(state, place, number)
    if session is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    scores, entered = session
    return explain_line(scores, entered, pair_rules(state), board, scored_at(state, place, number))


def pair_boards(state: EventState, place: Place, number: Number) -> tuple[tuple[BoardNumber, Fraction], ...]:
    """Returns the points of a pair on each board of a session; none before anything is entered there."""
    session = _session(state, place, number)
    if session is None:
        return ()
    own = own_points(session[0].boards.values(), scored_at(state, place, number))
    return tuple((board, side.points) for board, side in own if side.points is not None)


def _row(state: EventState, place: Place, number: Number) -> tuple[PairField, Entry | None] | None:
    """Returns the field in which a pair is ranked, with its two people."""
    if number not in state.section(place).numbers:
        return None
    scored = scored_at(state, place, number)
    for field in pair_fields(state, place.session):
        for row in field.rows:
            if place.section in field.sections and row.standing.number == scored:
                return field, row.entry
    return None


def _session(state: EventState, place: Place, number: Number) -> tuple[Standings, ScoringInput] | None:
    """Returns the scores of a pair's field in a session, None if there are none or the number is not ranked."""
    ranked = _row(state, place, number)
    return None if ranked is None else dict(_sessions(state, place, ranked[0])).get(place.session)


def _sessions(
    state: EventState, place: Place, field: PairField
) -> Iterator[tuple[SessionNumber, tuple[Standings, ScoringInput]]]:
    """Yields the sessions up to that of the place in which the field has scores, with these and their lines."""
    for session in sorted(number for number in state.sessions if number <= place.session):
        entered = field_input(state, session, field.sections)
        scores = session_standings(state, session, field.sections, pair_rules(state))
        if entered is not None and scores is not None:
            yield session, (scores, entered)


def _sum_steps(parts: Sequence[tuple[SessionNumber, Standing]], own: Standing) -> Iterator[Step]:
    """Yields the total of each session, their sum, and the percentage over all boards."""
    for name, standing in parts:
        yield amount_step("explain.session-total", standing.total, {"n": name}, "")
    formula = sum_text(standing.total for _, standing in parts)
    yield amount_step("explain.sessions-added", own.total, {"formula": formula}, _CLAUSE)
    if own.percent is not None:
        shares = [(standing.boards, standing.percent or Fraction(0)) for _, standing in parts]
        mean = sum((boards * percent for boards, percent in shares), Fraction(0)) / own.boards
        params: dict[str, ParamValue] = {"formula": products_text(shares), "n": own.boards, "percent": total_text(mean)}
        yield Step("explain.sessions-percent-boards", params, mean, _CLAUSE)
        yield from rounding_steps(mean, Rounding.HALF_UP_2, _CLAUSE, is_percent=True)
