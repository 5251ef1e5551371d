"""The regulations of the club: those of the program, and the club's own copies with changed values.

Own regulations are stored next to the events. An event has its own copy, by which it is scored (`EventState.rules`): a
change here affects new events, and a running one only if its director adopts it.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import replace

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed, NotFound, Problem, Refused
from arrowswitch.core.regulations import Regulations
from arrowswitch.regulations.comparing import Difference, differences, rules_in, toml_text, value_typed
from arrowswitch.regulations.toml_text import parse
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.ledger import Stamp, is_repeated, sent_by_id, with_id
from arrowswitch.tournament.model.ports import Clock, Store

__all__ = ["RulebookRecord", "Rulebooks"]

_NAME = re.compile(r"[a-z][a-z0-9-]{1,39}")
LONGEST_TITLE = 120
LONGEST_TEXT = 100_000
_IDS_KEPT = 100


class Rulebooks:
    """All regulations that events can be played by, and the way to make and change own ones."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.RLock()

    def names(self) -> tuple[str, ...]:
        """Returns the names of all regulations: the bodies', scoring programs', then the club's own."""
        return (*regulations.names(), *(record.name for record in self.own()))

    def playable(self) -> tuple[str, ...]:
        """Returns the names an event is offered: conventions of scoring programs are for reading files."""
        return tuple(name for name in self.names() if "/" not in name)

    def own(self) -> tuple[RulebookRecord, ...]:
        """Returns the club's own regulations by name."""
        return self._store.rulebooks()

    def record(self, name: str) -> RulebookRecord | None:
        """Returns own regulations as they are stored, None for those that came with the program.

        Raises NotFound (`rulebook.unknown`).
        """
        record = next((one for one in self.own() if one.name == name), None)
        if record is None and name not in regulations.names():
            raise NotFound.of("rulebook.unknown", name=name[:40])
        return record

    def load(self, name: str) -> Regulations:
        """Returns the regulations of a name; raises NotFound (`rulebook.unknown`)."""
        record = self.record(name)
        return regulations.load(name) if record is None else regulations.load_text(record.text, f"{name}.toml")

    def changes(self, name: str) -> tuple[Difference, ...]:
        """Returns the differences of own regulations from those they were copied from. Returns nothing for the
        others."""
        record = self.record(name)
        if record is None:
            return ()
        return differences(regulations.to_plain(regulations.load(record.base)), regulations.to_plain(self.load(name)))

    def copy(self, base: str, name: str, title: str, stamp: Stamp) -> RulebookRecord:
        """Makes own regulations like others; copying own ones takes their changes along.

        Raises NotFound (`rulebook.unknown`), Refused (`rulebook.name`, `rulebook.taken`, `rulebook.title`).
        """
        source = self.record(base)
        with self._lock:
            made = next((one for one in self.own() if is_repeated(stamp, sent_by_id(one.command_ids))), None)
            if made is not None:
                return made
            name, title = self._checked_names(name, title)
            root = base if source is None else source.base
            changed = {d.key: (d.after.value, d.after.clause) for d in self.changes(base) if d.after is not None}
            text = toml_text(self._heading(base, name, title), root, changed)
            return self._save(self._fresh(name, title, root, text), stamp)

    def change(
        self, name: str, values: Mapping[str, tuple[str, str]], title: str, version: int, stamp: Stamp
    ) -> RulebookRecord:
        """Changes own regulations: by key the value as typed, and the clause or decision it comes from.

        A value that is again as in the original needs no clause and is no change. `version` is the one the page showed.
        Raises Refused (`rulebook.not-own`, `rulebook.changed-meanwhile`, `rulebook.title`), Malformed with every value
        that cannot be (as files are refused, `where` the line of the file it would be, `key` among the parameters).
        """
        with self._lock:
            record = self._own_record(name)
            if is_repeated(stamp, sent_by_id(record.command_ids)):
                return record
            if record.version != version:
                raise Refused.of("rulebook.changed-meanwhile", name=record.title)
            changed = {}
            now = {rule.key: rule for rule in rules_in(regulations.to_plain(self.load(name)))}
            for rule in rules_in(regulations.to_plain(regulations.load(record.base))):
                typed, clause = values.get(rule.key, (now[rule.key].text, now[rule.key].clause))
                value = value_typed(typed, rule.value)
                if value != rule.value:
                    changed[rule.key] = (value, "" if clause.strip() == rule.clause else clause.strip())
            title = _clean_title(title)
            text = toml_text(self._heading(name, name, title), record.base, changed)
            regulations.load_text(text, f"{name}.toml")
            return self._save(replace(record, title=title, text=text), stamp)

    def take_in(self, text: str, where: str, stamp: Stamp) -> RulebookRecord:
        """Stores a file of regulations under its own name; it must inherit some that came with the program.

        Raises Malformed with everything that is wrong with the file, Refused (`rulebook.no-base`, `rulebook.name`,
        `rulebook.taken`, `rulebook.too-long`).
        """
        if len(text) > LONGEST_TEXT:
            raise Refused.of("rulebook.too-long", "file", most=LONGEST_TEXT)
        read = regulations.load_text(text, where)
        base = parse(text, where).get("inherits")
        if not isinstance(base, str):
            raise Refused.of("rulebook.no-base", "file", known=", ".join(regulations.names()))
        with self._lock:
            name, title = self._checked_names(read.name, read.title)
            return self._save(self._fresh(name, title, base, text), stamp)

    def restore(self, record: RulebookRecord) -> None:
        """Stores own regulations of a backup; those that are there under the name stay as they are."""
        with self._lock:
            if all(one.name != record.name for one in self.own()):
                self._store.save_rulebook(record, 0)

    def delete(self, name: str) -> None:
        """Removes own regulations; the copies in events stay. Raises as `change` does."""
        with self._lock:
            self._own_record(name)
            self._store.delete_rulebook(name)

    def _own_record(self, name: str) -> RulebookRecord:
        record = self.record(name)
        if record is None:
            raise Refused.of("rulebook.not-own", name=name)
        return record

    def _heading(self, base: str, name: str, title: str) -> dict[str, str]:
        read = self.load(base)
        return {"name": name, "title": title, "body": read.body, "edition": f"{self._clock.now():%Y-%m-%d}"}

    def _checked_names(self, name: str, title: str) -> tuple[str, str]:
        problems = []
        name = name.strip()
        if not _NAME.fullmatch(name):
            problems.append(Problem("rulebook.name", {"name": name[:40]}, "name"))
        elif name in self.names():
            problems.append(Problem("rulebook.taken", {"name": name}, "name"))
        if not title.strip() or len(title) > LONGEST_TITLE:
            problems.append(Problem("rulebook.title", {"most": LONGEST_TITLE}, "title"))
        Refused.check(problems)
        return name, title.strip()

    def _fresh(self, name: str, title: str, base: str, text: str) -> RulebookRecord:
        return RulebookRecord(name=name, title=title, base=base, text=text, version=0, changed_at=self._clock.now())

    def _save(self, record: RulebookRecord, stamp: Stamp) -> RulebookRecord:
        ids = with_id(record.command_ids, stamp, _IDS_KEPT)
        now = self._clock.now()
        saved = replace(record, version=record.version + 1, changed_at=now, who=stamp.author, command_ids=ids)
        self._store.save_rulebook(saved, record.version)
        return saved


def _clean_title(title: str) -> str:
    if not title.strip() or len(title) > LONGEST_TITLE:
        raise Malformed.of("rulebook.title", "title", most=LONGEST_TITLE)
    return " ".join(title.split())
