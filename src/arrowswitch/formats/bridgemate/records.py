"""The content of a `.bws` file, as values: sections, the movement, results, players, hands.

The file is an Access database. Tables and columns are called as in the "Bridgemate developer's guide" of Bridge Systems
BV (revision 49, 2018): `Section`, `RoundData`, `ReceivedData`, `IntermediateData`, `PlayerNumbers`, `PlayerNames`,
`BiddingData`, `PlayData`, `HandRecord`, `Session`. Only what a result needs must be there; programs leave columns out
and add their own, so that every other column may be missing, which is noted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from arrowswitch.formats.access.tables import AccessFile, Cell
from arrowswitch.formats.reading import Findings, clean

RESULTS = "ReceivedData"
_RESULT = ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "NS/EW", "Contract", "Result")
_MORE = ("ID", "Declarer", "LeadCard", "Remarks", "Erased")
_SOMETIMES = ("South", "West", "SuspiciousContract")
"""Columns that only games of single players, and newer devices, have."""
_ROUND = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard", "CustomBoards")
_SINGLE = ("South", "West")
_UNREAD = ("BiddingData", "PlayData")
_SEATS = ("North", "East", "South", "West")
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
_MOST_BOARDS = 9999
_TEAMS = 4
"""The way of scoring that revision 47 of the guide (2017) added for teams. Programs do not agree on the others, and
mostly write 1 for all games."""
_FIRST_DAY = date(1899, 12, 30)
"""The day from which a cell of Access counts days."""
_MOST_DAYS = 100_000


@dataclass(frozen=True, slots=True)
class BridgemateResult:
    """A result as it was entered: cells as text, numbers as numbers (0 where there is none); `order` is its ID.

    In a game of single players `ns` is North's number and `ew` East's, in addition to `south` and `west`. `declarer` is
    the number of the pair that declared, if the device recorded it.
    """

    order: int
    section: int
    table: int
    round: int
    board: int
    ns: int
    ew: int
    by: str
    contract: str
    result: str
    lead: str = ""
    remarks: str = ""
    is_erased: bool = False
    south: int = 0
    west: int = 0
    declarer: int = 0
    is_suspicious: bool = False

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Returns the numbers of the contestants North-South and East-West."""
        return side_numbers(self.ns, self.south), side_numbers(self.ew, self.west)

    @property
    def slot(self) -> tuple[int, int, int, int]:
        return self.section, self.round, self.table, self.board


@dataclass(frozen=True, slots=True)
class BridgemateRound:
    """The contestants of a table in a round and their boards; 0 is nobody. Single players as in a result."""

    section: int
    table: int
    round: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    south: int = 0
    west: int = 0

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Returns the numbers of the contestants North-South and East-West."""
        return side_numbers(self.ns, self.south), side_numbers(self.ew, self.west)


@dataclass(frozen=True, slots=True)
class BridgematePlayer:
    """A player at a table in the first round, with the direction (`N`), the number keyed in, and the name."""

    section: int
    table: int
    direction: str
    number: str
    name: str


@dataclass(frozen=True, slots=True)
class BridgemateSection:
    """A section: its letter, how many rankings it has (0 where nobody says), its session, the pair that is missing all
    along (0: none; of two fields a pair of East-West is less than nothing), and whether it is scored as teams."""

    letter: str
    winners: int = 0
    session: int = 0
    missing_pair: int = 0
    is_of_teams: bool = False

    def is_missing(self, number: int, *, is_ew: bool) -> bool:
        """True if nobody plays under the number of a pair."""
        if self.winners != 2:
            return bool(number) and number == abs(self.missing_pair)
        return bool(number) and self.missing_pair == (-number if is_ew else number)


@dataclass(frozen=True, slots=True)
class BridgemateFile:
    """Everything that is read; `sections` are by their numbers. `sessions` are the names of those to which they belong,
    `event` and `day` (year, month and day) are those of the first.

    `unsent` are results still on a device or not yet accepted, `unread` the other tables that hold something, `missing`
    the columns that are not in the file.
    """

    sections: Mapping[int, BridgemateSection]
    results: tuple[BridgemateResult, ...]
    rounds: tuple[BridgemateRound, ...] = ()
    players: tuple[BridgematePlayer, ...] = ()
    deals: Mapping[int, str] | None = None
    event: str = ""
    day: str = ""
    sessions: tuple[str, ...] = ()
    unsent: int = 0
    later_players: int = 0
    other_deals: int = 0
    unread: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def winners(self) -> int | None:
        """Returns 1 or 2 rankings where all sections say the same, else None."""
        counts = {section.winners for section in self.sections.values()}
        return counts.pop() if counts in ({1}, {2}) else None

    def letter(self, section: int) -> str:
        """Returns the name of a section: its letter, or else its number."""
        return self.sections[section].letter if section in self.sections else str(section)

    def is_missing(self, section: int, number: int, *, is_ew: bool) -> bool:
        """True if nobody plays under a pair's number."""
        return section in self.sections and self.sections[section].is_missing(number, is_ew=is_ew)


