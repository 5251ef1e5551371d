"""Round robins of teams: everybody meets everybody, by teams or by all pairs of both teams, in one to four sessions.

JCBL director's manual 3.3, lines 2621-2631, 3082-3096 and 3395-3431.

- By teams, n - 1 rounds. An even number meets as in a Howell (line 2630): a match is played at the homes of both teams
  at once, which share its boards. An odd number plays the American Whist League, in which no team sits out.
- By pairs (`form` pair), twice as many rounds: every pair meets both pairs of every other team. The pairs have numbers
  of their own, 3A and 3B. An even number goes through its Howell twice, the second time on other boards and with the
  pairs of one team exchanged. Odd numbers have the sheets of `pair_legs` and `round_robin.toml`.

A session is a part of the sheet in which no match is left half played; the longer parts come last. With `sets` few it
has as few boards as there can be, which the tables share: lines 3404-3417, 8 teams have 3 + 4 rounds on 3 and 4 sets, 7
teams 2 + 4 rounds on 3 and 5. So a session of an even number of teams has as many sets as rounds, of an odd number one
more; 10 teams have 4 + 5 rounds on 5 sets each (line 3411). The sets stand in `round_robin_sets.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, Unpack

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.families import awl
from arrowswitch.core.movements.families.common.sheets import Options, usual_board_options
from arrowswitch.core.movements.families.howell import howell
from arrowswitch.core.movements.families.howell import sizes as howell_sizes
from arrowswitch.core.movements.families.teams import (
    Half,
    TeamOptions,
    pair_movement,
    parts,
    plays,
    renumber_rounds,
    rounds_problems,
    team_movement,
)
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap
from arrowswitch.core.movements.searched.pair_legs import LEGS, PairHalf, pair_leg, starters

TEAMS = range(3, 21)
SESSIONS = (1, 2, 3, 4)
_Rows = tuple[tuple[SetNumber, ...], ...]
_ADDERS = {
    18: (0, 2, 9, 1, 6, 11, 3, 15, 4),
    20: (0, 8, 16, 18, 9, 11, 4, 15, 12, 2),
}
"""Sets of round 0 for the matches last-0, 1-(n-2), 2-(n-3), ... of 18 and 20 teams, for which there is no full Howell
here; round r adds r to teams and sets. Found by constraint programming: every team gets every set once."""


def round_robin(
    tables: int,
    rounds: RoundNumber | None = None,
    form: str = "team",
    sessions: int = 1,
    session: int = 1,
    sets: str = "all",
    **common: Unpack[TeamOptions],
) -> Movement:
    """Returns session `session` of `sessions` of the round robin of `tables` teams, by `team` or by `pair`.

    `sets` is `all`, the boards of the whole sheet, or `few`, as many sets as the session has rounds (one more for an
    odd number of teams, and for 10 teams in two sessions as the list has it) where it would have more.
    Three teams by pairs play the whole round robin in each session (line 3398). Raises Refused
    (`families.round-robin-session`, `families.round-robin-sessions`, `families.team-rounds`).
    """
    chosen = _session(tables, form, sessions, session)
    Refused.check(rounds_problems(rounds, len(chosen)))
    options: Options = {"tables": tables, "rounds": len(chosen), "form": form}
    few = few_sets(tables, form, sessions, session) if sets == "few" else None
    options |= {"sessions": sessions, "session": session, "relays": "none" if tables % 2 and few is None else "any"}
    if sets == "few":
        options["sets"] = sets
    if form == "pair":
        return _pair_movement(tables, chosen, options, common, few)
    sheet = awl.awl_sheet(tables) if tables % 2 else tuple(team_halves(tables))
    halves = renumber_rounds(sheet, chosen)
    return team_movement("round-robin", tables, halves if few is None else _on(few, halves, tables), options, common)


def possible_sessions(teams: int, form: str) -> tuple[int, ...]:
    """Returns over how many sessions the round robin can be divided.

    >>> possible_sessions(8, "team"), possible_sessions(5, "pair")
    ((1, 2, 3, 4), (1, 2))
    """
    if form == "pair" and teams == TEAMS[0]:
        return SESSIONS
    count = len(_blocks(teams, form))
    return tuple(n for n in SESSIONS if count % n == 0 or (count > n and _may_differ(teams, form)))


def session_rounds(teams: int, form: str, sessions: int) -> tuple[tuple[RoundNumber, ...], ...]:
    """Returns the rounds of the whole sheet that each session has; three teams by pairs have all in each (line 3398).

    >>> session_rounds(7, "team", 2)
    ((1, 6), (2, 3, 4, 5))
    """
    blocks = _blocks(teams, form)
    if form == "pair" and teams == TEAMS[0]:
        return blocks * sessions
    return tuple(tuple(sorted(r for i in part for r in blocks[i])) for part in parts(len(blocks), sessions))


def fewest_sets(teams: int, form: str, sessions: int, session: int) -> int:
    """Returns how many board sets a session has when `sets` is few.

    >>> fewest_sets(8, "team", 2, 1), fewest_sets(13, "team", 3, 1), fewest_sets(5, "pair", 2, 1)
    (3, 5, 5)
    """
    few = few_sets(teams, form, sessions, session)
    if few is not None:
        return max(map(max, few))
    rounds = session_rounds(teams, form, sessions)[session - 1]
    if form == "team" or teams % 2 == 0:
        return len(rounds) + teams % 2
    return len({half.board_set for half in _odd_pairs(teams) if half.round in rounds})


def few_sets(teams: int, form: str, sessions: int, session: int) -> _Rows | None:
    """Returns the sets of a session: a row for each round, or for each two corresponding rounds of an odd number of
    teams, with the set of each match in the order of the sheet. Nothing where the sheet has no fewer sets."""
    sessions_of_sheet = _few_sets().get((teams, form, sessions))
    return None if sessions_of_sheet is None else sessions_of_sheet[session - 1]


@cache
def _few_sets() -> Mapping[tuple[int, str, int], tuple[_Rows, ...]]:
    return {
        (entry["teams"], entry["form"], entry["sessions"]): tuple(
            tuple(tuple(map(int, row.split())) for row in rows) for rows in entry["sets"]
        )
        for entry in data_of("searched/round_robin_sets")["sheet"]
    }


def _session(teams: int, form: str, sessions: int, session: int) -> tuple[RoundNumber, ...]:
    """Returns the rounds of the whole sheet that a session has. Raises Refused."""
    if session > sessions:
        raise Refused.of("families.round-robin-session", "session", session=session, sessions=sessions)
    possible = possible_sessions(teams, form)
    if sessions not in possible:
        written = ", ".join(map(str, possible))
        raise Refused.of("families.round-robin-sessions", "sessions", sessions=sessions, teams=teams, possible=written)
    return session_rounds(teams, form, sessions)[session - 1]


def _on(few: _Rows, halves: Sequence[Half], teams: int) -> tuple[Half, ...]:
    """Returns the halves of a session on the sets of `few`.

    Rounds i and i from the end of an odd number of teams hold the same matches, which stand in the order of the home
    team of the earlier one.
    """
    if teams % 2 == 0:
        on = [row[i // 2] for row in few for i in range(teams)]
        return tuple(half._replace(board_set=s) for half, s in zip(halves, on, strict=True))
    last = max(half.round for half in halves)
    return tuple(
        half._replace(board_set=few[min(half.round, last + 1 - half.round) - 1][home - 1])
        for half in halves
        for home in [half.home if 2 * half.round <= last else half.away]
    )


def _may_differ(teams: int, form: str) -> bool:
    """True if sessions may differ in length: not where whole legs of both pairs are divided."""
    return form == "team" or teams % 2 == 0


def _blocks(teams: int, form: str) -> tuple[tuple[RoundNumber, ...], ...]:
    """Returns the rounds of the sheet in groups that cannot be parted, because they share matches."""
    if form == "team":
        if teams % 2 == 0:
            return tuple((r,) for r in range(1, teams))
        return tuple((r, awl.corresponding(teams, r)) for r in range(1, (teams + 1) // 2))
    if teams % 2 == 0:
        return tuple((r,) for r in range(1, 2 * teams - 1))
    ends = [0, teams - 1, 2 * teams - 2] if teams in starters() else [0, *_searched_sheets()[str(teams)].ends]
    return tuple(tuple(range(begin + 1, end + 1)) for begin, end in pairwise(ends))


def matches(teams: int) -> tuple[Half, ...]:
    """Returns the matches of an even number of teams, each by one of its halves: each set is in one match a round, or
    shared in a small field."""
    if (teams // 2, teams - 1) in howell_sizes():
        meetings = howell(teams // 2, teams - 1, cards="still").meetings
        return tuple(Half(m.round, int(m.ns[0]), int(m.ew[0]), m.board_set) for m in meetings)
    adder, size = _ADDERS[teams], teams - 1
    halves = []
    for r in range(1, teams):
        for i, board_set in enumerate(adder):
            first, second = (teams, r) if i == 0 else (wrap(r + i, size), wrap(r - i, size))
            halves.append(Half(r, first, second, wrap(r + board_set, size)))
    return tuple(halves)


def team_halves(teams: int) -> Iterable[Half]:
    """Yields the sheet of an even number of teams: both halves of a match one after the other, in the same round."""
    for half in matches(teams):
        yield half
        yield half._replace(home=half.away, away=half.home)


def _pair_halves(teams: int) -> Iterable[PairHalf]:
    if teams % 2:
        yield from _odd_pairs(teams)
        return
    for r, first, second, s in matches(teams):
        yield PairHalf(r, first, f"{first}A", f"{second}B", s)
        yield PairHalf(r, second, f"{second}A", f"{first}B", s)
        later, other = r + teams - 1, s + teams - 1
        yield PairHalf(later, first, f"{first}A", f"{second}A", other)
        yield PairHalf(later, second, f"{second}B", f"{first}B", other)


def _odd_pairs(teams: int) -> Iterable[PairHalf]:
    """Yields the sheet of an odd number of teams; each leg has sets of its own."""
    if teams in starters():
        for leg in range(LEGS):
            for half in pair_leg(teams, leg + 1):
                yield half._replace(round=half.round + leg * (teams - 1), board_set=half.board_set + leg * teams)
        return
    r, sets = 0, 0
    for rows in _searched_sheets()[str(teams)].legs:
        highest = 0
        for row in rows:
            r += 1
            for table, word in enumerate(row.split(), start=1):
                sides, _, board_set = word.partition("/")
                ns, _, ew = sides.partition("-")
                highest = max(highest, int(board_set))
                yield PairHalf(r, table, ns, ew, sets + int(board_set))
        sets += highest


def _pair_movement(
    teams: int, chosen: Sequence[RoundNumber], own_options: Options, common: TeamOptions, few: _Rows | None
) -> Movement:
    halves = renumber_rounds(sorted(_pair_halves(teams), key=lambda half: half.round), chosen)
    if few is not None:
        on = [row[i // 2] for row in few for i in range(teams)]
        halves = tuple(half._replace(board_set=s) for half, s in zip(halves, on, strict=True))
    sets, first_team = max(half.board_set for half in halves), common.get("first_team", 1)
    options = own_options | usual_board_options(common, len(chosen)) | {"first_team": first_team}
    return pair_movement("round-robin", teams, halves, options | plays(halves, sets), first_team)


class _Searched(NamedTuple):
    """The searched sheet of an odd number of teams: its rounds by leg, as written in the data file, and the rounds
    after which it may end."""

    legs: Sequence[Sequence[str]]
    ends: Sequence[int]


@cache
def _searched_sheets() -> Mapping[str, _Searched]:
    rows: dict[str, dict[str, Any]] = data_of("searched/round_robin")["teams"]
    return {teams: _Searched(row["legs"], row["ends"]) for teams, row in rows.items()}
