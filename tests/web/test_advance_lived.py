"""Advance entry lived by pages: a director opens it, people enter on their phones, and the event has them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from urllib.parse import unquote

import openpyxl
import pytest
from pypdf import PdfReader

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.advance.listed import gone_with_fee, lot_text
from arrowswitch.tournament.division.groups import flight_place
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import AnnouncementSettings, Settings, with_values
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import PAIRS, CountingChance, FixedClock
from tests.paper import read
from tests.rotation import choose
from tests.tables import for_each
from tests.web.client import Desk, Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

PHONE = "192.0.2.77"


class Club:
    """A club with an event of pairs, its director's browser and people's phones."""

    def __init__(self, desk: Desk, phone: Desk, services: Tournament, event_id: EventId, locale: Locale) -> None:
        self.desk, self.phone, self.services, self.event_id, self.locale = desk, phone, services, event_id, locale
        self.public, self.advance = f"/enter/{event_id}", f"/events/{event_id}/advance"

    def open(self, **fields: str) -> None:
        self.desk.send(self.advance, f"{self.advance}/terms", 200, open="yes", **fields)

    def enter(self, *names: str, status: int = 200, **fields: str) -> str:
        """Sends the form of an entry as it stands, and returns the address of the own page."""
        self.phone.page(f"{self.public}/new", self.locale)
        typed = {f"name{place}": name for place, name in enumerate(names, start=1)}
        answer = self.phone.send(f"{self.public}/new", f"{self.public}/new", status, **typed, **fields)
        return answer.url.path if status == 200 else answer.text

    def text(self, path: str) -> str:
        return self.phone.page(path, self.locale).text

    def book(self, name: str) -> list[tuple[Any, ...]]:
        content = self.desk.get(f"{self.advance}/{name}.xlsx").content
        return list(openpyxl.load_workbook(io.BytesIO(content)).active.values)  # type: ignore[union-attr]  # has a sheet

    def entries(self) -> list[tuple[str, ...]]:
        return [entry.names for entry in self.services.state(self.event_id).entries.values()]


def open_club(locale: Locale, **settings: Any) -> Iterator[Club]:
    """Yields a club with an event."""
    services = Tournament(MemoryStore(), FixedClock(), CountingChance())
    wanted = with_values(
        Settings("秋の会 Autumn", "2026-12-05", announcement=AnnouncementSettings(venue="ホール Hall")), settings
    )
    event_id = services.create(wanted, Stamp("create"))
    player = Person("春川 一葉", "101", "はるかわ いちよう", "Ichiyo Harukawa", 12_300)
    services.store.save_players((Player(PlayerId("p1"), player),))
    app = create_app(services, zone=CLUB_ZONE)
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        yield Club(desk, phone, services, event_id, locale)


@pytest.fixture(params=choose(list(Locale), f"{__name__} club"))
def club(request: pytest.FixtureRequest) -> Iterator[Club]:
    yield from open_club(request.param)


def test_from_the_announcement_to_the_entries_of_the_event(club: Club) -> None:
    assert club.phone.get(club.public).status_code == 404, "nothing is shown before the director opens it"
    entries = club.desk.page(f"/events/{club.event_id}/entries", club.locale)
    assert club.advance in entries.links
    club.open(most="3", fee="1500", currency="円", bank="ことり銀行 Bird Bank 123", remark="昼食なし No lunch")
    text = club.text(club.public)
    assert all(word in text for word in ("秋の会", "ホール", "1500円", "ことり銀行", "昼食なし"))
    assert club.public in club.phone.page("/enter", club.locale).links
    own = {names: club.enter(*names) for names in PAIRS[1:5]}
    assert club.entries() == list(PAIRS[1:4]), "the fourth waits"
    assert "1" in club.text(own[PAIRS[4]])
    assert club.phone.page(own[PAIRS[4]], club.locale).form(f"{own[PAIRS[4]]}/withdraw")
    club.phone.send(own[PAIRS[2]], f"{own[PAIRS[2]]}/withdraw")
    assert club.entries() == [PAIRS[1], PAIRS[3], PAIRS[4]], "who waited moved up"
    listed = club.text(club.public)
    assert PAIRS[2][0] not in listed
    assert PAIRS[4][0] in listed
    desk_text = club.desk.page(f"/events/{club.event_id}/entries", club.locale).text
    assert all(name in desk_text for pair in (PAIRS[1], PAIRS[3], PAIRS[4]) for name in pair)


def test_two_who_look_for_a_partner_find_each_other(club: Club) -> None:
    club.open()
    first, second = club.enter("一人 目"), club.enter("二人 目")
    assert "二人 目" in club.text(first)
    club.phone.send(first, f"{first}/ask")
    club.phone.send(second, f"{second}/accept")
    assert [set(names) for names in club.entries()] == [{"一人 目", "二人 目"}]
    assert "一人 目" in club.text(second)
    club.phone.send(second, f"{second}/withdraw")
    assert club.entries() == [("一人 目",)]


def test_a_double_is_refused_and_a_form_sent_twice_is_one_entry(club: Club) -> None:
    club.open()
    club.enter(*PAIRS[0])
    refused = club.enter(PAIRS[0][1], status=422)
    assert PAIRS[0][1] in Page.read(refused).text
    assert club.entries() == [PAIRS[0]]
    form = club.phone.page(f"{club.public}/new", club.locale).form(f"{club.public}/new")
    typed = {**form, "name1": "三人 目", "name2": "四人 目"}
    answers = [club.phone.post(f"{club.public}/new", {**typed, "command_id": one}) for one in ("x", "x", "y")]
    assert len({answer.url.path for answer in answers}) == 1
    assert club.entries() == [PAIRS[0], ("三人 目", "四人 目")]


def test_public_pages_show_names_and_no_more(club: Club) -> None:
    """Neither number, note nor points; and nobody learns a number by a name, or a name by a number."""
    club.open(fee="1500")
    own = club.enter("春川 一葉", "外の 人", number1="101", note="窓ぎわ window")
    (entry,) = club.services.state(club.event_id).entries.values()
    assert entry.people[0].player_id == "p1", "number and name together say who it is"
    assert entry.people[1] == Person("外の 人")
    public = club.phone.get(club.public).text
    assert all(word not in public for word in ("101", "12300", "123.00", "window", own.split("/")[2]))
    assert "101" not in Page.read(club.phone.get(own).text).form(f"{own}/change").values()
    guess = club.enter("誰か 他", number1="101", status=422)
    assert "Harukawa" not in guess
    assert "春川" not in Page.read(guess).text


def test_a_link_shows_and_changes_what_was_entered_by_it(club: Club) -> None:
    club.open(most="2")
    mine, others = club.enter(*PAIRS[1]), club.enter(*PAIRS[2])
    page = club.phone.page(mine, club.locale)
    assert all(others not in link for link in page.links)
    assert set(page.forms) <= {f"{mine}/{way}" for way in ("change", "withdraw", "ask", "accept")}
    club.phone.send(mine, f"{mine}/change", name2="新しい 人")
    assert club.entries() == [(PAIRS[1][0], "新しい 人"), PAIRS[2]]
    refused = club.phone.send(mine, f"{mine}/change", 422, name2=PAIRS[2][0])
    assert PAIRS[2][0] in Page.read(refused.text).text
    confirmation = club.phone.get(f"{mine}/confirmation.txt?lang={club.locale.value}")
    assert "新しい 人" in confirmation.text
    assert mine in confirmation.text
    assert "秋の会" in unquote(confirmation.headers["content-disposition"])
    assert "<svg" in club.phone.get(mine).text
    ledger = club.services.export(club.event_id)
    assert mine.split("/")[2] not in ledger, "the secret is kept nowhere"


@pytest.fixture(params=choose(list(Locale), f"{__name__} teams"))
def teams(request: pytest.FixtureRequest) -> Iterator[Club]:
    yield from open_club(request.param, form=EventForm.KNOCKOUT_TEAMS, kind=ContestantKind.TEAM)


@pytest.fixture(params=choose(list(Locale), f"{__name__} players"))
def players(request: pytest.FixtureRequest) -> Iterator[Club]:
    yield from open_club(request.param, form=EventForm.INDIVIDUAL, kind=ContestantKind.PLAYER)


def test_a_team_enters_with_its_name_and_its_members_later(teams: Club) -> None:
    """A captain enters four under a name, adds the fifth by the link, and another team may not have one of them."""
    teams.open(most="1")
    four = [name for pair in PAIRS[:2] for name in pair]
    own = teams.enter(*four, team="ことり Birds")
    (entry,) = teams.services.state(teams.event_id).entries.values()
    assert (entry.name, entry.names) == ("ことり Birds", tuple(four))
    assert "ことり Birds" in teams.text(teams.public)
    teams.phone.send(own, f"{own}/change", name5="五人目 の人")
    assert teams.entries() == [(*four, "五人目 の人")]
    assert four[0] in teams.enter(four[0], *PAIRS[2], "別の 人", team="別 Other", status=422)
    second = teams.enter(*PAIRS[3], *PAIRS[4], team="つばめ Swallows")
    assert len(teams.entries()) == 1, "the second team waits"
    teams.phone.send(own, f"{own}/withdraw")
    assert teams.entries() == [(*PAIRS[3], *PAIRS[4])]
    confirmation = teams.phone.get(f"{second}/confirmation.pdf?lang={teams.locale.value}")
    text = PdfReader(io.BytesIO(confirmation.content)).pages[0].extract_text()
    assert "Swallows" in text
    assert "秋の会" in text


def test_a_single_player_enters_an_individual(players: Club) -> None:
    """One name is a whole entry: no partner is asked for, and the place is there at once."""
    players.open()
    own = players.enter(PAIRS[0][0])
    assert players.entries() == [(PAIRS[0][0],)]
    form = players.phone.page(f"{players.public}/new", players.locale).form(f"{players.public}/new")
    assert "name2" not in form
    page = players.phone.page(own, players.locale)
    assert f"{own}/ask" not in page.forms
    assert translate("advance.standing.place", {}, players.locale) in page.text
    assert PAIRS[0][0] in players.enter(PAIRS[0][0], status=422)


def test_who_makes_up_entries_by_the_hundred_is_stopped(club: Club) -> None:
    """Sixty at once, as many as the players of a club send from its network; then one each twenty seconds, told in
    words with what was typed. The desk's own computer is not counted."""
    club.open()
    form = club.phone.page(f"{club.public}/new", club.locale).form(f"{club.public}/new")
    answers = [club.phone.post(f"{club.public}/new", {**form, "own": "", "name1": ""}) for _ in range(62)]
    assert [answer.status_code for answer in answers] == [422] * 62
    refusal = translate("advance.too-fast", {"n": 20}, club.locale)
    last = club.phone.post(f"{club.public}/new?lang={club.locale.value}", {**form, "name1": "一人 目"})
    assert refusal in Page.read(last.text).text
    assert "一人 目" in last.text
    assert club.entries() == []
    desk = club.desk.page(f"{club.public}/new", club.locale).form(f"{club.public}/new")
    assert club.desk.post(f"{club.public}/new", {**desk, "name1": "一人 目"}).status_code == 200
    assert club.entries() == [("一人 目",)]


