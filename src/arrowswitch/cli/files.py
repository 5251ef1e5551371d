"""Reading and writing the files that are named on the command line; everything that goes wrong is a problem in
words.
"""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.formats.kinds import BOARD_ENDINGS, Wanted, refuse_others
from arrowswitch.formats.reading import LARGEST_FILE, text_of

TOML = ".toml"
"""How regulations and scales of one's own end, in files beside the names of those that came with the program."""


def read_file(console: Console, name: str, wanted: Wanted = Wanted.TEXT, most: int = LARGEST_FILE) -> bytes:
    """Returns the bytes of a file of a `wanted` kind, of `most` bytes; `-` is the standard input. Where results are
    wanted, a folder of boards in LIN or of pages is read as its ZIP file.

    Raises NotFound (`cli.no-file`), Refused (`cli.is-folder`, `cli.cannot-read`) or Malformed (`format.too-large`,
    and `file-kind.*` for what is no text: a PDF, a workbook, a picture),
    before anything is read of a file that is too large.
    """
    data = _packed_boards(console.path(name)) if wanted is Wanted.RESULTS and name != "-" else None
    if data is None:
        data = read_bytes(console, name, most)
    else:
        console.sources.append(name)
    refuse_others(data, name, wanted)
    return data


def _packed_boards(path: Path) -> bytes | None:
    """Returns the boards and pages in a folder as a ZIP file; None for anything else than a folder with some."""
    if not path.is_dir():
        return None
    boards = [part for part in sorted(path.iterdir()) if part.suffix.lower() in BOARD_ENDINGS and part.is_file()]
    if not boards or sum(part.stat().st_size for part in boards) > LARGEST_FILE:
        return None
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for part in boards:
            archive.writestr(part.name, part.read_bytes())
    return packed.getvalue()


def read_bytes(console: Console, name: str, most: int = LARGEST_FILE) -> bytes:
    """Returns the bytes of a file of any kind; raises as `read_file` but for the kind."""
    if name == "-":
        data = console.stdin.read(most + 1)
    else:
        path = console.path(name)
        try:
            if path.stat().st_size > most:
                raise Malformed.of("format.too-large", limit=most // 1_000_000)
            data = path.read_bytes()
        except FileNotFoundError as error:
            raise NotFound.of("cli.no-file", name=name) from error
        except IsADirectoryError as error:
            raise Refused.of("cli.is-folder", name=name) from error
        except (OSError, ValueError) as error:
            raise Refused.of("cli.cannot-read", name=name, detail=_reason(error)) from error
    if len(data) > most:
        raise Malformed.of("format.too-large", limit=most // 1_000_000)
    console.sources.append(name)
    return data


def scale_named(console: Console, name: str) -> Scale:
    """Returns a scale of victory points by its name, or from a `.toml` file of one's own."""
    if name.endswith(TOML):
        return regulations.load_scale_text(text_of(read_file(console, name)), name)
    return regulations.load_scale(name)


def write_file(console: Console, name: str, data: bytes) -> None:
    """Writes a file whole or not at all: beside its place first, then moved there.

    Raises Refused (`cli.is-folder`, `cli.cannot-write`).
    """
    path = console.path(name)
    if path.is_dir():
        raise Refused.of("cli.is-folder", name=name)
    with writing(name):
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(beside).chmod(0o666 & ~_umask())
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


@contextmanager
def writing(name: str) -> Iterator[None]:
    """Says in words why what is named cannot be written: raises Refused (`cli.cannot-write`)."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise Refused.of("cli.cannot-write", name=name, detail=_reason(error)) from error


def _reason(error: Exception) -> str:
    return str(error.strerror) if isinstance(error, OSError) and error.strerror else str(error)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
