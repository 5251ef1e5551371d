"""What the other rooms do, asked for from the command line: `serve`, `demo`, `backup`, `check`, `restore`, `password`,
`print`."""

from __future__ import annotations

import argparse
import getpass
from typing import cast

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.cli.parser import Commands, Parser
from arrowswitch.core.errors import Malformed, Problem

HOST, PORT = "127.0.0.1", 8642
_OWN_HOSTS = (HOST, "localhost", "::1")
_LONGEST_LINE = 4000


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    serve = commands.add("serve", _serve)
    _add_address(serve)
    serve.add_argument("--database", help=serve.words("cli.serve.database"))
    serve.add_argument(
        "--name", action="append", default=[], metavar="NAME", dest="names", help=serve.words("cli.serve.name")
    )
    demo = commands.add("demo", _demo)
    _add_address(demo)
    demo.add_argument("--no-browser", action="store_true", help=demo.words("cli.demo.no-browser"))
    backup = commands.add("backup", _backup)
    backup.add_argument("file", help=backup.words("cli.backup.file"))
    backup.add_argument("--database", help=backup.words("cli.serve.database"))
    check = commands.add("check", _check)
    check.add_argument("file", nargs="?", help=check.words("cli.check.file"))
    check.add_argument("--database", help=check.words("cli.serve.database"))
    restore = commands.add("restore", _restore)
    restore.add_argument("file", help=restore.words("cli.restore.file"))
    restore.add_argument("--database", help=restore.words("cli.serve.database"))
    password = commands.add("password", _password)
    password.add_argument("--remove", action="store_true", help=password.words("cli.password.remove"))
    password.add_argument("--organiser", action="store_true", help=password.words("cli.password.organiser"))
    password.add_argument("--database", help=password.words("cli.serve.database"))
    _add_print(commands)


def _add_address(parser: Parser) -> None:
    parser.add_argument("--host", default=HOST, help=parser.words("cli.serve.host"))
    parser.add_argument("--port", type=int, default=PORT, help=parser.words("cli.serve.port"))
    parser.add_argument("--no-local-name", action="store_true", help=parser.words("cli.serve.no-local-name"))


def _add_print(commands: Commands) -> None:
    sheet = commands.add("print", _print)
    sheet.add_argument("sheet", nargs="?", help=sheet.words("cli.print.sheet"))
    sheet.add_argument("file", nargs="?", help=sheet.words("cli.print.event"))
    sheet.add_argument("-o", "--out", help=sheet.words("cli.print.out"))
    sheet.add_argument("--list", action="store_true", help=sheet.words("cli.print.list"))
    sheet.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=sheet.words("cli.print.option")
    )
    sheet.add_argument("--database", help=sheet.words("cli.print.database"))
    sheet.set_defaults(parser=sheet)


def open_desk(console: Console) -> None:
    """Starts the desk and opens the browser: what the program does without a command."""
    console.services.serve(HOST, PORT, None, opens_browser=True)


def _serve(options: argparse.Namespace, console: Console) -> None:
    """Runs the desk. Opened to the network from a terminal, it asks for a password first, where there is none."""
    is_asked = options.host not in _OWN_HOSTS and console.stdin.isatty()
    if is_asked and not console.services.has_password(options.database):
        text = _typed_password(console, "cli.serve.password")
        if text:
            console.services.set_password(text, options.database, is_organiser=False)
    console.services.serve(
        options.host,
        _port(options.port),
        options.database,
        options.names,
        opens_browser=False,
        is_announced=not options.no_local_name,
    )


def _demo(options: argparse.Namespace, console: Console) -> None:
    port = _port(options.port)
    print(console.text("cli.demo.preparing"), file=console.err, flush=True)
    console.services.demo(
        options.host,
        port,
        console.locale,
        opens_browser=not options.no_browser,
        is_announced=not options.no_local_name,
    )


def _port(port: int) -> int:
    if not 0 <= port <= 65535:
        raise Malformed.of("cli.serve.no-port", port=port)
    return port


