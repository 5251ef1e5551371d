"""Views: what screens, sheets and files show of an event. Values only; words are made by the face that shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber, Vulnerability
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.lettering import letter_of
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.scoring.outcomes import TableScore
from arrowswitch.core.scoring.slips import score_columns
from arrowswitch.core.scoring.standings import SidePoints, Standing, Standings
from arrowswitch.tournament.model.places import RoundPlace, Slot
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import Note
from arrowswitch.tournament.model.values.table_entry import TableEntry


class Flag(StrEnum):
    """A flag for a slot that needs attention."""

    ODD = "odd"
    CHANGED = "changed"
    FORCED = "forced"
    ADJUSTED = "adjusted"
    PENDING = "pending"
    NOTE = "note"
    UNCONFIRMED = "unconfirmed"
    REMOVED = "removed"
    FOULED = "fouled"
    LATE_PLAY = "late-play"


@dataclass(frozen=True, slots=True)
class SeatView:
    """A contestant at a table: its number and its entry (`entry` is None for the phantom and unassigned numbers)."""

    numbers: tuple[Number, ...]
    entries: tuple[Entry | None, ...]
    is_phantom: bool

    @property
    def label(self) -> str:
        return "+".join(self.numbers)

    @property
    def names(self) -> tuple[str, ...]:
        """Returns the names of all players on this side; empty if nobody is assigned."""
        return tuple(name for entry in self.entries if entry is not None for name in entry.names)


@dataclass(frozen=True, slots=True)
class CellView:
    """One slot: who is due to sit there, what was entered, what it scored, and what is to be noticed.

    `is_due` is False for slots against the phantom. `ns` and `ew` are those of the entry when there is one, else
    those of the plan. `form` counts the forms of a board whose hands were changed, 0 as dealt. `put_off_because` is why
    a late play was put off.
    """

    slot: Slot
    table_label: str
    dealer: Seat
    vulnerability: Vulnerability
    is_due: bool
    ns: SeatView
    ew: SeatView
    entry: TableEntry | None
    ns_score: int | None
    ns_points: SidePoints | None
    ew_points: SidePoints | None
    flags: frozenset[Flag]
    note: Note | None
    form: int = 0
    put_off_because: str = ""

    @property
    def form_letter(self) -> str:
        """Returns the letter of the form in which a fouled board was played here, `A` as dealt; empty otherwise."""
        return letter_of(self.form) if Flag.FOULED in self.flags else ""

    @property
    def columns(self) -> tuple[str, str]:
        """Returns the texts of the North-South and East-West columns; empty without an entry."""
        if self.entry is None:
            return "", ""
        return score_columns(self.ns_score, self.entry.ns_award, self.entry.ew_award)

    def score_of(self, *, is_ns: bool) -> int | None:
        """Returns the score that counts for a side, in points for North-South: the ruled one, or that of the table.
        Returns None without one, as with an average or a weighted score."""
        award = None if self.entry is None else self.entry.ns_award if is_ns else self.entry.ew_award
        if award is None:
            return self.ns_score
        return award.ns if isinstance(award, TableScore) else None

    @property
    def is_missing(self) -> bool:
        """True if a result is still to come and was not put off."""
        return self.is_due and self.entry is None and not self.is_put_off

    @property
    def is_put_off(self) -> bool:
        """True if the board is to be played later (late play)."""
        return Flag.LATE_PLAY in self.flags


@dataclass(frozen=True, slots=True)
class TableView:
    """One table in one round (a pick-up slip): its sides and its boards."""

    at: RoundPlace
    table: int
    label: str
    ns: SeatView
    ew: SeatView
    is_played: bool
    cells: tuple[CellView, ...]

    @property
    def missing(self) -> int:
        """Returns the number of results of the table still to come."""
        return sum(cell.is_missing for cell in self.cells)


@dataclass(frozen=True, slots=True)
class RoundView:
    """All tables of a section in one round, who sits out, and what is called out at its start and at its end."""

    at: RoundPlace
    rounds: int
    tables: tuple[TableView, ...]
    sit_outs: tuple[SeatView, ...]
    announcements: tuple[Problem, ...]

    @property
    def missing(self) -> int:
        """Returns the number of results of the round still to come."""
        return sum(table.missing for table in self.tables)


@dataclass(frozen=True, slots=True)
class MatrixView:
    """Tables x boards of a section. `cells[(table, board)]` lists the slots there: one, or more when a table plays a
    board again.
    """

    section: SectionLetter
    tables: tuple[tuple[int, str], ...]
    boards: tuple[BoardNumber, ...]
    cells: Mapping[tuple[int, BoardNumber], tuple[CellView, ...]]


@dataclass(frozen=True, slots=True)
class RankRow:
    """A line of a ranking: the standing, who that is, and the masterpoints of each of them where the game gives any."""

    standing: Standing
    section: SectionLetter
    entry: Entry | None
    master_points: Fraction | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Returns the names; empty for a number without an entry."""
        return self.entry.names if self.entry is not None else ()


