"""Brackets and leagues on paper."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.bracket import BracketForm
from arrowswitch.core.pairing.knockout import Knockout, stand
from arrowswitch.core.pairing.league_schedule import make_schedule
from arrowswitch.core.pairing.league_season import DivisionState, open_matches, table
from arrowswitch.documents.bracket_sheet import PITCH, BracketSheet, bracket_pages, bracket_sheet
from arrowswitch.documents.league_sheet import league_sheet
from arrowswitch.i18n import Locale
from tests.spec.test_area_m_league import day, league, only, season
from tests.unit.core.pairing.knockouts import DOUBLE, RULES, THIRD, THREES, beats, bracket, play, result

NOW = datetime(2026, 9, 6, 12, tzinfo=UTC)


def names(knockout: Knockout) -> dict[Number, str]:
    return {number: f"Oak {number}" for number in knockout.bracket.teams}


def pages(knockout: Knockout) -> BracketSheet:
    return bracket_pages(knockout, names(knockout), Locale.EN)


class TestBracket:
    """R-023: brackets of knockouts and double knockouts."""

    @pytest.mark.parametrize(
        ("count", "form", "expected"),
        [
            (8, None, [7]),
            (13, None, [12]),
            (32, None, [31]),
            (128, None, [31, 31, 31, 31, 3]),
            (8, DOUBLE, [7, 6, 2]),
            (13, DOUBLE, [12, 11, 2]),
            (32, DOUBLE, [31, 30, 2]),
            (13, THREES, [12]),
            (8, THIRD, [8]),
        ],
    )
    def test_every_match_is_on_one_page(self, count: int, form: BracketForm | None, expected: list[int]) -> None:
        """R-023: 8, 13 and 32 teams on a page, 128 cut in four and the last rounds; no two boxes in one place."""
        knockout = stand(bracket(count, form), (), RULES)
        sheet = pages(knockout)
        assert [len(page.boxes) for page in sheet.pages] == expected
        assert sorted(int(box.number) for page in sheet.pages for box in page.boxes) == [
            match.number for match in knockout.matches
        ]
        for page in sheet.pages:
            places = sorted((box.column, box.height) for box in page.boxes)
            near = pairwise(places)
            assert all(one[0] != other[0] or other[1] - one[1] >= PITCH for one, other in near)
            assert max(box.column for box in page.boxes) < len(page.columns) <= 8

    def test_printed(self) -> None:
        """The teams, their IMPs and the places stand on the sheet; an open side says whose winner it waits for."""
        knockout = stand(bracket(4), [result(1, beats("1", 45, 32, "4"))], RULES)
        text = text_of(bracket_sheet(knockout, "Cup", names(knockout), Locale.EN, NOW))
        assert all(word in text for word in ("Cup", "Oak 1", "45", "32", "Winner of 2", "Semi-final", "3–4"))

    @pytest.mark.parametrize("form", [DOUBLE, THREES, THIRD])
    def test_finished(self, form: BracketForm) -> None:
        knockout = play(bracket(13, form))[-1]
        content = bracket_sheet(knockout, "杯", names(knockout), Locale.JA, NOW)
        assert len(PdfReader(BytesIO(content)).pages) == len(pages(knockout).pages) + 1
        assert "順位" in text_of(content)


class TestLeague:
    """R-252, R-277: schedule and table on paper."""

    def test_printed(self) -> None:
        given = only(season(), 0, 1, forfeit=0)
        schedule = make_schedule(league(6))
        called = {number: f"Elm {number}" for number in league(6).teams}
        state = DivisionState("One", called, given, schedule, table(given), open_matches(given, day(3)), ())
        text = text_of(league_sheet("Autumn", [state], day(3), Locale.EN, NOW))
        assert all(f"Elm {at}" in text for at in range(1, 7))
        assert "*" in text
        assert "7 days overdue" in text
        assert "provisional" in text

    def test_schedule_only(self) -> None:
        """Before the first result there is no table; of seven teams one is free on each date."""
        asked = league(7)
        schedule = make_schedule(asked)
        given = season()
        empty = only(given)
        state = DivisionState("", {}, empty, make_schedule(league(6)), table(empty), (), ())
        assert "順位表" not in text_of(league_sheet("秋", [state], day(0), Locale.JA, NOW))
        assert len(schedule.fixtures) == 21


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
