"""Reads results in PBN: a `[ScoreTable]` for each board, a `[TotalScoreTable]`, or one game for each result.

PBN 2.1, sections 3.4, 3.5, 3.6, 4.2, 5.7, 5.9 and 5.10. Tables without pairs (frequencies of scores) hold no results of
pairs and are noted. Where a row of the table has both, its score counts, not its contract. A game with an auction or a
play may also be in its board's table (section 5.9); it is not a second result then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from arrowswitch.core.deals.deal import SEATS, parse_deal
from arrowswitch.core.deals.double_dummy import tricks_text
from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.game.contracts import Contract, Denomination, PassedOut
from arrowswitch.core.game.notation import format_contract
from arrowswitch.core.game.play import MOST_TRICKS
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.pbn.check import pbn_problems
from arrowswitch.formats.pbn.games import Game, PbnFile, TableColumn, TableRow, Tag, columns, read_pbn, rows
from arrowswitch.formats.pbn.pairing import complete_games
from arrowswitch.formats.pbn.sections import auction_of, is_judged, play_of_game
from arrowswitch.formats.pbn.teams import MATCH_METHOD, MATCH_SCALE, TEAM_COLUMNS, TeamTables, with_match_tags
from arrowswitch.formats.reading import Findings, clean, exact_number, iso_date, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.results.table_games import TableGame, TableGames

_METHODS = (
    ("butler", Method.BUTLER),
    ("cross", Method.IMPS),
    ("imp", Method.IMPS),
    ("bam", Method.BOARD_A_MATCH),
    ("total", Method.TOTAL_POINTS),
    ("rubber", Method.TOTAL_POINTS),
)

_OF_MATCHES = {Method.BOARD_A_MATCH: TeamMethod.BOARD_A_MATCH, Method.TOTAL_POINTS: TeamMethod.TOTAL_POINTS}
"""How matches of teams are compared by what is said of the boards, where that is not by IMPs."""

_COLUMNS = {
    "ns": "pairid_ns",
    "ew": "pairid_ew",
    "tricks": "result",
    "score": "score_ns",
    "ew_score": "score_ew",
    **{name: name for name in ("contract", "declarer", "section", "round", "table", "lead")},
}
"""The columns of a score table by the fields of a line; points are read below."""
_TAKEN_COLUMNS = TEAM_COLUMNS | frozenset(
    (*_COLUMNS.values(), *(f"{name}_{side}" for name in ("mp", "imp", "names", "percentage") for side in ("ns", "ew")))
)
_TOTALS = (
    *("totalmp", "totalimp", "totalscore", "totalvp", "totalscoremp", "totalscoreimp", "totalscorevp"),
    *("mp", "imp", "score"),
)
_CARRIED, _BOARDS = "scorecarryover", "nrboards"
"""Columns of Magic Contest: the part of a total that was won before, and the boards that it is for."""
_MOST_BOARDS = 9999
_PERCENTS = ("meanpercentage", "totalpercentage", "percentage")
_TAKEN_TOTALS = frozenset(("rank", "pairid", "teamid", "names", "direction", "section", _BOARDS, *_TOTALS, *_PERCENTS))
_NOTHING = ("", "-", "?")


def read_pbn_results(data: bytes) -> ResultsFile:
    """Returns the results of a PBN file.

    Raises Malformed with every problem and its line: `pbn.column`, `pbn.row`, `pbn.no-results` and those of `assemble`.
    """
    file = read_pbn(data)
    findings = Findings()
    raw = _header(file)
    reader = _ResultsReader(raw, findings)
    for game in complete_games(file.games):
        reader.take(game)
    problems = pbn_problems(file)
    reader.end()
    findings.left_out([*_unread(file), *reader.unread])
    if file.remarks:
        findings.note("pbn.remarks", n=file.remarks)
    findings.notes.extend(problems)
    if not raw.lines:
        findings.error("pbn.no-results", games=len(file.games))
        findings.errors.extend(problems)
    findings.check()
    return assemble(raw, findings)


_TAKEN = frozenset(
    (
        *("event", "site", "date", "eventdate", "application", "generator", "scoring", "board", "deal"),
        *("dealer", "vulnerable", "scoretable", "totalscoretable", "optimumresulttable", "optimumscore"),
        *("auction", "play", "note", MATCH_METHOD.casefold(), MATCH_SCALE.casefold()),
    )
)
"""The tags that are read of every game, and those that follow from its board or its other tags."""
_OF_RESULTS = frozenset(
    (
        *("pairns", "pairew", "west", "north", "east", "south", "contract", "declarer", "result", "score", "scoreimp"),
        *("scoremp", "round", "table", "section", "room", "hometeam", "visitteam"),
    )
)
"""The tags that are read of a game that is one result."""


def _unread(file: PbnFile) -> Iterator[str]:
    """Yields the tags that hold something and are not taken along."""
    for game in file.games:
        is_result = bool(game.value("Room")) or _is_result(game)
        for tag in game.tags:
            name = tag.name.casefold()
            is_empty = tag.value in _NOTHING and not tag.section
            if not is_empty and name not in _TAKEN and not (is_result and name in _OF_RESULTS):
                yield tag.name
            if name in ("auction", "play") and is_judged(tag):
                yield f"{tag.name} $"


def _is_result(game: Game) -> bool:
    """True if a game contains its players and its result."""
    has_pairs = bool(game.value("PairNS") and game.value("PairEW"))
    has_names = all(game.value(name).strip() for name in ("West", "North", "East", "South"))
    has_result = any(game.value(name) for name in ("Contract", "Score", "Auction"))
    return bool(game.value("Board")) and (has_pairs or has_names) and has_result


def _header(file: PbnFile) -> RawFile:
    def first(*names: str) -> str:
        return next((game.value(name) for name in names for game in file.games if game.value(name)), "")

    creator = next((line.partition(":")[2] for line in file.escapes if line.casefold().startswith("creator:")), "")
    scoring = first("Scoring").casefold()
    method = next((method for word, method in _METHODS if word in scoring), Method.MATCHPOINTS)
    head = ResultsFile(
        source="pbn",
        method=method,
        event=clean(first("Event")),
        date=iso_date(first("Date", "EventDate")),
        venue=clean(first("Site")),
        program=clean(first("Application", "Generator") or creator),
    )
    head = replace(head, team_method=_OF_MATCHES.get(method))
    return RawFile(with_match_tags(head, first(MATCH_METHOD), first(MATCH_SCALE)))


class _ResultsReader:
    """Takes the games of a file one after the other."""

    def __init__(self, raw: RawFile, findings: Findings) -> None:
        self._raw = raw
        self._findings = findings
        self._games: list[TableGame] = []
        self._named: list[TableGame] = []
        self._tabled: dict[str, list[RawLine]] = {}
        self._teams = TeamTables()
        self._totals: list[tuple[RawContestant, int]] = []
        self._awarded = self._sat_out = 0
        self.unread: list[str] = []

    def take(self, game: Game) -> None:
        """Takes the deal, the tables and the result of a game."""
        _keep_deal(self._raw, game)
        _keep_tricks(self._raw, game, self._findings)
        for name, reads in (("ScoreTable", self._take_scores), ("TotalScoreTable", self._take_totals)):
            tag = game.tag(name)
            if tag is not None:
                reads(game, tag)
        record = TableRecord(auction_of(game)[0], play_of_game(game)[0])
        if _is_result(game) or record.has_any:
            self._games.append(_table_game(game, record))

    def end(self) -> None:
        """Adds the games to the results: games in a table add their records to it."""
        alone = []
        for game in self._games:
            lines = self._tabled.get(game.board, [])
            rows = [line for line in lines if _is_same(line, game)]
            if len(rows) == 1:
                self._join(rows[0], game)
            elif lines and not (game.pairs and game.has_result and not rows):
                self._findings.note("pbn.record-alone", game.where, board=game.board)
            elif not game.has_result:
                self._findings.note("pbn.unfinished", game.where, board=game.board or "?")
            elif not (any(game.pairs.values()) or len(game.names) == len(Seat)):
                self._findings.note("pbn.nobody", game.where, board=game.board or "?")
            else:
                alone.append(game)
        self._leave_other_totals()
        for code, count in (("pbn.awards", self._awarded), ("pbn.sit-outs", self._sat_out)):
            if count:
                self._findings.note(code, n=count)
        self._teams.add_to(self._raw)
        TableGames(self._findings).add_to(self._raw, (*self._named, *alone))
        if self._raw.head.method is not None:
            self._raw.head = replace(self._raw.head, team_method=None, is_by_vp=None, scale="")

    def _leave_other_totals(self) -> None:
        """Leaves out the totals if most of them are for more boards than the file has: of several sessions, or with a
        carry-over."""
        played: Counter[str] = Counter(number for line in self._raw.lines for number in (*line.ns, *line.ew))
        others = [row for row, boards in self._totals if boards > played[row.number]]
        if 2 * len(others) > len(self._totals):
            self._findings.note("pbn.totals-of-more", self._totals[0][0].where, n=len(self._totals))
            for row, _ in self._totals:
                row.total = row.percent = row.place = ""

    def _join(self, line: RawLine, game: TableGame) -> None:
        if game.record is not None and game.record.has_any:
            line.record = game.record
        if game.pairs and game.contract and line.contract and _plain(game.contract) != _plain(line.contract):
            self._findings.note("pbn.table-counts", game.where, board=game.board, line=line.where)

    def _take_scores(self, game: Game, tag: Tag) -> None:
        heads, table = _read_table(tag, self._findings)
        names = [head.name.casefold() for head in heads]
        has_numbers = {"pairid_ns", "pairid_ew"} <= set(names)
        if not has_numbers and not {"names_ns", "names_ew"} <= set(names):
            if heads:
                self._findings.note("pbn.no-pairs", tag.where)
            return
        board = game.value("Board")
        for row in table:
            cells = _cells(names, row)
            self._note_unread(tag, heads, cells, _TAKEN_COLUMNS)
            where = f"line {row.line}"
            if not has_numbers:
                self._named.append(_named_row(cells, board, where))
                continue
            values = {field: cells.get(name, "") for field, name in _COLUMNS.items()}
            if not cells["pairid_ns"] or not cells["pairid_ew"]:
                self._sat_out += 1
                continue
            values["score"], values["ew_score"] = _score_cells(cells)
            if not any(values[name] for name in ("contract", "score", "ew_score")):
                values["score"] = _awarded_percents(cells)
                self._awarded += bool(values["score"])
            if not values["ew_score"] and {"score_ns", "score_ew"} <= set(names):
                values["ew_score"] = "-"
            for side in ("ns", "ew"):
                values[f"{side}_points"] = (cells.get(f"mp_{side}") or cells.get(f"imp_{side}", "")).lstrip("^")
            line = RawLine.of(where, {**values, "board": board})
            self._raw.lines.append(line)
            self._tabled.setdefault(board, []).append(line)
            self._teams.seat(cells, board)
            self._name_pairs(cells, values["section"], where)

    def _name_pairs(self, cells: Mapping[str, str], section: str, where: str) -> None:
        listed = {(contestant.number, contestant.direction, contestant.section) for contestant in self._raw.contestants}
        for side in Side:
            people = _people(cells.get(f"names_{side.lower()}", ""))
            number = cells[f"pairid_{side.lower()}"]
            if people and (number, side.value, section) not in listed:
                contestant = RawContestant(
                    where=where, number=number, names=people, direction=side.value, section=section
                )
                self._raw.contestants.append(contestant)

    def _take_totals(self, game: Game, tag: Tag) -> None:
        heads, table = _read_table(tag, self._findings)
        names = [head.name.casefold() for head in heads]
        if not {"pairid", "teamid"} & set(names):
            return
        for row in table:
            cells = _cells(names, row)
            self._note_unread(tag, heads, cells, _TAKEN_TOTALS)
            if "teamid" in names:
                self._teams.list_team(cells, next((cells[name] for name in _TOTALS if cells.get(name)), ""))
                continue
            contestant = RawContestant(
                where=f"line {row.line}",
                number=cells["pairid"],
                names=_people(cells.get("names", "")),
                direction=cells.get("direction", ""),
                section=cells.get("section", ""),
                ids=_member_numbers(cells.get("names", "")),
                total=next((cells[name] for name in _TOTALS if cells.get(name)), ""),
                percent=next((cells[name] for name in _PERCENTS if cells.get(name)), ""),
                place=cells.get("rank", ""),
            )
            self._raw.contestants.append(contestant)
            carried = bool(exact_number(cells.get(_CARRIED, "")))
            boards = _MOST_BOARDS if carried else whole_number(cells.get(_BOARDS, ""))
            if boards is not None:
                self._totals.append((contestant, boards))

    def _note_unread(
        self, tag: Tag, heads: tuple[TableColumn, ...], cells: Mapping[str, str], columns_read: frozenset[str]
    ) -> None:
        for head in heads:
            name = f"{tag.name} {head.name}"
            if head.name.casefold() not in columns_read and name not in self.unread and cells.get(head.name.casefold()):
                self.unread.append(name)


def _keep_deal(raw: RawFile, game: Game) -> None:
    board = whole_number(game.value("Board"))
    deal = game.value("Deal").strip()
    if (
        board is not None
        and len(deal) > 2
        and deal[0].upper() in "NESW"
        and deal[1] == ":"
        and set(deal[2:]) - {"-", " "}
    ):
        try:
            raw.deals[board] = parse_deal(deal).pbn
        except Malformed:
            raw.deals[board] = deal


def _keep_tricks(raw: RawFile, game: Game, findings: Findings) -> None:
    """Adds the tricks of an `OptimumResultTable` that has all twenty declarers and denominations (section 5.7)."""
    tag, board = game.tag("OptimumResultTable"), whole_number(game.value("Board"))
    if tag is None or board is None:
        return
    heads, table = _read_table(tag, findings)
    by_cell: dict[tuple[str, str], int] = {}
    for row in table:
        cells = _cells([head.name.casefold() for head in heads], row)
        tricks = whole_number(cells.get("result", ""))
        if tricks is not None and 0 <= tricks <= MOST_TRICKS:
            by_cell[cells.get("declarer", "").upper(), cells.get("denomination", "").upper()] = tricks
    tricks_by_suit = {
        suit: {seat: by_cell.get((seat.value, suit.value), -1) for seat in SEATS} for suit in Denomination
    }
    if all(tricks >= 0 for seats in tricks_by_suit.values() for tricks in seats.values()):
        raw.tricks[board] = tricks_text(tricks_by_suit)
    elif heads:
        findings.note("pbn.optimum", tag.where, board=board, n=len(by_cell))


def _read_table(tag: Tag, findings: Findings) -> tuple[tuple[TableColumn, ...], tuple[TableRow, ...]]:
    """Returns the columns of a table and the rows that have a cell for each."""
    try:
        heads = columns(tag.value)
    except Mistake as mistake:
        findings.take(mistake, tag.where)
        return (), ()
    good = []
    for row in rows(tag, heads):
        if len(row.cells) == len(heads):
            good.append(row)
        else:
            findings.error("pbn.row", f"line {row.line}", table=tag.name, cells=len(row.cells), columns=len(heads))
    return heads, tuple(good)


def _cells(names: list[str], row: TableRow) -> dict[str, str]:
    """Returns the cells of a row by their columns, empty where nothing is known or nothing fits (section 5.2)."""
    return {name: "" if cell in _NOTHING else cell for name, cell in zip(names, row.cells, strict=True)}


def _score_cells(cells: Mapping[str, str]) -> tuple[str, str]:
    """Returns the scores of both sides; of an artificial score, which a caret marks, its percentages where there are no
    points (section 5.2)."""
    ns, ew = (cells.get(f"score_{side}", "").lstrip("^") for side in ("ns", "ew"))
    percents = [cells.get(f"percentage_{side}", "") for side in ("ns", "ew")]
    if not ns and not ew and all(text.startswith("^") for text in percents):
        return "/".join(f"{text[1:].removesuffix('%')}%" for text in percents), ""
    return ns, ew


def _awarded_percents(cells: Mapping[str, str]) -> str:
    """Returns the percentages of both sides of a result without contract and score, which are adjusted scores; nothing
    for a board that brought nobody anything."""
    percents = [exact_number(cells.get(f"percentage_{side}", "").lstrip("^")) for side in ("ns", "ew")]
    if None in percents or not any(percents):
        return ""
    return "/".join(f"{plain_string(percent)}%" for percent in percents if percent is not None)


def _people(text: str) -> tuple[str, ...]:
    parts = _PARTNERS.split(text)
    return tuple(clean(_MEMBER.sub("", name)) for name in parts if _MEMBER.sub("", name).strip())


def _member_numbers(text: str) -> tuple[str, ...]:
    """Returns the member numbers behind names (`Alder Oak #901`), empty for a name without one."""
    numbers = tuple("".join(_MEMBER.findall(name)[:1]) for name in _PARTNERS.split(text) if name.strip())
    return numbers if any(numbers) else ()


_PARTNERS = re.compile(r" - |&|/|;")
_MEMBER = re.compile(r"\s*#\s*(\d{1,12})\s*")


def _named_row(cells: Mapping[str, str], board: str, where: str) -> TableGame:
    """Returns the result of a row that names its pairs and does not number them."""
    score, ew_score = _score_cells(cells)
    return TableGame(
        where=where,
        board=board,
        pairs={side: cells.get(f"names_{side.lower()}", "") for side in Side},
        contract=cells.get("contract", ""),
        declarer=cells.get("declarer", ""),
        tricks=cells.get("result", ""),
        score=score,
        ew_score=ew_score,
        ns_points=cells.get("mp_ns") or cells.get("imp_ns", ""),
        ew_points=cells.get("mp_ew") or cells.get("imp_ew", ""),
        section=cells.get("section", ""),
        round=cells.get("round", ""),
        table=cells.get("table", ""),
    )


def _table_game(game: Game, record: TableRecord) -> TableGame:
    """Returns the result that a game's own tags tell; what they leave open the auction and the play may tell."""
    tag = game.tag("Contract") or game.tag("Auction") or game.tags[0]
    declarer = game.value("Declarer").lstrip("^").strip().upper()
    contract = game.value("Contract").strip()
    called = _called_contract(record)
    if not contract and isinstance(called, Contract):
        contract, declarer = format_contract(called), called.declarer
    elif not contract and isinstance(called, PassedOut):
        contract = "Pass"
    scores = _by_side(game.value("Score"), declarer)
    tricks = _tricks(game.value("Result"), declarer)
    if not tricks and isinstance(called, Contract):
        tricks = _count_tricks(record, called)
    is_open = contract and _plain(contract) not in ("PASS", "P") and not tricks and not any(scores)
    points = _by_side(game.value("ScoreMP") or game.value("ScoreIMP"), declarer)
    names = {seat: game.value(word).strip() for seat, word in zip(SEATS, _SEAT_WORDS, strict=True)}
    return TableGame(
        where=tag.where,
        board=game.value("Board"),
        names={seat: name for seat, name in names.items() if name},
        pairs={side: text for side in Side if (text := game.value(f"Pair{side.value}").strip())},
        contract="" if is_open else contract,
        declarer=declarer,
        tricks=tricks,
        score=scores[0],
        ew_score=scores[1],
        ns_points=points[0],
        ew_points=points[1],
        section=game.value("Section"),
        round=game.value("Round"),
        table=game.value("Table"),
        room=game.value("Room").casefold(),
        teams=(game.value("HomeTeam").strip(), game.value("VisitTeam").strip()),
        record=record if record.has_any else None,
    )


