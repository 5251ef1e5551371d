"""The club's settings: asked for once, changed at any time, and never felt by an event that is there.

They lie in the store beside the events. New events begin with them; an event keeps what it began with.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from zoneinfo import available_timezones

from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.regulations.scale_table import parse_scale_table
from arrowswitch.tournament.club.password import check_password, is_password_of, kept_of, needs_renewal
from arrowswitch.tournament.model.club_values.club import (
    LONGEST_CURRENCY,
    ClubRecord,
    ClubSettings,
    FeeRule,
    ScaleTable,
)
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Clock, Store
from arrowswitch.tournament.model.settings import Settings

LONGEST_NAME = 80
LONGEST_FEE = 80
LONGEST_ROOM = 80
MOST_ROOMS = 30
MOST_FEES = 40
MOST_KEPT = 500
LONGEST_FOLDER = 400
LEAST_MINUTES, MOST_MINUTES = 1, 1440
_IDS_KEPT = 100
_NOTHING = ClubSettings()
_KEPT = {False: "password", True: "organiser"}
"""The field of a record that keeps the password of the director, and of the organiser."""


class Club:
    """The club's settings in a store, and the way to change them."""

    def __init__(self, store: Store, clock: Clock, regulations: Callable[[], Collection[str]]) -> None:
        self._store = store
        self._clock = clock
        self._regulations = regulations
        self._lock = threading.RLock()
        self._known: ClubRecord | None = None
        self._is_read = False

    @property
    def record(self) -> ClubRecord | None:
        """Returns the settings as they are stored, None before anybody was asked."""
        if not self._is_read or self._store.is_shared:
            self._known = self._store.club()
            self._is_read = True
        return self._known

    def read_again(self) -> None:
        """Reads the settings from the store when they are next asked for: something else stored them."""
        with self._lock:
            self._is_read = False

    @property
    def settings(self) -> ClubSettings:
        """Returns the settings; until the club has been asked, everything is left open."""
        return _NOTHING if self.record is None else self.record.settings

    @property
    def version(self) -> int:
        """Returns the number of times the settings were changed; 0 until the club has been asked."""
        return 0 if self.record is None else self.record.version

    def change(self, settings: ClubSettings, version: int, stamp: Stamp) -> ClubRecord:
        """Stores new settings; `version` is the one that the page showed.

        Raises Refused with everything that is wrong (`club.*`, `where` names the field), and `club.changed-meanwhile`.
        """
        with self._lock:
            known = self.record
            if known is not None and stamp.command_id in known.command_ids:
                return known
            if self.version != version:
                raise Refused.of("club.changed-meanwhile")
            Refused.check(settings_problems(settings, self._regulations()))
            return self._save(settings, stamp)

    @property
    def has_password(self) -> bool:
        """True if other devices log in with the director's password."""
        return self.record is not None and bool(self.record.password)

    def is_password(self, text: str) -> bool:
        """True if a text is the director's password; the check takes a good part of a second, whatever was typed."""
        return self._is_kept(text, is_organiser=False)

    @property
    def has_organiser(self) -> bool:
        """True if the organiser has a password; without one the director is also the organiser."""
        return self.record is not None and bool(self.record.organiser)

    def is_organiser(self, text: str) -> bool:
        """True if a text is the organiser's password; the check takes as long as `is_password`."""
        return self._is_kept(text, is_organiser=True)

    def set_password(self, text: str, stamp: Stamp, *, is_organiser: bool = False) -> None:
        """Keeps a new password of the director or of the organiser, or none for an empty text.

        Raises Malformed (what `check_password` raises; `where` is `password`).
        """
        if text:
            check_password(text, self.settings.name)
        kept = kept_of(text) if text else ""
        with self._lock:
            self._save(self.settings, stamp, **{_KEPT[is_organiser]: kept})

    def _is_kept(self, text: str, *, is_organiser: bool) -> bool:
        """True if a text is a saved password; one saved with older parameters is saved again with the present ones."""
        known = self.record
        if known is None or not is_password_of(text, getattr(known, _KEPT[is_organiser])):
            return False
        if needs_renewal(getattr(known, _KEPT[is_organiser])):
            kept = kept_of(text)
            with self._lock:
                if self.record is known:
                    self._save(
                        known.settings,
                        Stamp(f"password.renewed.{known.version}", known.who),
                        **{_KEPT[is_organiser]: kept},
                    )
        return True

    def restore(self, found: ClubRecord, stamp: Stamp) -> None:
        """Takes in the settings of a backup: whole where this computer has no more than its answer to the first
        question, else only what is still open here. Where backups are put stays this computer's own."""
        with self._lock:
            here, there = self.settings, found.settings
            if self.version > 1:
                fields = ("name", "language", "regulations", "zone", "rooms", "fees", "logo", "scale_tables")
                open_here = {name: getattr(there, name) for name in fields if not getattr(here, name)}
                there = replace(here, **open_here)
            there = replace(there, backups=here.backups)
            if there != here:
                self._save(there, stamp)

    def _save(self, settings: ClubSettings, stamp: Stamp, **passwords: str) -> ClubRecord:
        known = self.record
        kept = {} if known is None else {"password": known.password, "organiser": known.organiser}
        ids = (*(known.command_ids if known else ()), stamp.command_id)[-_IDS_KEPT:]
        version = self.version
        saved = ClubRecord(
            settings=settings,
            version=version + 1,
            changed_at=self._clock.now(),
            who=stamp.author,
            command_ids=ids,
            **{**kept, **passwords},
        )
        self._is_read = False
        self._store.save_club(saved, version)
        self._known = saved
        self._is_read = True
        return saved


