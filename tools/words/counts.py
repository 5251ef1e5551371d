"""How often each package breaks each rule: counted in the tree, and committed as upper bounds.

The file has one line for a package and a rule, sorted. Git merges it by union (`.gitattributes`); where that leaves two
lines for a package and a rule, the lower count is the bound, which the merged tree keeps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tools.words.rules import Fault

HEAD = "# Places that break a rule of the words lint, by package: counts may only fall (docs/howto/words.md).\n"
DEPTHS = {"src/arrowswitch/web/desk/": 5, "src/": 4, "tests/": 3, "docs/": 2, "tools/": 2}
"""How many folders name a package, by the first beginning that fits."""


class Key(NamedTuple):
    """A package and a rule."""

    package: str
    rule: str


Counts = Mapping[Key, int]


def find_package(path: str) -> str:
    """Returns the folder under which a file is counted; for a file at the top its own name.

    >>> find_package("src/arrowswitch/core/scoring/boards/lines.py")
    'src/arrowswitch/core/scoring'
    >>> find_package("README.md")
    'README.md'
    """
    *folders, name = path.split("/")
    depth = next((depth for beginning, depth in DEPTHS.items() if path.startswith(beginning)), 1)
    return "/".join(folders[:depth]) or name


def count_faults(faults: Iterable[Fault]) -> Counts:
    """Returns the number of faults of each package and rule."""
    return Counter(Key(find_package(fault.path), fault.rule) for fault in faults)


def parse_counts(text: str) -> Counts:
    """Returns the counts of a file; raises ValueError with the line that is none."""
    counts: dict[Key, int] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            package, rule, number = line.rsplit(" ", 2)
            key = Key(package, rule)
            counts[key] = min(counts.get(key, int(number)), int(number))
    return counts


def format_counts(counts: Counts) -> str:
    """Returns the text of the file of counts, without those that are 0."""
    lines = [f"{key.package} {key.rule} {number}\n" for key, number in sorted(counts.items()) if number]
    return HEAD + "".join(lines)


def find_rises(counts: Counts, bounds: Counts) -> Counts:
    """Returns the counts above their bounds, sorted by package and rule."""
    return {key: number for key, number in sorted(counts.items()) if number > bounds.get(key, 0)}


def lower_bounds(counts: Counts, bounds: Counts) -> Counts:
    """Returns each bound, or the count where that is lower."""
    return {key: min(bound, counts.get(key, 0)) for key, bound in bounds.items()}
