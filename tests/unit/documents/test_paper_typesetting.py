"""Texts of people are data: nothing in them is a command, nothing overflows, and a print is the same everywhere."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Impossible
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import PrintJob, render, sheets
from arrowswitch.documents.fonts import FAMILIES
from arrowswitch.documents.typesetting import fonts, plain, typeset
from arrowswitch.documents.words import one_line
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.finals import PlanFinal
from arrowswitch.tournament.model.values.finals import QualifyBy
from arrowswitch.tournament.model.values.people import Person
from tests.builders import Evening, mitchell_evening, new_evening
from tests.knockout_events import knockout_event
from tests.league_events import dated_league
from tests.paper import (
    OF_MATCHES,
    OF_MOVEMENTS,
    PRINTED,
    Paper,
    job_of,
    of_its_movement,
    planned_job,
    print_paper,
    read,
    with_deals,
    with_options,
)
from tests.rotation import choose, examples, rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_sheet, play_swiss
from tests.tables import for_each

COMMANDS = (
    '#eval("1 + 1")',
    "*bold* _thin_ `raw` $x^2$",
    '"); #panic("x")',
    "<label> @reference // comment /* open",
    "\\u{41} \\n {params} %s {0}",
    '#import "base.typ": *',
    "= Heading",
    "<script>alert(1)</script>",
)
LONG_JAPANESE = "長曽我部五郎左衛門之丞国際交流会館太郎"
LONG_ENGLISH = "Bartholomew-Featherstone Hawthorn-Blackw"
OPTIONS = [(info.name, option.name, value) for info in sheets() for option in info.options for value in option.values]
CARDS = ("seating", "guide-slips", "entry-forms", "pickup-slips")


def with_names(first: str, second: str, sheet_tables: int = 3) -> PrintJob:
    """Returns a print in which every pair has these two names."""
    return planned_job(make("mitchell", tables=sheet_tables), people=[(Person(first), Person(second))])


class TestTextsOfPeople:
    @for_each("name", COMMANDS)
    def test_a_name_is_printed_as_it_is_written(self, name: str) -> None:
        text = print_paper("seating", with_names(name, "春川 一葉")).unspaced_text
        assert text.count("".join(name.split())) == 6

    @for_each("name", COMMANDS)
    def test_so_is_the_name_of_an_event(self, name: str) -> None:
        evening = new_evening(venue=name, director=name)
        job = job_of(evening, fee=name)
        state = replace(evening.state, settings=replace(evening.state.settings, name=name))
        assert print_paper("announcement", replace(job, state=state)).unspaced_text.count("".join(name.split())) == 4

    @given(name=st.text(min_size=1, max_size=40), sheet=st.sampled_from(["seating", "pickup-slips"]))
    @settings(max_examples=examples(10))
    def test_any_text_at_all_can_be_printed(self, name: str, sheet: str) -> None:
        assert len(read(render(sheet, with_names(name, name), Locale.JA)).pages) >= 1

    def test_a_name_of_ten_thousand_characters_is_cut(self) -> None:
        text = print_paper("seating", with_names("山" * 10_000, "川")).unspaced_text
        assert "山" * 59 + "…" in text
        assert "山" * 61 not in text

    def test_control_characters_and_direction_marks_are_left_out(self) -> None:
        assert one_line("Alder\x00\x07 \u202eOak\n\tElm") == "Alder Oak Elm"


def overflowing(paper: Paper) -> list[str]:
    """Returns the words that begin outside their page."""
    words = []
    for page, leaf in enumerate(paper.pages):
        width, height = float(leaf.mediabox.width) * 25.4 / 72, float(leaf.mediabox.height) * 25.4 / 72
        words += [w.text for w in paper.words(page) if not (0 <= w.x <= width and 0 <= w.y <= height)]
    return words


class TestLongNames:
    @rotate(sheet=CARDS, name=[LONG_JAPANESE, LONG_ENGLISH])
    def test_they_are_printed_whole_and_inside_the_page(self, sheet: str, name: str) -> None:
        paper = print_paper(sheet, with_names(name, name[::-1]))
        assert overflowing(paper) == []
        assert paper.unspaced_text.count("".join(name.split())) >= 6

    def test_a_long_name_is_shrunk_and_not_below_reading(self) -> None:
        short = print_paper("seating", with_names("春川 一葉", "夏山 二葉")).words()
        long = print_paper("seating", with_names(LONG_JAPANESE, LONG_JAPANESE)).words()
        size = next(word.size for word in short if word.text.startswith("春川"))
        shrunk = next(word.size for word in long if word.text.startswith(LONG_JAPANESE[:4]))
        assert size > shrunk >= 6


class TestLargeEvents:
    @pytest.mark.slow
    @rotate(
        "sheet, pages",
        [
            ("table-numbers", 45),
            ("guide-cards", 45),
            ("guide-slips", 23),
            ("entry-forms", 23),
            ("seating", 3),
            ("master-sheet", 2),
            ("room-plan", 1),
            ("checklist", 1),
        ],
        cells=3,
    )
    def test_45_tables_take_as_many_pages_as_they_need(self, sheet: str, pages: int) -> None:
        paper = print_paper(sheet, planned_job(make("mitchell", tables=45, rounds=13, boards_per_round=2)))
        assert len(paper.pages) == pages
        assert overflowing(paper) == []

    def test_a_page_break_repeats_the_head_of_a_list(self) -> None:
        paper = print_paper("seating", planned_job(make("mitchell", tables=45, rounds=13)), Locale.EN)
        assert all("Pair Names Table Seat" in text for text in paper.texts)
        assert ["1 / 2" in paper.texts[0], "2 / 2" in paper.texts[1]] == [True, True]


@pytest.fixture(scope="module")
def evening() -> Evening:
    """Returns a small evening with results."""
    evening = mitchell_evening(tables=3)
    evening.play_all()
    return with_deals(evening)


def fitting(sheet: str, evening: Evening) -> PrintJob:
    """Returns a print of the evening, or for sheets that it cannot have of an event that can."""
    if sheet in OF_MATCHES:
        return job_of(matches_for(sheet))
    return of_its_movement(sheet) if sheet in OF_MOVEMENTS else job_of(evening)


@cache
def matches_for(sheet: str) -> Evening:
    """Returns an event with matches that has this sheet."""
    if sheet == "bracket":
        return knockout_event(5)
    if sheet == "league":
        return dated_league(4)
    if sheet == "qualifiers":
        qualifying = mitchell_evening()
        qualifying.play_all()
        qualifying.do(PlanFinal(2, QualifyBy.ALL))
        return qualifying
    if sheet == "pair-team-guide":
        pairs = new_evening(4)
        pairs.start(make("team-of-pairs", tables=2))
        return pairs
    if sheet == "bam-report":
        teams = new_event(5, 4, kind=ContestantKind.TEAM, form=EventForm.BAM_VP_TEAMS, scale="bam-vp")
        play_sheet(teams, make("awl", tables=5, boards_per_round=2))
        return teams
    form, conditions = EventForm.SWISS_TEAMS, PLAIN_SWISS
    teams = new_event(
        5,
        4,
        kind=ContestantKind.TEAM,
        form=form,
        conditions=conditions,
        boards_per_round=8,
        scale="wbf-continuous",
    )
    play_swiss(teams, 2)
    return teams


class TestSameEverywhere:
    def test_only_the_programs_fonts_are_there(self) -> None:
        families = fonts().families()
        assert set(FAMILIES) <= set(families)
        assert {"Noto Sans CJK JP", "Liberation Sans", "DejaVu Sans"}.isdisjoint(families)

    @pytest.mark.slow
    @for_each("sheet", lambda: choose([info.name for info in sheets()], "the same file", cells=10))
    def test_the_same_print_is_the_same_file(self, evening: Evening, sheet: str) -> None:
        job = fitting(sheet, evening)
        assert render(sheet, job, Locale.JA) == render(sheet, job, Locale.JA)

    @pytest.mark.slow
    @for_each("sheet, option, value", lambda: choose(OPTIONS, "no template warns", by=lambda row: (row[0], row[1:])))
    def test_no_template_warns(
        self, evening: Evening, sheet: str, option: str, value: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Every value of every option is printed once in `make exhaustive`, and for one sheet in `make test`."""
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            render(sheet, with_options(fitting(sheet, evening), **{option: value}), Locale.EN)
        assert caplog.records == []

    def test_times_are_the_clubs(self, evening: Evening) -> None:
        text = print_paper("ranking", job_of(evening), Locale.EN).text
        assert "Printed Sat 21 Nov 2026 19:00" in text

    def test_a_file_tells_when_it_was_made(self) -> None:
        early = render("test-page", planned_job(make("mitchell", tables=3)), Locale.JA)
        job = planned_job(make("mitchell", tables=3))
        late = render("test-page", replace(job, printed_at=PRINTED + timedelta(hours=1)), Locale.JA)
        assert early != late


class TestPlain:
    def test_numbers_that_are_not_whole_never_reach_a_template(self) -> None:
        with pytest.raises(Impossible):
            plain({"points": 7.5})

    def test_a_broken_template_is_our_own_defect(self) -> None:
        with pytest.raises(Impossible):
            typeset("no-such-template", {}, PRINTED)
