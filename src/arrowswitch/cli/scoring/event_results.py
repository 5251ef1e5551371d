"""An event of ours as results for files: what `convert` writes and `score` shows of an event file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import ScoredLine, Standing, Standings
from arrowswitch.core.scoring.teams.event import EventMatch, TeamStanding, TeamStandings
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.results.results import FileContestant, FileLine, FileMatch, FileTeam, ResultsFile
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.matches.views import MatchView, matches
from arrowswitch.tournament.model.state import EventState, Session
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.lines import line_of, scored_number, scored_numbers, sorted_entries
from arrowswitch.tournament.scored.match_rules import scale_in_use, team_method
from arrowswitch.tournament.scored.session import scoring_input


def results_of_event(state: EventState, session: SessionNumber) -> ResultsFile:
    """Returns the results of one session of an event, without points, with the hands and their double-dummy tricks if
    these were released.

    Raises NotFound (`event.no-session`).
    """
    played_session = state.session(session)
    several = len(played_session.sections) > 1
    lines = tuple(
        FileLine(
            line=line_of(played_session, entry),
            result=entry.result,
            section=entry.slot.section if several else "",
            round=entry.slot.round,
            table=entry.slot.table,
            record=state.deals.records.get(entry.slot),
        )
        for entry in sorted_entries(state, session)
    )
    fields = scoring_input(state, session).fields
    deals, tricks = _released_deals(state, session)
    settings = state.settings
    teams = _of_teams(state, session) if settings.event_form.compares_tables else None
    if teams is not None:
        return replace(
            teams,
            lines=tuple(_in_match(line, teams) for line in lines),
            contestants=_contestants(state, session, ()),
            deals=deals,
            tricks=tricks,
        )
    return ResultsFile(
        source="event",
        lines=lines,
        contestants=_contestants(state, session, fields),
        winners=max(1, min(2, len(fields))),
        method=settings.scoring.method,
        kind=settings.kind,
        event=settings.name,
        date=settings.date,
        venue=settings.announcement.venue,
        program="Arrowswitch",
        scale=settings.scoring.scale,
        deals=deals,
        tricks=tricks,
    )


def _released_deals(
    state: EventState, session: SessionNumber
) -> tuple[Mapping[BoardNumber, str], Mapping[BoardNumber, str]]:
    """Returns the deals of a session and their double-dummy tricks; nothing before the deals are released."""
    if session not in state.deals.released or session not in state.deals.placed:
        return {}, {}
    analyses = state.deals.analyses.get(session, {})
    return state.deals.placed[session].texts, {board: one.tricks for board, one in analyses.items()}


def _of_teams(state: EventState, session: SessionNumber) -> ResultsFile:
    """Returns teams and matches up to a session, without results."""
    settings = state.settings
    scale = scale_in_use(state)
    view = ranking(state, session)
    rows = {row.standing.number: row.standing for _, group in view.groups for row in group}
    pairs = _pairs(state.session(session))
    entries = scored_numbers(state.session(session))
    names = {team: str(state.entries[entries[own[0]]].display_names) for team, own in pairs.items()}
    return ResultsFile(
        source="event",
        winners=1,
        method=None,
        kind=ContestantKind.PAIR,
        event=settings.name,
        date=settings.date,
        venue=settings.announcement.venue,
        program="Arrowswitch",
        teams=tuple(
            FileTeam(
                number=number,
                name=names.get(number, ""),
                pairs=pairs.get(number, (number,)),
                total=row.total,
                rank=row.rank if row.is_ranked else None,
                is_tied=row.is_tied,
            )
            for number, row in rows.items()
        ),
        matches=tuple(_match(state.session(session), one) for one in matches(state) if one.place.session == session),
        team_method=team_method(settings),
        is_by_vp=scale is not None,
        scale="" if scale is None else scale.name,
    )


def _pairs(session: Session) -> dict[Number, tuple[Number, ...]]:
    """Returns the numbers that a session's results may have of each team: its own, or those of its pairs."""
    by_team: dict[Number, list[Number]] = {}
    for letter, section in session.sections.items():
        for number in section.numbers:
            team = scored_number(session, letter, team_number(section.movement, number))
            by_team.setdefault(team, []).append(scored_number(session, letter, number))
    return {team: tuple(own) for team, own in by_team.items()}


