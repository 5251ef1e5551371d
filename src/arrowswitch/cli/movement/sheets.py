"""`movement show | check | families | skip`: making and checking movements."""

from __future__ import annotations

import argparse
from fractions import Fraction

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.cli.movement.plans import (
    INTERWOVEN,
    check_plan,
    complain,
    print_notices,
    show_interwoven,
)
from arrowswitch.cli.movement.sizes import SIZES
from arrowswitch.cli.parser import Parser
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.movements.arrows.fairness_words import fairness_phrases
from arrowswitch.core.movements.checking.fairness import strength_spread
from arrowswitch.core.movements.checking.faults import Fault
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.families.family import Family
from arrowswitch.core.movements.families.mitchell import common_skip_rounds, skip_window
from arrowswitch.core.movements.families.registry import FAMILIES, Option, OptionValue, family_named, make
from arrowswitch.core.movements.families.team_pairs import sheet_name
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.guide.master_sheet import master_sheet_text
from arrowswitch.core.movements.listed.impossible import impossible
from arrowswitch.core.movements.listed.registered import is_registered, make_registered
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.formats.movement.foreign import MovementFormat, movement_format, read_movements
from arrowswitch.formats.movement.movement_file import read_movement_file, read_plan_file
from arrowswitch.formats.movement.movement_text import format_movement_text
from arrowswitch.formats.reading import exact_number, whole_number


def add_family_options(parser: Parser) -> None:
    """Adds an option for everything that some family can be asked with."""
    for name, option in _all_options().items():
        is_number = not _is_text(option)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            dest=name,
            metavar="N" if is_number else "|".join(option.choices) or "TEXT",
            help=parser.words("cli.movement.option", families=", ".join(_families_with(name))),
        )


def _all_options() -> dict[str, Option]:
    return {option.name: option for family in FAMILIES for option in family.options if option.name not in SIZES}


def _families_with(name: str) -> list[str]:
    return [family.name for family in FAMILIES if family.option(name) is not None]


def show_movement(options: argparse.Namespace, console: Console) -> None:
    """Prints a movement of a family or a registered sheet, or an interwoven plan."""
    options.file = ""
    if options.family == INTERWOVEN:
        show_interwoven(options, console)
    elif is_registered(options.family):
        _show_registered(options, console)
    else:
        _show_family(options, console)


def _show_family(options: argparse.Namespace, console: Console) -> None:
    family = family_named(options.family)
    options_given: dict[str, OptionValue | None] = {size: getattr(options, size) for size in SIZES}
    for name in _all_options():
        option = family.option(name)
        options_given[name] = _value(getattr(options, name), is_text=option is not None and _is_text(option))
    movement = make(family.name, **options_given)
    if console.is_json:
        console.json(to_plain(movement))
    else:
        _print_as_asked(options, console, movement)


def _show_registered(options: argparse.Namespace, console: Console) -> None:
    """Prints a registered sheet, each session of it when there are several; options change it as its family allows."""
    names = _all_options()
    options_given = {name: _value(getattr(options, name), is_text=_is_text(names[name])) for name in names}
    options_given = {name: value for name, value in options_given.items() if value is not None}
    movements = tuple(
        make(one.family, **{**one.options, **options_given}) for one in make_registered(options.family).movements
    )
    if console.is_json:
        console.json(to_plain(movements[0]) if len(movements) == 1 else {"sessions": list(map(to_plain, movements))})
        return
    for session, movement in enumerate(movements, start=1):
        if len(movements) > 1:
            console.say("cli.movement.session-head", session=session)
        _print_as_asked(options, console, movement)


def _print_as_asked(options: argparse.Namespace, console: Console, movement: Movement) -> None:
    if options.text:
        console.line(format_movement_text(movement).rstrip("\n"))
    else:
        _print(console, movement)


def _is_text(option: Option) -> bool:
    return bool(option.choices) or option.is_text


def _value(text: str | None, *, is_text: bool) -> OptionValue | None:
    """Returns an option as its family takes it; what is no number is left to the family to refuse."""
    number = None if text is None or is_text else whole_number(text)
    return text if number is None else number


