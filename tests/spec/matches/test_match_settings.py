"""How matches of teams are scored and seated, from the settings to the ranking: R-230, R-231, R-232, R-240, R-255,
R-274, R-275, R-276 and R-404, and the organiser's own scales."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.seating import Seated, by_lot, by_lower_number
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.i18n import Locale
from arrowswitch.regulations import load, load_scale, scale_names
from arrowswitch.regulations.scale_table import LONGEST_TABLE, OWN, format_scale_table, parse_scale_table
from arrowswitch.tournament.matches.lineups import half_time, lineup, meet_again, propose_lineups, seats
from arrowswitch.tournament.matches.views import MatchView, match_at, matches
from arrowswitch.tournament.matches.why import why_match
from arrowswitch.tournament.matches.why_team import why_forfeit, why_team
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.matches import EnterLineup, ForfeitMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.values.matches import (
    EightScoring,
    HalfTime,
    HomeRule,
    MatchSettings,
    SeatingRight,
    Substitution,
    TeamScoring,
)
from arrowswitch.tournament.scored.match_rules import scale_in_use, team_method
from arrowswitch.tournament.standings.session import standings
from arrowswitch.tournament.swiss.rounds import proposed_draw
from tests.builders import Evening
from tests.paper import job_of, open_part, print_paper
from tests.scripted_events import PLAIN_SWISS, assert_replays, new_event, play_round, play_sheet, play_swiss
from tests.tables import for_each

TEAM = ContestantKind.TEAM
SHEET = make("round-robin", tables=4, form="team", boards_per_round=8)
OWN_TABLE = "12-12 13-11 14-10 16-8 20-4\n8: 0 1 5 12 30\n9-32: 0 2 8 16 40"


def team_event(
    teams: int = 4, people: int = 4, form: EventForm = EventForm.ROUND_ROBIN_TEAMS, **matches: Any
) -> Evening:
    """Returns an event of teams with these conditions of matches; `scale` and `scale_table` go to the settings."""
    names = ("scale", "scale_table", "conditions", "boards_per_round")
    own = {name: matches.pop(name) for name in names if name in matches}
    return new_event(teams, people, kind=TEAM, form=form, matches=MatchSettings(**matches), **own)


def play_robin(**settings: Any) -> Evening:
    """Returns a round robin of four teams with eight boards a match, played to the end."""
    evening = team_event(**settings)
    play_sheet(evening, SHEET)
    return evening


def begin_with_lineups(people: int = 6, form: EventForm = EventForm.ROUND_ROBIN_TEAMS, **matches: Any) -> Evening:
    """Returns a round robin with line-ups of the first half for the match of team 1 in round 1."""
    evening = team_event(4, people, form, scale="wbf-25", **matches)
    evening.do(ChooseMovement(Place(1, "A"), SHEET))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    for number in first_match(evening).teams:
        names = names_of(evening, number)
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=number, ns=names[:2], ew=names[2:4]))
    return evening


def first_match(evening: Evening) -> MatchView:
    return match_at(evening.state, Place(1, "A").at(1), Number("1"))


def names_of(evening: Evening, number: str) -> tuple[str, ...]:
    entry = evening.state.entry_at(Place(1, "A"), Number(number))
    assert entry is not None
    return entry.names


def enter(evening: Evening, boards: int, home_ns: str, home_ew: str) -> None:
    """Enters the first boards of the match: the same score at each table of a side."""
    for board in first_match(evening).boards[:boards]:
        assert board.open is not None
        assert board.closed is not None
        evening.do(EnterResult(board.open.slot, home_ns))
        evening.do(EnterResult(board.closed.slot, home_ew))


def both(evening: Evening, half: int = 1) -> tuple[Any, Any]:
    """Returns the line-ups of a half, home first."""
    home, away = (lineup(evening.state, Place(1, "A").at(1), number, half) for number in first_match(evening).teams)
    return home, away


class TestEveryMethod:
    """One event for every method, from its settings to the ranking (manual, lines 2609-2615)."""

    @pytest.mark.slow
    @for_each(
        "scoring, scale, each",
        [
            (TeamScoring.IMPS_VP, "wbf-continuous", 20),
            (TeamScoring.IMPS_VP, "mccallan-30", 60),
            (TeamScoring.IMPS_VP, "mccallan-40", 80),
            (TeamScoring.IMPS_VP, "mccallan-50", 100),
            (TeamScoring.IMPS_VP, "mccallan-60", 120),
            (TeamScoring.IMPS, "", 0),
            (TeamScoring.TOTAL_POINTS, "", 0),
            (TeamScoring.BOARD_A_MATCH, "", 16),
            (TeamScoring.BOARD_A_MATCH_VP, "bam-vp", 16 + 6),
            (TeamScoring.POINT_A_BOARD, "", 16),
            (TeamScoring.PATTON, "", 32),
            (TeamScoring.PACHABO, "", 32),
        ],
    )
    def test_played_to_the_ranking(self, scoring: TeamScoring, scale: str, each: int) -> None:
        """R-033, R-230, R-231, R-240: what a match of eight boards brings both sides together, and the event file alone
        brings the ranking again: 20 VP; 2 x stake; margins that cancel out; 2 points a board, with 6 VP, or with two
        more a board."""
        evening = play_robin(scoring=scoring, scale=scale)
        all_matches = matches(evening.state)
        assert {sum(one.brings or ()) for one in all_matches} == {each}
        assert sum(row.total for row in standings(evening.state, 1).ranking) == each * len(all_matches)
        assert_replays(evening)

    @for_each("scoring", TeamScoring)
    def test_every_total_and_match_is_explained(self, scoring: TeamScoring) -> None:
        """R-230: the steps of a match end with what it brings, those of a total with the total."""
        scale = {TeamScoring.IMPS_VP: "wbf-25", TeamScoring.BOARD_A_MATCH_VP: "bam-vp"}.get(scoring, "")
        evening = play_robin(scoring=scoring, scale=scale)
        match = matches(evening.state)[0]
        for number in match.teams:
            steps = why_match(evening.state, Place(1, "A").at(match.rounds[0]), number)
            assert steps[-1].value == match.points_of(number)
        for row in standings(evening.state, 1).ranking:
            explanation = why_team(evening.state, Place(1, "A"), row.number)
            assert explanation.result == row.total
            assert explanation.steps[-1].value == row.total

    def test_the_form_s_own_method_is_usual(self) -> None:
        """R-240: board-a-match forms are scored so, others by IMPs, with victory points where there is a scale."""
        forms = {
            EventForm.BAM_TEAMS: ("", TeamMethod.BOARD_A_MATCH),
            EventForm.BAM_VP_TEAMS: ("bam-vp", TeamMethod.BOARD_A_MATCH_VP),
            EventForm.ROUND_ROBIN_TEAMS: ("wbf-25", TeamMethod.IMPS),
            EventForm.KNOCKOUT_TEAMS: ("", TeamMethod.IMPS),
        }
        for form, (scale, method) in forms.items():
            assert team_method(team_event(form=form, scale=scale).state.settings) is method

    def test_swiss_by_pachabo(self) -> None:
        """R-230: any drawn form too; three rounds of six boards bring 24 each: 12 for the boards, 12 for the IMPs."""
        evening = team_event(
            6, form=EventForm.SWISS_TEAMS, scoring=TeamScoring.PACHABO, conditions=PLAIN_SWISS, boards_per_round=6
        )
        play_swiss(evening, 3)
        assert {sum(one.brings or ()) for one in matches(evening.state)} == {24}

    @for_each(
        "form, scoring, scale, code",
        [
            (EventForm.ROUND_ROBIN_TEAMS, TeamScoring.IMPS_VP, "", "form.scale-missing"),
            (EventForm.ROUND_ROBIN_TEAMS, TeamScoring.IMPS_VP, "our-club", "form.scale-unknown"),
            (EventForm.ROUND_ROBIN_TEAMS, TeamScoring.IMPS_VP, "bam-vp", "form.scale-of-imps"),
            (EventForm.ROUND_ROBIN_TEAMS, TeamScoring.BOARD_A_MATCH_VP, "wbf-25", "form.scale-of-points"),
            (EventForm.ROUND_ROBIN_TEAMS, TeamScoring.PATTON, "wbf-25", "form.scale-of-points"),
            (EventForm.ROUND_ROBIN_TEAMS, TeamScoring.IMPS_VP, "20-0", "form.scale-no-table"),
            (EventForm.BAM_TEAMS, TeamScoring.IMPS, "", "form.scoring"),
            (EventForm.MATCHPOINT_PAIRS, TeamScoring.IMPS, "", "form.scoring"),
        ],
    )
    def test_what_does_not_go_together_is_refused(
        self, form: EventForm, scoring: TeamScoring, scale: str, code: str
    ) -> None:
        """R-057: a scale that is missing, unknown, of another unit or without a table, a method that the form has
        not."""
        with pytest.raises(Refused, match=code.replace(".", r"\.")):
            new_event(0, 4, kind=form.kind, form=form, scale=scale, matches=MatchSettings(scoring=scoring))

    def test_a_scale_without_the_sheet_s_boards_is_told_before_play(self) -> None:
        """R-057: WBF 25-0 has no column for 9 boards; nor may the settings change to such a scale later."""
        nine = make("round-robin", tables=4, form="team", boards_per_round=9)
        evening = team_event(scoring=TeamScoring.IMPS_VP, scale="wbf-25")
        with pytest.raises(Refused, match=r"form\.scale-boards"):
            evening.do(ChooseMovement(Place(1, "A"), nine))
        evening = team_event(scoring=TeamScoring.IMPS_VP, scale="wbf-continuous")
        evening.do(ChooseMovement(Place(1, "A"), nine))
        with pytest.raises(Refused, match=r"form\.scale-boards"):
            evening.do(
                ChangeSettings(
                    replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, scale="wbf-25"))
                )
            )

    def test_the_method_changes_and_the_same_results_are_scored_again(self) -> None:
        """R-179, R-231: total points instead of IMPs during play; a penalty in IMPs keeps board-a-match away."""
        evening = play_robin(scoring=TeamScoring.IMPS)
        first = matches(evening.state)[0]
        nets = [one.difference or 0 for one in first.boards]
        assert first.margins[0] == sum(map(imps, nets))
        settings = evening.state.settings
        evening.do(ChangeSettings(replace(settings, matches=MatchSettings(scoring=TeamScoring.TOTAL_POINTS))))
        assert matches(evening.state)[0].margins[0] == sum(nets)
        evening.do(ChangeSettings(settings))
        evening.do(
            GivePenalty(place=Place(1, "A"), number=first.home, amount=Fraction(3), unit=PenaltyUnit.IMPS, round=1),
            reason="conduct",
        )
        with pytest.raises(Refused, match=r"scoring\.penalty-unit"):
            evening.do(ChangeSettings(replace(settings, matches=MatchSettings(scoring=TeamScoring.BOARD_A_MATCH))))

    def test_four_and_eight_do_not_change_during_play(self) -> None:
        evening = begin_with_lineups()
        eight = replace(evening.state.settings, matches=MatchSettings(eight=EightScoring.CROSS))
        with pytest.raises(Refused, match=r"settings\.fixed-after-start"):
            evening.do(ChangeSettings(eight))


class TestOwnScale:
    """The organiser's own table: typed, copied from another, changed (manual, lines 1513, 1732-1738 and 2613)."""

    def test_read(self) -> None:
        scale: Any = parse_scale_table(OWN_TABLE, ScaleUnit.IMPS)
        assert [scale.points(margin, 8) for margin in (0, 1, 4, 5, -12, 99)] == [
            (12, 12), (13, 11), (13, 11), (14, 10), (8, 16), (20, 4)
        ]  # fmt: skip
        assert scale.points(8, 32) == (14, 10)
        assert not scale.has_table(7)

    @for_each("name", [n for n in scale_names() if load_scale(n).columns])
    def test_a_copy_says_the_same(self, name: str) -> None:
        """R-230: every printed scale written as a table and read again brings the same at every margin."""
        scale = load_scale(name)
        again = parse_scale_table(format_scale_table(scale), scale.unit)
        for column in scale.columns:
            for margin in range(0, column.starts[-1] + 2, 3):
                assert again.points(margin, column.least) == scale.points(margin, column.least)

    def test_a_scale_without_a_table_has_no_copy(self) -> None:
        assert format_scale_table(load_scale("wbf-continuous")) == ""

    def test_percentages_are_typed_as_such(self) -> None:
        """R-267: 50 and 52.81 percent are margins of 0 and 281 hundredths."""
        scale: Any = parse_scale_table("VP：10－10、11－9\n６〜８: 50 52.81".replace("〜", "-"), ScaleUnit.PERCENT)
        assert scale.columns[0].starts == (0, 281)
        assert scale.points(281, 7) == (11, 9)

    def test_half_points(self) -> None:
        scale = parse_scale_table("10-10 10.5-9.5\n8: 0 1", ScaleUnit.IMPS)
        assert (scale.places, scale.points(1, 8)[0]) == (1, Fraction(21, 2))

    @for_each(
        "table, code",
        [
            ("", "empty"),
            ("10-10 11-9", "empty"),
            ("10-10 11\n8: 0 1", "points"),
            ("11-9 10-10\n8: 0 1", "points"),
            ("10-10\n8: 0", "points"),
            ("10-10 11-9\neight: 0 1", "line"),
            ("10-10 11-9\n8: 0 x", "line"),
            ("10-10 11-9\n8: 0 1 2", "count"),
            ("10-10 11-9\n8: 1 2", "rising"),
            ("10-10 11-9\n8: 0 0", "rising"),
            ("10-10 11-9\n8: 0 1.5", "rising"),
            ("10-10 11-9\n8: 0 1\n8: 0 2", "twice"),
            ("10-10 11-9\n8: 0 1" + "\n" * LONGEST_TABLE, "too-long"),
        ],
    )
    def test_what_is_no_table_is_told(self, table: str, code: str) -> None:
        with pytest.raises(Malformed, match=rf"scale-table\.{code}"):
            parse_scale_table(table, ScaleUnit.IMPS)

    def test_all_problems_at_once(self) -> None:
        with pytest.raises(Malformed, match=r"scale-table\.points.*scale-table\.line"):
            parse_scale_table("10-10 x\n?", ScaleUnit.IMPS)

    def test_played_by_it(self) -> None:
        """R-230: matches are converted by the event's own table, both sides 24; the table is in the event file."""
        evening = play_robin(scoring=TeamScoring.IMPS_VP, scale=OWN, scale_table=OWN_TABLE)
        assert {sum(one.brings or ()) for one in matches(evening.state)} == {24}
        scale = scale_in_use(evening.state)
        assert scale is not None
        assert all(one.vp == scale.points(one.margins[0], 8) for one in matches(evening.state))
        assert_replays(evening)

    def test_board_a_match_by_an_own_table(self) -> None:
        """R-240: VP for the net score of a match by a table that the organiser gives."""
        table = "4-4 5-3 8-0\n8: 0 200 900"
        evening = play_robin(scoring=TeamScoring.BOARD_A_MATCH_VP, scale=OWN, scale_table=table)
        assert {sum(one.brings or ()) for one in matches(evening.state)} == {16 + 8}

    def test_patton_by_an_own_table(self) -> None:
        """The table replaces that of the regulations, brought to two points a board: 16 + 16."""
        evening = play_robin(scoring=TeamScoring.PATTON, scale=OWN, scale_table="5-5 6-4 10-0\n8: 0 300 900")
        assert {sum(one.brings or ()) for one in matches(evening.state)} == {32}

    @for_each(
        "method, scale, table",
        [
            (Method.SWISS_MATCHPOINTS, OWN, "10-10 12-8 20-0\n8: 50 55 70"),
            (Method.SWISS_MATCHPOINTS, "ebu-swiss-pairs", ""),
            (Method.SWISS_IMPS, "wbf-continuous", ""),
            (Method.SWISS_IMPS, OWN, "10-10 15-5\n8: 0 4"),
        ],
    )
    def test_swiss_pairs_by_the_scale_that_was_chosen(self, method: Method, scale: str, table: str) -> None:
        """R-267: percentages (or IMPs) become victory points by the organiser's table; each round brings both 20."""
        conditions = SwissConditions(2, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, Triangle.NONE)
        evening = new_event(
            6, 2, form=EventForm.SWISS_PAIRS, method=method, scale=scale, scale_table=table, boards_per_round=8,
            conditions=conditions,
        )  # fmt: skip
        play_swiss(evening, 2)
        assert sum(row.total for row in standings(evening.state, 1).ranking) == 2 * 3 * 20
        assert_replays(evening)

    @for_each(
        "method, scale, code",
        [
            (Method.SWISS_MATCHPOINTS, "wbf-25", r"form\.scale-of-percent"),
            (Method.SWISS_IMPS, "ebu-swiss-pairs", r"form\.scale-of-imps"),
            (Method.SWISS_MATCHPOINTS, "nobody-s", r"form\.scale-unknown"),
            (Method.SWISS_MATCHPOINTS, OWN, r"scale-table\.empty"),
        ],
    )
    def test_a_scale_for_something_else_is_refused(self, method: Method, scale: str, code: str) -> None:
        """R-057: unknown scales, and those that count something else."""
        with pytest.raises(Refused, match=code):
            new_event(0, 2, form=EventForm.SWISS_PAIRS, method=method, scale=scale, conditions=PLAIN_SWISS)

    def test_boards_that_the_own_table_has_not(self) -> None:
        with pytest.raises(Refused, match=r"form\.scale-boards"):
            team_event(scoring=TeamScoring.IMPS_VP, scale=OWN, scale_table=OWN_TABLE, boards_per_round=7)


