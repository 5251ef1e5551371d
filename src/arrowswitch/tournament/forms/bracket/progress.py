"""A knockout in an event: the bracket by seeds, and every match as it stands with what has been entered.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723; regulations summary, lines 59 and 107-113 (penalties in IMPs,
forfeits). Numbers are seeds. The bracket moves by itself when a board is corrected (`core.pairing.knockout`); a match
that others were drawn for by then is listed and waits for the director (`overtaken`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter, SessionNumber
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketForm, make_bracket
from arrowswitch.core.pairing.knockout.check import bracket_faults, knockout_faults
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, KnockoutResult, KnockoutRules
from arrowswitch.core.pairing.knockout.progress import Knockout, Overtaken, stand_drawn
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit, RankBy
from arrowswitch.core.scoring.standings import ScoredBoard, Standing, Standings
from arrowswitch.core.scoring.teams.results import TeamPenalty
from arrowswitch.core.scoring.totals.ranking import places_paid
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnMatch
from arrowswitch.tournament.model.values.knockout import Decision
from arrowswitch.tournament.model.values.rulings import PenaltyGiven
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_rules import match_rules
from arrowswitch.tournament.scored.match_standings import team_match
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches

Boards = Mapping[BoardNumber, ScoredBoard]


def is_knockout(state: EventState) -> bool:
    """True if the event is a knockout."""
    return state.settings.event_form.arrangement is Arrangement.BRACKET


@dataclass(frozen=True, slots=True)
class BracketMatchAt:
    """A match of the bracket as it was drawn, and where."""

    place: Place
    round: RoundNumber
    match: DrawnMatch
    movement: Movement


def all_drawn(state: EventState, letter: SectionLetter) -> Iterator[BracketMatchAt]:
    """Yields every drawn match of a section over all sessions, in the order of rounds."""
    for session in state.sessions.values():
        section = session.sections.get(letter)
        if section is not None and section.movement is not None:
            for drawn in section.draws:
                for match in drawn.matches:
                    yield BracketMatchAt(Place(session.number, letter), drawn.round, match, section.movement)


def drawn_in(state: EventState, letter: SectionLetter) -> Mapping[int, BracketMatchAt]:
    """Returns the drawn matches of a section by their numbers in the bracket."""
    return {at.match.bracket: at for at in all_drawn(state, letter)}


def drawn_match(state: EventState, at: RoundPlace, number: Number) -> DrawnMatch | None:
    """Returns the match of a knockout that a team was drawn for in a round, None where there is none."""
    if not is_knockout(state):
        return None
    in_round = (drawn for drawn in all_drawn(state, at.place.section) if drawn.place.at(drawn.round) == at)
    return next((drawn.match for drawn in in_round if number in drawn.match.teams), None)


def match_in_bracket(state: EventState, at: RoundPlace, number: Number) -> KnockoutMatch | None:
    """Returns how the match stands that a team was drawn for in a round of a knockout; None where there is none."""
    drawn = drawn_match(state, at, number)
    stands = None if drawn is None else knockout(state, at.place.section)
    return None if drawn is None or stands is None else stands.match(drawn.bracket)


def knockout(state: EventState, letter: SectionLetter) -> Knockout | None:
    """Returns the knockout of a section as it stands over all sessions; None while nobody has a number.

    Matches that others were drawn for than those who come to them now (`overtaken`) stand without their results.
    Raises Refused as `make_bracket` and `stand_drawn`.
    """
    stand = _stand(state, letter)
    return None if stand is None else stand[0]


def overtaken(state: EventState, letter: SectionLetter) -> tuple[Overtaken, ...]:
    """Returns the drawn matches that others come to now than were drawn, in the order of play."""
    stand = _stand(state, letter)
    return () if stand is None else stand[1]


def may_stay(state: EventState, letter: SectionLetter, match: int) -> frozenset[Number]:
    """Returns the teams of a match that were drawn for a later one and no longer come to it after a correction."""
    stands = knockout(state, letter)
    if stands is None:
        return frozenset()
    here = {number for number in stands.match(match).teams if number is not None}
    later = [one for one in overtaken(state, letter) if match in one.sources]
    return frozenset(number for one in later for number in one.had & here - set(one.wanted))


def faults_of(stands: Knockout) -> tuple[Problem, ...]:
    """Returns the faults that the independent checker finds in a knockout: in its replayed bracket, and in its matches.

    It knows nothing of how either was made, so that a defect shows before a round is drawn from it.
    """
    return (*_faults_of_bracket(stands.bracket), *knockout_faults(stands))


@lru_cache(maxsize=32)
def _faults_of_bracket(bracket: Bracket) -> tuple[Problem, ...]:
    return bracket_faults(bracket)


@lru_cache(maxsize=32)
def _stand(state: EventState, letter: SectionLetter) -> tuple[Knockout, tuple[Overtaken, ...]] | None:
    sections = [one.sections[letter] for one in state.sessions.values() if letter in one.sections]
    numbered = next((section for section in sections if section.numbers), None)
    if numbered is None:
        return None
    numbers = tuple(sorted(numbered.numbers, key=number_order))
    regulations = rules_of(state)
    usual = match_rules(state, state.settings.play.boards_per_round or 1)
    rules = KnockoutRules(usual, regulations.teams, regulations.scoring.worth.imps)
    gone = frozenset(
        number
        for number, who in numbered.numbers.items()
        if (entry := state.entries.get(who)) is not None and entry.is_withdrawn
    )
    return stand_drawn(_bracket(numbers, bracket_form(state.settings)), _results(state, letter), rules, gone)


def bracket_form(settings: Settings) -> BracketForm:
    """Returns the kind of bracket that the settings ask for."""
    if settings.event_form is EventForm.DOUBLE_KNOCKOUT_TEAMS:
        return BracketForm(is_double=True)
    return BracketForm(False, settings.knockout.has_third_place, settings.knockout.has_threes)


@lru_cache(maxsize=32)
def _bracket(numbers: tuple[Number, ...], form: BracketForm) -> Bracket:
    return make_bracket(numbers, form)


def _results(state: EventState, letter: SectionLetter) -> Iterator[KnockoutResult]:
    planned = {
        (one.place.session, one.rounds[0], frozenset(one.teams)): one
        for one in planned_matches(state)
        if one.place.section == letter
    }
    for at in all_drawn(state, letter):
        pairs = (frozenset(pair) for pair in combinations(at.match.teams, 2))
        yield _result(state, at, [planned[at.place.session, at.round, pair] for pair in pairs])


def _result(state: EventState, at: BracketMatchAt, planned: list[PlannedMatch]) -> KnockoutResult:
    match, played_in = at.match, at.place.at(at.round)
    penalties = [
        penalty
        for penalty in state.rulings.penalties
        if (penalty.place, penalty.round) == (at.place, at.round) and penalty.number in match.teams
    ]
    decided = [
        decision for decision in state.matches.decisions if decision.at == played_in and decision.number in match.teams
    ]
    scored = [team_match(state, one, match.bracket) for one in planned]
    forfeited = dict.fromkeys(number for one in scored for number in one.forfeited_by)
    return KnockoutResult(
        match.bracket,
        tuple(
            replace(one, boards=(one.boards or part.length) - match.extra, forfeited_by=())
            for one, part in zip(scored, planned, strict=True)
        ),
        carried={
            one.number: one.imps
            for one in state.matches.carried
            if (one.section, one.match) == (at.place.section, match.bracket) and one.number in match.teams
        },
        extra_boards=match.extra,
        penalties=tuple(_penalty(p, match) for p in penalties),
        forfeited_by=tuple(forfeited),
        ruled=_order(match, decided[-1]) if decided else (),
        reason=decided[-1].reason if decided else "",
    )


def _penalty(penalty: PenaltyGiven, match: DrawnMatch) -> TeamPenalty:
    """Returns a penalty in boards, or in what the match is counted in."""
    unit = penalty.unit if penalty.unit is PenaltyUnit.BOARDS else PenaltyUnit.IMPS
    return TeamPenalty(
        number=penalty.number, amount=penalty.amount, unit=unit, round=match.bracket, reason=penalty.reason
    )


def _order(match: DrawnMatch, decision: Decision) -> tuple[Number, ...]:
    return decision.order or (decision.number, *(number for number in match.teams if number != decision.number))


def knockout_standings(state: EventState, session: SessionNumber, boards: Boards) -> Standings:
    """Returns the places of a knockout: those that are out with their places, before them who is still in, with the
    matches won as the total."""
    ranking: list[Standing] = []
    is_open = False
    for field, letter in enumerate(state.session(session).sections):
        stands = knockout(state, letter)
        if stands is not None:
            ranking += _standings(state, stands, field)
            is_open = is_open or stands.winner is None
    return Standings(
        method=Method.IMPS.value,
        regulations=rules_of(state).name,
        ranking=tuple(ranking),
        boards=boards,
        is_provisional=is_open,
        ranked_by=RankBy.TOTAL,
    )


def _standings(state: EventState, stands: Knockout, field: int) -> Iterator[Standing]:
    wins = {number: sum(one.order[:1] == (number,) for one in stands.matches) for number in stands.bracket.teams}
    still = [(number, 1, len(stands.still_in) > 1) for number in stands.still_in]
    out = [(one.number, one.first, one.first != one.last) for one in stands.places]
    paid = places_paid(len(stands.bracket.teams), rules_of(state).scoring.ranking)
    for number, rank, is_tied in (*still, *out):
        total = Fraction(wins[number])
        yield Standing(
            number=number,
            rank=rank,
            is_tied=is_tied,
            field=field,
            raw=total,
            total=total,
            is_placed=rank <= paid,
        )