def test_an_entry_is_not_changed_by_the_hundred(club: Club) -> None:
    """Thirty changes at once by one link, then one each ten seconds; other links are not slowed."""
    club.open()
    own, other = club.enter(*PAIRS[0]), club.enter(*PAIRS[1])
    answers = []
    for at in range(31):
        form = club.phone.page(own, club.locale).form(f"{own}/change")
        answers.append(club.phone.post(f"{own}/change", {**form, "note": f"note {at}"}))
    assert [answer.status_code for answer in answers] == [200] * 30 + [409]
    assert translate("desk.link.too-fast", {"n": 10}, club.locale) in Page.read(answers[-1].text).text
    club.phone.send(other, f"{other}/change", note="last")


def test_who_guesses_links_is_answered_slower_and_then_not(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("arrowswitch.web.access.holders.sleep", wait)
    club.open()
    own = club.enter(*PAIRS[0])
    answers = [club.phone.get(f"/with/{'x' * 31}{sign}/entry/{club.event_id}").status_code for sign in "abcdefghij"]
    assert answers == [404] * 9 + [429]
    assert waits == [0.0, 0.0, 0.0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5]
    assert club.phone.get(own).status_code == 200, "who has the link is not kept waiting"
    assert club.phone.get(own.replace(str(club.event_id), "another")).status_code == 429, "a link is for its event"


def test_fees_are_noted_and_go_to_the_bank(club: Club) -> None:
    club.open(fee="1500", currency="円")
    own = club.enter(*PAIRS[0])
    club.enter(*PAIRS[1])
    club.desk.send(club.advance, f"{club.advance}/paid", by="bank", amount="1000")
    club.desk.send(club.advance, f"{club.advance}/paid", by="cash")
    assert "3000円" in club.text(own)
    bank = club.desk.get(f"{club.advance}/bank.csv").content.decode("utf-8-sig")
    assert bank.count("\n") == 4, "the heading, two payments, and what the second owes"
    book = openpyxl.load_workbook(io.BytesIO(club.desk.get(f"{club.advance}/list.xlsx").content))
    rows = list(book.active.values)  # type: ignore[union-attr]  # a workbook has a sheet
    assert [row[0] for row in rows] == ["standing", "place", "place"]
    assert rows[1][3:5] == (PAIRS[0][0], None)


@for_each("typed", ["<img src=x onerror=alert(1)>", "=1+1", "'; drop", "x" * 81, "\x00\x07", "", "𠮷" * 80])
def test_what_the_public_sends_breaks_nothing(club: Club, typed: str) -> None:
    club.open(fee="100")
    form = club.phone.page(f"{club.public}/new", club.locale).form(f"{club.public}/new")
    answer = club.phone.post(f"{club.public}/new", {**form, "name1": typed, "number1": typed, "note": typed * 9})
    assert answer.status_code in (200, 422)
    for path in (club.public, f"{club.public}/new"):
        response = club.phone.get(path)
        assert response.status_code == 200
        assert "<img src=x" not in response.text
    for name in ("list.csv", "list.xlsx", "bank.csv", "bank.xlsx"):
        assert club.desk.get(f"{club.advance}/{name}").status_code == 200
    assert club.desk.page(club.advance, club.locale).text


def test_the_director_enters_somebody_above_the_limit_and_is_told(club: Club) -> None:
    """R-108: refused from outside, entered at the desk all the same; the problem is shown next to the entry, and the
    history has who entered it. With a reason the director lets them play, which stands there instead until it is taken
    back."""
    club.open(most_points="100")
    refused = club.enter("春川 一葉", "夏山 二葉", status=422, number1="101")
    words = {Locale.JA: "100を超えている", Locale.EN: "more than 100 masterpoints"}
    assert any(text in refused for text in words.values())
    base = f"/events/{club.event_id}"
    club.desk.send(f"{base}/entries", f"{base}/entries/add", player1="春川 一葉", player2="夏山 二葉")
    club.desk.send(f"{base}/entries", f"{base}/entries/add", player1="秋沢 三葉", player2="冬木 四葉")
    warned = {Locale.JA: "上限 100 MP を超えています", Locale.EN: "more than the 100 masterpoints"}
    assert club.desk.page(f"{base}/entries", club.locale).text.count(warned[club.locale]) == 1
    assert "夏山 二葉" in club.desk.page(f"{base}/history", club.locale).text
    where = next(one for one in club.desk.page(f"{base}/entries", club.locale).forms if one.endswith("/admit"))
    club.desk.send(f"{base}/entries", where, 409)  # not without a reason
    club.desk.send(f"{base}/entries", where, reason="人数合わせ to fill in")
    desk_page = club.desk.page(f"{base}/entries", club.locale)
    assert warned[club.locale] not in desk_page.text
    assert where not in desk_page.forms
    word = {Locale.JA: "要項外の参加を", Locale.EN: "Outside the conditions, admitted"}
    assert word[club.locale] in desk_page.text
    assert "人数合わせ to fill in" in desk_page.text
    history = club.desk.page(f"{base}/history", club.locale).text
    assert translate("history.entry-admitted", {"names": ""}, club.locale).strip() in history
    assert "人数合わせ to fill in" in history
    club.desk.send(f"{base}/entries", f"{base}/undo")
    assert club.desk.page(f"{base}/entries", club.locale).text.count(warned[club.locale]) == 1


FLIGHTS = (PointLimit("A"), PointLimit("B", 300), PointLimit("C", 100))


@pytest.fixture(params=choose(list(Locale), f"{__name__} flight_club"))
def flight_club(request: pytest.FixtureRequest) -> Iterator[Club]:
    yield from open_club(request.param, flights=FLIGHTS)


def test_a_pair_above_the_limit_of_its_flight_is_told_and_admitted_with_a_reason(flight_club: Club) -> None:
    """R-108: 123 points may ask for A or B, not for C (100). From outside that is refused, at the desk warned; the
    director's word with a reason puts the pair into C, undo back where its points place it. Files carry the flight."""
    club = flight_club
    club.open()
    public_text = club.text(club.public)
    assert all(f"{name}" in public_text for name in ("300", "100")), "the limits are published"
    refused = Page.read(club.enter("春川 一葉", "夏山 二葉", status=422, number1="101", flight="C")).text
    assert any(text in refused for text in ("上のフライトを選ぶ", "Choose a higher flight"))
    own = club.enter("春川 一葉", "夏山 二葉", number1="101", flight="A")
    assert club.phone.page(own, club.locale).form(f"{own}/change")["flight"] == "A"
    club.phone.send(own, f"{own}/change", flight="B")
    (entry_id,) = club.services.state(club.event_id).entries
    entries, base = f"/events/{club.event_id}/entries", f"/events/{club.event_id}/entries/{entry_id}"
    assert list_flights(club) == ["B"]
    club.desk.send(base, base, flight="C")
    warned = {Locale.JA: "フライトCの上限 100 MP", Locale.EN: "than flight C allows (100)"}[club.locale]
    assert warned in club.desk.page(entries, club.locale).text
    assert list_flights(club) == ["B"], "its points decide until the director has spoken"
    club.desk.send(entries, f"{base}/admit", 409)
    club.desk.send(entries, f"{base}/admit", reason="組合せ to fill C")
    desk_text = club.desk.page(entries, club.locale).text
    assert warned not in desk_text
    assert "組合せ to fill C" in desk_text
    assert list_flights(club) == ["C"]
    listed = club.desk.get(f"{entries}/export").content
    assert b",C," in listed
    club.desk.send(entries, f"/events/{club.event_id}/undo")
    assert list_flights(club) == ["B"]
    assert club.desk.send(entries, f"{entries}/add", 422, player1="誰か 一人", player2="誰か 二人", flight="D")
    club.desk.send(entries, f"{base}/remove")
    files = {"file": ("list.csv", listed)}
    club.desk.post(
        f"{entries}/import", files=files, data=club.desk.page(entries, club.locale).form(f"{entries}/import")
    )
    (again,) = club.services.state(club.event_id).entries.values()
    assert again.flight == "C"


def list_flights(club: Club) -> list[str]:
    """Returns the flight of each entry, as the draw and the lists have it."""
    state = club.services.state(club.event_id)
    return [FLIGHTS[flight_place(state, entry)].name for entry in state.entries.values()]


def test_a_club_in_oslo_names_its_hours_its_money_and_its_people_as_they_are_written(club: Club) -> None:
    """Summer time ends on 25 October 2026 at 3:00: the hour from 2 to 3 is there twice, and midnight belongs to the day
    that ends. A comma stands before the decimals; a number keeps its letters; a name is known in any spelling."""
    at_oslo = replace(club.services.club.settings, zone="Europe/Oslo", currency="NOK")
    club.services.club.change(at_oslo, club.services.club.version, Stamp("oslo"))
    form = club.desk.page(club.advance, club.locale).form(f"{club.advance}/terms")
    assert form["currency"] == "NOK"
    club.open(fee="250,50", currency="NOK", closes="2026-10-25T00:00")
    terms = club.services.state(club.event_id).advance.terms
    assert terms is not None
    assert (terms.fee, terms.closes_at) == (Fraction(501, 2), datetime(2026, 10, 24, 22, tzinfo=UTC))
    until = {Locale.JA: "2026年10月24日（土） 24:00", Locale.EN: "Sat 24 Oct 2026 24:00"}
    assert until[club.locale] in club.text(club.public)
    assert "250.50 NOK" in club.text(club.public)
    club.open(fee="1,500", currency="NOK", closes="2026-10-25T02:30")
    assert "1500 NOK" in club.text(club.public)
    assert "02:30 (CEST)" in club.text(club.public)
    club.open(fee="250,50", currency="NOK", closes="")
    own = club.enter("Łukasz O’Brien", "Bjørn Müller-Østby", number2="nor-12345")
    (entry,) = club.services.state(club.event_id).entries.values()
    assert entry.people[1].number == "nor-12345"
    for name in ("LUKASZ OBRIEN", "Łukasz O'Brien", "Ｌｕｋａｓｚ O`Brien"):
        assert "O’Brien" in Page.read(club.enter(name, status=422)).text, name
    club.enter("Someone Else", number1="NOR-12345", status=422)
    confirmation = club.phone.get(f"{own}/confirmation.txt?lang={club.locale.value}").text
    assert {Locale.JA: "2026年12月5日（土） 19:00", Locale.EN: "Sat 5 Dec 2026 19:00"}[club.locale] in confirmation
    assert "501 NOK" in confirmation


SAID = {
    Locale.EN: (
        "Conditions of advance entry: 2 places, until Fri 4 Dec 2026 24:00",
        "Fee paid in cash: 250 NOK (一人 目)",
        "二人 目: would like to play with 一人 目",
        "二人 目: no longer asks 一人 目",
        "Joined as a pair: 二人 目",
        "On the waiting list: 夏山 二葉",
        "Off the waiting list: 夏山 二葉",
        "Looks for a partner again: 一人 目",
        "Moved up from the waiting list: 秋沢 三葉 – 冬木 四葉",
        "Fee given back: 100 NOK (一人 目)",
        "Fee given back: 150 NOK (一人 目)",
    ),
    Locale.JA: (
        "事前申込の条件（定員 2、締切 2026年12月4日（金） 24:00）",
        "会費の現金払い：250 NOK（一人 目）",
        "二人 目が一人 目に申し込み",
        "二人 目が一人 目への申し込みを取り消し",
        "ペアの相手が決定：二人 目",
        "キャンセル待ち：夏山 二葉",
        "キャンセル待ちから外れた：夏山 二葉",
        "再びパートナー探し：一人 目",
        "キャンセル待ちから繰り上げ：秋沢 三葉・冬木 四葉",
        "会費の払い戻し：100 NOK（一人 目）",
        "会費の払い戻し：150 NOK（一人 目）",
    ),
}


def test_the_history_tells_what_happened_by_links(club: Club) -> None:
    """R-376: who asked whom, who waits, moved up or went, whose fee was paid in which currency, and until when."""
    club.open(most="2", fee="250", currency="NOK", closes="2026-12-05T00:00")
    first, second = club.enter("一人 目"), club.enter("二人 目")
    club.desk.send(club.advance, f"{club.advance}/paid", by="cash", amount="250")
    club.phone.send(second, f"{second}/ask")
    club.phone.send(second, f"{second}/ask")
    club.phone.send(second, f"{second}/ask")
    club.phone.send(first, f"{first}/accept")
    other = club.enter(*PAIRS[2])
    gone, moved = club.enter("夏山 二葉"), club.enter("秋沢 三葉", "冬木 四葉")
    club.phone.send(gone, f"{gone}/withdraw")
    club.phone.send(second, f"{second}/withdraw")
    club.phone.send(other, f"{other}/withdraw")
    assert club.phone.page(moved, club.locale).form(f"{moved}/change")
    club.phone.send(first, f"{first}/withdraw")
    (gone_row,) = gone_with_fee(club.services.state(club.event_id))
    assert gone_row.entry.names == ("一人 目",)
    assert gone_row.fee.left == -250
    assert ",-250," in club.desk.get(f"{club.advance}/bank.csv").text, "a number that is added up, not a text"
    notice = translate("advance.own-gone-paid", {"amount": "250 NOK"}, club.locale)
    assert notice in club.text(first), "the pair that has paid reads about its refund"
    form = club.desk.page(club.advance).form(f"{club.advance}/paid")
    for amount in ("-100", ""):
        typed = {"entry": gone_row.entry.entry_id, "by": "bank", "amount": amount, "command_id": f"back {amount}"}
        club.desk.post(f"{club.advance}/paid", {**form, **typed})
    assert gone_with_fee(club.services.state(club.event_id)) == ()
    assert notice not in club.text(first)
    page = club.desk.page(f"/events/{club.event_id}/history", club.locale)
    assert [one for one in SAID[club.locale] if one not in page.text] == []
    assert list_codes_shown(page) == []
    day = {Locale.EN: "Sat 21 Nov 2026 ", Locale.JA: "2026年11月21日（土） "}
    assert day[club.locale] in page.text, "before the day of the event a step has its own"


def test_after_the_end_of_entry_the_own_page_says_so_and_whom_to_tell(club: Club) -> None:
    """An entrant with a place sees that entry is closed and whom to ask, and can still withdraw; then the waiting list
    moves up, and the desk withdraws others. Off the list nothing but the way back is offered."""
    club.open(most="3")
    first, *_, waits = [club.enter(*pair) for pair in PAIRS[1:5]]
    assert translate("advance.withdraw-ask-waiting", {}, club.locale) in club.text(waits)
    when = {Locale.EN: "Fri 20 Nov 2026 18:00", Locale.JA: "2026年11月20日（金） 18:00"}[club.locale]
    closed = translate("advance.own-closed-at", {"when": when}, club.locale)
    assert closed not in club.text(first)
    club.desk.send(club.advance, f"{club.advance}/terms", closes="2026-11-20T18:00")
    named = translate("advance.who-club", {}, club.locale)
    for own in (first, waits):
        page = club.phone.page(own, club.locale)
        assert closed in page.text
        assert translate("advance.own-tell", {"who": named}, club.locale) in page.text
        assert set(page.forms) == {f"{own}/withdraw"}
    club.phone.send(first, f"{first}/withdraw")
    assert club.entries() == [PAIRS[2], PAIRS[3], PAIRS[4]], "who waited moves up after the end of entry too"
    settings = club.services.state(club.event_id).settings
    settings = replace(settings, announcement=replace(settings.announcement, director="月島 玲"))
    club.services.execute(club.event_id, ChangeSettings(settings), Stamp("director"))
    page = club.phone.page(first, club.locale)
    named = translate("advance.who-director", {"name": "月島 玲"}, club.locale)
    assert closed in page.text
    assert translate("advance.own-gone-tell", {"who": named}, club.locale) in page.text
    assert page.forms == {}
    assert translate("advance.own-keep", {}, club.locale) not in page.text
    entries = f"/events/{club.event_id}/entries"
    gone = next(one for one in club.desk.page(entries).forms if one.endswith("/remove"))
    club.desk.send(entries, gone)
    assert len(club.entries()) == 2
    club.desk.send(club.advance, f"{club.advance}/terms", closes="")
    again = club.phone.page(first, club.locale)
    assert closed not in again.text
    assert translate("advance.own-again", {}, club.locale) in again.text


def test_a_joined_pair_is_once_in_every_list_under_both_references(club: Club) -> None:
    """Each of the two got a reference of their own, and may have paid under it: the lists have both. Amounts have
    their currency in the heading, in files and on paper."""
    club.open(fee="250", currency="NOK", bank="1234.56.78901")
    first, second = club.enter("一人 目"), club.enter("二人 目")
    club.phone.send(first, f"{first}/ask")
    club.phone.send(second, f"{second}/accept")
    codes = {name: re.search(r"\b[0-9A-F]{6}\b", club.text(own)) for name, own in (("1", first), ("2", second))}
    references = [found[0] for found in codes.values() if found is not None]
    assert len(set(references)) == 2
    half = translate("advance.withdraw-ask-half", {"name": "二人 目"}, club.locale)
    assert half in club.text(first)
    listed = club.desk.get(f"{club.advance}/list.csv").content.decode("utf-8-sig")
    head, row = listed.splitlines()
    assert head.endswith("due (NOK),paid (NOK),reference")
    assert row.endswith(f"500,0,{' '.join(references)}")
    bank = club.desk.get(f"{club.advance}/bank.csv").content.decode("utf-8-sig")
    assert bank.startswith("reference,names,due (NOK),paid (NOK),by,date,left (NOK),note")
    assert "left (NOK)" in {cell for row in club.book("bank") for cell in row}
    assert club.book("list")[1][-3] == 500, "a number, not a text"
    paper = club.desk.get(f"/events/{club.event_id}/print/advance-list.pdf?lang={club.locale.value}").content
    printed = read(paper).unspaced_text
    for what in ("paid", "left"):
        label = translate(f"sheet.advance-list.{what}", {}, club.locale)
        amount_words = translate("sheet.advance-list.in-currency", {"what": label, "currency": "NOK"}, club.locale)
        assert amount_words.replace(" ", "") in printed
    assert all(one in printed for one in references)


def test_who_is_replaced_in_a_joined_pair_keeps_no_link_to_it(club: Club) -> None:
    """The own link shows and changes its own person's things only: after the desk put someone else in their place, the
    link shows that they are off the list and withdraws nobody. A name that was mistyped stays theirs."""
    club.open()
    first, second = club.enter("一人 目子"), club.enter("二人 目")
    club.phone.send(first, f"{first}/ask")
    club.phone.send(second, f"{second}/accept")
    state = club.services.state(club.event_id)
    entry = next(iter(state.entries.values()))
    place = next(at for at, one in enumerate(entry.people) if one.name == "一人 目子")

    def put(name: str, number: str = "") -> None:
        people = list(club.services.state(club.event_id).entries[entry.entry_id].people)
        people[place] = Person(name, number)
        club.services.execute(club.event_id, ChangeEntry(entry.entry_id, tuple(people)), Stamp(f"put-{name}{number}"))

    put("一人 目子", "90001")
    put("一入 目子", "90001")
    assert "二人 目" in club.text(first), "a number, and a character mended: the same person"
    put("三人 星")
    assert "二人 目" not in club.text(first)
    assert "三人 星" not in club.text(first)
    assert club.phone.page(first, club.locale).forms == {}
    club.phone.post(f"{first}/withdraw")
    assert club.services.state(club.event_id).entries[entry.entry_id].people[place].name == "三人 星"
    assert "三人 星" in club.text(second)


def test_seats_are_drawn_from_the_printed_number(club: Club) -> None:
    """R-108: the number on the printed list is shown on the page of the movement, and typing it gives the same
    seats."""
    club.open()
    for pair in PAIRS[:6]:
        club.enter(*pair)
    base = f"/events/{club.event_id}/movement"
    club.desk.send(base, f"{base}/choose")
    state = club.services.state(club.event_id)
    paper = club.desk.get(f"/events/{club.event_id}/print/advance-list.pdf?lang={club.locale.value}").content
    lot = lot_text(state)
    assert lot in read(paper).unspaced_text
    page = club.desk.page(base, club.locale)
    assert translate("desk.numbers.seed-lot", {"number": lot}, club.locale) in page.text
    drawn: list[object] = []
    for _ in range(2):
        club.desk.post(f"{base}/draw", {**page.form(f"{base}/draw"), "seed": lot, "command_id": str(len(drawn))})
        section = club.services.state(club.event_id).section(Place(1, "A"))
        drawn.append(section.numbers)
        assert section.draw_seed == int(lot)
        page = club.desk.page(base, club.locale)
    assert drawn[0] == drawn[1]
    assert len(section.numbers) == 6


def test_nothing_is_due_while_one_waits(club: Club) -> None:
    """The list for the bank asked those for the fee who have no place; with one they owe it."""
    club.open(most="1", fee="250", currency="NOK")
    first, waits = club.enter(*PAIRS[1]), club.enter(*PAIRS[2])
    bank = club.desk.get(f"{club.advance}/bank.csv").content.decode("utf-8-sig")
    assert len(bank.splitlines()) == 2
    assert PAIRS[2][0] not in bank
    assert "500" not in club.phone.get(f"{waits}/confirmation.txt").text
    assert [row[-3] for row in club.book("list")[1:]] == [500, 0]
    club.phone.send(first, f"{first}/withdraw")
    assert PAIRS[2][0] in club.desk.get(f"{club.advance}/bank.csv").content.decode("utf-8-sig")
    assert "500" in club.phone.get(f"{waits}/confirmation.txt").text
