"""Papers of an event over several sessions: the overall ranking, and the seating as the list of number changes."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.registry import page_model, render, sheet_named
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.plans import CarryBy, CarryNumbers, ChoosePlan, DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.standings.totals import totals
from tests.builders import Evening
from tests.paper import open_part
from tests.scripted_events import new_event, play_round

NOW = datetime.fromisoformat("2026-11-21T22:00:00+09:00")
AGAIN = frozenset(("sessions.met-again", "sessions.boards-missed", "sessions.howell-to-howell"))


@cache
def play_evening() -> Evening:
    evening = new_event(12, 2, sessions=2, sections=2)
    sheet = make("howell", pairs=6, boards_per_round=1)
    evening.do(ChoosePlan(((sheet, sheet), (sheet, sheet)), ("A1-6>B1-6, B1-6>A1-6",), AGAIN))
    evening.do(DrawSeats(1, 7))
    evening.do(StartPlay(1))
    play_round(evening, 1)
    evening.do(CarryNumbers(2))
    evening.do(StartPlay(2))
    play_round(evening, 2)
    evening.do(Publish())
    return evening


def slips_of(evening: Evening, locale: Locale, session: int = 2) -> Any:
    return open_part(page_model(sheet_named("guide-slips"), job_of(evening, session), locale).sheet)


def job_of(evening: Evening, session: int = 2, **options: str) -> PrintJob:
    return PrintJob(evening.state, evening.tournament.ledger(evening.event_id), NOW, session, options)


class TestSlips:
    def test_slips_of_a_later_session_say_what_a_pair_was_before(self) -> None:
        """R-005, R-296: the slip of the pair at A1 names its earlier number B1; in the first session it names none."""
        slips = {
            locale: [
                slip
                for page in slips_of(play_evening(), locale).pages
                for slip in page
                if slip is not None and (slip.section.letter, slip.number) == ("A", "1")
            ]
            for locale in Locale
        }
        assert [slip.before for slip in slips[Locale.EN]] == ["Session 1: B 1"]
        assert [slip.before for slip in slips[Locale.JA]] == ["第1セッションはBの1番"]
        first = slips_of(play_evening(), Locale.EN, session=1)
        assert {slip.before for page in first.pages for slip in page if slip is not None} == {""}
        assert render("guide-slips", job_of(play_evening()), Locale.JA).startswith(b"%PDF")


class TestTotal:
    def test_everybody_s_numbers_scores_and_sum(self) -> None:
        """R-299, R-309: a line has both numbers, both scores and their sum, in the order of the total."""
        evening = play_evening()
        model = open_part(page_model(sheet_named("total"), job_of(evening), Locale.EN).sheet)
        assert model.sessions == ("Session 1", "Session 2")
        (group,) = model.groups
        rows = totals(evening.state).rows
        assert [line.numbers for line in group.lines] == [tuple(one.number for one in row.sessions) for row in rows]
        for line in group.lines:
            assert {number[0] for number in line.numbers} == {"A", "B"}
            assert float(line.total) == sum(map(float, line.scores))
        assert render("total", job_of(evening, version="1"), Locale.JA).startswith(b"%PDF")

    def test_who_played_in_one_session_has_no_score_in_the_other(self) -> None:
        evening = new_event(6, 2, sessions=2)
        sheet = make("howell", pairs=6, boards_per_round=1)
        evening.do(ChoosePlan(((sheet,), (sheet,)), ("A1-6>A1-6",), AGAIN | {"sessions.stationary-again"}))
        evening.do(DrawSeats(1, 1))
        evening.do(StartPlay(1))
        play_round(evening, 1)
        gone = next(iter(evening.state.section(Place(1, "A")).numbers.values()))
        evening.do(WithdrawEntry(gone))
        evening.do(CarryNumbers(2, CarryBy.SAME))
        evening.do(StartPlay(2))
        play_round(evening, 2)
        model = open_part(page_model(sheet_named("total"), job_of(evening), Locale.EN).sheet)
        lines = [line for group in model.groups for line in group.lines]
        assert sum(line.scores[1] == "" for line in lines) == 1
        assert sum(line.numbers[1] == "" for line in lines) == 1

    def test_events_of_matches_have_one_total(self) -> None:
        form = EventForm.SHORT_ROUND_ROBIN_TEAMS
        evening = new_event(4, 4, sessions=2, kind=ContestantKind.TEAM, form=form, scale="wbf-continuous")
        sheets = [make("round-robin", tables=4, form="pair", sessions=2, session=n, boards_per_round=4) for n in (1, 2)]
        evening.do(ChoosePlan(tuple((sheet,) for sheet in sheets)))
        evening.do(DrawSeats(1, 1))
        evening.do(StartPlay(1))
        play_round(evening, 1)
        model = open_part(page_model(sheet_named("total"), job_of(evening), Locale.JA).sheet)
        assert model.sessions == ()
        assert all(line.numbers == line.scores == () for group in model.groups for line in group.lines)
        assert not model.has_percent


class TestSeating:
    def test_the_second_session_has_the_number_of_the_first_beside(self) -> None:
        """R-296: the list of number changes: who was A3 sits at B3 now."""
        model = open_part(page_model(sheet_named("seating"), job_of(play_evening()), Locale.EN).sheet)
        assert model.has_before
        for line in model.lines:
            other = "B" if line.section == "A" else "A"
            assert line.before == f"{other}{line.number}"

    def test_the_first_session_has_no_numbers_before(self) -> None:
        model = open_part(page_model(sheet_named("seating"), job_of(play_evening(), 1), Locale.EN).sheet)
        assert not model.has_before

    def test_one_section_needs_no_letter(self) -> None:
        evening = new_event(6, 2, sessions=2)
        sheet = make("howell", pairs=6, boards_per_round=1)
        evening.do(ChoosePlan(((sheet,), (sheet,)), ("A1-6>A1-6",), AGAIN | {"sessions.stationary-again"}))
        evening.do(DrawSeats(1, 1))
        evening.do(CarryNumbers(2, CarryBy.SAME))
        model = open_part(page_model(sheet_named("seating"), job_of(evening), Locale.EN).sheet)
        assert all(line.before == line.number for line in model.lines)
