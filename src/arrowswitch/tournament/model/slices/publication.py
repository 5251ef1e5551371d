"""Published rankings, announcements and the end of an event: commands, facts and fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.publication import Announcement, Publication


@dataclass(frozen=True, slots=True)
class Published(Fact):
    """The ranking as it stands was published; corrections are possible until `deadline`. An interim one opens no
    period.
    """

    at: datetime
    deadline: datetime | None
    is_interim: bool = False
    kind: ClassVar[str] = "published"


@dataclass(frozen=True, slots=True)
class Finalised(Fact):
    """The ranking is final."""

    at: datetime
    kind: ClassVar[str] = "finalised"


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """A text is shown to everybody in the room."""

    at: datetime
    text: str
    kind: ClassVar[str] = "announced"


@dataclass(frozen=True, slots=True)
class AnnouncementEnded(Fact):
    """An announcement, by the number of its ledger entry, is shown no more; `text` says which it was."""

    announcement: int
    text: str
    kind: ClassVar[str] = "announcement-ended"


@dataclass(frozen=True, slots=True)
class TravellersReleased(Fact):
    """The players may read the travellers, or no more."""

    is_released: bool
    kind: ClassVar[str] = "travellers-released"


@dataclass(frozen=True, slots=True)
class Publish(Command):
    """Publish the ranking as it stands. Missing results stop it unless `is_interim`."""

    is_interim: bool = False


@dataclass(frozen=True, slots=True)
class Finalise(Command):
    """Close the event: the correction period is over, nothing is missing or pending."""


@dataclass(frozen=True, slots=True)
class Announce(Command):
    """Show a text, as typed, to everybody in the room until it is taken away."""

    text: str


@dataclass(frozen=True, slots=True)
class EndAnnouncement(Command):
    """Take an announcement away; `announcement` is the number of the ledger entry that made it."""

    announcement: int


@dataclass(frozen=True, slots=True)
class ReleaseTravellers(Command):
    """Let the players read the travellers of the boards that nobody has still to play; or (not `is_released`) no
    more."""

    is_released: bool = True


def _add_version(state: EventState, fact: Published, entry: LedgerEntry) -> EventState:
    publication = Publication(
        version=len(state.publication.versions) + 1,
        seq=entry.seq,
        at=fact.at,
        deadline=fact.deadline,
        corrections=state.publication.corrections,
        is_interim=fact.is_interim,
    )
    return replace(state, publication=replace(state.publication, versions=(*state.publication.versions, publication)))


def _set_final(state: EventState, fact: Finalised, entry: LedgerEntry) -> EventState:
    return replace(state, publication=replace(state.publication, finalised_at=fact.at))


def _add_announcement(state: EventState, fact: Announced, entry: LedgerEntry) -> EventState:
    return replace(
        state,
        publication=replace(
            state.publication,
            announcements=(*state.publication.announcements, Announcement(entry.seq, fact.at, fact.text)),
        ),
    )


def _announcement_ended(state: EventState, fact: AnnouncementEnded, entry: LedgerEntry) -> EventState:
    left = tuple(one for one in state.publication.announcements if one.seq != fact.announcement)
    return replace(state, publication=replace(state.publication, announcements=left))


def _travellers_released(state: EventState, fact: TravellersReleased, entry: LedgerEntry) -> EventState:
    return replace(state, publication=replace(state.publication, has_released_travellers=fact.is_released))


FOLDS: Folds = {
    Published: _add_version,
    Finalised: _set_final,
    Announced: _add_announcement,
    AnnouncementEnded: _announcement_ended,
    TravellersReleased: _travellers_released,
}
