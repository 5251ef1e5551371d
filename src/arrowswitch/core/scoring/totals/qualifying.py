"""The qualifiers for a final: a number of all contestants, or of every section and side. Contestants that decline are
replaced.

JCBL director's manual 3.3, lines 1983-1989. Ties at the cut are listed and not broken here: the conditions of contest
decide, and the order of the ranking applies until then.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.standings import Standing


@dataclass(frozen=True, slots=True)
class QualifyingGroup:
    """A ranking of which a number qualify: everybody, or a section's side. `name` is as the lists show it (`A N-S`),
    empty for everybody."""

    name: str
    ranking: tuple[Standing, ...]
    qualify: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """The qualifiers, in the order of the groups and their ranks.

    - `replacements` are the qualifiers who moved up, each with the contestant that declined.
    - `ties` are contestants who share the rank at a group's cut, those inside and those outside.
    """

    numbers: tuple[Number, ...]
    replacements: tuple[tuple[Number, Number], ...] = ()
    ties: tuple[tuple[str, tuple[Number, ...]], ...] = ()


def qualifiers_of(groups: Sequence[QualifyingGroup], declined: Collection[Number] = ()) -> Qualified:
    """Returns the qualifiers from each group, without those who declined.

    Raises Refused: `qualifying.too-few` where a group has not as many left, `qualifying.too-few-in-all` where everybody
    is one group, `qualifying.unknown` for a decliner who is in no group.
    """
    _check(groups, declined)
    numbers: list[Number] = []
    replacements: list[tuple[Number, Number]] = []
    ties: list[tuple[str, tuple[Number, ...]]] = []
    for group in groups:
        order = [row.number for row in group.ranking]
        first = order[: group.qualify]
        willing = [number for number in order if number not in declined][: group.qualify]
        numbers += willing
        out = [number for number in first if number in declined]
        replacements += zip((number for number in willing if number not in first), out, strict=False)
        ties += _ties(group, willing)
    return Qualified(tuple(numbers), tuple(replacements), tuple(ties))


def _ties(group: QualifyingGroup, willing: Sequence[Number]) -> list[tuple[str, tuple[Number, ...]]]:
    """Returns the contestants that share the last qualifying rank if one of them does not qualify."""
    if not willing:
        return []
    ranks = {row.number: row.rank for row in group.ranking}
    last = ranks[willing[-1]]
    sharing = tuple(row.number for row in group.ranking if row.rank == last)
    return [] if set(sharing) <= set(willing) else [(group.name, sharing)]


def _check(groups: Sequence[QualifyingGroup], declined: Collection[Number]) -> None:
    ranked_numbers = {row.number for group in groups for row in group.ranking}
    problems = [
        Problem("qualifying.unknown", {"number": number}) for number in declined if number not in ranked_numbers
    ]
    for group in groups:
        left = sum(row.number not in declined for row in group.ranking)
        if not 0 <= group.qualify <= left:
            code = "qualifying.too-few" if group.name else "qualifying.too-few-in-all"
            problems.append(Problem(code, {"group": group.name, "qualify": group.qualify, "left": left}))
    Refused.check(problems)
