"""An explanation as a value: steps with a code, parameters, the amount the step arrives at and the clause behind it.

The texts are in the catalogues `scoring` and `awards`. They use `params`, as a player reads them, and the exact values
in `exact_params`. Every computed amount is written as a formula (`arithmetic.py`), so that a reader or a test can
compute it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import (
    Arithmetic,
    exact_text,
    operand,
    result_text,
    rounding_formula,
    total_text,
)
from arrowswitch.core.scoring.outcomes import Line, NotPlayed
from arrowswitch.core.scoring.rounding import Rounding

SIDE_NAMES = {Side.NS: "N-S", Side.EW: "E-W"}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation. `value` is what the step brings or arrives at, None when it only tells; `clause` is
    the document and clause it follows, empty when it follows none."""

    code: str
    params: dict[str, ParamValue] = field(default_factory=dict, hash=False)
    value: Fraction | None = None
    clause: str = ""

    @property
    def exact_params(self) -> dict[str, ParamValue]:
        return {name: exact_text(value) for name, value in self.params.items()}

    @property
    def is_rounded(self) -> bool:
        """True if its text shows a number with fewer decimals than it has."""
        return any(isinstance(value, Arithmetic) and value.is_rounded for value in self.params.values())


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a number came about; `result` is the published number, None where there is no score."""

    number: Number
    board: BoardNumber | None
    steps: tuple[Step, ...]
    result: Fraction | None

    @property
    def is_rounded(self) -> bool:
        """True if its text shows numbers with fewer decimals than they have."""
        return any(step.is_rounded for step in self.steps)


def line_step(line: Line, side: Side) -> Step:
    """Returns the step that tells which line is explained, seen from one side."""
    opponents = "-".join(line.side(side.opponents)[0])
    return Step("explain.line", {"board": line.board, "side": SIDE_NAMES[side], "opponents": opponents})


def unscored_step(line: Line, side: Side, clause: str = "") -> Step:
    """Returns the reason why a side has no score on a board: the board was not played, or the opponents are
    excluded."""
    is_not_played = isinstance(line.side(side)[1], NotPlayed)
    return Step("explain.not-played" if is_not_played else "explain.removed", {"board": line.board}, None, clause)


def score_text(points: int) -> str:
    """Returns a score with its sign, as explanations write it."""
    return f"{points:+d}" if points else "0"


def amount_step(
    code: str, amount: Fraction, params: dict[str, ParamValue], clause: str, total: Rounding | None = None
) -> Step:
    """Returns a step that arrives at an amount, which its text shows as `{points}`; with `total`, which will round it,
    as tables show a total."""
    points = result_text(amount) if total is None else total_text(amount, total)
    return Step(code, {**params, "points": points}, amount, clause)


def rounding_steps(
    exact: Fraction, rounding: Rounding, clause: str, *, is_percent: bool = False, is_total: bool = False
) -> Iterator[Step]:
    """Yields the step that rounds an amount, whose text names the rule; nothing where rounding changes nothing."""
    published = rounding.of(exact)
    if published != exact:
        published_text = total_text(published) if is_percent or is_total else operand(published)
        params: dict[str, ParamValue] = {"formula": rounding_formula(exact, published, published_text)}
        code = "percent-rounding" if is_percent else "rounding"
        yield Step(f"explain.{code}.{rounding.value}", params, published, clause)
