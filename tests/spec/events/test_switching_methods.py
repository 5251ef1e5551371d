"""R-179 in an event: the same results scored by another method, without entering them again."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.i18n import Locale, has_code, translate
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, mitchell_evening, new_evening


def switch(evening: Evening, method: Method) -> dict[str, Fraction]:
    """Changes the event's method and returns everybody's total."""
    evening.do(
        ChangeSettings(replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, method=method)))
    )
    return {str(row.number): row.total for row in standings(evening.state, 1).ranking}


class TestSwitching:
    """R-179: matchpoints, IMPs and total points share movements and results (manual, lines 2555-2561)."""

    def test_three_methods_and_back(self) -> None:
        """R-179: every method scores the evening, no result is touched, and the first ranking comes back."""
        evening = mitchell_evening()
        evening.play_all()
        results = evening.state.results
        first = {str(row.number): row.total for row in standings(evening.state, 1).ranking}
        rankings = {method: switch(evening, method) for method in (Method.IMPS, Method.TOTAL_POINTS, Method.BUTLER)}
        assert evening.state.results == results
        assert all(set(totals) == set(first) for totals in rankings.values())
        assert all(sum(totals.values()) == 0 for method, totals in rankings.items() if method is not Method.BUTLER)
        assert len({tuple(totals.values()) for totals in (first, *rankings.values())}) == 4
        assert switch(evening, Method.MATCHPOINTS) == first

    def test_while_results_are_awaited(self) -> None:
        """R-179: an evening under way changes its method too."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "420")
        evening.enter(1, 2, 3, "100")
        assert set(switch(evening, Method.IMPS).values()) == {Fraction(0)}
        assert standings(evening.state, 1).is_provisional

    def test_a_penalty_in_boards_goes_along(self) -> None:
        """R-179, R-186: one board is 2 matchpoints of three results, and 2 x 5 IMPs."""
        evening = mitchell_evening()
        evening.play_all()
        penalty = GivePenalty(
            place=Place(1, "A"), number=Number("NS1"), amount=Fraction(1), unit=PenaltyUnit.BOARDS, law="Law 90"
        )
        evening.do(penalty, reason="late")
        own = standings(evening.state, 1).of(Number("NS1"))
        assert own is not None
        assert own.penalty == 2
        switch(evening, Method.IMPS)
        own = standings(evening.state, 1).of(Number("NS1"))
        assert own is not None
        assert own.penalty == 10

    def test_a_penalty_in_imps_stays_with_imps(self) -> None:
        """R-187: a penalty in IMPs is for methods that count IMPs; changing the method then is refused."""
        evening = mitchell_evening()
        evening.play_all()
        penalty = GivePenalty(
            place=Place(1, "A"), number=Number("NS1"), amount=Fraction(3), unit=PenaltyUnit.IMPS, law="Law 91"
        )
        with pytest.raises(Refused, match=r"scoring\.penalty-unit"):
            evening.do(penalty, reason="conduct")
        switch(evening, Method.BUTLER)
        evening.do(penalty, reason="conduct")
        with pytest.raises(Refused, match=r"scoring\.penalty-unit"):
            switch(evening, Method.MATCHPOINTS)


class TestHouston:
    """R-168: a problem is reported before play if an event cannot be scored as a Houston trial."""

    def test_rounds_of_eight_boards(self) -> None:
        """R-168: two pairs' rounds of eight boards have a column; the totals of each table are 30 VP."""
        evening = new_evening(6, method=Method.HOUSTON)
        evening.start(make("howell", tables=3, boards_per_round=8))
        evening.play_all()
        ranking = standings(evening.state, 1)
        assert ranking.method == "houston"
        assert len(ranking.ranking) == 6
        assert sum(row.total for row in ranking.ranking) == 15 * 30

    def test_rounds_without_a_column(self) -> None:
        """R-168, R-174: two boards a round have no column of victory points: refused with the movement, and later."""
        evening = new_evening(6, method=Method.HOUSTON)
        with pytest.raises(Refused, match=r"scale\.no-column"):
            evening.start(make("mitchell", tables=3, boards_per_round=2))
        with pytest.raises(Refused, match=r"method\.houston-needs-movement"):
            evening.do(ChooseMovement(Place(1, "A"), None))
        other = mitchell_evening()
        with pytest.raises(Refused, match=r"scale\.no-column"):
            switch(other, Method.HOUSTON)


def test_every_method_has_its_words() -> None:
    """R-179: the name of each method, and its line on the announcement, in both languages."""
    for method in Method:
        assert len({translate(f"method.{method}", {}, locale) for locale in Locale}) == 2
        assert all(has_code(f"sheet.notice.method-{kind}-{method}") for kind in ("pair", "player"))
