"""The typesetter, in the process that asks or in one of its own.

A large print takes up to 200 MB, and the typesetter never returns that memory. So the desk starts this file as a
program for each large print: the memory ends with the program. The file imports nothing of Arrowswitch, and so starts
in a tenth of a second.

The program reads one JSON value from its input, `{"root", "fonts", "settings": [[template, data, created], ...]}`. For
each setting it writes one line of JSON, `{"length", "warnings", "error"}`, and the PDF of that length.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import typst


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
class SetPrint:
    """The output of the typesetter: a PDF, or no bytes and the reason in `error`."""

    pdf: bytes
    warnings: tuple[str, ...] = ()
    error: str = ""


def set_print(setting: Setting, root: Path, fonts: typst.Fonts) -> SetPrint:
    """Returns the PDF of a setting; the template may read files below `root`."""
    try:
        compiler = typst.Compiler(
            Path(setting.template), root=root, font_paths=fonts, sys_inputs={"data": setting.data}
        )
        pdf, warnings = compiler.compile_with_warnings(format="pdf", timestamp=setting.created)
    except RuntimeError as error:
        return SetPrint(b"", error=str(error))
    messages = tuple(warning.message for warning in warnings)
    return SetPrint(pdf, messages) if isinstance(pdf, bytes) else SetPrint(b"", messages, "no PDF")


def load_fonts(folder: Path) -> typst.Fonts:
    """Returns the fonts of a folder and those of the typesetter, without those of the machine."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[folder])


def request_of(settings: Iterable[Setting], root: Path, fonts: Path) -> bytes:
    """Returns the input of the program."""
    rows = [(setting.template, setting.data, setting.created) for setting in settings]
    return json.dumps({"root": str(root), "fonts": str(fonts), "settings": rows}).encode()


def answers_in(output: bytes) -> Iterator[SetPrint]:
    """Yields the prints in the output of the program; raises ValueError if it is cut off."""
    position = 0
    while position < len(output):
        end = output.index(b"\n", position)
        head = json.loads(output[position:end])
        position = end + 1 + head["length"]
        if position > len(output):
            raise ValueError("the PDF is cut off")
        yield SetPrint(output[end + 1 : position], tuple(head["warnings"]), head["error"])


def _work() -> None:
    request = json.load(sys.stdin.buffer)
    root, fonts = Path(request["root"]), load_fonts(Path(request["fonts"]))
    for row in request["settings"]:
        made = set_print(Setting(*row), root, fonts)
        head = {"length": len(made.pdf), "warnings": made.warnings, "error": made.error}
        sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + made.pdf)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    _work()
