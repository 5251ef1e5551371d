"""`make audit`: tells which pinned parts have a known hole, by the advisories in requirements/, without network.

`make audit FROM=PLACE` takes the advisories first out of a newer copy of an advisory database: a folder, a zip file or
the https address of one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from tools.parts.advisories import Advisories, Pin, format_kept, parse_pins, read_kept
from tools.parts.renewing import read_database

ROOT = Path(__file__).resolve().parents[2]
FILES = ("run.txt", "test.txt")
KEPT = "advisories.json"
FRESH_DAYS = 30
"""After this many days the advisories are called old: docs/howto/parts.md lists the intervals of the audit."""
CLEAN, OPEN, UNREAD = 0, 1, 2


def main(arguments: Sequence[str] | None = None, today: date | None = None) -> int:
    """Runs the audit; returns 0 where no hole is known, 1 where one is, 2 where something cannot be read."""
    options = _parser().parse_args(arguments)
    folder = Path(options.folder)
    try:
        pins = tuple(pin for name in FILES for pin in parse_pins((folder / name).read_text(encoding="utf-8")))
        advisories = read_kept(folder / KEPT)
        if options.place:
            advisories = read_database(options.place, {pin.part for pin in pins}, advisories.source, advisories.licence)
            (folder / KEPT).write_text(format_kept(advisories), encoding="utf-8", newline="\n")
    except (OSError, ValueError) as wrong:
        print(f"The advisories cannot be read: {wrong}", file=sys.stderr)
        return UNREAD
    return report(advisories, pins, today or datetime.now(UTC).date())


def report(advisories: Advisories, pins: Sequence[Pin], today: date) -> int:
    """Prints the advisories, their age and the parts without any, and returns the exit code."""
    holes = list(advisories.open_in(pins))
    for pin, record in holes:
        names = ", ".join((record.name, *record.aliases))
        print(f"{pin.part} {pin.version}: {names} {f'({record.severity}) ' if record.severity else ''}{record.summary}")
    print(f"{len(pins)} parts, {len(advisories.records)} advisories about them, {len(holes)} open.")
    age = (today - advisories.newest).days
    print(
        f"The advisories are those of {advisories.newest.isoformat()} ({advisories.source}; {advisories.licence}), "
        f"{age} days old."
    )
    if age > FRESH_DAYS:
        print(
            f"That is more than {FRESH_DAYS} days: holes found since are not known here. "
            "With a network, make audit FROM=PLACE takes newer ones (docs/howto/parts.md)."
        )
    print("Parts of node, which only checks the scripts, and the fonts are not among them.")
    return OPEN if holes else CLEAN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make audit", description=__doc__)
    parser.add_argument("--from", dest="place", default="", metavar="PLACE", help="folder, zip file or https address")
    parser.add_argument("--folder", default=str(ROOT / "requirements"), help="where pins and advisories lie")
    return parser


if __name__ == "__main__":
    sys.exit(main())
