"""Brackets and leagues on paper."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.pairing.knockout.bracket import BracketForm
from arrowswitch.core.pairing.knockout.layout import PITCH
from arrowswitch.core.pairing.knockout.progress import Knockout, stand
from arrowswitch.core.pairing.league.schedule import make_schedule
from arrowswitch.core.pairing.league.season import DivisionState, open_matches, table
from arrowswitch.documents import PrintJob, render
from arrowswitch.documents.knockout.bracket_sheet import bracket_pages, bracket_sheet
from arrowswitch.documents.league.sheet import league_sheet
from arrowswitch.documents.registry import obstacles
from arrowswitch.i18n import Locale, format_date, translate
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.league import SetLeague
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.values.league import LeagueConditions
from tests.builders import new_evening
from tests.knockout_events import knockout_event, win
from tests.league_events import new_league, take, week, weeks
from tests.measured_paper import faults
from tests.paper import job_of, open_part
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.spec.league.test_schedules import day, league, only, season
from tests.tables import for_each
from tests.unit.core.pairing.knockouts import DOUBLE, RULES, THIRD, THREES, beats, bracket, play, result

NOW = datetime(2026, 9, 6, 12, tzinfo=UTC)


def names(knockout: Knockout) -> dict[Number, str]:
    return {number: f"Oak {number}" for number in knockout.bracket.teams}


def pages(knockout: Knockout) -> Any:
    return open_part(bracket_pages(knockout, names(knockout), Locale.EN))


class TestBracket:
    """R-023: brackets of knockouts and double knockouts."""

    @for_each(
        "count, form, expected",
        [
            (8, None, [7]),
            (13, None, [12]),
            (16, None, [15]),
            (32, None, [15, 15, 1]),
            (128, None, [*[15] * 8, 7]),
            (8, DOUBLE, [15]),
            (13, DOUBLE, [12, 13]),
            (16, DOUBLE, [15, 16]),
            (32, DOUBLE, [15, 15, 24, 9]),
            (64, None, [15, 15, 15, 15, 3]),
            (13, THREES, [12]),
            (8, THIRD, [8]),
        ],
    )
    def test_every_match_is_on_one_page(self, count: int, form: BracketForm | None, expected: list[int]) -> None:
        """R-023: up to 16 teams on a page, 128 cut in eight and the last rounds; the losers of 32 by rounds; no two
        boxes in one place."""
        knockout = stand(bracket(count, form), (), RULES)
        sheet = pages(knockout)
        assert [sum(len(picture.boxes) for picture in page.pictures) for page in sheet.pages] == expected
        pictures = [picture for page in sheet.pages for picture in page.pictures]
        assert sorted(int(box.number) for picture in pictures for box in picture.boxes) == [
            match.number for match in knockout.matches
        ]
        for picture in pictures:
            places = sorted((box.column, box.height) for box in picture.boxes)
            near = pairwise(places)
            assert all(one[0] != other[0] or other[1] - one[1] >= PITCH for one, other in near)
            assert max(box.column for box in picture.boxes) < len(picture.columns) <= 5

    def test_continued_on_another_page(self) -> None:
        """R-023: of 32 teams the semi-finals are 29 and 30, on pages 1 and 2; the final on page 3 names both pages."""
        first, second, last = pages(stand(bracket(32), (), RULES)).pages
        leads = [box.leads_to for page in (first, second) for picture in page.pictures for box in picture.boxes]
        assert [text for text in leads if text] == ["→ match 31, page 3"] * 2
        (final,) = last.pictures[0].boxes
        assert [row.name for row in final.rows] == ["Winner of 29 (page 1)", "Winner of 30 (page 2)"]
        assert [page.title for page in (first, second, last)] == ["section 1 of 2", "section 2 of 2", "last rounds"]

    @for_each("count, form, expected", [(32, None, 1), (64, None, 3), (32, DOUBLE, 2)])
    def test_large_paper(self, count: int, form: BracketForm | None, expected: int) -> None:
        """R-023: on A3 32 teams stand on one page, and each part of a double knockout of 32."""
        knockout = stand(bracket(count, form), (), RULES)
        sheet = open_part(bracket_pages(knockout, names(knockout), Locale.JA, "a3"))
        assert len(sheet.pages) == expected

    def test_printed(self) -> None:
        """The teams, their IMPs and the places stand on the sheet; an open side says whose winner it waits for."""
        knockout = stand(bracket(4), [result(1, beats("1", 45, 32, "4"))], RULES)
        text = text_of(bracket_sheet(knockout, "Cup", names(knockout), Locale.EN, NOW))
        assert all(word in text for word in ("Cup", "Oak 1", "45", "32", "Winner of 2", "Semi-final", "3–4"))

    @for_each("form", [DOUBLE, THREES, THIRD])
    def test_finished(self, form: BracketForm) -> None:
        """R-413: nothing below nine points; the places stand below the last drawing or on a page of their own."""
        knockout = play(bracket(13, form))[-1]
        content = bracket_sheet(knockout, "杯", names(knockout), Locale.JA, NOW)
        assert len(PdfReader(BytesIO(content)).pages) - len(pages(knockout).pages) == (form is not THREES)
        assert [str(fault) for fault in faults(content)] == []
        assert "順位" in text_of(content)
        is_double = translate("knockout.title-double", {}, Locale.JA) in text_of(content)
        assert is_double is (form is DOUBLE)

    @rotate(count=[16, 17, 32], locale=Locale)
    def test_forty_letters(self, count: int, locale: Locale) -> None:
        """R-413: such names stand in nine points before the first match and after the last, the losers' as well."""
        every = play(bracket(count, DOUBLE))
        for knockout in (every[0], every[-1]):
            called = {number: f"Maximiliana Featherstonehaugh-Alderwood{number}" for number in knockout.bracket.teams}
            content = bracket_sheet(knockout, "杯", called, locale, NOW)
            assert [str(fault) for fault in faults(content)] == []

    def test_continued_below(self) -> None:
        """R-023: 16 teams: round 4 of the losers leads to match 28 in the drawing below it, and that has no line."""
        last = pages(stand(bracket(16, DOUBLE), (), RULES)).pages[1]
        leads = [box.leads_to for picture in last.pictures for box in picture.boxes if box.leads_to]
        assert leads == ["→ match 28", "→ match 28", "→ match 30"]


