"""The desk's pages of a match of teams: line-ups and half time, wrong seats, every method from the form to the ranking,
the captain's page at the desk and for visitors, explanations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.i18n import Locale
from arrowswitch.regulations.scale_table import OWN, format_scale_table
from arrowswitch.regulations.scales import load_scale
from arrowswitch.tournament.matches.lineups import lineup
from arrowswitch.tournament.matches.views import MatchView, match_at
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.matches import EnterLineup, ForfeitMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.matches import (
    EightScoring,
    HalfTime,
    HomeRule,
    MatchSettings,
    SeatingRight,
    Substitution,
    TeamScoring,
)
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.session import standings
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.repaired_events import EVENTS
from tests.rotation import rotate
from tests.scripted_events import PLAIN_SWISS, new_event, play_round, play_sheet, play_swiss
from tests.tables import for_each
from tests.web.client import Page, list_codes_shown
from tests.web.playing import Playing, at_desk, codes
from tests.web.test_matches import assert_reads

TEAM = ContestantKind.TEAM
SHEET = make("round-robin", tables=4, form="team", boards_per_round=8)


def enter_teams(people: int = 6, scale: str = "wbf-25", **matches: object) -> Evening:
    """Returns four teams of a round robin with these conditions of matches."""
    conditions = MatchSettings(**matches)  # type: ignore[arg-type]  # passes the conditions' own keywords on
    form = EventForm.ROUND_ROBIN_TEAMS
    return new_event(4, people, kind=TEAM, form=form, scale=scale, matches=conditions)


def begin_event(people: int = 6, scale: str = "wbf-25", **matches: object) -> Evening:
    evening = enter_teams(people, scale, **matches)
    evening.do(ChooseMovement(Place(1, "A"), SHEET))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    return evening


def first(evening: Evening) -> MatchView:
    return match_at(evening.state, Place(1, "A").at(1), Number("1"))


def names_of(evening: Evening, number: str) -> tuple[str, ...]:
    entry = evening.state.entry_at(Place(1, "A"), Number(number))
    assert entry is not None
    return entry.names


def seat_teams(evening: Evening) -> Evening:
    """Hands in both line-ups of the first half of team 1's match."""
    for number in first(evening).teams:
        names = names_of(evening, number)
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=number, ns=names[:2], ew=names[2:4]))
    return evening


def lose_first_half(evening: Evening) -> None:
    """The home team loses the first four boards of eight by 500 each."""
    for board in first(evening).boards[:4]:
        assert board.open is not None
        assert board.closed is not None
        evening.do(EnterResult(board.open.slot, "-500"))
        evening.do(EnterResult(board.closed.slot, "0"))


