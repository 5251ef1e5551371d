"""Leagues with default settings and as the presets define them, to the last match of the season."""

from __future__ import annotations

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.walking_teams import http_evening
from tests.rotation import rotate

pytestmark = [pytest.mark.slow, pytest.mark.turns(of=4)]

JA, EN = Locale.JA, Locale.EN


def test_a_whole_season() -> None:
    """Four teams; a ruling, a penalty, a late entry turned away, a withdrawal; published, corrected, printed."""
    with http_evening(JA) as evening:
        evening.begin("league", 4)
        evening.look_around()
        evening.play_season()
        evening.rule()
        evening.penalise()
        assert not evening.come_late()
        evening.withdraw()
        evening.look_around()
        assert {"record.pdf", "league.pdf"} <= set(evening.finish())


def test_a_season_of_an_odd_number() -> None:
    with http_evening(EN) as evening:
        evening.begin("league", 5)
        evening.play_season()
        evening.publish()


@rotate("preset, teams, locale", [("japan-league", 8, JA), ("pabf", 12, EN)])
def test_presets_are_played_to_the_last_match(preset: str, teams: int, locale: Locale) -> None:
    with http_evening(locale) as evening:
        evening.begin_preset(preset, teams)
        evening.play_season(by_slips=True)
        evening.publish()
