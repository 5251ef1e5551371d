"""A knockout in an event: the bracket by seeds, and every match as it stands with what has been entered.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723; regulations summary, lines 59 and 107-113 (penalties in IMPs,
forfeits). Numbers are seeds. The bracket moves by itself when a board is corrected (`core.pairing.knockout`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.pairing.bracket import BracketForm, make_bracket
from arrowswitch.core.pairing.knockout import Knockout, stand
from arrowswitch.core.pairing.knockout_match import KnockoutResult, KnockoutRules
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.ranking import places_paid
from arrowswitch.core.scoring.rules import PenaltyUnit, RankBy
from arrowswitch.core.scoring.standings import ScoredBoard, Standing, Standings
from arrowswitch.core.scoring.team_results import TeamPenalty
from arrowswitch.tournament.forms import Arrangement, EventForm
from arrowswitch.tournament.model import DrawnMatch, EventState, SectionLetter, SessionNumber
from arrowswitch.tournament.queries.event_rules import rules_of
from arrowswitch.tournament.queries.match_rules import match_rules
from arrowswitch.tournament.queries.match_standings import team_match
from arrowswitch.tournament.queries.planned_matches import PlannedMatch, planned_matches

Boards = Mapping[BoardNumber, ScoredBoard]


def is_knockout(state: EventState) -> bool:
    """Tells whether the event is a knockout."""
    return state.settings.event_form.arrangement is Arrangement.BRACKET


@lru_cache(maxsize=32)
def knockout(state: EventState, letter: SectionLetter) -> Knockout | None:
    """Returns the knockout of a section as it stands over all sessions; None while nobody has a number.

    Raises Refused as `make_bracket` and `stand`.
    """
    sections = [one.sections[letter] for one in state.sessions.values() if letter in one.sections]
    numbered = next((section for section in sections if section.numbers), None)
    if numbered is None:
        return None
    numbers = sorted(numbered.numbers, key=number_order)
    is_double = state.settings.event_form is EventForm.DOUBLE_KNOCKOUT_TEAMS
    bracket = make_bracket(numbers, BracketForm(is_double=is_double))
    rules = KnockoutRules(match_rules(state, state.settings.boards_per_round or 1), rules_of(state).teams)
    gone = frozenset(
        number
        for number, who in numbered.numbers.items()
        if (entry := state.entries.get(who)) is not None and entry.is_withdrawn
    )
    return stand(bracket, _results(state, letter), rules, gone)


def _results(state: EventState, letter: SectionLetter) -> Iterator[KnockoutResult]:
    planned = {
        (one.session, one.rounds[0], frozenset(one.teams)): one
        for one in planned_matches(state)
        if one.section == letter
    }
    for session in state.sessions.values():
        section = session.sections.get(letter)
        for drawn in section.draws if section is not None else ():
            for match in drawn.matches:
                yield _result(state, planned[session.number, drawn.round, frozenset((match.home, match.away))], match)


def _result(state: EventState, planned: PlannedMatch, match: DrawnMatch) -> KnockoutResult:
    place = planned.session, planned.section, planned.rounds[0]
    given = [p for p in state.penalties if (p.session, p.section, p.round) == place and planned.has(p.number)]
    penalties = tuple(TeamPenalty(p.number, p.amount, PenaltyUnit.IMPS, match.bracket, p.reason) for p in given)
    decided = [d for d in state.decisions if (d.session, d.section, d.round) == place and planned.has(d.number)]
    scored = team_match(state, planned, match.bracket)
    return KnockoutResult(
        match.bracket,
        (scored,),
        penalties=penalties,
        forfeited_by=scored.forfeited_by,
        ruled=_order(planned, decided[-1].number) if decided else (),
        reason=decided[-1].reason if decided else "",
    )


def _order(planned: PlannedMatch, winner: Number) -> tuple[Number, ...]:
    return winner, planned.away if winner == planned.home else planned.home


def knockout_standings(state: EventState, session: SessionNumber, boards: Boards) -> Standings:
    """Returns the places of a knockout: those that are out with their places, before them who is still in, with the
    matches won as the total."""
    found: list[Standing] = []
    is_open = False
    for field, letter in enumerate(state.session(session).sections):
        stands = knockout(state, letter)
        if stands is not None:
            found += _standings(state, stands, field)
            is_open = is_open or stands.winner is None
    return Standings(Method.IMPS.value, rules_of(state).name, tuple(found), boards, is_open, ranked_by=RankBy.TOTAL)


def _standings(state: EventState, stands: Knockout, field: int) -> Iterator[Standing]:
    wins = {number: sum(one.order[:1] == (number,) for one in stands.matches) for number in stands.bracket.teams}
    still = [(number, 1, len(stands.still_in) > 1) for number in stands.still_in]
    out = [(one.number, one.first, one.first != one.last) for one in stands.places]
    paid = places_paid(len(stands.bracket.teams), rules_of(state).scoring.ranking)
    for number, rank, is_tied in (*still, *out):
        total = Fraction(wins[number])
        yield Standing(number, rank, is_tied, field, None, total, Fraction(0), total, None, 0, 0, rank <= paid)
