"""Teams that are late for a match (R-115; regulations summary, line 71)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.team_rules import TeamRules
from arrowswitch.i18n import Locale, problem_text
from arrowswitch.tournament.matches.lateness import judge_lateness, late_matches
from arrowswitch.tournament.matches.views import MatchStatus, match_at
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.play.timetable import plan
from arrowswitch.web.app import create_app
from tests.builders import Evening
from tests.scripted_events import PLAIN_SWISS, new_event
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

RULES = TeamRules()


def swiss(boards: int = 24) -> Evening:
    """Returns a Swiss of four teams in its first round; nothing is entered."""
    conditions = replace(PLAIN_SWISS, rounds=2)
    settings = {
        "form": EventForm.SWISS_TEAMS,
        "scale": "wbf-continuous",
        "conditions": conditions,
        "boards_per_round": boards,
    }
    evening = new_event(4, 4, kind=ContestantKind.TEAM, minutes=400, **settings)
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(DrawRound(Place(1, "A").at(1)))
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    return evening


@contextmanager
def at(evening: Evening) -> Iterator[tuple[Desk, str]]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        yield desk, f"/events/{evening.event_id}"


class TestReckoning:
    @for_each(
        "minutes_left, is_lost",
        [(90, False), (84, False), (83, True), (80, True), (0, True), (-5, True)],
    )
    def test_half_of_the_boards(self, minutes_left: int, is_lost: bool) -> None:
        """R-115: 24 boards: 90 minutes / 7 = 12.86 boards are enough, 84 / 7 = 12 just so, 80 / 7 = 11.43 are not."""
        assert judge_lateness(RULES, 24, 10, minutes_left)[0] is is_lost

    @for_each("minutes_late, is_lost", [(29, False), (30, True), (31, True)])
    def test_thirty_minutes(self, minutes_late: int, is_lost: bool) -> None:
        """R-115: 30 minutes late or more is a forfeit, however much time is left."""
        assert judge_lateness(RULES, 8, minutes_late, 500)[0] is is_lost

    @pytest.mark.parametrize("boards", [7, 8])
    def test_an_odd_number_of_boards(self, boards: int) -> None:
        """R-115: half of 7 is 3.5: three boards are fewer, four are not; half of 8 is 4."""
        assert judge_lateness(RULES, boards, 0, 27)[0]
        assert not judge_lateness(RULES, boards, 0, 28)[0]

    def test_the_arithmetic_is_told(self) -> None:
        """R-115: both reckonings stand in the text, in both languages."""
        _, why = judge_lateness(RULES, 24, 10, 80)
        english = [problem_text(one, Locale.EN) for one in why]
        assert english[0].endswith("30 minutes or more would be a forfeit: 10 < 30.")
        assert english[1] == (
            "80 minutes are left: 80 / 7 = 11.43, that is 11 boards. Half of 24 is 12, and fewer is a forfeit: 11 < 12."
        )
        assert "80分 / 7分 = 11.43" in problem_text(why[1], Locale.JA)

    def test_a_body_with_other_numbers(self) -> None:
        rules = replace(RULES, late_minutes=20, minutes_per_board=8)
        assert judge_lateness(rules, 24, 20, 200)[0]
        assert judge_lateness(rules, 24, 0, 95)[0]
        assert not judge_lateness(rules, 24, 19, 96)[0]


class TestMatchesThatHaveNotBegun:
    def test_by_the_clock_of_the_round(self) -> None:
        """R-115: 24 boards make a round of 24 x 7 + 1 = 169 minutes: lost after 30 minutes, not after 29."""
        evening = swiss()
        expected = plan(evening.state, evening.clock.now())
        assert expected is not None
        assert expected.round_minutes == 24 * 7 + 1
        evening.clock.forward(29)
        assert [one.is_lost for one in late_matches(evening.state, Place(1, "A"), evening.clock.now())] == [
            False,
            False,
        ]
        evening.clock.forward(1)
        late = late_matches(evening.state, Place(1, "A"), evening.clock.now())
        assert [(one.minutes_late, one.minutes_left, one.is_lost) for one in late] == [(30, 139, True)] * 2

    def test_by_when_they_are_expected(self) -> None:
        """R-115: earlier than 30 minutes when half of the boards cannot be played: a round of 4 boards is 29 minutes
        long; who comes 15 minutes late has 14 for two boards, who comes in 16 has 13."""
        evening = swiss(4)
        now = evening.clock.now()
        assert not late_matches(evening.state, Place(1, "A"), now, 15)[0].is_lost
        late_match = late_matches(evening.state, Place(1, "A"), now, 16)[0]
        assert (late_match.minutes_late, late_match.minutes_left, late_match.boards, late_match.is_lost) == (
            16,
            13,
            4,
            True,
        )

    def test_a_match_that_has_begun_is_not_asked_about(self) -> None:
        evening = swiss(4)
        first = match_at(evening.state, Place(1, "A").at(1), next(iter(evening.state.section(Place(1, "A")).numbers)))
        evening.do(EnterResult(Slot(1, "A", 1, first.tables[0], first.boards[0].board), "110"))
        late = late_matches(evening.state, Place(1, "A"), evening.clock.now() + timedelta(minutes=40))
        assert len(late) == 1
        assert set(late[0].match.teams).isdisjoint(first.teams)

    def test_nobody_is_late_before_the_start(self) -> None:
        pairs = new_event(4, 2)
        assert late_matches(pairs.state, Place(1, "A"), pairs.clock.now()) == ()


class TestAtTheDesk:
    def test_it_is_proposed_and_the_director_confirms(self) -> None:
        """R-115: after 30 minutes the matches page names both matches; one click on the match's page, with the reason
        filled in, makes the forfeit; nothing happens by itself."""
        evening = swiss()
        evening.clock.forward(31)
        first = match_at(evening.state, Place(1, "A").at(1), next(iter(evening.state.section(Place(1, "A")).numbers)))
        with at(evening) as (desk, base):
            for locale in Locale:
                page = desk.page(f"{base}/matches", locale)
                assert list_codes_shown(page) == []
                names = " ".join(n for e in evening.state.entries.values() for n in e.names) + "大会"
                assert foreign(page, locale, names) == []
            assert page.text.count("A forfeit") == 2
            assert match_at(evening.state, Place(1, "A").at(1), first.home).status is MatchStatus.PLANNED
            path = f"{base}/matches/1/{first.home}"
            assert list_codes_shown(desk.page(path)) == []
            form = Page.read(desk.get(path).text.split('id="late-team"')[1]).form(f"{path}/forfeit")
            assert form["reason"] == "31分の遅刻（競技会規定）"
            desk.post(f"{path}/forfeit", form)
        lost = match_at(evening.state, Place(1, "A").at(1), first.home)
        assert (lost.status, lost.loser) == (MatchStatus.FORFEITED, first.home)
        (forfeit,) = evening.state.matches.forfeits
        assert forfeit.reason == "31分の遅刻（競技会規定）"

    @for_each("arrives", ["16", "", "x", "-3", "9999", "１６"])
    def test_when_they_are_expected_is_typed(self, arrives: str) -> None:
        """R-115: on the match's page the minutes until they come are reckoned in; what is no number counts as none."""
        evening = swiss(4)
        evening.clock.forward(6)
        number = next(iter(evening.state.section(Place(1, "A")).numbers))
        with at(evening) as (desk, base):
            answer = desk.get(f"{base}/matches/1/{number}", params={"arrives": arrives, "lang": "en"})
        assert answer.status_code == 200
        assert ("A forfeit" in answer.text) is (arrives == "16")
        assert 'id="late-team"' in answer.text

    def test_another_round_asks_nothing(self) -> None:
        evening = swiss()
        evening.clock.forward(31)
        with at(evening) as (desk, base):
            assert "late-teams" not in desk.get(f"{base}/matches?round=2").text
