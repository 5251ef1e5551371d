"""The master sheet: rounds x board sets, or rounds x tables, with the meetings (R-004).

JCBL director's manual 3.3, lines 843-866 (figures 7, 9, 11, 13): an entry is `N-S pair - E-W pair`; entries of A/B
tables are in brackets. The table's number, which the manual's printed figures leave out, is above each entry.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.guide.boards import setup_instructions
from arrowswitch.core.movements.guide.master_sheet import Columns, MasterSheet, column_phrase
from arrowswitch.core.movements.guide.master_sheet import master_sheet as planned_sheet
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.phrases import Phrase
from arrowswitch.core.movements.starting_round import start_phrase
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words, number_ranges
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.results.tables import resting

BY = SheetOption("by", ("sets", "tables"))
INFO = SheetInfo("master-sheet", (BY, SECTION), needs=PrintJob.sections_with_movement, moment=PrintMoment.BEFORE)
MOST_RELAYS = 6
"""The number of relays that are listed one by one."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the master sheets of the sections asked for, on as many pages as they need."""
    columns = Columns.TABLES if job.option(BY) == "tables" else Columns.SETS
    parts = tuple(_part(job, section, movement, columns, words) for section, movement in job.sections_with_movement())
    labels = {"corner": words.phrase(column_phrase(columns)), **words.labels("master", "sit-out")}
    return Document(frame(INFO, job, words), labels, parts)


def _part(job: PrintJob, section: Section, movement: Movement, columns: Columns, words: Words) -> Model:
    """Returns a section's master sheet; the template takes as many pages as it needs."""
    sheet = planned_sheet(movement, columns)
    place = Place(job.session, section.letter)
    waiting = {number: resting(job.state, place, movement, number) for number in range(1, movement.rounds + 1)}
    rows = tuple(_row(movement, sheet, number, waiting[number]) for number in waiting)
    return {
        "section": section_mark(section.letter, words),
        "name": words(f"master.size-{movement.kind.value}", **_size(movement)),
        "columns": sheet.heads,
        "rows": rows,
        "has_sit_outs": any(row["sit_outs"] for row in rows),
        "notes": notes_of(movement, words),
    }


def _size(movement: Movement) -> dict[str, int]:
    return {
        "n": len(movement.contestants) - (movement.phantom is not None),
        "tables": movement.tables,
        "rounds": movement.rounds,
        "boards": movement.boards_total,
    }


def _row(movement: Movement, sheet: MasterSheet, number: RoundNumber, waiting: tuple[Number, ...]) -> Model:
    """Returns a round: the meetings of each column (`12-1`, in brackets at an A/B table) with their table, or their
    boards; and the sit-outs."""
    is_by_tables = sheet.columns is Columns.TABLES
    cells: tuple[tuple[Model, ...], ...] = tuple(
        tuple(
            {"text": one.text, "place": one.boards if is_by_tables else one.table, "is_played": one.is_played}
            for one in cell
        )
        for cell in sheet.rows[number - 1]
    )
    return {
        "round": number,
        "is_arrow_turned": number in movement.arrow_switched,
        "cells": cells,
        "sit_outs": ", ".join(waiting),
    }


def notes_of(movement: Movement, words: Words) -> tuple[str, ...]:
    """Returns the notes on a movement in addition to its meetings: stationary pairs, the phantom, the start of round 1,
    arrows, relays and bye stands."""
    notes = []
    if movement.stationary:
        notes.append(words("master.stationary", numbers=number_ranges(movement.stationary)))
    if movement.phantom is not None:
        notes.append(words("master.phantom", number=movement.phantom))
    start = start_phrase(movement)
    if start is not None:
        notes.append(words.phrase(start))
    if movement.arrow_switched:
        notes.append(f"*　{words.phrase(Phrase('guide.arrow-east'))}")
    return (*notes, *(words.phrase(phrase) for phrase in placing_phrases(movement)))


def placing_phrases(movement: Movement) -> tuple[Phrase, ...]:
    """Returns the relays and bye stands of a movement, without the places of the boards; many relays in one
    sentence."""
    placing = [phrase for phrase in setup_instructions(movement) if not phrase.code.startswith("guide.lay-")]
    relays = [phrase for phrase in placing if phrase.code.startswith("guide.relay")]
    if len(relays) <= MOST_RELAYS:
        return tuple(placing)
    rest = (phrase for phrase in placing if phrase not in relays)
    return (Phrase("guide.relay-many", {"n": len(relays)}), *rest)
