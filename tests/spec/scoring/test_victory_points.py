"""Victory points: R-173 to R-176 and the scale of R-240.

Standards: `tests/data/standards/scoring/{vp_wbf,vp_wbf_continuous,vp_other,bam_vp,mccallan}.json` with the lines of the
documents.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.scales import ScaleKind
from arrowswitch.regulations import load_scale, scale_names
from tests.rotation import examples
from tests.tables import for_each
from tests.travellers import frs, standard

WBF_25 = load_scale("wbf-25")
CONTINUOUS = load_scale("wbf-continuous")
TABLES = [name for name in scale_names() if load_scale(name).kind is not ScaleKind.NAMED]


def vps(name: str, margin: int, boards: int | None = None) -> list[Fraction]:
    return list(load_scale(name).points(margin, boards))


class TestWbf25:
    """R-174: 15-15 to 25-0 for twelve lengths of matches (Wikibooks, lines 242-279)."""

    def test_every_printed_vector(self) -> None:
        """R-174: both sides' figures, at both ends of every band."""
        vectors = standard("vp_wbf")["vectors"]
        assert len(vectors) > 300
        wrong = [v for v in vectors if vps("wbf-25", v["imp_margin"], v["boards"]) != [v["winner_vp"], v["loser_vp"]]]
        assert wrong == []

    def test_all_columns_are_as_printed_but_one(self) -> None:
        """R-174: each band begins where the printed one does; the last one before it ends just below."""
        corrected = []
        for boards, rows in standard("vp_wbf")["columns"].items():
            column = next(one for one in WBF_25.columns if one.boards == boards)
            assert list(column.starts) == [row["min_imp"] for row in rows]
            assert [row["max_imp"] + 1 for row in rows[:-1]] == list(column.starts[1:])
            corrected += [(boards, row["printed"], row["min_imp"]) for row in rows if row["corrected"]]
        assert corrected == [("28", "65-68", 62)]

    @for_each("margin", [62, 63, 64, 65, 68])
    def test_28_boards_25_to_4(self, margin: int) -> None:
        """R-174: printed 65-68 after 56-61 and before 69-76; read 62-68."""
        assert vps("wbf-25", margin, 28) == frs(25, 4)
        assert vps("wbf-25", 61, 28) == frs(25, 5)
        assert vps("wbf-25", 69, 28) == frs(25, 3)

    @for_each("boards", [4, 6, 9, 18, 22, 30, 49])
    def test_nothing_is_interpolated(self, boards: int) -> None:
        """R-174: a number of boards without a column is refused."""
        with pytest.raises(Refused, match=r"scale\.no-column"):
            WBF_25.points(5, boards)
        with pytest.raises(Refused, match=r"scale\.boards-needed"):
            WBF_25.points(5, None)

    def test_the_losers_figure_is_its_own(self) -> None:
        """R-174: the pair adds up to 30 down to 25-5, then to 29 ... 25."""
        sums = [sum(pair) for pair in WBF_25.pairs]
        assert sums == [30] * 11 + [29, 28, 27, 26, 25]


class TestContinuous:
    """R-175: WBF continuous 20-0, by the formula made concave."""

    def test_every_published_value(self) -> None:
        """R-175: eleven board counts, 891 values; the formula alone misses 48."""
        tables = standard("vp_wbf_continuous")["tables"]
        wrong = [
            (boards, margin)
            for boards, values in tables.items()
            for margin, value in enumerate(values)
            if CONTINUOUS.points(margin, int(boards)) != (value, 20 - value)
        ]
        assert wrong == []
        assert sum(len(values) for values in tables.values()) == 891

    @for_each(
        "boards, margin, first",
        [(16, 20, "15"), (16, 60, "20"), (20, 1, "10.28"), (20, 2, "10.55"), (4, 0, "10")],
    )
    def test_known_values(self, boards: int, margin: int, first: str) -> None:
        """R-175: 16 boards: 20 IMPs are 15.00, 60 IMPs are 20.00."""
        assert CONTINUOUS.points(margin, boards)[0] == Fraction(first)

    @settings(max_examples=examples(30))
    @given(st.integers(1, 100))
    def test_steps_never_grow(self, boards: int) -> None:
        """R-175: concave from the draw to the whole 20, for any number of boards."""
        values = [CONTINUOUS.points(margin, boards)[0] for margin in range(160)]
        steps = [other - one for one, other in pairwise(values)]
        assert all(later <= earlier for earlier, later in pairwise(steps))
        assert [values[0], values[-1]] == frs(10, 20)


