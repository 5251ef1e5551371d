"""Copies of one event made one again: sections that were scored on computers that do not see each other.

Both copies are the same event and share what happened before they parted. What the other copy has and ours lacks is
added to our ledger, entry by entry, with its own time, author and reason; nothing of ours is moved or lost. An entry is
known again by its command and its time, so that copies may be taken in as often as one likes, in both directions.

Where both changed the same thing since (the result of a slot, an entry, the settings) to something else, it is asked
which to keep, thing by thing. What is not kept is in the ledger as well, and taken back there. Penalties, announcements
and clocks of both stay. Two copies that seated the same section otherwise are refused: their results are of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.model.fold import state_of, taken_back
from arrowswitch.tournament.model.ledger import CopyMerged, EventCreated, Fact, LedgerEntry, Stamp, Undone
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.advance import AdvanceEntrySet, EntryAdmitted, FeePaid, FeesMoved
from arrowswitch.tournament.model.slices.deals import DealsAnalysed, DealsSeen
from arrowswitch.tournament.model.slices.entries import EntryRemoved, EntrySet, NameRemoved
from arrowswitch.tournament.model.slices.lists import BoardsMarked, ItemTicked
from arrowswitch.tournament.model.slices.movement import MovementSet, NumbersSet
from arrowswitch.tournament.model.slices.play import ClockSet, PlayStarted, RoundClosed
from arrowswitch.tournament.model.slices.publication import (
    Announced,
    AnnouncementEnded,
    Finalised,
    Published,
    TravellersReleased,
)
from arrowswitch.tournament.model.slices.reporting import ReportReceived, ReportSent
from arrowswitch.tournament.model.slices.results import ResultEntered, ResultRemoved
from arrowswitch.tournament.model.slices.rulings import AwardGiven, OffenceNoted, PenaltySet, PlayerExpelled, RulingKept
from arrowswitch.tournament.model.slices.swiss import RoundDrawn

_SIDE_BY_SIDE = (
    *(Announced, AnnouncementEnded, Published, Finalised, TravellersReleased),
    *(PenaltySet, OffenceNoted, PlayerExpelled, RulingKept, ItemTicked, BoardsMarked, ClockSet, RoundClosed),
    *(EventCreated, CopyMerged, DealsAnalysed, DealsSeen, NameRemoved),
    *(ReportSent, ReportReceived),
    *(FeePaid, FeesMoved, EntryAdmitted),
)
"""What both copies may say without contradiction."""
_OF_A_SLOT = (ResultEntered, ResultRemoved, AwardGiven)
_SEATS = (MovementSet, NumbersSet, RoundDrawn)
_WHAT_ABOUT = ("case", "call", "slot", "place", "at", "session", "board", "match", "number", "home")


class Keep(StrEnum):
    """Whose word is kept where both copies changed the same thing."""

    OURS = "ours"
    THEIRS = "theirs"


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """A thing that both copies changed: the newest fact of each with its ledger entry, None where it was taken back.
    `key` names it; `proposed` is the side that changed it later."""

    key: str
    ours: tuple[LedgerEntry, Fact] | None
    theirs: tuple[LedgerEntry, Fact] | None
    proposed: Keep


@dataclass(frozen=True, slots=True)
class CopyCompared:
    """What another copy of an event has that ours lacks: its entries in their order, the results among them by place,
    what both changed, and how many entries only ours has."""

    incoming: tuple[LedgerEntry, ...]
    results: Mapping[Place, int]
    conflicts: tuple[MergeConflict, ...]
    own: int


def compared(ours: Sequence[LedgerEntry], theirs: Sequence[LedgerEntry]) -> CopyCompared:
    """Returns what another copy would bring. Raises Refused: `merge.other-event`, `merge.seated-apart` for each section
    that both seated otherwise."""
    if _event(ours) != _event(theirs):
        raise Refused.of("merge.other-event")
    fresh, own = _lacking(theirs, ours), _lacking(ours, theirs)
    both = _touched(fresh, theirs) & _touched(own, ours)
    mine, others = _newest(ours), _newest(theirs)
    differing = [key for key in sorted(both) if _said(mine.get(key)) != _said(others.get(key))]
    seated = (key for key in differing if _is_seating(mine.get(key)) or _is_seating(others.get(key)))
    Refused.check(Problem("merge.seated-apart", {"place": _place_of(mine.get(key), others.get(key))}) for key in seated)
    conflicts = tuple(
        MergeConflict(key, mine.get(key), others.get(key), _later(mine.get(key), others.get(key)))
        for key in differing
        if not key.startswith(PlayStarted.kind)
    )
    gone, results = taken_back(theirs), dict[Place, int]()
    for entry in fresh:
        for fact in entry.facts if entry.seq not in gone else ():
            if isinstance(fact, ResultEntered):
                results[fact.slot.place] = results.get(fact.slot.place, 0) + 1
    return CopyCompared(tuple(fresh), results, conflicts, len(own))


def merged(
    ours: tuple[LedgerEntry, ...],
    theirs: tuple[LedgerEntry, ...],
    keep: Mapping[str, Keep],
    stamp: Stamp,
    now: datetime,
) -> tuple[LedgerEntry, ...]:
    """Returns our ledger with what the other copy has, and last the entry that says so and can be taken back whole.

    `keep` decides on each conflict by its key. Our ledger comes back as it is when there is nothing to bring in. Raises
    Refused as `compared` does, and `merge.undecided` for every conflict without a decision.
    """
    found = compared(ours, theirs)
    if not found.incoming:
        return ours
    Refused.check(Problem("merge.undecided", {"key": one.key}) for one in found.conflicts if one.key not in keep)
    both = _touched(found.incoming, theirs) & _touched(_lacking(ours, theirs), ours)
    passed_over = {key for key in both if keep.get(key) is not Keep.THEIRS}
    by_seq = {entry.seq: entry for entry in theirs}
    ledger, places = list(ours), _places(ours, theirs)

    def add(entry: LedgerEntry, facts: Iterable[Fact], command_id: str) -> int:
        told = tuple(_renumbered(fact, places) for fact in facts)
        seq = len(ledger) + 1
        ledger.append(replace(entry, seq=seq, facts=told, stamp=replace(entry.stamp, command_id=command_id)))
        return seq

    for entry in found.incoming:
        parts = ([], [])  # type: tuple[list[Fact], list[Fact]]
        for fact in entry.facts:
            parts[not passed_over.isdisjoint(_subjects(fact, by_seq))].append(fact)
        kept, left = parts
        command_id = entry.stamp.command_id
        if kept or not left:
            places[entry.seq] = add(entry, kept, command_id)
        if left:
            seq = add(entry, left, f"{command_id}-left" if kept else command_id)
            places.setdefault(entry.seq, seq)
            ledger.append(LedgerEntry(len(ledger) + 1, now, stamp.part(f"left-{seq}"), (Undone(seq),)))
    seqs = tuple(range(len(ours) + 1, len(ledger) + 1))
    authors = ", ".join(dict.fromkeys(e.stamp.device or e.stamp.author for e in found.incoming))[:80]
    ledger.append(LedgerEntry(len(ledger) + 1, now, stamp, (CopyMerged(seqs, authors, len(found.conflicts)),)))
    whole = tuple(ledger)
    state_of(whole)
    return whole


def _event(ledger: Sequence[LedgerEntry]) -> object:
    created = ledger[0].facts[0]
    return created.event_id if isinstance(created, EventCreated) else None


def _known_by(entry: LedgerEntry) -> tuple[str, datetime]:
    return entry.stamp.command_id, entry.at


def _lacking(ledger: Sequence[LedgerEntry], other: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """Returns the entries of a ledger that another one has not."""
    known = {_known_by(entry) for entry in other}
    return [entry for entry in ledger if _known_by(entry) not in known]


def _places(ours: Sequence[LedgerEntry], theirs: Sequence[LedgerEntry]) -> dict[int, int]:
    """Returns by the number of an entry in their ledger the one in ours, of those that both have."""
    known = {_known_by(entry): entry.seq for entry in ours}
    return {entry.seq: known[key] for entry in theirs if (key := _known_by(entry)) in known}


def _renumbered(fact: Fact, places: Mapping[int, int]) -> Fact:
    """Returns a fact of their ledger that names an entry, with the entry's number in ours."""
    match fact:
        case Undone(seq):
            return Undone(places.get(seq, seq))
        case AnnouncementEnded(announcement, text):
            return AnnouncementEnded(places.get(announcement, announcement), text)
        case CopyMerged(seqs):
            return replace(fact, seqs=tuple(places[seq] for seq in seqs if seq in places))
    return fact


