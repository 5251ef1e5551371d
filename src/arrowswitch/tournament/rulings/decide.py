"""Decides on rulings: awards, notes, penalties, boards whose hands were changed in play. Each carries its reason, and
awards their law (R-208).

JCBL director's manual 3.3, lines 3531-3540 (which results were reached with which form of the deal). Everybody who
plays the board must be in a group: a result that was left out would be compared with hands that it was not played with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules, is_after_deadline, need_approver, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.rulings import (
    AwardGiven,
    BoardFouled,
    ExpelPlayer,
    FoulBoard,
    GiveAward,
    GivePenalty,
    NoteOffence,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    SetNote,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.results.decide import no_more_pending, refuse_unseen_result
from arrowswitch.tournament.rulings.fines import check_fine, only_round
from arrowswitch.tournament.rulings.fouled import order_of_play
from arrowswitch.tournament.scored.slots import cancelled_problems, sides_of

LONGEST_NOTE = 2000
PROCEDURAL = "Law 90A: procedural penalties"
DISCIPLINARY = "Law 91A: disciplinary powers"
_MOST_FORMS = 26
_MOST = {
    PenaltyUnit.BOARDS: 100,
    PenaltyUnit.PERCENT: 100,
    PenaltyUnit.MATCHPOINTS: 100_000,
    PenaltyUnit.IMPS: 10_000,
    PenaltyUnit.POINTS: 1_000_000,
    PenaltyUnit.VP: 1_000,
}


def give_award(state: EventState, command: GiveAward, context: Context) -> tuple[Fact, ...]:
    """Decides on the awards of a slot; two empty ones give the table score back."""
    sides_of(state, command.slot)
    Refused.check(_award_problems(state, command, context))
    if command.slot in state.results:
        refuse_unseen_result(state.results[command.slot], command.seen, context)
    ns_award = read_side_award(command.ns_text, command.slot.board)
    ew_award = read_side_award(command.ew_text, command.slot.board)
    return award_facts(state, command.slot, (ns_award, ew_award), command.law.strip(), command.approver)


def _award_problems(state: EventState, command: GiveAward, context: Context) -> Iterator[Problem]:
    """Returns all that a ruling lacks, each at its field: what it brings each side, reason, law, and the approver."""
    yield from half_awards(state, command.slot, command.ns_text, command.ew_text)
    yield from cancelled_problems(state, command.slot)
    if not context.stamp.reason.strip():
        yield Problem("award.needs-reason", {}, "reason")
    if not command.law.strip():
        yield Problem("award.needs-law", {}, "law")
    if not command.approver.strip() and is_after_deadline(state, context.now, command.slot.session):
        yield Problem("correction.needs-approver", {}, "approver")


def lacks_score(state: EventState, slot: Slot) -> bool:
    """True if a slot has no score from the table for a side without an adjusted score."""
    entered = state.results.get(slot)
    return entered is None or entered.result is None


def half_awards(state: EventState, slot: Slot, ns_text: str, ew_text: str) -> Iterator[Problem]:
    """Yields a problem if a side would be left without score and award. Both awards may be withdrawn."""
    has_award = bool(ns_text.strip()), bool(ew_text.strip())
    is_taken_back = not any(has_award) and slot in state.results
    if lacks_score(state, slot) and not all(has_award) and not is_taken_back:
        yield Problem("award.one-side-only", {"board": slot.board}, "ew_text" if has_award[0] else "ns_text")


def award_facts(
    state: EventState,
    slot: Slot,
    awards: tuple[SideOutcome | None, SideOutcome | None],
    law: str,
    approver: str,
) -> tuple[Fact, ...]:
    """Returns the facts that award both sides of a slot and end its pending note."""
    ns, ew = sides_of(state, slot)
    fact = AwardGiven(
        slot=slot, ns=ns, ew=ew, ns_award=awards[0], ew_award=awards[1], law=law, approver=approver.strip()
    )
    return fact, *no_more_pending(state, slot)


def read_side_award(text: str, board: int) -> SideOutcome | None:
    """Returns the award of one side as typed, or None for an empty text; raises what `parse_entry` raises."""
    if not text.strip():
        return None
    is_weighted = "," in text or (text.count("%") == 1 and not text.strip().endswith("%"))
    entry = parse_entry(text if is_weighted else f"{text}/{text}", board=board)
    return entry.ns_award


def set_note(state: EventState, command: SetNote, context: Context) -> tuple[Fact, ...]:
    """Decides on a note; an empty one that is not pending removes the note."""
    sides_of(state, command.slot)
    text = command.text.strip()
    if len(text) > LONGEST_NOTE:
        raise Refused.of("note.too-long", most=LONGEST_NOTE)
    note = state.rulings.notes.get(command.slot)
    if note is None and not text and not command.is_pending:
        return ()
    if note is not None and (note.text, note.is_pending) == (text, command.is_pending):
        return ()
    return (NoteSet(command.slot, text, command.is_pending),)


def give_penalty(state: EventState, command: GivePenalty, context: Context) -> tuple[Fact, ...]:
    """Decides on a penalty; that of a pair of a team is the team's. Where no law is named it is the Law that penalties
    rest on (JCBL director's manual 3.3, lines 2770-2776)."""
    if command.number in state.section(command.place).numbers:
        number = form_of(state.settings).fined_number(state, command.place, command.number)
        command = replace(command, number=number)
    if command.round is None:
        command = replace(command, round=only_round(state, command.place, command.number))
    _check_player(state, command.place, command.number, command.player)
    check_fine(state, command)
    if not Fraction(0) < command.amount <= _MOST[command.unit]:
        raise Refused.of("penalty.amount", amount=str(command.amount), most=_MOST[command.unit])
    need_reason(context, "penalty.needs-reason")
    law = command.law.strip() or (DISCIPLINARY if command.offence is Offence.CONDUCT else PROCEDURAL)
    return (made_like(PenaltySet, command, law=law, player=command.player.strip()),)


def note_offence(state: EventState, command: NoteOffence, context: Context) -> tuple[Fact, ...]:
    """Decides on a warning; one for conduct is a player's."""
    _check_player(state, command.place, command.number, command.player)
    player = command.player.strip()
    if command.offence is Offence.CONDUCT and not player:
        raise Refused.of("offence.needs-player")
    return (made_like(OffenceNoted, command, player=player),)


def expel(state: EventState, command: ExpelPlayer, context: Context) -> tuple[Fact, ...]:
    """Decides on sending a player out of the session; once is enough."""
    _check_player(state, command.place, command.number, command.player)
    player = command.player.strip()
    if not player:
        raise Refused.of("offence.needs-player")
    need_reason(context, "penalty.needs-reason")
    if any((out.place, out.player) == (command.place, player) for out in state.rulings.expulsions):
        return ()
    return (made_like(PlayerExpelled, command, player=player, law=command.law.strip() or DISCIPLINARY),)


def _check_player(state: EventState, place: Place, number: Number, player: str) -> None:
    if state.entry_at(place, number) is None and number not in state.section(place).numbers:
        raise Refused.of("result.unknown-number", number=number, section=place.section)
    entry = state.entry_at(place, number)
    name = player.strip()
    if name and (entry is None or name not in entry.names):
        raise Refused.of("offence.unknown-player", number=number, name=name)


def foul(state: EventState, command: FoulBoard, context: Context) -> tuple[Fact, ...]:
    """Decides on the groups of a fouled board."""
    places = order_of_play(state, command.session, command.board)
    if not places:
        raise NotFound.of("board.none", board=command.board)
    groups = tuple(group for group in command.groups if group)
    if len(groups) < 2:
        groups = ()
    Refused.check(_foul_problems(command, groups, places))
    fouled = state.fouled_board(command.session, command.board)
    if groups == (fouled.groups if fouled is not None else ()):
        return ()
    need_reason(context, "fouled.needs-reason")
    need_approver(state, command.approver, context.now, command.session)
    return (BoardFouled(command.session, command.board, groups, command.approver.strip()),)


def _foul_problems(
    command: FoulBoard, groups: tuple[tuple[Slot, ...], ...], places: tuple[Slot, ...]
) -> Iterator[Problem]:
    if len(groups) > _MOST_FORMS:
        yield Problem("fouled.too-many", {"most": _MOST_FORMS})
    named = [slot for group in groups for slot in group]
    for slot in dict.fromkeys(named):
        where: dict[str, str | int] = {"board": command.board, "round": slot.round, "table": slot.table}
        if slot not in places:
            yield Problem("fouled.not-there", where)
        elif named.count(slot) > 1:
            yield Problem("fouled.twice", where)
    for slot in places if groups else ():
        if slot not in named:
            yield Problem("fouled.left-out", {"board": command.board, "round": slot.round, "table": slot.table})


RULES: Rules = {
    GiveAward: give_award,
    SetNote: set_note,
    GivePenalty: give_penalty,
    NoteOffence: note_offence,
    ExpelPlayer: expel,
    FoulBoard: foul,
}
