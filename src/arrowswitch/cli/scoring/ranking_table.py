"""A ranking as the `score` command shows it, without the scoring behind it: rows, their table, and notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from arrowswitch.cli.console import Console
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import written_rank

_quoted = json.encoder.encode_basestring
"""Writes a text as JSON without escaping other letters than ASCII."""


class ShownStanding(NamedTuple):
    """A contestant's row of the ranking with its amounts as they are written; `percent` is None in methods without
    one."""

    rank: int
    is_tied: bool
    direction: Side | None
    number: str
    total: str
    percent: str | None
    boards: int
    penalty: str

    def plain(self, names: Sequence[str]) -> dict[str, object]:
        """Returns the row as `score --json` prints it."""
        return {
            "rank": self.rank,
            "tied": self.is_tied,
            "direction": None if self.direction is None else self.direction.value,
            "number": self.number,
            "names": list(names),
            "score": self.total,
            "percent": self.percent,
            "boards": self.boards,
            "penalty": self.penalty,
        }

    def plain_text(self) -> str:
        """Returns the JSON text of `plain` without names, several times as fast as an encoder makes it.

        >>> row = ShownStanding(1, True, Side.NS, "4", "12.50", None, 30, "0.00")
        >>> json.loads(row.plain_text()) == row.plain(())
        True
        """
        direction = "null" if self.direction is None else _quoted(self.direction.value)
        percent = "null" if self.percent is None else _quoted(self.percent)
        return (
            f'{{"rank": {self.rank}, "tied": {"true" if self.is_tied else "false"}, "direction": {direction}, '
            f'"number": {_quoted(self.number)}, "names": [], "score": {_quoted(self.total)}, "percent": {percent}, '
            f'"boards": {self.boards}, "penalty": {_quoted(self.penalty)}}}'
        )

    def cells(self, names: str) -> tuple[str, ...]:
        """Returns the row as a table for a terminal has it (`print_ranking`)."""
        rank = written_rank(self.rank, is_tied=self.is_tied)
        return rank, self.number, names, self.total, self.percent or "", str(self.boards)


def print_ranking(console: Console, direction: Side | None, rows: Sequence[Sequence[str]]) -> None:
    """Prints the ranking of a field: rank, number, names, score, percentage and boards of each row."""
    console.line()
    if direction is not None:
        console.line("N-S" if direction is Side.NS else "E-W")
    console.table(
        "cli.score.head-", ("rank", "number", "names", "score", "percent", "boards"), rows, right=(0, 1, 3, 4, 5)
    )


def note_plain(console: Console, note: Problem) -> dict[str, object]:
    """Returns a note as `score --json` prints it."""
    return {"code": note.code, "where": note.where, "message": console.problem(note)}
