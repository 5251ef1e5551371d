"""Parts of single features that are not installed: the message names the part and the extra; the rest of the program
never imports what these parts ask for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tables import for_each

UNUSED = (
    "matplotlib",
    "fontTools",
    "PIL",
    "contourpy",
    "kiwisolver",
    "cycler",
    "pyparsing",
    "pandas",
    "dateutil",
    "tqdm",
)
BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names!r}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Blocked())
"""
DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
SOLVES = f"""
from arrowswitch.analysis.dds import leads_of, tables_of
from arrowswitch.core.solving import new_model, solve
from arrowswitch.formats.results import csv_columns
model = new_model()
number = model.new_int_var(2, 9, "")
model.minimize(number)
print(solve(model, 1).value(number), tables_of(["{DEAL}"])[0][0], len(next(leads_of([("{DEAL}", 0, 1)]))))
"""


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_program_never_imports_the_parts_that_are_left_out() -> None:
    """North and South take all tricks in spades; East has thirteen cards to lead."""
    assert run(BLOCKED.format(names=set(UNUSED)) + SOLVES).split("\n")[0] == "2 [13, 0, 13, 0] 13"


def test_the_requirements_leave_them_out() -> None:
    text = (Path(__file__).parents[2] / "requirements" / "run.txt").read_text(encoding="utf-8")
    names = {line.partition("==")[0] for line in text.splitlines() if "==" in line}
    assert names & {"matplotlib", "fonttools", "pillow", "contourpy", "kiwisolver", "cycler", "pandas"} == set()
    assert {"endplay", "ortools", "numpy", "typst"} <= names


@for_each("part", ["ortools", "endplay"])
def test_a_missing_part_is_named_with_its_extra(part: str) -> None:
    use = {
        "ortools": "from arrowswitch.core.solving import new_model; call = new_model",
        "endplay": f"from arrowswitch.analysis.dds import tables_of; call = lambda: tables_of(['{DEAL}'])",
    }[part]
    missing = "import importlib.util as u; u.find_spec = lambda name: None\n" if part == "endplay" else ""
    program = f"""{BLOCKED.format(names={"ortools"})}{missing}{use}
from arrowswitch.core.errors import Refused
from arrowswitch.i18n import Locale, translate
try:
    call()
except Refused as refused:
    [problem] = refused.problems
    print(*(ascii(translate(problem.code, problem.params, locale)) for locale in (Locale.EN, Locale.JA)))
"""
    answer = run(program)
    extra = {"ortools": "league", "endplay": "deals"}[part]
    assert answer.count(f'pip install "arrowswitch[{extra}]"') == 2
    assert answer.count(part) == 2
