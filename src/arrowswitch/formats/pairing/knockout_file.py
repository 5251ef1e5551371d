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
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.pairing.knockout.bracket import BracketForm
from arrowswitch.core.pairing.knockout.match import KnockoutResult
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.match import MatchPart, Played, Totals, TwoTables
from arrowswitch.core.scoring.teams.results import TeamMatch, TeamPenalty
from arrowswitch.formats.json.values import JsonValues, Object, json_object

_BOARDS = 24
_UNSEEDED = 100_000


@dataclass(frozen=True, slots=True)
class PlainResult:
    """A result whose teams the bracket knows: the parts of a match of two, or the matches of three."""

    result: KnockoutResult
    parts: tuple[MatchPart, ...]

    def between(self, first: Number, second: Number) -> KnockoutResult:
        """Returns the result as one of the two teams of its match."""
        given = self.result
        played = (TeamMatch(first, second, self.parts),) if self.parts else given.played
        return KnockoutResult(
            given.match,
            played,
            given.carried,
            given.extra_boards,
            given.penalties,
            given.forfeited_by,
            given.ruled,
            given.reason,
        )


@dataclass(frozen=True, slots=True)
class KnockoutFile:
    """A knockout as it stands in a file; the teams best seed first."""

    name: str
    teams: tuple[Number, ...]
    names: Mapping[Number, str]
    form: BracketForm
    boards: int
    results: tuple[PlainResult, ...]
    withdrawn: frozenset[Number]


def read_knockout_file(content: bytes) -> KnockoutFile:
    """Returns a knockout from a JSON file; raises Malformed with every problem and its place (`json_values`)."""
    data = json_object(content)
    reader = JsonValues()
    teams = _teams(reader, data)
    form = BracketForm(reader.flag(data, "double"), reader.flag(data, "third_place"), reader.flag(data, "three_way"))
    boards = reader.whole(data, "boards", _BOARDS)
    results = tuple(_result(reader, place, item, boards) for place, item in reader.objects(data, "results"))
    withdrawn = frozenset(reader.number(item, place) for place, item in reader.items(data, "withdrawn"))
    name = reader.text(data, "name")
    reader.check()
    return KnockoutFile(name, tuple(teams), teams, form, boards, results, withdrawn)


def _teams(reader: JsonValues, data: Object) -> dict[Number, str]:
    found: list[tuple[int, Number, str]] = []
    for place, item in reader.items(data, "teams"):
        if isinstance(item, dict):
            number = reader.number(item.get("number"), f"{place}.number")
            seed = reader.whole(item, "seed", _UNSEEDED, f"{place}.")
            found.append((seed, number, reader.text(item, "name", f"{place}.") or number))
        else:
            number = reader.number(item, place)
            found.append((_UNSEEDED, number, number))
        if [number for _, number, _ in found].count(number) > 1:
            reader.wrong("team-twice", place, number)
    return {number: name for _, number, name in sorted(found, key=lambda team: team[0])}


def _result(reader: JsonValues, place: str, item: Object, boards: int) -> PlainResult:
    extra = reader.whole(item, "extra_boards", 0, place, least=0)
    penalties = tuple(_penalty(reader, at, one) for at, one in reader.objects(item, "penalties", place))
    carried = item.get("carry_over", {})
    if not isinstance(carried, dict):
        reader.wrong("object", f"{place}carry_over", carried)
        carried = {}
    result = KnockoutResult(
        match=reader.whole(item, "match", 1, place),
        played=tuple(_set(reader, at, one, boards) for at, one in reader.objects(item, "sets", place)),
        carried={
            reader.number(team, f"{place}carry_over"): reader.amount(amount, f"{place}carry_over.{team}")
            for team, amount in carried.items()
        },
        extra_boards=extra,
        penalties=penalties,
        forfeited_by=tuple(reader.number(one, at) for at, one in reader.items(item, "forfeit", place)),
        ruled=tuple(reader.number(one, at) for at, one in reader.items(item, "order", place)),
        reason=reader.text(item, "reason", place),
    )
    return PlainResult(result, _parts(reader, place, item, boards + extra))


def _set(reader: JsonValues, place: str, item: Object, boards: int) -> TeamMatch:
    teams = [reader.number(one, at) for at, one in reader.items(item, "teams", place)]
    if len(teams) != 2:
        reader.wrong("number", f"{place}teams", item.get("teams"))
        teams = [Number("?"), Number("?")]
    own = reader.whole(item, "boards", max(boards // 2, 1), place)
    return TeamMatch(teams[0], teams[1], _parts(reader, place, item, own), boards=own)


def _parts(reader: JsonValues, place: str, item: Object, boards: int) -> tuple[MatchPart, ...]:
    found: list[MatchPart] = []
    if "imps" in item:
        found.append(
            Totals(reader.whole(item, "played", boards, place), points=reader.both(item["imps"], place + "imps"))
        )
    lines = [_board(reader, at, one) for at, one in reader.items(item, "results", place)]
    return (*found, Played(tuple(lines))) if lines else tuple(found)


def _board(reader: JsonValues, place: str, value: object) -> TwoTables:
    cells = value if isinstance(value, list) and len(value) == 3 else [None, None, None]
    if not isinstance(cells[0], int) or not all(_is_score(cell) for cell in cells[1:]):
        reader.wrong("board", place, value)
        return TwoTables(BoardNumber(1), None, None)
    return TwoTables(BoardNumber(cells[0]), cast(int | None, cells[1]), cast(int | None, cells[2]))


def _is_score(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value % 10 == 0)


def _penalty(reader: JsonValues, place: str, item: Object) -> TeamPenalty:
    number = reader.number(item.get("team"), f"{place}team")
    unit = reader.choice(item.get("unit"), f"{place}unit", PenaltyUnit, PenaltyUnit.IMPS)
    amount: Fraction = reader.amount(item.get("amount"), f"{place}amount")
    return TeamPenalty(number, amount, unit, reason=reader.text(item, "reason", place))
