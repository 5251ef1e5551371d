"""A session scored: the bridge from an event's state to `core.scoring`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Movement, RoundNumber, SessionNumber
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput, SessionLines
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.core.scoring.outcomes import Line, NotPlayed, SideOutcome, TableScore, Weighted
from arrowswitch.core.scoring.sessions import score_board_of, score_session
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, Standing, Standings
from arrowswitch.core.scoring.totals.accounts import ScoringMemory
from arrowswitch.core.scoring.totals.ranking import after_others
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.shared_making import made_once
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches
from arrowswitch.tournament.scored.lines import lines, scored_at, scored_number, scored_sides
from arrowswitch.tournament.scored.match_ranking import ranking_of
from arrowswitch.tournament.scored.match_standings import MatchTable, match_tables
from arrowswitch.tournament.scored.missed import missed_rounds
from arrowswitch.tournament.scored.slots import is_awaiting

__all__ = [
    "after_final",
    "board_standings",
    "match_ranking",
    "scored_row",
    "scored_rows",
    "scoring_input",
    "session_places",
    "tables_of",
]


@lru_cache(maxsize=8)
def scoring_input(state: EventState, session: SessionNumber) -> ScoringInput:
    """Returns the scoring input of a session; provisional while results are missing.

    A number whose scores were removed is no contestant, and nobody has a score on a board against it (R-116). If
    matches are ranked, penalties are deducted from them and not from the comparison with the field.
    """
    present_session, plan = state.session(session), _plan(state, session)
    gone = frozenset(
        scored_number(present_session, r.place.section, r.number)
        for r in state.rulings.removed
        if r.place.session == session
    )
    missed = _count_missed(state, session)
    undrawn = tuple(number for number in missed if number not in plan.contestants)
    return ScoringInput(
        lines=_counted_lines(lines(state, session), gone),
        contestants=(*plan.contestants, *undrawn),
        fields=(*plan.fields[:-1], (*plan.fields[-1], *undrawn)) if undrawn else plan.fields,
        directions=plan.directions,
        boards_due=plan.boards_due,
        full_results=plan.full_results,
        penalties=tuple(
            Penalty(scored_number(present_session, p.place.section, p.number), p.amount, p.unit, p.reason)
            for p in state.rulings.penalties
            if p.place.session == session and not ranks_matches(state.settings)
        ),
        excluded=gone | _ghosts(present_session, state),
        is_provisional=is_awaiting(state, session),
        event_class=state.settings.event_class,
        round_boards=plan.round_boards,
        frequencies=state.instant.tables[session].boards if session in state.instant.tables else {},
        datums=state.instant.datums.get(session, {}),
        sat_out=plan.sat_out,
        board_rounds=plan.board_rounds,
        own_rounds=plan.own_rounds,
        missed=missed,
        missed_as=state.settings.conditions.missed,
    )


class _Plan(NamedTuple):
    """The parts of the scoring input that do not depend on entries, and the values from which they were made."""

    session: Session
    removed: tuple[object, ...]
    contestants: tuple[Number, ...]
    fields: tuple[tuple[Number, ...], ...]
    directions: Mapping[Number, Side]
    boards_due: Mapping[Number, int]
    full_results: Mapping[BoardNumber, int]
    round_boards: int | None
    sat_out: Mapping[Number, int]
    board_rounds: Mapping[BoardNumber, RoundNumber]
    own_rounds: Mapping[tuple[BoardNumber, Number], RoundNumber]


def _plan(state: EventState, session: SessionNumber) -> _Plan:
    """Returns the plan of a session for scoring; entries do not change it."""
    present_session, memory = state.session(session), state.memory.part(PlanMemory, session)
    cached = memory.value
    if cached is not None and cached.session is present_session and cached.removed == state.rulings.removed:
        return cached
    fields, rounds = _fields(present_session), _board_rounds(present_session)
    made = _Plan(
        session=present_session,
        removed=state.rulings.removed,
        contestants=tuple(number for field in fields for number in field),
        fields=fields,
        directions=_directions(fields),
        boards_due=_boards_due(state, present_session),
        full_results=_full_results(state, present_session),
        round_boards=_round_boards(present_session),
        sat_out=_sat_out(present_session),
        board_rounds=rounds,
        own_rounds=_own_rounds(present_session, rounds),
    )
    memory.value = made
    return made


class PlanMemory(Latest[_Plan]):
    """The plan of a session."""


def _counted_lines(lines: SessionLines, gone: frozenset[Number]) -> SessionLines:
    if not gone:
        return lines
    return SessionLines(_without_awards(line) if gone & {*line.ns, *line.ew} else line for line in lines)


def _ghosts(session: Session, state: EventState) -> frozenset[Number]:
    """Returns the phantoms against which a contestant sat out for an award: only in imported events."""
    return frozenset(
        scored_number(session, section.letter, section.movement.phantom)
        for section in session.sections.values()
        if section.movement is not None and section.movement.phantom is not None
        for slot, entry in state.results.items()
        if slot.place == Place(session.number, section.letter) and section.movement.phantom in (*entry.ns, *entry.ew)
    )


def _sat_out(session: Session) -> dict[Number, int]:
    """Returns the number of Swiss rounds that each contestant has sat out as the odd one."""
    rounds: dict[Number, int] = {}
    for section in session.sections.values():
        for drawn in section.draws:
            if drawn.sit_out is not None:
                number = scored_number(session, section.letter, drawn.sit_out)
                rounds[number] = rounds.get(number, 0) + 1
    return rounds


def _count_missed(state: EventState, session: SessionNumber) -> dict[Number, int]:
    """Returns how many rounds of a Swiss in this session each late entry has missed."""
    missed = Counter[Number]()
    if state.settings.conditions.missed is not MissedRounds.NOTHING and not ranks_matches(state.settings):
        for section in state.session(session).sections.values():
            place = Place(session, section.letter)
            for in_session, _, number in missed_rounds(state, place, section.numbers):
                missed[scored_at(state, place, number)] += in_session == session
    return dict(missed)


def after_final(state: EventState, ranking: Sequence[Standing]) -> tuple[Standing, ...]:
    """Returns rankings of the event behind the places that come before: those of its final, where it is the
    consolation."""
    before = state.settings.awards.places_before
    return after_others(ranking, before, rules_of(state).scoring.ranking) if before else tuple(ranking)


def session_places(state: EventState, ranking: Sequence[Standing]) -> tuple[Standing, ...]:
    """Returns rankings of a session: behind the places that come before where the session is the whole event."""
    return tuple(ranking) if len(state.sessions) > 1 else after_final(state, ranking)


def match_ranking(state: EventState, session: SessionNumber, through: RoundNumber | None = None) -> Standings:
    """Returns the ranking of an event of matches after a session, or after a round of it."""
    return _match_ranking(state, session) if through is None else _ranked_through(state, session, through)


@lru_cache(maxsize=32)
@made_once
def _match_ranking(state: EventState, session: SessionNumber) -> Standings:
    return _ranked_through(state, session, None)


def _ranked_through(state: EventState, session: SessionNumber, through: RoundNumber | None) -> Standings:
    return ranking_of(state, session, tables_of(state, session, through), _standings_in_field(state, session))


def _standings_in_field(state: EventState, session: SessionNumber) -> Standings | None:
    """Returns the standings by boards. None if boards are compared within their match and not with the field."""
    return None if state.settings.event_form.compares_tables else board_standings(state, session)


def tables_of(state: EventState, session: SessionNumber, through: RoundNumber | None = None) -> tuple[MatchTable, ...]:
    """Returns the matches of all sections with their tables, up to a session or a round of it."""
    return _tables_through(state, session, through)


@lru_cache(maxsize=64)
@made_once
def _tables_through(state: EventState, session: SessionNumber, through: RoundNumber | None) -> tuple[MatchTable, ...]:
    if state.settings.event_form.compares_tables:
        return match_tables(state, session, {}, through)
    rows = {slot: row for number in range(1, session + 1) for slot, row in scored_rows(state, number).items()}
    return match_tables(state, session, rows, through)


@lru_cache(maxsize=32)
@made_once
def board_standings(state: EventState, session: SessionNumber) -> Standings:
    """Returns the standings of a session by comparison with the whole field, for any pairings."""
    memory = state.memory.part(ScoringMemory, session)
    return score_session(scoring_input(state, session), rules_of(state), state.settings.scoring.method, memory)


@lru_cache(maxsize=32)
@made_once
def scored_rows(state: EventState, session: SessionNumber) -> Mapping[Slot, ScoredLine]:
    """Returns the scored row of every slot that has one."""
    present_session = state.session(session)
    in_field = _standings_in_field(state, session)
    scored_boards = (match_ranking(state, session) if in_field is None else in_field).boards
    rows: dict[tuple[BoardNumber, tuple[Number, ...], tuple[Number, ...]], ScoredLine] = {
        (board, row.line.ns, row.line.ew): row for board, scored in scored_boards.items() for row in scored.rows
    }
    here = ((slot, entry) for slot, entry in state.results.items() if slot.session == session)
    keys = ((slot, (slot.board, *scored_sides(present_session, entry))) for slot, entry in here)
    return {slot: rows[key] for slot, key in keys if key in rows}


def scored_row(state: EventState, slot: Slot) -> ScoredLine | None:
    """Returns the scored row of one slot, as `scored_rows` has it: its board is scored, and nothing is ranked."""
    entry = state.results.get(slot)
    if entry is None:
        return None
    if state.settings.event_form.compares_tables:
        return scored_rows(state, slot.session).get(slot)
    sides = scored_sides(state.session(slot.session), entry)
    board = _scored_board(state, slot.session, slot.board)
    rows = () if board is None else board.rows
    # Where two tables have the same line, both show the last one's points.
    return next((row for row in reversed(rows) if (row.line.ns, row.line.ew) == sides), None)


@lru_cache(maxsize=8)
def _scored_board(state: EventState, session: SessionNumber, board: BoardNumber) -> ScoredBoard | None:
    return score_board_of(scoring_input(state, session), rules_of(state), state.settings.scoring.method, board)


def _fields(session: Session) -> tuple[tuple[Number, ...], ...]:
    """Returns the numbers that are ranked together: each field over all sections, by the movements."""
    by_field: dict[int, list[Number]] = {}
    for section in session.sections.values():
        for place, field in enumerate(_section_fields(section)):
            by_field.setdefault(place, []).extend(scored_number(session, section.letter, n) for n in field)
    return tuple(tuple(field) for field in by_field.values())


def _section_fields(section: Section) -> tuple[tuple[Number, ...], ...]:
    if section.movement is None:
        return (tuple(sorted(section.numbers, key=number_order)),)
    phantom, fields = section.movement.phantom, section.movement.fields
    if section.draws:
        # A pair that came late and has only sat out is not on the sheet yet.
        resting = dict.fromkeys(drawn.sit_out for drawn in section.draws if drawn.sit_out is not None)
        fields = ((*fields[0], *(number for number in resting if number not in section.movement.contestants)),)
    return tuple(tuple(n for n in field if n != phantom) for field in fields)


def _directions(fields: tuple[tuple[Number, ...], ...]) -> dict[Number, Side]:
    if len(fields) != len(Side):
        return {}
    return {number: side for side, field in zip(Side, fields, strict=True) for number in field}


def _round_boards(session: Session) -> int | None:
    """Returns how many boards two contestants play against one another in a round, None without a movement."""
    counts = [
        len(section.movement.boards_of(meeting))
        for section in session.sections.values()
        if section.movement is not None
        for meeting in section.movement.meetings
    ]
    return max(counts, default=None)


def _board_rounds(session: Session) -> dict[BoardNumber, RoundNumber]:
    """Returns the round of each board of a drawn event, without the boards that are played in several rounds."""
    rounds: dict[BoardNumber, set[RoundNumber]] = {}
    for section in session.sections.values():
        if section.movement is not None and section.draws:
            for meeting in section.movement.meetings:
                for board in section.movement.boards_of(meeting):
                    rounds.setdefault(board, set()).add(meeting.round)
    return {board: min(played_in) for board, played_in in rounds.items() if len(played_in) == 1}


def _own_rounds(
    session: Session, board_rounds: Mapping[BoardNumber, RoundNumber]
) -> dict[tuple[BoardNumber, Number], RoundNumber]:
    """Returns the round in which each contestant of a drawn event plays a board that is played in several rounds."""
    return {
        (board, scored_number(session, section.letter, number)): meeting.round
        for section in session.sections.values()
        if section.movement is not None and section.draws
        for meeting in section.movement.meetings
        for board in section.movement.boards_of(meeting)
        if board not in board_rounds
        for number in meeting.contestants
    }


def _boards_due(state: EventState, session: Session) -> dict[Number, int]:
    due: dict[Number, int] = {}
    for section, counted in _counted_meetings(state, session):
        for number, boards in counted.due.items():
            key = scored_number(session, section.letter, number)
            due[key] = due.get(key, 0) + boards
    return due


def _full_results(state: EventState, session: Session) -> dict[BoardNumber, int]:
    full: dict[BoardNumber, int] = {}
    for _, counted in _counted_meetings(state, session):
        for board, results in counted.full.items():
            full[board] = full.get(board, 0) + results
    return full


class _Counted(NamedTuple):
    """Of a plan: how many boards everybody is due, and how many results each board is to have."""

    due: Mapping[Number, int]
    full: Mapping[BoardNumber, int]


def _counted_meetings(state: EventState, session: Session) -> Iterator[tuple[Section, _Counted]]:
    for section in session.sections.values():
        if section.movement is not None:
            yield section, _counted_in(section.movement, state.removed_numbers(Place(session.number, section.letter)))


@lru_cache(maxsize=32)
def _counted_in(movement: Movement, gone: frozenset[Number]) -> _Counted:
    """Returns the planned meetings that count: those without the phantom and without removed scores."""
    due: dict[Number, int] = {}
    full: dict[BoardNumber, int] = {}
    for meeting in movement.meetings:
        if movement.is_played(meeting) and gone.isdisjoint(meeting.contestants):
            for number in meeting.contestants:
                due[number] = due.get(number, 0) + len(movement.boards_of(meeting))
            for board in movement.boards_of(meeting):
                full[board] = full.get(board, 0) + 1
    return _Counted(due, full)


def _without_awards(line: Line) -> Line:
    return replace(line, ns_outcome=_scored_at_table(line.ns_outcome), ew_outcome=_scored_at_table(line.ew_outcome))


def _scored_at_table(outcome: SideOutcome) -> SideOutcome:
    return outcome if isinstance(outcome, TableScore | Weighted) else NotPlayed()
