"""Makes knockouts and plays them with chance results."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketForm, make_bracket
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, KnockoutResult, KnockoutRules, MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout, stand
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod, Totals
from arrowswitch.core.scoring.teams.results import TeamMatch

BOARDS = 8
RULES = KnockoutRules(MatchRules(TeamMethod.IMPS, BOARDS))
DOUBLE = BracketForm(is_double=True)
THREES = BracketForm(has_threes=True)
THIRD = BracketForm(has_third_place=True)


def teams(count: int) -> tuple[Number, ...]:
    return tuple(Number(str(seed)) for seed in range(1, count + 1))


def bracket(count: int, form: BracketForm | None = None) -> Bracket:
    return make_bracket(teams(count), form)


def beats(first: str, own: int, other: int, second: str, boards: int = BOARDS) -> TeamMatch:
    """Returns a match with its IMPs: `beats("1", 30, 12, "8")`."""
    totals = Totals(boards, points=(Fraction(own), Fraction(other)))
    return TeamMatch(Number(first), Number(second), (totals,))


def result(match: int, *played: TeamMatch) -> KnockoutResult:
    return KnockoutResult(match, played)


def favourite(match: KnockoutMatch) -> KnockoutResult:
    """Returns a win of the better seed by as many IMPs as the seeds are apart, of three in all matches."""
    matches = []
    for team, other in combinations(match.teams, 2):
        assert team is not None
        assert other is not None
        margin = 5 if int(team) < int(other) else -5
        boards = BOARDS if len(match.teams) == 2 else BOARDS // 2
        matches.append(beats(team, 20 + margin, 20 - margin, other, boards))
    return KnockoutResult(match.number, tuple(matches))


def by_chance(seed: int) -> Callable[[KnockoutMatch], KnockoutResult]:
    chance = random.Random(seed)

    def play_by_chance(match: KnockoutMatch) -> KnockoutResult:
        usual = favourite(match)
        boards = BOARDS if len(match.teams) == 2 else BOARDS // 2
        matches = tuple(
            beats(one.first, chance.randint(0, 9), chance.randint(0, 9), one.second, boards) for one in usual.played
        )
        ruled = tuple(number for number in match.teams if number is not None) if match.state is MatchState.LEVEL else ()
        return KnockoutResult(match.number, matches, ruled=ruled)

    return play_by_chance


def play(planned: Bracket, how: Callable[[KnockoutMatch], KnockoutResult] = favourite) -> tuple[Knockout, ...]:
    """Returns the knockout after every round of matches that could be played, the last one finished."""
    results: dict[int, KnockoutResult] = {}
    rounds = [stand(planned, (), RULES)]
    while rounds[-1].next_matches:
        results |= {match.number: how(match) for match in rounds[-1].next_matches}
        rounds.append(stand(planned, results.values(), RULES))
    return tuple(rounds)
