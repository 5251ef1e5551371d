"""Reads and writes `results.txt`, the text from which Jannersten's programs print hand records with results.

The form is that of jannersten.com/Help/BSC/html/results_txt.html: cells divided by semicolons in three parts, in which
a cell without a value stays empty.

| part | cells of a line |
|---|---|
| `[GAME]` | section, boards a round, boards, rounds, method, (filler), type, weighting, handicap, date, name, session, scored across the field |
| `[CONTESTANTS]` | section, number, seat, name, total, percentage, victory points, masterpoints |
| `[RESULTS]` | `#` board, section, round, numbers N, E, S and W, score, contract, declarer, tricks, lead, matchpoints of both sides, IMPs of both, percentages of both, datum, top, adjusted top, remarks |

The numbers of South and West are empty where pairs played. The page names no code for the method: results with IMPs
and no matchpoints were scored by IMPs, all others by matchpoints. It names none for an adjusted score either: it is written as a remark,
and a remark without a score is read as one.
"""  # noqa: E501 - a row of the table is on one line

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.reading import Findings, checked_piece, clean, iso_date, text_of
from arrowswitch.formats.results.assembling import assemble
from arrowswitch.formats.results.raw import RawContestant, RawFile, RawLine
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile, amount_text

_GAME = ("section", "boards_per_round", "boards", "rounds", "method", "filler", "type", "weighting", "handicap")
_GAME_HEAD = (*_GAME, "date", "name", "session", "across")
_CONTESTANT = ("section", "number", "seat", "name", "total", "percent", "vp", "master_points")
_RESULT = ("board", "section", "round", "n", "e", "s", "w", "score", "contract", "declarer", "tricks", "lead")
_MATCHPOINTS = ("ns_mp", "ew_mp")
_OF_IMPS = ("ns_imps", "ew_imps")
_RESULT_LINE = (
    *_RESULT,
    *_MATCHPOINTS,
    *_OF_IMPS,
    "ns_percent",
    "ew_percent",
    "datum",
    "top",
    "adjusted_top",
    "remarks",
)
_PARTS = {"GAME": _GAME_HEAD, "CONTESTANTS": _CONTESTANT, "RESULTS": _RESULT_LINE}
_LETTERED = re.compile(r"[A-Z]{0,4}(\d+)")
_IMPS = frozenset((Method.IMPS, Method.BUTLER, Method.HOUSTON, Method.ROUND_IMPS, Method.SWISS_IMPS))


@dataclass(slots=True)
class _Person:
    """A contestant while its lines come in: a line for each seat."""

    where: str
    cells: dict[str, str]
    names: dict[str, str] = field(default_factory=dict)


def is_jannersten(text: str) -> bool:
    """True if a text has the heading of the results in brackets."""
    return "[GAME]" in text[:4096].upper() and "[RESULTS]" in text.upper()


def read_jannersten(data: bytes) -> ResultsFile:
    """Returns the results of a `results.txt`.

    Raises Malformed with every problem and its line: `jannersten.part` for an unknown part, `csv.row-long`,
    `format.long-line`, and those of `assemble`.
    """
    findings = Findings()
    games: list[dict[str, str]] = []
    people: dict[tuple[str, str, str], _Person] = {}
    results: list[tuple[str, dict[str, str]]] = []
    for where, part, cells in _rows(text_of(data), findings):
        if part == "GAME":
            games.append(cells)
        elif part == "CONTESTANTS":
            seat = cells["seat"][:1].upper()
            person = people.setdefault((cells["section"], cells["number"], _side(seat)), _Person(where, cells))
            person.names[seat] = clean(cells["name"])
        elif any(cells[name] for name in _RESULT[1:]):
            results.append((where, cells))
    game = games[0] if games else dict.fromkeys(_GAME_HEAD, "")
    filled = {name for _, cells in results for name in (*_MATCHPOINTS, *_OF_IMPS) if cells[name]}
    points = _OF_IMPS if filled and filled.isdisjoint(_MATCHPOINTS) else _MATCHPOINTS
    head = ResultsFile(
        source="jannersten",
        method=Method.IMPS if points is _OF_IMPS else Method.MATCHPOINTS,
        event=clean(game["name"]),
        date=iso_date(game["date"]) if game["date"] else "",
    )
    raw = RawFile(head, lines=[_line(cells, where, points) for where, cells in results])
    is_individual = raw.kind is ContestantKind.PLAYER
    raw.contestants.extend(_contestant(person, is_individual=is_individual) for person in people.values())
    findings.left_out(name for name in ("vp", "handicap") if _has(name, games, people))
    return assemble(raw, findings)


def _has(name: str, games: Sequence[dict[str, str]], people: dict[tuple[str, str, str], _Person]) -> bool:
    return any(cells.get(name) for cells in (*games, *(person.cells for person in people.values())))


