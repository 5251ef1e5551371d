"""Several sessions and sections at one desk: every page for each place, posts that go to the right one, plans, numbers
carried over, the total (R-032, R-225, R-235, R-288, R-295, R-296, R-299)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.plan import SectionPlace, parse_moves
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.matches.half_matches import imps_so_far
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.movement import ChangeMovement
from arrowswitch.tournament.model.slices.plans import CarryBy, CarryNumbers, ChoosePlan, DrawSeats
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.plans.choices import plan_named, plan_options, plan_report
from arrowswitch.tournament.plans.day import day_of, session_minutes
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.standings.header import phase
from arrowswitch.tournament.standings.totals import totals
from tests.builders import Evening
from tests.paper import job_of, model
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.tables import for_each
from tests.web.client import visible
from tests.web.playing import JSON, Playing, at_desk

PLACES = ("1A", "1B", "2A", "2B")
PAGES = (
    "entries",
    "movement",
    "scores",
    "scores?order=boards",
    "matrix",
    "clock",
    "rulings",
    "rulings/unplayed",
    "rulings/withdrawal",
    "rulings/fouled",
    "lists",
    "ranking",
    "total",
    "travellers",
    "recap",
    "print",
    "history",
    "settings",
    "regulations",
)
AGAIN = frozenset(("sessions.met-again", "sessions.boards-missed", "sessions.howell-to-howell"))
EXCHANGED = "A1-6>B1-6, B1-6>A1-6"


def plan_sessions(moves: tuple[str, ...] = (EXCHANGED,), pairs: int = 12) -> Evening:
    """Two sections of six pairs, both of which go to the other one after the first session."""
    evening = new_event(pairs, 2, sessions=2, sections=2, minutes=240)
    sheet = make("howell", pairs=6, boards_per_round=1)
    evening.do(ChoosePlan(((sheet, sheet), (sheet, sheet)), moves, AGAIN))
    return evening


def seat_pairs() -> Evening:
    evening = plan_sessions()
    evening.do(DrawSeats(1, 7))
    return evening


def begin_play(session: int = 1) -> Evening:
    """The session is being played; the ones before are over."""
    evening = seat_pairs()
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    if session > 1:
        play_round(evening, 1)
        evening.do(CarryNumbers(2))
        evening.do(StartPlay(2))
        evening.do(StartRound(2, 1))
    return evening


@contextmanager
def desk_of(evening: Evening) -> Iterator[Playing]:
    with at_desk(evening) as playing:
        yield playing


class TestAddresses:
    @pytest.mark.slow
    @rotate("locale", Locale)
    @for_each("session", [0, 1, 2])
    def test_every_page_of_every_place_opens(self, session: int, locale: Locale) -> None:
        evening = seat_pairs() if not session else begin_play(session)
        with desk_of(evening) as at:
            for place in PLACES:
                for page in PAGES:
                    answer = at.get(f"/{place}/{page}", locale)
                    assert answer.status_code == 200, f"{place}/{page}: {visible(answer.text)[:300]}"
                    own = set(re.findall(rf'(?:href|action|formaction)="{at.base}/([^/"]+)/', answer.text))
                    assert {one for one in own if re.fullmatch(r"\d[A-Z]", one)} <= set(PLACES)

    def test_a_page_asked_for_without_its_place_is_the_session_s_that_is_played(self) -> None:
        for session, place in ((1, "1A"), (2, "2A")):
            with desk_of(begin_play(session)) as at:
                answer = at.desk.get(f"{at.base}/scores?order=boards")
                assert str(answer.url).endswith(f"/{place}/scores?order=boards")

    def test_every_link_keeps_the_place(self) -> None:
        with desk_of(begin_play(2)) as at:
            html = at.html("/2B/scores")
            tabs = re.search(r'<nav class="tabs".*?</nav>', html, re.DOTALL)
            assert tabs is not None
            assert set(re.findall(rf'href="{at.base}/([^/"]+)/', tabs[0])) == {"2B"}
            assert f'data-base="{at.base}/2B/scores"' in html

    def test_the_switch_leads_to_the_same_page_of_the_other_places(self) -> None:
        with desk_of(begin_play(2)) as at:
            html = at.html("/2B/matrix", Locale.EN)
            switch = re.search(r'<nav class="places".*?</nav>', html, re.DOTALL)
            assert switch is not None
            ways = re.findall(rf'href="{at.base}/([^"]+)"( aria-current="true")?', switch[0])
            assert [way for way, _ in ways] == ["1B/matrix", "2B/matrix", "2A/matrix", "2B/matrix"]
            assert [way for way, here in ways if here] == ["2B/matrix", "2B/matrix"]

    def test_the_other_language_stays_at_the_place(self) -> None:
        with desk_of(begin_play(2)) as at:
            assert f'href="{at.base}/2B/rulings?lang=en"' in at.html("/2B/rulings")

    def test_a_place_that_is_not_there_is_told_with_those_that_are(self) -> None:
        with desk_of(begin_play()) as at:
            answer = at.get("/3A/scores", Locale.EN)
            assert answer.status_code == 404
            assert "no place 3A. There are 1A, 1B, 2A, 2B" in visible(answer.text)

    def test_a_weekly_game_has_plain_addresses_and_no_switch(self) -> None:
        evening = new_event(6, 2)
        with desk_of(evening) as at:
            html = at.html("/entries")
            assert 'class="places"' not in html
            assert f'action="{at.base}/entries/add"' in html
            assert str(at.desk.get(f"{at.base}/entries").url).endswith(f"{at.base}/entries")
            assert at.get("/1B/entries").status_code == 404

    def test_a_refused_step_back_returns_to_the_page_of_the_place(self) -> None:
        with desk_of(begin_play(2)) as at:
            evening = at.evening
            evening.do(EnterResult(Slot(2, "B", 1, 1, 1), "P"))
            answer = at.desk.send(f"{at.base}/2B/matrix", f"{at.base}/2B/undo")
            assert str(answer.url).endswith("/2B/matrix")
            assert Slot(2, "B", 1, 1, 1) not in evening.state.results


class TestPosts:
    """A form goes to the session and section of its page."""

    @for_each("letter", ["A", "B"])
    @for_each("session", [1, 2])
    def test_a_result(self, session: int, letter: str) -> None:
        evening = begin_play(session)
        before = len(evening.state.results)
        with desk_of(evening) as at:
            base = f"{at.base}/{session}{letter}"
            fields = {"key": f"{letter}-1-2-1", "text": "3NT= N", "command_id": "c1"}
            slot = Slot(session, letter, 1, 2, 1)
            sheet = evening.state.section(Place(session, letter)).movement
            assert sheet is not None
            meeting = sheet.at(1, 2)
            assert meeting is not None
            board = sheet.boards_of(meeting)[0]
            slot = Slot(session, letter, 1, 2, board)
            answer = at.desk.post(f"{base}/scores/enter", {**fields, "key": f"{letter}-1-2-{board}"}, headers=JSON)
            assert answer.status_code == 200, answer.text
            assert answer.json()["next"]["round"] == 1
            assert slot in at.state.results
            assert len(at.state.results) == before + 1

    def test_a_ruling_a_note_and_a_correction_of_the_second_session(self) -> None:
        evening = begin_play(2)
        with desk_of(evening) as at:
            slot = next(one for one in at.state.results if one.session == 1 and one.section == "B")
            key = f"B-{slot.round}-{slot.table}-{slot.board}"
            at.desk.post(f"{at.base}/2B/slots/{key}/result", {"text": "P", "command_id": "a"}, headers=JSON)
            fields = {"ns_text": "A+", "ew_text": "A-", "law": "12C2", "reason": "x", "command_id": "b"}
            answer = at.desk.post(f"{at.base}/2B/slots/{key}/award", fields, headers=JSON)
            assert answer.status_code == 200, answer.text
            at.desk.post(f"{at.base}/2B/slots/{key}/note", {"note": "again", "command_id": "c"}, headers=JSON)
            other = Slot(2, "B", slot.round, slot.table, slot.board)
            assert at.state.results[slot].revision == 0
            assert at.state.results[slot].ns_award is None
            assert at.state.results[other].ns_award is not None
            assert set(at.state.rulings.notes) == {other}

    def test_a_penalty_counts_in_its_session_and_section(self) -> None:
        evening = begin_play(2)
        with desk_of(evening) as at:
            fields = {"number": "3", "amount": "1/2", "reason": "late", "command_id": "a"}
            answer = at.desk.post(f"{at.base}/2B/rulings/penalty", fields, headers=JSON)
            assert answer.json()["to"] == f"{at.base}/2B/rulings"
            (penalty,) = at.state.rulings.penalties
            assert (penalty.place, penalty.number) == (Place(2, "B"), "3")
            assert "late" in at.html("/2B/rulings")
            assert "late" not in at.html("/2A/rulings").split('id="history"')[0].split("undo-slot")[0]

    def test_the_clock_of_each_session_is_its_own(self) -> None:
        evening = begin_play(2)
        first = evening.state.session(1).clock
        with desk_of(evening) as at:
            at.desk.post(f"{at.base}/2A/clock/pause", {"command_id": "a"}, headers=JSON)
            assert at.state.session(1).clock == first
            clock = at.state.session(2).clock
            assert clock is not None
            assert clock.ends_at is None

    def test_late_slips_lead_to_the_place_where_they_are_typed(self) -> None:
        evening = begin_play()
        evening.do(StartRound(1, 2))
        with desk_of(evening) as at:
            links = set(re.findall(rf'href="{at.base}/(1[AB])/scores\?round=1', at.html("/1A/ranking")))
            assert links == {"1A", "1B"}
            assert set(re.findall(rf'href="{at.base}/(1[AB])/scores\?round=1', at.html("/1B/matrix"))) == {"1B"}

    def test_lists_and_boards_of_a_section(self) -> None:
        evening = seat_pairs()
        with desk_of(evening) as at:
            fields = {"mark": "all/machine-dealt", "command_id": "a"}
            assert at.desk.post(f"{at.base}/1B/lists/boards", fields).status_code == 200
            assert at.state.section(Place(1, "B")).conditions
            assert not at.state.section(Place(1, "A")).conditions

    def test_the_ranking_leads_to_everybody_s_own_section(self) -> None:
        with desk_of(begin_play(2)) as at:
            links = re.findall(rf'href="{at.base}/(1[AB])/private/(\d+)"', at.html("/1A/ranking"))
            assert len(set(links)) == 12
            for place, number in links[:3]:
                assert at.get(f"/{place}/private/{number}").status_code == 200

    def test_another_sheet_for_one_place_only(self) -> None:
        evening = begin_play(2)
        sheet = make("howell", pairs=6, boards_per_round=2)
        evening.do(ChangeMovement(Place(2, "B"), sheet), reason="more boards")
        assert evening.state.section(Place(2, "B")).movement == sheet
        assert evening.state.section(Place(2, "A")).movement != sheet
        with desk_of(evening) as at:
            assert "5 × 2" in visible(at.html("/2B/movement")) or at.get("/2B/movement").status_code == 200

    def test_a_late_pair_is_seated_in_the_section_of_the_page(self) -> None:
        evening = new_event(11, 2, sessions=1, sections=2)
        odd = make("howell", pairs=6, boards_per_round=1, phantom="6")
        evening.do(ChoosePlan(((make("howell", pairs=6, boards_per_round=1), odd),)))
        evening.do(DrawSeats(1, 3))
        evening.do(StartPlay(1))
        evening.do(StartRound(1, 1))
        late = new_event(1, 2).state
        with desk_of(evening) as at:
            people = next(iter(late.entries.values())).names
            at.desk.post(f"{at.base}/1B/entries/add", {"one": people[0], "two": people[1], "command_id": "a"})
            who = next(one for one in at.state.entries.values() if one.names == people)
            answer = at.desk.post(f"{at.base}/1B/entries/{who.entry_id}/seat", {"command_id": "b"})
            assert str(answer.url).endswith("/1B/movement")
            assert at.state.section(Place(1, "B")).numbers[Number("6")] == who.entry_id


class TestHall:
    def test_all_sections_stand_on_the_wall_and_one_when_it_is_asked_for(self) -> None:
        evening = begin_play()
        with desk_of(evening) as at:
            wall = at.desk.get(f"/hall/{evening.event_id}?lang=en").text
            assert "A1" in visible(wall)
            assert "B1" in visible(wall)
            own = visible(at.desk.get(f"/hall/{evening.event_id}?lang=en&section=B").text)
            assert "B3" in own
            assert "A3" not in own
            assert at.desk.get(f"/hall/{evening.event_id}?section=X").status_code == 404

    def test_between_sessions_the_seats_of_the_next_one(self) -> None:
        evening = begin_play()
        play_round(evening, 1)
        evening.do(CarryNumbers(2))
        seat = next(iter(evening.state.section(Place(2, "A")).numbers.values()))
        name = evening.state.entry(seat).names[0]
        with desk_of(evening) as at:
            text = visible(at.desk.get(f"/hall/{evening.event_id}").text)
            assert name in text
            assert "開始時刻は追って掲示" in text
            starts_at = evening.state.settings.announcement.starts_at
            assert starts_at not in text.replace(f"現在時刻 {starts_at}", "")

    def test_the_released_ranking_is_the_total(self) -> None:
        """R-309: when all sessions are published, the wall has everybody's total."""
        evening = begin_play(2)
        play_round(evening, 2)
        evening.do(Publish())
        best = totals(evening.state).rows[0]
        assert best.standing.percent is not None
        with desk_of(evening) as at:
            text = visible(at.desk.get(f"/hall/{evening.event_id}").text)
            assert f"{float(best.standing.percent):.2f}" in text
            assert f"1 {best.sessions[-1].number} " in text or f"1= {best.sessions[-1].number} " in text


