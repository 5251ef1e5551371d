"""`movement list`: the movements that this many pairs, teams or players can play."""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.movement.reasons import print_choices, reasons
from arrowswitch.cli.movement.wishes import asks_for_plans, boards_wanted
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.choosing.chooser import MovementChoice, choose
from arrowswitch.core.movements.choosing.wishes import Wishes, may_take_sections


def list_proposals(options: argparse.Namespace, console: Console) -> None:
    """Prints the movements that this many contestants can play, best first, each with its reasons; or the registered
    sheets."""
    if options.registered is not None or options.teams is not None:
        from arrowswitch.cli.movement.choices import list_registered, list_teams

        (list_teams if options.registered is None else list_registered)(options, console)
    elif options.pairs is not None and (asks_for_plans(options) or may_take_sections(options.pairs)):
        from arrowswitch.cli.movement.plans import list_plans, takes_sections

        is_planned = asks_for_plans(options) or takes_sections(options)
        (list_plans if is_planned else _list_movements)(options, console)
    else:
        _list_movements(options, console)


def _list_movements(options: argparse.Namespace, console: Console) -> None:
    if (options.sessions or 1) > 1:
        raise Refused.of("player-choice.one-session")
    choices = _choose_for_players(options) if options.players is not None else _choose_for_pairs(options)
    if console.is_json:
        console.json([_choice_plain(console, choice) for choice in choices])
        return

    def cells(choice: MovementChoice) -> tuple[str, ...]:
        boards = f"{choice.boards_played}/{choice.movement.boards_total}"
        name = console.text(f"movement.family.{choice.movement.family}")
        return name, str(choice.movement.tables), str(choice.movement.rounds), boards, str(choice.minutes)

    print_choices(console, ("name", "tables", "rounds", "boards", "minutes"), choices, cells)


def _choose_for_players(options: argparse.Namespace) -> tuple[MovementChoice, ...]:
    from arrowswitch.cli.movement.choices import team_wishes
    from arrowswitch.core.movements.choosing.player_chooser import choose_players

    return choose_players(options.players, team_wishes(options))


def _choose_for_pairs(options: argparse.Namespace) -> tuple[MovementChoice, ...]:
    wishes = Wishes(
        minutes=options.minutes,
        boards_per_round=options.boards_per_round,
        preferred_boards=boards_wanted(options),
        stationary=options.stationary or 0,
        one_winner=None if options.winners is None else options.winners == 1,
        rounds=options.rounds[0] if options.rounds else None,
    )
    return choose(options.pairs, wishes)


def _choice_plain(console: Console, choice: MovementChoice) -> dict[str, object]:
    return {
        "family": choice.movement.family,
        "name": console.text(f"movement.family.{choice.movement.family}"),
        "options": choice.options,
        "tables": choice.movement.tables,
        "rounds": choice.movement.rounds,
        "boards_per_round": choice.movement.boards_per_round,
        "boards_total": choice.movement.boards_total,
        "boards_played": choice.boards_played,
        "minutes": choice.minutes,
        "fairness": choice.fairness.to_plain(is_whole=False),
        "phantom": choice.movement.phantom is not None,
        "why": " ".join(reasons(console, choice)),
    }
