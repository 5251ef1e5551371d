"""The bracket of a knockout as a sheet: every match as a box with its teams and IMPs, joined to the one it leads to.

The documents' figures are lost (manual, lines 1766-1772), so the form is decided here. A part of the bracket (winners,
losers, last matches) that is too large for a page is cut where it falls apart into equal halves; its last rounds then
have a page of their own (R-023).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.pairing.bracket import BracketMatch, Stage
from arrowswitch.core.pairing.bracket_words import round_name, slot_name
from arrowswitch.core.pairing.knockout import Knockout, Place
from arrowswitch.core.pairing.knockout_match import KnockoutMatch, MatchState
from arrowswitch.documents.frame import Document, Frame
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale, format_number, translate

PITCH = 64
"""The distance of two boxes of the first column, so that half ways stay whole numbers."""
_MOST_LEAVES, _MOST_COLUMNS = 16, 8


@dataclass(frozen=True, slots=True)
class Row:
    """A side of a match: its number, name (or where it comes from) and IMPs; `is_open` while the team is not known."""

    number: str
    name: str
    points: str
    goes_on: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A match at its place: column from 0, height in parts of `PITCH`."""

    column: int
    height: int
    number: str
    note: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A line from a box to the next."""

    column: int
    height: int
    to_column: int
    to_height: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its heading, the names of its columns, boxes and lines; how many boxes its longest column has."""

    title: str
    columns: tuple[str, ...]
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    leaves: int
    sides: int


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place and who has it."""

    place: str
    number: str
    name: str


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """The pages of a bracket and the places known."""

    pages: tuple[Page, ...]
    places: tuple[PlaceLine, ...]
    pitch: int = PITCH


def bracket_sheet(
    knockout: Knockout, name: str, names: Mapping[Number, str], locale: Locale, printed_at: datetime
) -> bytes:
    """Returns the bracket as a PDF."""
    words = Words(locale, printed_at.tzinfo)
    is_double = knockout.bracket.form.is_double
    title = translate("knockout.title-double" if is_double else "knockout.title", {}, locale)
    frame = Frame(locale.value, title, one_line(name), words.moment(printed_at), "", "", "", "", "Arrowswitch", False)
    labels = {"places": translate("knockout.places-title", {}, locale)}
    sheet = bracket_pages(knockout, names, locale)
    return typeset("bracket", Document(frame, labels, sheet), printed_at)


def bracket_pages(knockout: Knockout, names: Mapping[Number, str], locale: Locale) -> BracketSheet:
    """Returns the page model of a bracket."""
    drawer = _Drawer(knockout, names, locale)
    places = tuple(_place(place, names, locale) for place in knockout.places)
    return BracketSheet(tuple(drawer.pages()), places)


@dataclass(slots=True)
class _Layout:
    """Heights of the matches of one page."""

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


class _Drawer:
    """Cuts a bracket into pages and draws each."""

    def __init__(self, knockout: Knockout, names: Mapping[Number, str], locale: Locale) -> None:
        self._knockout, self._names, self._locale = knockout, names, locale

    def pages(self) -> Iterator[Page]:
        parts = {
            "winners": (Stage.WINNERS, Stage.THIRD),
            "losers": (Stage.LOSERS,),
            "final": (Stage.FINAL, Stage.RESET),
        }
        for part, stages in parts.items():
            matches = [match for match in self._knockout.bracket.matches if match.stage in stages]
            if matches:
                yield from self._part(part, matches)

    def _part(self, part: str, matches: Sequence[BracketMatch]) -> Iterator[Page]:
        own = {match.number for match in matches}
        # Only winners: the second of three stands in another part of the tree by its name.
        children = {m.number: [s.match for s in m.slots if s.match in own and s.place == 1] for m in matches}
        children |= {m.number: [] for m in matches if m.stage is Stage.THIRD}
        led_to = {child for found in children.values() for child in found}
        roots = [match.number for match in matches if match.number not in led_to]
        sections: list[int] = []
        top = [number for root in roots for number in self._above(root, children, sections)]
        groups = [_below(section, children) for section in sections]
        if not top:
            groups = [[number for group in groups for number in group]]
        is_double = self._knockout.bracket.form.is_double
        name = translate(f"knockout.part.{part}", {}, self._locale) if is_double else ""
        for at, group in enumerate(groups, start=1):
            title = name
            if len(groups) > 1:
                told: dict[str, ParamValue] = {"part": name, "at": at, "of": len(groups)}
                title = translate("knockout.part.section", told, self._locale).strip()
            yield self._page(title, group, children)
        if top:
            yield self._page(translate("knockout.part.top", {"part": name}, self._locale).strip(), top, children)

    def _above(self, number: int, children: Mapping[int, list[int]], sections: list[int]) -> list[int]:
        """Returns the matches that have no room beside those below them; what has room is added to the sections."""
        below = _below(number, children)
        leaves = sum(not children[one] for one in below)
        rounds = {self._knockout.bracket.match(one).round for one in below}
        if leaves <= _MOST_LEAVES and len(rounds) <= _MOST_COLUMNS:
            sections.append(number)
            return []
        return [one for child in children[number] for one in self._above(child, children, sections)] + [number]

    def _page(self, title: str, numbers: Sequence[int], children: Mapping[int, list[int]]) -> Page:
        bracket = self._knockout.bracket
        here = set(numbers)
        layout = _Layout()
        for number in numbers:
            layout.put(number, [child for child in children[number] if child in here])
        rounds = sorted({self._column(bracket.match(number)) for number in numbers})
        column_of = {number: rounds.index(self._column(bracket.match(number))) for number in numbers}
        heads = [""] * len(rounds)
        for number in reversed(numbers):
            if bracket.match(number).stage is not Stage.THIRD:
                heads[column_of[number]] = self._text(round_name(bracket, bracket.match(number)))
        boxes = tuple(self._box(number, column_of[number], layout.height_of[number]) for number in numbers)
        links = tuple(
            Link(column_of[child], layout.height_of[child], column_of[number], layout.height_of[number])
            for number in numbers
            for child in children[number]
            if child in here
        )
        sides = max(len(bracket.match(number).slots) for number in numbers)
        return Page(title, tuple(heads), boxes, links, max(layout.leaves, 1), sides)

    def _column(self, match: BracketMatch) -> int:
        """Returns where a match stands from left to right; that for third place below the final."""
        if match.stage is Stage.THIRD:
            return self._knockout.bracket.rounds(Stage.WINNERS)
        return match.round + (match.stage is Stage.RESET)

    def _box(self, number: int, column: int, height: int) -> Box:
        match = self._knockout.match(number)
        rows = tuple(self._row(match, at) for at in range(len(match.bracket.slots)))
        note = ""
        if match.bracket.stage is Stage.THIRD:
            note = self._text(round_name(self._knockout.bracket, match.bracket))
        elif match.state in (MatchState.RUNNING, MatchState.LEVEL):
            told = {"compared": match.compared, "boards": match.boards}
            note = translate("knockout.boards", dict(told), self._locale)
        elif match.state in (MatchState.WALKOVER, MatchState.NOT_NEEDED):
            note = translate(f"knockout.state.{match.state.value}", {}, self._locale)
        return Box(column, height, str(number), note, rows)

    def _row(self, match: KnockoutMatch, at: int) -> Row:
        team = match.teams[at]
        if team is None:
            open_name = self._text(slot_name(self._knockout, match.bracket.slots[at]))
            return Row("", open_name, "", goes_on=False, is_open=True)
        side = next((one for one in match.sides if one.number == team), None)
        points = ""
        if side is not None and match.compared:
            points = format_number(side.won + side.carried - side.penalty, self._locale)
        return Row(team, one_line(self._names.get(team, "")), points, team in match.goes_on, is_open=False)

    def _text(self, problem: Problem) -> str:
        return translate(problem.code, problem.params, self._locale)


def _below(number: int, children: Mapping[int, list[int]]) -> list[int]:
    """Returns a match with all that lead to it, those first."""
    return [one for child in children[number] for one in _below(child, children)] + [number]


def _place(place: Place, names: Mapping[Number, str], locale: Locale) -> PlaceLine:
    code = "knockout.place" if place.first == place.last else "knockout.places"
    text = translate(code, {"first": place.first, "last": place.last}, locale)
    return PlaceLine(text, place.number, one_line(names.get(place.number, "")))
