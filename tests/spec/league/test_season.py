"""A league in the tournament: R-252, R-273 and R-276 to R-279.

JCBL director's manual 3.3, lines 2623, 4210 and 4237; regulations summary, lines 228-250.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, NotFound, Problem, Refused
from arrowswitch.core.pairing.league.schedule import Settled
from arrowswitch.core.pairing.league.season import Due, Moves
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.league.season import (
    division_of,
    is_dated,
    plan_of,
    proposed_schedule,
    season_of,
    settled_matches,
)
from arrowswitch.tournament.matches.views import matches
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import WithdrawEntry
from arrowswitch.tournament.model.slices.league import PostponeMatch, SetLeague, TakeSchedule
from arrowswitch.tournament.model.slices.matches import EnterLineup, ForfeitMatch
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.league import (
    LeagueConditions,
    LeagueFixed,
    LeagueMatch,
    LeagueRoom,
    LeagueWish,
)
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, new_evening
from tests.league_events import dated_league, home_of, new_league, play, play_date, take, week, weeks
from tests.scripted_events import assert_replays, play_round
from tests.tables import for_each


def name_of(entry: Entry | None) -> str:
    return entry.names[0] if entry is not None else ""


def settle(evening: Evening, **changes: object) -> None:
    conditions = plan_of(evening.state, Place(1, "A")).conditions
    evening.do(SetLeague(Place(1, "A"), replace(conditions, **changes)))  # type: ignore[arg-type]  # the conditions' own fields


def team(evening: Evening, number: str) -> str:
    return evening.state.section(Place(1, "A")).numbers[Number(number)]


def of_schedule(state: EventState) -> tuple[LeagueMatch, ...]:
    plan = plan_of(state, Place(1, "A"))
    draws = state.section(Place(1, "A")).draws
    return tuple(LeagueMatch(plan.days[one.round], m.home, m.away) for one in draws for m in one.matches)


def problems(evening: Evening, command: object, reason: str = "") -> list[str]:
    with pytest.raises(Mistake) as refused:
        evening.do(command, reason)  # type: ignore[arg-type]  # any command
    return [problem.code for problem in refused.value.problems]


class TestConditions:
    """The conditions that are settled before the season: dates, venues, wishes."""

    def test_kept_and_undone(self) -> None:
        """R-252: the conditions stand in the state, an equal command changes nothing, undo takes them back."""
        evening = new_league()
        first = LeagueConditions(weeks(5), up=1, down=1)
        version = evening.do(SetLeague(Place(1, "A"), first)).seq
        assert plan_of(evening.state, Place(1, "A")).conditions == first
        assert evening.do(SetLeague(Place(1, "A"), first)).seq == version
        settle(evening, legs=2)
        evening.do(Undo())
        assert plan_of(evening.state, Place(1, "A")).conditions == first
        assert not is_dated(evening.state, Place(1, "A"))

    def test_a_repeated_sending_changes_nothing(self) -> None:
        evening = new_league()
        stamp = Stamp("once", "director")
        command = SetLeague(Place(1, "A"), LeagueConditions(weeks(5)))
        first = evening.tournament.execute(evening.event_id, command, stamp)
        assert evening.tournament.execute(evening.event_id, command, stamp) == first

    def test_legs_follow_the_rounds(self) -> None:
        """R-252: ten rounds of six teams are two legs."""
        conditions = replace(new_league().state.settings.conditions, rounds=10)
        assert plan_of(new_league(conditions=conditions).state, Place(1, "A")).conditions.legs == 2

    @for_each(
        "changes, code",
        [
            ({"dates": weeks(5)[::-1]}, "league-event.date-order"),
            ({"dates": tuple(date.fromordinal(740_000 + at) for at in range(401))}, "league-event.dates"),
            ({"legs": 5}, "league-event.legs"),
            ({"wishes": (LeagueWish("nobody", week(0)),)}, "league-event.unknown-team"),
            ({"venues": {"nobody": "Hall"}}, "league-event.unknown-team"),
            ({"rooms": (LeagueRoom("Hall", -1),)}, "league-event.room-number"),
            ({"rooms": (LeagueRoom("Hall", 1), LeagueRoom("Hall", 2))}, "league-event.room-twice"),
            ({"rooms": (LeagueRoom("H" * 81, 1),)}, "league-event.venue-long"),
            ({"rooms": (LeagueRoom("Hall", 1, {week(9): 0}),)}, "league-event.unknown-date"),
            ({"up": 4, "down": 3}, "league-event.moves"),
        ],
    )
    def test_refused(self, changes: dict[str, object], code: str) -> None:
        conditions = {"dates": weeks(5), **changes}
        command = SetLeague(Place(1, "A"), LeagueConditions(**conditions))  # type: ignore[arg-type]  # each case changes one field
        assert problems(new_league(), command) == [code]

    def test_refused_about_teams(self) -> None:
        """A wish for a date that is not played on, and a team that is fixed twice on one."""
        evening = new_league()
        first, other, third = (team(evening, number) for number in "123")
        wish = LeagueConditions(weeks(5), wishes=(LeagueWish(first, week(7)),))
        assert problems(evening, SetLeague(Place(1, "A"), wish)) == ["league-event.unknown-date"]
        fixed = (LeagueFixed(week(0), first, other), LeagueFixed(week(0), third, first))
        assert problems(evening, SetLeague(Place(1, "A"), LeagueConditions(weeks(5), fixed=fixed))) == [
            "league-event.fixed-twice"
        ]

    def test_only_a_league_has_them(self) -> None:
        evening = new_evening(4)
        assert problems(evening, SetLeague(Place(1, "A"), LeagueConditions())) == ["league-event.other-form"]


class TestSchedule:
    """The schedule of the season, made by the conditions and judged by the checker."""

    @pytest.mark.parametrize("teams", [5, 6])
    def test_dates_of_rounds(self, teams: int) -> None:
        """R-273: everybody meets everybody once, on dates of the league; homes differ by one at most; a round is a
        date."""
        evening = dated_league(teams)
        plan, draws = plan_of(evening.state, Place(1, "A")), evening.state.section(Place(1, "A")).draws
        assert [plan.days[one.round] for one in draws] == list(weeks(5))
        pairs = [frozenset((m.home, m.away)) for one in draws for m in one.matches]
        assert len(pairs) == len(set(pairs)) == teams * (teams - 1) // 2
        homes = [sum(m.home == str(n) for one in draws for m in one.matches) for n in range(1, teams + 1)]
        assert max(homes) - min(homes) <= 1
        assert plan.has_fewest_breaks

    def test_wishes_and_venues(self) -> None:
        """R-273: a free date, a home wish, a fixed match and a venue for one match a date are all kept."""
        evening = new_league()
        first, two, three, six = (team(evening, number) for number in "1236")
        settle(
            evening,
            dates=weeks(7),
            venues={first: "Hall", two: "Hall"},
            rooms=(LeagueRoom("Hall", 1),),
            wishes=(LeagueWish(first, week(0)), LeagueWish(two, week(1), only_away=True)),
            fixed=(LeagueFixed(week(3), three, six),),
        )
        take(evening)
        fixtures = of_schedule(evening.state)
        assert not any(match.day == week(0) and "1" in (match.home, match.away) for match in fixtures)
        assert not any(match.day == week(1) and match.away == "2" for match in fixtures)
        assert LeagueMatch(week(3), Number("3"), Number("6")) in fixtures
        assert all(sum(m.day == day and m.home in ("1", "2") for m in fixtures) <= 1 for day in weeks(7))

    def test_the_smallest_conflict_is_named(self) -> None:
        """R-273: five of six teams cannot host on a date that all must play on: told by these wishes alone."""
        evening = new_league()
        away = tuple(LeagueWish(team(evening, number), week(0), only_home=True) for number in "1234")
        settle(evening, dates=weeks(5), wishes=(*away, LeagueWish(team(evening, "6"), week(3), only_home=True)))
        _, scheduling = proposed_schedule(evening.state, Place(1, "A"), 20)
        assert scheduling.settled is Settled.IMPOSSIBLE
        assert scheduling.is_smallest
        assert {(one.code, one.params["number"]) for one in scheduling.conflict} == {
            ("league.conflict.no-home", number) for number in "1234"
        }

    def test_no_schedule_without_dates_or_numbers(self) -> None:
        evening = new_league()
        assert problems(evening, StartPlay(1)) == ["league-event.no-schedule"]
        with pytest.raises(Refused, match=r"league-event\.no-dates"):
            proposed_schedule(evening.state, Place(1, "A"), 1)
        alone = new_league(1)
        with pytest.raises(Refused, match=r"league-event\.no-numbers"):
            proposed_schedule(alone.state, Place(1, "A"), 1)
        with pytest.raises(Refused, match=r"league-event\.no-schedule"):
            season_of(evening.state, Place(1, "A"))

    def test_the_directors_own_schedule(self) -> None:
        """R-273: one against a wish is refused with its faults, and stands with a reason; a list of matches that is no
        schedule never stands."""
        evening = new_league()
        settle(evening, dates=weeks(5))
        take(evening)
        fixtures = of_schedule(evening.state)
        barred = next(match for match in fixtures if match.day == week(0))
        settle(evening, wishes=(LeagueWish(team(evening, barred.home), week(0), only_home=True),))
        assert problems(evening, TakeSchedule(Place(1, "A"), fixtures)) == [
            "league.fault.blocked",
            "league-event.may-be-broken",
        ]
        forced = TakeSchedule(Place(1, "A"), fixtures, may_break_conditions=True)
        assert problems(evening, forced) == ["league-event.needs-reason"]
        evening.do(forced, "the hall is closed")
        assert problems(evening, TakeSchedule(Place(1, "A"), fixtures[1:], may_break_conditions=True), "x") == [
            "league.fault.meetings"
        ]
        settle(evening, wishes=())
        version = evening.state.seq
        assert evening.do(TakeSchedule(Place(1, "A"), fixtures)).seq == version

    def test_other_sheets_and_forms(self) -> None:
        """Boards must be settled; a section with another sheet has no schedule."""
        open_boards = new_league(boards_per_round=None)
        assert problems(open_boards, TakeSchedule(Place(1, "A"), ())) == ["form.unsettled-boards"]
        evening = dated_league()
        sheet = evening.state.section(Place(1, "A")).movement
        assert sheet is not None
        other = new_league()
        other.do(ChooseMovement(Place(1, "A"), replace(sheet, family="custom")))
        assert problems(other, TakeSchedule(Place(1, "A"), ())) == ["team-event.other-movement"]

    def test_board_numbers_begin_anew_in_the_order_of_vulnerabilities(self) -> None:
        """Matches of 24 boards: 1-24, then 33-56 (33 has dealer and vulnerability of board 1), so that every match can
        be played with boards 1-24."""
        evening = dated_league(boards=24)
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        assert [(boards[0], len(boards)) for boards in movement.board_sets[:3]] == [(1, 24), (33, 24), (65, 24)]

    @pytest.mark.parametrize("teams", [5, 6])
    def test_tables_of_a_date(self, teams: int) -> None:
        """R-273: the matches of a date are at tables 1 and 2, 3 and 4, 5 and 6 in the order of the schedule; the team
        at home sits North-South at the first of the two and East-West at the second."""
        evening = dated_league(teams)
        schedule = of_schedule(evening.state)[::-1]
        evening.do(TakeSchedule(Place(1, "A"), schedule))
        section = evening.state.section(Place(1, "A"))
        assert section.movement is not None
        for drawn in section.draws:
            day = plan_of(evening.state, Place(1, "A")).days[drawn.round]
            own = [(match.home, match.away) for match in schedule if match.day == day]
            assert [(match.home, match.away) for match in drawn.matches] == own
            assert [match.tables for match in drawn.matches] == [(1, 2), (3, 4), (5, 6)][: teams // 2]
            seats = {(one.table, one.ns, one.ew) for one in section.movement.meetings if one.round == drawn.round}
            assert seats == {
                seat
                for at, (home, away) in enumerate(own)
                for seat in ((2 * at + 1, (home,), (away,)), (2 * at + 2, (away,), (home,)))
            }

    def test_undo(self) -> None:
        """The schedule can be taken back until something of its matches stands."""
        evening = new_league()
        settle(evening, dates=weeks(5))
        take(evening)
        evening.do(Undo())
        assert not evening.state.section(Place(1, "A")).draws
        take(evening)
        seq = evening.state.seq
        evening.do(StartPlay(1))
        assert problems(evening, Undo(seq)) == ["undo.rested-on"]
        evening.do(Undo())
        numbers = next(e.seq for e in evening.tournament.ledger(evening.event_id) if e.facts[0].kind == "numbers-set")
        assert problems(evening, Undo(numbers)) == ["undo.rested-on"]


class TestAgain:
    """A new schedule in the middle of the season."""

    def test_what_is_settled_stays(self) -> None:
        """R-273: played, forfeited and postponed matches, and one with a line-up, keep their round, date, tables; the
        rest moves."""
        evening = dated_league(6, spare=3)
        played, forfeited = home_of(evening, 1), home_of(evening, 1, 1)
        play(evening, 1, played[0])
        evening.do(ForfeitMatch(Place(1, "A").at(1), forfeited[1]), "nobody came")
        lined, later = home_of(evening, 2), home_of(evening, 3)
        entry = evening.state.entry_at(Place(1, "A"), lined[0])
        assert entry is not None
        evening.do(EnterLineup(at=Place(1, "A").at(2), number=lined[0], ns=entry.names[:2], ew=entry.names[2:]))
        evening.do(PostponeMatch(Place(1, "A").at(3), *later, None), "ill")
        before = settled_matches(evening.state, Place(1, "A"))
        assert {(one.round, one.match.home) for one in before} == {
            (1, played[0]),
            (1, forfeited[0]),
            (2, lined[0]),
            (3, later[0]),
        }
        old = plan_of(evening.state, Place(1, "A")).days
        settle(evening, dates=(*weeks(8)[:3], *(week(at) for at in range(10, 16))))
        take(evening, since=week(2))
        assert settled_matches(evening.state, Place(1, "A")) == before
        plan = plan_of(evening.state, Place(1, "A"))
        assert [plan.days[number] for number in (1, 2, 3)] == [old[1], old[2], old[3]]
        assert plan.postponed[0].place == (3, *later)
        open_days = {one.day for one in settled_matches(evening.state, Place(1, "A"), with_open=True)}
        open_days -= {one.day for one in before}
        assert open_days <= {week(2), *(week(at) for at in range(10, 16))}
        for slot in missing_slots(evening.state, 1):
            evening.do(EnterResult(slot, "P"))
        assert_replays(evening)

    @for_each("settled", [0, 1, 2])
    def test_the_others_take_the_tables_left(self, settled: int) -> None:
        """R-273: of a date's three matches one is played and keeps its tables, wherever the new schedule names it; the
        others take the first tables that are free, in the order of the schedule."""
        evening = dated_league(6)
        before = evening.state.section(Place(1, "A")).draws[0].matches
        play(evening, 1, before[settled].home)
        evening.do(TakeSchedule(Place(1, "A"), of_schedule(evening.state)[::-1]))
        after = evening.state.section(Place(1, "A")).draws[0].matches
        assert [match.tables for match in after] == [(1, 2), (3, 4), (5, 6)]
        others = [match.home for at, match in enumerate(before) if at != settled][::-1]
        others.insert(settled, before[settled].home)
        assert [match.home for match in after] == others
        assert after[settled] == before[settled]

    def test_a_played_match_is_not_moved(self) -> None:
        evening = dated_league(6, spare=1)
        play(evening, 1, home_of(evening, 1)[0])
        fixtures = of_schedule(evening.state)
        free = next(day for day in weeks(6) if day not in {match.day for match in fixtures})
        moved = tuple(replace(m, day=free) if (m.home, m.away) == home_of(evening, 1) else m for m in fixtures)
        assert "league-event.settled-moved" in problems(evening, TakeSchedule(Place(1, "A"), moved))

    def test_wishes_rooms_and_fixed_matches_against_what_was_played(self) -> None:
        """A wish for a date that was played on, a venue that held too many, a fixed match that was played another day:
        the settled matches are facts, and the rest can still be made."""
        evening = dated_league(6, spare=2)
        home, away = home_of(evening, 1)
        play_date(evening, 1)
        settle(
            evening,
            dates=weeks(9)[1:],
            wishes=(LeagueWish(team(evening, home), week(1)),),
            venues={team(evening, number): "Hall" for number in "123456"},
            rooms=(LeagueRoom("Hall", 2),),
            fixed=(LeagueFixed(week(5), team(evening, away), team(evening, home)),),
        )
        take(evening)
        assert plan_of(evening.state, Place(1, "A")).days[1] == week(0)

    @pytest.mark.exhaustive
    def test_a_schedule_without_dates_gets_them(self) -> None:
        """A league whose rounds were drawn without dates: what was played is put on the first dates."""
        evening = new_league()
        evening.do(DrawRound(Place(1, "A").at(1)))
        evening.do(StartPlay(1))
        play_date(evening, 1)
        settle(evening, dates=weeks(5))
        take(evening)
        assert plan_of(evening.state, Place(1, "A")).days[1] == week(0)
        assert len(season_of(evening.state, Place(1, "A")).matches) == 15

    def test_matches_of_a_team_that_left_stay(self) -> None:
        evening = dated_league(6, spare=2)
        play_date(evening, 1)
        evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number("6")]), "moved away")
        own = [one for one in settled_matches(evening.state, Place(1, "A")) if "6" in (one.match.home, one.match.away)]
        assert len(own) == 5
        take(evening)


class TestPostponed:
    """R-279: matches on other dates."""

    def test_to_a_date_and_back(self) -> None:
        """R-279: to a free date, to no date, and back; each with its reason in the history; undo brings the one
        before."""
        evening = dated_league(6, spare=1)
        home, away = home_of(evening, 1)
        free = next(day for day in weeks(6) if day not in plan_of(evening.state, Place(1, "A")).days.values())
        assert problems(evening, PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=free)) == [
            "league-event.needs-reason"
        ]
        evening.do(PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=free), "snow")
        (moved,) = plan_of(evening.state, Place(1, "A")).postponed
        assert (moved.day, moved.reason) == (free, "snow")
        version = evening.state.seq
        assert evening.do(PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=free), "again").seq == version
        evening.do(PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=None), "no date found")
        assert plan_of(evening.state, Place(1, "A")).postponed[0].day is None
        evening.do(Undo())
        assert plan_of(evening.state, Place(1, "A")).postponed[0].day == free
        own = plan_of(evening.state, Place(1, "A")).days[1]
        evening.do(PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=own), "the snow has gone")
        assert plan_of(evening.state, Place(1, "A")).postponed == ()
        version = evening.state.seq
        assert (
            evening.do(PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=own), "nothing new").seq
            == version
        )
        kinds = [row.what[0].code for row in history(evening.tournament.ledger(evening.event_id))]
        assert kinds.count("history.match-postponed") == 1
        assert kinds.count("history.match-postponed.none") == 1
        assert kinds.count("history.match-postponed.open") == 1

    def test_clashes(self) -> None:
        """Another match of a team, a wish and a full venue are named; they stand when the director says so."""
        evening = new_league()
        everybody = {team(evening, number): "Hall" for number in "123456"}
        settle(evening, dates=weeks(6), venues=everybody, rooms=(LeagueRoom("Hall", 3, {week(5): 3}),))
        take(evening)
        evening.do(StartPlay(1))
        home, away = home_of(evening, 1)
        plan = plan_of(evening.state, Place(1, "A"))
        other = plan.days[2]
        settle(evening, wishes=(LeagueWish(team(evening, home), other),))
        codes = problems(evening, PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=other), "snow")
        assert sorted(set(codes)) == [
            "league-event.busy",
            "league-event.full",
            "league-event.may-clash",
            "league-event.wish",
        ]
        evening.do(PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=other, may_clash=True), "both agree")
        assert plan_of(evening.state, Place(1, "A")).postponed[0].day == other
        evening.do(
            PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=plan.days[1], venue="Barn"),
            "the hall is full",
        )
        assert plan_of(evening.state, Place(1, "A")).postponed[0].venue == "Barn"

    def test_refused(self) -> None:
        """A match that is over or that nobody plays, and a venue without end."""
        evening = dated_league()
        home, away = home_of(evening, 1)
        with pytest.raises(NotFound, match=r"match\.none"):
            evening.do(PostponeMatch(at=Place(1, "A").at(1), home=away, away=home, day=None), "x")
        long = PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=None, venue="H" * 81)
        assert problems(evening, long, "x") == ["league-event.venue-long"]
        play(evening, 1, home)
        assert problems(evening, PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=None), "x") == [
            "league-event.is-over"
        ]


class TestTable:
    """The table on any date, and the matches that wait."""

    def test_after_date_2(self) -> None:
        """R-252: six teams, five dates, two played: 15-15 each, 30 each; the nine matches of the other three wait."""
        evening = dated_league()
        play_date(evening, 1)
        play_date(evening, 2)
        state = division_of(evening.state, Place(1, "A"), week(2), name_of)
        assert {one.row.total for one in state.standings.ranking} == {Fraction(30)}
        assert [one.due for one in state.open] == [Due.TODAY] * 3 + [Due.TO_COME] * 6
        after_first = division_of(evening.state, Place(1, "A"), week(2), name_of, until=week(0))
        assert {one.row.total for one in after_first.standings.ranking} == {Fraction(15)}

    def test_date_3_before_date_2(self) -> None:
        """R-279: date 3 is entered, date 2 is not: the table has both dates played, date 2 is overdue by a week."""
        evening = dated_league()
        play_date(evening, 1)
        play_date(evening, 3)
        state = division_of(evening.state, Place(1, "A"), week(2), name_of)
        assert {(one.row.matches, one.row.total) for one in state.standings.ranking} == {(2, Fraction(30))}
        overdue = [one for one in state.open if one.due is Due.OVERDUE]
        assert [(one.match.day, one.days) for one in overdue] == [(week(1), 7)] * 3

    def test_postponed_matches_wait_for_their_new_date(self) -> None:
        """R-279: a match of date 1 is put on date 6: it is not overdue on date 3, and counts in the table of date 6
        only."""
        evening = dated_league(6, spare=1)
        home, away = home_of(evening, 1)
        days = plan_of(evening.state, Place(1, "A")).days
        free = next(day for day in weeks(6) if day not in days.values())
        evening.do(PostponeMatch(at=Place(1, "A").at(1), home=home, away=away, day=free), "snow")
        play(evening, 1, home, 1000)
        before = division_of(
            evening.state, Place(1, "A"), week(9), name_of, until=date.fromordinal(free.toordinal() - 1)
        )
        assert sum(one.row.matches for one in before.standings.ranking) == 0
        assert sum(one.row.matches for one in season_table(evening)) == 2
        evening.do(Undo())
        waiting = division_of(evening.state, Place(1, "A"), days[1], name_of).open
        moved = next(one for one in waiting if one.match.fixture.teams == (home, away))
        assert moved.match.day == free

    def test_forfeit_changes_after_a_later_match(self) -> None:
        """R-278: 1.2 x 15 = 18 at first; when the winner wins its only other match 25-0 its mean is 25, and so is the
        forfeit's; after a second of 15 it is 20."""
        evening = dated_league(boards=16)
        home, away = home_of(evening, 1)
        evening.do(ForfeitMatch(Place(1, "A").at(1), away), "nobody came")

        def brings() -> Fraction | None:
            return next(one.points_of(home) for one in matches(evening.state) if one.loser is not None)

        assert brings() == 18
        _win(evening, 2, home)
        assert brings() == 25
        state = division_of(evening.state, Place(1, "A"), week(1), name_of)
        assert state.standings.is_provisional
        other = next(m for m in evening.state.section(Place(1, "A")).draws[2].matches if home in (m.home, m.away))
        play(evening, 3, other.home)
        assert brings() == 20

    def test_victory_points(self) -> None:
        """R-276, R-277: 32 boards by the WBF scale of the IMP league: 30 IMPs are 20-10, and the table adds them."""
        evening = dated_league(boards=32)
        home, away = home_of(evening, 1)
        match = next(one for one in matches(evening.state) if one.teams == (home, away))
        gains = {match.boards[at].board: "1100" for at in range(2)}
        for board in match.boards:
            for cell, text in ((board.open, gains.get(board.board, "P")), (board.closed, "P")):
                assert cell is not None
                evening.do(EnterResult(cell.slot, text))
        margin = next(one.margins[0] for one in matches(evening.state) if one.teams == (home, away))
        assert margin == 30
        by_number = {one.number: one.row.total for one in season_table(evening)}
        assert (by_number[home], by_number[away]) == (Fraction(20), Fraction(10))

    def test_up_and_down(self) -> None:
        """R-252: with one up and one down the first and the last are marked once they are clear; shared ranks across
        the line are not."""
        evening = dated_league()
        settle(evening, up=1, down=1)
        state = division_of(evening.state, Place(1, "A"), week(0), name_of)
        assert {move.move for move in state.moves} == {Moves.UNDECIDED}
        home, away = home_of(evening, 1)
        for match in evening.state.section(Place(1, "A")).draws[0].matches:
            play(evening, 1, match.home, 1000 if match.home == home else 0)
        state = division_of(evening.state, Place(1, "A"), week(0), name_of)
        assert (state.move_of(home), state.move_of(away)) == (Moves.UP, Moves.DOWN)
        assert state.team(home) == name_of(evening.state.entry_at(Place(1, "A"), home))

    def test_the_whole_season(self) -> None:
        """R-252, R-277: two legs of four teams with a postponed match, played by chance to the end; the event file
        alone brings the same ranking."""
        evening = new_league(4)
        settle(evening, dates=weeks(8), legs=2)
        take(evening)
        evening.do(StartPlay(1))
        home, away = home_of(evening, 2)
        evening.do(PostponeMatch(at=Place(1, "A").at(2), home=home, away=away, day=None), "snow")
        play_round(evening)
        for row in season_table(evening):
            own = [one.points_of(row.number) for one in matches(evening.state) if row.number in one.teams]
            assert len(own) == 6
            assert row.row.total == sum((points for points in own if points is not None), Fraction(0))
        assert_replays(evening)
        again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
        assert again.section(Place(1, "A")).league == evening.state.section(Place(1, "A")).league


def season_table(evening: Evening):  # type: ignore[no-untyped-def]  # the rows of the table as they are
    return division_of(evening.state, Place(1, "A"), week(9), name_of).standings.ranking


def _win(evening: Evening, round_number: int, number: Number) -> None:
    """Wins the match of a round by far, at home or away."""
    match = next(one for one in matches(evening.state) if one.rounds == (round_number,) and number in one.teams)
    for board in match.boards:
        for cell, is_home in ((board.open, True), (board.closed, False)):
            assert cell is not None
            good = "1000" if (match.home == number) == is_home else "-1000"
            evening.do(EnterResult(cell.slot, good))


def test_every_fact_has_words() -> None:
    """The history tells each of them in words."""
    evening = dated_league(6, spare=1)
    facts = [what for row in history(evening.tournament.ledger(evening.event_id)) for what in row.what]
    assert Problem("history.league-set", {"section": "A", "n": 6, "wishes": 0}) in facts
    assert any(one.code == "history.league-scheduled" and one.params["n"] == 15 for one in facts)


def test_the_form_of_the_event() -> None:
    assert new_league().state.settings.event_form is EventForm.LEAGUE
