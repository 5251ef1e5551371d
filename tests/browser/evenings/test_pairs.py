"""One evening of each form that pairs and single players enter, with default settings, from an empty database.

Japanese and English alternate. Each form is lived through by its first method with everything that happens on an
evening; by its other methods from the entries to a corrected publication.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.forms import METHOD_FORMS, Arrangement, EventForm
from tests.browser.evenings.walking import (
    RESULTS,
    Walker,
    arrive_late,
    correct,
    enter,
    fill,
    fine,
    give_tables,
    http_walker,
    keys_of_table,
    new_event,
    open_rounds,
    play_draws,
    play_round,
    print_all,
    publish,
    rule,
    start,
    take_proposal,
    withdraw,
)
from tests.builders import PAIRS

FORMS = tuple(
    form for form in EventForm if form.kind is not ContestantKind.TEAM and form is not EventForm.EVEN_CHANCE_TEAMS
)
FIRST = [(form, form.methods[0]) for form in FORMS]
OTHERS = [(form, method) for form in FORMS for method in form.methods[1:]]
ENTRIES = {EventForm.TEAM_OF_PAIRS: 5, EventForm.INDIVIDUAL: 9, EventForm.SWISS_PAIRS: 7}
"""How many enter: an odd number, 5 where nothing else is said."""


def named(case: object) -> str:
    return str(getattr(case, "value", case))


def alternating(cases: Sequence[tuple[EventForm, Method]]) -> list[tuple[EventForm, Method, Locale]]:
    return [(form, method, locale) for (form, method), locale in zip(cases, cycle(Locale), strict=False)]


def people(form: EventForm, count: int | None = None) -> Sequence[tuple[str, ...]]:
    """Returns who enters, pair by pair or one by one."""
    number = ENTRIES.get(form, 5) if count is None else count
    if form is EventForm.INDIVIDUAL:
        return [(name,) for pair in PAIRS for name in pair][:number]
    return list(PAIRS[:number])


def begin(walker: Walker, form: EventForm, method: Method, count: int | None = None) -> None:
    """Makes the event and enters everybody; a form of pairs that is its method is chosen by the method."""
    new_event(walker, "pairs" if form in METHOD_FORMS else form.value, "Evening", method=method.value)
    enter(walker, people(form, count))


def begin_play(walker: Walker, form: EventForm, method: Method) -> None:
    """Takes what is proposed and starts; tables of scores are given where the start leads to them."""
    take_proposal(walker)
    if method is Method.INSTANT:
        give_tables(walker)
        start(walker)


@pytest.mark.parametrize(("form", "method", "locale"), alternating(FIRST), ids=named)
def test_a_whole_evening(form: EventForm, method: Method, locale: Locale) -> None:
    """Entries, the proposal taken, all paper; results, somebody late, a ruling, a penalty in every unit, somebody who
    leaves; published, a score corrected, published again, the record printed with all the rest."""
    with http_walker(locale) as walker:
        begin(walker, form, method)
        results = cycle(RESULTS)
        if form.arrangement is Arrangement.DRAW:
            assert play_draws(walker, results) > 1
        else:
            begin_play(walker, form, method)
            assert print_all(walker)
            walker.tab("scores")
            rounds = len(open_rounds(walker))
            assert play_round(walker, results, 1)
            arrive_late(walker, ("Late Comer", "Later Still")[: len(people(form)[0])])
            for number in range(2, rounds):
                play_round(walker, results, number)
            withdraw(walker)
            play_round(walker, results, rounds)
        rule(walker, keys_of_table(walker, 1)[0], "hesitation")
        assert len(fine(walker, "tardy")) >= 3
        publish(walker)
        correct(walker, keys_of_table(walker, 1)[1], "1C+3 N")
        publish(walker)
        assert {"record.pdf", "ranking.pdf"} <= print_all(walker).keys()


@pytest.mark.parametrize(("form", "method", "locale"), alternating(OTHERS), ids=named)
def test_every_method_is_played_to_a_corrected_publication(form: EventForm, method: Method, locale: Locale) -> None:
    with http_walker(locale) as walker:
        begin(walker, form, method)
        if form.arrangement is Arrangement.DRAW:
            assert play_draws(walker, cycle(RESULTS)) > 1
        else:
            begin_play(walker, form, method)
            assert play_round(walker, cycle(RESULTS), 1)
            fill(walker)
        publish(walker)
        correct(walker, keys_of_table(walker, 1)[0], "1C+3 N")
        publish(walker)
