"""A Swiss as a JSON file: who takes part with which score, who has met, and the rule; the input of `arrowswitch draw`.

    {"contestants": [{"number": "1", "score": "43.50"}, ...],        best first where scores are equal
     "played": [["1", "2"], ...]  or one list of pairs for each round; ["7"] sat out, ["7", "8", "9"] was a triangle
     "rounds": 7, "rematch": "never", "rematch_number": 2, "last_round": "...", "triangle": "...", "triangle_limit": 2,
     "barred": [["3", "5"], ...], "keep": [["1", "6"], ...]}

Only the contestants must be there. Where the rounds are not kept apart they are counted from how often everybody has
played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.swiss.case import DrawInput, Kept
from arrowswitch.core.pairing.swiss.conditions import LastRound, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.policy import Ban, Policy
from arrowswitch.formats.json.values import (
    EACH,
    Amount,
    ContestantNumber,
    Listed,
    Object,
    Whole,
    json_object,
    numbers_twice,
    read_values,
    size_validator,
    values_at,
)

_Pair = Annotated[tuple[ContestantNumber, ContestantNumber], size_validator("draw-file.pair", 2)]
_Group = Annotated[tuple[ContestantNumber, ...], size_validator("draw-file.pair", 1, 2, 3)]


@dataclass(frozen=True, slots=True)
class _Contestant:
    number: ContestantNumber
    score: Amount = Fraction(0)


@dataclass(frozen=True, slots=True)
class _DrawFile:
    """The content of the file, under its keys."""

    contestants: Listed[_Contestant]
    rounds: Whole | None = None
    rematch: Rematch = Rematch.NEVER
    rematch_number: Whole | None = None
    last_round: LastRound = LastRound.AS_OTHERS
    triangle: Triangle = Triangle.NONE
    triangle_limit: Whole | None = None
    barred: Listed[_Pair] = ()
    keep: Listed[_Pair] = ()

    @property
    def order(self) -> tuple[Number, ...]:
        """Returns the contestants, best score first."""
        return tuple(one.number for one in sorted(self.contestants, key=lambda contestant: -contestant.score))

    @property
    def conditions(self) -> SwissConditions:
        """Returns the conditions under which rounds are drawn."""
        return SwissConditions(
            rounds=self.rounds,
            rematch=self.rematch,
            rematch_number=self.rematch_number,
            last_round=self.last_round,
            triangle=self.triangle,
            triangle_limit=self.triangle_limit,
        )


@dataclass(frozen=True, slots=True)
class _Meetings(_DrawFile):
    """A file that lists who has met, and not in which round."""

    played: Listed[_Group] = ()

    def encounters(self) -> Iterator[Encounter]:
        """Yields the encounters, each in the first round in which all of the group were free."""
        times: dict[Number, int] = {}
        for group in self.played:
            round_number = max(times.get(number, 0) for number in group) + 1
            times.update(dict.fromkeys(group, round_number))
            yield Encounter(round_number, group)


@dataclass(frozen=True, slots=True)
class _Rounds(_DrawFile):
    """A file that lists who has met in each round."""

    played: Listed[Listed[_Group]] = ()

    def encounters(self) -> Iterator[Encounter]:
        """Yields the encounters by round."""
        return (Encounter(number, group) for number, groups in enumerate(self.played, start=1) for group in groups)


def read_draw_file(content: bytes) -> DrawInput:
    """Returns the input of the next round's draw.

    Raises Malformed with every problem and its place: `format.json`, `json-file.*`, `draw-file.pair`, `draw-file.twice`
    (a contestant that is listed twice).
    """
    data = json_object(content)
    rules = numbers_twice("draw-file.twice", values_at(data, "contestants", EACH, "number"))
    kind: type[_Meetings] | type[_Rounds] = _Rounds if _is_by_round(data) else _Meetings
    file = read_values(kind, data, content, rules)
    encounters = tuple(file.encounters())
    round_number = max((encounter.round for encounter in encounters), default=0) + 1
    policy = Policy.of(file.conditions, round_number, History(encounters), [Ban(*pair) for pair in file.barred])
    return DrawInput(order=file.order, policy=policy, fixed=tuple(Kept(*pair) for pair in file.keep))


def _is_by_round(data: Object) -> bool:
    return any(isinstance(group, list) for _, group in values_at(data, "played", EACH, EACH))
