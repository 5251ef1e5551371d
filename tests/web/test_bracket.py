"""The desk's page of a knockout: the bracket, level matches, corrections, carry-over, penalties; and the wall."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.scoring.methods import Method
from arrowswitch.documents.registry import sheet_named
from arrowswitch.tournament.forms.bracket.progress import overtaken
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.knockout.page import bracket_drawings
from arrowswitch.web.desk.settings.form_fields import form_fields
from tests.builders import Evening
from tests.form_events import Case, play_case
from tests.knockout_events import TEAM, correct, drawn_match, knockout_event, level, match, stands, win, win_all
from tests.paper import job_of, model
from tests.scripted_events import new_event, play_round
from tests.tables import for_each
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.test_matches import assert_reads, at, swiss

pytestmark = pytest.mark.slow

SINGLE, DOUBLE = EventForm.KNOCKOUT_TEAMS, EventForm.DOUBLE_KNOCKOUT_TEAMS


def enter_teams(teams: int, form: EventForm = SINGLE) -> Evening:
    """Returns a knockout with everybody entered and no numbers yet."""
    return new_event(teams, 4, kind=TEAM, form=form, boards_per_round=8)


def points(imps: int) -> str:
    """Returns how the IMPs of a side stand in the page."""
    return f'<b class="bk-points">{imps}</b>'


class TestRounds:
    """R-248, R-249: the bracket by seeds, its next matches drawn and started, live with every result."""

    @pytest.mark.parametrize("form", [SINGLE, DOUBLE])
    def test_thirteen_teams_from_seeds_to_the_second_round(self, form: EventForm) -> None:
        """R-248: thirteen teams are three byes; the page draws five matches, then those that follow."""
        evening = enter_teams(13, form)
        with at(evening) as (desk, base):
            assert_reads(desk, evening, "/bracket")
            desk.post(f"{base}/draw/numbers", {"by": "points", "command_id": "a"})
            assert_reads(desk, evening, "/bracket")
            desk.send(f"{base}/bracket", f"{base}/bracket")
            assert len(evening.state.session(1).sections["A"].draws[0].matches) == 5
            desk.post(f"{base}/draw/start", {"round": "1", "command_id": "b"})
            empty = desk.get(f"{base}/scores").text
            assert empty.split('id="running"')[1].count('class="pair"') == 0
            play_round(evening, 1, 1)
            assert_reads(desk, evening, "/bracket", "/matches?round=1", "/ranking", "/scores")
            beside = desk.get(f"{base}/scores").text.split('id="running"')[1]
            assert beside.count('class="pair"') == 13
            assert desk.get(f"{base}/bracket").text.count("bk-side goes-on") == 4
            # match 2 of the bracket (4 against 13) is level at 5 - 5
            path = f"{base}/bracket/decide"
            assert desk.post(path, {"round": "1", "number": "13", "command_id": "c"}).status_code in (409, 422)
            assert desk.post(path, {"round": "1", "number": "99", "reason": "x"}).status_code in (404, 409, 422)
            assert desk.post(path, {"round": "x", "number": "13", "reason": "x"}).status_code == 422
            decided = {"round": "1", "number": "13", "reason": "extra boards", "command_id": "d"}
            assert desk.post(path, decided).status_code == 200
            assert desk.get(f"{base}/bracket").text.count("bk-side goes-on") == 5
            desk.send(f"{base}/bracket", f"{base}/bracket")
            assert len(evening.state.session(1).sections["A"].draws) == 2
            assert_reads(desk, evening, "/history")

    def test_the_head_does_not_say_how_many_rounds_there_will_be(self) -> None:
        """The drawn rounds are not all: the first of three rounds is not "round 1 of 1", on the desk or on the wall."""
        evening = knockout_event(6)
        with at(evening) as (desk, base):
            desk.post(f"{base}/clock/start", {"round": "1", "command_id": "a"})
            for page in (f"{base}/bracket", f"{base}/clock", f"/hall/{evening.event_id}"):
                text = desk.get(page).text
                assert "第1ラウンド" in text
                assert "第1ラウンド（全" not in text

    def test_a_running_match_shows_its_score(self) -> None:
        """R-248: one board of four compared: 5 IMPs, and that there are four."""
        evening = knockout_event(4)
        first = evening.state.section(Place(1, "A")).draws[0].matches[0]
        evening.enter(1, first.tables[0], 1, "170")
        evening.enter(1, first.tables[1], 1, "P")
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/bracket", headers={"accept-language": "en"}).text
        assert "1 of 4 boards" in text
        assert points(5) in text

    def test_a_director_who_plays_sees_no_running_score(self) -> None:
        evening = knockout_event(4, is_director_playing=True, director="nobody")
        first = evening.state.section(Place(1, "A")).draws[0].matches[0]
        evening.enter(1, first.tables[0], 1, "170")
        evening.enter(1, first.tables[1], 1, "P")
        with at(evening) as (desk, base):
            assert points(5) not in desk.get(f"{base}/bracket").text

    def test_other_events_have_none(self) -> None:
        evening = swiss()
        with at(evening) as (desk, base):
            assert desk.get(f"{base}/bracket").status_code == 404
            for path in ("", "/decide", "/extra", "/redraw", "/carry", "/penalty"):
                fields = {"round": "1", "number": "1", "match": "1", "boards": "2", "side": "1 1", "amount": "1"}
                assert desk.post(f"{base}/bracket{path}", fields).status_code == 404
            assert desk.get(f"/hall/{evening.event_id}/bracket").status_code == 404


class TestSessions:
    """R-248: a match of another session is opened on that session's page."""

    def test_links_lead_to_their_session(self) -> None:
        evening = knockout_event(4, sessions=2)
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(2, "A").at(1)))
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/2A/bracket").text
            correct(evening, 1, "P")
            forms = desk.page(f"{base}/2A/bracket").forms
        assert f'href="{base}/1A/matches/1/1"' in text
        assert f"{base}/1A/bracket/extra" in forms
        assert f'href="{base}/2A/matches/1/1"' in text


