"""A field scored from the columns of its clubs: a row, a board or a club is made of arrays when it is requested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk import NONE, BulkField, BulkStandings, Kind, score_bulk
from arrowswitch.core.scoring.bulk.arrays import Flags, blocks
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.tournament.simultaneous.columns import FieldColumns, join_columns
from arrowswitch.tournament.simultaneous.rows import FieldRow, ScoreCount, ScoreKey, Sent, field_number, sorted_counts


def score_columns(
    sent: Sent,
    regulations: ScoringRegulations,
    method: Method,
    event_class: EventClass,
    score_lines: Callable[[], Standings],
    *,
    is_provisional: bool,
) -> ColumnScores | None:
    """Returns the field of clubs scored on arrays. Returns None for what arrays cannot hold or refuse: `score_lines`
    scores or refuses that line by line."""
    columns = join_columns(sent, event_class, is_provisional=is_provisional)
    if columns is None:
        return None
    try:
        scored = score_bulk(columns.field, regulations, method)
    except Mistake:
        return None
    return ColumnScores(sent, columns, scored, score_lines)


class ColumnScores:
    """A field scored on arrays (a `FieldScores`)."""

    def __init__(
        self, sent: Sent, columns: FieldColumns, scored: BulkStandings, score_lines: Callable[[], Standings]
    ) -> None:
        self._sent, self._columns, self._scored, self._score_lines = sent, columns, scored, score_lines
        self.results = columns.field.size
        self.is_provisional = columns.field.is_provisional

    @cached_property
    def standings(self) -> Standings:
        """Returns the standings with a line for each result, scored when they are first requested."""
        return self._score_lines()

    @property
    def ranks(self) -> Sequence[int]:
        """Returns the ranks of all pairs, best first."""
        ranks: list[int] = self._scored.rank[self._scored.order].tolist()
        return ranks

    def row(self, place: int) -> FieldRow:
        """Returns the row at a place of the ranking, counted from 0, without masterpoints."""
        number = int(self._scored.order[place])
        club, results = self._sent[int(self._columns.club_places[number])]
        pair = results.pairs[int(self._columns.pair_places[number])]
        boards_due = int(self._columns.seated[number])
        standing = self._scored.standing(number, field_number(club.number, pair.number), boards_due=boards_due)
        return FieldRow(standing, club, pair)

    def places_of(self, club: int) -> Sequence[int]:
        """Returns the places of a club's pairs in the ranking."""
        numbers = [place for place, (one, _) in enumerate(self._sent) if one.number == club]
        is_own = np.isin(self._columns.club_places[self._scored.order], numbers)
        places: list[int] = np.flatnonzero(is_own).tolist()
        return places

    def counts(self) -> Iterator[tuple[BoardNumber, tuple[ScoreCount, ...]]]:
        """Yields for each board the frequency of each score, the best for North-South first."""
        field, scored = self._columns.field, self._scored
        unit = 10**scored.point_places
        by_board: dict[BoardNumber, dict[ScoreKey, int]] = {board: {} for board in np.unique(field.boards).tolist()}
        for row, n in _different_results(field, scored):
            ns, ew = (_points(int(scored.points[side][row]), unit) for side in Side)
            is_other = field.groups is not None and bool(field.groups[row] > 0)
            counts = by_board[int(field.boards[row])]
            key = (int(field.scores[row]), ns, ew, is_other)
            counts[key] = counts.get(key, 0) + n
        for board, frequency in by_board.items():
            yield board, sorted_counts(frequency)


def _points(amount: int, unit: int) -> Fraction | None:
    return None if amount == NONE else Fraction(amount, unit)


def _different_results(field: BulkField, scored: BulkStandings) -> Iterator[tuple[int, int]]:
    """Yields the first result of each score of each form of a board, and how many results are like it, in the order of
    the first ones. Results without one score for both sides are left out."""
    cells = scored.addends[0][0].lookup.cells
    rows = np.arange(field.size)
    places = np.concatenate([cells.places(part) for part in blocks(field.size)])
    if (is_score := _has_one_score(field)) is not None:
        rows, places = rows[is_score], places[is_score]
    counts = np.bincount(places, minlength=cells.table_size)
    first = np.zeros(len(counts), np.int64)
    first[places[::-1]] = rows[::-1]
    different = np.flatnonzero(counts)
    yield from sorted(zip(first[different].tolist(), counts[different].tolist(), strict=True))


def _has_one_score(field: BulkField) -> Flags | None:
    """Returns the flags of results with one score for both sides; None if all have one."""
    if field.kinds is None:
        return None
    ns, ew = field.side(Side.NS), field.side(Side.EW)
    is_score: Flags = (ns.kinds == Kind.SCORE) & (ew.kinds == Kind.SCORE) & (ns.scores == ew.scores)
    return is_score
