"""The scores that penalties can be deducted from, in every form of event: every offered penalty can be given, and no
other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch.core.contestants import number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.bracket.progress import is_knockout
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulings.fines import check_fine, fineable
from arrowswitch.tournament.scored.match_rules import penalty_units_of
from tests.form_events import Case, cases, play_case
from tests.tables import for_each

FIRST = {case.form: case for case in reversed(cases())}
A = Place(1, "A")


def can_give(state: EventState, command: GivePenalty) -> bool:
    try:
        check_fine(state, command)
    except Refused:
        return False
    return True


@pytest.mark.slow
@for_each("case", FIRST.values())
def test_what_is_offered_can_be_given(case: Case) -> None:
    """Beyond it there are only victory points of a round without a match: of a Swiss, for one who sits out."""
    evening = play_case(case)
    state, section = evening.state, evening.state.section(A)
    movement = section.movement
    assert movement is not None
    has_matches = form_of(state.settings).ranks_matches(state)
    rounds = (None, *(sorted({meeting.round for meeting in movement.meetings}) if has_matches else ()))
    numbers = dict.fromkeys(team_number(movement, number) for number in sorted(section.numbers, key=number_order))
    for number in list(numbers)[:3]:
        offered = {(off.round, unit) for off in fineable(state, A, number) for unit in off.units}
        offers = ((at, unit) for at in rounds for unit in PenaltyUnit)
        accepted = {
            (at, unit)
            for at, unit in offers
            if can_give(state, GivePenalty(place=A, number=number, amount=Fraction(1), unit=unit, round=at))
        }
        assert offered
        assert {unit for _, unit in offered} == set(penalty_units_of(state))
        assert offered <= accepted
        assert not any(unit is PenaltyUnit.IMPS or is_knockout(state) for _, unit in accepted - offered)
        at, unit = max(offered, key=str)
        evening.do(GivePenalty(place=A, number=number, amount=Fraction(1), unit=unit, round=at), reason="late")
        evening.do(Publish())


def test_each_form_is_tried() -> None:
    assert FIRST.keys() == set(EventForm)
