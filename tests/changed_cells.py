"""Results with one cell changed, in every format that is read, and a reader of cells that shares no code with ours.

`changed_rows` makes rows with one cell changed: by a sign, by the cell of another row, by a word that programs use.
`CELL_FORMATS` put a row into a file. `silent_differences` names the cells that a line contradicts without a message.
"""

from __future__ import annotations

import json
import random
import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from xml.sax.saxutils import escape

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import PassedOut, Played, RawScore
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    LatePlay,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.results.results import FileLine
from tests.bws_files import bws_file

Row = dict[str, str]
"""The cells of a result by their names: `board`, `ns`, `ew`, `contract`, `declarer`, `result`, `score`, `ew_score`."""

_HEAD = ("board", "ns", "ew", "contract", "declarer", "result", "score", "ew_score")
BOTH_COLUMNS: tuple[Row, ...] = tuple(
    dict(zip(_HEAD, cells.split("|"), strict=True))
    for cells in (
        "1|1|2|4S|N|=|420|",
        "1|1|2|4S|S|+1|450|-450",
        "2|1|2|3NTX|E|-2||-300",
        "3|1|2|2D|W|+1||110",
        "4|1|2|PASS|||0|0",
        "5|1|2|6HXX|N|-1|-400|400",
        "6|1|2|1C|W|=|-70|",
        "7|1|2||||620|",
        "8|1|2||||A+|A-",
        "9|1|2||||60%|40%",
        "10|1|2||||NP|NP",
        "11|1|2||||50%|50%",
        "12|1|2|3S|N|=|140|",
        "13|1|2|5D|E|-1|100|",
    )
)
"""Rows as programs write them, with the score in the column of the side that has it, or in both."""
_WORDS = (
    *("", "-", "?", "*", "0", "1", "7", "9", "10", "13", "60", "420", "-50", "6040", "425", "+1", "-1", "="),
    *("A", "A+", "A-", "A+/A-", "A6040", "50%", "60%", "60%/40%", "NP", "LP", "N", "NB", "PASS", "P", "X", "XX"),
    *("4S", "4SX", "3NT", "7NTXX", "8S", "4S=", "4S= N", "4S+1 W", "NS", "EW", "North", "西", "Smith", "４Ｓ", "−1"),
    *("420/A+", "420/-50", "60% 420, 40% 170", "TD", "n/a", "1.5", "1,430", "NS 420", "1e3", "½", "1NS", "A1", "-1"),
)
"""Texts that cells of results have, in the right place or not."""
_SIGNS = string.digits + "SHDCNTXPEWA+-=%/*?. ♠"


def changed_rows(form: CellFormat, chance: random.Random) -> Iterator[Row]:
    """Yields rows of a format without end, each with one cell changed."""
    rows = rows_of(form)
    while True:
        row = dict(chance.choice(rows))
        name = chance.choice(form.cells)
        other = chance.choice(rows)[name]
        text = row[name]
        place = chance.randint(0, len(text))
        sign = chance.choice(_SIGNS)
        row[name] = chance.choice(
            (chance.choice(_WORDS), other, text[:place] + sign + text[place:], text[:place] + sign + text[place + 1 :])
        )
        if row[name] != text:
            yield row


_OTHER = {**BOTH_COLUMNS[0], "board": "17", "ns": "3", "ew": "4", "ew_score": "-420"}


def _csv(row: Row) -> bytes:
    lines = [",".join(_HEAD), *(",".join(f'"{one[name]}"' for name in _HEAD) for one in (row, _OTHER))]
    return "\n".join(lines).encode()


def _csv_one_column(row: Row) -> bytes:
    head = _HEAD[:-1]
    lines = [",".join(head), *(",".join(f'"{one[name]}"' for name in head) for one in (row, _OTHER))]
    return "\n".join(lines).encode()


def _json(row: Row) -> bytes:
    boards = [{"board": line["board"], "results": [line]} for line in (row, _OTHER)]
    return json.dumps({"boards": boards, "winners": 1}).encode()


