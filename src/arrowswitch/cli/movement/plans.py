"""`movement list --sessions | --sections`, `movement show interwoven`, `movement check` of a plan: several sessions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import cast

from arrowswitch.cli.console import Console
from arrowswitch.cli.movement.reasons import print_choices, reasons
from arrowswitch.cli.movement.wishes import asks_for_plans, boards_wanted, join_numbers
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.choosing.plan_chooser import (
    PlanChoice,
    PlanWishes,
    SessionOrder,
    choose_plans,
)
from arrowswitch.core.movements.choosing.plan_chooser import takes_sections as needs_sections
from arrowswitch.core.movements.format import Plain
from arrowswitch.core.movements.guide.master_sheet import master_sheet_text
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.format import plan_to_plain
from arrowswitch.core.movements.sessions.maker import Scheme
from arrowswitch.core.movements.sessions.plan import SessionPlan, format_moves

INTERWOVEN = "interwoven"
_TWO = 2


def takes_sections(options: argparse.Namespace) -> bool:
    """True if this many pairs are proposed several sections without asking for them."""
    return options.pairs is not None and needs_sections(options.pairs, _wishes(options))


def list_plans(options: argparse.Namespace, console: Console) -> None:
    """Prints the plans that this many pairs can play, best first, each with its reasons."""
    choices = choose_plans(options.pairs, _wishes(options))
    if console.is_json:
        plain = [_choice_plain(console, choice) for choice in choices]
        console.json(plain if asks_for_plans(options) else [_of_one_session(one) for one in plain])
        return

    def cells(choice: PlanChoice) -> tuple[str, ...]:
        numbers = map(join_numbers, (choice.rounds, choice.boards, choice.minutes))
        return _plan_name(console, choice), str(choice.tables), *numbers, str(choice.board_sets)

    print_choices(console, ("name", "tables", "rounds", "boards", "minutes", "sets"), choices, cells)


def show_interwoven(options: argparse.Namespace, console: Console) -> None:
    """Prints the two sessions of a Mitchell and an interwoven Howell; as JSON, of their only section."""
    pairs = options.pairs if options.pairs is not None else 2 * _number(options.tables, "tables")
    rounds = () if options.rounds is None else (_number(options.rounds, "rounds"),)
    boards = None if options.boards_per_round is None else _number(options.boards_per_round, "boards_per_round")
    wishes = PlanWishes(_TWO, sections=1, rounds=rounds, boards_per_round=boards)
    choices = [choice for choice in choose_plans(pairs, wishes, 99) if choice.scheme is Scheme.INTERWOVEN]
    if not choices:
        raise Refused.of("plans.none", pairs=pairs, sessions=_TWO)
    plan = choices[0].plan
    if console.is_json:
        plain = plan_to_plain(plan)
        console.json({**plain, "sessions": [session[0] for session in cast(list[list[Plain]], plain["sessions"])]})
        return
    for number, session in enumerate(plan.sessions, start=1):
        console.say("cli.movement.session-head", session=number)
        for section in session:
            console.line(master_sheet_text(section.movement))


def check_plan(plan: SessionPlan, name: str, console: Console) -> int:
    """Prints every fault of a plan; a plan with faults is a mistake in the input."""
    all_faults = plan_faults(plan)
    if console.is_json:
        console.json(plan_to_plain(plan))
    else:
        print_notices(console, all_faults, "cli.movement.plan-sound")
    return complain(console, all_faults, name)


def print_notices(console: Console, faults: Sequence[Fault], sound: str) -> None:
    """Prints the notices of the checker, and the text that all is sound if it found no faults."""
    notices = [fault.problem for fault in faults if fault.severity is Severity.NOTICE]
    for notice in notices:
        console.line(console.problem(notice))
    if len(notices) == len(faults):
        console.say(sound)


def complain(console: Console, faults: Sequence[Fault], name: str) -> int:
    """Prints the faults of a file on the error stream, and returns the exit code."""
    serious = [fault.problem for fault in faults if fault.severity is Severity.FAULT]
    console.complain(serious, name)
    return 1 if serious else 0


def _wishes(options: argparse.Namespace) -> PlanWishes:
    return PlanWishes(
        sessions=options.sessions or 1,
        sections=options.sections,
        minutes=options.minutes,
        rounds=tuple(options.rounds or ()),
        boards_per_round=options.boards_per_round,
        preferred_boards=boards_wanted(options),
        stationary=options.stationary or 0,
        board_sets=options.sets,
        no_repeat=options.no_repeat,
        order=SessionOrder(options.order) if options.order else None,
        vary_field=options.vary_field,
        exchange_stationary=options.exchange_stationary,
        barometer=options.barometer,
        is_houston=options.houston,
        one_winner=None if options.winners is None else options.winners == 1,
    )


def _choice_plain(console: Console, choice: PlanChoice) -> Plain:
    plan = choice.plan
    return {
        "family": choice.scheme.value if choice.single is None else choice.single.movement.family,
        "name": _plan_name(console, choice),
        "options": {} if choice.single is None else choice.single.options,
        "sessions": [
            [
                {
                    "section": section.name,
                    "family": section.movement.family,
                    "name": console.text(f"movement.family.{section.movement.family}"),
                    "options": dict(section.movement.options),
                    "tables": section.movement.tables,
                    "rounds": section.movement.rounds,
                    "stationary": list(section.movement.stationary),
                    "phantom": section.movement.phantom,
                }
                for section in session
            ]
            for session in plan.sessions
        ],
        "moves": [format_moves(move) for move in plan.moves],
        "allowed": sorted(plan.allowed),
        "tables": choice.tables,
        "rounds": list(choice.rounds),
        "boards_per_round": choice.boards_per_round,
        "boards": list(choice.boards),
        "boards_total": choice.boards_total,
        "boards_played": choice.boards_played,
        "minutes": list(choice.minutes),
        "board_sets": choice.board_sets,
        "missed": choice.missed_pairs,
        "stationary": [str(place) for place in choice.stationary],
        "fairness": [[fair.to_plain() for fair in fairs] for fairs in choice.fairness],
        "phantom": choice.outline.is_odd,
        "row": None if choice.row is None else choice.row.line,
        "why": " ".join(reasons(console, choice)),
    }


def _of_one_session(plain: Plain) -> Plain:
    """Returns the choice of one session with the keys of every choice as numbers; the fairness is that of section A."""
    (fair, *_), (rounds,), (minutes,) = (cast(list[Plain], plain[key]) for key in ("fairness", "rounds", "minutes"))
    return {**plain, "rounds": rounds, "minutes": minutes, "fairness": cast(list[Plain], fair)[0]}


def _plan_name(console: Console, choice: PlanChoice) -> str:
    """Returns the sections and their movements: `12T+8T`, and the scheme's name."""
    tables = "+".join(f"{section.tables}T" for section in choice.sections[0])
    if choice.single is not None:
        return f"{tables} {console.text(f'movement.family.{choice.single.movement.family}')}"
    return f"{tables} {console.text(f'plans.name-{choice.scheme}')}"


def _number(text: str | None, name: str) -> int:
    number = whole_of(text or "")
    if number is None:
        raise Refused(Problem("movement.option-number", {"option": name, "value": text or "", "least": 1}, name))
    return number
