"""Decides on rounds that need no ranking: the next matches of a bracket, and the schedule of a league.

JCBL director's manual 3.3, lines 1762-1772 (knockouts) and 2623 (leagues on several dates). A knockout's round are all
matches whose teams are known (`bracket_rounds`); a league is drawn whole, home and away in turn, as many legs as its
rounds hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.drawn import LEAGUE, is_drawn, match_meetings, swiss
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.pairing.league.schedule import leg_rounds
from arrowswitch.tournament.knockout.decide_rounds import draw_bracket
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.movement import MovementSet
from arrowswitch.tournament.model.slices.swiss import DrawRound, RoundDrawn
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound
from arrowswitch.tournament.scored.bracket import is_knockout
from arrowswitch.tournament.settings.decide_forms import unsettled
from arrowswitch.tournament.swiss.rounds import drawn_numbers

Pairs = Sequence[tuple[Number, Number]]
"""Who is at home, and who comes."""


def draw_fixtures(state: EventState, command: DrawRound, context: Context) -> tuple[Fact, ...]:
    """Decides on the next round of a knockout, or on all rounds of a league."""
    Refused.check(unsettled(state.settings))
    if command.kept or command.bans or command.may_break_rule:
        raise Refused.of("team-event.fixtures-fixed")
    section = state.section_or_empty(command.at.place)
    if section.movement is not None and not is_drawn(section.movement):
        raise Refused.of("team-event.other-movement", section=command.at.place.section)
    wanted = len(section.draws) + 1
    if command.at.round != wanted or (section.draws and not is_knockout(state)):
        raise Refused.of("team-event.draw-order", round=command.at.round, wanted=wanted if is_knockout(state) else 0)
    numbers = tuple(drawn_numbers(state, command.at.place))
    if len(numbers) < 2:
        raise Refused.of("draw.too-few", n=len(numbers))
    if is_knockout(state):
        return tuple(draw_bracket(state, command, section, numbers, context))
    return tuple(_facts(state, command, section, numbers, _schedule(numbers, state.settings.conditions.rounds)))


def _schedule(numbers: Sequence[Number], rounds: int | None) -> list[Pairs]:
    """Returns the rounds of a league, whole legs only: as many as the conditions' rounds hold, one at the least."""
    once = len(numbers) - 1 + len(numbers) % 2
    legs = max(1, (rounds or once) // once)
    return [[(numbers[home], numbers[away]) for home, away in matches] for matches in leg_rounds(len(numbers), legs)]


def _facts(
    state: EventState, command: DrawRound, section: Section, numbers: Sequence[Number], rounds: Sequence[Pairs]
) -> Iterator[Fact]:
    boards, first = state.settings.boards_per_round or 1, state.settings.first_board
    sheet = swiss(ContestantKind.TEAM, numbers, len(rounds), boards, first, LEAGUE)
    if section.movement is None:
        yield MovementSet(command.at.place, sheet)
    for round_number, pairs in enumerate(rounds, start=command.at.round):
        yield _drawn(command, round_number, pairs, sheet)


def _drawn(command: DrawRound, round_number: RoundNumber, pairs: Pairs, sheet: Movement) -> RoundDrawn:
    matches: list[DrawnMatch] = []
    meetings: list[Meeting] = []
    for at, (home, away) in enumerate(pairs):
        tables = (2 * at + 1, 2 * at + 2)
        matches.append(DrawnMatch(home=home, away=away, tables=tables))
        meetings += match_meetings(ContestantKind.TEAM, round_number, home, away, tables)
    drawn = DrawnRound(round_number, tuple(matches))
    return RoundDrawn(
        place=command.at.place,
        drawn=drawn,
        meetings=tuple(meetings),
        board_sets=sheet.board_sets,
    )