class TestOtherScales:
    """R-175: scales that the manual names (lines 1732-1738)."""

    @for_each("named", standard("vp_other")["scales_named_without_conversion_table"])
    def test_without_a_printed_table_they_are_refused(self, named: dict[str, str]) -> None:
        """R-175: 10-0, 20-0, 30-0, 40-0 are names only: known, and refused until a table is given."""
        with pytest.raises(Refused, match=r"scale\.no-table"):
            vps(named["scale"], 5, 8)

    def test_29_0(self) -> None:
        """R-175: WBF + 4 for the win: 25-0 gives 29-0, 16-14 gives 20-14, a draw shares 17-17."""
        assert [vps("29-0", margin, 8) for margin in (0, 2, 51, -51)] == [
            frs(17, 17),
            frs(20, 14),
            frs(29, 0),
            frs(0, 29),
        ]

    @given(st.sampled_from(TABLES), st.integers(-200, 200))
    def test_turning_the_margin_turns_the_points(self, name: str, margin: int) -> None:
        """R-175: the other side's margin brings the other side's points, and more IMPs never bring fewer."""
        scale = load_scale(name)
        boards = next((column.least for column in scale.columns if not column.is_for(8)), 8)
        first, second = scale.points(margin, boards)
        assert scale.points(-margin, boards) == (second, first)
        assert scale.points(margin + 1, boards)[0] >= first
        assert scale.most(boards) == max(scale.points(100_000, boards))

    @given(st.sampled_from(["wbf-continuous", "mccallan-30", "acbl-20", "acbl-30"]), st.integers(-200, 200))
    def test_sums(self, name: str, margin: int) -> None:
        """R-175, R-176: both sides' points add up to what the scale holds."""
        total = {"wbf-continuous": 20, "mccallan-30": 60, "acbl-20": 20, "acbl-30": 30}[name]
        assert sum(load_scale(name).points(margin, 8)) == total

    def test_a_weighted_margin_is_rounded_away_from_zero(self) -> None:
        """R-202: 5.5 IMPs are 6 and -5.5 are -6 before they become victory points."""
        assert WBF_25.points(Fraction(11, 2), 8) == tuple(frs(17, 13))
        assert WBF_25.points(Fraction(-11, 2), 8) == tuple(frs(13, 17))


class TestMcCallan:
    """R-176: a stake plus and minus the margin, which is capped at the stake (manual, line 2615)."""

    @for_each("vector", standard("mccallan")["vectors"])
    def test_vectors(self, vector: dict[str, Any]) -> None:
        """R-176: stakes 30, 40, 50 and 60."""
        assert vps(f"mccallan-{vector['stake']}", vector["margin"]) == vector["vp"]

    def test_the_stake_of_40(self) -> None:
        """R-176: +10 gives 50-30, +55 gives 80-0, -12 gives 28-52."""
        points = [vps("mccallan-40", margin) for margin in (10, 55, -12)]
        assert points == [frs(50, 30), frs(80, 0), frs(28, 52)]
        assert load_scale("mccallan-40").most(None) == 80


class TestBoardAMatch:
    """R-240: victory points by the net score of a round (manual, lines 1866-1872)."""

    @pytest.mark.parametrize(("boards", "printed"), standard("bam_vp")["vp_by_net_margin_of_round"].items())
    def test_both_scales(self, boards: str, printed: list[dict[str, object]]) -> None:
        """R-240: two boards, and three or more."""
        for row in printed:
            for margin in (row["min"], row["max"] or 5000):
                assert vps("bam-vp", int(str(margin)), int(boards[0])) == row["vp"]

    def test_examples(self) -> None:
        """R-240: net 250 over two boards is 5-1; 90 to 320 over three or more is 4-2."""
        assert vps("bam-vp", 250, 2) == frs(5, 1)
        assert [vps("bam-vp", margin, boards) for margin, boards in ((90, 3), (320, 4))] == [frs(4, 2)] * 2
        with pytest.raises(Refused, match=r"scale\.no-column"):
            vps("bam-vp", 90, 1)
