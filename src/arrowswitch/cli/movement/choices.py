"""`movement list --teams | --registered`: the team games that a number of teams can play, and the registered sheets."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.movement.reasons import print_choices, reasons
from arrowswitch.cli.movement.wishes import boards_wanted, join_numbers
from arrowswitch.core.movements.choosing.team_chooser import TeamChoice, TeamWishes, choose_teams
from arrowswitch.core.movements.families.team_pairs import sheet_name
from arrowswitch.core.movements.listed.registered import entries
from arrowswitch.core.movements.listed.registered_list import RegisteredSheet, registered_ids, written_sizes
from arrowswitch.regulations import load_scale

_LONGEST_MATCH = 99


def list_teams(options: argparse.Namespace, console: Console) -> None:
    """Prints the team games that this many teams can play, best first, each with its reasons."""
    choices = choose_teams(options.teams, options.sessions or 1, team_wishes(options))
    if console.is_json:
        console.json([_plain(console, choice) for choice in choices])
        return

    def name_of(choice: TeamChoice) -> str:
        which = None if choice.plan is None else sheet_name(choice.plan.sessions[0])
        name = console.text(choice.name_code)
        return name if which is None else f"{name} {console.problem(which)}"

    def cells(choice: TeamChoice) -> tuple[str, ...]:
        boards = f"{join_numbers(choice.boards)}/{join_numbers(choice.boards_used)}"
        return name_of(choice), join_numbers(choice.rounds), boards, join_numbers(choice.minutes)

    print_choices(console, ("name", "rounds", "boards", "minutes"), choices, cells)


def team_wishes(options: argparse.Namespace) -> TeamWishes:
    """Returns the wishes on the command line for a team game or an individual.

    With a scale, a match has a number of boards that the scale has a table for. Raises NotFound (`scale.unknown`).
    """
    scale = None if options.scale is None else load_scale(options.scale)
    boards = None if scale is None else frozenset(n for n in range(1, _LONGEST_MATCH + 1) if scale.has_table(n))
    return TeamWishes(
        minutes=options.minutes,
        boards_per_round=options.boards_per_round,
        preferred_boards=boards_wanted(options),
        match_boards=boards,
    )


def list_registered(options: argparse.Namespace, console: Console) -> None:
    """Prints every registered sheet, or those of one id, each as `movement show` opens it."""
    sheets = entries(options.registered or None)
    if console.is_json:
        console.json([_sheet_plain(console, sheet) for sheet in sheets])
    elif options.registered:
        for sheet in sheets:
            console.line(f"{sheet.label}  {console.text(sheet.name_code)}")
    else:
        rows = [row for sheet_id in registered_ids() for row in _id_rows(console, sheet_id, sheets)]
        console.table("cli.movement.head-", ("written", "name", "tables"), rows)


def _id_rows(console: Console, sheet_id: str, sheets: tuple[RegisteredSheet, ...]) -> list[tuple[str, ...]]:
    sizes: dict[str, set[int]] = {}
    for sheet in sheets:
        if sheet.sheet_id == sheet_id:
            sizes.setdefault(sheet.name_code, set()).add(sheet.size)
    return [(sheet_id, console.text(code), written_sizes(sorted(those))) for code, those in sizes.items()]


def _sheet_plain(console: Console, sheet: RegisteredSheet) -> dict[str, object]:
    return {
        "sheet": sheet.label,
        "id": sheet.sheet_id,
        "name": console.text(sheet.name_code),
        sheet.unit.value: sheet.size,
        "rounds": sheet.rounds,
        "sessions": sheet.sessions,
    }


def _plain(console: Console, choice: TeamChoice) -> dict[str, object]:
    """Returns a choice with the keys of every choice; boards and minutes are those of all sessions together."""
    measures = choice.fairness
    sheets = () if choice.plan is None else choice.plan.sheets
    return {
        "family": choice.family,
        "name": console.text(choice.name_code),
        "options": {**sheets[0].options, "boards_per_round": choice.boards_per_round} if sheets else {},
        "tables": choice.teams,
        "rounds": sum(choice.rounds),
        "boards_per_round": choice.boards_per_round,
        "boards_total": sum(choice.boards_used),
        "boards_played": sum(choice.boards),
        "minutes": sum(choice.minutes),
        "fairness": measures[0].to_plain() if measures else {},
        "phantom": False,
        "why": " ".join(reasons(console, choice)),
        "match_boards": choice.match_boards,
        "sessions": [
            {
                "family": choice.family if choice.plan is None else sheets[at].family,
                "options": {} if choice.plan is None else dict(sheets[at].options),
                "rounds": rounds,
                "boards_total": choice.boards_used[at],
                "boards_played": choice.boards[at],
                "minutes": choice.minutes[at],
                "fairness": measures[at].to_plain() if measures else {},
            }
            for at, rounds in enumerate(choice.rounds)
        ],
    }
