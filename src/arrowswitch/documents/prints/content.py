"""The content of a print: its page model without the parts that differ from print to print, as rows of text and as a
digest.

Left out are the time of the print and the number of the ledger's entry, the QR code, which leads to the same pages
from another address of the desk, and the picture of the club's logo. The PDF itself is not looked at: the typesetter
of another version makes other bytes of the same sheet.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from arrowswitch.documents.job import PrintJob, Reachable
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.documents.typesetting import plain
from arrowswitch.i18n import Locale

Row: TypeAlias = tuple[str, ...]
"""Texts that stand together in a page model: a player's line, a round on a card."""
_PASSING = ("printed", "code", "logo")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def content(sheet: str, job: PrintJob, locale: Locale) -> object:
    """Returns the content of a sheet, as plain values; raises as `render`."""
    model = plain(page_model(sheet_named(sheet), _without_links(job), locale))
    if isinstance(model, dict) and isinstance(model["frame"], dict):
        model["frame"] = {name: value for name, value in model["frame"].items() if name not in _PASSING}
    return model


def digest_of_content(model: object) -> str:
    """Returns the digest of the content of a sheet (`content`)."""
    text = json.dumps(model, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def rows(model: object) -> Iterator[Row]:
    """Yields the rows of the content of a sheet: the smallest blocks without further blocks, and each value of a list
    of named values with its name."""
    match model:
        case list() if model and all(_is_named(part) for part in model):
            yield from (_leaves(part) for part in model)
        case Mapping():
            yield from _rows_of(tuple(model.values()))
        case list():
            yield from _rows_of(tuple(model))
        case _:
            yield _leaves(model)


def _rows_of(parts: tuple[object, ...]) -> Iterator[Row]:
    """Yields a block as one row where nothing in it goes deeper than a list of texts; else each of its parts."""
    if all(_depth(part) <= 1 for part in parts) and not any(_is_named(part) for part in parts):
        yield tuple(text for part in parts for text in _leaves(part))
    else:
        for part in parts:
            yield from rows(part)


def _is_named(model: object) -> bool:
    """True for a value with its name in front: `{"name": "Tables", "value": "7"}`."""
    return isinstance(model, Mapping) and next(iter(model), "") == "name" and len(model) > 1


def _depth(model: object) -> int:
    inner = model.values() if isinstance(model, Mapping) else model if isinstance(model, list) else None
    return 0 if inner is None else 1 + max((_depth(part) for part in inner), default=0)


def _leaves(model: object) -> Row:
    match model:
        case Mapping():
            return tuple(text for part in model.values() for text in _leaves(part))
        case list():
            return tuple(text for part in model for text in _leaves(part))
        case str() if model.strip() and not _COLOUR.fullmatch(model):
            return (model.strip(),)
        case int() if not isinstance(model, bool):
            return (str(model),)
    return ()


def _without_links(job: PrintJob) -> PrintJob:
    return replace(job, reachable=Reachable())
