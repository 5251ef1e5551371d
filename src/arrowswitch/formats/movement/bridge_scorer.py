"""The movements of the *Bridge Score Keeper* (thebridsk/bridgescorer on GitHub): YAML, or JSON with the same keys.

    name: Howell04T2B18
    numberTeams: 4                          numberPlayers for single players
    hands:
    - table: 1
      round: 1
      ns: 4                                 north, south, east, west for single players
      ew: 1
      boards: [1, 2, 3]                     or one board a line, each after a dash

Only this part of YAML is read: keys with a value, lists of numbers, and one level of items under `hands`. Names begin
with `Movement` or `IndividualMovement` in the file's name alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.notation import quote_text
from arrowswitch.formats.json.lines import json_lines
from arrowswitch.formats.json.values import parse_json
from arrowswitch.formats.kinds import is_json_start
from arrowswitch.formats.movement.drafts import (
    MOST,
    MOST_BOARD,
    MOST_BOARDS,
    Draft,
    DraftMeeting,
    ImportedMovement,
    Spot,
    read_count,
    read_seat,
)
from arrowswitch.formats.reading import Findings, checked_piece, text_of, whole_number

_HANDS = re.compile(r'^\s*"?hands"?\s*:', re.MULTILINE)
_PAIR = re.compile(r"(\w{1,30})\s*:(?:\s+(.*))?")
_PLAYERS = ("north", "south", "east", "west")
_PAIRS = ("ns", "ew")
_MOST_HANDS = MOST * MOST


@dataclass(slots=True)
class _Hand:
    """One item under `hands`: its line, its values, and its boards."""

    line: int
    values: dict[str, str] = field(default_factory=dict)
    boards: list[str] = field(default_factory=list)


def is_bridge_scorer(text: str) -> bool:
    """True if a text is a movement of the Bridge Score Keeper.

    >>> is_bridge_scorer("---\\nname: Home\\nhands:\\n- table: 1\\n"), is_bridge_scorer("round,table,ns,ew,boards")
    (True, False)
    """
    return _HANDS.search(text) is not None


def read_bridge_scorer(data: bytes) -> tuple[ImportedMovement, ...]:
    """Returns the movement of a file in YAML or JSON.

    Raises Malformed with every problem and its line: `format.json`, `movement-import.yaml`, `movement-import.count-*`,
    `movement-import.seat`, `movement-import.boards`, `movement-import.too-many`, `movement-import.empty`.
    """
    text, findings = text_of(data).removeprefix("\ufeff"), Findings()
    head, hands = _of_json(text) if is_json_start(text) else _of_yaml(text, findings)
    if len(hands) > _MOST_HANDS:
        findings.error("movement-import.too-many", most=_MOST_HANDS)
        findings.check()
    has_players = any("north" in hand.values for hand in hands)
    draft = Draft(head.get("short") or head.get("name", ""))
    draft.kind = ContestantKind.PLAYER if has_players else ContestantKind.PAIR
    count = whole_number(head.get("numberPlayers" if has_players else "numberTeams", ""))
    draft.contestants = count if count is not None and 0 < count <= MOST else 0
    for hand in hands:
        _add(draft, hand, _PLAYERS if has_players else _PAIRS, findings)
    if not findings.errors and not draft.meetings:
        findings.error("movement-import.empty")
    findings.check()
    return (draft.result(),)


def _of_json(text: str) -> tuple[dict[str, str], list[_Hand]]:
    plain = parse_json(text)
    if not isinstance(plain, dict) or not isinstance(plain.get("hands"), list):
        return {}, []
    lines = json_lines(text)
    hands = []
    for at, item in enumerate(plain["hands"]):
        hand = _Hand(lines.get(f"hands[{at}]", 1))
        values: Mapping[str, object] = item if isinstance(item, dict) else {}
        for name, value in values.items():
            if name == "boards" and isinstance(value, list):
                hand.boards = [str(board)[:40] for board in value[: MOST_BOARDS + 1]]
            else:
                hand.values[name] = str(value)[:40]
        hands.append(hand)
    return {name: str(value) for name, value in plain.items() if not isinstance(value, list | dict)}, hands


def _of_yaml(text: str, findings: Findings) -> tuple[dict[str, str], list[_Hand]]:
    head: dict[str, str] = {}
    hands: list[_Hand] = []
    is_below, is_boards = False, False
    for number, line in _yaml_lines(text):
        bare = line.strip()
        is_item = bare.startswith("- ") or bare == "-"
        match = _PAIR.fullmatch(bare.removeprefix("-").strip())
        if match is None:
            if is_item and is_boards and hands:
                hands[-1].boards.append(bare.removeprefix("-").strip())
            else:
                findings.error("movement-import.yaml", f"line {number}", text=quote_text(bare))
            continue
        name, value = match[1], _plain_value(match[2] or "")
        if not is_below:
            head[name] = value
            is_below = name == "hands"
            continue
        if not is_item and not line[0].isspace():
            head[name], is_boards = value, False
            continue
        if is_item:
            hands.append(_Hand(number))
        if hands:
            is_boards = name == "boards"
            if is_boards:
                hands[-1].boards += _flow(value)
            else:
                hands[-1].values[name] = value
    return head, hands


def _yaml_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        checked = checked_piece(number, line).rstrip()
        bare = checked.strip()
        if bare and not bare.startswith("#") and bare not in ("---", "..."):
            yield number, checked


def _plain_value(text: str) -> str:
    bare = text.strip()
    return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'" else bare


def _flow(text: str) -> list[str]:
    """Returns the words of a list in one line.

    >>> _flow("[1, 2, 3]"), _flow("")
    (['1', '2', '3'], [])
    """
    return [word for word in re.split(r"[,\s]+", text.strip("[] ")) if word]


def _add(draft: Draft, hand: _Hand, seats: Sequence[str], findings: Findings) -> None:
    played = read_count(hand.values.get("round", ""), "round", hand.line, findings)
    table = read_count(hand.values.get("table", ""), "table", hand.line, findings)
    if played is None or table is None:
        return
    spot = Spot(hand.line, played, table)
    numbers = [read_seat(hand.values.get(seat, ""), spot, findings) for seat in seats]
    boards = [whole_number(word) for word in hand.boards]
    if not 1 <= len(boards) <= MOST_BOARDS or any(board is None or not 1 <= board <= MOST_BOARD for board in boards):
        text = quote_text(" ".join(hand.boards[:20]))
        findings.error("movement-import.boards", spot.where, text=text, **spot.params())
        return
    if None not in numbers:
        half, whole = len(seats) // 2, tuple(number or 0 for number in numbers)
        played_boards = tuple(board or 0 for board in boards)
        draft.meetings.append(DraftMeeting(spot=spot, ns=whole[:half], ew=whole[half:], boards=played_boards))