class TestLineups:
    """The seats of a match, in the second half by the rule of the event (manual, lines 1670-1686)."""

    def test_the_moved_pairs_are_proposed_and_taken_with_one_press(self) -> None:
        """R-232, R-274: the losers' pairs stand exchanged in the fields of the second half; one press stores both."""
        evening = seat_teams(begin_event(half_time=HalfTime.LOSER))
        lose_first_half(evening)
        home, away = first(evening).teams
        with at_desk(evening) as playing:
            path = f"{playing.base}/matches/1/{home}/lineup"
            page = playing.desk.page(path)
            assert f"{home}番が移動します" in page.text
            form = page.form(f"{playing.base}/matches/1/{home}/half-time")
            answer = playing.desk.post(f"{playing.base}/matches/1/{home}/half-time", {**form, "mover": home})
            assert answer.status_code == 200
            assert_reads(playing.desk, evening, f"/matches/1/{home}/lineup", f"/matches/1/{home}", "/lineups")
        home_lineup, two = (lineup(evening.state, Place(1, "A").at(1), number, 1) for number in (home, away))
        moved, stayed = (lineup(evening.state, Place(1, "A").at(1), number, 2) for number in (home, away))
        assert home_lineup is not None
        assert two is not None
        assert moved is not None
        assert stayed is not None
        assert (moved.ns, moved.ew) == (home_lineup.ew, home_lineup.ns)
        assert (stayed.ns, stayed.ew) == (two.ns, two.ew)

    def test_a_press_twice_changes_nothing(self) -> None:
        evening = seat_teams(begin_event(half_time=HalfTime.HOME))
        home = first(evening).home
        with at_desk(evening) as playing:
            sent = {"mover": home, "command_id": "once"}
            for _ in range(2):
                assert playing.post(f"/matches/1/{home}/half-time", **sent).status_code < 400
        assert len(evening.state.matches.lineups) == 4

    def test_pairs_that_meet_again_are_told(self) -> None:
        """R-232: nobody moves: at both tables the same pairs would meet."""
        evening = seat_teams(begin_event())
        home = first(evening).home
        with at_desk(evening) as playing:
            playing.post(f"/matches/1/{home}/half-time", mover="agreed", command_id="x")
            for locale, words in ((Locale.JA, "同じペアどうし"), (Locale.EN, "the same pairs would meet")):
                assert words in playing.page(f"/matches/1/{home}/lineup", locale).text

    def test_substitutes_by_the_rule_of_the_event(self) -> None:
        """R-275: a substitute for one of a pair is accepted, rearranged pairs are refused and listed together."""
        evening = seat_teams(begin_event(substitution=Substitution.PARTNERS_STAY))
        home = first(evening).home
        names = names_of(evening, home)
        with at_desk(evening) as playing:
            path = f"/matches/1/{home}/lineup"
            fields = dict(zip(("ns1", "ns2", "ew1", "ew2"), (names[0], names[4], names[2], names[3]), strict=True))
            assert playing.post(path, half="2", command_id="a", **fields).status_code < 400
            fields = dict(zip(("ns1", "ns2", "ew1", "ew2"), (names[0], names[2], names[1], names[3]), strict=True))
            answer = playing.post(path, half="2", command_id="b", **fields)
            assert codes(answer) == ["team-event.lineup-new-partners"] * 2

    def test_the_round_s_line_ups_at_a_glance(self) -> None:
        """R-103: the line-ups handed in, and the missing ones."""
        evening = seat_teams(begin_event())
        with at_desk(evening) as playing:
            page = playing.page("/lineups?round=1", Locale.EN)
            assert "2 teams have not handed in their line-ups of the first half." in page.text
            assert playing.page("/lineups?round=9", Locale.EN).text
            assert_reads(playing.desk, evening, "/lineups", "/lineups?round=3")

    @for_each("mover", ["9", "", "<b>"])
    def test_who_is_not_in_the_match_cannot_move(self, mover: str) -> None:
        evening = seat_teams(begin_event())
        with at_desk(evening) as playing:
            answer = playing.post(f"/matches/1/{first(evening).home}/half-time", mover=mover, command_id="x")
        assert answer.status_code in (404, 422)
        assert len(evening.state.matches.lineups) == 2

    def test_nobody_moves_before_the_first_half_is_seated(self) -> None:
        evening = begin_event()
        with at_desk(evening) as playing:
            answer = playing.post(f"/matches/1/{first(evening).home}/half-time", mover="agreed", command_id="x")
        assert codes(answer) == ["half-time.no-lineup"]

    def test_pairs_have_none(self) -> None:
        evening = new_event(4, 2)
        with at_desk(evening) as playing:
            assert playing.get("/lineups").status_code == 404

    def test_teams_of_eight_have_eight_fields(self) -> None:
        """R-232: two pairs a direction at four tables."""
        evening = begin_event(8, "wbf-continuous", eight=EightScoring.CROSS)
        home = first(evening).home
        with at_desk(evening) as playing:
            page = playing.page(f"/matches/1/{home}/lineup", Locale.EN)
            form = page.form(f"{playing.base}/matches/1/{home}/lineup")
            assert {f"{side}{at}" for side in ("ns", "ew") for at in range(1, 5)} <= set(form)
            path = f"{playing.base}/matches/1/{home}/lineup"
            playing.desk.send(path, path, half="1")
            assert_reads(playing.desk, evening, f"/matches/1/{home}/lineup", f"/matches/1/{home}", f"/teams/{home}")
        (lineup,) = evening.state.matches.lineups
        assert lineup.ns + lineup.ew == names_of(evening, home)


