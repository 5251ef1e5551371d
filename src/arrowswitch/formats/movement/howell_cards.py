"""The movements of *howellcards*, a public collection of Howell cards (`setup.json` of sywhub/howellcards on GitHub).

JSON with bare keys and `//` remarks: `{"8": {Rounds, Tables, BoardMovement, Arrangement: [[{NS, EW, Board}, ...]]}}`,
one list of tables for each round. Board sets count from 0, and pair 0 is the phantom.
"""

from __future__ import annotations

import json
import re

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.formats.json.lines import json_lines
from arrowswitch.formats.json.values import parse_json
from arrowswitch.formats.movement.drafts import (
    BOARDS_ASSUMED,
    MOST,
    Draft,
    DraftMeeting,
    ImportedMovement,
    Spot,
    read_seat,
    read_set,
)
from arrowswitch.formats.reading import Findings, text_of

_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*|\b([A-Za-z_]\w{0,30})(?=\s*:)', re.DOTALL)
_MARK = re.compile(r'"?Arrangement"?\s*:')
_MOST_MOVEMENTS = 100


def is_howell_cards(text: str) -> bool:
    """True if a text is the data file of howellcards.

    >>> is_howell_cards('{"4": {Rounds: 3, Tables: 2, Arrangement: []}}'), is_howell_cards('{"meetings": []}')
    (True, False)
    """
    return text.lstrip().startswith("{") and _MARK.search(text[:100_000]) is not None


def read_howell_cards(data: bytes, boards_per_round: int = 2) -> tuple[ImportedMovement, ...]:
    """Returns the movements of a file, in its order, each with a note that the boards per round are not in the file.

    Raises Malformed with every problem and its line: `format.json`, `movement-import.arrangement`,
    `movement-import.seat`, `movement-import.set`, `movement-import.too-many`, `movement-import.empty`.
    """
    text = _PIECE.sub(_json_piece, text_of(data).removeprefix("\ufeff"))
    plain = parse_json(text)
    if not isinstance(plain, dict):
        raise Malformed.of("movement-import.empty")
    movements = {"": plain} if "Arrangement" in plain else plain
    if len(movements) > _MOST_MOVEMENTS:
        raise Malformed.of("movement-import.too-many", most=_MOST_MOVEMENTS)
    lines, findings = json_lines(text), Findings()
    drafts = []
    for name, value in movements.items():
        draft = Draft(f"Howell {name}".strip(), boards_per_round=boards_per_round)
        draft.notes.append(Problem(BOARDS_ASSUMED, {"boards": boards_per_round}))
        _add_rounds(draft, value, str(name), lines, findings)
        drafts.append(draft)
    if not findings.errors and not all(draft.meetings for draft in drafts):
        findings.error("movement-import.empty")
    findings.check()
    return tuple(draft.result() for draft in drafts)


def _json_piece(match: re.Match[str]) -> str:
    """Returns a piece of the text as JSON has it: bare keys in quotes, remarks as nothing."""
    if match[1] is not None:
        return json.dumps(match[1])
    return "" if match[0].startswith("//") else match[0]


def _add_rounds(draft: Draft, value: object, path: str, lines: dict[str, int], findings: Findings) -> None:
    rounds = value.get("Arrangement") if isinstance(value, dict) else None
    line = lines.get(path, 1)
    if not isinstance(rounds, list) or not 1 <= len(rounds) <= MOST:
        findings.error("movement-import.arrangement", f"line {line}", name=path, most=MOST)
        return
    for played, tables in enumerate(rounds, start=1):
        at = f"{path}.Arrangement[{played - 1}]".lstrip(".")
        if not isinstance(tables, list) or len(tables) > MOST:
            findings.error("movement-import.arrangement", f"line {lines.get(at, line)}", name=path, most=MOST)
            return
        for table, meeting in enumerate(tables, start=1):
            spot = Spot(lines.get(f"{at}[{table - 1}]", line), played, table)
            _add(draft, meeting if isinstance(meeting, dict) else {}, spot, findings)


def _add(draft: Draft, meeting: dict[str, object], spot: Spot, findings: Findings) -> None:
    ns, ew = (read_seat(_word(meeting.get(side)), spot, findings) for side in ("NS", "EW"))
    board = meeting.get("Board")
    text = str(board + 1) if isinstance(board, int) and not isinstance(board, bool) else _word(board)
    board_set = read_set(text, spot, findings)
    if ns is not None and ew is not None and board_set is not None:
        draft.meetings.append(DraftMeeting(spot=spot, ns=(ns,), ew=(ew,), board_set=board_set))


def _word(value: object) -> str:
    return "" if value is None else str(value)[:40]
