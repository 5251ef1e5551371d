"""Rankings, travellers, scorecards and the recapitulation of a session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber, dealer, vulnerability
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.standings import SidePoints, Standing
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.shared_making import made_once
from arrowswitch.tournament.model.state import EventState, side_of
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import (
    CellView,
    PrivateLine,
    PrivateView,
    RankingView,
    RankRow,
    RecapRow,
    RecapView,
    TravellerView,
)
from arrowswitch.tournament.ranking.award_rules import awards_for, overall_awards
from arrowswitch.tournament.ranking.event_total import has_event_total, is_complete
from arrowswitch.tournament.ranking.team_awards import awards_of_teams
from arrowswitch.tournament.results.tables import cells
from arrowswitch.tournament.scored.lines import scored_at, section_number
from arrowswitch.tournament.scored.slots import late_plays, missing_slots
from arrowswitch.tournament.standings.header import phase
from arrowswitch.tournament.standings.session import standings


@lru_cache(maxsize=32)
@made_once
def ranking(state: EventState, session: SessionNumber = 1) -> RankingView:
    """Returns the ranking of a session: one group, or one for each field that is ranked apart: N-S and E-W, and the
    sections of an event of matches."""
    scored = standings(state, session)
    fields: dict[tuple[Side | None, int], list[RankRow]] = {}
    is_by_field = form_of(state.settings).ranks_matches(state)
    for standing in scored.ranking:
        field = standing.field if is_by_field else 0
        fields.setdefault((standing.direction, field), []).append(rank_row(state, session, standing))
    ordered = sorted(fields, key=lambda key: (key[0] is Side.EW, key[1]))
    groups = tuple((key[0], _with_awards(state, session, fields[key])) for key in ordered)
    publication = publication_of(state)
    return RankingView(
        phase=phase(state),
        groups=groups,
        standings=scored,
        missing=len(missing_slots(state, session)),
        pending=sum(note.is_pending for note in state.rulings.notes.values()),
        version=publication.version if publication is not None else 0,
        published_at=publication.at if publication is not None else None,
        deadline=state.deadline,
        corrections=state.publication.corrections,
        seq=state.seq,
        late_plays=len(late_plays(state, session)),
    )


def ranking_of_event(state: EventState) -> RankingView:
    """Returns the ranking after the newest session with results, with what is missing in all sessions that have begun:
    the state of the final standing on prints."""
    begun = [number for number, one in state.sessions.items() if one.is_started]
    newest = max((number for number in state.sessions if state.is_scored_in(number)), default=1)
    return replace(
        ranking(state, newest),
        missing=sum(len(missing_slots(state, number)) for number in begun),
        late_plays=sum(len(late_plays(state, number)) for number in begun),
    )


def publication_of(state: EventState) -> Publication | None:
    """Returns the publication that shows exactly this state, or None when something has happened since."""
    newest = state.publication.versions[-1] if state.publication.versions else None
    return newest if newest is not None and newest.seq == state.seq else None


def traveller(state: EventState, session: SessionNumber, board: BoardNumber) -> TravellerView:
    """Returns all results of a board, best North-South score first; raises NotFound (`board.none`)."""
    due_cells = [cell for cell in cells(state, session) if cell.slot.board == board and (cell.is_due or cell.entry)]
    if not due_cells:
        raise NotFound.of("board.none", board=board)
    scored = standings(state, session).boards.get(board)
    ordered = sorted(due_cells, key=_traveller_order)
    return TravellerView(
        board=board,
        dealer=dealer(board),
        vulnerability=vulnerability(board),
        cells=tuple(ordered),
        top=scored.top if scored is not None else Fraction(0),
        ns_sum=_sum(cell.ns_points for cell in ordered),
        ew_sum=_sum(cell.ew_points for cell in ordered),
        expected_sum=scored.expected_sum if scored is not None else Fraction(0),
        is_adjusted=(scored is not None and scored.is_adjusted) or state.fouled_board(session, board) is not None,
        datum=None if scored is None else scored.datum,
        is_datum_given=scored is not None
        and scored.datum is not None
        and board in state.instant.datums.get(session, {}),
    )


def travellers(state: EventState, session: SessionNumber) -> tuple[TravellerView, ...]:
    """Returns the travellers of all boards in ascending order."""
    boards = sorted({cell.slot.board for cell in cells(state, session) if cell.is_due or cell.entry})
    return tuple(traveller(state, session, board) for board in boards)


def private(state: EventState, place: Place, number: Number) -> PrivateView:
    """Returns one contestant's evening; raises NotFound (`numbers.none`) for a number nobody has."""
    section = state.section(place)
    if number not in section.numbers:
        raise NotFound.of("numbers.none", number=number, section=place.section)
    own = [
        cell
        for cell in cells(state, place.session)
        if cell.slot.section == place.section
        and number in (*cell.ns.numbers, *cell.ew.numbers)
        and (cell.is_due or cell.entry is not None)
    ]
    lines = tuple(_private_line(cell, number) for cell in sorted(own, key=lambda c: (c.slot.round, c.slot.board)))
    movement = section.movement
    rounds = range(1, movement.rounds + 1) if movement is not None else ()
    sit_outs = tuple(r for r in rounds if movement is not None and number in movement.sit_outs(r))
    standing = standings(state, place.session).of(scored_at(state, place, number))
    rank = None if standing is None else rank_row(state, place.session, standing)
    return PrivateView(
        number=number,
        section=place.section,
        entry=state.entry_at(place, number),
        lines=lines,
        sit_outs=sit_outs,
        rank=rank,
    )


