"""The files that go with published results (a table, Portable Bridge Notation, USEBIO), without membership numbers."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.reporting.report import Report
from arrowswitch.formats.detect import writer_for
from arrowswitch.formats.federation.results import results_of

ENDINGS = ("csv", "pbn", "xml")
"""The ending of each file; it says in which format the file is written."""


def published_files(
    report: Report,
    session: int,
    boards: Set[BoardNumber],
    deals: Mapping[BoardNumber, str],
    tricks: Mapping[BoardNumber, str],
) -> dict[str, bytes]:
    """Returns the files of a session by their endings, with the results of the given boards only. `deals` are the
    public hands in Portable Bridge Notation, `tricks` their double-dummy tricks.

    A session without results has no file, and a format that cannot contain the results is left out.
    """
    try:
        results = results_of(report, session)
    except Mistake:
        return {}
    public = replace(
        results,
        lines=tuple(line for line in results.lines if line.line.board in boards),
        contestants=tuple(replace(contestant, ids=()) for contestant in results.contestants),
        deals={board: deal for board, deal in deals.items() if board in boards},
        tricks={board: text for board, text in tricks.items() if board in boards},
    )
    files = {}
    for ending in ENDINGS if public.lines else ():
        try:
            files[ending] = writer_for(f"results.{ending}").write(public)
        except Mistake:
            continue
    return files
