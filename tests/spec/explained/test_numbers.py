"""Every number explained: the text of an explanation is reckoned again, and gives the number.

`tests/reckoning.py` reads the formulas of a text by itself and shares nothing with the program. For every board score
of both sides, every total, every percentage and every rank of whole events, in both languages.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.boards.comparisons import side_result
from arrowswitch.core.scoring.explain import explain_line, explain_rank, explain_total
from arrowswitch.core.scoring.explain_scales import vp_steps
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.method_rules import Divisor, Factoring, Halves, Middle, Steps
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.outcomes import Line
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import (
    Addends,
    EventClass,
    Incomplete,
    NeutralMethod,
    PercentOf,
    PointsPerWin,
    RankBy,
    ShownPoints,
    Ties,
)
from arrowswitch.core.scoring.scales import Scale, ScaleKind
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.formats.results.scoring_input import scoring_input
from arrowswitch.formats.usebio.reader import read_usebio
from arrowswitch.i18n import Locale
from arrowswitch.regulations import for_program, load
from arrowswitch.regulations.scales import load_scale, scale_names
from tests.foreign import foreign_file
from tests.reckoning import Reckoned, amounts, exact_words, is_used_later, percents
from tests.rotation import is_exhaustive, rotate, rotation_seed
from tests.tables import for_each
from tests.travellers import JCBL, WBF, row, with_rules

pytestmark = pytest.mark.slow

MARGINS = (Method.IMPS, Method.TOTAL_POINTS, Method.BUTLER, Method.HOUSTON, Method.BOARD_A_MATCH)
"""The methods that any session can be scored by; those that need a scale or a table are tested elsewhere."""

AWARDS = ("A", "A+", "A-", "A+/A-", "60%/40%", "NP", "N", "N:A+", "40%1430,60%680", "25%420,25%170,50%-100/A-")


def words(explanation: Explanation, locale: Locale, *, without: str = "") -> list[str]:
    return exact_words((one for one in explanation.steps if one.code != without), locale)


def reckon_explanation(explanation: Explanation, locale: Locale) -> tuple[list[Reckoned], list[Reckoned]]:
    """Returns the amounts and the percentages of a text; nothing that it works out is left unused."""
    texts = words(explanation, locale, without="explain.placed")
    reckoned_amounts = amounts(texts)
    for amount in reckoned_amounts[:-1]:
        assert is_used_later(amount, texts), (amount, texts)
    return reckoned_amounts, percents(texts)


class Event:
    """A scored event, every number of which is reckoned again."""

    def __init__(self, scoring: ScoringInput, rules: Regulations, method: Method = Method.MATCHPOINTS) -> None:
        self.scoring, self.rules, self.method = scoring, rules, method
        self.standings: Standings = score(scoring, rules, method)
        self.count = 0

    def check(self, *locales: Locale) -> int:
        """Reckons every number and returns how many there were in a language.

        `make exhaustive` reads both languages, and `make test` one that is drawn for each event, unless some are given.
        """
        languages = locales or self.drawn_languages()
        for locale in languages:
            own = self.boards(locale)
            for standing in self.standings.ranking:
                self.total(standing.number, own.get(standing.number, []), locale)
                self.rank(standing.number, locale)
        return self.count // len(languages)

    def drawn_languages(self) -> tuple[Locale, ...]:
        lot = random.Random(f"{rotation_seed()} {self.method} {self.rules} {self.scoring}")
        return tuple(Locale) if is_exhaustive() else (lot.choice(list(Locale)),)

    def boards(self, locale: Locale) -> dict[Number, list[Fraction]]:
        """Returns the board points of everybody as totals add them, each reckoned from its text."""
        by_number: dict[Number, list[Fraction]] = {}
        by_board = self.scoring.by_board()
        for board, lines in by_board.items():
            for i, line in enumerate(lines):
                for side in Side:
                    for number in line.side(side)[0]:
                        exact = self.board(board, number, lines, i, side, locale)
                        if exact is not None:
                            by_number.setdefault(number, []).append(exact)
        return by_number

    def board(
        self, board: int, number: Number, lines: tuple[Line, ...], index: int, side: Side, locale: Locale
    ) -> Fraction | None:
        points = self.standings.boards[board].rows[index].side(side)
        explanation = explain_line(self.standings, self.scoring, self.rules, board, number)
        texts = words(explanation, locale)
        reckoned_amounts, _ = reckon_explanation(explanation, locale)
        assert explanation.result == points.points
        if points.points is None:
            assert reckoned_amounts == []
            return None
        self.count += 1
        if locale is Locale.EN:
            self.counts(texts, lines, index, side)
        if self.method is Method.MATCHPOINTS and not points.top:
            assert points.points == 0
            return Fraction(0)
        assert reckoned_amounts[-1].value == points.points, texts
        if self.rules.scoring.totals.adds is Addends.PUBLISHED and self.method is Method.MATCHPOINTS:
            return points.points
        exact = reckoned_amounts[-1].exact
        if any(step.code.startswith("explain.shown") for step in explanation.steps):
            told_first = (
                step.value for step in explanation.steps if step.code in ("explain.points", "explain.award-points")
            )
            exact = next(told_first) or Fraction(0)
        assert exact == points.exact
        return exact

    def counts(self, texts: list[str], lines: tuple[Line, ...], index: int, side: Side) -> None:
        """Makes sure that a text counts the results rightly, from the bare scores of the board."""
        own = side_result(lines[index], side)
        if own is None or not own.is_plain or self.method is not Method.MATCHPOINTS:
            return
        wanted: Counter[str] = Counter()
        for i, line in enumerate(lines):
            other = side_result(line, side)
            is_own = i == index or line.group != lines[index].group or not self.scoring.is_in_field(line)
            if not is_own and other is not None and other.is_plain:
                mine, theirs = own.parts[0][0], other.parts[0][0]
                wanted["Better than" if mine > theirs else "Worse than" if mine < theirs else "Equal to"] += 1
        matches = [re.match(r"(Better than|Equal to|Worse than) (\d+) ", text) for text in texts]
        assert {one[1]: int(one[2]) for one in matches if one} in (dict(wanted), {})

    def total(self, number: Number, boards: list[Fraction], locale: Locale) -> None:
        standing = self.standings.of(number)
        assert standing is not None
        explanation = explain_total(self.standings, self.scoring, self.rules, number)
        reckoned_amounts, shares = reckon_explanation(explanation, locale)
        assert reckoned_amounts[-1].value == standing.total == explanation.result, words(explanation, locale)
        if self.method is not Method.HOUSTON:
            assert sorted(map(abs, reckoned_amounts[0].addends)) == sorted(map(abs, boards))
        if standing.percent is not None:
            assert shares[-1].value == standing.percent, words(explanation, locale)
            self.count += 1
        else:
            assert shares == []
        self.count += 1

    def rank(self, number: Number, locale: Locale) -> None:
        standing = self.standings.of(number)
        assert standing is not None
        explanation = explain_rank(self.standings, self.rules, number)
        reckoned_amounts, _ = reckon_explanation(explanation, locale)
        assert reckoned_amounts[-1].value == standing.rank == explanation.result
        amounts(words(explanation, locale))
        self.count += 1


def a_session(
    seed: int,
    pairs: int = 10,
    boards: int = 8,
    *,
    fouled: bool = False,
    is_provisional: bool = False,
    method: Method = Method.MATCHPOINTS,
    event_class: EventClass = EventClass.WEEKLY,
) -> ScoringInput:
    """Returns a session with everything that may happen: artificial, weighted and split scores, boards not played,
    a pair taken out, fouled boards, fewer results, penalties in every unit."""
    chance = random.Random(seed)
    lines: list[Line] = []
    for board in range(1, boards + 1):
        numbers = chance.sample(range(1, pairs + 1), pairs)
        tables = list(zip(numbers[::2], numbers[1::2], strict=False))
        for place, (ns, ew) in enumerate(tables[: len(tables) - (board == boards)]):
            text = str(chance.choice((-620, -450, -420, -100, -50, 0, 90, 110, 140, 170, 400, 420, 430, 980)))
            if chance.random() < 0.15:
                text = chance.choice(AWARDS)
            if fouled and "/" not in text and "N" not in text:
                text = text if text[-1].isdigit() else "50"
            group = place % 3 if fouled and board % 2 else 0
            lines.append(row(f"{ns} {ew} {text}", board, group))
    units = penalty_units(method)
    penalties = tuple(
        Penalty(Number(str(i + 1)), Fraction(amount), unit, "late")
        for i, (unit, amount) in enumerate(zip(units, ("1/2", "1", "10", "-3/2"), strict=False))
    )
    full = {board: pairs // 2 + (board == 2) for board in range(1, boards + 1)} if is_provisional else {}
    return ScoringInput(
        tuple(lines),
        penalties=penalties,
        full_results=full,
        excluded=frozenset({Number("9")}) if seed % 2 else frozenset(),
        is_provisional=is_provisional,
        event_class=event_class,
    )


def with_scale(rules: Regulations, name: str) -> Regulations:
    """Returns regulations that turn the rounds of a Houston trial into victory points by another scale."""
    return replace(with_rules(rules, "houston", scale=name), scales=(load_scale(name),))


def by_formula(rules: Regulations) -> Regulations:
    """Returns regulations whose rounds may have any number of boards."""
    return with_scale(rules, "wbf-continuous")


SEEDS = range(2)


class TestMatchpoints:
    """Weekly and other events, with averages, weighted, split and fouled scores, penalties, factoring."""

    @rotate(seed=SEEDS, rules=[JCBL, WBF, load("acbl"), load("ebu")], ids=lambda value: getattr(value, "name", None))
    def test_every_number(self, seed: int, rules: Regulations) -> None:
        assert Event(a_session(seed), rules).check() > 75

    @for_each("program", ["compscore3", "ebuscore", "kops", "pairsscorer", "brian"])
    def test_by_the_rules_of_programs(self, program: str) -> None:
        assert Event(a_session(7), load(f"programs/{program}")).check() > 75

    @rotate(
        rules=[JCBL, WBF],
        event_class=[EventClass.WEEKLY, EventClass.NATIONAL],
        ids=lambda value: getattr(value, "name", None),
    )
    def test_fouled_boards(self, rules: Regulations, event_class: EventClass) -> None:
        """Groups of five or fewer: percentages, Neuberg's formula, and half points in a weekly game."""
        for pairs in (6, 22):
            assert Event(a_session(pairs, pairs, fouled=True, event_class=event_class), rules).check()

    def test_results_so_far(self) -> None:
        for by in RankBy:
            assert Event(a_session(3, is_provisional=True), with_rules(JCBL, "ranking", by=by)).check()

    @rotate(incomplete=Incomplete, way=ShownPoints, unit=PointsPerWin)
    def test_every_way_of_boards(self, incomplete: Incomplete, way: ShownPoints, unit: PointsPerWin) -> None:
        rules = with_rules(
            JCBL,
            "boards",
            incomplete=incomplete,
            shown=way,
            points_per_win=unit,
            neutral_weekly=NeutralMethod.HALF_POINT,
        )
        assert Event(a_session(5), rules).check()

    @for_each("rounding", Rounding)
    def test_every_rounding(self, rounding: Rounding) -> None:
        rules = with_rules(JCBL, "totals", rounding=rounding, percent_rounding=rounding, percent_of=PercentOf.TOTAL)
        rules = with_rules(rules, "boards", rounding=rounding)
        assert Event(a_session(2), rules).check()

    @for_each("factoring", Factoring)
    @for_each("ties", Ties)
    def test_every_way_of_totals(self, factoring: Factoring, ties: Ties) -> None:
        rules = with_rules(with_rules(JCBL, "totals", factoring=factoring), "ranking", ties=ties)
        assert Event(a_session(11), rules).check()

    def test_single_players(self) -> None:
        """Of two single players the session percentage is the mean."""
        chance = random.Random(1)
        lines = []
        for board in range(1, 9):
            seats = chance.sample(range(1, 13), 12)
            for table in range(3):
                first, two, three, four = seats[4 * table : 4 * table + 4]
                text = chance.choice(("100", "110", "-50", "A+/A-")) if board < 8 else "A+/A-"
                lines.append(row(f"{first}+{two} {three}+{four} {text}", board))
        assert Event(ScoringInput(tuple(lines)), JCBL).check() > 75

    def test_a_share_of_nothing_and_of_the_own_top(self) -> None:
        """An award alone on its board; an award on a board of two results that is brought to three and shows two."""
        assert Event(ScoringInput((row("1 2 A+"),)), JCBL).check()
        lines = (row("1 2 10"), row("3 4 0"), row("5 6 20"), row("1 4 10", 2), row("3 6 A+/A-", 2))
        assert Event(ScoringInput(lines), with_rules(WBF, "boards", shown=ShownPoints.OWN_RESULTS)).check()

    def test_who_has_no_percentage_yet(self) -> None:
        scoring = ScoringInput((row("1 2 10"), row("3 4 10", 2), row("1 5 20", 2)), full_results={1: 2, 2: 3})
        assert Event(replace(scoring, is_provisional=True), JCBL).check()


