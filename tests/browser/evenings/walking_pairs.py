"""The forms that pairs and single players enter, who enters them, and how their play begins."""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.forms import METHOD_FORMS, EventForm
from tests.browser.evenings.walking import Walker, enter, give_tables, new_event, start, take_proposal
from tests.builders import PAIRS

FORMS = tuple(
    form for form in EventForm if form.kind is not ContestantKind.TEAM and form is not EventForm.EVEN_CHANCE_TEAMS
)
ENTRIES = {EventForm.TEAM_OF_PAIRS: 5, EventForm.INDIVIDUAL: 9, EventForm.SWISS_PAIRS: 7}
"""How many enter: an odd number, 5 where nothing else is said."""


def people(form: EventForm, count: int | None = None) -> Sequence[tuple[str, ...]]:
    """Returns the people who enter, pair by pair or singly."""
    number = ENTRIES.get(form, 5) if count is None else count
    if form is EventForm.INDIVIDUAL:
        return [(name,) for pair in PAIRS for name in pair][:number]
    return list(PAIRS[:number])


def begin(walker: Walker, form: EventForm, method: Method, count: int | None = None) -> None:
    """Makes the event and enters everybody; a form of pairs that is its method is chosen by the method."""
    new_event(walker, "pairs" if form in METHOD_FORMS else form.value, "Evening", method=method.value)
    enter(walker, people(form, count))


def begin_play(walker: Walker, form: EventForm, method: Method) -> None:
    """Accepts the proposal and starts; tables of scores are given where the start leads to them."""
    take_proposal(walker)
    if method is Method.INSTANT:
        give_tables(walker)
        start(walker)
