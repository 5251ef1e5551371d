"""The desk's pages of teams, Swiss events and single players: entries, draws, matches, cross tables, the hall."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.pairing.swiss.case import Kept
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.policy import Ban
from arrowswitch.documents.registry import sheet_named
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.matches.views import MatchStatus, match_at
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.matches import RemoveMatchResults
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult, PutOffBoard, RemoveResult
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.people import Entry, Person
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.entries.kinds import seed_points
from arrowswitch.web.desk.frame import tabs_of
from arrowswitch.web.desk.swiss.page import wish_from
from tests.builders import Evening, new_evening
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_round
from tests.tables import for_each
from tests.upgrade_matches import flights_of_teams
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk, tight, visible
from tests.web.conftest import CLUB_ZONE, register_players

pytestmark = pytest.mark.slow

TEAM = ContestantKind.TEAM
HOSTILE = "<img src=x onerror=alert(1)>"


def swiss(teams: int = 8, conditions: SwissConditions = PLAIN_SWISS) -> Evening:
    """Returns a Swiss of teams with everybody entered, eight boards a round."""
    scale = "wbf-continuous"
    form = EventForm.SWISS_TEAMS
    return new_event(teams, 4, kind=TEAM, form=form, scale=scale, conditions=conditions, boards_per_round=8)


def round_robin(teams: int = 5) -> Evening:
    """Returns a round robin of teams, chosen as the desk proposes it and begun."""
    evening = new_event(teams, 4, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous")
    evening.start(movement_choices(evening.state)[0].movement)
    return evening


@contextmanager
def at(evening: Evening) -> Iterator[tuple[Desk, str]]:
    """Opens the desk of an event."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        yield desk, f"/events/{evening.event_id}"


def names_of(evening: Evening) -> str:
    everybody = " ".join(name for entry in evening.state.entries.values() for name in entry.names)
    return f"{everybody} {evening.state.settings.name}"


def assert_reads(desk: Desk, evening: Evening, *paths: str) -> None:
    """Holds every page to its language, without a code or an unfilled place in it."""
    for path in paths:
        for locale in Locale:
            page = desk.page(f"/events/{evening.event_id}{path}", locale)
            assert list_codes_shown(page) == [], path
            assert [text for text in foreign(page, locale, names_of(evening)) if not _is_name(text, evening)] == [], (
                path
            )


def _is_name(text: str, evening: Evening) -> bool:
    """True if the Japanese in a text is only a person's name (after "Team", in a list, in a choice)."""
    for entry in evening.state.entries.values():
        for name in entry.names:
            text = text.replace(name, "")
    text = text.replace(evening.state.settings.name, "")
    return not any("ぁ" <= char <= "ヶ" for char in text)


class TestTabs:
    """The pages of an event follow its form."""

    def test_each_form_has_its_own(self) -> None:
        own = {
            EventForm.SWISS_TEAMS: ["draw", "matches", "cross"],
            EventForm.ROUND_ROBIN_TEAMS: ["movement", "matches", "cross"],
            EventForm.INDIVIDUAL: ["movement"],
            EventForm.MATCHPOINT_PAIRS: ["movement"],
        }
        for form, names in own.items():
            tabs = [tab.name for tab in tabs_of(form)]
            assert tabs[1 : 1 + len(names)] == names
            assert tabs[0] == "entries"
            assert "ranking" in tabs

    def test_every_tab_leads_to_a_page(self) -> None:
        for evening in (swiss(), round_robin()):
            with at(evening) as (desk, base):
                for tab in tabs_of(evening.state.settings.event_form):
                    assert desk.get(f"{base}/{tab.address}").status_code == 200, tab

    @for_each(
        "form, page",
        [
            (EventForm.SWISS_TEAMS, "draw"),
            (EventForm.ROUND_ROBIN_TEAMS, "movement"),
            (EventForm.KNOCKOUT_TEAMS, "bracket"),
            (EventForm.LEAGUE, "league"),
        ],
    )
    def test_a_page_without_matches_leads_to_the_page_that_arranges_them(self, form: EventForm, page: str) -> None:
        evening = new_event(6, 4, kind=TEAM, form=form, scale="wbf-continuous", boards_per_round=8)
        with at(evening) as (desk, base):
            assert f'class="btn main" href="{base}/{page}"' in desk.get(f"{base}/matches").text


