"""From the rows of a file to results, once for all formats: contracts checked against scores, repetitions found.

A score that is stated beats the one that the contract gives, and the difference is noted. Who is who is decided in
`numbering`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import Contract, PassedOut, Played, TableResult, ns_score
from arrowswitch.core.game.notation import Ambiguous, parse_contract, parse_tricks, shown
from arrowswitch.core.game.possible import result_problems
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.scoring.outcomes import Line, NotPlayed, SideOutcome, TableScore
from arrowswitch.core.scoring.slips import SlipEntry, parse_entry
from arrowswitch.formats.reading import Findings, exact_number, whole_number
from arrowswitch.formats.results.numbering import Naming
from arrowswitch.formats.results.raw import RawFile, RawLine
from arrowswitch.formats.results.results import FileLine, ResultsFile

_NO_TRICKS = ("", "-", "?")
_NOT_PLAYED = ("", "-", "NP", "*")


def assemble(raw: RawFile, findings: Findings) -> ResultsFile:
    """Returns the results that the cells tell. Raises Malformed with everything that is wrong in `findings`.

    Codes: `results.none`, `results.board`, `results.number`, `results.itself`, `results.pair-twice`, `results.rank`,
    those of `parse_entry`, and the notes `score.differs`, `score.impossible`, `results.two-fields`, `results.repeated`.
    """
    naming = Naming(raw, findings)
    lines = [line for row in raw.lines if (line := _line(row, naming, findings)) is not None]
    if not lines and not findings.errors:
        findings.error("results.none")
    lines = _unrepeated(lines, raw, findings)
    contestants = naming.contestants(lines)
    findings.check()
    return replace(
        raw.head,
        lines=tuple(lines),
        contestants=contestants,
        winners=naming.winners,
        kind=raw.kind,
        deals=dict(raw.deals),
        notes=tuple(findings.notes),
        teams=tuple(raw.teams),
        matches=tuple(raw.matches),
    )


def outcomes(entry: SlipEntry, board: int) -> tuple[SideOutcome, SideOutcome]:
    """Returns what each side got: its award, else the score of the result; without either it is not played."""
    table: SideOutcome = NotPlayed() if entry.result is None else TableScore(ns_score(entry.result, board))
    return entry.ns_award or table, entry.ew_award or table


def _line(row: RawLine, naming: Naming, findings: Findings) -> FileLine | None:
    board = whole_number(row.board)
    if board is None or not 1 <= board <= 9999:
        findings.error("results.board", row.where, text=shown(row.board))
        return None
    sides = []
    for side in Side:
        numbers = tuple(naming.number(n, side, row.section) for n in row.numbers(side))
        if not numbers or not all(numbers):
            findings.error("results.number", row.where, text=shown(" ".join(row.numbers(side))))
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
        findings.take(mistake, row.contract_where or row.where)
        return None
    ns_outcome, ew_outcome = outcomes(entry, board)
    return FileLine(
        line=Line(board=board, ns=ns, ew=ew, ns_outcome=ns_outcome, ew_outcome=ew_outcome),
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
    try:
        played = None if ruled else _played(row, board, stated)
    except Mistake:
        findings.note(
            "results.contract-unread", row.contract_where or row.where, text=shown(row.contract), score=stated
        )
        played = None
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


def _unrepeated(lines: Sequence[FileLine], raw: RawFile, findings: Findings) -> list[FileLine]:
    """Returns the lines without repetitions; a contestant with two different results on a board is an error (R-140).

    Of single players it is a note: files number them in ways that meet each other (USEBIO's own sample does). A team
    has a board at both tables, once in each direction, and in each of its matches.
    """
    tell = findings.note if raw.kind is ContestantKind.PLAYER else findings.error
    is_of_teams = raw.head.method is None
    kept: dict[tuple[Line, str], FileLine] = {}
    seen: dict[tuple[object, ...], FileLine] = {}
    repeated: Counter[int] = Counter()
    for one in lines:
        line = one.line
        if (line, one.section) in kept:
            repeated[line.board] += 1
            continue
        kept[line, one.section] = one
        for number in (*line.ns, *line.ew):
            table = (one.round, number in line.ns) if is_of_teams else ()
            first = seen.setdefault((line.board, number, *table), one)
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


def _seat(text: str) -> Seat | None:
    letter = unicodedata.normalize("NFKC", text).strip().upper()[:1]
    letter = dict(zip("北東南西", "NESW", strict=True)).get(letter, letter)
    return Seat(letter) if letter in set(Seat) else None
