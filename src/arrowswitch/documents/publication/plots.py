"""Plots of a result package: a contestant's evening round by round, the frequency of each score of a board, the
meetings.

Each is a page model of texts and of whole coordinates, which a template draws as it draws a table. Percentages are
shown where a board has a top; where it has none (IMPs, points) the plot is of sums above and below nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby

from arrowswitch.core.contestants import Number, side_letters, side_text, sides_order
from arrowswitch.documents.entries.names import side_names
from arrowswitch.documents.frame import Model
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.publication.won import FULL, Won
from arrowswitch.documents.ranking.ranked import points_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.views import PrivateLine, PrivateView, TravellerView
from arrowswitch.tournament.ranking.frequencies import Frequency, frequencies

STEP = 38
"""The width that a round takes, in the units of the drawing."""
HEIGHT = 160
"""The height between the highest and the lowest that is drawn."""
HEAD = 22
"""The room for a number above the highest bar, and below the lowest."""
FOOT = 24
"""The room for the numbers of the rounds."""
_HALF = Fraction(50)


def evening(view: PrivateView, job: PrintJob, words: Words) -> Model | None:
    """Returns the plot of an evening: a bar for each round and a line for all rounds up to it; None for fewer than two
    rounds with a score, of which there is nothing to see."""
    rounds = [(number, together, won) for number, together in _rounds(view.lines) if (won := _points_won(together))]
    if len(rounds) < 2:
        return None
    ups = [won.height for _, _, won in rounds]
    sums = list(accumulate((won for _, _, won in rounds), Won.__add__))
    has_top = all(won.top for won in sums)
    scale = _Scale.of((*ups, *(one.height for one in sums)), has_top=has_top)
    bars = tuple(
        _bar(at, won, number, _against(together, words), scale=scale, job=job, words=words)
        for at, (number, together, won) in enumerate(rounds)
    )
    points = tuple({"x": _middle(at), "y": scale.at(one.height)} for at, one in enumerate(sums))
    return {
        "width": STEP * len(rounds),
        "height": HEAD + HEIGHT + HEAD + FOOT,
        "middle": scale.at(scale.middle),
        "foot": HEAD + HEIGHT + HEAD + FOOT - 6,
        "bars": bars,
        "points": points,
        "line": " ".join(f"{one['x']},{one['y']}" for one in points),
        "told": words.list_text(f"{one['round']}: {one['value']}" for one in bars),
        "end": sums[-1].text(job, words),
    }


def how_often(view: TravellerView, job: PrintJob) -> Model | None:
    """Returns the frequency of each score of a board, the best for North-South first. Returns None if there is no
    score."""
    counts = frequencies(view)
    if not counts:
        return None
    most = max(one.n for one in counts)
    return {"rows": tuple(_often(one, most, job) for one in counts)}


def meetings(views: Sequence[PrivateView], job: PrintJob, words: Words) -> tuple[Model, ...]:
    """Returns the meetings of each section: the points of a row's contestant against a column's, and their rounds. If
    two fields met only each other, one is in the rows and the other in the columns."""
    sections = dict.fromkeys(view.section for view in views)
    plots = (_meetings_table([view for view in views if view.section == letter], job, words) for letter in sections)
    return tuple(one for one in plots if one is not None)


def plot_labels(words: Words) -> dict[str, str]:
    """Returns the texts of the plots."""
    return words.labels("package", "evening", "evening-bar", "evening-line", "often", "tables", "score", "points")


@dataclass(frozen=True, slots=True)
class _Scale:
    """From the lowest to the highest value that is drawn; bars begin at the middle."""

    lowest: Fraction
    highest: Fraction
    middle: Fraction

    @classmethod
    def of(cls, values: Sequence[Fraction], *, has_top: bool) -> _Scale:
        if has_top:
            return cls(Fraction(0), FULL, _HALF)
        most = max(Fraction(1), *map(abs, values))
        return cls(-most, most, Fraction(0))

    def at(self, value: Fraction) -> int:
        """Returns the distance of a value from the top of the drawing."""
        share = (self.highest - value) / (self.highest - self.lowest)
        return HEAD + int(share * HEIGHT)


def _bar(at: int, won: Won, number: int, against: str, *, scale: _Scale, job: PrintJob, words: Words) -> Model:
    end, middle = scale.at(won.height), scale.at(scale.middle)
    is_up = end <= middle
    return {
        "x": STEP * at + STEP // 5,
        "y": min(end, middle),
        "width": STEP - 2 * (STEP // 5),
        "height": max(abs(end - middle), 1),
        "is_up": is_up,
        "text_x": _middle(at),
        "text_y": end - 6 if is_up else end + 15,
        "round": str(number),
        "value": won.text(job, words),
        "against": against,
    }


def _middle(at: int) -> int:
    return STEP * at + STEP // 2


def _rounds(lines: Iterable[PrivateLine]) -> Iterator[tuple[int, tuple[PrivateLine, ...]]]:
    for number, together in groupby(lines, key=lambda line: line.cell.slot.round):
        yield number, tuple(together)


def _points_won(lines: Iterable[PrivateLine]) -> Won | None:
    return Won.on(line.points for line in lines)


def _against(lines: Sequence[PrivateLine], words: Words) -> str:
    sides = dict.fromkeys((line.opponents.numbers, line.opponents.entries) for line in lines)
    return words.list_text(f"{side_text(numbers)} {side_names(entries, words)}".strip() for numbers, entries in sides)


def _often(frequency: Frequency, most: int, job: PrintJob) -> Model:
    points = None if frequency.points is None else frequency.points.points
    return {
        "score": str(frequency.score).replace("-", "−"),
        "n": str(frequency.n),
        "width": frequency.n * HEIGHT // most,
        "points": points_text(points, job),
    }


def _meetings_table(views: Sequence[PrivateView], job: PrintJob, words: Words) -> Model | None:
    """Returns the table of a section; None where nobody has met anybody yet."""
    cells = {view.number: dict(_against_each(view)) for view in views}
    met = {number: frozenset(row) for number, row in cells.items() if row}
    if not met:
        return None
    rows, columns = _rows_and_columns(met)
    lines: tuple[Model, ...] = tuple(
        {
            "number": row,
            "names": side_names((view.entry,), words),
            "cells": tuple(_cell(cells[row].get(column), column == row, job, words) for column in columns),
        }
        for row in rows
        for view in views
        if view.number == row
    )
    return {"section": views[0].section, "columns": tuple(columns), "lines": lines}


def _rows_and_columns(met: Mapping[Number, frozenset[Number]]) -> tuple[list[Number], list[Number]]:
    """Returns the numbers of the rows and of the columns: all of them in both, or one field against the other."""
    everybody = sorted({*met, *(one for row in met.values() for one in row)}, key=sides_order)
    side = side_letters(everybody[0])
    field = [one for one in everybody if side and side_letters(one) == side]
    others = [one for one in everybody if one not in field]
    is_apart = bool(field and others) and all(met.get(one, frozenset()) <= frozenset(others) for one in field)
    return (field, others) if is_apart else ([one for one in everybody if one in met], everybody)


def _against_each(view: PrivateView) -> Iterator[tuple[Number, tuple[tuple[int, ...], Won | None]]]:
    """Yields every opponent with the rounds in which they met and the points won there."""
    by_opponent: dict[Number, list[PrivateLine]] = {}
    for line in view.lines:
        for number in line.opponents.numbers:
            by_opponent.setdefault(number, []).append(line)
    for number, lines in by_opponent.items():
        yield number, (tuple(dict.fromkeys(line.cell.slot.round for line in lines)), _points_won(lines))


def _cell(met: tuple[tuple[int, ...], Won | None] | None, is_self: bool, job: PrintJob, words: Words) -> Model:
    if met is None:
        return {"text": "", "rounds": "", "is_self": is_self, "is_up": False}
    rounds, won = met
    return {
        "text": "" if won is None else won.text(job, words),
        "rounds": words.list_text(map(str, rounds)),
        "is_self": is_self,
        "is_up": won is not None and won.height > (_HALF if won.top else 0),
    }
