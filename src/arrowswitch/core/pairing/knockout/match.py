"""A match of a knockout: its state after the last board entered, and the teams that go on.

| clause | rule | here |
|---|---|---|
| manual, lines 2610-2612; regulations summary, line 59 | IMPs; a board's penalty is 5 IMPs | `MatchSide.lead` |
| regulations summary, lines 71, 258 | late, or a third breach of manners: the match is forfeited | `forfeited_by` |
| guidance on Law 12C1(c) | rulings need not balance: the lead is the mean of what both sides have | `MatchSide.lead` |
| documents silent: level after the last board | extra boards until it is decided | `MatchState.LEVEL` |
| documents silent: three teams | matches won, net IMPs, the match of the two, extra boards | `three_order` |
| documents silent: carry-over | IMPs that a team brings along, added to its own | `KnockoutResult.carried` |

A ruling of the director on who goes on stands before all of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.pairing.knockout.bracket import BracketMatch
from arrowswitch.core.scoring.arithmetic import operand
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.team_rules import TeamRules
from arrowswitch.core.scoring.teams.match import MatchRules
from arrowswitch.core.scoring.teams.results import MatchResult, TeamMatch, TeamPenalty, match_result

_NOTHING = Fraction(0)
_HALF = Fraction(1, 2)


class MatchState(StrEnum):
    """The state of a match: its teams are not known yet; they are known; boards are entered; all are entered and it is
    level; decided; a team goes on without a match; not to be played."""

    WAITING = "waiting"
    OPEN = "open"
    RUNNING = "running"
    LEVEL = "level"
    DECIDED = "decided"
    WALKOVER = "walkover"
    NOT_NEEDED = "not-needed"


@dataclass(frozen=True, slots=True)
class KnockoutRules:
    """How matches are scored, and what a penalty of one board costs in IMPs."""

    match: MatchRules
    teams: TeamRules = field(default_factory=TeamRules)
    board_penalty: Fraction = Fraction(5)


@dataclass(frozen=True, slots=True)
class KnockoutResult:
    """The facts of a match, by its number in the bracket.

    - `played`: the match as far as it is played; of three teams a match for each two.
    - `carried`: IMPs that a team brings into the match; `extra_boards`: how many were added because it was level.
    - `ruled`: the order that the director decided, the winner first, with the `reason`.
    """

    match: int
    played: tuple[TeamMatch, ...] = ()
    carried: Mapping[Number, Fraction] = field(default_factory=dict, hash=False)
    extra_boards: int = 0
    penalties: tuple[TeamPenalty, ...] = ()
    forfeited_by: tuple[Number, ...] = ()
    ruled: tuple[Number, ...] = ()
    reason: str = ""

    @property
    def teams(self) -> frozenset[Number]:
        """Returns the teams that met in the matches played so far."""
        return frozenset(number for match in self.played for number in match.teams)


@dataclass(frozen=True, slots=True)
class MatchSide:
    """A team of a match: IMPs won and lost, what it brought, its penalties, and by how much it leads (of three: over
    both of its matches together)."""

    number: Number
    won: Fraction
    lost: Fraction
    carried: Fraction
    penalty: Fraction
    lead: Fraction

    @property
    def total(self) -> Fraction:
        return self.won + self.carried - self.penalty


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match of the bracket as it stands: its teams in the order of the slots (None: not known, or nobody), its sides
    when both are known, the boards compared of all, and when it is decided who came first, second and third; of three
    teams `why` says what decided between the last who goes on and the first who does not."""

    bracket: BracketMatch
    teams: tuple[Number | None, ...]
    state: MatchState
    order: tuple[Number | None, ...] = ()
    sides: tuple[MatchSide, ...] = ()
    compared: int = 0
    boards: int = 0
    result: KnockoutResult | None = None
    why: Problem | None = None

    @property
    def number(self) -> int:
        return self.bracket.number

    @property
    def goes_on(self) -> tuple[Number, ...]:
        """Returns the teams that advance, best first; empty until the match is decided."""
        return tuple(number for number in self.order[: self.bracket.goes_on] if number is not None)

    @property
    def is_under_way(self) -> bool:
        """True if the match is ready to be played or continued."""
        return self.state in (MatchState.OPEN, MatchState.RUNNING, MatchState.LEVEL)