_SEAT_WORDS = ("North", "East", "South", "West")


def _called_contract(record: TableRecord) -> Contract | PassedOut | None:
    return None if record.auction is None else record.auction.contract


def _by_side(text: str, declarer: str) -> tuple[str, str]:
    """Returns the scores of North-South and East-West in a score tag: `NS 420`, `EW 50 NS -50`; a number alone is
    declarer's side's (section 4.2.1)."""
    words = text.upper().split()
    scores = dict(zip(words[::2], words[1::2], strict=False)) if len(words) > 1 else {}
    if len(words) == 1:
        scores = {"EW" if declarer in ("E", "W") else "NS": words[0]}
    return scores.get("NS", ""), scores.get("EW", "")


def _tricks(text: str, declarer: str) -> str:
    """Returns declarer's tricks of a result tag: `9`, `NS 11`, `EW 2 NS 11`, `^9` (section 3.4.15)."""
    words = text.lstrip("^").upper().split()
    if len(words) < 2:
        return "".join(words)
    side = "EW" if declarer in ("E", "W") else "NS"
    by_side = dict(zip(words[::2], words[1::2], strict=False))
    other = whole_number(next(iter(by_side.values()), ""))
    return by_side.get(side) or ("" if other is None else str(MOST_TRICKS - other))


def _count_tricks(record: TableRecord, contract: Contract) -> str:
    """Returns the tricks of declarer's side in a play of which every card is known, else nothing."""
    if record.play is None or not record.play.is_whole:
        return ""
    tricks_of_seats = record.play.tricks_won(contract.denomination)
    return str(sum(n for seat, n in tricks_of_seats.items() if seat.side is contract.declarer.side))


def _is_same(line: RawLine, game: TableGame) -> bool:
    """True if a game is the result of a row of its board's table: the same pairs, or without these the same contract,
    declarer and tricks."""
    if game.pairs:
        return (line.ns, line.ew) == ((game.pairs.get(Side.NS, ""),), (game.pairs.get(Side.EW, ""),))
    ours = (_plain(line.contract), line.declarer.upper(), whole_number(line.tricks))
    return bool(game.contract) and ours == (_plain(game.contract), game.declarer, whole_number(game.tricks))


def _plain(contract: str) -> str:
    return contract.upper().replace("*", "X").replace("NT", "N")
