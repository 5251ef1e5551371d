"""American Whist League: every team meets every other, boards down one and East-West down two after each round.

JCBL director's manual 3.3, lines 1874-1971, figures 21 to 23.

- Odd numbers of teams: boards lie one table lower than in a Mitchell and East-West begin two tables below home. Rounds
  r and n - r are the two halves of the same matches.
- Even numbers: East-West have offsets 2, 4, ... from home until the crossover, where they take the boards just played
  to their home table; then the other halves. After that boards and East-West are arranged again (round 5 of figure 22)
  and go on as usual. The last round is a relay: teams half the field apart meet at both tables at once. Figure 22 is
  followed for every even number; 10 teams are printed.

In the relay round figure 22 prints sets 1 to 5, which half of the teams have played already (in rounds 6 and 7): after
round 8 teams t and t + 5 have no unplayed set in common. The relay round is therefore played on boards of its own, or
left out (line 1943).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.common.sheets import Options
from arrowswitch.core.movements.families.teams import Half, TeamOptions, renumber_rounds, team_movement
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap

TEAMS = range(3, 61)
"""The documents list up to 51 teams; the rules go on."""
_SPAN = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def awl(
    tables: int, rounds: RoundNumber | None = None, play: str | None = None, **common: Unpack[TeamOptions]
) -> Movement:
    """Returns the AWL of `tables` teams.

    - `play` names the rounds of the sheet that are played, in order, as `1-4,11-14`: a part for one session or a sheet
      that is cut. Both halves of every match must be in it.
    - `rounds`, without `play`, cuts the sheet: the first corresponding rounds are left out first, and with an even
      number of teams and of rounds the relay round.

    Raises Refused (`families.awl-rounds`, `families.awl-play`, `families.awl-halves`).
    """
    chosen = _choose_rounds(tables, rounds, play)
    Refused.check(_problems(tables, chosen))
    halves = renumber_rounds(awl_sheet(tables), chosen)
    options: Options = {"tables": tables, "rounds": len(chosen)}
    if chosen != cut_rounds(tables, len(chosen)):
        options["play"] = ",".join(map(str, chosen))
    return team_movement("awl", tables, halves, options, common)


def awl_sheet(teams: int) -> tuple[Half, ...]:
    """Returns all rounds of the sheet: n sets, and with an even number of teams n/2 more in the relay round."""
    offsets = [(r, 2 * r) for r in range(1, teams)] if teams % 2 else _even_offsets(teams // 2)
    halves = [
        Half(r, team, wrap(team + away, teams), wrap(team + board_set, teams))
        for r, (board_set, away) in enumerate(offsets, start=1)
        for team in range(1, teams + 1)
    ]
    if teams % 2 == 0:
        middle = teams // 2
        halves += [
            Half(teams - 1, team, wrap(team + middle, teams), teams + wrap(team, middle))
            for team in range(1, teams + 1)
        ]
    return tuple(halves)


def corresponding(teams: int, round_number: RoundNumber) -> RoundNumber:
    """Returns the round of the sheet with the other halves of a round's matches (lines 1937-1943).

    The relay round of an even number of teams has both halves itself.

    >>> [corresponding(9, r) for r in range(1, 9)], [corresponding(10, r) for r in range(1, 10)]
    ([8, 7, 6, 5, 4, 3, 2, 1], [4, 3, 2, 1, 8, 7, 6, 5, 9])
    """
    if teams % 2:
        return teams - round_number
    turned = 2 * _evens(teams // 2)
    if round_number <= turned:
        return turned + 1 - round_number
    return round_number if round_number == teams - 1 else teams - 1 + turned - round_number


def sets_of(teams: int, rounds: Sequence[RoundNumber]) -> int:
    """Returns how many board sets these rounds of the sheet need: as many as teams, and half of that for the relay
    round of an even number.

    >>> sets_of(9, (4, 5)), sets_of(10, range(1, 9)), sets_of(10, range(1, 10))
    (9, 10, 15)
    """
    has_relay = teams % 2 == 0 and teams - 1 in rounds
    return teams * (len(rounds) > has_relay) + has_relay * teams // 2


def corresponding_rounds(teams: int) -> tuple[tuple[RoundNumber, ...], ...]:
    """Returns the rounds of the sheet that belong together, the earliest first; the relay round alone and last."""
    twos = {tuple(sorted({r, corresponding(teams, r)})) for r in range(1, teams)}
    return tuple(sorted(twos, key=lambda two: (len(two) == 1, two)))


def cut_rounds(teams: int, rounds: RoundNumber) -> tuple[RoundNumber, ...]:
    """Returns the rounds of the sheet that are left when it is cut to `rounds`, or an empty tuple if it cannot be."""
    twos = corresponding_rounds(teams)
    if teams % 2 == 0 and rounds % 2 == 0:
        twos = twos[:-1]
    left_out = (sum(map(len, twos)) - rounds) // 2
    remaining = sorted(r for two in twos[max(left_out, 0) :] for r in two)
    return tuple(remaining) if len(remaining) == rounds else ()


def _evens(middle: int) -> int:
    """Returns how many even differences 2, 4, ... there are below `middle`."""
    return (middle - 1) // 2


def _even_offsets(middle: int) -> list[tuple[int, int]]:
    """Returns the offsets of set and East-West from the home table for rounds 1 to n - 2.

    The sets of a match and of its return are i and -i for the even differences, and lie round the middle of those that
    are left for the odd ones; so all are different and every match is played on one set.
    """
    evens, odds = _evens(middle), middle // 2
    turning = [*range(1, evens + 1), *range(-evens, 0)]
    rest = range(evens + 1, evens + 2 * odds + 1)
    return [(i, 2 * i) for i in turning] + [(i, 2 * i - (2 * evens + 2 * odds + 1)) for i in rest]


def _choose_rounds(teams: int, rounds: RoundNumber | None, play: str | None) -> tuple[RoundNumber, ...]:
    """Returns the rounds of the sheet to play. Raises Refused when `rounds` or `play` cannot be read."""
    if play is None:
        chosen = cut_rounds(teams, rounds if rounds is not None else teams - 1)
        if not chosen:
            raise Refused.of("families.awl-rounds", "rounds", teams=teams, rounds=rounds or 0, most=teams - 1)
        return chosen
    words = [_SPAN.fullmatch(word.strip()) for word in play.split(",")]
    chosen = tuple(r for word in words if word for r in range(int(word[1]), int(word[2] or word[1]) + 1))
    is_readable = all(words) and chosen and all(1 <= r < teams for r in chosen) and len(set(chosen)) == len(chosen)
    if not is_readable:
        raise Refused.of("families.awl-play", "play", play=play, most=teams - 1)
    if rounds not in (None, len(chosen)):
        raise Refused.of("families.awl-play-rounds", "rounds", play=play, count=len(chosen), rounds=rounds or 0)
    return chosen


def _problems(teams: int, chosen: Sequence[RoundNumber]) -> Iterator[Problem]:
    for round_number in chosen:
        other = corresponding(teams, round_number)
        if other not in chosen:
            yield Problem("families.awl-halves", {"round": round_number, "other": other}, "play")
