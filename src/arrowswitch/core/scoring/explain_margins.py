"""Why a number is what it is in the methods that count margins: comparisons, datums, rounds, penalties.

The steps come from the same breakdowns that make the scores (`crosses`, `datums`, `houston`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring import houston
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.crosses import CrossBoard, Share
from arrowswitch.core.scoring.datums import DatumSide
from arrowswitch.core.scoring.imps import imps
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.margins import BUTLER, award_kind, margin_accounts
from arrowswitch.core.scoring.measures import IMPS, POINTS
from arrowswitch.core.scoring.outcomes import AverageKind, Line, Neutral, NotPlayed
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import Factoring
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import SIDE_NAMES, Step, amount_step, score_text

_CROSSES = {measure.method: measure for measure in (IMPS, POINTS)}
_KINDS = {AverageKind.AVERAGE: "average", AverageKind.PLUS: "plus", AverageKind.MINUS: "minus"}

_WORTHS = {
    IMPS.method: "imps-per-comparison",
    POINTS.method: "points-per-comparison",
    BUTLER: "imps",
    houston.METHOD: "vp-percent",
}


def margin_line_steps(
    method: str, session: ScoringInput, regulations: Regulations, lines: tuple[Line, ...], index: int, side: Side
) -> Iterator[Step]:
    """Yields how the points of one side of a line came about in a method other than matchpoints."""
    line = lines[index]
    opponents = "-".join(line.side(side.opponents)[0])
    outcome = line.side(side)[1]
    yield Step("explain.line", {"board": line.board, "side": SIDE_NAMES[side], "opponents": opponents})
    if isinstance(outcome, Neutral):
        yield Step("explain.neutral")
    explained = _Datum if method in (BUTLER, houston.METHOD) else _Cross
    own = explained(method, session, regulations, lines, index, side)
    kind = award_kind(outcome)
    if kind is not None:
        yield from own.award_steps(kind)
    elif own.has_result:
        yield from own.result_steps()
    else:
        code = "explain.not-played" if isinstance(outcome, NotPlayed) else "explain.removed"
        yield Step(code, {"board": line.board})


def margin_total_steps(
    standings: Standings, session: ScoringInput, regulations: Regulations, standing: Standing
) -> Iterator[Step]:
    """Yields how a contestant's total came about in a method other than matchpoints."""
    if standings.method == houston.METHOD:
        yield from _houston_steps(standings, session, regulations, standing)
        return
    account = margin_accounts(session, regulations.scoring, standings.boards, standings.method)[standing.number]
    yield amount_step("explain.margin-boards", account.points, {"n": account.boards}, "")
    yield from _penalty_steps(account.penalties, regulations.clause(f"worth.{_WORTHS[standings.method]}"))
    clause = regulations.clause(f"{standings.method}.total-rounding")
    yield amount_step("explain.total", standing.total, {}, clause)


class _Cross:
    """Makes the steps of one line that is compared with every other result."""

    def __init__(
        self,
        method: str,
        session: ScoringInput,
        regulations: Regulations,
        lines: tuple[Line, ...],
        index: int,
        side: Side,
    ) -> None:
        self._measure = _CROSSES[method]
        self._regulations = regulations
        self._board = CrossBoard(lines, session, regulations.scoring, self._measure)
        self._own = self._board.sides[side]
        self._index = index
        self._side = side
        self.has_result = index in self._own.results

    def award_steps(self, kind: AverageKind) -> Iterator[Step]:
        """Yields what an artificial score is worth."""
        if kind is AverageKind.AVERAGE:
            yield amount_step("explain.margin-average", Fraction(0), {}, self._clause("award-share"))
            return
        share = self._board.award(kind, self._side)
        yield self._share_step(f"explain.share-{_KINDS[kind]}", share, "award-share")
        yield from _rounded(share.final, self._board.rules.rounding, self._clause("rounding"))

    def result_steps(self) -> Iterator[Step]:
        """Yields the comparisons of a result, and what its sum is brought to."""
        result = self._own.results[self._index]
        if self._own.is_single(self._index):
            share = self._board.single()
            yield self._share_step("explain.single", share, "single-share")
            yield from _rounded(share.final, self._board.rules.rounding, self._clause("rounding"))
            return
        if result.is_plain:
            yield from self._comparisons(result.parts[0][0])
        else:
            yield from self._parts(result.parts)
        gain = self._own.gain(self._index)
        yield amount_step("explain.margin-sum", gain.own, {}, self._clause("divide-by"))
        lifted = gain.own * gain.results / gain.compared
        if self._own.is_fouled:
            params: dict[str, ParamValue] = {
                "own": plain_string(gain.own),
                "all": gain.results,
                "size": gain.compared,
            }
            yield amount_step("explain.fouled-margin", lifted, params, self._clause("single-share"))
        if gain.divisor != 1:
            params = {"own": plain_string(lifted), "n": gain.divisor}
            yield amount_step("explain.divided", gain.final, params, self._clause("divide-by"))
        yield from _rounded(gain.final, self._board.rules.rounding, self._clause("rounding"))

    def _comparisons(self, score: int) -> Iterator[Step]:
        yield Step("explain.score", {"score": score_text(score)})
        for other, count in self._own.others(self._index):
            each = self._measure.of(score - other)
            params: dict[str, ParamValue] = {
                "n": count,
                "score": score_text(other),
                "difference": score_text(score - other),
                "each": score_text(each),
            }
            yield amount_step(f"explain.against-{self._measure.method}", Fraction(count * each), params, "")
        weighted = self._own.weighted_others(self._index)
        if weighted:
            gained = sum((self._own.against(score, other) for other in weighted), Fraction(0))
            yield amount_step("explain.weighted-others", gained, {"n": len(weighted)}, "")

    def _parts(self, parts: Iterable[tuple[int, Fraction]]) -> Iterator[Step]:
        for score, weight in parts:
            won = self._own.gain_of(score, self._index)
            params: dict[str, ParamValue] = {
                "percent": plain_string(weight * 100),
                "score": score_text(score),
                "won": plain_string(won),
            }
            yield amount_step("explain.weighted-part", weight * won, params, "")

    def _share_step(self, code: str, share: Share, key: str) -> Step:
        params: dict[str, ParamValue] = {
            "total": plain_string(share.total),
            "n": share.results,
            "percent": plain_string(share.percent),
        }
        return amount_step(code, share.final, params, self._clause(key))

    def _clause(self, key: str) -> str:
        return self._regulations.clause(f"{self._measure.section}.{key}")


