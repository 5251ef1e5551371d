"""Ranks: ties share, fields apart or together, places that count.

Highest first, equal totals share the rank (manual, line 1311), the two fields of a Mitchell are ranked apart (line
1313), fields and sections together by percentage (lines 1315-1320). The first 35 percent of a field, rounded up, are
placed (line 1197). That the rank after a shared one is skipped (1, 2, 2, 4) is a decision: no document defines it.
Regulations of other bodies name tie-breaks (`pair_ties`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.scoring.fractions import over_one_denominator
from arrowswitch.core.scoring.rules import CutTies, PairTieBreak, RankBy, RankingRules, Ties
from arrowswitch.core.scoring.standings import ScoredBoard, Standing, Standings
from arrowswitch.core.scoring.tie_breaks import places
from arrowswitch.core.scoring.totals.pair_ties import PairTies

_NOTHING = Fraction(-1_000_000)


def places_paid(entrants: int, rules: RankingRules) -> int:
    """Returns the number of entrants who are placed: the regulations' percentage of them, rounded up.

    Manual, line 1197: with 35 percent 20 entrants have 7 places, 12 have 5 and 6 have 3.
    """
    return places_of(entrants, rules.placed_percent)


def places_of(entrants: int, percent: Fraction) -> int:
    """Returns a percentage of the entrants, rounded up."""
    return (entrants * percent / 100).__ceil__()


def ranking_amount(standing: Standing, by: RankBy) -> Fraction:
    """Returns the number that ranks a standing; who has no percentage yet comes last."""
    if by is RankBy.TOTAL:
        return standing.total
    if standing.percent is None:
        return _NOTHING
    return standing.percent + (standing.percent_cut if by is RankBy.EXACT_PERCENT else 0)


def rank_standings(
    standings: Iterable[Standing], rules: RankingRules, by: RankBy, boards: Collection[ScoredBoard] = ()
) -> tuple[Standing, ...]:
    """Returns the standings as one ranking, best first, with new ranks, ties and places; ties in order of number.

    With the `boards` that were scored, the tie-breaks of the rules separate equal scores.
    """
    entries = tuple(standings)
    rows = [entries[place] for place in _in_order(tuple(row.number for row in entries))]
    amounts = [ranking_amount(row, by) for row in rows]
    groups = _alike(rows, amounts)
    if boards and rules.splits_ties and len(groups) < len(rows):
        tied = frozenset(row.number for group in groups if len(group) > 1 for row in group)
        scores = {row.number: amount for row, amount in zip(rows, amounts, strict=True)}
        ties = PairTies(boards, scores, tied)
        shared_places = places(groups, rules.tie_breaks, rules.ties_split, ties.key)
    else:
        shared_places = [(group, None) for group in groups]
    return tuple(_with_ranks(shared_places, rules, places_paid(len(rows), rules)))


@lru_cache(maxsize=64)
def _in_order(numbers: tuple[Number, ...]) -> tuple[int, ...]:
    """Returns where the numbers stand, in their order."""
    return tuple(sorted(range(len(numbers)), key=lambda place: number_order(numbers[place])))


def _alike(rows: Sequence[Standing], amounts: Sequence[Fraction]) -> list[tuple[Standing, ...]]:
    """Returns the rows in groups of equal amounts, the highest first; within a group they keep their order."""
    keys = over_one_denominator(amounts)
    ordered = sorted(range(len(rows)), key=keys.__getitem__, reverse=True)
    return [tuple(rows[place] for place in group) for _, group in groupby(ordered, keys.__getitem__)]


def tie_broken(standings: Standings, rules: RankingRules) -> Standings:
    """Returns standings with each field ranked again by the tie-breaks of the rules; unchanged where there are none."""
    if not rules.splits_ties:
        return standings
    by = ranking_basis(standings, rules)
    return replace(standings, ranking=ranked_by_field(standings.ranking, rules, by, standings.boards.values()))


def ranking_basis(standings: Standings, rules: RankingRules) -> RankBy:
    """Returns the published number that ranks standings: the method's, the percentage while results are awaited, or the
    one in the regulations."""
    return standings.ranked_by or (rules.by_percent if standings.is_provisional else rules.by)


def ranked_by_field(
    standings: Iterable[Standing], rules: RankingRules, by: RankBy, boards: Collection[ScoredBoard] = ()
) -> tuple[Standing, ...]:
    """Returns the rankings of all fields one after another, each ranked by itself as `rank_standings` does."""
    rows = tuple(standings)
    fields = sorted({row.field for row in rows})
    return tuple(
        row for place in fields for row in rank_standings((r for r in rows if r.field == place), rules, by, boards)
    )


def ranked_among(
    standings: Standings, numbers: Collection[Number], rules: RankingRules, by: RankBy | None = None
) -> tuple[Standing, ...]:
    """Returns the ranking of some contestants among themselves: a section, a side, a flight (manual, line 1529)."""
    chosen = (row for row in standings.ranking if row.number in numbers)
    return rank_standings(chosen, rules, by or standings.ranked_by or rules.by, standings.boards.values())


def after_others(ranking: Sequence[Standing], places_before: int, rules: RankingRules) -> tuple[Standing, ...]:
    """Returns rankings (each field separately) that continue after `places_before` places: a consolation's after those
    of its final. The placed contestants are a percentage of all of them together.

    >>> rules = RankingRules(RankBy.TOTAL, Ties.NEXT_SKIPPED, Fraction(35))
    >>> rows = rank_standings([Standing("1", total=Fraction(9)), Standing("2", total=Fraction(5))], rules, RankBy.TOTAL)
    >>> [row.written_rank for row in after_others(rows, 28, rules)]
    ['29', '30']
    """
    rows = []
    for row in ranking:
        sharing = [one for one in ranking if one.field == row.field]
        alike = sum(one.rank == row.rank for one in sharing)
        end = places_before + row.rank + (alike - 1 if rules.cut_ties is CutTies.ALL_OUT else 0)
        placed = end <= places_paid(places_before + len(sharing), rules)
        rows.append(replace(row, after=places_before, is_placed=row.is_placed and placed))
    return tuple(rows)


def percentage_game(standings: Sequence[Standings], rules: RankingRules) -> tuple[Standing, ...]:
    """Returns one ranking by percentage over all fields and sections (manual, lines 1315-1320), best first.

    Contestants of sections that were scored apart need different numbers (`A7`, `B7`).
    """
    boards = [board for scored in standings for board in scored.boards.values()]
    return rank_standings((row for scored in standings for row in scored.ranking), rules, rules.by_percent, boards)


def _with_ranks(
    shared_places: Sequence[tuple[tuple[Standing, ...], PairTieBreak | None]], rules: RankingRules, placed: int
) -> Iterator[Standing]:
    before = 0
    for place, (group, by) in enumerate(shared_places, start=1):
        rank = before + 1 if rules.ties is Ties.NEXT_SKIPPED else place
        end = before + (len(group) if rules.cut_ties is CutTies.ALL_OUT else 1)
        for row in group:
            yield row.with_rank(rank, is_tied=len(group) > 1, is_placed=end <= placed, separated_by=by)
        before += len(group)
