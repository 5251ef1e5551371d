"""A knockout as it stands: who meets whom next, who is out, and the final places; from the bracket and the results.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. Everything is worked out anew from what has been entered, so
that a corrected board moves the bracket by itself. Who is put out in the same round shares the place. Who withdraws
forfeits every match that is not decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.core.pairing.bracket import Bracket, Slot, Stage
from arrowswitch.core.pairing.knockout_match import (
    KnockoutMatch,
    KnockoutResult,
    KnockoutRules,
    MatchState,
    result_problems,
    state_of_match,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A team that is out or has won: the places `first` to `last` that it shares, and the match it was decided in."""

    number: Number
    first: int
    last: int
    match: int


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout as it stands: every match, and the places known so far, best first."""

    bracket: Bracket
    matches: tuple[KnockoutMatch, ...]
    places: tuple[Place, ...]

    @property
    def winner(self) -> Number | None:
        """Returns who has won the event, None before the end."""
        return next((place.number for place in self.places if place.first == 1), None)

    @property
    def next_matches(self) -> tuple[KnockoutMatch, ...]:
        """Returns the matches whose teams are known and that are not decided."""
        return tuple(match for match in self.matches if match.is_under_way)

    @property
    def still_in(self) -> tuple[Number, ...]:
        """Returns who can still come to a better place, by seed."""
        settled = {place.number for place in self.places}
        return tuple(number for number in self.bracket.teams if number not in settled)

    def match(self, number: int) -> KnockoutMatch:
        """Returns a match by its number."""
        return self.matches[number - 1]

    def losses(self, number: Number) -> int:
        """Returns how many matches a team has lost, forfeited ones included."""
        return sum(number in match.order[match.bracket.goes_on :] for match in self.matches)


def stand(
    bracket: Bracket,
    results: Iterable[KnockoutResult],
    rules: KnockoutRules,
    withdrawn: frozenset[Number] = frozenset(),
) -> Knockout:
    """Returns a knockout as it stands.

    Raises Refused with all problems: `knockout.no-match`, `knockout.result-twice`, `knockout.too-early` for a match
    whose teams are not known, `knockout.not-needed` for one that is not played, `knockout.unknown-team`, what
    `result_problems` finds, and what the scoring of the matches raises.
    """
    given = list(results)
    problems = list(_unplaced(bracket, given, withdrawn))
    result_of = {result.match: result for result in given}
    come: dict[Slot, Number | None] = {Slot(0, at): number for at, number in enumerate(bracket.teams, start=1)}
    matches: list[KnockoutMatch] = []
    for planned in bracket.matches:
        result = result_of.get(planned.number)
        unknown = [slot for slot in planned.slots if slot not in come]
        teams = tuple(come.get(slot) for slot in planned.slots)
        there = tuple(number for number in teams if number is not None)
        if planned.stage is Stage.RESET and not unknown and not _needs_reset(matches):
            match = KnockoutMatch(planned, (None,) * len(teams), MatchState.NOT_NEEDED)
        elif unknown:
            match = KnockoutMatch(planned, teams, MatchState.WAITING)
        elif len(there) < len(teams) and not planned.is_three_way:
            state = MatchState.WALKOVER if there else MatchState.NOT_NEEDED
            match = KnockoutMatch(planned, teams, state, (there[0] if there else None, None))
        else:
            match = _played(planned.number, bracket, there, result, rules, withdrawn, problems)
        if result is not None and match.result is None:
            is_early = match.state is MatchState.WAITING
            problems.append(Problem(f"knockout.{'too-early' if is_early else 'not-needed'}", {"match": result.match}))
        come |= {Slot(planned.number, at): number for at, number in enumerate(match.order, start=1)}
        matches.append(match)
    Refused.check(problems)
    return Knockout(bracket, tuple(matches), tuple(sorted(_places(bracket, matches), key=lambda one: one.first)))


def _played(
    number: int,
    bracket: Bracket,
    teams: tuple[Number, ...],
    result: KnockoutResult | None,
    rules: KnockoutRules,
    withdrawn: frozenset[Number],
    problems: list[Problem],
) -> KnockoutMatch:
    """Returns a match of known teams; what is wrong with its result is added to the problems."""
    planned = bracket.match(number)
    found = [] if result is None else list(result_problems(result, teams))
    if not found:
        try:
            return state_of_match(planned, teams, result, rules, withdrawn)
        except Mistake as mistake:
            found = [Problem(one.code, one.params, one.where or f"#{number}") for one in mistake.problems]
    problems += found
    return KnockoutMatch(planned, teams, MatchState.OPEN, result=result)


def _needs_reset(matches: list[KnockoutMatch]) -> bool:
    """Tells whether the one who came to the final without a loss has lost it."""
    final = matches[-1]
    return final.state is MatchState.DECIDED and final.order[0] == final.teams[1]


def _unplaced(bracket: Bracket, results: list[KnockoutResult], withdrawn: frozenset[Number]) -> Iterator[Problem]:
    times = Counter(result.match for result in results)
    for number, count in times.items():
        if not 1 <= number <= len(bracket.matches):
            yield Problem("knockout.no-match", {"match": number, "last": len(bracket.matches)})
        elif count > 1:
            yield Problem("knockout.result-twice", {"match": number})
    for team in sorted(withdrawn - set(bracket.teams)):
        yield Problem("knockout.unknown-team", {"number": team})


def _places(bracket: Bracket, matches: list[KnockoutMatch]) -> Iterator[Place]:
    """Yields the places that are settled: those put out in one round share what is left below the later rounds."""
    used = {slot for planned in bracket.matches for slot in planned.slots}
    ends = [
        (planned, place)
        for planned in bracket.matches
        for place in range(1, len(planned.slots) + 1)
        if Slot(planned.number, place) not in used and planned.stage in (Stage.WINNERS, Stage.LOSERS)
    ]
    final = bracket.last.number
    puts_out = Counter(planned.round for planned, place in ends if planned.number != final)
    lowest = len(bracket.teams)
    shared: dict[int, tuple[int, int]] = {}
    for round_number in sorted(puts_out):
        shared[round_number] = (lowest - puts_out[round_number] + 1, lowest)
        lowest -= puts_out[round_number]
    for planned, place in ends:
        order = matches[planned.number - 1].order
        if planned.number != final and len(order) >= place and (number := order[place - 1]) is not None:
            yield Place(number, *shared[planned.round], planned.number)
    yield from _top(bracket, matches)


def _top(bracket: Bracket, matches: list[KnockoutMatch]) -> Iterator[Place]:
    """Yields the places of the last matches: 1 and 2, and 3 and 4 where they are played for."""
    final = bracket.last.number
    deciding = matches[final - 1]
    reset = next((match for match in matches if match.bracket.stage is Stage.RESET), None)
    if reset is not None and reset.state is not MatchState.NOT_NEEDED:
        deciding = reset
    third = [match for match in matches if match.bracket.stage is Stage.THIRD]
    for match, first in ((deciding, 1), *((match, 3) for match in third)):
        for place, number in enumerate(match.order, start=first):
            if number is not None:
                yield Place(number, place, place, match.number)
