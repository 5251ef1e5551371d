"""Guide slips: for each pair its own evening, round by round (R-005, R-024, R-400).

JCBL director's manual 3.3, lines 2304, 3152, 3842: slips are given to each pair, coloured by section; lines 3888-3890:
those of a later session are printed with the new numbers, and say what each pair was before. Four to a page (A6), two
long ones where lines of 9 points need it, or one; two in large print, one where its lines need the page. If rounds are
drawn one by one, a slip lists those to come. A team has one line for each opponent, with all its tables; a single
player's slip names the partner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import Any

from arrowswitch.core.contestants import ContestantKind, Number, side_text
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.guide.cards import SlipLine
from arrowswitch.core.movements.guide.cards import guide_slip as planned_slip
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.core.pairing.league.season import SeasonMatch
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import NUMBER, SECTION, SIZE, PrintJob, SheetInfo
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, board_ranges, most_ems
from arrowswitch.tournament.entries.team_numbers import names_pairs, under_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.league.season import matches_at_tables
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.swiss.triangle import triangle_seats

INFO = SheetInfo(
    "guide-slips",
    (SIZE, SECTION, NUMBER),
    needs=PrintJob.sections_with_movement,
    moment=PrintMoment.START,
    kits=(KitName.START,),
)
_ROOM_MM, _LINE_MM, _LINE_OF_NAMES_MM = 100, 7.9, 10.5
"""The room of half a page for lines of large print, and the height of such lines."""


@dataclass(frozen=True, slots=True)
class SlipRoom:
    """The layout of slips of usual size: their columns on a page, their height, and the number of full-width characters
    in 9 points in a line next to the number, and in the column of names."""

    columns: int
    rows: int
    height_mm: float
    beside: float
    of_names: float


_PLAIN = (
    SlipRoom(columns=2, rows=2, height_mm=148.5, beside=11, of_names=9.5),
    SlipRoom(columns=2, rows=1, height_mm=297, beside=11, of_names=9.5),
    SlipRoom(columns=1, rows=1, height_mm=297, beside=44, of_names=20),
)
"""From the most slips on a page to one that has it for itself."""
_AROUND_MM, _HEAD_MM, _BAR_MM, _PERSON_MM, _NOTE_MM = 21, 26, 9, 4.2, 13
_ROW_MM, _ROW_OF_TWO_MM, _DATE_MM = 4.5, 7.5, 4.2
"""In 9 points: margins and foot; the head at least, its bar, and a line of names in it; a row, one of two lines, and a
date below it."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the guide slips of the pairs asked for; the phantom gets none."""
    slips = [
        guide_slip(job, section, movement, number, words)
        for section, movement in job.sections_with_movement()
        for number in job.numbers(n for n in movement.contestants if n != movement.phantom)
    ]
    kind = job.sections_with_movement()[0][1].kind
    is_dated = any(
        matches_at_tables(job.state, Place(job.session, section.letter)) for section, _ in job.sections_with_movement()
    )
    if job.is_large:
        columns, rows = 1, 2 if _two_fit(slips, kind, is_dated=is_dated) else 1
    else:
        room = next((room for room in _PLAIN if all(_fits(slip, room) for slip in slips)), _PLAIN[-1])
        columns, rows = room.columns, room.rows
    labels = words.labels(
        "slip", "round", "table", "tables", "seat", "partner", "opponents", "boards", "sit-out", "stationary"
    )
    labels["who"] = words(f"slip.{kind}")
    sheet: Model = {"columns": columns, "rows": rows, "pages": stack_cards(slips, columns * rows), "kind": kind.value}
    return Document(frame(INFO, job, words), labels, sheet)


def _two_fit(slips: Sequence[Model], kind: ContestantKind, *, is_dated: bool) -> bool:
    """True if two slips in large print fit on a page with lines of 16 points; lines are higher if they have names, and
    a second one follows if there are dates."""
    line = (_LINE_MM if kind is ContestantKind.PAIR else _LINE_OF_NAMES_MM) + (_LINE_MM if is_dated else 0)
    return all(isinstance(rows := slip["rows"], tuple) and (len(rows) + 1) * line <= _ROOM_MM for slip in slips)


def _fits(slip: Model, room: SlipRoom) -> bool:
    """True if the lines of a slip fit into a height at 9 points each; names take two lines if one is too short."""
    rows: Any = slip["rows"]
    people: Any = slip["people"]
    beside = sum(ceil(most_ems(name) / room.beside) for name in (str(slip["names"]), *people))
    head = max(_HEAD_MM, _BAR_MM + _PERSON_MM * beside)
    is_wide = any(most_ems(row[part]) > room.of_names for row in rows for part in ("opponents", "partner"))
    lines = (len(rows) + 1) * (_ROW_OF_TWO_MM if is_wide else _ROW_MM) + _DATE_MM * sum(bool(r["when"]) for r in rows)
    note = _NOTE_MM if slip["note"] else 0
    return _AROUND_MM + head + lines + note <= room.height_mm


def with_next_draw(job: PrintJob, section: Section, movement: Movement) -> Movement:
    """Returns the movement with the round of a knockout that is drawn next, so that nobody reads that all is over."""
    bracket = form_of(job.state.settings).bracket(job.state, section.letter)
    goes_on = bracket is not None and bracket.winner is None
    return replace(movement, rounds=movement.rounds + 1) if goes_on else movement


def day_of(match: SeasonMatch | None, words: Words) -> str:
    """Returns the date of a match of a season; of one that is postponed without a date that it is."""
    if match is None:
        return ""
    return words("league.due.postponed") if match.day is None else words.day(match.day.isoformat())


