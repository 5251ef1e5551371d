"""The results of all clubs as one field of numbers, taken from the columns of each club's file.

A result is no object here: columns are joined, and the pairs of all clubs are numbered in the order of the whole field.
Everything unusual (a column of another length, a pair that is not in the list, a weighted score) is left to the form
line by line, which reports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.scoring.bulk import BulkField, Kind
from arrowswitch.core.scoring.bulk.arrays import AnyInts, Flags, Ints
from arrowswitch.core.scoring.bulk.lines import is_known_outcome, values_of_outcome
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.outcomes import LatePlay, SideOutcome
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.simultaneous.given import group_in_field
from arrowswitch.tournament.simultaneous.rows import Sent

_Values = tuple[int, Kind, int]
"""Score, kind and percentage of a side's outcome."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldColumns:
    """A field of clubs as arrays. By the number that stands for a pair: the place of its club in `sent`, its place
    among the pairs of its club, and how many results it has."""

    field: BulkField
    club_places: Ints
    pair_places: Ints
    seated: Ints


class _Unusual(Exception):
    """Results that columns cannot hold."""


def join_columns(sent: Sent, event_class: EventClass, *, is_provisional: bool) -> FieldColumns | None:
    """Returns the results of clubs as one field; None if anything in them is unusual."""
    try:
        return _Joined(sent).columns(event_class, is_provisional=is_provisional)
    except (_Unusual, OverflowError, TypeError, ValueError):
        return None


