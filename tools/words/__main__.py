"""The words lint: fails if a package breaks a rule of English more often than its committed count allows."""

from __future__ import annotations

import argparse
import gc
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from tools.words.counts import (
    Counts,
    Key,
    count_faults,
    find_package,
    find_rises,
    format_counts,
    lower_bounds,
    parse_counts,
)
from tools.words.history import COUNTS, list_files, list_subjects, read_new_lines
from tools.words.modules import read_module
from tools.words.rules import Fault, Match, Rules, read_rules
from tools.words.texts import READERS, read_names

ROOT = Path(__file__).resolve().parents[2]
GUIDE = "docs/howto/words.md"
PYTHON_SCRIPT = re.compile(r"#!.*\bpython")
SHOWN = 10
"""How many old places of a package and a rule are listed after all new ones."""


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Runs the command; returns 0, or 1 if a count rose or the subject of a commit breaks a rule."""
    options = _build_parser().parse_args(arguments)
    faults = find_faults(root)
    counts = count_faults(faults)
    path = root / COUNTS
    bounds = parse_counts(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if options.paths:
        _print_faults(fault for fault in faults if fault.path.startswith(tuple(options.paths)))
        return 0
    if options.totals:
        _print_totals(counts)
        return 0
    if options.recount or options.lower:
        bounds = counts if options.recount else lower_bounds(counts, bounds)
        path.write_text(format_counts(bounds), encoding="utf-8")
        return 0
    rises = find_rises(counts, bounds)
    if rises:
        _print_rises(faults, rises, bounds, read_new_lines(root))
    elif fallen := sum(counts.get(key, 0) < bound for key, bound in bounds.items()):
        print(f"{fallen} counts of the words lint fell: `make fix` lowers them in {COUNTS}.")
    return 1 if _print_subjects(root) or rises else 0


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.words", description=__doc__)
    parser.add_argument("paths", nargs="*", help="list all places below these folders or files, and check nothing")
    parser.add_argument("--lower", action="store_true", help="write the counts that fell")
    parser.add_argument(
        "--recount", action="store_true", help="write all counts, those that rose too (moved files, new patterns)"
    )
    parser.add_argument("--totals", action="store_true", help="print the number of places for each rule")
    return parser


def find_faults(root: Path) -> list[Fault]:
    """Returns the places of all files that break a rule, sorted."""
    rules = read_rules()
    faults: list[Fault] = []
    for name in list_files(root):
        suffix = Path(name).suffix
        if (suffix == ".py" or suffix in READERS) and not any(fnmatch(name, pattern) for pattern in rules.exempt):
            text = (root / name).read_text(encoding="utf-8")
            faults += (Fault(name, *match) for match in sorted(find_in_text(suffix, text, rules)))
    return faults


def find_in_text(suffix: str, text: str, rules: Rules) -> Iterator[Match]:
    """Yields the places of a file that break a rule; `suffix` is the end of its name (`.py`)."""
    if text.startswith(rules.generated):
        return
    if suffix == ".py" or PYTHON_SCRIPT.match(text):
        passages, names = read_module(text)
    else:
        passages, names = list(READERS[suffix](text)), list(read_names(text, suffix))
    for passage in passages:
        yield from rules.find_in_passage(passage)
    for name in names:
        yield from rules.find_in_name(name)


def _print_faults(faults: Iterable[Fault]) -> None:
    for fault in faults:
        print(f"{fault.path}:{fault.line}: {fault.rule}: {fault.words} -> {fault.advice}")


def _print_totals(counts: Counts) -> None:
    totals = Counter[str]()
    for key, number in counts.items():
        totals[key.rule] += number
    for rule, number in sorted(totals.items()):
        print(f"{number:6} {rule}")
    print(f"{totals.total():6} in all")


def _print_rises(faults: Sequence[Fault], rises: Counts, bounds: Counts, new: Mapping[str, set[int]]) -> None:
    for key, number in rises.items():
        print(f"{key.package}: {number} places break the rule {key.rule}, {bounds.get(key, 0)} are allowed:")
        places = [fault for fault in faults if Key(find_package(fault.path), fault.rule) == key]
        fresh = [fault for fault in places if fault.line in new.get(fault.path, ())]
        old = [fault for fault in places if fault not in fresh]
        for title, group in (("new", fresh), ("old", old[:SHOWN])):
            for fault in group:
                print(f"  {title}  {fault.path}:{fault.line}: {fault.rule}: {fault.words} -> {fault.advice}")
        if len(old) > SHOWN:
            print(f"  and {len(old) - SHOWN} old ones: python -m tools.words {key.package}")
    print(f"Rewrite the new places ({GUIDE}).")


def _print_subjects(root: Path) -> bool:
    """Prints the commits whose subjects break a rule. True if there are any."""
    rules = read_rules()
    is_any = False
    for subject in list_subjects(root):
        reasons = rules.find_in_subject(subject.text) if subject.commit not in rules.accepted_subjects else []
        for reason in reasons:
            print(f"commit {subject.commit[:10]}: subject: {subject.text[:80]}: {reason}")
            is_any = True
    return is_any


if __name__ == "__main__":
    gc.disable()  # Syntax trees have no reference cycles; the search for some doubles the time.
    sys.exit(main())
