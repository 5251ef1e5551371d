"""Makes the schedule of a league, or tells which of its conditions cannot stand together.

First the rounds of de Werra (1980), in which homes and aways alternate with the fewest breaks there can be: n - 2 for
an even number of teams, none for an odd one; CP-SAT looks for the teams' places in them, and for the dates of the
rounds, that keep to the conditions. Where there are none, every match has a date and a home of its own: any schedule
at first, or the proof that there is none; then `league_alternate` makes the breaks few, and for small leagues CP-SAT
looks for the fewest. Later legs repeat the rounds with homes and aways exchanged.

Where that is impossible too, each condition becomes an assumption: a set of these that cannot hold together is taken
from the proof, and made smaller as long as what is left is still impossible. One worker, a seed, and a limit that
counts the solver's work make the answer the same every time. `league_check` judges every schedule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Problem, Refused
from arrowswitch.core.pairing.league.alternate import mend_rounds, with_fewer_breaks
from arrowswitch.core.pairing.league.check import schedule_faults
from arrowswitch.core.pairing.league.league import Fixture, League, Schedule, breaks_of
from arrowswitch.core.pairing.league.model import DateModel
from arrowswitch.core.pairing.league.watch import NoWatch, SearchStopped, Watch, go_on, part_of
from arrowswitch.core.solving import new_model, solve

if TYPE_CHECKING:
    from arrowswitch.core import cp_model

_OF_ROUNDS = 4
"""Whole rounds may take this part of the time: without them every match has a date of its own."""

Round = tuple[tuple[int, int], ...]
"""The matches of a round, home first, by place from 0."""


class Settled(StrEnum):
    """The outcome of the search: a schedule, a proof that there is none, or the end of its time."""

    FOUND = "found"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Scheduling:
    """The outcome of scheduling: the schedule, or the conditions that cannot hold together; `is_smallest` is True if
    none of these can be left out."""

    settled: Settled
    schedule: Schedule | None = None
    conflict: tuple[Problem, ...] = ()
    is_smallest: bool = False


def make_schedule(league: League, seed: int = 2008, work: float = 60.0, watch: Watch | None = None) -> Schedule:
    """Returns a schedule.

    Raises Refused: the problems of `League.check`; the conditions that cannot hold together (`league.conflict.*`); or
    `league.undecided` when the time was too short. `work` is the limit of each search, in the solver's own units (about
    seconds); `watch` limits the time of all together.
    """
    scheduling = schedule_league(league, seed, work, watch)
    if scheduling.schedule is not None:
        return scheduling.schedule
    if scheduling.settled is Settled.OPEN:
        raise Refused.of("league.undecided")
    raise Refused(Problem("league.impossible"), *scheduling.conflict)


def schedule_league(league: League, seed: int = 2008, work: float = 60.0, watch: Watch | None = None) -> Scheduling:
    """Returns the schedule of a league, or why there is none; raises Refused as `League.check`.

    When `watch` asks to stop, the answer is the best schedule by then, or that it is open whether there is one.
    """
    try:
        return _find_schedule(league, seed, work, watch or NoWatch())
    except SearchStopped:
        return Scheduling(Settled.OPEN)


def _find_schedule(league: League, seed: int, work: float, watch: Watch) -> Scheduling:
    league.check()
    counted = tuple(_impossible_counts(league))
    if counted:
        return Scheduling(Settled.IMPOSSIBLE, conflict=counted, is_smallest=True)
    fixtures = None if league.fixed else _in_rounds(league, seed, work / 4, watch)
    if fixtures is not None:
        breaks = breaks_of(fixtures)
        # De Werra's bound is one for a single leg without spare dates. With spare ones whole rounds are worth more
        # than fewer breaks: nobody travels for a date with one match.
        is_fewest = not breaks or (league.legs == 1 and len(league.dates) == league.rounds)
        return _judge(league, Schedule(fixtures, breaks, is_fewest))
    dated = DateModel(league, seed, work, watch)
    rounds = leg_rounds(len(league.teams), league.legs)
    first_try = dated.solve([(home, away, at) for at, matches in enumerate(rounds) for home, away in matches])
    if dated.is_impossible:
        conflict, is_smallest = dated.conflict()
        return Scheduling(Settled.IMPOSSIBLE, conflict=conflict, is_smallest=is_smallest)
    is_alternating = first_try is not None and not breaks_of(first_try)
    if first_try is not None:
        watch.note_best(breaks_of(first_try))
    mend = None if is_alternating else _mend(league, rounds, seed, work / 4, watch, is_needed=first_try is None)
    starts = [one for one in (first_try, mend) if one is not None]
    if not starts:
        return Scheduling(Settled.OPEN)
    return _judge(league, _alternating(league, dated, min(starts, key=breaks_of), seed, work, watch))


def _mend(
    league: League, rounds: tuple[Round, ...], seed: int, work: float, watch: Watch, *, is_needed: bool
) -> tuple[Fixture, ...] | None:
    """Returns the repaired rounds. Returns None if the repair fails, or if there is another schedule and no more
    time."""
    try:
        return mend_rounds(league, rounds, seed, work, watch)
    except SearchStopped:
        if is_needed:
            raise
        return None


def rounds_of(teams: int) -> tuple[Round, ...]:
    """Returns a round robin with the fewest breaks (de Werra 1980): the last place meets place r at one end, and those
    as far before r as behind it meet, homes changing with the distance and, for the last place, with the round.

    >>> rounds_of(4)[0]
    ((0, 3), (1, 2))
    """
    even = teams + teams % 2
    turns = []
    for turn in range(even - 1):
        matches = [] if teams % 2 else [(turn, teams - 1) if turn % 2 == 0 else (teams - 1, turn)]
        for step in range(1, even // 2):
            after, before = (turn + step) % (even - 1), (turn - step) % (even - 1)
            matches.append((before, after) if step % 2 == 0 else (after, before))
        turns.append(tuple(matches))
    return tuple(turns)


def leg_rounds(teams: int, legs: int) -> tuple[Round, ...]:
    """Returns the rounds of all legs, home and away exchanged in every second one."""
    rounds = rounds_of(teams)
    turned = tuple(tuple((away, home) for home, away in matches) for matches in rounds)
    return tuple(matches for leg in range(legs) for matches in (turned if leg % 2 else rounds))


def _impossible_counts(league: League) -> Iterator[Problem]:
    """Yields the impossible conditions that a count shows, without any search."""
    if len(league.dates) < league.rounds * league.legs:
        needed = league.rounds * league.legs
        yield Problem("league.conflict.dates", {"n": len(league.dates), "needed": needed})
        return
    for team in league.teams:
        own = [block for block in league.blocks if block.team == team]
        away_only = {block.day for block in own if block.bars_home}
        home_only = {block.day for block in own if block.bars_away}
        barred = away_only & home_only
        if len(league.dates) - len(barred) < league.matches:
            left = len(league.dates) - len(barred)
            yield Problem("league.conflict.team-dates", {"number": team, "n": left, "needed": league.matches})
            continue
        needed = league.matches // 2
        for code, days in (("league.conflict.home-dates", away_only), ("league.conflict.away-dates", home_only)):
            left = len(league.dates) - len(days)
            if left < needed:
                yield Problem(code, {"number": team, "n": left, "needed": needed})


def _alternating(
    league: League, dated: DateModel, fixtures: tuple[Fixture, ...], seed: int, work: float, watch: Watch
) -> Schedule:
    """Returns a schedule with few breaks, from one that keeps to the conditions; of small leagues with the fewest."""
    best = with_fewer_breaks(league, fixtures, seed, work / 2, watch)
    if not breaks_of(best) or dated.is_large:
        return Schedule(best, breaks_of(best), fewest=not breaks_of(best))
    best, is_fewest = dated.fewest_breaks(best)
    return Schedule(best, breaks_of(best), is_fewest)


def _judge(league: League, schedule: Schedule) -> Scheduling:
    faults = schedule_faults(league, schedule.fixtures)
    if faults:
        raise Impossible(f"a schedule with faults for {league!r}: {[str(fault) for fault in faults]}")
    return Scheduling(Settled.FOUND, schedule)


def _in_rounds(league: League, seed: int, work: float, watch: Watch) -> tuple[Fixture, ...] | None:
    """Returns the league played in rounds: places of the teams and dates of the rounds, or None."""
    rounds = leg_rounds(len(league.teams), league.legs)
    model = new_model()
    count, days = len(league.teams), len(league.dates)
    is_at = {(t, p): model.new_bool_var(f"team{t}at{p}") for t, p in product(range(count), repeat=2)}
    day_of = [model.new_int_var(at, days - len(rounds) + at, f"day{at}") for at in range(len(rounds))]
    is_on = {(r, d): model.new_bool_var(f"round{r}on{d}") for r in range(len(rounds)) for d in range(days)}
    for t in range(count):
        model.add_exactly_one(is_at[t, p] for p in range(count))
        model.add_exactly_one(is_at[p, t] for p in range(count))
    for r, day in enumerate(day_of):
        model.add_exactly_one(is_on[r, d] for d in range(days))
        model.add(day == sum(d * is_on[r, d] for d in range(days)))
        if r:
            model.add(day_of[r - 1] < day)
    _bar_dates(model, league, rounds, is_at, is_on)
    _limit_rooms(model, league, rounds, is_at, is_on)
    go_on(watch)
    answer = solve(model, work, seed, seconds=part_of(watch, _OF_ROUNDS), running=watch.solving)
    if not answer.is_found:
        return None
    team_at = {p: league.teams[t] for (t, p), var in is_at.items() if answer.holds(var)}
    played = [
        Fixture(league.dates[answer.value(day)], team_at[home], team_at[away], league.venues.get(team_at[home], ""))
        for day, matches in zip(day_of, rounds, strict=True)
        for home, away in matches
    ]
    return tuple(played) if not schedule_faults(league, tuple(played)) else None


Vars: TypeAlias = "dict[tuple[int, int], cp_model.IntVar]"


def _bar_dates(model: cp_model.CpModel, league: League, rounds: tuple[Round, ...], is_at: Vars, is_on: Vars) -> None:
    place = {day: at for at, day in enumerate(league.dates)}
    team_of: dict[Number, int] = {number: at for at, number in enumerate(league.teams)}
    for block, (r, matches) in product(league.blocks, enumerate(rounds)):
        t, d = team_of[block.team], place[block.day]
        for home, away in matches:
            for p, is_barred in ((home, block.bars_home), (away, block.bars_away)):
                if is_barred:
                    model.add_bool_or(~is_at[t, p], ~is_on[r, d])


def _limit_rooms(model: cp_model.CpModel, league: League, rounds: tuple[Round, ...], is_at: Vars, is_on: Vars) -> None:
    for room in league.rooms:
        own = [t for t, number in enumerate(league.teams) if league.venues.get(number, "") == room.venue]
        for (r, matches), (d, day) in product(enumerate(rounds), enumerate(league.dates)):
            at_home = sum(is_at[t, home] for t in own for home, _ in matches)
            if len(own) > room.holds(day):
                model.add(at_home <= room.holds(day)).only_enforce_if(is_on[r, d])
