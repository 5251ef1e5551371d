"""Reads the cells of a result: contract, declarer, tricks and score, or the artificial score in their place.

A score that is stated beats the one that the contract gives, and the difference is noted. If a file has a column for
each side, both are read and must agree: points of one side are the other side's points lost, and an artificial score
belongs to the side in whose column it is. No cell is dropped without a note (`agreement`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, vulnerability
from arrowswitch.core.game.contracts import Contract, PassedOut, Played, RawScore, TableResult, ns_score
from arrowswitch.core.game.notation import (
    Ambiguous,
    format_result,
    lacks_result,
    parse_contract,
    parse_tricks,
    quote_text,
)
from arrowswitch.core.game.play import MOST_TRICKS
from arrowswitch.core.game.possible import check_points, is_possible, result_problems
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed, SideOutcome, TableScore, Weighted
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.formats.reading import Findings, whole_number
from arrowswitch.formats.results.agreement import NO_RESULT, NO_TRICKS, declarer_in, is_side, unused_cells
from arrowswitch.formats.results.raw import RawLine

_EMPTY = ("", "-")
_SHORT_PERCENT = re.compile(r"A\s*\d+", re.IGNORECASE)
_EMPTY_SCORES = ("", "-", "*")


@dataclass(frozen=True, slots=True)
class ToldResult:
    """A result, None where only a score is known, and what each side got."""

    result: TableResult | None
    ns: SideOutcome
    ew: SideOutcome


class CellEntries:
    """Reads the cells of results. In a large field the same cells come again and again: those that leave nothing to be
    said are read once for each vulnerability."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._results: dict[tuple[Vulnerability, tuple[str, ...]], ToldResult] = {}
        self.sides_only = 0
        """The results of which only the side that declared is known."""

    def read(self, row: RawLine, board: BoardNumber) -> ToldResult:
        """Returns the result in the cells of a row. Raises the errors of `parse_entry`; other problems are noted."""
        cells = (row.contract, row.declarer, row.result, row.tricks, row.score, row.ew_score)
        self.sides_only += len(row.declarer) > 1 and is_side(row.declarer)
        key = (vulnerability(board), cells)
        earlier = self._results.get(key)
        if earlier is not None:
            return earlier
        notes = len(self._findings.notes)
        entry = _entry(row, board, self._findings)
        ns, ew = outcomes(entry, board)
        if len(self._findings.notes) == notes:
            impossible = sorted(n for n in {*_points_of(ns), *_points_of(ew)} if not is_possible(n, board))
            for score in impossible:
                self._findings.note("score.impossible", row.where, score=score, board=board)
        if len(self._findings.notes) == notes:
            for text, read_as in unused_cells(row, entry, board):
                where = row.contract_where if row.contract_where and text == row.contract.strip() else row.where
                self._findings.note("results.cell-unused", where, text=quote_text(text), result=read_as)
        result = ToldResult(entry.result, ns, ew)
        if len(self._findings.notes) == notes:
            self._results[key] = result
        return result


def outcomes(entry: SlipEntry, board: BoardNumber) -> tuple[SideOutcome, SideOutcome]:
    """Returns the outcome of each side: its award, or else the score of the result; without either it is not played."""
    table: SideOutcome = NotPlayed() if entry.result is None else TableScore(ns_score(entry.result, board))
    return entry.ns_award or table, entry.ew_award or table


def _points_of(outcome: SideOutcome) -> Iterator[int]:
    if isinstance(outcome, TableScore):
        yield outcome.ns
    elif isinstance(outcome, Weighted):
        yield from (score for score, _ in outcome.parts)


def _entry(row: RawLine, board: BoardNumber, findings: Findings) -> SlipEntry:
    """Returns the result in the cells: the score if one is stated, together with the contract.

    Raises Refused (`score.never`) for points that no contract gives at any vulnerability.
    """
    text = score_of_sides(row.score, row.ew_score)
    stated = points_in(text)
    ruled = _artificial(row.contract, board)
    if stated is None and text.strip() not in _EMPTY_SCORES:
        special = parse_entry(text, board=board)
        _check_raw(special.result)
        _check_sides(special, row)
        if any(map(lacks_result, text.split("/"))):
            findings.note("results.no-tricks", row.where, text=quote_text(text))
        played = None if ruled else _table_result(row, board, None, findings)
        return replace(special, result=special.result or (None if isinstance(played, RawScore) else played))
    if stated is None:
        played = None if ruled else _table_result(row, board, None, findings)
        _check_raw(played)
        return ruled or SlipEntry(played)
    check_points(stated)
    try:
        played = None if ruled else _table_result(row, board, stated, findings)
    except Mistake:
        findings.note(
            "results.contract-unread", row.contract_where or row.where, text=quote_text(row.contract), score=stated
        )
        played = None
    if played is None:
        return parse_entry(str(stated))
    findings.notes.extend(replace(p, where=row.where) for p in result_problems(played, board, stated))
    if isinstance(played, Played) and _is_of_other_side(played, board, stated):
        findings.note("contradicts.declarer", row.where, result=format_result(played), score=stated)
    score = TableScore(stated)
    is_same = ns_score(played, board) == stated
    return SlipEntry(played) if is_same else SlipEntry(played, score, score)


def _is_of_other_side(played: Played, board: BoardNumber, stated: int) -> bool:
    """True if a score is not that of the contract, but would be if the other side had declared it."""
    contract = replace(played.contract, declarer=played.contract.declarer.left)
    return ns_score(played, board) != stated == ns_score(replace(played, contract=contract), board)


