"""`imps`, `vp`: what a difference of points and a margin of IMPs come to."""

from __future__ import annotations

import argparse

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.cli.files import scale_named
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.game.notation import format_signed, quote_text
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.scales import Scale, ScaleKind
from arrowswitch.formats.reading import whole_number

_LARGEST_DIFFERENCE = 100_000
_MOST_BOARDS = 1_000


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    difference = commands.add("imps", _imps)
    difference.add_argument("difference", help=difference.words("cli.imps.difference"))
    victory = commands.add("vp", _vp)
    victory.add_argument("imps", nargs="?", help=victory.words("cli.vp.imps"))
    victory.add_argument("--scale", help=victory.words("cli.vp.scale"))
    victory.add_argument("--boards", type=int, help=victory.words("cli.vp.boards"))
    victory.add_argument("--list", action="store_true", help=victory.words("cli.vp.list"))


def _imps(options: argparse.Namespace, console: Console) -> None:
    difference = whole_number(options.difference)
    if difference is None or abs(difference) > _LARGEST_DIFFERENCE:
        raise Malformed.of("cli.imps.malformed", text=quote_text(options.difference))
    amount = imps(difference)
    console.answer({"imps": amount}, "cli.imps.answer", imps=format_signed(amount))


def _vp(options: argparse.Namespace, console: Console) -> None:
    """Prints the victory points of a margin, or the scales there are."""
    if options.list:
        _list_scales(console)
        return
    missing = [name for name, value in (("--scale", options.scale), ("IMPS", options.imps)) if value is None]
    if missing:
        raise Refused.of("cli.vp.missing", names=", ".join(missing))
    margin = whole_number(options.imps)
    if margin is None or abs(margin) > _LARGEST_DIFFERENCE:
        raise Malformed.of("cli.vp.malformed", text=quote_text(options.imps))
    if options.boards is not None and not 1 <= options.boards <= _MOST_BOARDS:
        raise Malformed.of("cli.vp.no-boards", boards=options.boards, most=_MOST_BOARDS)
    scale = scale_named(console, options.scale)
    first, second = (decimal_string(points, scale.places) for points in scale.points(margin, options.boards))
    console.answer({"first": first, "second": second}, "cli.vp.answer", first=first, second=second)


def _list_scales(console: Console) -> None:
    scales = [regulations.load_scale(name) for name in regulations.scale_names()]
    if console.is_json:
        console.json(
            [
                {
                    "scale": scale.name,
                    "title": scale.title,
                    "boards": _boards(scale),
                    "unit": scale.unit.value,
                    "source": scale.source,
                }
                for scale in scales
            ]
        )
        return
    rows = [
        (scale.name, _boards_text(scale, console), console.text(f"scale.unit-{scale.unit}"), scale.title)
        for scale in scales
    ]
    console.table("cli.vp.head-", ("scale", "boards", "unit", "title"), rows)


def _boards_text(scale: Scale, console: Console) -> str:
    code = "cli.vp.no-table" if scale.kind is ScaleKind.NAMED else "cli.vp.any-boards"
    return ", ".join(_boards(scale)) or console.text(code)


def _boards(scale: Scale) -> list[str]:
    """Returns the numbers of boards that a scale has columns for, as `8`, `6-8` and `3+`; none where it needs none."""
    return [column.boards for column in scale.columns]
