"""Reads the data files of this room: starters, squares and lists that no rule gives (`searched`, `listed`)."""

from __future__ import annotations

import tomllib
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar

Row = TypeVar("Row")


def data_of(name: str) -> dict[str, Any]:
    """Returns the content of a data file, named by its folder and file name (`searched/starters`)."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


def rows_of(name: str, key: str, row: type[Row]) -> tuple[Row, ...]:
    """Returns the entries under `key` of a data file as values of the dataclass `row`, lists as tuples.

    Keys without a field in `row` are for readers of the file.
    """
    names = list(signature(row).parameters)
    return tuple(row(**{name: _plain(entry[name]) for name in names if name in entry}) for entry in data_of(name)[key])


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
