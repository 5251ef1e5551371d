"""Where the matches of a bracket stand when it is drawn: columns for rounds, a match half way between those it follows
from, cut into pages that are not too large.

The documents' figures are lost (manual, lines 1766-1772), so the form is decided here. Each part (winners, losers, last
matches) is a drawing of its own. One that is too high or has too many rounds is cut where it falls apart into equal
sections; its last rounds are then a drawing of their own, in which the matches stand on the lines of the sections, and
are cut again where they are too large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketMatch, Stage

PITCH = 64
"""The distance of two matches of the first column, so that half ways stay whole numbers."""


class BracketPart(StrEnum):
    """A part that is drawn by itself."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Placed:
    """A match at its place: column from 0, height in parts of `PITCH`."""

    match: int
    column: int
    height: int


@dataclass(frozen=True, slots=True)
class Joint:
    """A line from a match to the one that its winner goes to."""

    start: Placed
    end: Placed


@dataclass(frozen=True, slots=True)
class Drawing:
    """A part of a bracket, or a section of one, as it is drawn.

    `at` of `of` sections of the part, 0 for its last rounds; a whole part is 1 of 0. `heads` hold a match of each
    column, which names its round (None where the name stands in the box). `leaves` is how many matches stand above one
    another, `sides` how many teams the largest match has.
    """

    part: BracketPart
    at: int
    of: int
    heads: tuple[BracketMatch | None, ...]
    placed: tuple[Placed, ...]
    joints: tuple[Joint, ...]
    leaves: int
    sides: int

    @property
    def is_one_of_several(self) -> bool:
        """True if other sections of the same height are drawn next to this one."""
        return self.at > 0 and self.of > 1

    @property
    def section(self) -> str:
        """Returns the message code of which section of its part it is (`at` of `of`); empty for a whole part."""
        if self.of == 0:
            return ""
        if self.at == 0:
            return "knockout.last-rounds"
        return "knockout.section" if self.of > 1 else "knockout.first-rounds"


_STAGES = {
    BracketPart.WINNERS: (Stage.WINNERS, Stage.THIRD),
    BracketPart.LOSERS: (Stage.LOSERS,),
    BracketPart.FINAL: (Stage.FINAL, Stage.RESET),
}
_Children = Mapping[int, list[int]]


@lru_cache(maxsize=32)
def drawings(bracket: Bracket, most_leaves: int = 16, most_columns: int = 8) -> tuple[Drawing, ...]:
    """Returns the drawings of a bracket, each of at most `most_leaves` matches above one another and `most_columns`
    columns: of each part its sections from the top line down, then its last rounds."""
    pieces: list[Drawing] = []
    for part, stages in _STAGES.items():
        matches = [match for match in bracket.matches if match.stage in stages]
        if matches:
            pieces += _part(bracket, part, matches, (most_leaves, most_columns))
    return tuple(pieces)


@dataclass(slots=True)
class _Lines:
    """Heights of the matches of one drawing."""

    height_of: dict[int, int] = field(default_factory=dict)
    leaves: int = 0

    def put(self, number: int, children: Sequence[int]) -> None:
        """Places a match: half way between those it follows from, or on the next free line."""
        if children:
            heights = [self.height_of[child] for child in children]
            self.height_of[number] = (heights[0] + heights[-1]) // 2
        else:
            self.height_of[number] = self.leaves * PITCH
            self.leaves += 1


def _part(bracket: Bracket, part: BracketPart, matches: Sequence[BracketMatch], most: tuple[int, int]) -> list[Drawing]:
    own = {match.number for match in matches}
    # Only winners: the second of three stands in another part of the tree by its name.
    children = {m.number: [s.match for s in m.slots if s.match in own and s.place == 1] for m in matches}
    children |= {m.number: [] for m in matches if m.stage is Stage.THIRD}
    sections, last = _cut(bracket, children, (most[0], _rounds_of_a_section(matches, part, most[1])))
    count = len(sections)
    own_drawings = [_drawing(bracket, part, (at, count), group, children) for at, group in enumerate(sections, start=1)]
    return [*own_drawings, _drawing(bracket, part, (0 if own_drawings else 1, count), last, children)]