def _match(session: Session, match: MatchView) -> FileMatch:
    compared = [(board.board, board.points) for board in match.boards]
    nets = {board: points[0] - points[1] for board, points in compared if points is not None}
    return FileMatch(
        first=scored_number(session, match.place.section, match.home),
        second=scored_number(session, match.place.section, match.away),
        round=match.rounds[0],
        boards=tuple(board.board for board in match.boards),
        imps={board: int(net) for board, net in nets.items() if net.denominator == 1},
        points=match.brings or (None, None),
    )


def _in_match(line: FileLine, file: ResultsFile) -> FileLine:
    """Returns a result with the round of its match: a match in two halves, or of three tables, begins in the first of
    its rounds."""
    homes = {pair: team.number for team in file.teams for pair in team.pairs}
    teams = frozenset(homes.get(number, number) for number in (*line.line.ns, *line.line.ew))
    mine = [match for match in file.matches if match.teams == teams and line.line.board in match.boards]
    is_known = not mine or any(match.round == line.round for match in mine)
    return line if is_known else replace(line, round=mine[0].round)


def with_standings(results: ResultsFile, standings: Standings) -> ResultsFile:
    """Returns the results with the points, totals, percentages and ranks of `standings` in place of what they had."""
    rows = {
        (row.line.board, row.line.ns, row.line.ew): row for board in standings.boards.values() for row in board.rows
    }
    ranked = {standing.number: standing for standing in standings.ranking}
    return replace(
        results,
        lines=tuple(
            _with_points(line, rows.get((line.line.board, line.line.ns, line.line.ew))) for line in results.lines
        ),
        contestants=tuple(_with_rank(one, ranked.get(one.number)) for one in results.contestants),
    )


def with_team_standings(
    results: ResultsFile, standings: TeamStandings, method: TeamMethod, *, is_by_vp: bool
) -> ResultsFile:
    """Returns matches and teams with what `standings` gives them in place of what the file published."""
    ranked = {one.number: one for one in standings.ranking}
    return replace(
        results,
        team_method=method,
        is_by_vp=is_by_vp,
        teams=tuple(_ranked_team(team, ranked.get(team.number)) for team in results.teams),
        matches=tuple(
            replace(match, points=scored.brings or (None, None), imps=_nets(scored))
            for match, scored in zip(results.matches, standings.matches, strict=True)
        ),
    )


def _ranked_team(team: FileTeam, standing: TeamStanding | None) -> FileTeam:
    if standing is None:
        return replace(team, total=None, rank=None, is_tied=False)
    return replace(team, total=standing.row.total, rank=standing.rank, is_tied=standing.is_tied)


def _nets(match: EventMatch) -> dict[BoardNumber, int]:
    nets = ((line.board, line.points) for line in match.result.score.lines)
    return {board: int(points[0] - points[1]) for board, points in nets if points is not None}


def _contestants(
    state: EventState, session: SessionNumber, fields: tuple[tuple[Number, ...], ...]
) -> tuple[FileContestant, ...]:
    played_session = state.session(session)
    sides = dict(zip(fields, Side, strict=False)) if len(fields) == len(Side) else {}
    directions = {number: side for field, side in sides.items() for number in field}
    listed = []
    for letter, section in played_session.sections.items():
        for number, entry_id in section.numbers.items():
            entry = state.entry_in(session, entry_id)
            people = () if entry is None else entry.people
            scored = scored_number(played_session, letter, number)
            listed.append(
                FileContestant(
                    number=scored,
                    names=tuple(person.name for person in people),
                    direction=directions.get(scored),
                    section=letter if len(played_session.sections) > 1 else "",
                    ids=tuple(person.number for person in people),
                )
            )
    return tuple(listed)


def _with_points(line: FileLine, row: ScoredLine | None) -> FileLine:
    return line if row is None else replace(line, ns_points=row.ns.points, ew_points=row.ew.points)


def _with_rank(contestant: FileContestant, standing: Standing | None) -> FileContestant:
    if standing is None:
        return replace(contestant, total=None, percent=None, rank=None, is_tied=False)
    return replace(
        contestant, total=standing.total, percent=standing.percent, rank=standing.rank, is_tied=standing.is_tied
    )
