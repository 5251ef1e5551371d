"""Reads and writes results as comma-separated values, one result a row.

    board,ns,ew,contract,by,result          1,7,3,4SX,N,-1
    board,ns,ew,score                       1,7,3,-100

The first row names the columns in any order and in the words of several programs, English or Japanese; without such a
row the two layouts above are meant. Comma, semicolon or tab; UTF-8 (with or without mark) or the Japanese Windows code
page. A score is in points for North-South; in its place stand artificial scores (`A+/A-`, `60%/40%`, `NP`).
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.notation import format_tricks, quote_text
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.formats.csv_text import plain_cell, unquote_cell
from arrowswitch.formats.reading import Findings, clean, text_of, whole_number
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import FileLine, ResultsFile

_WORDS = {
    "board": "board bd bdno boardno boardnumber brd ボード ボード番号 ボードno",
    "ns": "ns nspair nsno nsnumber nspairnumber pairns pairidns nsペア nsペア番号 南北",
    "ew": "ew ewpair ewno ewnumber ewpairnumber pairew pairidew ewペア ewペア番号 東西",
    "contract": "contract bid コントラクト",
    "declarer": "by declarer dec decl playedby ディクレアラー デクレアラー",
    "result": "result res 結果",
    "tricks": "tricks trickstaken totaltricks トリック トリック数",
    "made": "made メイク",
    "down": "down ダウン",
    "score": "score nsscore scorens points 点数 スコア 得点 nsスコア",
    "ew_score": "ewscore scoreew ewスコア",
    "session": "session セッション",
    "section": "section sect セクション",
    "round": "round rd ラウンド",
    "table": "table tbl テーブル",
    "lead": "lead リード",
    "ns_points": "nspoints nsmp mpns nsmatchpoints nsmps",
    "ew_points": "ewpoints ewmp mpew ewmatchpoints ewmps",
    "ns_names": "nsnames nsname namesns ns氏名 ns名前",
    "ew_names": "ewnames ewname namesew ew氏名 ew名前",
}
_COLUMNS = {word: (at, column) for column, words in _WORDS.items() for at, word in enumerate(words.split())}
"""The column of each word and its rank: 0 is the first choice."""
_BARE_LAYOUTS = {
    4: ("board", "ns", "ew", "score"),
    6: ("board", "ns", "ew", "contract", "declarer", "result"),
    7: ("board", "ns", "ew", "contract", "declarer", "result", "score"),
}
_HEADER = ("board", "ns", "ew", "contract", "by", "result", "score")
_NAMES = ("ns_names", "ew_names")
_OPTIONAL = ("section", "round", "table", "ns_points", "ew_points")


def read_csv(data: bytes, session: str = "") -> ResultsFile:
    """Returns the results of a CSV file, or those of the rows that its column of sessions gives to one `session`.

    Raises Malformed with every problem and its line: `csv.no-columns`, `csv.row-long`, `csv.broken`, `csv.sessions`
    where rows belong to several sessions and none is named, `csv.no-session` where no row belongs to the named one, and
    those of `assemble`.
    """
    findings = Findings()
    raw = RawFile(ResultsFile("csv"))
    columns: tuple[str, ...] | None = None
    same: dict[str, str] = {}
    named: dict[str, str] = {}
    unread: set[str] = set()
    filled: dict[str, str] = {}
    sessions: dict[str, str] = {}
    for line, row in _rows(text_of(data), findings):
        cells = list(map(same.setdefault, row, row))
        if columns is None:
            columns, is_header = columns_of(cells)
            named = dict(zip(columns, cells, strict=False)) if is_header else {}
            unread = {name for name in columns if name.startswith("?")}
            if not {"board", "ns", "ew"} <= set(columns):
                findings.error("csv.no-columns", f"line {line}", text=quote_text(",".join(cells)))
                break
            if is_header:
                continue
        values = dict(zip(columns, cells, strict=False))
        if unread:
            for name in [name for name in unread if values.get(name, "").strip()]:
                filled[name] = named.get(name, "")
                unread.discard(name)
        if "session" in values:
            sessions.setdefault(_session_name(values["session"]), f"line {line}")
            if session and _session_name(values["session"]) != session:
                continue
        _add(raw, values, f"line {line}")
        if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
            findings.error("csv.row-long", f"line {line}", cells=len(cells), columns=len(columns))
    if session and session not in (sessions or ("1",)):
        findings.error("csv.no-session", session=session, names=_names_of(sessions))
    elif len(sessions) > 1 and not session:
        where = list(sessions.values())[1]
        findings.error("csv.sessions", where, n=len(sessions), names=_names_of(sessions))
    findings.check()
    findings.left_out(filled.values())
    return assemble(raw, findings)


def write_csv(results: ResultsFile) -> bytes:
    """Returns the results as CSV in UTF-8 with a mark (so that spreadsheets read Japanese), lines ended by CR LF."""
    lines = results.lines
    extra = [name for name in _OPTIONAL if any(getattr(line, name) not in (None, "") for line in lines)]
    names = {
        one.number: plain_cell("/".join(name.replace("/", " ") for name in one.names)) for one in results.contestants
    }
    has_names = results.kind is ContestantKind.PAIR and any(names.values())
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([*_HEADER, *extra, *(_NAMES if has_names else ())])
    for line in lines:
        people = [names.get(numbers[0], "") for numbers in (line.line.ns, line.line.ew)] if has_names else []
        writer.writerow([*_cells(line), *(_extra(line, name) for name in extra), *people])
    return out.getvalue().encode("utf-8-sig")


def _session_name(cell: str) -> str:
    """Returns the session in a cell, a number without leading zeros and decimals."""
    number = whole_number(cell)
    return cell.strip() if number is None else str(number)


def _names_of(sessions: Iterable[str]) -> str:
    return quote_text(", ".join(name or "–" for name in sessions)) or "–"


def _rows(text: str, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Yields the rows that are not empty, with the line on which each ends; `# ...` lines are remarks."""
    head = next(line for line in text.split("\n") if line.strip())
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        yield from ((reader.line_num, cells) for cells in reader if _is_data(cells))
    except csv.Error as error:
        findings.error("csv.broken", f"line {reader.line_num}", detail=str(error))