def result_problems(result: KnockoutResult, teams: Sequence[Number]) -> Iterator[Problem]:
    """Yields the problems of a result for a match of these teams."""
    params: dict[str, ParamValue] = {"match": result.match, "teams": ", ".join(teams)}
    pairs = [frozenset(match.teams) for match in result.played]
    if any(not pair <= set(teams) or len(pair) < 2 for pair in pairs):
        yield Problem("knockout.other-teams", params)
    if len(set(pairs)) < len(pairs):
        yield Problem("knockout.played-twice", params)
    named = [*result.carried, *(one.number for one in result.penalties), *result.forfeited_by, *result.ruled]
    for number in dict.fromkeys(named):
        if number not in teams:
            yield Problem("knockout.not-in-match", {"number": number, **params})
    if result.ruled and sorted(set(result.ruled)) != sorted(teams):
        yield Problem("knockout.ruled-order", params)
    if any(penalty.unit not in (PenaltyUnit.IMPS, PenaltyUnit.BOARDS) for penalty in result.penalties):
        yield Problem("knockout.penalty-unit", params)


def state_of_match(
    bracket: BracketMatch,
    teams: tuple[Number, ...],
    result: KnockoutResult | None,
    rules: KnockoutRules,
    withdrawn: frozenset[Number] = frozenset(),
) -> KnockoutMatch:
    """Returns a match between teams that are known, as it stands with what has been entered.

    A team that has withdrawn forfeits what is not decided. Raises Refused as `match_result`.
    """
    result = result or KnockoutResult(bracket.number)
    usual = _usual(bracket, rules)
    scored = [_score_match(match, usual, result, rules) for match in result.played]
    boards = _boards(teams, usual, result, withdrawn)
    compared = sum(one.score.compared + len(one.ruled) + len(one.match.left_out) for one in scored)
    sides = tuple(_side(number, scored, result, rules) for number in teams)
    is_complete = len(scored) == len(list(combinations(teams, 2))) and all(one.is_complete for one in scored)
    order, out = _order(bracket, sides, scored, result, is_complete)
    if not order and (withdrawn & set(teams)):
        order, out = _order(bracket, sides, scored, _left(result, teams, withdrawn), is_complete)
    if order:
        state = MatchState.DECIDED
        came: tuple[Number | None, ...] = tuple(None if number in out else number for number in order)
        # The loser of a match of two goes to the losers' bracket even when it forfeited; when both did, neither does.
        came = order if len(out) < 2 else came
    else:
        came = ()
        state = MatchState.LEVEL if is_complete else MatchState.RUNNING if compared else MatchState.OPEN
    return KnockoutMatch(
        bracket=bracket,
        teams=teams,
        state=state,
        order=came,
        sides=sides,
        compared=compared,
        boards=boards,
        result=result,
        why=three_reason(sides, scored, bracket.goes_on) if _is_played_out(state, result, sides, is_complete) else None,
    )


def _is_played_out(state: MatchState, result: KnockoutResult, sides: Sequence[MatchSide], is_complete: bool) -> bool:
    """True if three teams have played out their order, without a ruling or a forfeit."""
    is_given = bool(result.ruled or result.forfeited_by)
    return state is MatchState.DECIDED and is_complete and not is_given and len(sides) > 2


def _left(result: KnockoutResult, teams: Sequence[Number], withdrawn: frozenset[Number]) -> KnockoutResult:
    gone = tuple(number for number in teams if number in withdrawn or number in result.forfeited_by)
    return replace(result, forfeited_by=gone)


def _score_match(match: TeamMatch, usual: int, result: KnockoutResult, rules: KnockoutRules) -> MatchResult:
    boards = (match.boards or usual) + result.extra_boards
    return match_result(replace(match, boards=boards), rules.match, rules.teams)