def _subject(fact: Fact) -> str:
    """Returns what a fact is about, in words for no one; empty for what contradicts nothing."""
    if isinstance(fact, _SIDE_BY_SIDE):
        return ""
    if isinstance(fact, _OF_A_SLOT):
        return f"result {_spelled(fact.slot)}"
    if isinstance(fact, EntrySet):
        return f"entry {fact.entry.entry_id}"
    if isinstance(fact, EntryRemoved):
        return f"entry {fact.entry_id}"
    if isinstance(fact, AdvanceEntrySet):
        return f"advance {fact.advance.link}"
    about = (_spelled(getattr(fact, name)) for name in _WHAT_ABOUT if hasattr(fact, name))
    return " ".join((fact.kind, *about))


def _spelled(value: object) -> str:
    if isinstance(value, Slot):
        return f"{value.place.format()}-{value.round}-{value.table}-{value.board}"
    return value.format() if isinstance(value, Place) else str(value)


def _subjects(fact: Fact, by_seq: Mapping[int, LedgerEntry]) -> frozenset[str]:
    """Returns what a fact changes: what it is about, of an undo what the entry was about that it takes back."""
    if isinstance(fact, Undone):
        undone = by_seq.get(fact.seq)
        return frozenset() if undone is None else frozenset().union(*(_subjects(one, by_seq) for one in undone.facts))
    return frozenset({_subject(fact)} - {""})


