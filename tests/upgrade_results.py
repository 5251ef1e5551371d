"""The outcome of a file of the upgrade corpus: the results and everything else, as plain JSON.

The corpus (`tests/data/upgrades`) holds what earlier versions of the program wrote, with these documents as the program
of the time gave them. The documents name nothing by the types of the program but its settings, whose names are those of
the event file; so they stay comparable when the program is rebuilt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arrowswitch.core.movements.editing import edit_to_plain
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.settings import PATHS, value_of
from arrowswitch.tournament.model.state import EventState, Session
from arrowswitch.tournament.model.values.league import LeaguePlan
from arrowswitch.tournament.ranking.further import further_rankings
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.sheets.workbench import Workbench
from arrowswitch.tournament.standings.header import phase
from arrowswitch.tournament.standings.totals import totals
from tests.unit.cli.runner import cli

FOLDER = Path(__file__).parent / "data" / "upgrades"
STANDINGS = ".standings.json"
ARCHIVE, DATABASE, HOUSE, COVERED = "house.zip", "house.db.gz", f"house{STANDINGS}", "covered.json"
SCHEMAS = "schemas.json"
SEASON_END = "2026-12-31"
_WORDS = {"score": {"problems"}, "league": {"name"}}
"""The output of the commands for readers: notes on the file, and the names of teams in a language."""


def versions() -> tuple[Path, ...]:
    """Returns the folders of the corpus, the oldest version first."""
    return tuple(sorted(FOLDER.glob("v*"), key=lambda folder: int(folder.name.removeprefix("v"))))


def event_files(folder: Path) -> tuple[Path, ...]:
    """Returns the event files of a version."""
    return tuple(
        path
        for path in sorted(folder.glob("*.json"))
        if not path.name.endswith(STANDINGS) and path.name not in (COVERED, SCHEMAS)
    )


def results_of(text: str) -> dict[str, Any]:
    """Returns the outcome of an event file: the output of the command line for each session and for a league, the total
    over the sessions, the further rankings, master points, and the director's notes."""
    state = state_of(event_file.load(text))
    sessions = sorted(state.sessions)
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "event.json").write_text(text, encoding="utf-8")
        is_league = state.settings.event_form is EventForm.LEAGUE
        document = {
            "phase": phase(state).value,
            "settings": {name: _plain(value_of(state.settings, name)) for name in PATHS},
            "entries": [
                [entry.display_names, entry.is_withdrawn, entry.wants_stationary, entry.note, _plain(entry.handicap)]
                for entry in state.entries.values()
            ],
            "sessions": [print_json(folder, "score", "--session", str(number)) for number in sessions],
            "total": [_row(row.standing) for row in totals(state).rows],
            "further": [_further(state, number) for number in sessions],
            "master_points": [_master_points(state, number) for number in sessions],
            "league": print_json(folder, "league", "--on", SEASON_END) if is_league else None,
            "published": [
                [one.version, one.at.isoformat(), _plain(one.deadline), one.corrections, one.is_interim]
                for one in state.publication.versions
            ],
            "records": _records(state),
            "desk": [_desk(state.session(number)) for number in sessions],
        }
    return _as_read(document)


def services_of(tournament: Tournament) -> dict[str, Any]:
    """Returns everything that a house holds: its events with their results, the register, the master sheets with their
    steps, the club's own regulations and what they change."""
    store = tournament.store
    sheets = [record for row in store.sheets() if (record := store.sheet(row.sheet_id)) is not None]
    bench = Workbench(store, tournament.clock, tournament.chance)
    events = sorted(tournament.events(), key=lambda row: row.event_id)
    document = {
        "events": {row.event_id: results_of(tournament.export(row.event_id)) for row in events},
        "listed": [[row.event_id, row.name, row.date, row.phase, row.entries, row.version] for row in events],
        "players": [
            [one.player_id, one.club, one.is_active, one.person.name, one.person.number, one.person.master_points]
            for one in store.players()
        ],
        "sheets": {
            record.name: {
                "note": record.note,
                "version": record.version,
                "steps": [
                    [None if step.edit is None else _plain(edit_to_plain(step.edit)), step.who, step.at.isoformat()]
                    for step in record.steps
                ],
                "done": record.done,
                "meetings": _meetings(bench.sheet(record.sheet_id).movement),
            }
            for record in sorted(sheets, key=lambda record: record.sheet_id)
        },
        "regulations": {
            record.name: {
                "title": record.title,
                "base": record.base,
                "version": record.version,
                "changes": [
                    [change.key, None if change.after is None else [change.after.text, change.after.clause]]
                    for change in tournament.rulebooks.changes(record.name)
                ],
            }
            for record in store.rulebooks()
        },
        "club": _club(tournament.club.settings),
    }
    return _as_read(document)


