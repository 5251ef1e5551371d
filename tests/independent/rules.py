"""The regulations of the four bodies and their scales, read from the TOML files as data, without the program."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "src" / "arrowswitch" / "regulations"
BODIES = ("jcbl-2008", "wbf-2017", "ebu", "acbl")


@cache
def body_values(name: str) -> dict[str, Any]:
    """Returns the values of a body by dotted name (`teams.plus`), those that it inherits included."""
    plain = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    values = dict(body_values(plain["inherits"])) if "inherits" in plain else {}
    for section, entries in plain.items():
        if isinstance(entries, dict):
            values |= {f"{section}.{key}": value["value"] for key, value in entries.items()}
    return values


@dataclass(frozen=True)
class ScaleData:
    """A scale of victory points: a printed table by numbers of boards, a stake, or (neither) the WBF's formula."""

    name: str
    unit: str
    pairs: tuple[tuple[Fraction, Fraction], ...]
    columns: tuple[tuple[int, int, tuple[int, ...]], ...]
    stake: int
    bonus: Fraction

    def is_for(self, boards: int) -> bool:
        """True if the scale converts matches of this many boards."""
        return not self.columns or any(least <= boards <= most for least, most, _ in self.columns)

    def vp(self, margin: Fraction, boards: int) -> Fraction:
        """Returns the victory points of the side whose margin it is."""
        whole = nearest(margin)
        better, worse = self._pair(abs(whole), boards)
        return better if whole >= 0 else worse

    def _pair(self, margin: int, boards: int) -> tuple[Fraction, Fraction]:
        if self.stake:
            capped = min(margin, self.stake)
            return Fraction(self.stake + capped), Fraction(self.stake - capped)
        if not self.columns:
            winner = continuous(boards)[min(margin, len(continuous(boards)) - 1)]
            return winner, 20 - winner
        starts = next(starts for least, most, starts in self.columns if least <= boards <= most)
        better, worse = self.pairs[sum(start <= margin for start in starts) - 1]
        if better == worse:
            return better + self.bonus / 2, worse + self.bonus / 2
        return better + self.bonus, worse


@cache
def scale_data(name: str) -> ScaleData:
    """Returns a scale of the files."""
    plain = tomllib.loads((FOLDER / "scales" / f"{name}.toml").read_text(encoding="utf-8"))
    whole = plain
    if "inherits" in plain:
        base = tomllib.loads((FOLDER / "scales" / f"{plain['inherits']}.toml").read_text(encoding="utf-8"))
        whole = {**base, **plain}
    columns = []
    for boards, column in whole.get("columns", {}).items():
        least, _, most = boards.removesuffix("+").partition("-")
        is_open = boards.endswith("+")
        columns.append((int(least), 10**6 if is_open else int(most or least), tuple(column["from"])))
    return ScaleData(
        name=name,
        unit=whole.get("unit", "imps"),
        pairs=tuple((Fraction(str(one)), Fraction(str(other))) for one, other in whole.get("vps", ())),
        columns=tuple(columns),
        stake=int(whole.get("stake", 0)),
        bonus=Fraction(str(whole.get("bonus", 0))),
    )


@cache
def continuous(boards: int) -> tuple[Fraction, ...]:
    """Returns the winner's victory points by the WBF's formula of 2013, up to the margin that brings all 20.

    With R = (√5 - 1) / 2 the margin X = 15 √boards brings 20; the steps, which the rounding makes uneven, never grow.
    """
    with localcontext() as context:
        context.prec = 40
        ratio = (Decimal(5).sqrt() - 1) / 2
        blitz = 15 * Decimal(boards).sqrt()
        margins = range(int(blitz) + (blitz != int(blitz)))
        exact = [10 + 10 * (1 - ratio ** (3 * margin / blitz)) / (1 - ratio**3) for margin in margins]
    points = [int((value * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP)) for value in exact] + [2000, 2000]
    is_even = False
    while not is_even:
        steps = [after - before for before, after in pairwise(points)]
        bends = [at + 1 for at in range(len(steps) - 1) if steps[at + 1] > steps[at]]
        is_even = not bends
        points = [value + (at in bends) for at, value in enumerate(points)]
    return tuple(Fraction(min(value, 2000), 100) for value in points)


def nearest(amount: Fraction) -> int:
    """Returns the nearest whole number, halves away from zero (guidance, line 36; a decision)."""
    size = (2 * abs(amount).numerator + abs(amount).denominator) // (2 * abs(amount).denominator)
    return -size if amount < 0 else size


def two_places(amount: Fraction) -> Fraction:
    """Returns an amount with two decimals, the third rounded half up by its size (manual, line 3623)."""
    return Fraction(nearest(amount * 100), 100)
