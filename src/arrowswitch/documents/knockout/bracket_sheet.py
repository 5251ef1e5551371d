"""The bracket of a knockout as a sheet: every match as a box with its teams and IMPs, joined to the one it leads to.

The documents' figures are lost (manual, lines 1766-1772), so the form is decided here (R-023). Where the matches stand
is `core.pairing.knockout.layout`: a part that is too large for a page is cut into equal sections and its last rounds.
Drawings that find room together share a page, but for one of several sections. A match whose winner goes on in another
drawing says where, and an open side says on which page the match before it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.knockout.bracket import Stage
from arrowswitch.core.pairing.knockout.layout import PITCH, BracketPart, Drawing, Placed, drawings
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchState
from arrowswitch.core.pairing.knockout.progress import FinalPlace, Knockout
from arrowswitch.core.pairing.knockout.sides import BracketSide, bracket_sides
from arrowswitch.core.pairing.knockout.words import round_name
from arrowswitch.documents.frame import Document, Model, frame, frame_of_file
from arrowswitch.documents.job import BLANK_PAPER, PAPER, SECTION, Letterhead, PrintJob, SheetInfo, prints
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale, format_number, translate
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry


def standing(job: PrintJob) -> tuple[SectionLetter, Knockout]:
    """Returns the section to print with its bracket; raises Refused (`print.no-bracket`) while there is none."""
    brackets = [
        (one.letter, stands) for one in job.sections() if (stands := _stands(job.state, one.letter)) is not None
    ]
    if not brackets:
        raise Refused.of("print.no-bracket")
    return brackets[0]


INFO = SheetInfo(
    "bracket", (PAPER, SECTION), is_for=prints("bracket"), needs=standing, moment=PrintMoment.DURING, shows_results=True
)
_LEAVES, _TOGETHER, _COLUMNS = {"a4": 8, "a3": 16}, {"a4": 8, "a3": 15}, {"a4": 5, "a3": 7}
"""The number of matches in a column of one drawing, and of several on a page, and the number of rounds in a row: names
of 40 letters fit in nine points."""
_OF_THREE = 12
"""The largest number of three-team matches in a column."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the bracket of a section as it stands; raises Refused as `standing`."""
    letter, stands = standing(job)
    numbered = next(s for s in job.state.sessions.values() if letter in s.sections and s.sections[letter].numbers)
    entries = {n: job.state.entry_at(Place(numbered.number, letter), n) for n in stands.bracket.teams}
    names = {number: _short_name(entry, words) for number, entry in entries.items()}
    title = words.phrase(Problem("knockout.title-double" if stands.bracket.form.is_double else "knockout.title"))
    sheet = bracket_pages(stands, names, words.locale, job.option(PAPER))
    return Document(frame(INFO, job, words, title=title), _labels(words.locale), sheet)


def _short_name(entry: Entry | None, words: Words) -> str:
    """Returns a team's own name, or its captain's alone: a box of the bracket is narrow."""
    if entry is None or not entry.people:
        return ""
    return one_line(entry.name) or words.person(entry.people[0])


def _stands(state: EventState, letter: SectionLetter) -> Knockout | None:
    return form_of(state.settings).bracket(state, letter)


def bracket_sheet(
    knockout: Knockout,
    name: str,
    names: Mapping[Number, str],
    locale: Locale,
    printed_at: datetime,
    letterhead: Letterhead = BLANK_PAPER,
) -> bytes:
    """Returns the bracket as a PDF."""
    words = Words(locale, printed_at.tzinfo)
    is_double = knockout.bracket.form.is_double
    title = translate("knockout.title-double" if is_double else "knockout.title", {}, locale)
    head = frame_of_file(title, name, words, printed_at, letterhead)
    return typeset("bracket", Document(head, _labels(locale), bracket_pages(knockout, names, locale)), printed_at)


def bracket_pages(knockout: Knockout, names: Mapping[Number, str], locale: Locale, paper: str = PAPER.default) -> Model:
    """Returns the page model of a bracket."""
    leaves = min(_LEAVES[paper], _OF_THREE) if knockout.bracket.form.has_threes else _LEAVES[paper]
    drawn = drawings(knockout.bracket, leaves, _COLUMNS[paper])
    groups = _group_by_page(sorted(drawn, key=_is_last), _TOGETHER[paper])
    drawer = _Drawer(knockout, names, locale, groups)
    places = tuple(_place(place, names, locale) for place in knockout.places)
    return {"pages": tuple(map(drawer.page, groups)), "places": places, "paper": paper, "pitch": PITCH}


def _labels(locale: Locale) -> dict[str, str]:
    return {"places": translate("knockout.places-title", {}, locale)}


def _is_last(drawing: Drawing) -> bool:
    """True if a drawing has the last matches, so that it follows the sections of all parts."""
    return drawing.at == 0 or drawing.part is BracketPart.FINAL


