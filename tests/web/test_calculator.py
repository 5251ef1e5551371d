"""The calculator of adjusted scores without an event. Guidance on Law 12C1(c), lines 9-66."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from arrowswitch.i18n import Locale
from tests.browser.evenings.pages import Seen
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Page, foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, howell_evening


@pytest.fixture(scope="module")
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


def answer(playing: Playing, **typed: str) -> str:
    """Returns the answer of the page to some fields, in one line."""
    html = playing.desk.get(f"/calculator?{urlencode({**typed, 'lang': 'en'})}").text
    return re.sub(r"\s+", " ", Page.read(html).text)


def test_the_guidance_s_example_makes_four_imps(playing: Playing) -> None:
    """R-349: 40 % of 6S made, 30 % of 680, 20 % of 650, 10 % of 6S down: 3.7 IMPs, 4 are scored (lines 16-23)."""
    answered = answer(playing, board="2", ns="40% 6SN=, 30% 4SN+2, 20% 4SN+1, 10% 6SN-1", other="4SN+2")
    assert "NS 4 EW -4 IMP" in answered
    assert "3.7" in answered


def test_the_sides_have_weights_of_their_own(playing: Playing) -> None:
    """R-349: three tables 420, one 450, one -50; N-S 60 %, E-W half: the two do not make the top."""
    field = "3x 420, 450, -50"
    same = answer(playing, ns="60% 4SN=, 40% 4SN-1", field=field)
    split = answer(playing, ns="60% 4SN=, 40% 4SN-1", ew="50% 4SN=, 50% 4SN-1", field=field)
    # By the WBF, 2 for each beaten: 420 beats one and ties three: 5; -50 ties one: 1. 0.6 x 5 + 0.4 x 1 = 3.4 of 10.
    assert "NS 3.4 EW 6.6 matchpoints of 10" in same
    assert "NS 3.4 EW 7 matchpoints of 10" in split


@for_each(
    "typed",
    [
        {"ns": "60% 4SN=", "other": "P"},
        {"ns": "4SN=", "other": "nonsense"},
        {"ns": "4SN=", "field": ","},
        {"ns": "4SN=", "field": "9999x 420"},
        {"ns": "4SN=", "field": "P", "other": "P"},
        {"ns": "4SN=", "ew": "?", "field": "P"},
        {"ns": "4SN=", "board": "x", "field": "P"},
    ],
)
def test_what_cannot_be_reckoned_is_said_at_its_field(playing: Playing, typed: dict[str, str]) -> None:
    html = playing.desk.get(f"/calculator?{urlencode(typed)}").text
    assert 'aria-invalid="true"' in html
    assert 'id="reckoned"' not in html


def test_it_is_reached_from_the_shelf_in_both_languages(playing: Playing) -> None:
    assert "/calculator" in Page.read(playing.desk.get("/shelf/weighting").text).links
    for locale in Locale:
        page = Page.read(playing.desk.get(f"/calculator?lang={locale.value}&ns=P&field=P").text)
        assert list_codes_shown(page) == []
        assert foreign(page, locale) == []


def test_what_the_fields_show_as_examples_can_be_typed(playing: Playing) -> None:
    html = playing.desk.get("/calculator").text
    inputs = {name: re.search(rf'<input[^>]*name="{name}"[^>]*>', html) for name in ("board", "ns", "field", "other")}
    examples = {name: re.findall(r'placeholder="([^"]+)"', found[0])[0] for name, found in inputs.items() if found}
    assert set(examples) == set(inputs)
    for other in ("field", "other"):
        typed = {name: examples[name] for name in ("board", "ns", other)}
        assert "Both sides score" in answer(playing, **typed)


class TestAverages:
    """Averages by the responsibility of both sides: regulations summary, lines 13-45, 89 and 95; Law 12C2."""

    @for_each(
        "typed, expected",
        [
            # Nobody to blame, as after an error of the director: 60 % of 12 for both.
            ({"ns_blame": "none", "ew_blame": "none", "top": "12"}, ["NS A+ 60 7.2 3 1.5", "EW A+ 60 7.2 3 1.5"]),
            # 64 % of the session is more than 60, 35 % less than 40.
            (
                {"ns_blame": "none", "ew_blame": "at-fault", "ns_session": "64", "ew_session": "35,0 %", "top": "12"},
                ["NS A+ 64 7.68 3 1.5", "EW A− 35 4.2 -3 0.5"],
            ),
            # 45 % is neither more than 60 nor less than 40, and an average is always 50.
            (
                {"ns_blame": "at-fault", "ew_blame": "partly", "ns_session": "45", "ew_session": "70"},
                ["NS A− 40 -3 0.5", "EW A 50 0 1"],
            ),
        ],
    )
    def test_by_responsibility(self, playing: Playing, typed: dict[str, str], expected: list[str]) -> None:
        """R-181, R-183, R-184, R-206, R-207: percent, points of the top, IMPs of a match of teams, boards."""
        html = playing.desk.get(f"/calculator?{urlencode({**typed, 'lang': 'ja'})}").text
        rows = Seen.read(html).root.by_id("averages").all("tr")[1:]  # type: ignore[union-attr]  # was reckoned
        assert [" ".join(cell.text for cell in row.all("th") + row.all("td")) for row in rows] == expected

    @for_each(
        "typed, where",
        [
            ({"ns_blame": "none"}, ["ew_blame"]),
            ({"ns_blame": "mine", "ew_blame": "none"}, ["ns_blame"]),
            ({"ns_blame": "none", "ew_blame": "none", "ns_session": "164"}, ["ns_session"]),
            ({"ns_blame": "none", "ew_blame": "none", "ew_session": "x", "top": "-1"}, ["ew_session", "top"]),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(
        self, playing: Playing, typed: dict[str, str], where: list[str]
    ) -> None:
        page = Seen.read(playing.desk.get(f"/calculator?{urlencode(typed)}").text)
        wrong = [one.get("name") for one in page.root.everything() if one.get("aria-invalid") == "true"]
        assert wrong == where
        assert page.root.by_id("averages") is None

    @rotate("locale", Locale)
    def test_in_both_languages(self, playing: Playing, locale: Locale) -> None:
        page = playing.desk.page(f"/calculator?ns_blame=none&ew_blame=partly&top=12&lang={locale.value}", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []
