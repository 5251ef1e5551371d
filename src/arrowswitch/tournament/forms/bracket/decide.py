"""Decides on what happens around a match of a knockout: who goes on, extra boards, IMPs carried in, other teams.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. The documents are silent on level matches and on corrections
that come after the next round was drawn: a level match gets extra boards, or the director decides; a match that is
drawn and not begun is redrawn for its new teams; and a team that has played on stays in if the director decides so.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.drawn import BoardSets
from arrowswitch.core.movements.model import Meeting, Movement, SectionLetter, SetNumber, TableNumber
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchState
from arrowswitch.tournament.forms.bracket.draw import TABLES_OF_THREE, behind_all, drawn_for, fresh, meetings_of
from arrowswitch.tournament.forms.bracket.progress import (
    BracketMatchAt,
    all_drawn,
    is_knockout,
    knockout,
    may_stay,
    overtaken,
)
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.context import Context, Rules, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.knockout import (
    AddExtraBoards,
    CarryImps,
    DecideMatch,
    ImpsCarried,
    MatchDecided,
    MatchRedrawn,
    RedrawMatch,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnMatch
from arrowswitch.tournament.model.values.knockout import MOST_CARRIED

MOST_EXTRA = 40
EXTRA_MARK = "+"
"""Behind the label of a table where extra boards are played."""


def decide(state: EventState, command: DecideMatch, context: Context) -> tuple[Fact, ...]:
    """Decides on who goes on from a level match, or stays in although a correction sent another on."""
    at = _drawn_at(state, command)
    need_reason(context, "team-event.decision-needs-reason")
    match = _match(state, command.at.place.section, at.match.bracket)
    if match.state is not MatchState.LEVEL and command.number not in may_stay(
        state, command.at.place.section, match.number
    ):
        raise Refused.of("team-event.not-level", number=command.number, round=command.at.round)
    order = command.order or _order(match, command.number)
    if sorted(order) != sorted(n for n in match.teams if n is not None) or order[0] != command.number:
        raise Refused.of("bracket.order", match=match.number, teams=", ".join(at.match.teams))
    return (MatchDecided(command.at, command.number, order if len(order) > 2 else ()),)


def add_extra_boards(state: EventState, command: AddExtraBoards, context: Context) -> tuple[Fact, ...]:
    """Decides on boards that are added to a match because it is level after all that it had."""
    at = _drawn_at(state, command)
    match = _match(state, command.at.place.section, at.match.bracket)
    if match.state is not MatchState.LEVEL:
        raise Refused.of("bracket.extra-not-level", match=match.number)
    if not 1 <= command.boards <= MOST_EXTRA:
        raise Refused.of("bracket.extra-number", boards=command.boards, most=MOST_EXTRA)
    movement, before = at.movement, at.match
    tables = _extra_tables(state, movement, before)
    sets, numbers = _extra_sets(state, movement, command, 1 if before.third is None else 3)
    added = drawn_for(before.bracket, before.teams, tables)
    redrawn = MatchRedrawn(
        at=command.at,
        match=replace(before, tables=(*before.tables, *tables), extra=before.extra + command.boards),
        meetings=(*_meetings(at), *meetings_of(added, command.at.round, numbers)),
        board_sets=sets,
        tables=tables,
        labels={
            new: movement.label(old) + EXTRA_MARK
            for new, old in zip(tables, before.tables[-len(tables) :], strict=True)
        },
    )
    return (redrawn,)


def carry(state: EventState, command: CarryImps, context: Context) -> tuple[Fact, ...]:
    """Decides on the IMPs that a team brings into a match."""
    if not is_knockout(state):
        raise Refused.of("bracket.not-knockout")
    match = _match(state, command.place.section, command.match)
    if command.number not in match.teams:
        raise Refused.of(
            "knockout.not-in-match",
            number=command.number,
            match=match.number,
            teams=", ".join(n for n in match.teams if n is not None),
        )
    limit = state.settings.knockout.most_carried
    most = MOST_CARRIED if limit is None else limit
    if not 0 <= command.imps <= most:
        raise Refused.of("bracket.carry-limit", imps=str(command.imps), most=most, number=command.number)
    if match.compared:
        need_reason(context, "bracket.carry-needs-reason")
    bringer = (command.place.section, command.match, command.number)
    before = next((brought.imps for brought in state.matches.carried if brought.bringer == bringer), 0)
    return () if before == command.imps else (made_like(ImpsCarried, command),)


def redraw(state: EventState, command: RedrawMatch, context: Context) -> tuple[Fact, ...]:
    """Decides on other teams for a match that is drawn and has no results: those who come to it now."""
    overtaking = next((one for one in overtaken(state, command.place.section) if one.match == command.match), None)
    at = next((one for one in all_drawn(state, command.place.section) if one.match.bracket == command.match), None)
    if overtaking is None or at is None:
        raise Refused.of("bracket.not-overtaken", match=command.match)
    wanted = tuple(number for number in overtaking.wanted if number is not None)
    if not overtaking.is_known:
        raise Refused.of("bracket.others-open", match=command.match, sources=", ".join(map(str, overtaking.sources)))
    results = [slot for slot in state.results if slot.at == at.place.at(at.round) and slot.table in at.match.tables]
    slips = [slip for slip in state.matches.slips if slip.at == at.place.at(at.round) and slip.home in at.match.teams]
    if results or slips:
        raise Refused.of("bracket.has-results", match=command.match, n=len(results) + len(slips))
    match = drawn_for(command.match, wanted, at.match.tables)
    sets = tuple(dict.fromkeys(meeting.board_set for meeting in _meetings(at)))
    redrawn = MatchRedrawn(
        at=at.place.at(at.round),
        match=match,
        meetings=meetings_of(match, at.round, sets),
        board_sets=at.movement.board_sets,
        tables=match.tables,
    )
    return (redrawn,)


def _drawn_at(state: EventState, command: DecideMatch | AddExtraBoards) -> BracketMatchAt:
    drawn = all_drawn(state, command.at.place.section) if is_knockout(state) else ()
    for at in drawn:
        if at.place.at(at.round) == command.at and command.number in at.match.teams:
            return at
    raise Refused.of("team-event.not-level", number=command.number, round=command.at.round)


def _match(state: EventState, letter: SectionLetter, number: int) -> KnockoutMatch:
    stands = knockout(state, letter)
    if stands is None or not 1 <= number <= len(stands.matches):
        raise Refused.of("knockout.no-match", match=number, last=0 if stands is None else len(stands.matches))
    return stands.match(number)


def _order(match: KnockoutMatch, number: Number) -> tuple[Number, ...]:
    """Returns the order of a match that a team wins, the others by their lead."""
    others = sorted((side for side in match.sides if side.number != number), key=lambda side: -side.lead)
    return (number, *(side.number for side in others))


def _extra_tables(state: EventState, movement: Movement, match: DrawnMatch) -> tuple[TableNumber, ...]:
    """Returns tables for extra boards, behind all that a round of the bracket can have."""
    each = state.settings.matches.tables
    behind = max(movement.tables, len(movement.contestants) * each // 2)
    count = each if match.third is None else TABLES_OF_THREE
    return tuple(range(behind + 1, behind + 1 + count))


def _extra_sets(
    state: EventState, movement: Movement, command: AddExtraBoards, count: int
) -> tuple[BoardSets, tuple[SetNumber, ...]]:
    stands = knockout(state, command.at.place.section)
    behind = state.settings.play.first_board if stands is None else behind_all(state, stands.bracket)
    sets = movement.board_sets
    for _ in range(count):
        sets = (*sets, fresh(sets, command.boards, behind))
    return sets, tuple(range(len(sets) - count + 1, len(sets) + 1))


def _meetings(at: BracketMatchAt) -> tuple[Meeting, ...]:
    return tuple(meeting for meeting in at.movement.in_round(at.round) if meeting.table in at.match.tables)


RULES: Rules = {
    DecideMatch: decide,
    AddExtraBoards: add_extra_boards,
    CarryImps: carry,
    RedrawMatch: redraw,
}
