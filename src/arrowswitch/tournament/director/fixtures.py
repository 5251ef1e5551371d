"""Decides on rounds that need no ranking: the next matches of a bracket, and the schedule of a league.

JCBL director's manual 3.3, lines 1762-1772 (knockouts) and 2623 (leagues on several dates). A knockout's round are all
matches whose teams are known; a league is drawn whole, home and away in turn, as many legs as its rounds hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.swiss import KNOCKOUT, LEAGUE, is_drawn, match_meetings, swiss
from arrowswitch.core.pairing.knockout import Knockout
from arrowswitch.core.pairing.knockout_match import MatchState
from arrowswitch.core.pairing.league_schedule import leg_rounds
from arrowswitch.tournament.commands import DrawRound
from arrowswitch.tournament.director.forms import unsettled
from arrowswitch.tournament.ledger import Fact, MovementSet, RoundDrawn
from arrowswitch.tournament.model import DrawnMatch, DrawnRound, EventState, Section
from arrowswitch.tournament.queries.knockout import is_knockout, knockout
from arrowswitch.tournament.queries.swiss import drawn_numbers

Pairs = Sequence[tuple[Number, Number, int]]
"""Who is at home, who comes, and the number of the match in a bracket (0: none)."""


def draw_fixtures(state: EventState, command: DrawRound) -> tuple[Fact, ...]:
    """Decides on the next round of a knockout, or on all rounds of a league."""
    Refused.check(unsettled(state.settings))
    if command.kept or command.bans or command.may_break_rule:
        raise Refused.of("team-event.fixtures-fixed")
    section = state.session(command.session).sections.get(command.section, Section(command.section))
    if section.movement is not None and not is_drawn(section.movement):
        raise Refused.of("team-event.other-movement", section=command.section)
    wanted = len(section.draws) + 1
    if command.round != wanted or (section.draws and not is_knockout(state)):
        raise Refused.of("team-event.draw-order", round=command.round, wanted=wanted if is_knockout(state) else 0)
    numbers = tuple(drawn_numbers(state, command.session, command.section))
    if len(numbers) < 2:
        raise Refused.of("draw.too-few", n=len(numbers))
    if is_knockout(state):
        rounds: Sequence[Pairs] = [_next_of_bracket(state, command)]
    else:
        rounds = _schedule(numbers, state.settings.conditions.rounds)
    return tuple(_facts(state, command, section, numbers, rounds))


def _next_of_bracket(state: EventState, command: DrawRound) -> Pairs:
    stands = knockout(state, command.section)
    if stands is None:
        raise Refused.of("draw.too-few", n=0)
    drawn = {
        match.bracket
        for session in state.sessions.values()
        for letter, section in session.sections.items()
        for one in section.draws
        for match in one.matches
        if letter == command.section
    }
    ready = [one for one in stands.next_matches if one.state is MatchState.OPEN and one.number not in drawn]
    if not ready:
        raise Refused(_why_none(stands))
    pairs = [(tuple(n for n in one.teams if n is not None), one.number) for one in ready]
    return [(teams[0], teams[1], number) for teams, number in pairs]


def _why_none(stands: Knockout) -> Problem:
    """Returns why no match can be drawn: somebody has won, or matches are still to be decided."""
    if stands.winner is not None:
        return Problem("team-event.bracket-over", {"number": stands.winner})
    waiting = ", ".join("-".join(n for n in one.teams if n is not None) for one in stands.next_matches)
    return Problem("team-event.bracket-waits", {"matches": waiting})


def _schedule(numbers: Sequence[Number], rounds: int | None) -> list[Pairs]:
    """Returns the rounds of a league, whole legs only: as many as the conditions' rounds hold, one at the least."""
    once = len(numbers) - 1 + len(numbers) % 2
    legs = max(1, (rounds or once) // once)
    return [[(numbers[home], numbers[away], 0) for home, away in matches] for matches in leg_rounds(len(numbers), legs)]


def _facts(
    state: EventState, command: DrawRound, section: Section, numbers: Sequence[Number], rounds: Sequence[Pairs]
) -> Iterator[Fact]:
    settings = state.settings
    family = KNOCKOUT if is_knockout(state) else LEAGUE
    boards = settings.boards_per_round or 1
    last = command.round + len(rounds) - 1
    whole = swiss(ContestantKind.TEAM, numbers, last, boards, settings.first_board, family)
    if section.movement is None:
        yield MovementSet(command.session, command.section, swiss(
            ContestantKind.TEAM, numbers, len(rounds), boards, settings.first_board, family
        ))  # fmt: skip
    for round_number, pairs in enumerate(rounds, start=command.round):
        yield _drawn(command, round_number, pairs, whole)


def _drawn(command: DrawRound, round_number: RoundNumber, pairs: Pairs, sheet: Movement) -> RoundDrawn:
    matches: list[DrawnMatch] = []
    meetings: list[Meeting] = []
    for at, (home, away, bracket) in enumerate(pairs):
        tables = (2 * at + 1, 2 * at + 2)
        matches.append(DrawnMatch(home, away, tables, bracket=bracket))
        meetings += match_meetings(ContestantKind.TEAM, round_number, home, away, tables)
    drawn = DrawnRound(round_number, tuple(matches))
    return RoundDrawn(command.session, command.section, drawn, tuple(meetings), sheet.board_sets)