class TestLarge:
    """R-248: 128 teams are paged by part; on a narrow screen one round at a time."""

    def test_one_part_at_a_time(self) -> None:
        """R-248: 4 sections of 31 matches and the last three; asked for all, 127."""
        evening = enter_teams(128)
        evening.do(DrawNumbers(Place(1, "A"), 1))
        with at(evening) as (desk, base):
            counts = [desk.get(f"{base}/bracket?part={part}").text.count("bk-number") for part in ("", 2, 5, "all")]
            assert counts == [31, 31, 3, 127]
            assert_reads(desk, evening, "/bracket", "/bracket?part=5", "/bracket?part=x&column=y")

    def test_one_round_at_a_time(self) -> None:
        evening = knockout_event(8)
        with at(evening) as (desk, base):
            whole = desk.get(f"{base}/bracket").text
            column = desk.get(f"{base}/bracket?column=winners-2-winners-1-1").text
        assert whole.count("bk-round is-shown") == column.count("bk-round is-shown") == 1
        assert whole.index("is-shown") < column.index("is-shown")

    def test_lines_join_each_match_to_the_next(self) -> None:
        """R-023: eight teams are six lines."""
        evening = knockout_event(8)
        state = evening.state
        (plain,) = bracket_drawings(state, "A", stands(evening))
        assert plain.path.count("M") == 6
        assert plain.path.startswith("M88 32H94V64H100M88 96H94V64H100")
        assert plain.path.endswith("M188 64H194V128H200M188 192H194V128H200")


class TestLevel:
    """R-248: a level match goes on with extra boards, or the director decides."""

    def test_extra_boards(self) -> None:
        """R-248: two boards more are asked for and appear on the score page at the tables 1+ and 2+."""
        evening = knockout_event(4)
        level(evening, 1)
        with at(evening) as (desk, base):
            assert_reads(desk, evening, "/bracket")
            fields = {"round": "1", "number": "1", "command_id": "a"}
            assert desk.post(f"{base}/bracket/extra", {**fields, "boards": "many"}).status_code == 422
            assert desk.post(f"{base}/bracket/extra", {**fields, "boards": "2"}).status_code == 200
            assert (match(evening, 1).boards, match(evening, 1).state) == (6, MatchState.RUNNING)
            assert_reads(desk, evening, "/bracket", "/scores?round=1", "/matches?round=1", "/matches/1/1", "/history")
            assert "1+" in desk.get(f"{base}/matches/1/1").text

    def test_three_teams_are_put_in_order(self) -> None:
        evening = knockout_event(3, knockout=KnockoutSettings(has_threes=True))
        level(evening, 1)
        with at(evening) as (desk, base):
            text = desk.get(f"{base}/bracket").text
            assert text.count('<option value="3 ') >= 2
            fields = {"round": "1", "order": "3 1 2", "reason": "by lot", "command_id": "a"}
            assert desk.post(f"{base}/bracket/decide", fields).status_code == 200
            assert match(evening, 1).goes_on == ("3", "1")
            assert_reads(desk, evening, "/bracket", "/matches?round=1", "/matches/1/1?against=2", "/history")


