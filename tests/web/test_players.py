"""The register's pages: search, add, edit, CSV in and out, deletion; and the completion's answers."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.web.desk.register.csv import apply_rows, read_register, write_csv
from tests.builders import CountingChance, Evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, visible

HEADING = "番号,氏名,よみ,ローマ字,マスターポイント,所属\n"


def names(evening: Evening) -> set[str]:
    return {player.person.name for player in evening.tournament.store.players()}


class TestList:
    @rotate("locale", Locale)
    @for_each("path", ["/players", "/players/new", "/players/p1", "/players?q=zzz"])
    def test_every_text_is_in_the_page_s_language(
        self, desk: Desk, evening: Evening, path: str, locale: Locale
    ) -> None:
        """R-394."""
        page = Page.read(desk.get(path, headers={"cookie": f"lang={locale.value}"}).text)
        own_words = " ".join(f"{p.person.name} {p.person.kana} {p.club}" for p in evening.tournament.store.players())
        assert page.lang == locale.value
        assert list_codes_shown(page) == []
        assert foreign(page, locale, own_words) == []

    @for_each("typed", ["はるか", "ハル", "haru", "101", "春川", "Ichi"])
    def test_a_few_letters_find_a_player(self, desk: Desk, typed: str) -> None:
        text = visible(desk.get("/players", params={"q": typed}).text)
        assert "春川 一葉" in text
        assert "夏山 二葉" not in text

    def test_the_order_is_that_of_the_reading(self, desk: Desk) -> None:
        """R-394: あおい, あきざわ, なつやま, はるかわ."""
        text = desk.page("/players").text
        places = [text.index(name) for name in ("青井 五葉", "秋沢 三葉", "夏山 二葉", "春川 一葉")]
        assert places == sorted(places)

    def test_the_completion_knows_who_is_entered_already(self, desk: Desk, evening: Evening) -> None:
        evening.do(AddEntry((Person("春川 一葉", "101", player_id=PlayerId("p1")), Person("新井 望"))))
        answer = desk.get("/players/find", params={"q": "haru", "event": evening.event_id}).json()
        assert [(one["name"], one["number"], one["entered"]) for one in answer] == [("春川 一葉", "101", True)]
        assert desk.get("/players/find", params={"q": ""}).json() == []


class TestForm:
    def test_a_player_is_added_with_master_points(self, desk: Desk, evening: Evening) -> None:
        """R-091."""
        desk.send(
            "/players/new", "/players/new", name="新井 望", number="777", kana="あらい のぞみ", master_points="1,234.5"
        )
        (player,) = [p for p in evening.tournament.store.players() if p.person.number == "777"]
        assert (player.person.name, player.person.master_points) == ("新井 望", 123_450)

    def test_a_player_is_corrected(self, desk: Desk, evening: Evening) -> None:
        desk.send("/players/p1", "/players/p1", club="海風", master_points="7.25")
        player = evening.tournament.store.player(PlayerId("p1"))
        assert player is not None
        assert (player.club, player.person.master_points, player.person.number) == ("海風", 725, "101")

    @rotate("locale", Locale)
    @for_each(
        "field, typed",
        [("name", ""), ("name", "あ" * 10_000), ("number", "102"), ("master_points", "many"), ("kana", "x" * 500)],
    )
    def test_a_wrong_field_says_so_beside_it(
        self, desk: Desk, evening: Evening, field: str, typed: str, locale: Locale
    ) -> None:
        desk.get(f"/?lang={locale.value}")
        form = {**desk.page("/players/p1", locale).form("/players/p1"), field: typed}
        answer = desk.post("/players/p1", form)
        assert answer.status_code == 422
        page = Page.read(answer.text)
        assert f"{field}-error" in page.ids
        assert list_codes_shown(page) == []
        player = evening.tournament.store.player(PlayerId("p1"))
        assert player is not None
        assert player.person.name == "春川 一葉"

    def test_a_deleted_player_leaves_the_register_and_the_lists(self, desk: Desk, evening: Evening) -> None:
        """R-393: deleted players disappear from lists; results keep a neutral label, two of them are still two."""
        path = f"/events/{evening.event_id}/entries"
        desk.send(path, f"{path}/add", player1="101", player2="102")
        for player in ("p1", "p2"):
            desk.send(f"/players/{player}/forget", f"/players/{player}/forget")
        assert not {"春川 一葉", "夏山 二葉"} & names(evening)
        (entry,) = evening.state.entries.values()
        assert all(name.startswith("（氏名削除）") for name in entry.names)
        assert len(set(entry.names)) == 2
        assert [person.number for person in entry.people] == ["", ""]
        listed = " ".join(desk.page(path).texts[20:])
        assert "春川" not in listed


class TestCsv:
    def file(self, text: str, encoding: str = "utf-8") -> dict[str, tuple[str, bytes]]:
        return {"file": ("members.csv", text.encode(encoding))}

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
    def test_a_spreadsheet_s_file_is_read_in_its_encoding(self, desk: Desk, evening: Evening, encoding: str) -> None:
        """R-091."""
        text = HEADING + "201,新井 望,あらい のぞみ,Nozomi Arai,12.5,海風\r\n202,新島 光,にいじま ひかり,,,\r\n"
        answer = desk.post("/players/import", files=self.file(text, encoding))
        assert "追加2人" in visible(answer.text)
        (arai,) = [p for p in evening.tournament.store.players() if p.person.number == "201"]
        assert (arai.person.kana, arai.person.roman, arai.person.master_points, arai.club) == (
            "あらい のぞみ", "Nozomi Arai", 1250, "海風",
        )  # fmt: skip

    def test_the_same_number_is_replaced_and_the_rest_untouched(self, desk: Desk, evening: Evening) -> None:
        text = (
            HEADING
            + "101,春川 一葉,はるかわ いちよう,Ichiyo Harukawa,999,\n"
            + "102,夏山 二葉,なつやま ふたば,Futaba Natsuyama,2,ことり\n"
        )
        answer = desk.post("/players/import?lang=en", files=self.file(text))
        assert "0 added, 1 changed, 1 unchanged" in visible(answer.text)
        assert len(evening.tournament.store.players()) == 6

    @rotate("locale", Locale)
    def test_every_faulty_line_is_told_and_nothing_is_read(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        text = HEADING + "301,,,,,\n302,新井 望,,,lots,\n303," + "あ" * 200 + ",,,,\n304,新島 光,,,,\n"
        answer = desk.post(f"/players/import?lang={locale.value}", files=self.file(text))
        assert answer.status_code == 422
        page = Page.read(answer.text)
        assert list_codes_shown(page) == []
        place = {Locale.JA: "{}行目", Locale.EN: "line {}"}[locale]
        assert [place.format(n) in page.text for n in (2, 3, 4, 5)] == [True, True, True, False]
        assert len(evening.tournament.store.players()) == 6

    @for_each("content", [b"", b"\x00\x01\x02\xff", HEADING.encode()])
    def test_a_file_without_players_is_refused(self, desk: Desk, evening: Evening, content: bytes) -> None:
        answer = desk.post("/players/import", files={"file": ("x.csv", content)})
        assert answer.status_code == 422
        assert len(evening.tournament.store.players()) == 6

    def test_the_register_is_given_out_and_taken_back_unchanged(self, desk: Desk, evening: Evening) -> None:
        exported = desk.get("/players/export").content
        answer = desk.post("/players/import?lang=en", files={"file": ("again.csv", exported)})
        assert "0 added, 0 changed, 6 unchanged" in visible(answer.text)
        japanese = desk.get("/players/export?encoding=cp932").content
        assert "春川 一葉" in japanese.decode("cp932")

    def test_a_cell_that_a_spreadsheet_would_calculate_is_quoted_and_comes_back(self) -> None:
        """`=A1+1` as a name is a name: with `'` in front no spreadsheet runs it."""
        player = Player(PlayerId("p"), Person("=A1+1", player_id=PlayerId("p")))
        text = write_csv([player])
        assert "'=A1+1" in text
        (row,) = read_register(text.encode(), "x")
        assert row.person.name == "=A1+1"

    def test_without_a_heading_the_order_is_fixed_and_tabs_do(self) -> None:
        rows = read_register("201\t新井 望\tあらい\n".encode(), "x")
        assert [(row.person.number, row.person.name, row.person.kana) for row in rows] == [("201", "新井 望", "あらい")]

    def test_a_number_twice_in_a_file_is_a_fault(self) -> None:
        with pytest.raises(Malformed) as refused:
            read_register("201,新井 望\n201,新島 光\n".encode(), "x")
        assert [problem.code for problem in refused.value.problems] == ["desk.players.number-twice"]

    def test_a_number_in_another_spelling_is_the_same(self, desk: Desk, evening: Evening) -> None:
        """A file and the form know 101 in full width and with a blank."""
        with pytest.raises(Malformed) as refused:
            read_register("201,新井 望\n２０１,新島 光\n".encode(), "x")
        assert [problem.code for problem in refused.value.problems] == ["desk.players.number-twice"]
        text = HEADING + "１０ １,春川 一葉,はるかわ いちよう,Ichiyo Harukawa,1,\n"
        answer = desk.post("/players/import?lang=en", files=self.file(text))
        assert "0 added, 1 changed" in visible(answer.text)
        refusal = desk.send("/players/new", "/players/new", 422, name="別 人", number="１０２")
        assert "夏山 二葉" in visible(refusal.text)
        assert len(evening.tournament.store.players()) == 6

    def test_a_name_without_letters_is_another_column(self) -> None:
        """A list of two columns of numbers is no register of players who are called 2 and 4."""
        with pytest.raises(Malformed) as refused:
            read_register(b"1,2\n3,4\n", "x.csv")
        assert [problem.code for problem in refused.value.problems] == ["desk.players.no-letters"] * 2

    def test_without_a_number_name_and_reading_tell_who_it_is(self) -> None:
        club_player = Player(PlayerId("p"), Person("新井 望", kana="あらい のぞみ", player_id=PlayerId("p")), "")
        rows = read_register("氏名,よみ,所属\n新井 望,あらい のぞみ,海風\n新井 望,にいい のぞみ,\n".encode(), "x")
        change = apply_rows([club_player], rows, CountingChance())
        assert [player.club for player in change.replaced] == ["海風"]
        assert len(change.added) == 1
