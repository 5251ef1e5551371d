"""Why a number is what it is: the steps of `core.scoring.explain` for an event, by section and number, and the ledger
entries behind it: who entered, corrected or ruled what, when and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from arrowswitch.core.awards.explain import explain_award
from arrowswitch.core.awards.masterpoints import behind
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.explain import explain_line, explain_rank, explain_total
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.slices.rulings import BoardFouled
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import HistoryRow, RankRow
from arrowswitch.tournament.ranking.award_rules import award_rules
from arrowswitch.tournament.ranking.event_total import event_total, has_event_total
from arrowswitch.tournament.ranking.result_lists import awarded_rows
from arrowswitch.tournament.ranking.team_awards import why_team_award
from arrowswitch.tournament.ranking.why_knockout import why_place
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_at
from arrowswitch.tournament.scored.session import scoring_input
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.standings.totals import TotalRow


def why_points(state: EventState, place: Place, board: BoardNumber, number: Number) -> Explanation:
    """Returns how a contestant's points on a board came about; raises NotFound when it has no line there."""
    _refuse_matches(state, number)
    session, scored = place.session, scored_at(state, place, number)
    return explain_line(standings(state, session), scoring_input(state, session), rules_of(state), board, scored)


def why_total(state: EventState, place: Place, number: Number) -> Explanation:
    """Returns how a contestant's total and percentage came about; raises NotFound when it has no score."""
    _refuse_matches(state, number)
    scored = scored_at(state, place, number)
    return explain_total(standings(state, place.session), scoring_input(state, place.session), rules_of(state), scored)


def why_rank(state: EventState, place: Place, number: Number) -> Explanation:
    """Returns why a contestant has its rank; raises NotFound when it has no score."""
    scored = scored_at(state, place, number)
    if form_of(state.settings).counts_wins:
        return why_place(state, place.session, scored)
    return explain_rank(standings(state, place.session), rules_of(state), scored)


def why_masterpoints(state: EventState, place: Place, number: Number) -> Explanation | None:
    """Returns the explanation of a contestant's masterpoints. Returns None if the event has none, or none yet."""
    game_class = state.settings.awards.master_point_class
    scored = scored_at(state, place, number)
    if state.settings.event_form.awards_matches:
        return why_team_award(state, place.session, scored)
    rules = award_rules(state)
    for numbers, rows in _fields(state, place.session):
        for row_number, row in zip(numbers, rows, strict=True):
            if row_number == scored and row.master_points is not None and game_class is not None:
                ranks = behind(state.settings.awards.places_before, [r.standing.rank for r in rows])
                return explain_award(scored, game_class, ranks, row.standing.place, rules)
    return None


def _fields(
    state: EventState, session: SessionNumber
) -> Iterator[tuple[list[Number | None], tuple[RankRow | TotalRow, ...]]]:
    """Yields each list by which masterpoints are awarded, with everybody's number in a session: of the session, or of
    the whole event if it awards them once."""
    if not has_event_total(state):
        for ranked in awarded_rows(state, session):
            yield [row.standing.number for row in ranked], tuple(ranked)
        return
    view = event_total(state)
    for rows in (*(rows for _, rows in view.groups), view.together):
        session_rows = [row.in_session(session) for row in rows]
        yield [None if one is None else one.number for one in session_rows], rows


def _refuse_matches(state: EventState, number: Number) -> None:
    """Raises NotFound (`team-event.why-by-match`) where matches are ranked: their points are explained by the match
    (`why_match`)."""
    if form_of(state.settings).ranks_matches(state):
        raise NotFound.of("team-event.why-by-match", number=number)


def board_entries(
    ledger: tuple[LedgerEntry, ...], session: SessionNumber, board: BoardNumber
) -> tuple[HistoryRow, ...]:
    """Returns everything that happened to the results of a board at all its tables, newest first, and that its hands
    were changed."""

    def is_about(fact: Fact) -> bool:
        if isinstance(fact, BoardFouled):
            return (fact.session, fact.board) == (session, board)
        slot = getattr(fact, "slot", None)
        return slot is not None and (slot.session, slot.board) == (session, board)

    return _entries(ledger, is_about)


def contestant_entries(ledger: tuple[LedgerEntry, ...], place: Place, number: Number) -> tuple[HistoryRow, ...]:
    """Returns the penalties, offences, removals and rulings of a contestant, newest first; its results are behind the
    points of the boards."""

    def is_about(fact: Fact) -> bool:
        at = getattr(fact, "at", None)
        where = at.place if isinstance(at, RoundPlace) else getattr(fact, "place", None)
        if (where, getattr(fact, "number", None)) == (place, number):
            return True
        slot = getattr(fact, "slot", None)
        is_ruled = fact.kind == "award-given" and slot is not None and slot.place == place
        return is_ruled and number in (*getattr(fact, "ns", ()), *getattr(fact, "ew", ()))

    return _entries(ledger, is_about)


def _entries(ledger: tuple[LedgerEntry, ...], is_about: Callable[[Fact], bool]) -> tuple[HistoryRow, ...]:
    wanted = {entry.seq for entry in ledger if any(is_about(fact) for fact in entry.facts)}
    return tuple(row for row in history(ledger) if row.seq in wanted)