class TestPlan:
    def test_three_sections_over_two_sessions_are_set_up_and_read_again(self) -> None:
        """R-032: an event with sessions, sections and a sheet for each is the same after a reload."""
        evening = new_event(18, 2, sessions=2, sections=3)
        sheet = make("howell", pairs=6, boards_per_round=1)
        evening.do(ChoosePlan(((sheet,) * 3,) * 2, ("A1-6>B1-6, B1-6>C1-6, C1-6>A1-6",), AGAIN))
        evening.do(DrawSeats(1, 1))
        again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
        assert again == evening.state
        assert [sorted(session.sections) for session in again.sessions.values()] == [["A", "B", "C"]] * 2

    def test_it_is_chosen_on_the_movement_page(self) -> None:
        """R-288: several sections play the same sheets again with numbers exchanged, as the plan says."""
        evening = new_event(26, 2, sessions=2, sections=2, minutes=240)
        with desk_of(evening) as at:
            best = plan_options(at.state)[0]
            page = visible(at.html("/1A/movement", Locale.EN))
            assert "Plans for 26 pairs" in page
            answer = at.desk.send(f"{at.base}/1A/movement", f"{at.base}/1A/movement/plan")
            assert str(answer.url).endswith("/1A/movement")
        state = evening.state
        tables = [
            sum(s.movement.tables for s in one.sections.values() if s.movement) for one in state.sessions.values()
        ]
        assert tables == [13, 13]
        assert "+".join(best.sections[0]) in best.name
        assert state.moves
        assert state.section(Place(1, "A")).movement == state.section(Place(2, "A")).movement

    def test_the_day_has_its_times(self) -> None:
        """R-038: five rounds of one board take 5 x 7 + 5 = 40 minutes, and after 45 minutes the next session begins;
        the break can be another one, and an unusual day is noted. Sessions after midnight are refused."""
        evening = plan_sessions()
        evening.do(
            ChangeSettings(
                replace(
                    evening.state.settings, announcement=replace(evening.state.settings.announcement, starts_at="10:00")
                )
            )
        )
        with desk_of(evening) as at:
            for locale, break_text in ((Locale.JA, "休憩は45分です"), (Locale.EN, "the break is 45 minutes")):
                text = visible(at.html("/1A/movement", locale))
                assert break_text in text
                assert "10:00-10:40" in text
                assert "11:25-12:05" in text
            unusual = visible(at.html("/1A/movement?pause=90", Locale.EN))
            assert "12:10-12:50" in unusual
            assert "The break is 90 minutes; 30 to 60 is usual." in unusual
            assert at.get("/1A/movement?pause=soon").status_code == 422
        with desk_of(new_event(12, 2, sessions=2, minutes=240, starts_at="10:00")) as at:
            choices = visible(at.html("/1A/movement?plan=1&pause=30", Locale.EN))
            assert "Break (minutes)" in choices
            assert "10:00-12:45, 13:15-16:00" in choices
        for locale, times in ((Locale.EN, "session 1 10:00-10:40"), (Locale.JA, "第1セッション 10:00-10:40")):
            assert times in str(model("announcement", job_of(evening), locale).sheet)
            assert times not in str(model("announcement", job_of(evening, sessions="days-apart"), locale).sheet)
        evening.do(
            ChangeSettings(
                replace(
                    evening.state.settings, announcement=replace(evening.state.settings.announcement, starts_at="23:00")
                )
            )
        )
        assert day_of(evening.state, session_minutes(evening.state)) is None

    def test_teams_get_a_sheet_for_each_session(self) -> None:
        evening = new_event(
            6, 4, sessions=2, kind=ContestantKind.TEAM, form=EventForm.SHORT_ROUND_ROBIN_TEAMS, scale="wbf-continuous"
        )
        option = plan_options(evening.state)[0]
        evening.do(plan_named(evening.state, option.name))
        sheets = [session.sections["A"].movement for session in evening.state.sessions.values()]
        assert [one.family for one in sheets if one is not None] == [names[0] for names in option.sections]
        assert plan_report(evening.state) == ()

    def test_a_plan_that_is_not_there_any_more_is_refused(self) -> None:
        evening = new_event(26, 2, sessions=2, sections=2)
        with pytest.raises(NotFound) as caught:
            plan_named(evening.state, "9M9/9M9x9,9x2")
        assert caught.value.problems[0].code == "plan.changed"

    def test_a_form_without_plans_says_so(self) -> None:
        evening = new_event(12, 1, sessions=2, kind=ContestantKind.PLAYER)
        with pytest.raises(Refused) as caught:
            plan_options(evening.state)
        assert caught.value.problems[0].code == "plan.no-plans"
        with desk_of(evening) as at:
            assert "no plans for this form" in visible(at.html("/1A/movement", Locale.EN))

    def test_no_other_plan_once_play_has_begun(self) -> None:
        evening = begin_play()
        sheet = make("howell", pairs=6, boards_per_round=1)
        with pytest.raises(Refused) as caught:
            evening.do(ChoosePlan(((sheet,),)))
        assert caught.value.problems[0].code == "plan.started"

    def test_a_faulty_plan_is_refused_with_what_is_wrong(self) -> None:
        """R-295, R-301: Howell groups meet again in the next Howell, which the checker tells."""
        evening = new_event(12, 2, sessions=2, sections=2)
        sheet = make("howell", pairs=6, boards_per_round=1)
        with pytest.raises(Refused) as caught:
            evening.do(ChoosePlan(((sheet, sheet), (sheet, sheet)), (EXCHANGED,)))
        assert "sessions.met-again" in {one.code for one in caught.value.problems}

    def test_a_smaller_plan_takes_sections_away(self) -> None:
        evening = seat_pairs()
        sheet = make("howell", pairs=12, boards_per_round=1)
        evening.do(ChoosePlan(((sheet,), (sheet,)), ("A1-12>A1-12",), AGAIN | {"sessions.stationary-again"}))
        assert [list(session.sections) for session in evening.state.sessions.values()] == [["A"], ["A"]]
        assert evening.state.settings.division.sections == 1
        assert set(evening.state.section(Place(1, "A")).numbers) <= set(sheet.contestants)
        evening.do(Undo(None))
        assert list(evening.state.session(1).sections) == ["A", "B"]

    def test_no_sections_at_all_is_no_plan(self) -> None:
        evening = new_event(12, 2)
        with pytest.raises(Refused) as caught:
            evening.do(ChoosePlan(((),)))
        assert caught.value.problems[0].code == "plan.sections"

    def test_settings_hold_how_many_there_are(self) -> None:
        evening = new_event(6, 2)
        with desk_of(evening) as at:
            at.desk.send(f"{at.base}/settings", f"{at.base}/settings", sessions="2", sections="3")
            assert (at.state.settings.sessions, at.state.settings.division.sections) == (2, 3)
            assert at.get("/2C/entries").status_code == 200
            at.desk.send(f"{at.base}/1A/settings", f"{at.base}/1A/settings", sections="99", status=422)


