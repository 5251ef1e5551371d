"""`prizes`: who gets a prize, as it is read out."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.event_files import read_ledger
from arrowswitch.cli.parser import Commands
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.prizes.awarded import PrizeGroup, PrizeLine, prizes


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    listed = commands.add("prizes", _prizes)
    listed.add_argument("file", help=listed.words("cli.prizes.file"))
    listed.add_argument("consolation", nargs="?", help=listed.words("cli.prizes.consolation"))


def _event(console: Console, file: str) -> EventState:
    return state_of(read_ledger(console, file))


def _prizes(options: argparse.Namespace, console: Console) -> None:
    """Prints the prizes, the lowest place of the last line first."""
    consolation = _event(console, options.consolation) if options.consolation else None
    view = prizes(_event(console, options.file), consolation)
    if console.is_json:
        groups = [_plain(group) for group in view.aloud]
        console.json({"provisional": view.is_provisional, "office_points": view.has_office_points, "groups": groups})
        return
    for problem in ("sheet.prize-list.provisional",) if view.is_provisional else ():
        console.say(problem)
    if not view.groups:
        console.say("prizes.no-results")
    for group in view.aloud:
        console.line()
        console.line(_title(group, console))
        rows = [_cells(line, group, console) for line in group.lines]
        console.table("cli.prizes.head-", ("place", "names", "number", "result", "things"), rows, right=(2, 3))


def _title(group: PrizeGroup, console: Console) -> str:
    session = "" if group.session is None else console.text("prizes.session", n=group.session)
    name = console.text(f"prizes.title.{group.rule.of.value}", name=group.name)
    return "  ".join(
        part for part in (group.event, session, name, "" if group.side is None else group.side.value) if part
    )


def _cells(line: PrizeLine, group: PrizeGroup, console: Console) -> tuple[str, ...]:
    prize = line.prize
    place = console.text("prizes.place", place=prize.place)
    if line.is_shared:
        place = console.text("prizes.places", first=prize.place, last=prize.last)
    names = "" if line.entry is None else console.names(line.entry.display_names)
    return place, names, line.number, _result(line, group), "; ".join(prize.prizes)


def _result(line: PrizeLine, group: PrizeGroup) -> str:
    percent = line.standing.percent
    return f"{decimal_string(percent)}%" if group.by_percent and percent is not None else _score(line)


def _score(line: PrizeLine) -> str:
    return decimal_string(line.standing.total)


def _plain(group: PrizeGroup) -> dict[str, object]:
    return {
        "of": group.rule.of.value,
        "name": group.name,
        "direction": None if group.side is None else group.side.value,
        "session": group.session,
        "event": group.event,
        "prizes": [
            {
                "place": line.prize.place,
                "last": line.prize.last,
                "rank": line.prize.rank,
                "number": line.number,
                "names": [] if line.entry is None else list(line.entry.names),
                "score": _score(line),
                "percent": None if line.standing.percent is None else decimal_string(line.standing.percent),
                "prizes": list(line.prize.prizes),
            }
            for line in group.lines
        ],
    }