def check_movement(options: argparse.Namespace, console: Console) -> int:
    """Prints every fault of a movement and its fairness; a movement with faults is a mistake in the input."""
    data = read_file(console, options.file)
    plan = read_plan_file(data)
    if plan is not None:
        return check_plan(plan, options.file, console)
    movement = _movement_of(data, options.file)
    spread = None if options.strengths is None else strength_spread(movement, _strengths(options.strengths, movement))
    all_faults = faults(movement)
    if console.is_json:
        console.json(to_plain(movement) if spread is None else {**to_plain(movement), "strength": spread.to_plain()})
    else:
        _print_checked(console, movement, all_faults)
        if spread is not None:
            amounts = {name: decimal_string(getattr(spread, name)) for name in ("least", "most", "mean")}
            console.line(f"  {console.text('fairness.strength', **amounts, deviation=str(spread.deviation))}")
    return complain(console, all_faults, options.file)


def _movement_of(data: bytes, name: str) -> Movement:
    """Returns the movement of a file, also of another program; raises Refused (`cli.movement.several-sheets`)."""
    if movement_format(data) in (None, MovementFormat.JSON, MovementFormat.TEXT):
        return read_movement_file(data)
    movements = read_movements(data)
    if len(movements) > 1:
        raise Refused.of("cli.movement.several-sheets", text=quote_text(name), n=len(movements))
    return movements[0].movement


def _strengths(text: str, movement: Movement) -> dict[Number, Fraction]:
    """Returns the strength of every number, given in the order of the numbers; raises Malformed
    (`cli.movement.strength`), Refused (`cli.movement.strength-count`)."""
    numbers = [number for number in movement.contestants if number != movement.phantom]
    words = text.split(",")
    if len(words) != len(numbers):
        raise Refused.of("cli.movement.strength-count", n=len(words), numbers=len(numbers))
    strengths = {}
    for number, word in zip(numbers, words, strict=True):
        strength = exact_number(word.strip())
        if strength is None:
            raise Malformed.of("cli.movement.strength", number=number, text=quote_text(word))
        strengths[number] = strength
    return strengths


def _print_checked(console: Console, movement: Movement, faults: tuple[Fault, ...]) -> None:
    print_notices(console, faults, "cli.movement.sound")
    console.say("fairness.title")
    for phrase in fairness_phrases(movement):
        console.line(f"  {console.text(phrase.code, **phrase.params)}")


def _print(console: Console, movement: Movement) -> None:
    family, which = console.text(f"movement.family.{movement.family}"), sheet_name(movement)
    console.say(
        "cli.movement.head",
        family=family if which is None else f"{family} {console.problem(which)}",
        tables=movement.tables,
        rounds=movement.rounds,
        boards=movement.boards_total,
    )
    console.line(master_sheet_text(movement))
    _print_checked(console, movement, faults(movement))


def list_skips(options: argparse.Namespace, console: Console) -> None:
    """Prints after which rounds East-West may skip in sections of these tables, and after which in all of them."""
    if any(tables < 4 or tables % 2 or not skip_window(tables, options.rounds) for tables in options.tables):
        sizes = ", ".join(map(str, options.tables))
        raise Refused.of("cli.movement.no-skip", tables=sizes, rounds=options.rounds)
    windows = {tables: list(skip_window(tables, options.rounds)) for tables in options.tables}
    together = common_skip_rounds(options.tables, options.rounds)
    if console.is_json:
        console.json({"sections": windows, "together": list(together)})
        return
    rows = [(str(tables), ", ".join(map(str, rounds))) for tables, rounds in windows.items()]
    console.table("cli.movement.head-", ("tables", "skip-after"), rows, right=(0,))
    console.line(console.text("cli.movement.skip-together", rounds=", ".join(map(str, together))))


def list_families(options: argparse.Namespace, console: Console) -> None:
    """Prints every family with its tables and options, and the sizes that it cannot have."""
    if console.is_json:
        console.json([_family_plain(console, family) for family in FAMILIES])
        return
    rows = [
        (
            family.name,
            console.text(family.name_code),
            "–".join(dict.fromkeys(map(str, (family.tables[0], family.tables[-1])))),
            " ".join(f"--{option.name.replace('_', '-')}" for option in family.options),
        )
        for family in FAMILIES
    ]
    console.table("cli.movement.head-", ("family", "name", "tables", "options"), rows)
    for family in FAMILIES:
        for problem in impossible(family.name):
            console.line(f"{family.name}: {console.problem(problem)}")


def _family_plain(console: Console, family: Family) -> dict[str, object]:
    return {
        "family": family.name,
        "name": console.text(family.name_code),
        "kind": family.kind.value,
        "tables": list(family.tables),
        "options": [option.name for option in family.options],
        "impossible": [console.problem(problem) for problem in impossible(family.name)],
    }
