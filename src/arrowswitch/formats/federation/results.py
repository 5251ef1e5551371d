"""A session of a report as files of results tell it, so that every such format can be written of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Mistake, NotFound, Problem
from arrowswitch.core.game.contracts import TableResult, ns_score
from arrowswitch.core.reporting.report import MatchReported, Report, ReportedContestant, ReportedResult
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, NotPlayed, SideOutcome, TableScore
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.detect import writer_for
from arrowswitch.formats.results.held import not_held
from arrowswitch.formats.results.results import FileContestant, FileLine, FileMatch, FileTeam, ResultsFile


def results_of(report: Report, session: int) -> ResultsFile:
    """Returns the results of a session, with ranks, totals and masterpoints of the event.

    Raises NotFound (`event.no-session`) for a session without results.
    """
    event = report.event
    lines = tuple(_line(one) for one in report.results if one.session == session)
    if not lines:
        raise NotFound.of("event.no-session", session=session)
    is_teams = bool(event.team_method)
    sides = {one.side for one in report.contestants if one.side is not None}
    return ResultsFile(
        source="report",
        lines=lines,
        contestants=tuple(_contestants(report, session)),
        winners=2 if len(sides) > 1 and not is_teams else 1,
        method=None if is_teams else Method(event.method),
        kind=ContestantKind.PAIR if is_teams else event.kind,
        event=event.name,
        date=event.date,
        venue=event.venue or report.club,
        program=report.program,
        teams=tuple(_teams(report, session)) if is_teams else (),
        matches=tuple(_match(one) for one in report.matches if one.session == session) if is_teams else (),
        team_method=TeamMethod(event.team_method) if is_teams else None,
        is_by_vp=bool(event.scale) if is_teams else None,
        scale=event.scale,
    )


def newest_session(report: Report) -> int:
    """Returns the newest session that has results; 1 without any."""
    return max((one.session for one in report.results), default=1)


def usebio_gaps(report: Report, session: int) -> tuple[Problem, ...]:
    """Returns the losses of the report in a USEBIO file of a session (`held.*`, `federation.one-session`)."""
    results = results_of(report, session)
    form = writer_for("report.xml")
    losses = not_held(form, form.write(results), results)
    others = len({one.session for one in report.results}) - 1
    more = (Problem("federation.one-session", {"session": session, "n": others}),) if others else ()
    return (*losses, *more)


def _contestants(report: Report, session: int) -> Iterator[FileContestant]:
    is_teams = bool(report.event.team_method)
    for contestant in report.contestants:
        for at in contestant.sessions:
            for number in (at.pairs or (at.number,)) if at.session == session else ():
                yield FileContestant(
                    number=Number(number),
                    names=tuple(player.name for player in contestant.players),
                    direction=None if is_teams else contestant.side,
                    section=at.section,
                    ids=tuple(player.number for player in contestant.players),
                    total=None if is_teams else contestant.total,
                    percent=None if is_teams else contestant.percent,
                    rank=None if is_teams else contestant.rank or None,
                    is_tied=contestant.is_tied,
                    master_points=_points(contestant),
                )


def _points(contestant: ReportedContestant) -> Fraction | None:
    """Returns the award of each member. An expelled player earned less, which a file of results cannot contain."""
    return max((player.points for player in contestant.players if player.points is not None), default=None)


def _teams(report: Report, session: int) -> Iterator[FileTeam]:
    for contestant in report.contestants:
        for at in contestant.sessions:
            if at.session == session:
                yield FileTeam(
                    number=Number(at.number),
                    name=contestant.name or (contestant.players[0].name if contestant.players else ""),
                    pairs=tuple(map(Number, at.pairs or (at.number,))),
                    total=contestant.total,
                    rank=contestant.rank or None,
                    is_tied=contestant.is_tied,
                )


def _match(match: MatchReported) -> FileMatch:
    return FileMatch(
        first=Number(match.home),
        second=Number(match.away),
        round=match.round,
        boards=match.boards,
        points=(match.home_points, match.away_points),
    )


def _line(reported: ReportedResult) -> FileLine:
    result, ns, ew = _parse_result(reported)
    return FileLine(
        line=Line(
            board=reported.board,
            ns=tuple(map(Number, reported.ns)),
            ew=tuple(map(Number, reported.ew)),
            ns_outcome=ns,
            ew_outcome=ew,
        ),
        result=result,
        section=reported.section,
        round=reported.round or None,
        table=reported.table or None,
        ns_points=reported.ns_points,
        ew_points=reported.ew_points,
    )


def _parse_result(reported: ReportedResult) -> tuple[TableResult | None, SideOutcome, SideOutcome]:
    """Returns the result and the outcomes of both sides by the text of a result; not played if it cannot be read."""
    try:
        entry = parse_entry(reported.text, board=reported.board)
    except Mistake:
        return None, NotPlayed(), NotPlayed()
    score = NotPlayed() if entry.result is None else TableScore(ns_score(entry.result, reported.board))
    return entry.result, entry.ns_award or score, entry.ew_award or score
