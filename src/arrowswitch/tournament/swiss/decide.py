"""Decides on the draw of a Swiss round: when it can be made, and what becomes of it on the section's sheet.

JCBL director's manual 3.3, lines 1774-1797 and 2658-2717. The conditions are fixed before the first draw. While results
that the draw goes by are missing, it stands only if nothing open can change it, or with a reason; or what nothing can
change is seated, and the others wait (`part`). A pairing against the
rule, a kept one and a ban need the director's reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.drawn import (
    FAMILY,
    BoardSets,
    match_meetings,
    on_fresh_boards,
    swiss,
    triangle_begun,
    triangle_ended,
    triangle_in_one,
)
from arrowswitch.core.movements.model import Meeting, Movement, TableNumber
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.tournament.forms.drawing import (
    before_first_draw,
    drawn_numbers,
    has_standby,
    round_numbers,
    standby_number,
)
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.context import Context, Rules, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.swiss import ChooseStandby, DrawRound, RoundDrawn, StandbyChosen
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound
from arrowswitch.tournament.settings.decide_forms import missing_settings
from arrowswitch.tournament.swiss.part import begun_draw, certain_part
from arrowswitch.tournament.swiss.rounds import (
    DrawProposal,
    draw_input,
    early,
    match_kind,
    proposed_draw,
    session_rounds,
    waits_for,
)


def draw(state: EventState, command: DrawRound, context: Context) -> tuple[Fact, ...]:
    """Decides on the draw of the next round."""
    settings = state.settings
    form = form_of(settings)
    if not form.draws_by_ranking:
        return form.draw(state, command, context)
    Refused.check(missing_settings(settings))
    if command.fixed or command.bans or command.may_break_rule or command.without_missing:
        need_reason(context, "team-event.draw-needs-reason")
    section = state.section_or_empty(command.at.place)
    if section.movement is not None and section.movement.family != FAMILY:
        raise Refused.of("team-event.other-movement", section=command.at.place.section)
    proposal = proposed_draw(state, command)
    sheet = section.movement or _empty_sheet(state, command)
    behind = 1 + max((table for seat in proposal.seats for table in seat.tables), default=0)
    if command.certain_only:
        waiting, proposal = _certain(state, command, proposal)
    else:
        waiting = ()
        if not command.without_missing:
            _check_known(state, command)
    fact = _round_drawn(state, command, _Seating(proposal, waiting, behind), sheet, context)
    return (*before_first_draw(state, command.at.place, sheet), fact)


def _certain(state: EventState, command: DrawRound, proposal: DrawProposal) -> tuple[tuple[Number, ...], DrawProposal]:
    """Returns the waiting numbers, and the part of a proposal that no open board can change. Raises Refused
    (`team-event.none-certain`) if that part is already seated."""
    early_draw = early(state, command)
    if early_draw.is_complete:
        return (), proposal
    begun = begun_draw(state, command.at)
    waiting = tuple(one.number for one in early_draw.waiting)
    to_draw = set(round_numbers(state, command.at, command.fixed)) - (frozenset() if begun is None else begun.numbers)
    if len(waiting) >= len(to_draw):
        raise Refused.of("team-event.none-certain", round=proposal.after_round)
    draw, seats = certain_part(proposal.draw, proposal.seats, early_draw)
    return waiting, replace(proposal, draw=draw, seats=seats)


def _check_known(state: EventState, command: DrawRound) -> None:
    """Raises Refused (`team-event.draw-waits`) while an open board may still change the draw."""
    _, plan, _ = draw_input(state, command)
    missing = waits_for(state, command.at.place.section, plan.after_round) if plan.after_round else 0
    if missing:
        early_draw = early(state, command)
        if not early_draw.is_complete:
            waiting = ", ".join(one.number for one in early_draw.waiting)
            raise Refused.of("team-event.draw-waits", n=missing, round=plan.after_round, numbers=waiting)


def _empty_sheet(state: EventState, command: DrawRound) -> Movement:
    settings = state.settings
    numbers = tuple(drawn_numbers(state, command.at.place))
    rounds = session_rounds(state, command.at.place.session)
    return swiss(match_kind(state), numbers, rounds, settings.play.boards_per_round or 1, settings.play.first_board)


@dataclass(frozen=True, slots=True)
class _Seating:
    """The present draw, the waiting numbers, and the first table after all matches of the round."""

    proposal: DrawProposal
    waiting: tuple[Number, ...]
    behind: TableNumber


def _round_drawn(
    state: EventState, command: DrawRound, seating: _Seating, sheet: Movement, context: Context
) -> RoundDrawn:
    proposal, draw = seating.proposal, seating.proposal.draw
    begun = begun_draw(state, command.at) or DrawnRound(command.at.round, ())
    matches = list(begun.matches)
    groups: list[tuple[Meeting, ...]] = []
    for seat, pairing in zip(proposal.seats, draw.pairings, strict=True):
        if pairing.is_seated:
            continue
        matches.append(
            DrawnMatch(
                home=seat.home,
                away=seat.away,
                tables=seat.tables,
                why=pairing.why,
                is_kept=pairing.is_kept,
                is_against_rule=pairing.is_against_rule,
            )
        )
        groups.append(match_meetings(match_kind(state), command.at.round, seat.home, seat.away, seat.tables))
    goes_on = begun.goes_on
    added: tuple[Meeting, ...] = ()
    board_sets = sheet.board_sets
    if draw.triangle and not begun.triangle:
        draw_data, _, _ = draw_input(state, command)
        goes_on = set(draw_data.triangle_goes_on) == set(draw.triangle)
        added, board_sets = _triangle(state, command, draw.triangle, sheet, seating.behind, goes_on=goes_on)
    if added and not goes_on:
        groups.append(added)
    meetings, board_sets = on_fresh_boards(sheet, groups, board_sets)
    drawn = DrawnRound(
        round=command.at.round,
        matches=tuple(sorted(matches, key=lambda match: match.tables)),
        after_round=proposal.after_round,
        triangle=begun.triangle or draw.triangle,
        goes_on=goes_on,
        sit_out=draw.sit_out,
        why_odd=draw.why_odd,
        reason=context.stamp.reason.strip() or begun.reason,
        waiting=seating.waiting,
        stands_by=_stands_by(state, command),
    )
    second = added if goes_on else ()
    return RoundDrawn(
        place=command.at.place,
        drawn=drawn,
        meetings=(*meetings, *second),
        board_sets=board_sets,
    )


def _stands_by(state: EventState, command: DrawRound) -> Number | None:
    """Returns the standby pair if a round is drawn without it."""
    standby = standby_number(state, command.at.place)
    return None if standby in round_numbers(state, command.at, command.fixed) else standby


def choose_standby(state: EventState, command: ChooseStandby, context: Context) -> tuple[Fact, ...]:
    """Decides on the standby pair: any pair that has not withdrawn, in an event whose conditions have one.

    Raises Refused (`team-event.standby-unused`, `team-event.standby-left`).
    """
    if not has_standby(state.settings):
        raise Refused.of("team-event.standby-unused")
    if command.entry_id is not None and state.entry(command.entry_id).is_withdrawn:
        raise Refused.of("team-event.standby-left", names=state.entry(command.entry_id).display_names)
    return (StandbyChosen(command.entry_id),)


def _triangle(
    state: EventState,
    command: DrawRound,
    three: tuple[Number, ...],
    sheet: Movement,
    first: TableNumber,
    *,
    goes_on: bool,
) -> tuple[tuple[Meeting, ...], BoardSets]:
    if goes_on:
        part = triangle_ended(sheet, command.at.round, three, first)
    elif state.settings.conditions.triangle is Triangle.TWO_ROUNDS and command.at.round < sheet.rounds:
        part = triangle_begun(sheet, command.at.round, three, first)
    else:
        part = triangle_in_one(sheet, command.at.round, three, first)
    return part.meetings, part.board_sets


RULES: Rules = {
    DrawRound: draw,
    ChooseStandby: choose_standby,
}