def _backup(options: argparse.Namespace, console: Console) -> None:
    saved = console.services.backup(console.path(options.file), options.database)
    unread = [console.problem(problem) for problem in saved.unread]
    plain = {"file": options.file, "events": saved.events, "unread": unread}
    console.answer(plain, "cli.backup.done", name=options.file, n=saved.events)
    Malformed.check(saved.unread)


def _check(options: argparse.Namespace, console: Console) -> None:
    if options.file:
        _check_file(options.file, console)
        return
    found = console.services.check(options.database)
    plain = {"events": len(found.events), "problems": [console.problem(problem) for problem in found.problems]}
    if console.is_json or not found.problems:
        console.answer(plain, "cli.check.whole", n=len(found.events))
    Malformed.check(found.problems)


def _check_file(name: str, console: Console) -> None:
    from arrowswitch.cli.event_files import read_event
    from arrowswitch.tournament.files import event_file

    text = read_event(console, name)
    entries = len(event_file.load(text))
    changed = event_file.changes_outside(text)
    if console.is_json or not changed:
        plain = {"file": name, "entries": entries, "problems": [console.problem(problem) for problem in changed]}
        console.answer(plain, "cli.check.file-whole", name=name, n=entries)
    Malformed.check(changed)


def _restore(options: argparse.Namespace, console: Console) -> None:
    """Restores a backup; raises Malformed with the problems of the events that were left out, the others are stored."""
    done = console.services.restore(console.path(options.file), options.database)
    left = [console.problem(problem) for problem in done.left_out]
    plain = {"file": options.file, "events": done.events, "left_out": left}
    console.answer(plain, "cli.restore.done", name=options.file, n=done.events)
    Malformed.check(done.left_out)


def _password(options: argparse.Namespace, console: Console) -> None:
    """Sets the director's password or the organiser's, which is asked for or comes as the first line of the input: an
    argument could be read in the list of processes."""
    if options.remove:
        console.services.set_password("", options.database, is_organiser=options.organiser)
        console.answer({"password": False}, "cli.password.gone")
        return
    text = _typed_password(console)
    if not text:
        raise Malformed.of("cli.password.missing")
    console.services.set_password(text, options.database, is_organiser=options.organiser)
    console.answer({"password": True}, "cli.password.kept")


def _typed_password(console: Console, ask: str = "cli.password.ask") -> str:
    if not console.stdin.isatty():
        return console.stdin.readline(_LONGEST_LINE).decode("utf-8", errors="replace").rstrip("\r\n")
    first, second = (getpass.getpass(f"{console.text(code)} ") for code in (ask, "cli.password.again"))
    if first != second:
        raise Malformed.of("cli.password.not-alike")
    return first


def _print(options: argparse.Namespace, console: Console) -> None:
    if options.list:
        _list_sheets(console)
        return
    missing = [
        name for name, given in (("SHEET", options.sheet), ("EVENT", options.file), ("-o", options.out)) if not given
    ]
    if missing:
        cast(Parser, options.parser).error(f"the following arguments are required: {', '.join(missing)}")
    pairs = [(name, value) for name, _, value in (text.partition("=") for text in options.option)]
    Malformed.check(Problem("cli.print.no-value", {"option": name}) for name, value in pairs if not (name and value))
    event = read_file(console, options.file)
    pdf = console.services.print_sheet(options.sheet, event, console.locale, dict(pairs), options.database)
    write_file(console, options.out, pdf)
    plain = {"sheet": options.sheet, "file": options.out, "bytes": len(pdf)}
    console.answer(plain, "cli.print.done", sheet=options.sheet, name=options.out)


def _list_sheets(console: Console) -> None:
    sheets = console.services.sheets(console.locale)
    if console.is_json:
        console.json(
            [
                {"sheet": one.name, "title": one.title, "options": {k: list(v) for k, v in one.options.items()}}
                for one in sheets
            ]
        )
        return
    rows = [
        (one.name, one.title, " ".join(_option(name, values) for name, values in one.options.items())) for one in sheets
    ]
    console.table("cli.print.head-", ("sheet", "title", "options"), rows)


def _option(name: str, values: object) -> str:
    choices = "|".join(values) if isinstance(values, list | tuple) else ""
    return f"{name}={choices or '...'}"
