"""Round robins of teams: everybody meets everybody, by teams or by all pairs of both teams, in one to four sessions.

JCBL director's manual 3.3, lines 2621-2631, 3082-3096 and 3395-3431.

- By teams, n - 1 rounds. An even number meets as in a Howell (line 2630): a match is played at the homes of both teams
  at once, which share its boards. An odd number plays the American Whist League, in which no team sits out.
- By pairs (`form` pair), twice as many rounds: every pair meets both pairs of every other team. The pairs have numbers
  of their own, 3A and 3B. An even number goes through its Howell twice, the second time on other boards and with the
  pairs of one team exchanged. Odd numbers have the sheets of `round_robin.toml`.

A session is a part of the sheet in which no match is left half played; the longer parts come last.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Unpack

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements import awl
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.howell import howell
from arrowswitch.core.movements.howell import sizes as howell_sizes
from arrowswitch.core.movements.mitchell_rules import wrap
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber
from arrowswitch.core.movements.teams import Half, TeamOptions, parts, plays, renumbered, rounds_problem, team_movement

TEAMS = range(3, 21)
_DATA = "round_robin.toml"
_ADDERS = {
    18: (0, 2, 9, 1, 6, 11, 3, 15, 4),
    20: (0, 8, 16, 18, 9, 11, 4, 15, 12, 2),
}
"""Sets of round 0 for the matches last-0, 1-(n-2), 2-(n-3), ... of 18 and 20 teams, for which there is no full Howell
here; round r adds r to teams and sets. Found by constraint programming: every team gets every set once."""

_Match = tuple[RoundNumber, int, int, SetNumber]
_PairHalf = tuple[RoundNumber, int, str, str, SetNumber]
"""Round, table, North-South, East-West (as 3A), set."""


def round_robin(
    tables: int,
    rounds: RoundNumber | None = None,
    form: str = "team",
    sessions: int = 1,
    session: int = 1,
    **common: Unpack[TeamOptions],
) -> Movement:
    """Returns session `session` of `sessions` of the round robin of `tables` teams, by `team` or by `pair`.

    Three teams by pairs play the whole round robin in each session (line 3398). Raises Refused
    (`families.round-robin-teams`, `families.round-robin-session`, `families.round-robin-sessions`,
    `families.team-rounds`).
    """
    if tables not in TEAMS:
        raise Refused.of("families.round-robin-teams", "tables", teams=tables, least=TEAMS[0], most=TEAMS[-1])
    chosen = _session(tables, form, sessions, session)
    problem = rounds_problem(rounds, len(chosen))
    Refused.check([] if problem is None else [problem])
    asked: dict[str, int | str] = {"tables": tables, "rounds": len(chosen), "form": form}
    asked |= {"sessions": sessions, "session": session, "relays": "none" if tables % 2 else "any"}
    if form == "pair":
        return _pair_movement(tables, chosen, asked, common)
    sheet = awl.awl_sheet(tables) if tables % 2 else tuple(_team_halves(tables))
    return team_movement("round-robin", tables, renumbered(sheet, chosen), asked, common)


def _session(teams: int, form: str, sessions: int, session: int) -> tuple[RoundNumber, ...]:
    """Returns the rounds of the whole sheet that a session has. Raises Refused."""
    blocks = _blocks(teams, form)
    if session > sessions:
        raise Refused.of("families.round-robin-session", "session", session=session, sessions=sessions)
    if form == "pair" and teams == 3:
        return blocks[0]
    possible = [n for n in range(1, 5) if len(blocks) % n == 0 or (len(blocks) > n and _may_differ(teams, form))]
    if sessions not in possible:
        written = ", ".join(map(str, possible))
        raise Refused.of("families.round-robin-sessions", "sessions", sessions=sessions, teams=teams, possible=written)
    part = parts(len(blocks), sessions)[session - 1]
    return tuple(sorted(r for i in part for r in blocks[i]))


def _may_differ(teams: int, form: str) -> bool:
    """Tells whether sessions may be of different length: not where whole legs of both pairs are divided."""
    return form == "team" or teams % 2 == 0


def _blocks(teams: int, form: str) -> tuple[tuple[RoundNumber, ...], ...]:
    """Returns the rounds of the sheet in groups that cannot be parted, because they share matches."""
    if form == "team":
        if teams % 2 == 0:
            return tuple((r,) for r in range(1, teams))
        return tuple((r, awl.corresponding(teams, r)) for r in range(1, (teams + 1) // 2))
    if teams % 2 == 0:
        return tuple((r,) for r in range(1, 2 * teams - 1))
    ends = [0, *_data()[str(teams)]["ends"]]
    return tuple(tuple(range(begin + 1, end + 1)) for begin, end in pairwise(ends))


def _matches(teams: int) -> tuple[_Match, ...]:
    """Returns the matches of an even number of teams: each set is in one match a round, or shared in a small field."""
    if (teams // 2, teams - 1) in howell_sizes():
        meetings = howell(teams // 2, teams - 1, cards="still").meetings
        return tuple((m.round, int(m.ns[0]), int(m.ew[0]), m.board_set) for m in meetings)
    adder, size = _ADDERS[teams], teams - 1
    found = []
    for r in range(1, teams):
        for i, board_set in enumerate(adder):
            first, second = (teams, r) if i == 0 else (wrap(r + i, size), wrap(r - i, size))
            found.append((r, first, second, wrap(r + board_set, size)))
    return tuple(found)


def _team_halves(teams: int) -> Iterable[Half]:
    for r, first, second, board_set in _matches(teams):
        yield Half(r, first, second, board_set)
        yield Half(r, second, first, board_set)


def _pair_halves(teams: int) -> Iterable[_PairHalf]:
    if teams % 2:
        yield from _printed_pairs(teams)
        return
    for r, first, second, s in _matches(teams):
        yield r, first, f"{first}A", f"{second}B", s
        yield r, second, f"{second}A", f"{first}B", s
        later, other = r + teams - 1, s + teams - 1
        yield later, first, f"{first}A", f"{second}A", other
        yield later, second, f"{second}B", f"{first}B", other


def _printed_pairs(teams: int) -> Iterable[_PairHalf]:
    """Yields the sheet of an odd number of teams; each leg has sets of its own."""
    r, sets = 0, 0
    for leg in _data()[str(teams)]["legs"]:
        highest = 0
        for row in leg:
            r += 1
            for table, word in enumerate(row.split(), start=1):
                sides, _, board_set = word.partition("/")
                ns, _, ew = sides.partition("-")
                highest = max(highest, int(board_set))
                yield r, table, ns, ew, sets + int(board_set)
        sets += highest


def _pair_movement(
    teams: int, chosen: Sequence[RoundNumber], asked: dict[str, int | str], common: TeamOptions
) -> Movement:
    first_team, first_board = common.get("first_team", 1), common.get("first_board", 1)
    boards = common.get("boards_per_round") or usual_boards_per_round(len(chosen))
    kept = [half for half in _pair_halves(teams) if half[0] in chosen]
    round_of = {r: i for i, r in enumerate(chosen, start=1)}
    set_of = {s: i for i, s in enumerate(sorted({half[4] for half in kept}), start=1)}
    meetings = sorted(
        (
            Meeting(round_of[r], table, (_pair(ns, first_team),), (_pair(ew, first_team),), set_of[s])
            for r, table, ns, ew, s in kept
        ),
        key=lambda meeting: (meeting.round, meeting.table),
    )
    numbers = tuple(Number(f"{first_team + i}{pair}") for i in range(teams) for pair in "AB")
    mates = " ".join(f"{first_team + i}A+{first_team + i}B" for i in range(teams))
    return Movement(
        family="round-robin",
        kind=ContestantKind.PAIR,
        contestants=numbers,
        tables=teams,
        rounds=len(chosen),
        board_sets=numbered_sets(len(set_of), boards, first_board),
        meetings=tuple(meetings),
        fields=(numbers,),
        options={
            **asked,
            "boards_per_round": boards,
            "first_board": first_board,
            "first_team": first_team,
            "team_mates": mates,
            **plays((meeting.board_set for meeting in meetings), len(set_of)),
        },
    )


def _pair(written: str, first_team: int) -> Number:
    return Number(f"{int(written[:-1]) + first_team - 1}{written[-1]}")


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = tomllib.loads((files("arrowswitch.core.movements") / _DATA).read_text(encoding="utf-8"))
    teams: dict[str, Any] = data["teams"]
    return teams
