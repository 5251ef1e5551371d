"""The list of events, a new one, a copy, an event file brought in; settings, export, deletion, backup."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from html import unescape

import pytest

from arrowswitch.formats.reading import LARGEST_FILE
from arrowswitch.i18n import Locale, translate
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import AnnouncementSettings, PlaySettings, Settings, with_values
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening, new_evening
from tests.bws_files import bws_file
from tests.foreign import foreign_file
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import ADDRESS, Desk, Page, foreign, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.slow

TODAY = "2026-11-21"


def last_week(evening: Evening, **settings: object) -> EventId:
    wanted = with_values(
        Settings(
            "木曜例会",
            "2026-11-14",
            announcement=AnnouncementSettings(venue="ことり会館"),
            play=PlaySettings(minutes=180),
        ),
        settings,
    )
    return evening.tournament.create(wanted, Stamp("last-week"))


class TestList:
    @rotate("locale", Locale)
    @for_each("path", ["/", "/events/new", "/backup"])
    def test_every_text_is_in_the_page_s_language(
        self, desk: Desk, evening: Evening, path: str, locale: Locale
    ) -> None:
        """R-394."""
        last_week(evening)
        page = desk.page(path, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, expected="水曜例会 木曜例会") == []

    def test_tonight_is_on_top(self, desk: Desk, evening: Evening) -> None:
        last_week(evening)
        page = desk.page("/")
        assert page.text.index("水曜例会") < page.text.index("木曜例会")
        assert f"/events/{evening.event_id}" in page.links

    @rotate("locale", Locale)
    def test_an_empty_club_is_led_to_its_first_event(self, locale: Locale) -> None:
        made = new_evening()
        made.tournament.delete(made.event_id)
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
            page = desk.page("/", locale)
        assert list_codes_shown(page) == []
        assert "/events/new" in page.links
        assert "/events/tonight" not in page.forms

    def test_one_click_copies_the_settings_of_last_week(self, desk: Desk, evening: Evening) -> None:
        """R-381: the copy has the settings, today's date, and no entries."""
        last_week(evening)
        answer = desk.send("/", "/events/tonight")
        made = evening.tournament.state(EventId(answer.url.path.split("/")[2]))
        assert answer.url.path.endswith("/entries")
        assert (made.settings.name, made.settings.date, made.settings.play.minutes) == ("木曜例会", TODAY, 180)
        assert made.entries == {}

    def test_of_two_events_of_a_day_the_later_one_is_copied(self, desk: Desk, evening: Evening) -> None:
        """R-381: the afternoon was made after the morning, and ids say nothing of that."""
        ids = iter(("zz", "aa"))
        for name in ("朝の部", "昼の部"):
            evening.clock.forward(5)
            settings = replace(evening.state.settings, name=name, date="2026-11-14")
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(evening.tournament.chance, "new_id", ids.__next__)
                evening.tournament.create(settings, Stamp(f"make-{name}", "director"))
        names = [row.name for row in evening.tournament.events() if row.date == "2026-11-14"]
        assert names == ["昼の部", "朝の部"]
        answer = desk.send("/", "/events/tonight")
        made = evening.tournament.state(EventId(answer.url.path.split("/")[2]))
        assert made.settings.name == "昼の部"

    def test_a_copy_of_nothing_is_refused(self, desk: Desk) -> None:
        assert desk.post("/events/tonight", {"copied": "none"}).status_code == 404

    def test_an_event_opens_where_the_evening_is(self, desk: Desk, evening: Evening) -> None:
        answer = desk.get(f"/events/{evening.event_id}", follow_redirects=False)
        assert answer.headers["location"].endswith("/entries")


