"""The files of a result package for other programs. Their formats are written by the package `formats`, which is passed
in as a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.reporting.report import Report
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.publication.material import Download
from arrowswitch.tournament.publication.public_boards import public_boards
from arrowswitch.tournament.reporting.report import Letter, report_of

FileWriter = Callable[
    [Report, int, Set[BoardNumber], Mapping[BoardNumber, str], Mapping[BoardNumber, str]], Mapping[str, bytes]
]
"""Writes the files of a session by their endings: the report, the session, its public boards, their public hands and
tricks."""
FOLDER = "files"


def no_files(
    _report: Report,
    _session: int,
    _boards: Set[BoardNumber],
    _deals: Mapping[BoardNumber, str],
    _tricks: Mapping[BoardNumber, str],
) -> Mapping[str, bytes]:
    """Returns no files."""
    return {}


def downloads_of(job: PrintJob, write: FileWriter) -> tuple[Download, ...]:
    """Returns the files of all sessions of a job with public results."""
    state = job.state
    try:
        report = report_of(state, Letter(job.letterhead.name, "Arrowswitch"))
    except Mistake:
        return ()
    downloads: list[Download] = []
    for session in sorted(state.sessions):
        if not state.is_scored_in(session):
            continue
        placed = state.deals.placed.get(session)
        deals = {} if placed is None else placed.texts
        analyses = state.deals.analyses.get(session, {})
        tricks = {board: analysis.tricks for board, analysis in analyses.items()}
        files = write(report, session, public_boards(state, session), deals, tricks)
        downloads += [
            Download(ending, session, f"{FOLDER}/session-{session}.{ending}", content)
            for ending, content in files.items()
        ]
    return tuple(downloads)
