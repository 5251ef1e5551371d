"""The entries' page: who is meant by what was typed, singles, wishes, late pairs, and the line at its head."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.values.people import Entry, Person, Player, PlayerId
from arrowswitch.tournament.plans.choices import takes_sections
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.entries.naming import person_typed
from tests.builders import Evening, new_evening, person
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE, register_players

HOSTILE = "<img src=x onerror=alert(1)>"


def entries(evening: Evening) -> list[Entry]:
    return list(evening.state.entries.values())


def path_of(evening: Evening) -> str:
    return f"/events/{evening.event_id}/entries"


def names_shown(evening: Evening) -> str:
    return " ".join(name for entry in entries(evening) for name in entry.names) + " 水曜例会"


@pytest.fixture
def thirteen() -> Iterator[tuple[Desk, Evening]]:
    made = new_evening(13)
    register_players(made)
    with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as opened:
        yield opened, made


class TestWhoIsMeant:
    """R-090: a number fills the name, a number nobody has is a guest; nobody is guessed from a part of a name."""

    players = (
        Player(PlayerId("p1"), Person("春川 一葉", "101", "はるかわ いちよう", "Ichiyo Harukawa")),
        Player(PlayerId("p2"), Person("夏山 二葉", "102", "なつやま ふたば", "Futaba Natsuyama")),
        Player(PlayerId("p3"), Person("双子 葉", "103", "ふたご よう")),
        Player(PlayerId("p4"), Person("双子 葉", "104", "ふたご よう")),
    )

    def read_typed(self, text: str, player_id: str = "") -> Person | None:
        problems: list[Problem] = []
        entry = person_typed(text, player_id, self.players, "player1", problems)
        assert problems == []
        return entry

    @for_each("text", ["101", "１０１", "春川 一葉", "春川一葉", "はるかわいちよう", "ichiyo harukawa"])
    def test_a_number_or_a_whole_name_is_the_registered_player(self, text: str) -> None:
        entry = self.read_typed(text)
        assert entry is not None
        assert (entry.name, entry.number, entry.player_id) == ("春川 一葉", "101", "p1")

    def test_a_part_of_a_name_is_a_new_face(self) -> None:
        assert self.read_typed("春川") == Person("春川")

    def test_a_chosen_line_is_meant_even_where_names_are_the_same(self) -> None:
        entry = self.read_typed("双子 葉", "p4")
        assert entry is not None
        assert entry.number == "104"

    def test_a_chosen_line_counts_only_while_its_name_stands(self) -> None:
        assert self.read_typed("秋沢 三葉", "p1") == Person("秋沢 三葉")

    def test_the_same_name_twice_asks_which(self) -> None:
        problems: list[Problem] = []
        assert person_typed("双子 葉", "", self.players, "player2", problems) is None
        assert [(p.code, p.where) for p in problems] == [("desk.entries.same-name", "player2")]

    def test_a_number_nobody_has_is_a_guest(self) -> None:
        assert self.read_typed("9999") == Person("9999", "9999")
        assert self.read_typed("9999 新井 望") == Person("新井 望", "9999")

    def test_nothing_is_nobody(self) -> None:
        assert self.read_typed("  ") is None


class TestAdding:
    def test_two_numbers_are_a_pair(self, desk: Desk, evening: Evening) -> None:
        """R-090."""
        desk.send(path_of(evening), f"{path_of(evening)}/add", player1="101", player2="102")
        (pair,) = entries(evening)
        assert pair.names == ("春川 一葉", "夏山 二葉")
        assert [p.master_points for p in pair.people] == [100, 200]

    def test_a_new_face_needs_a_name_only(self, desk: Desk, evening: Evening) -> None:
        desk.send(path_of(evening), f"{path_of(evening)}/add", player1="101", player2="新井 望")
        (pair,) = entries(evening)
        assert pair.people[1] == Person("新井 望")

    def test_one_name_looks_for_a_partner(self, desk: Desk, evening: Evening) -> None:
        """R-093."""
        answer = desk.send(path_of(evening), f"{path_of(evening)}/add", player1="101")
        assert "パートナー募集中" in visible(answer.text)
        assert entries(evening)[0].names == ("春川 一葉",)

    @rotate("locale", Locale)
    @pytest.mark.parametrize(
        ("first", "second", "field"),
        [("", "", "player1"), ("101", "101", "player2"), ("x" * 10_000, "101", "player1"), ("103", "104", "player1")],
    )
    def test_what_cannot_be_is_said_beside_the_name(
        self, desk: Desk, evening: Evening, first: str, second: str, field: str, locale: Locale
    ) -> None:
        evening.do(AddEntry((person("秋沢 三葉", "103"), person("冬木 四葉", "104"))))
        desk.get(f"/?lang={locale.value}")
        form = {
            **desk.page(path_of(evening), locale).form(f"{path_of(evening)}/add"),
            "player1": first,
            "player2": second,
        }
        answer = desk.post(f"{path_of(evening)}/add", form)
        assert answer.status_code == 422
        page = Page.read(answer.text)
        assert f"{field}-error" in page.ids
        assert list_codes_shown(page) == []
        assert page.form(f"{path_of(evening)}/add")["player1"] == first
        assert len(entries(evening)) == 1

    def test_html_in_a_name_is_text(self, desk: Desk, evening: Evening) -> None:
        answer = desk.send(path_of(evening), f"{path_of(evening)}/add", player1=HOSTILE, player2="101")
        assert HOSTILE not in answer.text
        assert HOSTILE in visible(answer.text)

    def test_a_wish_for_a_stationary_seat_is_ticked_and_taken_back(self, desk: Desk, evening: Evening) -> None:
        """R-099."""
        path = path_of(evening)
        desk.send(path, f"{path}/add", player1="101", player2="102", stationary="yes")
        (pair,) = entries(evening)
        assert pair.wants_stationary
        desk.send(path, f"{path}/{pair.entry_id}/stationary")
        assert not entries(evening)[0].wants_stationary


class TestSingles:
    def three(self, evening: Evening) -> list[str]:
        for name in ("春川 一葉", "夏山 二葉", "秋沢 三葉"):
            evening.do(AddEntry((person(name),)))
        return [entry.entry_id for entry in entries(evening)]

    def test_two_are_joined(self, desk: Desk, evening: Evening) -> None:
        """R-093."""
        first, second, _ = self.three(evening)
        desk.post(f"{path_of(evening)}/join", {"single": [first, second]})
        assert {entry.names for entry in entries(evening)} == {("春川 一葉", "夏山 二葉"), ("秋沢 三葉",)}

    @pytest.mark.parametrize("count", [1, 3])
    def test_a_pair_is_two(self, desk: Desk, evening: Evening, count: int) -> None:
        ids = self.three(evening)
        assert desk.post(f"{path_of(evening)}/join", {"single": ids[:count]}).status_code == 422
        assert len(entries(evening)) == 3

    def test_partners_are_drawn_and_the_odd_one_stays(self, desk: Desk, evening: Evening) -> None:
        """R-093: five singles make two pairs, and one is shown as still looking."""
        self.three(evening)
        for name in ("冬木 四葉", "青井 五葉"):
            evening.do(AddEntry((person(name),)))
        answer = desk.send(path_of(evening), f"{path_of(evening)}/draw")
        assert sorted(len(entry.people) for entry in entries(evening)) == [1, 2, 2]
        assert "もう一人来たら、組めます。" in visible(answer.text)


class TestChanging:
    def only_entry(self, evening: Evening) -> Entry:
        evening.do(AddEntry((person("春川 一葉", "101"), person("新井 望"))))
        return entries(evening)[0]

    @rotate("locale", Locale)
    def test_the_form_speaks_both_languages(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        entry = self.only_entry(evening)
        page = desk.page(f"{path_of(evening)}/{entry.entry_id}", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, expected=f"{names_shown(evening)} Entry: 春川 一葉 - 新井 望") == []

    def test_a_number_comes_later(self, desk: Desk, evening: Evening) -> None:
        entry = self.only_entry(evening)
        path = f"{path_of(evening)}/{entry.entry_id}"
        desk.send(path, path, number2="555", kana2="あらい のぞみ", note="初参加")
        changed = entries(evening)[0]
        assert (changed.people[1].number, changed.people[1].kana, changed.note) == ("555", "あらい のぞみ", "初参加")

    def test_a_substitute_is_not_the_registered_player_any_more(self, desk: Desk, evening: Evening) -> None:
        """R-382."""
        path = path_of(evening)
        desk.send(path, f"{path}/add", player1="101", player2="102")
        entry = entries(evening)[0]
        form = f"{path}/{entry.entry_id}"
        desk.send(form, form, name2="新井 望", number2="")
        assert entries(evening)[0].people[1] == Person("新井 望")
        desk.send(form, form, name2="秋沢 三葉")
        assert entries(evening)[0].people[1].number == "103"

    def test_an_empty_name_is_said_beside_it(self, desk: Desk, evening: Evening) -> None:
        entry = self.only_entry(evening)
        path = f"{path_of(evening)}/{entry.entry_id}"
        answer = desk.send(path, path, status=422, name1=" ")
        assert "name1-error" in Page.read(answer.text).ids

    def test_a_new_face_joins_the_register(self, desk: Desk, evening: Evening) -> None:
        entry = self.only_entry(evening)
        path = f"{path_of(evening)}/{entry.entry_id}"
        desk.send(path, f"{path}/register")
        assert "新井 望" in {player.person.name for player in evening.tournament.store.players()}
        assert entries(evening)[0].people[1].player_id is not None

    def test_an_entry_is_removed_and_brought_back_by_undo(self, desk: Desk, evening: Evening) -> None:
        entry = self.only_entry(evening)
        desk.send(path_of(evening), f"{path_of(evening)}/{entry.entry_id}/remove")
        assert entries(evening) == []
        desk.send(path_of(evening), f"/events/{evening.event_id}/undo")
        assert entries(evening) == [entry]

    @for_each("what", ["", "/remove", "/withdraw", "/stationary", "/register", "/seat"])
    def test_an_entry_that_is_not_there_is_said(self, desk: Desk, evening: Evening, what: str) -> None:
        answer = desk.post(f"{path_of(evening)}/nobody{what}?lang=en", {})
        assert answer.status_code == 404
        assert list_codes_shown(Page.read(answer.text)) == []


class TestExport:
    def test_the_list_is_given_out_as_it_stands(self, desk: Desk, evening: Evening) -> None:
        """R-389: a spreadsheet gets the entries; a name that looks like a formula is text."""
        evening.do(AddEntry((person("春川 一葉", "101"), person("=1+1")), wants_stationary=True, note="初参加"))
        evening.do(AddEntry((person("夏山 二葉", "102"),)))
        answer = desk.get(f"{path_of(evening)}/export")
        assert answer.headers["content-type"].startswith("text/csv")
        assert answer.content.decode("utf-8-sig").splitlines()[1:] == [
            ",春川 一葉,101,'=1+1,,x,初参加",
            ",夏山 二葉,102,,,,",
        ]


class TestHeadline:
    def test_thirteen_pairs_play_a_seven_table_howell(self, thirteen: tuple[Desk, Evening]) -> None:
        """R-034, R-035: 13 rounds x 2 = 26 boards; 13 x (2 x 7 + 1) = 195 minutes = 3 h 15; everybody sits out once."""
        desk, evening = thirteen
        text = desk.page(path_of(evening), Locale.EN).text
        for part in ("13 pairs", "7-table Howell", "13 rounds × 2 = 26 boards", "3 h 15", "1 sit-out each"):
            assert part in text
        japanese = desk.page(path_of(evening)).text
        for part in ("13ペア", "ハウエル 7テーブル", "13ラウンド×2＝26ボード", "3時間15分", "各ペア1回休み"):
            assert part in japanese

    @rotate("locale", Locale)
    def test_two_alternatives_say_what_is_better_and_worse(
        self, thirteen: tuple[Desk, Evening], locale: Locale
    ) -> None:
        """R-396: proposals are explained."""
        desk, evening = thirteen
        page = desk.page(path_of(evening), locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, expected=names_shown(evening) + page.title) == []
        assert page.texts.count({Locale.JA: "または", Locale.EN: "or"}[locale]) == 2
        assert {Locale.JA: "わるい点：", Locale.EN: "Worse:"}[locale] in page.texts

    def test_boards_that_nobody_meets_are_no_part_of_the_sum(self, desk: Desk, evening: Evening) -> None:
        """Nine rounds of three boards are 27, though eleven tables have 33 boards among them."""
        options = '{"tables":11,"rounds":9,"boards_per_round":3}'
        path = f"/events/{evening.event_id}/movement?family=mitchell&options={options}"
        assert "9 rounds × 3 = 27 boards (33 boards in use)" in desk.page(path, Locale.EN).text
        assert "9ラウンド×3＝27ボード （使用ボード33）" in desk.page(path).text

    def test_sections_asked_for_are_proposed_together(self) -> None:
        """R-290: with two sections wanted the line proposes both, and one press takes them."""
        made = new_evening(20, sections=2)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            base = f"/events/{made.event_id}/1A"
            assert (
                "20 pairs → 2 sections: 2 × Howell, 5 tables, 9 rounds 9 × 3 = 27"
                in desk.page(f"{base}/entries", Locale.EN).text
            )
            assert (
                "20ペア → 2セクション： 2 × ハウエル5テーブル・9ラウンド 9 × 3 ＝ 27"
                in desk.page(f"{base}/entries").text
            )
            desk.send(f"{base}/entries", f"{base}/movement/plan")
            assert sorted(made.state.session(1).sections) == ["A", "B"]
            page = desk.page(f"{base}/entries", Locale.EN)
            assert f"{base}/movement/plan" not in page.forms
            made.do(AddEntry((person("新井 望"), person("新島 光"))))
            assert f"{base}/movement/plan" in desk.page(f"{base}/entries", Locale.EN).forms

    @pytest.mark.parametrize(
        ("pairs", "sections", "in_japanese"),
        [
            (40, "2 × Howell, 10 tables, 13 rounds", "2 × ハウエル10テーブル・13ラウンド"),
            (
                59,
                "Straight Mitchell, 15 tables, 13 rounds + Appendix Mitchell with two rankings, 15 tables, 13 rounds",
                "ストレート・ミッチェル15テーブル・13ラウンド + "
                "アペンディックス・ミッチェル（2つの順位）15テーブル・13ラウンド",
            ),
        ],
    )
    def test_a_large_field_is_proposed_in_sections(self, pairs: int, sections: str, in_japanese: str) -> None:
        """R-288: 20 tables and more are two sections, though nobody asked; one press takes them, also an odd field."""
        made = new_event(pairs, 2, minutes=195)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            base = f"/events/{made.event_id}"
            assert f"{pairs} pairs → 2 sections: {sections} 13 × 2 = 26" in desk.page(f"{base}/entries", Locale.EN).text
            assert f"{pairs}ペア → 2セクション： {in_japanese}" in desk.page(f"{base}/entries").text
            assert f"Plans for {pairs} pairs" in desk.page(f"{base}/movement", Locale.EN).text
            desk.send(f"{base}/entries", f"{base}/movement/plan")
            assert made.state.settings.division.sections == 2
            assert sorted(made.state.session(1).sections) == ["A", "B"]
            assert f"{base}/1A/movement/plan" not in desk.page(f"{base}/1A/entries", Locale.EN).forms

    def test_a_large_field_may_stay_in_one_section(self) -> None:
        """R-034: what is taken is proposed no more; 38 pairs stay together, and so does a Houston trial."""
        made = new_event(40, 2, minutes=195)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            base = f"/events/{made.event_id}"
            page = desk.page(f"{base}/entries", Locale.EN)
            assert "In one section instead" in page.text
            sheet = make("skip-mitchell", tables=20, rounds=13, boards_per_round=2)
            made.do(ChooseMovement(Place(1, "A"), sheet))
            assert f"{base}/movement/plan" not in desk.page(f"{base}/entries", Locale.EN).forms
            assert "Choose another plan" in desk.page(f"{base}/movement", Locale.EN).text
        assert not takes_sections(made.state, 38)
        assert takes_sections(made.state, 40)
        assert not takes_sections(new_evening(method=Method.HOUSTON).state, 40)

    def test_a_field_too_small_for_its_sections_is_proposed_as_one(self) -> None:
        made = new_evening(9, sections=2)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            base = f"/events/{made.event_id}/1A"
            assert f"{base}/movement/choose" in desk.page(f"{base}/entries").forms

    def test_too_few_pairs_are_told_how_many_are_needed(self, desk: Desk, evening: Evening) -> None:
        evening.do(AddEntry((person("春川 一葉"), person("夏山 二葉"))))
        assert "1 pair is not enough" in desk.page(path_of(evening), Locale.EN).text

    def test_a_pair_walks_in_and_the_choice_no_longer_fits(self, thirteen: tuple[Desk, Evening]) -> None:
        desk, evening = thirteen
        desk.send(path_of(evening), f"/events/{evening.event_id}/movement/choose")
        evening.do(AddEntry((person("新井 望"), person("新島 光"))))
        text = desk.page(path_of(evening), Locale.EN).text
        assert "no longer fits" in text
        assert "14 pairs" in text


class TestAfterTheStart:
    """R-107: after the start a pair comes in by the late-pair procedure only."""

    def start_event(self, pairs: int) -> Evening:
        made = new_evening(pairs)
        made.start(make("howell", pairs=pairs, rounds=11, boards_per_round=2))
        return made

    @rotate("locale", Locale)
    def test_a_late_pair_gets_the_free_number(self, locale: Locale) -> None:
        """R-107: an odd field gives the sit-out's number."""
        made = self.start_event(11)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            path = path_of(made)
            desk.send(path, f"{path}/add", player1="新井 望", player2="新島 光")
            page = desk.page(path, locale)
            assert list_codes_shown(page) == []
            assert {Locale.JA: "ファンタムの12番", Locale.EN: "Gets number 12"}[locale] in page.text
            late = entries(made)[-1]
            desk.send(path, f"{path}/{late.entry_id}/seat")
        section = made.state.section(Place(1, "A"))
        assert section.numbers[section.movement.contestants[-1]] == late.entry_id  # type: ignore[union-attr]  # a movement is there
        assert section.movement is not None
        assert section.movement.phantom is None

    def test_an_even_field_gets_a_and_b_tables_before_round_2(self) -> None:
        """R-107 with the manual's example: 12 pairs, a 13th comes in round 1: tables 6A and 6B."""
        made = self.start_event(12)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            path = path_of(made)
            desk.send(path, f"{path}/add", player1="新井 望", player2="新島 光")
            late = entries(made)[-1]
            answer = desk.send(path, f"{path}/{late.entry_id}/seat")
        text = visible(answer.text)
        assert "6A" in text
        assert "6B" in text
        assert "印刷し直すもの" in text

    def test_after_round_2_has_begun_there_is_no_seat(self) -> None:
        made = self.start_event(12)
        made.do(StartRound(1, 2))
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            path = path_of(made)
            desk.send(path, f"{path}/add", player1="新井 望", player2="新島 光")
            late = entries(made)[-1]
            page = desk.page(path, Locale.EN)
            assert "round 2 has begun" in page.text
            assert f"{path}/{late.entry_id}/seat" not in page.forms
            answer = desk.post(f"{path}/{late.entry_id}/seat", {"command_id": "late"})
        assert answer.status_code == 409

    def test_a_pair_that_leaves_stays_in_the_list_of_those_who_left(self) -> None:
        made = self.start_event(12)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            path = path_of(made)
            gone = entries(made)[0]
            answer = desk.send(path, f"{path}/{gone.entry_id}/withdraw")
        assert "途中棄権" in visible(answer.text)
        assert entries(made)[0].is_withdrawn
