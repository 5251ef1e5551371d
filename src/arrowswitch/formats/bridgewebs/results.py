"""Reads the CSV of results of BridgeWebs: parts under lines that begin with `#`, the next line naming their columns.

    #VERSION,program          #DATE,20/04/2026          #TITLE,Monday Pairs          #WINNERS,2
    #SCORES                   POSITION,PAIR,NAME1,NAME2,PERCENT          1,5,Alder Oak,Birch Elm,60.15
    #BOARDFORMAT,BOARD        #TRAVELLERS               NS,EW,BID,BY,TRICKS,SCORE
    #BOARD,1                  1,6,4S,N,10,420

The order of the parts and the columns of the ranking are those that marcshearer/ImportUsebio reads; a second `#SCORES`
has the East-West pairs. No description of the travellers was found: their columns are read by the words that
`csv_results` knows, and a file with other words is refused by its heading, so that nothing is guessed.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.reading import Findings, checked_piece, clean, iso_date, text_of, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.csv_results import columns_of
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import ResultsFile

_HEAD = ("VERSION", "DATE", "TITLE", "DIRECTOR", "SCORER", "PAIRS", "BOARDS", "WINNERS", "ROUNDS")
_BOARD_WORDS = ("BOARD", "BOARDNO", "NUMBER", "NO")


def is_bridgewebs(text: str) -> bool:
    """True if a text has the parts of the export: a head and travellers."""
    start = text[:4096].lstrip("\ufeff \n").upper()
    return start.startswith("#VERSION") and "#TRAVELLERS" in text.upper()


def read_bridgewebs(data: bytes) -> ResultsFile:
    """Returns the results of an export of BridgeWebs.

    Raises Malformed with every problem and its line: `csv.no-columns`, `csv.row-long`, and those of `assemble`.
    """
    reader = _Reader(Findings())
    for where, cells in _rows(text_of(data)):
        reader.take(where, cells)
    return reader.end()


def _rows(text: str) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        plain = checked_piece(number, line).strip().removeprefix("\ufeff")
        if plain:
            yield f"line {number}", [cell.strip() for cell in next(csv.reader([plain]))]


class _Reader:
    """Takes an export row by row."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._head: dict[str, str] = {}
        self._part = ""
        self._columns: tuple[str, ...] = ()
        self._board_column = 0
        self._board = ""
        self._rankings = 0
        self._contestants: list[RawContestant] = []
        self._lines: list[RawLine] = []
        self._is_refused = False

    def take(self, where: str, cells: Sequence[str]) -> None:
        """Takes a row: a part begins, its columns are named, or it is a row of the part."""
        tag = cells[0].removeprefix("#").upper() if cells[0].startswith("#") else ""
        if tag in _HEAD:
            self._head[tag] = cells[1] if len(cells) > 1 else ""
        elif tag == "BOARDFORMAT":
            words = [cell.upper() for cell in cells[1:]]
            self._board_column = next((words.index(word) for word in _BOARD_WORDS if word in words), 0)
        elif tag == "BOARD":
            values = cells[1:]
            self._board = values[self._board_column] if self._board_column < len(values) else ""
        elif tag in ("SCORES", "TRAVELLERS"):
            self._part, self._columns = tag, ()
            self._rankings += tag == "SCORES"
        elif not tag and self._part:
            self._take_row(where, cells)

    def _take_row(self, where: str, cells: Sequence[str]) -> None:
        if not self._columns:
            self._name_columns(where, cells)
        elif not self._is_refused:
            values = dict(zip(self._columns, cells, strict=False))
            if len(cells) > len(self._columns) and any(cells[len(self._columns) :]):
                self._findings.error("csv.row-long", where, cells=len(cells), columns=len(self._columns))
            if self._part == "SCORES":
                self._contestants.append(self._contestant(where, values))
            else:
                self._lines.append(RawLine.of(where, {**values, "board": self._board}))

    def _name_columns(self, where: str, cells: Sequence[str]) -> None:
        if self._part == "SCORES":
            self._columns = tuple(cell.upper() for cell in cells)
            return
        self._columns, is_heading = columns_of(list(cells))
        if not is_heading or not {"ns", "ew"} <= set(self._columns):
            self._findings.error("csv.no-columns", where, text=quote_text(",".join(cells)))
            self._is_refused = True

    def _contestant(self, where: str, values: dict[str, str]) -> RawContestant:
        names = (clean(values.get(name, "")) for name in ("NAME1", "NAME2"))
        return RawContestant(
            where=where,
            number=values.get("PAIR", ""),
            names=tuple(name for name in names if name),
            direction=("NS", "EW")[self._rankings > 1] if self._head.get("WINNERS") == "2" else "",
            percent=values.get("PERCENT", ""),
            place=values.get("POSITION", ""),
        )

    def end(self) -> ResultsFile:
        """Returns the results; raises Malformed with everything that is wrong."""
        winners = whole_number(self._head.get("WINNERS", ""))
        head = ResultsFile(
            source="bridgewebs",
            method=Method.MATCHPOINTS,
            event=clean(self._head.get("TITLE", "")),
            date=iso_date(self._head["DATE"]) if self._head.get("DATE") else "",
            program=clean(self._head.get("VERSION", "")),
        )
        raw = RawFile(
            head,
            lines=self._lines,
            contestants=self._contestants,
            winners=winners if winners in (1, 2) else None,
        )
        self._findings.check()
        return assemble(raw, self._findings)
