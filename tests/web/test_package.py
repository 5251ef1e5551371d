"""The result package at the desk (R-312): offered when something is published, with what is in it and what is not."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from arrowswitch.bootstrap.programs import Programs
from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sites import PackageUploads
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.deals import ReleaseDeals
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.service.archive import archived_event, pack
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests import dav_server
from tests.builders import CountingChance, FixedClock, mitchell_evening
from tests.packages import faults
from tests.paper import with_deals
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.cli.runner import Notebook, cli
from tests.web.client import foreign, list_codes_shown, open_desk, visible
from tests.web.playing import Playing, at_desk

ROOT = Path(__file__).resolve().parents[2]


def publish_evening() -> AbstractContextManager[Playing]:
    """A Mitchell of three tables with hands, published."""
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    return at_desk(with_deals(evening))


@rotate("locale", Locale)
def test_the_page_tells_what_is_in_it(locale: Locale) -> None:
    with publish_evening() as opened:
        page = opened.page("/package", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, opened.own_words) == []
        assert f"{opened.base}/package" in opened.html("/ranking", locale)


def test_the_file_holds_pages_of_this_event() -> None:
    with publish_evening() as opened:
        answer = opened.get("/package/results.zip")
        assert answer.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            files = {name.split("/", 1)[1]: archive.read(name) for name in archive.namelist()}
        assert faults(files) == []
        assert "水曜例会" in files["ja/index.html"].decode()


def test_the_archive_holds_the_event_and_the_head_of_the_paper() -> None:
    with publish_evening() as opened:
        event = archived_event(opened.get("/package/archive.zip").content)
        assert event.ledger == opened.evening.tournament.ledger(opened.evening.event_id)


def test_before_anything_is_published_the_page_says_so() -> None:
    with at_desk(mitchell_evening()) as opened:
        assert "まだ何も公表されていません" in opened.page("/package").text
        assert opened.get("/package/results.zip").status_code == 409


def test_corrections_and_sealed_hands_are_told() -> None:
    with publish_evening() as opened:
        calm = opened.page("/package", Locale.EN).text
        assert "corrected since" not in calm
        assert "still sealed" not in calm
        slot = next(iter(opened.state.results))
        opened.evening.do(EnterResult(slot, "-800", correction=CorrectionReason.TYPING_ERROR))
        opened.evening.do(ReleaseDeals(1, is_released=False))
        text = opened.page("/package", Locale.EN).text
        assert "corrected since" in text
        assert "still sealed" in text
        opened.evening.do(Publish())
        page = opened.html("/package", Locale.EN)
        assert "corrected since" not in page
        assert "results.zip?version=1" in page
        old, new = (opened.get(f"/package/results.zip?version={number}").content for number in (1, 2))
        assert old != new
        assert opened.get("/package/results.zip?version=3").status_code == 404


class Printing(Notebook):
    """Services that really print."""

    def archived_prints(self, packed: bytes, name: str = "") -> Iterator[tuple[str, bytes | Mistake]]:
        return Programs().archived_prints(packed, name)


def test_from_the_archive_alone_every_print_is_made_again(tmp_path: Path) -> None:
    """R-311: the archive comes from the desk; the prints come from it on another computer, by the command line."""
    with publish_evening() as opened:
        address = f"{opened.base}/package/archive.zip"
        assert address in opened.page("/package").links
        packed = opened.desk.get(address).content
    (tmp_path / "a.zip").write_bytes(packed)
    assert cli("prints", "a.zip", "-o", "paper", folder=tmp_path, services=Printing()).code == 0
    made = sorted((tmp_path / "paper" / "ja").iterdir())
    names = " ".join(path.stem for path in made)
    assert [one for one in ("ranking", "travellers", "record") if one not in names] == []
    assert all(path.read_bytes()[:5] == b"%PDF-" for path in made)


def test_an_event_file_is_as_its_description_says_and_opens_elsewhere() -> None:
    """R-407: valid by the schema that is published, and another club's program has the same ranking from it."""
    evening = mitchell_evening(tables=3)
    evening.play_all()
    schema = json.loads((ROOT / "docs" / "reference" / "event-file.schema.json").read_text(encoding="utf-8"))
    with open_desk(create_app(evening.tournament)) as desk:
        data = desk.get(f"/events/{evening.event_id}/export").content
    jsonschema.validate(json.loads(data), schema)
    other = Tournament(MemoryStore(), FixedClock(), CountingChance(900))
    with open_desk(create_app(other)) as desk:
        answer = desk.post("/events/import", files={"file": ("e.json", data)})
        assert answer.status_code == 200, answer.text
    assert other.state(evening.event_id) == evening.state


