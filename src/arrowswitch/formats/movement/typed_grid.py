"""Grids of a movement as people paste them, and the `.ASC` files of the movement collection of pjms.nl.

A grid has a row for each round and a column for each table, separated by tabs or blanks; a cell is written as in the
workbench, `7-13 3` or `7-13 C`, four numbers for single players, or with its boards, `7-13 (5-6)`. A first row of
headings and a first column of rounds are passed over; under the headings `Round 1`, `Round 2` the columns are the
rounds.

An `.ASC` file (www.pjms.nl, "Movement files in the format .ASC", version 1.0) has a first line of five numbers
(contestants, tables, rounds, board groups, 1 for single players) and then the same sets of numbers, one line for each
round; 0 is an empty table, `#` begins a remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.movements.cells import words_of
from arrowswitch.formats.movement.drafts import (
    BOARDS_ASSUMED,
    MOST,
    MOST_BOARD,
    MOST_BOARDS,
    NOBODY,
    Draft,
    DraftMeeting,
    ImportedMovement,
    Spot,
    read_count,
    read_seat,
    read_set,
)
from arrowswitch.formats.reading import Findings, checked_piece, text_of, whole_number

_MEETING = re.compile(r"(?<![\d-])(?:NS)?\d{1,3}\s*[-–—]\s*(?:EW)?\d{1,3}(?!\d)", re.IGNORECASE)
_FOUR = re.compile(r"(?<![\d-])\d{1,3}(?:\s*[-–]\s*\d{1,3}){3}(?![\d-])")
_WITH_BOARDS = re.compile(
    r"(?:NS)?(\d{1,3})\s*[-–]\s*(?:EW)?(\d{1,3})\s*[\s(:/]\s*(?:b\w{0,8}\.?\s*)?(\d{1,4})\s*[-–]\s*(\d{1,4})\)?",
    re.IGNORECASE,
)
_ROUND = re.compile(r"(?:r|rd|rnd|round|ラウンド|第)\s*\.?\s*\d{1,3}(?:\s*ラウンド)?|\d{1,3}\s*R|", re.IGNORECASE)
_LABEL = re.compile(r"(?:r|rd|rnd|round|ラウンド|第)?\s*\.?\s*\d{1,3}\s*(?:R|\.|:|ラウンド)?", re.IGNORECASE)
_ASC_HEAD = re.compile(r"\s*\d{1,3}(?:[\s,;]+\d{1,3}){3}[\s,;]+[01]\s*(?:#.*)?")
_MOST_CELL = 60
_ASC_COLUMNS = 5

Cells = list[tuple[int, list[str]]]


def is_asc(text: str) -> bool:
    """True if a text begins with the first line of an `.ASC` file.

    >>> is_asc("4 2 3 3 0\\n1-2 A 3-4 B\\n"), is_asc("1-2 A  3-4 B")
    (True, False)
    """
    first, _, rest = text.lstrip("\ufeff").partition("\n")
    return len(first) < 200 and _ASC_HEAD.fullmatch(first) is not None and bool(rest.strip())


def is_grid(text: str) -> bool:
    """True if a text has a meeting as a grid has it.

    >>> is_grid("1-2 1\\t3-4 2\\n"), is_grid("board,ns,ew,score\\n1,1,2,420\\n")
    (True, False)
    """
    return any(_MEETING.search(line) for line in text[:20_000].split("\n"))


def read_asc(data: bytes, boards_per_round: int = 2) -> tuple[ImportedMovement, ...]:
    """Returns the movement of an `.ASC` file, with a note that the boards per round are not in the file.

    Raises Malformed with every problem and its line: `movement-import.count-*`, `movement-import.tables-differ`,
    `movement-import.rounds-differ`, `movement-import.seat`, `movement-import.set`, `movement-import.empty`.
    """
    findings = Findings()
    text = text_of(data).removeprefix("\ufeff")
    lines = [(n, checked_piece(n, line).partition("#")[0]) for n, line in enumerate(text.split("\n"), start=1)]
    head = words_of(lines[0][1])
    draft = _draft(boards_per_round)
    names = ("contestants", "tables", "rounds", "sets")
    counts = [read_count(word, name, 1, findings, 800) for word, name in zip(head, names, strict=False)]
    if len(head) != _ASC_COLUMNS or len(counts) != len(names) or any(not 0 < (count or 0) <= 800 for count in counts):
        findings.error("movement-import.head", "line 1", text=quote_text(lines[0][1]))
        findings.check()
    draft.contestants, draft.tables, draft.rounds, draft.sets = (min(count or 0, MOST) for count in counts)
    draft.kind = ContestantKind.PLAYER if head[-1] == "1" else ContestantKind.PAIR
    rounds = [(number, words_of(line)) for number, line in lines[1:] if line.strip()]
    if len(rounds) != draft.rounds:
        findings.error("movement-import.rounds-differ", "line 1", needed=draft.rounds, count=len(rounds))
        findings.check()
    size = _size(draft)
    for played, (number, words) in enumerate(rounds, start=1):
        if len(words) != size * draft.tables:
            count = len(words) // size
            where = f"line {number}"
            findings.error("movement-import.tables-differ", where, round=played, needed=draft.tables, count=count)
            continue
        for table in range(1, draft.tables + 1):
            _add_words(draft, words[size * (table - 1) : size * table], Spot(number, played, table), findings)
    return _results(draft, findings)


def read_grid(data: bytes, boards_per_round: int = 2) -> tuple[ImportedMovement, ...]:
    """Returns the movement of a pasted grid; a note if the boards per round are not in it.

    Raises Malformed with every problem and its line: `movement-import.cell`, `movement-import.seat`,
    `movement-import.set`, `movement-import.boards`, `movement-import.too-many`, `movement-import.empty`.
    """
    findings = Findings()
    text = text_of(data).removeprefix("\ufeff")
    draft = _draft(boards_per_round)
    draft.kind = ContestantKind.PLAYER if _FOUR.search(text) else ContestantKind.PAIR
    draft.is_two_fields = "NS1" in text.upper() and "EW1" in text.upper()
    rows, is_by_round = _rows(text, _size(draft))
    if len(rows) > MOST or max((len(cells) for _, cells in rows), default=0) > MOST:
        findings.error("movement-import.too-many", most=MOST)
        findings.check()
    for row, (number, cells) in enumerate(rows, start=1):
        for column, cell in enumerate(cells, start=1):
            played, table = (column, row) if is_by_round else (row, column)
            _add_cell(draft, cell, Spot(number, played, table), findings)
    if any(meeting.boards for meeting in draft.meetings):
        draft.notes.clear()
        bare = next((meeting for meeting in draft.meetings if not meeting.boards), None)
        if bare is not None:
            findings.error("movement-import.boards", bare.spot.where, text=bare.board_set, **bare.spot.params())
    return _results(draft, findings)


def _draft(boards_per_round: int) -> Draft:
    draft = Draft(boards_per_round=boards_per_round)
    draft.notes.append(Problem(BOARDS_ASSUMED, {"boards": boards_per_round}))
    return draft


def _size(draft: Draft) -> int:
    return 5 if draft.kind is ContestantKind.PLAYER else 3


def _results(draft: Draft, findings: Findings) -> tuple[ImportedMovement, ...]:
    if not findings.errors and not draft.meetings:
        findings.error("movement-import.empty")
    findings.check()
    return (draft.result(),)


def _rows(text: str, size: int) -> tuple[Cells, bool]:
    """Returns the rows of a grid without headings, each with its line, and True if the columns are the rounds."""
    rows: Cells = []
    is_by_round = False
    for number, line in enumerate(text.split("\n"), start=1):
        bare = checked_piece(number, line).rstrip()
        if not bare.strip():
            continue
        if not rows and not _MEETING.search(bare):
            heads = [cell.strip() for cell in bare.split("\t")]
            is_by_round = any(heads[1:]) and all(_ROUND.fullmatch(head) for head in heads[1:])
            continue
        rows.append((number, _cells(bare, size)))
    has_labels = bool(rows) and all(not cells[0].strip() or _LABEL.fullmatch(cells[0].strip()) for _, cells in rows)
    return [(number, cells[1:]) for number, cells in rows] if has_labels else rows, is_by_round


def _cells(line: str, size: int) -> list[str]:
    """Returns the cells of a row: between tabs, between two blanks or more, or the numbers in groups."""
    if "\t" in line:
        return line.split("\t")
    wide = re.split(r"\s{2,}", line.strip())
    if len(wide) > 1 and all(_MEETING.search(cell) or _LABEL.fullmatch(cell) or cell in "-.*" for cell in wide):
        return wide
    words = words_of(line)
    first = len(words) % size
    groups = zip_longest(*[iter(words[first:])] * size, fillvalue="")
    label = [" ".join(words[:first])] if first else []
    return (label + [f"{'-'.join(group[:-1])} {group[-1]}" for group in groups]) or [""]


def _add_cell(draft: Draft, cell: str, spot: Spot, findings: Findings) -> None:
    text = cell.strip()
    if not any(sign.isalnum() for sign in text):
        return
    match = _WITH_BOARDS.fullmatch(text) if draft.kind is ContestantKind.PAIR else None
    if match is not None:
        ns, ew, first, last = (int(part) for part in match.groups())
        if not 1 <= first <= last <= MOST_BOARD or last - first >= MOST_BOARDS:
            findings.error("movement-import.boards", spot.where, text=quote_text(text), **spot.params())
            return
        draft.meetings.append(DraftMeeting(spot=spot, ns=(ns,), ew=(ew,), boards=tuple(range(first, last + 1))))
        return
    words = words_of(text) if len(text) <= _MOST_CELL else []
    if len(words) != _size(draft):
        example = "8-1-6-2 3" if draft.kind is ContestantKind.PLAYER else "7-13 3"
        findings.error("movement-import.cell", spot.where, text=quote_text(text), example=example, **spot.params())
        return
    _add_words(draft, words, spot, findings)


def _add_words(draft: Draft, words: Sequence[str], spot: Spot, findings: Findings) -> None:
    if all(whole_number(word) == NOBODY for word in words):
        return
    bare = [word.upper().removeprefix("NS").removeprefix("EW") for word in words[:-1]]
    seats = [read_seat(word, spot, findings) for word in bare]
    board_set = read_set(words[-1], spot, findings)
    if None not in seats and board_set is not None:
        numbers = tuple(seat or NOBODY for seat in seats)
        half = len(numbers) // 2
        draft.meetings.append(DraftMeeting(spot=spot, ns=numbers[:half], ew=numbers[half:], board_set=board_set))
