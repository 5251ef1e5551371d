"""Lists of players from elsewhere: their columns are found by a heading, or asked for on a page, never guessed."""

from __future__ import annotations

from io import BytesIO

import pytest
from openpyxl import Workbook

from arrowswitch.core.errors import Malformed
from arrowswitch.i18n import Locale
from arrowswitch.web.desk.register.columns import find_layout
from arrowswitch.web.desk.register.csv import read_register
from tests.builders import Evening
from tests.tables import for_each
from tests.unit.formats.test_tables import workbook
from tests.web.client import Desk, visible

UNKNOWN = "Ref;Who;Mail\n7;Alder Oak;alder@example.org\n9;Elm Birch;elm@example.org\n"


def names(text: str | bytes) -> list[tuple[str, str, str]]:
    """Returns number, name and reading of the players in a list."""
    data = text if isinstance(text, bytes) else text.encode()
    return [(row.person.number, row.person.name, row.person.kana) for row in read_register(data, "list.csv")]


def import_list(desk: Desk, data: bytes, name: str = "list.csv") -> str:
    """Imports a list and returns the address that the desk leads to."""
    answer = desk.post("/players/import?lang=en", files={"file": (name, data)})
    assert answer.status_code == 200, visible(answer.text)
    return answer.url.path


class TestHeadings:
    """Headings of member lists."""

    @for_each(
        "text, expected",
        [
            ("First Name,Last Name,Player Number\nAlder,Oak,1234\n", ("1234", "Alder Oak", "")),
            ("Surname,Forename,EBU No.\nOak,Alder,00123\n", ("00123", "Alder Oak", "")),
            ("Given Name(s),Surname,ABF Number\nAlder,Oak,77\n", ("77", "Alder Oak", "")),
            ("Lidnummer;Voornaam;Tussenvoegsel;Achternaam\n5;Alder;van der;Oak\n", ("5", "Alder van der Oak", "")),
            ("Vorname;Nachname;Mitgliedsnummer\nAlder;Oak;12\n", ("12", "Alder Oak", "")),
            ("会員番号,姓,名,セイ,メイ\n301,春川,桜,ハルカワ,サクラ\n", ("301", "春川 桜", "ハルカワ サクラ")),
            ("MEMBER_NUMBER\tFULL NAME\n8\tAlder Oak\n", ("8", "Alder Oak", "")),
            ("NBB-lidnummer;Roepnaam;Tussenvoegsels;Achternaam\n5;Alder;van;Oak\n", ("5", "Alder van Oak", "")),
            ("DBV-Nr.;Name;Clubpunkte\n12;Alder Oak;31\n", ("12", "Alder Oak", "")),
            ("ABF Number,First Name,Last Name,Email\n77,Alder,Oak,a@example.org\n", ("77", "Alder Oak", "")),
            ("ACBL#,Last Name,First Name,Total MPs\n1234567,Oak,Alder,12.5\n", ("1234567", "Alder Oak", "")),
        ],
    )
    def test_names_in_parts(self, text: str, expected: tuple[str, str, str]) -> None:
        assert names(text) == [expected]

    @for_each(
        "heading, row",
        [
            # Pianola's export, as abftech/cobalt maps it (organisations/views/club_menu_tabs/import_data.py).
            ("Local number,National number,Username,First name,Last name,Email", "12,7001,x,Alder,Oak,a@example.org"),
            # CompScore, in the same module.
            (
                "Surname,Given Names,Address 1,Phone,EmailAddress,ABF No,Club Number",
                "Oak,Alder,1 Road,555,a@b.org,7001,9",
            ),
            # BridgeWebs, ScoreBridge and EBUScore, as bridgewebs.com/guideus/page298.html lists their fields.
            ("FIRSTNAME,SURNAME,PID,CLUBID,EBU,PC,PHONE", "Alder,Oak,31,9,7001,AB1 2CD,555"),
            ("First Name,Surname,Player Number,Club Id,EBU Number,Postcode", "Alder,Oak,31,9,7001,AB1 2CD"),
            ("First name,Surname,Player Id,EBU No,Postcode,Tel Home", "Alder,Oak,31,7001,AB1 2CD,555"),
            # The members' file of mempad.co.uk, as marcshearer/ImportUsebio reads it by place.
            ("National Id,Other Names,Surname,Home Club,Postcode", "7001,Alder,Oak,Sample Club,AB1 2CD"),
        ],
    )
    def test_the_number_of_the_federation_is_taken_and_not_the_club_s(self, heading: str, row: str) -> None:
        expected = ("7001", "Alder Oak", "")
        assert names(f"{heading}\n{row}\n") == [expected]
        assert names(f"{heading}\n{row}\n".replace(",", "\t").encode("utf-16")) == [expected]
        assert names(workbook(tuple(heading.split(",")), tuple(row.split(",")))) == [expected]

    def test_an_id_is_the_number_where_a_list_has_no_other(self) -> None:
        assert names("PID,FIRSTNAME,SURNAME\n31,Alder,Oak\n") == [("31", "Alder Oak", "")]

    def test_a_title_above_the_heading(self) -> None:
        """The title, an empty row and the date are no players, and messages name the lines of the file."""
        text = "Members of the club,,\n,,\nPrinted,2026-01-01,\nNo,Name,Phone\n1,Alder Oak,555\n2,,555\n"
        assert names(text.replace("2,,555\n", "")) == [("1", "Alder Oak", "")]
        with pytest.raises(Malformed) as refused:
            read_register(text.encode(), "list.csv")
        assert [problem.where for problem in refused.value.problems] == ["line 6"]

    def test_a_column_that_the_register_does_not_need_is_named(self, desk: Desk, evening: Evening) -> None:
        text = "number,name,e-mail\n901,Alder Oak,alder@example.org\n"
        answer = desk.post("/players/import?lang=en", files={"file": ("list.csv", text.encode())})
        assert "These columns were not taken: e-mail." in visible(answer.text)
        assert [p.person.roman for p in evening.tournament.store.players() if p.person.number == "901"] == [""]

    @for_each("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    def test_accents_in_every_encoding(self, encoding: str) -> None:
        text = "number,name\n1,Renée Ålder\n2,Jürgen Öak\n"
        assert [name for _, name, _ in names(text.encode(encoding))] == ["Renée Ålder", "Jürgen Öak"]

    def test_kanji_in_the_japanese_code_page(self) -> None:
        assert [name for _, name, _ in names("1,山林 望\n".encode("cp932"))] == ["山林 望"]

    def test_a_workbook_with_a_title(self) -> None:
        book, out = Workbook(), BytesIO()
        sheet = book.create_sheet("Members", 0)
        for row in (["Club"], [], ["No", "First name", "Last name"], [12, "Alder", "Oak"]):
            sheet.append(row)
        book.save(out)
        (player,) = read_register(out.getvalue(), "list.xlsx")
        assert (player.person.number, player.person.name) == ("12", "Alder Oak")


class TestOrder:
    """Lists without a heading."""

    @for_each(
        "text",
        [
            "Ref,Who,Mail\n7,Alder Oak,alder@example.org\n",
            "Oak,Alder,alder@example.org\n",
            "7,Oak,Alder\n",
            "7,alder@example.org\n",
            "7,Alder Oak,あらい,望\n",
            "1,A,,,,,,more\n",
        ],
    )
    def test_what_does_not_suit_the_order_is_asked(self, text: str) -> None:
        assert not find_layout([line.split(",") for line in text.splitlines()]).is_certain
        with pytest.raises(Malformed) as refused:
            read_register(text.encode(), "list.csv")
        assert [problem.code for problem in refused.value.problems] == ["desk.players.columns-unknown"]


class TestAsked:
    """The page that asks for the columns."""

    def test_nothing_is_stored_before_the_columns_are_chosen(self, desk: Desk, evening: Evening) -> None:
        before = evening.tournament.store.players()
        path = import_list(desk, UNKNOWN.encode())
        assert path.startswith("/players/import/")
        for locale in Locale:
            page = desk.page(path, locale)
            assert "alder@example.org" in page.text
        assert evening.tournament.store.players() == before
        answer = desk.post(path, {**desk.page(path).form(path), "column-0": "number", "column-1": "name"})
        assert answer.url.path == "/players"
        new = {one.person.number: one.person for one in evening.tournament.store.players() if one not in before}
        assert {number: (one.name, one.roman, one.kana) for number, one in new.items()} == {
            "7": ("Alder Oak", "", ""),
            "9": ("Elm Birch", "", ""),
        }

    def test_the_heading_row_is_not_a_player(self, desk: Desk) -> None:
        path = import_list(desk, UNKNOWN.encode())
        assert desk.page(path).form(path)["first"] == "2"

    @for_each(
        "fields, words",
        [
            ({}, "Choose the column of names"),
            ({"column-0": "name", "column-1": "name"}, "Two columns have the same meaning"),
            ({"column-1": "name", "first": "0"}, "1"),
            ({"column-1": "name", "first": "many"}, "number"),
        ],
    )
    def test_a_wrong_choice_is_shown_again(self, desk: Desk, fields: dict[str, str], words: str) -> None:
        path = import_list(desk, UNKNOWN.encode())
        form = {**desk.page(path).form(path), **fields}
        answer = desk.post(f"{path}?lang=en", form)
        assert answer.status_code == 422
        assert words in visible(answer.text)

    def test_a_faulty_line_is_named_and_nothing_stored(self, desk: Desk, evening: Evening) -> None:
        before = evening.tournament.store.players()
        path = import_list(desk, (UNKNOWN + "7;Elm Fir;x@example.org\n").encode())
        answer = desk.post(f"{path}?lang=en", {"column-0": "number", "column-1": "name", "first": "2"})
        assert answer.status_code == 422
        assert "line 4" in visible(answer.text)
        assert evening.tournament.store.players() == before

    def test_a_list_that_is_gone(self, desk: Desk) -> None:
        assert desk.get("/players/import/none").status_code == 404
