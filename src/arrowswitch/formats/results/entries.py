"""Reads the cells of a result: contract, declarer, tricks and score, or the artificial score in their place.

A score that is stated beats the one that the contract gives, and the difference is noted. If a file has a column for
each side, both are read and must agree: points of one side are the other side's points lost, and an artificial score
belongs to the side in whose column it is.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, vulnerability
from arrowswitch.core.game.contracts import Contract, PassedOut, Played, TableResult, ns_score
from arrowswitch.core.game.notation import Ambiguous, parse_contract, parse_tricks, shown
from arrowswitch.core.game.possible import check_points, is_possible, result_problems
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed, SideOutcome, TableScore
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.formats.reading import Findings, whole_number
from arrowswitch.formats.results.raw import RawLine

_NO_TRICKS = ("", "-", "?")
_NOT_PLAYED = ("", "-", "NP", "*")
_EMPTY = ("", "-")


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
        self._known: dict[tuple[Vulnerability, tuple[str, ...]], ToldResult] = {}

    def read(self, row: RawLine, board: BoardNumber) -> ToldResult:
        """Returns what the cells of a row say. Raises the errors of `parse_entry`; what is to be said is noted."""
        cells = (row.contract, row.declarer, row.result, row.tricks, row.score, row.ew_score)
        key = (vulnerability(board), cells)
        known = self._known.get(key)
        if known is not None:
            return known
        notes = len(self._findings.notes)
        entry = _entry(row, board, self._findings)
        ns, ew = outcomes(entry, board)
        told = ToldResult(entry.result, ns, ew)
        if len(self._findings.notes) == notes:
            self._known[key] = told
        return told


def outcomes(entry: SlipEntry, board: BoardNumber) -> tuple[SideOutcome, SideOutcome]:
    """Returns what each side got: its award, else the score of the result; without either it is not played."""
    table: SideOutcome = NotPlayed() if entry.result is None else TableScore(ns_score(entry.result, board))
    return entry.ns_award or table, entry.ew_award or table


def _entry(row: RawLine, board: BoardNumber, findings: Findings) -> SlipEntry:
    """Returns the result in the cells: the score if one is stated, together with the contract.

    Raises Refused (`score.never`) for points that no contract gives at any vulnerability.
    """
    text = score_of_sides(row.score, row.ew_score)
    stated = points_in(text)
    ruled = _artificial(row.contract, board)
    if stated is None and text.upper() not in _NOT_PLAYED:
        special = parse_entry(text, board=board)
        return replace(special, result=special.result if ruled else _played(row, board, None) or special.result)
    if stated is None:
        return ruled or SlipEntry(_played(row, board, None))
    check_points(stated)
    try:
        played = None if ruled else _played(row, board, stated)
    except Mistake:
        findings.note(
            "results.contract-unread", row.contract_where or row.where, text=shown(row.contract), score=stated
        )
        played = None
    if played is None:
        if not is_possible(stated, board):
            findings.note("score.impossible", row.where, score=stated, board=board)
        return parse_entry(str(stated))
    findings.notes.extend(replace(p, where=row.where) for p in result_problems(played, board, stated))
    score = TableScore(stated)
    is_same = ns_score(played, board) == stated
    return SlipEntry(played) if is_same else SlipEntry(played, score, score)


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
            raise Malformed.of("results.sides-differ", ns=shown(ns), ew=shown(ew))
        return str(ns_points)
    if ns == ew and _is_for_both(ns):
        return ns
    return f"{ns}/{ew if ew_points is None else -ew_points}"


def points_in(text: str) -> int | None:
    """Returns the points in a cell, or None if it has none. A percentage is no number of points.

    >>> points_in("420"), points_in("50%"), points_in("A+")
    (420, None, None)
    """
    return None if "%" in unicodedata.normalize("NFKC", text) else whole_number(text)


def _of_one_side(text: str) -> str:
    """Returns an artificial score that is in the column of one side, if it is the same for both."""
    if points_in(text) is None and not _is_for_both(text):
        raise Malformed.of("results.one-side", text=shown(text))
    return text


def _is_for_both(text: str) -> bool:
    """True if a text gives both sides the same, whichever of them reads it: a contract, `A`, `50%`, `NP`, but not
    `A+`."""
    try:
        entry = parse_entry(text, board=1)
    except Mistake:
        return text.upper() in _NOT_PLAYED
    return not isinstance(entry.ns_award, Average) or entry.ns_award.kind is AverageKind.AVERAGE


def _artificial(text: str, board: BoardNumber) -> SlipEntry | None:
    """Returns the artificial score that stands in place of a contract (`A`, `A+/A-`), None when there is none."""
    if text.strip().upper() in _NOT_PLAYED:
        return None
    try:
        entry = parse_entry(text, board=board)
    except Mistake:
        return None
    return entry if entry.result is None and not entry.is_pending else None


def _played(row: RawLine, board: BoardNumber, stated: int | None) -> TableResult | None:
    text = row.contract.strip()
    if text.upper() in _NOT_PLAYED or text == "?":
        return None
    declarer = _seat(row.declarer)
    if row.result.strip() in _NO_TRICKS and row.tricks.strip() in _NO_TRICKS:
        return _from_contract(text, declarer, board, stated)
    contract = parse_contract(text, declarer)
    if isinstance(contract, PassedOut):
        return contract
    return Played(contract, _tricks(row, contract, board, stated))


def _from_contract(text: str, declarer: Seat | None, board: BoardNumber, stated: int | None) -> TableResult | None:
    """Returns the result of a cell that holds everything (`4SX-1 N`), or of a contract with a stated score."""
    try:
        contract = parse_contract(text, declarer)
    except Mistake:
        return parse_entry(text, declarer=declarer, board=board).result
    if isinstance(contract, PassedOut) or stated is None:
        return contract if isinstance(contract, PassedOut) else Played(contract, contract.level + 6)
    fitting = [t for t in range(14) if ns_score(Played(contract, t), board) == stated]
    return Played(contract, fitting[0]) if fitting else None


def _tricks(row: RawLine, contract: Contract, board: BoardNumber, stated: int | None) -> int:
    total = whole_number(row.tricks)
    if total is not None and 0 <= total <= 13:
        return total
    text = row.result.strip() or row.tricks
    try:
        return parse_tricks(text, contract)
    except Ambiguous:
        number = whole_number(text) or 0
        possible = {contract.level + 6 + number, number + 6, number} & set(range(14))
        fitting = [t for t in possible if stated is not None and ns_score(Played(contract, t), board) == stated]
        if len(fitting) != 1:
            raise
        return fitting[0]


def _seat(text: str) -> Seat | None:
    letter = unicodedata.normalize("NFKC", text).strip().upper()[:1]
    letter = dict(zip("北東南西", "NESW", strict=True)).get(letter, letter)
    return Seat(letter) if letter in set(Seat) else None