@dataclass(frozen=True, slots=True)
class RankingView:
    """The rankings of a session: one group for a one-winner game, N-S and E-W for a two-winner game.

    `missing` results and `late_plays` are still to come (then the ranking is provisional); `pending` rulings are open.
    `version`, `published_at` and `corrections` are those of the publication it belongs to (0 and None when it is not a
    published one).
    """

    phase: Phase
    groups: tuple[tuple[Side | None, tuple[RankRow, ...]], ...]
    standings: Standings
    missing: int
    pending: int
    version: int
    published_at: datetime | None
    deadline: datetime | None
    corrections: int
    seq: int
    late_plays: int = 0

    @property
    def results_to_come(self) -> int:
        """Returns the number of results still to come, including late plays."""
        return self.missing + self.late_plays


@dataclass(frozen=True, slots=True)
class TravellerView:
    """All results of one board, best North-South score first. `datum` is the score with which they are compared, if the
    method has one; `is_datum_given` if the director set it."""

    board: BoardNumber
    dealer: Seat
    vulnerability: Vulnerability
    cells: tuple[CellView, ...]
    top: Fraction
    ns_sum: Fraction
    ew_sum: Fraction
    expected_sum: Fraction
    is_adjusted: bool
    datum: Fraction | None = None
    is_datum_given: bool = False


@dataclass(frozen=True, slots=True)
class PrivateLine:
    """A board of one contestant's evening, seen from its side."""

    cell: CellView
    side: Side
    opponents: SeatView
    score: int | None
    points: SidePoints | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """One contestant's evening, board by board in the order of play; rounds without a table are in `sit_outs`."""

    number: Number
    section: SectionLetter
    entry: Entry | None
    lines: tuple[PrivateLine, ...]
    sit_outs: tuple[int, ...]
    rank: RankRow | None


@dataclass(frozen=True, slots=True)
class RecapRow:
    """A contestant's points by column (boards, or rounds); None where it did not play."""

    rank: RankRow
    points: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class RecapView:
    """The recapitulation sheet: contestants x boards or x rounds, with column sums."""

    is_by_round: bool
    columns: tuple[int, ...]
    groups: tuple[tuple[Side | None, tuple[RecapRow, ...]], ...]
    sums: tuple[tuple[Fraction, ...], ...]
    average: Fraction


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One ledger entry for the history page: author, time, reason, and the words of its facts (codes with parameters).
    `can_undo` if it can be undone. `day` is that of the event: a step on another day is shown with its date.
    `took_back` are the words of the step that it undid, `approver` is the person who approved it after the deadline.
    `slot` is its last slot, `before` the result in that slot until then, empty if there was none.
    """

    seq: int
    at: datetime
    author: str
    device: str
    reason: str
    what: tuple[Problem, ...]
    is_undone: bool
    can_undo: bool
    day: str
    took_back: tuple[Problem, ...] = ()
    approver: str = ""
    slot: Slot | None = None
    before: str = ""


@dataclass(frozen=True, slots=True)
class OddResult:
    """A result that is unlike the others of its board, and why (a code with parameters)."""

    cell: CellView
    why: Problem
    weight: int


@dataclass(frozen=True, slots=True)
class HeaderView:
    """The line at the head of every page of an event. `laws` is the edition of the Laws that is in force (R-398).

    `rounds` is 0 while the number is unknown: a knockout continues until there is a winner.
    """

    state: EventState
    phase: Phase
    pairs: int
    singles: int
    round: int
    rounds: int
    missing: int
    pending: int
    laws: int = 0