class TestTeamEntries:
    """R-103, R-104: teams of four to eight with the captain first, seeded by the points of their best four."""

    def test_a_team_is_entered_by_name_and_number(self) -> None:
        evening = new_evening(kind=TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-continuous")
        register_players(evening)
        with at(evening) as (desk, base):
            names = ("101", "102", "103", "Alder Oak", "Elm")
            typed: dict[str, Any] = {f"player{place}": name for place, name in enumerate(names, start=1)}
            desk.send(f"{base}/entries", f"{base}/entries/add", **typed)
        (team,) = evening.state.entries.values()
        assert team.names == ("春川 一葉", "夏山 二葉", "秋沢 三葉", "Alder Oak", "Elm")
        # the register has 1, 2 and 3 points (hundredths of 100, 200, 300)
        assert seed_points(team) == 100 + 200 + 300

    def test_the_best_four_of_six_count(self) -> None:
        """R-104: members with 10, 20, 30, 40, 50 and 60 points make 180."""
        people = tuple(Person(f"P{points}", master_points=points * 100) for points in (10, 20, 30, 40, 50, 60))
        assert seed_points(Entry(EntryId("e"), people)) == 180_00

    def test_somebody_in_two_teams_is_refused_beside_the_name(self) -> None:
        evening = swiss()
        number = next(iter(evening.state.entries.values())).people[2].number
        with at(evening) as (desk, base):
            typed = {"player1": "Alder", "player2": "Oak", "player3": "Elm", "player4": number}
            answer = desk.send(f"{base}/entries", f"{base}/entries/add", status=422, **typed)
        assert 'id="player4-error"' in answer.text
        assert len(evening.state.entries) == 8

    def test_a_team_of_three_waits_and_is_completed(self) -> None:
        evening = new_evening(kind=TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-continuous")
        evening.do(AddEntry(tuple(Person(name) for name in ("Alder", "Oak", "Elm"))))
        (team,) = evening.state.entries
        with at(evening) as (desk, base):
            assert "1 more needed" in desk.page(f"{base}/entries", Locale.EN).text
            path = f"{base}/entries/{team}"
            answer = desk.send(path, path, status=422, points1="many")
            assert 'id="points1-error"' in answer.text
            desk.send(path, path, name4="Ash", points4="12.5", points1="3")
        people = evening.state.entry(team).people
        assert [(one.name, one.master_points) for one in people] == [
            ("Alder", 300),
            ("Oak", 0),
            ("Elm", 0),
            ("Ash", 1250),
        ]

    def test_a_player_is_entered_alone(self) -> None:
        evening = new_evening(kind=ContestantKind.PLAYER, form=EventForm.INDIVIDUAL)
        with at(evening) as (desk, base):
            desk.send(f"{base}/entries", f"{base}/entries/add", player1="Alder Oak")
            page = desk.page(f"{base}/entries", Locale.EN)
        assert "1 player" in page.text
        assert "player2" not in page.form(f"{base}/entries/add")

    def test_the_list_is_written_as_a_table(self) -> None:
        evening = swiss(4)
        with at(evening) as (desk, base):
            lines = desk.get(f"{base}/entries/export").text.splitlines()
        assert lines[0].startswith("\ufeffteam,name 1,number 1,name 2,number 2,name 3")
        assert len(lines) == 5
        assert lines[0].endswith("stationary,note,team name," + ",".join(f"points {n}" for n in range(1, 9)))
        assert {line.count(",") for line in lines} == {18 + 1 + 8}

    def test_the_pages_are_in_their_language(self) -> None:
        single = new_event(8, 1, kind=ContestantKind.PLAYER, form=EventForm.INDIVIDUAL)
        for evening in (swiss(), single):
            with at(evening) as (desk, _):
                assert_reads(desk, evening, "/entries", f"/entries/{next(iter(evening.state.entries))}", "/movement")


class TestDrawnRound:
    """A round that is drawn is started before the next is thought of."""

    def test_the_tab_leads_to_the_round_that_has_not_begun(self) -> None:
        """R-268: the page offers its start, not a draw that cannot be made yet."""
        evening = swiss()
        with at(evening) as (desk, base):
            desk.post(f"{base}/draw/numbers", {"by": "points", "command_id": "a"})
            desk.post(f"{base}/draw", {"round": "1", "command_id": "b"})
            assert desk.page(f"{base}/draw").form(f"{base}/draw/start")["round"] == "1"
            desk.post(f"{base}/draw/start", {"round": "1", "command_id": "c"})
            assert f"{base}/draw/start" not in desk.page(f"{base}/draw").forms

    def test_pairs_ranked_by_matchpoints_go_on_to_their_scores(self) -> None:
        """R-268: they have no matches to look at; the start of a round leads to where its slips are typed."""
        form = EventForm.SWISS_PAIRS
        conditions = replace(PLAIN_SWISS, triangle=Triangle.NONE)
        with at(new_event(6, 2, form=form, conditions=conditions, boards_per_round=4)) as (desk, base):
            desk.post(f"{base}/draw/numbers", {"by": "points", "command_id": "a"})
            desk.post(f"{base}/draw", {"round": "1", "command_id": "b"})
            answer = desk.post(f"{base}/draw/start", {"round": "1", "command_id": "c"})
            assert (answer.status_code, answer.url.path) == (200, f"{base}/scores")


class TestSeeds:
    """Numbers are seeds: by points, by lot, or typed."""

    def test_by_points(self) -> None:
        evening = swiss()
        wanted = sorted(evening.state.entries.values(), key=seed_points, reverse=True)
        with at(evening) as (desk, base):
            desk.post(f"{base}/draw/numbers", {"by": "points", "command_id": "a"})
        numbers = evening.state.session(1).sections["A"].numbers
        assert [numbers[Number(str(n))] for n in range(1, 9)] == [entry.entry_id for entry in wanted]

    def test_by_lot_and_typed(self) -> None:
        evening = swiss()
        with at(evening) as (desk, base):
            desk.post(f"{base}/draw/numbers", {"by": "lot", "command_id": "a"})
            assert len(evening.state.session(1).sections["A"].numbers) == 8
            typed = {f"seed-{who}": str(9 - n) for n, who in enumerate(evening.state.entries, start=1)}
            desk.post(f"{base}/draw/numbers", {"by": "typed", "command_id": "b", **typed})
        numbers = evening.state.session(1).sections["A"].numbers
        assert numbers[Number("8")] == next(iter(evening.state.entries))

    @for_each("wrong", ["", "x", "0", "-1", "1000", "1" * 20, HOSTILE, "2"])
    def test_what_is_no_number_changes_nothing(self, wrong: str) -> None:
        evening = swiss()
        first, *others = evening.state.entries
        typed = {f"seed-{who}": str(n) for n, who in enumerate(others, start=2)}
        with at(evening) as (desk, base):
            answer = desk.post(f"{base}/draw/numbers", {"by": "typed", f"seed-{first}": wrong, **typed})
        assert answer.status_code == 422
        assert HOSTILE not in answer.text
        assert evening.state.session(1).sections == {}


class TestDraw:
    """R-258, R-262, R-270, R-271: the draw with its reasons, changed by hand with its faults shown, and published."""

    def seed_teams(self, teams: int = 8, **more: object) -> Evening:
        evening = swiss(teams, replace(PLAIN_SWISS, **more))  # type: ignore[arg-type]  # the conditions' own keywords
        evening.do(DrawNumbers(Place(1, "A"), 1))
        return evening

    def test_the_proposal_is_that_of_the_rule(self) -> None:
        """R-258: round 1 of eight is 1-5, 2-6, 3-7, 4-8; the page stores nothing."""
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/draw").text
            assert_reads(desk, evening, "/draw", "/draw?round=1&keep=1-6", "/draw?round=1&pick=3")
        picks = [part.split('"')[0] for part in text.split('data-pick="')[1:]]
        assert picks == ["1", "5", "2", "6", "3", "7", "4", "8"]
        assert evening.state.session(1).sections["A"].draws == ()

    def test_two_change_places_and_the_rest_stays(self) -> None:
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            answer = desk.get(f"{base}/draw", params={"round": "1", "pick": "5", "other": "6"})
        assert str(answer.url).endswith("/draw?round=1&keep=1-6&keep=2-5")
        picks = [part.split('"')[0] for part in answer.text.split('data-pick="')[1:]]
        pairs = {frozenset(picks[at : at + 2]) for at in range(0, 8, 2)}
        assert pairs == {frozenset(two) for two in ("16", "25", "37", "48")}

    def test_a_change_needs_a_reason_and_is_kept_with_it(self) -> None:
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            form = Page.read(desk.get(f"{base}/draw?round=1&keep=1-6&keep=2-5").text).form(f"{base}/draw")
            assert desk.post(f"{base}/draw", {**form, "reason": "同会所属"}).status_code == 200
            text = desk.page(f"{base}/draw?round=1").text
            assert_reads(desk, evening, "/draw?round=1")
        (drawn,) = evening.state.session(1).sections["A"].draws
        assert {frozenset((m.home, m.away)) for m in drawn.matches if m.is_kept} == {frozenset("16"), frozenset("25")}
        assert drawn.reason == "同会所属"
        assert "同会所属" in text

    def test_what_must_be_prepared_stands_below_the_draw(self) -> None:
        """R-269: four matches of eight boards: eight copies, or one relayed; the list shows the first board of each
        table."""
        evening = swiss()
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(DrawRound(Place(1, "A").at(1)))
        with at(evening) as (desk, base):
            text = desk.page(f"{base}/draw?round=1", Locale.EN).text
            assert_reads(desk, evening, "/draw?round=1")
        assert "Copies: 8, one for each table" in text
        assert "By relay: 1." in text
        assert "8 1 2 3 4 5 6 7" in text

    def test_a_rematch_is_shown_as_a_fault_and_can_be_forced_with_a_reason(self) -> None:
        """A pairing that breaks the policy is refused with the reason and can be forced with one."""
        evening = self.seed_teams()
        play_one(evening, 1)
        with at(evening) as (desk, base):
            page = desk.get(f"{base}/draw?round=2&keep=1-5")
            assert "is-against" in page.text
            assert 'name="reason"' in page.text
            form = Page.read(page.text).form(f"{base}/draw")
            assert desk.post(f"{base}/draw", {**form, "command_id": "x", "reason": ""}).status_code in (409, 422)
            assert len(evening.state.session(1).sections["A"].draws) == 1
            assert desk.post(f"{base}/draw", {**form, "command_id": "y", "reason": "希望"}).status_code == 200
        second = evening.state.session(1).sections["A"].draws[1]
        assert [m.is_against_rule for m in second.matches if {m.home, m.away} == {"1", "5"}] == [True]

    def test_a_ban_keeps_two_apart(self) -> None:
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/draw", params={"round": "1", "bans": "1-5, 2-6"}).text
        picks = [part.split('"')[0] for part in text.split('data-pick="')[1:]]
        pairs = {frozenset(picks[at : at + 2]) for at in range(0, 8, 2)}
        assert not pairs & {frozenset("15"), frozenset("26")}

    def test_no_draw_within_the_rule_says_so_and_offers_force(self) -> None:
        evening = self.seed_teams(4)
        bans = "1-2,1-3,1-4"
        with at(evening) as (desk, base):
            page = Page.read(desk.get(f"{base}/draw", params={"round": "1", "bans": bans}).text)
            assert any("force=yes" in link for link in page.links)
            forced = desk.get(f"{base}/draw", params={"round": "1", "bans": bans, "force": "yes"})
            assert "is-against" in forced.text
            form = Page.read(forced.text).form(f"{base}/draw")
            desk.post(f"{base}/draw", {**form, "reason": "ほかにない"})
        assert len(evening.state.session(1).sections["A"].draws) == 1

    @for_each(
        "query",
        ["keep=1", "keep=1-1", "keep=x-y-z", "bans=1", f"keep={HOSTILE}", "pick=1&other=77", "round=0", "round=x"],
    )
    def test_what_is_no_pairing_is_told(self, query: str) -> None:
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            answer = desk.get(f"{base}/draw?{query}")
        assert answer.status_code == 422
        assert HOSTILE not in answer.text

    @for_each("query", ["keep=1-99", "keep=1-2&keep=1-3", "round=3"])
    def test_what_cannot_be_drawn_is_told_on_the_page(self, query: str) -> None:
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            answer = desk.get(f"{base}/draw?{query}")
        assert answer.status_code == 200
        assert "notice-inline" in answer.text

    @for_each("form", [{}, {"round": "x"}, {"round": "1", "keeps": "1-x-2"}, {"round": "3"}])
    def test_a_bad_form_draws_nothing(self, form: dict[str, str]) -> None:
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            assert desk.post(f"{base}/draw", {**form, "command_id": "z"}).status_code in (409, 422)
        assert evening.state.session(1).sections["A"].draws == ()

    def test_an_odd_number_sits_out_or_plays_a_triangle(self) -> None:
        """R-264, R-265: nine teams; the last sits out, or 7-9 play a triangle."""
        out = self.seed_teams(9)
        three = self.seed_teams(9, triangle=Triangle.ONE_ROUND, triangle_limit=2)
        with at(out) as (desk, base):
            assert "sits out" in desk.page(f"{base}/draw", Locale.EN).text
            assert_reads(desk, out, "/draw")
            answer = desk.get(f"{base}/draw", params={"round": "1", "pick": "9", "other": "8"})
            assert "keep=4-9" in str(answer.url)
        with at(three) as (desk, base):
            assert_reads(desk, three, "/draw")
            text = desk.get(f"{base}/draw").text
            picks = [part.split('"')[0] for part in text.split('data-pick="')[1:]]
            assert set(picks[-3:]) == set("789")
            desk.send(f"{base}/draw", f"{base}/draw")
            assert_reads(desk, three, "/draw?round=1", "/matches?round=1", "/matches/1/7?against=8", "/cross")
            assert_reads(desk, three, "/draw")

    def test_conditions_that_are_open_come_first(self) -> None:
        evening = swiss(8, SwissConditions())
        evening.do(DrawNumbers(Place(1, "A"), 1))
        with at(evening) as (desk, base):
            page = desk.page(f"{base}/draw")
            assert_reads(desk, evening, "/draw")
        assert f"{base}/draw" not in page.forms
        assert f"{base}/settings" in page.links

    def test_what_is_certain_early_and_who_waits(self) -> None:
        """While the last match runs the page names who waits for it."""
        evening = self.seed_teams()
        play_one(evening, 1, but=2)
        with at(evening) as (desk, base):
            text = desk.page(f"{base}/draw", Locale.EN).text
            assert_reads(desk, evening, "/draw")
        assert "What is certain now" in text
        assert "for the results of" in text

    def test_the_round_starts_and_the_draw_can_be_undone_before(self) -> None:
        evening = self.seed_teams()
        with at(evening) as (desk, base):
            desk.send(f"{base}/draw", f"{base}/draw")
            desk.post(f"{base}/undo", {"command_id": "u"})
            assert evening.state.session(1).sections["A"].draws == ()
            desk.post(f"{base}/draw", {"round": "1", "command_id": "again"})
            answer = desk.post(f"{base}/draw/start", {"round": "1", "command_id": "go"})
        assert str(answer.url).endswith("/matches?round=1")
        clock = evening.state.session(1).clock
        assert clock is not None
        assert clock.round == 1

    def test_other_events_have_no_draw(self) -> None:
        for evening in (round_robin(), new_evening(4)):
            with at(evening) as (desk, base):
                assert desk.get(f"{base}/draw").status_code == 404
                assert desk.post(f"{base}/draw/numbers", {"by": "lot"}).status_code == 404
                assert desk.post(f"{base}/draw/start", {"round": "1"}).status_code == 404

    def test_before_anybody_has_come(self) -> None:
        evening = swiss(0)
        with at(evening) as (desk, _):
            assert_reads(desk, evening, "/draw", "/matches", "/cross")

    def test_the_wish_comes_back_from_its_address(self) -> None:
        wish = wish_from(2, ["1-6", " 2 – 5 "], "3-4、7-8", "9", is_forced=True)
        assert [(one.first, one.other) for one in wish.pairings] == [("1", "6"), ("2", "5")]
        assert wish.bans == (Ban(Number("3"), Number("4")), Ban(Number("7"), Number("8")))
        assert wish.query((Kept(Number("1"), Number("6")),)) == "round=2&keep=1-6&bans=3-4%2C+7-8&force=yes"


def play_one(evening: Evening, round_number: int, but: int = 0) -> None:
    """Draws, starts and plays a round, all but the last results."""
    evening.do(DrawRound(Place(1, "A").at(round_number)))
    if round_number == 1:
        evening.do(StartPlay(1))
    evening.do(StartRound(1, round_number))
    play_round(evening, 1, round_number)
    if but:
        for slot in sorted(evening.state.results, key=lambda one: (one.table, one.board))[-but:]:
            evening.do(RemoveResult(slot))


def test_pages_are_open_before_the_numbers_are_drawn() -> None:
    """A sheet is chosen, and nobody has a number of it yet: its matches are nobody's, and no page is refused."""
    evening = new_event(3, 4, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous")
    evening.do(ChooseMovement(Place(1, "A"), movement_choices(evening.state)[0].movement))
    with at(evening) as (desk, base):
        for page in ("matches", "cross", "rulings", "ranking", "scores", "print"):
            assert desk.get(f"{base}/{page}").status_code == 200, page


class TestMatches:
    """R-020, R-103, R-254, R-257: matches board by board, line-ups, forfeits."""

    @pytest.fixture
    def played_teams(self) -> Evening:
        evening = swiss()
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1, but=3)
        return evening

    def test_the_round_at_a_glance(self, played_teams: Evening) -> None:
        with at(played_teams) as (desk, base):
            text = desk.get(f"{base}/matches").text
            assert_reads(desk, played_teams, "/matches", "/matches?round=2", "/matches?round=99")
        assert text.count("match is-complete") == 3
        assert text.count("match is-running") == 1

    def test_both_tables_of_a_match_with_difference_and_sum(self, played_teams: Evening) -> None:
        """R-020: of every board the score at both tables, the difference and what it brings, and the running margin."""
        match = match_at(played_teams.state, Place(1, "A").at(1), Number("1"))
        with at(played_teams) as (desk, base):
            text = desk.page(f"{base}/matches/1/1").text
            assert_reads(desk, played_teams, "/matches/1/1", "/matches/1/8")
        assert match.status is MatchStatus.COMPLETE
        for board in match.boards:
            assert board.difference is not None
            margin = f"+{board.difference}" if board.difference > 0 else f"−{-board.difference}"
            assert margin in text or board.difference == 0
        assert f"{match.points[0]} – {match.points[1]}" in text

    def test_what_is_missing_leads_to_its_place(self, played_teams: Evening) -> None:
        with at(played_teams) as (desk, base):
            page = desk.page(f"{base}/matches/1/8")
        assert sum(link.startswith(f"{base}/scores?round=1&table=8#in-") for link in page.links) == 3

    def test_the_boards_of_teams_are_counted_in_imps_and_have_no_top(self, played_teams: Evening) -> None:
        """On the traveller and the scorecard: no matchpoints of pairs, no top, no percentage."""
        with at(played_teams) as (desk, base):
            traveller = desk.page(f"{base}/travellers?board=1", Locale.EN).text
            private = desk.page(f"{base}/private/1", Locale.EN).text
        assert "NS IMPs" in traveller
        assert not any(word in traveller for word in ("NS MP", "Top 0", "the sum may differ"))
        assert ("IMPs" in private, " MP " in private) == (True, False)

    def test_a_lineup_is_stored_and_a_stranger_refused(self, played_teams: Evening) -> None:
        """R-103: four of the team, by name."""
        entry = played_teams.state.entry_at(Place(1, "A"), Number("1"))
        assert entry is not None
        names = dict(zip(("ns1", "ns2", "ew1", "ew2"), entry.names, strict=True))
        with at(played_teams) as (desk, base):
            path = f"{base}/matches/1/1/lineup"
            assert desk.post(path, {**names, "half": "1", "command_id": "a"}).status_code == 200
            assert desk.post(path, {**names, "ns1": HOSTILE, "half": "2", "command_id": "b"}).status_code in (409, 422)
            assert desk.post(path, {**names, "half": "3", "command_id": "c"}).status_code == 422
            assert desk.post(path, {"half": "1", "command_id": "d"}).status_code in (409, 422)
            assert_reads(desk, played_teams, "/matches/1/1")
            english = desk.get(f"{base}/matches/1/1/lineup?lang=en").text
            assert all(person.roman in english for person in entry.people)
            assert f">{entry.people[0].name}<" not in english
            history = desk.page(f"{base}/history", Locale.EN).text
            assert "first half: N-S" in history
            assert not any(person.name in history for person in entry.people)
            assert "wbf-continuous" not in desk.page(f"{base}/matches/1/1/why").text
        (lineup,) = played_teams.state.matches.lineups
        assert (*lineup.ns, *lineup.ew) == entry.names

    def test_a_forfeit_needs_a_reason_and_is_marked_until_taken_back(self, played_teams: Evening) -> None:
        """R-257: the forfeit is marked, and what the winner gets is provisional."""
        with at(played_teams) as (desk, base):
            path = f"{base}/matches/1/8/forfeit"
            assert desk.post(path, {"command_id": "a", "against": "4"}).status_code in (409, 422)
            assert desk.post(path, {"command_id": "b", "against": "4", "reason": "欠席"}).status_code == 200
            assert "match is-forfeited" in desk.get(f"{base}/matches").text
            assert_reads(desk, played_teams, "/matches", "/matches/1/8", "/cross")
            fields = {"command_id": "c", "against": "4", "is_forfeited": "false", "reason": "到着"}
            assert desk.post(path, fields).status_code == 200
        assert played_teams.state.matches.forfeits == ()

    def test_after_the_deadline_it_asks_who_approved(self, played_teams: Evening) -> None:
        """R-257: the field is there after the deadline only, and without a name the forfeit is refused."""
        played_teams.do(
            ChangeSettings(
                replace(
                    played_teams.state.settings,
                    scoring=replace(played_teams.state.settings.scoring, correction_minutes=30),
                )
            )
        )
        play_round(played_teams)
        for number in range(2, (played_teams.state.settings.conditions.rounds or 0) + 1):
            played_teams.do(DrawRound(Place(1, "A").at(number)))
            play_round(played_teams)
        played_teams.do(Publish())
        with at(played_teams) as (desk, base):
            path = f"{base}/matches/1/8"
            assert 'name="approver"' not in desk.get(path).text
            played_teams.clock.forward(31)
            forfeit_part, removal = desk.get(path).text.split('id="remove"')
            assert (forfeit_part.count('name="approver"'), removal.count('name="approver"')) == (3, 1)
            late = {"command_id": "a", "against": "4", "reason": "欠席"}
            assert desk.post(f"{path}/forfeit", late).status_code in (409, 422)
            assert not played_teams.state.matches.forfeits
            assert desk.post(f"{path}/forfeit", {**late, "command_id": "b", "approver": "主催者"}).status_code == 200
            assert_reads(desk, played_teams, "/matches/1/8")
        (forfeit,) = played_teams.tournament.state(played_teams.event_id).matches.forfeits
        assert forfeit.number == "8"

    @for_each("path", ["/matches/1/99", "/matches/9/1", "/matches/x/1", "/matches/1/1?against=2"])
    def test_a_match_that_is_not_there(self, played_teams: Evening, path: str) -> None:
        with at(played_teams) as (desk, base):
            assert desk.get(f"{base}{path}").status_code in (404, 422)

    def test_pairs_events_have_no_matches(self) -> None:
        with at(new_evening(4)) as (desk, base):
            for path in ("/matches", "/matches/1/1", "/cross"):
                assert desk.get(base + path).status_code == 404


class TestCross:
    """R-022, R-272: the cross table, and the Swiss round by round."""

    def test_a_round_robin_crosses_every_two(self) -> None:
        evening = round_robin()
        play_round(evening)
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/cross").text
            assert_reads(desk, evening, "/cross", "/ranking", "/scores", "/rulings", "/movement", "/matches")
        assert text.count('class="self"') == 5
        assert "is-provisional" not in text

    def test_a_swiss_is_told_round_by_round(self) -> None:
        evening = swiss()
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        play_one(evening, 2)
        with at(evening) as (desk, base):
            page = desk.page(f"{base}/cross", Locale.EN)
            assert "v 5 (" in " ".join(page.texts) or "v 1 (" in " ".join(page.texts)
            assert_reads(desk, evening, "/cross", "/cross?after=1", "/ranking", "/scores")
            assert desk.get(f"{base}/cross?after=3").status_code == 404
            assert desk.get(f"{base}/cross?after=x").status_code == 422

    def test_in_flights_a_row_is_known_by_its_number_within_the_section(self) -> None:
        """R-022: no team crosses itself, and what it played leads to its match."""
        evening = flights_of_teams()
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/cross").text
            assert text.count('class="self"') == 8
            leads = re.findall(r'href="([^"]+/matches/\d+/\d+\?against=\d+)"', text)
            assert {lead.split("/")[3] for lead in leads} == {"1A", "1B", "2A", "2B"}
            for place in ("1A", "2B"):
                recap = desk.get(f"{base}/{place}/recap").text
                links = re.findall(rf'href="([^"]+/{place}/(?:private|teams)/\d+)"', recap)
                assert len(links) == 4
                leads += links
            assert [lead for lead in leads if desk.get(html.unescape(lead)).status_code != 200] == []

    def test_points_are_headed_as_victory_points(self) -> None:
        evening = swiss()
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        with at(evening) as (desk, base):
            assert '<th class="n">VP</th>' in desk.get(f"{base}/ranking").text


class TestHall:
    """R-271: the draw stands on the wall as soon as it is published, with table numbers."""

    def test_the_draw_of_the_next_round(self) -> None:
        evening = swiss()
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        with at(evening) as (desk, _):
            before = visible(desk.get(f"/hall/{evening.event_id}").text)
            evening.do(DrawRound(Place(1, "A").at(2)))
            text = desk.get(f"/hall/{evening.event_id}").text
            for locale in Locale:
                assert list_codes_shown(desk.page(f"/hall/{evening.event_id}", locale)) == []
        assert "第1ラウンドの組み合わせ" in before
        assert "次の第2ラウンドの組み合わせ" in visible(text)
        assert tight(text).count('<li><b class="at">') == 4

    def test_who_sits_out_is_told(self) -> None:
        evening = swiss(9)
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(DrawRound(Place(1, "A").at(1)))
        with at(evening) as (desk, _):
            assert "hall-odd" in desk.get(f"/hall/{evening.event_id}").text


class TestIndividual:
    """R-281, R-282: single players enter, a movement is proposed, everybody has a number and a rank."""

    def test_eight_players(self) -> None:
        evening = new_event(8, 1, kind=ContestantKind.PLAYER, form=EventForm.INDIVIDUAL)
        with at(evening) as (desk, base):
            page = desk.page(f"{base}/movement?choose=1")
            action = f"{base}/movement/choose"
            assert action in page.forms
            desk.post(action, {**page.form(action), "command_id": "a"})
            desk.post(f"{base}/movement/draw", {"command_id": "b"})
            desk.post(f"{base}/movement/start", {"command_id": "c"})
            play_round(evening)
            assert_reads(desk, evening, "/movement", "/scores", "/ranking", "/print")
            text = desk.get(f"{base}/ranking").text
        assert len(evening.state.session(1).sections["A"].numbers) == 8
        assert tight(text).count('class="plain-link" href') >= 8

    def test_a_number_without_a_movement_is_explained(self) -> None:
        evening = new_event(11, 1, kind=ContestantKind.PLAYER, form=EventForm.INDIVIDUAL)
        with at(evening) as (desk, _):
            assert_reads(desk, evening, "/entries", "/movement")


class TestProposals:
    """Proposals for teams keep to the form of the event and to its scale."""

    def test_a_round_robin_lets_everybody_meet(self) -> None:
        evening = new_event(6, 4, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous")
        for choice in movement_choices(evening.state):
            movement = choice.movement
            teams = [{team_number(movement, n) for n in meeting.contestants} for meeting in movement.meetings]
            assert {frozenset(two) for two in teams} == {frozenset(two) for two in combinations("123456", 2)}

    def test_the_scale_knows_the_boards_of_every_match(self) -> None:
        evening = new_event(5, 4, kind=TEAM, form=EventForm.SHORT_ROUND_ROBIN_TEAMS, scale="wbf-25")
        for choice in movement_choices(evening.state):
            evening.do(ChooseMovement(Place(1, "A"), choice.movement, fits_scale=True))

    def test_teams_and_pairs_is_proposed_for_itself_only(self) -> None:
        form = EventForm.TEAMS_AND_PAIRS
        both = new_event(6, 4, kind=TEAM, form=form, scale="wbf-continuous", sessions=2)
        teams = new_event(6, 4, kind=TEAM, form=EventForm.BAM_TEAMS)
        assert {choice.movement.family for choice in movement_choices(both.state)} == {"team-pairs"}
        assert not any("team_mates" in choice.options for choice in movement_choices(teams.state))

    def test_the_last_round_may_be_different(self) -> None:
        """R-261: with the last round by the latest rank the page still has its proposal."""
        evening = swiss(8, replace(PLAIN_SWISS, rank_base=RankBase.BEFORE_PREVIOUS, last_round=LastRound.LATEST_RANK))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        with at(evening) as (desk, base):
            assert "data-pick" in desk.get(f"{base}/draw").text

    def test_rematches_may_be_free(self) -> None:
        evening = swiss(4, replace(PLAIN_SWISS, rematch=Rematch.FREE))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        with at(evening) as (desk, base):
            assert "is-against" not in desk.get(f"{base}/draw?round=2&keep=1-3").text


class TestPrintPage:
    """The print page lists what the event's form has, and no more."""

    def test_sheets_of_matches_are_for_events_of_matches(self) -> None:
        teams, pairs = swiss().state, new_evening(4).state
        bam = new_event(4, 4, kind=TEAM, form=EventForm.BAM_TEAMS).state
        of_pairs = new_evening(4, form=EventForm.TEAM_OF_PAIRS).state
        own = {"draw-sheet": teams, "team-score-sheet": teams, "cross-table": bam, "bam-report": bam}
        for sheet, state in {**own, "pair-team-guide": of_pairs, "ranking": pairs}.items():
            assert sheet_named(sheet).info.is_for(state)
        assert not any(sheet_named(sheet).info.is_for(pairs) for sheet in (*own, "pair-team-guide"))
        assert not sheet_named("bam-report").info.is_for(teams)


class TestLateTeam:
    """Manual, lines 890-898: a team that comes after the first draw of a Swiss is drawn from the next round on."""

    @rotate("locale", Locale)
    @for_each("rounds", [0, 1])
    def test_is_drawn_from_the_next_round(self, rounds: int, locale: Locale) -> None:
        evening = swiss(7, replace(PLAIN_SWISS, rounds=3))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(DrawRound(Place(1, "A").at(1)))
        if rounds:
            evening.do(StartPlay(1))
            evening.do(StartRound(1, 1))
            play_round(evening)
            evening.do(DrawRound(Place(1, "A").at(2)))
            evening.do(StartRound(1, 2))
        evening.do(AddEntry(invented_people(32)[-4:]))
        late = list(evening.state.entries)[-1]
        with at(evening) as (desk, base):
            page = desk.page(f"{base}/entries", locale)
            assert list_codes_shown(page) == []
            words = {
                Locale.JA: f"8番になり、第{rounds + 2}ラウンドから",
                Locale.EN: f"drawn from round {rounds + 2} on",
            }
            assert words[locale] in page.text
            page = Page.read(desk.send(f"{base}/entries", f"{base}/entries/{late}/seat").text)
            assert translate("desk.entries.seated-drawn", {}, Locale(page.lang)) in page.text
        assert evening.state.section(Place(1, "A")).numbers[Number("8")] == late
        if not rounds:
            evening.do(StartPlay(1))
        play_round(evening)
        evening.do(DrawRound(Place(1, "A").at(rounds + 2)))
        drawn = evening.state.section(Place(1, "A")).draws[-1]
        assert drawn.sit_out is None
        assert any("8" in match.teams for match in drawn.matches)

    def test_there_is_a_reason_where_there_is_no_seat(self) -> None:
        evening = round_robin(6)
        evening.do(AddEntry(invented_people(28)[-4:]))
        with at(evening) as (desk, base):
            for locale, words in {Locale.JA: "休みになる席がなく", Locale.EN: "There is no seat"}.items():
                page = desk.page(f"{base}/entries", locale)
                assert words in page.text
                assert not [action for action in page.forms if action.endswith("/seat")]


class TestRemovedTogether:
    """All results of a match are taken away at once, and come back at once."""

    @rotate("locale", Locale)
    def test_from_the_page_of_the_match(self, locale: Locale) -> None:
        evening = swiss()
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        before = dict(evening.state.results)
        match = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        own = {cell.slot for board in match.boards for cell in board.cells}
        with at(evening) as (desk, base):
            path = f"{base}/matches/1/1"
            page = desk.page(path, locale)
            assert list_codes_shown(page) == []
            desk.send(path, f"{path}/remove", reason="slips of table 3")
            assert set(before) - set(evening.state.results) == own
            assert f"{path}/remove" not in desk.page(path, locale).forms
            assert_reads(desk, evening, "/history")
            assert desk.post(f"{path}/remove", {"command_id": "again"}).status_code == 409
        evening.do(Undo())
        assert set(evening.state.results) == set(before)

    def test_late_plays_go_too_and_rulings(self) -> None:
        evening = round_robin(6)
        first = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        cells = [cell for board in first.boards for cell in board.cells]
        evening.do(EnterResult(cells[0].slot, "A+ A-"))
        evening.do(PutOffBoard(cells[1].slot))
        evening.do(RemoveMatchResults(Place(1, "A").at(1), Number("1")))
        assert not evening.state.results
        assert not evening.state.rulings.put_off

    def test_a_reason_once_the_round_is_over(self) -> None:
        evening = round_robin(6)
        first = match_at(evening.state, Place(1, "A").at(1), Number("1"))
        evening.do(EnterResult(first.boards[0].cells[0].slot, "P"))
        evening.do(StartRound(1, 2))
        command = RemoveMatchResults(Place(1, "A").at(1), Number("1"))
        with pytest.raises(Refused, match=r"match\.remove-needs-reason"):
            evening.do(command)
        evening.do(command, reason="typed for another match")
        assert not evening.state.results
        with pytest.raises(NotFound, match=r"match\.none"):
            evening.do(RemoveMatchResults(Place(1, "A").at(99), Number("1")))

    def test_which_of_two_in_a_triangle(self) -> None:
        evening = swiss(5, replace(PLAIN_SWISS, triangle=Triangle.ONE_ROUND, triangle_limit=1))
        evening.do(DrawNumbers(Place(1, "A"), 1))
        play_one(evening, 1)
        team, two, three = evening.state.section(Place(1, "A")).draws[0].triangle
        command = RemoveMatchResults(Place(1, "A").at(1), team)
        with pytest.raises(Refused, match=r"forfeit-which"):
            evening.do(command)
        count = len(evening.state.results)
        evening.do(replace(command, opponent=two))
        left = match_at(evening.state, Place(1, "A").at(1), team, three)
        assert len(evening.state.results) == count - 8
        assert all(cell.entry is not None for board in left.boards for cell in board.cells)