class _Joined:
    """The columns of all clubs, one after another. The clubs are in the order of their numbers, and `order` gives each
    pair its place in the field."""

    def __init__(self, sent: Sent) -> None:
        self.places = sorted(range(len(sent)), key=lambda place: sent[place][0].number)
        self.clubs = [sent[place] for place in self.places]
        results = [one for _, one in self.clubs]
        sizes = [len(one.boards) for one in results]
        _check(all(len(one.ns) == len(one.ew) == len(one.scores) == n for one, n in zip(results, sizes, strict=True)))
        numbers = [club.number for club, _ in self.clubs]
        _check(len(set(numbers)) == len(numbers) and min(numbers, default=0) >= 0)
        self.size = sum(sizes)
        pairs = np.array([len(one.pairs) for one in results], np.int64)
        self.pair_starts = np.cumsum(pairs) - pairs
        self.row_starts = (np.cumsum(sizes) - sizes).tolist()
        self.order = self._order()
        self.boards = self._join(one.boards for one in results)
        self.scores = self._join(one.scores for one in results)
        counts, starts = np.repeat(pairs, sizes), np.repeat(self.pair_starts, sizes)
        self.ns = self._join_sides((one.ns for one in results), counts, starts)
        self.ew = self._join_sides((one.ew for one in results), counts, starts)
        self.pairs_of_club = pairs

    def columns(self, event_class: EventClass, *, is_provisional: bool) -> FieldColumns:
        """Returns the columns without results that are put off."""
        others = list(self._others())
        is_kept: Flags = np.ones(self.size, np.bool_)
        is_kept[[row for row, outcomes in others if any(isinstance(one, LatePlay) for one in outcomes)]] = False
        rows = slice(None) if is_kept.all() else is_kept
        awarded = [(row, _side_values(outcomes)) for row, outcomes in others if is_kept[row]]
        ns = _Side.of(self.scores, [(row, values[0]) for row, values in awarded], rows)
        is_split = any(first != second for _, (first, second) in awarded)
        ew = _Side.of(self.scores, [(row, values[1]) for row, values in awarded], rows) if is_split else _NO_SIDE
        groups = self._groups()
        ns_places, ew_places, pairs = self.ns[rows], self.ew[rows], len(self.order)
        seated = np.bincount(ns_places, minlength=pairs) + np.bincount(ew_places, minlength=pairs)
        field = BulkField(
            boards=self.boards[rows],
            ns=ns_places,
            ew=ew_places,
            scores=self.scores[rows] if ns.scores is None else ns.scores,
            kinds=ns.kinds,
            percents=ns.percents,
            ew_scores=ew.scores,
            ew_kinds=ew.kinds,
            ew_percents=ew.percents,
            groups=None if groups is None else groups[rows],
            penalties=self._penalties(seated),
            is_provisional=is_provisional,
            event_class=event_class,
        )
        _check(field.size > 0)
        clubs, own = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
        clubs[self.order] = np.repeat(np.array(self.places, np.int64), self.pairs_of_club)
        own[self.order] = np.arange(pairs) - np.repeat(self.pair_starts, self.pairs_of_club)
        return FieldColumns(field=field, club_places=clubs, pair_places=own, seated=seated)

    def _join(self, columns: Iterable[Sequence[int]]) -> AnyInts:
        return np.fromiter(chain.from_iterable(columns), np.int32, self.size)

    def _join_sides(self, columns: Iterable[Sequence[int]], counts: Ints, starts: Ints) -> Ints:
        places = np.fromiter(chain.from_iterable(columns), np.int64, self.size)
        _check(bool(((places >= 0) & (places < counts)).all()))
        places += starts
        return self.order[places]

    def _order(self) -> Ints:
        """Returns the place of each pair in the order of the whole field: by club, and by number in each."""
        parts = [_places_of_numbers(tuple(pair.number for pair in one.pairs)) for _, one in self.clubs]
        own = np.fromiter(chain.from_iterable(parts), np.int64)
        own += np.repeat(self.pair_starts, [len(part) for part in parts])
        return own

    def _groups(self) -> Ints | None:
        """Returns the form of each result; None if every board has the field's cards."""
        groups: Ints | None = None
        for (club, results), start in zip(self.clubs, self.row_starts, strict=True):
            foreign = {*club.fouled, *results.fouled}
            if not foreign and not results.groups:
                continue
            groups = np.zeros(self.size, np.int64) if groups is None else groups
            for row, board in enumerate(results.boards):
                form = results.groups.get(row, 0)
                groups[start + row] = group_in_field(club.number, form, has_other_cards=board in foreign)
        return groups

    def _others(self) -> Iterator[tuple[int, tuple[SideOutcome, SideOutcome]]]:
        """Yields the results without one score for both sides, with the outcomes of both."""
        for (_, results), start in zip(self.clubs, self.row_starts, strict=True):
            for row, outcomes in results.others.items():
                if 0 <= row < len(results.boards):
                    yield start + row, outcomes

    def _penalties(self, seated: Ints) -> tuple[Penalty, ...]:
        penalties = []
        for (_, results), start in zip(self.clubs, self.pair_starts.tolist(), strict=True):
            for penalty in results.penalties:
                _check(0 <= penalty.pair < len(results.pairs))
                place = int(self.order[start + penalty.pair])
                _check(bool(seated[place]))
                penalties.append(Penalty(Number(str(place)), penalty.amount, penalty.unit, penalty.reason))
        return tuple(penalties)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """The outcomes of one side; None if all are the scores of the columns."""

    scores: AnyInts | None = None
    kinds: AnyInts | None = None
    percents: AnyInts | None = None

    @classmethod
    def of(cls, scores: AnyInts, awarded: Iterable[tuple[int, _Values]], rows: slice | Flags) -> _Side:
        """Returns the scores of the columns with some results that have other values."""
        side_scores, kinds, percents = scores.copy(), np.zeros_like(scores), np.zeros_like(scores)
        has_awards = False
        for row, (score, kind, percent) in awarded:
            side_scores[row], kinds[row], percents[row] = score, kind, percent
            has_awards = True
        return cls(side_scores[rows], kinds[rows], percents[rows]) if has_awards else _NO_SIDE


_NO_SIDE = _Side()


def _side_values(outcomes: tuple[SideOutcome, SideOutcome]) -> tuple[_Values, _Values]:
    _check(all(is_known_outcome(one) for one in outcomes))
    return values_of_outcome(outcomes[0]), values_of_outcome(outcomes[1])


def _check(is_usual: bool) -> None:
    if not is_usual:
        raise _Unusual


@lru_cache(maxsize=1 << 10)
def _places_of_numbers(numbers: tuple[Number, ...]) -> tuple[int, ...]:
    """Returns the place of each number of a club in the order of the field; raises _Unusual if a number is repeated."""
    _check(len(set(numbers)) == len(numbers))
    ordered = sorted(numbers, key=lambda number: number_order(Number(f"-{number}")))
    places = {number: place for place, number in enumerate(ordered)}
    return tuple(places[number] for number in numbers)
