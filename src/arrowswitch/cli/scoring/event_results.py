"""An event of ours as results for files: what `convert` writes and `score` shows of an event file."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import ScoredLine, Standing, Standings
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.scored.lines import entered, line_of, scored_number
from arrowswitch.tournament.scored.session import scoring_input


def results_of_event(state: EventState, session: SessionNumber) -> ResultsFile:
    """Returns the results of one session of an event, without points.

    Raises NotFound (`event.no-session`).
    """
    found = state.session(session)
    several = len(found.sections) > 1
    lines = tuple(
        FileLine(
            line=line_of(found, entry),
            result=entry.result,
            section=entry.slot.section if several else "",
            round=entry.slot.round,
            table=entry.slot.table,
        )
        for entry in entered(state, session)
    )
    fields = scoring_input(state, session).fields
    settings = state.settings
    return ResultsFile(
        source="event",
        lines=lines,
        contestants=_contestants(state, session, fields),
        winners=max(1, min(2, len(fields))),
        method=settings.method,
        kind=settings.kind,
        event=settings.name,
        date=settings.date,
        venue=settings.venue,
        program="Arrowswitch",
    )


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


def _contestants(
    state: EventState, session: SessionNumber, fields: tuple[tuple[Number, ...], ...]
) -> tuple[FileContestant, ...]:
    found = state.session(session)
    sides = dict(zip(fields, Side, strict=False)) if len(fields) == len(Side) else {}
    directions = {number: side for field, side in sides.items() for number in field}
    listed = []
    for letter, section in found.sections.items():
        for number, entry_id in section.numbers.items():
            people = state.entries[entry_id].people if entry_id in state.entries else ()
            scored = scored_number(found, letter, number)
            listed.append(
                FileContestant(
                    number=scored,
                    names=tuple(person.name for person in people),
                    direction=directions.get(scored),
                    section=letter if len(found.sections) > 1 else "",
                    ids=tuple(person.number for person in people),
                )
            )
    return tuple(listed)


def _with_points(line: FileLine, row: ScoredLine | None) -> FileLine:
    return line if row is None else replace(line, ns_points=row.ns.points, ew_points=row.ew.points)


def _with_rank(one: FileContestant, standing: Standing | None) -> FileContestant:
    if standing is None:
        return replace(one, total=None, percent=None, rank=None, is_tied=False)
    return replace(one, total=standing.total, percent=standing.percent, rank=standing.rank, is_tied=standing.is_tied)