class TestNumbers:
    def test_seats_are_drawn_over_all_sections(self) -> None:
        evening = plan_sessions()
        with desk_of(evening) as at:
            at.desk.send(f"{at.base}/1B/movement", f"{at.base}/1B/movement/draw")
        seats = [who for section in evening.state.session(1).sections.values() for who in section.numbers.values()]
        assert sorted(seats) == sorted(evening.state.entries)
        again = plan_sessions()
        again.do(DrawSeats(1, evening.state.section(Place(1, "A")).draw_seed))
        assert again.state.session(1) == evening.state.session(1)

    def test_wishes_for_a_stationary_seat_come_first(self) -> None:
        """R-099: a player who cannot walk gets one of the stationary numbers, in any section."""
        evening = plan_sessions()
        entry = next(iter(evening.state.entries.values()))
        with desk_of(evening) as at:
            at.desk.post(f"{at.base}/1A/entries/{entry.entry_id}/stationary", {"wish": "yes", "command_id": "w"})
        for seed in range(4):
            evening.do(DrawSeats(1, seed))
            sections = evening.state.session(1).sections.values()
            (movement, number) = next(
                (one.movement, n) for one in sections for n, who in one.numbers.items() if who == entry.entry_id
            )
            assert movement is not None
            assert number in movement.stationary

    def test_too_few_seats(self) -> None:
        evening = plan_sessions(pairs=11)
        with pytest.raises(Refused) as caught:
            evening.do(DrawSeats(1))
        assert caught.value.problems[0].code == "numbers.other-size"

    def test_by_the_plan_everybody_goes_where_its_moves_say(self) -> None:
        """R-296: the number changes are entered, and the sheets of session 2 carry the new numbers."""
        evening = begin_play()
        play_round(evening, 1)
        with desk_of(evening) as at:
            html = at.html("/2B/movement", Locale.EN)
            assert "Numbers of session 2" in visible(html)
            answer = at.desk.send(f"{at.base}/2B/movement", f"{at.base}/2B/movement/carry", by="plan")
            assert str(answer.url).endswith("/2B/movement")
        before, after = places(evening.state, 1), places(evening.state, 2)
        moves = parse_moves(EXCHANGED)
        assert after == {moves[place]: who for place, who in before.items()}
        assert {fault.code for fault in plan_report(evening.state)} >= {"sessions.met-again"}

    def test_the_same_numbers_again(self) -> None:
        """R-300: who keeps section and number in session 2 has them in both."""
        evening = begin_play()
        evening.do(CarryNumbers(2, CarryBy.SAME))
        assert places(evening.state, 2) == places(evening.state, 1)

    def test_by_rank_the_best_sit_in_section_a(self) -> None:
        evening = begin_play()
        play_round(evening, 1)
        evening.do(CarryNumbers(2, CarryBy.RANK))
        order = [row.entry.entry_id for row in totals(evening.state, 1).rows if row.entry is not None]
        assert list(evening.state.section(Place(2, "A")).numbers.values()) == order[:6]
        assert list(evening.state.section(Place(2, "B")).numbers.values()) == order[6:]

    def test_by_rank_more_pairs_than_seats(self) -> None:
        evening = new_event(12, 2, sessions=2, sections=2)
        sheet = make("howell", pairs=6, boards_per_round=1)
        evening.do(ChoosePlan(((sheet, sheet), (sheet,)), (), AGAIN))
        evening.do(DrawSeats(1, 1))
        with pytest.raises(Refused) as caught:
            evening.do(CarryNumbers(2, CarryBy.RANK))
        assert caught.value.problems[0].code == "numbers.other-size"

    def test_who_has_withdrawn_leaves_a_phantom(self) -> None:
        """R-302: the number of a pair that left becomes the phantom of its section."""
        evening = begin_play()
        play_round(evening, 1)
        gone = evening.state.section(Place(1, "A")).numbers[Number("4")]
        evening.do(WithdrawEntry(gone))
        evening.do(CarryNumbers(2))
        section = evening.state.section(Place(2, "B"))
        assert section.movement is not None
        assert section.movement.phantom == "4"
        assert "4" not in section.numbers
        evening.do(StartPlay(2))

    def test_two_empty_seats_in_one_section_are_told(self) -> None:
        evening = begin_play()
        for number in ("1", "2"):
            evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number(number)]))
        with pytest.raises(Refused) as caught:
            evening.do(CarryNumbers(2))
        (problem,) = caught.value.problems
        assert (problem.code, problem.params["section"]) == ("plan.seats-free", "B")

    def test_a_place_without_a_seat_is_told(self) -> None:
        evening = new_event(12, 2, sessions=2, sections=2)
        sheet, smaller = make("howell", pairs=6, boards_per_round=1), make("howell", pairs=4, boards_per_round=1)
        evening.do(ChoosePlan(((sheet, sheet), (sheet, smaller)), (), AGAIN))
        evening.do(DrawSeats(1, 1))
        with pytest.raises(Refused) as caught:
            evening.do(CarryNumbers(2, CarryBy.SAME))
        assert {str(one.params["place"]) for one in caught.value.problems if one.code == "plan.no-place"} == {
            "B5",
            "B6",
        }

    def test_moves_that_forget_somebody_are_told(self) -> None:
        evening = new_event(12, 2, sessions=2, sections=2)
        sheet = make("howell", pairs=6, boards_per_round=1)
        with pytest.raises(Refused) as caught:
            evening.do(ChoosePlan(((sheet, sheet), (sheet, sheet)), ("A1-6>B1-6",), AGAIN))
        assert caught.value.problems

    def test_nobody_before(self) -> None:
        evening = plan_sessions()
        for session in (1, 2):
            with pytest.raises(Refused) as caught:
                evening.do(CarryNumbers(session))
            assert caught.value.problems[0].code == "plan.nobody-before"

    def test_numbers_stay_once_the_session_is_played(self) -> None:
        """R-095: a number is fixed for the session."""
        evening = begin_play(2)
        for command in (CarryNumbers(2), DrawSeats(2)):
            with pytest.raises(Refused) as caught:
                evening.do(command)
            assert caught.value.problems[0].code == "numbers.fixed-for-session"

    def test_a_session_without_a_sheet(self) -> None:
        evening = new_event(12, 2, sessions=2, sections=2)
        with pytest.raises(Refused) as caught:
            evening.do(DrawSeats(2))
        assert caught.value.problems[0].code == "start.no-movement"


