"""The desk's pages of a league: what a season is planned with, its schedule, its matches by date, its table."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.documents.registry import sheet_named
from arrowswitch.tournament.league.searches import searching
from arrowswitch.tournament.league.season import is_dated, plan_of
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.league import PostponeMatch, SetLeague
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.league import (
    LeagueConditions,
    LeagueFixed,
    LeagueMatch,
    LeagueRoom,
    LeagueWish,
)
from arrowswitch.web.desk.frame import tabs_of
from arrowswitch.web.desk.league import routes
from arrowswitch.web.desk.league.form import (
    conditions_from,
    fields_of,
    filled_dates,
    parse_dates,
    schedule_from,
    schedule_text,
)
from tests.builders import Evening, new_evening
from tests.league_events import dated_league, home_of, new_league, play_date, take, week, weeks
from tests.scripted_events import new_event
from tests.tables import for_each
from tests.web.client import Page, visible
from tests.web.test_matches import TEAM, assert_reads, at

BASE = date(2026, 9, 1)


def on_day(evening: Evening, day: date) -> None:
    evening.clock.time = datetime(day.year, day.month, day.day, 3, tzinfo=UTC)


class TestDates:
    """Dates as people write them."""

    def test_read(self) -> None:
        """R-279: with and without a year, in either writing, over New Year, in order and once."""
        text = "2026-09-06, 9/20　10月4日\n2026/12/27、1/10 9/20"
        dates = parse_dates(text, BASE, "dates", [])
        assert [day.isoformat() for day in dates] == [
            "2026-09-06",
            "2026-09-20",
            "2026-10-04",
            "2026-12-27",
            "2027-01-10",
            "2027-09-20",
        ]

    @for_each("word", ["tomorrow", "2026-13-01", "9/31", "6"])
    def test_no_date(self, word: str) -> None:
        problems: list[object] = []
        assert parse_dates(word, BASE, "dates", problems) == ()  # type: ignore[arg-type]  # the list is only counted
        assert len(problems) == 1

    def test_filled(self) -> None:
        """R-273: every second week from 6 September, four dates, not on 4 October."""
        fields = {"first": "2026-09-06", "step": "14", "count": "4", "free": "10/4"}
        assert filled_dates(fields, BASE) == (week(0), week(2), week(6), week(8))
        with pytest.raises(Malformed):
            filled_dates({"first": "", "count": "4"}, BASE)
        with pytest.raises(Malformed):
            filled_dates({"first": "9/6", "count": "x"}, BASE)

    def test_a_form_and_back(self) -> None:
        """Settled conditions come back from their own texts."""
        numbers = {"a": Number("1"), "b": Number("2"), "c": Number("3")}
        conditions = LeagueConditions(
            weeks(6),
            2,
            {"a": "Hall", "b": "Club House"},
            (LeagueRoom("Hall", 2, {week(1): 1}), LeagueRoom("Barn", 0)),
            (
                LeagueWish("a", week(0)),
                LeagueWish("b", week(1), only_home=True),
                LeagueWish("c", week(2), only_away=True),
            ),
            (LeagueFixed(week(3), "a", "c"),),
            1,
            1,
        )
        form = fields_of(conditions, numbers)
        sent = dict(form.fields)
        for who, own in form.teams.items():
            sent |= {f"venue-{who}": own.venue, **{f"{name}-{who}": text for name, text in own.dates.items()}}
        assert conditions_from(sent, numbers, BASE) == conditions

    def test_a_schedule_and_back(self) -> None:
        matches = (LeagueMatch(week(0), Number("1"), Number("2")), LeagueMatch(week(1), Number("2"), Number("1")))
        assert schedule_text(matches) == "2026-09-06 1-2\n2026-09-13 2-1"
        assert schedule_from(schedule_text(matches), BASE) == matches
        with pytest.raises(Malformed, match=r"desk\.league\.no-line"):
            schedule_from("2026-09-06 1 2", BASE)


class TestPlan:
    """The page on which a season is planned."""

    def test_from_dates_to_the_season(self) -> None:
        """R-252, R-273: dates are filled in, kept, a schedule is proposed and taken, the season begun."""
        evening = new_league()
        with at(evening) as (desk, base):
            answer = desk.get(f"{base}/league")
            assert str(answer.url).endswith("/league/plan")
            form = desk.page(f"{base}/league/plan").form(f"{base}/league/plan")
            filled = desk.post(f"{base}/league/plan", {**form, "first": "2026-09-06", "count": "5", "fill": "yes"})
            assert "2026-10-04" in filled.text
            assert not plan_of(evening.state, Place(1, "A")).conditions.dates
            answer = desk.post(
                f"{base}/league/plan",
                {**form, "dates": "2026-09-06 9/13 9/20 9/27 10/4", "up": "1", "fill": "", "propose": "yes"},
            )
            page = Page.read(answer.text)
            assert "proposal" in page.ids
            sent = page.form(f"{base}/league/schedule")
            lines = sent["proposed"].replace("&#10;", "\n")
            assert desk.post(f"{base}/league/schedule", {**sent, "schedule": lines}).status_code == 200
            assert is_dated(evening.state, Place(1, "A"))
            assert plan_of(evening.state, Place(1, "A")).has_fewest_breaks
            desk.send(f"{base}/league", f"{base}/league/start")
            assert evening.state.is_started
            assert "start-season" not in desk.get(f"{base}/league").text

    def test_errors_stand_beside_the_fields(self) -> None:
        """R-273: text that cannot be read is quoted in the error, and nothing is stored."""
        evening = new_league()
        who = evening.state.section(Place(1, "A")).numbers[Number("1")]
        wrong = {
            "dates": "tomorrow",
            "legs": "9",
            "rooms": "Hall",
            "fixed": "9/6 1-99",
            f"off-{who}": "never",
        }
        with at(evening) as (desk, base):
            form = desk.page(f"{base}/league/plan").form(f"{base}/league/plan")
            answer = desk.post(f"{base}/league/plan", {**form, **wrong, "fill": "", "propose": ""})
            assert answer.status_code == 422
            for typed in ("tomorrow", "Hall", "1-99", "never"):
                assert typed in answer.text
            assert evening.state.section(Place(1, "A")).league is None
            answer = desk.post(f"{base}/league/plan", {**form, "dates": "9/6", "up": "9", "fill": ""})
            assert answer.status_code == 422

    def test_why_not(self) -> None:
        """R-273: the smallest set of conditions that contradict each other is explained in words; too few dates at
        once."""
        evening = new_league()
        teams = evening.state.section(Place(1, "A")).numbers
        with at(evening) as (desk, base):
            assert 'id="proposal"' in desk.get(f"{base}/league/plan?propose=1").text
            evening.do(SetLeague(Place(1, "A"), LeagueConditions(weeks(4))))
            assert "5" in desk.page(f"{base}/league/plan?propose=1").text
            wishes = tuple(LeagueWish(teams[Number(n)], week(0), only_home=True) for n in "1234")
            evening.do(SetLeague(Place(1, "A"), LeagueConditions(weeks(5), wishes=wishes)))
            assert_reads(desk, evening, "/league/plan?propose=1")
            page = desk.page(f"{base}/league/plan?propose=1")
            assert sum("2026-09-06" in text for text in page.texts) >= 4

    def test_a_search_is_told_and_stopped(self) -> None:
        """During a search the page shows its progress, in both languages; it can be stopped."""
        evening = new_league()
        with at(evening) as (desk, base), searching(evening.state, Place(1, "A"), 20) as search:
            progress = desk.get(f"{base}/league/search?lang=en").json()
            assert (progress["most"], progress["breaks"]) == (20, None)
            assert "of at most 20 s. None yet." in progress["text"]
            search.note_best(6)
            assert "回数 6" in desk.get(f"{base}/league/search?lang=ja").json()["text"]
            assert desk.post(f"{base}/league/search/stop", {}).status_code == 204
            assert search.is_stopped
        with at(evening) as (desk, base):
            assert desk.get(f"{base}/league/search").status_code == 204
            assert desk.post(f"{base}/league/search/stop", {}).status_code == 204

    def test_a_search_that_ended_early_is_not_the_last_word(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing is found in no time, which is said; asked again, there is time."""
        evening = new_league()
        evening.do(SetLeague(Place(1, "A"), LeagueConditions(weeks(7))))
        with at(evening) as (desk, base):
            with monkeypatch.context() as patched:
                patched.setattr(routes, "_PATIENCE", 0)
                patched.setattr(routes, "searching", lambda one, place, _: searching(one, place, 0))
                assert desk.page(f"{base}/league/plan?propose=1").form(f"{base}/league/plan")
                text = desk.get(f"{base}/league/plan?propose=1&lang=en").text
                assert "No schedule was found in time" in visible(text)
                assert "at most 20 s" in visible(text)
            assert f"{base}/league/schedule" in desk.page(f"{base}/league/plan?propose=1").forms

    def test_by_hand(self) -> None:
        """R-273: a schedule against a wish is refused, and stands with a reason."""
        evening = dated_league()
        text = schedule_text(
            [
                LeagueMatch(plan_of(evening.state, Place(1, "A")).days[drawn.round], match.home, match.away)
                for drawn in evening.state.section(Place(1, "A")).draws
                for match in drawn.matches
            ]
        )
        conditions = plan_of(evening.state, Place(1, "A")).conditions
        home = evening.state.section(Place(1, "A")).numbers[home_of(evening, 1)[0]]
        evening.do(SetLeague(Place(1, "A"), replace(conditions, wishes=(LeagueWish(home, week(0), only_home=True),))))
        with at(evening) as (desk, base):
            sent = {"schedule": text, "proposed": "", "reason": "agreed"}
            assert desk.post(f"{base}/league/schedule", sent).status_code == 409
            assert desk.post(f"{base}/league/schedule", {**sent, "force": "yes"}).status_code == 200
            assert not plan_of(evening.state, Place(1, "A")).has_fewest_breaks
            assert desk.post(f"{base}/league/schedule", {"schedule": "x"}).status_code == 422

    def test_what_is_missing_before(self) -> None:
        """Teams, numbers and the boards of a match come first."""
        empty = new_event(0, 0, kind=TEAM, form=EventForm.LEAGUE, scale="wbf-25")
        with at(empty) as (desk, base):
            assert_reads(desk, empty, "/league/plan")
            assert f"{base}/entries" in desk.page(f"{base}/league/plan").links
        entered = new_event(4, 4, kind=TEAM, form=EventForm.LEAGUE, scale="wbf-25", boards_per_round=8)
        with at(entered) as (desk, base):
            assert "seeds" in desk.page(f"{base}/league/plan").ids
            form = {"by": "points", "command_id": "x"}
            answer = desk.post(f"{base}/draw/numbers", form)
            assert str(answer.url).endswith("/league/plan")
            assert len(entered.state.section(Place(1, "A")).numbers) == 4