class TestHalfTime:
    """The side that moves at half time (lines 1670-1680), and the proposals of the line-ups."""

    def test_the_losers_of_the_first_half_move(self) -> None:
        """R-232, R-274: the home team lost four boards by 500 (11 IMPs): its N-S go to the other table as E-W, its E-W
        come home as N-S; the winners stay, and all pairs meet."""
        evening = begin_with_lineups(half_time=HalfTime.LOSER)
        enter(evening, 4, "-500", "0")
        view: Any = half_time(evening.state, first_match(evening))
        assert (view.mover, view.margin, view.open_boards) == (first_match(evening).home, -44, 0)
        assert view.why == Problem("half-time.loser", {"number": view.mover, "margin": "44"})
        home, away = both(evening)
        moved = propose_lineups(home, away, view.mover)
        assert moved is not None
        assert (moved[0].ns, moved[0].ew) == (home.ew, home.ns)
        assert (moved[1].ns, moved[1].ew) == (away.ns, away.ew)
        match = first_match(evening)
        assert meet_again(seats(match, home, away), seats(match, *moved)) == ()

    def test_the_visitors_lost(self) -> None:
        """R-274: the other way round the visitors move."""
        evening = begin_with_lineups(half_time=HalfTime.LOSER)
        enter(evening, 4, "500", "0")
        view = half_time(evening.state, first_match(evening))
        assert view.mover == first_match(evening).away
        home, away = both(evening)
        moved = propose_lineups(home, away, view.mover)
        assert moved is not None
        assert (moved[0].ns, moved[1].ns) == (home.ns, away.ew)

    def test_a_level_half_is_left_to_the_teams(self) -> None:
        """R-274: tie by agreement (line 1676); nobody moves: at both tables the same pairs meet again."""
        evening = begin_with_lineups(half_time=HalfTime.LOSER)
        enter(evening, 4, "140", "140")
        view = half_time(evening.state, first_match(evening))
        assert (view.mover, view.why.code, view.is_chosen) == (None, "half-time.level", True)
        home, away = both(evening)
        stayed = propose_lineups(home, away, None)
        assert stayed is not None
        match = first_match(evening)
        assert len(meet_again(seats(match, home, away), seats(match, *stayed))) == 2

    def test_the_first_half_is_waited_for(self) -> None:
        evening = begin_with_lineups(half_time=HalfTime.LOSER)
        enter(evening, 3, "140", "0")
        view = half_time(evening.state, first_match(evening))
        assert (view.mover, view.open_boards, view.is_chosen) == (None, 1, False)

    @for_each("rule, mover", [(HalfTime.HOME, 0), (HalfTime.AWAY, 1), (HalfTime.AGREED, None), (HalfTime.NOBODY, None)])
    def test_a_rule_names_who_moves(self, rule: HalfTime, mover: int | None) -> None:
        """R-232, R-255: a prescribed team moves with any score (lines 1678-1680), or the teams agree."""
        evening = begin_with_lineups(half_time=rule)
        match = first_match(evening)
        view = half_time(evening.state, match)
        assert view.mover == (None if mover is None else match.teams[mover])
        assert view.is_chosen is (rule is HalfTime.AGREED)

    def test_what_is_usual(self) -> None:
        """R-274: in a league the losers move; elsewhere both teams agree."""
        evening = begin_with_lineups()
        assert half_time(evening.state, first_match(evening)).rule is HalfTime.AGREED
        league = replace(evening.state, settings=replace(evening.state.settings, form=EventForm.LEAGUE))
        assert half_time(league, first_match(evening)).rule is HalfTime.LOSER

    def test_nothing_is_proposed_without_the_first_half(self) -> None:
        evening = begin_with_lineups()
        home, _ = both(evening)
        assert propose_lineups(home, None, Number("1")) is None


