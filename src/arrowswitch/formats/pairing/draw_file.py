"""A Swiss as a JSON file: who takes part with which score, who has met, and the rule; the input of `arrowswitch draw`.

    {"contestants": [{"number": "1", "score": "43.50"}, ...],        best first where scores are equal
     "played": [["1", "2"], ...]  or one list of pairs for each round; ["7"] sat out, ["7", "8", "9"] was a triangle
     "rounds": 7, "rematch": "never", "rematch_number": 2, "last_round": "...", "triangle": "...", "triangle_limit": 2,
     "barred": [["3", "5"], ...], "keep": [["1", "6"], ...]}

Only the contestants must be there. Rounds that are not told apart are counted from how often everybody has played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.pairing.swiss.conditions import LastRound, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.draw import DrawInput, Kept
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Ban, Policy
from arrowswitch.formats.reading import text_of

_MOST = 5_000
_THREE = 3
_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(slots=True)
class _Reader:
    """Reads values and collects what is wrong with them."""

    problems: list[Problem]

    def wrong(self, code: str, where: str, value: object) -> None:
        self.problems.append(Problem(f"draw-file.{code}", {"value": _short(value)}, where))

    def number(self, value: object, where: str) -> Number:
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if isinstance(text, str) and 0 < len(text) <= 20 and text.split() == [text]:
            return Number(text)
        self.wrong("number", where, value)
        return Number("?")

    def score(self, value: object, where: str) -> Fraction:
        try:
            return Fraction(str(value))
        except (ValueError, ZeroDivisionError, OverflowError):
            self.wrong("score", where, value)
            return Fraction(0)

    def items(self, value: object, where: str) -> list[object]:
        if isinstance(value, list) and len(value) <= _MOST:
            return value
        self.wrong("list", where, value)
        return []

    def group(self, value: object, where: str, sizes: Sequence[int]) -> tuple[Number, ...]:
        items = self.items(value, where)
        if len(items) not in sizes:
            self.wrong("pair", where, value)
        return tuple(self.number(item, f"{where}[{at}]") for at, item in enumerate(items))

    def choice(self, data: dict[str, object], name: str, kinds: type[_Choice], usual: _Choice) -> _Choice:
        value = data.get(name, usual.value)
        if isinstance(value, str) and value in set(kinds):
            return kinds(value)
        self.problems.append(
            Problem("draw-file.choice", {"value": _short(value), "known": ", ".join(k.value for k in kinds)}, name)
        )
        return usual

    def whole(self, data: dict[str, object], name: str) -> int | None:
        value = data.get(name)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 999):
            return value
        self.wrong("whole", name, value)
        return None


def read_draw_file(content: bytes) -> DrawInput:
    """Returns what the next round is drawn from.

    Raises Malformed with every problem and its place: `format.json`, `draw-file.object`, `.list`, `.number`, `.score`,
    `.pair`, `.choice`, `.whole`, `.contestant`, `.twice` (somebody who stands in the list twice).
    """
    data = _json(content)
    reader = _Reader([])
    scores = _scores(reader, data)
    encounters = tuple(_encounters(reader, data))
    round_number = max((encounter.round for encounter in encounters), default=0) + 1
    conditions = SwissConditions(
        rounds=reader.whole(data, "rounds"),
        rematch=reader.choice(data, "rematch", Rematch, Rematch.NEVER),
        rematch_number=reader.whole(data, "rematch_number"),
        last_round=reader.choice(data, "last_round", LastRound, LastRound.AS_OTHERS),
        triangle=reader.choice(data, "triangle", Triangle, Triangle.NONE),
        triangle_limit=reader.whole(data, "triangle_limit"),
    )
    bans = [Ban(one, other) for one, other in _pairs(reader, data, "barred")]
    kept = tuple(Kept(one, other) for one, other in _pairs(reader, data, "keep"))
    Malformed.check(reader.problems)
    order = tuple(sorted(scores, key=lambda number: -scores[number]))
    return DrawInput(order, Policy.of(conditions, round_number, History(encounters), bans), kept)


def _json(content: bytes) -> dict[str, object]:
    try:
        data = json.loads(text_of(content))
    except json.JSONDecodeError as error:
        raise Malformed.of("format.json", where=f"line {error.lineno}", column=error.colno) from error
    except RecursionError as error:
        raise Malformed.of("format.json", where="line 1", column=1) from error
    if not isinstance(data, dict):
        raise Malformed.of("draw-file.object")
    return data


def _scores(reader: _Reader, data: dict[str, object]) -> dict[Number, Fraction]:
    scores: dict[Number, Fraction] = {}
    for number, score in _contestants(reader, data):
        if number in scores:
            reader.wrong("twice", "contestants", number)
        scores[number] = score
    return scores


def _contestants(reader: _Reader, data: dict[str, object]) -> Iterator[tuple[Number, Fraction]]:
    for at, item in enumerate(reader.items(data.get("contestants"), "contestants")):
        where = f"contestants[{at}]"
        if isinstance(item, dict):
            number = reader.number(item.get("number"), f"{where}.number")
            yield number, reader.score(item.get("score", 0), f"{where}.score")
        else:
            reader.wrong("contestant", where, item)


def _encounters(reader: _Reader, data: dict[str, object]) -> Iterator[Encounter]:
    played = reader.items(data.get("played", []), "played")
    if any(isinstance(item, list) and item and isinstance(item[0], list) for item in played):
        for at, item in enumerate(played):
            for inner, group in enumerate(reader.items(item, f"played[{at}]")):
                yield Encounter(at + 1, reader.group(group, f"played[{at}][{inner}]", (1, 2, _THREE)))
        return
    times: dict[Number, int] = {}
    for at, item in enumerate(played):
        group = reader.group(item, f"played[{at}]", (1, 2, _THREE))
        round_number = max((times.get(number, 0) for number in group), default=0) + 1
        times.update(dict.fromkeys(group, round_number))
        yield Encounter(round_number, group)


def _pairs(reader: _Reader, data: dict[str, object], name: str) -> Iterator[tuple[Number, Number]]:
    for at, item in enumerate(reader.items(data.get(name, []), name)):
        group = reader.group(item, f"{name}[{at}]", (2,))
        if len(group) == 2:
            yield group[0], group[1]


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
