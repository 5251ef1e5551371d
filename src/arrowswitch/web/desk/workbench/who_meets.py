"""The picture of the encounters: below the diagonal the meetings, above it the number of comparisons of two on the same
side.

Once is a full square, never a hollow one, more than once a dark one with its count: shapes as well as colours, so that
a black-and-white print loses nothing. Above the diagonal the shade grows with the number of boards on which both sit
the same way. Numbers are given along both edges, for large fields each fifth one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_letters

from markupsafe import Markup

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.declared import read_declarations
from arrowswitch.core.movements.checking.fairness import same_way
from arrowswitch.core.movements.checking.shape import sound_meetings
from arrowswitch.core.movements.model import Movement

SHADES = 4
_CELL = 20
_EVERY, _EVERY_LARGE = 24, 45
"""Up to this many contestants each number is written out; up to the second, each fifth at a middle size."""
_WRITTEN_OUT = 32
"""Up to this many contestants the counts are in the squares."""

T = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """The contestants by their encounters with a given contestant: never (of those who could be met), once, more often
    (with the count)."""

    number: Number
    once: tuple[Number, ...]
    more: tuple[tuple[Number, int], ...]
    never: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class WhoMeets:
    """The matrix: `met` and `same` by two contestants in the order of `numbers`; `apart` can never meet (one field).

    `planned` is the number of times two may meet: once, or twice for single players and the halves of teams.
    """

    numbers: tuple[Number, ...]
    phantom: Number | None
    met: Mapping[tuple[int, int], int]
    same: Mapping[tuple[int, int], int]
    apart: frozenset[tuple[int, int]]
    planned: int = 1

    def twos(self) -> Iterator[tuple[int, int]]:
        """Yields every two places, the lower one first."""
        for high in range(len(self.numbers)):
            for low in range(high):
                yield low, high

    def rows(self) -> tuple[Acquaintance, ...]:
        """Returns the same as words: for every contestant whom it meets."""
        return tuple(self._row(place) for place in range(len(self.numbers)) if self.numbers[place] != self.phantom)

    def shade(self, two: tuple[int, int]) -> int:
        """Returns the shade of two contestants, from 0 (never compared on the same side) to `SHADES`."""
        most = max(self.same.values(), default=0)
        count = self.same.get(two, 0)
        return -(-count * SHADES // most) if most else 0

    def _row(self, place: int) -> Acquaintance:
        counts = {
            other: self.met.get((min(place, other), max(place, other)), 0)
            for other in range(len(self.numbers))
            if other != place and self.numbers[other] != self.phantom
        }
        could = {other for other in counts if (min(place, other), max(place, other)) not in self.apart}
        return Acquaintance(
            self.numbers[place],
            tuple(self.numbers[other] for other, count in counts.items() if count == 1),
            tuple((self.numbers[other], count) for other, count in counts.items() if count > 1),
            tuple(self.numbers[other] for other, count in counts.items() if not count and other in could),
        )


def who_meets(movement: Movement) -> WhoMeets:
    """Returns the number of meetings and comparisons of each two contestants; meetings with the phantom count as
    well."""
    place = {number: i for i, number in enumerate(movement.contestants)}
    met: Counter[tuple[int, int]] = Counter()
    for meeting in sound_meetings(movement):
        for ns in meeting.ns:
            for ew in meeting.ew:
                if ns in place and ew in place and ns != ew:
                    met[min(place[ns], place[ew]), max(place[ns], place[ew])] += 1
    same = {
        (min(place[a], place[b]), max(place[a], place[b])): count
        for (a, b), count in same_way(movement).items()
        if a in place and b in place
    }
    field_of = {number: i for i, group in enumerate(movement.fields) for number in group}
    apart = frozenset(
        (low, high)
        for high, one in enumerate(movement.contestants)
        for low, other in enumerate(movement.contestants[:high])
        if len(movement.fields) > 1 and field_of.get(one) == field_of.get(other)
    )
    declared, _ = read_declarations(movement)
    return WhoMeets(
        numbers=movement.contestants,
        phantom=movement.phantom,
        met=dict(met),
        same=same,
        apart=apart,
        planned=declared.meetings,
    )


def who_meets_svg(view: WhoMeets, t: T) -> Markup:
    """Returns the matrix as SVG, with a title and a description for those who hear it."""
    count = len(view.numbers)
    font, edge, step = _lettering(view.numbers)
    size = edge + count * _CELL + 2
    once = sum(1 for two in view.twos() if view.met.get(two) == 1)
    more = sum(1 for two in view.twos() if view.met.get(two, 0) > 1)
    never = sum(1 for two in view.twos() if not view.met.get(two) and two not in view.apart)
    parts = [
        Markup(
            '<svg class="who-meets{}" viewBox="0 0 {} {}" role="img" aria-labelledby="who-title who-desc" '
            'style="--n:{}"><title id="who-title">{}</title><desc id="who-desc">{}</desc>'
        ).format(
            " large" if count > _WRITTEN_OUT else "",
            size,
            size,
            count,
            t("desk.workbench.who.title"),
            t("desk.workbench.who.desc", n=count, once=once, more=more, never=never),
        ),
        *_shades(view, edge),
        *_marks(view, edge),
        *_letters(view, edge, font, step),
        *_bands(view, edge, t),
        Markup("</svg>"),
    ]
    return Markup("").join(parts)


def _lettering(numbers: tuple[Number, ...]) -> tuple[int, int, int]:
    """Returns the size of the letters, the width of the edge and how many numbers share a letter."""
    count, longest = len(numbers), max(map(len, numbers), default=1)
    font, step = (12, 1) if count <= _EVERY else (18, 5) if count <= _EVERY_LARGE else (28, 5)
    return font, 10 + font * (3 + 6 * longest) // 10, step


def _is_lettered(numbers: tuple[Number, ...], place: int, step: int) -> bool:
    """True if a number is written at the edge: the first, and every `step`th of each field."""
    digits = numbers[place].lstrip(ascii_letters)
    if step == 1 or not digits.isdigit():
        return True
    return int(digits) % step == 0 or place == 0


def _shades(view: WhoMeets, edge: int) -> Iterator[Markup]:
    """Yields one path for each shade above the diagonal: columns are the higher numbers."""
    paths: dict[int, list[str]] = {}
    for low, high in view.twos():
        if level := view.shade((low, high)):
            x, y = edge + high * _CELL, edge + low * _CELL
            paths.setdefault(level, []).append(f"M{x} {y}h{_CELL}v{_CELL}h-{_CELL}z")
    for level, path in sorted(paths.items()):
        yield Markup('<path class="shade s{}" d="{}"/>').format(level, "".join(path))
    if len(view.numbers) <= _WRITTEN_OUT:
        for (low, high), count in sorted(view.same.items()):
            if count:
                x, y = edge + high * _CELL + _CELL // 2, edge + low * _CELL + 14
                strong = " on" if view.shade((low, high)) == SHADES else ""
                yield Markup('<text class="same{}" x="{}" y="{}">{}</text>').format(strong, x, y, count)


def _marks(view: WhoMeets, edge: int) -> Iterator[Markup]:
    once, never, more = [], [], []
    for low, high in view.twos():
        x, y = edge + low * _CELL, edge + high * _CELL
        count = view.met.get((low, high), 0)
        if 0 < count <= view.planned:
            once.append(f"M{x + 3} {y + 3}h14v14h-14z")
        elif count:
            more.append(f"M{x + 1} {y + 1}h18v18h-18z")
        elif (low, high) not in view.apart and view.phantom not in (view.numbers[low], view.numbers[high]):
            never.append(f"M{x + 6} {y + 6}h8v8h-8z")
    for name, path in (("once", once), ("never", never), ("more", more)):
        if path:
            yield Markup('<path class="{}" d="{}"/>').format(name, "".join(path))
    for (low, high), count in sorted(view.met.items()):
        if count > 1:
            x, y = edge + low * _CELL + _CELL // 2, edge + high * _CELL + 15
            yield Markup('<text class="times" x="{}" y="{}">{}</text>').format(x, y, count)
    diagonal = "".join(f"M{edge + i * _CELL} {edge + i * _CELL}h20v20h-20z" for i in range(len(view.numbers)))
    yield Markup('<path class="self" d="{}"/>').format(diagonal)


def _letters(view: WhoMeets, edge: int, font: int, step: int) -> Iterator[Markup]:
    end = edge + len(view.numbers) * _CELL
    lines = "".join(
        f"M{edge} {edge + i * _CELL}H{end}M{edge + i * _CELL} {edge}V{end}" for i in range(0, len(view.numbers) + 1, 5)
    )
    yield Markup('<path class="rule" d="{}"/>').format(lines)
    for i, number in enumerate(view.numbers):
        if not _is_lettered(view.numbers, i, step):
            continue
        at = edge + i * _CELL + _CELL / 2
        ghost = " ghost" if number == view.phantom else ""
        yield Markup('<text class="num row{}" x="{}" y="{}" font-size="{}">{}</text>').format(
            ghost, edge - 5, at + font * 0.36, font, number
        )
        yield Markup(
            '<text class="num col{}" transform="translate({} {}) rotate(-90)" font-size="{}">{}</text>'
        ).format(ghost, at + font * 0.36, edge - 5, font, number)


def _bands(view: WhoMeets, edge: int, t: T) -> Iterator[Markup]:
    """Yields a strip over each row that names its contestant when the pointer rests on it."""
    width = edge + len(view.numbers) * _CELL
    places = {number: i for i, number in enumerate(view.numbers)}
    for row in view.rows():
        yield Markup('<rect class="band" x="0" y="{}" width="{}" height="{}"><title>{}</title></rect>').format(
            edge + places[row.number] * _CELL, width, _CELL, row_text(row, t)
        )


def row_text(row: Acquaintance, t: T) -> str:
    """Returns in one sentence whom a contestant meets."""
    parts = [t("desk.workbench.who.row", number=row.number, n=len(row.once))]
    if row.more:
        again = ", ".join(f"{number} ×{count}" for number, count in row.more)
        parts.append(t("desk.workbench.who.row-more", numbers=again))
    if row.never:
        parts.append(t("desk.workbench.who.row-never", numbers=", ".join(row.never)))
    return " ".join(parts)
