"""From the cells of a file to results: numbers made unique, sides told apart, contracts checked against scores.

Readers give rows as they stand (`RawLine`, `RawContestant`); here is decided, once for all formats, who is who:

- a number may carry its direction or section (`1NS`, `EW7`, `A7`); where North-South and East-West both number from 1
  (some number sits on both sides of most boards) all numbers get their direction, where sections do, their letter;
- there are two rankings when the file says so, or when nobody ever sat on both sides;
- a score that is stated beats the one that the contract gives, and the difference is noted.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import (
    Contract,
    PassedOut,
    Played,
    TableResult,
    ns_score,
)
from arrowswitch.core.game.notation import Ambiguous, parse_contract, parse_tricks, shown
from arrowswitch.core.game.possible import result_problems
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.scoring.outcomes import Line, NotPlayed, SideOutcome, TableScore
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.formats.reading import Findings, exact_number, whole_number
from arrowswitch.formats.results import FileContestant, FileLine, FileMethod, ResultsFile

_NUMBER = re.compile(
    r"(?:(?P<before>NS|EW)?-?(?P<section>[A-Z])?|(?P<lettered>[A-Z])(?P<inside>NS|EW))"
    r"(?P<digits>\d{1,6})-?(?P<after>NS|EW|N|E)?"
)
LONGEST_NUMBER = 20
"""Letters; what is longer is no contestant's number."""

_NO_TRICKS = ("", "-", "?")
_NOT_PLAYED = ("", "-", "NP", "*")


@dataclass(slots=True)
class RawLine:
    """A result as its cells say; numbers and score are text, contract and declarer too."""

    where: str
    board: str
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    contract: str = ""
    declarer: str = ""
    result: str = ""
    tricks: str = ""
    score: str = ""
    ew_score: str = ""
    section: str = ""
    round: str = ""
    table: str = ""
    lead: str = ""
    ns_points: str = ""
    ew_points: str = ""


@dataclass(slots=True)
class RawContestant:
    """A contestant as the cells say."""

    where: str
    number: str
    names: tuple[str, ...] = ()
    direction: str = ""
    section: str = ""
    ids: tuple[str, ...] = ()
    total: str = ""
    percent: str = ""
    place: str = ""


@dataclass(slots=True)
class RawFile:
    """Everything a reader found, before it is put together."""

    source: str
    lines: list[RawLine] = field(default_factory=list)
    contestants: list[RawContestant] = field(default_factory=list)
    winners: int | None = None
    method: FileMethod = FileMethod.MATCHPOINTS
    kind: ContestantKind = ContestantKind.PAIR
    event: str = ""
    date: str = ""
    venue: str = ""
    program: str = ""
    program_version: str = ""
    deals: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Id:
    """A number taken apart: section letter, direction, the number itself."""

    section: str
    side: Side | None
    digits: str


def assemble(raw: RawFile, findings: Findings) -> ResultsFile:
    """Returns the results that the cells tell. Raises Malformed with everything that is wrong in `findings`.

    Codes: `results.none`, `results.board`, `results.number`, `results.itself`, `results.pair-twice`, `results.rank`,
    those of `parse_entry`, and the notes `score.differs`, `score.impossible`, `results.two-fields`, `results.repeated`.
    """
    naming = _Naming(raw, findings)
    lines = [line for row in raw.lines if (line := _line(row, naming, findings)) is not None]
    if not lines and not findings.errors:
        findings.error("results.none")
    lines = _unrepeated(lines, raw.kind, findings)
    contestants = naming.contestants(lines)
    findings.check()
    return ResultsFile(
        source=raw.source,
        lines=tuple(lines),
        contestants=contestants,
        winners=naming.winners,
        method=raw.method,
        kind=raw.kind,
        event=raw.event,
        date=raw.date,
        venue=raw.venue,
        program=raw.program,
        program_version=raw.program_version,
        deals=dict(raw.deals),
        notes=tuple(findings.notes),
    )


