"""Makes the final from a qualifying: an event of its own with the qualifiers, their totals and the carry-over; and the
consolation of those left over, who may join an event that is there already.

The qualifying keeps which events these are, so that none is made twice; entries are copied as they are, with their
wishes. All of these events are changed together, or none of them if one step is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.scoring.totals.carry_over import CarryRules
from arrowswitch.tournament.entries.copies import copied_entries
from arrowswitch.tournament.entries.decide import is_same
from arrowswitch.tournament.finals.qualifiers import QualifierRow, QualifiersView, qualifiers
from arrowswitch.tournament.model.events import Events
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntries
from arrowswitch.tournament.model.slices.finals import NoteConsolation, NoteFinal, SetCarryOver
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.finals import Brought
from arrowswitch.tournament.model.values.people import Entry


def make_final(tournament: Events, event_id: EventId, settings: Settings, rules: CarryRules, stamp: Stamp) -> EventId:
    """Returns a new event for the qualifiers of an event, in the order of their lists, with the event's regulations.

    Raises Refused: `final.no-plan`, `final.session-to-come`, `final.not-complete` while results are awaited,
    `final.made-already` while the final that was made exists, and what is wrong with the settings or the carry-over.
    """
    view = _final_list(tournament, event_id)
    _refuse_twice(tournament, view.plan.final, "final.made-already")
    settings = replace(settings, awards=replace(settings.awards, places_before=0))
    with tournament.all_or_nothing():
        fresh = _make_final(tournament, event_id, settings, rules, view.qualified_rows, stamp)
        tournament.execute(event_id, NoteFinal(fresh), stamp.part("note"))
    return fresh


def make_consolation(
    tournament: Events,
    event_id: EventId,
    settings: Settings,
    rules: CarryRules,
    stamp: Stamp,
    *,
    is_behind: bool = False,
) -> EventId:
    """Returns a new event for those who are left over, in the order of their lists, with the event's regulations; who
    declined the final or has withdrawn is not in it, and pairs that come for it only are entered there as everywhere.
    With `is_behind` its places come after the final's.

    Raises Refused as `make_final`, but `consolation.made-already` and `consolation.nobody` where all have qualified.
    """
    view = _final_list(tournament, event_id)
    _refuse_twice(tournament, view.plan.consolation, "consolation.made-already")
    if not view.left_over:
        raise Refused.of("consolation.nobody")
    settings = replace(
        settings, awards=replace(settings.awards, places_before=len(view.qualified_rows) if is_behind else 0)
    )
    with tournament.all_or_nothing():
        fresh = _make_final(tournament, event_id, settings, rules, view.left_over, stamp)
        tournament.execute(event_id, NoteConsolation(fresh), stamp.part("note"))
    return fresh


def join_consolation(
    tournament: Events, event_id: EventId, into: EventId, stamp: Stamp, *, is_behind: bool = False
) -> int:
    """Enters those who are left over into an event that is there already and has not begun, where they begin with
    nothing, and returns how many they were: a pair that was entered there before is passed over. With `is_behind` its
    places come after the final's.

    Raises Refused as `make_consolation`, NotFound (`event.unknown`), and what is wrong with the other event:
    `consolation.same`, `consolation.other-kind`, `consolation.begun`, or a player in it with another partner.
    """
    view = _final_list(tournament, event_id)
    _refuse_twice(tournament, view.plan.consolation, "consolation.made-already")
    if not view.left_over:
        raise Refused.of("consolation.nobody")
    other = tournament.state(into)
    if into in (event_id, view.plan.final):
        raise Refused.of("consolation.same", "into")
    if other.settings.kind is not tournament.state(event_id).settings.kind:
        raise Refused.of("consolation.other-kind", "into", name=other.settings.name)
    if other.is_started:
        raise Refused.of("consolation.begun", "into", name=other.settings.name)
    left = [row.entry for row in view.left_over if row.entry is not None]
    coming = [entry for entry in left if not any(_are_same(entry, known) for known in other.entries.values())]
    with tournament.all_or_nothing():
        if coming:
            _enter(tournament, into, coming, stamp)
        if is_behind:
            settings = replace(
                other.settings, awards=replace(other.settings.awards, places_before=len(view.qualified_rows))
            )
            tournament.execute(into, ChangeSettings(settings), stamp.part("behind"))
        tournament.execute(event_id, NoteConsolation(into), stamp.part("note"))
    return len(coming)


def _are_same(entry: Entry, other: Entry) -> bool:
    """True if two entries are the same people, in any order."""
    is_whole = len(entry.people) == len(other.people)
    return is_whole and all(any(is_same(who, known) for known in other.people) for who in entry.people)


def _final_list(tournament: Events, event_id: EventId) -> QualifiersView:
    """Returns the qualifiers. Raises Refused unless the list is final."""
    view = qualifiers(tournament.state(event_id))
    if view.to_come:
        raise Refused.of("final.session-to-come", session=view.to_come[0])
    if view.is_provisional:
        raise Refused.of("final.not-complete")
    return view


def _refuse_twice(tournament: Events, made: EventId | None, code: str) -> None:
    if made is not None and _exists(tournament, made):
        raise Refused.of(code, event=made)


def _make_final(
    tournament: Events,
    event_id: EventId,
    settings: Settings,
    rules: CarryRules,
    rows: Sequence[QualifierRow],
    stamp: Stamp,
) -> EventId:
    """Returns a new event of some of the lists, with their carry-over."""
    state = tournament.state(event_id)
    view = qualifiers(state)
    going = [(row.entry, row.standing.total) for row in rows if row.entry is not None]
    carry_over = Brought(
        name=state.settings.name,
        entrants=view.entrants,
        boards=view.boards,
        totals={},
        rules=rules,
        source=event_id,
        sessions=len(view.sessions),
    )
    fresh = tournament.copy(event_id, settings, stamp.part("copy"))
    _fill(tournament, fresh, going, carry_over, stamp)
    return fresh


def _fill(
    tournament: Events,
    fresh: EventId,
    going: Sequence[tuple[Entry, Fraction]],
    carry_over: Brought,
    stamp: Stamp,
) -> None:
    """Enters the qualifiers in their final, with their carry-over."""
    entries = _enter(tournament, fresh, [one for one, _ in going], stamp)
    totals = {entry_id: total for entry_id, (_, total) in zip(entries, going, strict=True)}
    tournament.execute(fresh, SetCarryOver(replace(carry_over, totals=totals)), stamp.part("carry"))


def _enter(tournament: Events, event: EventId, coming: Sequence[Entry], stamp: Stamp) -> tuple[EntryId, ...]:
    """Returns the entries of an event that these become, with their wishes, notes and handicaps."""
    state = tournament.state(event)
    before, flights = state.entries, [flight.name for flight in state.settings.division.flights]
    wanted = tuple(copied_entries(one, flights) for one in coming)
    after = tournament.execute(event, AddEntries(wanted), stamp.part("entries")).entries
    return tuple(entry_id for entry_id in after if entry_id not in before)


def _exists(tournament: Events, event_id: EventId) -> bool:
    try:
        tournament.state(event_id)
    except NotFound:
        return False
    return True
