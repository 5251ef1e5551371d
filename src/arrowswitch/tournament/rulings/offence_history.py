"""Who was warned or penalised for what, and what the regulations foresee when it happens again (R-356).

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
    """What somebody did in a session, as often as it happened; `next` is what the regulations foresee when it happens
    again, in words, nothing where they name none. `who` is the player, or all of the contestant."""

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
    """What a player, or a contestant as a whole, was warned or penalised for over several events, the newest first."""

    who: Names
    offences: tuple[OffenceOfEvent, ...]


def repeated_offences(
    state: EventState, ledger: tuple[LedgerEntry, ...], session: SessionNumber
) -> tuple[RepeatedOffence, ...]:
    """Returns the offences of a session by who did what, in the order of the first of each."""
    found: dict[tuple[Place, Number, str, Offence], list[OffenceRow]] = {}
    for row in offence_log(state, session):
        found.setdefault((row.place, row.number, row.player, row.offence), []).append(row)
    return tuple(
        RepeatedOffence(
            place=place,
            number=number,
            who=_who(state, rows[-1]),
            offence=offence,
            rows=tuple(rows),
            next=() if rows[-1].is_out else _foreseen(state, ledger, rows[-1]),
        )
        for (place, number, _, offence), rows in found.items()
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
    """Returns who was warned or penalised in several events, those with most of them first."""
    found: dict[Names, list[OffenceOfEvent]] = {}
    for state in states:
        for session in state.sessions:
            for row in offence_log(state, session):
                told = OffenceOfEvent(state.event_id, state.settings.name, state.settings.date, row)
                found.setdefault(_who(state, row), []).append(told)
    rows = (
        PlayersOffences(who, tuple(sorted(all_of, key=lambda one: (one.date, one.row.seq), reverse=True)))
        for who, all_of in found.items()
    )
    return tuple(sorted(rows, key=lambda one: (-len(one.offences), one.who)))
