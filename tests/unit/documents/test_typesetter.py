"""A large print is set by a program of its own: the same PDF, the same refusals, and its memory ends with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from arrowswitch.core.errors import Impossible
from arrowswitch.documents import typesetting
from arrowswitch.documents.typesetter import SetPrint, Setting, answers_in
from arrowswitch.documents.typesetting import pdf_of, setting_of, typeset, typeset_all
from tests.paper import PRINTED

SMALL = {"lines": ["柏 梓"]}
LARGE = {"lines": ["柏 梓"] * 3000}


def settings_of(*models: object) -> tuple[Setting, ...]:
    """Returns settings of page models for the template that lists lines."""
    return tuple(setting_of("glyphs", model, PRINTED) for model in models)


def test_the_program_sets_the_same_pdf() -> None:
    (small,) = settings_of(SMALL)
    (here,) = typeset_all((small,))
    there, large = typeset_all((small, *settings_of(LARGE)))
    assert there == here
    assert large.pdf.startswith(b"%PDF")
    assert len(large.pdf) > len(there.pdf)


def test_a_small_print_starts_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", None)
    assert typeset("glyphs", SMALL, PRINTED).startswith(b"%PDF")


def test_a_template_that_fails_spares_the_others() -> None:
    failed, made = typeset_all(settings_of({"lines": 1, "padding": "x" * 30_000}, SMALL))
    assert made.pdf.startswith(b"%PDF")
    assert failed.pdf == b""
    with pytest.raises(Impossible, match="template glyphs failed"):
        pdf_of(settings_of(SMALL)[0], failed)


@pytest.mark.parametrize("output", [b"", b'{"length": 4, "warnings": [], "error": ""}\n%P', b"no head"])
def test_a_program_that_ends_early_is_a_refusal(monkeypatch: pytest.MonkeyPatch, output: bytes) -> None:
    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(command, -9, output, b"killed")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(Impossible, match="code -9: killed"):
        typeset_all(settings_of(LARGE))


def test_answers_carry_warnings_and_errors() -> None:
    output = b'{"length": 2, "warnings": ["w"], "error": ""}\nab{"length": 0, "warnings": [], "error": "e"}\n'
    assert tuple(answers_in(output)) == (SetPrint(b"ab", ("w",)), SetPrint(b"", (), "e"))


def test_the_program_imports_nothing_of_arrowswitch() -> None:
    """Its start is paid for by each large print."""
    program = Path(typesetting.TEMPLATES) / "typesetter.py"
    script = (
        f"import runpy, sys; runpy.run_path({str(program)!r}); print([n for n in sys.modules if 'arrowswitch' in n])"
    )
    process = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"
