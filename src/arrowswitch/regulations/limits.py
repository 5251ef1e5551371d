"""The limits of values of regulations, beyond their types: their size and their order.

A file in which average plus is less than an average would be read without complaint and rank the wrong pairs, and so
would 350 for 35 percent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.offences import Sanction
from arrowswitch.core.scoring.rules import Addends, ShownPoints

Found = tuple[str, str, dict[str, ParamValue]]
"""The code of a problem without its room, the key, and further parameters."""

_PERCENTS = {
    "averages": ("average", "plus", "minus"),
    "ranking": ("placed-percent",),
    "imps": ("award-share", "single-share"),
    "total-points": ("award-share", "single-share"),
    "worth": ("vp-percent",),
    "butler": ("drop-percent",),
    "houston": ("drop-percent",),
}
_SHARES = {
    "fouled": ("small-share",),
    "unplayed": ("removed-from",),
    "carry-over": ("part",),
    "teams": ("mismatch-share", "void-share"),
}
_LISTS = ("percents-of-three", "percents-of-two", "percents-of-one")


def limit_problems(regulations: Regulations, parts: Mapping[str, object]) -> Iterator[Found]:
    """Yields the values that are out of range or contradict another value; `parts` are the values by section.

    Codes: `regulations.too-much`, `regulations.rising-list`, `regulations.wrong-order`, `regulations.contradiction`,
    `regulations.uneven-rates`, `regulations.rates-order`, `regulations.nothing`, `regulations.no-match`.
    """
    for limit, keys in ((100, _PERCENTS), (1, _SHARES)):
        for section, names in keys.items():
            for name in names:
                yield from _too_much(f"{section}.{name}", [_value(parts[section], name)], limit)
    for name in _LISTS:
        percents = _values(parts["fouled"], name)
        yield from _too_much(f"fouled.{name}", percents, 100)
        if any(one < other for one, other in pairwise(percents)):
            yield "rising-list", f"fouled.{name}", {"value": ", ".join(map(plain_string, percents))}
    yield from _contradictions(regulations)
    yield from _rates(regulations)


def _rates(regulations: Regulations) -> Iterator[Found]:
    """Yields the faults of masterpoint rates that are not one number for each date, the oldest date first."""
    own = regulations.masterpoints
    days = ", ".join(own.since)
    if any(one >= other for one, other in pairwise(own.since)):
        yield "rates-order", "masterpoints.since", {"value": days}
    named = {"unit": own.unit, "step": own.step, "paid-percent": own.paid_percent, "most": own.most}
    for name, values in {**named, "team-factor": own.team_factor}.items():
        if len(values) != len(own.since):
            params: dict[str, ParamValue] = {"value": ", ".join(map(plain_string, values)), "count": len(own.since)}
            yield "uneven-rates", f"masterpoints.{name}", params
    yield from _too_much("masterpoints.step", list(own.step), 1)
    yield from _too_much("masterpoints.paid-percent", list(own.paid_percent), 100)
    if not all(own.unit):
        yield "nothing", "masterpoints.unit", {"value": ", ".join(map(plain_string, own.unit))}


def _contradictions(regulations: Regulations) -> Iterator[Found]:
    rules = regulations.scoring
    averages = rules.averages
    if averages.plus < averages.average:
        yield "wrong-order", "averages.plus", {"value": plain_string(averages.plus), "other": "averages.average"}
    if averages.minus > averages.average:
        yield "wrong-order", "averages.minus", {"value": plain_string(averages.minus), "other": "averages.average"}
    if rules.boards.shown is ShownPoints.OWN_RESULTS and rules.totals.adds is Addends.PUBLISHED:
        yield "contradiction", "totals.adds", {"other": "boards.shown"}
    if regulations.penalties.conduct_third is Sanction.FORFEIT:
        yield "no-match", "penalties.conduct-third", {"other": "penalties.conduct-imps-third"}


def _too_much(key: str, values: list[Fraction], limit: int) -> Iterator[Found]:
    return (("too-much", key, {"value": plain_string(value), "most": limit}) for value in values if value > limit)


def _value(values: object, name: str) -> Fraction:
    return Fraction(getattr(values, name.replace("-", "_")))


def _values(values: object, name: str) -> list[Fraction]:
    return list(getattr(values, name.replace("-", "_")))
