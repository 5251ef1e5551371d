"""Where the matches of a bracket stand when it is drawn (R-023)."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.pairing.knockout.bracket import BracketForm
from arrowswitch.core.pairing.knockout.layout import PITCH, BracketPart, Drawing, drawings
from tests.rotation import examples
from tests.unit.core.pairing.knockouts import DOUBLE, THIRD, THREES, bracket

FORMS = (BracketForm(), DOUBLE, THREES, THIRD)


def assert_apart(drawing: Drawing) -> None:
    """Holds that no two matches of a column stand less than a line apart, and all inside the drawing."""
    for column in range(len(drawing.heads)):
        heights = sorted(one.height for one in drawing.placed if one.column == column)
        assert heights
        assert all(other - one >= PITCH for one, other in pairwise(heights))
    assert all(0 <= one.height <= (drawing.leaves - 1) * PITCH for one in drawing.placed)


class TestDrawings:
    """R-023: brackets of any number of teams, cut into pages."""

    def test_eight_teams(self) -> None:
        """R-023: four matches above one another; 5 half way between 1 and 2, the final half way between 5 and 6."""
        (drawing,) = drawings(bracket(8))
        places = {one.match: (one.column, one.height / PITCH) for one in drawing.placed}
        assert places == {1: (0, 0), 2: (0, 1), 3: (0, 2), 4: (0, 3), 5: (1, 0.5), 6: (1, 2.5), 7: (2, 1.5)}
        assert {(joint.start.match, joint.end.match) for joint in drawing.joints} == {
            (1, 5),
            (2, 5),
            (3, 6),
            (4, 6),
            (5, 7),
            (6, 7),
        }

    def test_third_place(self) -> None:
        """R-023: below the final, in its column, without a line; the column is named after the final."""
        (drawing,) = drawings(bracket(4, THIRD))
        final, third = drawing.placed[-2:]
        assert (third.column, third.height > final.height) == (final.column, True)
        head = drawing.heads[-1]
        assert head is not None
        assert head.number == final.match

    def test_double(self) -> None:
        """R-023: both brackets and the last matches."""
        sheets = drawings(bracket(8, DOUBLE))
        assert [(one.part, one.leaves) for one in sheets] == [
            (BracketPart.WINNERS, 4),
            (BracketPart.LOSERS, 2),
            (BracketPart.FINAL, 1),
        ]

    @given(st.integers(2, 200), st.sampled_from(FORMS), st.sampled_from([4, 16, 32]))
    @settings(max_examples=examples(60), deadline=None)
    def test_every_match_once(self, count: int, form: BracketForm, most: int) -> None:
        """R-023: 2 to 200 teams: each match in one drawing, none over another, no drawing too large."""
        made = bracket(count, form)
        sheets = drawings(made, most)
        numbers = [one.match for drawing in sheets for one in drawing.placed]
        assert sorted(numbers) == [match.number for match in made.matches]
        for drawing in sheets:
            assert_apart(drawing)
            assert len(drawing.heads) <= 8
            assert drawing.at == 0 or drawing.leaves <= most + form.has_third_place
            assert sum(one is None for one in drawing.heads) <= 1