def read_bridgemate(data: bytes) -> BridgemateFile:
    """Returns the content of a `.bws` file.

    Raises Malformed: those of `AccessFile`, `bws.foreign` for a database that is not Bridgemate's, `bws.columns` if
    columns that a result needs are missing.
    """
    database = AccessFile(data)
    findings = Findings()
    results = database.table(RESULTS)
    if results is None:
        findings.error("bws.foreign", tables=", ".join(clean(name) for name in database.names[:10]) or "-")
        findings.check()
        return BridgemateFile({}, ())
    lacking = [name for name in _RESULT if name.lower() not in results.columns]
    if lacking:
        findings.error("bws.columns", table=RESULTS, names=", ".join(lacking))
    findings.check()
    sections = dict(_sections(database))
    sessions = tuple(_sessions(database, {one.session for one in sections.values()}))
    entered = tuple(sorted(_results(database, RESULTS), key=lambda one: one.order))
    players, later = _players(database)
    deals, others = _deals(database)
    return BridgemateFile(
        sections=sections,
        results=entered,
        rounds=tuple(_rounds(database)),
        players=players,
        deals=deals,
        event=sessions[0][0] if sessions else "",
        day=sessions[0][1] if sessions else "",
        sessions=tuple(name for name, _ in sessions),
        unsent=len({one.slot for one in _results(database, "IntermediateData")} - {one.slot for one in entered}),
        later_players=later,
        other_deals=others,
        unread=tuple(name for name in _UNREAD if next(database.rows(name, ("Board",)), None) is not None),
        missing=tuple(_missing(database)),
    )


def _missing(database: AccessFile) -> Iterator[str]:
    for name, columns in ((RESULTS, _MORE), ("Section", ("ID", "Letter")), ("RoundData", _ROUND[:-1])):
        table = database.table(name)
        if table is None:
            yield name
        else:
            yield from (f"{name}.{column}" for column in columns if column.lower() not in table.columns)


def _sections(database: AccessFile) -> Iterator[tuple[int, BridgemateSection]]:
    columns = ("ID", "Letter", "Winners", "Session", "MissingPair", "ScoringType")
    for row in database.rows("Section", columns):
        number = _number(row, "id")
        yield (
            number,
            BridgemateSection(
                letter=clean(_word(row, "letter")) or str(number),
                winners=_number(row, "winners"),
                session=_number(row, "session"),
                missing_pair=_number(row, "missingpair"),
                is_of_teams=_number(row, "scoringtype") == _TEAMS,
            ),
        )


def _results(database: AccessFile, table: str) -> Iterator[BridgemateResult]:
    for place, row in enumerate(database.rows(table, (*_RESULT, *_MORE, *_SOMETIMES)), start=1):
        yield BridgemateResult(
            order=_number(row, "id") or place,
            section=_number(row, "section"),
            table=_number(row, "table"),
            round=_number(row, "round"),
            board=_number(row, "board"),
            ns=_number(row, "pairns"),
            ew=_number(row, "pairew"),
            by=_word(row, "ns/ew").upper() or _declaring(row),
            contract=_word(row, "contract"),
            result=_word(row, "result"),
            lead=_word(row, "leadcard").upper(),
            remarks=_word(row, "remarks"),
            is_erased=bool(row.get("erased")),
            south=_number(row, "south"),
            west=_number(row, "west"),
            declarer=_number(row, "declarer"),
            is_suspicious=bool(row.get("suspiciouscontract")),
        )


def _declaring(row: Mapping[str, Cell]) -> str:
    """Returns the declarer by the number in the row: the side of a pair, or the seat of a single player; empty if
    nobody at the table has that number."""
    seats = (("pairns", "N"), ("south", "S"), ("pairew", "E"), ("west", "W"))
    declarer = _number(row, "declarer")
    seat = next((seat for name, seat in seats if declarer and _number(row, name) == declarer), "")
    is_single = bool(_number(row, "south"))
    return seat if is_single or not seat else {"N": "NS", "E": "EW"}[seat]


