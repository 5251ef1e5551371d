"""A file scored row by row: the ranking and the boards of an event, of teams, or of pairs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

from arrowswitch.cli.console import Console
from arrowswitch.cli.scoring.event_scoring import event_plain, matches_state, print_event, score_event
from arrowswitch.cli.scoring.explaining import scored_pairs
from arrowswitch.cli.scoring.output import print_standings, print_standings_json
from arrowswitch.cli.scoring.sources import source_of
from arrowswitch.cli.scoring.team_scoring import print_teams, score_team_source, team_method, teams_plain
from arrowswitch.core.errors import Refused

_Scored = TypeVar("_Scored")


def score_rows(options: argparse.Namespace, console: Console, data: bytes) -> None:
    """Prints the ranking and the boards of a file. Raises Refused (`cli.score.no-datum`) for datums of a match, and the
    errors of `source_of` and the scoring."""
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
