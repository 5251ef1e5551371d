"""One evening of each knockout and of even-chance teams, with default settings, to the last match."""

from __future__ import annotations

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.walking_teams import http_evening
from tests.rotation import rotate

pytestmark = [pytest.mark.slow, pytest.mark.turns(of=4)]

JA, EN = Locale.JA, Locale.EN


@rotate("form, teams, locale", [("knockout-teams", 5, JA), ("double-knockout-teams", 4, EN)])
def test_a_whole_knockout(form: str, teams: int, locale: Locale) -> None:
    """From the seeds to the winner; a ruling, a penalty, a late entry turned away; published, corrected, printed."""
    with http_evening(locale) as evening:
        evening.begin(form, teams)
        evening.look_around()
        evening.play_bracket()
        evening.rule()
        evening.penalise()
        assert not evening.come_late()
        evening.look_around()
        assert {"record.pdf", "bracket.pdf"} <= set(evening.finish())


@rotate(
    "form, teams, locale",
    [
        ("knockout-teams", 3, EN),
        ("knockout-teams", 7, EN),
        ("knockout-teams", 8, JA),
        ("double-knockout-teams", 5, JA),
        ("double-knockout-teams", 7, EN),
    ],
    by=lambda row: row[:1],
)
def test_knockouts_of_odd_numbers_are_played_to_the_winner(form: str, teams: int, locale: Locale) -> None:
    with http_evening(locale, most_typed=1) as evening:
        evening.begin(form, teams)
        evening.play_bracket()
        evening.publish()


@rotate("teams, third, locale", [(6, "no", JA), (7, "yes", EN)])
def test_matches_of_three(teams: int, third: str, locale: Locale) -> None:
    """Three teams meet instead of a bye, and a team that is out gets a penalty for a match that it played."""
    with http_evening(locale, most_typed=1) as evening:
        evening.begin("knockout-teams", teams, three_way="yes", third_place=third)
        evening.play_bracket()
        evening.rule()
        evening.penalise()
        evening.publish()


@rotate("pairs, locale", [(8, JA), (9, EN), (10, JA), (13, EN)], by=lambda row: (row[0] % 2,))
def test_even_chance_teams(pairs: int, locale: Locale) -> None:
    """Pairs enter and form teams, and rounds are drawn; an odd pair withdraws or stands by."""
    with http_evening(locale, most_typed=1) as evening:
        evening.begin("even-chance-teams", pairs, people=2)
        evening.make_teams()
        assert evening.play_draws() == evening.state.settings.conditions.rounds
        evening.publish()
