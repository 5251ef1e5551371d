"""Measures everything and writes benchmarks/results.md: `make bench`."""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks import (
    brackets,
    catalogue,
    commands,
    crowd,
    documents,
    double_dummy,
    draws,
    first_pages,
    growth,
    kits,
    knockouts,
    large_fields,
    movements,
    pages,
    posts,
    repairs,
    scoring,
    seasons,
    simultaneous,
    sizes,
    stores,
    table_phones,
    table_posts,
    two_desks,
    watchers,
)
from benchmarks.aims import aims_told
from benchmarks.measure import Row, report

GROUPS = {
    "Commands": commands.rows,
    "Scoring: 13 tables, 26 boards": scoring.rows,
    "Scoring: 100,000 tables, 30 boards": large_fields.rows,
    "Simultaneous: clubs of 20 tables, 28 boards": simultaneous.rows,
    "Seasons": seasons.rows,
    "Growth": growth.rows,
    "Movements": movements.rows,
    "Movements: every size of every family": catalogue.rows,
    "Draws of a Swiss": draws.rows,
    "Knockouts and leagues": brackets.rows,
    "Plans after an accident": repairs.rows,
    "Sheets as PDF: 7 tables": documents.rows,
    "Sheets as PDF: 45 tables, 9 rounds of 3 boards": documents.large_rows,
    "Sizes of sheets: 45 tables, 9 rounds of 3 boards": sizes.paper_rows,
    "Size of the installed program": sizes.installed_rows,
    "Memory of a desk that prints": kits.rows,
    "Pages of the desk": pages.rows,
    "Posts: 50 clients in one process": posts.rows,
    "Posts: 50 devices, 13 tables, through the network": crowd.few_rows,
    "A large hall: 500 devices send, 2,000 pages watch, 25 tables": crowd.rows,
    "Devices at 500 tables": table_posts.rows,
    "Phones at 40 tables": table_phones.rows,
    "Pages that follow 40 tables": watchers.rows,
    "Two desks on one PostgreSQL": two_desks.rows,
    "A server just started": first_pages.rows,
    "Stores: one result entered": stores.rows,
    "Double dummy": double_dummy.rows,
    "Brackets and cross tables: 128 teams": knockouts.rows,
}


def _measure_group(title: str, rows: Callable[[], Iterable[Row]]) -> tuple[Row, ...]:
    """Returns the measurements of a group; none if it ends in an error, which is printed."""
    print(f"... {title}", file=sys.stderr, flush=True)
    gc.collect()
    gc.freeze()  # as a running desk does, so that no group pays for what the others have loaded
    try:
        return tuple(rows())
    except Exception:  # noqa: BLE001 - the other groups are measured all the same
        traceback.print_exc()
        return ()


def main() -> int:
    """Runs all groups and writes the page of results. Returns 1 if a group could not be measured."""
    measured = {title: _measure_group(title, rows) for title, rows in GROUPS.items()}
    further = (Path(__file__).parent / "further.md").read_text(encoding="utf-8")
    aims = aims_told(row for rows in measured.values() for row in rows)
    page = report(measured, aims, f"\n{further}")
    (Path(__file__).parent / "results.md").write_text(page, encoding="utf-8")
    print(page)
    return int(not all(measured.values()))


if __name__ == "__main__":
    sys.exit(main())
