"""The backup of everything: one ZIP file with an event file for each event, the register of players, the master sheets
of the workbench, the club's own regulations and its settings. A note in it names their version. Stored rows that cannot
be read are included unchanged.

It does not depend on the kind of store. Restoring reads every part before it stores the first, and stores all in one
transaction: a damaged backup changes nothing, and neither does a power cut in the middle.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain
from time import monotonic
from typing import Any, TypeVar

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.untrusted import DAMAGED_ZIP, reading
from arrowswitch.regulations import load_text as load_regulations
from arrowswitch.tournament.club.attempts import PaperAttempt, make_no_pages, refuse_papers, row_of
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.files.contradictions import Attempt, refuse_contradictions, score
from arrowswitch.tournament.files.event_file import dump, load
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubRecord, ClubSettings
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.ports import PaperRow, UnreadRow
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import ALL_FORGOTTEN, BACKUP_NOTE, CLUB, REGISTER, RULEBOOK, SHEET
from arrowswitch.tournament.model.stored.kinds import HERE_ONLY, KINDS, SIMULTANEOUS, SIMULTANEOUS_UPLOAD
from arrowswitch.tournament.model.stored.upgrades import VERSION
from arrowswitch.tournament.model.values.people import Player
from arrowswitch.tournament.register.erasing import Erasing
from arrowswitch.tournament.service.service import Tournament, is_one_story
from arrowswitch.tournament.sheets.workbench import Workbench

_Value = TypeVar("_Value")

NOTE = "backup.json"
EVENTS = "events/"
PLAYERS = "players.json"
SHEETS = "sheets/"
RULEBOOKS = "regulations/"
CLUB_SETTINGS = "club.json"
FORGOTTEN = "forgotten.json"
"""The records of erased people."""
PAPERS = "papers/"
"""The papers stored next to the events: a folder for each kind."""
_SINGLE = (NOTE, PLAYERS, CLUB_SETTINGS, FORGOTTEN)
UNREAD = "unread/"
"""Rows that could not be read, for people and for a newer program. Restoring skips them."""
MOST_UNPACKED_MB = 512
MOST_SECONDS = 60.0
"""Seconds for computing the pages of all events of a backup."""
MOST_PARTS = 20_000
"""Files in a backup; an event of every day for twenty years, and as many sheets, are fewer."""
_PART = b"PK\x01\x02"
"""The mark of each part in the list at the end of a ZIP file: counted before the list is read."""

_FIRST_VERSION = 1
"""The version of backups without a note."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The events, players and master sheets that came in from a backup, and the problems of the events that did not."""

    events: int
    players: int
    sheets: int = 0
    left_out: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class LookedThrough:
    """The events of a backup: how many can come in, and the problems of each other one, and of papers, by the names of
    their parts."""

    events: int
    faults: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict, hash=False)

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(chain.from_iterable(self.faults.values()))


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup: the ZIP file, how many events are whole in it, and what could not be read."""

    content: bytes
    events: int
    unread: tuple[Problem, ...] = ()


def pack(tournament: Tournament) -> Backup:
    """Returns the backup of all events, of the register and of all master sheets; it never fails for a row that cannot
    be read."""
    store, packed = tournament.store, io.BytesIO()
    unread = list(store.unread())
    lost = {row.name for row in unread}
    events = tournament.events()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(NOTE, f'{{"format": "arrowswitch-backup", "version": {VERSION}}}\n')
        for row in events:
            name = f"{EVENTS}{row.event_id}"
            try:
                archive.writestr(f"{name}.json", dump(store.ledger(row.event_id)))
            except Malformed as mistake:
                unread.append(UnreadRow(mistake.problems[0], name, store.as_it_stands(row.event_id)))
        archive.writestr(PLAYERS, REGISTER.dump(store.players(), indent=1))
        for sheet in store.sheets():
            record = store.sheet(sheet.sheet_id) if f"{SHEETS}{sheet.sheet_id}" not in lost else None
            if record is not None:
                archive.writestr(f"{SHEETS}{record.sheet_id}.json", SHEET.dump(record))
        for rulebook in store.rulebooks():
            archive.writestr(f"{RULEBOOKS}{rulebook.name}.json", RULEBOOK.dump(rulebook))
        for kind in (kind for kind in KINDS if kind not in HERE_ONLY):
            for paper in store.papers(kind):
                if f"{PAPERS}{kind}/{paper.paper_id}" not in lost:
                    archive.writestr(f"{PAPERS}{kind}/{paper.paper_id}.json", _paper_text(paper))
        club = tournament.club.record
        if club is not None:
            archive.writestr(CLUB_SETTINGS, CLUB.dump(replace(club, password="", organiser=""), indent=1))
        forgotten = store.forgotten()
        if forgotten:
            archive.writestr(FORGOTTEN, ALL_FORGOTTEN.dump(forgotten, indent=1))
        for at, unread_row in enumerate(unread, start=1):
            archive.writestr(f"{UNREAD}{at:03}-{unread_row.name.replace('/', '-')}.txt", unread_row.text)
    whole = len(events) - sum(row.name.startswith(EVENTS) for row in unread)
    return Backup(packed.getvalue(), whole, tuple(row.problem for row in unread))


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
    """An event as its archive holds it: the ledger, the club's settings of its time, and when it was archived, at the
    club (`made_at` knows its time zone)."""

    ledger: tuple[LedgerEntry, ...]
    club: ClubSettings
    made_at: datetime


def pack_event(ledger: tuple[LedgerEntry, ...], club: ClubSettings, made_at: datetime) -> bytes:
    """Returns the archive of one event, from which every print comes out again: a backup of that event alone, with the
    club's head and time zone. Where this computer puts its backups and results pages
    is not in it."""
    packed = io.BytesIO()
    settings = replace(club, backups=BackupPlan(), site="", site_user="")
    record = ClubRecord(settings=settings, version=1, changed_at=made_at)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(NOTE, f'{{"format": "arrowswitch-backup", "version": {VERSION}}}\n')
        archive.writestr(f"{EVENTS}{state_of(ledger).event_id}.json", dump(ledger))
        archive.writestr(CLUB_SETTINGS, CLUB.dump(record, indent=1))
    return packed.getvalue()


def archived_event(packed: bytes) -> ArchivedEvent:
    """Returns the content of an archive of one event. Raises Malformed as `restore` does, and `archive.not-one-event`
    for a backup of several or of none."""
    texts = dict(_unpack(packed, (NOTE, EVENTS, CLUB_SETTINGS)))
    events = [name for name in texts if name.startswith(EVENTS)]
    if len(events) != 1 or CLUB_SETTINGS not in texts:
        raise Malformed.of("archive.not-one-event", n=len(events))
    version = BACKUP_NOTE.load(texts[NOTE], VERSION, NOTE).version if NOTE in texts else _FIRST_VERSION
    club = CLUB.load(texts[CLUB_SETTINGS], version, CLUB_SETTINGS)
    return ArchivedEvent(load(texts[events[0]], events[0]), club.settings, club.changed_at)


class Known(StrEnum):
    """The relation of an event in a backup to the events in the store."""

    NEW = "new"
    FURTHER = "further"
    THERE = "there"
    OTHER = "other"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event that a backup holds: its name and date, and how it stands to the one that is there under its id."""

    name: str
    date: str
    relation: Known