class _Naming:
    """Decides what the numbers of a file are, over the whole file."""

    def __init__(self, raw: RawFile, findings: Findings) -> None:
        self._raw = raw
        self._findings = findings
        sides = [(_identify(n), row) for row in raw.lines for n in row.ns + row.ew]
        self._letters = _letters(raw)
        self._is_lettered = self._sections_repeat()
        self._is_directed = any(found and found.side for found, _ in sides) or self._both_number_from_one()
        ns = {self._key(n, row.section) for row in raw.lines for n in row.ns}
        ew = {self._key(n, row.section) for row in raw.lines for n in row.ew}
        if raw.winners is None:
            self.winners = 2 if self._is_directed or (ns.isdisjoint(ew) and raw.kind is ContestantKind.PAIR) else 1
            if self.winners == 2 and raw.lines:
                findings.note("results.two-fields")
        else:
            self.winners = raw.winners

    def number(self, text: str, side: Side, section: str) -> Number:
        """Returns the number by which the whole file knows a contestant; empty when it can be none."""
        found = _identify(text)
        if found is None:
            plain = unicodedata.normalize("NFKC", text).strip()
            return Number(plain if len(plain) <= LONGEST_NUMBER and plain.isprintable() else "")
        letter = found.section or (self._letters.get(section, "") if self._is_lettered else "")
        direction = str(found.side or side) if self._is_directed else ""
        return Number(f"{letter}{direction}{found.digits}")

    def contestants(self, lines: Sequence[FileLine]) -> tuple[FileContestant, ...]:
        """Returns the contestants that the file lists and those that only its results name, by number."""
        sat = {n: side for line in lines for side in Side for n in line.line.side(side)[0]}
        listed = {one.number: one for raw in self._raw.contestants if (one := self._contestant(raw, sat)) is not None}
        for line in lines:
            for number in (*line.line.ns, *line.line.ew):
                if number not in listed:
                    direction = sat[number] if self.winners == 2 else None
                    listed[number] = FileContestant(number, direction=direction, section=line.section)
        return tuple(sorted(listed.values(), key=lambda one: number_order(one.number)))

    def _contestant(self, raw: RawContestant, sat: dict[Number, Side]) -> FileContestant | None:
        found = _identify(raw.number)
        said = _side(raw.direction) or (found.side if found else None)
        number = self.number(raw.number, said or Side.NS, raw.section)
        if not number:
            self._findings.error("results.number", raw.where, text=shown(raw.number))
            return None
        place = re.fullmatch(r"\s*(\d+)\s*(?:(=|/.*|-.*|T)?)\s*", raw.place, re.IGNORECASE)
        return FileContestant(
            number=number,
            names=raw.names,
            direction=(said or sat.get(number)) if self.winners == 2 else None,
            section=raw.section,
            ids=raw.ids,
            total=exact_number(raw.total),
            percent=exact_number(raw.percent),
            rank=int(place[1]) if place else None,
            is_tied=bool(place and place[2]),
        )

    def _key(self, text: str, section: str) -> tuple[str, str]:
        found = _identify(text)
        return (section if self._is_lettered else "", found.digits if found else text)

    def _sections_repeat(self) -> bool:
        """Tells whether two sections use the same numbers for different contestants."""
        homes: dict[tuple[str, str], set[str]] = {}
        for one in self._raw.contestants:
            homes.setdefault((one.number.strip(), one.direction), set()).add(one.section)
        if not homes:
            for row in self._raw.lines:
                for number in row.ns + row.ew:
                    homes.setdefault((number.strip(), row.board), set()).add(row.section)
        return any(len(sections) > 1 for sections in homes.values())

    def _both_number_from_one(self) -> bool:
        """Tells whether on most boards some number sits on both sides, which one field cannot do."""
        if self._raw.kind is ContestantKind.PLAYER or self._raw.winners == 1:
            return False
        boards: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
        for row in self._raw.lines:
            ns, ew = boards.setdefault((row.section, row.board), (set(), set()))
            ns.update(row.ns)
            ew.update(row.ew)
        meeting = sum(1 for ns, ew in boards.values() if ns & ew)
        return bool(boards) and 2 * meeting > len(boards)


