"""The ranking in the hall: page by page, each page in columns of equal length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.rankings import ranking_of_event
from arrowswitch.web.hall.moment import HallMoment
from arrowswitch.web.hall.released import Released, ranked_rows
from arrowswitch.web.hall.row_marks import row_marks, signs_used
from arrowswitch.web.hall.space import PAIR_IN_COLUMN, Space

Row = TypeVar("Row")
RankingColumns = tuple[tuple[RankRow, ...], ...]


@dataclass(frozen=True, slots=True)
class HallRanking:
    """The ranking in the hall, page by page, each page in columns. `publication` is None for the live one."""

    groups: tuple[tuple[Side | None, tuple[RankingColumns, ...]], ...]
    publication: Publication | None
    missing: int
    corrections_since: int
    marks: Mapping[EntryId, str] = field(default_factory=dict, hash=False)

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Returns each sign of the rows, with the name of its flag."""
        return signs_used(self.marks)


def hall_ranking(moment: HallMoment, release: Released, is_large: bool, space: Space) -> HallRanking:
    """Returns the ranking that is shown, in pages."""
    ranked_groups = ranked_rows(release.state)
    columns = 2 if is_large and len(ranked_groups) == 1 else 1
    entries = [row.entry for _, rows in ranked_groups for row in rows]
    names, partners = moment.names(entries), moment.partners(entries)
    most = space.rows(names, PAIR_IN_COLUMN, partners=partners, is_large=is_large)
    groups = tuple((side, columns_of(rows, most, columns)) for side, rows in ranked_groups)
    publication = release.publication
    return HallRanking(
        groups=groups,
        publication=publication,
        missing=ranking_of_event(release.state).results_to_come,
        corrections_since=_count_corrections(moment.state, publication),
        marks=row_marks(release.state),
    )


def columns_of(rows: Sequence[Row], most: int, columns: int) -> tuple[tuple[tuple[Row, ...], ...], ...]:
    """Returns rows page by page, each page in at most this many columns of at most `most` rows; all pages and columns
    are about as long.

    >>> columns_of("abcdefg", 3, 2)
    ((('a', 'b'), ('c', 'd')), (('e', 'f'), ('g',)))
    """
    pages = -(-len(rows) // (most * columns))
    size = -(-len(rows) // pages) if pages else 1
    made = []
    for at in range(0, len(rows), size):
        page = rows[at : at + size]
        length = len(page) if len(page) <= most and pages == 1 else -(-len(page) // columns)
        made.append(tuple(tuple(page[begin : begin + length]) for begin in range(0, len(page), length)))
    return tuple(made)


def _count_corrections(state: EventState, publication: Publication | None) -> int:
    """Returns the corrections since a published result; 0 after an interim ranking, which the results of further rounds
    follow."""
    if publication is None or publication.is_interim:
        return 0
    return state.publication.corrections - publication.corrections
