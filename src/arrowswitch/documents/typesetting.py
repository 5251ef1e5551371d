"""From a page model to a PDF: the model goes as JSON into a typst template.

Texts of people are data in the template, never part of its source, so nothing in a name can be read as a command. The
fonts are the IPAex Gothic that comes with a package of this program and the typesetter's own; fonts of the machine are
never used, so that a sheet is the same everywhere.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import typst

from arrowswitch.core.errors import Impossible

FONT = "IPAexGothic"
TEMPLATES = Path(__file__).parent
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
    return pdf


@cache
def _templates() -> dict[str, Path]:
    """Returns every template by its name: each lies beside the module that fills it."""
    return {path.stem: path for path in TEMPLATES.rglob("*.typ")}


@cache
def fonts() -> typst.Fonts:
    """Returns the program's fonts; raises Impossible when the Japanese one is not there."""
    found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[font_folder()])
    if FONT not in found.families():
        raise Impossible(f"the font {FONT} is missing: reinstall the program's packages")
    return found


def font_folder() -> Path:
    """Returns the folder of the Japanese font, found without importing the package that carries it."""
    spec = find_spec("matplotlib_fontja")
    if spec is None or spec.origin is None:
        raise Impossible("the package matplotlib-fontja, which carries the Japanese font, is not installed")
    return Path(spec.origin).parent / "fonts"


def plain(value: object) -> object:
    """Returns a page model as JSON holds it: dataclasses and mappings as objects, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    raise Impossible(f"a page model holds {value!r}, which no template can read")