class TestPrinted:
    """R-023: the bracket of an event from the desk's print page, on A4 and A3."""

    @pytest.mark.parametrize(("paper", "width"), [("a4", 842), ("a3", 1191)])
    def test_an_event(self, paper: str, width: int) -> None:
        evening = knockout_event(4)
        win(evening, 1, "4")
        job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), NOW, options={"paper": paper})
        content = render("bracket", job, Locale.JA)
        page = PdfReader(BytesIO(content)).pages[0]
        assert round(float(page.mediabox.width)) == width
        text = text_of(content)
        captain = evening.state.entry_at(Place(1, "A"), Number("4"))
        assert captain is not None
        assert captain.people[0].name in text
        assert "試合2の勝者" in text.replace(" ", "")

    @for_each("teams", [3, 5, 6, 7])
    def test_guide_cards_of_a_bracket(self, teams: int) -> None:
        """A table that waits for a later round has no card yet."""
        evening = knockout_event(teams)
        sheet = evening.state.section(Place(1, "A")).movement
        assert sheet is not None
        used = {meeting.table for meeting in sheet.meetings}
        job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), NOW, options={"layout": "a4"})
        assert len(PdfReader(BytesIO(render("guide-cards", job, Locale.EN))).pages) == len(used)
        idle = set(range(1, sheet.tables + 1)) - used
        jobs = [replace(job, options={"table": sheet.label(table)}) for table in idle]
        problems = [[problem.code for problem in obstacles("guide-cards", one)] for one in jobs]
        assert problems == [["print.no-table"]] * len(idle)
        usual = render("guide-cards", replace(job, options={}), Locale.EN)
        assert len(PdfReader(BytesIO(usual)).pages) == -(-len(used) // 4), "cards of one round are four to a page"

    def test_no_bracket(self) -> None:
        pairs = new_evening(4)
        numberless = new_event(4, 4, kind=ContestantKind.TEAM, form=EventForm.KNOCKOUT_TEAMS, boards_per_round=4)
        for evening in (pairs, numberless):
            job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), NOW)
            assert [problem.code for problem in obstacles("bracket", job)] == ["print.no-bracket"]


class TestLeague:
    """R-252, R-277: schedule and table on paper."""

    def test_printed(self) -> None:
        standings = only(season(), 0, 1, forfeit=0)
        schedule = make_schedule(league(6))
        called = {number: f"Elm {number}" for number in league(6).teams}
        state = DivisionState("One", called, standings, schedule, table(standings), open_matches(standings, day(3)), ())
        text = text_of(league_sheet("Autumn", [state], day(3), Locale.EN, NOW))
        assert all(f"Elm {at}" in text for at in range(1, 7))
        assert "*" in text
        assert "7 days overdue" in text
        assert "provisional" in text

    def test_schedule_only(self) -> None:
        """Before the first result there is no table; of seven teams one is free on each date."""
        conditions = league(7)
        schedule = make_schedule(conditions)
        standings = season()
        empty = only(standings)
        state = DivisionState("", {}, empty, make_schedule(league(6)), table(empty), (), ())
        assert "順位表" not in text_of(league_sheet("秋", [state], day(0), Locale.JA, NOW))
        assert len(schedule.fixtures) == 21


class TestSeasonAtTheTable:
    """R-252: guide cards and slips of a season show its dates and venues, not the next table."""

    @pytest.mark.parametrize("sheet", ["guide-cards", "guide-slips"])
    def test_dates_and_venues(self, sheet: str) -> None:
        evening = new_league(6)
        place = Place(1, "A")
        venues: dict[str, str] = dict.fromkeys(evening.state.section(place).numbers.values(), "Riverside Hall")
        evening.do(SetLeague(place, LeagueConditions(weeks(5), venues=venues)))
        take(evening)
        evening.do(StartPlay(1))
        for size in ("normal", "large") if sheet == "guide-slips" else ("normal",):
            content = render(sheet, job_of(evening, **({"size": size} if size == "large" else {})), Locale.EN)
            text = text_of(content)
            assert all(format_date(week(at), Locale.EN) in text for at in range(5))
            assert "Riverside Hall" in text
            assert "Next" not in text
            assert faults(content) == []


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