def seat_numbers(cell: str) -> tuple[str, ...]:
    """Returns the numbers of one side in a cell: one, two single players (`3+8`, `3/8`), none when it is empty."""
    for mark in "+/":
        if mark in cell:
            return tuple(cell.split(mark))
    return (cell,) if cell.strip() else ()


def outcomes(entry: SlipEntry, board: int) -> tuple[SideOutcome, SideOutcome]:
    """Returns what each side got: its award, else the score of the result; without either it is not played."""
    table: SideOutcome = NotPlayed() if entry.result is None else TableScore(ns_score(entry.result, board))
    return entry.ns_award or table, entry.ew_award or table


def _line(row: RawLine, naming: _Naming, findings: Findings) -> FileLine | None:
    board = whole_number(row.board)
    if board is None or not 1 <= board <= 9999:
        findings.error("results.board", row.where, text=shown(row.board))
        return None
    sides = []
    for side in Side:
        numbers = tuple(naming.number(n, side, row.section) for n in _of(row, side))
        if not numbers or not all(numbers):
            findings.error("results.number", row.where, text=shown(" ".join(_of(row, side))))
            return None
        sides.append(numbers)
    ns, ew = sides
    if set(ns) & set(ew):
        is_single = len(ns) > 1
        (findings.note if is_single else findings.error)("results.itself", row.where, number=ns[0], board=board)
        if not is_single:
            return None
    try:
        entry = _entry(row, board, findings)
    except Mistake as mistake:
        findings.take(mistake, row.where)
        return None
    ns_outcome, ew_outcome = outcomes(entry, board)
    return FileLine(
        line=Line(board, ns, ew, ns_outcome, ew_outcome),
        result=entry.result,
        section=row.section,
        round=whole_number(row.round),
        table=whole_number(row.table),
        lead=row.lead.strip(),
        ns_points=exact_number(row.ns_points),
        ew_points=exact_number(row.ew_points),
        where=row.where,
    )


def _entry(row: RawLine, board: int, findings: Findings) -> SlipEntry:
    """Returns what the cells say of a result: the score when one is stated, with the contract beside it."""
    stated = _stated(row)
    ruled = _artificial(row.contract, board)
    if stated is None and row.score.strip().upper() not in _NOT_PLAYED:
        special = parse_entry(row.score, board=board)
        return replace(special, result=special.result if ruled else _played(row, board, None) or special.result)
    if stated is None:
        return ruled or SlipEntry(_played(row, board, None))
    played = None if ruled else _played(row, board, stated)
    if played is None:
        return parse_entry(str(stated))
    findings.notes.extend(replace(p, where=row.where) for p in result_problems(played, board, stated))
    score = TableScore(stated)
    is_same = ns_score(played, board) == stated
    return SlipEntry(played) if is_same else SlipEntry(played, score, score)


def _stated(row: RawLine) -> int | None:
    score = whole_number(row.score)
    if score is None and row.score.strip() in ("", "-"):
        against = whole_number(row.ew_score)
        return None if against is None else -against
    return score


def _artificial(text: str, board: int) -> SlipEntry | None:
    """Returns the artificial score that stands in place of a contract (`A`, `A+/A-`), None when there is none."""
    if text.strip().upper() in _NOT_PLAYED:
        return None
    try:
        entry = parse_entry(text, board=board)
    except Mistake:
        return None
    return entry if entry.result is None and not entry.is_pending else None


def _played(row: RawLine, board: int, stated: int | None) -> TableResult | None:
    text = row.contract.strip()
    if text.upper() in _NOT_PLAYED or text == "?":
        return None
    declarer = _seat(row.declarer)
    if row.result.strip() in _NO_TRICKS and row.tricks.strip() in _NO_TRICKS:
        return _from_contract(text, declarer, board, stated)
    contract = parse_contract(text, declarer)
    if isinstance(contract, PassedOut):
        return contract
    return Played(contract, _tricks(row, contract, board, stated))


