"""Random Swiss events, played round by round, and the best draw found by trying all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Kept
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.early import Bounds
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Ban, Policy


def numbers(count: int) -> tuple[Number, ...]:
    return tuple(Number(str(at)) for at in range(1, count + 1))


def conditions(rounds: int = 7, rematch: Rematch = Rematch.NEVER, **more: object) -> SwissConditions:
    facts: dict[str, object] = {
        "rematch_number": None,
        "rank_base": RankBase.PREVIOUS,
        "last_round": LastRound.AS_OTHERS,
        "triangle": Triangle.NONE,
        **more,
    }
    return SwissConditions(rounds, rematch, **facts)  # type: ignore[arg-type]  # facts of the right types


def draw_case(
    order: tuple[Number, ...],
    history: History | None = None,
    rule: SwissConditions | None = None,
    *,
    round_number: int = 3,
    bans: tuple[Ban, ...] = (),
    pairings: tuple[Kept, ...] = (),
    may_break_rule: bool = False,
    triangle_goes_on: tuple[Number, ...] = (),
) -> DrawInput:
    policy = Policy.of(rule or conditions(), round_number, history or History(), bans)
    return DrawInput(order, policy, pairings, triangle_goes_on, may_break_rule)


def history_of(*pairs: str, round_number: int = 1) -> History:
    """A history of pairs written `1-2`, all in one round."""
    return History(tuple(Encounter(round_number, tuple(map(Number, pair.split("-")))) for pair in pairs))


def matchings(left: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to pair an even number of places."""
    if not left:
        yield ()
        return
    first, *others = left
    for other in others:
        rest = tuple(place for place in others if place != other)
        for more in matchings(rest):
            yield ((first, other), *more)


def best_by_trying(case: DrawInput) -> tuple[int, tuple[tuple[Number, Number], ...]]:
    """The fewest pairings against the rule, and of these the draw in which the top meets the nearest, then the next."""
    order = case.free
    draws = []
    for way in matchings(tuple(range(len(order)))):
        pairs = tuple((order[one], order[other]) for one, other in way)
        breaches = sum(not case.policy.allows(one, other) for one, other in pairs)
        draws.append((breaches, tuple(other for _, other in way), pairs))
    breaches, _, pairs = min(draws)
    return breaches, pairs


def sits_out_by_trying(case: DrawInput) -> Number:
    """Returns the number that sits out of an odd field: the last of those who sat out least without whom a draw within
    the rule remains; if there is none, the last of those with the fewest breaches."""
    times = {number: case.policy.history.sit_outs(number) for number in case.free}
    fewest = [number for number in case.free if times[number] == min(times.values())]

    def breaches(number: Number) -> int:
        others = tuple(one for one in case.order if one != number)
        return best_by_trying(replace(case, order=others))[0]

    return min(reversed(fewest), key=breaches)


@dataclass
class Event:
    """A Swiss that is played with random results; contestants come late, leave, and must not meet."""

    seed: int
    rng: random.Random = field(init=False)
    history: History = field(default_factory=History)
    totals: dict[Number, Fraction] = field(default_factory=dict)
    draws: list[tuple[DrawInput, Draw]] = field(default_factory=list)
    refused: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        rng = self.rng
        count = rng.choice([*range(5, 24), 40, 61, 120, 200])
        self.totals = dict.fromkeys(numbers(count), Fraction(0))
        rounds = rng.randint(3, 15)
        triangle = rng.choice([Triangle.NONE, Triangle.ONE_ROUND])
        self.rule = conditions(
            rounds,
            rng.choice(list(Rematch)),
            rematch_number=rng.randint(1, 3),
            last_round=rng.choice(list(LastRound)),
            triangle=triangle,
            triangle_limit=rng.choice([None, 2, 4]),
        )
        everybody = numbers(count)
        self.bans = tuple(
            Ban(one, other, rng.choice([None, 2, 4]))
            for one, other in (rng.sample(everybody, 2) for _ in range(rng.randint(0, count // 5)))
        )

    def play(self) -> None:
        """Plays all rounds; a round without a legal draw is drawn with the fewest breaches."""
        assert self.rule.rounds is not None
        for round_number in range(1, self.rule.rounds + 1):
            self._come_and_go(round_number)
            order = tuple(sorted(self.totals, key=lambda number: (-self.totals[number], int(number))))
            if len(order) < 4:
                return
            case = draw_case(order, self.history, self.rule, round_number=round_number, bans=self.bans)
            try:
                draw = draw_round(case)
            except Refused as mistake:
                self.refused += 1
                if mistake.problems[0].code != "draw.no-legal":
                    return
                case = draw_case(
                    order, self.history, self.rule, round_number=round_number, bans=self.bans, may_break_rule=True
                )
                draw = draw_round(case)
            self.draws.append((case, draw))
            self._record(round_number, draw)

    def _come_and_go(self, round_number: int) -> None:
        if round_number > 1 and self.rng.random() < 0.15:
            del self.totals[self.rng.choice(list(self.totals))]
        if round_number == 2 and self.rng.random() < 0.3:
            self.totals[Number("999")] = Fraction(10)

    def _record(self, round_number: int, draw: Draw) -> None:
        met = [Encounter(round_number, pairing.contestants) for pairing in draw.pairings]
        if draw.triangle:
            met.append(Encounter(round_number, draw.triangle))
        if draw.sit_out is not None:
            met.append(Encounter(round_number, (draw.sit_out,)))
        for pairing in draw.pairings:
            won = Fraction(self.rng.randint(0, 20))
            self.totals[pairing.first] += won
            self.totals[pairing.other] += 20 - won
        for number in (*draw.triangle, *(() if draw.sit_out is None else (draw.sit_out,))):
            self.totals[number] += 12
        self.history = self.history.with_round(met)

    def bounds(self, running: int) -> dict[Number, Bounds]:
        """Returns bounds of the totals with this many matches of the last round open, each worth 0 to 5 more."""
        _, draw = self.draws[-1]
        bounds = {number: Bounds(total, total) for number, total in self.totals.items()}
        for pairing in self.rng.sample(draw.pairings, min(running, len(draw.pairings))):
            for number in (number for number in pairing.contestants if number in bounds):
                bounds[number] = Bounds(self.totals[number], self.totals[number] + self.rng.randint(1, 5))
        return bounds
