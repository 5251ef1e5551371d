"""Makes schedules in which homes and aways alternate well, for leagues with wishes.

Two starts. One is a schedule that keeps to every condition, however badly it alternates. The other are the rounds of
de Werra, which alternate best: teams take the places, and rounds the dates, with which they break the fewest
conditions; those still broken are mended.

Repair and improvement are a search in neighbourhoods: a few dates are opened, their matches may be exchanged among them
and change their homes, and CP-SAT looks for the fewest broken conditions, then the fewest breaks. Each answer becomes
the next schedule, so that it never gets worse. The dates are opened in an order that a seed fixes, and the limit counts
the solver's own work: the same league gets the same schedule every time. `league_check` judges the result.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from arrowswitch.core.pairing.league.league import Fixture, League, breaks_of
from arrowswitch.core.pairing.league.neighbours import Neighbours, broken_conditions
from arrowswitch.core.pairing.league.watch import NoWatch, SearchStopped, Watch, go_on

_WIDEST = 6
_SHARE = 24
"""One neighbourhood may take this part of the whole work."""
_MODEL = 1 / 400
"""The cost of a model for each team: the time to build it."""
_TIRED = 4
"""The search ends after this many neighbourhoods for each team in a row without an improvement."""

Round = tuple[tuple[int, int], ...]


def mend_rounds(
    league: League, rounds: Sequence[Round], seed: int, work: float, watch: Watch | None = None
) -> tuple[Fixture, ...] | None:
    """Returns a schedule made from rounds, by places, that meets the conditions. Returns None if the repair fails.

    `work` is the limit in the solver's own units (about seconds). Raises SearchStopped as `watch` asks.
    """
    watch = watch or NoWatch()
    chance = random.Random(seed)
    fixtures = _place_rounds(league, rounds, chance, watch)
    left, idle = work, 0
    patience = _TIRED * len(league.teams)
    while (broken := broken_conditions(league, fixtures)) and left > 0 and idle < patience:
        wrong = chance.choice(sorted({league.dates.index(one.day) for one in broken}))
        opened = _some_dates(chance, league, fixtures, wrong)
        near = Neighbours(league, fixtures, opened, mends=True, watch=watch)
        better, used = near.better(seed, min(left, work / _SHARE))
        left -= used + _MODEL * len(league.teams)
        idle = 0 if len(broken_conditions(league, better)) < len(broken) else idle + 1
        fixtures = better
    return None if broken else fixtures


def with_fewer_breaks(
    league: League, fixtures: Sequence[Fixture], seed: int, work: float, watch: Watch | None = None
) -> tuple[Fixture, ...]:
    """Returns a schedule of the same matches with as few breaks as the work allows, the given one at the worst.

    The given schedule keeps to the conditions. `work` is the limit in the solver's own units (about seconds); when
    `watch` asks to stop, the best by then is the answer.
    """
    watch = watch or NoWatch()
    best = tuple(fixtures)
    chance = random.Random(seed)
    left, idle = work, 0
    while left > 0 and idle < _TIRED * len(league.teams) and breaks_of(best):
        opened = _some_dates(chance, league, best, chance.randrange(len(league.dates)))
        try:
            near = Neighbours(league, best, opened, mends=False, watch=watch)
            better, used = near.better(seed, min(left, work / _SHARE))
        except SearchStopped:
            break
        left -= used + _MODEL * len(league.teams)
        idle = 0 if breaks_of(better) < breaks_of(best) else idle + 1
        best = better
        watch.note_best(breaks_of(best))
    return best


def _some_dates(chance: random.Random, league: League, fixtures: Sequence[Fixture], at: int) -> tuple[int, ...]:
    """Returns a few dates with the one at `at`, near it or anywhere; dates with room for more every second time."""
    count = len(league.dates)
    width = min(count, chance.randint(3, _WIDEST))
    if chance.random() < 1 / 2:
        first = min(max(at - chance.randrange(width), 0), count - width)
        near = range(first, first + width)
    else:
        near = range(count)
    opened = {at}
    if chance.random() < 1 / 2:
        played = dict.fromkeys(range(count), 0)
        for match in fixtures:
            played[league.dates.index(match.day)] += 1
        opened.add(min(played, key=lambda d: (played[d], d)))
    rest = [d for d in near if d not in opened]
    opened |= set(chance.sample(rest, min(len(rest), max(width - len(opened), 0))))
    return tuple(sorted(opened))


def _place_rounds(league: League, rounds: Sequence[Round], chance: random.Random, watch: Watch) -> tuple[Fixture, ...]:
    """Returns the rounds with teams and dates that break few conditions. Exchanges are accepted unless they break
    more."""
    places = list(range(len(league.teams)))
    days = list(range(len(league.dates)))
    chance.shuffle(places)
    chosen = sorted(chance.sample(days, len(rounds)))
    best = _fixtures(league, rounds, places, chosen)
    broken = len(broken_conditions(league, best))
    for _ in range(_STEPS):
        if not broken:
            break
        go_on(watch)
        tried, dates = list(places), list(chosen)
        if len(days) > len(rounds) and chance.random() < 1 / 3:
            dates.remove(chance.choice(dates))
            dates.append(chance.choice([d for d in days if d not in dates]))
            dates.sort()
        else:
            i, j = chance.sample(range(len(places)), 2)
            tried[i], tried[j] = tried[j], tried[i]
        trial = _fixtures(league, rounds, tried, dates)
        count = len(broken_conditions(league, trial))
        if count <= broken:
            places, chosen, best, broken = tried, dates, trial, count
    return best


_STEPS = 6000


def _fixtures(
    league: League, rounds: Sequence[Round], places: Sequence[int], dates: Sequence[int]
) -> tuple[Fixture, ...]:
    teams = [league.teams[at] for at in places]
    return tuple(
        Fixture(league.dates[d], teams[home], teams[away], league.venues.get(teams[home], ""))
        for d, matches in zip(dates, rounds, strict=True)
        for home, away in matches
    )
