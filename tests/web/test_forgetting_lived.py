"""A player is forgotten at the pages: register, events, ruling, published version, undo, old backup, old event file,
another computer's copy. Then every page in both languages, the files of the database, a backup and the paper are
searched for the name, byte by byte."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.publication import Announce
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, Evening, entry_ids, new_evening
from tests.paper import read
from tests.rotation import rotate
from tests.web.client import Desk, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

HIBARI = Person("雲雀 空", "90417", "ひばり そら", "Sora Hibari", player_id=PlayerId("p1"))
GULL = Person("鴎 岬")
"""A guest: in an entry and in no register."""
SPELLINGS = ("雲雀", "ひばり", "Hibari", "90417", "鴎")
MOST_PAGES = 400
SHEETS = ("ranking", "entry-list", "travellers", "record")


@dataclass
class Lived:
    """The desk over a database file, and the evening in it."""

    desk: Desk
    evening: Evening
    folder: Path

    @property
    def base(self) -> str:
        return f"/events/{self.evening.event_id}"

    def bytes_of_files(self) -> bytes:
        return b"".join(path.read_bytes() for path in sorted(self.folder.iterdir()))


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Lived]:
    store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    evening = new_evening(4, store)
    evening.tournament.store.save_players((Player(PlayerId("p1"), HIBARI, "海風"),))
    evening.do(AddEntry((HIBARI, GULL), note="雲雀 空 sits still"))
    evening.do(AddEntry((Person("海野 波", "90418"), Person("磯 千鳥"))))
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        played = Lived(desk, evening, tmp_path)
        play(played)
        yield played
    store.close()


def play(night: Lived) -> None:
    """Plays, rules and publishes at the pages, as far as names are concerned."""
    evening, desk = night.evening, night.desk
    evening.start(make("howell", pairs=6, boards_per_round=1))
    evening.play_all()
    mine = next(one for one in entry_ids(evening) if "雲雀 空" in evening.state.entries[one].names)
    number = next(n for n, one in evening.state.section(Place(1, "A")).numbers.items() if one == mine)
    path = f"{night.base}/rulings"
    fields = {"number": number, "amount": "1", "unit": "percent", "reason": "Sora Hibari spoke"}
    assert desk.post(f"{path}/penalty", {**fields, "command_id": "penalty"}).status_code == 200
    evening.do(Announce("おめでとう、雲雀空さん"))
    assert desk.post(f"{night.base}/publish", {"command_id": "publish"}).status_code == 200
    assert len(evening.state.publication.versions) == 1


def forget(night: Lived, path: str, locale: Locale = Locale.JA, **fields: str) -> str:
    page = night.desk.page(path, locale)
    assert list_codes_shown(page) == []
    answer = night.desk.post(path, {**page.form(path), **fields})
    assert answer.status_code == 200
    return visible(answer.text)


def found_in(content: bytes) -> list[str]:
    return [one for one in SPELLINGS if one.encode() in content or one.encode("cp932", errors="ignore") in content]


def unpack(content: bytes) -> bytes:
    """Returns the content of a ZIP file, with its names; anything else as it is. Two bytes of a short name occur in
    packed bytes by chance."""
    if not content.startswith(b"PK\x03\x04"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"\n".join(name.encode() + b"\n" + archive.read(name) for name in archive.namelist())


def crawl_pages(desk: Desk, locale: Locale) -> Iterator[tuple[str, bytes]]:
    """Yields every page and file that links lead to, from the first one on."""
    waiting, seen = ["/", "/players", "/forgotten"], set[str]()
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0).partition("#")[0]
        if path in seen or not path.startswith("/") or re.search(r"/(live|static|language|backup/now)|lang=", path):
            continue
        seen.add(path)
        if "/print/" in path:
            continue
        answer = desk.get(path, headers={"cookie": f"lang={locale.value}"})
        assert answer.status_code < 500, path
        is_paper = answer.headers.get("content-type", "") == "application/pdf"
        yield path, read(answer.content).text.encode() if is_paper else unpack(answer.content)
        if "text/html" in answer.headers.get("content-type", ""):
            waiting += re.findall(r'(?:href|src|data-src)="(/[^"]*)"', answer.text.replace("&amp;", "&"))


class TestFound:
    def test_the_page_says_where_the_name_stands(self, night: Lived) -> None:
        for locale in Locale:
            page = night.desk.page("/players/p1/forget", locale)
            names = "雲雀 空 ひばり そら Sora Hibari 海野 波 磯 千鳥 鴎 岬 水曜例会"
            assert foreign(page, locale, names) == []
            text = " ".join(page.texts)
            assert "雲雀 空" in text
            assert night.evening.state.settings.name in text

    def test_from_an_entry_a_player_of_the_register_is_shown_as_such(self, night: Lived) -> None:
        mine = next(key for key, one in night.evening.state.entries.items() if "雲雀 空" in one.names)
        page = night.desk.page(f"{night.base}/entries/{mine}")
        assert f"{night.base}/entries/{mine}/forget/1" in page.links
        answer = night.desk.get(f"{night.base}/entries/{mine}/forget/1")
        assert str(answer.url).endswith("/players/p1/forget")

    def test_an_event_with_the_name_alone_is_not_ticked(self, night: Lived) -> None:
        """A namesake without a number plays in another event: without a tick that one stays as it is; the event
        with the member number asks nothing. A guest is ticked in the event from which the page was opened, and in
        no other."""
        other = new_evening(2)
        wanted = replace(night.evening.state.settings, name="木曜例会")
        tournament = night.evening.tournament
        namesake = Evening(tournament, tournament.create(wanted, Stamp("other", "director")), other.clock, 9000)
        namesake.do(AddEntry((Person("雲雀 空"), Person("鴎 岬"))))
        html = night.desk.get("/players/p1/forget").text
        assert f'name="theirs" value="{namesake.event_id}">' in html
        assert f'value="{night.evening.event_id}"' not in html
        mine = next(key for key, one in night.evening.state.entries.items() if "鴎 岬" in one.names)
        html = night.desk.get(f"{night.base}/entries/{mine}/forget/2").text
        assert f'name="theirs" value="{night.evening.event_id}" checked>' in html
        assert f'name="theirs" value="{namesake.event_id}">' in html
        forget(night, "/players/p1/forget", shown=namesake.event_id)
        assert "雲雀 空" in str(namesake.state.entries)
        assert "雲雀 空" not in str(night.evening.state.entries)

    def test_nobody_is_there(self, night: Lived) -> None:
        mine = entry_ids(night.evening)[0]
        assert night.desk.get(f"{night.base}/entries/{mine}/forget/9").status_code == 404
        assert night.desk.get("/players/nobody/forget").status_code == 404


class TestForgotten:
    @pytest.mark.slow
    @rotate("locale", Locale)
    def test_the_name_is_found_nowhere(self, night: Lived, locale: Locale) -> None:
        desk, evening = night.desk, night.evening
        services = evening.tournament
        old_file = services.export(evening.event_id)
        old_backup = desk.get("/backup/download").content
        copy = Tournament(MemoryStore(), evening.clock, CountingChance(9000))
        copy.import_file(old_file, Stamp("import"))
        copy.execute(evening.event_id, Announce("雲雀 空 is late"), Stamp("there", "雲雀 空", "hall 2"))
        assert set(found_in(night.bytes_of_files())) == set(SPELLINGS)

        mine = next(key for key, one in evening.state.entries.items() if "鴎 岬" in one.names)
        assert "削除しました" in forget(night, "/players/p1/forget")
        done = forget(night, f"{night.base}/entries/{mine}/forget/2", Locale.EN, theirs=evening.event_id)
        assert "entries changed" in done or "entry changed" in done

        desk.post(f"{night.base}/undo", {"command_id": "undo"})
        kind = "application/octet-stream"
        desk.post("/backup/restore", files={"file": ("old.zip", old_backup, kind)})
        desk.post("/events/import", files={"file": ("old.arrowswitch.json", old_file.encode(), kind)})
        theirs = copy.export(EventId(evening.event_id)).encode()
        merging = desk.post(f"{night.base}/merge/file", files={"file": ("copy.arrowswitch.json", theirs, kind)})
        name = str(merging.url).partition("copy=")[2]
        desk.post(f"{night.base}/merge", {"copy": name, "command_id": "merge"})
        assert "is late" in services.export(evening.event_id)
        assert len(services.events()) == 1

        assert found_in(night.bytes_of_files()) == []
        with zipfile.ZipFile(io.BytesIO(desk.get("/backup/download").content)) as archive:
            assert [name for name in archive.namelist() if found_in(archive.read(name))] == []
        pages = {path: found_in(content) for path, content in crawl_pages(desk, locale)}
        assert len(pages) > 40, "the crawl leads nowhere"
        assert {path: found for path, found in pages.items() if found} == {}
        for sheet in SHEETS:
            answer = desk.get(f"{night.base}/print/{sheet}.pdf")
            assert answer.headers["content-type"] == "application/pdf"
            assert found_in(read(answer.content).text.encode()) == []

    def test_the_page_of_what_was_done_names_nobody(self, night: Lived) -> None:
        forget(night, "/players/p1/forget")
        for locale in Locale:
            page = night.desk.page("/forgotten", locale)
            assert list_codes_shown(page) == []
            assert found_in(" ".join(page.texts).encode()) == []
            assert night.evening.state.settings.name in " ".join(page.texts)

    def test_the_neutral_word_is_the_reader_s(self, night: Lived) -> None:
        forget(night, "/players/p1/forget")
        texts = {locale: " ".join(night.desk.page(f"{night.base}/ranking", locale).texts) for locale in Locale}
        assert "（氏名削除）" in texts[Locale.JA]
        assert "(name removed)" in texts[Locale.EN]
        assert "（氏名削除）" not in texts[Locale.EN]

    def test_the_same_press_again_shows_what_was_done(self, night: Lived) -> None:
        path = "/players/p1/forget"
        form = night.desk.page(path).form(path)
        assert night.desk.post(path, form).status_code == 200
        seq = night.evening.state.seq
        again = night.desk.post(path, form)
        assert str(again.url).endswith("/forgotten")
        assert night.evening.state.seq == seq

    def test_a_deleted_event_s_address_is_refused_in_words(self, night: Lived) -> None:
        assert night.desk.post("/players/nobody/forget", {"command_id": "x"}).status_code == 404
