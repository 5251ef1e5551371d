"""A team's event as its captain reads it: the matches, the place, penalties, and where the next match is played.

JCBL director's manual 3.3, lines 1640-1668 (both tables of every board), 1746-1760 (the table).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import RoundNumber, SectionLetter, SessionNumber
from arrowswitch.core.scoring.teams.match import Both
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.matches.views import MatchBoard, MatchStatus, MatchView, matches
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import PenaltyGiven
from arrowswitch.tournament.model.views import CellView, RankRow
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.standings.session import has_result


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board seen from one team: its North-South and East-West tables, the difference, and what both got. `own_margin`
    is what a ruling brought the team, if the other team did not lose as much."""

    board: MatchBoard
    tables: tuple[tuple[CellView | None, CellView | None], ...]
    difference: int | None
    points: Both | None
    own_margin: Fraction | None = None


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match seen from one team. `vp`, `brings` and `points` are own first; `total` is what its matches so far bring
    with this one, None while it is open. The second match of a triangle within a round brings what both do together
    (`is_of_triangle`)."""

    match: MatchView
    opponent: Number
    opponent_entry: Entry | None
    is_home: bool
    tables: tuple[str, ...]
    boards: tuple[OwnBoard, ...]
    points: Both
    vp: Both | None
    brings: Fraction | None
    total: Fraction | None
    is_of_triangle: bool = False

    @property
    def entry(self) -> Entry | None:
        return self.match.home_entry if self.is_home else self.match.away_entry

    @property
    def is_lost_by_forfeit(self) -> bool:
        """True if the team itself forfeited the match."""
        return any(number != self.opponent for number in self.match.losers)

    @property
    def is_open(self) -> bool:
        """True if the match is still to be played, in whole or in part."""
        return self.match.status in (MatchStatus.PLANNED, MatchStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team (or a Swiss pair): who it is, its place in the ranking (None before it has one) with how many are
    ranked, its matches in order."""

    number: Number
    section: SectionLetter
    entry: Entry | None
    row: RankRow | None
    ranked: int
    matches: tuple[OwnMatch, ...]
    penalties: tuple[PenaltyGiven, ...]

    @property
    def next(self) -> OwnMatch | None:
        """Returns the match being played or the next one; None if there is none yet."""
        return next((one for one in self.matches if one.is_open), None)


def team_view(state: EventState, place: Place, number: Number) -> TeamView:
    """Returns the event of a team, after a session; raises NotFound (`numbers.none`)."""
    if number not in team_numbers_of(state, place):
        raise NotFound.of("numbers.none", number=number, section=place.section)
    rows = [row for _, group in ranking(state, place.session).groups for row in group if row.section == place.section]
    own = next((row for row in rows if row.standing.number.removeprefix(place.section) == number), None)
    penalties = tuple(
        p
        for p in state.rulings.penalties
        if p.place.section == place.section and team_number(state.section(p.place).movement, p.number) == number
    )
    entry = state.entry_at(place, number)
    ranked = sum(has_result(state, row.standing) for row in rows)
    return TeamView(
        number=number,
        section=place.section,
        entry=entry,
        row=own if own is not None and has_result(state, own.standing) else None,
        ranked=ranked,
        matches=tuple(_matches(state, place.section, number)),
        penalties=penalties,
    )


def team_numbers_of(state: EventState, place: Place) -> tuple[Number, ...]:
    """Returns the numbers of the teams (or Swiss pairs) of a section in their order."""
    return tuple(
        sorted(
            {
                n
                for table in tables_of(state, place.session)
                if table.section == place.section
                for n in table.event.teams
            },
            key=number_order,
        )
    )


def _matches(state: EventState, section: SectionLetter, number: Number) -> Iterator[OwnMatch]:
    mine = [match for match in matches(state) if match.place.section == section and number in match.teams]
    shared = _shared_rounds(state, section, number)
    total = Fraction(0)
    for at, match in enumerate(mine):
        here = match.place.session, match.rounds[0]
        is_last = all((other.place.session, other.rounds[0]) != here for other in mine[at + 1 :])
        brings = match.points_of(number)
        if match.in_triangle and is_last:
            brings = shared.pop(here, None)
        total += brings or Fraction(0)
        total += sum((shared.pop(before) for before in sorted(shared) if before < here), Fraction(0))
        own = own_match(state, match, number, None if brings is None else total)
        yield replace(own, brings=brings, is_of_triangle=bool(match.in_triangle))


def _shared_rounds(
    state: EventState, section: SectionLetter, number: Number
) -> dict[tuple[SessionNumber, RoundNumber], Fraction]:
    """Returns a team's points from rounds without a match of two: triangles within a round, rounds sat out."""
    tables = (table for table in tables_of(state, max(state.sessions)) if table.section == section)
    return {
        (session, in_round): points
        for table in tables
        for (session, in_round, who), points in table.shared.items()
        if who == number
    }


def own_match(state: EventState, match: MatchView, number: Number, total: Fraction | None = None) -> OwnMatch:
    """Returns a match as one of its two teams sees it."""
    is_home = number == match.home
    section = state.section(match.place)
    return OwnMatch(
        match=match,
        opponent=match.away if is_home else match.home,
        opponent_entry=match.away_entry if is_home else match.home_entry,
        is_home=is_home,
        tables=tuple(map(section.label, match.tables)),
        boards=tuple(_board(board, is_home=is_home) for board in match.boards),
        points=match.points if is_home else match.points[::-1],
        vp=match.vp if is_home or match.vp is None else match.vp[::-1],
        brings=match.points_of(number),
        total=total,
    )


def _board(board: MatchBoard, *, is_home: bool) -> OwnBoard:
    two = ((board.open, board.closed), *([board.further] if len(board.further) == 2 else []))
    tables = tuple((one, other) if is_home else (other, one) for one, other in two)
    difference = board.difference if is_home else board.away_difference
    points = board.points if is_home or board.points is None else board.points[::-1]
    margin = None if board.own_margins is None else board.own_margins[0 if is_home else 1]
    return OwnBoard(board=board, tables=tables, difference=difference, points=points, own_margin=margin)