class TestTotal:
    def test_everybody_s_total_is_the_sum_of_both_numbers(self) -> None:
        """R-299, R-225: a pair was A3 and then B3; both totals are added, and percentages are of all boards."""
        evening = begin_play(2)
        play_round(evening, 2)
        view = totals(evening.state)
        assert view.sessions == (1, 2)
        for row in view.rows:
            numbers = [one.number for one in row.sessions]
            assert {number[0] for number in numbers} == {"A", "B"}
            assert row.standing.total == sum(one.standing.total for one in row.sessions)
            assert row.in_session(3) is None
        everything = sum(row.standing.total for row in view.rows)
        alone = sum(row.standing.total for n in (1, 2) for _, rows in ranking(evening.state, n).groups for row in rows)
        assert everything == alone
        best = view.rows[0].standing
        assert best.percent == round(best.total * 100 / (10 * 5), 2)
        assert totals(evening.state, 1).sessions == (1,)

    def test_the_page_shows_both_numbers_and_older_versions(self) -> None:
        evening = begin_play(2)
        play_round(evening, 2)
        evening.do(Publish())
        seq = evening.state.publication.versions[-1].seq
        with desk_of(evening) as at:
            text = visible(at.html("/2A/total", Locale.EN))
            best = totals(at.state).rows[0]
            assert "Overall ranking" in text
            assert f"{best.sessions[0].number} " in text
            assert "Version 1" in visible(at.html(f"/2A/total?at={seq}", Locale.EN))
            assert "Total after session 1" in visible(at.html("/2A/total?through=1", Locale.EN))

    def test_before_the_first_result(self) -> None:
        with desk_of(begin_play()) as at:
            assert "no results yet" in visible(at.html("/1A/total", Locale.EN))

    def test_a_full_ranking_waits_for_every_session(self) -> None:
        """R-309: after the first session there is an interim ranking, the final one after the last."""
        evening = begin_play()
        play_round(evening, 1)
        with pytest.raises(Refused) as caught:
            evening.do(Publish())
        assert caught.value.problems[0].code == "publish.session-to-come"
        evening.do(Publish(is_interim=True))
        assert phase(evening.state) is Phase.PLAYING
        with desk_of(evening) as at:
            assert "Session 2 has not begun yet" in visible(at.html("/1A/ranking", Locale.EN))
        evening.do(ChangeSettings(replace(evening.state.settings, sessions=1)))
        evening.do(Publish())
        assert phase(evening.state) is Phase.PUBLISHED

    def test_sessions_that_were_begun_stay(self) -> None:
        evening = begin_play(2)
        with pytest.raises(Refused) as caught:
            evening.do(ChangeSettings(replace(evening.state.settings, sessions=1)))
        assert caught.value.problems[0].code == "settings.fixed-after-start"


