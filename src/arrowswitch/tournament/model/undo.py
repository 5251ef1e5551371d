"""Entries of a ledger that can be undone: those on which no later entry rests. `service.undo` decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from arrowswitch.tournament.model.fold import taken_back
from arrowswitch.tournament.model.ledger import CopyMerged, EventCreated, Fact, LedgerEntry, Undone
from arrowswitch.tournament.model.places import RoundPlace, Slot
from arrowswitch.tournament.model.slices.advance import AdvanceEntrySet
from arrowswitch.tournament.model.slices.deals import DealsAnalysed, DealsSeen
from arrowswitch.tournament.model.slices.entries import EntryRemoved, EntrySet, NameRemoved
from arrowswitch.tournament.model.slices.knockout import MatchDecided, MatchRedrawn
from arrowswitch.tournament.model.slices.league import LeagueScheduled, MatchPostponed
from arrowswitch.tournament.model.slices.matches import (
    LineupSet,
    MatchForfeited,
    MatchShortened,
    MatchSlipRemoved,
    MatchSlipSet,
)
from arrowswitch.tournament.model.slices.movement import MovementSet, NumbersSet
from arrowswitch.tournament.model.slices.plans import PlanSet
from arrowswitch.tournament.model.slices.play import PlayStarted
from arrowswitch.tournament.model.slices.reporting import ReportReceived, ReportSent
from arrowswitch.tournament.model.slices.results import LatePlaySet, ResultEntered, ResultRemoved
from arrowswitch.tournament.model.slices.rulings import AwardGiven, BoardFouled, NoteSet, PenaltySet, ScoresRemoved
from arrowswitch.tournament.model.slices.seating import (
    DeviceHeld,
    RoundBegun,
    SeatsConfirmed,
    SeatsQuestioned,
    TakeoverAsked,
)
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.model.slices.swiss import RoundDrawn

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
_PASSED_OVER = (
    Undone,
    EventCreated,
    DealsAnalysed,
    NameRemoved,
    ReportSent,
    ReportReceived,
    AdvanceEntrySet,
    SeatsConfirmed,
    SeatsQuestioned,
    DeviceHeld,
    TakeoverAsked,
    RoundBegun,
)
"""The facts that a plain undo skips: a key at the desk does not undo an entry sent from a phone meanwhile."""
SCORES = (
    ResultEntered,
    ResultRemoved,
    AwardGiven,
    PenaltySet,
    ScoresRemoved,
    BoardFouled,
    MatchForfeited,
    MatchSlipSet,
    MatchSlipRemoved,
    MatchShortened,
    LeagueScheduled,
)


_OF_A_MATCH = (LineupSet, MatchForfeited, MatchSlipSet, MatchSlipRemoved, MatchShortened, MatchDecided, MatchRedrawn)


def newest_to_undo(ledger: tuple[LedgerEntry, ...]) -> LedgerEntry | None:
    """Returns the entry that a plain undo reverts: the newest one that counts, of clock and play too, but no undo."""
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
    needing: tuple[type, ...] = (*SCORES, PlayStarted, NumbersSet, MovementSet)
    if all(isinstance(fact, NumbersSet | PlayStarted) for fact in entry.facts):
        needing = (*SCORES, PlayStarted)
    return any(isinstance(fact, needing) for fact in later)


def _needs_draw(fact: Fact, draw: RoundDrawn) -> bool:
    """True if a later fact needs a drawn round: a result of it, a later round, another number."""
    if isinstance(fact, RoundDrawn | MovementSet | NumbersSet):
        return fact.place == draw.place
    return round_of(fact) == draw.place.at(draw.drawn.round)


def _needs_match(fact: Fact, match: MatchRedrawn) -> bool:
    """True if a later fact needs a match of a knockout as it was redrawn: a result at one of its new tables, or
    anything about its teams in the round."""
    if round_of(fact) != match.at:
        return False
    match fact:
        case MatchRedrawn():
            return fact.match.bracket == match.match.bracket
        case LineupSet() | MatchForfeited() | MatchDecided():
            return not match.match.extra and fact.number in match.match.teams
        case MatchSlipSet() | MatchShortened():
            return fact.home in match.match.teams
    slot = _slot_of(fact)
    return slot is not None and slot.table in match.tables


def _needs_schedule(fact: Fact, schedule: LeagueScheduled) -> bool:
    """True if a later fact needs the schedule of a league: anything about its matches, another schedule."""
    if isinstance(fact, LeagueScheduled | MovementSet | NumbersSet | PenaltySet):
        return fact.place == schedule.place
    if isinstance(fact, PlayStarted):
        return fact.session == schedule.place.session
    at = fact.at if isinstance(fact, MatchPostponed) else round_of(fact)
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


def round_of(fact: Fact) -> RoundPlace | None:
    """Returns the round of a match that a fact is about, or in which its slot is."""
    if isinstance(fact, _OF_A_MATCH):
        return fact.at
    slot = _slot_of(fact)
    return None if slot is None else slot.at