class TestNewEvent:
    def test_enter_is_enough(self, desk: Desk, evening: Evening) -> None:
        """R-032: date, name and all settings are there already; only what differs is typed."""
        last_week(evening)
        answer = desk.send("/events/new", "/events/new")
        made = evening.tournament.state(EventId(answer.url.path.split("/")[2]))
        assert (made.settings.name, made.settings.date, made.settings.announcement.venue) == (
            "木曜例会",
            TODAY,
            "ことり会館",
        )

    def test_every_setting_that_was_typed_is_kept(self, desk: Desk, evening: Evening) -> None:
        """R-032: an event with date, name, class, regulations, boards, time and pace."""
        typed = {
            "name": "  秋の 大会 ", "date": "2026-12-01", "starts_at": "1330", "venue": "市民館", "director": "青木",
            "event_class": "sectional", "regulations": "wbf-2017", "minutes": "２１０", "boards_wanted": "24",
            "boards_per_round": "3", "first_board": "5", "minutes_per_board": "8", "minutes_per_round": "2",
            "warning_minutes": "3", "correction_minutes": "30", "howell_up_to": "15", "mitchell_from": "16",
            "is_director_playing": "yes", "half_point_as_x": "yes",
        }  # fmt: skip
        answer = desk.post("/events/new", {**desk.page("/events/new").form("/events/new"), **typed})
        settings = evening.tournament.state(EventId(answer.url.path.split("/")[2])).settings
        assert settings.name == "秋の 大会"
        assert (settings.date, settings.announcement.starts_at, settings.play.minutes) == ("2026-12-01", "13:30", 210)
        assert (settings.event_class.value, settings.scoring.regulations) == ("sectional", "wbf-2017")
        assert (settings.play.boards_wanted, settings.play.boards_per_round, settings.play.first_board) == (24, 3, 5)
        assert (settings.play.pace.minutes_per_board, settings.play.pace.minutes_per_round) == (8, 2)
        assert (settings.play.warning_seconds, settings.scoring.correction_minutes) == (180, 30)
        assert (settings.play.club_rule.howell_up_to, settings.play.club_rule.mitchell_from) == (15, 16)
        assert settings.play.is_director_playing
        assert settings.scoring.half_point_as_x

    @rotate("locale", Locale)
    @for_each(
        "field, typed",
        [
            ("name", ""),
            ("name", "あ" * 10_000),
            ("date", "yesterday"),
            ("starts_at", "25:00"),
            ("minutes", "many"),
            ("minutes", "5"),
            ("boards_wanted", "-1"),
            ("boards_per_round", "99"),
            ("first_board", "0"),
            ("minutes_per_board", "0"),
            ("event_class", "galactic"),
            ("regulations", "moon-2099"),
            ("venue", "x" * 5000),
        ],
    )
    def test_a_wrong_field_says_so_beside_it_and_nothing_is_made(
        self, desk: Desk, evening: Evening, field: str, typed: str, locale: Locale
    ) -> None:
        desk.get(f"/?lang={locale.value}")
        before = evening.tournament.events()
        form = {**desk.page("/events/new", locale).form("/events/new"), field: typed}
        answer = desk.post("/events/new", form, headers={"referer": f"{ADDRESS}/events/new"})
        assert answer.status_code == 422
        page = Page.read(answer.text)
        assert f"{field}-error" in page.ids
        assert list_codes_shown(page) == []
        assert evening.tournament.events() == before

    @rotate("locale", Locale)
    def test_the_page_says_what_is_taken_for_what_is_left_open(
        self, desk: Desk, evening: Evening, locale: Locale
    ) -> None:
        """docs/decisions/0017, for each form: the event gets the values that the page shows."""
        page = desk.page("/events/new", locale)
        assert list_codes_shown(page) == []
        labels = {"boards_per_round": "desk.set.boards-per-round", "rounds": "desk.form.rounds"}
        folded = page.text.split(translate("desk.form.taken", {}, locale))[1]
        swiss = folded.split(translate("form.name.swiss-teams", {}, locale))[1]
        form = {**page.form("/events/new"), "name": "スイス", "form": "swiss-teams"}
        answer = desk.post("/events/new", form)
        settings = evening.tournament.state(EventId(answer.url.path.split("/")[2])).settings
        for value, label in (
            (settings.play.boards_per_round, "boards_per_round"),
            (settings.conditions.rounds, "rounds"),
        ):
            assert f"{translate(labels[label], {}, locale)}: {value}" in " ".join(swiss.split()), label

    @for_each(
        "before, after",
        [("stratified-pairs", "pairs"), ("swiss-teams", "pairs"), ("swiss-teams", "swiss-pairs"),
         ("double-knockout-teams", "handicap-pairs")],
    )  # fmt: skip
    def test_what_only_the_copied_form_needs_is_not_taken_over(
        self, desk: Desk, evening: Evening, before: str, after: str
    ) -> None:
        """A copy under another form is as that form comes fresh: no strata, no conditions, no scale of the other. The
        page shows the values first, with the reason, and stores nothing."""
        made: dict[str, EventState] = {}
        before_all = len(evening.tournament.events())
        for name, copied, form in (("before", "", before), ("fresh", "", after), ("copy", "before", after)):
            path = f"/events/new?copy={made[copied].event_id}" if copied else f"/events/new?copy={evening.event_id}"
            fields = {**desk.page(path).form("/events/new"), "name": "例会", "form": form}
            answer = desk.post("/events/new", fields)
            is_asked = name == "copy" or form == "swiss-pairs"  # Swiss pairs have a usual method of their own.
            assert (answer.url.path == "/events/new") is is_asked
            if is_asked:
                assert len(evening.tournament.events()) == len(made) + before_all
                page = Page.read(answer.text)
                assert "changes" in page.ids
                assert list_codes_shown(page) == []
                answer = desk.post("/events/new", page.form("/events/new"))
            made[name] = evening.tournament.state(EventId(answer.url.path.split("/")[2]))
        assert made["copy"].settings == made["fresh"].settings
        assert made["copy"].settings != made["before"].settings

    def test_what_was_changed_on_the_page_stays_under_another_form(self, desk: Desk, evening: Evening) -> None:
        fields = {**desk.page("/events/new").form("/events/new"), "form": "stratified-pairs", "strata": "A, B 200"}
        desk.post("/events/new", {**fields, "name": "例会"})
        again = {**desk.page("/events/new").form("/events/new"), "form": "pairs", "strata": "A, B 150"}
        answer = desk.post("/events/new", {**again, "name": "例会"})
        settings = evening.tournament.state(EventId(answer.url.path.split("/")[2])).settings
        assert [limit.most for limit in settings.division.strata] == [None, 150]

    def test_a_value_that_is_chosen_again_stays(self, desk: Desk, evening: Evening) -> None:
        """The boards and the scale of Swiss pairs, chosen once more for Swiss teams: stored as they were sent."""
        pairs = {"form": "swiss-pairs", "method": "imps", "boards_per_round": "6", "scale": "wbf-continuous"}
        fields = {**desk.page("/events/new").form("/events/new"), **pairs, "name": "例会"}
        made = desk.post("/events/new", fields).url.path.split("/")[2]
        path = f"/events/new?copy={made}"
        again = {**desk.page(path).form("/events/new"), "form": "swiss-teams"}
        answer = desk.post("/events/new", again)
        assert "changes" in Page.read(answer.text).ids
        shown_fields = Page.read(answer.text).form("/events/new")
        assert (shown_fields["boards_per_round"], shown_fields["filled_for"]) == ("4", "swiss-teams")
        answer = desk.post("/events/new", {**shown_fields, "boards_per_round": "6", "scale": "wbf-continuous"})
        settings = evening.tournament.state(EventId(answer.url.path.split("/")[2])).settings
        assert (settings.play.boards_per_round, settings.scoring.scale) == (6, "wbf-continuous")

    @for_each(
        "form, method",
        [("swiss-pairs", "swiss-matchpoints"), ("team-of-pairs", "imps"), ("teams-and-pairs", "houston")],
    )
    def test_the_usual_method_of_a_form_is_shown_first(
        self, desk: Desk, evening: Evening, form: str, method: str
    ) -> None:
        """Manual, lines 1538, 1809 and 2595: an evening of matchpoints under another form. A browser fills the method
        in; without scripts the page shows it with the reason. A method that was chosen stays."""
        answer = desk.get(f"/events/new?copy={evening.event_id}&lang=en")
        fields = Page.read(answer.text).form("/events/new")
        shows = re.search(r'data-shows="([^"]*)"', answer.text)
        assert shows is not None
        assert json.loads(unescape(shows[1]))[form]["method"] == method
        answer = desk.post("/events/new", {**fields, "form": form, "name": "例会"})
        was, now = (translate(f"method.{name}", {}, Locale.EN) for name in ("matchpoints", method))
        assert f"{was} → {now}" in visible(answer.text)
        shown_fields = Page.read(answer.text).form("/events/new")
        for chosen in (method, "matchpoints"):
            answer = desk.post("/events/new", {**shown_fields, "method": chosen})
            settings = evening.tournament.state(EventId(answer.url.path.split("/")[2])).settings
            assert settings.scoring.method == chosen

    def test_a_copied_scoring_of_matches_that_the_form_does_not_have_is_announced(
        self, desk: Desk, evening: Evening
    ) -> None:
        """A round robin by total IMPs, copied for a board-a-match event, which has a scoring of its own."""
        fields = {**desk.page("/events/new").form("/events/new"), "form": "round-robin-teams", "team_scoring": "imps"}
        made = desk.post("/events/new", {**fields, "name": "例会"}).url.path.split("/")[2]
        path = f"/events/new?copy={made}"
        answer = desk.post("/events/new", {**desk.page(path, Locale.EN).form("/events/new"), "form": "bam-teams"})
        assert "Matches are scored by: IMP total → as usual for the form" in visible(answer.text)
        answer = desk.post("/events/new", Page.read(answer.text).form("/events/new"))
        state = evening.tournament.state(EventId(answer.url.path.split("/")[2]))
        assert (state.settings.form, state.settings.matches.scoring) == (EventForm.BAM_TEAMS, None)

    def test_regulations_of_the_club_are_called_by_their_title(self, desk: Desk, evening: Evening) -> None:
        stamp = Stamp("rules", "director")
        evening.tournament.rulebooks.copy("jcbl-2008", "club-house", "ことり会館の規定", stamp)
        page = desk.page("/events/new", Locale.EN)
        assert "ことり会館の規定" in page.texts
        form = {**page.form("/events/new"), "name": "Club", "regulations": "club-house"}
        base = f"/events/{desk.post('/events/new', form).url.path.split('/')[2]}"
        assert "ことり会館の規定" in desk.page(f"{base}/entries", Locale.EN).texts
        assert "JCBL 競技会規定（2008）" in desk.page(f"/events/{evening.event_id}/entries").texts

    def test_html_in_a_name_is_text(self, desk: Desk) -> None:
        answer = desk.send("/events/new", "/events/new", name="<script>alert(1)</script><b>x")
        assert "<script>alert(1)" not in answer.text
        assert "<script>alert(1)</script><b>x" in visible(answer.text)