def _pbn(row: Row) -> bytes:
    head = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"
    names = ("ns", "ew", "contract", "declarer", "result", "score", "ew_score")
    games = []
    for line in (row, {**_OTHER, "result": "10"}):
        cells = " ".join(f'"{line[name]}"' if line[name] else "-" for name in names)
        games.append(f'[Board "{line["board"]}"]\n[ScoreTable "{head}"]\n{cells}\n')
    return "\n".join(("% PBN 2.1\n", *games)).encode()


_ELEMENTS = {
    "ns": "NS_PAIR_NUMBER",
    "ew": "EW_PAIR_NUMBER",
    "contract": "CONTRACT",
    "declarer": "PLAYED_BY",
    "result": "TRICKS",
    "score": "SCORE",
}


def _usebio(row: Row) -> bytes:
    boards = []
    for line in (row, {**_OTHER, "result": "10"}):
        cells = "".join(f"<{tag}>{escape(line[name])}</{tag}>" for name, tag in _ELEMENTS.items())
        number = f"<BOARD_NUMBER>{escape(line['board'])}</BOARD_NUMBER>"
        boards.append(f"<BOARD>{number}<TRAVELLER_LINE>{cells}</TRAVELLER_LINE></BOARD>")
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS">{"".join(boards)}</EVENT></USEBIO>'.encode()


def _bws(row: Row) -> bytes:
    rows = []
    for place, line in enumerate((row, {**_OTHER, "score": ""}), start=1):
        numbers = {"Board": int(line["board"]), "PairNS": int(line["ns"]), "PairEW": int(line["ew"])}
        cells = {"NS/EW": line["declarer"], "Contract": line["contract"], "Result": line["result"]}
        where = {"ID": place, "Section": 1, "Table": place, "Round": 1}
        rows.append({**where, **numbers, **cells, "Remarks": line["score"]})
    return bws_file(rows, lacking=("RoundData",))


@dataclass(frozen=True, slots=True)
class CellFormat:
    """A format: the name of a file, how a row is put into one, and the cells that it has."""

    name: str
    write: Callable[[Row], bytes]
    cells: tuple[str, ...]

    @property
    def has_both_columns(self) -> bool:
        """True if the scores of both sides have a column."""
        return "ew_score" in self.cells


CELL_FORMATS = (
    CellFormat("both.csv", _csv, _HEAD),
    CellFormat("one.csv", _csv_one_column, _HEAD[:-1]),
    CellFormat("both.json", _json, _HEAD),
    CellFormat("both.pbn", _pbn, _HEAD),
    CellFormat("one.xml", _usebio, _HEAD[:-1]),
    CellFormat("device.bws", _bws, ("contract", "declarer", "result", "score")),
)
EXPECTED_NOTES = frozenset(("results.two-fields", "bws.method", "bws.missing", "bws.no-result", "contradicts.sit-outs"))
"""The notes on every file that `CELL_FORMATS` write."""


def silent_differences(form: CellFormat, row: Row) -> list[str]:
    """Returns the names of the cells of a row that the result read from a file contradicts without any message."""
    try:
        results = read_results(form.write(row), form.name)
    except Mistake:
        return []
    if {note.code for note in results.notes} - EXPECTED_NOTES:
        return []
    if len(results.lines) != 2:
        return ["lines"]
    return says_otherwise(form, row, results.lines[0])


def rows_of(form: CellFormat) -> tuple[Row, ...]:
    """Returns the rows that a format can hold, as it writes them."""
    rows = tuple(row_for(form, row) for row in BOTH_COLUMNS)
    return tuple(row for row in rows if row["contract"] or row["score"] or row["ew_score"])


def row_for(form: CellFormat, row: Row) -> Row:
    """Returns a row as a format has it: one column of scores, or what a table device writes."""
    cells = dict(row)
    if not form.has_both_columns:
        artificial = cells["score"] and not _NUMBER.fullmatch(cells["score"])
        if artificial:
            cells["score"] = "/".join((cells["score"], cells["ew_score"]))
        elif not cells["score"] and cells["ew_score"]:
            cells["score"] = str(-int(cells["ew_score"]))
        cells["ew_score"] = ""
    if form.name.endswith((".pbn", ".xml")) and cells["result"]:
        over = 0 if cells["result"] == "=" else int(cells["result"])
        cells["result"] = str(int(cells["contract"][0]) + 6 + over)
    if form.name == "device.bws":
        remarks = {"NP/NP": "NP", "A+/A-": "", "60%/40%": "55%/45%", "50%/50%": "45%-55%"}
        cells["score"] = remarks.get(cells["score"], "")
    return cells