def _club(settings: ClubSettings) -> dict[str, Any]:
    """Returns the club's settings but for the folder of its backups, which is each computer's own."""
    rules = [[rule.fee, rule.event_class, rule.form] for rule in settings.fees]
    logo = None if settings.logo is None else [settings.logo.kind, settings.logo.data]
    names = [settings.name, settings.language, settings.regulations, settings.zone]
    return {"names": names, "rooms": list(settings.rooms), "fees": rules, "logo": logo}


def lost(before: Any, after: Any, place: str = "") -> list[str]:
    """Returns where a value of JSON that was there before is missing or another; what was added is no loss."""
    if isinstance(before, dict) and isinstance(after, dict):
        gone = [f"{place}.{key}" for key in before if key not in after]
        common = [key for key in before if key in after]
        return gone + [one for key in common for one in lost(before[key], after[key], f"{place}.{key}")]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [one for at, (old, new) in pairs for one in lost(old, new, f"{place}[{at}]")]
    return [] if before == after else [f"{place}: {str(before)[:80]} -> {str(after)[:80]}"]


def list_changes(before: Any, after: Any, place: str = "") -> list[str]:
    """Returns where a schema of what is stored spells something otherwise than before, so that an earlier file would be
    read otherwise or not at all; kinds, words and fields that are only added change none."""
    if isinstance(before, dict) and isinstance(after, dict):
        gone = [f"{place}.{key}" for key in before if key not in after]
        common = [key for key in before if key in after]
        return gone + [one for key in common for one in list_changes(before[key], after[key], f"{place}.{key}")]
    if place.endswith(".enum"):
        missing = [str(word) for word in before if word not in after]
        return [f"{place}: {', '.join(missing)}"] if missing else []
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [one for at, (old, new) in pairs for one in list_changes(old, new, f"{place}[{at}]")]
    return [] if before == after else [f"{place}: {_in_line(before)} -> {_in_line(after)}"]