def events_in(tournament: Tournament, packed: bytes) -> tuple[HeldEvent, ...]:
    """Returns the events of a backup with the effect of restoring each, newest first; changes nothing.

    An event is new, longer than the stored one (the rest is added), already stored, or different under the same id (it
    is stored in addition); an event with contradictory parts is left out. Raises Malformed as `restore` does.
    """
    events = []
    for name, text in _unpack(packed, (EVENTS,)):
        try:
            with reading(name):
                ledger = tournament.as_kept(load(text, name))
        except Mistake:
            events.append(HeldEvent(name.removeprefix(EVENTS), "", Known.DAMAGED))
            continue
        state = state_of(ledger)
        there = tournament.known_ledger(state.event_id)
        relation = Known.OTHER
        if there is not None and is_one_story(there, ledger):
            relation = Known.NEW if not there else Known.FURTHER if len(ledger) > len(there) else Known.THERE
        events.append(HeldEvent(state.settings.name, state.settings.date, relation))
    return tuple(sorted(events, key=lambda event: event.date, reverse=True))


def looked_through(
    packed: bytes, attempt: Attempt = score, attempt_papers: PaperAttempt = make_no_pages
) -> LookedThrough:
    """Returns the events of a backup that can be restored: those that pass an attempt to compute them, which ends after
    `MOST_SECONDS`; the events after that are only scored. The faults include those of papers without pages.

    Raises Malformed if none of several events, or the only one, can be restored, and as `restore` does.
    """
    until, events = monotonic() + MOST_SECONDS, 0
    faults = dict[str, tuple[Problem, ...]]()
    for name, text in _unpack(packed, (EVENTS,)):
        events += 1
        problems = _problems_of(text, name, attempt if monotonic() < until else score)
        if problems:
            faults[name] = problems
    if len(faults) == events:
        Malformed.check(chain.from_iterable(faults.values()))
    return LookedThrough(events - len(faults), {**faults, **_faults_of_papers(packed, attempt_papers)})


