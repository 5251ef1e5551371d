"""The gate for papers from outside (uploads of clubs, reports, parts of a backup): their pages are asked for before
anything is stored. That of ledgers is `files.contradictions`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.untrusted import reading
from arrowswitch.tournament.model.ports import PaperRow
from arrowswitch.tournament.model.stored.kinds import KINDS

PaperAttempt = Callable[[Sequence[PaperRow]], None]
"""Makes pages of papers that belong together; any exception says that they cannot be made."""


class PageFailed(Exception):
    """A page that cannot be made: its address, and the status of its answer."""

    def __init__(self, address: str, status: int) -> None:
        super().__init__(f"{address}: {status}")
        self.address = address


def make_no_pages(rows: Sequence[PaperRow]) -> None:
    """Does nothing: a program without pages makes none."""


def row_of(kind: str, paper_id: str, value: object) -> PaperRow:
    """Returns a paper as a store would contain it."""
    form = KINDS[kind]
    return PaperRow(kind=kind, paper_id=paper_id, version=1, form=form.version, text=form.dump(value))


def refuse_papers(rows: Sequence[PaperRow], attempt: PaperAttempt, where: str = "") -> None:
    """Raises Malformed (`file.part-contradiction`) with the part, and the page that cannot be made of it."""
    try:
        attempt(rows)
    except Mistake:
        raise
    except Exception as error:  # noqa: BLE001 - it is logged, and refused
        page = error.address if isinstance(error, PageFailed) else ""
        try:
            with reading(where):
                raise error
        except Malformed as logged:
            part = f"{rows[0].kind}/{rows[0].paper_id}"
            raise Malformed(Problem("file.part-contradiction", {"part": part, "page": page}, where)) from logged
