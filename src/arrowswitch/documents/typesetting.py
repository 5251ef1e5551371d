"""From a page model to a PDF: the model goes as JSON into a typst template.

Texts of people are data in the template, never part of its source, so nothing in a name can be read as a command. The
fonts are those that come with the program (`fonts.py`) and the typesetter's own; fonts of the machine are never used,
so that a sheet is the same everywhere. A letter with an accent after it is set as the one letter that Unicode has for
both: the fonts set the accent beside it.
"""

from __future__ import annotations

import json
import logging
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path

import typst

from arrowswitch.core.errors import Impossible
from arrowswitch.documents.fonts import FAMILIES, FOLDER

TEMPLATES = Path(__file__).parent
_LARGE = 64_000
"""Letters of a page model from which on what was set is not kept: all slips of a large event take 200 MB."""
_PRINTS_KEPT = 10
"""The typesetter keeps what it set in so many prints, for the next one that is nearly the same."""
_MARKED = re.compile(r"[^\W\d_][\u0300-\u036f\u3099\u309a]+")
"""A letter with accents after it, or a kana with a mark: only these are put together, as whole names would lose their
rare ideographs (U+FA19 becomes U+795E)."""
_log = logging.getLogger(__name__)


def typeset(template: str, model: object, printed_at: datetime) -> bytes:
    """Returns the PDF that a template makes of a page model.

    `printed_at` is the time of creation in the file. Raises Impossible when the template fails.
    """
    inputs = {"data": json.dumps(plain(model))}
    source = _templates().get(template)
    if source is None:
        raise Impossible(f"there is no template {template}")
    try:
        compiler = typst.Compiler(source, root=TEMPLATES, font_paths=fonts(), sys_inputs=inputs)
        pdf, warnings = compiler.compile_with_warnings(format="pdf", timestamp=int(printed_at.timestamp()))
    except RuntimeError as error:
        raise Impossible(f"the template {template} failed: {error}") from error
    for warning in warnings:
        _log.warning("template %s: %s", template, warning.message)
    if not isinstance(pdf, bytes):
        raise Impossible(f"the template {template} made no PDF")
    if len(inputs["data"]) > _LARGE:
        _forget()
    return pdf


def _forget() -> None:
    """Makes the typesetter let go of what it keeps of earlier prints, by as many empty ones as it looks back."""
    nothing = typst.Compiler(TEMPLATES / "faces.typ", root=TEMPLATES, font_paths=fonts())
    for _ in range(_PRINTS_KEPT + 1):
        nothing.compile(format="pdf")


@cache
def _templates() -> Mapping[str, Path]:
    """Returns every template by its name: each lies beside the module that fills it."""
    return {path.stem: path for path in TEMPLATES.rglob("*.typ")}


@cache
def fonts() -> typst.Fonts:
    """Returns the program's fonts; raises Impossible when one of its own is not there."""
    found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[FOLDER])
    missing = set(FAMILIES) - set(found.families())
    if missing:
        raise Impossible(f"the fonts {sorted(missing)} are missing in {FOLDER}: install the program anew")
    return found


def plain(value: object) -> object:
    """Returns a page model as JSON holds it: dataclasses and mappings as objects, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, str):
        return value if value.isascii() else _MARKED.sub(lambda found: unicodedata.normalize("NFC", found[0]), value)
    if value is None or isinstance(value, bool | int):
        return value
    raise Impossible(f"a page model holds {value!r}, which no template can read")
