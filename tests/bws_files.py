"""A small evening on Bridgemates: three tables of a Howell, two rounds of two boards, as a `.bws` file for tests.

Columns as in the developer's guide of Bridge Systems BV (revision 49); the names of players are invented.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tests.access_files import BOOLEAN, LONG, SHORT, TEXT, Row, Table, access_file

RESULT_COLUMNS: tuple[tuple[str, int], ...] = (
    ("ID", LONG),
    *((name, SHORT) for name in ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer")),
    *((name, TEXT) for name in ("NS/EW", "Contract", "Result", "LeadCard", "Remarks")),
    *((name, BOOLEAN) for name in ("Processed", "Processed1", "Processed2", "Erased", "ExternalUpdate")),
)
ROUNDS: tuple[tuple[int, int, int, int, int], ...] = (
    (1, 1, 1, 6, 1),
    (2, 1, 2, 5, 1),
    (3, 1, 3, 4, 1),
    (1, 2, 2, 6, 3),
    (2, 2, 3, 1, 3),
    (3, 2, 4, 5, 3),
)
"""Table, round, North-South, East-West, first board."""
PLAYED = (
    (1, 1, "4 S", "N", "=", "HK"),
    (1, 2, "3 NT", "W", "+1", "S10"),
    (2, 1, "4 Hx", "E", "-2", ""),
    (2, 2, "PASS", "", "", ""),
    (3, 1, "4 S", "S", "-1", "CA"),
    (3, 2, "2 D xx", "S", "+1", ""),
)
"""Table of round 1, board, contract, by, result, lead."""
PEOPLE = ("Alder Oak", "Birch Elm", "春川 一", "夏山 二", "Zoë Fir", "Pía Ash") * 2


def results() -> list[Row]:
    """Returns the results of both rounds; of the second one average, one not played, one erased and entered again."""
    rows = [_row(at, 1, board, by, contract, result, lead) for at, board, contract, by, result, lead in PLAYED]
    rows += [
        _row(1, 2, 3, "N", "3 NT", "=", ""),
        _row(1, 2, 4, "", "", "", "", Remarks="60%-40%"),
        _row(2, 2, 3, "E", "2 C", "+7", "", Erased=True),
        _row(2, 2, 3, "E", "2 C", "+1", ""),
        _row(2, 2, 4, "", "", "", "", Remarks="Not played"),
        _row(3, 2, 3, "N", "3 NT", "-1", ""),
        _row(3, 2, 4, "W", "1 NT", "=", ""),
    ]
    return [{**row, "ID": place} for place, row in enumerate(rows, start=1)]


def _row(at: int, round_: int, board: int, by: str, contract: str, result: str, lead: str, **more: object) -> Row:
    ns, ew = next((ns, ew) for table, number, ns, ew, _ in ROUNDS if (table, number) == (at, round_))
    where = {"Section": 1, "Table": at, "Round": round_, "Board": board, "PairNS": ns, "PairEW": ew}
    columns = {
        "NS/EW": by,
        "Contract": contract,
        "Result": result,
        "LeadCard": lead,
        "Declarer": ns if by in "NS" else ew,
    }
    return {**where, **columns, **more}


SINGLE_ROUNDS = ((1, 1, (1, 2, 3, 4)), (1, 2, (5, 6, 7, 8)), (2, 1, (1, 3, 6, 8)), (2, 2, (5, 7, 2, 4)))
"""Rounds of a game of single players: round, table, and the players North, South, East, West."""


def single_players_file() -> bytes:
    """Returns a game of eight single players: South and West have columns of their own next to those of pairs."""
    rows: list[Row] = []
    rounds: list[Row] = []
    for round_, table, (north, south, east, west) in SINGLE_ROUNDS:
        where = {"Section": 1, "Table": table, "Round": round_, "South": south, "West": west}
        rounds.append({**where, "NSPair": north, "EWPair": east, "LowBoard": round_, "HighBoard": round_})
        columns = {"NS/EW": "N" if table == 1 else "W", "Contract": "2 H", "Result": "=", "Declarer": north}
        rows.append({**where, **columns, "ID": len(rows) + 1, "Board": round_, "PairNS": north, "PairEW": east})
    of_single = [
        Table("ReceivedData", [*RESULT_COLUMNS, *_SINGLE_COLUMNS], rows),
        Table("RoundData", [*_ROUND_COLUMNS, *_SINGLE_COLUMNS], rounds),
    ]
    return bws_file(more=of_single)


def bws_file(
    rows: Sequence[Row] | None = None,
    *,
    without: Collection[str] = (),
    lacking: Collection[str] = (),
    more: Collection[Table] = (),
    write: Callable[..., bytes] = access_file,
    **how: object,
) -> bytes:
    """Returns the evening as a file: other `rows` `without` some columns, `lacking` tables, `more` tables, which take
    the place of those of their names; `write` makes the database of them."""
    columns = [column for column in RESULT_COLUMNS if column[0] not in without]
    tables = [
        Table("ReceivedData", columns, results() if rows is None else rows, **how),  # type: ignore[arg-type]  # the caller names fields of Table
        Table(
            "Section",
            [("ID", SHORT), ("Letter", TEXT), ("Tables", SHORT), ("MissingPair", SHORT), ("Winners", SHORT)],
            [{"ID": 1, "Letter": "A", "Tables": 3, "Winners": 1}],
        ),
        Table("RoundData", _ROUND_COLUMNS, [_round(*one) for one in ROUNDS]),
        Table("PlayerNumbers", _PLAYER_COLUMNS, list(_players())),
        Table("PlayerNames", [("ID", LONG), ("Name", TEXT), ("strID", TEXT)], [{"ID": 901, "Name": "Rowan Yew"}]),
        Table("BiddingData", [("Board", SHORT), ("Bid", TEXT)]),
    ]
    left = {*lacking, *(table.name for table in more)}
    return write(*(table for table in tables if table.name not in left), *more)


_ROUND_COLUMNS = [
    *((name, SHORT) for name in ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")),
    ("CustomBoards", TEXT),
]
_SINGLE_COLUMNS = [("South", SHORT), ("West", SHORT)]
_PLAYER_COLUMNS = [("Section", SHORT), ("Table", SHORT), *((name, TEXT) for name in ("Direction", "Number", "Name"))]


def _round(table: int, number: int, ns: int, ew: int, first: int) -> Row:
    where = {"Section": 1, "Table": table, "Round": number, "NSPair": ns, "EWPair": ew}
    return {**where, "LowBoard": first, "HighBoard": first + 1}


def _players() -> list[Row]:
    seats = [(table, direction) for table in (1, 2, 3) for direction in "NSEW"]
    rows: list[Row] = [
        {"Section": 1, "Table": table, "Direction": direction, "Number": str(100 + place), "Name": name}
        for place, ((table, direction), name) in enumerate(zip(seats, PEOPLE, strict=True))
    ]
    rows[-1] = {**rows[-1], "Number": "901", "Name": None}
    return rows