def settings_problems(settings: ClubSettings, regulations: Collection[str]) -> Iterator[Problem]:
    """Yields everything that is wrong with the settings; `where` names the field."""
    if len(settings.name) > LONGEST_NAME:
        yield Problem("club.too-long", {"most": LONGEST_NAME}, "name")
    if settings.regulations and settings.regulations not in regulations:
        yield Problem("settings.regulations", {"name": settings.regulations}, "regulations")
    if settings.zone and settings.zone not in available_timezones():
        yield Problem("club.zone", {"zone": settings.zone[:40]}, "zone")
    if len(settings.rooms) > MOST_ROOMS:
        yield Problem("club.too-many", {"most": MOST_ROOMS}, "rooms")
    if any(len(room) > LONGEST_ROOM for room in settings.rooms):
        yield Problem("club.too-long", {"most": LONGEST_ROOM}, "rooms")
    if len(settings.fees) > MOST_FEES:
        yield Problem("club.too-many", {"most": MOST_FEES}, "fees")
    if len(settings.currency) > LONGEST_CURRENCY:
        yield Problem("club.too-long", {"most": LONGEST_CURRENCY}, "currency")
    if any(len(rule.fee) > LONGEST_FEE for rule in settings.fees):
        yield Problem("club.too-long", {"most": LONGEST_FEE}, "fees")
    for table in settings.scale_tables:
        yield from _table_problems(table)
    for one in _twice(settings.fees):
        yield Problem("club.fee-twice", {"fee": one.fee}, "fees")
    plan = settings.backups
    if len(plan.folder) > LONGEST_FOLDER:
        yield Problem("club.too-long", {"most": LONGEST_FOLDER}, "folder")
    if plan.is_on and not plan.folder:
        yield Problem("backup.no-folder-given", where="folder")
    if not 1 <= plan.kept <= MOST_KEPT:
        yield Problem("settings.range", {"value": plan.kept, "least": 1, "most": MOST_KEPT}, "kept")
    if not LEAST_MINUTES <= plan.minutes <= MOST_MINUTES:
        limits = {"least": LEAST_MINUTES, "most": MOST_MINUTES}
        yield Problem("settings.range", {"value": plan.minutes, **limits}, "minutes")


def _table_problems(table: ScaleTable) -> Iterator[Problem]:
    field = f"scale_table_{table.scale}"
    try:
        parse_scale_table(table.table, ScaleUnit.IMPS, field)
    except Malformed as mistake:
        yield from mistake.problems


def with_scale_table(settings: Settings, club: ClubSettings) -> Settings:
    """Returns the settings with the club's table for a scale that has no printed one, where no table is typed."""
    return replace(
        settings,
        scoring=replace(
            settings.scoring, scale_table=settings.scoring.scale_table or club.table_for(settings.scoring.scale)
        ),
    )


def fee_of(club: ClubSettings, event_class: EventClass, form: EventForm) -> str:
    """Returns what the club asks for an event: the rule for its grade and form, for its form, for its grade, for all;
    nothing where there is none."""
    for wanted in ((event_class, form), (None, form), (event_class, None), (None, None)):
        found = next((rule.fee for rule in club.fees if (rule.event_class, rule.form) == wanted), "")
        if found:
            return found
    return ""


def with_club(settings: Settings, club: ClubSettings, known: Collection[str]) -> Settings:
    """Returns the settings of a new event with what the club fixed once: its regulations (where they are among those
    `known`), its first room where no venue is named, and its fee, which is left open for the form to decide."""
    return replace(
        settings,
        scoring=replace(
            settings.scoring,
            regulations=club.regulations if club.regulations in known else settings.scoring.regulations,
        ),
        announcement=replace(
            settings.announcement,
            venue=settings.announcement.venue or next(iter(club.rooms), ""),
            fee="" if club.fees else settings.announcement.fee,
        ),
    )


def with_fee(settings: Settings, club: ClubSettings) -> Settings:
    """Returns the settings with the club's fee for their grade and form, where none is typed."""
    return replace(
        settings,
        announcement=replace(
            settings.announcement,
            fee=settings.announcement.fee or fee_of(club, settings.event_class, settings.event_form),
        ),
    )


def _twice(rules: tuple[FeeRule, ...]) -> Iterator[FeeRule]:
    seen = set()
    for rule in rules:
        key = (rule.event_class, rule.form)
        if key in seen:
            yield rule
        seen.add(key)
