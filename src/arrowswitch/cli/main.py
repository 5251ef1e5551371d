"""The command line as a whole: what there is, in which language, and how it ends.

Exit codes: 0 done, 1 a mistake in the input (one line for each problem on the error stream), 2 a command line that
cannot be understood. A defect of the program is written to a file and reported in one line, without a traceback; where
a command that read files fails, the line names them, because damaged data are the likely cause.
"""

from __future__ import annotations

import argparse
import codecs
import errno
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType

from arrowswitch import __version__
from arrowswitch.cli.console import Console
from arrowswitch.cli.parser import Commands, Parser, UsageError, add_names
from arrowswitch.core.errors import Mistake
from arrowswitch.i18n.locales import TERMINAL_LOCALE, Locale, choose_locale, every_locale, find_locale
from arrowswitch.i18n.messages import translate

TYPE_CHECKING = False  # as in `typing`, which is not loaded for it
if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO, TextIO

    from arrowswitch.cli.services import Services

DONE, MISTAKE, USAGE = 0, 1, 2
_STOPPED = 130
_PROGRAM = "arrowswitch"
_ERRORS = "arrowswitch-letters"
_LETTERS = {
    "♠": "S",
    "♥": "H",
    "♡": "H",
    "♦": "D",
    "♢": "D",
    "♣": "C",
    "−": "-",
    "–": "-",
    "…": "...",
    "½": "1/2",
    "×": "x",
}
_OF_USAGE = frozenset(
    ("cli.score.method", "cli.score.no-datum", "cli.vp.missing", "cli.ruling.one-comparison", "cli.explain.no-class")
)
"""The mistakes that are in the options and not in what they name: exit code 2, as for any other usage error."""
_UNREADABLE = "format.unreadable"
"""The refusal of a reader that failed: its reference is in the log, with the traceback."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_GROUPS: Mapping[str, tuple[str, ...]] = {
    "arrowswitch.cli.points": ("points",),
    "arrowswitch.cli.calculators": ("imps", "vp"),
    "arrowswitch.cli.pads": ("rubber", "chicago"),
    "arrowswitch.cli.movement.movements": ("movement",),
    "arrowswitch.cli.scoring.scoring": ("score", "explain"),
    "arrowswitch.cli.pairing.draws": ("draw",),
    "arrowswitch.cli.pairing.leagues": ("league",),
    "arrowswitch.cli.rulebooks": ("regulations",),
    "arrowswitch.cli.guides": ("guides",),
    "arrowswitch.cli.rulings": ("ruling",),
    "arrowswitch.cli.scoring.conversion": ("convert",),
    "arrowswitch.cli.totals": ("total",),
    "arrowswitch.cli.prizes": ("prizes",),
    "arrowswitch.cli.federation.reporting": ("report",),
    "arrowswitch.cli.federation.masterpoints": ("masterpoints",),
    "arrowswitch.cli.federation.receiving": ("federation",),
    "arrowswitch.cli.packages": ("package", "archive", "prints"),
    "arrowswitch.cli.dealing": ("deal", "verify"),
    "arrowswitch.cli.double_dummy": ("dd",),
    "arrowswitch.cli.event_import": ("event",),
    "arrowswitch.cli.merging": ("merge",),
    "arrowswitch.cli.federation.simultaneous": ("simultaneous",),
    "arrowswitch.cli.reseating": ("reseat",),
    "arrowswitch.cli.operations": ("serve", "demo", "backup", "check", "restore", "password", "print"),
}
"""The modules of the commands with the names of their commands, in the order of the help: only the module of the
command that is given is loaded."""
_ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")


def build_parser(locale: Locale = TERMINAL_LOCALE, command: str = "") -> Parser:
    """Returns the parser of the whole command line, its help in `locale`; with a command that there is, the parser of
    that one and those of its module alone."""
    parser, shared = _program(locale)
    commands = Commands(parser, shared, has_all_options=not command)
    for module in _modules(command):
        module.add_commands(commands)
    return parser


def build_outline(locale: Locale = TERMINAL_LOCALE) -> Parser:
    """Returns the parser of a command line without a command, its help in `locale`. It has the name and the help line
    of every command but none of their options, so no module of a command is loaded."""
    parser, _ = _program(locale)
    add_names(parser, (name for names in _GROUPS.values() for name in names))
    return parser


def _program(locale: Locale) -> tuple[Parser, Parser]:
    """Returns the parser of the program without commands, and the parser of the options that all commands have."""
    shared = Parser(_PROGRAM, locale=locale, has_help=False)
    words = shared.words
    shared.add_argument(
        "--lang", choices=[one.value for one in every_locale()], default=argparse.SUPPRESS, help=words("cli.help.lang")
    )
    shared.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=words("cli.help.json"))
    parser = Parser(_PROGRAM, words("cli.about"), [shared], locale)
    parser.add_argument(
        "--version", action="version", version=f"Arrowswitch {__version__}", help=words("cli.help.version")
    )
    parser.set_defaults(handler=_open_desk)
    return parser, shared


def _open_desk(options: argparse.Namespace, console: Console) -> None:
    from arrowswitch.cli.operations import open_desk

    open_desk(console)


def _modules(command: str) -> Iterable[ModuleType]:
    """Returns the module of a command, or all of them."""
    return [import_module(name) for name, commands in _GROUPS.items() if not command or command in commands]


def command_of(argv: Sequence[str]) -> str:
    """Returns the command that a command line gives; nothing where its first word is none.

    >>> command_of(["--json", "--lang", "ja", "points", "3NT="]), command_of(["--help"]), command_of(["pionts", "vp"])
    ('points', '', '')
    """
    words = (
        word
        for place, word in enumerate(argv)
        if not word.startswith("-") and (place == 0 or argv[place - 1] != "--lang")
    )
    first = next(words, "")
    return first if any(first in commands for commands in _GROUPS.values()) else ""


def run(
    argv: Sequence[str],
    services: Callable[[], Services],
    *,
    out: TextIO | None = None,
    err: TextIO | None = None,
    stdin: BinaryIO | None = None,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> int:
    """Carries out a command line and returns the exit code; raises nothing. The services are created only for the
    commands that use them.

    Streams, environment and working folder are the process's own when they are not given.
    """
    environ = os.environ if environ is None else environ
    out, err = out or _writable(sys.stdout), err or _writable(sys.stderr)
    locale = _locale(argv, environ)
    sources: list[str] = []
    try:
        command = command_of(argv)
        parser = build_parser(locale, command) if command else build_outline(locale)
        options = parser.parse_args(list(argv))
        console = Console(
            out=out,
            err=err,
            stdin=stdin or sys.stdin.buffer,
            locale=locale,
            is_json=getattr(options, "json", False),
            services=services,
            folder=folder,
        )
        sources = console.sources
        return _carry_out(options, console, argv)
    except UsageError as error:
        error.parser.print_usage(err)
        print(f"{_PROGRAM}: {translate(error.code, error.params, locale)}", file=err)
        return USAGE
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else DONE
    except BrokenPipeError:
        _silence(out)
        return DONE
    except KeyboardInterrupt:
        return _STOPPED
    except Exception as error:  # noqa: BLE001 - the last guard: a defect is logged and reported, without a traceback
        if isinstance(error, OSError) and error.errno in _FULL:
            _silence(out)
            message = translate("cli.full", {}, locale)
        else:
            from arrowswitch.cli.crash_log import write_crash

            path = str(write_crash(error, argv) or "-")
            about = {"names": ", ".join(dict.fromkeys(sources)), "path": path}
            message = translate("cli.unreadable" if sources else "cli.defect", about, locale)
        print(f"{_PROGRAM}: {message}", file=err)
        return MISTAKE


def _carry_out(options: argparse.Namespace, console: Console, argv: Sequence[str]) -> int:
    try:
        code: int | None = options.handler(options, console)
        console.out.flush()
    except Mistake as mistake:
        if any(problem.code == _UNREADABLE for problem in mistake.problems):
            from arrowswitch.cli.crash_log import write_crash

            write_crash(mistake, argv)
        console.complain(mistake.problems, getattr(options, "file", "") or "")
        is_usage = all(problem.code in _OF_USAGE for problem in mistake.problems)
        return USAGE if is_usage else MISTAKE
    return DONE if code is None else code


def _locale(argv: Sequence[str], environ: Mapping[str, str]) -> Locale:
    """Returns the language asked for by `--lang`, else by the environment, else the terminal's default."""
    for place, word in enumerate(argv):
        if word == "--lang" and place + 1 < len(argv):
            return _asked_locale(argv[place + 1])
        if word.startswith("--lang="):
            return _asked_locale(word.removeprefix("--lang="))
    wish = next((environ[name] for name in _ENVIRONMENT if environ.get(name)), "")
    return choose_locale(wish, TERMINAL_LOCALE)


def _asked_locale(tag: str) -> Locale:
    return find_locale(tag) or choose_locale(tag, TERMINAL_LOCALE)


def _writable(stream: TextIO) -> TextIO:
    """Returns a stream that prints every character: if its encoding lacks one, a letter for a suit and `?` for
    others."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=_ERRORS)
    return stream


def _plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Returns the replacement of characters that the terminal's code page lacks (code page 932 has no suits)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_LETTERS.get(sign, "?") for sign in missing), error.end


codecs.register_error(_ERRORS, _plain_letters)


def _silence(out: TextIO) -> None:
    """Points a broken output nowhere, so that Python does not complain about it at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    except (OSError, ValueError):
        return
