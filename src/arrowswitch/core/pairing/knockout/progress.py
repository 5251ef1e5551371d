"""A knockout as it stands: who meets whom next, who is out, and the final places; from the bracket and the results.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. Everything is computed again from the entered results, so
that a corrected board updates the bracket. Teams that lose in the same round share the place. A team that withdraws
forfeits all its undecided matches. A match that was drawn or played by other teams than those that reach it now is
reported and left out (`stand_drawn`); the director decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketMatch, BracketSlot, Stage
from arrowswitch.core.pairing.knockout.match import (
    KnockoutMatch,
    KnockoutResult,
    KnockoutRules,
    MatchState,
    result_problems,
    state_of_match,
)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A team that is out or has won: the places `first` to `last` that it shares, and the match it was decided in."""

    number: Number
    first: int
    last: int
    match: int


@dataclass(frozen=True, slots=True)
class Knockout:
    """The current state of a knockout: every match, the places known so far, best first, and the teams that have
    withdrawn."""

    bracket: Bracket
    matches: tuple[KnockoutMatch, ...]
    places: tuple[FinalPlace, ...]
    withdrawn: frozenset[Number] = frozenset()

    @property
    def winner(self) -> Number | None:
        """Returns the winner of the event; None before the end."""
        return next((place.number for place in self.places if place.first == 1), None)

    @property
    def next_matches(self) -> tuple[KnockoutMatch, ...]:
        """Returns the undecided matches whose teams are known."""
        return tuple(match for match in self.matches if match.is_under_way)

    @property
    def still_in(self) -> tuple[Number, ...]:
        """Returns the teams that can still reach a better place, by seed."""
        settled = {place.number for place in self.places}
        return tuple(number for number in self.bracket.teams if number not in settled)

    def match(self, number: int) -> KnockoutMatch:
        """Returns a match by its number."""
        return self.matches[number - 1]

    def losses(self, number: Number) -> int:
        """Returns how many matches a team has lost, forfeited ones included."""
        return sum(number in match.order[match.bracket.goes_on :] for match in self.matches)


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A match that others were drawn for than those who come to it now: who that `had` been, who is `wanted` in the
    order of its sides (None: not known, or nobody), and the earlier matches that brought it about."""

    match: int
    had: frozenset[Number]
    wanted: tuple[Number | None, ...]
    sources: tuple[int, ...]

    @property
    def is_known(self) -> bool:
        """True if all teams due to play the match now are known."""
        return None not in self.wanted


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
    return _Walk(bracket, list(results), rules, withdrawn).knockout()


def stand_drawn(
    bracket: Bracket,
    results: Iterable[KnockoutResult],
    rules: KnockoutRules,
    withdrawn: frozenset[Number] = frozenset(),
) -> tuple[Knockout, tuple[Overtaken, ...]]:
    """Returns a knockout as it stands without the matches that others come to now than were drawn for them, and these.

    Raises Refused as `stand`, but for results of other teams and for those that come too early or are not needed.
    """
    walk = _Walk(bracket, list(results), rules, withdrawn, [])
    return walk.knockout(), tuple(walk.overtaken or ())


class _Walk:
    """Goes through the matches of a bracket in their order. With `overtaken` results of others are put there."""

    def __init__(
        self,
        bracket: Bracket,
        results: list[KnockoutResult],
        rules: KnockoutRules,
        withdrawn: frozenset[Number],
        overtaken: list[Overtaken] | None = None,
    ) -> None:
        self._bracket, self._rules, self._withdrawn = bracket, rules, withdrawn
        self._problems = list(_placement_problems(bracket, results, withdrawn))
        self._result_of = {result.match: result for result in results}
        self._come: dict[BracketSlot, Number | None] = {
            BracketSlot(0, at): n for at, n in enumerate(bracket.teams, start=1)
        }
        self._matches: list[KnockoutMatch] = []
        self.overtaken = overtaken

    def knockout(self) -> Knockout:
        """Returns the knockout; raises Refused with all problems."""
        for planned in self._bracket.matches:
            match = self._match(planned)
            self._come |= {BracketSlot(planned.number, at): number for at, number in enumerate(match.order, start=1)}
            self._matches.append(match)
        Refused.check(self._problems)
        places = sorted(_places(self._bracket, self._matches), key=lambda one: one.first)
        return Knockout(self._bracket, tuple(self._matches), tuple(places), self._withdrawn)

    def _match(self, planned: BracketMatch) -> KnockoutMatch:
        unknown = [slot for slot in planned.slots if slot not in self._come]
        teams = tuple(self._come.get(slot) for slot in planned.slots)
        there = tuple(number for number in teams if number is not None)
        result = self._fitting(planned, teams)
        if planned.stage is Stage.RESET and not unknown and not _needs_reset(self._matches):
            match = KnockoutMatch(bracket=planned, teams=(None,) * len(teams), state=MatchState.NOT_NEEDED)
        elif unknown:
            match = KnockoutMatch(bracket=planned, teams=teams, state=MatchState.WAITING)
        elif len(there) < len(teams) and not planned.is_three_way:
            state = MatchState.WALKOVER if there else MatchState.NOT_NEEDED
            match = KnockoutMatch(bracket=planned, teams=teams, state=state, order=(there[0] if there else None, None))
        else:
            return self._match_of_teams(planned, there, result)
        if result is not None:
            is_early = match.state is MatchState.WAITING
            self._problems.append(
                Problem(f"knockout.{'too-early' if is_early else 'not-needed'}", {"match": planned.number})
            )
        return match

    def _match_of_teams(
        self, planned: BracketMatch, teams: tuple[Number, ...], result: KnockoutResult | None
    ) -> KnockoutMatch:
        """Returns a match of known teams; the problems of its result are collected."""
        problems = [] if result is None else list(result_problems(result, teams))
        if not problems:
            try:
                return state_of_match(planned, teams, result, self._rules, self._withdrawn)
            except Mistake as mistake:
                problems = [
                    Problem(one.code, one.params, one.where or f"#{planned.number}") for one in mistake.problems
                ]
        self._problems += problems
        return KnockoutMatch(bracket=planned, teams=teams, state=MatchState.OPEN, result=result)

    def _fitting(self, planned: BracketMatch, teams: tuple[Number | None, ...]) -> KnockoutResult | None:
        """Returns the result of a match. Returns None if other teams played it; the result then counts as overtaken."""
        result = self._result_of.get(planned.number)
        if result is None or self.overtaken is None:
            return result
        is_reset = planned.stage is Stage.RESET and not _needs_reset(self._matches)
        wanted = (None,) * len(teams) if is_reset else teams
        there = {number for number in wanted if number is not None}
        playing = there - self._withdrawn if planned.is_three_way else there
        if len(there) == len(teams) and result.teams in (there, playing):
            return result
        sides = zip(planned.slots, wanted, strict=True)
        sources = (slot.match for slot, number in sides if slot.match and number not in result.teams)
        self.overtaken.append(Overtaken(planned.number, result.teams, wanted, tuple(dict.fromkeys(sources))))
        return None


def _needs_reset(matches: list[KnockoutMatch]) -> bool:
    """True if the team that reached the final unbeaten has lost it."""
    final = matches[-1]
    return final.state is MatchState.DECIDED and final.order[0] == final.teams[1]


def _placement_problems(
    bracket: Bracket, results: list[KnockoutResult], withdrawn: frozenset[Number]
) -> Iterator[Problem]:
    times = Counter(result.match for result in results)
    for number, count in times.items():
        if not 1 <= number <= len(bracket.matches):
            yield Problem("knockout.no-match", {"match": number, "last": len(bracket.matches)})
        elif count > 1:
            yield Problem("knockout.result-twice", {"match": number})
    for team in sorted(withdrawn - set(bracket.teams)):
        yield Problem("knockout.unknown-team", {"number": team})


def _places(bracket: Bracket, matches: list[KnockoutMatch]) -> Iterator[FinalPlace]:
    """Yields the places that are settled: those put out in one round share what is left below the later rounds."""
    used = {slot for planned in bracket.matches for slot in planned.slots}
    ends = [
        (planned, place)
        for planned in bracket.matches
        for place in range(1, len(planned.slots) + 1)
        if BracketSlot(planned.number, place) not in used and planned.stage in (Stage.WINNERS, Stage.LOSERS)
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
            yield FinalPlace(number, *shared[planned.round], planned.number)
    yield from _top(bracket, matches)


def _top(bracket: Bracket, matches: list[KnockoutMatch]) -> Iterator[FinalPlace]:
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
                yield FinalPlace(number, place, place, match.number)
