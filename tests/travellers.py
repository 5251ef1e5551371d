"""Travellers and sessions in a few words, for tests of scoring."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, score_board
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    Line,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import ScoredBoard
from arrowswitch.regulations import load

SESSION_METHODS = tuple(method for method in Method if method is not Method.INSTANT)
"""The methods that need only a session's results."""
STANDARDS = Path(__file__).parent / "data" / "standards" / "scoring"
JCBL = load("jcbl-2008")
WBF = load("wbf-2017")


def standard(name: str) -> Any:
    """Returns the data of a file of outside truth."""
    return json.loads((STANDARDS / f"{name}.json").read_text(encoding="utf-8"), parse_float=Fraction)["data"]


def num(*numbers: object) -> tuple[Number, ...]:
    return tuple(Number(str(number)) for number in numbers)


def outcome(text: str) -> SideOutcome:
    """Reads `420`, `A`, `A+`, `A-`, `60%`, `NP`, `N`, `N:A+`, `40%1430,60%680`."""
    if text in ("A", "A+", "A-"):
        return Average(AverageKind(text))
    if text == "NP":
        return NotPlayed()
    if text == "N":
        return Neutral()
    if text.startswith("N:"):
        award = outcome(text[2:])
        assert isinstance(award, Average | Percentage)
        return Neutral(award)
    if "," in text:
        parts = (part.split("%") for part in text.split(","))
        return Weighted(tuple((int(score), Fraction(weight) / 100) for weight, score in parts))
    return Percentage(Fraction(text[:-1])) if text.endswith("%") else TableScore(int(text))


def row(text: str, board: int = 1, group: int = 0) -> Line:
    """Reads `1 11 170` (pair 1 N-S, pair 11 E-W, +170), `3 4 A+/A-` and `1+2 3+4 50` (single players)."""
    ns, ew, result = text.split()
    first, _, second = result.partition("/")
    numbers = (num(*ns.split("+")), num(*ew.split("+")))
    return Line(board, *numbers, outcome(first), outcome(second or first), group)


def traveller(*rows: str, board: int = 1, group: int = 0) -> tuple[Line, ...]:
    return tuple(row(text, board, group) for text in rows)


def score_lines(
    lines: Iterable[Line], rules: Regulations = JCBL, event_class: EventClass = EventClass.WEEKLY, **more: Any
) -> ScoredBoard:
    return score_board(tuple(lines), BoardContext(rules.scoring, event_class, **more))


def side_points(board: ScoredBoard, side: Side) -> list[Fraction | None]:
    """Returns the published points of a side in the order of the lines."""
    return [line.side(side).points for line in board.rows]


def by_number(board: ScoredBoard) -> dict[Number, Fraction | None]:
    """Returns the published points of everybody."""
    return {number: row.side(side).points for row in board.rows for side in Side for number in row.line.side(side)[0]}


def session(*boards: Iterable[Line], **more: Any) -> ScoringInput:
    """Returns a session of travellers."""
    return ScoringInput(tuple(line for board in boards for line in board), **more)


def fr(value: object) -> Fraction:
    return Fraction(str(value))


def frs(*values: object) -> list[Fraction]:
    return [fr(value) for value in values]


def with_rules(regulations: Regulations, section: str, **changes: Any) -> Regulations:
    """Returns regulations with some values of a section of `scoring` changed."""
    part = replace(getattr(regulations.scoring, section), **changes)
    return replace(regulations, scoring=replace(regulations.scoring, **{section: part}))


def method_points(lines: Iterable[Line], method: Method, rules: Regulations = JCBL, **more: Any) -> ScoredBoard:
    """Returns one board scored by a method."""
    game = session(lines, **more)
    return score(game, rules, method).boards[game.lines[0].board]
