"""The ladder challenge: each pair challenges the pair above it, and a challenger who wins takes its place.

The ladder begins in the order of the numbers. In odd rounds the second pair challenges the first, the fourth the third,
and so on; in even rounds the third pair challenges the second, the fifth the fourth. After a drawn match both stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.drawn import match_meetings, swiss
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.tournament.forms.drawing import before_first_draw, drawn_section
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.swiss import DrawRound, RoundDrawn
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound
from arrowswitch.tournament.scored.session import match_ranking, tables_of

ROUNDS = 4
BOARDS = 4
SCALE = "wbf-continuous"


class ChallengeForm(Form):
    """Pairs on a ladder."""

    title = "form.arrangement.challenge"
    tabs = ("draw", "matches", "cross")
    sheets = frozenset({"director-summary", "draw-sheet"})
    draws_rounds = True
    has_fixed_lengths = True
    seeds_page = "draw"

    def with_defaults(self, settings: Settings) -> Settings:
        """Returns the settings with a scale, the length of a match and the number of rounds."""
        conditions = replace(settings.conditions, rounds=settings.conditions.rounds or ROUNDS)
        boards = settings.play.boards_per_round or BOARDS
        return replace(
            settings,
            scoring=replace(settings.scoring, scale=settings.scoring.scale or SCALE),
            play=replace(settings.play, boards_per_round=boards),
            conditions=conditions,
        )

    def draw(self, state: EventState, command: DrawRound, context: Context) -> tuple[Fact, ...]:
        """Decides on the challenges of the next round."""
        section, numbers = drawn_section(state, command)
        wanted = len(section.draws) + 1
        if command.at.round != wanted:
            raise Refused.of("team-event.draw-order", round=command.at.round, wanted=wanted)
        if len(numbers) < 2:
            raise Refused.of("draw.too-few", n=len(numbers))
        return tuple(_round_facts(state, command, section, numbers))

    def standings(self, state: EventState, session: SessionNumber) -> Standings:
        """Returns the ladder: the rank is the place on it, the total the victory points."""
        standings = match_ranking(state, session)
        sections = state.session(session).sections.values()
        ladders = [number for section in sections for number in ladder(state, session, section)]
        rows = sorted(standings.ranking, key=lambda row: ladders.index(row.number))
        places = enumerate(rows, start=1)
        return replace(
            standings,
            ranking=tuple(replace(row, rank=place, is_tied=False, separated_by=None) for place, row in places),
        )


def ladder(state: EventState, session: SessionNumber, section: Section) -> list[Number]:
    """Returns the numbers of a section from the top of its ladder to the bottom."""
    numbers = sorted(section.numbers, key=number_order)
    winners = _winners(state, session)
    for drawn in section.draws:
        for match in drawn.matches:
            if winners.get((drawn.round, match.home, match.away)) == match.away:
                above, below = numbers.index(match.home), numbers.index(match.away)
                numbers[above], numbers[below] = match.away, match.home
    return numbers


def _winners(state: EventState, session: SessionNumber) -> Mapping[tuple[RoundNumber, Number, Number], Number]:
    """Returns the winner of each finished match by its round, its home pair and its visiting pair."""
    winners = {}
    for table in tables_of(state, session):
        for planned in table.planned:
            brings = table.of(planned).brings
            if planned.place.session == session and brings is not None and brings[0] != brings[1]:
                home, away = planned.teams
                winners[planned.rounds[0], home, away] = home if brings[0] > brings[1] else away
    return winners


def _round_facts(
    state: EventState, command: DrawRound, section: Section, numbers: tuple[Number, ...]
) -> Iterator[Fact]:
    settings, at = state.settings, command.at
    rounds, boards = settings.conditions.rounds or ROUNDS, settings.play.boards_per_round or BOARDS
    sheet = section.movement or swiss(ContestantKind.PAIR, numbers, rounds, boards, settings.play.first_board)
    yield from before_first_draw(state, at.place, sheet)
    order = [number for number in ladder(state, at.place.session, section) if number in numbers] or list(numbers)
    first = (at.round - 1) % 2
    challenges = zip(order[first::2], order[first + 1 :: 2], strict=False)
    matches = tuple(
        DrawnMatch(home=above, away=below, tables=(table,)) for table, (above, below) in enumerate(challenges, start=1)
    )
    meetings = (match_meetings(ContestantKind.PAIR, at.round, one.home, one.away, one.tables) for one in matches)
    yield RoundDrawn(
        place=at.place,
        drawn=DrawnRound(at.round, matches),
        meetings=tuple(meeting for match in meetings for meeting in match),
        board_sets=sheet.board_sets,
    )


FORMS = {"challenge": ChallengeForm()}