class TestSubstitutes:
    """The players who may come in at half time (lines 1682-1686): a team of six with A5 and A6."""

    def second(self, evening: Evening, *at: int) -> None:
        """Enters the second half of the home team by the places of its six people: N-S and E-W."""
        home = first_match(evening).home
        names = names_of(evening, home)
        people = [names[place - 1] for place in at]
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=home, ns=tuple(people[:2]), ew=tuple(people[2:]), half=2))

    def test_the_league_s_rule(self) -> None:
        """R-275: A5 and A6 for a pair, or A5 for one of it are accepted; An with Ae is refused."""
        evening = begin_with_lineups(substitution=Substitution.PARTNERS_STAY)
        self.second(evening, 5, 6, 3, 4)
        self.second(evening, 1, 5, 3, 4)
        with pytest.raises(Refused, match=r"team-event\.lineup-new-partners"):
            self.second(evening, 1, 3, 2, 4)
        self.second(evening, 3, 4, 1, 2)

    def test_elsewhere_everything_goes(self) -> None:
        """R-275: accepted elsewhere."""
        evening = begin_with_lineups()
        self.second(evening, 1, 3, 2, 4)
        self.second(evening, 1, 6, 5, 4)

    def test_a_rule_that_lets_nobody_in(self) -> None:
        evening = begin_with_lineups(substitution=Substitution.NONE)
        self.second(evening, 3, 4, 1, 2)
        with pytest.raises(Refused, match=r"team-event\.lineup-substitute"):
            self.second(evening, 1, 5, 3, 4)
        with pytest.raises(Refused, match=r"team-event\.lineup-new-partners"):
            self.second(evening, 1, 3, 2, 4)

    def test_an_empty_seat_is_told(self) -> None:
        evening = begin_with_lineups()
        home = first_match(evening).home
        names = names_of(evening, home)
        with pytest.raises(Refused, match=r"team-event\.lineup-size\(.*n=2"):
            evening.do(EnterLineup(at=Place(1, "A").at(1), number=home, ns=(names[0], ""), ew=names[2:4], half=2))

    def test_seats_before_a_line_up_is_there(self) -> None:
        evening = begin_with_lineups()
        home, _ = both(evening)
        seating = seats(first_match(evening), home, None)
        assert [one.ns_names for one in seating] == [home.ns, ()]
        assert [one.ew_names for one in seating] == [(), home.ew]
        assert len(seats(first_match(evening), None, None)) == 2


