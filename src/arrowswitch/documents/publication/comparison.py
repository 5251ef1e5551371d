"""A contestant's boards compared with par and with the field, and its results as declarer and as defender.

The field's average is the datum where the method has one, else the mean of all scores of the board; a ruling without a
score is left out of both. Par is the double-dummy par, where the hands and their analysis are public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from arrowswitch.core.deals.double_dummy import DoubleDummy
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import PassedOut, Played
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.scoring.rounding import round_half_up_0
from arrowswitch.documents.publication.won import Won
from arrowswitch.tournament.model.views import PrivateLine, TravellerView


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A board of a contestant: its score, par and the average of the field, all from its own side; None where there is
    none."""

    line: PrivateLine
    par: int | None
    average: int | None

    @property
    def score(self) -> int | None:
        return self.line.score

    @property
    def above_par(self) -> int | None:
        """Returns the score minus par."""
        return None if self.score is None or self.par is None else self.score - self.par

    @property
    def above_average(self) -> int | None:
        """Returns the score minus the average of the field."""
        return None if self.score is None or self.average is None else self.score - self.average


@dataclass(frozen=True, slots=True)
class Balance:
    """The number of boards above, level with and below a standard."""

    above: int
    level: int
    below: int

    @property
    def boards(self) -> int:
        return self.above + self.level + self.below


@dataclass(frozen=True, slots=True)
class RoleResult:
    """The boards of a contestant in one role: how many, the points won (None without a score), and the tricks won more
    than double dummy (None without an analysis). `seat` is the declarer's, empty for all seats."""

    name: str
    seat: str
    boards: int
    won: Won | None
    tricks: int | None


def field_average(view: TravellerView) -> int | None:
    """Returns the average score of a board for North-South, as a whole number. Returns None without a score."""
    if view.datum is not None:
        return int(round_half_up_0(view.datum))
    scores = [cell.ns_score for cell in view.cells if cell.ns_score is not None]
    return int(round_half_up_0(Fraction(sum(scores), len(scores)))) if scores else None


def compared_lines(
    lines: Iterable[PrivateLine],
    averages: Mapping[BoardNumber, int | None],
    analyses: Mapping[BoardNumber, DoubleDummy],
) -> tuple[ComparedLine, ...]:
    """Returns the boards of a contestant with par and the field's average, seen from its side."""
    return tuple(
        ComparedLine(
            line,
            _score_for(
                line.side, analyses[line.cell.slot.board].par.score if line.cell.slot.board in analyses else None
            ),
            _score_for(line.side, averages.get(line.cell.slot.board)),
        )
        for line in lines
    )


def balance(differences: Iterable[int | None]) -> Balance:
    """Returns how many of the differences are above, at and below nothing."""
    numbers = [number for number in differences if number is not None]
    return Balance(
        sum(number > 0 for number in numbers),
        sum(number == 0 for number in numbers),
        sum(number < 0 for number in numbers),
    )


def roles(lines: Sequence[PrivateLine], analyses: Mapping[BoardNumber, DoubleDummy]) -> tuple[RoleResult, ...]:
    """Returns the results as declarer, split by the seat of declarer, as defender, and on boards passed out; roles
    without a board are left out."""
    declared = [line for line in lines if _role(line) == "declarer"]
    make = partial(_made_role, analyses=analyses)
    split = [make("declarer", "", declared)]
    seats = [seat for seat in Seat if any(_declarer(line) is seat for line in declared)]
    if len(seats) > 1:
        split += [
            make("declarer", seat.value, [line for line in declared if _declarer(line) is seat]) for seat in seats
        ]
    split += [make(name, "", [line for line in lines if _role(line) == name]) for name in ("defence", "passed")]
    return tuple(role for role in split if role.boards)


def _made_role(
    name: str, seat: str, lines: Sequence[PrivateLine], *, analyses: Mapping[BoardNumber, DoubleDummy]
) -> RoleResult:
    tricks = list(_extra_tricks(lines, analyses))
    return RoleResult(
        name=name,
        seat=seat,
        boards=len(lines),
        won=Won.on(line.points for line in lines),
        tricks=sum(tricks) if tricks else None,
    )


def _extra_tricks(lines: Iterable[PrivateLine], analyses: Mapping[BoardNumber, DoubleDummy]) -> Iterator[int]:
    """Yields the tricks that the contestant's side won more than double dummy, board by board."""
    for line in lines:
        result = None if line.cell.entry is None else line.cell.entry.result
        analysis = analyses.get(line.cell.slot.board)
        if isinstance(result, Played) and analysis is not None:
            contract = result.contract
            extra = result.tricks - analysis.tricks[contract.denomination][contract.declarer]
            yield extra if contract.declarer.side is line.side else -extra


def _role(line: PrivateLine) -> str:
    match None if line.cell.entry is None else line.cell.entry.result:
        case Played() as played:
            return "declarer" if played.contract.declarer.side is line.side else "defence"
        case PassedOut():
            return "passed"
    return ""


def _declarer(line: PrivateLine) -> Seat | None:
    result = None if line.cell.entry is None else line.cell.entry.result
    return result.contract.declarer if isinstance(result, Played) else None


def _score_for(side: Side, score: int | None) -> int | None:
    """Returns a score of North-South as its side sees it."""
    return score if score is None or side is Side.NS else -score
