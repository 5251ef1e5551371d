"""Decides on a round of a knockout: every match whose teams are known, its tables and its boards.

JCBL director's manual 3.3, lines 1511-1517 (all tables play the same boards in a round), 1762-1772 and 2719-2723.
Boards of their own lie behind those of all rounds of the bracket: of three who play each other half as many as a round
has, and those that are added to a level match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.drawn import KNOCKOUT, BoardSets, match_meetings, swiss, three_way_meetings
from arrowswitch.core.movements.model import Meeting, Movement, SetNumber, TableNumber
from arrowswitch.core.pairing.knockout.bracket import Bracket
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.tournament.forms.bracket.progress import drawn_in, faults_of, knockout
from arrowswitch.tournament.forms.drawing import before_first_draw, drawn_section
from arrowswitch.tournament.model.context import Context
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.swiss import DrawRound, RoundDrawn
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound

TABLES_OF_THREE = 6
"""Half tables of three teams who play each other."""


def draw_round(state: EventState, command: DrawRound, context: Context) -> tuple[Fact, ...]:
    """Decides on the next round of a knockout; raises Refused as `drawn_section`, for another round than the next
    (`team-event.draw-order`), and for fewer than two teams (`draw.too-few`)."""
    section, numbers = drawn_section(state, command)
    wanted = len(section.draws) + 1
    if command.at.round != wanted:
        raise Refused.of("team-event.draw-order", round=command.at.round, wanted=wanted)
    if len(numbers) < 2:
        raise Refused.of("draw.too-few", n=len(numbers))
    return tuple(_round_facts(state, command, section, numbers, context))


def _round_facts(
    state: EventState, command: DrawRound, section: Section, numbers: Sequence[Number], context: Context
) -> Iterator[Fact]:
    """Yields the next round of a knockout: all matches that can be played and are not drawn yet.

    Raises Refused (`team-event.bracket-over`, `team-event.bracket-waits`), and with all faults that the independent
    checker finds (`bracket.unsound`) unless the director gives a reason to draw all the same.
    """
    stands = knockout(state, command.at.place.section)
    if stands is None:
        raise Refused.of("draw.too-few", n=0)
    faults = faults_of(stands)
    if faults and not context.stamp.reason.strip():
        raise Refused(*faults, Problem("bracket.unsound"))
    drawn = set(drawn_in(state, command.at.place.section))
    ready = [one for one in stands.next_matches if one.state is MatchState.OPEN and one.number not in drawn]
    if not ready:
        raise Refused(_why_none(stands))
    boards, first = state.settings.play.boards_per_round or 1, state.settings.play.first_board
    sheet = section.movement or swiss(ContestantKind.TEAM, numbers, 1, boards, first, KNOCKOUT)
    yield from before_first_draw(state, command.at.place, sheet)
    board_sets, own = round_sets(state, stands.bracket, sheet, command.at.round)
    matches = tuple(_seat(ready, frozenset(numbers), state.settings.matches.tables))
    halves: tuple[SetNumber, ...] = ()
    if any(match.third is not None for match in matches):
        board_sets, halves = half_sets(board_sets, own[0], behind_all(state, stands.bracket))
    sets = {match: own if match.third is None else halves for match in matches}
    meetings = [meeting for match in matches for meeting in meetings_of(match, command.at.round, sets[match])]
    drawn_round = DrawnRound(command.at.round, matches)
    yield RoundDrawn(
        place=command.at.place,
        drawn=drawn_round,
        meetings=tuple(meetings),
        board_sets=board_sets,
    )


def _seat(ready: Sequence[KnockoutMatch], playing: frozenset[Number], tables: int) -> Iterator[DrawnMatch]:
    """Yields the matches with their tables, one after another; who has withdrawn from one of three is not drawn."""
    table = 1
    for match in ready:
        teams = tuple(number for number in match.teams if number is not None and number in playing)
        count = tables if len(teams) == 2 else TABLES_OF_THREE
        yield drawn_for(match.number, teams, tuple(range(table, table + count)))
        table += count


def drawn_for(number: int, teams: Sequence[Number], tables: tuple[TableNumber, ...]) -> DrawnMatch:
    """Returns a match of the bracket between two or three teams at these tables."""
    return DrawnMatch(
        home=teams[0], away=teams[1], tables=tables, bracket=number, third=teams[2] if len(teams) > 2 else None
    )


def meetings_of(match: DrawnMatch, round_number: int, sets: Sequence[SetNumber]) -> tuple[Meeting, ...]:
    """Returns the meetings of a match of two on one board set, or of three on three sets."""
    if match.third is None:
        kind = ContestantKind.TEAM
        return match_meetings(kind, round_number, match.home, match.away, match.tables, sets[0])
    return three_way_meetings(round_number, match.teams, match.tables, sets)


def round_sets(
    state: EventState, bracket: Bracket, sheet: Movement, round_number: int
) -> tuple[BoardSets, tuple[SetNumber, ...]]:
    """Returns the board sets of the sheet with that of a round, and its number."""
    count, first = state.settings.play.boards_per_round or 1, state.settings.play.first_board
    begin = first + (round_number - 1) * count
    wanted = tuple(range(begin, begin + count))
    if wanted in sheet.board_sets:
        return sheet.board_sets, (sheet.board_sets.index(wanted) + 1,)
    used = {board for boards in sheet.board_sets for board in boards}
    if used & set(wanted):
        wanted = fresh(sheet.board_sets, count, behind_all(state, bracket))
    return (*sheet.board_sets, wanted), (len(sheet.board_sets) + 1,)


def half_sets(board_sets: BoardSets, own: SetNumber, behind: BoardNumber) -> tuple[BoardSets, tuple[SetNumber, ...]]:
    """Returns the board sets with the three halves that all matches of three in a round play: both of the round's
    boards, and as many that lie behind all rounds."""
    boards = board_sets[own - 1]
    half = max(len(boards) // 2, 1)
    sets = (*board_sets, boards[:half])
    sets = (*sets, boards[half : 2 * half] or fresh(sets, half, behind))
    sets = (*sets, fresh(sets, half, behind))
    return sets, (len(sets) - 2, len(sets) - 1, len(sets))


def fresh(board_sets: BoardSets, count: int, behind: BoardNumber) -> tuple[BoardNumber, ...]:
    """Returns this many boards that are in no set, none before the board `behind`."""
    begin = max(behind, *(board + 1 for boards in board_sets for board in boards))
    return tuple(range(begin, begin + count))


def behind_all(state: EventState, bracket: Bracket) -> BoardNumber:
    """Returns the first board that no round of the bracket needs."""
    return state.settings.play.first_board + bracket.steps * (state.settings.play.boards_per_round or 1)


def _why_none(stands: Knockout) -> Problem:
    """Returns why no match can be drawn: a team has won, or matches are still to be decided."""
    if stands.winner is not None:
        return Problem("team-event.bracket-over", {"number": stands.winner})
    waiting = ", ".join("-".join(n for n in one.teams if n is not None) for one in stands.next_matches)
    return Problem("team-event.bracket-waits", {"matches": waiting})