class TestHome:
    """The home team of a drawn match (line 1632)."""

    def home_and_away(self, rule: HomeRule | None) -> list[tuple[str, str]]:
        conditions = replace(PLAIN_SWISS, rounds=4)
        evening = team_event(
            8, form=EventForm.SWISS_TEAMS, home=rule, scale="wbf-25", conditions=conditions, boards_per_round=8
        )
        play_swiss(evening, 4)
        return [(one.home, one.away) for one in matches(evening.state)]

    def test_the_lower_number(self) -> None:
        """R-255: in four rounds of eight teams the lower number is at home, also until a toss is won."""
        for rule in (HomeRule.LOWER_NUMBER, HomeRule.TOSS):
            assert all(int(home) < int(away) for home, away in self.home_and_away(rule))

    def test_balanced(self) -> None:
        """R-255: everybody is at home twice in four rounds, or once more or less."""
        for rule in (None, HomeRule.BALANCED):
            homes = [home for home, _ in self.home_and_away(rule)]
            assert all(1 <= homes.count(str(number)) <= 3 for number in range(1, 9))

    def test_by_lot(self) -> None:
        """R-255: the same event draws the same; not always the lower number."""
        teams = self.home_and_away(HomeRule.LOT)
        assert teams == self.home_and_away(HomeRule.LOT)
        assert {int(home) < int(away) for home, away in teams} == {True, False}

    def test_the_seats(self) -> None:
        seats_of = (Seated((1, 2), Number("7"), Number("3")), Seated((3, 4), Number("1"), Number("2")))
        assert [one.home for one in by_lower_number(seats_of)] == ["3", "1"]
        assert all(one.tables == other.tables for one, other in zip(by_lot(seats_of, "x"), seats_of, strict=True))
        assert len({tuple(one.home for one in by_lot(seats_of, str(seed))) for seed in range(20)}) == 4


