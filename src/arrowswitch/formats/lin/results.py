"""Reads results in LIN, as Bridge Base Online writes vugraphs, tournaments and hands of one table.

| part | what it holds |
|---|---|
| `vg` | title, segment, `I`MPs, `P`airs or `B`oard-a-match, first and last board, first team, its carry-over, second |
| `rs` | the results of all boards, the open room's and the closed room's by turns: `4HN+1`, `3NSx-2`, `PASS` |
| `bn` | the boards' numbers |
| `pn` | who sits South, West, North, East; eight names are those of both rooms |
| `qx` | a board begins: `o1` in the open room, `c1` in the closed one |
| `md`, `sv`, `ah` | dealer and hands, vulnerability, the board's name |
| `mb`, `an` | a call, with `!` where it was alerted; what it was explained as |
| `pc`, `mc` | a card; the tricks of declarer after a claim |

There is no published standard. `rs` counts where it differs from auction and play. A board without a result is noted
and left out. Parts that are not in the table (`nt` is talk) are not imported, which is noted as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from arrowswitch.core.deals.deal import Deal
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.auction import Auction, parse_call
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import Contract, PassedOut
from arrowswitch.core.game.notation import format_contract
from arrowswitch.core.game.play import parse_card, play_of
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.lin.parts import LIN_SEATS, lin_deal, lin_parts, unread_lines
from arrowswitch.formats.reading import Findings, clean, text_of, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawFile
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.results.table_games import CLOSED, OPEN, TableGame, TableGames

_ROOMS = {"o": OPEN, "c": CLOSED}
_RESULT = re.compile(r"([1-7])(NT|[CDHSN])(X{0,2})([NESW])(X{0,2})(=|[+-]\d{1,2})")
_PASSED = frozenset(("P", "PASS", "PASSED", "AP"))
_TAKEN = frozenset(("vg", "rs", "bn", "pn", "qx", "md", "sv", "ah", "mb", "an", "pc", "mc", "st", "rh", "pg"))
_MATCHES = {"I": TeamMethod.IMPS, "B": TeamMethod.BOARD_A_MATCH}
_PAIRS = {"I": Method.IMPS, "B": Method.BOARD_A_MATCH}
_ALERTED = "!"


@dataclass(slots=True)
class LinGame:
    """A board at a table while its parts come in; `file` is its file among several."""

    line: int
    file: str = ""
    board: BoardNumber | None = None
    room: str = OPEN
    names: dict[Seat, str] = field(default_factory=dict)
    first: Seat | None = None
    deal: Deal | None = None
    calls: list[str] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    claimed: int | None = None
    is_broken: bool = False

    @property
    def auction(self) -> Auction | None:
        """Returns the auction; None if there are no calls or the first caller is unknown."""
        return Auction(self.first, tuple(self.calls), self.notes) if self.calls and self.first is not None else None

    @property
    def record(self) -> TableRecord:
        """Returns the auction and the play, as far as they are known."""
        auction = self.auction
        called = None if auction is None else auction.contract
        if isinstance(called, Contract) and self.cards:
            return TableRecord(auction, play_of(self.cards, called.declarer.left, called.denomination))
        return TableRecord(auction, None)

    @property
    def where(self) -> str:
        return _place(self.file, self.line)


def read_lin_results(data: bytes) -> ResultsFile:
    """Returns the results of a LIN file.

    Raises Malformed with every problem and its line: `lin.no-results`, those of a deal and those of `assemble`.
    """
    reader = LinReader()
    reader.take_file(text_of(data))
    reader.end()
    return assemble(reader.raw, reader.findings)


def read_lin_files(files: Iterable[tuple[str, str]]) -> ResultsFile:
    """Returns the results of several LIN files, each with its name and its text, as those of one event: boards that
    were saved one by one. Raises Malformed as `read_lin_results`, with the file in front of each line."""
    reader = LinReader()
    for name, text in files:
        reader.take_file(text, name)
    reader.end()
    return assemble(reader.raw, reader.findings)


def _place(file: str, line: int) -> str:
    return f"{file}, line {line}" if file else f"line {line}"


class LinReader:
    """Takes files part by part."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.raw = RawFile(ResultsFile(source="lin", method=Method.MATCHPOINTS))
        self._title: list[str] = []
        self._listed: list[tuple[int, str]] = []
        self._boards: list[BoardNumber] = []
        self._names: dict[str, dict[Seat, str]] = {}
        self._games: list[LinGame] = []
        self._game: LinGame | None = None
        self._unread: list[str] = []
        self._unread_lines: list[str] = []
        self._file = ""

    @property
    def games(self) -> tuple[LinGame, ...]:
        """Returns the boards at tables that came so far."""
        return tuple(self._games)

    def take_file(self, text: str, name: str = "") -> None:
        """Takes the parts of a file. The players of the file before do not sit at its table."""
        self._file, self._game, self._names = name, None, {}
        for line, letters, value in lin_parts(text):
            self.take(line, letters, value)
        self._unread_lines += [_place(name, line) for line in unread_lines(text)]

    def take(self, line: int, name: str, value: str) -> None:
        """Takes a part."""
        if name == "vg":
            self._title = [cell.strip() for cell in value.split(",")]
        elif name == "rs":
            self._listed += [(line, cell.strip().upper()) for cell in value.split(",")]
        elif name == "bn":
            self._boards += [number for cell in value.split(",") if (number := whole_number(cell)) is not None]
        elif name == "pn":
            self._take_names(value)
        elif name == "qx":
            self._begin(line, value)
        elif name in ("md", "ah", "sv", "mb", "an", "pc", "mc"):
            self._take_of_game(line, name, value)
        elif name not in _TAKEN and value.strip():
            self._unread.append(name)

    def _take_names(self, value: str) -> None:
        names = [cell.strip() for cell in value.split(",")]
        for room, four in ((OPEN, names[:4]), (CLOSED, names[4:8])):
            people = {seat: name for seat, name in zip(LIN_SEATS, four, strict=False) if name}
            if not people:
                continue
            if self._game is None or self._game.deal is not None or len(names) > 4:
                self._names[room] = people
                if len(names) <= 4:
                    self._names[CLOSED] = people
            if self._game is not None and self._game.deal is None and (len(names) <= 4 or self._game.room == room):
                self._game.names = people

    def _begin(self, line: int, value: str) -> None:
        match = re.search(r"\d+", value)
        self._game = LinGame(line=line, file=self._file, board=int(match[0][:9]) if match else None)
        self._game.room = _ROOMS.get(value.strip()[:1].lower(), OPEN)
        self._game.names = self._names.get(self._game.room, {})
        self._games.append(self._game)

    def _take_of_game(self, line: int, name: str, value: str) -> None:
        if self._game is None or (name == "md" and (self._game.deal is not None or self._game.calls)):
            self._begin(line, "")
        game = self._game
        if game is None:
            return
        if name == "md":
            self._take_deal(game, line, value)
        elif name == "ah" and game.board is None:
            match = re.search(r"\d+", value)
            game.board = int(match[0][:9]) if match else None
        elif name == "mb":
            self._take_call(game, line, value)
        elif name == "an" and game.calls and value.strip():
            game.notes[len(game.calls) - 1] = clean(value)
        elif name == "pc" and not game.is_broken:
            try:
                game.cards.append(parse_card(value))
            except Malformed:
                game.is_broken = True
                self.findings.note("pbn.card", _place(self._file, line), text=clean(value)[:20])
        elif name == "mc":
            game.claimed = whole_number(value)

    def _take_deal(self, game: LinGame, line: int, value: str) -> None:
        if value[:1].isdecimal():
            game.first = LIN_SEATS[(int(value[0]) - 1) % len(LIN_SEATS)]
        if not value.strip("0123456789 ,"):
            return
        try:
            game.deal = lin_deal(value)
        except Malformed as malformed:
            self.findings.take(malformed, _place(self._file, line))

    def _take_call(self, game: LinGame, line: int, value: str) -> None:
        text = value.strip()
        if not text or text == "-" or game.is_broken:
            return
        try:
            game.calls.append(parse_call(text.rstrip(_ALERTED)))
        except Malformed:
            game.is_broken = True
            self.findings.note("pbn.call", _place(self._file, line), text=clean(text)[:20])
            return
        if text.endswith(_ALERTED):
            game.notes[len(game.calls) - 1] = _ALERTED

    def end(self) -> None:
        """Puts the files together."""
        findings, raw = self.findings, self.raw
        title = [*self._title, *[""] * 9]
        raw.head = ResultsFile(
            source="lin",
            method=_PAIRS.get(title[2].upper(), Method.MATCHPOINTS),
            event=clean(" ".join(part for part in title[:2] if part)),
            team_method=_MATCHES.get(title[2].upper()),
        )
        self._number_boards()
        teams = (title[5], title[7])
        for cell in (title[6], title[8]):
            if whole_number(cell):
                self._unread.append("vg (carry-over)")
        listed = self._results()
        games = []
        for game in self._games:
            if game.board is not None and game.deal is not None:
                raw.deals.setdefault(game.board, game.deal.pbn)
            game_result = self._result_of_game(game, teams, listed.pop((game.board or 0, game.room), None))
            if game_result is not None:
                games.append(game_result)
        for (board, room), entry in listed.items():
            alone = LinGame(line=entry[0], board=board, room=room, names=self._names.get(room, {}))
            game_result = self._result_of_game(alone, teams, entry)
            games += [] if game_result is None else [game_result]
        TableGames(findings).add_to(raw, games)
        if raw.head.method is not None:
            raw.head = replace(raw.head, team_method=None)
        for where in self._unread_lines[:_MOST_LINES]:
            findings.note("lin.unread", where)
        findings.left_out(self._unread)
        if not raw.lines:
            findings.error("lin.no-results", games=len(self._games))
        findings.check()

    def _number_boards(self) -> None:
        """Gives boards without a number the next one, which is said."""
        board, is_counted = 0, False
        for game in self._games:
            if game.board is None:
                is_counted = True
                game.board = board + 1
            board = game.board
        if is_counted:
            self.findings.note("deals.numbered")

    def _results(self) -> dict[tuple[BoardNumber, str], tuple[int, str]]:
        """Returns the line and the text of each result of the list, by board and room; those that are empty are not in
        it. Without numbers of boards they run from the first to the last of the title, or as the games stand."""
        boards = list(dict.fromkeys(self._boards)) or list(dict.fromkeys(game.board or 0 for game in self._games))
        first, last = (whole_number(cell) for cell in [*self._title, "", "", "", "", ""][3:5])
        if not self._boards and first is not None and last is not None and 0 <= last - first < _MOST_BOARDS:
            boards = list(range(first, last + 1))
        rooms = [(board, room) for board in boards for room in (OPEN, CLOSED)]
        if len(self._listed) > len(rooms):
            self.findings.note("lin.more-results", f"line {self._listed[0][0]}", n=len(self._listed) - len(rooms))
        return {place: told for place, told in zip(rooms, self._listed, strict=False) if told[1]}

    def _result_of_game(
        self, game: LinGame, teams: tuple[str, str], listed: tuple[int, str] | None
    ) -> TableGame | None:
        """Returns the result of a game. Returns None, with a note, if it has none."""
        where = game.where
        auction = game.auction
        called = None if auction is None else auction.contract
        for problem in auction.problems if auction is not None else ():
            self.findings.note(problem.code, where, **problem.params)
        reached = _of_list(listed[1]) if listed is not None else None
        if listed is not None and reached is None:
            self.findings.note("lin.result", f"line {listed[0]}", text=listed[1][:20])
        record = game.record
        by_play = _result_by_play(called, record, game.claimed)
        if reached is not None and by_play is not None and reached != by_play:
            self.findings.note("lin.other-result", where, board=game.board or 0, listed=" ".join(reached))
        reached = reached or by_play
        if reached is None:
            if game.calls or game.cards:
                self.findings.note("pbn.unfinished", where, board=str(game.board))
            return None
        if not game.names and not all(teams):
            self.findings.note("pbn.nobody", where, board=str(game.board))
            return None
        contract, declarer, tricks = reached
        return TableGame(
            where=where,
            board=str(game.board),
            names=game.names,
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            room=game.room,
            teams=teams,
            record=record if record.has_any else None,
        )


