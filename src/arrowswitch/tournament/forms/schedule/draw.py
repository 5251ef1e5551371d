"""Decides on the schedule of a league without dates: drawn whole, home and away in turn.

JCBL director's manual 3.3, line 2623 (leagues on several dates). It has as many legs as its rounds hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.drawn import LEAGUE, match_meetings, swiss
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.pairing.league.schedule import leg_rounds
from arrowswitch.tournament.forms.drawing import drawn_section
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.movement import MovementSet
from arrowswitch.tournament.model.slices.swiss import DrawRound, RoundDrawn
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound

Pairs = Sequence[tuple[Number, Number]]
"""The home team and the visiting team of each match."""


def draw_schedule(state: EventState, command: DrawRound) -> tuple[Fact, ...]:
    """Decides on all rounds of a league."""
    section, numbers = drawn_section(state, command)
    if command.at.round != len(section.draws) + 1 or section.draws:
        raise Refused.of("team-event.draw-order", round=command.at.round, wanted=0)
    if len(numbers) < 2:
        raise Refused.of("draw.too-few", n=len(numbers))
    return tuple(_facts(state, command, section, numbers, _schedule(numbers, state.settings.conditions.rounds)))


def _schedule(numbers: Sequence[Number], rounds: int | None) -> list[Pairs]:
    """Returns the rounds of a league, whole legs only: as many as the conditions' rounds hold, one at the least."""
    once = len(numbers) - 1 + len(numbers) % 2
    legs = max(1, (rounds or once) // once)
    return [[(numbers[home], numbers[away]) for home, away in matches] for matches in leg_rounds(len(numbers), legs)]


def _facts(
    state: EventState, command: DrawRound, section: Section, numbers: Sequence[Number], rounds: Sequence[Pairs]
) -> Iterator[Fact]:
    boards, first = state.settings.play.boards_per_round or 1, state.settings.play.first_board
    sheet = swiss(ContestantKind.TEAM, numbers, len(rounds), boards, first, LEAGUE)
    if section.movement is None:
        yield MovementSet(command.at.place, sheet)
    for round_number, pairs in enumerate(rounds, start=command.at.round):
        yield _round_fact(command, round_number, pairs, sheet)


def _round_fact(command: DrawRound, round_number: RoundNumber, pairs: Pairs, sheet: Movement) -> RoundDrawn:
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
