"""Judges a drawn round by the announced rule, from the encounters alone: it knows nothing of how the draw was found.

A draw is sound when everybody is in it exactly once, the director's pairings stand, no pairing breaks the rule (but for
kept ones), nobody plays too many triangles (both unless breaking the rule was asked for), and nobody sits out again
before others have (JCBL director's manual 3.3, lines 1790-1797 and 2687-2715).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput
from arrowswitch.core.pairing.swiss.conditions import LastRound, Rematch, Triangle

_THREE = 3


def draw_faults(case: DrawInput, draw: Draw) -> tuple[Problem, ...]:
    """Returns all faults of a draw; none if it is sound."""
    return (*_attendance(case, draw), *_missing_pairings(case, draw), *_rule(case, draw), *_odd(case, draw))


def _attendance(case: DrawInput, draw: Draw) -> Iterator[Problem]:
    drawn = [number for pairing in draw.pairings for number in pairing.contestants]
    drawn += [*draw.triangle, *(() if draw.sit_out is None else (draw.sit_out,))]
    times = Counter(drawn)
    for number in case.order:
        if times[number] != 1:
            yield Problem("draw.fault.times", {"number": number, "n": times[number]})
    expected = set(case.order)
    for number in times:
        if number not in expected:
            yield Problem("draw.fault.stranger", {"number": number})


def _missing_pairings(case: DrawInput, draw: Draw) -> Iterator[Problem]:
    there = {frozenset(pairing.contestants) for pairing in draw.pairings}
    standing = [(wish.first, wish.other) for wish in case.fixed] + [pairing.contestants for pairing in case.seated]
    for first, other in standing:
        if frozenset((first, other)) not in there:
            yield Problem("draw.fault.kept", {"one": first, "other": other})


def _rule(case: DrawInput, draw: Draw) -> Iterator[Problem]:
    fixed = {frozenset((wish.first, wish.other)) for wish in case.fixed}
    fixed |= {frozenset(pairing.contestants) for pairing in case.seated}
    if case.may_break_rule:
        return
    pairs = [pairing.contestants for pairing in draw.pairings]
    if not case.triangle_goes_on:
        pairs += [(first, other) for first, other in combinations(draw.triangle, 2)]
    met = _rounds_met(case)
    for first, other in pairs:
        two = frozenset((first, other))
        if two not in fixed and _is_broken(case, two, met[two]):
            yield Problem("draw.fault.rule", {"one": first, "other": other, "round": draw.round})


def _rounds_met(case: DrawInput) -> Mapping[frozenset[Number], list[int]]:
    """Returns the rounds in which every two met, read from the encounters one by one; a triangle counts once."""
    met: dict[frozenset[Number], list[int]] = defaultdict(list)
    for encounter in case.policy.history.encounters:
        if not encounter.is_second_half:
            for two in combinations(encounter.contestants, 2):
                met[frozenset(two)].append(encounter.round)
    return met


def _is_broken(case: DrawInput, two: frozenset[Number], met: Sequence[int]) -> bool:
    """True if two contestants who met in those rounds may not meet again."""
    policy, conditions = case.policy, case.policy.conditions
    if two in policy.barred:
        return True
    if _is_free(case) or not met:
        return False
    if conditions.rematch is Rematch.NOT_CONSECUTIVE:
        return any(e.round == policy.round - 1 and two <= {*e.contestants} for e in policy.history.encounters)
    if conditions.rematch is Rematch.AT_MOST:
        return len(met) >= (conditions.rematch_number or 1)
    return True


def _is_free(case: DrawInput) -> bool:
    """True if any two contestants may meet in the round being drawn."""
    policy, conditions = case.policy, case.policy.conditions
    if policy.round == conditions.rounds and conditions.last_round in (LastRound.REMATCH_FREE, LastRound.BOTH):
        return True
    if conditions.rematch is Rematch.NOT_BEFORE and policy.round >= (conditions.rematch_number or 0):
        return True
    return conditions.rematch is Rematch.FREE or conditions.rematch is None


def _odd(case: DrawInput, draw: Draw) -> Iterator[Problem]:
    history, conditions = case.policy.history, case.policy.conditions
    if draw.triangle and len(draw.triangle) != _THREE:
        yield Problem("draw.fault.triangle", {"n": len(draw.triangle)})
    limit = conditions.triangle_limit
    if limit is not None and not case.triangle_goes_on and not case.may_break_rule:
        for number in draw.triangle:
            played = sum(
                len(e.contestants) == _THREE and number in e.contestants and not e.is_second_half
                for e in history.encounters
            )
            if played >= limit:
                yield Problem("draw.fault.triangles", {"number": number, "limit": limit})
    if draw.sit_out is not None and draw.sit_out != case.sits_out:
        yield from _sit_out(case, draw.sit_out)


def _sit_out(case: DrawInput, number: Number) -> Iterator[Problem]:
    if case.policy.conditions.triangle not in (Triangle.NONE, None):
        yield Problem("draw.fault.sit-out", {"number": number})
    times = Counter(e.contestants[0] for e in case.policy.history.encounters if len(e.contestants) == 1)
    if any(times[other] < times[number] for other in case.free):
        yield Problem("draw.fault.sit-out-again", {"number": number, "n": times[number]})