class TestScales:
    """Every scale that comes with the program: the row, the stake or the formula gives the victory points."""

    @rotate(name=scale_names(), locale=Locale)
    def test_every_margin(self, name: str, locale: Locale) -> None:
        self._every_margin(load_scale(name), locale)

    @rotate("locale", Locale)
    def test_a_bonus_for_the_winner(self, locale: Locale) -> None:
        self._every_margin(replace(load_scale("wbf-25"), bonus=Fraction(4)), locale)

    def _every_margin(self, scale: Scale, locale: Locale) -> None:
        sizes = [one.least for one in scale.columns] or [8, 31]
        for boards in sizes if scale.kind is not ScaleKind.NAMED else ():
            for half in range(-160, 161, 3):
                margin = Fraction(half, 2)
                texts = exact_words(vp_steps(scale, margin, boards), locale)
                assert amounts(texts)[-1].value == scale.points(margin, boards)[0], texts


class TestMargins:
    """IMPs and points against every other result, datums, rounds."""

    @rotate(method=MARGINS, seed=SEEDS)
    def test_every_number(self, method: Method, seed: int) -> None:
        assert Event(a_session(seed, method=method), by_formula(JCBL), method).check() > 50

    @for_each("method", MARGINS)
    def test_fouled_boards(self, method: Method) -> None:
        """Groups of their own, results alone with their hands, groups too small for a datum."""
        for pairs in (6, 14):
            assert Event(a_session(pairs, pairs, fouled=True, method=method), by_formula(JCBL), method).check()

    @for_each("divide_by", Divisor)
    def test_divided_sums(self, divide_by: Divisor) -> None:
        rules = with_rules(JCBL, "imps", divide_by=divide_by)
        assert Event(a_session(4, method=Method.IMPS), rules, Method.IMPS).check()

    @for_each("halves", Halves)
    @for_each("nearest", [0, 10, 20])
    def test_datums(self, halves: Halves, nearest: int) -> None:
        rules = with_rules(JCBL, "butler", halves=halves, nearest=nearest, drop=nearest // 10)
        assert Event(a_session(6, pairs=12, method=Method.BUTLER), rules, Method.BUTLER).check()

    @for_each(
        "custom",
        [
            {"middle": Middle.MEDIAN, "steps": Steps.AWAY_FROM_ZERO},
            {"middle": Middle.MEDIAN, "drop": 0, "nearest": 0},
            {"drop": 0, "drop_percent": Fraction(20), "steps": Steps.AWAY_FROM_ZERO},
        ],
    )
    def test_customs_of_a_datum(self, custom: dict[str, object]) -> None:
        rules = with_rules(JCBL, "butler", **custom)
        assert Event(a_session(6, pairs=12, method=Method.BUTLER), rules, Method.BUTLER).check()

    def test_datums_that_were_given(self) -> None:
        scoring = replace(a_session(6, pairs=12, method=Method.BUTLER), datums={2: Fraction(-70), 3: Fraction(125, 2)})
        assert Event(scoring, JCBL, Method.BUTLER).check()

    @for_each("factoring", Factoring)
    @for_each("scale", ["wbf-25", "wbf-continuous", "acbl-20"])
    def test_rounds(self, factoring: Factoring, scale: str) -> None:
        """Rounds of eight boards between four pairs, one of them a round short; victory points by rows and formulas."""
        chance = random.Random(8)
        meetings = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
        lines = [
            row(f"{ns} {ew} {chance.choice((-400, -100, 50, 110, 420, 1430, 'A+/A-'))}", 8 * place + board)
            for place, pairs in enumerate(meetings)
            for ns, ew in pairs[: 1 if place == 2 else 2]
            for board in range(1, 9)
        ]
        rules = with_scale(with_rules(JCBL, "totals", factoring=factoring), scale)
        assert Event(ScoringInput(tuple(lines)), rules, Method.HOUSTON).check() > 50


class TestRealEvents:
    """Whole events that other programs published."""

    @pytest.mark.slow
    @rotate("name", ["mp-howell-12-pairs", "mp-mitchell-8-tables-uneven", "mp-mitchell-11-tables"])
    def test_every_number(self, name: str) -> None:
        file = read_usebio(foreign_file(f"{name}.xml"))
        program = for_program(file.program)
        assert program is not None
        assert Event(scoring_input(file), load(program)).check(Locale.EN) > 300
