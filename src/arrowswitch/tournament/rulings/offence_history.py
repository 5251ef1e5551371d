"""Warnings and penalties by player, and the regulations' consequences of a repetition (R-356).

Regulations summary, lines 81-121 and 252-258: offences are counted in a session, those of conduct for each player.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.naming import Names
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulings.penalty_proposals import Incident, OffenceRow, offence_log, penalty_proposals


@dataclass(frozen=True, slots=True)
class RepeatedOffence:
    """An offence of a player in a session, with all its occurrences; `next` is the consequence of a repetition in the
    regulations, in words, empty if they name none. `who` is the player, or all players of the contestant."""

    place: Place
    number: Number
    who: Names
    offence: Offence
    rows: tuple[OffenceRow, ...]
    next: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class OffenceOfEvent:
    """An offence with the event in which it was."""

    event_id: EventId
    event: str
    date: str
    row: OffenceRow


@dataclass(frozen=True, slots=True)
class PlayersOffences:
    """The offences of a player, or of a contestant as a whole, over several events, the newest first."""

    who: Names
    offences: tuple[OffenceOfEvent, ...]


def repeated_offences(
    state: EventState, ledger: tuple[LedgerEntry, ...], session: SessionNumber
) -> tuple[RepeatedOffence, ...]:
    """Returns the offences of a session by player and offence, in the order of the first of each."""
    by_offender: dict[tuple[Place, Number, str, Offence], list[OffenceRow]] = {}
    for row in offence_log(state, session):
        by_offender.setdefault((row.place, row.number, row.player, row.offence), []).append(row)
    return tuple(
        RepeatedOffence(
            place=place,
            number=number,
            who=_who(state, rows[-1]),
            offence=offence,
            rows=tuple(rows),
            next=() if rows[-1].is_out else _foreseen(state, ledger, rows[-1]),
        )
        for (place, number, _, offence), rows in by_offender.items()
    )


def _foreseen(state: EventState, ledger: tuple[LedgerEntry, ...], row: OffenceRow) -> tuple[Problem, ...]:
    incident = Incident(place=row.place, offence=row.offence, offenders=((row.number, row.player),))
    try:
        proposed = penalty_proposals(state, ledger, incident)
    except Mistake:
        return ()
    return tuple(word for one in proposed for word in one.words[:1])


def _who(state: EventState, row: OffenceRow) -> Names:
    entry = state.entry_at(row.place, row.number)
    if entry is None:
        return Names(row.player) if row.player else Names()
    return Names((entry.person(row.player),)) if row.player else entry.display_names


def offences_by_player(states: Iterable[EventState]) -> tuple[PlayersOffences, ...]:
    """Returns the players with warnings or penalties in several events, those with most of them first."""
    by_player: dict[Names, list[OffenceOfEvent]] = {}
    for state in states:
        for session in state.sessions:
            for row in offence_log(state, session):
                offence = OffenceOfEvent(state.event_id, state.settings.name, state.settings.date, row)
                by_player.setdefault(_who(state, row), []).append(offence)
    rows = (
        PlayersOffences(who, tuple(sorted(all_of, key=lambda one: (one.date, one.row.seq), reverse=True)))
        for who, all_of in by_player.items()
    )
    return tuple(sorted(rows, key=lambda one: (-len(one.offences), one.who)))
