"""Decides on calls: the director is called to a table, and the call ends in a case, with advice, or in nothing.

JCBL director's manual 3.3, lines 2803-2817: what happened is heard at the table first; only what has to be ruled on
becomes a case.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.rulings import (
    AnswerCall,
    CallAnswered,
    CallEnded,
    CallNoted,
    EndCall,
    KeepCase,
    NoteCall,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import CallEnd, DirectorCall
from arrowswitch.tournament.rulings.decide_cases import keep_case
from arrowswitch.tournament.standings.header import current_round

LONGEST_CALL = 200


def note_call(state: EventState, command: NoteCall, context: Context) -> tuple[Fact, ...]:
    """Decides on a call to a table; a second call with nothing new changes nothing.

    Raises Refused (`call.no-table`, `call.too-long`)."""
    movement = state.section(command.place).movement
    text = command.text.strip()
    tables = 0 if movement is None else movement.tables
    Refused.check(_problems(command, text, tables))
    own = [one for one in state.rulings.calls if one.place == command.place]
    call = next((one for one in own if one.is_waiting and one.table == command.table), None)
    if call is None:
        number = max((one.call for one in own), default=0) + 1
        round_number = current_round(state, command.place.session)
        return (made_like(CallNoted, command, call=number, round=round_number, text=text),)
    if not text or text in call.text:
        return ()
    joined = " / ".join(part for part in (call.text, text) if part)[:LONGEST_CALL]
    return (made_like(CallNoted, call, text=joined),)


def answer_call(state: EventState, command: AnswerCall, context: Context) -> tuple[Fact, ...]:
    """Decides on the director's way to a table. Raises NotFound (`call.none`), Refused (`call.ended`)."""
    call = _waiting(state, command.place, command.call)
    return () if call.coming_at is not None else (CallAnswered(call.call, call.place),)


def end_call(state: EventState, command: EndCall, context: Context) -> tuple[Fact, ...]:
    """Decides on the end of a call. Raises NotFound (`call.none`), Refused (`call.ended`, `call.too-long`)."""
    call = _waiting(state, command.place, command.call)
    advice = command.advice.strip()
    if len(advice) > LONGEST_CALL:
        raise Refused.of("call.too-long", "advice", most=LONGEST_CALL)
    if command.end is not CallEnd.CASE:
        return (CallEnded(call=call.call, place=call.place, end=command.end, advice=advice),)
    case = KeepCase(case=0, place=call.place, slot=None, title=call.text or command.title, call=call.call)
    return keep_case(state, case, context)


def _waiting(state: EventState, place: Place, number: int) -> DirectorCall:
    call = next((one for one in state.rulings.calls if (one.place, one.call) == (place, number)), None)
    if call is None:
        raise NotFound.of("call.none", n=number)
    if not call.is_waiting:
        raise Refused.of("call.ended", table=state.section(place).label(call.table))
    return call


def _problems(command: NoteCall, text: str, tables: int) -> Iterator[Problem]:
    if not 1 <= command.table <= tables:
        yield Problem("call.no-table", {"table": command.table, "most": tables}, "table")
    if len(text) > LONGEST_CALL:
        yield Problem("call.too-long", {"most": LONGEST_CALL}, "text")


RULES: Rules = {NoteCall: note_call, AnswerCall: answer_call, EndCall: end_call}
