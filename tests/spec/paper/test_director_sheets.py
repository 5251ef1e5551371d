"""Sheets for the director and the winners: the summary of a session, signs for stands, certificates."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.boards import relays
from arrowswitch.core.movements.guide.cards import guide_cards
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.registry import kits, offers, render, sheets
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.ranking.rankings import ranking
from tests.builders import Evening, mitchell_evening
from tests.form_events import cases, play_case
from tests.league_events import dated_league
from tests.paper import job_of, model, open_part, planned_job, print_paper, read
from tests.scripted_events import PLAIN_SWISS, new_event, play_swiss

pytestmark = pytest.mark.slow


class TestDirectorSummary:
    """Rounds, times, sit-outs and relays on one page (lines 878, 2298)."""

    def test_each_round_has_its_time_and_who_sits_out(self) -> None:
        """R-028: a Howell of 9 pairs in 9 rounds of two boards from 19:00, each as long as the pace
        says; in each round another pair sits out."""
        job = planned_job(make("howell", tables=5, boards_per_round=2).with_phantom(Number("10")))
        (part,) = open_part(model("director-summary", job, Locale.EN).sheet)
        facts = {fact.name: fact.value for fact in part.facts}
        minutes = int(facts["Minutes a round"])
        assert minutes == job.state.settings.play.pace.round_minutes(2)
        assert facts["Pairs"] == "9"
        starts = [_minutes(one.time.split("-")[0]) for one in part.rounds]
        assert starts == [19 * 60 + minutes * at for at in range(9)]
        assert [_minutes(one.time.split("-")[1]) for one in part.rounds] == [start + minutes for start in starts]
        assert {one.sit_outs.split()[0] for one in part.rounds} == {str(n) for n in range(1, 10)}
        assert len(print_paper("director-summary", job).pages) == 1

    def test_play_that_began_late_moves_the_times(self) -> None:
        evening = mitchell_evening(tables=3)
        begun = evening.state.session(1).started_at
        assert begun is not None
        job = job_of(evening)
        (part,) = open_part(model("director-summary", job).sheet)
        here = begun.astimezone(job.printed_at.tzinfo)
        assert part.rounds[0].time.startswith(f"{here.hour}:{here.minute:02}-")

    def test_relays_stand_in_their_rounds(self) -> None:
        """R-004: in a relay Mitchell of 8 tables 1 and 8 share boards in every round."""
        (part,) = open_part(model("director-summary", planned_job(make("relay-mitchell", tables=8))).sheet)
        assert {one.relays for one in part.rounds} == {"⇄ 1、8"}

    def test_who_is_knocked_out_does_not_rest(self) -> None:
        """Of five teams one rests in the first round, by the name of the team; who lost rests no more."""
        (case,) = {
            one.form: one for one in cases() if one.form is EventForm.KNOCKOUT_TEAMS and one.entries == 5
        }.values()
        job = job_of(play_case(case))
        (part,) = open_part(model("director-summary", job, Locale.EN).sheet)
        assert re.fullmatch(r"\d Team \S+ \S+", part.rounds[0].sit_outs)
        assert part.rounds[-1].sit_outs == ""
        (master,) = open_part(model("master-sheet", job, Locale.EN).sheet)
        assert [len(row.sit_outs.split()) for row in master.rows] == [1, 1, 0]

    def test_a_season_has_none(self) -> None:
        """Its rounds have dates, and stand in the schedule."""
        assert "director-summary" not in {info.name for info in sheets(dated_league(4).state)}


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


class TestStandSigns:
    """The places of bye stands and of shared boards, large enough for a room (lines 782-784, 956-960)."""

    def test_a_relay_mitchell_has_a_stand_and_a_relay(self) -> None:
        """R-028: the stand is between tables 4 and 5 with the fifth set on it (13-15); 1 and 8 share."""
        text = print_paper("stand-signs", planned_job(make("relay-mitchell", tables=8)), Locale.EN).unspaced_text
        assert "Standsbetweentable4andtable5" in text
        assert "Onitatthestart:boards13-15" in text
        assert re.search("Relay.*1⇄8", text)

    def test_relays_that_change_every_round_have_none(self) -> None:
        """In a team game of 16 by pairs 120 pairs of tables share boards in some rounds: the guide cards list them."""
        case = next(case for case in cases() if case.form is EventForm.ROUND_ROBIN_TEAMS)
        evening = play_case(replace(case, entries=16))
        movement = evening.state.sessions[1].sections["A"].movement
        assert movement is not None
        assert len(relays(movement)) > 100
        with pytest.raises(Refused, match=r"print\.no-stands"):
            print_paper("stand-signs", job_of(evening))

    def test_without_stands_it_is_refused(self) -> None:
        with pytest.raises(Refused, match=r"print\.no-stands"):
            print_paper("stand-signs", planned_job(make("mitchell", tables=7)))


@pytest.mark.parametrize(
    ("form", "shared"), [(EventForm.SWISS_TEAMS, [(1, 2), (3, 4), (5, 6), (7, 8)]), (EventForm.SWISS_PAIRS, [])]
)
def test_in_a_drawn_round_the_tables_of_a_match_share_boards(form: EventForm, shared: list[tuple[int, ...]]) -> None:
    """Lines 1511-1517: all play the same boards; every sheet said that all tables share one set of them."""
    case = next(case for case in cases() if case.form is form and case.entries in (8, 12))
    evening = play_case(case)
    movement = evening.state.section(Place(1, "A")).movement
    assert movement is not None
    assert [relay.tables for relay in relays(movement)] == shared
    lines = [line for card in guide_cards(movement) for line in card if line.round == 1]
    assert {(line.table, *line.shares_with) for line in lines if line.shares_with} == {
        (table, other) for two in shared for table, other in permutations(two)
    }
    for sheet in ("guide-cards", "room-plan", "director-summary"):
        text = print_paper(sheet, job_of(evening), Locale.EN).unspaced_text
        assert "⇄1-8" not in text
        assert "1,2,3,4" not in text


class TestCertificates:
    """For those who are first (line 1197)."""

    def test_each_player_or_each_pair_has_one(self) -> None:
        """The winners of both fields; by players there are twice as many."""
        evening = mitchell_evening(tables=3)
        evening.play_all()
        pairs = open_part(model("certificates", job_of(evening, first="1")).sheet).pages
        each = job_of(evening, **{"first": "1", "certificate-for": "player"})
        players = open_part(model("certificates", each).sheet).pages
        assert {page.place for page in pairs} == {"優勝"}
        assert len(players) == 2 * len(pairs) == 2 * sum(len(page.people) == 2 for page in pairs)
        assert [name for page in pairs for name in page.people] == [page.people[0] for page in players]
        text = print_paper("certificates", job_of(evening)).unspaced_text
        assert "".join(pairs[0].people[0].split()) in text

    def test_it_has_the_score_and_the_honorific(self) -> None:
        """A percentage of pairs, the victory points of teams; 殿 follows each player, or the name of a team."""
        evening = mitchell_evening(tables=3)
        evening.play_all()
        (page, *_) = open_part(model("certificates", job_of(evening, first="1")).sheet).pages
        percent = ranking(evening.state).groups[0][1][0].standing.percent
        assert percent is not None
        assert page.score == f"{decimal_string(percent)}%"
        assert all(person.endswith("　殿") for person in page.people)
        (english, *_) = open_part(model("certificates", job_of(evening, first="1"), Locale.EN).sheet).pages
        assert "殿" not in "".join(english.people)
        teams = swiss_of_two_rounds()
        (first, *_) = open_part(model("certificates", job_of(teams, first="1")).sheet).pages
        assert first.score.startswith("得点 ")
        assert all(person.endswith("　殿") for person in first.people)
        entry = ranking(teams.state).groups[0][1][0].entry
        assert entry is not None
        teams.do(ChangeEntry(entry.entry_id, entry.people, name="青葉"))
        (named, *_) = open_part(model("certificates", job_of(teams, first="1")).sheet).pages
        assert named.team == "青葉　殿"
        assert not any("殿" in person for person in named.people)


class TestKits:
    """Sheets that are handed out together are one file, in the order of dealing."""

    def test_the_newest_round_of_a_swiss_is_one_press(self) -> None:
        """R-020: of round 2 the draw, the line-ups and the score sheets; nothing of round 1, and no such kit before."""
        evening = swiss_of_two_rounds()
        job = job_of(evening)
        assert [kit.name for kit in kits(job, offers(job))] == ["round", "start", "end"]
        together = read(render("kit-round", job, Locale.EN))
        apart = [read(render(name, job_of(evening, round="2"), Locale.EN)) for name in OF_A_ROUND]
        assert [page for one in apart for page in one.texts] == list(together.texts)
        assert not any("Round 1" in text for text in together.texts)

    def test_guide_slips_and_entry_forms_belong_to_the_start_of_a_fixed_sheet(self) -> None:
        """Lines 3840-3842: entry forms for each table, guide slips for each pair; a Swiss has neither."""
        job = job_of(mitchell_evening(tables=3))
        (start, *_) = kits(job, offers(job))
        assert {"guide-slips", "entry-forms"} <= {sheet.name for sheet in start.sheets}
        drawn = job_of(swiss_of_two_rounds())
        names = {sheet.name for kit in kits(drawn, offers(drawn)) if kit.name == "start" for sheet in kit.sheets}
        assert "pickup-slips" in names
        assert not {"guide-slips", "entry-forms"} & names

    def test_an_event_of_one_session_has_no_kit_of_all(self) -> None:
        evening = mitchell_evening(tables=3)
        with pytest.raises(NotFound, match=r"print\.no-sheet"):
            render("kit-sessions", job_of(evening), Locale.JA)

    @pytest.mark.slow
    def test_all_sessions_are_one_press(self) -> None:
        """Of two sessions the sheets of the first, then those of the second."""
        evening = play_case(next(case for case in cases() if case.form is EventForm.TEAMS_AND_PAIRS))
        job = job_of(evening)
        together = read(render("kit-sessions", job, Locale.EN))
        each = [read(render("kit-start", replace(job, session=number), Locale.EN)) for number in (1, 2)]
        assert list(together.texts) == [text for one in each for text in one.texts]


OF_A_ROUND = ("draw-sheet", "lineup-slips", "team-score-sheet", "pickup-slips")


def swiss_of_two_rounds() -> Evening:
    form = EventForm.SWISS_TEAMS
    evening = new_event(
        4, 4, kind=form.kind, form=form, scale="wbf-continuous", conditions=PLAIN_SWISS, boards_per_round=4
    )
    play_swiss(evening, 2)
    return evening
