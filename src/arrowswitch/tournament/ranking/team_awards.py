"""Masterpoints of an event of teams: of a complete weekly game that has a class, in every form of matches.

JCBL director's manual 3.3, lines 3918-4191. Each section (a flight) is a field of its own. A match counts as won when
it brought more victory points than it brought the opponents, a forfeit too; a triangle within one round is one match
with more than a draw. Where there are no victory points (board-a-match, knockouts by IMPs) the place counts alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.awards.team_masterpoints import RoundWorth, TeamAward, TeamRecord, explain_team_award, team_awards
from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.core.scoring.teams.event import EventMatch, TeamMatchState
from arrowswitch.core.scoring.teams.forfeits import draw_of, most_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.award_rules import award_rules
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.slots import is_awaiting
from arrowswitch.tournament.standings.header import rounds_to_draw
from arrowswitch.tournament.standings.session import standings

FieldRecords = tuple[tuple[Standing, ...], list[TeamRecord], RoundWorth | None]
"""The teams of a field, what counts of each, and what a round was worth there."""

_MEMBERS = 4
_COUNTING = (TeamMatchState.PLAYED, TeamMatchState.FORFEITED)


def awards_of_teams(state: EventState, session: SessionNumber) -> dict[Number, TeamAward]:
    """Returns the award of each member of a team, by the team's number in the ranking of the last session. Returns
    nothing for other sessions, for higher events and while results are to come."""
    game_class = state.settings.awards.master_point_class
    awards: dict[Number, TeamAward] = {}
    if game_class is None:
        return awards
    for rows, records, worth in records_of_teams(state, session):
        earned = team_awards(game_class, records, worth, award_rules(state))
        awards |= dict(zip((standing.number for standing in rows), earned, strict=True))
    return awards


def records_of_teams(state: EventState, session: SessionNumber) -> Iterator[FieldRecords]:
    """Yields the teams of each field with what each won and what a round was worth there; nothing for other sessions,
    higher events and while anything is still to come."""
    scored = _complete(state, session)
    if scored is None:
        return
    for field in sorted({standing.field for standing in scored.ranking}):
        yield _field(state, session, scored, field)


def why_team_award(state: EventState, session: SessionNumber, number: Number) -> Explanation | None:
    """Returns how the masterpoints of a team's members came about (`number` is that in the ranking); None where the
    event has none, or none yet."""
    scored = _complete(state, session)
    standing = None if scored is None else scored.of(number)
    game_class = state.settings.awards.master_point_class
    if scored is None or standing is None or game_class is None:
        return None
    rows, records, worth = _field(state, session, scored, standing.field)
    return explain_team_award(number, game_class, records, rows.index(standing), worth, award_rules(state))


def _field(state: EventState, session: SessionNumber, scored: Standings, field: int) -> FieldRecords:
    """Returns the teams of a field, what each won, and what a round was worth there."""
    rows = scored.in_field(field)
    records = [_record(state, session, standing) for standing in rows]
    return rows, records, _worth(_table(state, session, rows[0]))


def _complete(state: EventState, session: SessionNumber) -> Standings | None:
    """Returns the final standings of a weekly game with a class, None before the end and where there are no awards."""
    settings = state.settings
    if settings.awards.master_point_class is None or settings.event_class is not EventClass.WEEKLY:
        return None
    is_last = session == max(state.sessions) and settings.event_form.awards_matches
    if not is_last or any(is_awaiting(state, number) for number in state.sessions) or rounds_to_draw(state):
        return None
    scored = standings(state, session)
    return None if scored.is_provisional or not scored.ranking else scored


def _record(state: EventState, session: SessionNumber, standing: Standing) -> TeamRecord:
    last_session = state.session(session)
    letter, number = section_number(last_session, standing.number)
    entry = state.entry_at(Place(session, letter), number)
    members = _MEMBERS if entry is None else max(_MEMBERS, len(entry.people))
    return TeamRecord(standing.rank, _vp_won(state, _table(state, session, standing), number), members)


def _table(state: EventState, session: SessionNumber, standing: Standing) -> MatchTable:
    last_session = state.session(session)
    letter = section_number(last_session, standing.number)[0]
    return next(table for table in tables_of(state, session) if table.section == letter)


def _worth(table: MatchTable) -> RoundWorth | None:
    most = most_of(table.rules) if table.rules.scale is not None else Fraction(0)
    return RoundWorth(table.rules.boards, most) if most else None


def _vp_won(state: EventState, table: MatchTable, number: Number) -> Fraction:
    """Returns the victory points of the matches that a team won, triangles within a round among them."""
    own = (table.of(match) for match in table.planned if match.has(number))
    won = sum((_points_of_win(one, number) for one in own), Fraction(0))
    draw = draw_of(table.rules)
    for (session, in_round, who), points in table.shared.items():
        section = state.session(session).sections[table.section]
        sat_out = any(drawn.round == in_round and drawn.sit_out == who for drawn in section.draws)
        if who == number and points > draw and not sat_out:
            won += points
    return won


def _points_of_win(match: EventMatch, number: Number) -> Fraction:
    """Returns the points of a match for a team that won it, else 0."""
    if match.brings is None or match.state not in _COUNTING or number not in match.counts_for:
        return Fraction(0)
    side = match.match.teams.index(number)
    return match.brings[side] if match.brings[side] > match.brings[1 - side] else Fraction(0)
