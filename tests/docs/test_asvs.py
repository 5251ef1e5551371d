"""The pages of docs/asvs judge every requirement of OWASP ASVS 5.0, levels 1 and 2, and name what is there.

The list of the requirements is an outside truth: `tests/data/asvs/README.md` says where it comes from.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEVELS = ROOT / "tests" / "data" / "asvs" / "asvs-5.0.0-levels.csv"
HOLDS = "holds"
VERDICTS = (HOLDS, "does not apply", "does not hold")
FEWEST_WORDS = 2
"""The fewest words of a reason."""
_CODE = re.compile(r"`([^`]+)`")
_PATH = re.compile(
    r"((?:src|tests|docs|tools|requirements)/[\w./-]+|[\w./-]+\.(?:css|csv|html|js|json|md|py|toml|txt|typ))"
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A row: the requirement's number and level, the verdict, and where it is shown or why it is so."""

    number: str
    level: str
    verdict: str
    where: str

    @property
    def paths(self) -> Iterator[tuple[str, list[str]]]:
        """Yields each path that is named, with the names behind it (`path::Class::test`)."""
        for code in _CODE.findall(self.where):
            path, *names = code.split("::")
            if names or _PATH.fullmatch(path):
                yield path, names


@cache
def rows() -> tuple[Judged, ...]:
    """Returns the rows of all tables: those that begin with a number of three parts."""
    judged = []
    for page in sorted((ROOT / "docs" / "asvs").glob("*.md")):
        for line in page.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if re.fullmatch(r"`\d+\.\d+\.\d+`", cells[0]):
                number, level, _, verdict, where = cells
                judged.append(Judged(number.strip("`"), level, verdict, where))
    return tuple(judged)


def levels() -> dict[str, str]:
    with LEVELS.open(encoding="utf-8", newline="") as lines:
        return {row["requirement"]: row["level"] for row in csv.DictReader(lines)}


@cache
def names_in(path: Path) -> frozenset[tuple[str, ...]]:
    """Returns the tests of a file as they are named behind it: functions, classes, and functions of classes."""
    names: set[tuple[str, ...]] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add((node.name,))
        if isinstance(node, ast.ClassDef):
            names |= {(node.name, one.name) for one in node.body if isinstance(one, ast.FunctionDef)}
    return frozenset(name for name in names if name[-1].lower().startswith("test"))


def test_every_requirement_is_judged_once() -> None:
    assert len(levels()) > 200
    assert Counter(row.number for row in rows()) == dict.fromkeys(levels(), 1)


def test_the_levels_are_those_of_the_standard() -> None:
    assert {row.number: row.level for row in rows()} == levels()


def test_there_are_three_verdicts() -> None:
    assert [row for row in rows() if row.verdict not in VERDICTS] == []


def test_what_is_named_is_there() -> None:
    wrong = []
    for row in rows():
        for path, names in row.paths:
            file = ROOT / path
            if not file.exists() or (names and tuple(names) not in names_in(file)):
                wrong.append(f"{row.number}: {'::'.join((path, *names))}")
    assert wrong == []


def test_what_holds_names_where_and_all_else_why() -> None:
    for row in rows():
        if row.verdict == HOLDS:
            assert list(row.paths), row.number
        else:
            assert len(row.where.split()) >= FEWEST_WORDS, row.number


def test_the_counts_are_told() -> None:
    counts = Counter(row.verdict for row in rows())
    text = " ".join((ROOT / "docs" / "security.md").read_text(encoding="utf-8").split())
    assert f"have {len(rows())} requirements" in text
    assert "Of these {} hold, {} do not apply and {} do not hold.".format(*(counts[one] for one in VERDICTS)) in text