def _in_line(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _as_read(document: Mapping[str, object]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(document))
    return plain


def print_json(folder: Path, command: str, *options: str) -> Any:
    """Returns the JSON document that a command prints, without its words for readers, which may change."""
    outcome = cli(command, "event.json", *options, "--json", folder=folder)
    return _without(_WORDS[command], outcome.json) if outcome.code == 0 else {"exit": outcome.code}


def _without(words: set[str], value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(words, inner) for key, inner in value.items() if key not in words}
    return [_without(words, inner) for inner in value] if isinstance(value, list) else value


def _row(standing: Standing) -> list[object]:
    return [
        *(standing.rank, standing.is_tied, standing.number, standing.boards),
        *(_plain(standing.total), _plain(standing.percent), _plain(standing.penalty)),
    ]


def _further(state: EventState, session: int) -> list[object]:
    return [
        [one.kind.value, one.name, _plain(one.side), [_row(row.standing) for row in one.rows], _plain(one.notes)]
        for one in further_rankings(state, session)
    ]


def _master_points(state: EventState, session: int) -> dict[str, object]:
    view = ranking(state, session)
    return {row.standing.number: _plain(row.master_points) for _, rows in view.groups for row in rows}


def _records(state: EventState) -> dict[str, object]:
    """Returns the records in addition to the results: notes, rulings, line-ups, matches decided, the carry-over of a
    final."""
    plan, carry_over = state.finals.plan, state.finals.carry_over
    return {
        "forced": [[_slot(one.slot), one.forced] for one in state.results.values() if one.forced],
        "odd": [_slot(one.slot) for one in state.results.values() if one.is_odd_accepted],
        "corrected": [[_slot(one.slot), one.revision] for one in state.results.values() if one.revision],
        "notes": [[_slot(one.slot), one.text, one.is_pending] for one in state.rulings.notes.values()],
        "late": [[_slot(one.slot), one.ns, one.ew, one.reason] for one in state.rulings.put_off.values()],
        "penalties": [
            [
                *(
                    one.place.session,
                    one.place.section,
                    one.number,
                    _plain(one.amount),
                    one.unit.value,
                    one.reason,
                    one.law,
                ),
                *(_plain(one.offence), one.player, one.round),
            ]
            for one in state.rulings.penalties
        ],
        "warned": [
            [one.place.session, one.place.section, one.number, one.offence.value, one.player, one.reason]
            for one in state.rulings.warnings
        ],
        "expelled": [
            [one.place.session, one.place.section, one.number, one.player, one.reason, one.law]
            for one in state.rulings.expulsions
        ],
        "removed": [
            [one.place.session, one.place.section, one.number, one.reason, one.law] for one in state.rulings.removed
        ],
        "fouled": [[one.session, one.board, _slots(one.groups), one.reason] for one in state.rulings.fouled],
        "lineups": [
            [one.at.place.session, one.at.place.section, one.at.round, one.number, one.half, one.ns, one.ew]
            for one in state.matches.lineups
        ],
        "forfeits": [
            [one.at.place.session, one.at.place.section, one.at.round, one.number, one.opponent, one.reason]
            for one in state.matches.forfeits
        ],
        "decisions": [
            [one.at.place.session, one.at.place.section, one.at.round, one.number, one.order, one.reason]
            for one in state.matches.decisions
        ],
        "carried": [
            [one.section, one.match, one.number, _plain(one.imps), one.reason] for one in state.matches.carried
        ],
        "final": None if plan is None else [plan.count, plan.by.value, plan.declined, plan.final],
        "brought": None
        if carry_over is None
        else [carry_over.name, carry_over.entrants, carry_over.boards, carry_over.source],
        "moves": state.moves,
    }


def _desk(session: Session) -> dict[str, object]:
    """Returns how a session stands at the desk: its clock, its lists, and what is settled about its sections."""
    deadline, clock = session.deadline, session.clock
    return {
        "started": _plain(session.started_at),
        "clock": None if clock is None else [clock.round, _plain(clock.ends_at), clock.left_seconds],
        "closed": session.closed_rounds,
        "deadline": None if deadline is None else [deadline.session, deadline.in_session, deadline.round],
        "ticks": [[one.item, one.name, one.choice] for one in session.ticks.values()],
        "sections": {
            letter: {
                "numbers": section.numbers,
                "seed": section.draw_seed,
                "boards": _plain(section.conditions),
                "draws": [
                    [one.round, one.reason, one.triangle, one.sit_out, [list(match.teams) for match in one.matches]]
                    for one in section.draws
                ],
                "league": None if section.league is None else _season(section.league),
            }
            for letter, section in session.sections.items()
        },
    }


def _season(league: LeaguePlan) -> list[object]:
    postponed = [[one.round, one.home, one.away, _plain(one.day), one.venue, one.reason] for one in league.postponed]
    return [_plain(league.conditions), _plain(league.days), league.has_fewest_breaks, postponed]


def _meetings(movement: Movement) -> list[object]:
    return [[one.round, one.table, one.ns, one.ew, one.board_set] for one in movement.meetings]


def _slot(slot: Slot) -> list[object]:
    return [slot.session, slot.section, slot.round, slot.table, slot.board]


def _slots(groups: tuple[tuple[Slot, ...], ...]) -> list[object]:
    return [[_slot(slot) for slot in group] for group in groups]


def _plain(value: object) -> object:
    """Returns a value as JSON has it; exact fractions as texts."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [_plain(inner) for inner in (sorted(value) if isinstance(value, frozenset) else value)]
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, Fraction) else value
