"""From the results of a file to what scoring takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import TableScore, Weighted
from arrowswitch.formats.results.results import FileContestant, ResultsFile

_OF_MATCHES = (Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS)


def scoring_input(results: ResultsFile, method: Method | None = None) -> ScoringInput:
    """Returns the session to score: everybody who has a name or a real score, in one field or two.

    Adjustments of totals are penalties (or bonuses) in the unit of the file's method; they count where the session is
    scored by that `method` (None: it is), and mean nothing by another.

    A number without a name that never has a score of a table, weighted or not, is a phantom: it is left out, and its
    opponents keep what they were awarded.
    """
    phantoms = phantoms_of(results)
    ranked = tuple(one for one in results.contestants if one.number not in phantoms)
    return ScoringInput(
        lines=tuple(line.line for line in results.lines),
        contestants=tuple(one.number for one in ranked),
        fields=tuple(tuple(n for n in group if n not in phantoms) for group in results.fields),
        directions={one.number: one.direction for one in ranked if one.direction is not None},
        excluded=phantoms,
        penalties=tuple(_penalties(results, ranked)) if method in (None, results.method) else (),
        own_rounds=_own_rounds(results) if (method or results.method) in _OF_MATCHES else {},
    )


def _own_rounds(results: ResultsFile) -> dict[tuple[BoardNumber, Number], int]:
    """Returns the round in which each contestant played each board."""
    return {
        (line.line.board, number): line.round
        for line in results.lines
        if line.round is not None
        for number in (*line.line.ns, *line.line.ew)
    }


def _penalties(results: ResultsFile, ranked: Iterable[FileContestant]) -> Iterator[Penalty]:
    method = results.method
    for contestant in ranked:
        if method is not None and contestant.adjustment:
            yield Penalty(contestant.number, -contestant.adjustment, method.unit)


def phantoms_of(results: ResultsFile) -> frozenset[Number]:
    """Returns the numbers behind which nobody sits: no name in the file and no score of a table on any line.

    A weighted score (Law 12C1(c)) replaces a score of a table, so it proves that a contestant sat there.
    """
    playing = {
        number
        for line in results.lines
        for numbers, outcome in ((line.line.ns, line.line.ns_outcome), (line.line.ew, line.line.ew_outcome))
        if isinstance(outcome, TableScore | Weighted)
        for number in numbers
    }
    return frozenset(one.number for one in results.contestants if one.number not in playing and not one.names)
