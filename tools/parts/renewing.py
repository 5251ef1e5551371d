"""Takes the advisories of the pinned parts out of a copy of an advisory database: a folder, or a zip file.

Both hold one file for each record, in the Open Source Vulnerability format, as JSON or YAML. An address is fetched
first; none stands in the repository.
"""

from __future__ import annotations

import json
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from tools.parts.advisories import Advisories, Advisory, parse_record

MOST_BYTES = 1 << 30
"""No database of one language is as large as that."""
_ENDINGS = {".json", ".yaml", ".yml"}


def read_database(place: str, parts: Iterable[str], source: str, licence: str) -> Advisories:
    """Returns the advisories of a database, at a path or an address, on some parts.

    Raises ValueError where it holds no record at all, and OSError where it cannot be read.
    """
    if place.startswith("https://"):
        with tempfile.TemporaryDirectory() as folder:
            fetched = Path(folder) / "database.zip"
            _fetch(place, fetched)
            return _read(fetched, set(parts), source, licence)
    return _read(Path(place), set(parts), source, licence)


def _read(path: Path, parts: set[str], source: str, licence: str) -> Advisories:
    newest = date.min
    advisories: list[Advisory] = []
    for record in _records(path):
        newest = max(newest, _day(record["modified"]))
        advisories += parse_record(record, parts)
    if newest == date.min:
        raise ValueError(f"{path} holds no record of an advisory database")
    return Advisories(source, licence, newest, tuple(advisories))


def _fetch(address: str, target: Path) -> None:
    with urllib.request.urlopen(address, timeout=60) as answer, target.open("wb") as file:
        size = 0
        while block := answer.read(1 << 20):
            size += len(block)
            if size > MOST_BYTES:
                raise ValueError(f"{address} is larger than {MOST_BYTES} bytes")
            file.write(block)


def _records(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yields all records; files that are something else are passed over."""
    for name, data in _files(path):
        record = json.loads(data) if name.endswith(".json") else yaml.load(data, Loader=_LOADER)
        if isinstance(record, dict) and "id" in record and "modified" in record:
            yield record


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.suffix in _ENDINGS and file.is_file():
                yield file.name, file.read_bytes()
        return
    with zipfile.ZipFile(path) as packed:
        if sum(entry.file_size for entry in packed.infolist()) > MOST_BYTES:
            raise ValueError(f"{path} unpacks to more than {MOST_BYTES} bytes")
        for entry in packed.infolist():
            if PurePosixPath(entry.filename).suffix in _ENDINGS:
                yield entry.filename, packed.read(entry)


def _day(moment: object) -> date:
    """Returns the day of a moment, which YAML may have read already."""
    if isinstance(moment, datetime):
        return moment.date()
    return date.fromisoformat(str(moment)[:10])


_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
