"""`package`: published results as pages that open without the program, in a folder, a ZIP file or on a web server;
`archive` and `prints`: an event with all that its paper needs, and every print made again from it."""

from __future__ import annotations

import argparse
import getpass
from pathlib import Path

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_bytes, read_file, write_file, writing
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Mistake, Refused

_ZIP = ".zip"
_LONGEST_LINE = 1000
_SITES = ("http://", "https://")


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    package = commands.add("package", _package)
    package.add_argument("file", help=package.words("cli.package.event"))
    package.add_argument("others", nargs="*", help=package.words("cli.package.others"))
    package.add_argument("-o", "--out", required=True, help=package.words("cli.package.out"))
    package.add_argument("--user", default="", help=package.words("cli.package.user"))
    package.add_argument("--published", type=int, default=0, metavar="N", help=package.words("cli.package.published"))
    package.add_argument("--database", help=package.words("cli.print.database"))
    archive = commands.add("archive", _archive)
    archive.add_argument("file", help=archive.words("cli.package.event"))
    archive.add_argument("-o", "--out", required=True, help=archive.words("cli.archive.out"))
    archive.add_argument("--database", help=archive.words("cli.print.database"))
    prints = commands.add("prints", _prints)
    prints.add_argument("file", help=prints.words("cli.prints.archive"))
    prints.add_argument("-o", "--out", required=True, help=prints.words("cli.prints.out"))


def _archive(options: argparse.Namespace, console: Console) -> None:
    """Writes the archive of an event."""
    packed = console.services.archive_event(read_file(console, options.file), options.database)
    write_file(console, options.out, packed)
    console.answer({"file": options.out, "bytes": len(packed)}, "cli.archive.done", name=options.out)


def _prints(options: argparse.Namespace, console: Console) -> None:
    """Makes every print of an archive again, and names those that cannot be made; raises Refused
    (`cli.package.no-folder`), Malformed for what is none."""
    folder = console.path(options.out)
    made, left = 0, list[str]()
    for name, pdf in console.services.archived_prints(read_bytes(console, options.file), options.file):
        if isinstance(pdf, Mistake):
            console.complain(pdf.problems, name)
            left.append(name)
            continue
        _make_folder(console, (folder / name).parent, options.out)
        write_file(console, str(folder / name), pdf)
        made += 1
    plain = {"file": options.out, "prints": made, "left_out": left}
    console.answer(plain, "cli.prints.done", name=options.out, n=made)


def _make_folder(console: Console, folder: Path, name: str) -> None:
    if console.path(name).is_file():
        raise Refused.of("cli.package.no-folder", name=name)
    with writing(name):
        folder.mkdir(parents=True, exist_ok=True)


def _package(options: argparse.Namespace, console: Console) -> None:
    """Writes the package of an event, or the site of several; raises Refused (`package.not-published`, `package.twice`,
    `cli.package.no-folder`, `cli.package.published-one`, `site.not-empty`), Malformed (`site.no-address`)."""
    version = str(options.published) if options.published else ""
    if options.others and version:
        raise Refused.of("cli.package.published-one")
    events = [read_file(console, name) for name in (options.file, *options.others)]
    if options.others:
        packed = console.services.result_series(events, options.database)
    else:
        packed = console.services.result_package(events[0], version, options.database)
    pages = sum(name.endswith(".html") for name in packed.files)
    plain = {"file": options.out, "pages": pages, "bytes": sum(map(len, packed.files.values()))}
    if options.out.lower().startswith(_SITES):
        password = _typed_password(console) if options.user else ""
        sent = console.services.upload(packed, options.out, options.user, password)
        console.answer({**plain, **sent}, "cli.package.uploaded", n=pages, name=options.out, removed=sent["removed"])
        return
    if options.out.lower().endswith(_ZIP):
        write_file(console, options.out, packed.zipped)
    else:
        folder = console.path(options.out)
        if folder.is_file():
            raise Refused.of("cli.package.no-folder", name=options.out)
        console.services.upload(packed, str(folder.absolute()), "", "")
    console.answer(plain, "cli.package.done", n=pages, name=options.out)


def _typed_password(console: Console) -> str:
    """Returns the password for a web server, which is asked for or is the first line of the input: an argument could be
    read in the list of processes."""
    if not console.stdin.isatty():
        return console.stdin.readline(_LONGEST_LINE).decode("utf-8", errors="replace").rstrip("\r\n")
    return getpass.getpass(f"{console.text('cli.package.password')} ")