class TestWrongSeats:
    """A team that sits in one direction at both tables (manual, lines 2607 and 2651-2652)."""

    def test_warned_before_it_is_stored(self) -> None:
        """R-254: the slip of a match with N-S and E-W exchanged is not stored; the page explains the effect, in both
        languages, and stores it with a reason."""
        evening = begin_event()
        board = first(evening).boards[0]
        assert board.open is not None
        slot, home, away = board.open.slot, first(evening).home, first(evening).away
        key = f"A-{slot.round}-{slot.table}-{slot.board}"
        with at_desk(evening) as playing:
            answer = playing.enter(key, "140", ns=away, ew=home)
            assert codes(answer) == ["result.wrong-direction", "team-event.seats-open"]
            assert "NSとEWが逆です" in answer.json()["errors"][1]["text"]
            assert evening.state.results == {}
            for locale in Locale:
                ways = Page.read(playing.html(f"/scores/ways?key={key}&ns={away}&ew={home}", locale))
                assert list_codes_shown(ways) == []
            assert playing.enter(key, "140", ns=away, ew=home, force="席を間違えた").status_code == 200
        assert evening.state.results[slot].ns == (away,)

    def test_too_late_for_the_other_table(self) -> None:
        """R-254, R-132: the other table has played: the board leaves the comparison, which is said before."""
        evening = begin_event()
        board = first(evening).boards[0]
        assert board.open is not None
        assert board.closed is not None
        evening.do(EnterResult(board.closed.slot, "140"))
        slot = board.open.slot
        with at_desk(evening) as playing:
            key = f"A-{slot.round}-{slot.table}-{slot.board}"
            answer = playing.enter(key, "140", ns=first(evening).away, ew=first(evening).home)
            assert codes(answer) == ["result.wrong-direction", "team-event.seats-played"]
            fields = {"ns": first(evening).away, "ew": first(evening).home, "force": "席を間違えた"}
            assert playing.enter(key, "140", **fields).status_code == 200
            assert "is-left-out" in playing.html(f"/matches/1/{first(evening).home}")


FORM: dict[str, Any] = {
    "team_scoring": "patton",
    "home": "toss",
    "seating": "alternate",
    "half_time": "loser",
    "substitution": "partners-stay",
    "eight": "aggregate",
    "scale": "own",
    "scale_table": "5-5 6-4 10-0\n8: 0 300 900",
}


