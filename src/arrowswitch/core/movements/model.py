"""The one movement value, which every family makes and everything later reads.

A movement is the plan of play of one section in one session: for each round and table, who sits North-South, who sits
East-West and which board set they play. Guide cards, entry checks, table screens and recovery read only this value.
Pairs, teams and single players, shared sets (relays), sit-outs, A/B tables and rounds that are drawn one at a time all
fit. Moves, relays and sit-outs are derived from the meetings and stored nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Impossible
from arrowswitch.core.game.boards import BoardNumber

SessionNumber = int
"""1 and upwards."""
SectionLetter = str
"""One capital letter, `A` the first."""
RoundNumber = int
"""1 is the first round played; a sheet that starts in round 2 is renumbered when it is made."""
TableNumber = int
"""1 and upwards in the section; the label on the card (`6A`) is `Movement.table_labels`."""
SetNumber = int
"""1 and upwards: a place in `Movement.board_sets`."""


DRAWN_FAMILIES = ("swiss", "knockout", "league")
"""The families whose rounds come one after another: drawn by rank, by a bracket, or from a schedule."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One table in one round: two sides and a board set.

    `ns` and `ew` hold one number each for pairs and teams, and two for individuals (North and South, East and West).
    """

    round: RoundNumber
    table: TableNumber
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    board_set: SetNumber

    @property
    def contestants(self) -> tuple[Number, ...]:
        """Returns all contestants at the table, North-South first."""
        return self.ns + self.ew


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole plan of play of one section and session.

    - `family` is a catalogue name (`howell`, `relay-mitchell`); `options` are what the family was asked with
      (`{"tables": 7, "rounds": 13}`), enough to make it again.
    - `board_sets[s - 1]` are the board numbers of set `s`; `bye_stands` are the places where sets rest: `{table:
      places}` is the number of places behind that table (towards the next higher one) in the ring of boards.
    - `fields` are the groups ranked apart: one group when everybody is compared with everybody,
      two for a two-winner Mitchell (North-South first).
    - `stationary` never leave their table; `arrow_switched` are the rounds in which the sheet turns the arrow.
    - `phantom` is the number without a pair; its opponents sit out.
    - `table_labels` holds the label of a table where it is not its number (`{6: "6A", 7: "6B"}`).
    - `rounds_free_to_cut` are the numbers of rounds after which play may stop with every board of equal value.
    """

    family: str
    kind: ContestantKind
    contestants: tuple[Number, ...]
    tables: int
    rounds: int
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    meetings: tuple[Meeting, ...]
    fields: tuple[tuple[Number, ...], ...]
    options: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    stationary: tuple[Number, ...] = ()
    arrow_switched: tuple[RoundNumber, ...] = ()
    phantom: Number | None = None
    table_labels: Mapping[TableNumber, str] = field(default_factory=dict, hash=False)
    bye_stands: Mapping[TableNumber, int] = field(default_factory=dict, hash=False)
    rounds_free_to_cut: tuple[RoundNumber, ...] = ()

    def __hash__(self) -> int:
        """Returns a hash without the meetings, which are many: what is known of a plan is looked up by it."""
        return hash((self.family, self.kind, self.tables, self.rounds, self.phantom, len(self.meetings)))

    @property
    def boards_per_round(self) -> int:
        """Returns the number of boards in the largest set."""
        return max((len(boards) for boards in self.board_sets), default=0)

    @property
    def boards_total(self) -> int:
        """Returns the number of different boards in play."""
        return len({board for boards in self.board_sets for board in boards})

    def label(self, table: TableNumber) -> str:
        """Returns the label on the table's card."""
        return self.table_labels.get(table, str(table))

    def boards_of(self, meeting: Meeting) -> tuple[BoardNumber, ...]:
        """Returns the boards that `meeting` plays."""
        return self.board_sets[meeting.board_set - 1]

    def in_round(self, round_number: RoundNumber) -> tuple[Meeting, ...]:
        """Returns the meetings of a round in table order."""
        meetings = (meeting for meeting in self.meetings if meeting.round == round_number)
        return tuple(sorted(meetings, key=lambda meeting: meeting.table))

    @property
    def is_played_by_draws(self) -> bool:
        """True if the rounds are drawn one after another: in a Swiss, a knockout or a league."""
        return self.family in DRAWN_FAMILIES

    def is_drawn(self, round_number: RoundNumber) -> bool:
        """True if the pairings of a round are known; a round still to be drawn has no meetings."""
        return any(meeting.round == round_number for meeting in self.meetings)

    def at(self, round_number: RoundNumber, table: TableNumber) -> Meeting | None:
        """Returns the meeting at `table` in a round, or nothing when the table is empty."""
        for meeting in self.meetings:
            if meeting.round == round_number and meeting.table == table:
                return meeting
        return None

    def itinerary(self, number: Number) -> tuple[Meeting | None, ...]:
        """Returns the meeting of `number` in each round; None is a round without a table."""
        by_round: list[Meeting | None] = [None] * self.rounds
        for meeting in self.meetings:
            if number in meeting.contestants:
                by_round[meeting.round - 1] = meeting
        return tuple(by_round)

    def is_played(self, meeting: Meeting) -> bool:
        """True if cards are played at the meeting: neither contestant is the phantom."""
        return self.phantom is None or self.phantom not in meeting.contestants

    def sit_outs(self, round_number: RoundNumber) -> tuple[Number, ...]:
        """Returns the contestants that do not play in a round, without a table or against the phantom; the phantom is
        not among them."""
        playing = {
            number
            for meeting in self.meetings
            if meeting.round == round_number and self.is_played(meeting)
            for number in meeting.contestants
        }
        return tuple(n for n in self.contestants if n not in playing and n != self.phantom)

    def copy_of(self, table: TableNumber) -> int:
        """Returns the copy of the boards at `table`: 0 if there is only one, otherwise 1 and upwards (twin boards).

        The copies are declared in the options: `copies` names the tables of each, as `1-9 10-18`.
        """
        declared = self.options.get("copies")
        copies = copy_tables(str(declared)) if declared else ()
        return next((copy for copy, tables in enumerate(copies, start=1) if table in tables), 0)

    def sharing(self, round_number: RoundNumber) -> dict[SetNumber, tuple[TableNumber, ...]]:
        """Returns the sets that several tables play in the same round (relays), with their tables.

        Tables that have a copy of the boards each do not share.
        """
        tables: dict[tuple[SetNumber, int], list[TableNumber]] = {}
        for meeting in self.in_round(round_number):
            if self.is_played(meeting):
                tables.setdefault((meeting.board_set, self.copy_of(meeting.table)), []).append(meeting.table)
        shared: dict[SetNumber, tuple[TableNumber, ...]] = {}
        for (board_set, _), at in sorted(tables.items()):
            if len(at) > 1:
                shared[board_set] = (*shared.get(board_set, ()), *at)
        return shared

    def with_phantom(self, number: Number | None) -> Movement:
        """Returns the same plan with `number` as the phantom."""
        if number is not None and number not in self.contestants:
            raise Impossible(f"phantom {number} is not in the movement {self.family}")
        return replace(self, phantom=number)


@lru_cache(maxsize=256)
def copy_tables(written: str) -> tuple[range, ...]:
    """Returns the tables of each copy of the boards; words that cannot be read are skipped (the checker reports them).

    >>> copy_tables("1-9 10-18")
    (range(1, 10), range(10, 19))
    """
    matches = (_TABLES.fullmatch(word) for word in written.split())
    return tuple(range(int(match[1]), int(match[2]) + 1) for match in matches if match is not None)


_TABLES = re.compile(r"(\d{1,3})-(\d{1,3})")
