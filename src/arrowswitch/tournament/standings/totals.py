"""The result of an event over its sessions: everybody's total, although numbers change between them (R-225, R-299).

JCBL director's manual 3.3, lines 2219, 2276 and 2375-2380. Matches of teams and of Swiss pairs are added up match by
match anyway (`match_standings`); for them the total is the ranking after the newest session.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.combined import PlayedSession, combine_sessions
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.standings.session import standings


@dataclass(frozen=True, slots=True)
class InSession:
    """The result of an entry in a session: its number, with the section's letter where there are several, and the
    standing."""

    session: SessionNumber
    number: Number
    standing: Standing


@dataclass(frozen=True, slots=True)
class TotalRow:
    """A line of the total: the standing over all sessions, who that is, and what each session brought; of the event's
    result (`ranking.event_total`) what was carried over into it, and the masterpoints."""

    standing: Standing
    entry: Entry | None
    sessions: tuple[InSession, ...]
    carry_over: Fraction | None = None
    master_points: Fraction | None = None

    def in_session(self, session: SessionNumber) -> InSession | None:
        """Returns the result in a session, or None if the entry did not play in it."""
        return next((one for one in self.sessions if one.session == session), None)


@dataclass(frozen=True, slots=True)
class TotalView:
    """The total after these sessions, one group for each field that is ranked by itself; of the event's result
    (`ranking.event_total`) all fields `together` where there are several, and whether a carry-over is in it."""

    sessions: tuple[SessionNumber, ...]
    groups: tuple[tuple[Side | None, tuple[TotalRow, ...]], ...]
    standings: Standings
    together: tuple[TotalRow, ...] = ()
    has_carry: bool = False

    @property
    def rows(self) -> tuple[TotalRow, ...]:
        """Returns all lines, one field after another."""
        return tuple(row for _, rows in self.groups for row in rows)


@lru_cache(maxsize=32)
def totals(state: EventState, through: SessionNumber | None = None) -> TotalView:
    """Returns the total of all sessions that have results, up to one of them."""
    numbers = sorted(state.sessions)
    played = tuple(
        number for number in numbers if (through is None or number <= through) and state.is_scored_in(number)
    )
    if not played:
        return TotalView(sessions=(), groups=(), standings=standings(state, numbers[0]))
    ranked = {number: standings(state, number) for number in played}
    who = _entries(state, played)
    if form_of(state.settings).ranks_matches(state):
        whole = ranked[played[-1]]
        names = {scored: entry_id for (session, scored), entry_id in who.items() if session == played[-1]}
    else:
        names = _names(who)
        whole = combine_sessions(played_sessions(state, played), rules_of(state).scoring)
    rows = [_row(state, one, names.get(one.number), ranked, who) for one in whole.ranking]
    sides = dict.fromkeys(row.standing.direction for row in rows)
    groups = tuple((side, tuple(row for row in rows if row.standing.direction is side)) for side in sides)
    return TotalView(sessions=played, groups=groups, standings=whole)


def played_sessions(state: EventState, sessions: tuple[SessionNumber, ...]) -> tuple[PlayedSession, ...]:
    """Returns sessions as the total takes them, everybody under the number that it knows them by."""
    who = _entries(state, sessions)
    number_of = {entry_id: number for number, entry_id in _names(who).items()}
    return tuple(
        PlayedSession(standings(state, one), {s: number_of[e] for (session, s), e in who.items() if session == one})
        for one in sessions
    )


def _entries(state: EventState, sessions: tuple[SessionNumber, ...]) -> dict[tuple[SessionNumber, Number], EntryId]:
    """Returns the entry behind each number in the scores, session by session; a free number stands for itself."""
    entries: dict[tuple[SessionNumber, Number], EntryId] = {}
    for number in sessions:
        session = state.session(number)
        for standing in standings(state, number).ranking:
            letter, own = section_number(session, standing.number)
            entry = state.entry_at(Place(number, letter), own)
            entries[number, standing.number] = entry.entry_id if entry is not None else EntryId(standing.number)
    return entries


def _names(who: dict[tuple[SessionNumber, Number], EntryId]) -> dict[Number, EntryId]:
    """Returns the number of each entry in the whole event: 1 and upwards, in the order of the first session's."""
    first: dict[EntryId, tuple[SessionNumber, tuple[tuple[int, int | str], ...]]] = {}
    for (session, number), entry_id in who.items():
        first.setdefault(entry_id, (session, number_order(number)))
    ordered = sorted(first, key=lambda entry_id: first[entry_id])
    return {Number(str(place)): entry_id for place, entry_id in enumerate(ordered, start=1)}


def _row(
    state: EventState,
    standing: Standing,
    entry_id: EntryId | None,
    ranked: dict[SessionNumber, Standings],
    who: dict[tuple[SessionNumber, Number], EntryId],
) -> TotalRow:
    own = []
    for session, scored in ranked.items():
        listed = (one for one in scored.ranking if entry_id is not None and who.get((session, one.number)) == entry_id)
        own += [InSession(session, one.number, one) for one in listed]
    entry = None if entry_id is None else state.entry_over_sessions(entry_id)
    return TotalRow(standing=standing, entry=entry, sessions=tuple(own))
