"""The input of a session's scoring: the lines, the ranked contestants of each field, the boards that the movement
planned, and penalties.

One input is one comparison: all results of a board number are compared with one another across sections (manual, lines
2294-2298). Sections that are compared apart are scored apart and ranked together by percentage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.core.scoring.outcomes import Average, Line, Neutral, NotPlayed, TableScore, Weighted
from arrowswitch.core.scoring.rules import EventClass, PenaltyUnit

Frequencies = tuple[tuple[int, int], ...]
"""A table of a board that was given beforehand: North-South scores and how often each occurred."""


class BoardLines(tuple[Line, ...]):
    """The lines of one board, which know what is asked of them after every result: who is on them, what is settled, and
    their hash, by which the scored board is looked up."""

    @cached_property
    def numbers(self) -> frozenset[Number]:
        return frozenset(number for line in self for number in line.ns + line.ew)

    @cached_property
    def result_count(self) -> int:
        """Returns the number of lines that are results, obtained at the table or awarded."""
        return sum(not _is_unplayed(line) for line in self)

    @cached_property
    def is_put_off(self) -> bool:
        """True if any line is still to be played (late play)."""
        return any(line.is_put_off for line in self)

    @cached_property
    def has_averages(self) -> bool:
        """True if a side has an average or a neutral score, which may depend on a session percentage."""
        return any(
            isinstance(outcome, Average | Neutral) for line in self for outcome in (line.ns_outcome, line.ew_outcome)
        )

    @cached_property
    def weighted_lines(self) -> tuple[Line, ...]:
        """Returns the lines with a weighted score on a side."""
        return tuple(
            line for line in self if isinstance(line.ns_outcome, Weighted) or isinstance(line.ew_outcome, Weighted)
        )

    @cached_property
    def _hash(self) -> int:
        scores = tuple(line.ns_outcome.ns if isinstance(line.ns_outcome, TableScore) else None for line in self)
        return hash((tuple(line.ns for line in self), scores))

    def __hash__(self) -> int:
        return self._hash

    def is_among(self, numbers: tuple[Number, ...]) -> bool:
        """True if all contestants on the lines are among `numbers`; the last numbers that passed are remembered."""
        if self.__dict__.get("_among") != numbers:
            if not self.numbers.issubset(numbers):
                return False
            self.__dict__["_among"] = numbers
        return True


class SessionLines(tuple[Line, ...]):
    """The lines of a session, which know those of each board."""

    @classmethod
    def of(cls, boards: Mapping[BoardNumber, BoardLines]) -> SessionLines:
        """Returns the lines of boards that are known one by one, in ascending order."""
        made = cls(line for lines in boards.values() for line in lines)
        made.__dict__["boards"] = boards
        return made

    @cached_property
    def boards(self) -> Mapping[BoardNumber, BoardLines]:
        """Returns the lines of each board, boards in ascending order."""
        by_board: dict[BoardNumber, list[Line]] = {}
        for line in self:
            by_board.setdefault(line.board, []).append(line)
        return {board: BoardLines(by_board[board]) for board in sorted(by_board)}


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty of a contestant: a positive amount of a unit; negative gives a bonus.

    For single players of a pair's table give the pair one penalty for each player (regulations summary, line 256).
    """

    number: Number
    amount: Fraction
    unit: PenaltyUnit
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScoringInput:
    """A session to score.

    - `contestants` are ranked; nobody named means everybody on a line. `fields` are ranked apart (none: one field);
      `directions` tells who sat in one direction throughout, in a two-field game.
    - `boards_due` is how many boards the movement gives a contestant, `full_results` how many results a board has
      when it is complete (without those of excluded numbers). Both may be left out when everything is complete.
    - `excluded` are the phantom and pairs whose scores were removed: lines with them are no results.
    - While `is_provisional`, a board that is not complete is compared on its results so far, nothing is factored, and
      ranks go by the percentage of what could be won so far.
    - `round_boards` is how many boards of a round two contestants play against one another, for methods that score
      rounds (None: the most that any two have together).
    - `frequencies` are the tables that results are compared with in place of one another (instant matchpoints).
    - `datums` are scores of North-South, entered by the director, that results are compared with in place of the
      middle of the board's own scores (Butler, Houston).
    - `sat_out` is the number of rounds of a Swiss that a contestant had to sit out, which earn victory points, and
      `missed` the number that a late entry has missed, which earn those of `missed_as`.
    - `board_rounds` is the round in which each board is played, so that two contestants who meet again in a Swiss have
      a match for each round; `own_rounds` has the rounds of boards that are played in several rounds, by board and
      contestant. Without them the boards of two contestants are divided by `round_boards`.

    A line that is put off (late play) is left out of everything, and the session is provisional until it is decided.
    """

    lines: tuple[Line, ...]
    contestants: tuple[Number, ...] = ()
    fields: tuple[tuple[Number, ...], ...] = ()
    directions: Mapping[Number, Side] = field(default_factory=dict, hash=False)
    boards_due: Mapping[Number, int] = field(default_factory=dict, hash=False)
    full_results: Mapping[BoardNumber, int] = field(default_factory=dict, hash=False)
    penalties: tuple[Penalty, ...] = ()
    excluded: frozenset[Number] = frozenset()
    is_provisional: bool = False
    event_class: EventClass = EventClass.WEEKLY
    round_boards: int | None = None
    frequencies: Mapping[BoardNumber, Frequencies] = field(default_factory=dict, hash=False)
    datums: Mapping[BoardNumber, Fraction] = field(default_factory=dict, hash=False)
    sat_out: Mapping[Number, int] = field(default_factory=dict, hash=False)
    board_rounds: Mapping[BoardNumber, int] = field(default_factory=dict, hash=False)
    own_rounds: Mapping[tuple[BoardNumber, Number], int] = field(default_factory=dict, hash=False)
    missed: Mapping[Number, int] = field(default_factory=dict, hash=False)
    missed_as: MissedRounds = MissedRounds.NOTHING

    def __post_init__(self) -> None:
        """Leaves out what is put off to be played later."""
        lines = self.lines if isinstance(self.lines, SessionLines) else SessionLines(self.lines)
        if any(board.is_put_off for board in lines.boards.values()):
            lines = SessionLines(line for line in lines if not line.is_put_off)
            object.__setattr__(self, "is_provisional", True)
        object.__setattr__(self, "lines", lines)

    @property
    def ranked_numbers(self) -> tuple[Number, ...]:
        """Returns the contestants to rank, in the order given, or by number if none were named."""
        named = self.contestants or tuple(sorted(self._on_lines(), key=number_order))
        return tuple(number for number in named if number not in self.excluded) if self.excluded else named

    def round_of(self, board: BoardNumber, number: Number) -> int | None:
        """Returns the round in which a contestant played a board, None if it is not known."""
        return self.own_rounds.get((board, number), self.board_rounds.get(board))

    def _on_lines(self) -> set[Number]:
        return {number for lines in self.by_board().values() for number in lines.numbers}

    def by_board(self) -> Mapping[BoardNumber, BoardLines]:
        """Returns the lines of each board, boards in ascending order."""
        return self.lines.boards if isinstance(self.lines, SessionLines) else SessionLines(self.lines).boards

    def is_in_field(self, line: Line) -> bool:
        """True if a line is one of the field's own: nobody at the table is excluded."""
        return not self.excluded or self.excluded.isdisjoint(line.ns + line.ew)

    def count_results(self, lines: BoardLines) -> int:
        """Returns the number of a board's lines that are results, really obtained or awarded."""
        if self.excluded.isdisjoint(lines.numbers):
            return lines.result_count
        return sum(self.is_in_field(line) and not _is_unplayed(line) for line in lines)

    def is_complete(self, board: BoardNumber, lines: BoardLines) -> bool:
        """True if a board has all results of the movement; a line entered as not played is not awaited."""
        is_whole = self.excluded.isdisjoint(lines.numbers)
        return (len(lines) if is_whole else sum(map(self.is_in_field, lines))) >= self.full_results.get(board, 0)

    def penalties_of(self, number: Number) -> tuple[Penalty, ...]:
        """Returns the penalties of a contestant."""
        return tuple(penalty for penalty in self.penalties if penalty.number == number)

    @property
    def largest_table(self) -> int:
        """Returns how many results the largest of the tables has that the session's boards are compared with."""
        boards = {line.board for line in self.lines}
        return max((sum(count for _, count in self.frequencies[board]) for board in boards), default=0)

    def places_of_fields(self) -> dict[Number, int]:
        """Returns the place of each contestant's field, 0 for the first; contestants without a field are left out."""
        places: dict[Number, int] = {}
        for place, numbers in enumerate(self.fields):
            for number in numbers:
                places.setdefault(number, place)
        return places

    def check(self) -> None:
        """Raises Refused with everything in the input that cannot be scored.

        Codes: `scoring.unknown-contestant`, `scoring.no-field`, `scoring.unknown-penalty`, `scoring.weights`.
        """
        Refused.check(self._problems())

    def _problems(self) -> Iterator[Problem]:
        listed = {*self.contestants, *self.excluded}
        if self.contestants:
            everybody = (*self.contestants, *sorted(self.excluded))
            strangers = (lines for lines in self.by_board().values() if not lines.is_among(everybody))
            for line in (line for lines in strangers for line in lines):
                for number in (number for number in line.ns + line.ew if number not in listed):
                    yield Problem("scoring.unknown-contestant", {"number": number, "board": line.board})
        placed = {number for numbers in self.fields for number in numbers}
        if self.fields:
            for number in (number for number in self.ranked_numbers if number not in placed):
                yield Problem("scoring.no-field", {"number": number})
        for penalty in self.penalties:
            if penalty.number not in {*self.ranked_numbers, *self.excluded}:
                yield Problem("scoring.unknown-penalty", {"number": penalty.number})
        yield from self._weight_problems()

    def _weight_problems(self) -> Iterator[Problem]:
        for line in (line for lines in self.by_board().values() for line in lines.weighted_lines):
            for outcome in {line.ns_outcome, line.ew_outcome}:
                if isinstance(outcome, Weighted):
                    total = sum((weight for _, weight in outcome.parts), Fraction(0))
                    if total != 1 or any(weight < 0 for _, weight in outcome.parts):
                        percent = plain_string(total * 100)
                        yield Problem(
                            "scoring.weights", {"board": line.board, "ns": "-".join(line.ns), "total": percent}
                        )


def _is_unplayed(line: Line) -> bool:
    return isinstance(line.ns_outcome, NotPlayed) and isinstance(line.ew_outcome, NotPlayed)
