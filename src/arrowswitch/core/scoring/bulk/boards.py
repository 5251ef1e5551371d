"""The boards of a field: results, forms and the planned number of results. All methods share them.

Counted as `totals.planned_results` and `matchpoints.BoardSide` count: a line that neither side played is not a result
of the board, nor is one with an excluded contestant.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk.arrays import Flags, Ints
from arrowswitch.core.scoring.bulk.awards import Awards, SideHoles, awards, count_by_board, holes, outsiders
from arrowswitch.core.scoring.bulk.cells import Cells, Forms
from arrowswitch.core.scoring.bulk.inputs import BulkField, Kind


@dataclass(frozen=True, slots=True, eq=False)
class SideBoards:
    """One side of all boards: its scores and awards; by board how many scores (`results`), how many scores and awards
    (`settled`), and whether it was played in several forms."""

    side: Side
    cells: Cells
    holes: SideHoles
    awards: Awards
    results: Ints
    settled: Ints
    is_fouled: Flags

    def wins(self) -> Ints:
        """Returns by cell how often a score beats another one of its form, twice, and once more for each tie."""
        cells = self.cells
        worse = cells.below if self.side is Side.NS else cells.sizes[cells.form] - cells.below - cells.count
        return 2 * worse + cells.count - 1


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """All boards of a field by their place, and both sides of them. `planned` is how many results each is to have,
    `most_planned` the most that any has, also one that nobody played; `is_awaiting` those with results to come."""

    forms: Forms
    sides: dict[Side, SideBoards]
    planned: Ints
    most_planned: int
    is_awaiting: Flags


def boards_of(field: BulkField, contestants: int) -> Boards:
    """Returns the boards of a field."""
    forms = Forms(field.boards, field.groups)
    out = outsiders(field, contestants)
    ns = _side(Side.NS, field, forms, out, None)
    ew = _side(Side.EW, field, forms, out, None if field.is_split else ns)
    missing = ns.holes.is_out | ((ns.holes.kinds == Kind.NOT_PLAYED) & _is_not_played(field, ns.holes.rows))
    settled = ns.results + count_by_board(ns.holes.rows[~missing], forms)
    in_field = ns.results + count_by_board(ns.holes.rows[~ns.holes.is_out], forms)
    awaited = forms.boards.by_place(field.full_results)
    planned = np.maximum(awaited, settled)
    most = max([int(planned.max(initial=0)), *field.full_results.values()])
    return Boards(
        forms=forms,
        sides={Side.NS: ns, Side.EW: ew},
        planned=planned,
        most_planned=most,
        is_awaiting=in_field < awaited,
    )


def _is_not_played(field: BulkField, rows: Ints) -> Flags:
    kinds = field.side(Side.EW).kinds
    return np.zeros(len(rows), np.bool_) if kinds is None else kinds[rows] == Kind.NOT_PLAYED


def _side(side: Side, field: BulkField, forms: Forms, out: Ints, other: SideBoards | None) -> SideBoards:
    arrays = field.side(side)
    side_holes = holes(arrays, out) if other is None else other.holes
    cells = Cells(forms, arrays.scores, side_holes.rows) if other is None else other.cells
    results = np.zeros(forms.boards.span, np.int64)
    np.add.at(results, forms.board, cells.sizes)
    is_settled = (side_holes.kinds != Kind.NOT_PLAYED) & ~side_holes.is_out
    settled = results + count_by_board(side_holes.rows[is_settled], forms)
    played = np.bincount(forms.board[cells.sizes > 0], minlength=forms.boards.span)
    return SideBoards(
        side=side,
        cells=cells,
        holes=side_holes,
        awards=awards(side_holes, forms),
        results=results,
        settled=settled,
        is_fouled=played > 1,
    )
