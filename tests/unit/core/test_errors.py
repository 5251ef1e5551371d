"""The error tree: what a mistake carries, and that one without any problem is our own defect."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Impossible, Malformed, Mistake, Problem


class TestMistake:
    def test_carries_all_problems_in_order(self) -> None:
        first, second = Problem("pair.unknown", {"pair": 7}, "line 2"), Problem("pair.twice", {"pair": "NS3"})
        with pytest.raises(Malformed) as caught:
            Malformed.check(iter([first, second]))
        assert caught.value.problems == (first, second)
        assert str(caught.value) == "line 2: pair.unknown(pair=7); pair.twice(pair='NS3')"

    def test_no_problems_are_no_mistake(self) -> None:
        Mistake.check(())

    def test_one_without_a_problem_is_a_defect(self) -> None:
        """It is no `Mistake`, so that nobody shows an empty list to a person."""
        with pytest.raises(Impossible, match="without a Problem") as caught:
            Mistake()
        assert not isinstance(caught.value, Mistake)
