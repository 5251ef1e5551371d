"""Real events: every board score, total, percentage and rank that other programs published is scored again.

The conventions of each program are a regulations file (`regulations/programs/`), found by the program's name.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, score_board
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.outcomes import Line, Percentage, Weighted
from arrowswitch.core.scoring.rounding import Rounding, round_half_up_2
from arrowswitch.core.scoring.sessions import score as score_session
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.totals.matchpoints import sum_problems
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.usebio.reader import read_usebio
from arrowswitch.regulations import for_program, load
from tests.foreign import foreign_file
from tests.foreign.facts import pairs_event
from tests.tables import for_each
from tests.travellers import STANDARDS

USEBIO = {
    "mp-howell-12-pairs": (161, 12, "programs/compscore3"),
    "mp-howell-13-pairs-no-neuberg": (144, 13, "programs/brian"),
    "mp-mitchell-11-tables": (242, 22, "programs/pairsscorer"),
    "mp-mitchell-8-tables-uneven": (134, 16, "programs/compscore3"),
    "mp-two-sections-35-pairs": (305, 35, "programs/ebuscore"),
}


def read(name: str) -> ResultsFile:
    return read_usebio(foreign_file(f"{name}.xml"))


def rules_of(file: ResultsFile) -> Regulations:
    name = for_program(file.program)
    assert name is not None
    return load(name)


def score(file: ResultsFile, rules: Regulations) -> Standings:
    numbers = tuple(contestant.number for contestant in file.contestants)
    return score_session(ScoringInput(tuple(line.line for line in file.lines), numbers, file.fields), rules)


class TestUsebio:
    """Five matchpoint events of four programs."""

    @for_each("name", USEBIO)
    def test_the_program_names_its_rules(self, name: str) -> None:
        assert rules_of(read(name)).name == USEBIO[name][2]

    @for_each("name", USEBIO)
    def test_every_board_score(self, name: str) -> None:
        """R-161, R-165: both sides of every line, to the last decimal that the file prints."""
        file = read(name)
        standings = score(file, rules_of(file))
        rows = {board: iter(scored.rows) for board, scored in standings.boards.items()}
        scored_lines = [(line, next(rows[line.line.board])) for line in file.lines]
        assert len(scored_lines) == USEBIO[name][0]
        assert [(line.where, row.ns.points, row.ew.points) for line, row in scored_lines] == [
            (line.where, line.ns_points, line.ew_points) for line, row in scored_lines
        ]

    @for_each("name", USEBIO)
    def test_every_total_percentage_and_rank(self, name: str) -> None:
        """R-212, R-214: totals and ranks exactly; percentages in hundredths (one file prints more digits)."""
        file = read(name)
        standings = score(file, rules_of(file))
        assert len(standings.ranking) == USEBIO[name][1]
        for published in file.contestants:
            own = standings.of(published.number)
            assert own is not None
            assert published.percent is not None
            assert own.percent == round_half_up_2(published.percent), published
            assert (own.rank, own.is_tied) == (published.rank, published.is_tied or _is_shared(file, published.number))
            assert published.total in (None, own.total), published

    @for_each("name", USEBIO)
    def test_the_sums_are_right(self, name: str) -> None:
        """R-145: every board adds up."""
        file = read(name)
        standings = score(file, rules_of(file))
        assert [problem for board in standings.boards.values() for problem in sum_problems(board)] == []


def _is_shared(file: ResultsFile, number: Number) -> bool:
    """True if another pair of the same ranking has the same published rank; not every file writes `=`."""
    own = file.contestant(number)
    others = [c for c in file.contestants if own is not None and c.direction is own.direction and c.rank == own.rank]
    return len(others) > 1


def test_percentages_follow_from_rounded_board_points() -> None:
    """EBUScore adds the board points that it prints: exact ones would give three pairs a hundredth less."""
    file = read("mp-two-sections-35-pairs")
    exact = score(file, load("ebu"))
    different = [c.number for c in file.contestants if (s := exact.of(c.number)) is None or s.percent != c.percent]
    assert sorted(different) == ["10", "26", "27"]


def test_one_total_is_rounded_to_even() -> None:
    """Compscore3 prints 64.4 x 17/16 = 68.425 as 68.42; half up would make it 68.43."""
    rules = rules_of(read("mp-mitchell-8-tables-uneven"))
    assert rules.scoring.totals.rounding is Rounding.HALF_EVEN_2
    standings = score(read("mp-mitchell-8-tables-uneven"), load("ebu"))
    own = standings.of(Number("EW8"))
    assert own is not None
    assert decimal_string(own.total) == "68.43"


class TestAcblScore:
    """ACBLscore, five and a half tables, eleven pairs: totals factored and rounded, then the percentage."""

    def test_the_whole_event(self) -> None:
        """R-161, R-214: 90 lines, 11 totals, percentages and ranks."""
        event = pairs_event("acblscore-three-quarter-howell-11-pairs")
        lines = tuple(
            Line.of_score(board, Number(line.ns), Number(line.ew), int(line.score)) for board, line in event.results
        )
        standings = score_session(ScoringInput(lines), load("acbl"))
        rows = {board: iter(scored.rows) for board, scored in standings.boards.items()}
        for board, line in event.results:
            row = next(rows[board])
            assert row.ns.points == Fraction(line.ns_points)
            assert row.ew.points == Fraction(line.ew_points)
        assert len(event.results) == 90
        assert len(standings.ranking) == len(event.pairs) == 11
        for pair in event.pairs:
            own = standings.of(Number(pair.number))
            assert own is not None
            assert [own.total, own.percent] == [Fraction(pair.total), Fraction(pair.percent)]
            assert own.boards == int(pair.boards)
        places = {pair.number: pair.place for pair in event.pairs}
        assert [places[n] for n in ("5", "6", "1", "2")] == ["1/2", "1/2", "3", "4"]
        ranks = {row.number: (row.rank, row.is_tied) for row in standings.ranking}
        assert [ranks[Number(n)] for n in ("5", "6", "1", "2")] == [(1, True), (1, True), (3, False), (4, False)]


def test_swiss_barometer_percentages() -> None:
    """R-151: 27 boards of eight results and a sit-out given 60 %: all board percentages of both sides."""
    lines, published = [], []
    for board, line in pairs_event("swiss-barometer-17-pairs").results:
        ns, ew = Number(line.ns), Number(line.ew)
        if line.score:
            lines.append(Line.of_score(board, ns, ew, int(line.score)))
        else:
            awards = Percentage(Fraction(line.ns_points)), Percentage(Fraction(line.ew_points))
            lines.append(Line(board, (ns,), (ew,), *awards))
        published.append([line.ns_points, line.ew_points])
    standings = score_session(ScoringInput(tuple(lines), excluded=frozenset({Number("18")})), load("wbf-2017"))
    rows = [row for board in sorted(standings.boards) for row in standings.boards[board].rows]
    percentages = [
        [decimal_string(side.percent) for side in (row.ns, row.ew) if side.percent is not None] for row in rows
    ]
    assert len(percentages) == 243
    assert percentages == published
    assert len(standings.ranking) == 17


VECTORS = json.loads((STANDARDS / "collected.json").read_text(encoding="utf-8"))["data"]


def table(number: int, score: int, group: int = 0) -> Line:
    return replace(Line.of_score(1, Number(f"NS{number}"), Number(f"EW{number}"), score), group=group)


class TestCollectedVectors:
    """Worked examples of other bodies and programs."""

    @pytest.mark.parametrize("place", [0, 1])
    def test_neuberg_of_seven_with_six(self, place: int) -> None:
        """R-165: 4 of 10 become 4.8333 and 9 become 10.6667 of 12."""
        vector = VECTORS["neuberg"][place]
        # S points of two against five others: two for each pair beaten, one more for a tie when S is odd.
        better, tied = divmod(vector["mp"], 2)
        others = [50] * better + [100] * tied + [150] * (5 - better - tied)
        context = BoardContext(load("wbf-2017").scoring, full_results=vector["expected"])
        first = score_board([table(i, ns) for i, ns in enumerate([100, *others])], context).rows[0].ns
        assert first.exact is not None
        assert decimal_string(first.exact, 4) == f"{vector['adjusted']:.4f}"
        assert first.top == vector["top"]

    def test_neuberg_of_fouled_groups(self) -> None:
        """R-198: ten results in groups of seven and three: 17.6, 14.7 ... 0.4 for the seven, to a tenth."""
        vector = VECTORS["neuberg"][2]
        lines = [table(i, 10 * i) for i in range(7)] + [table(7 + i, 10 * i, group=1) for i in range(3)]
        board = score_board(lines, BoardContext(load("wbf-2017").scoring))
        tenths = [decimal_string(row.ns.exact, 1) for row in board.rows[:7] if row.ns.exact is not None]
        assert tenths == [f"{vector['mp_to_adjusted'][str(2 * i)]:.1f}" for i in range(7)]

    @for_each("place", range(6))
    def test_matchpoints_of_other_programs(self, place: int) -> None:
        """R-161: six travellers in points of one or two."""
        example = VECTORS["matchpoints_examples"][place]
        rules = load("acbl" if "ACBL" in example["source"] else "wbf-2017").scoring
        board = score_board([table(i, ns) for i, ns in enumerate(example["ns"])], BoardContext(rules))
        assert [row.ns.points for row in board.rows] == [Fraction(str(mp)) for mp in example["ns_mp"]]

    def test_adding_points_for_the_other_form(self) -> None:
        """R-197: New Zealand's old way, one point of two for each result of the other form, is our simple method."""
        example = VECTORS["nz_old_fouled_method"]
        lines = [table(i, score, "AB".index(form)) for i, (_, score, form) in enumerate(example["scores"])]
        wbf = load("wbf-2017").scoring
        board = score_board(lines, BoardContext(replace(wbf, fouled=replace(wbf.fouled, allows_simple=True))))
        assert [[row.ns.points, row.ew.points] for row in board.rows] == example["ns_ew_mp"]

    def test_a_weighted_score_in_a_real_event(self) -> None:
        """R-203: 67 % of +170 and 33 % of +140 among ten scores: 61.8 %; the others 76.65, 31.65 and 5 %."""
        example = VECTORS["weighted"][1]
        scores = [170] * 5 + [140] * 3 + [-100] * 2
        ruling = Weighted(((170, Fraction(67, 100)), (140, Fraction(33, 100))))
        weighted = replace(table(10, 0), ns_outcome=ruling, ew_outcome=ruling)
        board = score_board(
            [*(table(i, ns) for i, ns in enumerate(scores)), weighted], BoardContext(load("ebu").scoring)
        )
        expected = [example["others_pct"][str(ns)] for ns in scores] + [example["td_pair_pct"][0]]
        assert [row.ns.percent for row in board.rows] == [Fraction(str(percent)) for percent in expected]
