"""Known vulnerabilities of parts: records of an advisory database, reduced to the fields that judge a version.

The records follow the Open Source Vulnerability format: a part is open in the versions that are listed, and in the
ranges between `introduced` and `fixed` (not open any more) or `last_affected` (the last that is). Ranges of commits are
left out, since a pin is a version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

MOST_WORDS = 300
"""The number of characters of a description that are stored."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A part at the one version that is installed."""

    part: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Advisory:
    """A hole of a part: its names, what it is, and the versions in which it is open."""

    part: str
    name: str
    aliases: tuple[str, ...]
    summary: str
    severity: str
    ranges: tuple[tuple[tuple[str, str], ...], ...]
    """Each a row of events (`introduced`, `fixed` or `last_affected`, and the version)."""
    versions: tuple[str, ...] = ()
    """Versions that are listed one by one; only where no range says them."""

    def is_open_in(self, version: str) -> bool:
        """True if a version has the vulnerability."""
        parsed = Version(version)
        return any(parsed == one for one in map(_parse_version, self.versions)) or any(
            _is_within(parsed, row) for row in self.ranges
        )


@dataclass(frozen=True, slots=True)
class Advisories:
    """The advisories in a copy of a database on a day."""

    source: str
    licence: str
    newest: date
    """When its newest record was written: what was found later is not in it."""
    records: tuple[Advisory, ...]

    def open_in(self, pins: Iterable[Pin]) -> Iterator[tuple[Pin, Advisory]]:
        """Yields the pins that have a known hole, each with each of its holes."""
        for pin in pins:
            for record in self.records:
                if record.part == pin.part and record.is_open_in(pin.version):
                    yield pin, record


def plain_name(part: str) -> str:
    """Returns the name of a part as pins spell it.

    >>> plain_name("Ruamel.YAML_clib")
    'ruamel-yaml-clib'
    """
    return re.sub(r"[-_.]+", "-", part).lower()


def parse_pins(text: str) -> tuple[Pin, ...]:
    """Returns the pins of a file of requirements; comments, hashes and conditions are passed over.

    >>> parse_pins("# a comment\\nidna==3.20 \\\\\\n    --hash=sha256:00\\ncolorama==0.4.6 ; sys_platform == 'win32'")
    (Pin(part='idna', version='3.20'), Pin(part='colorama', version='0.4.6'))
    """
    pins = re.findall(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([0-9][0-9A-Za-z.+]*)", text, re.MULTILINE)
    return tuple(Pin(plain_name(part), version) for part, version in pins)


def parse_record(record: Mapping[str, Any], parts: Iterable[str]) -> Iterator[Advisory]:
    """Yields the advisories of a record of the database on some parts; nothing if it was withdrawn."""
    wanted = set(parts)
    for affected in () if record.get("withdrawn") else record.get("affected", ()):
        package = affected.get("package", {})
        part = plain_name(str(package.get("name", "")))
        if package.get("ecosystem") != "PyPI" or part not in wanted:
            continue
        ranges = tuple(
            tuple((kind, str(version)) for event in one["events"] for kind, version in event.items())
            for one in affected.get("ranges", ())
            if one.get("type") == "ECOSYSTEM"
        )
        yield Advisory(
            part=part,
            name=str(record["id"]),
            aliases=tuple(map(str, record.get("aliases", ()))),
            summary=" ".join(str(record.get("summary") or record.get("details", "")).split())[:MOST_WORDS],
            severity=_severity(record),
            ranges=ranges,
            versions=() if ranges else tuple(map(str, affected.get("versions", ()))),
        )


def read_kept(path: Path) -> Advisories:
    """Returns the advisories stored in the repository."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    records = (
        Advisory(
            part=one["part"],
            name=one["name"],
            aliases=tuple(one["aliases"]),
            summary=one["summary"],
            severity=one["severity"],
            ranges=tuple(tuple((kind, version) for kind, version in row) for row in one["ranges"]),
            versions=tuple(one["versions"]),
        )
        for one in stored["records"]
    )
    return Advisories(stored["source"], stored["licence"], date.fromisoformat(stored["newest"]), tuple(records))


def format_kept(advisories: Advisories) -> str:
    """Returns the text of the file in the repository; a record is one line, so that changes are readable."""
    head = {"source": advisories.source, "licence": advisories.licence, "newest": advisories.newest.isoformat()}
    lines = [
        json.dumps({name: getattr(one, name) for name in Advisory.__slots__}, ensure_ascii=False)
        for one in sorted(advisories.records, key=lambda one: (one.part, one.name))
    ]
    return json.dumps(head, indent=1)[:-2] + ',\n "records": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def _severity(record: Mapping[str, Any]) -> str:
    """Returns the word that the database has for it, or its CVSS vector, or nothing."""
    word = (record.get("database_specific") or {}).get("severity")
    vectors = [str(one["score"]) for one in record.get("severity") or () if "score" in one]
    return str(word).lower() if word else next(iter(vectors), "")


def _is_within(version: Version, events: tuple[tuple[str, str], ...]) -> bool:
    """True if a version lies in a range: the last event at or below it decides."""
    is_open = False
    for kind, border_text in sorted(events, key=lambda event: (_parse_version(event[1]), event[0] == "introduced")):
        border = _parse_version(border_text)
        if kind == "introduced" and version >= border:
            is_open = True
        elif (kind == "fixed" and version >= border) or (kind == "last_affected" and version > border):
            is_open = False
    return is_open


def _parse_version(text: str) -> Version:
    """Returns a version; one that is none (old records have such) lies below all."""
    try:
        return Version(text)
    except InvalidVersion:
        return Version("0.dev0")