class TestCorrections:
    """R-248: a correction after the next draw stands first on the page, with the ways out."""

    def redrawn_final(self) -> Evening:
        """Returns a final drawn for 1 and 2, when 4 has beaten 1 after all."""
        evening = knockout_event(4)
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        correct(evening, 1, "-170")
        return evening

    def test_drawn_anew(self) -> None:
        evening = self.redrawn_final()
        with at(evening) as (desk, base):
            assert_reads(desk, evening, "/bracket")
            assert f"{base}/bracket/redraw" in desk.page(f"{base}/bracket").forms
            assert desk.post(f"{base}/bracket/redraw", {"match": "3", "command_id": "a"}).status_code == 200
            assert drawn_match(evening, 3)[1].teams == ("4", "2")
            assert "bk-conflict" not in desk.get(f"{base}/bracket").text
            assert_reads(desk, evening, "/history")

    def test_kept_with_a_reason(self) -> None:
        """R-248: once the final has results it cannot be drawn again; the teams that played stay in."""
        evening = self.redrawn_final()
        final = drawn_match(evening, 3)[1]
        evening.enter(2, final.tables[0], 5, "P")
        with at(evening) as (desk, base):
            assert f"{base}/bracket/redraw" not in desk.page(f"{base}/bracket").forms
            assert_reads(desk, evening, "/bracket")
            fields = {"round": "1", "number": "1", "reason": "found out too late", "command_id": "a"}
            assert desk.post(f"{base}/bracket/decide", fields).status_code == 200
            assert overtaken(evening.state, "A") == ()
            assert "found out too late" in desk.get(f"{base}/bracket").text

    def test_open_again(self) -> None:
        evening = self.redrawn_final()
        correct(evening, 1, "P")
        with at(evening) as (desk, base):
            assert f"{base}/bracket/redraw" not in desk.page(f"{base}/bracket").forms
            assert_reads(desk, evening, "/bracket")


class TestCarryAndPenalty:
    """R-248, R-250: IMPs carried in, and penalties of boards, from the bracket's page."""

    def test_both(self) -> None:
        """R-250: 4 wins by 5; 1 brings 2½; a board is 5: 4 leads by 5 - 2½ - 5 = -2½, and 1 goes on."""
        evening = knockout_event(4, knockout=KnockoutSettings(most_carried=10))
        with at(evening) as (desk, base):
            fields = {"side": "1 1", "amount": "2.5", "command_id": "a"}
            assert desk.post(f"{base}/bracket/carry", fields).status_code == 200
            win(evening, 1, "4")
            assert match(evening, 1).goes_on == ("4",)
            fined = {"side": "1 4", "amount": "1", "unit": "boards", "reason": "late", "command_id": "b"}
            assert desk.post(f"{base}/bracket/penalty", fined).status_code == 200
            assert match(evening, 1).goes_on == ("1",)
            assert_reads(desk, evening, "/bracket", "/history", "/matches/1/1")

    def test_a_penalty_of_the_rulings_page_is_of_a_match(self) -> None:
        """Where no match is chosen it stands in the last one of the team; one that it does not play is refused."""
        evening = knockout_event(4)
        with at(evening) as (desk, base):
            path = f"{base}/rulings"
            desk.send(path, f"{path}/penalty", number="1", reason="late")
            win_all(evening, "1", "2")
            desk.send(f"{base}/bracket", f"{base}/bracket")
            desk.send(path, f"{path}/penalty", number="1", reason="late")
            desk.send(path, f"{path}/penalty", number="4", reason="late")
            penalties = [(one.number, one.round) for one in evening.state.rulings.penalties]
            assert penalties == [("1", 1), ("1", 2), ("4", 1)]
            refused = desk.send(path, f"{path}/penalty", 409, number="4", round="2", reason="late")
            assert "第2ラウンドの対戦がありません" in refused.text

    @for_each(
        "path, fields, status",
        [
            ("carry", {"side": "1 1", "amount": "x"}, 422),
            ("carry", {"side": "1 1", "amount": "99"}, 409),
            ("carry", {"side": "", "amount": "1"}, 404),
            ("penalty", {"side": "3 1", "amount": "1", "reason": "late"}, 404),
            ("penalty", {"side": "1 1", "amount": "1"}, 409),
            ("penalty", {"side": "1 1", "amount": "?", "reason": "late"}, 422),
        ],
    )
    def test_refused(self, path: str, fields: dict[str, str], status: int) -> None:
        evening = knockout_event(4, knockout=KnockoutSettings(most_carried=10))
        with at(evening) as (desk, base):
            assert desk.post(f"{base}/bracket/{path}", {**fields, "command_id": "a"}).status_code == status