class TestEventFile:
    def test_what_is_exported_can_be_brought_in_elsewhere(self, desk: Desk, evening: Evening) -> None:
        exported = desk.get(f"/events/{evening.event_id}/export")
        assert exported.headers["content-disposition"].startswith("attachment")
        other = new_evening(store=MemoryStore())
        other.tournament.delete(other.event_id)
        with open_desk(create_app(other.tournament, zone=CLUB_ZONE)) as elsewhere:
            files = {"file": ("evening.json", exported.content, "application/json")}
            answer = elsewhere.post("/events/import", files=files)
        assert answer.status_code == 200
        assert "競技会ファイルを読み込みました" in visible(answer.text)
        assert other.tournament.ledger(evening.event_id) == evening.tournament.ledger(evening.event_id)

    @rotate("locale", Locale)
    @for_each("content", [b"", b"{", b"\xff\xfe\x00garbage", b'{"format": "something else"}', b"[]"])
    def test_a_bad_file_is_refused_in_words_and_changes_nothing(
        self, desk: Desk, evening: Evening, content: bytes, locale: Locale
    ) -> None:
        before = evening.tournament.events()
        answer = desk.post(f"/events/import?lang={locale.value}", files={"file": ("bad.json", content)})
        assert 400 <= answer.status_code < 500
        page = Page.read(answer.text)
        assert list_codes_shown(page) == []
        assert evening.tournament.events() == before

    @rotate("locale", Locale)
    def test_results_of_another_program_are_looked_at_and_become_an_event(
        self, desk: Desk, evening: Evening, locale: Locale
    ) -> None:
        answer = desk.post(f"/events/import?lang={locale.value}", files={"file": ("例会.bws", bws_file())})
        assert answer.status_code == 200
        assert list_codes_shown(Page.read(answer.text)) == []
        assert len(evening.tournament.events()) == 1
        path = answer.url.path
        again = desk.send(path, path, rules="wbf-2017", act="look")
        assert again.url.path == path
        assert "4" in visible(again.text)
        made = desk.send(path, path, rules="ebu")
        assert made.url.path.endswith("/scores")
        state = evening.tournament.state(EventId(made.url.path.split("/")[2]))
        assert (len(state.results), state.settings.scoring.regulations) == (12, "ebu")
        assert desk.send(path, path).url.path == made.url.path
        assert len(evening.tournament.events()) == 2

    @pytest.mark.parametrize(
        ("locale", "words"),
        [(Locale.EN, "Where the file’s own numbers differ"), (Locale.JA, "ファイルの数字と違うところ")],
    )
    def test_what_is_assumed_left_and_differs_stands_there(self, desk: Desk, locale: Locale, words: str) -> None:
        data = foreign_file("mp-howell-12-pairs.xml")
        at = data.index(b"<PLACE>")
        changed = data[:at] + b"<ADJUSTMENT>-3</ADJUSTMENT>" + data[at:]
        page = Page.read(desk.post(f"/events/import?lang={locale.value}", files={"file": ("x.xml", changed)}).text)
        assert list_codes_shown(page) == []
        assert words in page.text.replace("'", "’")
        assert "MASTER_POINT" in page.text

    @pytest.mark.parametrize(
        ("name", "pages"),
        [
            ("swiss-barometer-17-pairs.json", ("travellers?board=1", "recap?by=board", "private/17", "matrix")),
            ("multiple-teams-10.xml", ("matches", "cross", "scores?round=2&table=3")),
            ("butler-howell-8-pairs.xml", ("travellers?board=2", "ranking/why/3?board=2", "deals", "recap?by=round")),
        ],
    )
    def test_every_page_of_what_was_made_opens(
        self, desk: Desk, evening: Evening, name: str, pages: tuple[str, ...]
    ) -> None:
        """Sit-outs with an award, teams, hands with leads."""
        path = desk.post("/events/import", files={"file": (name, foreign_file(name))}).url.path
        base = desk.send(path, path).url.path.removesuffix("/scores")
        assert len(evening.tournament.events()) == 2
        for page in ("entries", "movement", "scores", "rulings", "ranking", "history", "settings", "print", *pages):
            answer = desk.get(f"{base}/{page}{'&' if '?' in page else '?'}lang=en")
            assert answer.status_code == 200, page
            assert list_codes_shown(Page.read(answer.text)) == [], page

    @pytest.mark.slow
    @rotate("locale", Locale)
    def test_awkward_files_are_told_with_their_place_and_store_nothing(
        self, desk: Desk, evening: Evening, locale: Locale
    ) -> None:
        plain = foreign_file("mp-howell-12-pairs.xml").decode()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("results.xml", plain)
        japanese = plain.split("?>", 1)[1].replace("Sample event", "水曜例会", 1)
        place = "line " if locale is Locale.EN else "行目"
        refused = {
            "page.xml": (b"<!DOCTYPE html><html><body><table></table></body></html>", "HTML"),
            "results.zip": (packed.getvalue(), "ZIP"),
            "cut.xml": (plain[: len(plain) // 2].encode(), place),
            "board.xml": (plain.replace("<BOARD_NUMBER>7<", "<BOARD_NUMBER>x7<").encode(), place),
            "twice.csv": (b"board,ns,ew,score\n1,1,2,420\n1,1,2,-50\n", place),
            "huge.xml": (b"<USEBIO>" + b" " * LARGEST_FILE, "32 MB"),
            "players.xml": (foreign_file("individual-format-sample.xml"), "21"),
            "list.json": (b"[]", "boards"),
        }
        for name, (data, word) in refused.items():
            answer = desk.post(f"/events/import?lang={locale.value}", files={"file": (name, data)})
            assert 400 <= answer.status_code < 500, name
            assert word in visible(answer.text), name
            assert list_codes_shown(Page.read(answer.text)) == [], name
        read = {
            "sjis.xml": (f'<?xml version="1.0" encoding="Shift_JIS"?>{japanese}'.encode("cp932"), "水曜例会"),
            "wrong.pbn": (plain.encode(), "161"),
            "typo.xml": (re.sub("<CONTRACT>[^<]*", "<CONTRACT>42", plain, count=1).encode(), "“42”"),
            "kind.xml": (re.sub('EVENT_TYPE="[^"]*"', 'EVENT_TYPE="FANCY"', plain).encode(), "FANCY"),
            "swiss.xml": (re.sub('EVENT_TYPE="[^"]*"', 'EVENT_TYPE="SWISS_PAIRS"', plain).encode(), "matchpoints"),
        }
        for name, (data, word) in read.items():
            answer = desk.post(f"/events/import?lang={locale.value}", files={"file": (name, data)})
            assert answer.status_code == 200, name
            assert word.strip("“”") in visible(answer.text), name
        assert len(evening.tournament.events()) == 1

    @rotate("locale", Locale)
    def test_a_file_that_waits_no_more_is_asked_for_again(self, desk: Desk, locale: Locale) -> None:
        answer = desk.get(f"/events/import/gone?lang={locale.value}")
        assert answer.status_code == 404
        assert list_codes_shown(Page.read(answer.text)) == []

    def test_a_file_cut_in_half_changes_nothing(self, desk: Desk, evening: Evening) -> None:
        text = desk.get(f"/events/{evening.event_id}/export").text
        answer = desk.post("/events/import", files={"file": ("half.json", text[: len(text) // 2].encode())})
        assert answer.status_code == 422
        assert len(evening.tournament.events()) == 1

    def test_no_file_at_all_is_said(self, desk: Desk) -> None:
        assert desk.post("/events/import", {}).status_code == 422


class TestSettings:
    @rotate("locale", Locale)
    def test_the_page_speaks_both_languages(self, desk: Desk, evening: Evening, locale: Locale) -> None:
        """R-394."""
        page = desk.page(f"/events/{evening.event_id}/settings", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, expected="水曜例会 To be sure, type “水曜例会”") == []

    def test_a_change_is_kept(self, desk: Desk, evening: Evening) -> None:
        path = f"/events/{evening.event_id}/settings"
        desk.send(path, path, venue="新しい会場", minutes="150")
        assert (evening.state.settings.announcement.venue, evening.state.settings.play.minutes) == ("新しい会場", 150)

    def test_an_error_stands_beside_its_field_and_what_was_typed_stays(self, desk: Desk, evening: Evening) -> None:
        path = f"/events/{evening.event_id}/settings"
        answer = desk.send(path, path, status=422, minutes="soon", venue="新しい会場")
        page = Page.read(answer.text)
        assert "minutes-error" in page.ids
        assert page.form(path)["venue"] == "新しい会場"
        assert evening.state.settings.announcement.venue == ""

    def test_what_scores_rest_on_is_fixed_after_the_start(self, desk: Desk) -> None:
        started = mitchell_evening()
        with open_desk(create_app(started.tournament, zone=CLUB_ZONE)) as opened:
            path = f"/events/{started.event_id}/settings"
            answer = opened.send(path, path, status=422, first_board="9")
        assert "first_board-error" in Page.read(answer.text).ids
        assert started.state.settings.play.first_board == 1

    def test_an_event_is_deleted_only_when_its_name_is_typed(self, desk: Desk, evening: Evening) -> None:
        path = f"/events/{evening.event_id}/settings"
        action = f"/events/{evening.event_id}/delete"
        desk.send(path, action, status=409, typed_name="火曜例会")
        assert len(evening.tournament.events()) == 1
        answer = desk.send(path, action, typed_name="水曜例会")
        assert "消しました" in visible(answer.text)
        assert evening.tournament.events() == ()


class TestBackup:
    def test_a_backup_restores_events_and_players_elsewhere(self, desk: Desk, evening: Evening) -> None:
        packed = desk.get("/backup/download")
        assert zipfile.is_zipfile(io.BytesIO(packed.content))
        other = new_evening()
        other.tournament.delete(other.event_id)
        with open_desk(create_app(other.tournament, zone=CLUB_ZONE)) as elsewhere:
            answer = elsewhere.post("/backup/restore", files={"file": ("b.zip", packed.content)})
        assert answer.status_code == 200
        assert other.tournament.ledger(evening.event_id) == evening.tournament.ledger(evening.event_id)
        assert len(other.tournament.store.players()) == 6

    @rotate("locale", Locale)
    @for_each("content", [b"", b"PK but no zip", b"%PDF-1.7"])
    def test_a_file_that_is_no_backup_changes_nothing(
        self, desk: Desk, evening: Evening, content: bytes, locale: Locale
    ) -> None:
        answer = desk.post(f"/backup/restore?lang={locale.value}", files={"file": ("b.zip", content)})
        assert answer.status_code == 422
        assert list_codes_shown(Page.read(answer.text)) == []
        assert len(evening.tournament.events()) == 1

    def test_a_zip_without_events_is_refused(self, desk: Desk) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("holiday.txt", json.dumps({}))
        answer = desk.post("/backup/restore", files={"file": ("b.zip", packed.getvalue())})
        assert answer.status_code == 422