def guide_slip(job: PrintJob, section: Section, movement: Movement, number: Number, words: Words) -> Model:
    """Returns the slip of one pair."""
    entry = job.state.entry_at(Place(job.session, section.letter), number)
    is_team = movement.kind is ContestantKind.TEAM or names_pairs(movement)
    here = None if entry is None else under_number(movement, number, entry)
    lines = planned_slip(with_next_draw(job, section, movement), number)
    season = matches_at_tables(job.state, Place(job.session, section.letter))
    rows = _Rows(job=job, section=section, movement=movement, words=words, season=season).of(number, lines)
    is_stationary = number in movement.stationary
    return {
        "section": section_mark(section.letter, words),
        "number": number,
        "names": team_name(entry, words),
        "people": tuple(map(words.person, here.people)) if is_team and here is not None else (),
        "before": _before(job, section, number, words),
        "rows": rows,
        "is_stationary": is_stationary,
        "note": f"*　{words.phrase(Phrase('guide.arrow-east'))}" if movement.arrow_switched else "",
    }


def _before(job: PrintJob, section: Section, number: Number, words: Words) -> str:
    """Returns the section and number that a contestant had in the session before, empty where they are the same."""
    entry_id = section.numbers.get(number)
    earlier = job.state.sessions.get(job.session - 1)
    if entry_id is None or earlier is None:
        return ""
    had = [(one.letter, n) for one in earlier.sections.values() for n, who in one.numbers.items() if who == entry_id]
    if not had or (section.letter, number) in had:
        return ""
    letter, old = had[0]
    return words("slip.before", session=earlier.number, section=letter, number=old)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Makes the rows of the slips of a section."""

    job: PrintJob
    section: Section
    movement: Movement
    words: Words
    season: Mapping[tuple[RoundNumber, TableNumber], SeasonMatch]

    def of(self, number: Number, lines: Sequence[SlipLine]) -> tuple[Model, ...]:
        """Returns the rows of a slip in the order of play; a team's tables against the same opponents are one row."""
        if self.movement.kind is not ContestantKind.TEAM:
            return tuple(self._row(number, line) for line in lines)
        rows: list[Model] = []
        for round_number, here in groupby(lines, lambda line: line.round):
            rooms = self._rooms(number, round_number)
            table_lines = [(line, *rooms.get(line.label, (line.label, 0))) for line in here]
            table_lines.sort(key=lambda one: (one[2], one[0].side is Side.EW))
            for _, matched in groupby(table_lines, lambda one: (one[2], one[0].opponents, one[0].boards)):
                rows.append(self._team_row(number, tuple(matched)))
        return tuple(rows)

    def _rooms(self, number: Number, round_number: int) -> Mapping[str, tuple[str, int]]:
        """Returns for a team's tables in a triangle where they stand in the room, and in which half of the round."""
        three = next((one.triangle for one in self.section.draws if one.round == round_number), ())
        if number not in three:
            return {}
        return triangle_seats(self.job.state, self._place.at(round_number), three).in_room

    @property
    def _place(self) -> Place:
        return Place(self.job.session, self.section.letter)

    def _row(self, number: Number, line: SlipLine) -> Model:
        """Returns a round of a pair or a player; without play it sits out, and may have no table."""
        if line.side is None:
            return self._without_table(number, line)
        seat = line.seat.value if line.seat is not None else self.words.side(line.side)
        return {
            "round": f"{line.round}*" if line.round in self.movement.arrow_switched else str(line.round),
            "table": line.label,
            "seat": seat,
            "partner": self._name_text(line.partner),
            "opponents": side_text(line.opponents) if line.is_played else "",
            "boards": board_ranges(line.boards) if line.is_played else "",
            "instead": "" if line.is_played else self.words("slip.sit-out"),
            "when": "",
        }

    def _team_row(self, number: Number, matched: Sequence[tuple[SlipLine, str, int]]) -> Model:
        line, _, half = matched[0]
        if line.side is None:
            return self._without_table(number, line)
        sides = groupby(matched, lambda one: one[0].side)
        tables = [
            f"{self.words.side(side)} {self.words.numbers(table for _, table, _ in at)}" for side, at in sides if side
        ]
        words, round_text = self.words, str(line.round)
        return {
            "round": words("slip.half", round=round_text, half=words(f"slip.half-{half}")) if half else round_text,
            "table": tables[0],
            "seat": words.list_text(tables[1:]),
            "partner": "",
            "opponents": words.list_text(map(self._name_text, line.opponents)) if line.is_played else "",
            "boards": board_ranges(line.boards) if line.is_played else "",
            "instead": "" if line.is_played else words("slip.sit-out"),
            "when": self._when(number, line),
        }

    def _when(self, number: Number, line: SlipLine) -> str:
        """Returns the date and venue of a match of a season, else nothing."""
        for (at, _), match in self.season.items():
            if at == line.round and number in match.fixture.teams:
                return "　".join(filter(None, (day_of(match, self.words), match.fixture.venue)))
        return ""

    def _without_table(self, number: Number, line: SlipLine) -> Model:
        begun = self.section.begun_draw
        is_waiting = begun is not None and begun.round == line.round and number in begun.waiting
        instead = self.words("slip.sit-out" if line.is_drawn and not is_waiting else "slip.drawn-later")
        return {
            "round": str(line.round),
            "table": "",
            "seat": "",
            "partner": "",
            "opponents": "",
            "boards": "",
            "instead": instead,
            "when": "",
        }

    def _name_text(self, number: Number | None) -> str:
        if number is None:
            return ""
        return f"{number} {team_name(self.job.state.entry_at(self._place, number), self.words)}".strip()