def _rounds_of_a_section(matches: Sequence[BracketMatch], part: BracketPart, most: int) -> int:
    """Returns the largest number of rounds of a section. A losers' part with more rounds is cut evenly, if possible
    after a round that halves the field; a winners' part is cut by its height alone."""
    rounds = len({match.round for match in matches})
    if part is not BracketPart.LOSERS or rounds <= most:
        return most
    count = -(-rounds // -(-rounds // most))
    return count + 1 if count % 2 == 1 and count < most else count


def _cut(bracket: Bracket, children: _Children, most: tuple[int, int]) -> tuple[list[list[int]], list[int]]:
    """Returns the matches of the sections of a part, and those of its last rounds or of the whole."""
    sections: list[list[int]] = []
    rest = dict(children)
    while True:
        led_to = {child for leading in rest.values() for child in leading}
        whole: list[int] = []
        roots: list[int] = []
        above: list[int] = []
        first = min(bracket.match(number).round for number in rest)
        limits = (most[0], first + most[1] - 1)
        for root in (number for number in rest if number not in led_to):
            whole += _below(root, rest)
            above += _above(bracket, root, rest, roots, limits)
        if not above:
            return sections, whole
        sections += _together([_below(root, rest) for root in roots], rest, most[0])
        left = set(above)
        rest = {
            number: [child for child in leading if child in left] for number, leading in rest.items() if number in left
        }


def _together(groups: Sequence[list[int]], children: _Children, most: int) -> list[list[int]]:
    """Returns the sections with as many of them above one another as find room."""
    joined: list[list[int]] = []
    for group in groups:
        beside = [*joined[-1], *group] if joined else group
        if joined and _leaves(beside, children) <= most:
            joined[-1] = beside
        else:
            joined.append(group)
    return joined


def _leaves(numbers: Sequence[int], children: _Children) -> int:
    return sum(not children[number] for number in numbers)


def _above(bracket: Bracket, number: int, children: _Children, sections: list[int], most: tuple[int, int]) -> list[int]:
    """Returns the matches that do not fit next to those below them; matches that fit, by height and last round, are
    added to the sections."""
    if bracket.match(number).round <= most[1] and _leaves(_below(number, children), children) <= most[0]:
        sections.append(number)
        return []
    return [one for child in children[number] for one in _above(bracket, child, children, sections, most)] + [number]


def _below(number: int, children: _Children) -> list[int]:
    """Returns a match with all that lead to it, those first."""
    return [one for child in children[number] for one in _below(child, children)] + [number]


def _drawing(
    bracket: Bracket, part: BracketPart, place: tuple[int, int], numbers: Sequence[int], children: _Children
) -> Drawing:
    here = set(numbers)
    lines = _Lines()
    for number in numbers:
        lines.put(number, [child for child in children[number] if child in here])
    rounds = sorted({_column(bracket, bracket.match(number)) for number in numbers})
    placed = {
        number: Placed(number, rounds.index(_column(bracket, bracket.match(number))), lines.height_of[number])
        for number in numbers
    }
    heads: list[BracketMatch | None] = [None] * len(rounds)
    for number in reversed(numbers):
        if bracket.match(number).stage is not Stage.THIRD:
            heads[placed[number].column] = bracket.match(number)
    joints = tuple(
        Joint(placed[child], placed[number]) for number in numbers for child in children[number] if child in here
    )
    sides = max(len(bracket.match(number).slots) for number in numbers)
    at, of = place
    return Drawing(
        part=part,
        at=at,
        of=of,
        heads=tuple(heads),
        placed=tuple(placed.values()),
        joints=joints,
        leaves=max(lines.leaves, 1),
        sides=sides,
    )


def _column(bracket: Bracket, match: BracketMatch) -> int:
    """Returns where a match stands from left to right; that for third place below the final."""
    if match.stage is Stage.THIRD:
        return bracket.rounds(Stage.WINNERS)
    return match.round + (match.stage is Stage.RESET)
