"""The moment that a hall screen shows: the session and sections, the time and the phase of the event.

The phase is computed once for a page: it asks every section for its open results.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo

from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.i18n import language_of
from arrowswitch.i18n.language import Language
from arrowswitch.tournament.entries.entrants import playing_entries
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import current_session, phase
from arrowswitch.web.desk.at import EventAt

FEWEST_OF_TEAM = 3
"""With this many people or more, an entry without a name of its own has its captain's."""
_WORD_TEAM = "’s team"
MOST_MINUTES = 180
"""The minutes to the start are shown from three hours before it."""


@dataclass(frozen=True, slots=True)
class HallMoment:
    """An event at a moment, as a hall screen shows it: these sections of a session."""

    state: EventState
    session: SessionNumber
    letters: tuple[SectionLetter, ...]
    now: datetime
    zone: tzinfo
    language: Language
    phase: Phase

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(Place(self.session, letter) for letter in self.letters)

    @property
    def is_over(self) -> bool:
        """True if the event is played and published, so that the screen shows only the result."""
        return self.phase in (Phase.PUBLISHED, Phase.FINAL)

    @property
    def is_complete(self) -> bool:
        """True if everything is played and no ranking is published yet."""
        return self.phase is Phase.COMPLETE

    @property
    def is_played(self) -> bool:
        """True once nothing is left to play: no seats, tables or calls are shown."""
        return self.is_over or self.is_complete

    @property
    def entrants(self) -> int:
        """Returns the number of entries that play: those without a seat once the session has begun are not counted."""
        return len(playing_entries(self.state, self.state.session(self.session)))

    @property
    def minutes_to_start(self) -> int | None:
        """Returns the minutes until the session starts, rounded up. Returns None once it has started, after the
        announced time, and earlier than three hours before it."""
        session = self.state.session(self.session)
        if session.is_started or session.clock is not None:
            return None
        starts = session.posted_start or self._announced_start()
        if starts is None:
            return None
        minutes = -(-int((starts - self.now).total_seconds()) // 60)
        return minutes if 0 < minutes <= MOST_MINUTES else None

    def _announced_start(self) -> datetime | None:
        if self.session != 1:
            return None
        settings = self.state.settings
        try:
            start = datetime.combine(
                date.fromisoformat(settings.date), time.fromisoformat(settings.announcement.starts_at)
            )
        except ValueError:
            return None
        return start.replace(tzinfo=self.zone)

    def names(self, entries: Iterable[Entry | None]) -> tuple[str, ...]:
        """Returns the names of entries as the hall shows them, to measure their width."""
        return tuple(self._name(entry) for entry in entries if entry is not None)

    def partners(self, entries: Iterable[Entry | None]) -> tuple[str, ...]:
        """Returns the names of the partners of pairs, which have a line each where both do not fit into one."""
        pairs = (entry for entry in entries if entry is not None and not entry.name)
        return tuple(
            self.language.person(person)
            for pair in pairs
            if len(pair.people) < FEWEST_OF_TEAM
            for person in pair.people
        )

    def _name(self, entry: Entry) -> str:
        if entry.name:
            return entry.name
        if len(entry.people) < FEWEST_OF_TEAM:
            return self.language.partners(entry.people)
        return f"{self.language.person(entry.people[0])}{_WORD_TEAM}"


def hall_moment(at: EventAt, section: SectionLetter = "") -> HallMoment:
    """Returns the moment for a screen of an event: all sections of its session, or one if the session has it."""
    session = hall_session(at.state)
    letters = tuple(sorted(at.state.session(session).sections))
    return HallMoment(
        state=at.state,
        session=session,
        letters=(section,) if section in letters else letters,
        now=at.now,
        zone=at.services.zone,
        language=language_of(at.visitor.locale),
        phase=phase(at.state),
    )


def hall_session(state: EventState) -> SessionNumber:
    """Returns the session for the hall: the one that is played; when it is over, the next as soon as it has seats."""
    now = current_session(state)
    following = state.sessions.get(now + 1)
    is_seated = following is not None and any(section.numbers for section in following.sections.values())
    return now + 1 if is_seated and state.is_started and not missing_slots(state, now) else now
