"""The bracket of a knockout as screens show it: its drawings, and of every match who plays, where and how it stands.

JCBL director's manual 3.3, lines 1762-1772 and 2719-2723. Where the matches stand is `core.pairing.knockout.layout`;
here they get their words and links. No drawing has more than 16 matches above one another, so that 64 teams are
two sections and the final.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.knockout.layout import PITCH, Drawing, Placed, drawings
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout
from arrowswitch.core.pairing.knockout.sides import BracketSide, bracket_sides
from arrowswitch.core.pairing.knockout.words import round_name
from arrowswitch.tournament.forms.bracket.progress import BracketMatchAt, drawn_in, overtaken
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry

WIDE, BOX_PART = 100, 88
"""The width of a column in the units of a picture, and how much of it a match takes."""


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match of a drawing: where it stands (`x` in columns, `y` in lines), and where it was drawn; `title` where its
    round is not that of its column. Points are shown (`shows_points`) once they may be seen."""

    match: KnockoutMatch
    sides: tuple[BracketSide, ...]
    shows_points: bool
    x: int
    y: float
    at: BracketMatchAt | None
    tables: tuple[str, ...]
    is_overtaken: bool
    title: Problem | None


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round of a drawing; `key` names it among all of the bracket."""

    key: str
    title: Problem
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """A drawing: its rounds, the path of its lines in a box of `width` by `height` units, and the entries of its
    numbers."""

    drawing: Drawing
    columns: tuple[BracketColumn, ...]
    path: str
    width: int
    height: int
    is_double: bool
    entries: Entries


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of the numbers of a bracket, over all sessions."""

    state: EventState
    place: Place

    def at(self, number: Number) -> Entry | None:
        """Returns the entry of a number."""
        return self.state.entry_at(self.place, number)


def entries_of(state: EventState, letter: SectionLetter) -> Entries:
    """Returns the entries of the numbers of a section: those of its first session with numbers."""
    numbered = (s.number for s in state.sessions.values() if letter in s.sections and s.sections[letter].numbers)
    return Entries(state, Place(next(numbered, 1), letter))


def bracket_drawings(
    state: EventState,
    letter: SectionLetter,
    stands: Knockout,
    *,
    is_live: bool = True,
    most: tuple[int, int] = (16, 8),
) -> tuple[BracketDrawing, ...]:
    """Returns the drawings of a knockout, each with at most the given matches above one another, and columns.
    Without `is_live` a match shows its points only once it is decided."""
    maker = _DrawingMaker(state, letter, stands, is_live=is_live)
    return tuple(maker.drawing(one) for one in drawings(stands.bracket, *most))


class _DrawingMaker:
    """Makes the drawings of one bracket."""

    def __init__(self, state: EventState, letter: SectionLetter, stands: Knockout, *, is_live: bool) -> None:
        self._stands, self._is_live = stands, is_live
        self._entries = entries_of(state, letter)
        self._drawn: Mapping[int, BracketMatchAt] = drawn_in(state, letter)
        self._overtaken = {one.match for one in overtaken(state, letter)}

    def drawing(self, drawing: Drawing) -> BracketDrawing:
        bracket = self._stands.bracket
        columns: list[BracketColumn] = []
        for at, head in enumerate(drawing.heads):
            boxes = tuple(self._box(drawing, one) for one in drawing.placed if one.column == at)
            named = head or bracket.match(boxes[0].match.number)
            key = f"{drawing.part.value}-{named.round}-{named.stage.value}-{drawing.at}-{at}"
            columns.append(BracketColumn(key, round_name(bracket, named), boxes))
        width, height = WIDE * len(drawing.heads), PITCH * drawing.leaves
        return BracketDrawing(
            drawing=drawing,
            columns=tuple(columns),
            path=_path(drawing),
            width=width,
            height=height,
            is_double=bracket.form.is_double,
            entries=self._entries,
        )

    def _box(self, drawing: Drawing, placed: Placed) -> BracketBox:
        match = self._stands.match(placed.match)
        at = self._drawn.get(match.number)
        labels = () if at is None else tuple(at.movement.label(table) for table in at.match.tables)
        is_alone = match.bracket.stage.value == "third"
        title = round_name(self._stands.bracket, match.bracket) if is_alone else None
        is_overtaken = match.number in self._overtaken
        x, y = placed.column, placed.height / PITCH
        return BracketBox(
            match=match,
            sides=bracket_sides(self._stands, match),
            shows_points=self._is_live or match.state is MatchState.DECIDED,
            x=x,
            y=y,
            at=at,
            tables=labels,
            is_overtaken=is_overtaken,
            title=title,
        )


def _path(drawing: Drawing) -> str:
    """Returns the lines from match to match as the path of a picture: a column is 100 units wide."""
    parts = []
    for joint in drawing.joints:
        begin, end = WIDE * joint.start.column + BOX_PART, WIDE * joint.end.column
        start, other = joint.start.height + PITCH // 2, joint.end.height + PITCH // 2
        parts.append(f"M{begin} {start}H{(begin + end) // 2}V{other}H{end}")
    return "".join(parts)