class TestTeamsOverTwoSessions:
    def play_all(self) -> Evening:
        evening = new_event(
            4, 4, sessions=2, kind=ContestantKind.TEAM, form=EventForm.SHORT_ROUND_ROBIN_TEAMS, scale="wbf-continuous"
        )
        sheets = [make("round-robin", tables=4, form="pair", sessions=2, session=n, boards_per_round=4) for n in (1, 2)]
        evening.do(ChoosePlan(tuple((sheet,) for sheet in sheets)))
        evening.do(DrawSeats(1, 1))
        evening.do(StartPlay(1))
        play_round(evening, 1)
        return evening

    def test_only_imps_after_the_first_session(self) -> None:
        """R-235: after session 1 the list has IMPs and no VP column; the net IMPs of all teams add up to nothing."""
        evening = self.play_all()
        rows = imps_so_far(evening.state, 1)
        assert len(rows) == 4
        assert sum((row.net for row in rows), Fraction(0)) == 0
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)
        with desk_of(evening) as at:
            text = visible(at.html("/1A/ranking", Locale.EN))
            assert "until then there are only IMPs" in text
            assert "VP" not in text.split("Rank No.")[1].split("Publish")[0]
        evening.do(CarryNumbers(2, CarryBy.SAME))
        evening.do(StartPlay(2))
        play_round(evening, 2)
        assert imps_so_far(evening.state, 2) == ()
        with desk_of(evening) as at:
            assert "VP" in visible(at.html("/2A/ranking", Locale.EN))
            assert at.get("/2A/total").status_code == 200
        evening.do(Publish())
        assert len(totals(evening.state).rows) == 4


