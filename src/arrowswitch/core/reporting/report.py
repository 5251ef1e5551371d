"""The report of an event from a club to its federation: players, ranks, boards, masterpoints (R-310, R-320).

JCBL director's manual 3.3, lines 3914 (the results are sent as data) and 3919 (from the grade CCG on the office reckons
the masterpoints, and ranks alone are reported). The manual describes no format; this one is the program's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.awards.masterpoints import USUAL, MasterpointRates, TiedAwards
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.rules import EventClass

MOST_RESULTS = 120_000
"""Results of one report: 200 clubs of 20 tables and 28 boards have 112,000, a day of three sections 3,000."""


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    """A player: the names as they were entered, the membership number (empty for a guest), and the masterpoints of this
    event; None if it gives none. A player who was expelled earns none (`is_expelled`)."""

    name: str
    number: str = ""
    kana: str = ""
    roman: str = ""
    points: Fraction | None = None
    is_expelled: bool = False


@dataclass(frozen=True, slots=True)
class NumberInSession:
    """The number of a contestant's results in a session; `pairs` are the numbers of a team's pairs if they have their
    own."""

    session: int
    number: str
    section: str = ""
    pairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportedContestant:
    """A pair, team or player in its list.

    `rank` is the one in the list by which masterpoints are given, 0 without one; `place` the one in the list over all,
    where there is one. `total` is what the results brought (`results`) and what was added to it (`adjustment`:
    factoring, penalties, byes, carry-over). `wins` are the victory points of the matches that a team won, by which its
    members may earn masterpoints.
    """

    number: str
    players: tuple[ReportedPlayer, ...]
    sessions: tuple[NumberInSession, ...]
    rank: int
    is_tied: bool
    total: Fraction
    results: Fraction
    adjustment: Fraction
    name: str = ""
    section: str = ""
    side: Side | None = None
    percent: Fraction | None = None
    place: int = 0
    is_place_tied: bool = False
    wins: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ReportedField:
    """A list of contestants by rank. `by` is the column that it goes by (`total`, `percent`, or neither: a bracket);
    `boards` and `most` are what a round of matches is worth, where victory points earn masterpoints."""

    contestants: tuple[ReportedContestant, ...]
    by: str = ""
    boards: int = 0
    most: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """The result of a board at a table, as directors write it (`text`), and the points of both sides."""

    session: int
    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    text: str
    section: str = ""
    round: int = 0
    table: int = 0
    ns_points: Fraction | None = None
    ew_points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class MatchReported:
    """A match: both numbers, its boards, and what it brings both; None while it brings nothing by itself."""

    session: int
    round: int
    home: str
    away: str
    boards: tuple[int, ...] = ()
    home_points: Fraction | None = None
    away_points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """The fixed facts of the event. `game_class` is the class of a weekly game, None where the club gives no
    masterpoints; with `is_office_points` the office reckons them. `places_before` are places of another event that come
    before the first one here, `tied_awards` what tied ranks earn, `rates` the numbers of the formula. `regulations` are
    those that it is scored by."""

    event_id: str
    name: str
    date: str
    grade: EventClass
    form: str
    kind: ContestantKind
    method: str
    regulations: str
    venue: str = ""
    sessions: int = 1
    director: str = ""
    director_grade: str = ""
    game_class: int | None = None
    is_office_points: bool = False
    places_before: int = 0
    team_method: str = ""
    scale: str = ""
    tied_awards: TiedAwards = TiedAwards.MEAN
    rates: MasterpointRates = USUAL.rates


@dataclass(frozen=True, slots=True)
class ReportChange:
    """A difference from the report before: the contestant (a number, or nothing), the kind of change, and both
    texts."""

    what: str
    who: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The report. `version` counts those of the event, from 1; `seq` is the ledger entry that it shows, `corrections`
    how many corrections were made after a publication. `is_provisional` while something is awaited. `results_left_out`
    are the results of a field of clubs that are too many for a report: they stand in what the clubs sent."""

    event: ReportedEvent
    fields: tuple[ReportedField, ...]
    version: int = 1
    seq: int = 0
    club: str = ""
    program: str = ""
    made_at: str = ""
    is_provisional: bool = False
    corrections: int = 0
    results: tuple[ReportedResult, ...] = ()
    matches: tuple[MatchReported, ...] = ()
    changes: tuple[ReportChange, ...] = ()
    results_left_out: int = 0

    @property
    def contestants(self) -> tuple[ReportedContestant, ...]:
        """Returns all contestants, one list after another."""
        return tuple(one for field in self.fields for one in field.contestants)

    def players(self) -> Iterator[tuple[ReportedContestant, ReportedPlayer]]:
        """Yields every player with the pair, team or place that is theirs."""
        return ((one, player) for one in self.contestants for player in one.players)
