"""Papers in addition to events, as rows: read, written and rewritten within a connection of the store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, update

from arrowswitch.store.tables import papers_table
from arrowswitch.tournament.model.ports import PaperRow


def is_paper(kind: str, paper_id: str) -> ColumnElement[bool]:
    """Returns the condition that a row is this one."""
    return and_(papers_table.c.kind == kind, papers_table.c.paper_id == paper_id)


def paper_of(row: Row[Any]) -> PaperRow:
    """Returns the paper in a row."""
    return PaperRow(kind=row.kind, paper_id=row.paper_id, version=row.version, form=row.form, text=row.record)


def values_of(paper: PaperRow) -> dict[str, str | int]:
    """Returns the row of a paper."""
    return {
        "kind": paper.kind,
        "paper_id": paper.paper_id,
        "version": paper.version,
        "record": paper.text,
        "form": paper.form,
    }


def rewrite(connection: Connection, papers: Iterable[PaperRow]) -> None:
    """Stores other texts in place of those of papers that are there."""
    for paper in papers:
        mine = is_paper(paper.kind, paper.paper_id)
        values = {"record": paper.text, "form": paper.form, "version": paper.version}
        connection.execute(update(papers_table).where(mine).values(values))
