"""Reads the pages of Bridge Base Online with the hands of a tournament, as a browser saves them.

- A *traveller* has one board at all tables: a row `tourney` for each, with the four players, the result (`4♥S+1`), the
  points of East-West (`EW Points`) and the IMPs or the percentage of East-West.
- The list of a player's hands has the same rows, a board in each; its points are those of the player and are left out.

The link of a row (`hv_popuplin`) contains the board as LIN: its number, the hands, the auction and the play. A page
does not say the number of the board anywhere else: in a traveller a row without it has that of the other rows.
Robots are all called `GiB` in the rows; the number that LIN gives each of them is added. Bridge Base has not published
a description; the form is that of pages of April 2026.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.lin.results import LinGame, LinReader
from arrowswitch.formats.reading import Findings, clean, exact_number, text_of, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawFile
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.results.table_games import TableGame, TableGames

_ROWS = frozenset(("tourney", "highlight"))
_SEATS = {"north": Seat.NORTH, "south": Seat.SOUTH, "east": Seat.EAST, "west": Seat.WEST}
_LIN = re.compile(r"hv_popuplin\('((?:[^'\\]|\\.)*)'\)")
_RESULT = re.compile(r"([1-7])(NT?|[CDHS♣♦♥♠])(X{0,2})([NESW])(=|[+-]\d{1,2})", re.IGNORECASE)
_SIGNS = str.maketrans("♣♦♥♠", "CDHS")
_PASSED = frozenset(("PASS", "P", "PASSED OUT"))
_AVERAGES = {"A==": "A", "A": "A"}
_ROBOT = "GiB"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(slots=True)
class _Row:
    """A row of a page: the texts of its cells by class, and what its link calls."""

    line: int
    cells: dict[str, list[str]] = field(default_factory=dict)
    link: str = ""

    def text(self, name: str) -> str:
        return self.cells.get(name, [""])[0]


class _Page(HTMLParser):
    """Gathers the rows of a page, its headings, and the name of the tournament.

    Raises AssertionError at a mark such as `<![x`, for which `html.parser` has no other answer.
    """

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[_Row] = []
        self.headings: list[str] = []
        self.name = ""
        self._row: _Row | None = None
        self._cell: list[str] | None = None
        self._class = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "tr":
            is_row = not _ROWS.isdisjoint(attributes.get("class", "").split())
            self._row = _Row(self.getpos()[0]) if is_row else None
            if self._row is not None:
                self.rows.append(self._row)
        elif tag in ("td", "th"):
            self._cell, self._class = [], f"{tag} {attributes.get('class', '')}".strip()
        elif tag == "a" and self._row is not None and "hv_popuplin" in attributes.get("onclick", ""):
            self._row.link = attributes["onclick"]

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("td", "th") or self._cell is None:
            return
        text = clean("".join(self._cell))
        kind, _, name = self._class.partition(" ")
        if kind == "th":
            self.headings.append(text)
        elif name == "tourneyName":
            self.name = self.name or text
        elif self._row is not None:
            self._row.cells.setdefault("score" if name == "negscore" else name, []).append(text)
        self._cell = None


def is_bbo_page(text: str) -> bool:
    """True if a page has rows of hands with their links."""
    return "hv_popuplin(" in text or 'class="tourney"' in text or "class='tourney'" in text


def read_bbo_page(data: bytes) -> ResultsFile:
    """Returns the results of one page; raises Malformed as `read_bbo_pages`."""
    return read_bbo_pages([("", text_of(data))])


def read_bbo_pages(pages: Iterable[tuple[str, str]]) -> ResultsFile:
    """Returns the results of pages, each with its file name and its text, as those of one tournament.

    Raises Malformed with every problem: `bbo.damaged` for a page with a broken mark, `bbo.no-rows` for a page without
    results, `bbo.board` for a row whose board is unknown, and those of `assemble`. Results that cannot be read are left
    out (`bbo.result`).
    """
    findings = Findings()
    reader = _Reader(findings)
    for name, text in pages:
        try:
            page = _Page(text)
        except AssertionError:
            findings.error("bbo.damaged", name)
        else:
            reader.take(name, page)
    head = ResultsFile(
        source="bbo",
        kind=ContestantKind.PAIR,
        method=reader.method,
        event=reader.name,
        date=reader.day,
        program="Bridge Base Online",
    )
    raw = RawFile(head, deals=reader.deals)
    TableGames(findings).add_to(raw, reader.games)
    return assemble(raw, findings)


class _Reader:
    """Turns the rows of pages into games."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.games: list[TableGame] = []
        self.deals: dict[int, str] = {}
        self.name = self.day = ""
        self._has_percents = self._has_imps = False

    @property
    def method(self) -> Method:
        return Method.IMPS if self._has_imps and not self._has_percents else Method.MATCHPOINTS

    def take(self, name: str, page: _Page) -> None:
        """Takes the rows of a page."""
        if not page.rows:
            self._findings.error("bbo.no-rows", name)
            return
        self.name = self.name or page.name
        days = [_DAY.search(text) for text in (*page.headings, *(row.text("") for row in page.rows))]
        self.day = self.day or next((day[0] for day in days if day), "")
        self._has_imps |= any("IMPs" in heading for heading in page.headings)
        is_traveller = any(heading.startswith("Traveller ") for heading in page.headings)
        games = [self._lin(row) for row in page.rows]
        usual = next((game.board for game in games if game is not None and game.board), None)
        is_ew = "EW Points" in page.headings
        self._findings.left_out(() if is_ew else ("Score",))
        for row, game in zip(page.rows, games, strict=True):
            where = f"{name}, line {row.line}" if name else f"line {row.line}"
            board = game.board if game is not None and game.board else None
            if board is None:
                board = usual if is_traveller else whole_number(row.text("handnum"))
            if board is None:
                self._findings.error("bbo.board", where)
                continue
            if game is not None and game.deal is not None:
                self.deals.setdefault(board, game.deal.pbn)
            self._add(row, game, board, where, is_ew=is_ew)

    def _lin(self, row: _Row) -> LinGame | None:
        """Returns the board of a row as LIN tells it; None where it does not or cannot be read."""
        link = _LIN.search(row.link)
        reader = LinReader()
        try:
            reader.take_file(unquote(re.sub(r"\\(.)", r"\1", link[1])) if link else "")
        except Malformed:
            return None
        return reader.games[0] if reader.games else None

    def _add(self, row: _Row, game: LinGame | None, board: int, where: str, *, is_ew: bool) -> None:
        result = _result(row.text("result"))
        if result is None:
            self._findings.note("bbo.result", where, text=quote_text(row.text("result")))
            return
        contract, declarer, tricks, award = result
        scores = row.cells.get("score", [])
        points = scores[1] if is_ew and len(scores) > 1 else ""
        self._has_percents |= points.endswith("%")
        is_imps = bool(points) and not points.endswith("%") and exact_number(points) is not None
        self._has_imps |= is_imps
        record = game.record if game is not None else None
        self.games.append(
            TableGame(
                where=where,
                board=str(board),
                names=dict(_names(row, game)),
                contract=contract,
                declarer=declarer,
                tricks=tricks,
                score=award,
                ew_score=scores[0] if is_ew and scores and not award else "",
                ns_points=_opposite(points) if is_imps else "",
                ew_points=points if is_imps else "",
                record=record if record is not None and record.has_any else None,
            )
        )


