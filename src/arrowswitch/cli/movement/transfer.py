"""`movement import | export`: own sheets of the club from files of other programs, and sheets as files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.movements.arrows.fairness_words import fairness_phrases
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.listed.registered import is_registered, make_registered
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.drafts import ImportedMovement
from arrowswitch.formats.movement.ebuscore import format_ebuscore
from arrowswitch.formats.movement.foreign import read_movements
from arrowswitch.formats.movement.movement_text import format_movement_text
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.sheets.workbench import LONGEST_NAME, SheetId, Workbench

if TYPE_CHECKING:
    from arrowswitch.tournament.service.service import Tournament

_MOST_BOARDS = 99


def import_movements(options: argparse.Namespace, console: Console) -> None:
    """Stores the movements of a file as own sheets, each with its notes, faults and fairness.

    Raises Malformed with everything that cannot be read, Refused (`cli.movement.boards-per-round-range`).
    """
    if not 1 <= options.boards_per_round <= _MOST_BOARDS:
        raise Refused.of("cli.movement.boards-per-round-range", most=_MOST_BOARDS)
    imported = read_movements(read_file(console, options.file), options.boards_per_round)
    stored: list[dict[str, object]] = []
    with console.services.open_tournament(options.database, makes=True) as tournament:
        bench = _bench(tournament)
        for place, entry in enumerate(imported, start=1):
            name = _name(entry, options.file, place, len(imported))
            moment = tournament.clock.now().isoformat()
            sheet_id = bench.create(name, entry.movement, Stamp(f"movement-import-{moment}-{place}"))
            stored.append({"id": sheet_id, "name": name, **to_plain(entry.movement)})
            if not console.is_json:
                _print(console, name, sheet_id, entry)
    if console.is_json:
        console.json(stored)


def export_movement(options: argparse.Namespace, console: Console) -> None:
    """Writes a sheet in a format: an own sheet by its id or name, a registered sheet, or a movement in a file.

    Raises NotFound (`cli.movement.no-sheet`), Refused (`cli.movement.several-sheets`, `movement-export.*`).
    """
    name, movement = _sheet(options, console)
    match options.format:
        case "ebuscore":
            text = format_ebuscore(movement, name)
        case "csv":
            text = format_movement_text(movement)
        case _:
            text = json.dumps(to_plain(movement), ensure_ascii=False, indent=1) + "\n"
    if options.out:
        write_file(console, options.out, text.encode())
        console.answer({"file": options.out, "name": name}, "cli.movement.exported", name=name, file=options.out)
    else:
        console.line(text.rstrip("\n"))


def _bench(tournament: Tournament) -> Workbench:
    return Workbench(tournament.store, tournament.clock, tournament.chance)


def _name(entry: ImportedMovement, file: str, place: int, count: int) -> str:
    """Returns the name of a new sheet: the one in the file, else that of the file, numbered if there are several."""
    stem = Path(file).stem or "-"
    return entry.name or (stem if count == 1 else f"{stem[: LONGEST_NAME - 5]} {place}")[:LONGEST_NAME]


def _print(console: Console, name: str, sheet_id: SheetId, entry: ImportedMovement) -> None:
    movement = entry.movement
    console.say("cli.movement.imported", name=name, sheet=sheet_id, tables=movement.tables, rounds=movement.rounds)
    for note in entry.notes:
        console.line(f"  {console.problem(note)}")
    all_faults = [fault for fault in faults(movement) if fault.severity is Severity.FAULT]
    for fault in all_faults:
        console.line(f"  {console.problem(fault.problem)}")
    if not all_faults:
        console.line(f"  {console.text('cli.movement.sound')}")
    for phrase in fairness_phrases(movement):
        console.line(f"  {console.text(phrase.code, **phrase.params)}")


def _sheet(options: argparse.Namespace, console: Console) -> tuple[str, Movement]:
    """Returns the sheet that is named: a file, a registered sheet, or an own one by its id or its name."""
    wanted = options.sheet
    if wanted == "-" or console.path(wanted).is_file():
        read = read_movements(read_file(console, wanted))
        return _only(wanted, [(one.name or Path(wanted).stem, one.movement) for one in read])
    if is_registered(wanted):
        return _only(wanted, [(wanted, movement) for movement in make_registered(wanted).movements])
    with console.services.open_tournament(options.database) as tournament:
        bench = _bench(tournament)
        rows = [row for row in bench.sheets() if wanted in (row.sheet_id, row.name)]
        if not rows:
            raise NotFound.of("cli.movement.no-sheet", text=quote_text(wanted))
        return _only(wanted, [(row.name, bench.sheet(row.sheet_id).movement) for row in rows])


def _only(wanted: str, sheets: list[tuple[str, Movement]]) -> tuple[str, Movement]:
    if len(sheets) != 1:
        raise Refused.of("cli.movement.several-sheets", text=quote_text(wanted), n=len(sheets))
    return sheets[0]
