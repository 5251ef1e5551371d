"""The rounds of a Swiss that were drawn before a contestant joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnRound

MissedRound = tuple[SessionNumber, RoundNumber, Number]


def missed_rounds(
    state: EventState, place: Place, numbers: Iterable[Number], through: RoundNumber | None = None
) -> Iterator[MissedRound]:
    """Yields the rounds that contestants of a section have missed by joining late, up to a round of the session.

    A round that is only partly drawn is missed by nobody yet, no round by contestants who left before their first, and
    none for which the standby pair stepped out.
    """
    rounds = [
        (session, drawn)
        for session in range(1, place.session + 1)
        for drawn in _draws(state, Place(session, place.section))
        if session < place.session or through is None or drawn.round <= through
    ]
    for number in numbers:
        entry = state.entry_at(place, number)
        first = next((at for at, (_, drawn) in enumerate(rounds) if number in drawn.numbers), None)
        if first is None and (entry is None or entry.is_withdrawn):
            continue
        before = ((session, drawn) for session, drawn in rounds[:first] if not drawn.waiting)
        yield from ((session, drawn.round, number) for session, drawn in before if drawn.stands_by != number)


def _draws(state: EventState, place: Place) -> tuple[DrawnRound, ...]:
    section = state.find_section(place)
    return () if section is None else section.draws
