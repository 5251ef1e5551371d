"""The explanation of victory points for a margin: the scale, its column and its row, or its formula."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.scoring.arithmetic import fill_formula, operand
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.scales import Scale, ScaleKind
from arrowswitch.core.scoring.steps import Step, amount_step, rounding_steps


def vp_steps(scale: Scale, margin: Fraction, boards: int | None, clause: str = "") -> Iterator[Step]:
    """Yields the steps from a side's margin over `boards` boards to its victory points. Without a clause the source of
    the scale is cited.

    Raises Refused as `Scale.points`.
    """
    source = clause or scale.source
    won = scale.points(margin, boards)[0]
    yield from rounding_steps(margin, Rounding.HALF_UP_0, source)
    whole = int(Rounding.HALF_UP_0.of(margin))
    params: dict[str, ParamValue] = {"scale": scale.name, "margin": operand(whole), "size": abs(whole)}
    if scale.kind is ScaleKind.BANDS:
        yield from _band_steps(scale, whole, boards, params, source)
    elif scale.kind is ScaleKind.STAKE:
        code = "explain.vp-stake" if whole >= 0 else "explain.vp-stake-lost"
        yield amount_step(code, won, params | {"stake": scale.stake}, source)
    else:
        code = "explain.vp-continuous" if whole >= 0 else "explain.vp-continuous-lost"
        params |= {"boards": boards or 0, "winner": operand(max(won, 20 - won))}
        yield amount_step(code, won, params, source)


def _band_steps(
    scale: Scale, margin: int, boards: int | None, params: dict[str, ParamValue], clause: str
) -> Iterator[Step]:
    row = scale.row(margin, boards)
    better, worse = row.pair
    own = better if margin >= 0 else worse
    params |= {"boards": row.column, "first": row.first, "better": operand(better), "worse": operand(worse)}
    if row.last is None:
        code = "explain.vp-row-on"
    else:
        code, params["last"] = "explain.vp-row" if row.first < row.last else "explain.vp-row-one", row.last
    yield amount_step(code, own, params, clause)
    bonus = scale.points(margin, boards)[0] - own
    if bonus:
        formula = fill_formula("{} + {}", operand(own), operand(bonus))
        yield amount_step("explain.vp-bonus", own + bonus, {"formula": formula}, clause)
