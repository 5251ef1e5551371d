"""`movement list | show | check | families`: choosing, making and checking movements."""

from __future__ import annotations

import argparse
import json

from arrowswitch.cli.context import Context
from arrowswitch.cli.files import read_file
from arrowswitch.cli.parser import Commands, Parser
from arrowswitch.cli.tables import text_table
from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.fairness import fairness
from arrowswitch.core.movements.families import FAMILIES, Option, OptionValue, make
from arrowswitch.core.movements.faults import Fault, Severity
from arrowswitch.core.movements.format import from_plain, to_plain
from arrowswitch.core.movements.master_sheet import master_sheet_text
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.verify import faults
from arrowswitch.formats.reading import text_of

_SIZES = ("pairs", "teams", "players")


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("movement")
    show = group.add("show", _show)
    show.add_argument("family", help=show.words("cli.movement.family"))
    for size in _SIZES:
        show.add_argument(f"--{size}", type=int, metavar="N", help=show.words(f"cli.movement.{size}"))
    _add_options(show)
    check = group.add("check", _check)
    check.add_argument("file", help=check.words("cli.movement.file"))
    group.add("families", _families)


def _add_options(parser: Parser) -> None:
    """Adds an option for everything that some family can be asked with."""
    for name, option in _all_options().items():
        is_number = not option.choices and not option.is_text
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            dest=name,
            type=int if is_number else str,
            metavar="N" if is_number else "|".join(option.choices) or "TEXT",
            help=parser.words("cli.movement.option", families=", ".join(_families_with(name))),
        )


def _all_options() -> dict[str, Option]:
    return {option.name: option for family in FAMILIES for option in family.options}


def _families_with(name: str) -> list[str]:
    return [family.name for family in FAMILIES if family.option(name) is not None]


def _show(options: argparse.Namespace, context: Context) -> int:
    options.file = ""
    asked: dict[str, OptionValue | None] = {name: getattr(options, name) for name in (*_SIZES, *_all_options())}
    movement = make(options.family, **asked)
    if context.is_json:
        context.json(to_plain(movement))
    else:
        _print(context, movement)
    return 0


def _check(options: argparse.Namespace, context: Context) -> int:
    """Prints every fault of a movement and its fairness; a movement with faults is a mistake in the input."""
    text = text_of(read_file(context, options.file))
    try:
        plain = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        column = error.colno if isinstance(error, json.JSONDecodeError) else 1
        raise Malformed.of("format.json", where=f"line {line}", column=column) from error
    movement = from_plain(plain)
    found = faults(movement)
    serious = [fault.problem for fault in found if fault.severity is Severity.FAULT]
    if context.is_json:
        context.json(to_plain(movement))
    else:
        _print_checked(context, movement, found)
    context.complain(serious, options.file)
    return 1 if serious else 0


def _print_checked(context: Context, movement: Movement, found: tuple[Fault, ...]) -> None:
    notices = [fault.problem for fault in found if fault.severity is Severity.NOTICE]
    for notice in notices:
        context.line(context.problem(notice))
    if len(notices) == len(found):
        context.say("cli.movement.sound")
    _print_fairness(context, movement)


def _print(context: Context, movement: Movement) -> None:
    context.say(
        "cli.movement.head",
        family=context.text(f"movement.family.{movement.family}"),
        tables=movement.tables,
        rounds=movement.rounds,
        boards=movement.boards_total,
    )
    context.line(master_sheet_text(movement))
    _print_checked(context, movement, faults(movement))


def _print_fairness(context: Context, movement: Movement) -> None:
    found = fairness(movement)
    if found.balance is not None:
        context.say("cli.movement.balance", balance=str(found.balance))
    missed, out = found.opponents_missed, found.sit_outs
    context.say("cli.movement.missed", least=missed.least, most=missed.most)
    if out.most:
        context.say("cli.movement.sit-outs", least=out.least, most=out.most)


def _families(options: argparse.Namespace, context: Context) -> int:
    if context.is_json:
        context.json([_family_plain(context, family.name) for family in FAMILIES])
        return 0
    heads = [context.text(f"cli.movement.head-{name}") for name in ("family", "name", "tables", "options")]
    rows = [
        (
            family.name,
            context.text(family.name_code),
            f"{family.tables[0]}–{family.tables[-1]}",
            " ".join(f"--{option.name.replace('_', '-')}" for option in family.options),
        )
        for family in FAMILIES
    ]
    context.line(text_table(heads, rows))
    return 0


def _family_plain(context: Context, name: str) -> dict[str, object]:
    family = next(one for one in FAMILIES if one.name == name)
    return {
        "family": family.name,
        "name": context.text(family.name_code),
        "kind": family.kind.value,
        "tables": list(family.tables),
        "options": [option.name for option in family.options],
    }