class TestSwissOverTwoSessions:
    def test_the_draw_goes_on_in_the_second_session(self) -> None:
        """R-258: rounds are counted over all sessions; session 2 keeps the seeds and draws by the ranking so far."""
        form, conditions = EventForm.SWISS_TEAMS, replace(PLAIN_SWISS, rounds=4)
        evening = new_event(
            6,
            4,
            sessions=2,
            kind=ContestantKind.TEAM,
            form=form,
            scale="wbf-continuous",
            conditions=conditions,
            boards_per_round=2,
        )
        with desk_of(evening) as at:
            at.desk.send(f"{at.base}/1A/draw", f"{at.base}/1A/draw/numbers", by="points")
            for session in (1, 2):
                base = f"{at.base}/{session}A"
                for number in (1, 2):
                    at.desk.send(f"{base}/draw", f"{base}/draw")
                    fields = {"round": str(number), "command_id": f"{session}-{number}"}
                    answer = at.desk.post(f"{base}/draw/start", fields)
                    assert str(answer.url).endswith(f"{base}/matches?round={number}")
                    play_round(evening, session, number)
            met = [
                frozenset((match.home, match.away))
                for one in evening.state.sessions.values()
                for drawn in one.sections["A"].draws
                for match in drawn.matches
            ]
            assert len(met) == 12
            assert len(set(met)) == 12
            assert at.get("/1A/cross?after=3").status_code == 200
        evening.do(Publish())
        assert len(totals(evening.state).rows) == 6


