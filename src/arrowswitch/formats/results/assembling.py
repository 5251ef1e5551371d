"""From the rows of a file to results, once for all formats: contracts checked against scores, repetitions found.

The cells of a result are read in `entries`; `numbering` identifies the contestants.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Mistake, ParamValue, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.formats.reading import Findings, exact_number, whole_number
from arrowswitch.formats.results.contradictions import contradictions
from arrowswitch.formats.results.entries import CellEntries
from arrowswitch.formats.results.numbering import Naming
from arrowswitch.formats.results.raw import RawFile, RawLine
from arrowswitch.formats.results.results import FileLine, ResultsFile


def assemble(raw: RawFile, findings: Findings, *, are_all: bool = True) -> ResultsFile:
    """Returns the results that the cells tell, with what contradicts itself unless the rows are a choice (`are_all`).
    Raises Malformed with everything that is wrong in `findings`.

    Codes: `results.none`, `results.board`, `results.number`, `results.itself`, `results.pair-twice`, `results.rank`,
    those of `parse_entry`, and the notes `score.differs`, `score.impossible`, `results.two-fields`, `results.repeated`.
    """
    naming = Naming(raw, findings)
    entries = CellEntries(findings)
    lines = [line for row in raw.lines if (line := _line(row, naming, entries, findings)) is not None]
    if entries.sides_only:
        findings.note("bws.side-only", n=entries.sides_only)
    if not lines and not findings.errors:
        findings.error("results.none")
    lines = _without_repetitions(lines, raw, findings)
    contestants = naming.contestants(lines)
    findings.check()
    results = replace(
        raw.head,
        lines=tuple(lines),
        contestants=contestants,
        winners=naming.winners,
        kind=raw.kind,
        deals=dict(raw.deals),
        tricks=dict(raw.tricks),
        teams=tuple(raw.teams),
        matches=tuple(raw.matches),
    )
    if are_all:
        findings.notes += contradictions(results, are_seats_certain=not entries.sides_only)
    return replace(results, notes=tuple(findings.notes))


def _line(row: RawLine, naming: Naming, entries: CellEntries, findings: Findings) -> FileLine | None:
    board = whole_number(row.board)
    if board is None or not 1 <= board <= 9999:
        findings.error("results.board", row.where, text=quote_text(row.board))
        return None
    ns = naming.numbers(row.ns, Side.NS, row.section)
    ew = naming.numbers(row.ew, Side.EW, row.section)
    unread = row.ns if not ns or not all(ns) else row.ew if not ew or not all(ew) else None
    if unread is not None:
        findings.error("results.number", row.where, text=quote_text(" ".join(unread)))
        return None
    if not set(ns).isdisjoint(ew):
        is_single = len(ns) > 1
        (findings.note if is_single else findings.error)("results.itself", row.where, number=ns[0], board=board)
        if not is_single:
            return None
    try:
        outcome = entries.read(row, board)
    except Mistake as mistake:
        findings.take(mistake, row.contract_where or row.where)
        return None
    return FileLine(
        line=Line(board=board, ns=ns, ew=ew, ns_outcome=outcome.ns, ew_outcome=outcome.ew),
        result=outcome.result,
        section=row.section,
        round=whole_number(row.round) if row.round else None,
        table=whole_number(row.table) if row.table else None,
        lead=row.lead.strip(),
        ns_points=exact_number(row.ns_points) if row.ns_points else None,
        ew_points=exact_number(row.ew_points) if row.ew_points else None,
        where=row.where,
        record=row.record,
    )


def _without_repetitions(lines: Sequence[FileLine], raw: RawFile, findings: Findings) -> list[FileLine]:
    """Returns the lines without repetitions; a contestant with two different results on a board is an error (R-140).

    Of single players it is a note: files number them in ways that meet each other (USEBIO's own sample does). A team
    has a board at both tables, once in each direction, and in each of its matches.
    """
    by_board: dict[BoardNumber, list[int]] = {}
    for place, line in enumerate(lines):
        by_board.setdefault(line.line.board, []).append(place)
    repeated: set[int] = set()
    clashes: list[tuple[int, Problem]] = []
    for board, places in by_board.items():
        again, twice = _looked_through(lines, places, is_of_teams=raw.head.method is None)
        if again:
            findings.note("results.repeated", board=board, n=len(again))
        repeated |= again
        clashes += twice
    listed = findings.notes if raw.kind is ContestantKind.PLAYER else findings.errors
    listed += [problem for _, problem in sorted(clashes, key=itemgetter(0))]
    return [line for place, line in enumerate(lines) if place not in repeated] if repeated else list(lines)


def _looked_through(
    lines: Sequence[FileLine], places: Sequence[int], *, is_of_teams: bool
) -> tuple[set[int], list[tuple[int, Problem]]]:
    """Returns the lines of a board that repeat an earlier one, and the problems of those that contradict one.

    A line whose contestants were not met on the board repeats none: only others are compared (and `noted`). An adjusted
    score of both sides contradicts none: it is given to a contestant who had played the board elsewhere by mistake.
    """
    again: set[int] = set()
    clashes: list[tuple[int, Problem]] = []
    noted: set[tuple[Line, str]] = set()
    seen: dict[object, FileLine] = {}
    for place in places:
        file_line = lines[place]
        line = file_line.line
        numbers = (*line.ns, *line.ew)
        keys = [(number, file_line.round, number in line.ns) for number in numbers] if is_of_teams else numbers
        met = [seen[key] for key in keys if key in seen]
        is_given = not line.has_score
        if met or is_of_teams or is_given:
            own = (line, file_line.section)
            if own in noted or own in [(other.line, other.section) for other in met]:
                again.add(place)
                continue
            noted.add(own)
        if is_given:
            continue
        for number, key in zip(numbers, keys, strict=True):
            first = seen.setdefault(key, file_line)
            if first is not file_line and not _is_other_table(first, file_line):
                params: dict[str, ParamValue] = {
                    "number": number,
                    "board": line.board,
                    "first": first.where.removeprefix("line "),
                }
                clashes.append((place, Problem("results.pair-twice", params, file_line.where)))
    return again, clashes


def _is_other_table(first: FileLine, second: FileLine) -> bool:
    """True if two teams sat the same way round at both tables of their match (manual, line 2607)."""
    tables = {first.table, second.table}
    is_same_match = (first.round, first.line.ns, first.line.ew) == (second.round, second.line.ns, second.line.ew)
    return is_same_match and None not in tables and len(tables) > 1
