"""Merging copies of one event: sections that were scored on computers without a connection.

Both copies are the same event and share its history before they were separated. Entries missing from our ledger are
added to it one by one, with their own time, author and reason; none of our entries is moved or lost. An entry is
identified by its command and its time, so that copies can be merged any number of times, in both directions.

If both changed the same object since then (the result of a slot, an entry, the settings) in different ways, the
director chooses one change for each object. The other one is in the ledger as well, and undone there. Penalties,
announcements and clocks of both stay. Two copies with different seatings of the same section are refused: their results
belong to different pairs.
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
"""The facts that both copies may contain without contradiction."""
_OF_A_SLOT = (ResultEntered, ResultRemoved, AwardGiven)
_SEATS = (MovementSet, NumbersSet, RoundDrawn)
_WHAT_ABOUT = ("case", "call", "slot", "place", "at", "session", "board", "match", "number", "home")


class Keep(StrEnum):
    """The copy that wins if both changed the same object."""

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
    """The comparison with another copy of an event: its entries missing from ours in their order, the results among
    them by place, the objects that both changed, and the number of entries only in ours."""

    incoming: tuple[LedgerEntry, ...]
    results: Mapping[Place, int]
    conflicts: tuple[MergeConflict, ...]
    own: int


def compare_copies(ours: Sequence[LedgerEntry], theirs: Sequence[LedgerEntry]) -> CopyCompared:
    """Returns the comparison with another copy. Raises Refused: `merge.other-event`, `merge.seated-apart` for each
    section with different seatings."""
    if _event(ours) != _event(theirs):
        raise Refused.of("merge.other-event")
    fresh, own = _lacking(theirs, ours), _lacking(ours, theirs)
    both = _changed_subjects(fresh, theirs) & _changed_subjects(own, ours)
    mine, others = _newest(ours), _newest(theirs)
    differing = [key for key in sorted(both) if _last_word(mine.get(key)) != _last_word(others.get(key))]
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


def merge_copies(
    ours: tuple[LedgerEntry, ...],
    theirs: tuple[LedgerEntry, ...],
    keep: Mapping[str, Keep],
    stamp: Stamp,
    now: datetime,
) -> tuple[LedgerEntry, ...]:
    """Returns our ledger with the missing entries of the other copy, followed by an entry for the merge, which can be
    undone as a whole.

    `keep` decides on each conflict by its key. Our ledger is returned unchanged if nothing is missing. Raises Refused
    as `compare_copies` does, and `merge.undecided` for every conflict without a decision.
    """
    comparison = compare_copies(ours, theirs)
    if not comparison.incoming:
        return ours
    Refused.check(Problem("merge.undecided", {"key": one.key}) for one in comparison.conflicts if one.key not in keep)
    both = _changed_subjects(comparison.incoming, theirs) & _changed_subjects(_lacking(ours, theirs), ours)
    passed_over = {key for key in both if keep.get(key) is not Keep.THEIRS}
    by_seq = {entry.seq: entry for entry in theirs}
    ledger, places = list(ours), _places(ours, theirs)

    def add(entry: LedgerEntry, facts: Iterable[Fact], command_id: str) -> int:
        renumbered = tuple(_with_our_numbers(fact, places) for fact in facts)
        seq = len(ledger) + 1
        ledger.append(replace(entry, seq=seq, facts=renumbered, stamp=replace(entry.stamp, command_id=command_id)))
        return seq

    for entry in comparison.incoming:
        parts = ([], [])  # type: tuple[list[Fact], list[Fact]]
        for fact in entry.facts:
            parts[not passed_over.isdisjoint(_subjects(fact, by_seq))].append(fact)
        winning, left = parts
        command_id = entry.stamp.command_id
        if winning or not left:
            places[entry.seq] = add(entry, winning, command_id)
        if left:
            seq = add(entry, left, f"{command_id}-left" if winning else command_id)
            places.setdefault(entry.seq, seq)
            ledger.append(LedgerEntry(len(ledger) + 1, now, stamp.part(f"left-{seq}"), (Undone(seq),)))
    seqs = tuple(range(len(ours) + 1, len(ledger) + 1))
    authors = ", ".join(dict.fromkeys(e.stamp.device or e.stamp.author for e in comparison.incoming))[:80]
    ledger.append(LedgerEntry(len(ledger) + 1, now, stamp, (CopyMerged(seqs, authors, len(comparison.conflicts)),)))
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
    keys = {_known_by(entry) for entry in other}
    return [entry for entry in ledger if _known_by(entry) not in keys]


def _places(ours: Sequence[LedgerEntry], theirs: Sequence[LedgerEntry]) -> dict[int, int]:
    """Returns by the number of an entry in their ledger the one in ours, of those that both have."""
    ours_by_key = {_known_by(entry): entry.seq for entry in ours}
    return {entry.seq: ours_by_key[key] for entry in theirs if (key := _known_by(entry)) in ours_by_key}


def _with_our_numbers(fact: Fact, places: Mapping[int, int]) -> Fact:
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
    """Returns the key of a fact's subject; empty for a fact that contradicts nothing."""
    if isinstance(fact, _SIDE_BY_SIDE):
        return ""
    if isinstance(fact, _OF_A_SLOT):
        return f"result {_key_text(fact.slot)}"
    if isinstance(fact, EntrySet):
        return f"entry {fact.entry.entry_id}"
    if isinstance(fact, EntryRemoved):
        return f"entry {fact.entry_id}"
    if isinstance(fact, AdvanceEntrySet):
        return f"advance {fact.advance.link}"
    about = (_key_text(getattr(fact, name)) for name in _WHAT_ABOUT if hasattr(fact, name))
    return " ".join((fact.kind, *about))


def _key_text(value: object) -> str:
    if isinstance(value, Slot):
        return f"{value.place.format()}-{value.round}-{value.table}-{value.board}"
    return value.format() if isinstance(value, Place) else str(value)


def _subjects(fact: Fact, by_seq: Mapping[int, LedgerEntry]) -> frozenset[str]:
    """Returns the subjects that a fact changes; for an undo, those of the entry that it reverts."""
    if isinstance(fact, Undone):
        undone = by_seq.get(fact.seq)
        return frozenset() if undone is None else frozenset().union(*(_subjects(one, by_seq) for one in undone.facts))
    return frozenset({_subject(fact)} - {""})


def _changed_subjects(entries: Iterable[LedgerEntry], ledger: Sequence[LedgerEntry]) -> frozenset[str]:
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


def _last_word(last: tuple[LedgerEntry, Fact] | None) -> Fact | None:
    return None if last is None or isinstance(last[1], ResultRemoved) else last[1]


def _is_seating(last: tuple[LedgerEntry, Fact] | None) -> bool:
    return last is not None and isinstance(last[1], _SEATS)


def _place_of(*lasts: tuple[LedgerEntry, Fact] | None) -> str:
    facts: Iterator[Fact] = (one[1] for one in lasts if one is not None)
    return next((fact.place.format() for fact in facts if isinstance(fact, _SEATS)), "")


def _later(ours: tuple[LedgerEntry, Fact] | None, theirs: tuple[LedgerEntry, Fact] | None) -> Keep:
    if ours is None or theirs is None:
        return Keep.THEIRS if ours is None else Keep.OURS
    return Keep.THEIRS if theirs[0].at > ours[0].at else Keep.OURS