class TestSettings:
    """The conditions of matches in the settings form, and the organiser's own scale."""

    def test_everything_is_kept_and_shown_again(self) -> None:
        """R-230, R-255: what is typed stands in the settings, and in the form again."""
        evening = enter_teams()
        with at_desk(evening) as playing:
            path = f"{playing.base}/settings"
            playing.desk.send(path, path, **FORM)
            form = playing.desk.page(path).form(path)
            assert {name: form[name] for name in FORM if name != "scale_table"} == {
                name: value for name, value in FORM.items() if name != "scale_table"
            }
            assert_reads(playing.desk, evening, "/settings", "/settings?scale_from=wbf-25")
        settings = evening.state.settings
        assert settings.matches == MatchSettings(
            TeamScoring.PATTON,
            HomeRule.TOSS,
            SeatingRight.ALTERNATE,
            HalfTime.LOSER,
            Substitution.PARTNERS_STAY,
            EightScoring.AGGREGATE,
        )
        assert (settings.scoring.scale, settings.scoring.scale_table) == (OWN, FORM["scale_table"])

    @for_each(
        "name, typed",
        [
            ("team_scoring", "rubber"),
            ("home", "x"),
            ("seating", "x"),
            ("half_time", "x"),
            ("substitution", "x"),
            ("eight", "9"),
            ("scale_table", "ten"),
        ],
    )
    def test_what_cannot_be_is_told_beside_the_field(self, name: str, typed: str) -> None:
        evening = enter_teams()
        with at_desk(evening) as playing:
            path = f"{playing.base}/settings"
            more = {"scale": OWN} if name == "scale_table" else {}
            form = {**playing.desk.page(path).form(path), name: typed, **more}
            answer = playing.desk.post(path, form)
        assert answer.status_code == 422
        assert f'id="{name}-error"' in answer.text
        assert evening.state.settings.matches == MatchSettings()

    def test_what_is_usual_is_said(self) -> None:
        """R-230: what the matches are scored by stands there where nothing is chosen, and nowhere else."""
        evening = enter_teams()
        with at_desk(evening) as playing:
            path = f"{playing.base}/settings"
            assert "「競技形式どおり」はこの競技会では「IMP→VP（マッカランを含む）」です。" in playing.html("/settings")
            playing.desk.send(path, path, form="bam-teams", scale="open")
            assert "As usual means here: Board-a-match." in playing.html("/settings", Locale.EN)
            playing.desk.send(path, path, form="round-robin-teams", team_scoring="patton")
            assert "As usual means here" not in playing.html("/settings", Locale.EN)

    def test_a_copy_of_a_scale_to_begin_with(self) -> None:
        """R-230: a known scale is copied into the field, to be changed there."""
        evening = enter_teams()
        with at_desk(evening) as playing:
            html = playing.html("/settings?scale_from=wbf-25")
            assert format_scale_table(load_scale("wbf-25")).splitlines()[1] in html
            assert playing.get("/settings?scale_from=20-0").status_code == 404

    @pytest.mark.slow
    @for_each("scoring", TeamScoring)
    def test_every_method_from_the_form_to_the_ranking(self, scoring: TeamScoring) -> None:
        """R-033, R-230, R-231, R-240: chosen in the form, played, on the match page, the cross table, the team's page,
        the ranking, the score sheet and in the explanations, in both languages."""
        scale = {TeamScoring.IMPS_VP: "mccallan-40", TeamScoring.BOARD_A_MATCH_VP: "bam-vp"}.get(scoring, "open")
        evening = enter_teams()
        with at_desk(evening) as playing:
            path = f"{playing.base}/settings"
            playing.desk.send(path, path, team_scoring=scoring.value, scale=scale)
        play_sheet(evening, SHEET)
        assert evening.state.settings.matches.scoring is scoring
        with at_desk(evening) as playing:
            assert_reads(playing.desk, evening, "/matches/1/1", "/teams/1", "/ranking/why/1", "/matches/1/1/why")
            for path in ("/matches", "/cross"):
                assert playing.get(path).status_code == 200
            board = first(evening).boards[0].board
            assert playing.get(f"/matches/1/1/why?board={board}").status_code == 200
            points = [link for link in playing.page(f"/travellers?board={board}").links if "/why?" in link]
            assert points
            assert {playing.desk.get(link).status_code for link in points} == {200}
            total = standings(evening.state, 1).ranking[0].total
            assert decimal_string(total) in playing.page("/ranking").text
            playing.post("/publish", is_interim="true")
            version = evening.state.publication.versions[-1].seq
            assert decimal_string(total) in playing.page(f"/ranking?at={version}").text
        for sheet in ("team-score-sheet", *(["bam-report"] if scoring.method.is_board_a_match else [])):
            assert len(print_paper(sheet, job_of(evening, round="1")).pages) >= 1


