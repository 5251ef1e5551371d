"""Writes the upgrade corpus of the present version: events of every form and with every kind of fact, a backup of a
whole house and its database, and the results of all of them (`tests.upgrade_results`).

`tools/make-upgrade-corpus` calls it once for each version of the event file.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arrowswitch import regulations
from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.editing import edit_to_plain
from arrowswitch.core.movements.editing.appendix import AddABTable, AddAppendix
from arrowswitch.core.movements.editing.cells import ClearCell, SetCell, TurnArrow
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.fill import FillCells
from arrowswitch.core.movements.editing.layout import (
    AddRound,
    AddTable,
    CutAfter,
    Declare,
    DropRounds,
    DropTable,
    RotateRounds,
    RotateTables,
    SetBoards,
    SetByeStand,
    SetTableLabel,
    StartInRound,
    SwapRounds,
    SwapTables,
)
from arrowswitch.core.movements.editing.numbers import Renumber, RotateNumbers, SetPhantom, SetStationary, SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubSettings, FeeRule, Logo, LogoKind
from arrowswitch.tournament.model.fold import FOLDS
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.stored import forms
from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.rehearsal.playing import invented_people
from arrowswitch.tournament.service.archive import pack
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.sheets.workbench import SheetId, Workbench
from tests import upgrade_events, upgrade_matches
from tests.builders import CountingChance, Evening, FixedClock
from tests.form_events import Case, cases, play_case
from tests.upgrade_results import ARCHIVE, COVERED, DATABASE, HOUSE, SCHEMAS, STANDINGS, results_of, services_of

_HOUSED = ("qualifying", "final", "club-evening", "own-rulebook", "knockout-with-everything", "league-season")
_DEPTH = 4


def events() -> dict[str, Evening]:
    """Plays every event of a corpus and returns them by their names."""
    by_case = {_case_name(case): play_case(case) for case in _chosen_cases()}
    for module in (upgrade_events, upgrade_matches):
        for name in module.EVENTS:
            by_case[name.replace("_", "-")] = getattr(module, name)()
    for name in regulations.names():
        if "/" not in name:
            by_case[f"rules-{name}"] = upgrade_events.by_regulations(name)
    by_case["qualifying"], by_case["final"] = upgrade_events.qualifying_and_final()
    return by_case


def _case_name(case: Case) -> str:
    is_usual = case.method is case.form.methods[0]
    return f"form-{case.form}" if is_usual else f"form-{case.form}-{case.method}"


def _chosen_cases() -> tuple[Case, ...]:
    """Returns every form by its first method, and each other method once for each kind of entry; of a Houston, whose
    boards are many, the smallest."""
    by_form: dict[str, Case] = {}
    methods: set[tuple[object, Method]] = set()
    for case in cases():
        is_houston = case.method is Method.HOUSTON
        is_first = case.method is case.form.methods[0]
        is_wanted = case.entries % 2 == 1 or is_houston or case.form.kind.value == "team"
        if not is_wanted or _case_name(case) in by_form:
            continue
        if is_first or (case.form.kind, case.method) not in methods:
            by_form[_case_name(case)] = case
            methods.add((case.form.kind, case.method))
    return tuple(by_form.values())


def fact_kinds() -> list[str]:
    """Returns every kind of fact in the ledger of the present program."""
    return sorted(fact.kind for fact in FOLDS)


def stored_schemas() -> dict[str, Any]:
    """Returns how the present program spells everything that is stored, without explanations and names of classes."""
    shapes = {name: resolve_schema(schema, schema.get("$defs", {})) for name, schema in _schemas().items()}
    steps = {edit_to_plain(step)["edit"]: {field.name: str(field.type) for field in fields(step)} for step in STEPS}
    return {**shapes, "steps": dict(sorted(steps.items()))}


def _schemas() -> dict[str, dict[str, Any]]:
    return {
        "event-file": forms.EVENT_FILE.schema(),
        "ledger-entry": forms.ENTRY.schema(),
        "player": forms.PLAYER.schema(),
        "register": forms.REGISTER.schema(),
        "sheet": forms.SHEET.schema(),
        "sheet-row": forms.SHEET_ROW.schema(),
        "regulations": forms.RULEBOOK.schema(),
        "club": forms.CLUB.schema(),
        "backup": forms.BACKUP_NOTE.schema(),
    }


def resolve_schema(schema: Any, named: Mapping[str, Any]) -> Any:
    """Returns a schema with what it refers to in its place."""
    if isinstance(schema, list):
        return [resolve_schema(one, named) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        rest = {key: one for key, one in schema.items() if key != "$ref"}
        return {**resolve_schema(named[schema["$ref"].removeprefix("#/$defs/")], named), **rest}
    if "discriminator" in schema:
        kinds = {one["fields"]["kind"]["const"]: one for one in resolve_schema(schema["oneOf"], named)}
        return {"kind": dict(sorted(kinds.items()))}
    if "properties" in schema:
        fields_of = {name: resolve_schema(one, named) for name, one in sorted(schema["properties"].items())}
        return {"fields": fields_of, "required": sorted(schema.get("required", ()))}
    return {key: resolve_schema(one, named) for key, one in schema.items() if key not in _EXPLAINING}


_EXPLAINING = frozenset({"title", "description", "$defs", "$schema"})


def make_house(store: Store, files: Mapping[str, str]) -> Tournament:
    """Returns a house with some of the events, a register, master sheets with every kind of step, own regulations."""
    clock = FixedClock()
    tournament = Tournament(store, clock, CountingChance(1000))
    for name in _HOUSED:
        tournament.import_file(files[name], Stamp(f"import-{name}", "director"))
    people = invented_people(6)
    store.save_players(
        [
            Player(PlayerId(f"player-{at}"), person, "Invented Club" if at % 2 else "", is_active=at != 5)
            for at, person in enumerate(people)
        ]
    )
    tournament.rulebooks.copy("jcbl-2008", "our-club", "Our club", Stamp("copy", "director"))
    changes = {"averages.plus": ("65", upgrade_events.CLAUSE)}
    tournament.rulebooks.change("our-club", changes, "Our club", 1, Stamp("change", "director"))
    club = ClubSettings(
        name="Invented Club",
        language="en",
        regulations="jcbl-2008",
        zone="Asia/Tokyo",
        rooms=("Small room", "Large room"),
        fees=(FeeRule("500"), FeeRule("1000", EventClass.SECTIONAL), FeeRule("2000", None, EventForm.SWISS_TEAMS)),
        logo=Logo(LogoKind.SVG, "PHN2Zy8+"),
        backups=BackupPlan("/backups", is_on=False, kept=7, minutes=5),
    )
    tournament.club.change(club, 0, Stamp("club", "director"))
    bench = Workbench(store, clock, tournament.chance)
    _apply_steps(bench, clock, "Howell, wider", make("howell", tables=6), _WIDER)
    howell = _apply_steps(bench, clock, "Howell, bent", make("howell", tables=4, boards_per_round=2), _EDITS)
    bench.undo(howell, Stamp("step-back", "director"))
    bench.rename(howell, "Howell, bent often", "for the corpus", Stamp("name", "director"))
    return tournament


def _apply_steps(
    bench: Workbench, clock: FixedClock, name: str, movement: Movement, steps: tuple[Edit, ...]
) -> SheetId:
    """Returns a new master sheet on which these steps were carried out."""
    sheet_id = bench.create(name, movement, Stamp(f"create {name}", "director"))
    for at, edit in enumerate(steps):
        clock.forward(1)
        bench.apply(sheet_id, edit, bench.sheet(sheet_id).version, Stamp(f"{name} {at}", "director"))
    return sheet_id


_ONE, _TWO, _THREE = Number("1"), Number("2"), Number("3")
_EDITS: tuple[Edit, ...] = (
    SwapNumbers(_ONE, _TWO, (2,)),
    TurnArrow(2, 1),
    Renumber({_ONE: _THREE, _THREE: _ONE}),
    RotateNumbers((_ONE, _TWO, _THREE), 1),
    RotateRounds(1),
    StartInRound(2),
    SwapRounds(1, 3),
    RotateTables(1),
    SwapTables(1, 2),
    SetTableLabel(2, "corner"),
    SetByeStand(3, 1),
    SetStationary((_ONE,)),
    Declare("rematches", "3-5"),
    SetBoards(2, 5),
    AddRound(),
    AddTable(),
    SetCell(1, 5, (Number("9"),), (Number("10"),), 1),
    ClearCell(1, 5),
    DropTable(5),
    DropRounds((8,)),
    CutAfter(6),
    SetPhantom(Number("8")),
    TurnArrow(3),
)
_WIDER: tuple[Edit, ...] = (AddAppendix(6), AddABTable(5), FillCells(("1-1 1-2 1", "2-1")))
STEPS = (*_EDITS, *_WIDER)
"""Every step on the program's master sheets."""


