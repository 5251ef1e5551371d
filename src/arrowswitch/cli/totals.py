"""`total`: everybody's total over the sessions of an event, by points or by percentage, with strata and handicaps."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.cli.console import Console
from arrowswitch.cli.event_files import read_ledger
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.tables import text_table
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import SessionsBy
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.event_total import event_total, has_session_choice, session_basis
from arrowswitch.tournament.ranking.total_lists import total_lists
from arrowswitch.tournament.standings.totals import TotalRow, TotalView


@dataclass(frozen=True, slots=True)
class _List:
    """A list of the total: `kind` is the ranking, one over both sides, a stratum's or that with handicaps."""

    kind: str
    name: str
    side: Side | None
    rows: tuple[TotalRow, ...]


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    total = commands.add("total", _total)
    total.add_argument("file", help=total.words("cli.prizes.file"))
    total.add_argument("--by", choices=tuple(SessionsBy), help=total.words("cli.total.by"))
    total.add_argument("--through", type=int, metavar="N", help=total.words("cli.total.through"))


def _total(options: argparse.Namespace, console: Console) -> None:
    """Prints the total; raises Refused (`cli.total.no-results`, `cli.total.no-percent` where a total by percentage is
    asked for and none can be made)."""
    state = state_of(read_ledger(console, options.file))
    if options.by is not None:
        state = replace(
            state,
            settings=replace(state.settings, scoring=replace(state.settings.scoring, total_by=SessionsBy(options.by))),
        )
    view = event_total(state, options.through)
    if not view.sessions:
        raise Refused.of("cli.total.no-results")
    if options.by == SessionsBy.PERCENT and not has_session_choice(state, view):
        raise Refused.of("cli.total.no-percent")
    by = session_basis(state, view)
    lists = tuple(_lists(state, view))
    if console.is_json:
        console.json(
            {
                "event": state.settings.name,
                "sessions": list(view.sessions),
                "by": by.value,
                "provisional": view.standings.is_provisional,
                "lists": [_plain(one) for one in lists],
            }
        )
        return
    console.say("cli.total.head", event=state.settings.name, by=console.text(f"desk.total.by-short-{by.value}"))
    for one in lists:
        console.line()
        _print(console, one, view, state)


def _lists(state: EventState, view: TotalView) -> Iterator[_List]:
    if view.together:
        yield _List("together", "", None, view.together)
    for side, rows in view.groups:
        yield _List("total", "", side, rows)
    for one in total_lists(state, view):
        yield _List(one.kind.value, one.name, one.side, one.rows)


def _print(console: Console, listed: _List, view: TotalView, state: EventState) -> None:
    titles = {"total": "desk.total.title", "together": "desk.total.together"}
    code = titles.get(listed.kind, f"desk.further.{listed.kind}")
    if listed.kind == "handicap":
        code = f"{code}-{state.settings.scoring.handicap_kind.value}"
    side = "" if listed.side is None else f"  {listed.side.value}"
    console.line(console.text(code, name=listed.name) + side)
    heads = tuple(console.text("cli.total.session", n=number) for number in view.sessions)
    names = [console.text(f"cli.score.head-{name}") for name in ("rank", "names")]
    ends = [console.text("desk.carry.amount")] if view.has_carry else []
    ends += [console.text(f"cli.score.head-{name}") for name in ("score", "percent")]
    columns = (*names, *heads, *ends)
    right = [place for place in range(len(columns)) if place != 1]
    console.line(text_table(columns, [_cells(row, view, console) for row in listed.rows], right))


def _cells(row: TotalRow, view: TotalView, console: Console) -> tuple[str, ...]:
    own = [row.in_session(number) for number in view.sessions]
    sessions = tuple("–" if one is None else f"{one.number} {decimal_string(one.standing.total)}" for one in own)
    carry = (_decimal(row.carry_over) or "–",) if view.has_carry else ()
    names = "" if row.entry is None else console.names(row.entry.display_names)
    standing = row.standing
    total = decimal_string(standing.total)
    return (standing.written_rank, names, *sessions, *carry, total, _decimal(standing.percent) or "")


def _plain(listed: _List) -> dict[str, object]:
    return {
        "kind": listed.kind,
        "name": listed.name,
        "direction": None if listed.side is None else listed.side.value,
        "standings": [
            {
                "rank": row.standing.place,
                "tied": row.standing.is_tied,
                "names": [] if row.entry is None else list(row.entry.names),
                "score": decimal_string(row.standing.total),
                "percent": _decimal(row.standing.percent),
                "brought": _decimal(row.carry_over),
                "sessions": [
                    {
                        "session": one.session,
                        "number": one.number,
                        "score": decimal_string(one.standing.total),
                        "percent": _decimal(one.standing.percent),
                    }
                    for one in row.sessions
                ],
            }
            for row in listed.rows
        ],
    }


def _decimal(amount: Fraction | None) -> str | None:
    return None if amount is None else decimal_string(amount)
