"""The question of the first start, and the club's settings: what new events begin with, and what they never touch."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

import pytest

from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.club.profile import fee_of
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubSettings, FeeRule, LogoKind
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import AnnouncementSettings, ScoringSettings, Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service import archive
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, Evening, FixedClock
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#c33"/></svg>'


def png(width: int = 4, height: int = 4) -> bytes:
    """Returns a black picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" * (width + 1)) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.fixture
def services() -> Tournament:
    """An empty database."""
    return Tournament(MemoryStore(), FixedClock(), CountingChance())


@pytest.fixture
def empty(services: Tournament) -> Iterator[Desk]:
    with open_desk(create_app(services, zone=CLUB_ZONE)) as desk:
        yield desk


def created_event(services: Tournament, address: str) -> EventState:
    return services.state(EventId(address.split("/events/")[1].split("/", maxsplit=1)[0]))


class TestFirstStart:
    @pytest.mark.parametrize(("locale", "regulations"), [(Locale.JA, "jcbl-2008"), (Locale.EN, "wbf-2017")])
    def test_one_press_takes_what_is_proposed(
        self, empty: Desk, services: Tournament, locale: Locale, regulations: str
    ) -> None:
        page = empty.page("/", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale) == []
        form = page.form("/club/first")
        assert (form["language"], form["regulations"]) == (locale.value, regulations)
        answer = empty.post("/club/first", form)
        assert answer.url.path == "/events/new"
        assert Page.read(answer.text).form("/events/new")["regulations"] == regulations
        assert services.club.settings == ClubSettings(language=locale.value, regulations=regulations)

    def test_it_is_asked_once(self, empty: Desk) -> None:
        empty.send("/", "/club/first")
        assert "/club/first" not in empty.page("/").forms

    def test_it_is_put_off_by_one_press_and_asks_no_more(self, empty: Desk, services: Tournament) -> None:
        answer = empty.send("/", "/club/first", name="typed", later="yes")
        assert answer.url.path == "/"
        assert "/club/first" not in Page.read(answer.text).forms
        assert services.club.settings == ClubSettings()

    def test_it_never_stands_where_events_are(self, desk: Desk) -> None:
        assert "/club/first" not in desk.page("/").forms

    def test_an_event_can_be_made_without_answering(self, empty: Desk) -> None:
        answer = empty.send("/events/new", "/events/new", name="水曜例会")
        assert answer.url.path.endswith("/entries")
        assert "/club/first" not in empty.page("/").forms

    def test_the_director_named_there_is_the_author_of_the_history(self, empty: Desk, services: Tournament) -> None:
        empty.send("/", "/club/first", name="ことりブリッジクラブ", who="青木  五葉")
        answer = empty.send("/events/new", "/events/new", name="水曜例会")
        state = created_event(services, answer.url.path)
        assert services.ledger(state.event_id)[0].stamp.author == "青木 五葉"
        assert state.settings.announcement.director == "青木 五葉"
        record = services.club.record
        assert record is not None
        assert (record.settings.name, record.who) == ("ことりブリッジクラブ", "青木 五葉")

    def test_the_language_chosen_there_is_that_of_the_pages(self, empty: Desk) -> None:
        answer = empty.send("/", "/club/first", language="en")
        assert 'lang="en"' in answer.text


