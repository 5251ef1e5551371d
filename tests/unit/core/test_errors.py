"""The error tree: what a mistake carries, and that one without any problem is our own defect."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import MOST_PROBLEMS, Impossible, Malformed, Mistake, Problem


class TestMistake:
    def test_carries_all_problems_in_order(self) -> None:
        first, second = Problem("pair.unknown", {"pair": 7}, "line 2"), Problem("pair.twice", {"pair": "NS3"})
        with pytest.raises(Malformed) as caught:
            Malformed.check(iter([first, second]))
        assert caught.value.problems == (first, second)
        assert str(caught.value) == "line 2: pair.unknown(pair=7); pair.twice(pair='NS3')"

    def test_a_file_with_too_many_problems_counts_the_others(self) -> None:
        many = tuple(Problem("pair.unknown", {"pair": pair}) for pair in range(MOST_PROBLEMS + 3))
        with pytest.raises(Malformed) as caught:
            Malformed.check(many)
        assert caught.value.problems == (*many[:MOST_PROBLEMS], Problem("format.more", {"n": 3}))
        with pytest.raises(Malformed) as caught:
            Malformed.check(many[:MOST_PROBLEMS])
        assert caught.value.problems == many[:MOST_PROBLEMS]

    def test_no_problems_are_no_mistake(self) -> None:
        Mistake.check(())

    def test_one_without_a_problem_is_a_defect(self) -> None:
        """It is no `Mistake`, so that nobody shows an empty list to a person."""
        with pytest.raises(Impossible, match="without a Problem") as caught:
            Mistake()
        assert not isinstance(caught.value, Mistake)
