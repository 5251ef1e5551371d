"""`score`: the ranking and boards of a file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.cli.scoring.event_scoring import event_plain, matches_state, print_event, score_event
from arrowswitch.cli.scoring.explaining import scored_pairs
from arrowswitch.cli.scoring.output import print_standings, print_standings_json
from arrowswitch.cli.scoring.sources import source_of
from arrowswitch.cli.scoring.team_scoring import print_teams, score_team_source, team_method, teams_plain
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.formats.kinds import Wanted
from arrowswitch.formats.reading import LARGE_FILE, LARGEST_FIELD, LARGEST_FILE

_Scored = TypeVar("_Scored")


def score_file(options: argparse.Namespace, console: Console) -> None:
    """Prints the ranking and the boards of a file. Raises Refused (`cli.score.no-datum`) for datums of a match, and the
    errors of `read_file`, `source_of` and the scoring."""
    data = read_file(console, options.file, Wanted.RESULTS, LARGEST_FIELD)
    if len(data) >= LARGE_FILE and _tell_columns(options, console, data):
        return
    source = source_of(data, options.file, options.session)
    state, method = matches_state(source, options.method), team_method(source, options.method)
    chosen = {"rules": options.regulations, "scale": options.scale}
    if options.datums is not None and (state is not None or method is not None):
        raise Refused.of("cli.score.no-datum", method=source.results.method_name)
    if state is not None:
        _show(console, score_event(console, source, state, **chosen), event_plain, print_event)
    elif method is not None:
        _show(console, score_team_source(console, source, method, **chosen), teams_plain, print_teams)
    else:
        tell = print_standings_json if console.is_json else print_standings
        tell(console, scored_pairs(options, console, source))


def _tell_columns(options: argparse.Namespace, console: Console, data: bytes) -> bool:
    """Prints the ranking of a large file of plain columns. Returns False for files that must be read row by row, and
    for JSON, which has every result of the boards. Raises Malformed (`format.too-large`) for what is asked of more than
    can be read so."""
    from arrowswitch.cli.scoring.large_scoring import columns_plain, print_columns, score_columns
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
    _show(console, scored, columns_plain, print_columns)
    return True


def _show(
    console: Console,
    scored: _Scored,
    plain: Callable[[Console, _Scored], dict[str, object]],
    tell: Callable[[Console, _Scored], None],
) -> None:
    if console.is_json:
        console.json(plain(console, scored))
    else:
        tell(console, scored)
