"""The sides of a match of the bracket as screens and sheets show them: who plays, or where that team comes from."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.knockout.bracket import BracketSlot
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchSide
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.core.pairing.knockout.words import slot_name


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A side of a match: who it is, or where it comes from (`source`); its score once both are known; whether it goes
    on, and whether it lost without playing."""

    slot: BracketSlot
    number: Number | None
    source: Problem | None
    score: MatchSide | None
    goes_on: bool
    is_forfeited: bool


def bracket_sides(stands: Knockout, match: KnockoutMatch) -> tuple[BracketSide, ...]:
    """Returns the sides of a match in the order of its slots."""
    scores = {side.number: side for side in match.sides}
    forfeits = () if match.result is None else match.result.forfeited_by
    missing = len(match.bracket.slots) - len(match.teams)
    return tuple(
        BracketSide(
            slot=slot,
            number=number,
            source=slot_name(stands, slot) if number is None else None,
            score=None if number is None else scores.get(number),
            goes_on=number is not None and number in match.goes_on,
            is_forfeited=number is not None and number in forfeits,
        )
        for slot, number in zip(match.bracket.slots, match.teams + (None,) * missing, strict=True)
    )
