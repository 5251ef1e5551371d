"""docs/limits.md: each limit on it is the one in the code, and none of those that guard the program is missing."""

from __future__ import annotations

import ast
import importlib
import re
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

from tests.tables import for_each

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "limits.md"
GUARDS = ("formats", "store", "tournament/event", "tournament/club", "tournament/settings", "web/serving")
"""The packages whose public limits are all on the page, in addition to those of the modules at the top of `web`."""
UNITS = {"": 1, "MB": 1_000_000, "MiB": 1 << 20, "KiB": 1 << 10, "hours": 3600, "seconds": 1, "times": 1}
_ROW = re.compile(r"^\| [^|]+ \| (?P<told>[^|]+) \| `(?P<path>[\w/]+)\.py::(?P<name>\w+)` \|")
_LIMIT = re.compile(r"(?:MOST|LARGEST|LONGEST)_[A-Z_]+")


def documented_limits() -> dict[tuple[str, str], str]:
    """Returns the limits on the page, by module and constant."""
    rows = filter(None, map(_ROW.match, PAGE.read_text(encoding="utf-8").splitlines()))
    return {(row["path"], row["name"]): row["told"] for row in rows}


def amount(text: str) -> Fraction:
    number, _, unit = text.replace(",", "").partition(" ")
    return Fraction(number) * UNITS[unit]


@for_each("place", documented_limits(), ids="::".join)
def test_a_limit_is_the_one_in_the_code(place: tuple[str, str]) -> None:
    path, name = place
    value = getattr(importlib.import_module(f"arrowswitch.{path.replace('/', '.')}"), name)
    unit = 1 << 20 if name.endswith("_MB") else 1
    seconds = value.total_seconds() if isinstance(value, timedelta) else value
    assert amount(documented_limits()[place]) == Fraction(seconds) * unit


def test_no_limit_that_guards_the_program_is_missing() -> None:
    source = ROOT / "src" / "arrowswitch"
    modules = [path for room in GUARDS for path in (source / room).rglob("*.py")] + list((source / "web").glob("*.py"))
    there = {
        (str(path.relative_to(source).with_suffix("")), target.id)
        for path in modules
        for line in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(line, ast.Assign)
        for target in line.targets
        if isinstance(target, ast.Name) and _LIMIT.fullmatch(target.id)
    }
    assert len(there) > 20
    assert sorted(there - documented_limits().keys()) == []
