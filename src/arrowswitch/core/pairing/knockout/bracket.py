"""The bracket of a knockout: which matches there are, and where each side of a match comes from.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723: single knockout, where the loser is out, and double knockout,
where the second loss puts out. The figures are lost; what is decided here:

| question | decided |
|---|---|
| places of the seeds | 1 and 2 can meet in the last match only, 1 to 4 in the last two rounds only, and so on |
| any number of teams | the best seeds have a bye in the first round; there are no others |
| losers of a round, double | into the other part of the losers' bracket, so that rematches come late |
| final, double | the one without a loss must be beaten twice: the reset is played only when it has lost the final |
| three-way matches | no byes: three play each other in the first round, one or two go on |

A side of a match is a place of an earlier match or a seed, so that results never change the bracket.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused

MOST_TEAMS = 1024


class Stage(StrEnum):
    """The part of a bracket that a match is in."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    RESET = "reset"
    THIRD = "third"


@dataclass(frozen=True, slots=True, order=True)
class BracketSlot:
    """Where a side of a match comes from: the `place` in a match (1 its winner), or with `match` 0 the seed `place`."""

    match: int
    place: int


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket: its number in the order of play, its part and round there, two sides or three, and how many
    of these go on."""

    number: int
    stage: Stage
    round: int
    slots: tuple[BracketSlot, ...]
    goes_on: int = 1

    @property
    def is_three_way(self) -> bool:
        return len(self.slots) == _THREE


@dataclass(frozen=True, slots=True)
class BracketForm:
    """The kind of a bracket: elimination after one or two losses, with a match for third place, with three-way matches
    for byes."""

    is_double: bool = False
    has_third_place: bool = False
    has_threes: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket: the teams by seed, best first, and its matches by number."""

    teams: tuple[Number, ...]
    form: BracketForm
    matches: tuple[BracketMatch, ...]

    def match(self, number: int) -> BracketMatch:
        """Returns a match by its number."""
        return self.matches[number - 1]

    def rounds(self, stage: Stage) -> int:
        """Returns how many rounds a part has."""
        return max((match.round for match in self.matches if match.stage is stage), default=0)

    @property
    def step_of(self) -> Mapping[int, int]:
        """Returns in which round each match is played, by its number, when all are as soon as their teams are known."""
        steps = {0: 0}
        for match in self.matches:
            steps[match.number] = 1 + max(steps[slot.match] for slot in match.slots)
        return steps

    @property
    def steps(self) -> int:
        """Returns the number of rounds needed if every match is played as soon as its teams are known."""
        return max(self.step_of.values())

    @property
    def last(self) -> BracketMatch:
        """Returns the match that the event is won in, the reset left aside."""
        stage = Stage.FINAL if self.form.is_double else Stage.WINNERS
        return next(match for match in reversed(self.matches) if match.stage is stage)


def make_bracket(teams: Sequence[Number], form: BracketForm | None = None) -> Bracket:
    """Returns the bracket of teams in the order of their seeds.

    Raises Refused: `knockout.too-few`, `knockout.too-many`, `knockout.team-twice`, `knockout.form` (a double knockout
    has neither a match for third place nor three-way matches).
    """
    form = form or BracketForm()
    Refused.check(_problems(teams, form))
    maker = _Maker([])
    if form.has_threes and len(teams) & (len(teams) - 1):
        leaves = maker.threes(len(teams))
    else:
        size = 1 << (len(teams) - 1).bit_length()
        leaves = [BracketSlot(0, seed) if seed <= len(teams) else None for seed in seed_order(size)]
    if form.is_double:
        maker.double(leaves)
    else:
        maker.single(leaves, has_third_place=form.has_third_place)
    return Bracket(tuple(teams), form, _number_matches(maker.drafts))


