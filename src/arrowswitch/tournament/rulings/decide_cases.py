"""Decides on cases: opened, ruled on, appealed, decided. Each step keeps all that is known of the case.

While a case waits for its ruling, or for the decision on its appeal, the score of its board is provisional; a ruling or
a decision that adjusts the score gives its award in the same step, so that the scores follow (R-347, R-348). JCBL
director's manual 3.3, lines 2841-2855 and 2882-2888; regulations summary, lines 5-7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules, is_after_deadline
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.rulings import CallEnded, CaseKept, KeepCase, KeepRuling, NoteSet, RulingKept
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import AppealOutcome, CallEnd, CaseRecord, GuidedCase, RulingCase
from arrowswitch.tournament.results.decide import no_more_pending
from arrowswitch.tournament.rulings.decide import LONGEST_NOTE, award_facts, half_awards, read_side_award
from arrowswitch.tournament.scored.slots import sides_of

_OF_GUIDE = {part.name for part in fields(GuidedCase)} - {part.name for part in fields(CaseRecord)}
"""The fields of a case that come from the guide used for it."""


def keep_case(state: EventState, command: KeepCase, context: Context) -> tuple[Fact, ...]:
    """Decides on a case; an unchanged one changes nothing. Raises NotFound (`case.none`), and Refused with all missing
    parts, each at its field."""
    state.section(command.place)
    case = _find_case(state, command.case)
    if command.slot is not None:
        sides_of(state, command.slot)
    Refused.check(_problems(state, command, context))
    before = case or GuidedCase(case=_next(state), place=command.place, slot=command.slot, title=command.title)
    fact = made_like(CaseKept, before, **{**_record_fields(command), "case": before.case})
    ended = _call_ended(state, command, fact)
    is_same = case is not None and made_like(CaseKept, case) == fact
    awards = _awards(state, command)
    pending = () if command.slot is None else _pending(state, fact, command.slot)
    return (*(() if is_same else (fact,)), *ended, *awards, *pending)


def keep_ruling(state: EventState, command: KeepRuling, context: Context) -> tuple[Fact, ...]:
    """Decides on storing a ruling from a guide, in a case if one is named; its board must exist. Raises NotFound
    (`case.none`), Refused (`note.too-long`)."""
    state.section(command.place)
    if command.slot is not None:
        sides_of(state, command.slot)
    facts = command.facts.strip()
    if len(facts) > LONGEST_NOTE:
        raise Refused.of("note.too-long", most=LONGEST_NOTE)
    stored = made_like(RulingKept, command, facts=facts)
    if command.case is not None:
        case = _fill_case(state, command, facts)
        return (stored, case, *(() if case.slot is None else _pending(state, case, case.slot)))
    if command.slot is None or not command.is_pending:
        return (stored,)
    note = state.rulings.notes.get(command.slot)
    text = "\n".join(part for part in (note.text if note else "", facts or command.title) if part)[:LONGEST_NOTE]
    return (stored, NoteSet(command.slot, text, is_pending=True))


def _record_fields(record: CaseRecord) -> dict[str, object]:
    """Returns the fields of a case as the director wrote them, texts without the blanks around them."""
    values = {part.name: getattr(record, part.name) for part in fields(CaseRecord)}
    return {name: value.strip() if type(value) is str else value for name, value in values.items()}


def _fill_case(state: EventState, command: KeepRuling, facts: str) -> CaseKept:
    """Returns a case with the outcome of a guide: its law and ruling, the explanation to the players, the steps. Facts
    written before stay in front; a pending ruling leaves the case open."""
    present = _find_case(state, command.case or 0)
    way = {name: getattr(command, name) for name in _OF_GUIDE}
    if present is None:
        before = CaseKept(case=_next(state), place=command.place, slot=command.slot, title=command.title)
    else:
        before = made_like(CaseKept, present, slot=present.slot or command.slot)
    ruling = before.ruling if command.is_pending else command.ruling
    return replace(
        before,
        found=_append_text(before.found, facts),
        law=command.law,
        options=_append_text(before.options, command.explanation),
        ruling=ruling,
        **way,
    )


def _append_text(before: str, text: str) -> str:
    """Returns a text followed by another one on new lines, which is added only once."""
    new = text.strip()
    return before if not new or new in before else "\n".join(part for part in (before, new) if part)[:LONGEST_NOTE]


def _call_ended(state: EventState, command: KeepCase, fact: CaseKept) -> tuple[Fact, ...]:
    """Returns the end of the call that a new case comes of, where it still waits."""
    waiting = (
        one for one in state.rulings.calls if one.is_waiting and (one.place, one.call) == (command.place, command.call)
    )
    return tuple(CallEnded(call=one.call, place=one.place, end=CallEnd.CASE, case=fact.case) for one in waiting)


def _find_case(state: EventState, number: int) -> RulingCase | None:
    """Returns a case by its number, None for 0; raises NotFound (`case.none`)."""
    case = next((one for one in state.rulings.cases if one.case == number), None)
    if number and case is None:
        raise NotFound.of("case.none", n=number)
    return case


def _next(state: EventState) -> int:
    return max((one.case for one in state.rulings.cases), default=0) + 1


def _problems(state: EventState, command: KeepCase, context: Context) -> Iterator[Problem]:
    if not command.title.strip():
        yield Problem("case.needs-title", {}, "title")
    long = (field.name for field in fields(command) if len(str(getattr(command, field.name))) > LONGEST_NOTE)
    yield from (Problem("note.too-long", {"most": LONGEST_NOTE}, name) for name in long)
    appeal = command.appeal_by.strip()
    if appeal and not command.ruling.strip():
        yield Problem("case.appeal-before-ruling", {}, "ruling")
    if appeal and command.appeal_body is None:
        yield Problem("case.needs-body", {}, "appeal_body")
    if command.outcome is not None and not appeal:
        yield Problem("case.outcome-without-appeal", {}, "appeal_by")
    if command.outcome is AppealOutcome.CHANGED and not command.decision.strip():
        yield Problem("case.needs-decision", {}, "decision")
    if command.ns_text.strip() or command.ew_text.strip() or command.is_table_score:
        yield from _award_problems(state, command, context)


def _award_problems(state: EventState, command: KeepCase, context: Context) -> Iterator[Problem]:
    if command.slot is None:
        yield Problem("case.award-needs-board", {}, "ns_text")
        return
    if not command.ruling.strip():
        yield Problem("case.award-before-ruling", {}, "ruling")
    if not command.law.strip():
        yield Problem("award.needs-law", {}, "law")
    yield from half_awards(state, command.slot, *_texts(command))
    if not command.approver.strip() and is_after_deadline(state, context.now, command.slot.session):
        yield Problem("correction.needs-approver", {}, "approver")


def _awards(state: EventState, command: KeepCase) -> tuple[Fact, ...]:
    if command.slot is None or not (command.ns_text.strip() or command.ew_text.strip() or command.is_table_score):
        return ()
    ns_text, ew_text = _texts(command)
    awards = read_side_award(ns_text, command.slot.board), read_side_award(ew_text, command.slot.board)
    return award_facts(state, command.slot, awards, command.law.strip(), command.approver)[:1]


def _texts(command: KeepCase) -> tuple[str, str]:
    return ("", "") if command.is_table_score else (command.ns_text, command.ew_text)


def _pending(state: EventState, fact: CaseKept, slot: Slot) -> tuple[Fact, ...]:
    """Returns the facts that mark the score of the board as provisional, or no longer so after the last open case."""
    others = any(one.is_open and one.slot == slot and one.case != fact.case for one in state.rulings.cases)
    is_open = fact.outcome is None if fact.appeal_by else not fact.ruling
    if not is_open and not others:
        return no_more_pending(state, slot)
    note = state.rulings.notes.get(slot)
    if note is not None and note.is_pending:
        return ()
    return (NoteSet(slot, note.text if note is not None and note.text else fact.title, is_pending=True),)


RULES: Rules = {KeepCase: keep_case, KeepRuling: keep_ruling}
