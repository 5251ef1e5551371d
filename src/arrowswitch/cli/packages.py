"""`package`: the published results of an event as pages that open without the program."""

from __future__ import annotations

import argparse
from pathlib import Path

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file, write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.cli.services import PackedResults
from arrowswitch.core.errors import Refused

_ZIP = ".zip"


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    package = commands.add("package", _package)
    package.add_argument("file", help=package.words("cli.package.event"))
    package.add_argument("-o", "--out", required=True, help=package.words("cli.package.out"))
    package.add_argument("--published", type=int, default=0, metavar="N", help=package.words("cli.package.published"))
    package.add_argument("--database", help=package.words("cli.print.database"))


def _package(options: argparse.Namespace, console: Console) -> None:
    """Writes the package; raises Refused (`package.not-published`, `cli.package.not-empty`)."""
    event = read_file(console, options.file)
    version = str(options.published) if options.published else ""
    packed = console.services.result_package(event, version, options.database)
    if options.out.lower().endswith(_ZIP):
        write_file(console, options.out, packed.zipped)
    else:
        _write_folder(console, options.out, packed)
    pages = sum(name.endswith(".html") for name in packed.files)
    plain = {"file": options.out, "pages": pages, "bytes": sum(map(len, packed.files.values()))}
    console.answer(plain, "cli.package.done", n=pages, name=options.out)


def _write_folder(console: Console, name: str, packed: PackedResults) -> None:
    """Writes the files into a folder that is new or empty, or that holds an older package: its pages go first, so that
    nothing stays that is no longer in it."""
    folder = console.path(name)
    if folder.exists() and not folder.is_dir():
        raise Refused.of("cli.package.no-folder", name=name)
    try:
        old = sorted(folder.rglob("*")) if folder.exists() else []
        if old and not all((folder / one).is_file() for one in packed.marks):
            raise Refused.of("cli.package.not-empty", name=name)
        for page in (one for one in old if one.suffix == ".html" and _is_of(one.relative_to(folder), packed)):
            page.unlink()
        for below in {(folder / file).parent for file in packed.files}:
            below.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused.of("cli.cannot-write", name=name, detail=str(error.strerror or error)) from error
    for file, data in packed.files.items():
        write_file(console, str(folder / file), data)


def _is_of(page: Path, packed: PackedResults) -> bool:
    """Tells whether a page lies where a package has its own."""
    return page.parent in {Path(file).parent for file in packed.files}
