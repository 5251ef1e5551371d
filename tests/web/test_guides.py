"""The pages of the ruling guides: walking one, keeping its ruling, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.regulations.guides import ClubGuides, guide_names, load_guide
from arrowswitch.regulations.guides.tree import tick_keys
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.values.rulings import CaseStage
from arrowswitch.web.app import create_app
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import Playing, at_desk, codes, howell_evening, slot

LAW_27 = load_guide("insufficient-bid")
TO_B2 = ("meant", "in-turn", "done", "not-accepted", "other-call", "different")


@pytest.fixture(scope="module")
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        opened.fill_round(1)
        yield opened


@pytest.fixture(scope="module")
def quiet() -> Iterator[Playing]:
    """An evening in which nothing is ruled."""
    with at_desk(howell_evening()) as opened:
        yield opened


def ticks_of(edition: int = 2007) -> list[str]:
    """Returns every tick of Law 27."""
    return [key for node in LAW_27.nodes for key, _ in tick_keys(node, edition)]


def way(*answers: str, ticks: list[str] | None = None) -> str:
    """Returns the query of a way."""
    fields = [f"a={answer}" for answer in answers]
    return "&".join([*fields, *(f"t={key}" for key in (ticks_of() if ticks is None else ticks))])


@rotate("locale", Locale)
@for_each("name", guide_names())
def test_a_guide_in_both_languages(quiet: Playing, name: str, locale: Locale) -> None:
    page = quiet.page(f"/guides/{name}", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, quiet.own_words) == []


@rotate("locale", Locale)
def test_the_lists_in_both_languages(quiet: Playing, locale: Locale) -> None:
    for page in (quiet.page("/guides", locale), quiet.desk.page("/guides", locale)):
        assert list_codes_shown(page) == []
        assert foreign(page, locale, quiet.own_words) == []
        assert len([link for link in page.links if "/guides/" in link]) >= len(guide_names())


class TestWalking:
    def test_an_event_takes_the_edition_of_its_regulations(self, playing: Playing) -> None:
        """The federation's rules refer to the Laws of 2007; another edition can be asked for."""
        assert (
            "アーティフィシャル"
            in playing.page(f"/guides/insufficient-bid?{way(*TO_B2[:4], 'same-denomination')}").text
        )
        address = f"/guides/insufficient-bid?{way(*TO_B2[:4], 'same-denomination')}&edition=2017"
        assert "同じデノミネーションを示しますか" in playing.page(address).text

    def test_an_answer_without_its_ticks_stays_where_it_is(self, playing: Playing) -> None:
        """R-352: step 2 is not done."""
        page = playing.page(f"/guides/insufficient-bid?{way(*TO_B2[:3], ticks=['enquire-1', 'enquire-3'])}")
        assert "チェックが1項目残っています" in page.text
        assert "LHO は不十分なビッドを受け入れますか" not in page.text

    def test_every_example_opens_filled_in(self, playing: Playing) -> None:
        """R-351: the eight cases (a) to (h)."""
        page = playing.desk.page("/guides/insufficient-bid", Locale.EN)
        opened = [link for link in page.links if "a=" in link]
        assert len(opened) == len(LAW_27.examples)
        for link, example in zip(opened, LAW_27.examples, strict=True):
            example_page = playing.desk.page(f"{link}&lang=en", Locale.EN)
            assert f"Law {LAW_27.rulings[example.ruling].law}" in example_page.text, example.name
            assert LAW_27.rulings[example.ruling].title["en"] in example_page.text, example.name

    def test_nonsense_in_the_address_is_passed_over(self, playing: Playing) -> None:
        page = playing.page("/guides/insufficient-bid?a=perhaps&t=nothing&edition=1492")
        assert LAW_27.start.ask["ja"] in page.text
        assert playing.get("/guides/no-such").status_code == 404
        assert playing.get("/guides/insufficient-bid?slot=A-99-1-1").status_code == 404

    def test_without_an_event_nothing_can_be_kept(self, playing: Playing) -> None:
        page = playing.desk.get(f"/guides/insufficient-bid?{way(*TO_B2)}&edition=2007&lang=ja")
        assert LAW_27.rulings["b2"].title["ja"] in page.text
        assert "/keep" not in page.text


