"""Prizes: who gets one, by rules that are a small table.

Each rule of a table gives so many prizes of a ranking: of everybody, of each side, of each section, of each section's
side, or of each stratum below the first; of the whole event, or of each of its sessions. The documents say only who
is placed (JCBL director's manual 3.3, line 1197: the first 35 %); what is given is the organiser's.

Where nobody gets two, the rules are gone through in their order: who has a prize is passed over by the rules below, and
the next one moves up. Who shares a rank shares the prizes of the places that they span; all of them get one, also where
there are fewer prizes than they are.
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
        """Returns how many prizes a ranking of so many has.

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
    """Somebody in a ranking: who (the same in all rankings of an event), and the rank there."""

    who: str
    rank: int


@dataclass(frozen=True, slots=True)
class Prize:
    """What somebody gets: the place among the prizes (`place` to `last`, where several share them), the rank in the
    ranking, and what the places have, best first."""

    who: str
    place: int
    last: int
    rank: int
    things: tuple[str, ...] = ()


def given(rankings: Sequence[tuple[PrizeRule, Sequence[Ranked]]], *, is_once: bool) -> tuple[tuple[Prize, ...], ...]:
    """Returns the prizes of each ranking, the first place first; rankings come with their rule, in the table's order.

    Rankings of one rule are independent of one another only as far as nobody stands in two of them.

    >>> best = [Ranked("7", 1), Ranked("2", 2), Ranked("5", 3)]
    >>> rules = PrizeRule(PrizeOf.OVERALL), PrizeRule(PrizeOf.SECTIONS)
    >>> [[one.who for one in got] for got in given([(rule, best) for rule in rules], is_once=True)]
    [['7'], ['2']]
    """
    have: set[str] = set()
    found = []
    for rule, ranking in rankings:
        got = tuple(_of_ranking(rule, ranking, have if is_once else set()))
        have |= {one.who for one in got}
        found.append(got)
    return tuple(found)


def _of_ranking(rule: PrizeRule, ranking: Sequence[Ranked], have: set[str]) -> Iterator[Prize]:
    count, place = rule.count(len(ranking)), 1
    free = sorted((one for one in ranking if one.who not in have), key=lambda one: one.rank)
    for rank, sharing in groupby(free, key=lambda one: one.rank):
        if place > count:
            return
        group = list(sharing)
        last = place + len(group) - 1
        for one in group:
            yield Prize(who=one.who, place=place, last=last, rank=rank, things=rule.prizes[place - 1 : last])
        place = last + 1
