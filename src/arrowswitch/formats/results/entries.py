"""What the cells of a result say: contract, declarer, tricks and score, or what stands in their place.

A score that is stated beats the one that the contract gives, and the difference is noted.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, vulnerability
from arrowswitch.core.game.contracts import Contract, PassedOut, Played, TableResult, ns_score
from arrowswitch.core.game.notation import Ambiguous, parse_contract, parse_tricks, shown
from arrowswitch.core.game.possible import result_problems
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.outcomes import NotPlayed, SideOutcome, TableScore
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.formats.reading import Findings, whole_number
from arrowswitch.formats.results.raw import RawLine

_NO_TRICKS = ("", "-", "?")
_NOT_PLAYED = ("", "-", "NP", "*")


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
    """Returns what the cells say of a result: the score when one is stated, with the contract beside it."""
    stated = _stated(row)
    ruled = _artificial(row.contract, board)
    if stated is None and row.score.strip().upper() not in _NOT_PLAYED:
        special = parse_entry(row.score, board=board)
        return replace(special, result=special.result if ruled else _played(row, board, None) or special.result)
    if stated is None:
        return ruled or SlipEntry(_played(row, board, None))
    try:
        played = None if ruled else _played(row, board, stated)
    except Mistake:
        findings.note(
            "results.contract-unread", row.contract_where or row.where, text=shown(row.contract), score=stated
        )
        played = None
    if played is None:
        return parse_entry(str(stated))
    findings.notes.extend(replace(p, where=row.where) for p in result_problems(played, board, stated))
    score = TableScore(stated)
    is_same = ns_score(played, board) == stated
    return SlipEntry(played) if is_same else SlipEntry(played, score, score)


def _stated(row: RawLine) -> int | None:
    score = whole_number(row.score)
    if score is None and row.score.strip() in ("", "-"):
        against = whole_number(row.ew_score)
        return None if against is None else -against
    return score


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