class TestPenalties:
    """Penalties of teams at the desk: in victory points of the total, in IMPs of a match (R-250)."""

    @rotate("locale", Locale)
    def test_what_is_offered_can_be_given(self, locale: Locale) -> None:
        evening = begin_event()
        play_round(evening, 1, 1)
        with at_desk(evening) as playing:
            page = playing.page("/matches/1/1", locale)
            link = next(link for link in page.links if "offender=1" in link)
            offer_page = playing.desk.page(link.split("#")[0], locale)
            assert list_codes_shown(offer_page) == []
            form = offer_page.form(f"{playing.base}/rulings/penalty")
            assert (form["number"], form["round"], form["unit"]) == ("1", "1", "vp")
            units = re.findall(
                r'value="(\w+)"', playing.html("/rulings").split('id="penalty-unit"')[1].split("</select>")[0]
            )
            assert units == ["vp", "boards", "imps"]
            for unit in units:
                sent = {**form, "command_id": unit, "unit": unit, "amount": "2", "reason": "late"}
                assert playing.desk.post(f"{playing.base}/rulings/penalty", sent).status_code == 200
            assert [one.unit.value for one in evening.state.rulings.penalties] == units
            assert {one.round for one in evening.state.rulings.penalties} == {1}
            assert len(match_at(evening.state, Place(1, "A").at(1), Number("1")).penalties) == 3
            assert_reads(playing.desk, evening, "/rulings", "/matches/1/1")

    def test_imps_are_deducted_from_a_match(self) -> None:
        """Without a round, or with one whose match is not there, a penalty in IMPs would be lost."""
        evening = begin_event()
        play_round(evening, 1, 1)
        with at_desk(evening) as playing:
            fields = {"number": "1", "unit": "imps", "amount": "3", "reason": "late"}
            assert codes(playing.post("/rulings/penalty", **fields)) == ["team-event.penalty-needs-round"]
            assert codes(playing.post("/rulings/penalty", **fields, round="9")) == ["team-event.penalty-no-match"]
            assert codes(playing.post("/rulings/penalty", **fields, round="x")) == ["desk.field.number"]
            assert playing.post("/rulings/penalty", **fields, round="1").status_code == 200

    def test_a_pair_of_a_team_is_no_team(self) -> None:
        """Where the pairs of a team have numbers of their own, the team is offered and fined, whichever is named."""
        evening = enter_teams(4, "wbf-continuous")
        evening.start(make("round-robin", tables=4, form="pair", boards_per_round=2))
        with at_desk(evening) as playing:
            options = playing.html("/rulings").split('id="penalty-number"')[1].split("</select>")[0]
            assert re.findall(r'value="(\w*)"', options) == ["", *"1234"]
            fields = {"unit": "vp", "amount": "1", "reason": "late"}
            for number in ("3", "3A"):
                assert playing.post("/rulings/penalty", number=number, **fields).status_code == 200
        assert [one.number for one in evening.state.rulings.penalties] == ["3", "3"]


