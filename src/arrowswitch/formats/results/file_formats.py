"""A format of result files as a value: its name, the endings of its files, its reader and its writer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arrowswitch.formats.results.results import ResultsFile


@dataclass(frozen=True, slots=True)
class Format:
    """A format of result files: its name, the endings of its files, and how it is read and written."""

    name: str
    endings: tuple[str, ...]
    read: Callable[[bytes], ResultsFile] | None
    write: Callable[[ResultsFile], bytes]


@dataclass(frozen=True, slots=True)
class ReadFormat:
    """A format that results are read from and not written in."""

    name: str
    endings: tuple[str, ...]
    read: Callable[[bytes], ResultsFile]
