"""A session's lines as arrays, for those that have them as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.scoring.bulk.arrays import Ints
from arrowswitch.core.scoring.bulk.inputs import PERCENT_UNIT, BulkField, Kind
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    Neutral,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)

_KINDS = {AverageKind.AVERAGE: Kind.AVERAGE, AverageKind.PLUS: Kind.PLUS, AverageKind.MINUS: Kind.MINUS}


def field_of(session: ScoringInput) -> tuple[BulkField, tuple[Number, ...]]:
    """Returns a session as arrays, and the numbers of its contestants by the whole numbers that stand for them.

    Raises Refused as `ScoringInput.check`, and with `bulk.outcome` for what arrays cannot hold: single players,
    weighted scores, percentages finer than hundredths of a percent.
    """
    session.check()
    Refused.check(_problems(session))
    names = (*session.ranked_numbers, *session.excluded)
    places = {name: place for place, name in enumerate(names)}
    ranked_in = {name: place for place, numbers in enumerate(session.fields) for name in numbers}
    lines = session.lines
    ns = [values_of_outcome(line.ns_outcome) for line in lines]
    ew = [values_of_outcome(line.ew_outcome) for line in lines]
    scores, kinds, percents = _columns(ns)
    other = _columns(ew) if ns != ew else (None, None, None)
    field = BulkField(
        boards=_array(line.board for line in lines),
        ns=_array(places[line.ns[0]] for line in lines),
        ew=_array(places[line.ew[0]] for line in lines),
        scores=scores,
        kinds=kinds,
        percents=percents,
        ew_scores=other[0],
        ew_kinds=other[1],
        ew_percents=other[2],
        groups=_array(line.group for line in lines) if any(line.group for line in lines) else None,
        fields=_array(ranked_in.get(name, 0) for name in names) if session.fields else None,
        full_results=dict(session.full_results),
        penalties=tuple(replace(given, number=Number(str(places[given.number]))) for given in session.penalties),
        excluded=frozenset(places[name] for name in session.excluded),
        is_provisional=session.is_provisional,
        event_class=session.event_class,
    )
    return field, names


def _problems(session: ScoringInput) -> Iterator[Problem]:
    for line in session.lines:
        where: dict[str, ParamValue] = {"board": line.board, "ns": "-".join(line.ns)}
        if len(line.ns) != 1 or len(line.ew) != 1:
            yield Problem("bulk.players", where)
        elif not all(is_known_outcome(outcome) for outcome in (line.ns_outcome, line.ew_outcome)):
            yield Problem("bulk.outcome", where)


def is_known_outcome(outcome: SideOutcome) -> bool:
    """True if arrays can hold an outcome: no weighted score, and no percentage finer than hundredths of a percent."""
    if isinstance(outcome, Neutral):
        return outcome.award is None or is_known_outcome(outcome.award)
    if isinstance(outcome, Percentage):
        return (outcome.percent * PERCENT_UNIT).denominator == 1
    return not isinstance(outcome, Weighted)


def values_of_outcome(outcome: SideOutcome) -> tuple[int, Kind, int]:
    """Returns score, kind and percentage."""
    match outcome:
        case TableScore(ns):
            return ns, Kind.SCORE, 0
        case Average(kind):
            return 0, _KINDS[kind], 0
        case Percentage(percent):
            return 0, Kind.PERCENTAGE, int(percent * PERCENT_UNIT)
        case Neutral(award):
            return values_of_outcome(award or Average(AverageKind.AVERAGE))
        case _:
            return 0, Kind.NOT_PLAYED, 0


def _columns(values: Sequence[tuple[int, Kind, int]]) -> tuple[Ints, Ints, Ints]:
    scores, kinds, percents = (_array(row[place] for row in values) for place in range(3))
    return scores, kinds, percents


def _array(values: Iterable[int]) -> Ints:
    return np.array(tuple(values), np.int64)