class TestTeamPage:
    """The captain's page (manual, lines 1640-1668 and 1746-1760)."""

    def test_matches_place_and_next_opponent(self) -> None:
        """R-020, R-257: both tables of every board, the rank of four, the next opponent and tables, the penalty."""
        evening = begin_event()
        play_round(evening, 1, 1)
        evening.do(StartRound(1, 2))
        evening.do(
            GivePenalty(place=Place(1, "A"), number=Number("1"), amount=Fraction(1), unit=PenaltyUnit.VP), reason="late"
        )
        following = match_at(evening.state, Place(1, "A").at(2), Number("1"))
        with at_desk(evening) as playing:
            page = playing.page("/teams/1", Locale.EN)
            assert "Rank " in page.text
            assert "of 4" in page.text
            assert "Next match" in page.text
            opponent = following.away if following.home == "1" else following.home
            assert f"against {opponent}" in page.text
            assert any(link.endswith("/ranking/why/1") for link in page.links)
            assert any("/why?against=" in link and "board=" in link for link in page.links)
            assert_reads(playing.desk, evening, "/teams/1", "/teams/4")
            assert playing.get("/teams/99").status_code == 404

    def test_explanations_open_over_the_page(self) -> None:
        """R-257: a forfeit's three means, a ruled match, a board; only the part for a script."""
        evening = begin_event()
        home, away = first(evening).teams
        evening.do(ForfeitMatch(at=Place(1, "A").at(1), number=away, opponent=home), reason="did not come")
        play_round(evening)
        second = match_at(evening.state, Place(1, "A").at(2), home)
        assert second.boards[0].open is not None
        evening.do(GiveAward(second.boards[0].open.slot, "A+", "A-", "Law 12C2"), reason="wrong board")
        with at_desk(evening) as playing:
            paths = [f"/matches/1/{home}/why?against={away}", f"/matches/1/{away}/why", f"/matches/2/{home}/why"]
            assert_reads(playing.desk, evening, *paths, f"/ranking/why/{home}")
            part = playing.desk.get(f"{playing.base}{paths[0]}", headers={"x-part": "1"})
            assert part.text.lstrip().startswith('<section id="why"')
            assert playing.get("/matches/9/1/why").status_code == 404

    def test_visitors_see_a_round_when_all_of_it_is_in(self) -> None:
        """R-388: no result of a round before its last one is in; the place only as it was released."""
        evening = begin_event()
        play_round(evening, 1, 1)
        with at_desk(evening) as playing:
            path = f"/hall/{evening.event_id}/teams/1"
            for locale in Locale:
                page = playing.desk.page(path, locale)
                assert list_codes_shown(page) == []
            assert "own-boards" in playing.desk.get(path).text
            assert "順位はまだ公表されていません" in playing.desk.page(path).text
            assert playing.desk.get(f"{path}?section=Z").status_code == 404
        evening.do(EnterResult(next(slot for slot in missing_slots(evening.state, 1) if slot.round == 2), "P"))
        with at_desk(evening) as playing:
            text = playing.desk.page(path, Locale.EN).text
            assert "Shown when all results of the round are in." in text
            assert not any(link.startswith("/events/") for link in playing.desk.page(path).links)
        evening.do(Publish(is_interim=True), reason="shown as it stands")
        with at_desk(evening) as playing:
            assert "位／4" in playing.desk.page(path).text

    def test_the_hall_may_show_the_live_ranking(self) -> None:
        """R-388: the director lets the hall show it."""
        evening = begin_event()
        play_round(evening, 1, 1)
        with at_desk(evening) as playing:
            path = f"/hall/{evening.event_id}/teams/1"
            playing.desk.post(f"{playing.base}/hall", {"shows": "live", "command_id": "x"})
            assert "位／4" in playing.desk.page(path).text

    def test_swiss_pairs_have_it_too(self) -> None:
        evening = new_event(
            6, 2, form=EventForm.SWISS_PAIRS, method=Method.IMPS, scale="wbf-continuous", conditions=PLAIN_SWISS,
            boards_per_round=8,
        )  # fmt: skip
        play_swiss(evening, 3)
        with at_desk(evening) as playing:
            assert_reads(playing.desk, evening, "/teams/1", "/matches/1/1", "/ranking/why/1")
            assert playing.get("/lineups").status_code == 404
        assert len(print_paper("team-result", job_of(evening)).pages) == 6

    def test_a_director_who_plays_sees_no_ranking(self) -> None:
        evening = begin_event()
        play_round(evening, 1, 1)
        settings = replace(
            evening.state.settings,
            play=replace(evening.state.settings.play, is_director_playing=True),
            announcement=replace(evening.state.settings.announcement, director=names_of(evening, "2")[0]),
        )
        evening.do(ChangeSettings(settings))
        with at_desk(evening) as playing:
            assert "own-place" not in playing.html("/teams/1")
            assert "why-steps" not in playing.html("/matches/1/1/why")

    def test_other_events_have_none(self) -> None:
        evening = new_event(4, 2)
        with at_desk(evening) as playing:
            assert playing.get("/teams/1").status_code == 404
            assert playing.desk.get(f"/hall/{evening.event_id}/teams/1").status_code == 404


