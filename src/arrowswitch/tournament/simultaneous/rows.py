"""The ranking of a simultaneous event row by row, and how often each score of a board was obtained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, overload

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.tournament.model.club_values.simultaneous import ClubPair, ClubResults, FieldClub

Sent = Sequence[tuple[FieldClub, ClubResults]]
"""Clubs with the results that they have sent."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A pair in a ranking, with its club, and the masterpoints where the field has given them."""

    standing: Standing
    club: FieldClub
    pair: ClubPair
    master_points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """A score in points for North-South on a board of the whole field: how often it was made, and what it brought
    North-South and East-West; `is_other_cards` where it was made with cards that are not the field's."""

    score: int
    n: int
    ns: Fraction | None
    ew: Fraction | None
    is_other_cards: bool = False


ScoreKey = tuple[int, Fraction | None, Fraction | None, bool]
"""A score of a board, what it brings both sides, and whether it was made with other cards than the field's."""


def sorted_counts(frequency: Mapping[ScoreKey, int]) -> tuple[ScoreCount, ...]:
    """Returns how often each score of a board was obtained: the best for North-South first, other cards last."""
    counts = [
        ScoreCount(score=score, n=n, ns=ns, ew=ew, is_other_cards=other)
        for (score, ns, ew, other), n in frequency.items()
    ]
    return tuple(sorted(counts, key=lambda one: (one.is_other_cards, -one.score, -(one.ns or 0))))


class FieldScores(Protocol):
    """A field scored in either form: with a line for each result, or in columns."""

    @property
    def results(self) -> int:
        """Returns the number of results."""

    @property
    def is_provisional(self) -> bool:
        """True while results are to come."""

    @property
    def standings(self) -> Standings:
        """Returns the standings of the whole field with its boards."""

    @property
    def ranks(self) -> Sequence[int]:
        """Returns the ranks of all pairs, best first."""

    def row(self, place: int) -> FieldRow:
        """Returns the row at a place of the ranking, counted from 0, without masterpoints."""

    def places_of(self, club: int) -> Sequence[int]:
        """Returns the places of a club's pairs in the ranking."""

    def counts(self) -> Iterator[tuple[BoardNumber, tuple[ScoreCount, ...]]]:
        """Yields for each board the frequency of each score, the best for North-South first."""


class FieldRows(Sequence[FieldRow]):
    """The rows of a ranking. A row is made when it is first requested, so that a page of one club does not wait for the
    rows of all others."""

    __slots__ = ("_points", "_rows", "_scores")

    def __init__(self, scores: FieldScores, points: Sequence[Fraction | None]) -> None:
        self._scores, self._points = scores, points
        self._rows: list[FieldRow | None] = [None] * len(points)

    def __len__(self) -> int:
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FieldRows) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # rows are made meanwhile

    def __repr__(self) -> str:
        return repr(tuple(self))

    @overload
    def __getitem__(self, place: int) -> FieldRow: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[FieldRow]: ...
    def __getitem__(self, place: int | slice) -> FieldRow | Sequence[FieldRow]:
        if isinstance(place, slice):
            return tuple(self._row(one) for one in range(len(self))[place])
        return self._row(range(len(self))[place])

    def _row(self, place: int) -> FieldRow:
        made = self._rows[place]
        if made is None:
            row, points = self._scores.row(place), self._points[place]
            made = row if points is None else FieldRow(row.standing, row.club, row.pair, points)
            self._rows[place] = made
        return made


def field_number(club: int, number: Number) -> Number:
    """Returns the number of a pair in the whole field: its club's number before its own (`12-A5`)."""
    return Number(f"{club}-{number}")
