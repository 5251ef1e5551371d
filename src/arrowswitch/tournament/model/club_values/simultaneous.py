"""An organiser's records of a simultaneous event: the field with its clubs, and the uploads of each club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.awards.masterpoints import TiedAwards
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.inputs import Frequencies
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.rules import EventClass, PenaltyUnit
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.people import Person


class SentBy(StrEnum):
    """How results came to the organiser: through the club's own link, from a club's desk while it plays, or handed in
    at the organiser's desk."""

    CLUB = "club"
    LIVE = "live"
    ORGANISER = "organiser"


@dataclass(frozen=True, slots=True)
class FieldClub:
    """A club of the field. `fouled` are boards that it played with other cards than the field. While it `is_out`,
    nothing of it is scored (`why` tells the reason)."""

    number: int
    name: str
    fouled: tuple[BoardNumber, ...] = ()
    is_out: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class SimultaneousField:
    """A simultaneous event: what is played on which days, how it is scored, and by whom.

    Boards 1 to `boards` are in play from `date` to `last_date` (ISO). Clubs send until `closes_at`, None without an
    end. `rules` is the copy of the `regulations` that it is scored by, `tables` are what instant matchpoints compare
    with. `fingerprint` is that of the deals, published before anybody plays; `deals` are kept where the organiser has
    them, and given to the clubs once they `are_released`. `comments` are what the organiser writes about a board.
    Masterpoints of the `game_class` go by the list of the whole field; None where it gives none.
    """

    name: str
    date: str
    boards: int
    method: Method = Method.MATCHPOINTS
    regulations: str = ""
    rules: Mapping[str, object] = field(default_factory=dict, hash=False)
    event_class: EventClass = EventClass.WEEKLY
    last_date: str = ""
    closes_at: datetime | None = None
    fingerprint: str = ""
    deals: PlacedDeals | None = None
    are_released: bool = False
    tables: Mapping[BoardNumber, Frequencies] = field(default_factory=dict, hash=False)
    clubs: tuple[FieldClub, ...] = ()
    comments: Mapping[BoardNumber, str] = field(default_factory=dict, hash=False)
    game_class: int | None = None
    tied_awards: TiedAwards = TiedAwards.MEAN

    def club(self, number: int) -> FieldClub | None:
        """Returns the club of a number, or None."""
        return next((club for club in self.clubs if club.number == number), None)

    def is_closed(self, now: datetime) -> bool:
        """True if clubs can send no more results."""
        return self.closes_at is not None and now > self.closes_at


@dataclass(frozen=True, slots=True)
class ClubPair:
    """A pair as its club calls it, with its people as the club gave them, and the field of its club (0 or 1) in which
    it is ranked there."""

    number: Number
    people: tuple[Person, ...] = ()
    field: int = 0


@dataclass(frozen=True, slots=True)
class ClubPenalty:
    """A penalty of a pair (its place among the club's pairs): a positive amount of a unit."""

    pair: int
    amount: Fraction
    unit: PenaltyUnit
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClubResults:
    """The results of a club in columns: at one place of each the board, the places of both pairs among `pairs`, and the
    score for North-South.

    `others` are the outcomes of both sides where there is no one score, by that place; `groups` the form of a board
    that the club fouled itself. `fouled` are boards whose cards in the file are not those of the field. `awaited` is
    how many results of the club's plan are still to come.
    """

    pairs: tuple[ClubPair, ...]
    boards: tuple[BoardNumber, ...]
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    scores: tuple[int, ...]
    others: Mapping[int, tuple[SideOutcome, SideOutcome]] = field(default_factory=dict, hash=False)
    groups: Mapping[int, int] = field(default_factory=dict, hash=False)
    penalties: tuple[ClubPenalty, ...] = ()
    fouled: tuple[BoardNumber, ...] = ()
    awaited: int = 0

    @property
    def boards_played(self) -> tuple[BoardNumber, ...]:
        """Returns the boards that have a result, in order."""
        return tuple(sorted(set(self.boards)))


@dataclass(frozen=True, slots=True)
class UploadTaken:
    """One time that a club's results were taken: when and how, the file's name, hashes of everything and of the scores
    alone, how many results there were, and how many of them were new or other than before.

    `event` and `length` are the id and the length of the ledger if it was an event file. `notes` are the messages to
    the club. While a club plays, the newest upload represents all `times`.
    """

    at: datetime
    by: SentBy
    file: str
    digest: str
    scores: str
    results: int
    changed: int
    event: str = ""
    length: int = 0
    notes: tuple[Problem, ...] = ()
    times: int = 1


@dataclass(frozen=True, slots=True)
class UploadRefused:
    """The last time that nothing was taken of what a club sent, and why."""

    at: datetime
    by: SentBy
    file: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ClubUpload:
    """The uploads of a club: the results that count (None: none yet, or withdrawn), all accepted uploads, the newest
    last, and those refused since then."""

    results: ClubResults | None = None
    history: tuple[UploadTaken, ...] = ()
    refused: UploadRefused | None = None