class TestSettings:
    @rotate("locale", Locale)
    def test_every_text_is_in_the_page_s_language(self, desk: Desk, locale: Locale) -> None:
        page = desk.page("/club", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale) == []

    def test_everything_typed_is_kept_and_new_events_begin_with_it(self, empty: Desk, services: Tournament) -> None:
        form = {**empty.page("/club").form("/club"), "name": "ことり", "regulations": "ebu", "zone": "Asia/Tokyo"}
        form |= {"language": "ja", "rooms": " 第1会議室 \n\n和室\n", "fee_1": "800 円", "fee_2": "3000 円"}
        form |= {"fee_form_2": "swiss-teams"}
        assert empty.post("/club", form, files={"logo": ("logo.svg", SVG)}).url.path == "/club"
        settings = services.club.settings
        assert settings.rooms == ("第1会議室", "和室")
        assert [(rule.fee, rule.form) for rule in settings.fees] == [("800 円", None), ("3000 円", "swiss-teams")]
        assert settings.logo is not None
        assert empty.get("/club/logo").content == SVG
        again = empty.page("/club").form("/club")
        assert {name: again[name] for name in form if name not in ("command_id", "version", "rooms")} == {
            name: value for name, value in form.items() if name not in ("command_id", "version", "rooms")
        }
        for chosen, fee in (("pairs", "800 円"), ("swiss-teams", "3000 円")):
            answer = empty.send("/events/new", "/events/new", name="例会", form=chosen)
            event = created_event(services, answer.url.path).settings
            assert (event.scoring.regulations, event.announcement.venue, event.announcement.fee) == (
                "ebu",
                "第1会議室",
                fee,
            )

    def test_a_change_leaves_events_as_they_are(self, desk: Desk, evening: Evening) -> None:
        before = evening.tournament.ledger(evening.event_id)
        desk.send("/club", "/club", regulations="ebu", fee_1="800", rooms="和室")
        assert evening.tournament.ledger(evening.event_id) == before

    def test_a_copy_is_like_its_event_and_not_like_the_club(self, desk: Desk, evening: Evening) -> None:
        """The settings fixed by the club are separate from "like the last event"."""
        old = evening.tournament.create(
            Settings(
                "木曜例会",
                "2026-11-14",
                announcement=AnnouncementSettings(venue="市民館", fee="500"),
                scoring=ScoringSettings(regulations="wbf-2017"),
            ),
            Stamp("x"),
        )
        desk.send("/club", "/club", regulations="ebu", fee_1="800", rooms="和室")
        copy = desk.page(f"/events/new?copy={old}").form("/events/new")
        assert (copy["regulations"], copy["venue"], copy["fee"]) == ("wbf-2017", "市民館", "500")
        new = desk.page("/events/new").form("/events/new")
        assert (new["regulations"], new["venue"], new["fee"]) == ("ebu", "市民館", "")
        tonight = desk.send("/events/new?copy=" + old, "/events/new").url.path
        assert created_event(evening.tournament, tonight).settings.announcement.fee == "500"

    def test_the_logo_is_taken_away_again(self, empty: Desk, services: Tournament) -> None:
        empty.post("/club", empty.page("/club").form("/club"), files={"logo": ("logo.png", png())})
        logo = services.club.settings.logo
        assert logo is not None
        assert logo.kind is LogoKind.PNG
        empty.send("/club", "/club", without_logo="yes")
        assert services.club.settings.logo is None
        assert empty.get("/club/logo").status_code == 404

    @rotate("locale", Locale)
    @for_each(
        "field, typed",
        [
            ("name", "x" * 81),
            ("zone", "Mars/Olympus"),
            ("regulations", "moon-2099"),
            ("language", "tlh"),
            ("rooms", "x" * 81),
            ("rooms", "\n".join(map(str, range(31)))),
            ("fees", "x" * 81),
        ],
    )
    def test_a_wrong_field_says_so_beside_it_and_nothing_changes(
        self, empty: Desk, services: Tournament, field: str, typed: str, locale: Locale
    ) -> None:
        form = {**empty.page("/club", locale).form("/club"), {"fees": "fee_1"}.get(field, field): typed}
        answer = empty.post("/club", form)
        assert answer.status_code == 422
        page = Page.read(answer.text)
        assert f"{field}-error" in page.ids
        assert list_codes_shown(page) == []
        assert services.club.record is None

    def test_two_fees_for_the_same_events_are_refused(self, empty: Desk, services: Tournament) -> None:
        answer = empty.send("/club", "/club", 422, fee_1="500", fee_2="800")
        assert "fees-error" in Page.read(answer.text).ids
        assert services.club.record is None

    @rotate("locale", Locale)
    @for_each(
        "content", [b"hello", b"%PDF-1.7", png()[:40], png(5000, 1), b"\xff\xd8\xff\xe0", b"x" * 300_000, b"<svg"]
    )
    def test_what_is_no_picture_is_refused_beside_its_field(
        self, empty: Desk, services: Tournament, content: bytes, locale: Locale
    ) -> None:
        form = empty.page("/club", locale).form("/club")
        answer = empty.post("/club", form, files={"logo": ("logo.png", content)})
        assert answer.status_code == 422
        page = Page.read(answer.text)
        assert "logo-error" in page.ids
        assert list_codes_shown(page) == []
        assert services.club.record is None

    def test_a_page_that_was_open_meanwhile_changes_nothing(self, empty: Desk, services: Tournament) -> None:
        old = empty.page("/club").form("/club")
        empty.send("/club", "/club", name="first")
        assert empty.post("/club", {**old, "command_id": "late", "name": "second"}).status_code == 422
        assert services.club.settings.name == "first"

    def test_a_repeated_send_changes_nothing(self, empty: Desk, services: Tournament) -> None:
        form = {**empty.page("/club").form("/club"), "name": "ことり"}
        for _ in range(2):
            assert empty.post("/club", form).status_code == 200
        assert services.club.version == 1

    def test_times_are_those_of_the_club_s_zone(self, desk: Desk, evening: Evening) -> None:
        """10:00 UTC is 23:00 in Auckland's summer; the tests' club is at UTC+9 where it names no zone."""
        desk.send("/club", "/club", zone="Pacific/Auckland")
        page = desk.page(f"/events/{evening.event_id}/history", Locale.EN)
        assert "23:00" in page.text