class TestWall:
    """R-248: the bracket on the wall, without the score of a match under way unless the director lets it."""

    def running(self) -> Evening:
        evening = knockout_event(8)
        win(evening, 1, "1")
        first = drawn_match(evening, 2)[1]
        evening.enter(1, first.tables[0], 1, "140")
        evening.enter(1, first.tables[1], 1, "-140")
        return evening

    def test_live_only_when_released(self) -> None:
        """R-388: match 1 is decided by 5 IMPs and shown; match 2 leads by 7 and is not, before the director says so."""
        evening = self.running()
        with at(evening) as (desk, base):
            wall = f"/hall/{evening.event_id}/bracket"
            text = desk.get(wall).text
            assert points(5) in text
            assert points(7) not in text
            desk.post(f"{base}/hall", {"shows": "live"})
            assert points(7) in desk.get(wall).text

    def test_a_small_double_knockout_is_on_one_page(self) -> None:
        small, large, empty = knockout_event(8, DOUBLE), knockout_event(16, DOUBLE), enter_teams(4)
        for evening, pages in ((small, 1), (large, 3), (empty, 0)):
            with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
                text = desk.get(f"/hall/{evening.event_id}/bracket").text
                assert text.count('data-page="bracket"') == pages

    def test_the_winner(self) -> None:
        evening = knockout_event(4)
        win_all(evening, "1", "2")
        evening.do(DrawRound(Place(1, "A").at(2)))
        win(evening, 3, "2")
        entry = evening.state.entry_at(Place(1, "A"), Number("2"))
        assert entry is not None
        with at(evening) as (desk, base):
            assert entry.people[0].name in desk.get(f"/hall/{evening.event_id}/bracket").text
            assert entry.people[0].name in desk.get(f"{base}/bracket").text

    def test_the_places_of_all_when_it_is_over(self) -> None:
        """R-388: five teams: the wall, its bracket, players' phones and the desk say who came where; nothing counts in
        victory points."""
        evening = play_case(Case(SINGLE, Method.MATCHPOINTS, 5))
        teams = [entry.people[0].name for entry in evening.state.entries.values()]
        with at(evening) as (desk, base):
            wall, phone = f"/hall/{evening.event_id}", f"/play/{evening.event_id}/ranking"
            for path in (wall, f"{wall}/bracket", phone, f"{base}/ranking"):
                answer = desk.get(path)
                assert [name for name in teams if name not in answer.text] == []
            assert "VP" not in desk.page(f"{base}/matches").text
            first = desk.page(f"{base}/matches/1/4").text
        assert "得点" not in first.split("ボード", 1)[0]


