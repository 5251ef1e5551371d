"""From a page model to a PDF: the model goes as JSON into a typst template.

Texts of people are data in the template, never part of its source, so nothing in a name can be read as a command. The
fonts are those that come with the program (`fonts.py`) and the typesetter's own; fonts of the machine are never used,
so that a sheet is the same everywhere. A letter with an accent after it is set as the one letter that Unicode has for
both: the fonts set the accent next to it.
"""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path

import typst

from arrowswitch.core.errors import Impossible
from arrowswitch.documents.fonts import FAMILIES, FOLDER
from arrowswitch.documents.pdf_file import one_file
from arrowswitch.documents.typesetter import SetFile, Setting, answer_in, load_fonts, request_of, set_file

TEMPLATES = Path(__file__).parent
POINTS_AN_INCH = 72
_LARGE = 20_000
"""Letters of page models from which on a process of its own sets them: all slips of a large event take 200 MB."""
_BELOW_NORMAL = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
_one_at_a_time = threading.Lock()
_MARKED = re.compile(r"[^\W\d_][\u0300-\u036f\u3099\u309a]+")
"""A letter with accents after it, or a kana with a mark: only these are put together, as whole names would lose their
rare ideographs (U+FA19 becomes U+795E)."""
_log = logging.getLogger(__name__)


def typeset(template: str, model: object, printed_at: datetime) -> bytes:
    """Returns the PDF that a template makes of a page model.

    `printed_at` is the time of creation in the file. Raises Impossible if the template fails.
    """
    settings = (setting_of(template, model, printed_at),)
    return pdf_of(settings, typeset_all(settings))


def set_picture(template: str, model: object) -> bytes:
    """Returns the page of a template as PNG, with a pixel for each point; raises Impossible if the template fails."""
    source = _templates()[template]
    inputs = {"data": json.dumps(plain(model))}
    try:
        compiler = typst.Compiler(source, root=TEMPLATES, font_paths=fonts(), sys_inputs=inputs)
        made = compiler.compile(format="png", ppi=POINTS_AN_INCH)
    except RuntimeError as error:
        raise Impossible(f"the template {template} failed: {error}") from error
    if not isinstance(made, bytes):
        raise Impossible(f"the template {template} has more than one page")
    return made


def setting_of(template: str, model: object, printed_at: datetime) -> Setting:
    """Returns a template and its page model for the typesetter; raises Impossible if there is no such template."""
    source = _templates().get(template)
    if source is None:
        raise Impossible(f"there is no template {template}")
    return Setting(str(source), json.dumps(plain(model)), int(printed_at.timestamp()))


def typeset_all(settings: Sequence[Setting], title: str = "") -> SetFile:
    """Returns one PDF of several settings in their order, with a title of its own if they are several. A large one is
    set by a process of its own, one at a time, so that the desk does not keep its memory; see `pdf_of` for settings
    that failed."""
    if sum(len(setting.data) for setting in settings) <= _LARGE:
        return set_here(settings, title)
    with _one_at_a_time:
        process = subprocess.run(
            [sys.executable, "-P", str(TEMPLATES / "typesetter.py")],
            input=request_of(settings, title, TEMPLATES, FOLDER),
            capture_output=True,
            check=False,
            creationflags=_BELOW_NORMAL,
        )
    try:
        return answer_in(process.stdout)
    except ValueError as error:
        reason = process.stderr.decode(errors="replace").strip()[-500:]
        raise Impossible(f"the typesetter ended with code {process.returncode}: {reason}") from error


def set_here(settings: Sequence[Setting], title: str = "") -> SetFile:
    """Returns one PDF of several settings, set by this process."""
    return set_file(settings, title, TEMPLATES, fonts(), one_file)


def pdf_of(settings: Sequence[Setting], made: SetFile) -> bytes:
    """Returns the PDF of settings, and logs the warnings of their templates; raises Impossible if one failed."""
    for setting, note in zip(settings, made.notes, strict=True):
        if note.error:
            raise Impossible(f"the template {setting.name} failed: {note.error}")
        for warning in note.warnings:
            _log.warning("template %s: %s", setting.name, warning)
    return made.pdf


@cache
def _templates() -> Mapping[str, Path]:
    """Returns every template by its name: each is next to the module that fills it."""
    return {path.stem: path for path in TEMPLATES.rglob("*.typ")}


@cache
def fonts() -> typst.Fonts:
    """Returns the program's fonts; raises Impossible when one of its own is not there."""
    families = load_fonts(FOLDER)
    missing = set(FAMILIES) - set(families.families())
    if missing:
        raise Impossible(f"the fonts {sorted(missing)} are missing in {FOLDER}: install the program again")
    return families


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
