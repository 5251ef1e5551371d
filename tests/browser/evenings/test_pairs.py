"""One evening of each form that pairs and single players enter, with default settings, from an empty database.

Japanese and English alternate. Each form is lived through by its first method with everything that happens on an
evening; by its other methods from the entries to a corrected publication.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import pytest

from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.forms import Arrangement, EventForm
from tests.browser.evenings.walking import (
    RESULTS,
    arrive_late,
    correct,
    fill,
    fine,
    http_walker,
    keys_of_table,
    open_rounds,
    play_draws,
    play_round,
    print_all,
    publish,
    rule,
    tabs,
    withdraw,
)
from tests.browser.evenings.walking_pairs import FORMS, begin, begin_play, people

FIRST = [(form, form.methods[0]) for form in FORMS]
OTHERS = [(form, method) for form in FORMS for method in form.methods[1:]]


def named(case: object) -> str:
    return str(getattr(case, "value", case))


def alternating(cases: Sequence[tuple[EventForm, Method]]) -> list[tuple[EventForm, Method, Locale]]:
    return [(form, method, locale) for (form, method), locale in zip(cases, cycle(Locale), strict=False)]


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
        for name in tabs(walker):
            walker.tab(name)


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
        assert len(fine(walker, "tardy")) >= 3
        publish(walker)
        correct(walker, keys_of_table(walker, 1)[0], "1C+3 N")
        publish(walker)