def test_the_pages_lead_to_one_another() -> None:
    """Match, team, line-up and back."""
    evening = begin_event()
    with at_desk(evening) as playing:
        match = playing.page("/matches/1/1")
        assert f"{playing.base}/teams/1" in match.links
        assert any(link.endswith("/lineup") for link in match.links)
        assert any(link.endswith("/matches/1/1") for link in playing.page("/matches/1/1/lineup").links)
        assert f"{playing.base}/lineups?round=1" in playing.page("/matches?round=1").links
        play_round(evening, 1, 1)
        whys = [link for link in playing.page("/private/1").links if "board=" in link]
        assert whys
        assert playing.desk.get(whys[0]).status_code == 200


class TestRuledScores:
    """A ruling of a number counts on every page of a match: its score with a mark, the difference and the IMPs."""

    @pytest.fixture
    def playing(self) -> Iterator[Playing]:
        """Match 1–6 of a round robin: 420 at both tables of board 1, the other boards passed out."""
        with at_desk(EVENTS["round-robin"]()) as playing:
            for slot in missing_slots(playing.state, 1):
                if slot.round == 1 and slot.table in (1, 6):
                    playing.enter(slot_key(slot), "420" if slot.board == 1 else "P")
            yield playing

    def test_both_sides(self, playing: Playing) -> None:
        """620 instead of 420 for both: +200 for team 1, which is 5 IMPs."""
        answer = playing.post("/slots/A-1-1-1/award", ns_text="620", ew_text="620", reason="ruling", law="12C1")
        assert answer.status_code == 200
        [board] = [one for one in match_at(playing.state, Place(1, "A").at(1), Number("1")).boards if one.board == 1]
        assert (board.difference, board.away_difference) == (200, -200)
        assert board.points == (Fraction(5), Fraction(0))
        page = playing.html("/matches/1/1", Locale.EN)
        assert "adjusted" in page
        assert "+620" in page
        assert "+200" in page
        assert "+620" in playing.html("/teams/1", Locale.EN)
        travellers = playing.page("/travellers?board=1", Locale.EN).text
        assert "620 1 420 1" in travellers
        assert "5 -5" in travellers
        assert "Is that intended?" not in page

    def test_one_side(self, playing: Playing) -> None:
        """Only North-South have a ruling: team 6 keeps the 420 of the table, and the page asks about it."""
        playing.post("/slots/A-1-1-1/award", ns_text="620", ew_text="", reason="ruling", law="12C1")
        [board] = [one for one in match_at(playing.state, Place(1, "A").at(1), Number("1")).boards if one.board == 1]
        assert (board.difference, board.away_difference) == (200, 0)
        page = playing.html("/matches/1/1", Locale.EN)
        assert "Board 1, table 1: only 1 has a ruling, and 6 keeps the score of the table. Is that intended?" in page


@for_each(
    "name, number, against",
    [
        ("round-robin", "4", ["3"]),
        ("league", "1", ["4"]),
        ("knockout", "2", ["3"]),
        ("awl", "1", ["3", "4"]),
        ("triangle", "4", ["3", "5"]),
        ("every-pair", "1A", ["4"]),
    ],
)
def test_a_third_breach_of_conduct_forfeits_the_match_from_the_rulings_page(
    name: str, number: str, against: list[str]
) -> None:
    """Regulations summary, line 258: the page that offers the penalties of conduct also enters the forfeit. A team with
    two matches in the round chooses one of them."""
    with at_desk(EVENTS[name]()) as playing:
        state, team = playing.state, number.rstrip("AB")
        player = state.entries[state.section(Place(1, "A")).numbers[Number(number)]].people[0].name
        for _ in range(2):
            playing.post("/rulings/warn", offence="conduct", number=number, player=player)
        page = playing.html(f"/rulings?offence=conduct&round=1&offender={number}%7C{player}", Locale.EN)
        assert page.count(f'formaction="{playing.base}/matches/1/{team}/forfeit"') == len(against)
        assert [other for other in against if f'name="against" value="{other}"' not in page] == []
        assert "team matches, the match is forfeited the third time" in page
        form = {"number": number, "player": player, "reason": "conduct", "against": against[-1]}
        assert playing.post(f"/matches/1/{team}/forfeit", **form).status_code == 200
        assert [(one.number, one.opponent) for one in playing.state.matches.forfeits] == [(team, against[-1])]