def _faults_of_papers(packed: bytes, attempt: PaperAttempt) -> dict[str, tuple[Problem, ...]]:
    """Returns the papers of a backup whose pages cannot be made, each with the problems; a simultaneous event is tried
    with the uploads of its clubs."""
    together = dict[str, dict[str, PaperRow]]()
    texts = dict(_unpack(packed, (NOTE, PAPERS)))
    version = BACKUP_NOTE.load(texts[NOTE], VERSION, NOTE).version if NOTE in texts else _FIRST_VERSION
    for name, text in texts.items():
        if _kind_of(name) in KINDS.keys() - HERE_ONLY:
            kind, key, value = _paper(text, version, name)
            field = key.rpartition(".")[0] if kind == SIMULTANEOUS_UPLOAD else key
            whole = field if kind in (SIMULTANEOUS, SIMULTANEOUS_UPLOAD) else name
            together.setdefault(whole, {})[name] = row_of(kind, key, value)
    with suppress(Exception):  # each group is tried alone then, where it is logged and named
        attempt([row for group in together.values() for row in group.values()])
        return {}
    faults = dict[str, tuple[Problem, ...]]()
    for group in together.values():
        try:
            refuse_papers(tuple(group.values()), attempt, next(iter(group)))
        except Malformed as refused:
            faults |= dict.fromkeys(group, refused.problems)
    return faults