def _touched(entries: Iterable[LedgerEntry], ledger: Sequence[LedgerEntry]) -> frozenset[str]:
    by_seq = {entry.seq: entry for entry in ledger}
    return frozenset().union(*(_subjects(fact, by_seq) for entry in entries for fact in entry.facts))


def _newest(ledger: Sequence[LedgerEntry]) -> dict[str, tuple[LedgerEntry, Fact]]:
    """Returns the newest fact that counts about each thing."""
    gone = taken_back(ledger)
    return {
        subject: (entry, fact)
        for entry in ledger
        if entry.seq not in gone
        for fact in entry.facts
        if (subject := _subject(fact))
    }


def _said(found: tuple[LedgerEntry, Fact] | None) -> Fact | None:
    return None if found is None or isinstance(found[1], ResultRemoved) else found[1]


def _is_seating(found: tuple[LedgerEntry, Fact] | None) -> bool:
    return found is not None and isinstance(found[1], _SEATS)


def _place_of(*found: tuple[LedgerEntry, Fact] | None) -> str:
    facts: Iterator[Fact] = (one[1] for one in found if one is not None)
    return next((fact.place.format() for fact in facts if isinstance(fact, _SEATS)), "")


def _later(ours: tuple[LedgerEntry, Fact] | None, theirs: tuple[LedgerEntry, Fact] | None) -> Keep:
    if ours is None or theirs is None:
        return Keep.THEIRS if ours is None else Keep.OURS
    return Keep.THEIRS if theirs[0].at > ours[0].at else Keep.OURS