def _usual(bracket: BracketMatch, rules: KnockoutRules) -> int:
    """Returns the boards of two teams: of three teams each two play half of them."""
    return max(rules.match.boards // 2, 1) if bracket.is_three_way else rules.match.boards


def _boards(teams: tuple[Number, ...], usual: int, result: KnockoutResult, withdrawn: frozenset[Number]) -> int:
    """Returns the boards of all meetings; one that nobody has begun is not played once a team is out."""
    begun = {frozenset(match.teams): (match.boards or usual) for match in result.played}
    out = withdrawn | set(result.forfeited_by)
    meetings = [pair for pair in map(frozenset, combinations(teams, 2)) if pair in begun or not pair & out]
    return sum(begun.get(pair, usual) + result.extra_boards for pair in meetings)


def _side(number: Number, scored: Sequence[MatchResult], result: KnockoutResult, rules: KnockoutRules) -> MatchSide:
    mine = [(one, one.match.teams.index(number)) for one in scored if one.match.has(number)]
    won = sum((one.points[side] for one, side in mine), _NOTHING)
    lost = sum((one.points[1 - side] for one, side in mine), _NOTHING)
    lead = sum((_lead(one, number) for one, _ in mine), _NOTHING)
    carried = result.carried.get(number, _NOTHING)
    penalty = _penalty(number, result, rules)
    opponents_carry = sum((amount for other, amount in result.carried.items() if other != number), _NOTHING)
    others = {fine.number for fine in result.penalties} - {number}
    fined = sum((_penalty(other, result, rules) for other in others), _NOTHING)
    return MatchSide(
        number=number,
        won=won,
        lost=lost,
        carried=carried,
        penalty=penalty,
        lead=lead + carried - penalty - opponents_carry + fined,
    )


def _lead(result: MatchResult, number: Number) -> Fraction:
    own, other = result.margins
    lead = (own - other) * _HALF
    return lead if result.match.first == number else -lead


def _penalty(number: Number, result: KnockoutResult, rules: KnockoutRules) -> Fraction:
    mine = [penalty for penalty in result.penalties if penalty.number == number]
    return sum((p.amount * (rules.board_penalty if p.unit is PenaltyUnit.BOARDS else 1) for p in mine), _NOTHING)


def _order(
    bracket: BracketMatch,
    sides: Sequence[MatchSide],
    scored: Sequence[MatchResult],
    result: KnockoutResult,
    is_complete: bool,
) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Returns the teams by place (empty while the match is open), and those that forfeited."""
    numbers = tuple(side.number for side in sides)
    if result.ruled:
        return result.ruled, ()
    out = result.forfeited_by
    left = tuple(number for number in numbers if number not in out)
    if out and len(left) <= bracket.goes_on:
        return (*left, *out), out
    if len(left) == 2 and len(numbers) > 2:
        return _two_left(left, out, scored)
    if not is_complete:
        return (), ()
    if len(numbers) == 2:
        lead = sides[0].lead
        return (numbers if lead > 0 else numbers[::-1] if lead < 0 else ()), ()
    return three_order(sides, scored, bracket.goes_on), ()


def _two_left(
    left: tuple[Number, ...], out: tuple[Number, ...], scored: Sequence[MatchResult]
) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Returns the order when the third has forfeited and one goes on: the match of the two decides."""
    lead = next((_lead(one, left[0]) for one in scored if set(one.match.teams) == set(left) and one.is_complete), None)
    if not lead:
        return (), ()
    return (*(left if lead > 0 else left[::-1]), *out), out


def three_order(sides: Sequence[MatchSide], scored: Sequence[MatchResult], goes_on: int) -> tuple[Number, ...]:
    """Returns the order of three teams, or nothing when who goes on is not decided."""
    leads = _leads(scored)
    wins = _wins(sides, leads)

    def key(side: MatchSide) -> tuple[int, Fraction]:
        return wins[side.number], side.lead

    ranked = sorted(sides, key=key, reverse=True)
    inside, outside = ranked[goes_on - 1], ranked[goes_on]
    if key(inside) == key(outside):
        level = [side for side in sides if key(side) == key(inside)]
        direct = leads[inside.number, outside.number]
        if len(level) > 2 or not direct:
            return ()
        if direct < 0:
            ranked[goes_on - 1], ranked[goes_on] = outside, inside
    return tuple(side.number for side in ranked)


def three_reason(sides: Sequence[MatchSide], scored: Sequence[MatchResult], goes_on: int) -> Problem:
    """Returns the decision between the last of three that goes on and the first that does not: matches won, then net
    IMPs, then the match of the two (`knockout.why-wins`, `-net`, `-direct`), once it is decided."""
    order = three_order(sides, scored, goes_on)
    last_in, other = order[goes_on - 1], order[goes_on]
    leads = _leads(scored)
    wins, nets = _wins(sides, leads), {side.number: side.lead for side in sides}
    if wins[last_in] != wins[other]:
        decided, more, fewer = "wins", Fraction(wins[last_in], 2), Fraction(wins[other], 2)
    elif nets[last_in] != nets[other]:
        decided, more, fewer = "net", nets[last_in], nets[other]
    else:
        decided, more, fewer = "direct", leads[last_in, other], leads[other, last_in]
    params: dict[str, ParamValue] = {"one": last_in, "other": other, "more": operand(more), "fewer": operand(fewer)}
    return Problem(f"knockout.why-{decided}", params)


def _leads(scored: Sequence[MatchResult]) -> dict[tuple[Number, Number], Fraction]:
    """Returns by how many IMPs each leads against each."""
    leads = {(one.match.first, one.match.second): _lead(one, one.match.first) for one in scored}
    return leads | {(second, first): -lead for (first, second), lead in leads.items()}


def _wins(sides: Sequence[MatchSide], leads: Mapping[tuple[Number, Number], Fraction]) -> dict[Number, int]:
    """Returns 2 for each match that a team has won and 1 for a level one."""
    return {side.number: sum(_points(lead) for (own, _), lead in leads.items() if own == side.number) for side in sides}


def _points(lead: Fraction) -> int:
    """Returns 2 for a match won and 1 for a level one."""
    return 1 + (lead > 0) - (lead < 0)
