"""The print page and its sheets."""

from __future__ import annotations

from io import BytesIO

import httpx
from pypdf import PdfReader

from arrowswitch import documents, regulations
from arrowswitch.i18n import Locale, has_code, language_of, translate
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.web.client import Desk, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE, NotingPrintShop


def print_path(evening: Evening) -> str:
    return f"/events/{evening.event_id}/print"


@rotate("locale", Locale)
def test_every_sheet_is_listed_in_the_page_s_language(desk: Desk, evening: Evening, locale: Locale) -> None:
    """R-394."""
    page = desk.page(print_path(evening), locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, expected="水曜例会") == []
    assert f"{print_path(evening)}/guide-cards.pdf" in page.forms


def test_every_sheet_belongs_to_one_moment() -> None:
    assert {info.moment for info in documents.sheets()} == set(documents.PrintMoment)


@rotate("locale", Locale)
def test_the_sheets_of_the_present_moment_come_first(locale: Locale) -> None:
    """During play these are the sheets of the rounds; after the last score, the results."""
    evening = mitchell_evening()
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        moments = [translate(f"desk.print.moment-{one.value}", {}, locale) for one in documents.PrintMoment]

        def order() -> list[str]:
            texts = desk.page(print_path(evening), locale).texts
            return [text for text in texts if text in moments]

        assert order()[0] == translate("desk.print.moment-during", {}, locale)
        evening.play_all()
        assert order()[0] == translate("desk.print.moment-results", {}, locale)
        assert sorted(order()) == sorted(moments)


@rotate("locale", Locale)
def test_a_sheet_that_there_is_not_yet_is_grey(evening: Evening, locale: Locale) -> None:
    """Before the first entry nothing can be pressed that would open an error: the reason stands in its place."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        page = desk.page(print_path(evening), locale)
        assert list_codes_shown(page) == []
        forms = [action for action in page.forms if action.endswith(".pdf")]
        assert f"{print_path(evening)}/announcement.pdf" in forms
        assert f"{print_path(evening)}/guide-cards.pdf" not in forms
        assert translate("sheet.guide-cards.title", {}, locale) in page.text
        assert translate("print.no-movement", {}, locale) in page.text
        for action in forms:
            assert desk.get(action, params=page.forms[action]).headers["content-type"] == "application/pdf", action


@rotate("locale", Locale)
def test_a_character_that_no_font_has_is_named(evening: Evening, locale: Locale) -> None:
    """U+20001, with the name it stands in; rare characters that a font has are not spoken of."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        evening.do(AddEntry((Person("𠮷野 槗"), Person("髙﨑 彅"))))
        assert "U+" not in desk.page(print_path(evening), locale).text
        evening.do(AddEntry((Person("𠀁山 三郎"), Person("春川 一葉"))))
        page = desk.page(print_path(evening), locale)
        params = {"character": "𠀁", "number": "U+20001", "names": "𠀁山 三郎"}
        assert list_codes_shown(page) == []
        assert translate("desk.print.no-glyph", params, locale) in page.text


def test_a_sheet_is_printed_in_the_language_asked_for(desk: Desk, evening: Evening, prints: NotingPrintShop) -> None:
    """R-394: a Japanese page prints English sheets as well."""
    answer = desk.get(f"{print_path(evening)}/guide-cards.pdf?sheet_lang=en&table=6A")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    desk.get(f"{print_path(evening)}/guide-cards.pdf")
    assert prints.requests == [("guide-cards", "en", {"table": "6A"}), ("guide-cards", "ja", {})]


@rotate("locale", Locale)
def test_a_sheet_that_is_not_there_is_said(desk: Desk, evening: Evening, locale: Locale) -> None:
    page = desk.page(f"{print_path(evening)}/banknotes.pdf", locale, status=404)
    assert list_codes_shown(page) == []
    assert "banknotes" in page.text


def test_every_option_of_every_real_sheet_has_words() -> None:
    """R-394: no option shows its code."""
    wordless = {
        code
        for info in documents.sheets()
        for option in info.options
        if option.name != "section"
        for code in (option.title, *(option.value_title(value) for value in option.values))
        if not has_code(code)
    }
    assert wordless == set()


def test_every_edition_of_the_regulations_that_is_offered_has_a_name(desk: Desk, evening: Evening) -> None:
    """R-394: bodies' regulations are offered, the conventions of scoring programs are not."""
    page = desk.get(f"/events/{evening.event_id}/settings").text
    offered = [name for name in regulations.names() if f'value="{name}"' in page]
    assert offered == [name for name in regulations.names() if "/" not in name]
    assert all(has_code(f"desk.regulations.{name}") for name in offered)


@rotate("locale", Locale)
def test_all_paper_of_the_start_is_one_click_and_all_of_the_end_another(evening: Evening, locale: Locale) -> None:
    """Each kit is one PDF of the sheets that its line names, in the order in which they are handed out."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        kits = {name: f"{print_path(evening)}/kit/{name}.pdf" for name in ("start", "end")}
        assert not kits.values() & desk.page(print_path(evening), locale).forms.keys()
        assert desk.get(kits["start"]).status_code == 404
        started = mitchell_evening()
    with open_desk(create_app(started.tournament, zone=CLUB_ZONE)) as desk:
        base = print_path(started)
        page = desk.page(base, locale)
        assert list_codes_shown(page) == []
        listed = [translate(f"sheet.{name}.title", {}, locale) for name in ("seating", "table-numbers", "guide-cards")]
        assert language_of(locale).between_items.join(listed) in page.text
        together = desk.get(f"{base}/kit/start.pdf", params={"sheet_lang": locale.value})
        assert together.headers["content-type"] == "application/pdf"
        pages = [words(desk.get(f"{base}/{name}.pdf", params={"sheet_lang": locale.value})) for name in KIT]
        assert words(together) == [page for sheet in pages for page in sheet]


KIT = ("director-summary", "seating", "table-numbers", "guide-cards", "guide-slips", "pickup-slips", "entry-forms")


def words(answer: httpx.Response) -> list[str]:
    """Returns the text of each page of a PDF."""
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]
