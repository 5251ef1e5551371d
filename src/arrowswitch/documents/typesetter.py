"""The typesetter, in the process that asks or in one of its own.

A large print takes up to 200 MB, and the typesetter never returns that memory. So the desk starts this file as a
program for each large print: the memory ends with the program. The file imports nothing of Arrowswitch, and so starts
in a tenth of a second; the joining of the sheets (`pdf_file.py`) is loaded from the file next to it.

The program reads one JSON value from its input, `{"root", "fonts", "title", "settings": [[template, data, created],
...]}`. It writes one line of JSON, `{"length", "notes": [[warnings, error], ...]}`, and the PDF of that length.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TypeAlias

import typst

OneFile: TypeAlias = Callable[[Sequence[bytes], str], bytes]
"""Makes one PDF with a title of several: `pdf_file.one_file`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The input of the typesetter: the file of the template, the page model as JSON, and the time of creation in the
    PDF, in seconds since 1970."""

    template: str
    data: str
    created: int

    @property
    def name(self) -> str:
        """Returns the file of the template without its folder and suffix."""
        return Path(self.template).stem


@dataclass(frozen=True, slots=True)
class SettingNote:
    """The messages of the typesetter about a setting; `error` is empty if the setting was set."""

    warnings: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class SetFile:
    """The output of the typesetter: one PDF of all settings, empty if one of them failed, and a note on each."""

    pdf: bytes
    notes: tuple[SettingNote, ...]


def set_file(settings: Sequence[Setting], title: str, root: Path, fonts: typst.Fonts, one_file: OneFile) -> SetFile:
    """Returns one PDF of several settings; the templates may read files below `root`."""
    prints = [_set(setting, root, fonts) for setting in settings]
    notes = tuple(note for _, note in prints)
    if any(note.error for note in notes):
        return SetFile(b"", notes)
    return SetFile(one_file([pdf for pdf, _ in prints], title), notes)


def _set(setting: Setting, root: Path, fonts: typst.Fonts) -> tuple[bytes, SettingNote]:
    """Returns the PDF of a setting as the typesetter writes it."""
    try:
        compiler = typst.Compiler(
            Path(setting.template), root=root, font_paths=fonts, sys_inputs={"data": setting.data}
        )
        pdf, warnings = compiler.compile_with_warnings(format="pdf", timestamp=setting.created)
    except RuntimeError as error:
        return b"", SettingNote(error=str(error))
    messages = tuple(warning.message for warning in warnings)
    return (pdf, SettingNote(messages)) if isinstance(pdf, bytes) else (b"", SettingNote(messages, "no PDF"))


def load_fonts(folder: Path) -> typst.Fonts:
    """Returns the fonts of a folder and those of the typesetter, without those of the machine."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[folder])


def request_of(settings: Iterable[Setting], title: str, root: Path, fonts: Path) -> bytes:
    """Returns the input of the program."""
    rows = [(setting.template, setting.data, setting.created) for setting in settings]
    return json.dumps({"root": str(root), "fonts": str(fonts), "title": title, "settings": rows}).encode()


def answer_of(made: SetFile) -> bytes:
    """Returns the output of the program."""
    notes = [(note.warnings, note.error) for note in made.notes]
    return json.dumps({"length": len(made.pdf), "notes": notes}).encode() + b"\n" + made.pdf


def answer_in(output: bytes) -> SetFile:
    """Returns the file in the output of the program; raises ValueError if it is cut off."""
    end = output.index(b"\n")
    head, pdf = json.loads(output[:end]), output[end + 1 :]
    if len(pdf) != head["length"]:
        raise ValueError("the PDF is cut off")
    return SetFile(pdf, tuple(SettingNote(tuple(warnings), error) for warnings, error in head["notes"]))


def _one_file_of_neighbour() -> OneFile:
    """Returns `one_file` of the file next to this one: the package of both would load all sheets."""
    spec = spec_from_file_location("pdf_file", Path(__file__).with_name("pdf_file.py"))
    if spec is None or spec.loader is None:
        raise ImportError("pdf_file")
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    one_file: OneFile = module.one_file
    return one_file


def _work() -> None:
    request = json.load(sys.stdin.buffer)
    settings = [Setting(*row) for row in request["settings"]]
    root, fonts = Path(request["root"]), load_fonts(Path(request["fonts"]))
    made = set_file(settings, request["title"], root, fonts, _one_file_of_neighbour())
    sys.stdout.buffer.write(answer_of(made))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    _work()