class TestPrinted:
    """The conditions of contest (line 2790)."""

    def text(self, evening: Evening) -> str:
        return " ".join(print_paper("announcement", job_of(evening), Locale.EN).text.split())

    def test_what_is_fixed_stands_in_it(self) -> None:
        """R-255, R-404: who is at home, seating rights, half time, substitutes; rematches, triangles, flights and the
        deadline of a Swiss of teams."""
        conditions = SwissConditions(
            7, Rematch.NOT_CONSECUTIVE, None, RankBase.BEFORE_PREVIOUS, LastRound.LATEST_RANK, Triangle.ONE_ROUND, 2
        )
        evening = new_event(
            0, 4, kind=TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-25", boards_per_round=8, conditions=conditions,
            matches=MatchSettings(
                home=HomeRule.TOSS, seating=SeatingRight.ALTERNATE, half_time=HalfTime.HOME,
                substitution=Substitution.NONE,
            ),
            correction_minutes=20, flights=(PointLimit("A"), PointLimit("B", 500)),
        )  # fmt: skip
        text = self.text(evening)
        for words in (
            "the winner of the toss (the lower number until then)",
            "the home team seats second in the first half, the visitors in the second",
            "Half time the home team",
            "Substitutions none",
            "IMPs to VP (also McCallan), by the scale WBF, 15–15 to 25–0",
            "Forfeits 30 minutes late or more, or half of the boards cannot be played at 7 minutes each",
            "the rank is shared",
            "B: up to 500",
            "20 minutes",
        ):
            assert words in text, words
        assert "Rematches" in text
        assert "riangle" in text

    def test_what_is_open_is_a_gap(self) -> None:
        """R-255: seating rights that nobody fixed are a line to be filled in; the sheet names the home team."""
        items = {item.name: item for item in conditions_of(team_event(scale="wbf-25"))}
        assert items["Seating rights"].is_missing
        assert items["Home team"].text == "as on the movement sheet"
        assert items["Half time"].text == "as both teams agree"

    def test_the_own_scale_and_eight_players(self) -> None:
        items = {
            item.name: item.text
            for item in conditions_of(
                team_event(0, scoring=TeamScoring.IMPS_VP, scale=OWN, scale_table=OWN_TABLE, eight=EightScoring.CROSS)
            )
        }
        assert items["Scoring of matches"] == "IMPs to VP (also McCallan), by the scale the organiser's own"
        assert items["Size of teams"].startswith("teams of eight")

    def test_line_up_slips(self) -> None:
        """R-232: a slip for each team with its tables, the roster, the names that are known and the rules."""
        evening = begin_with_lineups(seating=SeatingRight.NOBODY)
        text = " ".join(print_paper("lineup-slips", job_of(evening, round="1"), Locale.EN).text.split())
        assert text.count("Captain") == 4
        match = first_match(evening)
        filled = "".join(print_paper("lineup-slips", job_of(evening, round="1"), Locale.JA).text.split())
        assert all(filled.count("".join(name.split())) >= 2 for name in names_of(evening, match.home)[:4])
        assert "both hand in at the same time" in text

    def test_pairs_have_no_line_up_slips(self) -> None:
        with pytest.raises(Refused, match=r"print\.no-lineups"):
            print_paper("lineup-slips", job_of(new_event(4, 2)))


