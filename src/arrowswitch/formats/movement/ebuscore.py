"""The text files of movements of EBUScore (PairsScorer, TeamsScorer, IndScorer): read and written.

Source: the EBU's forum on scoring, "Writing new movements in EBU Score" (forums.ebu.co.uk, discussion 1858), which
gives the columns of the first line and a whole movement of teams:

    type, tables, boards, boards per round, rounds [, missing pair, or the number of players]

and then a line for each table with the numbers of each round: North-South, East-West, board set. Types are 0 Howell,
1 Mitchell (two winners), 2 switched Mitchell, 3 and 4 individual, 5 to 7 teams. A file of several movements has a
heading in front of each (`[M146] Patton`). The source says nothing of the order of single players; it is read and
written North, South, East, West, as the other programs' files have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.drafts import (
    MOST,
    MOST_BOARD,
    NOBODY,
    Draft,
    DraftMeeting,
    ImportedMovement,
    Spot,
    read_count,
    read_seat,
    read_set,
)
from arrowswitch.formats.reading import Findings, text_of, whole_number

_HEADING = re.compile(r"\[([^\]\n]{0,80})\](.{0,200})")
_TYPES = range(8)
_TWO_FIELDS = 1
_INDIVIDUAL = (3, 4)
_TEAMS = range(5, 8)
_FEWEST, _MOST_COLUMNS = 5, 6
_MOST_MOVEMENTS = 100

Lines = list[tuple[int, list[str]]]


def is_ebuscore(text: str) -> bool:
    """True if a text is a file of movements of EBUScore: after headings, a line of five or six whole numbers with as
    many lines behind it as it has tables.

    >>> is_ebuscore("0,1,2,1,2\\n1,2,1,2,1,2\\n"), is_ebuscore("round,table,ns,ew,boards\\n1,1,1,2,1\\n")
    (True, False)
    """
    lines = (line.strip() for line in text[:4_000].split("\n"))
    first = next((line for line in lines if line and not _HEADING.fullmatch(line)), "")
    numbers = [whole_number(word) for word in first.rstrip(",").split(",")]
    if not _FEWEST <= len(numbers) <= _MOST_COLUMNS or None in numbers:
        return False
    return numbers[0] in _TYPES


def read_ebuscore(data: bytes) -> tuple[ImportedMovement, ...]:
    """Returns the movements of a file of EBUScore, in its order.

    Raises Malformed with every problem and its line: `movement-import.head`, `movement-import.count-*`,
    `movement-import.lines`, `movement-import.columns`, `movement-import.seat`, `movement-import.set`,
    `movement-import.sets-differ`, `movement-import.too-many`.
    """
    findings = Findings()
    drafts = [_draft(name, lines, findings) for name, lines in _parts(text_of(data), findings)]
    findings.check()
    return tuple(draft.result() for draft in drafts)


def format_ebuscore(movement: Movement, name: str = "") -> str:
    """Returns a movement as a file of EBUScore, with `name` as its heading.

    `read_ebuscore` makes a movement with the same contestants, meetings, boards and phantom. Raises Refused: a sheet
    with boards that are not numbered from 1 in sets of one size (`movement-export.boards`), with contestants that are
    not numbered from 1 (`movement-export.numbers`), with two meetings at a table or a side that is not whole
    (`movement-export.tables`), or with no meeting at all (`movement-export.empty`).
    """
    each = movement.boards_per_round
    if not movement.meetings:
        raise Refused.of("movement-export.empty")
    if movement.board_sets != numbered_sets(len(movement.board_sets), each):
        raise Refused.of("movement-export.boards")
    seats = _written_seats(movement)
    size = 2 if movement.kind is ContestantKind.PLAYER else 1
    cells: dict[tuple[int, int], list[int]] = {}
    for meeting in movement.meetings:
        place = (meeting.table, meeting.round)
        if place in cells or len(meeting.ns) != size or len(meeting.ew) != size:
            raise Refused.of("movement-export.tables", round=meeting.round, table=movement.label(meeting.table))
        cells[place] = [*(seats[number] for number in meeting.contestants), meeting.board_set]
    empty = [NOBODY] * (2 * size + 1)
    head = [_type_of(movement), movement.tables, len(movement.board_sets) * each, each, movement.rounds]
    head += _last_of_head(movement, seats)
    rows = [head]
    for table in range(1, movement.tables + 1):
        rounds = range(1, movement.rounds + 1)
        rows.append([number for at in rounds for number in cells.get((table, at), empty)])
    lines = [",".join(map(str, row)) for row in rows]
    title = " ".join(name.split()).replace("[", "(").replace("]", ")")
    return "\n".join([f"[{title[:80]}]", *lines] if title else lines) + "\n"


def _last_of_head(movement: Movement, seats: dict[Number, int]) -> list[int]:
    if movement.kind is ContestantKind.PLAYER:
        return [len(movement.contestants)]
    return [] if movement.phantom is None else [seats[movement.phantom]]


def _type_of(movement: Movement) -> int:
    if movement.kind is ContestantKind.PLAYER:
        return _INDIVIDUAL[0]
    if movement.kind is ContestantKind.TEAM:
        return _TEAMS[0]
    return _TWO_FIELDS if len(movement.fields) == 2 else 0


def _written_seats(movement: Movement) -> dict[Number, int]:
    """Returns the number of each contestant in the file: both sides of a Mitchell from 1, as on the sheet; East-West
    continues the numbers of North-South if a pair is missing, whose number is then that of one side.

    Raises Refused (`movement-export.numbers`).
    """
    is_apart = len(movement.fields) == 2
    seats: dict[Number, int] = {}
    for number in movement.contestants:
        bare = number.removeprefix("NS").removeprefix("EW") if is_apart else number
        whole = whole_number(bare)
        if whole is None or str(whole) != bare or whole < 1:
            raise Refused.of("movement-export.numbers", number=number)
        seats[number] = whole
    if is_apart and movement.phantom is not None:
        behind = max((seat for number, seat in seats.items() if number.startswith("NS")), default=0)
        seats = {number: seat + behind if number.startswith("EW") else seat for number, seat in seats.items()}
    return seats


def _parts(text: str, findings: Findings) -> Iterator[tuple[str, Lines]]:
    """Yields each movement of a file: its heading, and its lines with their numbers, cut into words."""
    name, lines, count = "", Lines(), 0
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.strip()
        heading = _HEADING.fullmatch(bare)
        if heading is None and bare:
            lines.append((number, [word.strip() for word in bare.rstrip(",").split(",")]))
        if heading is not None:
            if lines:
                yield name, lines
                count += 1
            if count >= _MOST_MOVEMENTS:
                findings.error("movement-import.too-many", f"line {number}", most=_MOST_MOVEMENTS)
                return
            name, lines = " ".join(part for part in map(str.strip, heading.groups()) if part), []
    if lines or not count:
        yield name, lines


def _draft(name: str, lines: Lines, findings: Findings) -> Draft:
    number, head = lines[0] if lines else (1, [])
    draft = _draft_of_head(name, number, head, findings)
    if draft is None:
        return Draft(name)
    rows = lines[1:]
    if len(rows) != draft.tables:
        findings.error("movement-import.lines", f"line {number}", tables=draft.tables, lines=len(rows))
        return draft
    size = 5 if draft.kind is ContestantKind.PLAYER else 3
    for table, (at, words) in enumerate(rows, start=1):
        if len(words) != size * draft.rounds:
            spot = Spot(at, None, table)
            needed = size * draft.rounds
            findings.error("movement-import.columns", spot.where, table=table, needed=needed, count=len(words))
            continue
        for played in range(draft.rounds):
            _add(draft, words[size * played : size * (played + 1)], Spot(at, played + 1, table), findings)
    return draft


def _draft_of_head(name: str, number: int, head: Sequence[str], findings: Findings) -> Draft | None:
    kinds = [whole_number(word) for word in head]
    if not _FEWEST <= len(head) <= _MOST_COLUMNS or kinds[0] not in _TYPES:
        findings.error("movement-import.head", f"line {number}", text=quote_text(",".join(head)))
        return None
    names = ("tables", "boards", "boards-per-round", "rounds")
    mosts = (MOST, MOST_BOARD, MOST, MOST)
    counts = [
        read_count(word, name, number, findings, most) for word, name, most in zip(head[1:5], names, mosts, strict=True)
    ]
    if any(count is None for count in counts):
        return None
    tables, boards, each, rounds = (count or 0 for count in counts)
    if boards % each or boards // each > MOST:
        findings.error("movement-import.sets-differ", f"line {number}", boards=boards, each=each)
        return None
    last = read_seat(head[5], Spot(number), findings) if len(head) == _MOST_COLUMNS else NOBODY
    kind = kinds[0] or 0
    is_individual = kind in _INDIVIDUAL
    draft = Draft(name, boards_per_round=each, sets=boards // each, tables=tables, rounds=rounds)
    draft.kind = ContestantKind.PLAYER if is_individual else ContestantKind.TEAM if kind in _TEAMS else draft.kind
    draft.contestants, draft.phantom = (last or 0, NOBODY) if is_individual else (0, last or NOBODY)
    draft.is_two_fields = kind == _TWO_FIELDS
    return draft


def _add(draft: Draft, words: Sequence[str], spot: Spot, findings: Findings) -> None:
    seats = [read_seat(word, spot, findings) for word in words[:-1]]
    if None in seats:
        return
    numbers = tuple(seat or NOBODY for seat in seats)
    if not any(numbers):
        return
    board_set = read_set(words[-1], spot, findings, max(draft.sets, 1))
    if board_set is not None:
        half = len(numbers) // 2
        draft.meetings.append(DraftMeeting(spot=spot, ns=numbers[:half], ew=numbers[half:], board_set=board_set))
