"""One evening of each form that pairs and single players enter, with default settings, from an empty database."""

from __future__ import annotations

from itertools import cycle

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.walking import (
    RESULTS,
    enter,
    http_walker,
    new_event,
    open_rounds,
    play_round,
    take_proposal,
)
from tests.builders import PAIRS


@pytest.mark.parametrize("locale", Locale)
def test_a_weekly_game_is_played_to_its_last_slip(locale: Locale) -> None:
    with http_walker(locale) as walker:
        new_event(walker, "pairs", "WeeklyGame")
        enter(walker, PAIRS[:5])
        take_proposal(walker)
        results = cycle(RESULTS)
        typed = [play_round(walker, results, number) for number in range(1, len(open_rounds(walker)) + 1)]
        assert typed == [10] * 5
        walker.tab("ranking")
        assert walker.offers("/publish")
