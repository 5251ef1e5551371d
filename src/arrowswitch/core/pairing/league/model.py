"""The schedule of a league as a model for CP-SAT, in which every match has a date and a home of its own.

Every condition of the league stands under an assumption of its own, so that a proof of impossibility names those it
needed; what makes a league at all (who meets whom, one match a date) stands for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING, TypeAlias

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.pairing.league.league import Fixture, League
from arrowswitch.core.pairing.league.watch import NoWatch, SearchStopped, Watch, go_on, part_of
from arrowswitch.core.solving import SolverAnswer, new_model, solve

if TYPE_CHECKING:
    from arrowswitch.core import cp_model

Answer = tuple[tuple[Fixture, ...], bool]
"""The matches, and whether no schedule has fewer breaks."""

_LARGE = 1200
_OF_FIRST = 2
"""Any schedule at all may take this part of the time: where none is found, another way is tried."""
_SMALL_SHARE = 8
"""A smaller set of conditions is looked for with this part of the work each."""


class DateModel:
    """The model, and what was found with it."""

    def __init__(self, league: League, seed: int, work: float, watch: Watch | None = None) -> None:
        self.league = league
        self._watch = watch or NoWatch()
        self.is_impossible = False
        self._seed, self._work = seed, work
        self._count, self._days = len(league.teams), len(league.dates)
        self._conditions = _conditions(league)

    @property
    def is_large(self) -> bool:
        """True if there are too many matches and dates for this model to search for the fewest breaks."""
        return self._count * (self._count - 1) * self._days > _LARGE

    def solve(self, hint: Sequence[tuple[int, int, int]]) -> tuple[Fixture, ...] | None:
        """Returns a schedule with any number of breaks. Returns None if there is none (proven with `is_impossible`) or
        none was found."""
        model, plays = self._model(self._conditions)
        wanted = set(hint)
        for key, var in plays.items():
            model.add_hint(var, key in wanted)
        answer = self._solve(model, self._work, _OF_FIRST)
        if not answer.is_found:
            self.is_impossible = answer.is_impossible
            return None
        return self._fixtures({key for key, var in plays.items() if answer.holds(var)})

    def fewest_breaks(self, fixtures: Sequence[Fixture]) -> Answer:
        """Returns the schedule with the fewest breaks, beginning from one that keeps to the conditions; that one when
        the work does not suffice for a better one."""
        place = {day: at for at, day in enumerate(self.league.dates)}
        team_of = {number: at for at, number in enumerate(self.league.teams)}
        played = {(team_of[match.home], team_of[match.away], place[match.day]) for match in fixtures}
        try:
            model, plays = self._model(self._conditions)
            for key, var in plays.items():
                model.add_hint(var, key in played)
            model.minimize(
                sum(b for t in range(self._count) for b in _breaks(model, plays, t, self._count, self._days))
            )
            answer = self._solve(model, self._work / 4)
        except SearchStopped:
            return tuple(fixtures), False
        if answer.is_found:
            played = {key for key, var in plays.items() if answer.holds(var)}
        return self._fixtures(played), answer.is_proven

    def conflict(self) -> tuple[tuple[Problem, ...], bool]:
        """Returns conditions that cannot hold together, and whether none of them can be left out.

        Each is left out in turn, and for good when the rest is proven impossible without it; what is left when the time
        is over is named as it is.
        """
        try:
            needed = self._core(self._conditions)
        except SearchStopped:
            needed = list(self._conditions)
        is_smallest = True
        for condition in tuple(needed):
            fewer = [one for one in needed if one != condition]
            try:
                model, _ = self._model(fewer)
                answer = self._solve(model, self._work / _SMALL_SHARE)
            except SearchStopped:
                return tuple(one.problem for one in needed), False
            if answer.is_impossible:
                needed = fewer
            elif not answer.is_found:
                is_smallest = False
        return tuple(condition.problem for condition in needed), is_smallest

    def _solve(self, model: cp_model.CpModel, work: float, share: int = 1) -> SolverAnswer:
        go_on(self._watch)
        return solve(model, work, self._seed, seconds=part_of(self._watch, share), running=self._watch.solving)

    def _core(self, conditions: Sequence[Condition]) -> list[Condition]:
        """Returns the conditions that the proof of impossibility needed; all of them where it names none."""
        model, plays = self._base()
        literals = [model.new_bool_var(f"condition{at}") for at in range(len(conditions))]
        for condition, literal in zip(conditions, literals, strict=True):
            condition.add(model, plays, literal)
        model.add_assumptions(literals)
        answer = self._solve(model, self._work)
        if not answer.is_impossible:
            return list(conditions)
        named = answer.core_assumptions()
        return [one for one, literal in zip(conditions, literals, strict=True) if literal.index in named]

    def _model(self, conditions: Sequence[Condition]) -> tuple[cp_model.CpModel, Plays]:
        model, plays = self._base()
        for condition in conditions:
            condition.add(model, plays, None)
        return model, plays

    def _base(self) -> tuple[cp_model.CpModel, Plays]:
        model = new_model()
        teams, days = range(self._count), range(self._days)
        plays = {(i, j, d): model.new_bool_var(f"{i}-{j}on{d}") for i, j in permutations(teams, 2) for d in days}
        for i, j in combinations(teams, 2):
            model.add(sum(plays[i, j, d] + plays[j, i, d] for d in days) == self.league.legs)
        for t in teams:
            go_on(self._watch)
            others = [other for other in teams if other != t]
            for d in days:
                model.add_at_most_one(plays[side] for o in others for side in ((t, o, d), (o, t, d)))
            home = sum(plays[t, o, d] for o in others for d in days)
            model.add_linear_constraint(home, self.league.matches // 2, (self.league.matches + 1) // 2)
        for i, j in combinations(teams, 2):
            go_on(self._watch)
            at_home = sum(plays[i, j, d] for d in days)
            model.add_linear_constraint(at_home, self.league.legs // 2, (self.league.legs + 1) // 2)
            if self.league.legs > 1:
                for start in range(self._days - self.league.apart + 1):
                    near = range(start, start + self.league.apart)
                    model.add_at_most_one(plays[side] for d in near for side in ((i, j, d), (j, i, d)))
        return model, plays

    def _fixtures(self, matches: set[tuple[int, int, int]]) -> tuple[Fixture, ...]:
        league = self.league
        ordered = sorted(matches, key=lambda key: (key[2], key[0]))
        return tuple(
            Fixture(league.dates[d], league.teams[i], league.teams[j], league.venues.get(league.teams[i], ""))
            for i, j, d in ordered
        )


Plays: TypeAlias = "dict[tuple[int, int, int], cp_model.IntVar]"
"""True if a team is at home to another on a date, by their places."""


class Condition:
    """Something the league asks for: at most `limit` of the `keys` are played, or all of them."""

    def __init__(self, problem: Problem, keys: Sequence[tuple[int, int, int]], limit: int | None) -> None:
        self.problem = problem
        self._keys, self._limit = tuple(keys), limit

    def add(self, model: cp_model.CpModel, plays: Plays, literal: cp_model.IntVar | None) -> None:
        """Adds the condition to a model, under an assumption when one is given."""
        chosen = [plays[key] for key in self._keys]
        added = model.add(sum(chosen) == len(chosen) if self._limit is None else sum(chosen) <= self._limit)
        if literal is not None:
            added.only_enforce_if(literal)


def _conditions(league: League) -> list[Condition]:
    """Returns the conditions of a league that can be named when they cannot hold together."""
    place = {day: at for at, day in enumerate(league.dates)}
    team_of = {number: at for at, number in enumerate(league.teams)}
    teams = range(len(league.teams))
    conditions = []
    for block in sorted(set(league.blocks)):
        t, d = team_of[block.team], place[block.day]
        keys = [(t, other, d) for other in teams if other != t] if block.bars_home else []
        keys += [(other, t, d) for other in teams if other != t] if block.bars_away else []
        is_whole = block.bars_home and block.bars_away
        code = "no-match" if is_whole else "no-home" if block.bars_home else "no-away"
        code = f"league.conflict.{code}"
        conditions.append(Condition(Problem(code, {"number": block.team, "date": block.day.isoformat()}), keys, 0))
    for room in league.rooms:
        own = [t for t in teams if league.venues.get(league.teams[t], "") == room.venue]
        for day, d in place.items():
            if room.holds(day) < len(own):
                keys = [(t, other, d) for t in own for other in teams if other != t]
                params: dict[str, ParamValue] = {"venue": room.venue, "date": day.isoformat(), "limit": room.holds(day)}
                conditions.append(Condition(Problem("league.conflict.room", params), keys, room.holds(day)))
    for match in league.fixed:
        told_match = {"home": match.home, "away": match.away, "date": match.day.isoformat()}
        key = (team_of[match.home], team_of[match.away], place[match.day])
        conditions.append(Condition(Problem("league.conflict.kept", dict(told_match)), [key], None))
    return conditions


def _breaks(model: cp_model.CpModel, plays: Plays, team: int, teams: int, days: int) -> list[cp_model.IntVar]:
    """Returns for each date whether a team has a break there: `last` is whether its match before was at home, and free
    before its first, so that no break is counted there."""
    breaks = []
    last = model.new_bool_var("last")
    for d in range(days):
        home = sum(plays[team, other, d] for other in range(teams) if other != team)
        away = sum(plays[other, team, d] for other in range(teams) if other != team)
        now, broken = model.new_bool_var("now"), model.new_bool_var("broken")
        model.add(now >= home)
        model.add(now <= 1 - away)
        model.add(now - last <= home)
        model.add(last - now <= away)
        model.add(broken >= home + last - 1)
        model.add(broken >= away - last)
        breaks.append(broken)
        last = now
    return breaks