class _Datum:
    """Makes the steps of one line that is compared with a datum."""

    def __init__(
        self,
        method: str,
        session: ScoringInput,
        regulations: Regulations,
        lines: tuple[Line, ...],
        index: int,
        side: Side,
    ) -> None:
        self._rules = regulations.scoring.houston if method == houston.METHOD else regulations.scoring.butler
        self._regulations = regulations
        self._section = method
        self._own = DatumSide(lines, session, side, self._rules)
        self._index = index
        self.has_result = index in self._own.results

    def award_steps(self, kind: AverageKind) -> Iterator[Step]:
        """Yields what an artificial score is worth."""
        clause = self._clause("plus" if kind is AverageKind.AVERAGE else _KINDS[kind])
        yield amount_step(f"explain.margin-{_KINDS[kind]}", self._own.award(kind), {}, clause)

    def result_steps(self) -> Iterator[Step]:
        """Yields how the datum came about and what the result is worth against it."""
        if self._own.is_too_small(self._index):
            params: dict[str, ParamValue] = {"n": self._rules.fouled_least}
            yield amount_step("explain.fouled-datum", self._rules.fouled_award, params, self._clause("fouled-award"))
            return
        datum = self._own.datum(self._index)
        if datum.dropped:
            yield Step("explain.dropped", {"all": datum.results, "n": datum.dropped}, None, self._clause("drop"))
        kept = datum.results - 2 * datum.dropped
        yield amount_step("explain.mean", datum.mean, {"n": kept}, self._clause("drop"))
        if datum.value != datum.mean:
            params = {"nearest": self._rules.nearest}
            yield amount_step("explain.datum", datum.value, params, self._clause("nearest"))
        for score, weight in self._own.results[self._index].parts:
            yield self._part(score, weight, datum.value)
        yield from _rounded(self._own.exact(self._index), self._rules.rounding, self._clause("rounding"))

    def _part(self, score: int, weight: Fraction, datum: Fraction) -> Step:
        difference = score - datum
        won = imps(difference)
        params: dict[str, ParamValue] = {
            "score": score_text(score),
            "datum": plain_string(datum),
            "difference": plain_string(difference),
        }
        if weight == 1:
            return amount_step("explain.against-datum", Fraction(won), params, "")
        params |= {"percent": plain_string(weight * 100), "each": score_text(won)}
        return amount_step("explain.against-datum-part", weight * won, params, "")

    def _clause(self, key: str) -> str:
        return self._regulations.clause(f"{self._section}.{key}")


def _houston_steps(
    standings: Standings, session: ScoringInput, regulations: Regulations, standing: Standing
) -> Iterator[Step]:
    account = houston.houston_accounts(session, regulations, standings.boards)[standing.number]
    scale = houston.scale_of(regulations)
    for one in account.rounds:
        params: dict[str, ParamValue] = {
            "opponents": "-".join(one.opponents),
            "n": one.boards,
            "imps": plain_string(one.imps),
            "scale": scale.name,
            "boards": houston.round_boards(session),
        }
        yield amount_step("explain.round", one.points, params, regulations.clause("houston.scale"))
    rounds = len(account.rounds)
    yield amount_step("explain.rounds", account.points, {"n": rounds}, "")
    if account.factor != 1:
        is_up = regulations.scoring.totals.factoring is Factoring.UP
        params = {"n": rounds, "full": int(account.factor * rounds)}
        clause = regulations.clause("totals.factoring")
        code = "explain.rounds-factored-up" if is_up else "explain.rounds-factored-down"
        yield amount_step(code, account.points * account.factor, params, clause)
    yield from _penalty_steps(account.penalties, regulations.clause(f"worth.{_WORTHS[houston.METHOD]}"))
    yield amount_step("explain.total", standing.total, {}, regulations.clause("houston.total-rounding"))


def _penalty_steps(penalties: Iterable[tuple[Penalty, Fraction]], clause: str) -> Iterator[Step]:
    for penalty, points in penalties:
        params: dict[str, ParamValue] = {
            "amount": plain_string(penalty.amount),
            "points": plain_string(points),
            "reason": penalty.reason or "-",
        }
        yield Step(f"explain.penalty-{penalty.unit.value}", params, -points, clause)


def _rounded(exact: Fraction, rounding: Rounding, clause: str) -> Iterator[Step]:
    published = rounding.of(exact)
    if published != exact:
        yield amount_step("explain.rounded", published, {}, clause)
