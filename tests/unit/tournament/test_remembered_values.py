"""Functions that remember their latest values drop them when a person is forgotten."""

from __future__ import annotations

from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.scored.session import scoring_input
from tests.builders import mitchell_evening


def test_forgetting_drops_the_values_of_functions() -> None:
    """Before: states with the person stayed in memory until newer ones replaced them."""
    evening = mitchell_evening()
    evening.play_all()
    scoring_input(evening.state, 1)
    assert scoring_input.cache_info().currsize > 0
    entry = next(iter(evening.state.entries.values()))
    wish = ForgetWish(entry.people[0], None, "(氏名削除)", "(name removed)")
    evening.tournament.forget(wish, Stamp("forget", "director"))
    assert scoring_input.cache_info().currsize == 0
