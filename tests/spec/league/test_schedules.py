"""Leagues: R-252, R-273 and R-276 to R-279.

Manual, lines 1746-1760, 2623, 3472-3473, 4210 and 4237; regulations summary, lines 228-250.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core import solving
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.core.pairing.league import model as league_model
from arrowswitch.core.pairing.league import schedule as league_schedule
from arrowswitch.core.pairing.league.alternate import mend_rounds, with_fewer_breaks
from arrowswitch.core.pairing.league.check import schedule_faults
from arrowswitch.core.pairing.league.league import Block, Fixture, League, Room, breaks_of
from arrowswitch.core.pairing.league.neighbours import Neighbours, broken_conditions
from arrowswitch.core.pairing.league.schedule import Settled, leg_rounds, make_schedule, rounds_of, schedule_league
from arrowswitch.core.pairing.league.season import (
    DivisionState,
    Due,
    Moves,
    Season,
    SeasonMatch,
    moves,
    open_matches,
    table,
)
from arrowswitch.core.scoring.scales import Scale, ScaleColumn, ScaleKind
from arrowswitch.core.scoring.team_rules import TeamRules, TeamsRankBy
from arrowswitch.core.scoring.teams.event import TeamEvent, TeamStandings
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod, Totals
from arrowswitch.core.scoring.teams.results import TeamMatch
from arrowswitch.regulations import load_scale
from tests.rotation import examples, is_exhaustive
from tests.tables import for_each

START = date(2026, 9, 6)


def day(at: int) -> date:
    return START + timedelta(weeks=at)


def league(count: int, spare: int = 0, legs: int = 1) -> League:
    teams = tuple(Number(str(at)) for at in range(1, count + 1))
    rounds = (count - 1 + count % 2) * legs + spare
    return League(teams, tuple(day(at) for at in range(rounds)), legs)


def block(team: int, at: int, *, only_home: bool = False) -> Block:
    return Block(Number(str(team)), day(at), only_home)


def conflict(league_: League) -> list[str]:
    scheduling = schedule_league(league_)
    assert scheduling.settled is Settled.IMPOSSIBLE
    assert scheduling.schedule is None
    assert scheduling.is_smallest
    return [problem.code.removeprefix("league.conflict.") for problem in scheduling.conflict]


class TestSchedule:
    """R-273: 6 teams (TSIMPL), 8, 10 and 12 (TSRR, TSSR): all meet once, homes differ by one at most."""

    @for_each("count", [6, 8, 10, 12])
    def test_registered(self, count: int) -> None:
        """R-273: n - 1 dates, n - 2 breaks, which is the least there can be."""
        conditions = league(count)
        schedule = make_schedule(conditions)
        assert len(schedule.fixtures) == count * (count - 1) // 2
        assert len({frozenset(match.teams) for match in schedule.fixtures}) == len(schedule.fixtures)
        homes = [sum(match.home == team for match in schedule.fixtures) for team in conditions.teams]
        assert set(homes) <= {count // 2 - 1, count // 2}
        assert (schedule.breaks, schedule.fewest) == (count - 2, True)
        assert schedule_faults(conditions, schedule.fixtures) == ()

    @for_each("count", range(2, 41))
    def test_fewest_breaks(self, count: int) -> None:
        """Homes and aways alternate: n - 2 breaks for even numbers, none for odd ones (de Werra 1980)."""
        fixtures = tuple(
            Fixture(day(at), Number(str(home)), Number(str(away)))
            for at, matches in enumerate(rounds_of(count))
            for home, away in matches
        )
        assert breaks_of(fixtures) == (0 if count % 2 else count - 2)

    @for_each("count, legs", [(6, 2), (5, 3), (4, 4)])
    def test_legs(self, count: int, legs: int) -> None:
        """Twice with home and away exchanged, three and four times."""
        conditions = league(count, legs=legs)
        assert schedule_faults(conditions, make_schedule(conditions).fixtures) == ()

    def test_the_same_every_time(self) -> None:
        conditions = replace(league(8), blocks=(block(3, 2, only_home=True), block(1, 0, only_home=True)))
        assert make_schedule(conditions, seed=7) == make_schedule(conditions, seed=7)

    def test_wishes(self) -> None:
        """A free week: team 1 does not play on the third of six dates, team 2 is away on the first."""
        conditions = replace(league(6, spare=1), blocks=(block(1, 2), block(2, 0, only_home=True)))
        schedule = make_schedule(conditions)
        assert all("1" not in match.teams for match in schedule.fixtures if match.day == day(2))
        assert all(match.home != "2" for match in schedule.fixtures if match.day == day(0))

    def test_two_free_weeks_and_one_date_to_spare(self) -> None:
        """No round can be free for both, so that the matches have dates of their own; proven with fewest breaks."""
        conditions = replace(league(4, spare=1), blocks=(block(1, 1), block(2, 2)))
        schedule = make_schedule(conditions)
        assert schedule.fewest
        assert schedule_faults(conditions, schedule.fixtures) == ()

    def test_two_legs_with_dates_of_their_own(self) -> None:
        conditions = replace(league(4, spare=1, legs=2), blocks=(block(1, 1), block(2, 2)))
        assert schedule_faults(conditions, make_schedule(conditions, work=3).fixtures) == ()

    def test_venues(self) -> None:
        """Three teams at home in a venue that holds one match on the first date, else two."""
        venues = {Number(str(team)): "Hall" if team <= 3 else "Club" for team in range(1, 7)}
        conditions = replace(league(6), venues=venues, rooms=(Room("Hall", 2, {day(0): 1}), Room("Club", 3)))
        fixtures = make_schedule(conditions).fixtures
        used = [sum(match.venue == "Hall" and match.day == day(at) for match in fixtures) for at in range(5)]
        assert used[0] <= 1
        assert max(used) <= 2

    def test_kept_matches(self) -> None:
        """Matches that are already arranged stay."""
        arranged = (Fixture(day(0), Number("1"), Number("2")), Fixture(day(4), Number("6"), Number("1")))
        conditions = replace(league(6), fixed=arranged, rooms=(Room("", 6),))
        assert set(arranged) <= set(make_schedule(conditions, work=2 if is_exhaustive() else 0.5).fixtures)

    def test_no_time_for_fewer_breaks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The schedule that was found stands, and is not said to have the fewest breaks."""
        conditions = replace(league(6), fixed=(Fixture(day(0), Number("1"), Number("2")),))
        works = iter((30.0, 0.0))
        monkeypatch.setattr(league_model, "solve", lambda model, work, seed, **_: SOLVE(model, next(works), seed))
        schedule = make_schedule(conditions, work=0.5)
        assert not schedule.fewest
        assert schedule_faults(conditions, schedule.fixtures) == ()

    def test_a_team_that_wants_to_be_at_home(self) -> None:
        """A date on which a team does not play away: it is at home there, or free."""
        wish = Block(Number("1"), day(0), only_away=True)
        conditions = replace(league(6), blocks=(wish, Block(Number("2"), day(0), only_home=True)))
        first = [match for match in make_schedule(conditions).fixtures if match.day == day(0)]
        assert "1" in {match.home for match in first}
        assert "2" in {match.away for match in first}
        assert (wish.bars_home, wish.bars_away) == (False, True)
        both = Block(Number("1"), day(0), only_home=True, only_away=True)
        assert (both.bars_home, both.bars_away) == (True, True)

    @pytest.mark.slow
    @given(st.integers(4, 9), st.integers(0, 2), st.data())
    @settings(max_examples=examples(12) if is_exhaustive() else 8, deadline=None)
    def test_any_wishes(self, count: int, spare: int, data: st.DataObject) -> None:
        """With any wishes, the answer is a sound schedule or conditions that contradict each other."""
        conditions = league(count, spare)
        any_block = st.builds(
            block, st.integers(1, count), st.integers(0, len(conditions.dates) - 1), only_home=st.booleans()
        )
        conditions = replace(conditions, blocks=tuple(data.draw(st.lists(any_block, max_size=4))))
        scheduling = schedule_league(conditions, work=4)
        if scheduling.schedule is not None:
            assert schedule_faults(conditions, scheduling.schedule.fixtures) == ()
        else:
            assert scheduling.conflict or scheduling.settled is Settled.OPEN


