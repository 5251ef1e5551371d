"""Each form that pairs and single players enter, by every method but its first, with default settings, from an empty
database to a corrected publication; Japanese and English alternate. `make test` plays each form and each method at
least once. By its first method each form is played in Chromium (`test_hands.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import pytest

from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from tests.browser.evenings.walking import (
    RESULTS,
    correct,
    fill,
    fine,
    http_walker,
    keys_of_table,
    play_draws,
    play_round,
    publish,
)
from tests.browser.evenings.walking_pairs import FORMS, begin, begin_play
from tests.rotation import rotate

pytestmark = [pytest.mark.slow, pytest.mark.turns(of=4)]

OTHERS = [(form, method) for form in FORMS for method in form.methods[1:]]


def name_case(case: object) -> str:
    return str(getattr(case, "value", case))


def alternating(cases: Sequence[tuple[EventForm, Method]]) -> list[tuple[EventForm, Method, Locale]]:
    return [(form, method, locale) for (form, method), locale in zip(cases, cycle(Locale), strict=False)]


@rotate("form, method, locale", alternating(OTHERS), cells=4, ids=name_case)
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
