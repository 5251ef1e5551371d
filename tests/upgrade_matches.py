"""Events of matches for the upgrade corpus: teams, Swiss draws, knockouts and a league, with what their directors did.

Each function plays one event, as those of pairs in `tests.upgrade_events`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.swiss.case import Kept
from arrowswitch.core.pairing.swiss.conditions import OddPairs, Rematch, Triangle
from arrowswitch.core.pairing.swiss.policy import Ban
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.league.season import plan_of
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import SplitFlights
from arrowswitch.tournament.model.slices.entries import AddEntry, SetHandicap, WithdrawEntry
from arrowswitch.tournament.model.slices.knockout import AddExtraBoards, CarryImps, DecideMatch, RedrawMatch
from arrowswitch.tournament.model.slices.league import PostponeMatch, SetLeague
from arrowswitch.tournament.model.slices.matches import (
    EnterLineup,
    EnterMatchSlip,
    ForfeitMatch,
    RemoveMatchSlip,
    ShortenMatch,
)
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, GivePenalty
from arrowswitch.tournament.model.slices.swiss import ChooseStandby, DrawRound
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.tournament.model.values.league import LeagueConditions, LeagueFixed, LeagueRoom, LeagueWish
from arrowswitch.tournament.model.values.matches import (
    EightScoring,
    HalfTime,
    HomeRule,
    MatchSettings,
    SeatingRight,
    Substitution,
    TeamScoring,
)
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening
from tests.knockout_events import correct, drawn_match, knockout_event, level, open_slots_of, stands, win, win_all
from tests.league_events import home_of, new_league, play_date, take, week, weeks
from tests.scripted_events import PLAIN_SWISS, new_event, play_round, play_swiss

TEAM = ContestantKind.TEAM
OWN_TABLE = "12-12 13-11 14-10 16-8 20-4\n8: 0 1 5 12 30\n9-32: 0 2 8 16 40"
SEASON_END = date(2026, 12, 31)
ONE, FOUR = Number("1"), Number("4")


def names_of(evening: Evening, number: Number) -> tuple[str, ...]:
    """Returns the people of the team that has a number."""
    entry = evening.state.entry_at(Place(1, "A"), number)
    if entry is None:
        raise AssertionError(f"number {number} was given to nobody")
    return entry.names


def teams_by_own_scale() -> Evening:
    """A round robin of four on the organiser's own scale: line-ups of both halves, a forfeit that was taken back, one
    that stands, a match by its slip, penalties in IMPs and victory points, an award."""
    rules = MatchSettings(
        scoring=TeamScoring.IMPS_VP,
        home=HomeRule.LOWER_NUMBER,
        seating=SeatingRight.ALTERNATE,
        half_time=HalfTime.LOSER,
        substitution=Substitution.FREE,
    )
    evening = new_event(
        4, 6, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="own", scale_table=OWN_TABLE, matches=rules
    )
    evening.do(ChooseMovement(Place(1, "A"), make("round-robin", tables=4, form="team", boards_per_round=8)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    for number in ("1", "2", "3", "4"):
        names = names_of(evening, Number(number))
        evening.do(EnterLineup(at=Place(1, "A").at(1), number=Number(number), ns=names[:2], ew=names[2:4]))
    first = names_of(evening, ONE)
    evening.do(
        EnterLineup(at=Place(1, "A").at(1), number=ONE, ns=(first[0], first[4]), ew=(first[1], first[5]), half=2)
    )
    play_round(evening, 1, 1, seed=21)
    evening.do(ForfeitMatch(Place(1, "A").at(2), ONE), reason="did not come")
    evening.do(ForfeitMatch(at=Place(1, "A").at(2), number=ONE, is_forfeited=False), reason="came after all")
    play_round(evening, 1, 2, seed=21)
    evening.do(ForfeitMatch(Place(1, "A").at(3), FOUR), reason="had to leave")
    play_round(evening, 1, 3, seed=21)
    evening.do(EnterMatchSlip(Place(1, "A").at(3), ONE, "31-12"))
    evening.do(RemoveMatchSlip(Place(1, "A").at(3), ONE))
    evening.do(EnterMatchSlip(Place(1, "A").at(3), ONE, "12.5-17.5v"), reason="agreed by both captains")
    evening.do(
        GivePenalty(place=Place(1, "A"), number=Number("3"), amount=Fraction(2), unit=PenaltyUnit.VP), reason="late"
    )
    evening.do(
        GivePenalty(place=Place(1, "A"), number=Number("2"), amount=Fraction(5), unit=PenaltyUnit.IMPS, round=1),
        reason="boards exchanged",
    )
    slot = min((one for one in evening.state.results if one.round == 1), key=lambda one: (one.table, one.board))
    evening.do(GiveAward(slot, "A+", "A-", "86"), reason="could not be played")
    evening.do(Publish())
    return evening


def teams_of_eight() -> Evening:
    """Teams of eight with named teams, all four scores of a board added."""
    rules = MatchSettings(eight=EightScoring.AGGREGATE)
    evening = new_event(
        4, 8, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, scale="wbf-continuous", matches=rules, boards_per_round=4
    )
    evening.do(ChooseMovement(Place(1, "A"), make("round-robin", tables=4, form="team", boards_per_round=4)))
    evening.do(DrawNumbers(Place(1, "A"), 2))
    evening.do(StartPlay(1))
    names = names_of(evening, ONE)
    evening.do(EnterLineup(at=Place(1, "A").at(1), number=ONE, ns=names[:4], ew=names[4:]))
    play_round(evening, 1, None, seed=22)
    evening.do(Publish())
    return evening


def patton_teams() -> Evening:
    """A short round robin of three teams by the Patton method, one of them with a name of its own."""
    rules = MatchSettings(scoring=TeamScoring.PATTON)
    evening = new_event(2, 4, kind=TEAM, form=EventForm.ROUND_ROBIN_TEAMS, matches=rules)
    people = tuple(replace(person, number="", name=f"{person.name} jr") for person in _people_of(evening))
    evening.do(AddEntry(people, name="Thirteen Tricks"))
    evening.do(ChooseMovement(Place(1, "A"), make("round-robin", tables=3, form="team", boards_per_round=6)))
    evening.do(DrawNumbers(Place(1, "A"), 3))
    evening.do(StartPlay(1))
    play_round(evening, 1, None, seed=23)
    evening.do(Publish())
    return evening


def _people_of(evening: Evening) -> tuple[Person, ...]:
    return next(iter(evening.state.entries.values())).people


def flights_of_teams() -> Evening:
    """Teams and pairs in two flights, each a section with sheets of its own for both sessions."""
    evening = new_event(
        8, 4, kind=TEAM, form=EventForm.TEAMS_AND_PAIRS, scale="wbf-continuous", method=Method.IMPS, sessions=2
    )
    teams = tuple(evening.state.entries)
    evening.do(SplitFlights((teams[:4], teams[4:])))
    for session in (1, 2):
        evening.do(StartPlay(session))
        play_round(evening, session, None, seed=24 + session)
    evening.do(Publish())
    return evening


def swiss_with_wishes() -> Evening:
    """A Swiss of seven teams with a triangle of two rounds, a pairing kept, two teams kept apart, one that leaves."""
    conditions = replace(
        PLAIN_SWISS, rounds=4, rematch=Rematch.NOT_CONSECUTIVE, triangle=Triangle.TWO_ROUNDS, triangle_limit=2
    )
    evening = new_event(
        7, 4, kind=TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-continuous", boards_per_round=6, conditions=conditions
    )
    evening.do(DrawNumbers(Place(1, "A"), 4))
    pairings, bans = (Kept(Number("1"), Number("2"), "guests"),), (Ban(Number("3"), Number("6")),)
    evening.do(DrawRound(Place(1, "A").at(1), pairings, bans), reason="guests from abroad")
    evening.do(Undo())
    evening.do(DrawRound(Place(1, "A").at(1), pairings, bans), reason="guests from abroad")
    evening.do(StartPlay(1))
    evening.do(StartRound(1, 1))
    play_round(evening, 1, 1, seed=25)
    evening.do(DrawRound(Place(1, "A").at(2)))
    evening.do(StartRound(1, 2))
    play_round(evening, 1, 2, seed=25)
    evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[Number("6")]), reason="had to leave")
    for number in (3, 4):
        evening.do(DrawRound(Place(1, "A").at(number), may_break_rule=True), reason="few are left")
        play_round(evening, 1, number, seed=25)
    evening.do(Publish())
    return evening


def swiss_pairs_with_standby() -> Evening:
    """Swiss pairs of an odd number, of whom one pair stands by."""
    rules = replace(PLAIN_SWISS, rounds=2, odd_pairs=OddPairs.STANDBY)
    method = Method.SWISS_MATCHPOINTS
    evening = new_event(5, 2, form=EventForm.SWISS_PAIRS, method=method, boards_per_round=8, conditions=rules)
    evening.do(DrawNumbers(Place(1, "A"), 28))
    evening.do(ChooseStandby(next(iter(evening.state.section(Place(1, "A")).numbers.values()))))
    play_swiss(evening, 2, seed=28)
    evening.do(Publish())
    return evening


def swiss_pairs_of_two_sessions() -> Evening:
    """Swiss pairs over two sessions that are drawn on as one event, with a handicap that does not count in it."""
    evening = new_event(
        6,
        2,
        form=EventForm.SWISS_PAIRS,
        method=Method.IMPS,
        scale="wbf-continuous",
        boards_per_round=4,
        conditions=replace(PLAIN_SWISS, rounds=4),
        sessions=2,
    )
    evening.do(SetHandicap(next(iter(evening.state.entries)), Fraction(5, 2)))
    play_swiss(evening, 2, seed=26)
    for number in (1, 2):
        evening.do(DrawRound(Place(2, "A").at(number)))
        if number == 1:
            evening.do(StartPlay(2))
        play_round(evening, 2, number, seed=27)
    evening.do(Publish())
    return evening


def knockout_with_everything() -> Evening:
    """A knockout with a match for the third place: IMPs carried in, extra boards, a draw overtaken by a correction and
    made again, a decision by lot."""
    fixed = KnockoutSettings(has_third_place=True, most_carried=10)
    evening = knockout_event(4, knockout=fixed)
    evening.do(CarryImps(Place(1, "A"), 1, ONE, Fraction(1, 2)))
    evening.do(CarryImps(Place(1, "A"), 1, ONE, Fraction(0)))
    evening.do(CarryImps(Place(1, "A"), 2, Number("2"), Fraction(5, 2)))
    level(evening, 1)
    evening.do(AddExtraBoards(Place(1, "A").at(1), FOUR, 2))
    win(evening, 1, "1")
    win(evening, 2, "2")
    evening.do(DrawRound(Place(1, "A").at(2)))
    correct(evening, 1, "-170")
    evening.do(RedrawMatch(Place(1, "A"), 3))
    evening.do(RedrawMatch(Place(1, "A"), 4))
    level(evening, 3)
    in_round, final = drawn_match(evening, 3)
    evening.do(DecideMatch(Place(1, "A").at(in_round), final.home), reason="by lot")
    win(evening, 4, str(drawn_match(evening, 4)[1].away))
    evening.do(
        GivePenalty(
            place=Place(1, "A"), number=final.away, amount=Fraction(1), unit=PenaltyUnit.BOARDS, round=in_round
        ),
        reason="late",
    )
    evening.do(Publish())
    return evening


def three_way_knockout() -> Evening:
    """Six teams in two matches of three; one is decided in its order, in the other a team did not come."""
    evening = knockout_event(6, boards=8, knockout=KnockoutSettings(has_threes=True))
    level(evening, 1)
    in_round, three = drawn_match(evening, 1)
    evening.do(DecideMatch(Place(1, "A").at(in_round), three.home, three.teams), reason="by lot")
    in_round, other = drawn_match(evening, 2)
    evening.do(ForfeitMatch(Place(1, "A").at(in_round), other.away), reason="did not come")
    for slot in open_slots_of(evening, 2):
        evening.do(EnterResult(slot, "P"))
    _to_the_end(evening)
    return evening


def double_knockout_left() -> Evening:
    """A double knockout: a correction turns both brackets, and a team leaves in the middle of its match."""
    evening = knockout_event(4, EventForm.DOUBLE_KNOCKOUT_TEAMS)
    win_all(evening, "1", "2")
    evening.do(DrawRound(Place(1, "A").at(2)))
    correct(evening, 1, "-170")
    evening.do(RedrawMatch(Place(1, "A"), 3))
    evening.do(RedrawMatch(Place(1, "A"), 4))
    win(evening, 3, "4")
    evening.do(EnterResult(open_slots_of(evening, 4)[0], "P"))
    gone = drawn_match(evening, 4)[1].away
    evening.do(WithdrawEntry(evening.state.section(Place(1, "A")).numbers[gone]), reason="had to leave")
    _to_the_end(evening)
    return evening


def _to_the_end(evening: Evening) -> None:
    """Draws and plays the rounds that are left, with a decision by lot where a match is level, and publishes."""
    while True:
        for match in stands(evening).matches:
            if match.state is MatchState.LEVEL:
                in_round, pairing = drawn_match(evening, match.number)
                order = pairing.teams if pairing.third is not None else ()
                evening.do(DecideMatch(Place(1, "A").at(in_round), pairing.home, order), reason="by lot")
        if stands(evening).winner is not None:
            break
        number = evening.state.section(Place(1, "A")).draws[-1].round + 1
        evening.do(DrawRound(Place(1, "A").at(number)))
        play_round(evening, 1, number, seed=28)
    evening.do(Publish())


def league_season() -> Evening:
    """A season of six teams: wishes, a full venue, a match that was arranged already, a schedule made again in the
    middle, matches postponed and forfeited, line-ups, promotion and relegation; the last date is still to be played."""
    evening = new_league()
    numbers = evening.state.section(Place(1, "A")).numbers
    first, two, three, six = (str(numbers[Number(number)]) for number in "1236")
    conditions = LeagueConditions(
        weeks(8),
        venues={first: "Hall", two: "Hall", three: "Barn"},
        rooms=(LeagueRoom("Hall", 1, {week(5): 2}), LeagueRoom("Barn", 2)),
        wishes=(LeagueWish(first, week(0)), LeagueWish(two, week(1), only_away=True)),
        fixed=(LeagueFixed(week(3), three, six),),
        up=1,
        down=2,
    )
    evening.do(SetLeague(Place(1, "A"), conditions))
    take(evening)
    evening.do(StartPlay(1))
    for number in (1, 2):
        for match in evening.state.section(Place(1, "A")).draws[number - 1].matches:
            names = names_of(evening, match.home)
            evening.do(EnterLineup(at=Place(1, "A").at(number), number=match.home, ns=names[:2], ew=names[2:4]))
        play_round(evening, 1, number, seed=29)
    evening.do(SetLeague(Place(1, "A"), replace(conditions, dates=(*weeks(8), week(10)), wishes=())))
    take(evening, since=week(3))
    home, away = home_of(evening, 3)
    evening.do(PostponeMatch(at=Place(1, "A").at(3), home=home, away=away, day=None), reason="snow")
    evening.do(
        PostponeMatch(at=Place(1, "A").at(3), home=home, away=away, day=week(10), venue="Barn", may_clash=True),
        reason="a date was found",
    )
    home, away = home_of(evening, 4)
    evening.do(PostponeMatch(at=Place(1, "A").at(4), home=home, away=away, day=None), reason="ill")
    evening.do(
        PostponeMatch(at=Place(1, "A").at(4), home=home, away=away, day=plan_of(evening.state, Place(1, "A")).days[4]),
        reason="well again",
    )
    forfeited = home_of(evening, 4, -1)
    evening.do(ForfeitMatch(Place(1, "A").at(4), forfeited[1]), reason="nobody came")
    play_date(evening, 3)
    evening.do(
        GivePenalty(place=Place(1, "A"), number=Number("5"), amount=Fraction(5), unit=PenaltyUnit.IMPS, round=2),
        reason="boards exchanged",
    )
    for slot in [slot for slot in missing_slots(evening.state, 1) if slot.round == 4][:6]:
        evening.do(EnterResult(slot, "-100"))
    evening.do(Publish(is_interim=True))
    return evening


def match_broken_off() -> Evening:
    """A match of two teams in two halves, of which the second is scored on the boards played."""
    evening = new_event(2, 4, kind=TEAM, form=EventForm("team-match"))
    evening.do(ChooseMovement(Place(1, "A"), make("team-match", teams=2, rounds=2, boards_per_round=8)))
    evening.do(DrawNumbers(Place(1, "A"), 1))
    evening.do(StartPlay(1))
    play_round(evening, 1, 1, seed=23)
    for slot in [slot for slot in missing_slots(evening.state, 1) if slot.board <= 12]:
        evening.do(EnterResult(slot, "-100"))
    evening.do(ShortenMatch(Place(1, "A").at(1), ONE), reason="the lights failed")
    evening.do(Publish())
    return evening


EVENTS = (
    "teams_by_own_scale",
    "teams_of_eight",
    "patton_teams",
    "flights_of_teams",
    "swiss_with_wishes",
    "swiss_pairs_of_two_sessions",
    "swiss_pairs_with_standby",
    "knockout_with_everything",
    "three_way_knockout",
    "double_knockout_left",
    "league_season",
    "match_broken_off",
)
"""The names of the functions that play one event each."""
