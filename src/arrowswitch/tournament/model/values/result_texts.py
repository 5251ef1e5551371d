"""Results and awards as short texts in stored facts: `4SX-1 N`, `P`, `420`; `A+`, `55%`, `NP`, `N`, `N:A-`,
`420@2/5,-50@3/5`.

A reader of an event file can read and compare them without this program. Round trips are exact.
"""

from __future__ import annotations

import re
from fractions import Fraction

from arrowswitch.core.errors import Malformed
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

_SHARE = r"\d{1,30}(?:/0*[1-9]\d{0,29})?"
_WEIGHTED_PART = re.compile(rf"(-?\d{{1,9}})@({_SHARE})\Z")


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
    if re.fullmatch(f"{_SHARE}%", text) and Fraction(text[:-1]) <= 100:
        return Percentage(Fraction(text[:-1]))
    if re.fullmatch(r"=-?\d{1,9}", text):
        return TableScore(int(text[1:]))
    parts = [_WEIGHTED_PART.match(part) for part in text.split(",")]
    weights = [(int(m[1]), Fraction(m[2])) for m in parts if m is not None]
    if len(weights) == len(parts) and sum(weight for _, weight in weights) == 1:
        return Weighted(tuple(weights))
    raise Malformed.of("award.malformed", text=text)
