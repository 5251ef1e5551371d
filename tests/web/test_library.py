"""The library of movements: filters in the address, the list, and the page of one movement with its pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, quote

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import new_evening
from tests.paper import read
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE
from tests.web.test_access import app_of


@pytest.fixture
def desk() -> Iterator[Desk]:
    app = create_app(new_evening(13).tournament, zone=CLUB_ZONE)
    with open_desk(app) as opened:
        app.state.services.workbench.create("Own Howell", make("howell", tables=7), Stamp("own", "director"))
        yield opened


def page(desk: Desk, path: str, status: int = 200, locale: Locale = Locale.EN) -> Page:
    answer = desk.get(f"{path}{'&' if '?' in path else '?'}lang={locale.value}")
    assert answer.status_code == status, f"{path}: {answer.status_code} {visible(answer.text)[:400]}"
    return Page.read(answer.text)


def newest_state(desk: Desk) -> EventState:
    """Returns the state of the event that was made last."""
    tournament: Tournament = app_of(desk).state.services.tournament
    newest = next(row for row in tournament.events() if row.name != "水曜例会")
    return tournament.state(newest.event_id)


class TestTheList:
    @rotate("locale", Locale)
    def test_registered_generated_and_own_sheets(self, desk: Desk, locale: Locale) -> None:
        answer = page(desk, "/library", locale=locale)
        assert list_codes_shown(answer) == []
        assert "Own Howell" in answer.texts
        assert "PHW 7 13R" in answer.text
        assert {Locale.EN: "very even", Locale.JA: "とても均等"}[locale] in answer.text

    @for_each(
        "query, included, left_out",
        [
            ("kind=pair&n=14&family=howell", "13 × 2", "PHW 7"),
            ("kind=pair&n=14&id=PHW", "PHW 7 13R", "PMSCNF"),
            ("kind=pair&n=14&rounds=7", "7 × 3", "13 × 2"),
            ("kind=pair&n=14&rounds=7&boards=4", "7 × 4", "7 × 3"),
            ("kind=pair&n=14&family=mitchell&minutes=60", "1 × 6", "7 × 3"),
            ("kind=team&n=9", "TFAWL 9", "Howell"),
            ("kind=player&n=12", "Individual", "Howell"),
            ("kind=pair&n=14&rounds=77", "There is no movement with these values", "PHW"),
            ("kind=none&n=x&rounds=-1&page=99&minutes=", "", "Traceback"),
        ],
    )
    def test_filters_in_the_address(self, desk: Desk, query: str, included: str, left_out: str) -> None:
        listed = page(desk, f"/library?{query}")
        rows = (
            " ".join(listed.texts).partition("movement for")[2] or " ".join(listed.texts).partition("movements for")[2]
        )
        assert included in rows or included in listed.text.partition("Show")[2]
        assert left_out not in rows

    def test_a_page_is_fast_once_its_movements_are_made(self, desk: Desk) -> None:
        page(desk, "/library?kind=pair&n=14")
        took = []
        for _ in range(3):
            began = time.process_time()
            page(desk, "/library?kind=pair&n=14")
            took.append(time.process_time() - began)
        assert min(took) < 0.1

    def test_the_menu_and_the_workbench_lead_here(self, desk: Desk) -> None:
        for path in ("/", "/workbench", "/workbench/new"):
            assert "/library" in desk.get(path).text


class TestOneMovement:
    @rotate("locale", Locale)
    @for_each(
        "query",
        [
            "sheet=PHW+7+13R",
            "family=howell&kind=pair&n=13",
            "family=awl&kind=team&n=9",
            "family=individual&kind=player&n=12",
        ],
    )
    def test_picture_measures_and_comparisons(self, desk: Desk, locale: Locale, query: str) -> None:
        answer = page(desk, f"/library/movement?{query}", locale=locale)
        assert list_codes_shown(answer) == []
        assert "walk-picture" in desk.get(f"/library/movement?{query}").text

    def test_the_steps_of_a_pair(self, desk: Desk) -> None:
        """14 pairs, 13 rounds: the rounds after the step wait, those before are on the path."""
        text = desk.get("/library/movement?family=howell&kind=pair&n=14&rounds=13&pair=3&step=4&lang=en").text
        assert text.count('class="go"') == 3
        assert text.count('class="go ahead"') == 9
        assert "Path of 3, round by round" in text

    def test_it_opens_in_the_workbench_and_is_printed(self, desk: Desk) -> None:
        for query, action in (("family=howell&kind=pair&n=14", "family"), ("sheet=PHW+6+11R", "registered")):
            form = page(desk, f"/library/movement?{query}").form(f"/workbench/new/{action}")
            assert desk.post(f"/workbench/new/{action}", dict(form)).status_code == 200
            for sheet in ("master-sheet", "movement-picture"):
                printed = desk.get(f"/library/print/{sheet}.pdf?{query}&lang=en")
                assert printed.status_code == 200, visible(printed.text)[:500]
                assert read(printed.content).pages
        assert len(desk.get("/workbench").text.split("/copy")) == 4
        assert desk.get("/library/print/nothing.pdf?family=howell&n=14").status_code == 404

    @for_each(
        "query", ["family=scrambled-mitchell&n=60", "family=awl&kind=team&n=9", "family=individual&kind=player&n=13"]
    )
    def test_the_picture_on_paper(self, desk: Desk, query: str) -> None:
        """Paper for 60 pairs, 9 teams without comparisons, and 13 players."""
        pages = read(desk.get(f"/library/print/movement-picture.pdf?{query}&lang=en").content).pages
        assert len(pages) == {"family=awl&kind=team&n=9": 1, "family=individual&kind=player&n=13": 2}.get(query, 15)

    def test_an_own_sheet(self, desk: Desk) -> None:
        address = desk.get("/library").text.partition('href="/library/own/')[2].partition('"')[0]
        answer = page(desk, f"/library/own/{address}?pair=5&step=2")
        assert "Own Howell" in answer.text
        assert page(desk, "/library/own/none", 404)

    @for_each("query", ["", "family=nothing&n=14", "family=mitchell&n=14&rounds=99", "sheet=ZZZ+6"])
    def test_what_there_is_not(self, desk: Desk, query: str) -> None:
        assert desk.get(f"/library/movement?{query}").status_code in (404, 422)


class TestANewEventWithASheet:
    @rotate("locale", Locale)
    @for_each(
        "query, form",
        [
            ("sheet=PHW+7+13R", "pairs"),
            ("family=howell&kind=pair&n=13", "pairs"),
            ("family=awl&kind=team&n=9", "round-robin-teams"),
            ("family=individual&kind=player&n=12", "individual"),
            ("family=round-robin&kind=team&n=8", "round-robin-teams"),
            ("family=team-of-pairs&options=" + quote('{"pairs": 5}'), "team-of-pairs"),
        ],
    )
    def test_the_form_fits_the_sheet_and_the_event_plays_it(
        self, desk: Desk, query: str, form: str, locale: Locale
    ) -> None:
        """From the movement to the form of a new event, and on to the entries of an event that has the movement."""
        library = page(desk, f"/library/movement?{query}", locale=locale)
        [address] = [link for link in library.links if link.startswith("/events/new?play=")]
        form_page = page(desk, address, locale=locale)
        assert list_codes_shown(form_page) == []
        assert foreign(form_page, locale) == []
        fields = form_page.form("/events/new")
        assert fields["form"] == form
        answer = desk.post("/events/new", {**fields, "name": "Library game"})
        assert answer.status_code == 200, visible(answer.text)[:400]
        assert answer.url.path.endswith("/entries")
        movement = newest_state(desk).section(Place(1, "A")).movement
        assert movement is not None
        assert movement.kind.value == dict(parse_qsl(query)).get("kind", "pair")

    def test_an_own_sheet_is_played(self, desk: Desk) -> None:
        sheet_id = desk.get("/library").text.partition('href="/library/own/')[2].partition('"')[0]
        [address] = [link for link in page(desk, f"/library/own/{sheet_id}").links if link.startswith("/events/new")]
        fields = page(desk, address).form("/events/new")
        assert desk.post("/events/new", {**fields, "name": "Own"}).status_code == 200
        movement = newest_state(desk).section(Place(1, "A")).movement
        assert movement is not None
        assert movement.meetings == make("howell", tables=7).meetings

    def test_a_form_that_cannot_play_it_is_made_without_it(self, desk: Desk) -> None:
        """The director changes the form to a knockout: the event is made, and the reason is on its page."""
        address = "/events/new?play=" + quote("family=howell&kind=pair&n=14")
        fields = page(desk, address).form("/events/new")
        answer = desk.post("/events/new?lang=en", {**fields, "name": "Knockout", "form": "knockout-teams"})
        assert answer.url.path.endswith("/entries")
        assert newest_state(desk).section_or_empty(Place(1, "A")).movement is None
        assert "made without the chosen movement" in answer.text

    @for_each("play", ["own=none", "family=nothing&n=14", "sheet=ZZZ+6", "x"])
    def test_a_sheet_that_is_not_there(self, desk: Desk, play: str) -> None:
        assert desk.get("/events/new?play=" + quote(play)).status_code in (404, 422)


class TestFromAnEvent:
    def test_the_choices_of_an_event_lead_to_their_pictures(self) -> None:
        """Each proposed movement is shown as it would be played, with its own options."""
        evening = new_evening(13)
        app = create_app(evening.tournament, zone=CLUB_ZONE)
        with open_desk(app) as desk:
            choices = desk.get(f"/events/{evening.event_id}/movement?choose=1").text
            links = [part.partition('"')[0] for part in choices.split('href="')[1:]]
            pictured = sorted({unescape(link) for link in links if link.startswith("/library/movement")})
            assert len(pictured) > 2
            for link in pictured:
                assert "walk-picture" in desk.get(link).text, link