def conditions_of(evening: Evening) -> tuple[Any, ...]:
    """Returns the conditions of contest on the announcement."""
    sheet = open_part(page_model(sheet_named("announcement"), job_of(evening), Locale.EN).sheet)
    return tuple(sheet.conditions)


class TestWhy:
    """Totals and forfeits are explained (R-257)."""

    def test_a_forfeit(self) -> None:
        """R-209, R-257: the winner's three means, the most of them rounded; the loser has the least of the scale."""
        evening = begin_with_lineups()
        match = first_match(evening)
        evening.do(ForfeitMatch(at=Place(1, "A").at(1), number=match.away, opponent=match.home), reason="did not come")
        play_round(evening)
        forfeited = first_match(evening)
        won = why_forfeit(evening.state, forfeited, match.home)
        assert [step.code for step in won][:3] == [
            "explain.forfeit-own", "explain.forfeit-opponents", "explain.forfeit-draw"
        ]  # fmt: skip
        assert won[-1].value == forfeited.points_of(match.home)
        assert why_forfeit(evening.state, forfeited, match.away)[-1].value == 0
        assert why_forfeit(evening.state, matches(evening.state)[-1], Number("1")) == ()
        explanation = why_team(evening.state, Place(1, "A"), match.home)
        assert "explain.team-forfeit" in {step.code for step in explanation.steps}

    def test_penalties_and_a_round_sat_out(self) -> None:
        """R-250: a penalty of 2 VP and 18 VP for a round sat out are lines of the total."""
        evening = team_event(5, form=EventForm.SWISS_TEAMS, scale="wbf-25", conditions=PLAIN_SWISS, boards_per_round=8)
        play_swiss(evening, 2)
        out = next(d.sit_out for d in evening.state.section(Place(1, "A")).draws if d.sit_out is not None)
        evening.do(GivePenalty(place=Place(1, "A"), number=out, amount=Fraction(2), unit=PenaltyUnit.VP), reason="late")
        explanation = why_team(evening.state, Place(1, "A"), out)
        codes = {step.code: step.value for step in explanation.steps}
        assert codes["explain.team-penalty"] == -2
        assert codes["explain.team-shared"] == 18
        assert explanation.steps[-1].value == explanation.result

    def test_rulings_and_fines_of_a_match(self) -> None:
        """R-183, R-250: an award and a penalty in IMPs are steps; the last one is what the match brings."""
        evening = begin_with_lineups()
        play_round(evening)
        match = first_match(evening)
        assert match.boards[0].open is not None
        evening.do(GiveAward(match.boards[0].open.slot, "A+", "A-", "Law 12C2"), reason="wrong board")
        evening.do(
            GivePenalty(place=Place(1, "A"), number=match.home, amount=Fraction(3), unit=PenaltyUnit.IMPS, round=1),
            reason="conduct",
        )
        ruled = first_match(evening)
        for number in ruled.teams:
            steps = why_match(evening.state, Place(1, "A").at(1), number)
            assert {"explain.match-ruled", "explain.match-fine"} <= {step.code for step in steps}
            assert steps[-1].value == ruled.points_of(number)


def test_the_regulations_name_the_scales_of_patton_and_pachabo() -> None:
    rules = load("jcbl-2008")
    for scoring, name in ((TeamScoring.PATTON, rules.patton.scale), (TeamScoring.PACHABO, rules.pachabo.scale)):
        scale = scale_in_use(team_event(scoring=scoring).state)
        assert scale is not None
        assert scale.name == name


def test_a_draw_keeps_the_home_rule_in_its_proposal() -> None:
    """R-255: what is proposed is what is drawn."""
    evening = team_event(
        8, form=EventForm.SWISS_TEAMS, home=HomeRule.LOT, scale="wbf-25", conditions=PLAIN_SWISS, boards_per_round=8
    )
    evening.do(DrawNumbers(Place(1, "A"), 1))
    wanted = [one.home for one in proposed_draw(evening.state, DrawRound(Place(1, "A").at(1))).seats]
    evening.do(DrawRound(Place(1, "A").at(1)))
    assert [one.home for one in evening.state.section(Place(1, "A")).draws[0].matches] == wanted
