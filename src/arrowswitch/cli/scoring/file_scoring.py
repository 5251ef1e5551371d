"""`score`: the ranking and boards of a file, on arrays for a large file of plain columns, else row by row."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.formats.kinds import Wanted
from arrowswitch.formats.reading import LARGE_FILE, LARGEST_FIELD, LARGEST_FILE


def score_file(options: argparse.Namespace, console: Console) -> None:
    """Prints the ranking and the boards of a file; raises the errors of `read_file` and `score_rows`."""
    data = read_file(console, options.file, Wanted.RESULTS, LARGEST_FIELD)
    if len(data) >= LARGE_FILE and _print_large(options, console, data):
        return
    from arrowswitch.cli.scoring.row_scoring import score_rows

    score_rows(options, console, data)


def _print_large(options: argparse.Namespace, console: Console, data: bytes) -> bool:
    """Prints the ranking of a large file of plain columns. Returns False for files that must be read row by row, and
    for JSON, which has every result of the boards. Raises Malformed (`format.too-large`) for what is asked of more than
    can be read so."""
    from arrowswitch.cli.scoring.large_scoring import print_columns, print_columns_json, score_columns
    from arrowswitch.formats.results.csv_columns import read_columns

    is_too_large = len(data) > LARGEST_FILE
    asks_more = (options.session, options.scale, options.table, options.datums) != (None,) * 4
    if asks_more and is_too_large:
        raise Malformed.of("format.too-large", limit=LARGEST_FILE // 1_000_000)
    columns = None if not is_too_large and (console.is_json or asks_more) else read_columns(data)
    if columns is None:
        return False
    try:
        scored = score_columns(console, options.file, columns, method=options.method, rules=options.regulations)
    except Refused as refused:
        if not is_too_large and any(problem.code.startswith("bulk.") for problem in refused.problems):
            return False
        raise
    (print_columns_json if console.is_json else print_columns)(console, scored)
    return True
