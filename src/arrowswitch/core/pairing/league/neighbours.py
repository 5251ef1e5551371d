"""The schedules of a league that are near one, as a model for CP-SAT, and the conditions that a schedule breaks.

Some dates are opened: their matches may be exchanged among them, and change their homes. All others stay.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.league.days import Day
from arrowswitch.core.pairing.league.league import Block, Fixture, League, Room
from arrowswitch.core.pairing.league.watch import NoWatch, Watch, go_on
from arrowswitch.core.solving import SolverAnswer, new_model, solve

if TYPE_CHECKING:
    from arrowswitch.core import cp_model

Literal: TypeAlias = "cp_model.IntVar | bool"
"""True if a match is played in this way: a known value, or a variable."""
_WRONG = 1000
"""A broken condition weighs as much as this many breaks."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A condition that a schedule breaks, and where: a match on a date that is barred, one too many at a venue, a fixed
    match that is not there."""

    day: Day
    what: Block | Room | Fixture


def broken_conditions(league: League, fixtures: Sequence[Fixture]) -> tuple[Broken, ...]:
    """Returns every condition of a league that a schedule breaks."""
    return tuple(_broken(league, fixtures))


def _broken(league: League, fixtures: Sequence[Fixture]) -> Iterator[Broken]:
    hosts = {(match.home, match.day) for match in fixtures}
    guests = {(match.away, match.day) for match in fixtures}
    for block in league.blocks:
        here = (block.team, block.day)
        if (block.bars_home and here in hosts) or (block.bars_away and here in guests):
            yield Broken(block.day, block)
    if league.rooms:
        used = Counter((league.venues.get(home, ""), day) for home, day in hosts)
        for room in league.rooms:
            for day in league.dates:
                for _ in range(used[room.venue, day] - room.holds(day)):
                    yield Broken(day, room)
    if league.fixed:
        there = {(match.day, match.home, match.away) for match in fixtures}
        for match in league.fixed:
            if (match.day, match.home, match.away) not in there:
                yield Broken(match.day, match)


class Neighbours:
    """The schedules near one. With `mends` conditions may be broken, as few as can be; else none is."""

    def __init__(
        self,
        league: League,
        fixtures: tuple[Fixture, ...],
        opened: tuple[int, ...],
        *,
        mends: bool,
        watch: Watch | None = None,
    ) -> None:
        self.league, self.fixtures, self.opened = league, fixtures, opened
        self._watch = watch or NoWatch()
        self._mends = mends
        self._place = {day: at for at, day in enumerate(league.dates)}
        self._model = new_model()
        self._costs: list[cp_model.LinearExprT] = []
        # For each match and date: played there with its home as it is, and with homes changed.
        self._plays: dict[tuple[int, int], tuple[Literal, Literal]] = {}
        self._hosts: dict[tuple[Number, int], list[Literal]] = defaultdict(list)
        self._guests: dict[tuple[Number, int], list[Literal]] = defaultdict(list)

    def better(self, seed: int, work: float) -> tuple[tuple[Fixture, ...], float]:
        """Returns the best schedule found, the given one when there was none, and the work it took."""
        for at, match in enumerate(self.fixtures):
            self._add_match(at, match)
        for add in (self._add_dates, self._add_homes, self._add_meetings, self._add_conditions):
            add()
            go_on(self._watch)
        for team in self.league.teams:
            self._costs += self._breaks(team)
        self._model.minimize(sum(self._costs))
        go_on(self._watch)
        answer = solve(self._model, work, seed, seconds=self._watch.left(), running=self._watch.solving)
        if not answer.is_found:
            return self.fixtures, answer.work()
        return tuple(sorted(self._played_fixtures(answer), key=lambda one: (one.day, one.home))), answer.work()

    def _played_fixtures(self, answer: SolverAnswer) -> Iterator[Fixture]:
        league = self.league
        for (at, d), (same, turned) in self._plays.items():
            match = self.fixtures[at]
            for home, away, literal in ((match.home, match.away, same), (match.away, match.home, turned)):
                if literal is True or (literal is not False and answer.holds(literal)):
                    yield Fixture(league.dates[d], home, away, league.venues.get(home, ""))

    def _add_match(self, at: int, match: Fixture) -> None:
        now = self._place[match.day]
        if now not in self.opened:
            self._plays[at, now] = True, False
            self._hosts[match.home, now].append(True)
            self._guests[match.away, now].append(True)
            return
        ways: list[Literal] = []
        for d in self.opened:
            same, turned = self._model.new_bool_var(f"{at}on{d}"), self._model.new_bool_var(f"{at}on{d}turned")
            self._plays[at, d] = same, turned
            self._model.add_hint(same, d == now)
            self._model.add_hint(turned, value=False)
            for home, away, literal in ((match.home, match.away, same), (match.away, match.home, turned)):
                self._hosts[home, d].append(literal)
                self._guests[away, d].append(literal)
            ways += [same, turned]
        self._model.add_exactly_one(ways)

    def _add_dates(self) -> None:
        for d in self.opened:
            for team in self.league.teams:
                self._model.add_at_most_one(self._hosts[team, d] + self._guests[team, d])

    def _add_homes(self) -> None:
        matches = self.league.matches
        for team in self.league.teams:
            hosts = [one for d in range(len(self.league.dates)) for one in self._hosts.get((team, d), ())]
            self._model.add_linear_constraint(sum(hosts), matches // 2, (matches + 1) // 2)

    def _add_meetings(self) -> None:
        """The same two change their homes, and do not meet again too soon."""
        if self.league.legs < 2:
            return
        ways: dict[int, list[tuple[int, Literal, Literal]]] = defaultdict(list)
        for (at, d), (same, turned) in self._plays.items():
            ways[at].append((d, same, turned))
        of_two: dict[frozenset[Number], list[int]] = defaultdict(list)
        for at, match in enumerate(self.fixtures):
            of_two[frozenset(match.teams)].append(at)
        legs = self.league.legs
        for places in of_two.values():
            if not any(len(ways[at]) > 1 for at in places):
                continue
            host = self.fixtures[places[0]].home
            hosts = [s if self.fixtures[at].home == host else t for at in places for _, s, t in ways[at]]
            self._model.add_linear_constraint(sum(hosts), legs // 2, (legs + 1) // 2)
            for first, second in combinations(places, 2):
                for d, same, turned in ways[first]:
                    for e, other, exchanged in ways[second]:
                        if abs(d - e) < self.league.apart:
                            self._model.add_at_most_one(same, turned, other, exchanged)

    def _add_conditions(self) -> None:
        for block in self.league.blocks:
            d = self._place[block.day]
            barred = list(self._hosts[block.team, d]) if block.bars_home else []
            barred += self._guests[block.team, d] if block.bars_away else []
            self._at_most(barred, 0)
        for room in self.league.rooms:
            own = [team for team in self.league.teams if self.league.venues.get(team, "") == room.venue]
            for day, d in self._place.items():
                if room.holds(day) < len(own):
                    self._at_most([one for team in own for one in self._hosts.get((team, d), ())], room.holds(day))
        for match in self.league.fixed:
            self._at_least_one(self._ways_of(match))

    def _ways_of(self, match: Fixture) -> list[Literal]:
        d = self._place[match.day]
        literals: list[Literal] = []
        for at, planned in enumerate(self.fixtures):
            if {*planned.teams} == {*match.teams} and (at, d) in self._plays:
                same, turned = self._plays[at, d]
                literals.append(same if planned.home == match.home else turned)
        return literals

    def _at_least_one(self, ways: Sequence[Literal]) -> None:
        """Asks for a fixed match; where it may be missing, that costs."""
        if not self._mends:
            self._model.add(sum(ways) >= 1)
            return
        missing = self._model.new_bool_var("missing")
        self._model.add(missing >= 1 - sum(ways))
        self._costs.append(_WRONG * missing)

    def _at_most(self, chosen: Sequence[Literal], limit: int) -> None:
        """Asks for a condition; where it may be broken, each one too many costs."""
        if len(chosen) <= limit:
            return
        if not self._mends:
            self._model.add_linear_constraint(sum(chosen), 0, limit)
            return
        excess = self._model.new_int_var(0, len(chosen) - limit, "excess")
        self._model.add(excess >= sum(chosen) - limit)
        self._costs.append(_WRONG * excess)

    def _breaks(self, team: Number) -> Iterator[cp_model.LinearExprT]:
        """Yields for each date whether the team has a break there, where the opened dates leave it open; dates without
        a match are passed over."""
        last: Literal | None = None
        for d in range(len(self.league.dates)):
            home, away = self._hosts.get((team, d), []), self._guests.get((team, d), [])
            if d in self.opened:
                now, broken = self._model.new_bool_var("now"), self._model.new_bool_var("broken")
                before = self._model.new_bool_var("last") if last is None else last
                self._model.add(now >= sum(home))
                self._model.add(now <= 1 - sum(away))
                self._model.add(now - before <= sum(home))
                self._model.add(before - now <= sum(away))
                self._model.add(broken >= sum(home) + before - 1)
                self._model.add(broken >= sum(away) - before)
                yield broken
                last = now
            elif home or away:
                if last is not None and not isinstance(last, bool):
                    yield last if home else 1 - last
                last = bool(home)
