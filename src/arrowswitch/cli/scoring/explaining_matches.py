"""`explain` where the total is the sum of matches: of teams in any file, and of the matches of an event of ours.

A total is explained match by match; a board, and each match of it, by both tables. Everything is seen from the
requested contestant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.cli.console import Console
from arrowswitch.cli.scoring.event_scoring import score_event
from arrowswitch.cli.scoring.sources import FileToScore, number_named
from arrowswitch.cli.scoring.team_scoring import ScoredTeams, score_team_source
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.arithmetic import sum_text
from arrowswitch.core.scoring.explain import explain_rank_among
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import RankBy
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step
from arrowswitch.core.scoring.teams.event import EventMatch
from arrowswitch.core.scoring.teams.explain_match import explain_match_board
from arrowswitch.core.scoring.teams.match import MatchPart, TeamMethod
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.matches.why import scored_steps, turned_boards, why_board, why_match
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.why_pair_field import is_ranked_pair, why_pair, why_pair_board


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """The requested number of a contestant: `board` for one board, `is_rank` for the rank alone, `is_total` for the
    total alone."""

    number: str
    board: BoardNumber | None
    is_rank: bool
    is_total: bool


def explain_teams(
    console: Console,
    source: FileToScore,
    method: TeamMethod,
    request: AskedNumber,
    rules: str | None,
    scale: str | None,
) -> tuple[Number, list[Explanation]]:
    """Returns the requested team, and the explanations of its numbers in a file."""
    scored = score_team_source(console, source, method, rules=rules, scale=scale)
    ranking = scored.standings.ranking
    number = number_named(request.number, {one.number for one in ranking})
    mine = [one for one in scored.standings.matches if one.match.has(number)]
    if request.board is not None:
        board_steps = [step for one in mine for step in _on_board(scored, one, number, request.board)]
        return number, [_of_board(number, request.board, board_steps)]
    row = next(one for one in ranking if one.number == number).row
    points = [(one.match.round, one.match.other(number), one.brings_to(number)) for one in mine]
    steps = [*(step for one in mine for step in _match_steps(scored, one, number)), *_sum_steps(points, row.total)]
    standings = [
        Standing(number=one.number, rank=one.rank, is_tied=one.is_tied, total=one.row.total, boards=one.row.matches)
        for one in ranking
    ]
    return number, _explain_total_and_rank(number, steps, row.total, standings, scored.regulations, request)


def explain_event(
    console: Console, source: FileToScore, state: EventState, request: AskedNumber, rules: str | None, scale: str | None
) -> tuple[Number, list[Explanation]]:
    """Returns the requested contestant, and the explanations of its numbers in an event of matches."""
    event = score_event(console, source, state, rules=rules, scale=scale)
    state = event.scored.source.state or state
    pair = _ranked_pair(state, source.session, request.number)
    if pair is not None:
        return pair[1], _of_pair(state, *pair, request)
    ranking = event.scored.standings.ranking
    number = number_named(request.number, {match.number for match in ranking})
    mine = [match for match in event.matches if number in (match.home, match.away)]
    if request.board is not None:
        board_steps = [step for match in mine for step in _board_of(state, match, number, request.board)]
        return number, [_of_board(number, request.board, board_steps)]
    standing = next(match for match in ranking if match.number == number)
    points = [(match.rounds[0], _opponent(match, number), _brings(match, number)) for match in mine]
    steps: list[Step] = []
    for match in mine:
        steps.append(_heading(match.rounds[0], _opponent(match, number)))
        why = why_match(state, RoundPlace(match.place, match.rounds[0]), number, _opponent(match, number))
        steps += _without_boards(why)
    steps += _sum_steps(points, standing.total)
    return number, _explain_total_and_rank(number, steps, standing.total, ranking, event.scored.regulations, request)


def _ranked_pair(state: EventState, session: SessionNumber, text: str) -> tuple[Place, Number] | None:
    """Returns the place and number of a pair that is ranked in addition to the teams: `1A`, or `B1A` in section B."""
    for letter in state.session(session).sections:
        for number in (text.upper(), text.upper().removeprefix(letter)):
            if is_ranked_pair(state, Place(session, letter), Number(number)):
                return Place(session, letter), Number(number)
    return None


def _of_pair(state: EventState, place: Place, number: Number, question: AskedNumber) -> list[Explanation]:
    if question.board is not None:
        return [why_pair_board(state, place, number, question.board)]
    total, rank, *sessions = why_pair(state, place, number)
    if question.is_rank:
        return [rank]
    return [total, *sessions] if question.is_total else [total, rank, *sessions]


def _explain_total_and_rank(
    number: Number,
    steps: list[Step],
    total: Fraction,
    ranking: Sequence[Standing],
    rules: Regulations,
    request: AskedNumber,
) -> list[Explanation]:
    of_total = Explanation(number, None, tuple(steps), total)
    of_rank = explain_rank_among(ranking, rules, number, RankBy.TOTAL)
    if request.is_rank:
        return [of_rank]
    return [of_total] if request.is_total else [of_total, of_rank]


def _of_board(number: Number, board: BoardNumber, steps: list[Step]) -> Explanation:
    """Returns the explanation of a board. Raises NotFound (`cli.explain.no-board`) where it was not compared."""
    if not steps:
        raise NotFound.of("cli.explain.no-board", number=number, board=board)
    values = [step.value for step in steps if step.value is not None]
    return Explanation(number, None, tuple(steps), values[-1] if values else None)


def _match_steps(scored: ScoredTeams, event_match: EventMatch, number: Number) -> Iterator[Step]:
    yield _heading(event_match.match.round, event_match.match.other(number))
    moves = scored.regulations.teams.penalty_moves_margin
    yield from _without_boards(
        scored_steps(event_match, _parts(event_match, number), scored.rules, number, is_moved=moves)
    )


def _without_boards(steps: Iterable[Step]) -> Iterator[Step]:
    """Yields the steps of a match but those of its boards, each of which can be asked for."""
    return (step for step in steps if "board" not in step.params)


def _on_board(scored: ScoredTeams, event_match: EventMatch, number: Number, board: BoardNumber) -> Iterator[Step]:
    steps = explain_match_board(_parts(event_match, number), scored.rules, board)
    if steps:
        yield _heading(event_match.match.round, event_match.match.other(number))
        yield from steps


def _board_of(state: EventState, match: MatchView, number: Number, board: BoardNumber) -> Iterator[Step]:
    at = RoundPlace(match.place, match.rounds[0])
    steps = why_board(state, at, number, board, _opponent(match, number))
    if steps:
        yield _heading(match.rounds[0], _opponent(match, number))
        yield from steps


def _parts(event_match: EventMatch, number: Number) -> tuple[MatchPart, ...]:
    return event_match.match.parts if event_match.match.first == number else turned_boards(event_match.match.parts)


def _heading(played: int, opponent: Number) -> Step:
    code = "explain.match-of" if played else "explain.match-against"
    return Step(code, {"round": played, "opponents": opponent})


def _sum_steps(match_points: Iterable[tuple[int, Number, Fraction | None]], total: Fraction) -> Iterator[Step]:
    """Yields the sum of the matches, other additions and deductions, and the total."""
    amounts = [points for _, _, points in match_points if points is not None]
    won = sum(amounts, Fraction(0))
    as_total = Rounding.HALF_UP_2 if total == won else None
    yield amount_step("explain.matches", won, {"n": len(amounts), "formula": sum_text(amounts)}, "", as_total)
    if total != won:
        yield amount_step("explain.matches-else", total - won, {}, "")
        yield amount_step("explain.total-sum", total, {"formula": sum_text((won, total - won))}, "", Rounding.HALF_UP_2)


def _opponent(match: MatchView, number: Number) -> Number:
    return match.away if match.home == number else match.home


def _brings(match: MatchView, number: Number) -> Fraction | None:
    return None if match.brings is None else match.brings[0 if match.home == number else 1]
