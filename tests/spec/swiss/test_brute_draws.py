"""R-257 to R-266: the draw equals the best one that is found by trying all, round by round through random events.

Up to 12 contestants; all openings, in the order of seeds and of numbers by lot; every rule on rematches; both kinds of
triangles, with limits, and sit-outs; bans, kept pairings, late entries and withdrawals. The other draw
(`tests.independent.draws`) shares no code with the program.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import DrawInput, Kept
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.openings import FirstRounds, Opening
from arrowswitch.core.pairing.swiss.policy import Ban, Policy
from arrowswitch.core.pairing.swiss.round_draw import draw_any_round
from arrowswitch.core.pairing.swiss.rounds import RoundPlan, round_plan
from tests.independent import draws as trying
from tests.rotation import is_exhaustive, rotation_seed

EVENTS = 500 if is_exhaustive() else 20
FIRST = 0 if is_exhaustive() else rotation_seed() % 1_000_000
SIZES = range(3, 13) if is_exhaustive() else range(3, 11)


class SwissEvent:
    """A Swiss drawn by the program and by trying all; `seen` counts the cases that it met."""

    def __init__(self, seed: int) -> None:
        rng = self.rng = random.Random(f"draws {seed}")
        self.seed = seed
        self.seen: Counter[str] = Counter()
        self.there = list(range(1, rng.choice(SIZES) + 1))
        rng.shuffle(self.there)
        triangle = rng.choice(list(Triangle))
        rounds = 2 * rng.randint(2, 4) if triangle is Triangle.TWO_ROUNDS else rng.randint(3, 8)
        openings = rng.choice([FirstRounds.BY_NUMBERS.openings, (), tuple(rng.choices(list(Opening), k=3))])
        self.conditions = SwissConditions(
            rounds=rounds,
            rematch=rng.choice([*Rematch, *[Rematch.NEVER] * 3]),
            rematch_number=rng.randint(1, 3),
            rank_base=rng.choice(list(RankBase)),
            last_round=rng.choice(list(LastRound)),
            triangle=triangle,
            triangle_limit=rng.randint(1, 3),
            openings=openings,
        )
        self.rules = trying.SwissRules(
            rounds=rounds,
            rematch=str(self.conditions.rematch),
            number=self.conditions.rematch_number or 0,
            base=str(self.conditions.rank_base),
            last=str(self.conditions.last_round),
            odd=str(triangle),
            limit=self.conditions.triangle_limit or 0,
            openings=tuple(map(str, openings)),
        )
        self.totals: list[dict[int, int]] = [{}]
        self.played: tuple[trying.Met, ...] = ()
        self.bans: list[tuple[int, int, int]] = []

    def play(self) -> None:
        """Draws every round in both ways and plays it with results by chance."""
        goes_on: tuple[int, ...] = ()
        for number in range(1, self.rules.rounds + 1):
            if number > 1:
                self._come_and_go(number)
            goes_on = goes_on if set(goes_on) <= set(self.there) else ()
            best = self._draw(number, goes_on)
            if best is None:
                return
            self._finish(number, best, is_second=bool(goes_on))
            begins = self.rules.odd == "two-rounds" and not goes_on
            goes_on = tuple(sorted(best.triangle)) if begins else ()

    def _come_and_go(self, number: int) -> None:
        if self.rng.random() < 0.1 and len(self.there) > 4:
            self.there.remove(self.rng.choice(self.there))
        if self.rng.random() < 0.1 and len(self.there) < max(SIZES):
            self.there.append(20 + number)
        for _ in range(self.rng.choice([0, 0, 0, 1, len(self.there) // 2])):
            first, second = self.rng.sample(self.there, 2)
            self.bans.append((first, second, self.rng.randint(number, self.rules.rounds)))

    def _draw(self, number: int, goes_on: tuple[int, ...]) -> trying.FullDraw | None:
        """Returns the round as both drew it, if need be against the rule; None if there is no draw at all."""
        opening, after = trying.plan(self.rules, number)
        assert round_plan(self.conditions, number) == RoundPlan(Opening(opening), after), self.seed
        totals = self.totals[after]
        order = sorted(self.there, key=lambda one: -totals.get(one, 0)) if after else self.there
        free = [one for one in order if one not in goes_on]
        wish = self.rng.sample(free, 2) if len(free) > 1 and self.rng.random() < 0.1 else []
        case = trying.Round(
            number=number,
            order=tuple(order),
            rules=self.rules,
            played=self.played,
            barred=frozenset(frozenset((one, other)) for one, other, through in self.bans if number <= through),
            standing=((wish[0], wish[1]),) if wish else (),
            goes_on=goes_on,
            may_break=False,
        )
        for trial in (case, replace(case, may_break=True)):
            best = trying.draw(trial, opening)
            drawn = self._program(trial, opening)
            assert drawn == best, (self.seed, trial, opening)
            self._see(trial, opening, best)
            if not best.refused:
                return best
        return None

    def _program(self, case: trying.Round, opening: str) -> trying.FullDraw:
        """Returns the draw of the program."""
        encounters = tuple(Encounter(met.round, _numbers(met.who), met.again) for met in case.played)
        bans = [Ban(_number(one), _number(other), through) for one, other, through in self.bans]
        draw_input = DrawInput(
            order=_numbers(case.order),
            policy=Policy.of(self.conditions, case.number, History(encounters), bans),
            fixed=tuple(Kept(_number(one), _number(other), "guests") for one, other in case.standing),
            triangle_goes_on=_numbers(case.goes_on),
            may_break_rule=case.may_break,
        )
        try:
            draw = draw_any_round(draw_input, Opening(opening))
        except Refused as refused:
            return trying.FullDraw(refused=refused.problems[0].code)
        return trying.FullDraw(
            pairs=frozenset(frozenset(map(int, pairing.contestants)) for pairing in draw.pairings),
            triangle=frozenset(map(int, draw.triangle)),
            out=None if draw.sit_out is None else int(draw.sit_out),
        )

    def _see(self, case: trying.Round, opening: str, best: trying.FullDraw) -> None:
        self.seen[opening] += 1
        self.seen[best.refused or "forced" if case.may_break or best.refused else self.rules.rematch] += 1
        self.seen["sits out"] += best.out is not None
        self.seen[f"triangle {self.rules.odd}"] += bool(best.triangle)
        self.seen["goes on"] += bool(case.goes_on)
        self.seen["kept"] += bool(case.standing)
        self.seen["barred"] += bool(case.barred)

    def _finish(self, number: int, best: trying.FullDraw, *, is_second: bool) -> None:
        groups = [tuple(sorted(two)) for two in best.pairs]
        met = [trying.Met(number, group) for group in sorted(groups)]
        if best.triangle:
            met.append(trying.Met(number, tuple(sorted(best.triangle)), is_second))
        if best.out is not None:
            met.append(trying.Met(number, (best.out,)))
        self.played += tuple(met)
        won = {one: self.rng.randint(0, 20) for one in self.there}
        self.totals.append({one: self.totals[-1].get(one, 0) + won[one] for one in self.there})


def _numbers(ids: tuple[int, ...]) -> tuple[Number, ...]:
    return tuple(map(_number, ids))


def _number(number: int) -> Number:
    return Number(str(number))


def test_the_draw_is_the_best_of_all() -> None:
    seen: Counter[str] = Counter()
    for seed in range(FIRST, FIRST + EVENTS):
        event = SwissEvent(seed)
        event.play()
        seen += event.seen
    assert seen["ranking"] > EVENTS
    wanted = {*Opening, *Rematch, "sits out", "triangle one-round", "triangle two-rounds", "goes on", "forced"}
    if is_exhaustive():
        assert wanted | {"kept", "barred", "draw.no-legal", "draw.no-triangle"} <= set(seen)
