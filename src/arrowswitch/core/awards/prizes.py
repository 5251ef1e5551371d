"""Prizes, given by a small table of rules.

Each rule of a table gives a number of prizes in a ranking: of all contestants, of each side, of each section, of each
section's side, or of each stratum below the first; of the whole event, or of each of its sessions. The documents define
only the contestants who are placed (JCBL director's manual 3.3, line 1197: the first 35 %); the organiser chooses the
prizes.

If nobody may get two prizes, the rules apply in their order: a later rule skips contestants who already have a prize,
and the next contestant moves up. Tied contestants share the prizes of the places that they span. Each of them gets a
prize even if there are fewer prizes than contestants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from arrowswitch.core.scoring.totals.ranking import places_of


class PrizeOf(StrEnum):
    """Of which rankings the best get prizes."""

    OVERALL = "overall"
    SIDES = "sides"
    SECTIONS = "sections"
    SECTION_SIDES = "section-sides"
    STRATA = "strata"


@dataclass(frozen=True, slots=True)
class PrizeRule:
    """A line of the table: `places` prizes (of a hundred entrants with `is_percent`, rounded up) in each ranking that
    it is `of`; with `is_each_session` in each session instead of the event. `prizes` are what the places get, the first
    place first; places beyond them get nothing that has a name."""

    of: PrizeOf
    places: int = 1
    is_percent: bool = False
    is_each_session: bool = False
    prizes: tuple[str, ...] = ()

    def count(self, entrants: int) -> int:
        """Returns the number of prizes in a ranking of this many entrants.

        >>> PrizeRule(PrizeOf.OVERALL, 35, is_percent=True).count(20)
        7
        """
        return places_of(entrants, Fraction(self.places)) if self.is_percent else self.places


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """The table of an event's prizes, the most important rule first; with `is_once` nobody gets two."""

    rules: tuple[PrizeRule, ...] = ()
    is_once: bool = True


@dataclass(frozen=True, slots=True)
class Ranked:
    """A contestant in a ranking: `who` (the same text in all rankings of an event) and the rank."""

    who: str
    rank: int


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a contestant: the place among the prizes (`place` to `last` in a tie), the rank in the ranking, and
    the prizes of these places, best first."""

    who: str
    place: int
    last: int
    rank: int
    prizes: tuple[str, ...] = ()


def award_prizes(
    rankings: Sequence[tuple[PrizeRule, Sequence[Ranked]]], *, is_once: bool
) -> tuple[tuple[Prize, ...], ...]:
    """Returns the prizes of each ranking, the first place first; rankings come with their rule, in the table's order.

    Rankings of one rule are independent of one another only if no contestant is in two of them.

    >>> best = [Ranked("7", 1), Ranked("2", 2), Ranked("5", 3)]
    >>> rules = PrizeRule(PrizeOf.OVERALL), PrizeRule(PrizeOf.SECTIONS)
    >>> [[one.who for one in got] for got in award_prizes([(rule, best) for rule in rules], is_once=True)]
    [['7'], ['2']]
    """
    have: set[str] = set()
    awarded = []
    for rule, ranking in rankings:
        got = tuple(_of_ranking(rule, ranking, have if is_once else set()))
        have |= {one.who for one in got}
        awarded.append(got)
    return tuple(awarded)


def _of_ranking(rule: PrizeRule, ranking: Sequence[Ranked], have: set[str]) -> Iterator[Prize]:
    count, place = rule.count(len(ranking)), 1
    free = sorted((ranked for ranked in ranking if ranked.who not in have), key=lambda ranked: ranked.rank)
    for rank, sharing in groupby(free, key=lambda ranked: ranked.rank):
        if place > count:
            return
        group = list(sharing)
        last = place + len(group) - 1
        for ranked in group:
            yield Prize(who=ranked.who, place=place, last=last, rank=rank, prizes=rule.prizes[place - 1 : last])
        place = last + 1
