"""The event file: one JSON document that holds a whole event, its ledger, so that anyone can score it again.

    {"format": "arrowswitch-event", "version": 1, "ledger": [ ...ledger entries... ], "links": [ ... ]}

Each entry has a link (`chain`, the first 16 digits), reckoned from its JSON with sorted keys and without spaces, so
that a change made outside the program is found, and where it is; without links it is not.

The published schema is `docs/reference/event-file.schema.json`, made by `schema()`. A file is read whole or refused
whole, with every problem and its place. The fields of an entry and the upgrades of older versions are in `stored`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.boards import board_ranges
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.tournament.files.contradictions import refuse_contradictions
from arrowswitch.tournament.files.strange_names import strange_names
from arrowswitch.tournament.files.unusable_rules import unusable_rules
from arrowswitch.tournament.model.chain import ChainedRow, links_of, strangers
from arrowswitch.tournament.model.ledger import EventCreated, LedgerEntry
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.model.stored.form import plain_json
from arrowswitch.tournament.model.stored.forms import ENTRY, EVENT_FILE
from arrowswitch.tournament.model.stored.upgrades import VERSION
from arrowswitch.tournament.settings.ranges import range_problems

FORMAT = "arrowswitch-event"
LINK_DIGITS = 16


def dump(ledger: tuple[LedgerEntry, ...]) -> str:
    """Returns the event file of a ledger, as JSON text with one ledger entry a line."""
    texts = [ENTRY.dump(entry) for entry in ledger]
    rows = ((seq, VERSION, _canonical(json.loads(text))) for seq, text in enumerate(texts, start=1))
    links = json.dumps(list(links_of("", None, rows, LINK_DIGITS)))
    lines = ",\n".join(texts)
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "ledger": [\n{lines}\n], "links": {links}}}\n'


def load(text: str, where: str = "") -> tuple[LedgerEntry, ...]:
    """Returns the ledger of an event file that can be folded and scored.

    Raises Malformed with all problems: `file.not-json`, `file.not-event`, `file.newer`, `file.field` (each with its
    place), `file.id`, `file.number`, `file.range`, `file.scale-unknown`, `file.rules` with the reasons,
    `file.contradiction` with the entry and the field, or what the fold refuses, with the entry.
    """
    plain = plain_json(text, where)
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise Malformed.of("file.not-event", where=where)
    ledger = EVENT_FILE.load(text, _version(plain.get("version")), where).ledger
    Malformed.check(replace(problem, where=where) for problem in strange_names(ledger))
    Malformed.check(_out_of_range(ledger, where))
    Malformed.check(_unknown_scales(ledger, where))
    Malformed.check(unusable_rules(ledger, where))
    refuse_contradictions(ledger, where=where)
    return ledger


def changes_outside(text: str) -> tuple[Problem, ...]:
    """Returns a problem that lists the entries of an event file that were changed or removed outside the program
    (`file.entries-changed`). Returns nothing if there are none, or if the file has no digests."""
    plain = plain_json(text)
    if not isinstance(plain, dict) or "links" not in plain:
        return ()
    links, entries, version = plain["links"], plain["ledger"], plain["version"]
    rows = (
        ChainedRow(seq, version, _canonical(entry), link)
        for seq, (entry, link) in enumerate(zip(entries, links, strict=False), start=1)
    )
    few, many = sorted((len(links), len(entries)))
    numbers = board_ranges((*strangers("", rows, LINK_DIGITS), *range(few + 1, many + 1)), "–")
    return (Problem("file.entries-changed", {"numbers": numbers}),) if numbers else ()


def _canonical(entry: object) -> str:
    return json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def schema() -> dict[str, Any]:
    """Returns the JSON schema of the event file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **EVENT_FILE.schema()}


def _version(written: object) -> int:
    """Returns the version that a file names; what never was one is the newest, whose validation says so."""
    return written if isinstance(written, int) and written > 0 else VERSION


def _settings_in(ledger: tuple[LedgerEntry, ...]) -> Iterator[tuple[int, Settings]]:
    """Yields the settings that stand in a ledger, each with the number of its entry (from 0)."""
    for at, entry in enumerate(ledger):
        yield from ((at, fact.settings) for fact in entry.facts if isinstance(fact, EventCreated | SettingsChanged))


def _out_of_range(ledger: tuple[LedgerEntry, ...], where: str) -> Iterator[Problem]:
    """Yields each number of settings that no form would take: thousands of sessions would stop the whole program."""
    for at, settings in _settings_in(ledger):
        for problem in range_problems(settings):
            place = f"ledger.{at}.settings.{problem.where}"
            yield Problem("file.range", {**problem.params, "field": place}, where)


def _unknown_scales(ledger: tuple[LedgerEntry, ...], where: str) -> Iterator[Problem]:
    """Yields each scale of victory points that the file names, and that is not here: nothing is scored by another."""
    names = dict.fromkeys(settings.scoring.scale for _, settings in _settings_in(ledger))
    installed = ("", OWN, *regulations.scale_names())
    for name in names:
        if name not in installed:
            yield Problem("file.scale-unknown", {"name": name, "known": ", ".join(regulations.scale_names())}, where)
