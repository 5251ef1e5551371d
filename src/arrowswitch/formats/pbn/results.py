"""Reads and writes results in PBN: a `[ScoreTable]` for each board, a `[TotalScoreTable]`, or one game for each result.

PBN 2.1, sections 5.9 and 5.10. Tables without pair numbers (frequencies of scores) hold no results of pairs and are
noted. A score in the table beats the contract beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.boards import dealer, vulnerability
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.pbn.check import pbn_problems
from arrowswitch.formats.pbn.games import Game, PbnFile, TableColumn, TableRow, Tag, columns, read_pbn, rows
from arrowswitch.formats.reading import Findings, clean, iso_date, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile, amount_text

_VULNERABLE = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}
_METHODS = (
    ("butler", Method.BUTLER),
    ("cross", Method.IMPS),
    ("imp", Method.IMPS),
    ("total", Method.TOTAL_POINTS),
    ("rubber", Method.TOTAL_POINTS),
)

_COLUMNS = {
    "ns": "pairid_ns",
    "ew": "pairid_ew",
    "tricks": "result",
    "score": "score_ns",
    "ew_score": "score_ew",
    **{name: name for name in ("contract", "declarer", "section", "round", "table", "lead")},
}
"""The columns of a score table by what a line calls them; points are told below."""


def read_pbn_results(data: bytes) -> ResultsFile:
    """Returns the results of a PBN file.

    Raises Malformed with every problem and its line: `pbn.column`, `pbn.row`, `pbn.no-results` and those of `assemble`.
    """
    file = read_pbn(data)
    findings = Findings()
    raw = _header(file)
    for game in file.games:
        _keep_deal(raw, game)
        is_table = False
        for tag in game.tags:
            if tag.name == "ScoreTable":
                is_table = True
                raw.lines.extend(_table_lines(game, tag, findings))
            elif tag.name == "TotalScoreTable":
                raw.contestants.extend(_contestants(tag, findings))
        if not is_table and all(game.value(name) for name in ("Board", "PairNS", "PairEW")):
            raw.lines.append(_game_line(game))
    findings.left_out(_unread(file))
    told = pbn_problems(file)
    findings.notes.extend(told)
    if not raw.lines:
        findings.error("pbn.no-results", games=len(file.games))
        findings.errors.extend(told)
    findings.check()
    return assemble(raw, findings)


def write_pbn_results(results: ResultsFile) -> bytes:
    """Returns the results as PBN 2.1 in UTF-8: one game for each board, the totals in the first."""
    out = ["% PBN 2.1", "% EXPORT", "%Content-type: text/pbn; charset=UTF-8", "%Creator: Arrowswitch", ""]
    for place, board in enumerate(results.boards):
        out += [*_game(results, board, is_first=place == 0), ""]
    return "\r\n".join(out).encode()


_TAKEN = frozenset(
    (
        *("event", "site", "date", "eventdate", "application", "generator", "scoring", "board", "deal"),
        *("dealer", "vulnerable", "scoretable", "totalscoretable"),
    )
)
"""The tags that are read of every game, and those that follow from its board."""
_OF_RESULTS = frozenset(("pairns", "pairew", "contract", "declarer", "result", "score", "round", "table"))
"""The tags that are read of a game that is one result."""


def _unread(file: PbnFile) -> Iterator[str]:
    """Yields the tags that hold something and are not taken along."""
    for game in file.games:
        is_result = bool(game.value("PairNS") and game.value("PairEW")) and game.tag("ScoreTable") is None
        for tag in game.tags:
            name = tag.name.casefold()
            is_empty = tag.value in ("", "?", "-") and not tag.section
            if not is_empty and name not in _TAKEN and not (is_result and name in _OF_RESULTS):
                yield tag.name


def _header(file: PbnFile) -> RawFile:
    def first(*names: str) -> str:
        return next((game.value(name) for name in names for game in file.games if game.value(name)), "")

    creator = next((line.partition(":")[2] for line in file.escapes if line.casefold().startswith("creator:")), "")
    scoring = first("Scoring").casefold()
    head = ResultsFile(
        source="pbn",
        method=next((method for word, method in _METHODS if word in scoring), Method.MATCHPOINTS),
        event=clean(first("Event")),
        date=iso_date(first("Date", "EventDate")),
        venue=clean(first("Site")),
        program=clean(first("Application", "Generator") or creator),
    )
    return RawFile(head)


def _keep_deal(raw: RawFile, game: Game) -> None:
    board = whole_number(game.value("Board"))
    deal = game.value("Deal").strip()
    if board is not None and len(deal) > 2 and deal[0].upper() in "NESW" and deal[1] == ":":
        raw.deals[board] = deal


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


def _table_lines(game: Game, tag: Tag, findings: Findings) -> Iterator[RawLine]:
    heads, table = _read_table(tag, findings)
    names = [head.name.casefold() for head in heads]
    if not {"pairid_ns", "pairid_ew"} <= set(names):
        if heads:
            findings.note("pbn.no-pairs", tag.where)
        return
    for row in table:
        cells = {name: "" if cell == "-" else cell for name, cell in zip(names, row.cells, strict=True)}
        given = {field: cells.get(name, "") for field, name in _COLUMNS.items()}
        for side in ("ns", "ew"):
            given[f"{side}_points"] = cells.get(f"mp_{side}") or cells.get(f"imp_{side}", "")
        yield RawLine.of(f"line {row.line}", {**given, "board": game.value("Board")})


def _game_line(game: Game) -> RawLine:
    """Returns the result that a game's own tags tell (`[PairNS]`, `[Contract]`, `[Result]`, `[Score "NS 420"]`)."""
    tag = game.tag("Contract") or game.tags[0]
    side, _, score = game.value("Score").partition(" ")
    is_ew = side.upper() == "EW"
    return RawLine(
        where=tag.where,
        board=game.value("Board"),
        ns=(game.value("PairNS"),),
        ew=(game.value("PairEW"),),
        contract=game.value("Contract"),
        declarer=game.value("Declarer").lstrip("^"),
        tricks=game.value("Result").split()[-1] if game.value("Result") else "",
        score="" if is_ew else score or side,
        ew_score=score if is_ew else "",
        round=game.value("Round"),
        table=game.value("Table"),
    )