def restore(tournament: Tournament, packed: bytes, stamp: Stamp, looked: LookedThrough | None = None) -> Restored:
    """Restores everything of a backup except events with faults, and loses nothing in the store.

    Events are imported as event files (`Tournament.import_file`), sheets by `Workbench.take_in`; missing players are
    added to the register, and the club's settings are imported by `Club.restore`. Raises Malformed with every fault
    (`archive.not-zip`, `archive.empty`, `archive.too-large`, `archive.too-many`, `archive.not-text`, `archive.players`,
    `archive.sheet`, `archive.regulations`, `archive.club`, and those of event files where no event can come in), before
    anything is stored. `looked` is the answer of `looked_through` where the caller has it.
    """
    texts = dict(_unpack(packed, (*_SINGLE, SHEETS, RULEBOOKS, PAPERS)))
    looked = looked_through(packed) if looked is None else looked
    if not looked.events and PLAYERS not in texts and CLUB_SETTINGS not in texts:
        raise Malformed.of("archive.empty")
    version = BACKUP_NOTE.load(texts[NOTE], VERSION, NOTE).version if NOTE in texts else _FIRST_VERSION
    players: tuple[Player, ...] = REGISTER.load(texts[PLAYERS], version, PLAYERS) if PLAYERS in texts else ()
    sheets = [SHEET.load(text, version, name) for name, text in texts.items() if name.startswith(SHEETS)]
    rulebooks = [_rulebook(text, version, name) for name, text in texts.items() if name.startswith(RULEBOOKS)]
    club = CLUB.load(texts[CLUB_SETTINGS], version, CLUB_SETTINGS) if CLUB_SETTINGS in texts else None
    papers = [_paper(text, version, name) for name, text in texts.items() if _kind_of(name) in KINDS.keys() - HERE_ONLY]
    forgotten = ALL_FORGOTTEN.load(texts[FORGOTTEN], version, FORGOTTEN) if FORGOTTEN in texts else ()
    with tournament.at_once() as take_in:
        tournament.store.remember(forgotten)
        erasings = [Erasing.from_record(record) for record in tournament.store.forgotten()]
        for name, text in _unpack(packed, (EVENTS,)):
            if name not in looked.faults:
                take_in(load(text, name))
        registered = {player.player_id for player in tournament.store.players()}
        fresh = (player for player in players if player.player_id not in registered)
        tournament.store.save_players([one for one in fresh if not any(erasing.is_player(one) for erasing in erasings)])
        workbench = Workbench(tournament.store, tournament.clock, tournament.chance)
        for sheet in sheets:
            workbench.take_in(_erase_people(SHEET, sheet, erasings))
        for rulebook in rulebooks:
            tournament.rulebooks.restore(_erase_people(RULEBOOK, rulebook, erasings))
        for kind, key, value in papers:
            is_broken = f"{PAPERS}{kind}/{key}.json" in looked.faults
            if tournament.store.paper(kind, key) is None and not is_broken:
                Papers[Any](tournament.store, kind).save(key, _erase_people(KINDS[kind], value, erasings))
        if club is not None:
            tournament.club.restore(_erase_people(CLUB, club, erasings), stamp)
    return Restored(looked.events, len(players), len(sheets), looked.problems)


def _erase_people(form: StoredForm[_Value], value: _Value, erasings: Iterable[Erasing]) -> _Value:
    """Returns a value of a backup without erased people."""
    for erasing in erasings:
        value = erasing.value(form, value)
    return value


def _paper_text(paper: PaperRow) -> str:
    """Returns the text of a paper in the newest form, unchanged if it has that form."""
    return KINDS[paper.kind].brought_up(paper.text, paper.form)


def _kind_of(name: str) -> str:
    """Returns of which kind a part of a backup is that stands in the folder of such; nothing for another part."""
    return name.removeprefix(PAPERS).partition("/")[0] if name.startswith(PAPERS) else ""


def _paper(text: str, version: int, name: str) -> tuple[str, str, Any]:
    """Returns the kind, the id and the value of what a part of a backup holds; raises Malformed."""
    kind, _, key = name.removeprefix(PAPERS).partition("/")
    return kind, key.removesuffix(".json"), KINDS[kind].load(text, version, name)


def _unpack(packed: bytes, wanted: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yields the parts whose names begin so, one unpacked after another, so that a backup of many years needs no more
    memory than its longest event."""
    if packed.count(_PART) > MOST_PARTS:
        raise Malformed.of("archive.too-many", most=MOST_PARTS)
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED_MB * 1024 * 1024:
                raise Malformed.of("archive.too-large", most=MOST_UNPACKED_MB)
            for info in archive.infolist():
                is_known = info.filename in _SINGLE or info.filename.startswith((EVENTS, SHEETS, RULEBOOKS, PAPERS))
                if is_known and info.filename.startswith(wanted) and not info.is_dir():
                    yield info.filename, _text(archive.read(info), info.filename)
    except DAMAGED_ZIP as error:
        raise Malformed.of("archive.not-zip") from error


def _text(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed.of("archive.not-text", where=name) from error


def _problems_of(text: str, name: str, attempt: Attempt) -> tuple[Problem, ...]:
    """Returns the problems of an event file."""
    try:
        with reading(name):
            refuse_contradictions(load(text, name), attempt, name)
    except Mistake as mistake:
        return mistake.problems
    return ()


def _rulebook(text: str, version: int, name: str) -> RulebookRecord:
    record = RULEBOOK.load(text, version, name)
    load_regulations(record.text, name)
    return record
