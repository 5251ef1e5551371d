"""Repairs of several cells at once: the cells that clash most are emptied, and filled again without a clash.

A typing slip is in more clashes than the right cells that it clashes with. So the cell with the most clashes is emptied
until none is left, of several such cells one after another. The empty cells are filled by a complete search, which
prefers their old contents.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from arrowswitch.core.movements.mending.clashes import Changes, ClashCounter, Place
from arrowswitch.core.movements.mending.moves import fillings

_MOST_EMPTIED = 9
_MOST_TRIES = 6_000
_MOST_REPAIRS = 12
_MOST_CHOICES = 12
"""The sets of emptied cells that are tried."""
_MOST_EQUAL = 4


def refill_cells(counter: ClashCounter) -> list[Changes]:
    """Returns changes after which no clash is left, at most `_MOST_REPAIRS`; none if many cells clash."""
    search = _Search(counter)
    missing = [place for place in counter.suspects({}) if counter.cell(place, {}) is None]
    for emptied in islice(_choose_cells(counter, frozenset(missing), set()), _MOST_CHOICES):
        repairs = list(islice(search.fill(dict.fromkeys(emptied), emptied), _MOST_REPAIRS))
        if repairs:
            return repairs
    return []


def _choose_cells(
    counter: ClashCounter, emptied: frozenset[Place], seen: set[frozenset[Place]]
) -> Iterator[list[Place]]:
    """Yields the cells to fill, in the order of rounds and tables: `emptied` and as many as clash with others.

    Of cells with the same number of clashes first one is emptied, then another.
    """
    if emptied in seen or len(emptied) > _MOST_EMPTIED:
        return
    seen.add(emptied)
    clashes = counter.clashes_by_cell(dict.fromkeys(emptied), is_filling=True)
    if not clashes:
        yield sorted(emptied)
        return
    most = max(clashes.values())
    for place in sorted(place for place, count in clashes.items() if count == most)[:_MOST_EQUAL]:
        yield from _choose_cells(counter, emptied | {place}, seen)


class _Search:
    """Fills empty cells one after another without a clash, with the contents nearest to the old ones first."""

    def __init__(self, counter: ClashCounter) -> None:
        self._counter = counter
        self._tries = 0

    def fill(self, changes: Changes, places: list[Place]) -> Iterator[Changes]:
        """Yields the changed cells with all `places` filled."""
        if not places:
            if not self._counter.clashes_with(changes):
                yield {place: cell for place, cell in changes.items() if cell != self._counter.cell(place, {})}
            return
        place, later = places[0], places[1:]
        ways: list[tuple[int, int, Changes]] = []
        for rank, filling in enumerate(fillings(self._counter, changes, place)):
            self._tries += 1
            if self._tries > _MOST_TRIES:
                return
            wider: Changes = {**changes, **filling}
            if not self._counter.clashes_with(wider, is_filling=True):
                ways.append((self._counter.distance(filling), rank, wider))
        for *_, wider in sorted(ways, key=lambda way: way[:2]):
            yield from self.fill(wider, later)
        here = sum(one[0] == place[0] for one in places)
        if here > self._counter.missing(place[0], changes):
            yield from self.fill(changes, later)