class TestWhyNot:
    """R-273: proven impossible, with the conditions that cannot stand together."""

    def test_too_few_dates(self) -> None:
        assert conflict(replace(league(6), dates=league(6).dates[1:])) == ["dates"]

    def test_counted(self) -> None:
        """5 matches on 4 dates; 2 homes on 1 date."""
        assert conflict(replace(league(6), blocks=(block(1, 0),))) == ["team-dates"]
        barred = tuple(block(2, at, only_home=True) for at in range(4))
        assert conflict(replace(league(6), blocks=barred)) == ["home-dates"]

    @pytest.mark.slow
    def test_too_many_away(self) -> None:
        """Five of eight teams cannot all be away on one date; the sixth wish has nothing to do with it."""
        away = tuple(block(team, 0, only_home=True) for team in range(1, 6))
        assert conflict(replace(league(8), blocks=(*away, block(8, 3, only_home=True)))) == ["no-home"] * 5

    def test_room(self) -> None:
        """Four teams need two homes each: eight, in a venue that holds one match on each of five dates."""
        venues = {Number(str(team)): "Hall" for team in range(1, 5)}
        conditions = replace(league(6), venues=venues, rooms=(Room("Hall", 1),))
        assert set(conflict(conditions)) == {"room"}
        with pytest.raises(Refused) as refused:
            make_schedule(conditions)
        assert refused.value.problems[0].code == "league.impossible"

    def test_kept_against_a_wish(self) -> None:
        conditions = replace(
            league(4, spare=1), fixed=(Fixture(day(0), Number("1"), Number("2")),), blocks=(block(2, 0),)
        )
        assert sorted(conflict(conditions)) == ["kept", "no-match"]

    def test_no_time(self) -> None:
        """Nothing is claimed when the work was not enough: nine of sixteen cannot host on a date that all play on."""
        conditions = replace(league(16), blocks=tuple(block(team, 0, only_home=True) for team in range(1, 10)))
        conditions = replace(conditions, fixed=(Fixture(day(3), Number("1"), Number("2")),))
        with pytest.raises(Refused) as refused:
            make_schedule(conditions, work=0.0001)
        assert [problem.code for problem in refused.value.problems] == ["league.undecided"]

    def test_no_time_to_make_it_smaller(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without time the conflict is all conditions, and is not said to be the smallest."""
        away = tuple(block(team, 0, only_home=True) for team in range(1, 6))
        model = league_model.DateModel(replace(league(8), blocks=away), 1, 30.0)
        monkeypatch.setattr(league_model, "solve", lambda model, work, seed, **_: SOLVE(model, 0, seed))
        problems, is_smallest = model.conflict()
        assert (len(problems), is_smallest) == (5, False)

    @for_each(
        "change, code",
        [
            ({"teams": (Number("1"),)}, "league.teams"),
            ({"teams": tuple(Number(n) for n in "112345")}, "league.team-twice"),
            ({"legs": 5}, "league.legs"),
            ({"dates": tuple(day(at) for at in range(401))}, "league.dates"),
            ({"dates": league(6).dates[::-1]}, "league.date-order"),
            ({"blocks": (block(9, 0),)}, "league.unknown-team"),
            ({"blocks": (block(1, 50),)}, "league.unknown-date"),
            ({"rooms": (Room("Hall", -1),)}, "league.capacity"),
            ({"fixed": (Fixture(day(0), Number("1"), Number("1")),)}, "league.kept"),
        ],
    )
    def test_what_cannot_be(self, change: dict[str, object], code: str) -> None:
        with pytest.raises(Refused) as refused:
            schedule_league(replace(league(6), **change))  # type: ignore[arg-type]  # each case changes one field
        assert [problem.code for problem in refused.value.problems] == [code]


SOLVE = solving.solve


class TestAlternating:
    """R-273: homes and aways alternate as well as the wishes allow.

    De Werra's rounds have n - 2 breaks; a schedule that only keeps to the wishes has about one for every second match.
    """

    def league_with_wishes(self, count: int, spare: int, each: int, legs: int = 1) -> League:
        conditions = league(count, spare, legs)
        chance = Random(count)
        blocks = tuple(
            Block(team, on, only_home=chance.random() < 0.5)
            for team in conditions.teams
            for on in chance.sample(conditions.dates, each)
        )
        return replace(conditions, blocks=blocks)

    @pytest.mark.slow
    def test_with_many_wishes(self) -> None:
        """9 teams, two wishes each, two dates to spare: at most 20 breaks, about half as many as in any schedule. A
        second search finds the same schedule."""
        conditions = self.league_with_wishes(9, 2, 2)
        work = 1 if is_exhaustive() else 0.5
        schedule = make_schedule(conditions, work=work)
        assert schedule_faults(conditions, schedule.fixtures) == ()
        assert schedule.breaks == breaks_of(schedule.fixtures) <= 20
        assert make_schedule(conditions, work=work) == schedule

    def test_without_any_break(self) -> None:
        """6 teams and two dates to spare, one fixed match: everybody alternates through the season, and that is said to
        be the best."""
        conditions = league(6, 2)
        conditions = replace(conditions, fixed=(Fixture(day(0), Number("1"), Number("2")),))
        schedule = make_schedule(conditions, work=20)
        assert (schedule.breaks, schedule.fewest) == (0, True)

    def test_two_legs_venues_and_fixed_matches(self) -> None:
        """Conditions that may be broken on the way hold in the end: rooms, fixed matches, homes of two, time
        between."""
        conditions = self.league_with_wishes(6, 3, 1, legs=2)
        teams = conditions.teams
        conditions = replace(
            conditions,
            venues=dict.fromkeys(teams[:4], "Hall"),
            rooms=(Room("Hall", 2), Room("Barn", 0)),
            fixed=(Fixture(day(7), teams[2], teams[5], "Hall"),),
        )
        rounds = leg_rounds(6, 2)
        start = tuple(
            Fixture(on, teams[home], teams[away], conditions.venues.get(teams[home], ""))
            for on, matches in zip(conditions.dates, rounds, strict=False)
            for home, away in matches
        )
        crowded = replace(conditions, rooms=(Room("Hall", 1),))
        assert {type(one.what) for one in broken_conditions(crowded, start)} == {Block, Room, Fixture}
        rounds_ = mend_rounds(conditions, rounds, 1, 10)
        assert rounds_ is not None
        assert schedule_faults(conditions, rounds_) == ()
        better = with_fewer_breaks(conditions, rounds_, 1, 1)
        assert schedule_faults(conditions, better) == ()
        assert breaks_of(better) <= breaks_of(rounds_)

    def test_mending_gives_up(self) -> None:
        """Where there is no schedule, mending finds none: without work at once, with it when nothing helps any more."""
        away = tuple(block(team, 0, only_home=True) for team in range(1, 6))
        conditions = replace(league(8), blocks=away)
        assert mend_rounds(conditions, leg_rounds(8, 1), 1, 0) is None
        assert mend_rounds(conditions, leg_rounds(8, 1), 1, 0.2) is None

    def test_no_time_for_a_neighbourhood(self) -> None:
        """A neighbourhood without work leaves the schedule as it was."""
        conditions = self.league_with_wishes(8, 2, 1)
        fixtures = make_schedule(conditions, work=1).fixtures
        assert Neighbours(conditions, fixtures, (0, 1, 2), mends=False).better(1, 0)[0] == fixtures


class TestChecker:
    """The checker finds what is broken on purpose."""

    def codes(self, conditions: League, fixtures: tuple[Fixture, ...]) -> set[str]:
        return {fault.code.removeprefix("league.fault.") for fault in schedule_faults(conditions, fixtures)}

    def test_faults(self) -> None:
        conditions = league(4)
        fixtures = make_schedule(conditions).fixtures
        first = fixtures[0]
        turned = (replace(first, home=first.away, away=first.home), *fixtures[1:])
        assert self.codes(conditions, fixtures[1:]) >= {"meetings"}
        assert self.codes(conditions, (*fixtures, replace(first, away=Number("9")))) >= {"stranger", "twice"}
        assert self.codes(conditions, (replace(first, day=day(9)), *fixtures[1:])) == {"date"}
        assert self.codes(conditions, (replace(first, venue="Moon"), *fixtures[1:])) == {"venue"}
        assert self.codes(replace(conditions, fixed=(first,)), turned) >= {"kept"}
        for only_home in (True, False):
            barred = replace(conditions, blocks=(Block(first.home, first.day, only_home),))
            assert self.codes(barred, fixtures) == {"blocked"}
        venues = replace(conditions, rooms=(Room("", 1),))
        assert self.codes(venues, fixtures) == {"room"}

    def test_homes(self) -> None:
        conditions = league(4)
        at_home = tuple(
            replace(match, home=Number("1"), away=match.home) if match.away == "1" else match
            for match in make_schedule(conditions).fixtures
        )
        assert self.codes(conditions, at_home) == {"homes"}

    def test_of_two(self) -> None:
        """Twice at home to the same team, and again on the next date."""
        conditions = league(2, legs=2)
        match = Fixture(day(0), Number("1"), Number("2"))
        assert self.codes(conditions, (match, replace(match, day=day(1)))) == {"homes", "homes-of-two"}
        four = league(4, legs=2)
        fixtures = make_schedule(four).fixtures
        pair = [match for match in fixtures if set(match.teams) == {"1", "2"}]
        moved = tuple(replace(match, day=pair[0].day) if match == pair[1] else match for match in fixtures)
        assert "too-soon" in self.codes(four, moved)

    def test_a_schedule_with_faults_is_never_handed_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        conditions = replace(league(4), fixed=(Fixture(day(0), Number("1"), Number("2")),))
        monkeypatch.setattr(league_schedule, "schedule_faults", lambda league, fixtures: ("broken",))
        with pytest.raises(Impossible):
            make_schedule(conditions)


PRINTED = {(1, 2): 19, (1, 3): 0, (1, 4): 8, (1, 5): 7, (1, 6): 20, (2, 3): 10, (2, 4): 18, (2, 5): 15, (2, 6): 0}
PRINTED |= {(3, 4): 4, (3, 5): 6, (3, 6): 17, (4, 5): 7, (4, 6): 4, (5, 6): 11}
"""The cross table of six teams, upper half, of 20 victory points each (manual, lines 1752-1760)."""

TO_20 = Scale(
    "20-0",
    "",
    ScaleKind.BANDS,
    "manual, lines 1752-1760",
    pairs=tuple((Fraction(10 + at), Fraction(10 - at)) for at in range(11)),
    columns=(ScaleColumn(1, None, tuple(range(11))),),
)


def season(scale: Scale = TO_20, rules: TeamRules | None = None, boards: int = 20) -> Season:
    """Returns the printed six teams on five dates, margins such that the victory points are those printed."""
    fixtures = make_schedule(league(6)).fixtures
    event = TeamEvent(
        league(6).teams, (), MatchRules(TeamMethod.IMPS, boards, scale), team_rules=rules or TeamRules(), rounds=5
    )
    return Season(
        tuple(SeasonMatch(one, printed_match(one, at, boards)) for at, one in enumerate(fixtures, start=1)), event
    )


def printed_match(fixture: Fixture, at: int, boards: int) -> TeamMatch:
    home, away = int(fixture.home), int(fixture.away)
    won = PRINTED[home, away] if home < away else 20 - PRINTED[away, home]
    margin = won - 10
    points = (Fraction(max(margin, 0)), Fraction(max(-margin, 0)))
    return TeamMatch(fixture.home, fixture.away, (Totals(boards, points=points),), at)


def only(season_: Season, *at: int, forfeit: int | None = None) -> Season:
    """Returns the season with the results of some dates, and one match forfeited by the away team."""
    days = {day(one) for one in at}
    matches = [one if one.fixture.day in days else replace(one, result=None) for one in season_.matches]
    if forfeit is not None:
        fixture = matches[forfeit].fixture
        lost = TeamMatch(fixture.home, fixture.away, (), forfeit + 1, forfeited_by=(fixture.away,))
        matches[forfeit] = replace(matches[forfeit], result=lost)
    return replace(season_, matches=tuple(matches))


def totals(standings: TeamStandings) -> dict[str, int]:
    return {one.number: int(one.row.total) for one in standings.ranking}


class TestTable:
    """R-252, R-277: the league table (manual, lines 1750-1760)."""

    def test_printed(self) -> None:
        """R-277: 54, 44, 57, 41, 56 and 48 victory points: 3, 5, 1, 6, 2, 4."""
        standings = table(season())
        assert totals(standings) == {"3": 57, "5": 56, "1": 54, "6": 48, "2": 44, "4": 41}
        assert [one.rank for one in standings.ranking] == [1, 2, 3, 4, 5, 6]
        assert not standings.is_provisional

    def test_after_two_dates(self) -> None:
        """R-252: after date 2 of 5 each team has two of its matches in the table, and the open ones are listed."""
        standings = table(season(), until=day(1))
        early = [match for match in season().matches if match.fixture.day <= day(1)]
        wanted = dict.fromkeys(league(6).teams, 0)
        for match in early:
            home, away = match.fixture.teams
            won = PRINTED.get((int(home), int(away)), -1)
            won = won if won >= 0 else 20 - PRINTED[int(away), int(home)]
            wanted[home] += won
            wanted[away] += 20 - won
        assert totals(standings) == wanted
        assert standings.is_provisional
        assert len(open_matches(only(season(), 0, 1), day(1))) == 9

    def test_imp_league_scale(self) -> None:
        """R-276: 32 boards, a margin of 30 IMPs: 20-10 (wbf-25)."""
        season_ = season(load_scale("wbf-25"), boards=32)
        first = season_.matches[0]
        parts = (Totals(32, points=(Fraction(75), Fraction(45))),)
        match = replace(first, result=TeamMatch(*first.fixture.teams, parts, 1))
        standings = table(replace(season_, matches=(match,)))
        assert standings.matches[0].brings == (Fraction(20), Fraction(10))

    def test_by_wins(self) -> None:
        """Wins instead of victory points, as the conditions may say (line 1748); a draw counts half: 15 in all."""
        standings = table(season(rules=TeamRules(rank_by=TeamsRankBy.WINS)))
        wins = {one.number: one.row.wins for one in standings.ranking}
        assert sum(wins.values()) == 15
        assert [one.row.wins for one in standings.ranking] == sorted(wins.values(), reverse=True)


class TestForfeits:
    """R-278: the same rule of the most, recomputed as further matches end (regulations summary, lines 228-250)."""

    def test_recomputed(self) -> None:
        """R-278: team 4 wins by forfeit of team 2; its share is the most of its own mean, the mean won against team 2
        and 1.2 x 10: 12 with nothing played; max(12, 20, 12) = 20; max(14, 12.5, 12) = 14; max(9.75, 13.5, 12) = 13.5
        when all is played, and then it is no longer provisional."""
        points = []
        for dates in ((), (1,), (1, 2), (1, 2, 3), (0, 1, 2, 3, 4)):
            standings = table(only(season(), *dates, forfeit=5))
            standing = standings.matches[5]
            assert standing.match.teams == ("4", "2")
            assert standing.brings is not None
            assert standing.brings[1] == 0
            assert standing.is_provisional is (len(dates) < 5)
            points.append(standing.brings[0])
        assert points == [12, 12, 20, 14, Fraction(27, 2)]


class TestDates:
    """R-279: matches on different dates, results entered at any time, what is open on a date."""

    def test_date_3_before_date_2(self) -> None:
        """R-279: the table counts dates 1 and 3, and the matches of date 2 are overdue."""
        season_ = only(season(), 0, 2)
        standings = table(season_)
        assert [one.row.matches for one in standings.ranking] == [2] * 6
        overdue = open_matches(season_, day(2))
        assert [one.due for one in overdue] == [Due.OVERDUE] * 3 + [Due.TO_COME] * 6
        assert {one.match.fixture.day for one in overdue[:3]} == {day(1)}
        assert [one.days for one in overdue] == [7] * 6 + [14] * 3

    def test_the_longest_overdue_first_and_without_a_date_last(self) -> None:
        """R-279: however the season holds its matches; on one date by the numbers of the teams."""
        season_ = only(season(), 0)
        first = next(at for at, match in enumerate(season_.matches) if match.fixture.day == day(1))
        undated = replace(season_.matches[first], is_postponed=True)
        mixed = (*season_.matches[first + 1 :][::-1], undated, *season_.matches[:first])
        overdue = open_matches(replace(season_, matches=mixed), day(2))
        assert [one.match.day for one in overdue] == [day(1)] * 2 + [day(at) for at in (2, 3, 4) for _ in range(3)] + [
            None
        ]
        assert [one.match.fixture.teams for one in overdue[:2]] == sorted(
            one.match.fixture.teams for one in overdue[:2]
        )

    def test_today(self) -> None:
        assert open_matches(only(season(), 0), day(1))[0].due is Due.TODAY

    def test_postponed(self) -> None:
        """A postponed match waits for its new date; without one it is listed last; played then, it counts from then."""
        season_ = only(season(), 0, 1, 2, 3, 4)
        moved = replace(season_.matches[0], result=None, is_postponed=True)
        waiting = replace(season_, matches=(moved, *season_.matches[1:]))
        assert [one.due for one in open_matches(waiting, day(9))] == [Due.POSTPONED]
        dated = replace(season_, matches=(replace(moved, postponed_to=day(6)), *season_.matches[1:]))
        assert [(one.due, one.days) for one in open_matches(dated, day(5))] == [(Due.TO_COME, 7)]
        played = replace(season_.matches[0], is_postponed=True, postponed_to=day(6))
        late = replace(season_, matches=(played, *season_.matches[1:]))
        assert table(late, until=day(5)).is_provisional
        assert not table(late, until=day(6)).is_provisional
        undated = replace(played, postponed_to=None)
        assert table(replace(late, matches=(undated, *season_.matches[1:])), until=day(9)).is_provisional


class TestMoves:
    """R-252: promotion and relegation between divisions."""

    def test_up_and_down(self) -> None:
        """The last of the first division and the first of the second change places."""
        division = table(season())
        moved = [(move.number, move.division, move.move) for move in moves([division, division], up=1, down=1)]
        assert moved == [("4", 1, Moves.DOWN), ("3", 2, Moves.UP)]
        assert moves([division], up=1, down=1) == ()

    def test_tied_across_the_line(self) -> None:
        """Before the first match all share rank 1: nobody is named."""
        division = table(only(season()))
        moved = moves([division, division], up=2, down=2)
        assert {move.move for move in moved} == {Moves.UNDECIDED}
        assert len(moved) == 12

    def test_too_few(self) -> None:
        division = table(season())
        with pytest.raises(Refused) as refused:
            moves([division, division, division], up=4, down=3)
        assert [problem.code for problem in refused.value.problems] == ["league.moves"]

    def test_state_of_a_division(self) -> None:
        season_ = only(season(), 0)
        standings = table(season_)
        schedule = make_schedule(league(6))
        changed = moves([standings, standings], 0, 1)
        state = DivisionState("A", {Number("1"): "Alder"}, season_, schedule, standings, (), changed)
        assert (state.has_results, state.team(Number("1")), state.team(Number("2"))) == (True, "Alder", "2")
        assert state.brings(0) is not None
        assert state.brings(14) is None
        last = standings.ranking[-1].number
        assert state.move_of(last) is Moves.DOWN
        assert state.move_of(standings.ranking[0].number) is None