_MOST_BOARDS = 1000
_MOST_LINES = 20
"""The most unreadable lines that are listed."""


def _of_list(text: str) -> tuple[str, str, str] | None:
    """Returns contract, declarer and tricks of a result of the list; None where it cannot be read.

    >>> _of_list("3NSX-2"), _of_list("PASS"), _of_list("?")
    (('3NTX', 'S', '7'), ('PASS', '', ''), None)
    """
    if text in _PASSED:
        return "PASS", "", ""
    match = _RESULT.fullmatch(text)
    if match is None:
        return None
    level, suit, before, declarer, after, over = match.groups()
    tricks = int(level) + 6 + (0 if over == "=" else int(over))
    return f"{level}{'NT' if suit == 'N' else suit}{before or after}", declarer, str(tricks)


def _result_by_play(
    called: Contract | PassedOut | None, record: TableRecord, claimed: int | None
) -> tuple[str, str, str] | None:
    """Returns the result of auction and play; None if the tricks are not known."""
    if isinstance(called, PassedOut):
        return "PASS", "", ""
    if called is None:
        return None
    tricks = claimed
    if tricks is None and record.play is not None and record.play.is_whole:
        tricks_of_seats = record.play.tricks_won(called.denomination)
        tricks = sum(n for seat, n in tricks_of_seats.items() if seat.side is called.declarer.side)
    return None if tricks is None else (format_contract(called), called.declarer.value, str(tricks))