def _is_data(cells: list[str]) -> bool:
    first = cells[0].lstrip() if cells else ""
    return not first.startswith("#") if first else any(cell.strip() for cell in cells)


def columns_of(cells: list[str]) -> tuple[tuple[str, ...], bool]:
    """Returns the columns in the first row, and True if it names them; otherwise the layout for its length. Of two
    columns with the same meaning (`score`, `points`) the better word is read; columns that are not read have names with
    `?`."""
    if whole_number(cells[0]) is not None:
        return _BARE_LAYOUTS.get(len(cells), ()), False
    meant = [_COLUMNS.get(_word(cell)) for cell in cells]
    best = {
        column: min(meaning for meaning in meant if meaning and meaning[1] == column)
        for _, column in filter(None, meant)
    }
    names: list[str] = []
    for place, meaning in enumerate(meant):
        is_it = meaning is not None and best[meaning[1]] == meaning and meaning[1] not in names
        names.append(meaning[1] if meaning is not None and is_it else f"?{place}")
    return tuple(names), True


def _word(cell: str) -> str:
    folded = unicodedata.normalize("NFKC", cell).lower()
    return "".join(c for c in folded if c.isalnum() or c == "ー")


def _add(raw: RawFile, cells: dict[str, str], where: str) -> None:
    section = cells.get("section", "")
    section = section and unquote_cell(section)
    if not cells.get("result") and (cells.get("made") or cells.get("down")):
        cells["result"] = _result(cells)
    if section:
        cells["section"] = section
    if "ew_score" in cells:
        cells["ew_score"] = cells["ew_score"].strip() or "-"
    cells |= {name: unquote_cell(cells[name]) for name in ("ns", "ew") if cells.get(name, "").startswith("'")}
    raw.lines.append(RawLine.of(where, cells))
    if "ns_names" not in cells and "ew_names" not in cells:
        return
    ns, ew = cells.get("ns", ""), cells.get("ew", "")
    for number, names, direction in ((ns, "ns_names", "NS"), (ew, "ew_names", "EW")):
        people = tuple(
            clean(name) for name in unquote_cell(cells.get(names, "")).replace("&", "/").split("/") if name.strip()
        )
        if people:
            raw.contestants.append(
                RawContestant(where=where, number=number, names=people, direction=direction, section=section)
            )


def _result(cells: dict[str, str]) -> str:
    """Returns the result in the columns MADE (odd tricks) and DOWN of the manual's slips (line 559)."""
    made, down = whole_number(cells.get("made", "")), whole_number(cells.get("down", ""))
    if down:
        return f"-{down}"
    return f"M{made}" if made else ""


def _cells(line: FileLine) -> list[str | int]:
    by, result = (
        (line.contract_played.contract.declarer, format_tricks(line.contract_played))
        if line.contract_played
        else ("", "")
    )
    score = line.award if line.score is None else line.score
    return [line.line.board, *map(plain_cell, line.numbers), line.contract, by, result, score]


def _extra(line: FileLine, name: str) -> str | int:
    value = getattr(line, name)
    if isinstance(value, str):
        return plain_cell(value)
    return "" if value is None else plain_string(value) if isinstance(value, Fraction) else value


def looks_like_csv(text: str) -> bool:
    """True if the first non-empty line can be the header or a row of a results table."""
    head = next((line for line in text.split("\n") if line.strip() and not line.startswith("#")), "")
    delimiter = max(",;\t", key=head.count)
    cells = head.split(delimiter)
    return len(cells) >= 3 and {"board", "ns", "ew"} <= set(columns_of(cells)[0])