def everything_stored(tournament: Tournament) -> bytes:
    """Returns the content of all files of a backup."""
    with zipfile.ZipFile(io.BytesIO(pack(tournament).content)) as archive:
        return b"".join(map(archive.read, archive.namelist()))


@contextmanager
def at_desk_with_site(site: str, user: str = "") -> Iterator[Playing]:
    """A published event at the desk of a club whose settings have a results site."""
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    club = evening.tournament.club
    club.change(replace(club.settings, site=site, site_user=user), club.version, Stamp("site", "organiser"))
    with open_desk(create_app(evening.tournament, uploads=PackageUploads())) as desk:
        yield Playing(desk, evening)


@rotate("locale", Locale)
def test_the_package_is_uploaded_into_the_folder_of_the_event(locale: Locale, caplog: pytest.LogCaptureFixture) -> None:
    with dav_server.running() as server:
        server.login = "club:secret-7391"
        with at_desk_with_site(f"http://127.0.0.1:{server.server_port}/dav/", "club") as opened:
            page = opened.page("/package", locale)
            assert page.forms[f"{opened.base}/package/upload"]["password"] == ""
            assert list_codes_shown(page) == []
            answer = opened.desk.post(f"{opened.base}/package/upload?lang={locale.value}", {"password": "secret-7391"})
            assert answer.status_code == 200
            assert translate("desk.package.uploaded", {"n": len(server.files), "removed": 0}, locale) in visible(
                answer.text
            )
            folder = f"/dav/{opened.state.settings.date}-{opened.evening.event_id}/"
            files = {name.removeprefix(folder): data for name, data in server.files.items()}
            assert faults(files) == []
            with zipfile.ZipFile(io.BytesIO(opened.get("/package/results.zip").content)) as archive:
                assert set(files) == {name.split("/", 1)[1] for name in archive.namelist()}
            assert b"secret-7391" not in everything_stored(opened.evening.tournament)
            assert "secret-7391" not in caplog.text


@rotate("locale", Locale)
def test_a_refused_password_is_named_and_not_shown(locale: Locale) -> None:
    with dav_server.running() as server:
        server.login = "club:right"
        with at_desk_with_site(f"http://127.0.0.1:{server.server_port}/dav", "club") as opened:
            answer = opened.desk.post(f"{opened.base}/package/upload?lang={locale.value}", {"password": "wrong-one"})
            assert answer.status_code == 422
            params = {"host": "127.0.0.1", "status": "401"}
            assert translate("site.forbidden", params, locale) in visible(answer.text)
            assert "wrong-one" not in answer.text
            assert server.files == {}


def test_a_server_that_is_gone_is_named() -> None:
    with dav_server.running() as server:
        site = f"http://127.0.0.1:{server.server_port}/dav"
    with at_desk_with_site(site) as opened:
        answer = opened.desk.post(f"{opened.base}/package/upload", {})
        assert answer.status_code == 422
        assert "接続できません" in answer.text


def test_the_package_is_written_to_a_folder_of_this_computer(tmp_path: Path) -> None:
    with at_desk_with_site(str(tmp_path)) as opened:
        assert "password" not in opened.page("/package").forms[f"{opened.base}/package/upload"]
        assert opened.desk.post(f"{opened.base}/package/upload", {}).status_code == 200
        [folder] = tmp_path.iterdir()
        assert "水曜例会" in (folder / "ja" / "index.html").read_text(encoding="utf-8")


@rotate("locale", Locale)
def test_without_a_site_the_page_leads_to_the_club_settings(locale: Locale) -> None:
    with at_desk_with_site("") as opened:
        page = opened.page("/package", locale)
        assert "/club#site" in page.links
        assert f"{opened.base}/package/upload" not in page.forms
        answer = opened.desk.post(f"{opened.base}/package/upload?lang={locale.value}", {})
        assert answer.status_code == 422


@for_each(
    "site, user, code",
    (("ftp://club.example/results", "", "site.no-address"), ("results", "", "site.no-address"),
     ("http://club.example/results", "club", "site.not-safe"), ("https://a.example/" + "a" * 500, "", "club.too-long")),
)  # fmt: skip
def test_an_address_that_takes_no_pages_is_refused_in_the_club_settings(site: str, user: str, code: str) -> None:
    with at_desk_with_site("") as opened:
        club = opened.evening.tournament.club
        with pytest.raises(Refused) as refused:
            club.change(replace(club.settings, site=site, site_user=user), club.version, Stamp("new", "organiser"))
        assert (refused.value.problems[0].code, refused.value.problems[0].where) == (code, "site")
