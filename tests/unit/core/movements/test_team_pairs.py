"""Teams and pairs in two sessions: what is refused, and the search where there is nothing to be found."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.team_pairs import team_pairs
from tests.tables import for_each
from tools.searches.team_pairs import find_team_pairs


@for_each(
    "teams, session, variant, codes",
    [
        (4, 0, 1, ["team-pairs.session"]),
        (9, 3, 1, ["team-pairs.session"]),
        (4, 1, 2, ["team-pairs.variant"]),
        (9, 3, 4, ["team-pairs.variant", "team-pairs.session"]),
    ],
)
def test_all_that_is_wrong_is_told(teams: int, session: int, variant: int, codes: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        team_pairs(teams, session, variant)
    assert [problem.code for problem in refused.value.problems] == codes


def test_three_teams_have_no_sheets() -> None:
    """Six pairs meet two opponents each in two rounds, so their meetings must make rings of even length.

    Three matches make one ring of six where an odd number of them is A against B, else two rings of three. With an odd
    number in one session it is even in the other.
    """
    assert find_team_pairs(3, work=1) is None