class TestSettings:
    """R-248: third place, three-way matches and the limit of carry-over are chosen with the event's form."""

    def test_kept(self) -> None:
        evening = enter_teams(6)
        with at(evening) as (desk, base):
            page = desk.page(f"{base}/settings")
            fields = {**page.form(f"{base}/settings"), "third_place": "yes", "three_way": "yes", "most_carried": "16"}
            assert desk.post(f"{base}/settings", {**fields, "command_id": "a"}).status_code == 200
            assert evening.state.settings.knockout == KnockoutSettings(True, True, 16)
            assert_reads(desk, evening, "/settings")
            again = desk.page(f"{base}/settings").form(f"{base}/settings")
            wrong = {**again, "most_carried": "999", "command_id": "b"}
            assert desk.post(f"{base}/settings", wrong).status_code == 422

    def test_as_texts(self) -> None:
        settings = replace(enter_teams(4).state.settings, knockout=KnockoutSettings(False, True, 0))
        fields = form_fields(settings)
        assert [fields[name] for name in ("third_place", "three_way", "most_carried")] == ["no", "yes", "0"]


class TestDirector:
    """R-250: a director's evening with a forfeit and a team that leaves, page by page."""

    def test_a_walk_through(self) -> None:
        evening = knockout_event(8)
        evening.do(StartRound(1, 1))
        with at(evening) as (desk, base):
            first = drawn_match(evening, 1)[1]
            gone = {"is_forfeited": "true", "against": first.home, "reason": "did not come", "command_id": "a"}
            assert desk.post(f"{base}/matches/1/{first.away}/forfeit", gone).status_code == 200
            assert_reads(desk, evening, "/bracket", "/matches?round=1", f"/matches/1/{first.home}", "/scores")
            for number, winner in ((2, "4"), (3, "2"), (4, "3")):
                win(evening, number, winner)
            leaving = evening.state.section(Place(1, "A")).numbers[Number("2")]
            path = f"{base}/entries/{leaving}/withdraw"
            assert desk.post(path, {"command_id": "b"}).status_code == 200
            assert_reads(desk, evening, "/bracket", "/entries", "/rulings")
            desk.send(f"{base}/bracket", f"{base}/bracket")
            assert [one.bracket for one in evening.state.section(Place(1, "A")).draws[1].matches] == [5]
            assert match(evening, 6).goes_on == ("3",)
            assert desk.post(f"{base}/draw/start", {"round": "2", "command_id": "c"}).status_code == 200
            win(evening, 5, first.home)
            desk.send(f"{base}/bracket", f"{base}/bracket")
            win(evening, 7, "3")
            assert_reads(desk, evening, "/bracket", "/ranking", "/print")
        assert stands(evening).winner == "3"
        assert sheet_named("bracket").info.is_for(evening.state)
        assert not sheet_named("bracket").info.is_for(swiss().state)


class TestFaults:
    """The independent checker replays the bracket at run time: its faults are shown, and nothing is drawn."""

    def test_a_fault_stops_the_draw_until_a_reason_is_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def always_faulty(stands: object) -> tuple[Problem, ...]:
            return (Problem("knockout.fault.winner", {"match": 2}),)

        monkeypatch.setattr("arrowswitch.tournament.forms.bracket.progress.knockout_faults", always_faulty)
        with at(enter_teams(8)) as (desk, base):
            desk.post(f"{base}/draw/numbers", {"by": "points", "command_id": "0"})
            texts = {
                language: desk.get(f"{base}/bracket", headers={"accept-language": language}).text
                for language in ("ja", "en")
            }
            assert "The winner of match 2 does not lead." in texts["en"]
            assert "つじつまの合わない" in texts["ja"]
            refused = desk.post(f"{base}/bracket", {"command_id": "a"})
            assert refused.status_code == 409
            drawn = desk.post(f"{base}/bracket", {"command_id": "b", "reason": "the protocol was checked"})
            assert drawn.status_code == 200

    def test_a_sound_bracket_says_nothing(self) -> None:
        with at(knockout_event(8)) as (desk, base):
            assert "bracket-faults" not in desk.get(f"{base}/bracket").text


def test_the_page_of_a_team_says_its_place() -> None:
    """Boards do not count in a knockout; its places do, as soon as a match is played."""
    evening = knockout_event(4)
    with at(evening) as (desk, base):
        assert "own-place" not in desk.get(f"{base}/teams/1").text
        win_all(evening, "1", "2")
        place = desk.get(f"{base}/teams/3").text.split("own-place")[1]
        assert "3 位" in place or "3位" in place
        assert model("team-result", job_of(evening)).labels["total"] == "勝ち数"
        assert ">勝ち数</th>" in desk.get(f"{base}/recap").text