def test_a_team_without_a_match_in_the_round_has_nothing_to_forfeit_there() -> None:
    with at_desk(EVENTS["knockout"]()) as playing:
        player = playing.state.entries[playing.state.section(Place(1, "A")).numbers[Number("1")]].people[0].name
        for _ in range(2):
            playing.post("/rulings/warn", offence="conduct", number="1", player=player)
        page = playing.html(f"/rulings?offence=conduct&round=1&offender=1%7C{player}", Locale.EN)
        assert "Number 1 has no match in round 1." in page
        assert "/1/forfeit" not in page


_NO_PLACE = "1 has no place in the ranking"
_DROPPED = "4 matches are no longer played: 1–3, 1–5, 1–2, 1–4"


class TestLeaving:
    """Regulations summary, line 75: the page of a withdrawal lists the results that stay and those that go."""

    @pytest.mark.parametrize(
        ("name", "rounds", "listed"),
        [
            (
                "round-robin",
                1,
                ["1 has no place in the ranking", "1 match is removed, for the opponents too: 1–6", _DROPPED],
            ),
            ("round-robin", 3, ["3 matches stay: 1–6, 1–3, 1–5", "2 matches are forfeited: 1–2, 1–4"]),
            ("swiss-teams", 1, ["1 match stays for the opponents only"]),
            ("triangle", 1, [_NO_PLACE, "1 match stays for the opponents only: 1–2"]),
            ("even-chance", 1, ["1 match stays for the opponents only: 1–3"]),
            (
                "league",
                1,
                ["1 match is removed, for the opponents too: 1–4", "2 matches are no longer played: 3–1, 1–2"],
            ),
            ("swiss-pairs", 1, ["4 boards stay, for the opponents too."]),
        ],
    )
    def test_before_and_after(self, name: str, rounds: int, listed: list[str]) -> None:
        with at_desk(EVENTS[name]()) as playing:
            for number in range(1, rounds + 1):
                playing.fill_round(number)
            before = playing.html("/rulings/withdrawal?number=1", Locale.EN)
            assert "if the entry is withdrawn now" in before
            assert [text for text in listed if text not in before] == []
            assert list_codes_shown(playing.page("/rulings/withdrawal?number=1", Locale.JA)) == []
            playing.evening.do(WithdrawEntry(playing.state.section(Place(1, "A")).numbers[Number("1")]), reason="left")
            after = playing.html("/rulings/withdrawal?number=1", Locale.EN)
            assert "after the withdrawal" in after
            assert [text for text in listed if text not in after] == []

    @for_each(
        "number, left, listed",
        [("2", 0, "1 match is forfeited: 2–3"), ("2", 1, "1 match stays: 2–3"), ("1", 1, "To the rulings")],
    )
    def test_a_knockout_removes_nothing(self, number: str, left: int, listed: str) -> None:
        """A team that leaves loses what is not decided; number 1 has a bye in round 1."""
        with at_desk(EVENTS["knockout"]()) as playing:
            for _ in range(left):
                playing.fill_round(1)
            page = playing.html(f"/rulings/withdrawal?number={number}", Locale.EN)
            assert listed in page
            assert "no place in the ranking" not in page

    def test_the_list_of_entries_leads_to_the_results(self) -> None:
        """Before the withdrawal from its question, afterwards from the list of those who have left."""
        with at_desk(EVENTS["round-robin"]()) as playing:
            playing.fill_round(1)
            link = f'{playing.base}/rulings/withdrawal?number=1"'
            assert playing.html("/entries", Locale.EN).count(link) == 1
            who = playing.state.section(Place(1, "A")).numbers[Number("1")]
            answer = playing.post(f"/entries/{who}/withdraw")
            assert answer.status_code == 200
            assert playing.html("/entries", Locale.EN).count(link) == 1
