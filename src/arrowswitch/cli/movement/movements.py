"""`movement list | show | check | repair | families | skip | import | export`: choosing, making and checking movements.

Only the options are declared here. The modules that do the work are loaded when the command is carried out.
"""

from __future__ import annotations

import argparse

from arrowswitch.cli.console import Console
from arrowswitch.cli.movement.sizes import SIZES
from arrowswitch.cli.parser import Commands, Parser

ORDERS = ("mitchell-first", "howell-first")
"""The values of `SessionOrder`, which is slow to load."""
_FLAGS = ("no-repeat", "vary-field", "exchange-stationary", "barometer", "houston")
_REPAIR_SECONDS = 2
_IMPORTED_BOARDS = 2
EXPORTS = ("ebuscore", "csv", "json")
"""The formats in which `movement export` writes a sheet."""


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("movement")
    _add_list(group.add("list", _list))
    group.add("show", _show, _add_show)
    check = group.add("check", _check)
    check.add_argument("file", help=check.words("cli.movement.file"))
    check.add_argument("--strengths", metavar="N,N,...", help=check.words("cli.movement.strengths"))
    _add_repair(group.add("repair", _repair))
    group.add("families", _families)
    skip = group.add("skip", _skip)
    skip.add_argument("tables", type=int, nargs="+", metavar="N", help=skip.words("cli.movement.skip-tables"))
    skip.add_argument("--rounds", type=int, required=True, metavar="N", help=skip.words("cli.movement.skip-rounds"))
    _add_transfer(group.add("import", _import), group.add("export", _export))


def _add_list(parser: Parser) -> None:
    size = parser.add_mutually_exclusive_group(required=True)
    for name in SIZES:
        size.add_argument(f"--{name}", type=int, metavar="N", help=parser.words(f"cli.movement.{name}"))
    size.add_argument("--registered", nargs="?", const="", metavar="ID", help=parser.words("cli.movement.registered"))
    for name in ("minutes", "boards-per-round", "boards", "level", "stationary", "sessions"):
        parser.add_argument(f"--{name}", type=int, metavar="N", help=parser.words(f"cli.movement.{name}"))
    parser.add_argument("--winners", type=int, choices=(1, 2), help=parser.words("cli.movement.winners"))
    parser.add_argument("--scale", metavar="NAME", help=parser.words("cli.movement.scale"))
    parser.add_argument("--sections", type=int, metavar="N", help=parser.words("cli.movement.sections"))
    parser.add_argument("--sets", type=int, metavar="N", help=parser.words("cli.movement.sets"))
    parser.add_argument("--rounds", type=int, nargs="+", metavar="N", help=parser.words("cli.movement.rounds"))
    parser.add_argument("--order", choices=ORDERS, help=parser.words("cli.movement.order"))
    for flag in _FLAGS:
        parser.add_argument(f"--{flag}", action="store_true", help=parser.words(f"cli.movement.{flag}"))


def _add_show(parser: Parser) -> None:
    """Adds the options of `movement show`: those of every family, so the families are loaded."""
    from arrowswitch.cli.movement.sheets import add_family_options

    parser.add_argument("family", help=parser.words("cli.movement.family"))
    for size in SIZES:
        parser.add_argument(f"--{size}", type=int, metavar="N", help=parser.words(f"cli.movement.{size}"))
    parser.add_argument("--text", action="store_true", help=parser.words("cli.movement.text"))
    add_family_options(parser)


def _add_repair(parser: Parser) -> None:
    parser.add_argument("file", help=parser.words("cli.movement.file"))
    parser.add_argument("--happened", required=True, metavar="WHAT", help=parser.words("cli.movement.happened"))
    parser.add_argument("--after", type=int, metavar="N", help=parser.words("cli.movement.after"))
    parser.add_argument(
        "--seconds", type=int, default=_REPAIR_SECONDS, metavar="N", help=parser.words("cli.movement.repair-seconds")
    )


def _add_transfer(reading: Parser, writing: Parser) -> None:
    """Adds the options of `movement import` and `movement export`."""
    reading.add_argument("file", help=reading.words("cli.movement.import-file"))
    reading.add_argument(
        "--boards-per-round",
        type=int,
        default=_IMPORTED_BOARDS,
        metavar="N",
        help=reading.words("cli.movement.import-boards"),
    )
    reading.add_argument("--database", help=reading.words("cli.serve.database"))
    writing.add_argument("sheet", help=writing.words("cli.movement.export-sheet"))
    writing.add_argument(
        "--format", choices=EXPORTS, default=EXPORTS[0], help=writing.words("cli.movement.export-format")
    )
    writing.add_argument("-o", "--out", help=writing.words("cli.movement.export-out"))
    writing.add_argument("--database", help=writing.words("cli.serve.database"))


def _list(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.movement.proposals import list_proposals

    list_proposals(options, console)


def _show(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.movement.sheets import show_movement

    show_movement(options, console)


def _check(options: argparse.Namespace, console: Console) -> int:
    from arrowswitch.cli.movement.sheets import check_movement

    return check_movement(options, console)


def _repair(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.movement.repairs import repair_movement

    repair_movement(options, console)


def _families(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.movement.sheets import list_families

    list_families(options, console)


def _skip(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.movement.sheets import list_skips

    list_skips(options, console)


def _import(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.movement.transfer import import_movements

    import_movements(options, console)


def _export(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.movement.transfer import export_movement

    export_movement(options, console)
