"""A season's ladder lived: from the register to its rules, its page, file and paper, and what everybody reads of it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from arrowswitch.web.results import opened_lines
from tests.builders import Evening
from tests.rotation import rotate
from tests.spec.ladders.test_ladder import percents, season
from tests.spec.points.test_report import SIX, game, services
from tests.web.client import Desk, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

FORM = {
    "name": "例会2026 Cup",
    "first": "2026-01-01",
    "last": "2026-12-31",
    "of": "players",
    "by": "percent",
    "join": "mean",
    "best": "2",
    "least": "2",
    "places": "10 8 6",
    "event_class": "weekly",
    "word": "",
    "is_public": "yes",
}


@pytest.fixture
def club_season() -> tuple[Tournament, list[Evening]]:
    tournament = services()
    return tournament, season(tournament)


@pytest.fixture
def desk(club_season: tuple[Tournament, list[Evening]]) -> Iterator[Desk]:
    with open_desk(create_app(club_season[0], zone=CLUB_ZONE)) as opened:
        yield opened


def make_ladder(desk: Desk, **more: str) -> str:
    """Makes a ladder by its form and returns its address."""
    answer = desk.post("/ladders", {**FORM, **more})
    assert answer.status_code == 200, answer.text
    return answer.url.path


@rotate("locale", Locale)
def test_from_the_register_to_everybody_s_page(
    desk: Desk, club_season: tuple[Tournament, list[Evening]], locale: Locale
) -> None:
    assert "/ladders" in desk.page("/players", locale).links
    address = make_ladder(desk)
    ladder = percents(club_season[1])
    first = max(ladder, key=lambda name: sum(sorted(ladder[name])[-2:]))
    page = desk.page(address, locale)
    public = f"/results{address}"
    assert {f"{address}/rules", f"{address}/ladder.csv", f"{address}/ladder.pdf", public} <= set(page.links)
    assert list_codes_shown(page) == []
    assert public in desk.page("/results", locale).links
    read = desk.page(public, locale)
    assert list_codes_shown(read) == []
    own_words = " ".join(("例会2026 Cup", *(one.name for pair in SIX for one in pair)))
    assert [text for text in foreign(read, locale, own_words) if "game" not in text] == []
    rows = list(csv.reader(io.StringIO(desk.get(f"{address}/ladder.csv").content.decode("utf-8-sig"))))[1:]
    assert rows[0][1] == first or rows[0][4] == rows[1][4]
    assert [row[0] for row in rows[:2]] == ["1=", "1="], "partners of every game come to the same"
    assert "1=" in read.texts
    assert all(row[4] in visible(read.text) for row in rows)
    assert desk.get(f"{address}/ladder.pdf").content[:5] == b"%PDF-"
    own = next(link for link in read.links if link.startswith("/results/people/"))
    person = desk.page(own, locale)
    assert list_codes_shown(person) == []
    assert {f"/results/{evening.event_id}" for evening in club_season[1]} <= set(person.links)
    assert any(link.startswith("/results/people/") and link != own for link in person.links)


def test_numbers_of_members_stand_on_no_public_page(desk: Desk) -> None:
    public = f"/results{make_ladder(desk)}"
    pages = [public, *(link for link in desk.page(public, Locale.JA).links if link.startswith("/results/people/"))]
    texts = " ".join(re.sub(r"<[^>]+>", " ", desk.get(page).text) for page in pages)
    assert len(pages) == 13
    assert SIX[0][0].name in texts
    assert not [one.number for pair in SIX for one in pair if re.search(rf"(?<![\d.]){one.number}(?![\d.])", texts)]


def test_the_rules_are_changed_and_an_event_is_left_out(
    desk: Desk, club_season: tuple[Tournament, list[Evening]]
) -> None:
    """Leaving one of three games out changes the ladder; the next game that is published comes in by itself."""
    tournament, evenings = club_season
    address = make_ladder(desk, best="", least="1", by="places", join="sum")
    before = desk.get(f"{address}/ladder.csv").text
    form = desk.page(f"{address}/rules", Locale.EN).form(f"{address}/rules")
    out = {f"event-{evenings[0].event_id}": "off", "version": form["version"]}
    answer = desk.post(f"{address}/rules", {**FORM, "best": "", "least": "1", "by": "places", "join": "sum", **out})
    assert answer.url.path == address
    assert desk.get(f"{address}/ladder.csv").text != before
    assert f"/events/{evenings[0].event_id}/ranking" not in desk.page(address, Locale.EN).links
    stale = desk.post(f"{address}/rules", {**FORM, **out})
    assert stale.status_code in (409, 422)
    evening = game(tournament, "2026-11-10", seed=9)
    evening.do(Publish())
    assert f"/events/{evening.event_id}/ranking" in desk.page(address, Locale.EN).links
    desk.post(f"{address}/delete", {})
    assert desk.get(address).status_code == desk.get(f"/results{address}").status_code == 404


def test_what_is_wrong_stands_at_its_field_and_nothing_is_made(desk: Desk) -> None:
    answer = desk.post("/ladders", {**FORM, "name": "", "best": "many", "by": "luck", "first": "2026-02-30"})
    assert answer.status_code == 422
    for field in ("name", "best", "by"):
        assert f'id="{field}-error"' in answer.text
    dates = desk.post("/ladders", {**FORM, "first": "2026-02-30", "places": "1 2", "by": "places"})
    assert all(f'id="{field}-error"' in dates.text for field in ("first", "places"))
    assert not [link for link in desk.page("/ladders", Locale.EN).links if re.match(r"/ladders/.", link)]


def test_a_ladder_of_the_desk_alone_is_not_read_by_everybody(
    club_season: tuple[Tournament, list[Evening]], desk: Desk
) -> None:
    address = make_ladder(desk, is_public="", by="rating")
    assert desk.get(f"/results{address}").status_code == 404
    public = make_ladder(desk, by="rating")
    with open_desk(create_app(club_season[0], zone=CLUB_ZONE), "192.168.1.9") as phone:
        assert phone.get(f"/results{public}").status_code == 200
        assert "1500" in phone.get(f"/results{public}?lang=en").text
        for closed in (public, f"{public}/ladder.csv", "/ladders"):
            assert phone.get(closed).status_code in (401, 403) or "/sign-in" in phone.get(closed).url.path
        assert phone.get("/results/people/nobody").status_code == 404


@rotate("public", ("", "/results"))
def test_a_long_ladder_lists_the_results_of_one_line(
    desk: Desk, club_season: tuple[Tournament, list[Evening]], monkeypatch: pytest.MonkeyPatch, public: str
) -> None:
    """A short ladder contains all results. Addresses that name no line open none."""
    address = f"{public}{make_ladder(desk, least='3')}"
    ids = [evening.event_id for evening in club_season[1]]
    games = [*(f"/results/{event_id}" for event_id in ids), *(f"/events/{event_id}/ranking" for event_id in ids)]
    short = desk.page(address, Locale.EN)
    assert sum(short.links.count(game) for game in games) == 3 * 12
    assert not [link for link in short.links if "#line-" in link]
    monkeypatch.setattr(opened_lines, "MOST_RESULTS", 3 * 12 - 1)
    closed = desk.page(address, Locale.EN)
    lines = [link for link in closed.links if "#line-" in link]
    assert len(lines) == 12
    assert not set(closed.links) & set(games)
    for at in (0, 11):
        opened = desk.page(f"{address}?line={at}", Locale.EN)
        assert sum(opened.links.count(game) for game in games) == 3
        assert [link for link in opened.links if "#line-" in link] == [one for one in lines if f"={at}#" not in one]
    for wrong in ("12", "-1", "x", "1" * 20, "²"):
        assert not set(desk.page(f"{address}?line={wrong}", Locale.EN).links) & set(games)