class TestSheetsOfTheWorkbench:
    def test_one_is_taken_over_from_a_place_and_played_at_another(self) -> None:
        """R-328: a sheet of section A goes to the workbench and is played in section B of the second session."""
        evening = seat_pairs()
        other = make("howell", pairs=6, boards_per_round=2)
        with desk_of(evening) as at:
            sheet_id = at.desk.post(
                "/workbench/new/event",
                {"event_id": evening.event_id, "place": "2B", "family": "howell", "options": options(other)},
            ).url.path.split("/")[2]
            fields = {"event_id": evening.event_id, "place": "2b", "command_id": "u"}
            answer = at.desk.post(f"/workbench/{sheet_id}/use", fields)
            assert str(answer.url).endswith(f"{at.base}/2B/movement")
            assert (
                at.desk.post(f"/workbench/{sheet_id}/use", {**fields, "place": "9Z", "command_id": "v"}).status_code
                == 404
            )
        sheet = evening.state.section(Place(2, "B")).movement
        assert sheet is not None
        assert sheet.boards_per_round == 2
        assert evening.state.section(Place(1, "B")).movement != sheet


def options(movement: Movement) -> str:
    return json.dumps(movement.options)


def places(state: EventState, session: int) -> dict[SectionPlace, str]:
    return {
        SectionPlace(section.letter, number): who
        for section in state.session(session).sections.values()
        for number, who in section.numbers.items()
    }