_NUMBER = re.compile(r"[+-]?\d+")
_CONTRACT = re.compile(r"[NESW]?0?([1-7])(C|D|H|S|NT?)[NESW]?(XX?|\*\*?)?[NESW]?")
_WHOLE = re.compile(r"0?([1-7])(C|D|H|S|NT?)(XX?|\*\*?)?(=|[+-]\d+)([NESW])")
_SEATS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W", **dict(zip("北東南西", "NESW", strict=True))}
_PASSED = ("PASS", "P", "AP", "0")
_BLANK = ("", "-", "?", "*")
_AWARDS: dict[str, SideOutcome] = {
    "A": Average(AverageKind.AVERAGE),
    "A+": Average(AverageKind.PLUS),
    "A-": Average(AverageKind.MINUS),
    "NP": NotPlayed(),
    "LP": LatePlay(),
    "N": Neutral(None),
    "NB": Neutral(None),
}
_OF_DEVICES: dict[SideOutcome | None, SideOutcome] = {
    Percentage(Fraction(percent)): _AWARDS[word] for percent, word in ((40, "A-"), (50, "A"), (60, "A+"))
}
"""The meaning of 40, 50 and 60 % keyed in on a table device."""


def fold_cell(text: str) -> str:
    """Returns a cell as people read it: full-width signs as usual ones, one kind of minus, capitals, no blanks."""
    plain = unicodedata.normalize("NFKC", text).upper()
    for minus in "−–—":
        plain = plain.replace(minus, "-")
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        plain = plain.replace(symbol, letter)
    return "".join(plain.split())


def says_otherwise(form: CellFormat, row: Row, line: FileLine) -> list[str]:
    """Returns the names of the cells that a line contradicts, or that nobody can understand."""
    checks: dict[str, bool] = {
        "board": _is_number(row["board"], str(line.line.board)),
        "ns": _is_number(row["ns"], line.numbers[0]),
        "ew": _is_number(row["ew"], line.numbers[1]),
        "contract": _is_contract(fold_cell(row["contract"]), line),
        "declarer": _is_declarer(fold_cell(row["declarer"]), line),
        "result": _is_result(fold_cell(row["result"]), line),
        "score": _is_score(
            fold_cell(row["score"]), fold_cell(row["ew_score"]), line, is_device=form.name == "device.bws"
        ),
    }
    return [name for name, is_right in checks.items() if not is_right]


def _is_number(text: str, read: str) -> bool:
    plain = fold_cell(text)
    return (plain.lstrip("+0").removesuffix("0" if plain.endswith(".0") else "").removesuffix(".") or "0") == read or (
        not plain.isdigit() and sorted(plain) == sorted(read)
    )


def _is_contract(text: str, line: FileLine) -> bool:
    result = line.result
    if text in (*_BLANK, "TD"):
        return True
    if text in _PASSED:
        return isinstance(result, PassedOut)
    contract, whole = _CONTRACT.fullmatch(text), _WHOLE.fullmatch(text)
    if whole or contract:
        return isinstance(result, Played) and (_is_whole(whole, result) if whole else _is_named(contract, result))
    if _NUMBER.fullmatch(text):
        return line.score == int(text)
    return _awards(text) == (line.line.ns_outcome, line.line.ew_outcome)


def _is_named(text: re.Match[str] | None, played: Played) -> bool:
    if text is None:
        return False
    level, suit, doubling = text[1], text[2][0], (text[3] or "").replace("*", "X")
    contract = played.contract
    return (str(contract.level), contract.denomination.value[0], contract.doubling.sign) == (level, suit, doubling)