class TestSeason:
    """The season by dates."""

    def test_every_page_reads_in_both_languages(self) -> None:
        """R-252: played, forfeited, postponed, overdue and coming matches; marks of promotion; venues; a free team."""
        evening = dated_league(7, spare=1)
        conditions = plan_of(evening.state, Place(1, "A")).conditions
        numbers = evening.state.section(Place(1, "A")).numbers
        venues: dict[str, str] = {numbers[Number("1")]: "Hall"}
        evening.do(SetLeague(Place(1, "A"), replace(conditions, up=1, down=1, venues=venues)))
        play_date(evening, 1)
        home, away = home_of(evening, 2)
        evening.do(ForfeitMatch(Place(1, "A").at(2), away), "nobody came")
        for place, day in ((1, None), (2, week(20))):
            evening.do(PostponeMatch(Place(1, "A").at(2), *home_of(evening, 2, place), day), "snow")
        match = match_at(evening.state, Place(1, "A").at(3), home_of(evening, 3)[0])
        assert match.boards[0].open is not None
        evening.do(EnterResult(match.boards[0].open.slot, "P"))
        on_day(evening, plan_of(evening.state, Place(1, "A")).days[4])
        with at(evening) as (desk, base):
            key = f"2-{home_of(evening, 2, 1)[0]}-{home_of(evening, 2, 1)[1]}"
            paths = ("/league", f"/league?postpone={key}", "/league?until=2026-09-13", "/league/plan?propose=1")
            assert_reads(desk, evening, *paths)
            page = desk.page(f"{base}/league")
            assert f"{base}/matches/2/{home}?against={away}" in page.links
            text = desk.get(f"{base}/league").text
            for standing in ("played", "forfeited", "postponed", "overdue", "today", "to-come"):
                assert f"fixture is-{standing}" in text

    def test_results_out_of_order(self) -> None:
        """R-252, R-279: date 3 is entered before date 2: the table has both, the matches of date 2 wait."""
        evening = dated_league()
        play_date(evening, 1)
        play_date(evening, 3)
        on_day(evening, week(2))
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/league").text
            waiting = text[text.index('id="open"') : text.index("</aside>")]
            assert waiting.count("fixture is-overdue") == 3
            table = visible(text[text.index('id="table"') : text.index('id="open"')])
            assert table.count("0-2-0 30") == 6
            first = desk.get(f"{base}/league?until={week(0).isoformat()}").text
            assert visible(first[first.index('id="table"') : first.index('id="open"')]).count("0-1-0 15") == 6

    def test_postponed_and_back(self) -> None:
        """R-279: to another date with a reason, refused where it clashes, back on its own date."""
        evening = dated_league(spare=1)
        home, away = home_of(evening, 1)
        key = f"1-{home}-{away}"
        with at(evening) as (desk, base):
            path, action = f"{base}/league?postpone={key}", f"{base}/league/postpone"
            busy = plan_of(evening.state, Place(1, "A")).days[2].isoformat()
            desk.send(path, action, status=409, day=busy, reason="snow", back="")
            desk.send(path, action, day=busy, reason="snow", clash="yes", back="")
            assert plan_of(evening.state, Place(1, "A")).postponed[0].day is not None
            desk.send(path, action, day="", reason="no date", back="")
            assert plan_of(evening.state, Place(1, "A")).postponed[0].day is None
            desk.send(path, action, reason="found one", back="yes")
            assert plan_of(evening.state, Place(1, "A")).postponed == ()
            answer = desk.post(action, {"match": "nothing", "reason": "x"})
            assert answer.status_code == 422
            assert desk.post(action, {"match": key, "day": "never", "reason": "x"}).status_code == 422

    def test_calendars(self) -> None:
        """R-279: the whole league has 15 matches, a team five of them; a repeated download names them alike."""
        evening = dated_league()
        with at(evening) as (desk, base):
            whole = desk.get(f"{base}/league/calendar.ics")
            assert whole.headers["content-type"].startswith("text/calendar")
            assert whole.text.count("BEGIN:VEVENT") == 15
            own = desk.get(f"{base}/league/calendar.ics?team=3").text
            assert own.count("BEGIN:VEVENT") == 5
            uids = {line for line in whole.text.splitlines() if line.startswith("UID:")}
            assert len(uids) == 15
            assert {line for line in own.splitlines() if line.startswith("UID:")} < uids
            assert desk.get(f"{base}/league/calendar.ics?team=77").status_code == 404
            assert desk.get(f"{base}/league/calendar.ics?lang=en").status_code == 200

    def test_hidden_from_a_director_who_plays(self) -> None:
        """Results that a playing director must not see are not on the page."""
        evening = dated_league()
        play_date(evening, 1)
        evening.do(
            ChangeSettings(
                replace(evening.state.settings, play=replace(evening.state.settings.play, is_director_playing=True))
            )
        )
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/league").text
            assert "<b>15</b>" not in text

    def test_only_for_leagues(self) -> None:
        evening = new_evening(4)
        with at(evening) as (desk, base):
            for path in ("league", "league/plan", "league/calendar.ics"):
                assert desk.get(f"{base}/{path}").status_code == 404
            assert desk.post(f"{base}/league/start", {}).status_code == 404
        assert [tab.name for tab in tabs_of(EventForm.LEAGUE)][1:4] == ["league", "matches", "cross"]
        assert not sheet_named("league").info.is_for(evening.state)
        assert sheet_named("league").info.is_for(new_league().state)

    def test_before_the_season(self) -> None:
        evening = new_league()
        evening.do(SetLeague(Place(1, "A"), LeagueConditions(weeks(5))))
        take(evening)
        with at(evening) as (desk, base):
            assert_reads(desk, evening, "/league")
            evening.do(StartPlay(1))
            assert_reads(desk, evening, "/league")
            assert str(desk.get(base).url).endswith("/league")
            assert desk.get(f"{base}/league?until=never").status_code == 422