class TestKeeping:
    @pytest.fixture(autouse=True)
    def _in_japanese(self, playing: Playing) -> None:
        """The browser keeps the language of the page before, whichever test opened that."""
        playing.page("/guides")

    def test_a_ruling_is_kept_with_its_way_and_taken_back(self, playing: Playing) -> None:
        """R-346: facts, options told, law, ruling, execution ticked; it is in the file of the event as well."""
        answer = playing.post(
            "/guides/insufficient-bid/keep",
            a=list(TO_B2),
            t=ticks_of(),
            edition="2007",
            slot="A-1-3-5",
            facts="1♥ を 1♠ のあとに",
        )
        assert answer.status_code == 200, answer.text
        ruling = playing.state.rulings.guided[-1]
        assert (ruling.slot, ruling.guide, ruling.answers) == (slot(1, 3, 5), "insufficient-bid", TO_B2)
        assert (ruling.law, ruling.facts) == ("規則第27条B項2", "1♥ を 1♠ のあとに")
        assert sum(line.startswith("✓") for line in ruling.steps) == 7
        assert any("替わりのコール" in line and "→" in line for line in ruling.steps)
        page = playing.page("/rulings")
        assert "規則第27条B項2" in page.text
        assert "不十分なビッド" in playing.page("/history").text
        again = event_file.load(event_file.dump(playing.evening.tournament.ledger(playing.evening.event_id)))
        assert state_of(again).rulings.guided == playing.state.rulings.guided
        playing.post("/scores/undo", seq=str(ruling.seq))
        assert ruling not in playing.state.rulings.guided

    def test_an_adjusted_score_leads_to_the_board_with_its_law(self, playing: Playing) -> None:
        answer = playing.post(
            "/guides/insufficient-bid/keep",
            a=["after-play", "after-b1", "damaged"],
            t=ticks_of(),
            edition="2007",
            round="1",
            table="3",
            board="5",
            is_pending="true",
        )
        leads_to = urlsplit(answer.json()["to"])
        assert leads_to.path.endswith("/slots/A-1-3-5")
        assert parse_qs(leads_to.query)["law"] == ["規則第27条D項"]
        page = playing.desk.page(answer.json()["to"])
        assert page.form(f"{playing.base}/slots/A-1-3-5/award")["law"] == "規則第27条D項"
        assert playing.state.rulings.notes[slot(1, 3, 5)].is_pending
        playing.post("/slots/A-1-3-5/award", ns_text="A+", ew_text="A-", reason="27D", law="規則第27条D項")
        assert not (note := playing.state.rulings.notes.get(slot(1, 3, 5))) or not note.is_pending

    def test_a_walk_fills_the_case_that_it_was_begun_from(self, playing: Playing) -> None:
        """R-346: law, sources, the options explained, ruling and the ticked steps; written text stays."""
        opened = playing.post("/cases/keep", title="Low bid", slot="A-1-2-3", found="1H over 1S").json()["to"]
        number = opened.rpartition("/")[2]
        (link,) = [link for link in playing.desk.page(opened).links if "/guides?" in link]
        (guide,) = [link for link in playing.desk.page(link).links if "/insufficient-bid" in link]
        assert parse_qs(urlsplit(guide).query) == {"slot": ["A-1-2-3"], "case": [number]}
        walked = {"a": list(TO_B2), "t": ticks_of(), "edition": "2007", "slot": "A-1-2-3", "facts": "not seen"}
        answer = playing.post("/guides/insufficient-bid/keep", **walked, case=number)
        assert answer.json()["to"].endswith(f"/cases/{number}")
        case = playing.state.rulings.cases[-1]
        assert (case.law, case.ruling, case.title) == ("規則第27条B項2", LAW_27.rulings["b2"].title["ja"], "Low bid")
        assert case.found == "1H over 1S\nnot seen"
        assert LAW_27.rulings["b2"].says[0].words["ja"] in case.options
        assert sum(line.startswith("✓") for line in case.steps) == 7
        assert any("ガイダンス" in line for line in case.steps)
        assert not playing.state.rulings.notes[slot(1, 2, 3)].is_pending
        page = playing.page(f"/cases/{number}")
        assert "LHO は不十分なビッドを受け入れますか" in page.text
        again = playing.post("/cases/keep", case=number, title="Low bid", slot="A-1-2-3", ruling=case.ruling)
        assert again.status_code == 200
        assert playing.state.rulings.cases[-1].answers == TO_B2

    def test_a_pending_ruling_opens_a_case_that_stays_open(self, playing: Playing) -> None:
        walked = {"a": list(TO_B2), "t": ticks_of(), "edition": "2007", "slot": "A-1-2-4", "is_pending": "true"}
        playing.post("/guides/insufficient-bid/keep", **walked, opens_case="true")
        case = playing.state.rulings.cases[-1]
        assert (case.stage, case.slot) == (CaseStage.OPEN, slot(1, 2, 4))
        assert playing.state.rulings.notes[slot(1, 2, 4)].is_pending
        assert codes(playing.post("/guides/insufficient-bid/keep", **walked, case="99")) == ["case.none"]

    @for_each(
        "fields, expected",
        [
            ({"a": ["meant"]}, ["desk.guides.not-at-end"]),
            ({"t": [key for key in ticks_of() if key != "b2-3"]}, ["desk.guides.not-ticked"]),
            ({"round": "1"}, ["desk.field.missing", "desk.field.missing"]),
            ({"round": "1", "table": "3", "board": "99"}, ["result.no-such-slot"]),
            ({"slot": "nonsense"}, ["desk.slot.key"]),
            ({"facts": "x" * 3000}, ["note.too-long"]),
        ],
    )
    def test_what_is_wrong_is_said_and_nothing_kept(
        self, playing: Playing, fields: dict[str, str], expected: list[str]
    ) -> None:
        """R-352: no ruling is closed while a step is not ticked."""
        before = playing.state.rulings.guided
        whole = {"a": list(TO_B2), "t": ticks_of(), "edition": "2007", **fields}
        assert codes(playing.post("/guides/insufficient-bid/keep", **whole)) == expected
        assert playing.state.rulings.guided == before

    def test_the_dialog_of_a_board_leads_to_the_guides(self, playing: Playing) -> None:
        page = playing.page("/slots/A-1-3-5")
        (link,) = [link for link in page.links if "/guides" in link and "manual" not in link]
        listed = playing.desk.page(link)
        assert any("insufficient-bid?slot=A-1-3-5" in one for one in listed.links)