def _contestants(tag: Tag, findings: Findings) -> Iterator[RawContestant]:
    heads, table = _read_table(tag, findings)
    names = [head.name.casefold() for head in heads]
    if "pairid" not in names:
        return
    for row in table:
        cells = dict(zip(names, row.cells, strict=True))
        people = cells.get("names", "").replace(" - ", ";").replace("&", ";").replace("/", ";").split(";")
        yield RawContestant(
            where=f"line {row.line}",
            number=cells["pairid"],
            names=tuple(clean(name) for name in people if name.strip()),
            direction=cells.get("direction", ""),
            section=cells.get("section", ""),
            total=cells.get("mp") or cells.get("totalscore") or cells.get("totalmp", ""),
            percent=cells.get("percentage") or cells.get("totalpercentage", ""),
            place=cells.get("rank", ""),
        )


@dataclass(frozen=True, slots=True)
class _Out:
    """A column to write: its head, and each cell."""

    head: str
    cells: tuple[str, ...]
    is_right: bool = True

    def table(self) -> tuple[str, list[str]]:
        """Returns the column's head with its width, and its cells padded to it."""
        width = max((len(cell) for cell in self.cells), default=1)
        side = "R" if self.is_right else "L"
        padded = [cell.rjust(width) if self.is_right else cell.ljust(width) for cell in self.cells]
        return f"{self.head}\\{width}{side}", padded


def _game(results: ResultsFile, board: int, *, is_first: bool) -> list[str]:
    lines = results.on(board)
    tags = [
        _tag("Event", results.event or "?"),
        _tag("Site", results.venue or "?"),
        _tag("Date", results.date.replace("-", ".") or "?"),
        _tag("Board", str(board)),
        _tag("Dealer", dealer(board).value),
        _tag("Vulnerable", _VULNERABLE[vulnerability(board)]),
    ]
    if board in results.deals:
        tags.append(_tag("Deal", results.deals[board]))
    tags.append(_tag("Scoring", "MP" if results.method is Method.MATCHPOINTS else results.method_name))
    if results.program:
        tags.append(_tag("Application", results.program))
    tags += _table("ScoreTable", _score_columns(lines))
    if is_first and any(one.rank is not None or one.names for one in results.contestants):
        tags += _table("TotalScoreTable", _total_columns(results.ranked))
    return tags


def _score_columns(lines: tuple[FileLine, ...]) -> Iterator[_Out]:
    for name in ("section", "table", "round"):
        values = [getattr(line, name) for line in lines]
        if any(value not in (None, "") for value in values):
            yield _Out(name.capitalize(), tuple(_cell(value) for value in values))
    yield _Out("PairId_NS", tuple(line.numbers[0] for line in lines))
    yield _Out("PairId_EW", tuple(line.numbers[1] for line in lines))
    yield _Out(
        "Contract", tuple("Pass" if line.contract == "PASS" else line.contract or "-" for line in lines), is_right=False
    )
    yield _Out("Declarer", tuple(line.played.contract.declarer if line.played else "-" for line in lines))
    yield _Out("Result", tuple(str(line.played.tricks) if line.played else "-" for line in lines))
    yield _Out("Score_NS", tuple(_score(line) for line in lines))
    for side in ("ns", "ew"):
        points = [getattr(line, f"{side}_points") for line in lines]
        if any(value is not None for value in points):
            yield _Out(f"MP_{side.upper()}", tuple(amount_text(value) or "-" for value in points))


def _total_columns(listed: tuple[FileContestant, ...]) -> Iterator[_Out]:
    yield _Out("Rank", tuple(entry.place or "-" for entry in listed))
    yield _Out("PairId", tuple(entry.number for entry in listed))
    names = (";".join(entry.names).replace('"', "'") for entry in listed)
    yield _Out("Names", tuple(f'"{text}"' for text in names), is_right=False)
    if any(entry.direction for entry in listed):
        yield _Out("Direction", tuple(entry.direction or "-" for entry in listed))
    if any(entry.total is not None for entry in listed):
        yield _Out("MP", tuple(amount_text(entry.total) or "-" for entry in listed))
    if any(entry.percent is not None for entry in listed):
        yield _Out("Percentage", tuple(amount_text(entry.percent) or "-" for entry in listed))


def _table(name: str, outs: Iterable[_Out]) -> list[str]:
    heads, cells = zip(*(out.table() for out in outs), strict=True)
    return [_tag(name, ";".join(heads), is_table=True), *(" ".join(row).rstrip() for row in zip(*cells, strict=True))]


def _tag(name: str, value: str, *, is_table: bool = False) -> str:
    text = value if is_table else value.replace("\\", "/").replace('"', "'")
    return f'[{name} "{text}"]'


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f'"{text}"' if " " in text else text or "-"


def _score(line: FileLine) -> str:
    if line.score is not None:
        return str(line.score)
    return line.award if line.award == "NP" else f'"{line.award}"'
