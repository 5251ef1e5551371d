"""R-026: every part of a hall screen can be read from the back row, for each form of event and each of its moments.

`make exhaustive` measures every form before, in and after play on three screens in both languages, and games of 2 to 45
tables with short and long names; `make test` measures a few of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import product

import pytest
from playwright.sync_api import Page

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.club_values.screens import ScreenPart
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.web.app import create_app
from tests.browser.conftest import LAPTOP, PROJECTOR, Profiles
from tests.browser.hall_measures import measure
from tests.browser.serving import serving
from tests.builders import Evening
from tests.hall_events import TABLES, Hall, Stage, form_evening, knockout_evening, ledger_at, pairs_evening
from tests.rotation import rotate
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.browser
WALL = (3840, 2160)
SIZES = (LAPTOP, PROJECTOR, WALL)
TEAMS = (3, 6, 16, 32, 45)
DOUBLE, TEAMS_OF_DOUBLE = EventForm.DOUBLE_KNOCKOUT_TEAMS, (5, 8, 16)
GAMES: dict[str, Callable[[], Evening]] = {
    **{f"{tables} tables": partial(pairs_evening, tables) for tables in TABLES},
    **{f"{tables} long": partial(pairs_evening, tables, is_long=True) for tables in TABLES},
    **{f"{teams} teams": partial(knockout_evening, teams) for teams in TEAMS},
    **{f"{teams} long teams": partial(knockout_evening, teams, is_long=True) for teams in TEAMS},
    **{f"{teams} twice": partial(knockout_evening, teams, DOUBLE) for teams in TEAMS_OF_DOUBLE},
    **{f"{teams} long twice": partial(knockout_evening, teams, DOUBLE, is_long=True) for teams in TEAMS_OF_DOUBLE},
}


def faults_of(page: Page) -> dict[str, list[str]]:
    """Returns the faults of each slide of a screen, by its name."""
    page.wait_for_selector(".slide.is-on")
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    names = page.evaluate("[...document.querySelectorAll('[data-slide]')].map((one) => one.dataset.slide)")
    faults: dict[str, list[str]] = {}
    seen: set[str] = set()
    for _ in range(80):
        name = page.evaluate("document.querySelector('.slide.is-on').dataset.slide")
        seen.add(name)
        if faulty := measure(page):
            faults.setdefault(name, []).extend(f"{fault.kind}: {fault.words}" for fault in faulty[:4])
        if seen == set(names):
            return faults
        page.evaluate("document.querySelector('[data-next]').click()")
    raise AssertionError(f"the slides {set(names) - seen} are never shown")


@cache
def ledger_of_form(form: EventForm, stage: Stage) -> tuple[LedgerEntry, ...]:
    """Returns the ledger of an event of a form at a moment."""
    return ledger_at(form_evening(form), stage)


@cache
def ledger_of_game(game: str, stage: Stage) -> tuple[LedgerEntry, ...]:
    """Returns the ledger of a game of `GAMES` at a moment."""
    return ledger_at(GAMES[game](), stage)


def measure_parts(
    profiles: Profiles, ledger: tuple[LedgerEntry, ...], size: tuple[int, int], locale: Locale
) -> dict[str, list[str]]:
    """Returns the faults of a screen that shows every part of an event with this ledger."""
    hall = Hall()
    hall.show(hall.add(ledger))
    language = {Locale.JA: "ja-JP", Locale.EN: "en-GB"}[locale]
    with (
        serving(create_app(hall.club, zone=CLUB_ZONE)) as address,
        profiles.unused_profile(language, size, address) as profile,
    ):
        page = profile.new_page()
        page.goto(f"{address}/s/1")
        return faults_of(page)


@rotate("form, stage, size, locale", product(EventForm, Stage, SIZES, Locale), cells=4)
def test_each_part_of_each_form_is_read_from_the_back_row(
    profiles: Profiles, form: EventForm, stage: Stage, size: tuple[int, int], locale: Locale
) -> None:
    assert measure_parts(profiles, ledger_of_form(form, stage), size, locale) == {}


@rotate("game, stage, size, locale", product(GAMES, Stage, SIZES, Locale), cells=1)
def test_games_of_every_size_are_read_from_the_back_row(
    profiles: Profiles, game: str, stage: Stage, size: tuple[int, int], locale: Locale
) -> None:
    assert measure_parts(profiles, ledger_of_game(game, stage), size, locale) == {}


@rotate("locale", Locale)
def test_a_line_of_a_pair_is_broken_between_the_partners(profiles: Profiles, locale: Locale) -> None:
    """Every person of a long pair has one line; before, `Mitsuba` and `Umino` had a line each."""
    hall = Hall()
    hall.show(hall.add(ledger_at(form_evening(EventForm.SWISS_PAIRS), Stage.PLAYING)), ScreenPart.NOW)
    language = {Locale.JA: "ja-JP", Locale.EN: "en-GB"}[locale]
    with (
        serving(create_app(hall.club, zone=CLUB_ZONE)) as address,
        profiles.unused_profile(language, LAPTOP, address) as profile,
    ):
        page = profile.new_page()
        page.goto(f"{address}/s/1")
        assert faults_of(page) == {}
        lines = page.locator(".slide.is-on .whole").evaluate_all(
            "(all) => all.map((one) => one.getClientRects().length)"
        )
    assert len(lines) >= 8
    assert set(lines) <= {0, 1}