def _names(row: _Row, game: LinGame | None) -> Iterator[tuple[Seat, str]]:
    """Yields the players of a row by seat; a robot with the number that LIN gives it."""
    for name, seat in _SEATS.items():
        player = row.text(name)
        in_lin = game.names.get(seat, "") if game is not None else ""
        yield (
            seat,
            f"{player} {in_lin.lstrip('~M')}".strip() if player == _ROBOT and in_lin.startswith("~~") else player,
        )


def _result(text: str) -> tuple[str, str, str, str] | None:
    """Returns contract, declarer, tricks, or the award in place of all three; None where a text is none of these.

    >>> _result("4♥S+1"), _result("3NxW-2"), _result("PASS"), _result("A=="), _result("?")
    (('4H', 'S', '11', ''), ('3NTX', 'W', '7', ''), ('PASS', '', '', ''), ('', '', '', 'A'), None)
    """
    plain = "".join(text.split()).upper().translate(_SIGNS)
    if plain in _PASSED:
        return "PASS", "", "", ""
    if plain in _AVERAGES:
        return "", "", "", _AVERAGES[plain]
    match = _RESULT.fullmatch(plain)
    if match is None:
        return None
    level, suit, doubled, declarer, over = match.groups()
    tricks = int(level) + 6 + (0 if over == "=" else int(over))
    return f"{level}{'NT' if suit[0] == 'N' else suit}{doubled}", declarer, str(tricks), ""


def _opposite(amount: str) -> str:
    return amount[1:] if amount.startswith("-") else f"-{amount}"