def _from_contract(text: str, declarer: Seat | None, board: int, stated: int | None) -> TableResult | None:
    """Returns the result of a cell that holds everything (`4SX-1 N`), or of a contract with a stated score."""
    try:
        contract = parse_contract(text, declarer)
    except Mistake:
        return parse_entry(text, declarer=declarer, board=board).result
    if isinstance(contract, PassedOut) or stated is None:
        return contract if isinstance(contract, PassedOut) else Played(contract, contract.level + 6)
    fitting = [t for t in range(14) if ns_score(Played(contract, t), board) == stated]
    return Played(contract, fitting[0]) if fitting else None


def _tricks(row: RawLine, contract: Contract, board: int, stated: int | None) -> int:
    total = whole_number(row.tricks)
    if total is not None and 0 <= total <= 13:
        return total
    text = row.result.strip() or row.tricks
    try:
        return parse_tricks(text, contract)
    except Ambiguous:
        number = whole_number(text) or 0
        possible = {contract.level + 6 + number, number + 6, number} & set(range(14))
        fitting = [t for t in possible if stated is not None and ns_score(Played(contract, t), board) == stated]
        if len(fitting) != 1:
            raise
        return fitting[0]


def _unrepeated(lines: Sequence[FileLine], kind: ContestantKind, findings: Findings) -> list[FileLine]:
    """Returns the lines without repetitions; a contestant with two different results on a board is an error (R-140).

    Of single players it is a note: files number them in ways that meet each other (USEBIO's own sample does).
    """
    tell = findings.note if kind is ContestantKind.PLAYER else findings.error
    kept: dict[tuple[Line, str], FileLine] = {}
    seen: dict[tuple[int, Number], FileLine] = {}
    repeated: Counter[int] = Counter()
    for one in lines:
        line = one.line
        if (line, one.section) in kept:
            repeated[line.board] += 1
            continue
        kept[line, one.section] = one
        for number in (*line.ns, *line.ew):
            first = seen.setdefault((line.board, number), one)
            if first is not one:
                tell(
                    "results.pair-twice",
                    one.where,
                    number=number,
                    board=line.board,
                    first=first.where.removeprefix("line "),
                )
    for board, n in repeated.items():
        findings.note("results.repeated", board=board, n=n)
    return list(kept.values())


def _letters(raw: RawFile) -> dict[str, str]:
    """Returns a letter for each section: its own when all are single letters, else A, B, C in the order of the file."""
    named = [one.section for one in raw.contestants] + [row.section for row in raw.lines]
    names = [name for name in dict.fromkeys(named) if name]
    if all(len(name) == 1 and name.isalpha() for name in names):
        return {name: name.upper() for name in names}
    return {name: chr(ord("A") + place % 26) for place, name in enumerate(names)}


def _identify(text: str) -> _Id | None:
    folded = "".join(unicodedata.normalize("NFKC", text).upper().split())
    found = _NUMBER.fullmatch(folded)
    if found is None:
        return None
    side = found["before"] or found["inside"] or found["after"]
    letter = found["section"] or found["lettered"] or ""
    direction = {"N": Side.NS, "E": Side.EW}.get(side or "") or (Side(side) if side else None)
    return _Id(letter, direction, str(int(found["digits"])))


def _of(row: RawLine, side: Side) -> tuple[str, ...]:
    return row.ns if side is Side.NS else row.ew


def _side(text: str) -> Side | None:
    letter = text.strip().upper()[:1]
    return {"N": Side.NS, "E": Side.EW}.get(letter)


def _seat(text: str) -> Seat | None:
    letter = unicodedata.normalize("NFKC", text).strip().upper()[:1]
    letter = dict(zip("北東南西", "NESW", strict=True)).get(letter, letter)
    return Seat(letter) if letter in set(Seat) else None
