"""A large print is set by a program of its own: the same PDF, the same refusals, and its memory ends with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from arrowswitch.core.errors import Impossible
from arrowswitch.documents import typesetting
from arrowswitch.documents.typesetter import SetFile, Setting, SettingNote, answer_in, answer_of
from arrowswitch.documents.typesetting import pdf_of, setting_of, typeset, typeset_all
from tests.paper import PRINTED

SMALL = {"lines": ["柏 梓"]}
LARGE = {"lines": ["柏 梓"] * 3000}


def settings_of(*models: object) -> tuple[Setting, ...]:
    """Returns settings of page models for the template that lists lines."""
    return tuple(setting_of("glyphs", model, PRINTED) for model in models)


def test_the_program_sets_the_same_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    both = settings_of(SMALL, LARGE)
    there = typeset_all(both, "両方")
    monkeypatch.setattr(typesetting, "_LARGE", 1_000_000)
    assert typeset_all(both, "両方") == there
    assert there.pdf.startswith(b"%PDF")
    assert len(there.pdf) > len(typeset_all(both[:1]).pdf)


def test_a_small_print_starts_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", None)
    assert typeset("glyphs", SMALL, PRINTED).startswith(b"%PDF")


@pytest.mark.parametrize("padding", [0, 30_000])
def test_a_template_that_fails_is_named_and_no_part_of_the_file_is_printed(padding: int) -> None:
    settings = settings_of({"lines": 1, "padding": "x" * padding}, SMALL)
    made = typeset_all(settings)
    assert made.pdf == b""
    assert [bool(note.error) for note in made.notes] == [True, False]
    with pytest.raises(Impossible, match="template glyphs failed"):
        pdf_of(settings, made)


@pytest.mark.parametrize("output", [b"", b'{"length": 4, "notes": [[[], ""]]}\n%P', b"no head"])
def test_a_program_that_ends_early_is_a_refusal(monkeypatch: pytest.MonkeyPatch, output: bytes) -> None:
    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(command, -9, output, b"killed")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(Impossible, match="code -9: killed"):
        typeset_all(settings_of(LARGE))


def test_an_answer_has_warnings_and_errors() -> None:
    made = SetFile(b"ab\n", (SettingNote(("w",)), SettingNote((), "e")))
    assert answer_in(answer_of(made)) == made


def test_the_program_imports_nothing_of_arrowswitch() -> None:
    """Its start is paid for by each large print."""
    folder = Path(typesetting.TEMPLATES)
    programs = [str(folder / f"{name}.py") for name in ("typesetter", "pdf_file")]
    run = f"import runpy, sys; [runpy.run_path(program) for program in {programs}]"
    script = f"{run}; print([name for name in sys.modules if name.startswith(('arrowswitch', 'pypdf'))])"
    process = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"
