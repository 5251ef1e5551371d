"""Short round robin of teams that is a pairs game too (SRR teams and pairs), for 4 to 11 teams.

JCBL director's manual 3.3, lines 2629-2657 and 3376-3391: every team meets every other in each of two sessions, both
tables of a match on the same boards, so that the match can be compared and all results of a board make one field of
pairs. Over both sessions every pair meets every pair of the other teams once: 1A against 2B and 2A against 1B in one,
1A against 2A and 1B against 2B in the other. A team's pairs are its number with A and B.

There are several sheets for 7 to 11 teams (lines 3383-3387), the variants. The first of an even number is a Howell of
teams, the two tables of a match sharing in one round; that of an odd number is without relays and plays the two halves
of a match in different rounds. The others differ in who meets whom in which round and on which boards; how each was
found stands with the sheets (`pair_legs` and `team_pairs.toml`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.data_files import rows_of
from arrowswitch.core.movements.families.common.sheets import BoardOptions, Options, board_options
from arrowswitch.core.movements.families.howell import starter_for
from arrowswitch.core.movements.families.teams import pair_movement
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap
from arrowswitch.core.movements.searched.pair_legs import PairHalf, pair_leg

FAMILY = "team-pairs"
BOARDS = {4: 8, 5: 6, 6: 5, 7: 4, 8: 4, 9: 3, 10: 3, 11: 3}
"""The boards of a round by the number of teams (lines 3380-3387)."""
SESSIONS = 2


@dataclass(frozen=True, slots=True)
class TeamPairsSheet:
    """A sheet that is kept whole: the rounds of both sessions, for each set in order the tables that play it."""

    teams: int
    variant: int
    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamPairsFacts:
    """The facts that distinguish the sheets for one number of teams, over both sessions.

    - `matches` are all matches, `at_once` those whose two tables play in the same round and share one set.
    - `relays` are the most tables that share a set with another one in a round.
    - `sides` are the fewest and the most rounds of a session in which a pair sits North-South.
    """

    matches: int
    at_once: int
    relays: int
    sides: tuple[int, int]


def team_pairs(tables: int, session: int = 1, variant: int = 1, **common: Unpack[BoardOptions]) -> Movement:
    """Returns the movement of session 1 or 2 for as many teams as `tables`: 4 to 11.

    `variant` counts from 1 to `variants(tables)`; it stands in the options of the movement where it is not 1. Raises
    Refused (`team-pairs.session`, `team-pairs.variant`).
    """
    Refused.check(_problems(tables, session, variant))
    options: Options = {"tables": tables, "session": session}
    if variant > 1:
        options["variant"] = variant
    halves = _halves(tables, session, variant)
    return pair_movement(FAMILY, tables, halves, options | board_options(common, BOARDS[tables]))


def _problems(teams: int, session: int, variant: int) -> Iterator[Problem]:
    """Yields why there is no such session."""
    if not 1 <= variant <= variants(teams):
        where = {"teams": teams, "variant": variant, "most": variants(teams)}
        yield Problem("team-pairs.variant", {**where}, "variant")
    if not 1 <= session <= SESSIONS:
        yield Problem("team-pairs.session", {"session": session}, "session")


def variants(teams: int) -> int:
    """Returns the number of sheets for this many teams.

    >>> [variants(teams) for teams in range(4, 12)]
    [1, 1, 1, 3, 2, 3, 3, 2]
    """
    return max((variant for size, variant in team_sheets() if size == teams), default=1)


def variant_of(movement: Movement) -> int | None:
    """Returns the variant of a movement among the sheets for its number of teams; None if it is of another family."""
    return int(movement.options.get("variant", 1)) if movement.family == FAMILY else None


def sheet_name(movement: Movement) -> Problem | None:
    """Returns in words which of several sheets of teams and pairs a movement is; None where there are not several."""
    variant = variant_of(movement)
    most = variants(movement.tables)
    return None if variant is None or most == 1 else Problem("team-pairs.sheet", {"variant": variant, "most": most})


@cache
def team_pairs_facts(teams: int, variant: int = 1) -> TeamPairsFacts:
    """Returns the facts that distinguish a sheet from the others for this many teams. The teams and the variant must be
    possible."""
    sessions = [tuple(_halves(teams, session, variant)) for session in (1, 2)]
    relays, at_once, sides = 0, 0, []
    for halves in sessions:
        played = Counter((half.round, _match_of(half)) for half in halves)
        at_once += sum(tables > 1 for tables in played.values())
        cells = Counter((half.round, half.board_set) for half in halves)
        in_round: Counter[RoundNumber] = Counter()
        for (round_number, _), tables in cells.items():
            in_round[round_number] += tables if tables > 1 else 0
        relays = max(relays, *in_round.values())
        north = Counter(half.ns for half in halves)
        sides += [north[f"{team}{letter}"] for team in range(1, teams + 1) for letter in "AB"]
    return TeamPairsFacts(SESSIONS * teams * (teams - 1) // 2, at_once, relays, (min(sides), max(sides)))


@cache
def team_sheets() -> Mapping[tuple[int, int], TeamPairsSheet]:
    """Returns the sheets that are kept whole, by teams and variant."""
    sheets = rows_of("searched/team_pairs", "sheet", TeamPairsSheet)
    return {(sheet.teams, sheet.variant): sheet for sheet in sheets}


def _match_of(half: PairHalf) -> frozenset[str]:
    return frozenset((half.ns[:-1], half.ew[:-1]))


def _halves(teams: int, session: int, variant: int) -> Iterator[PairHalf]:
    sheet = team_sheets().get((teams, variant))
    if sheet is not None:
        return _whole(sheet.first if session == 1 else sheet.second)
    return iter(pair_leg(teams, session)) if teams % 2 else _howell(teams, session)


def _howell(teams: int, session: int) -> Iterator[PairHalf]:
    starter = starter_for(teams // 2, teams - 1, cards="still")
    for round_number, match, team, other, board_set in starter.meetings():
        for table, ns, ew in _tables(match, team, other, session):
            yield PairHalf(round_number, table, ns, ew, board_set)


def _whole(rows: tuple[str, ...]) -> Iterator[PairHalf]:
    """Yields a session of a sheet that is kept whole.

    In a round tables that share are the first, the others follow, both in the order in which the boards go down one
    place a round; where no table shares and no set rests they go down one table a round.
    """
    for round_number, row in enumerate(rows, start=1):
        cells = {board_set: words.split("/") for board_set, words in enumerate(row.split(), start=1) if words != "-"}
        sets = len(row.split())
        for table, (board_set, word) in enumerate(_in_order(cells, round_number, sets), start=1):
            ns, _, ew = word.partition("-")
            yield PairHalf(round_number, table, ns, ew, board_set)


def _in_order(
    cells: Mapping[SetNumber, list[str]], round_number: RoundNumber, sets: int
) -> Iterator[tuple[SetNumber, str]]:
    places: dict[bool, list[tuple[int, SetNumber]]] = defaultdict(list)
    for board_set, words in cells.items():
        places[len(words) == 1].append((wrap(board_set - round_number + 1, sets), board_set))
    for is_alone in (False, True):
        for _, board_set in sorted(places[is_alone]):
            for word in cells[board_set]:
                yield board_set, word


def _tables(match: int, first: int, other: int, session: int) -> Iterator[tuple[int, str, str]]:
    """Yields the two tables of a match: table, North-South, East-West."""
    if session == 1:
        yield 2 * match - 1, f"{first}A", f"{other}B"
        yield 2 * match, f"{other}A", f"{first}B"
    else:
        yield 2 * match - 1, f"{first}A", f"{other}A"
        yield 2 * match, f"{other}B", f"{first}B"
