"""A simultaneous event lived through the pages: the field, three clubs by their links, by hand and live (R-411)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

import httpx
import pytest
from pypdf import PdfReader

from arrowswitch.core.awards.masterpoints import TiedAwards
from arrowswitch.core.deals.deal import DealSet, parse_deal
from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.formats.deals.formats import deal_format
from arrowswitch.formats.federation.json_report import read_report
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, FixedClock
from tests.rotation import rotate
from tests.simultaneous_clubs import club_evening, csv_of, deals, file_of, play_open
from tests.web.client import ADDRESS, Desk, open_desk, visible
from tests.web.conftest import CLUB_ZONE
from tests.web.test_access import PHONE

NAMES = ("青葉", "若葉", "双葉")


@pytest.fixture
def tournament() -> Tournament:
    return Tournament(MemoryStore(), FixedClock(), CountingChance())


@pytest.fixture
def desk(tournament: Tournament) -> Iterator[Desk]:
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as opened:
        yield opened


@pytest.fixture
def phone(tournament: Tournament) -> Iterator[Desk]:
    with open_desk(create_app(tournament, zone=CLUB_ZONE), PHONE) as opened:
        yield opened


def make_field(desk: Desk, **more: str) -> str:
    """Makes a field on the page and returns its address."""
    wanted = {"name": "全国同時大会", "date": "2026-11-21", "boards": "10", "regulations": "jcbl-2008", **more}
    answer = desk.send("/simultaneous", "/simultaneous", 200, **wanted)
    return answer.url.path


def links(desk: Desk, base: str, *names: str) -> list[str]:
    """Adds clubs on the page and returns the paths of their links."""
    answer = desk.send(base, f"{base}/clubs", names="\n".join(names))
    words = visible(answer.text).split()
    return ["/with/" + word.partition("/with/")[2] for word in words if "/with/" in word]


def hand_in(desk: Desk, path: str, action: str, data: bytes, name: str = "x.json", **fields: str) -> tuple[int, str]:
    form = desk.page(path).form(action)
    answer = desk.post(action, {**form, **fields}, files={"file": (name, data)}, headers={"referer": ADDRESS + path})
    return answer.status_code, visible(answer.text)


def test_three_clubs_by_link_by_hand_and_live(desk: Desk, phone: Desk) -> None:
    base = make_field(desk)
    first, second, third = links(desk, base, *NAMES)
    files = [file_of(play_open(club_evening(name, first=number), number)) for number, name in enumerate(NAMES, start=1)]
    status, text = hand_in(phone, first, first, files[0])
    assert status == 200, text
    assert "50" in text
    assert hand_in(desk, base, f"{base}/files", files[1], club="2")[0] == 200
    sent = phone.post(f"{third}/event", content=files[2], headers={"content-type": "application/json"})
    assert (sent.status_code, sent.json()["results"]) == (200, 50)
    rows = desk.get(f"{base}/ranking.csv").text.strip().splitlines()
    assert len(rows) == 31
    for locale in Locale:
        page = desk.page(base, locale)
        assert "150" in " ".join(page.texts)
    own = visible(phone.get(f"{second}?lang=en").text)
    assert "Place of 30 pairs" in own
    assert "青葉" not in own.replace("全国", ""), "a club sees its own pairs only"


def test_what_is_refused_is_told_on_the_page_and_to_the_organiser(desk: Desk, phone: Desk) -> None:
    base = make_field(desk)
    first, second = links(desk, base, *NAMES[:2])
    whole = file_of(play_open(club_evening(NAMES[0], first=1), 1))
    hand_in(phone, first, first, whole)
    status, text = hand_in(phone, second, second, whole)
    assert status == 422
    assert "同じ結果を送っています" in text
    status, text = hand_in(phone, second, second, whole[: len(whole) // 2])
    assert status == 422
    assert "受け付けませんでした" in text
    short = b"".join(csv_of(play_open(club_evening(NAMES[1], first=2), 2))[:20])
    status, text = hand_in(phone, second, second, short, "x.csv")
    assert "ファイルが途中で切れているかもしれません" in text
    assert "the file may be incomplete" in visible(desk.get(f"{base}/clubs/2?lang=en").text)
    assert hand_in(phone, second, second, short, "x.csv", nonetheless="yes")[0] == 200


def test_a_club_goes_out_gets_another_link_and_has_a_fouled_board(desk: Desk, phone: Desk) -> None:
    base = make_field(desk)
    (link,) = links(desk, base, NAMES[0])
    hand_in(phone, link, link, file_of(play_open(club_evening(NAMES[0], first=1), 1)))
    club = f"{base}/clubs/1"
    desk.send(club, f"{club}/fouled", boards="7")
    assert "other cards" in visible(desk.get(f"{base}/boards/7?lang=en").text)
    desk.send(club, f"{club}/fouled", status=422, boards="seven")
    desk.send(club, f"{club}/out", why="late")
    assert len(desk.get(f"{base}/ranking.csv").text.strip().splitlines()) == 1
    desk.send(club, f"{club}/back")
    assert "/with/" in visible(desk.send(club, f"{club}/link").text)
    assert phone.get(link).status_code == 404
    desk.send(club, f"{club}/undo")
    assert len(desk.get(f"{base}/ranking.csv").text.strip().splitlines()) == 1
    desk.send(base, f"{base}/delete")
    assert desk.get(base).status_code == 404


def test_clubs_send_until_the_field_closes(desk: Desk, phone: Desk, tournament: Tournament) -> None:
    base = make_field(desk)
    (link,) = links(desk, base, NAMES[0])
    desk.send(base, f"{base}/settings", closes_at="2026-11-21T20:00")
    assert isinstance(tournament.clock, FixedClock)
    tournament.clock.forward(60 * 24)
    sent = phone.post(f"{link}/event", content=file_of(play_open(club_evening(NAMES[0], first=1), 1)))
    assert sent.status_code == 422
    assert "Nothing was sent yet" in visible(phone.get(f"{link}?lang=en").text)


def test_the_deals_are_given_to_clubs_once_they_are_released(desk: Desk, phone: Desk) -> None:
    texts = {board: parse_deal(text) for board, text in deals(10).deals.items()}
    form = desk.page("/simultaneous").form("/simultaneous")
    answer = desk.post(
        "/simultaneous",
        {**form, "name": "全国同時大会", "date": "2026-11-21", "boards": "10"},
        files={"deals": ("set.pbn", deal_format("set.pbn").write(DealSet(texts)))},
        headers={"referer": f"{ADDRESS}/simultaneous"},
    )
    base = answer.url.path
    (link,) = links(desk, base, NAMES[0])
    assert phone.get(f"{link}/deals.pbn").status_code == 404
    assert "deals.pbn" not in phone.get(link).text
    desk.send(base, f"{base}/settings", are_released="yes")
    assert "deals.pbn" in phone.get(link).text
    assert deal_format("set.pbn").read(phone.get(f"{link}/deals.pbn").content).deals == DealSet(texts)


def test_what_is_wrong_with_a_field_stands_beside_it(desk: Desk) -> None:
    answer = desk.send("/simultaneous", "/simultaneous", status=422, name="", date="gestern", boards="10")
    assert answer.text.count("field-error") >= 2
    answer = desk.send("/simultaneous", "/simultaneous", status=422, name="x", method="instant", boards="10")
    assert "度数表" in visible(answer.text)


def paper(answer: httpx.Response) -> str:
    """Returns the text of a PDF."""
    assert answer.headers["content-type"] == "application/pdf", answer.text[:300]
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


@rotate("locale", Locale)
def test_the_ranking_and_the_commentary_go_to_paper(desk: Desk, phone: Desk, locale: Locale) -> None:
    """The sheet has every hand, how often each score was made, and what the organiser wrote; clubs get it with the
    deals, and not before."""
    form = {
        **desk.page("/simultaneous").form("/simultaneous"),
        "name": "大会 Cup",
        "date": "2026-11-21",
        "boards": "10",
    }
    pbn = deal_format("deals.pbn").write(DealSet({board: parse_deal(text) for board, text in deals(10).deals.items()}))
    base = desk.post(
        "/simultaneous", {**form, "regulations": "jcbl-2008"}, files={"deals": ("deals.pbn", pbn)}
    ).url.path
    (club,) = links(desk, base, NAMES[0])
    assert hand_in(phone, club, club, file_of(play_open(club_evening(NAMES[0], first=1), 1)))[0] == 200
    desk.send(f"{base}/boards/7", f"{base}/boards/7", comment="ゆっくり play.\n二行目")
    assert "ゆっくり" in desk.get(f"{base}/boards/7").text
    ranked = paper(desk.get(f"{base}/ranking.pdf?lang={locale.value}"))
    row = desk.get(f"{base}/ranking.csv").text.splitlines()[1].split(",")
    assert row[5] in ranked
    assert row[6] in ranked
    text = paper(desk.get(f"{base}/commentary.pdf?lang={locale.value}"))
    assert "play." in text
    assert translate("simultaneous.sheet.commentary", {}, locale) in text
    scores = re.findall(r'<td class="n">(-?\d+)\s*</td>', desk.get(f"{base}/boards/7").text)
    assert len(scores) > 2
    assert all(score in text for score in scores)
    assert phone.get(f"{club}/commentary.pdf").status_code == 404
    desk.send(base, f"{base}/settings", are_released="yes")
    assert f"{club}/commentary.pdf" in phone.page(club, locale).links
    assert "play." in paper(phone.get(f"{club}/commentary.pdf"))
    assert desk.post(f"{base}/boards/99", {"comment": "x"}).status_code == 404
    assert desk.get(f"{make_field(desk)}/commentary.pdf").status_code == 404


def test_two_organisers_settle_a_field(desk: Desk) -> None:
    """Both opened its page: the class that one chose stays when the other says when it ends; where both say another
    class, nothing is stored, and the second is reported."""
    base = make_field(desk)
    opened = desk.page(base, Locale.EN).form(f"{base}/settings")
    desk.send(base, f"{base}/settings", game_class="2")
    later = {**opened, "closes_at": "2026-11-21T20:00"}
    assert desk.post(f"{base}/settings", later).status_code in (200, 303)
    now = desk.page(base, Locale.EN).form(f"{base}/settings")
    assert (now["closes_at"], now["game_class"]) == ("2026-11-21T20:00", "2")
    answer = desk.post(f"{base}/settings", {**opened, "game_class": "3", "command_id": "other"})
    assert answer.status_code == 409
    assert "Nothing is saved yet" in visible(answer.text) or "まだ" in visible(answer.text)
    assert desk.page(base, Locale.EN).form(f"{base}/settings")["game_class"] == "2"


@pytest.mark.slow
def test_the_field_gives_masterpoints_and_two_events_add_up(desk: Desk, phone: Desk) -> None:
    """By the list over all three clubs, 30 pairs of class 2: 0.60 x 0.7^(n-1) for eleven places, ties sharing; nothing
    while results are awaited. Page, paper and file agree; who plays in two such events has both in the report."""
    earned: dict[str, float] = {}
    for day, turn in (("2026-11-21", 0), ("2026-11-22", 3)):
        base = make_field(desk, date=day, game_class="none" if turn else "2")
        paths = links(desk, base, *NAMES)
        evenings = [club_evening(name, first=at + turn, date=day) for at, name in enumerate(NAMES, start=1)]
        files = [file_of(play_open(evening, at + turn)) for at, evening in enumerate(evenings, start=1)]
        half = club_evening(NAMES[2], first=3 + turn, date=day)
        half.enter(1, 1, 1, "140")
        for path, data in zip(paths, (*files[:2], file_of(half)), strict=True):
            assert hand_in(phone, path, path, data)[0] == 200
        desk.send(base, f"{base}/settings", game_class="2")
        assert {row["masterpoints"] for row in read_ranking(desk, base)} == {""}
        assert hand_in(phone, paths[2], paths[2], files[2], nonetheless="yes")[0] == 200
        rows = read_ranking(desk, base)
        places = [int(row["rank"].removesuffix("=")) for row in rows]
        due = [0.6 * 0.7**at if at < 11 else 0 for at in range(len(rows))]
        for row, place in zip(rows, places, strict=True):
            own = [due[at] for at, other in enumerate(places) if other == place]
            assert float(row["masterpoints"] or 0) == pytest.approx(sum(own) / len(own), abs=0.0051)
            for name in row["names"].split("・"):
                earned[name] = earned.get(name, 0) + float(row["masterpoints"] or 0)
        for locale, words in ((Locale.JA, "全30ペア"), (Locale.EN, "all 30 pairs")):
            assert words in desk.page(base, locale).text
            assert words.replace(" ", "") in "".join(paper(desk.get(f"{base}/ranking.pdf?lang={locale.value}")).split())
        best = next(row for row in rows if row["club"] == NAMES[0] and row["masterpoints"])
        assert best["masterpoints"] in visible(phone.get(f"{paths[0]}?lang=en").text)
        data = desk.get(f"{base}/report.json").content
        assert desk.get(f"{base}/report.json").content == data
        made_now = read_report(data)
        assert list(faults_of(made_now)) == []
        held = {player.name: float(player.points or 0) for _, player in made_now.players()}
        assert held == {
            name: pytest.approx(float(row["masterpoints"] or 0)) for row in rows for name in row["names"].split("・")
        }
        answer = desk.post("/federation", files=[("files", ("field.json", data, "application/json"))])
        assert answer.status_code == 200
        assert desk.get("/federation?lang=en").text.count("全国同時大会") == 1 + bool(turn)
    report = csv.DictReader(
        io.StringIO(desk.get("/points/report.csv?first=&last=&lang=en").content.decode("utf-8-sig"))
    )
    own_events = {row["Name"]: float(row["Own events"]) for row in report}
    assert own_events == {name: pytest.approx(points) for name, points in earned.items() if points}
    assert f'href="{base}"' in desk.get("/points?first=2026-01-01").text


def test_tied_pairs_of_a_field_share_or_have_the_higher_place(desk: Desk, phone: Desk) -> None:
    """The organiser chooses in the words of an event's settings; ranking, report and what is said of it go by it."""
    base = make_field(desk, game_class="2", tied_awards="higher")
    for at, path in enumerate(links(desk, base, *NAMES), start=1):
        flat = play_open(club_evening(NAMES[at - 1], first=at), at, ("140", "-100", "140", "P"))
        assert hand_in(phone, path, path, file_of(flat))[0] == 200
    higher = read_ranking(desk, base)
    assert any(row["rank"].endswith("=") and row["masterpoints"] for row in higher)
    for row in higher:
        place = int(row["rank"].removesuffix("="))
        due = 0.6 * 0.7 ** (place - 1) if place <= 11 else 0
        assert float(row["masterpoints"] or 0) == pytest.approx(due, abs=0.0051)
    page = desk.page(base, Locale.EN)
    assert page.form(f"{base}/settings")["tied_awards"] == "higher"
    assert "each as the higher place" in " ".join(page.texts)
    report = read_report(desk.get(f"{base}/report.json").content)
    assert (report.event.tied_awards, list(faults_of(report))) == (TiedAwards.HIGHER, [])
    desk.send(base, f"{base}/settings", status=422, tied_awards="both")
    desk.send(base, f"{base}/settings", tied_awards="mean")
    assert read_ranking(desk, base) != higher
    assert read_report(desk.get(f"{base}/report.json").content).event.tied_awards is TiedAwards.MEAN


def read_ranking(desk: Desk, base: str) -> list[dict[str, str]]:
    """Returns the lines of a field's ranking as its file has them."""
    return list(csv.DictReader(io.StringIO(desk.get(f"{base}/ranking.csv?lang=ja").content.decode("utf-8-sig"))))