def _rounds(database: AccessFile) -> Iterator[BridgemateRound]:
    for row in database.rows("RoundData", (*_ROUND, *_SINGLE)):
        yield BridgemateRound(
            section=_number(row, "section"),
            table=_number(row, "table"),
            round=_number(row, "round"),
            ns=_number(row, "nspair"),
            ew=_number(row, "ewpair"),
            boards=_boards(row),
            south=_number(row, "south"),
            west=_number(row, "west"),
        )


def _boards(row: Mapping[str, Cell]) -> tuple[int, ...]:
    named = [part.strip() for part in _word(row, "customboards").replace(";", ",").split(",")]
    custom = tuple(int(part) for part in named if part.isascii() and part.isdigit() and len(part) <= 4)
    low, high = _number(row, "lowboard"), _number(row, "highboard")
    return custom or (tuple(range(low, high + 1)) if 0 < low <= high <= _MOST_BOARDS else ())


def _players(database: AccessFile) -> tuple[tuple[BridgematePlayer, ...], int]:
    """Returns the first player at each seat, and the number of later changes of players."""
    names: dict[str, str] = {}
    for row in database.rows("PlayerNames", ("ID", "Name", "strID")):
        for number in (_word(row, "strid"), str(_number(row, "id"))):
            names.setdefault(number, clean(_word(row, "name")))
    first: dict[tuple[int, int, str], BridgematePlayer] = {}
    later = 0
    rows = database.rows("PlayerNumbers", ("Section", "Table", "Direction", "Number", "Name", "Round"))
    for row in sorted(rows, key=lambda one: _number(one, "round")):
        number = clean(_word(row, "number"))
        name = clean(_word(row, "name")) or names.get(number, "")
        if not number and not name:
            continue
        section, table, direction = _number(row, "section"), _number(row, "table"), _word(row, "direction").upper()[:1]
        if _number(row, "round") > 1 or (section, table, direction) in first:
            later += 1
            continue
        first[section, table, direction] = BridgematePlayer(
            section=section, table=table, direction=direction, number=number, name=name
        )
    return tuple(first.values()), later


def _deals(database: AccessFile) -> tuple[dict[int, str], int]:
    """Returns deal strings of PBN by board, and how many boards another section has other cards on."""
    columns = [f"{seat}{suit}" for seat in _SEATS for suit in _SUITS]
    deals: dict[int, str] = {}
    others = 0
    for row in database.rows("HandRecord", ("Board", *columns)):
        hands = [".".join(_word(row, f"{seat}{suit}".lower()) for suit in _SUITS) for seat in _SEATS]
        deal = "N:" + " ".join(hand.upper().replace("10", "T") for hand in hands)
        others += deals.setdefault(_number(row, "board"), deal) != deal
    return {board: deal for board, deal in deals.items() if board > 0}, others


def _sessions(database: AccessFile, used: Collection[int]) -> Iterator[tuple[str, str]]:
    """Yields name and day of each session to which sections belong; the first one where they name none."""
    rows = tuple(database.rows("Session", ("ID", "Name", "Date")))
    named = tuple(row for row in rows if _number(row, "id") in used) or rows[:1]
    for row in named:
        yield clean(_word(row, "name")), _day(row.get("date"))


def _day(cell: Cell) -> str:
    if isinstance(cell, bool) or not isinstance(cell, int | float) or not 1 <= cell < _MOST_DAYS:
        return ""
    return (_FIRST_DAY + timedelta(days=int(cell))).isoformat()


def side_numbers(pair: int, partner: int) -> tuple[int, ...]:
    """Returns the numbers of a side: of its pair, or of both players."""
    return (pair, partner) if partner else (pair,)


def boards_named(boards: Collection[int]) -> str:
    """Returns boards for a message, the first ones where there are many."""
    names = [str(board) for board in sorted(set(boards))]
    return ", ".join(names[:12]) + (" …" if len(names) > 12 else "")


def _number(row: Mapping[str, Cell], name: str) -> int:
    value = row.get(name)
    if isinstance(value, str):
        return int(value) if value.strip().isascii() and value.strip().isdigit() and len(value) < 10 else 0
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return int(value or 0) if is_whole else 0


def _word(row: Mapping[str, Cell], name: str) -> str:
    value = row.get(name)
    return "" if value is None else str(value).strip()
