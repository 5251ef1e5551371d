"""The movements of BridgeCentral, the program of the Danish federation (`.lcd`).

Source: a description of the files with samples of pairs, teams and single players, in a public support document of the
program ("DBF / BridgeCentral standard skifteplaner"). Values are separated by `¤`, those of the tables by `|`:

    type ¤ contestants ¤ name ¤ tables ¤ rounds ¤ parameter ¤ remark ¤ ...
    round ¤ NS ¤ 0 ¤ EW ¤ 0 ¤ sets          pairs (1) and teams (2)
    round ¤ N ¤ S ¤ E ¤ W ¤ sets            single players (3)

The files have no number of boards per round; where a set is 0, the boards of a round are the same at all tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.notation import quote_text
from arrowswitch.formats.movement.drafts import (
    BOARDS_ASSUMED,
    MOST,
    NOBODY,
    Draft,
    DraftMeeting,
    ImportedMovement,
    Spot,
    read_count,
    read_seat,
    read_set,
)
from arrowswitch.formats.reading import LARGEST_FILE, Findings, checked_piece, whole_number

_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*[123](?:\xc2)?\xa4\d")
_SIGN, _TABLES = "¤", "|"
_KINDS = {"1": ContestantKind.PAIR, "2": ContestantKind.TEAM, "3": ContestantKind.PLAYER}
_HEAD = 7
_ROUND = 6
_MOST_CONTESTANTS = 800


def is_bridgecentral(data: bytes) -> bool:
    """True if a file begins as the movements of BridgeCentral do, in UTF-8 or in the Western encoding of Windows."""
    return _START.match(data[:200]) is not None


def read_bridgecentral(data: bytes, boards_per_round: int = 2) -> tuple[ImportedMovement, ...]:
    """Returns the movement of a `.lcd` file, with a note that the boards per round are not in the file.

    Raises Malformed with every problem and its line: `movement-import.head`, `movement-import.count-*`,
    `movement-import.round`, `movement-import.columns`, `movement-import.seat`, `movement-import.set`.
    """
    findings = Findings()
    lines = [(n, line) for n, line in enumerate(_text(data).split("\n"), start=1) if line.strip()]
    draft = _draft(lines, boards_per_round, findings) if lines else None
    if draft is not None:
        for number, line in lines[1:]:
            _add_round(draft, checked_piece(number, line), number, findings)
    if not findings.errors and (draft is None or not draft.meetings):
        findings.error("movement-import.empty")
    findings.check()
    return (draft.result(),) if draft is not None else ()


def _text(data: bytes) -> str:
    if len(data) > LARGEST_FILE:
        raise Malformed.of("format.too-large", limit=LARGEST_FILE // 1_000_000)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")


def _draft(lines: Sequence[tuple[int, str]], boards_per_round: int, findings: Findings) -> Draft | None:
    number, line = lines[0]
    words = [word.strip() for word in checked_piece(number, line).split(_SIGN)]
    kind = _KINDS.get(words[0])
    if kind is None or len(words) < _HEAD:
        findings.error("movement-import.head", f"line {number}", text=quote_text(line))
        return None
    names = (("contestants", words[1], _MOST_CONTESTANTS), ("tables", words[3], MOST), ("rounds", words[4], MOST))
    counts = [read_count(word, name, number, findings, most) for name, word, most in names]
    if any(count is None for count in counts):
        return None
    contestants, tables, rounds = (count or 0 for count in counts)
    draft = Draft(
        name=words[2],
        kind=kind,
        boards_per_round=boards_per_round,
        tables=tables,
        rounds=rounds,
        contestants=contestants,
    )
    draft.notes.append(Problem(BOARDS_ASSUMED, {"boards": boards_per_round}))
    return draft


def _add_round(draft: Draft, line: str, number: int, findings: Findings) -> None:
    words = line.split(_SIGN)
    played = whole_number(words[0])
    if played is None or not 1 <= played <= draft.rounds or len(words) < _ROUND:
        findings.error("movement-import.round", f"line {number}", text=quote_text(line), most=draft.rounds)
        return
    has_players = draft.kind is ContestantKind.PLAYER
    columns = [words[at].split(_TABLES) for at in ((1, 2, 3, 4, 5) if has_players else (1, 3, 5))]
    short = next((column for column in columns if len(column) != draft.tables), None)
    if short is not None:
        findings.error(
            "movement-import.tables-differ",
            f"line {number}",
            round=played,
            needed=draft.tables,
            count=len(short),
        )
        return
    for table, cells in enumerate(zip(*columns, strict=True), start=1):
        _add(draft, cells, Spot(number, played, table), findings)


def _add(draft: Draft, cells: Sequence[str], spot: Spot, findings: Findings) -> None:
    seats = [read_seat(cell, spot, findings) for cell in cells[:-1]]
    if None in seats or not any(seats):
        return
    has_set = whole_number(cells[-1]) != NOBODY
    board_set = read_set(cells[-1], spot, findings) if has_set else spot.round
    if board_set is not None:
        numbers = tuple(seat or NOBODY for seat in seats)
        half = len(numbers) // 2
        draft.meetings.append(DraftMeeting(spot=spot, ns=numbers[:half], ew=numbers[half:], board_set=board_set))
