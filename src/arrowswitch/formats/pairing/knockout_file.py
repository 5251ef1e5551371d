"""A knockout as a JSON file: the teams by seed, the kind of bracket and the results; `arrowswitch draw --method
knockout`.

    {"name": "Spring Knockout", "teams": [{"number": "1", "name": "Alder", "seed": 1}, ...] or ["1", "2", ...],
     "double": false, "third_place": false, "three_way": false, "boards": 24, "withdrawn": ["5"],
     "results": [{"match": 3, "imps": [45, 32], "played": 24}, ...]}

Teams without a `seed` come behind those with one, in the order of the file. The sides of a match are those of the
bracket; a result holds any of

    "imps": [45, 32], "played": 12      IMPs so far, and over how many boards when not all are played
    "results": [[1, 420, -450], ...]    boards: number, score of the first team's N-S, score of its E-W, null when open
    "sets": [{"teams": ["1", "8"], "imps": [20, 11]}, ...]      three-way: a match for each two
    "carry_over": {"1": 8}, "extra_boards": 4, "forfeit": ["8"], "order": ["8", "1"], "reason": "...",
    "penalties": [{"team": "1", "amount": 1, "unit": "boards" or "imps"}]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BeforeValidator, PlainValidator

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.pairing.knockout.bracket import BracketForm
from arrowswitch.core.pairing.knockout.match import KnockoutResult
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.match import MatchPart, PlayedBoards, Totals, TwoTables
from arrowswitch.core.scoring.teams.results import TeamMatch
from arrowswitch.formats.json.values import (
    EACH,
    Amount,
    ContestantNumber,
    Count,
    Flag,
    Line,
    Listed,
    Whole,
    json_object,
    numbers_twice,
    read_values,
    values_at,
    wrong,
)
from arrowswitch.formats.pairing.team_values import Imps, TwoTeams, TypedPenalty

_UNSEEDED = 100_000


def _team_object(value: object) -> object:
    """Returns a team as an object; one that is written as its number alone has no name and no seed."""
    return value if isinstance(value, dict) else {"number": value}


def _board(value: object) -> TwoTables:
    cells = value if isinstance(value, list) and len(value) == 3 else [None, None, None]
    if not isinstance(cells[0], int) or not all(_is_score(cell) for cell in cells[1:]):
        raise wrong("league-file.board", value)
    return TwoTables(BoardNumber(cells[0]), cells[1], cells[2])


def _is_score(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value % 10 == 0)


@dataclass(frozen=True, slots=True)
class _Team:
    number: ContestantNumber
    name: Line = ""
    seed: Whole = _UNSEEDED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """The score of a match of two: IMPs so far, or boards."""

    imps: Imps | None = None
    played: Whole | None = None
    results: Listed[Annotated[TwoTables, PlainValidator(_board)]] = ()

    def parts(self, boards: int) -> tuple[MatchPart, ...]:
        """Returns the parts of the match, over `boards` where it does not say how many were played."""
        totals = () if self.imps is None else (Totals(self.played or boards, points=self.imps),)
        return (*totals, PlayedBoards(self.results)) if self.results else totals


@dataclass(frozen=True, slots=True, kw_only=True)
class _Set(_Scored):
    teams: TwoTeams
    boards: Whole | None = None

    def team_match(self, boards: int) -> TeamMatch:
        """Returns the match of two of three teams, over half of a match's boards where it names no number."""
        own = self.boards or max(boards // 2, 1)
        return TeamMatch(*self.teams, parts=self.parts(own), boards=own)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileResult(_Scored):
    """A result whose teams the bracket knows, under the file's keys."""

    match: Whole = 1
    sets: Listed[_Set] = ()
    carry_over: Mapping[ContestantNumber, Amount] = field(default_factory=dict, hash=False)
    extra_boards: Count = 0
    penalties: Listed[TypedPenalty] = ()
    forfeit: Listed[ContestantNumber] = ()
    order: Listed[ContestantNumber] = ()
    reason: Line = ""

    @property
    def is_of_two(self) -> bool:
        """True if it contains the score of a match of two teams."""
        return self.imps is not None or bool(self.results)

    def result(self, boards: int, teams: tuple[Number, Number] | None = None) -> KnockoutResult:
        """Returns the result of a match over `boards`, as one of the two teams where they are known."""
        if teams is not None and self.is_of_two:
            played: tuple[TeamMatch, ...] = (TeamMatch(*teams, parts=self.parts(boards + self.extra_boards)),)
        else:
            played = tuple(two.team_match(boards) for two in self.sets)
        return KnockoutResult(
            match=self.match,
            played=played,
            carried=self.carry_over,
            extra_boards=self.extra_boards,
            penalties=tuple(penalty.team_penalty(PenaltyUnit.IMPS) for penalty in self.penalties),
            forfeited_by=self.forfeit,
            ruled=self.order,
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True)
class KnockoutFile:
    """A knockout as it stands in a file, under the file's keys."""

    teams: Listed[Annotated[_Team, BeforeValidator(_team_object)]] = ()
    name: Line = ""
    double: Flag = False
    third_place: Flag = False
    three_way: Flag = False
    boards: Whole = 24
    results: Listed[FileResult] = ()
    withdrawn: frozenset[ContestantNumber] = frozenset()

    @property
    def names(self) -> Mapping[Number, str]:
        """Returns the names of the teams, best seed first; the number of a team without a name."""
        return {team.number: team.name or team.number for team in sorted(self.teams, key=lambda team: team.seed)}

    @property
    def form(self) -> BracketForm:
        return BracketForm(self.double, self.third_place, self.three_way)


def read_knockout_file(content: bytes) -> KnockoutFile:
    """Returns the knockout of a JSON file.

    Raises Malformed with every problem and its place: `format.json`, `json-file.*`, `league-file.imps`, `.board`,
    `.two-teams` and `.team-twice`.
    """
    data = json_object(content)
    numbers = [
        (place, team.get("number") if isinstance(team, dict) else team)
        for place, team in values_at(data, "teams", EACH)
    ]
    return read_values(KnockoutFile, data, content, numbers_twice("league-file.team-twice", numbers))
