"""Decides on rulings: awards, notes and penalties. Each carries its reason, and awards their law (R-208)."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.methods import penalty_units
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.context import Context, Rules, need_approver, need_reason
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place, Slot
from arrowswitch.tournament.rulings.commands import ExpelPlayer, GiveAward, GivePenalty, NoteOffence, SetNote
from arrowswitch.tournament.rulings.facts import AwardGiven, NoteSet, OffenceNoted, PenaltySet, PlayerExpelled
from arrowswitch.tournament.scored.bracket import is_knockout
from arrowswitch.tournament.scored.match_rules import is_of_matches, match_penalty_units
from arrowswitch.tournament.scored.slots import sides_of

_LONGEST_NOTE = 2000
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
    ns, ew = sides_of(state, command.slot)
    need_reason(context, "award.needs-reason")
    if not command.law.strip():
        raise Refused.of("award.needs-law")
    need_approver(state, command.approver, context.now, command.slot.session)
    ns_award = read_side_award(command.ns_text, command.slot.board)
    ew_award = read_side_award(command.ew_text, command.slot.board)
    known = state.results.get(command.slot)
    if known is None and (ns_award is None or ew_award is None):
        raise Refused.of("award.one-side-only", board=command.slot.board)
    fact = AwardGiven(
        slot=command.slot,
        ns=ns,
        ew=ew,
        ns_award=ns_award,
        ew_award=ew_award,
        law=command.law.strip(),
        approver=command.approver.strip(),
    )
    return fact, *decided(state, command.slot)


def decided(state: EventState, slot: Slot) -> tuple[Fact, ...]:
    """Returns what a ruling on a slot makes of its note: nothing is pending there any more."""
    note = state.notes.get(slot)
    return () if note is None or not note.is_pending else (NoteSet(slot, note.text, is_pending=False),)


def read_side_award(text: str, board: int) -> SideOutcome | None:
    """Returns the award of one side as typed, or None for an empty text; raises what `parse_entry` raises."""
    if not text.strip():
        return None
    is_weighted = "," in text or (text.count("%") == 1 and not text.strip().endswith("%"))
    entry = parse_entry(text if is_weighted else f"{text}/{text}", board=board)
    return entry.ns_award


def set_note(state: EventState, command: SetNote, context: Context) -> tuple[Fact, ...]:
    """Decides on a note; an empty one that is not pending takes the note away."""
    sides_of(state, command.slot)
    text = command.text.strip()
    if len(text) > _LONGEST_NOTE:
        raise Refused.of("note.too-long", most=_LONGEST_NOTE)
    known = state.notes.get(command.slot)
    if known is None and not text and not command.is_pending:
        return ()
    if known is not None and (known.text, known.is_pending) == (text, command.is_pending):
        return ()
    return (NoteSet(command.slot, text, command.is_pending),)


def give_penalty(state: EventState, command: GivePenalty, context: Context) -> tuple[Fact, ...]:
    """Decides on a penalty."""
    _check_player(state, command.place, command.number, command.player)
    _check_unit(state, command)
    if not Fraction(0) < command.amount <= _MOST[command.unit]:
        raise Refused.of("penalty.amount", amount=str(command.amount), most=_MOST[command.unit])
    need_reason(context, "penalty.needs-reason")
    return (made_like(PenaltySet, command, law=command.law.strip(), player=command.player.strip()),)


def _check_unit(state: EventState, command: GivePenalty) -> None:
    """Raises Refused for a unit that does not go with the event; a penalty in IMPs of teams belongs to a match."""
    number, unit = command.number, command.unit.value
    if not is_of_matches(state):
        method = state.settings.method
        if command.unit not in penalty_units(method):
            raise Refused.of("scoring.penalty-unit", number=number, unit=unit, method=method.value)
        return
    if command.unit not in match_penalty_units(state):
        raise Refused.of("team-event.penalty-unit", number=number, unit=unit)
    if is_knockout(state) and command.round is None:
        raise Refused.of("bracket.penalty-needs-match", number=number)
    if command.unit is PenaltyUnit.IMPS and command.round is None:
        raise Refused.of("team-event.penalty-needs-round", number=number)


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
    if any((out.place, out.player) == (command.place, player) for out in state.expulsions):
        return ()
    return (made_like(PlayerExpelled, command, player=player, law=command.law.strip()),)


def _check_player(state: EventState, place: Place, number: Number, player: str) -> None:
    if state.entry_at(place, number) is None and number not in state.section(place).numbers:
        raise Refused.of("result.unknown-number", number=number, section=place.section)
    entry = state.entry_at(place, number)
    name = player.strip()
    if name and (entry is None or name not in entry.names):
        raise Refused.of("offence.unknown-player", number=number, name=name)


RULES: Rules = {
    GiveAward: give_award,
    SetNote: set_note,
    GivePenalty: give_penalty,
    NoteOffence: note_offence,
    ExpelPlayer: expel,
}