def _group_by_page(drawn: Sequence[Drawing], most: int) -> list[list[Drawing]]:
    """Returns the drawings page by page: as many together as fit, but one of several sections alone."""
    pages: list[list[Drawing]] = []
    for next_drawing in drawn:
        together = [*pages[-1], next_drawing] if pages else [next_drawing]
        has_room = len(together) > 1 and sum(drawing.leaves for drawing in together) <= most
        if has_room and not any(drawing.is_one_of_several for drawing in together):
            pages[-1] = together
        else:
            pages.append([next_drawing])
    return pages


class _Drawer:
    """Draws the pages of one bracket."""

    def __init__(
        self, knockout: Knockout, names: Mapping[Number, str], locale: Locale, groups: Sequence[Sequence[Drawing]]
    ) -> None:
        self._knockout, self._names, self._locale = knockout, names, locale
        self._page_of = {
            placed.match: number
            for number, group in enumerate(groups, start=1)
            for one in group
            for placed in one.placed
        }
        self._joined = {joint.start.match for group in groups for one in group for joint in one.joints}
        self._next = {
            slot.match: match.number
            for match in knockout.bracket.matches
            for slot in match.slots
            if slot.place == 1 and match.stage is not Stage.RESET
        }

    def page(self, group: Sequence[Drawing]) -> Model:
        """Returns a page with these drawings."""
        return {
            "title": self._title(group),
            "pictures": tuple(map(self._picture, group)),
            "sides": max(one.sides for one in group),
        }

    def _title(self, group: Sequence[Drawing]) -> str:
        first = group[0]
        is_double = self._knockout.bracket.form.is_double and len({drawing.part for drawing in group}) == 1
        part = self._words(f"knockout.part.{first.part.value}") if is_double else ""
        if len(group) > 1 or not first.section:
            return part
        section = translate(first.section, {"at": first.at, "of": first.of}, self._locale)
        return translate("knockout.part-of", {"part": part, "section": section}, self._locale) if part else section

    def _picture(self, drawing: Drawing) -> Model:
        bracket = self._knockout.bracket
        heads = tuple("" if head is None else self._text(round_name(bracket, head)) for head in drawing.heads)
        boxes = tuple(map(self._box, drawing.placed))
        links = tuple(
            {
                "column": joint.start.column,
                "height": joint.start.height,
                "to_column": joint.end.column,
                "to_height": joint.end.height,
            }
            for joint in drawing.joints
        )
        return {"columns": heads, "boxes": boxes, "links": links, "leaves": drawing.leaves}

    def _box(self, placed: Placed) -> Model:
        """Returns a match at its place: column from 0, height in parts of `PITCH`."""
        match = self._knockout.match(placed.match)
        rows = tuple(self._rows(match))
        note = ""
        if match.bracket.stage is Stage.THIRD:
            note = self._text(round_name(self._knockout.bracket, match.bracket))
        elif match.state in (MatchState.RUNNING, MatchState.LEVEL):
            counts = {"compared": match.compared, "boards": match.boards}
            note = translate("knockout.boards", dict(counts), self._locale)
        elif match.state in (MatchState.WALKOVER, MatchState.NOT_NEEDED):
            note = self._words(f"knockout.state.{match.state.value}")
        return {
            "column": placed.column,
            "height": placed.height,
            "number": str(match.number),
            "note": note,
            "rows": rows,
            "leads_to": self._leads_to(match.number),
        }

    def _leads_to(self, number: int) -> str:
        """Returns where the winner of a match goes on when that is in another drawing."""
        after = self._next.get(number)
        if after is None or number in self._joined:
            return ""
        code = "paper.bracket.on" if self._page_of[after] == self._page_of[number] else "paper.bracket.to"
        return translate(code, {"match": after, "page": self._page_of[after]}, self._locale)

    def _rows(self, match: KnockoutMatch) -> Iterator[Model]:
        """Yields a side with its IMPs; while the team is not known, where it comes from."""
        for side in bracket_sides(self._knockout, match)[: len(match.teams)]:
            if side.number is None:
                yield {"number": "", "name": self._source(match, side), "points": "", "goes_on": False, "is_open": True}
                continue
            points = format_number(side.score.total, self._locale) if side.score and match.compared else ""
            name = one_line(self._names.get(side.number, ""))
            yield {"number": side.number, "name": name, "points": points, "goes_on": side.goes_on, "is_open": False}

    def _source(self, match: KnockoutMatch, side: BracketSide) -> str:
        """Returns where a side comes from, with the page when that is another one."""
        text = "" if side.source is None else self._text(side.source)
        page = self._page_of.get(side.slot.match)
        if page is None or page == self._page_of[match.number]:
            return text
        return translate("paper.bracket.from", {"source": text, "page": page}, self._locale)

    def _text(self, problem: Problem) -> str:
        return translate(problem.code, problem.params, self._locale)

    def _words(self, code: str) -> str:
        return translate(code, {}, self._locale)


def _place(place: FinalPlace, names: Mapping[Number, str], locale: Locale) -> Model:
    code = "knockout.place" if place.first == place.last else "knockout.places"
    text = translate(code, {"first": place.first, "last": place.last}, locale)
    return {"place": text, "number": place.number, "name": one_line(names.get(place.number, ""))}
