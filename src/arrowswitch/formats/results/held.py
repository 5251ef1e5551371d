"""The losses of a file that was written: found by reading it back, so that they are true for every format."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.formats.results.file_formats import Format
from arrowswitch.formats.results.results import FileLine, ResultsFile


def not_held(form: Format, data: bytes, results: ResultsFile) -> tuple[Problem, ...]:
    """Returns the losses of `results` in `data`, a file of the format.

    Codes: `held.for-people` (a format that nobody reads back), `held.unread` with the first fault, `held.no-matches`,
    `held.no-method`, `held.no-scale`, `held.fields`, `held.results`, `held.no-names`, `held.no-deals`,
    `held.no-adjustments`, `held.no-records`.
    """
    if form.read is None:
        return (Problem("held.for-people"),)
    try:
        back = form.read(data)
    except Mistake as mistake:
        return (Problem("held.unread", {"fault": mistake.problems[0].code}), *_of_teams(results, None))
    return (*_of_teams(results, back), *_differences(results, back))


def _of_teams(results: ResultsFile, back: ResultsFile | None) -> Iterator[Problem]:
    lost = len(_matches(results) - (set() if back is None else _matches(back)))
    if lost:
        yield Problem("held.no-matches", {"n": lost})


def _differences(results: ResultsFile, back: ResultsFile) -> Iterator[Problem]:
    is_of_teams = results.method is None
    if is_of_teams and back.matches and back.team_method is not results.team_method:
        yield Problem("held.no-method", {"method": results.team_method or results.method_name})
    if back.method is not results.method and not is_of_teams:
        yield Problem("held.no-method", {"method": results.method_name})
    if results.scale and back.scale != results.scale:
        yield Problem("held.no-scale", {"name": results.scale})
    if back.winners != results.winners:
        yield Problem("held.fields", {"n": results.winners})
    changed = len(_lines(results) - _lines(back))
    if changed:
        yield Problem("held.results", {"n": changed})
    named = {one.names for one in results.contestants if one.names}
    lost = len(named - {one.names for one in back.contestants})
    if lost:
        yield Problem("held.no-names", {"n": lost})
    if len(back.deals) < len(results.deals):
        yield Problem("held.no-deals", {"n": len(results.deals) - len(back.deals)})
    records = _records(results) - _records(back)
    if records > 0:
        yield Problem("held.no-records", {"n": records})
    adjustments = _adjustments(results) - _adjustments(back)
    if adjustments > 0:
        yield Problem("held.no-adjustments", {"n": adjustments})


def _matches(results: ResultsFile) -> set[tuple[object, ...]]:
    """Returns the contestants, round and number of boards of each match."""
    return {(match.round, match.teams, len(match.boards)) for match in results.matches}


def _records(results: ResultsFile) -> int:
    records = (line.record for line in results.lines if line.record is not None)
    return sum((one.auction is not None) + (one.play is not None) for one in records)


def _adjustments(results: ResultsFile) -> int:
    of_teams = sum(team.adjustment is not None for team in results.teams)
    return of_teams + sum(one.adjustment is not None for one in results.contestants)


def _lines(results: ResultsFile) -> set[tuple[object, ...]]:
    """Returns each result by its board, who was named in it, and what both sides got; numbers may be written in other
    ways."""
    return {_content(line) for line in results.lines}


def _content(line: FileLine) -> tuple[object, ...]:
    ns, ew = line.numbers
    return line.line.board, _digits(ns), _digits(ew), line.line.ns_outcome, line.line.ew_outcome


def _digits(number: str) -> str:
    return "".join(sign for sign in number if sign.isdigit()) or number
