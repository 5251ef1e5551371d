"""The draw of a Swiss in an event: the proposal for the next round, what was drawn, and what can be drawn already.

JCBL director's manual 3.3, lines 1774-1797 and 2658-2717. Rounds are counted over all sessions; numbers are seeds. A
proposal stores nothing. A round is drawn by the ranking after the round that the conditions name; while that one is
still running, the draw stands if nothing that is open can change it (`early`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.teams import parts
from arrowswitch.core.movements.guide.board_supply import BoardSupply, board_supply
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter, SessionNumber, TableNumber
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.early import Bounds, EarlyDraw, early_draw
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.openings import Opening
from arrowswitch.core.pairing.swiss.policy import Policy
from arrowswitch.core.pairing.swiss.round_draw import draw_any_round, settle_case
from arrowswitch.core.pairing.swiss.rounds import RoundPlan, round_plan
from arrowswitch.core.pairing.swiss.seating import Seated, by_lot, by_lower_number, seat_pairings
from arrowswitch.core.scoring.team_rules import TeamsRankBy
from arrowswitch.tournament.forms.drawing import drawn_numbers, round_numbers
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.bounds import are_ties_certain, match_bounds
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.draws import DrawnRound
from arrowswitch.tournament.model.values.matches import HomeRule
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.slots import sides_of
from arrowswitch.tournament.standings.totals import totals
from arrowswitch.tournament.swiss.field_bounds import BEYOND, field_bounds, open_through
from arrowswitch.tournament.swiss.part import begun_draw, with_announced, with_announced_seats
from arrowswitch.tournament.swiss.triangle import TriangleSeats, triangle_seats


@dataclass(frozen=True, slots=True)
class RankedNumber:
    """A number to be drawn: its entry, and its total for the draw (None for an opening)."""

    number: Number
    entry: Entry | None
    total: Fraction | None


@dataclass(frozen=True, slots=True)
class DrawProposal:
    """A draw that could be made now: the order it goes by, after which round of the event (0: an opening), where the
    matches are played, what the independent judge finds wrong with it (nothing, unless it was forced), and the standby
    pair if it steps out."""

    round: RoundNumber
    draw: Draw
    order: tuple[RankedNumber, ...]
    after_round: int
    opening: Opening
    seats: tuple[Seated, ...]
    faults: tuple[Problem, ...]
    stands_by: tuple[Number, Entry] | None = None


@dataclass(frozen=True, slots=True)
class DrawRow:
    """A match of a drawn round with the names of its tables, its boards and why it was drawn."""

    tables: tuple[str, ...]
    home: Number
    away: Number
    home_entry: Entry | None
    away_entry: Entry | None
    boards: tuple[int, ...]
    why: tuple[Problem, ...]
    is_kept: bool
    is_against_rule: bool


@dataclass(frozen=True, slots=True)
class DrawView:
    """A drawn round: its matches, the triangle and the sit-out, with the reasons; `supply` are the board sets to
    prepare. `waiting` are the numbers drawn later, if only the certain part is seated; `seats` are those of the
    triangle.
    """

    round: RoundNumber
    rows: tuple[DrawRow, ...]
    triangle: tuple[tuple[Number, Entry | None], ...]
    sit_out: tuple[Number, Entry | None] | None
    why_odd: tuple[Problem, ...]
    after_round: int
    reason: str
    supply: tuple[BoardSupply, ...] = ()
    waiting: tuple[tuple[Number, Entry | None], ...] = ()
    stands_by: tuple[Number, Entry | None] | None = None
    seats: TriangleSeats = field(default_factory=TriangleSeats)


def next_round(state: EventState, place: Place) -> RoundNumber | None:
    """Returns the round of a session that is to be drawn next, or drawn on; None when all are drawn."""
    section = state.find_section(place)
    drawn = 0 if section is None else section.rounds_drawn
    return drawn + 1 if drawn < session_rounds(state, place.session) else None


def session_rounds(state: EventState, session: SessionNumber) -> RoundNumber:
    """Returns how many rounds of the Swiss a session has: they are divided evenly, the longer sessions last."""
    rounds = state.settings.conditions.rounds or 0
    return len(parts(rounds, state.settings.sessions)[session - 1])


def event_round(state: EventState, session: SessionNumber, round_number: RoundNumber) -> RoundNumber:
    """Returns the number of a round counted over all sessions."""
    return sum(session_rounds(state, before) for before in range(1, session)) + round_number


def drawn_rounds(state: EventState, letter: SectionLetter) -> Iterator[tuple[RoundNumber, DrawnRound]]:
    """Yields every drawn round of a section, with its number counted over all sessions."""
    for session in state.sessions.values():
        section = session.sections.get(letter)
        for drawn in section.draws if section is not None else ():
            yield event_round(state, session.number, drawn.round), drawn


def _rounds_before(
    state: EventState, letter: SectionLetter, before: RoundNumber
) -> Iterator[tuple[RoundNumber, DrawnRound]]:
    return ((number, drawn) for number, drawn in drawn_rounds(state, letter) if number < before)


def history_of(state: EventState, letter: SectionLetter, before: RoundNumber) -> History:
    """Returns the meetings, sit-outs and triangles before a round of the event."""
    encounters: list[Encounter] = []
    for number, drawn in _rounds_before(state, letter, before):
        encounters += [Encounter(number, (match.home, match.away)) for match in drawn.matches]
        if drawn.triangle:
            encounters.append(Encounter(number, drawn.triangle, drawn.goes_on))
        if drawn.sit_out is not None:
            encounters.append(Encounter(number, (drawn.sit_out,)))
    return History(tuple(encounters))


def draw_input(state: EventState, command: DrawRound) -> tuple[DrawInput, RoundPlan, Mapping[Number, Fraction]]:
    """Returns the input for drawing a round, its plan, and the totals for the ranking (none for an opening)."""
    at = command.at
    conditions = _conditions_of(state, at.place.session, at.round)
    number = event_round(state, at.place.session, at.round)
    plan = round_plan(conditions, number)
    playing = round_numbers(state, at, command.fixed)
    totals = totals_after(state, at.place.section, plan.after_round) if plan.after_round else {}
    ranked = [one for one in totals if one in playing]
    order = (*ranked, *(one for one in playing if one not in totals))
    policy = Policy.of(conditions, number, history_of(state, at.place.section, number), command.bans)
    draw_data = DrawInput(
        order=order,
        policy=policy,
        fixed=command.fixed,
        triangle_goes_on=_goes_on(state, at, tuple(playing)),
        may_break_rule=command.may_break_rule,
    )
    begun = begun_draw(state, at)
    return (draw_data if begun is None else with_announced(draw_data, begun)), plan, totals


def _conditions_of(state: EventState, session: SessionNumber, round_number: RoundNumber) -> SwissConditions:
    """Returns the conditions of a round. In the last one of a session no triangle over two rounds begins: it is played
    in one, or where the boards cannot be halved one sits out (manual, lines 2704 and 2709)."""
    conditions, boards = state.settings.conditions, state.settings.play.boards_per_round or 1
    is_last = round_number == session_rounds(state, session)
    if conditions.triangle is Triangle.TWO_ROUNDS and is_last and boards % 2:
        return replace(conditions, triangle=Triangle.NONE)
    return conditions


def totals_after(state: EventState, letter: SectionLetter, round_number: RoundNumber) -> dict[Number, Fraction]:
    """Returns the totals of a section after a round counted over all sessions, best first; equal ones by number."""
    session, last = session_of_round(state, round_number)
    if form_of(state.settings).ranks_matches(state):
        table = next(one for one in tables_of(state, session, last) if one.section == letter)
        return {one.number: one.row.total for one in table.scored.ranking}
    return _totals_in(_until(state, session, last), Place(session, letter))


def _totals_in(until: EventState, place: Place) -> dict[Number, Fraction]:
    """Returns the totals of a section that is ranked on the whole field, in an event up to a round."""
    ranked = ((row.sessions[-1], row.standing) for row in totals(until, place.session).rows)
    by_number = ((section_number(until.session(one.session), one.number), standing) for one, standing in ranked)
    return {
        number: standing.total if standing.percent is None else standing.percent
        for (section, number), standing in by_number
        if section == place.section
    }


def proposed_draw(state: EventState, command: DrawRound) -> DrawProposal:
    """Returns the draw of a round as it would come out now; raises Refused as `draw_round` does, and
    (`team-event.draw-order`) for a round that is not the next."""
    at = command.at
    wanted = next_round(state, at.place)
    if wanted != at.round:
        raise Refused.of("team-event.draw-order", round=at.round, wanted=wanted or 0)
    draw_data, plan, totals = draw_input(state, command)
    draw = draw_any_round(draw_data, plan.opening)
    playing = round_numbers(state, at, command.fixed)
    ranked = tuple(RankedNumber(number, playing[number], totals.get(number)) for number in draw_data.order)
    out = (one for one in drawn_numbers(state, at.place).items() if one[0] not in playing)
    each = state.settings.matches.tables if match_kind(state) is ContestantKind.TEAM else 1
    number = event_round(state, at.place.session, at.round)
    seats = _at_home(state, seat_pairings(draw, _homes(state, at.place.section, number), each), number=at.round)
    judged = replace(settle_case(draw_data), may_break_rule=False)
    return DrawProposal(
        round=at.round,
        draw=draw,
        order=ranked,
        after_round=plan.after_round,
        opening=plan.opening,
        seats=with_announced_seats(state, at, seats),
        faults=draw_faults(judged, draw),
        stands_by=next(out, None),
    )


def early(state: EventState, command: DrawRound) -> EarlyDraw:
    """Returns the pairings of a round that no open board can change, and the waiting numbers; the rule is not broken.

    An opening waits for nobody.
    """
    draw_data, plan, _ = draw_input(state, replace(command, may_break_rule=False))
    if plan.opening is not Opening.RANKING:
        draw = draw_any_round(draw_data, plan.opening)
        return EarlyDraw(draw.pairings, (), draw.triangle, draw.sit_out)
    letter = command.at.place.section
    bounds = total_bounds(state, letter, plan.after_round)
    session, last = session_of_round(state, plan.after_round)
    place = Place(session, letter)
    has_matches = form_of(state.settings).ranks_matches(state)
    ties = are_ties_certain(state, place, last) if has_matches else not open_through(state, place, last)
    others = (number for number in draw_data.order if number not in bounds)
    late = dict(_of_late(others, bounds, open_through(state, place, last), state))
    return early_draw(settle_case(draw_data), {**bounds, **late}, are_ties_certain=ties)


def _of_late(
    numbers: Iterable[Number], bounds: Mapping[Number, Bounds], slots: Iterable[Slot], state: EventState
) -> Iterator[tuple[Number, Bounds]]:
    """Yields the bounds of those without a total: who waits for a first result can end anywhere; who has come late is
    drawn after everybody else, in the order of numbers."""
    waiting = {number for slot in slots for side in sides_of(state, slot) for number in side}
    floor = min((ends.least for ends in bounds.values()), default=Fraction(0))
    for at, number in enumerate(numbers, start=1):
        yield number, Bounds(-BEYOND, BEYOND) if number in waiting else Bounds(floor - at, floor - at)


def total_bounds(state: EventState, letter: SectionLetter, round_number: RoundNumber) -> dict[Number, Bounds]:
    """Returns the bounds of everybody's total after a round counted over all sessions, for all results of the open
    boards."""
    session, last = session_of_round(state, round_number)
    place = Place(session, letter)
    if form_of(state.settings).ranks_matches(state) and not _are_scored_both_ways(state):
        return match_bounds(state, place, last)
    if form_of(state.settings).ranks_matches(state):
        return field_bounds(state, place, last, lambda event: totals_after(event, letter, round_number))
    return field_bounds(_until(state, session, last), place, last, lambda event: _totals_in(event, place))


def _are_scored_both_ways(state: EventState) -> bool:
    """True if the best and worst totals of pairs can be found by scoring: not if a forfeit earns means of others'
    matches, nor if matches won are ranked."""
    is_by_points = rules_of(state).teams.rank_by is TeamsRankBy.POINTS
    return not state.settings.event_form.compares_tables and not state.matches.forfeits and is_by_points


def waits_for(state: EventState, letter: SectionLetter, round_number: RoundNumber) -> int:
    """Returns how many results are missing up to a round counted over all sessions."""
    session, last = session_of_round(state, round_number)
    shares_field = not state.settings.event_form.compares_tables
    return sum(shares_field or slot.section == letter for slot in open_through(state, Place(session, letter), last))


def draw_view(state: EventState, at: RoundPlace) -> DrawView:
    """Returns a round as it was drawn; raises Refused (`team-event.round-undrawn`)."""
    section = state.section(at.place)
    drawn = next((one for one in section.draws if one.round == at.round), None)
    movement = section.movement
    if drawn is None or movement is None:
        raise Refused.of("team-event.round-undrawn", round=at.round)

    def who(number: Number) -> Entry | None:
        return state.entry_at(at.place, number)

    rows = tuple(
        made_like(
            DrawRow,
            match,
            tables=tuple(movement.label(table) for table in match.tables),
            home_entry=who(match.home),
            away_entry=who(match.away),
            boards=_boards_at(movement, at.round, match.tables[0]),
        )
        for match in drawn.matches
    )
    out = None if drawn.sit_out is None else (drawn.sit_out, who(drawn.sit_out))
    standby = None if drawn.stands_by is None else (drawn.stands_by, who(drawn.stands_by))
    triangle = tuple((number, who(number)) for number in drawn.triangle)
    supply = board_supply(movement, at.round)
    later = round_numbers(state, at) if drawn.waiting else {}
    waiting = tuple((number, entry) for number, entry in later.items() if number not in drawn.numbers)
    return made_like(
        DrawView,
        drawn,
        rows=rows,
        triangle=triangle,
        sit_out=out,
        supply=supply,
        waiting=waiting,
        stands_by=standby,
        seats=triangle_seats(state, at, drawn.triangle),
    )


def _boards_at(movement: Movement, round_number: RoundNumber, table: TableNumber) -> tuple[BoardNumber, ...]:
    meeting = movement.at(round_number, table)
    return () if meeting is None else movement.boards_of(meeting)


def session_of_round(state: EventState, round_number: RoundNumber) -> tuple[SessionNumber, RoundNumber]:
    """Returns the session of a round counted over all sessions, and its number there; raises Refused
    (`team-event.no-such-round`)."""
    for session in range(1, state.settings.sessions + 1):
        rounds = session_rounds(state, session)
        if round_number <= rounds:
            return session, round_number
        round_number -= rounds
    raise Refused.of("team-event.no-such-round", round=round_number)


def _until(state: EventState, session: SessionNumber, round_number: RoundNumber) -> EventState:
    """Returns the event with the results, draws and planned boards up to a round only."""

    def is_in(at: SessionNumber, in_round: RoundNumber) -> bool:
        return at < session or (at == session and in_round <= round_number)

    def cut(number: SessionNumber, section: Section) -> Section:
        draws = tuple(drawn for drawn in section.draws if is_in(number, drawn.round))
        sheet = section.movement
        if sheet is not None:
            sheet = replace(sheet, meetings=tuple(meet for meet in sheet.meetings if is_in(number, meet.round)))
        return replace(section, draws=draws, movement=sheet)

    results = {slot: entry for slot, entry in state.results.items() if is_in(slot.session, slot.round)}
    sessions = {
        number: replace(one, sections={letter: cut(number, section) for letter, section in one.sections.items()})
        for number, one in state.sessions.items()
    }
    return replace(state, results=results, sessions=sessions, seq=0)


def _goes_on(
    state: EventState,
    at: RoundPlace,
    playing: tuple[Number, ...],
) -> tuple[Number, ...]:
    section = state.find_section(at.place)
    if section is None or state.settings.conditions.triangle is not Triangle.TWO_ROUNDS:
        return ()
    before = next((one for one in section.draws if one.round == at.round - 1), None)
    if before is None or before.goes_on or not set(before.triangle) <= set(playing):
        return ()
    return before.triangle


def _homes(state: EventState, letter: SectionLetter, before: RoundNumber) -> dict[Number, int]:
    homes: dict[Number, int] = {}
    for _, drawn in _rounds_before(state, letter, before):
        for match in drawn.matches:
            homes[match.home] = homes.get(match.home, 0) + 1
    return homes


def _at_home(state: EventState, seats: tuple[Seated, ...], number: RoundNumber) -> tuple[Seated, ...]:
    """Returns the matches with the team at home that the conditions of the event say (R-255)."""
    rule = state.settings.matches.home
    if rule is HomeRule.LOT:
        return by_lot(seats, f"{state.event_id} {number}")
    return by_lower_number(seats) if rule in (HomeRule.LOWER_NUMBER, HomeRule.TOSS) else seats


def match_kind(state: EventState) -> ContestantKind:
    """Returns the kind of contestants in a Swiss: teams, or pairs."""
    return ContestantKind.TEAM if state.settings.event_form.compares_tables else ContestantKind.PAIR
