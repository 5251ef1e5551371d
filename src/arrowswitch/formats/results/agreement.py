"""The result that was read against each of its cells.

A row has up to six cells for one result, and programs fill them in ways that contradict each other: a contract next to
`NP`, nine tricks next to `+1`, `PASS` next to a score. The reader takes one of them; the others are named here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from arrowswitch.core.errors import Impossible, Mistake
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import PassedOut, Played, RawScore, TableResult, ns_score
from arrowswitch.core.game.notation import Ambiguous, format_result, parse_contract, parse_tricks
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.slips import SlipEntry, format_entry, parse_entry
from arrowswitch.formats.reading import whole_number
from arrowswitch.formats.results.raw import RawLine

NO_TRICKS = ("", "-", "?")
"""Cells that hold no tricks."""
NO_RESULT = ("", "-", "?", "*")
"""Cells that hold neither a contract nor an artificial score."""
_PASSED_TRICKS = (*NO_TRICKS, "0", "=", "P", "PASS")
_SEATS = {
    **{seat.value: seat for seat in Seat},
    **dict(zip("北東南西", Seat, strict=True)),
    **{seat.name: seat for seat in Seat},
    **{"NORD": Seat.NORTH, "NOORD": Seat.NORTH, "EST": Seat.EAST, "SUD": Seat.SOUTH, "SÜD": Seat.SOUTH},
}
"""Declarers as files write them."""
_SIDES = {
    **dict.fromkeys(("NS", "N-S", "N/S", "南北"), Seat.NORTH),
    **dict.fromkeys(("EW", "E-W", "E/W", "東西"), Seat.EAST),
}
"""Sides in place of a declarer: North or East stands for the side."""


def declarer_in(text: str) -> Seat | None:
    """Returns the declarer in a cell, or None if it names none.

    >>> declarer_in("n"), declarer_in("西"), declarer_in("^South"), declarer_in("Smith")
    (<Seat.NORTH: 'N'>, <Seat.WEST: 'W'>, <Seat.SOUTH: 'S'>, None)
    """
    folded = _fold(text)
    return _SEATS.get(folded) or _SIDES.get(folded)


def is_side(text: str) -> bool:
    """True if a cell names the side that declared in place of the declarer."""
    return _fold(text) in _SIDES


def _fold(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).upper().lstrip("^ ").split())


def unused_cells(row: RawLine, entry: SlipEntry, board: BoardNumber) -> Iterator[tuple[str, str]]:
    """Yields each cell of a row that contradicts the result that was read, and that result."""
    result = entry.result
    unused = []
    if not _is_contract(row, entry, board):
        unused.append(row.contract)
    declarer = result.contract.declarer if isinstance(result, Played) else None
    if declarer is not None and row.declarer.strip() not in NO_TRICKS and declarer_in(row.declarer) is not declarer:
        unused.append(row.declarer)
    unused += [text for text in (row.result, row.tricks) if not _are_tricks(text, row, entry)]
    unused += [text for text in (row.score, row.ew_score) if not _is_score(text, entry, board)]
    read_as = _text_of(entry) if unused else ""
    yield from ((text.strip(), read_as) for text in unused)


def _text_of(entry: SlipEntry) -> str:
    try:
        return format_entry(entry)
    except Impossible:
        return "NP" if entry.result is None else format_result(entry.result)


def _is_contract(row: RawLine, entry: SlipEntry, board: BoardNumber) -> bool:
    """True if the contract cell is empty, or names the contract or the artificial score that was read."""
    text, result = row.contract.strip(), entry.result
    if text.upper() in NO_RESULT:
        return True
    declarer = result.contract.declarer if isinstance(result, Played) else declarer_in(row.declarer)
    try:
        contract = parse_contract(text, declarer)
    except Mistake:
        contract = None
    if contract is not None:
        return contract == (result.contract if isinstance(result, Played) else result)
    try:
        whole = parse_entry(text, declarer=declarer, board=board)
    except Mistake:
        return False
    return whole == entry or (whole.result is not None and _is_same(whole.result, result, board))


def _is_same(written: TableResult, result: TableResult | None, board: BoardNumber) -> bool:
    if result is None or isinstance(written, RawScore):
        return result is not None and ns_score(written, board) == ns_score(result, board)
    return written == result


def _are_tricks(text: str, row: RawLine, entry: SlipEntry) -> bool:
    """True if a cell of tricks is empty or tells those of the result; tricks without a contract need a score."""
    plain = unicodedata.normalize("NFKC", text).strip().upper()
    result = entry.result
    if plain in NO_TRICKS:
        return True
    if isinstance(result, PassedOut):
        return plain in _PASSED_TRICKS
    if isinstance(result, Played):
        number = whole_number(plain)
        if text == row.tricks and plain.isdigit():
            return number == result.tricks
        try:
            return parse_tricks(plain, result.contract) == result.tricks
        except Ambiguous:
            return number is not None and result.tricks in (number, number + 6, number + result.contract.level + 6)
        except Mistake:
            return number == result.tricks
    if result is None and plain == row.contract.strip().upper():
        return True
    has_contract = row.contract.strip().upper() not in NO_RESULT
    return isinstance(result, RawScore) and not has_contract and whole_number(plain) is not None


def _is_score(text: str, entry: SlipEntry, board: BoardNumber) -> bool:
    """True if a score cell is empty, tells points or an artificial score, or the result itself."""
    if text.strip().upper() in NO_RESULT or entry.ns_award is not None:
        return True
    try:
        written = parse_entry(text, board=board).result
    except Mistake:
        return True
    if written is None or isinstance(written, RawScore):
        return written is not None
    return entry.result is not None and _is_same(written, entry.result, board)
