"""The club's settings: asked for once, changed at any time, and never felt by an event that is there.

They are stored next to the events. New events start with them; later changes do not affect existing events.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from zoneinfo import available_timezones

from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.regulations.scale_table import parse_scale_table
from arrowswitch.tournament.club.colours import LEAST_ON_PAPER, WHITE, contrast
from arrowswitch.tournament.club.password import check_password, is_password_of, kept_of, needs_renewal
from arrowswitch.tournament.club.site import LONGEST_SITE, LONGEST_USER, parse_site
from arrowswitch.tournament.model.club_values.club import (
    LONGEST_CURRENCY,
    ClubRecord,
    ClubSettings,
    FeeRule,
    ScaleTable,
)
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.ledger import Stamp, is_repeated, sent_by_id, with_id
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
_RESTORED = ("name", "language", "regulations", "zone", "rooms", "fees", "logo", "scale_tables", "colour", "site")
"""The settings that a backup fills where they are open here."""
_KEPT = {False: "password", True: "organiser"}
"""The field of a record for the password of the director, and of the organiser."""


class Club:
    """The club's settings in a store, and the way to change them."""

    def __init__(self, store: Store, clock: Clock, regulations: Callable[[], Collection[str]]) -> None:
        self._store = store
        self._clock = clock
        self._regulations = regulations
        self._lock = threading.RLock()
        self._cached: ClubRecord | None = None
        self._is_read = False

    @property
    def record(self) -> ClubRecord | None:
        """Returns the settings as stored, None before the first setup."""
        if not self._is_read or self._store.is_shared:
            self._cached = self._store.club()
            self._is_read = True
        return self._cached

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
            record = self.record
            if record is not None and is_repeated(stamp, sent_by_id(record.command_ids)):
                return record
            if self.version != version:
                raise Refused.of("club.changed-meanwhile")
            Refused.check(settings_problems(settings, self._regulations()))
            return self._save(settings, stamp)

    @property
    def settings_before(self) -> ClubSettings | None:
        """Returns the settings before the last change, None if there was no change or it changed nothing."""
        before = None if self.record is None else self.record.before
        return None if before == self.settings else before

    def undo(self, version: int, stamp: Stamp) -> ClubRecord:
        """Stores the settings before the last change again; an undone change can be undone, too.

        Raises Refused (`club.nothing-to-undo`, `club.changed-meanwhile`), and what `change` raises for settings that
        can no longer be stored.
        """
        with self._lock:
            record = self.record
            if record is not None and stamp.command_id in record.command_ids:
                return record
            if self.settings_before is None:
                raise Refused.of("club.nothing-to-undo")
            return self.change(self.settings_before, version, stamp)

    @property
    def has_password(self) -> bool:
        """True if other devices log in with the director's password."""
        return self.record is not None and bool(self.record.password)

    def is_password(self, text: str) -> bool:
        """True if a text is the director's password; the check takes a good part of a second for every text."""
        return self._is_kept(text, is_organiser=False)

    @property
    def has_organiser(self) -> bool:
        """True if the organiser has a password; without one the director is also the organiser."""
        return self.record is not None and bool(self.record.organiser)

    def is_organiser(self, text: str) -> bool:
        """True if a text is the organiser's password; the check takes as long as `is_password`."""
        return self._is_kept(text, is_organiser=True)

    def set_password(self, text: str, stamp: Stamp, *, is_organiser: bool = False) -> None:
        """Saves a new password of the director or of the organiser, or none for an empty text.

        Raises Malformed as `check_password` does; `where` is `password`.
        """
        if text:
            check_password(text, self.settings.name)
        saved_hash = kept_of(text) if text else ""
        with self._lock:
            self._save(self.settings, stamp, **{_KEPT[is_organiser]: saved_hash})

    def _is_kept(self, text: str, *, is_organiser: bool) -> bool:
        """True if a text is a saved password; one saved with older parameters is saved again with the present ones."""
        record = self.record
        if record is None or not is_password_of(text, getattr(record, _KEPT[is_organiser])):
            return False
        if needs_renewal(getattr(record, _KEPT[is_organiser])):
            saved_hash = kept_of(text)
            with self._lock:
                if self.record is record:
                    self._save(
                        record.settings,
                        Stamp(f"password.renewed.{record.version}", record.who),
                        **{_KEPT[is_organiser]: saved_hash},
                    )
        return True

    def restore(self, record: ClubRecord, stamp: Stamp) -> None:
        """Imports the settings of a backup: all of them if this computer has only answered the first question, else
        only the settings still open here. The folder of backups stays this computer's own."""
        with self._lock:
            here, there = self.settings, record.settings
            if self.version > 1:
                open_here = {name: getattr(there, name) for name in _RESTORED if not getattr(here, name)}
                user = here.site_user if here.site else there.site_user
                there = replace(here, **open_here, site_user=user)
            there = replace(there, backups=here.backups)
            if there != here:
                self._save(there, stamp)

    def _save(self, settings: ClubSettings, stamp: Stamp, **passwords: str) -> ClubRecord:
        record = self.record
        saved_passwords = {} if record is None else {"password": record.password, "organiser": record.organiser}
        sent = replace(stamp, sent="") if passwords else stamp  # a digest must not help to guess a password
        ids = with_id(record.command_ids if record else (), sent, _IDS_KEPT)
        version = self.version
        before = None if record is None else record.before if record.settings == settings else record.settings
        saved = ClubRecord(
            settings=settings,
            before=before,
            version=version + 1,
            changed_at=self._clock.now(),
            who=stamp.author,
            command_ids=ids,
            **{**saved_passwords, **passwords},
        )
        self._is_read = False
        self._store.save_club(saved, version)
        self._cached = saved
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
    yield from _colour_problems(settings.colour)
    for table in settings.scale_tables:
        yield from _table_problems(table)
    for duplicate in _twice(settings.fees):
        yield Problem("club.fee-twice", {"fee": duplicate.fee}, "fees")
    yield from _site_problems(settings)
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


def _site_problems(settings: ClubSettings) -> Iterator[Problem]:
    for name, most in (("site", LONGEST_SITE), ("site_user", LONGEST_USER)):
        if len(getattr(settings, name)) > most:
            yield Problem("club.too-long", {"most": most}, name)
    try:
        if settings.site:
            parse_site(settings.site, settings.site_user)
    except Mistake as mistake:
        yield from mistake.problems


def _colour_problems(colour: str) -> Iterator[Problem]:
    """Yields the fault of a colour that is hardly seen on white paper, with its contrast."""
    seen = contrast(colour, WHITE) if colour else LEAST_ON_PAPER
    if seen < LEAST_ON_PAPER:
        params = {"colour": colour, "contrast": f"{seen:.1f}", "least": f"{LEAST_ON_PAPER:.0f}"}
        yield Problem("club.colour-light", params, "colour")


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
    """Returns the club's fee for an event: by the rule for its grade and form, for its form, for its grade, or for all.
    Returns an empty text if there is no rule."""
    for wanted in ((event_class, form), (None, form), (event_class, None), (None, None)):
        fee = next((rule.fee for rule in club.fees if (rule.event_class, rule.form) == wanted), "")
        if fee:
            return fee
    return ""


def with_club(settings: Settings, club: ClubSettings, installed: Collection[str]) -> Settings:
    """Returns the settings of a new event with the club's own: its regulations (if they are `installed`), the club's
    first venue if none is named, and its fee, which stays open until the form is chosen."""
    return replace(
        settings,
        scoring=replace(
            settings.scoring,
            regulations=club.regulations if club.regulations in installed else settings.scoring.regulations,
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
