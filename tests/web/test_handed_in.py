"""Files that are handed in on a page: registers and entries as workbooks, and the true reason for a wrong file."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue
from arrowswitch.i18n import Locale, translate
from tests.builders import Evening
from tests.foreign import foreign_file
from tests.foreign.samples import SAMPLES
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.formats.test_tables import KINDS, workbook
from tests.web.client import Desk, Page, list_codes_shown, visible

REGISTER = (
    ("会員番号", "氏名", "よみ", "マスターポイント"),
    (201, "新井 望", "あらい のぞみ", 12.5),
    ("0202", "新島 光", "", ""),
)


def hand_in(desk: Desk, path: str, action: str, content: bytes, locale: Locale = Locale.JA, **fields: str) -> Page:
    form = {**desk.page(path, locale).form(action), **fields}
    return Page.read(desk.post(action, form, files={"file": ("list.csv", content)}).text)


class TestRegister:
    def test_a_workbook_is_read_as_a_csv_is(self, desk: Desk, evening: Evening) -> None:
        hand_in(desk, "/players", "/players/import", workbook(*REGISTER))
        people = {one.person.number: one.person for one in evening.tournament.store.players()}
        assert (people["201"].name, people["201"].master_points) == ("新井 望", 1250)
        assert people["0202"].name == "新島 光"

    def test_another_sheet_and_english_headings_are_read(self, desk: Desk, evening: Evening) -> None:
        content = workbook(("notes",), Members=[("Number", "Name"), (301, "Alder Oak")])
        hand_in(desk, "/players", "/players/import", content, sheet="Members")
        assert "Alder Oak" in {one.person.name for one in evening.tournament.store.players()}

    @rotate("locale", Locale)
    def test_a_number_twice_is_told_with_both_lines(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        before = evening.tournament.store.players()
        content = workbook(("number", "name"), (201, "Wren"), (202, "Finch"), (201, "Linnet"))
        page = hand_in(desk, "/players", "/players/import", content, locale)
        params: dict[str, ParamValue] = {"number": "201", "name": "Linnet", "line": 2, "other": "Wren"}
        assert translate("desk.players.number-twice", params, locale) in page.text
        assert "4" in page.text.split(translate("desk.players.number-twice", params, locale))[0][-12:]
        assert evening.tournament.store.players() == before

    @rotate("locale", Locale)
    @for_each("kind", ["xls", "pdf", "docx", "picture", "html", "zip", "event-file", "backup", "locked"])
    def test_a_wrong_kind_of_file_is_told_by_what_it_is(self, desk: Desk, kind: str, locale: Locale) -> None:
        content = next(content for known, content in KINDS.items() if known.value == kind)
        page = hand_in(desk, "/players", "/players/import", content, locale)
        for code in (f"file-kind.{kind}", "file-wanted.list"):
            assert translate(code, {"name": "list.csv"}, locale) in page.text
        assert list_codes_shown(page) == []


class TestEntries:
    def test_a_workbook_is_read_as_a_csv_is(self, desk: Desk, evening: Evening) -> None:
        base = f"/events/{evening.event_id}/entries"
        content = workbook(
            ("氏名1", "会員番号1", "氏名2", "会員番号2"), ("新井 望", 901, "新島 光", 902), ("林 田", None, "森 下")
        )
        hand_in(desk, base, f"{base}/import", content)
        names = {entry.names for entry in evening.state.entries.values()}
        assert {("新井 望", "新島 光"), ("林 田", "森 下")} <= names

    @rotate("locale", Locale)
    def test_a_number_twice_is_told_with_both_lines(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        base = f"/events/{evening.event_id}/entries"
        rows = (("name 1", "number 1", "name 2"), ("Wren", 901, "Finch"), ("Oak", 902, "Elm"), ("Linnet", 901, "Jade"))
        before = evening.state.entries
        page = hand_in(desk, base, f"{base}/import", workbook(*rows), locale)
        params: dict[str, ParamValue] = {"number": "901", "name": "Linnet", "line": 2, "other": "Wren"}
        assert translate("desk.players.number-twice", params, locale) in page.text
        assert evening.state.entries == before

    def test_a_pdf_is_told_by_what_it_is(self, desk: Desk, evening: Evening) -> None:
        base = f"/events/{evening.event_id}/entries"
        page = hand_in(desk, base, f"{base}/import", b"%PDF-1.7")
        assert translate("file-kind.pdf", {"name": "list.csv"}, Locale.JA) in page.text


class TestOthers:
    @rotate("locale", Locale)
    def test_a_table_of_something_else_than_results_is_told_by_its_columns(self, desk: Desk, locale: Locale) -> None:
        before = desk.page("/", locale).text
        page = hand_in(desk, "/", "/events/import", "会員番号,氏名\n201,新井 望\n".encode(), locale)
        assert "会員番号,氏名" in page.text
        assert "board,ns,ew,score" in page.text
        assert list_codes_shown(page) == []
        assert desk.page("/", locale).text == before

    @rotate("locale", Locale)
    @for_each(
        "path, action, kind, wanted",
        [
            ("/", "/events/import", "pdf", "event"),
            ("/", "/events/import", "backup", "event"),
            ("/", "/events/import", "xls", "event"),
            ("/backup", "/backup/restore", "event-file", "backup"),
            ("/backup", "/backup/restore", "table", "backup"),
        ],
    )
    def test_a_wrong_kind_of_file_is_told_by_what_it_is(
        self, desk: Desk, path: str, action: str, kind: str, wanted: str, locale: Locale
    ) -> None:
        content = next(content for known, content in KINDS.items() if known.value == kind)
        page = hand_in(desk, path, action, content, locale)
        for code in (f"file-kind.{kind}", f"file-wanted.{wanted}"):
            assert translate(code, {"name": "list.csv"}, locale) in page.text

    @rotate("locale", Locale)
    def test_a_file_of_deals_is_sent_to_the_deals_page(self, desk: Desk, locale: Locale) -> None:
        form = desk.page("/", locale).form("/events/import")
        files = {"file": ("evening.dlm", foreign_file("sample.dlm"))}
        page = Page.read(desk.post("/events/import", form, files=files).text)
        for code in ("file-kind.deals", "file-wanted.results-not-deals"):
            assert translate(code, {"name": "evening.dlm"}, locale) in page.text
        assert list_codes_shown(page) == []

    @rotate("name", SAMPLES)
    def test_results_of_every_format_become_an_event(self, desk: Desk, evening: Evening, name: str) -> None:
        """The page shows the contents of the file in both languages, and the event that it makes has its scores."""
        file, make = SAMPLES[name]
        answer = desk.post("/events/import?lang=en", files={"file": (file, make())})
        path = answer.url.path
        assert path.startswith("/events/import/"), visible(answer.text)
        for locale in Locale:
            page = desk.page(path, locale)
            assert list_codes_shown(page) == []
            assert file in page.text
        made = desk.send(path, path)
        assert made.url.path.endswith("/scores"), visible(made.text)
        assert len(evening.tournament.events()) == 2
