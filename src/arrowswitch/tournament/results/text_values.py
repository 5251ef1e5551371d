"""Results and awards as short texts in stored facts: `4SX-1 N`, `P`, `420`; `A+`, `55%`, `NP`, `N`, `N:A-`,
`420@2/5,-50@3/5`.

A reader of an event file can read and compare them without this program. Round trips are exact.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.game.contracts import PassedOut, Played, RawScore, TableResult
from arrowswitch.core.game.notation import format_result, parse_result
from arrowswitch.core.scoring import slips
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)

_WEIGHTED_PART = re.compile(r"(-?\d+)@(\d+(?:/\d+)?)\Z")


def format_award(award: SideOutcome) -> str:
    """Returns the stored text of an award: as directors write it, but exact where they round."""
    match award:
        case Percentage(percent):
            return f"{percent}%"
        case Neutral(Percentage() as inner):
            return f"N:{format_award(inner)}"
        case Weighted(parts):
            return ",".join(f"{score}@{weight}" for score, weight in parts)
        case TableScore(ns):
            return f"={ns}"
    return slips.format_award(award)


def parse_award(text: str) -> SideOutcome:
    """Returns the award that `text` stands for; raises Malformed (`award.malformed`)."""
    if text in ("A", "A+", "A-"):
        return Average(AverageKind(text))
    if text == "NP":
        return NotPlayed()
    if text == "N":
        return Neutral()
    if text.startswith("N:"):
        inner = parse_award(text[2:])
        if isinstance(inner, Average | Percentage):
            return Neutral(inner)
    if re.fullmatch(r"\d+(/\d+)?%", text) and Fraction(text[:-1]) <= 100:
        return Percentage(Fraction(text[:-1]))
    if re.fullmatch(r"=-?\d+", text):
        return TableScore(int(text[1:]))
    parts = [_WEIGHTED_PART.match(part) for part in text.split(",")]
    found = [(int(m[1]), Fraction(m[2])) for m in parts if m is not None]
    if len(found) == len(parts) and sum(weight for _, weight in found) == 1:
        return Weighted(tuple(found))
    raise Malformed.of("award.malformed", text=text)


def _result_from_plain(value: object) -> object:
    if isinstance(value, Played | PassedOut | RawScore) or value is None:
        return value
    return _read(parse_result, value)


def _award_from_plain(value: object) -> object:
    if isinstance(value, SideOutcome) or value is None:
        return value
    return _read(parse_award, value)


def _read(parse: object, value: object) -> object:
    if not isinstance(value, str) or not callable(parse):
        raise ValueError("a text is needed")
    try:
        return parse(value)
    except Mistake as mistake:
        raise ValueError(str(mistake)) from mistake


def _result_to_plain(value: TableResult | None) -> str | None:
    return None if value is None else format_result(value)


def _award_to_plain(value: SideOutcome | None) -> str | None:
    return None if value is None else format_award(value)


_TEXT = {"type": "string"}

ResultText = Annotated[
    TableResult, BeforeValidator(_result_from_plain), PlainSerializer(_result_to_plain), WithJsonSchema(_TEXT)
]
"""A table result stored in the directors' notation."""

AwardText = Annotated[
    SideOutcome, BeforeValidator(_award_from_plain), PlainSerializer(_award_to_plain), WithJsonSchema(_TEXT)
]
"""An award stored as its short text."""