def test_the_clubs_folder_is_shown_and_opened(tmp_path: Path) -> None:
    """R-359."""
    (tmp_path / "規則書 2007.pdf").write_bytes(b"%PDF-1.7 laws")
    (tmp_path / "odd.toml").write_text("name = 3", encoding="utf-8")
    evening = howell_evening()
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE, guides=ClubGuides(tmp_path))) as desk:
        page = desk.page("/guides")
        assert "odd.toml" in page.text
        (link,) = [link for link in page.links if "guide-documents" in link]
        answer = desk.get(link)
        assert (answer.content, answer.headers["content-type"]) == (b"%PDF-1.7 laws", "application/pdf")
        assert desk.get("/guide-documents/odd.toml").status_code == 404


@rotate("locale", Locale)
def test_the_shelf_in_both_languages(quiet: Playing, locale: Locale) -> None:
    """R-344, R-345, R-355, R-357, R-364 to R-368: reached from guides, rulings, settings and cases."""
    shelf = quiet.desk.page(f"/shelf?lang={locale.value}", locale)
    topics = [link for link in shelf.links if link.startswith("/shelf/")]
    assert len(topics) == 8
    for path in topics:
        page = quiet.desk.page(f"{path}?lang={locale.value}", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, quiet.own_words) == []
    links = {path: quiet.page(path, locale).links for path in ("/guides", "/rulings", "/settings", "/cases/new")}
    assert "/shelf" in links["/guides"]
    assert "/shelf" in links["/rulings"]
    assert "/shelf/grades" in links["/settings"]
    assert "/shelf/appeals" in links["/cases/new"]
    assert quiet.desk.get("/shelf/cookery").status_code == 404
