"""Conditions that no draw can meet are reported when they are set (manual, lines 1785-1797 and 2687-2717)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.conditions import LastRound, Rematch, SwissConditions, Triangle, unkeepable
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.swiss.conditions import conditions_broken
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, play_swiss
from tests.tables import for_each
from tests.web.client import list_codes_shown
from tests.web.test_matches import at, swiss

ONE = replace(PLAIN_SWISS, triangle=Triangle.ONE_ROUND, triangle_limit=1)
TWO = replace(PLAIN_SWISS, rounds=4, triangle=Triangle.TWO_ROUNDS, triangle_limit=1)


@for_each(
    "conditions, entrants, codes",
    [
        (ONE, 5, ["swiss.triangles-too-many", "swiss.too-few-to-meet"]),
        (ONE, 7, ["swiss.triangles-too-many"]),
        (ONE, 9, []),
        (replace(ONE, triangle_limit=2, rematch=Rematch.FREE), 5, []),
        (ONE, 6, []),
        (TWO, 5, ["swiss.triangles-too-many"]),
        (TWO, 7, []),
        (replace(TWO, triangle_limit=2), 5, []),
        (replace(TWO, triangle_limit=3, rounds=6), 5, ["swiss.too-few-to-meet"]),
        (PLAIN_SWISS, 4, []),
        (replace(PLAIN_SWISS, rounds=4), 4, ["swiss.too-few-to-meet"]),
        (replace(PLAIN_SWISS, rounds=4, last_round=LastRound.BOTH), 4, []),
        (replace(PLAIN_SWISS, rounds=5), 5, []),
        (replace(PLAIN_SWISS, rounds=6), 5, ["swiss.too-few-to-meet"]),
        (replace(PLAIN_SWISS, rounds=6, rematch=Rematch.AT_MOST, rematch_number=2), 4, []),
        (replace(PLAIN_SWISS, rounds=7, rematch=Rematch.AT_MOST, rematch_number=2), 4, ["swiss.too-few-to-meet"]),
        (replace(PLAIN_SWISS, rounds=7, rematch=Rematch.NOT_BEFORE, rematch_number=4), 4, []),
        (replace(PLAIN_SWISS, rounds=7, rematch=Rematch.NOT_BEFORE), 4, ["swiss.too-few-to-meet"]),
        (replace(PLAIN_SWISS, rounds=7, rematch=Rematch.NOT_CONSECUTIVE), 4, []),
        (SwissConditions(), 5, []),
        (ONE, 1, []),
    ],
)
def test_counts(conditions: SwissConditions, entrants: int, codes: list[str]) -> None:
    assert [one.code for one in unkeepable(conditions, entrants)] == codes


@for_each("conditions, entrants", [(ONE, 5), (ONE, 7), (TWO, 5), (replace(PLAIN_SWISS, rounds=4), 4)])
def test_what_is_told_comes_true(conditions: SwissConditions, entrants: int) -> None:
    """Without the word at the settings, the director would learn it in mid-event: a later draw is refused."""
    evening = swiss(entrants, conditions)
    evening.do(DrawNumbers(Place(1, "A"), 1))
    assert conditions_broken(evening.state)
    with pytest.raises(Refused, match=r"draw\."):
        play_swiss(evening, conditions.rounds or 0)
    assert conditions_broken(evening.state) == ()


@rotate("locale", Locale)
def test_the_pages_say_so(locale: Locale) -> None:
    with at(swiss(5, ONE)) as (desk, base):
        for path in ("settings", "draw"):
            page = desk.page(f"{base}/{path}", locale)
            assert list_codes_shown(page) == []
            assert {Locale.JA: "トライアングルが3回", Locale.EN: "3 triangles"}[locale] in page.text
    with at(swiss(6, ONE)) as (desk, base):
        assert "broken" not in desk.page(f"{base}/draw", locale).ids