def write(folder: Path) -> None:
    """Writes a corpus of the present version into a new folder, all of it or nothing."""
    with TemporaryDirectory() as place:
        made = Path(place) / folder.name
        made.mkdir()
        _write_all(made)
        shutil.copytree(made, folder)


def _write_all(folder: Path) -> None:
    files = {name: evening.tournament.export(evening.event_id) for name, evening in events().items()}
    for name, text in files.items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
        (folder / f"{name}{STANDINGS}").write_text(_readable(results_of(text)) + "\n", encoding="utf-8")
    covered = {
        "kinds": fact_kinds(),
        "forms": sorted(form.value for form in EventForm),
    }
    (folder / COVERED).write_text(json.dumps(covered, indent=1) + "\n", encoding="utf-8")
    (folder / SCHEMAS).write_text(_readable(stored_schemas(), depth=8) + "\n", encoding="utf-8")
    with TemporaryDirectory() as place:
        database = Path(place) / "house.db"
        services = make_house(SqlStore(f"sqlite:///{database}"), files)
        (folder / ARCHIVE).write_bytes(pack(services).content)
        (folder / HOUSE).write_text(_readable(services_of(services)) + "\n", encoding="utf-8")
        services.store.close()
        (folder / DATABASE).write_bytes(gzip.compress(database.read_bytes(), mtime=0))


def _readable(value: Any, depth: int = _DEPTH) -> str:
    """Returns JSON text with the outer values on lines of their own and each row of a table on one."""
    if depth and isinstance(value, dict) and value:
        inner = (f"{json.dumps(key, ensure_ascii=False)}: {_readable(one, depth - 1)}" for key, one in value.items())
        return "{\n" + ",\n".join(inner) + "\n}"
    if depth and isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        return "[\n" + ",\n".join(_readable(one, depth - 1) for one in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)