def seed_order(size: int) -> tuple[int, ...]:
    """Returns the seeds of a power of two from the top line down.

    >>> seed_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        order = [seed for line in order for seed in (line, 2 * len(order) + 1 - line)]
    return tuple(order)


def drop_masks(rounds: int) -> tuple[int, ...]:
    """Returns for each round of the winners' bracket how its losers are moved: to their own place in the losers'
    bracket, exclusive or this mask.

    Two who met in round s and come together in round r do so the later, the higher the first bit in which their moves
    differ; each mask makes the earliest such rematch as late as it can be, then the next earliest.
    """
    masks: list[int] = [0]
    for at in range(2, rounds + 1):
        bits = rounds - at

        def delays(mask: int, level: int = at) -> list[int]:
            before = enumerate(masks, start=1)
            return sorted((mask ^ (earlier >> (level - s))).bit_length() for s, earlier in before)

        masks.append(max(range(1 << bits), key=lambda mask: (delays(mask), -mask)))
    return tuple(masks)


_THREE = 3
_Source = BracketSlot | None
"""Where a side comes from; None where nobody does."""


@dataclass(slots=True)
class _Maker:
    """Puts matches together; a match against nobody is none."""

    drafts: list[BracketMatch]

    def play(self, stage: Stage, round_number: int, *sources: _Source, goes_on: int = 1) -> tuple[_Source, _Source]:
        """Returns the first and the second place of a match."""
        there = tuple(source for source in sources if source is not None)
        if len(there) < 2:
            return (there[0] if there else None), None
        number = len(self.drafts) + 1
        self.drafts.append(BracketMatch(number=number, stage=stage, round=round_number, slots=there, goes_on=goes_on))
        return BracketSlot(number, 1), BracketSlot(number, 2)

    def single(self, leaves: Sequence[_Source], *, has_third_place: bool) -> None:
        alive, round_number = list(leaves), 1 + bool(self.drafts)
        losers: list[_Source] = []
        while len(alive) > 1:
            met = [self.play(Stage.WINNERS, round_number, *alive[at : at + 2]) for at in range(0, len(alive), 2)]
            if len(met) == 2:
                losers = [second for _, second in met]
            alive, round_number = [first for first, _ in met], round_number + 1
        if has_third_place:
            self.play(Stage.THIRD, 1, *losers)

    def double(self, leaves: Sequence[_Source]) -> None:
        masks = drop_masks(len(leaves).bit_length() - 1)
        alive: list[_Source] = list(leaves)
        waiting: list[_Source] = []
        losers_round = 0
        for at, mask in enumerate(masks, start=1):
            met = [self.play(Stage.WINNERS, at, *alive[line : line + 2]) for line in range(0, len(alive), 2)]
            alive = [first for first, _ in met]
            dropped = [met[place ^ mask][1] for place in range(len(met))]
            if at == 1:
                waiting = dropped
                continue
            losers_round += 1
            waiting = self._losers(losers_round, waiting[::2], waiting[1::2])
            losers_round += 1
            waiting = self._losers(losers_round, waiting, dropped)
        final = self.play(Stage.FINAL, 1, alive[0], waiting[0])
        self.play(Stage.RESET, 1, *final)

    def _losers(self, round_number: int, sources: Sequence[_Source], others: Sequence[_Source]) -> list[_Source]:
        pairs = zip(sources, others, strict=True)
        return [self.play(Stage.LOSERS, round_number, one, other)[0] for one, other in pairs]

    def threes(self, teams: int) -> list[_Source]:
        """Returns the lines after a first round of matches of two and of three teams.

        With `line` the power of two below: from half of the next one on two of three go on, and `line` teams are left;
        below it one of three, and half of `line`.
        """
        line = 1 << (teams.bit_length() - 1)
        return self._two_go_on(teams, line) if 2 * teams >= _THREE * line else self._one_goes_on(teams, line)

    def _one_goes_on(self, teams: int, line: int) -> list[_Source]:
        """The weakest groups have three teams, so that the best seeds have one opponent."""
        left, threes = line // 2, teams - line
        first: dict[int, _Source] = {}
        for head in range(1, left + 1):
            slots = [BracketSlot(0, head), BracketSlot(0, 2 * left + 1 - head)]
            if head > left - threes:
                slots.append(BracketSlot(0, teams - (head - (left - threes) - 1)))
            first[head] = self.play(Stage.WINNERS, 1, *slots)[0]
        return [first[head] for head in seed_order(left)]

    def _two_go_on(self, teams: int, line: int) -> list[_Source]:
        """The best seeds are in groups of three, and the second of such a group comes into the other half.

        Seeds 1 and 2, 3 and 4 .. are in different halves, so their seconds change places; the last of an odd number of
        groups changes with the winner of the weakest group of two.
        """
        threes = 2 * line - teams
        groups = line - threes
        place_of = {head: line + 1 - (head + 1 if head % 2 else head - 1) for head in range(1, threes + 1)}
        first_of = {head: head for head in range(1, groups + 1)}
        if threes % 2 and groups > threes:
            first_of[groups] = line + 1 - threes
        elif threes % 2:
            place_of[threes] = line + 1 - threes
        at: dict[int, _Source] = {}
        for head in range(1, groups + 1):
            slots = [BracketSlot(0, head), BracketSlot(0, 2 * groups + 1 - head)]
            if head <= threes:
                slots.append(BracketSlot(0, teams + 1 - head))
            first, second = self.play(Stage.WINNERS, 1, *slots, goes_on=1 + (head <= threes))
            at[first_of[head]] = first
            if head <= threes:
                at[place_of[head]] = second
        return [at[head] for head in seed_order(line)]


def _number_matches(drafts: Sequence[BracketMatch]) -> tuple[BracketMatch, ...]:
    """Returns the matches in the order in which they can be played. Rounds without a match are left out."""
    steps: dict[int, int] = {0: 0}
    for draft in drafts:
        steps[draft.number] = 1 + max(steps[slot.match] for slot in draft.slots)
    parts = list(Stage)
    order = sorted(drafts, key=lambda draft: (steps[draft.number], parts.index(draft.stage), draft.number))
    number_of = {0: 0, **{draft.number: number for number, draft in enumerate(order, start=1)}}
    rounds = {stage: sorted({draft.round for draft in drafts if draft.stage is stage}) for stage in Stage}
    return tuple(
        replace(
            draft,
            number=number_of[draft.number],
            round=rounds[draft.stage].index(draft.round) + 1,
            slots=tuple(BracketSlot(number_of[slot.match], slot.place) for slot in draft.slots),
        )
        for draft in order
    )


def _problems(teams: Sequence[Number], form: BracketForm) -> list[Problem]:
    problems = []
    if len(teams) < 2:
        problems.append(Problem("knockout.too-few", {"n": len(teams)}))
    if len(teams) > MOST_TEAMS:
        problems.append(Problem("knockout.too-many", {"n": len(teams), "limit": MOST_TEAMS}))
    seen: set[Number] = set()
    for number in teams:
        if number in seen:
            problems.append(Problem("knockout.team-twice", {"number": number}))
        seen.add(number)
    if form.is_double and (form.has_third_place or form.has_threes):
        problems.append(Problem("knockout.form"))
    return problems
