"""Masterpoints of every form of team event (manual, lines 3948-4191)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.forms.bracket.progress import knockout
from arrowswitch.tournament.matches.views import matches
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.slices.knockout import DecideMatch
from arrowswitch.tournament.model.slices.matches import ForfeitMatch
from arrowswitch.tournament.model.slices.movement import DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.ranking.team_awards import awards_of_teams, why_team_award
from arrowswitch.tournament.ranking.why import why_masterpoints
from tests.builders import Evening
from tests.scripted_events import PLAIN_SWISS, new_event, play_round, play_sheet, play_swiss

TEAM = ContestantKind.TEAM
SHEET = make("round-robin", tables=6, form="team", boards_per_round=8)
WBF = {"scale": "wbf-25", "boards_per_round": 8, "master_point_class": 2}


def rows(state: EventState, session: int = 1) -> list[RankRow]:
    return [row for _, group in ranking(state, session).groups for row in group]


def by_hand(state: EventState, members: int = 4, boards: int | None = None, most: int = 25) -> list[Fraction]:
    """Reckons the awards of a class 2 game from the ranks and the matches alone; `boards` None: by the place alone."""
    own = rows(state, max(state.sessions))
    count, paid = len(own), ceil(Fraction(35, 100) * len(own))
    awards = []
    for row in own:
        tied = sum(other.standing.rank == row.standing.rank for other in own)
        places = range(row.standing.rank, row.standing.rank + tied)
        first = min(Fraction(4, 100) * count, Fraction(1))
        place = sum((first * Fraction(7, 10) ** (n - 1) for n in places if n <= paid), Fraction(0)) / tied
        won = Fraction(0)
        for match in matches(state):
            if row.standing.number in match.teams and match.brings is not None and not match.in_triangle:
                side = match.teams.index(row.standing.number)
                if match.brings[side] > match.brings[1 - side]:
                    won += match.brings[side]
        wins = 2 * (boards or 0) * won / (100 * most * members)
        awards.append(round_half_up_2(max(place, min(wins, Fraction(1)))))
    return awards


def master_points(state: EventState, session: int = 1) -> list[Fraction | None]:
    return [row.master_points for row in rows(state, session)]


def round_robin(**settings: object) -> Evening:
    event = {"kind": TEAM, "form": EventForm.ROUND_ROBIN_TEAMS, **WBF, **settings}
    return new_event(6, 4, **event)


def decide_level(evening: Evening, round_number: int) -> None:
    bracket = knockout(evening.state, "A")
    for match in bracket.matches if bracket is not None else ():
        if match.state is MatchState.LEVEL and match.teams[0] is not None:
            evening.do(DecideMatch(Place(1, "A").at(round_number), match.teams[0]), reason="by lot")


class TestForms:
    """R-315: the larger of both formulas for every form of team event."""

    def test_round_robin(self) -> None:
        """Six teams: 3 places of 0.24, 0.168 and 0.1176 by the first formula, B = 8 and M = 25 in the second."""
        evening = round_robin()
        play_sheet(evening, SHEET)
        assert master_points(evening.state) == by_hand(evening.state, boards=8)
        assert all(award for award in master_points(evening.state)[:3])

    def test_two_sessions_earn_once(self) -> None:
        """R-147: a round robin over two sessions gives nothing after the first; its matches have 16 boards."""
        evening = round_robin(sessions=2, form=EventForm.SHORT_ROUND_ROBIN_TEAMS)
        sheets = [make("round-robin", tables=6, form="pair", sessions=2, session=n, boards_per_round=4) for n in (1, 2)]
        play_sheet(evening, *sheets)
        assert set(master_points(evening.state, 1)) == {None}
        assert master_points(evening.state, 2) == by_hand(evening.state, boards=8)

    @pytest.mark.parametrize("teams", [8, 7])
    def test_swiss(self, teams: int) -> None:
        """R-315: an odd team sits out a round, which is no match won."""
        conditions = replace(PLAIN_SWISS, rounds=3, triangle=Triangle.NONE)
        event = {"kind": TEAM, "form": EventForm.SWISS_TEAMS, **WBF, "conditions": conditions}
        evening = new_event(teams, 4, **event)
        play_swiss(evening, 2)
        assert set(master_points(evening.state)) == {None}
        evening.do(DrawRound(Place(1, "A").at(3)))
        play_round(evening, 1, 3)
        assert master_points(evening.state) == by_hand(evening.state, boards=8)

    def test_a_triangle_within_a_round_is_one_match(self) -> None:
        """A triangle brings its three one share of victory points each: one above the draw counts as won."""
        conditions = replace(PLAIN_SWISS, rounds=1, triangle=Triangle.ONE_ROUND, triangle_limit=1)
        event = {"kind": TEAM, "form": EventForm.SWISS_TEAMS, **WBF, "conditions": conditions}
        evening = new_event(5, 4, **event)
        play_swiss(evening, 1)
        triangle = evening.state.section(Place(1, "A")).draws[0].triangle
        assert len(triangle) == 3
        awards = awards_of_teams(evening.state, 1)
        for row in rows(evening.state):
            if row.standing.number in triangle:
                won = row.standing.total if row.standing.total > 15 else Fraction(0)
                assert awards[row.standing.number].by_wins == 2 * 8 * won / (100 * 25 * 4)
        assert any(awards[number].by_wins for number in triangle)

    @pytest.mark.parametrize("form", [EventForm.KNOCKOUT_TEAMS, EventForm.DOUBLE_KNOCKOUT_TEAMS])
    def test_knockout(self, form: EventForm) -> None:
        """By IMPs there are no victory points: four teams, class 2, two places: 0.16 and 0.112."""
        evening = new_event(4, 4, kind=TEAM, form=form, boards_per_round=8, master_point_class=2)
        evening.do(DrawNumbers(Place(1, "A"), 1))
        for round_number in range(1, 12):
            evening.do(DrawRound(Place(1, "A").at(round_number)))
            if round_number == 1:
                evening.do(StartPlay(1))
            assert set(master_points(evening.state)) <= {None}
            play_round(evening, 1, round_number, seed=round_number)
            decide_level(evening, round_number)
            if master_points(evening.state)[0] is not None:
                break
        assert master_points(evening.state) == by_hand(evening.state)
        assert master_points(evening.state)[:2] == [Fraction(16, 100), Fraction(11, 100)]

    @pytest.mark.parametrize(("form", "scale"), [(EventForm.BAM_TEAMS, ""), (EventForm.BAM_VP_TEAMS, "bam-vp")])
    def test_board_a_match(self, form: EventForm, scale: str) -> None:
        """R-315: plain board-a-match has no victory points; with them a round of 3 brings 2 x 3 + 7 at the most."""
        event = {"kind": TEAM, "form": form, "scale": scale, "boards_per_round": 3, "master_point_class": 2}
        evening = new_event(7, 4, **event)
        play_sheet(evening, make("awl", tables=7, boards_per_round=3))
        if scale:
            assert master_points(evening.state) == by_hand(evening.state, boards=3, most=13)
        else:
            assert master_points(evening.state) == by_hand(evening.state)

    def test_league(self) -> None:
        """Every leg of a league is a match: four teams, three rounds."""
        conditions = replace(PLAIN_SWISS, rounds=1)
        event = {"kind": TEAM, "form": EventForm.LEAGUE, **WBF, "conditions": conditions}
        evening = new_event(4, 4, **event)
        evening.do(DrawNumbers(Place(1, "A"), 1))
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        play_round(evening)
        assert master_points(evening.state) == by_hand(evening.state, boards=8)

    def test_even_chance(self) -> None:
        """Eight pairs make four teams, which earn as teams of four."""
        event = {"form": EventForm.EVEN_CHANCE_TEAMS, **WBF, "conditions": replace(PLAIN_SWISS, rounds=2)}
        evening = new_event(8, 2, **event)
        evening.do(FormTeams())
        play_swiss(evening, 2)
        assert master_points(evening.state) == by_hand(evening.state, boards=8)


class TestRules:
    def test_a_forfeit_is_a_match_won(self) -> None:
        """R-315: who wins by a forfeit has the victory points of that match among those won."""
        evening = round_robin()
        play_sheet(evening, SHEET)
        first = matches(evening.state)[0]
        evening.do(ForfeitMatch(Place(1, "A").at(first.rounds[0]), first.home), reason="left")
        assert master_points(evening.state) == by_hand(evening.state, boards=8)

    def test_more_members_earn_less_by_wins(self) -> None:
        """R-315: Pm is 6 for teams of six."""
        evening = new_event(6, 6, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, **WBF)
        play_sheet(evening, SHEET)
        assert master_points(evening.state) == by_hand(evening.state, members=6, boards=8)

    def test_higher_events_are_left_to_the_federation(self) -> None:
        """R-320: a sectional event of teams prints no points; nor does one without a class."""
        evening = round_robin()
        play_sheet(evening, SHEET)
        settings = evening.state.settings
        for other in (
            replace(settings, event_class=EventClass.SECTIONAL),
            replace(settings, awards=replace(settings.awards, master_point_class=None)),
        ):
            evening.do(ChangeSettings(other))
            assert set(master_points(evening.state)) == {None}
            assert why_team_award(evening.state, 1, Number("1")) is None

    def test_each_award_is_explained(self) -> None:
        """R-315: the explained award is the award given."""
        evening = round_robin()
        play_sheet(evening, SHEET)
        for row in rows(evening.state):
            explanation = why_masterpoints(evening.state, Place(1, "A"), row.standing.number)
            assert explanation is not None
            assert explanation.result == row.master_points
        assert why_team_award(evening.state, 1, Number("9")) is None
