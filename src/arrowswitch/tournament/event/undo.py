"""Decides on undo: any entry of the ledger can be taken back as long as nothing later rests on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.advance.facts import AdvanceEntrySet
from arrowswitch.tournament.deals.facts import DealsAnalysed, DealsSeen
from arrowswitch.tournament.entries.facts import EntryRemoved, EntrySet, NameRemoved
from arrowswitch.tournament.event.commands import Undo
from arrowswitch.tournament.event.context import Context, is_after_deadline
from arrowswitch.tournament.event.fold import taken_back
from arrowswitch.tournament.event.ledger import CopyMerged, EventCreated, Fact, LedgerEntry, Undone
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import RoundPlace, Slot
from arrowswitch.tournament.knockout.facts import MatchDecided, MatchRedrawn
from arrowswitch.tournament.league.facts import LeagueScheduled, MatchPostponed
from arrowswitch.tournament.matches.facts import LineupSet, MatchForfeited, MatchSlipRemoved, MatchSlipSet
from arrowswitch.tournament.movement.facts import MovementSet, NumbersSet
from arrowswitch.tournament.plans.facts import PlanSet
from arrowswitch.tournament.play.facts import PlayStarted
from arrowswitch.tournament.reporting.facts import ReportReceived, ReportSent
from arrowswitch.tournament.results.facts import LatePlaySet, ResultEntered, ResultRemoved
from arrowswitch.tournament.rulings.facts import AwardGiven, BoardFouled, NoteSet, PenaltySet, ScoresRemoved
from arrowswitch.tournament.settings.facts import SettingsChanged
from arrowswitch.tournament.swiss.facts import RoundDrawn

_NEVER = (EventCreated, DealsSeen, NameRemoved, ReportSent, ReportReceived)
_BASE = (
    EntrySet,
    EntryRemoved,
    MovementSet,
    NumbersSet,
    PlayStarted,
    SettingsChanged,
    PlanSet,
)
_PASSED_OVER = (Undone, EventCreated, DealsAnalysed, NameRemoved, ReportSent, ReportReceived, AdvanceEntrySet)
"""What a plain undo passes over: what somebody sent from a phone meanwhile is not taken back by a key at the desk."""
_SCORES = (
    ResultEntered,
    ResultRemoved,
    AwardGiven,
    PenaltySet,
    ScoresRemoved,
    BoardFouled,
    MatchForfeited,
    MatchSlipSet,
    MatchSlipRemoved,
    LeagueScheduled,
)


_OF_A_MATCH = (LineupSet, MatchForfeited, MatchSlipSet, MatchSlipRemoved, MatchDecided, MatchRedrawn)


def newest_to_undo(ledger: tuple[LedgerEntry, ...]) -> LedgerEntry | None:
    """Returns what a plain undo takes back: the newest entry that counts, of clock and play too, but no undo."""
    gone = taken_back(ledger)
    for entry in reversed(ledger):
        is_plain = not any(isinstance(fact, _PASSED_OVER) for fact in entry.facts)
        if entry.seq not in gone and is_plain and entry.facts and not is_rested_on(ledger, gone, entry):
            return entry
    return None


def is_rested_on(ledger: tuple[LedgerEntry, ...], gone: frozenset[int], entry: LedgerEntry, after: int = 0) -> bool:
    """True if later entries (those after the entry `after`, if given) need this one: everything that seats people, once
    a later result stands; always the creation; an imported copy, if anything of it is needed. `gone` is what was taken
    back in the ledger.
    """
    if any(isinstance(fact, _NEVER) for fact in entry.facts):
        return True
    for copy in (fact for fact in entry.facts if isinstance(fact, CopyMerged)):
        return any(is_rested_on(ledger, gone, ledger[seq - 1], entry.seq) for seq in copy.seqs if seq not in gone)
    later = (
        fact for other in islice(ledger, max(entry.seq, after), None) if other.seq not in gone for fact in other.facts
    )
    for kind, is_needed in _NEEDED.items():
        made = [fact for fact in entry.facts if isinstance(fact, kind)]
        if made:
            return any(is_needed(fact, needed) for fact in later for needed in made)
    if not any(isinstance(fact, _BASE) for fact in entry.facts):
        return False
    needing: tuple[type, ...] = (*_SCORES, PlayStarted, NumbersSet, MovementSet)
    if all(isinstance(fact, NumbersSet | PlayStarted) for fact in entry.facts):
        needing = (*_SCORES, PlayStarted)
    return any(isinstance(fact, needing) for fact in later)


def _needs_draw(fact: Fact, draw: RoundDrawn) -> bool:
    """True if a later fact needs a drawn round: a result of it, a later round, another number."""
    if isinstance(fact, RoundDrawn | MovementSet | NumbersSet):
        return fact.place == draw.place
    return _round_of(fact) == draw.place.at(draw.drawn.round)


def _needs_match(fact: Fact, match: MatchRedrawn) -> bool:
    """True if a later fact needs a match of a knockout as it was redrawn: a result at one of its new tables, or
    anything about its teams in the round."""
    if _round_of(fact) != match.at:
        return False
    match fact:
        case MatchRedrawn():
            return fact.match.bracket == match.match.bracket
        case LineupSet() | MatchForfeited() | MatchDecided():
            return not match.match.extra and fact.number in match.match.teams
        case MatchSlipSet():
            return fact.home in match.match.teams
    slot = _slot_of(fact)
    return slot is not None and slot.table in match.tables


def _needs_schedule(fact: Fact, schedule: LeagueScheduled) -> bool:
    """True if a later fact needs the schedule of a league: anything about its matches, another schedule."""
    if isinstance(fact, LeagueScheduled | MovementSet | NumbersSet | PenaltySet):
        return fact.place == schedule.place
    if isinstance(fact, PlayStarted):
        return fact.session == schedule.place.session
    at = fact.at if isinstance(fact, MatchPostponed) else _round_of(fact)
    return at is not None and at.place == schedule.place


_NEEDED: Mapping[type[Fact], Callable[[Fact, Any], bool]] = {
    RoundDrawn: _needs_draw,
    LeagueScheduled: _needs_schedule,
    MatchRedrawn: _needs_match,
}
"""By the class of a fact, the predicate that is true if a later one needs it; the first that an entry has decides."""


def _slot_of(fact: Fact) -> Slot | None:
    """Returns the slot that a fact is about."""
    if isinstance(fact, ResultEntered | ResultRemoved | AwardGiven | NoteSet | LatePlaySet):
        return fact.slot
    return None


def _round_of(fact: Fact) -> RoundPlace | None:
    """Returns the round of a match that a fact is about, or in which its slot is."""
    if isinstance(fact, _OF_A_MATCH):
        return fact.at
    slot = _slot_of(fact)
    return None if slot is None else slot.at


def take_back(state: EventState, command: Undo, context: Context) -> tuple[Fact, ...]:
    """Decides on taking back an entry, the newest one when none is named."""
    ledger = tuple(context.ledger)
    if command.seq is None:
        newest = newest_to_undo(ledger)
        if newest is None:
            raise Refused.of("undo.nothing")
        entry = newest
    else:
        entry = _named(ledger, command.seq)
    gone = taken_back(ledger)
    if entry.seq in gone:
        raise Refused.of("undo.already", seq=entry.seq)
    if is_rested_on(ledger, gone, entry):
        raise Refused.of("undo.rested-on", seq=entry.seq)
    if any(is_after_deadline(state, context.now, _session_of(f)) for f in entry.facts if isinstance(f, _SCORES)):
        raise Refused.of("undo.after-deadline", seq=entry.seq)
    with_it = (seq for fact in entry.facts if isinstance(fact, CopyMerged) for seq in fact.seqs)
    return (Undone(entry.seq), *map(Undone, with_it))


def _session_of(fact: Fact) -> SessionNumber | None:
    if isinstance(fact, BoardFouled):
        return fact.session
    if isinstance(fact, PenaltySet | ScoresRemoved):
        return fact.place.session
    at = _round_of(fact)
    return None if at is None else at.place.session


def _named(ledger: tuple[LedgerEntry, ...], seq: int) -> LedgerEntry:
    if not 1 <= seq <= len(ledger):
        raise NotFound.of("undo.unknown", seq=seq)
    return ledger[seq - 1]