def _is_whole(text: re.Match[str], played: Played) -> bool:
    tricks = int(text[1]) + 6 + (0 if text[4] == "=" else int(text[4]))
    return _is_named(text, played) and (played.contract.declarer.value, played.tricks) == (text[5], tricks)


def _is_declarer(text: str, line: FileLine) -> bool:
    plain = text.lstrip("^")
    if not isinstance(line.result, Played) or plain in _BLANK:
        return True
    return _SEATS.get(plain, plain) == line.result.contract.declarer.value


def _is_result(text: str, line: FileLine) -> bool:
    result = line.result
    text = text.removesuffix(".")
    if text in _BLANK:
        return True
    if isinstance(result, PassedOut):
        return text in ("0", "=", *_PASSED)
    if not isinstance(result, Played):
        return isinstance(result, RawScore) and (text == "=" or _NUMBER.fullmatch(text) is not None)
    over = result.tricks - result.contract.level - 6
    if re.fullmatch(r"=|[+-]\d+", text):
        return over == (0 if text == "=" else int(text))
    if text.isdigit():
        return int(text) in (result.tricks, result.tricks - 6, over)
    made = re.fullmatch(r"(M|MADE|D|DOWN)(\d+)", text)
    return made is not None and int(made[2]) == (result.tricks - 6 if made[1][0] == "M" else -over)


def _is_score(ns: str, ew: str, line: FileLine, *, is_device: bool) -> bool:
    ns, ew = ("" if text in _BLANK else text for text in (ns, ew))
    outcomes = line.line.ns_outcome, line.line.ew_outcome
    whole = _WHOLE.fullmatch(ns or ew)
    if not ns and not ew:
        return True
    if whole and (not ns or ew in ("", ns)):
        return isinstance(line.result, Played) and _is_whole(whole, line.result)
    if re.fullmatch(r"[+-]?\d+\.?", ew):
        ew = str(-int(ew.removesuffix(".")))
    both = _awards(ns or ew) if not ns or not ew else (_awards(ns)[0], _awards(ew)[1])
    if _WHOLE.fullmatch(ns) or _WHOLE.fullmatch(ew):
        return both[0] == outcomes[0] or both[1] == outcomes[1]
    keyed = re.fullmatch(r"A?(\d{1,3})%?[-/,:](\d{1,3})%?", ns)
    if is_device and keyed:
        both = (Percentage(Fraction(keyed[1])), Percentage(Fraction(keyed[2])))
    if is_device and both[0] in _OF_DEVICES and both[1] in _OF_DEVICES:
        both = (_OF_DEVICES[both[0]], _OF_DEVICES[both[1]])
    return both == outcomes


def _awards(text: str) -> tuple[SideOutcome | None, SideOutcome | None]:
    """Returns the outcome that a text gives each side; None for a side whose part this reader does not know."""
    short = re.fullmatch(r"A(\d\d)(\d\d)", text)
    if short:
        return Percentage(Fraction(short[1])), Percentage(Fraction(short[2]))
    is_weighted = re.fullmatch(r"\d+%-?\d+(?:,\d+%-?\d+)+", text) is not None
    parts = [text] if is_weighted else re.split(r"[/]|(?<=%)-|(?<=%)(?=\d)|(?<=A[+-])(?=A)", text)
    if len(parts) == 1:
        parts *= 2
    ns, ew = (_award(part) for part in parts) if len(parts) == 2 else (None, None)
    return ns, ew


def _award(text: str) -> SideOutcome | None:
    percent = re.fullmatch(r"(\d{1,3}(?:\.\d+)?)%", text)
    if percent:
        return Percentage(Fraction(percent[1]))
    if re.fullmatch(r"[+-]?\d+\.?", text):
        return TableScore(int(text.removesuffix(".")))
    if "," in text:
        parts = [re.fullmatch(r"(\d{1,3})%(-?\d+)", part) for part in text.split(",")]
        return Weighted(tuple((int(part[2]), Fraction(int(part[1]), 100)) for part in parts if part))
    return TableScore(0) if text in _PASSED else _AWARDS.get(text)