def _check_raw(result: TableResult | None) -> None:
    """Raises Refused (`score.never`) for points in place of a contract that no contract gives."""
    if isinstance(result, RawScore):
        check_points(result.ns)


def _check_sides(entry: SlipEntry, row: RawLine) -> None:
    """Raises Malformed (`results.sides-differ`) if the columns of both sides hold results that do not match."""
    is_split = isinstance(entry.ns_award, TableScore) and isinstance(entry.ew_award, TableScore)
    if is_split and entry.ns_award != entry.ew_award and row.ew_score.strip() not in _EMPTY:
        raise Malformed.of("results.sides-differ", ns=quote_text(row.score), ew=quote_text(row.ew_score))


def score_of_sides(ns: str, ew: str) -> str:
    """Returns the score cells of both sides as one text, as a slip would state it for North-South.

    An empty `ew` means that the file has no column for East-West; `-` is an empty cell of such a column. Raises
    Malformed (`results.sides-differ`) if both cells have points that do not match, and `results.one-side` for an
    artificial score that differs by side and is in one column only.

    >>> score_of_sides("420", ""), score_of_sides("-", "50"), score_of_sides("A-", "A+"), score_of_sides("60%", "40%")
    ('420', '-50', 'A-/A+', '60%/40%')
    """
    ns, ew = ns.strip(), ew.strip()
    ns_points, ew_points = points_in(ns), points_in(ew)
    if ew in _EMPTY:
        return ns if not ew or ns in _EMPTY else _of_one_side(ns)
    if ns in _EMPTY:
        return _of_one_side(ew) if ew_points is None else str(-ew_points)
    if ns_points is not None and ew_points is not None:
        if ns_points != -ew_points:
            raise Malformed.of("results.sides-differ", ns=quote_text(ns), ew=quote_text(ew))
        return str(ns_points)
    if ns == ew and _is_for_both(ns):
        return ns
    for text, other in ((ns, ew_points), (ew, ns_points)):
        if other is not None and _SHORT_PERCENT.fullmatch(text):
            raise Malformed.of("results.one-side", text=quote_text(text))
    return f"{ns}/{ew if ew_points is None else -ew_points}"


def points_in(text: str) -> int | None:
    """Returns the points in a cell, or None if it has none. A percentage is no number of points.

    >>> points_in("420"), points_in("50%"), points_in("A+")
    (420, None, None)
    """
    return whole_number(text)


def _of_one_side(text: str) -> str:
    """Returns an artificial score that is in the column of one side, if it is the same for both."""
    if points_in(text) is None and not _is_for_both(text):
        raise Malformed.of("results.one-side", text=quote_text(text))
    return text


def _is_for_both(text: str) -> bool:
    """True if a text gives both sides the same, whichever of them reads it: a contract, `A`, `50%`, `NP`, but not
    `A+`."""
    try:
        entry = parse_entry(text, board=1)
    except Mistake:
        return text.upper() in NO_RESULT
    return not isinstance(entry.ns_award, Average) or entry.ns_award.kind is AverageKind.AVERAGE


def _artificial(text: str, board: BoardNumber) -> SlipEntry | None:
    """Returns the artificial score that stands in place of a contract (`A`, `A+/A-`), None when there is none."""
    if text.strip() in _EMPTY_SCORES:
        return None
    try:
        entry = parse_entry(text, board=board)
    except Mistake:
        return None
    return entry if entry.result is None and not entry.is_pending else None


def _table_result(row: RawLine, board: BoardNumber, stated: int | None, findings: Findings) -> TableResult | None:
    text = row.contract.strip()
    if text.upper() in NO_RESULT:
        return None
    declarer = declarer_in(row.declarer)
    if row.result.strip() in NO_TRICKS and row.tricks.strip() in NO_TRICKS:
        return _from_contract(row, declarer, board, stated, findings)
    contract = parse_contract(text, declarer)
    if isinstance(contract, PassedOut):
        return contract
    return Played(contract, _tricks(row, contract, board, stated))


def _from_contract(
    row: RawLine, declarer: Seat | None, board: BoardNumber, stated: int | None, findings: Findings
) -> TableResult | None:
    """Returns the result of a cell that holds everything (`4SX-1 N`), or of a contract with a stated score. A contract
    with neither tricks nor a score was just made, which is noted."""
    text = row.contract.strip()
    try:
        contract = parse_contract(text, declarer)
    except Mistake:
        return parse_entry(text, declarer=declarer, board=board).result
    if isinstance(contract, PassedOut):
        return contract
    if stated is None:
        findings.note("results.no-tricks", row.contract_where or row.where, text=quote_text(text))
        return Played(contract, contract.level + 6)
    fitting = [t for t in range(MOST_TRICKS + 1) if ns_score(Played(contract, t), board) == stated]
    return Played(contract, fitting[0]) if fitting else None


def _tricks(row: RawLine, contract: Contract, board: BoardNumber, stated: int | None) -> int:
    total = None if row.tricks.strip().startswith(("+", "-")) else whole_number(row.tricks)
    if total is not None and 0 <= total <= MOST_TRICKS:
        return total
    text = row.result.strip() or row.tricks
    try:
        return parse_tricks(text, contract)
    except Ambiguous:
        number = whole_number(text) or 0
        possible = {contract.level + 6 + number, number + 6, number} & set(range(MOST_TRICKS + 1))
        fitting = [t for t in possible if stated is not None and ns_score(Played(contract, t), board) == stated]
        if len(fitting) != 1:
            raise
        return fitting[0]