def _rows(text: str, findings: Findings) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yields the place, the part and the cells of each line that is no heading; missing cells at the end are empty."""
    part = ""
    for number, written in enumerate(text.split("\n"), start=1):
        line, where = checked_piece(number, written).strip().removeprefix("\ufeff"), f"line {number}"
        if line.startswith("["):
            part = line[1:].partition("]")[0].strip().upper()
            if part not in _PARTS:
                findings.error("jannersten.part", where, text=quote_text(line))
        elif line and part in _PARTS:
            names = _PARTS[part]
            cells = [cell.strip() for cell in next(csv.reader([line], delimiter=";", skipinitialspace=True))]
            if len(cells) > len(names) and any(cells[len(names) :]):
                findings.error("csv.row-long", where, cells=len(cells), columns=len(names))
            yield where, part, dict(zip(names, (*cells, *[""] * len(names)), strict=False))


def _line(cells: dict[str, str], where: str, points: tuple[str, str]) -> RawLine:
    is_individual = bool(cells["s"] and cells["w"])
    is_scored = bool(cells["score"] or cells["contract"])
    return RawLine(
        where=where,
        board=cells["board"].removeprefix("#"),
        ns=(cells["n"], cells["s"]) if is_individual else (cells["n"],),
        ew=(cells["e"], cells["w"]) if is_individual else (cells["e"],),
        contract=cells["contract"],
        declarer=cells["declarer"],
        tricks=cells["tricks"],
        score=cells["score"] if is_scored else cells["remarks"],
        section=cells["section"],
        round=cells["round"],
        lead=cells["lead"],
        ns_points=cells[points[0]],
        ew_points=cells[points[1]],
    )


def _side(seat: str) -> str:
    return "" if seat not in set(Seat) else Seat(seat).side.value


def _contestant(person: _Person, *, is_individual: bool) -> RawContestant:
    cells = person.cells
    return RawContestant(
        where=person.where,
        number=cells["number"],
        names=tuple(person.names[seat] for seat in "NSEW" if person.names.get(seat)),
        direction="" if is_individual else _side(cells["seat"][:1].upper()),
        section=cells["section"],
        total=cells["total"],
        percent=cells["percent"],
        master_points=cells["master_points"],
    )


def write_jannersten(results: ResultsFile) -> bytes:
    """Returns the results as a `results.txt`: UTF-8, lines ended by CR LF."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";")
    sections = list(dict.fromkeys(line.section for line in results.lines))
    out.write("[GAME]\r\n")
    for section in sections:
        writer.writerow(_game(results, section))
    out.write("[CONTESTANTS]\r\n")
    for entry in results.contestants:
        writer.writerows(_people(entry, results))
    out.write("[RESULTS]\r\n")
    for board in results.boards:
        writer.writerows(_result(line, results) for line in results.on(board))
    return out.getvalue().encode()


def _game(results: ResultsFile, section: str) -> list[str]:
    lines = [line for line in results.lines if line.section == section]
    rounds = {line.round for line in lines if line.round is not None}
    boards = len({line.line.board for line in lines})
    cells = {
        "section": section,
        "boards_per_round": str(boards // len(rounds)) if rounds and boards % len(rounds) == 0 else "",
        "boards": str(boards),
        "rounds": str(len(rounds) or ""),
        "date": results.date,
        "name": results.event,
        "across": "1" if len({line.section for line in results.lines}) > 1 else "",
    }
    return [cells.get(name, "") for name in _GAME_HEAD]


def _people(entry: FileContestant, results: ResultsFile) -> Iterator[list[str]]:
    """Yields a line for each player, at the seats of the side that the contestant first sat on."""
    first = next((one for one in results.lines if entry.number in (*one.line.ns, *one.line.ew)), None)
    side = entry.direction or (Side.EW if first is not None and entry.number in first.line.ew else Side.NS)
    seats = [seat for seat in Seat if seat.side is side]
    for place, seat in enumerate(seats if results.kind is ContestantKind.PAIR else seats[:1]):
        cells = {
            "section": entry.section or (first.section if first is not None else ""),
            "number": _digits(entry.number),
            "seat": seat.value,
            "name": entry.names[place] if place < len(entry.names) else "",
            "total": amount_text(entry.total),
            "percent": amount_text(entry.percent),
            "master_points": amount_text(entry.master_points),
        }
        yield [cells.get(name, "") for name in _CONTESTANT]


def _result(line: FileLine, results: ResultsFile) -> list[str]:
    ns, ew = line.line.ns, line.line.ew
    points = _OF_IMPS if results.method in _IMPS else _MATCHPOINTS
    cells = {
        "board": f"#{line.line.board:02d}",
        "section": line.section,
        "round": "" if line.round is None else str(line.round),
        "n": _digits(ns[0]),
        "e": _digits(ew[0]),
        "s": _digits(ns[1]) if len(ns) > 1 else "",
        "w": _digits(ew[1]) if len(ew) > 1 else "",
        "score": "" if line.score is None else str(line.score),
        "contract": line.contract,
        "declarer": line.contract_played.contract.declarer.value if line.contract_played else "",
        "tricks": str(line.contract_played.tricks) if line.contract_played else "",
        "lead": line.lead,
        points[0]: amount_text(line.ns_points),
        points[1]: amount_text(line.ew_points),
        "remarks": line.award if line.score is None else "",
    }
    return [cells.get(name, "") for name in _RESULT_LINE]


def _digits(number: Number) -> str:
    """Returns a number without the letters of its section and direction, which have cells of their own.

    >>> _digits(Number("7")), _digits(Number("ANS7")), _digits(Number("1-1-2"))
    ('7', '7', '1-1-2')
    """
    lettered = _LETTERED.fullmatch(number)
    return number if lettered is None else lettered[1]