def privates(state: EventState, session: SessionNumber) -> tuple[PrivateView, ...]:
    """Returns everybody's evening, by section and number in the movement's order."""
    return tuple(
        private(state, Place(session, section.letter), number)
        for section in state.session(session).sections.values()
        for number in (section.movement.contestants if section.movement is not None else section.numbers)
        if number in section.numbers
    )


def recap(state: EventState, session: SessionNumber, is_by_round: bool) -> RecapView:
    """Returns the recapitulation sheet by board (figure 3) or by round (figure 4): contestants x columns with sums.

    A team's score on a board is listed at both of its tables and counts once. The average is half of the points
    available on the boards of the contestant who played most; 0 if boards have no top.
    """
    share = state.settings.event_form.match_tables
    due = [cell for cell in cells(state, session) if cell.is_due or cell.entry is not None]
    columns = tuple(sorted({cell.slot.round if is_by_round else cell.slot.board for cell in due}))
    points: dict[tuple[SectionLetter, Number, int], Fraction] = {}
    for cell in due:
        column = cell.slot.round if is_by_round else cell.slot.board
        for seat, won in ((cell.ns, cell.ns_points), (cell.ew, cell.ew_points)):
            if won is None or won.points is None:
                continue
            movement = state.section(Place(session, cell.slot.section)).movement
            for number in seat.numbers:
                key = (cell.slot.section, team_number(movement, number), column)
                points[key] = points.get(key, Fraction(0)) + won.points / share
    view = ranking(state, session)
    groups = tuple(
        (side, tuple(_recap_row(state, session, row, columns, points) for row in rows)) for side, rows in view.groups
    )
    sums = tuple(
        tuple(sum((row.points[at] or Fraction(0) for row in rows), Fraction(0)) for at in range(len(columns)))
        for _, rows in groups
    )
    average = _average(due, {board: one.top for board, one in view.standings.boards.items()})
    return RecapView(is_by_round=is_by_round, columns=columns, groups=groups, sums=sums, average=average)


def _average(due: Iterable[CellView], tops: Mapping[BoardNumber, Fraction]) -> Fraction:
    """Returns half of the tops on the boards of a contestant; the most where some sit out and others do not."""
    had: dict[tuple[SectionLetter, Number], Fraction] = {}
    for cell in due:
        for seat, won in ((cell.ns, cell.ns_points), (cell.ew, cell.ew_points)):
            for number in seat.numbers if won is not None else ():
                key = (cell.slot.section, number)
                had[key] = had.get(key, Fraction(0)) + tops.get(cell.slot.board, Fraction(0))
    return max(had.values(), default=Fraction(0)) / 2


def _recap_row(
    state: EventState,
    session: SessionNumber,
    row: RankRow,
    columns: tuple[int, ...],
    points: dict[tuple[SectionLetter, Number, int], Fraction],
) -> RecapRow:
    letter, number = section_number(state.session(session), row.standing.number)
    return RecapRow(row, tuple(points.get((letter, number, column)) for column in columns))


def _with_awards(state: EventState, session: SessionNumber, rows: Sequence[RankRow]) -> tuple[RankRow, ...]:
    """Returns the rows of a field with their masterpoints: of a complete weekly game that has a class (line 3918). An
    event of several sessions, or with a carry-over, gives them once: for its total (`event_total`), and one of matches
    with the ranking after its last session."""
    if state.settings.event_form.awards_matches:
        of_teams = awards_of_teams(state, session)
        return tuple(
            replace(row, master_points=of_teams[row.standing.number].amount) if of_teams else row for row in rows
        )
    game_class = state.settings.awards.master_point_class
    is_weekly = state.settings.event_class is EventClass.WEEKLY
    is_total_here = form_of(state.settings).ranks_matches(state) and session == max(state.sessions)
    is_whole = is_complete(state) and (is_total_here or not has_event_total(state))
    if game_class is None or not is_weekly or not is_whole:
        return tuple(rows)
    together = overall_awards(state, session)
    if together:
        return tuple(replace(row, master_points=together[row.standing.number]) for row in rows)
    earned = awards_for(state, [row.standing for row in rows])
    return tuple(replace(row, master_points=award) for row, award in zip(rows, earned, strict=True))


def rank_row(state: EventState, session: SessionNumber, standing: Standing) -> RankRow:
    """Returns the line of a standing: with its section, and with who that is."""
    letter, number = section_number(state.session(session), standing.number)
    return RankRow(standing, letter, state.entry_at(Place(session, letter), number))


def _private_line(cell: CellView, number: Number) -> PrivateLine:
    side = side_of(cell.ns.numbers, number)
    is_ns = side is Side.NS
    score = cell.ns_score if is_ns or cell.ns_score is None else -cell.ns_score
    return PrivateLine(
        cell=cell,
        side=side,
        opponents=cell.ew if is_ns else cell.ns,
        score=score,
        points=cell.ns_points if is_ns else cell.ew_points,
    )


def _traveller_order(cell: CellView) -> tuple[int, int, str, int]:
    has_score = cell.ns_score is not None
    return (0 if has_score else 1, -(cell.ns_score or 0), cell.slot.section, cell.slot.table)


def _sum(points: Iterable[SidePoints | None]) -> Fraction:
    return sum((one.points for one in points if one is not None and one.points is not None), Fraction(0))
