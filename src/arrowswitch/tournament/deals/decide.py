"""Decides on the deals of a session (R-018, R-323, R-325, R-406).

The person who deals may play: nobody has to see a card, and the history lists everyone who views the deals before their
release. No two sessions of an event have a deal in common.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.errors import Malformed, NotFound, Problem, Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.context import Context, Rules, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.deals import (
    DealsAnalysed,
    DealsPlaced,
    DealsReleased,
    DealsSeen,
    HandsTyped,
    KeepAnalysis,
    LookAtDeals,
    PlaceDeals,
    ReleaseDeals,
    TypeHands,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.results.tables import missing
from arrowswitch.tournament.standings.header import rounds_to_draw

MOST_DEALS = 200
"""Boards of one session."""


def place_deals(state: EventState, command: PlaceDeals, context: Context) -> tuple[Fact, ...]:
    """Decides on the deals of a session. Those that are exchanged while play goes on need a reason: their boards may
    have been played."""
    session = state.session(command.session)
    before = state.deals.placed.get(session.number)
    if command.deals == before:
        return ()
    if command.deals is not None:
        _check(command.deals)
        Refused.check(_in_other_sessions(state, session.number, command.deals))
    if before is not None and session.is_started:
        need_reason(context, "deals.needs-reason")
    facts: list[Fact] = [DealsPlaced(session.number, command.deals)]
    if session.number in state.deals.released:
        facts.append(DealsReleased(session.number, is_released=False))
    return tuple(facts)


def release_deals(state: EventState, command: ReleaseDeals, context: Context) -> tuple[Fact, ...]:
    """Decides on letting everybody see the deals: while boards are still to be played only with a reason."""
    session = state.session(command.session)
    if session.number not in state.deals.placed:
        raise NotFound.of("deals.none-placed")
    if command.is_released == (session.number in state.deals.released):
        return ()
    if command.is_released and not is_played(state, session.number):
        need_reason(context, "deals.still-played")
    return (DealsReleased(session.number, command.is_released),)


def look_at_deals(state: EventState, command: LookAtDeals, context: Context) -> tuple[Fact, ...]:
    """Decides on looking: it is always allowed, and always noted while the deals are sealed."""
    if command.session not in state.deals.placed:
        raise NotFound.of("deals.none-placed")
    return () if command.session in state.deals.released else (DealsSeen(command.session, command.board),)


def type_hands(state: EventState, command: TypeHands, context: Context) -> tuple[Fact, ...]:
    """Decides on the hands of a board. A hand-shuffled board can be typed at any time; a correction of one that was
    dealt or read from a file needs a reason once play has begun."""
    session = state.session(command.session)
    board = command.board
    placed = state.deals.placed.get(session.number, PlacedDeals({}))
    if not 1 <= board <= MOST_DEALS:
        raise Refused.of("deals.board", text=str(board), most=MOST_DEALS)
    if command.deal == (placed.typed.get(board) if command.deal is None else placed.texts.get(board)):
        return ()
    if command.deal is not None:
        only = PlacedDeals({board: command.deal})
        _check(only)
        _check(PlacedDeals({**placed.texts, board: command.deal}))
        Refused.check(_in_other_sessions(state, session.number, only))
    if board in placed.deals and session.is_started:
        need_reason(context, "deals.needs-reason")
    return (HandsTyped(session.number, board, command.deal),)


def keep_analysis(state: EventState, command: KeepAnalysis, context: Context) -> tuple[Fact, ...]:
    """Decides on the solver's analyses: those already stored, and those of other deals, are left out."""
    placed = state.deals.placed.get(command.session, PlacedDeals({}))
    stored = state.deals.analyses.get(command.session, {})
    texts = placed.texts
    new = {
        board: one for board, one in command.boards.items() if texts.get(board) == one.deal and stored.get(board) != one
    }
    return (DealsAnalysed(command.session, new),) if new else ()


def is_played(state: EventState, session: SessionNumber) -> bool:
    """True if a session was played: it has begun, no result is missing, and no round is still to be drawn."""
    played = state.session(session)
    return played.is_started and not missing(state, session) and not rounds_to_draw(state)


def _check(placed: PlacedDeals) -> None:
    if not 0 < len(placed.deals) <= MOST_DEALS:
        raise Refused.of("deals.count", most=MOST_DEALS)
    problems: list[Problem] = []
    for board, text in sorted(placed.deals.items()):
        try:
            parse_deal(text)
        except Malformed as malformed:
            problems += [Problem(one.code, one.params, f"board {board}") for one in malformed.problems]
    Refused.check(problems)
    Refused.check(
        Problem("deals.same-cards", {"board": later, "first": first}) for first, later in placed.deal_set.twice()
    )


def _in_other_sessions(state: EventState, session: SessionNumber, placed: PlacedDeals) -> Iterator[Problem]:
    new = {deal: board for board, deal in placed.deal_set.deals.items()}
    for number, other in state.deals.placed.items():
        if number == session:
            continue
        for board, deal in other.deal_set.deals.items():
            if deal in new:
                yield Problem("deals.in-other-session", {"board": new[deal], "other": board, "session": number})


RULES: Rules = {
    PlaceDeals: place_deals,
    ReleaseDeals: release_deals,
    LookAtDeals: look_at_deals,
    TypeHands: type_hands,
    KeepAnalysis: keep_analysis,
}