class TestFees:
    def test_the_closest_rule_counts(self) -> None:
        both = FeeRule("both", EventClass.SECTIONAL, EventForm.SWISS_TEAMS)
        rules = (FeeRule("all"), FeeRule("grade", EventClass.SECTIONAL), FeeRule("form", None, EventForm.SWISS_TEAMS))
        club = ClubSettings(fees=(*rules, both))
        classes = [(EventClass.SECTIONAL, EventForm.SWISS_TEAMS), (EventClass.WEEKLY, EventForm.SWISS_TEAMS)]
        classes += [(EventClass.SECTIONAL, EventForm.IMP_PAIRS), (EventClass.WEEKLY, EventForm.IMP_PAIRS)]
        assert [fee_of(club, *one) for one in classes] == ["both", "form", "grade", "all"]
        assert fee_of(ClubSettings(), *classes[0]) == ""


class TestBackup:
    def test_a_backup_brings_the_settings_to_a_new_computer(self, services: Tournament) -> None:
        """Whole, where the new one has only its answer to the first question; but not the folder of the backups."""
        old = ClubSettings(name="ことり", rooms=("和室",), zone="Asia/Tokyo", backups=BackupPlan("/stick", is_on=True))
        services.club.change(old, 0, Stamp("a"))
        packed = archive.pack(services).content
        other = Tournament(MemoryStore(), FixedClock(), CountingChance())
        other.club.change(ClubSettings(language="en", regulations="wbf-2017"), 0, Stamp("b"))
        archive.restore(other, packed, Stamp("c"))
        assert other.club.settings == ClubSettings(name="ことり", rooms=("和室",), zone="Asia/Tokyo")

    def test_settings_that_were_changed_here_are_not_lost(self, services: Tournament) -> None:
        services.club.change(ClubSettings(name="old", rooms=("和室",)), 0, Stamp("a"))
        packed = archive.pack(services).content
        services.club.change(ClubSettings(name="new"), 1, Stamp("b"))
        archive.restore(services, packed, Stamp("c"))
        assert services.club.settings == ClubSettings(name="new", rooms=("和室",))

    def test_a_damaged_part_is_told_and_nothing_is_stored(self, services: Tournament) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as file:
            file.writestr("club.json", '{"version": "many"}')
        with pytest.raises(Malformed, match=r"archive\.club"):
            archive.restore(services, packed.getvalue(), Stamp("c"))
        assert services.club.record is None

    def test_wrong_settings_are_refused_by_the_club_itself(self, services: Tournament) -> None:
        wrong = ClubSettings(backups=BackupPlan("", is_on=True, kept=0, minutes=0))
        with pytest.raises(Refused) as refused:
            services.club.change(wrong, 0, Stamp("a"))
        assert [problem.where for problem in refused.value.problems] == ["folder", "kept", "minutes"]


class TestUndo:
    def test_the_last_change_is_undone_and_done_again(self, empty: Desk, services: Tournament) -> None:
        empty.send("/", "/club/first")
        assert "/club/undo" not in empty.get("/club").text
        first = services.club.settings
        form = empty.page("/club").form("/club")
        empty.post("/club", {**form, "name": "Alder Club", "rooms": "Hall"})
        changed = services.club.settings
        page = empty.page("/club", Locale.EN)
        assert "Undo: Name of the club, Rooms" in " ".join(page.text.split())
        empty.post("/club/undo", page.form("/club"))
        assert services.club.settings == first
        empty.post("/club/undo", empty.page("/club").form("/club"))
        assert services.club.settings == changed

    def test_a_page_that_is_no_longer_new_undoes_nothing(self, empty: Desk, services: Tournament) -> None:
        services.club.change(ClubSettings("One"), 0, Stamp("one"))
        services.club.change(ClubSettings("Two"), 1, Stamp("two"))
        old = empty.page("/club").form("/club")
        services.club.change(ClubSettings("Three"), 2, Stamp("three"))
        answer = empty.post("/club/undo", old)
        assert answer.status_code == 409
        assert services.club.settings.name == "Three"

    def test_without_a_change_there_is_nothing_to_undo(self, empty: Desk, services: Tournament) -> None:
        with pytest.raises(Refused, match=r"club\.nothing-to-undo"):
            services.club.undo(0, Stamp("undo"))
        services.club.change(ClubSettings("One"), 0, Stamp("one"))
        services.club.set_password("", Stamp("password"))
        assert services.club.settings_before is None

    def test_a_password_is_no_change_of_the_settings(self, services: Tournament) -> None:
        services.club.change(ClubSettings("One"), 0, Stamp("one"))
        services.club.change(ClubSettings("Two"), 1, Stamp("two"))
        services.club.set_password("correct horse battery", Stamp("password"))
        services.club.undo(3, Stamp("undo"))
        assert services.club.settings.name == "One"
        assert services.club.is_password("correct horse battery")
