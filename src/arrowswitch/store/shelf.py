"""Files in folders of this computer: written to a temporary file in the folder first and then renamed, so that a memory
stick that is pulled out contains whole files only.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arrowswitch.core.errors import Refused

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_LOCKED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_GONE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO, errno.EIO})
_LETTERS = "DEFGHIJKLMNOPQRSTUVWXYZ"
FOLDER = "arrowswitch"
"""The folder that is proposed on a stick."""


class FolderShelf:
    """The folders of this computer (`tournament.club.keeping.Shelf`)."""

    def places(self) -> tuple[str, ...]:
        """Returns a folder on each stick and drive that is plugged in."""
        return tuple(str(root / FOLDER) for root in _drives())

    def prepare(self, folder: str) -> None:
        """Makes a folder if only its last part is missing, and checks that it is writable."""
        with _folder_errors(folder):
            path = Path(folder)
            if not path.is_absolute():
                raise Refused.of("backup.not-whole", "folder", folder=folder)
            path.mkdir(mode=0o700, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path, prefix=".arrowswitch")
            os.close(handle)
            Path(name).unlink()

    def names(self, folder: str) -> tuple[tuple[str, int], ...]:
        """Returns the names and sizes of the files in a folder."""
        with _folder_errors(folder), os.scandir(folder) as entries:
            return tuple((entry.name, entry.stat().st_size) for entry in entries if entry.is_file())

    def save(self, folder: str, name: str, content: bytes) -> None:
        """Writes a file whole or not at all."""
        with _folder_errors(folder):
            handle, beside = tempfile.mkstemp(dir=folder, prefix=f".{name}.", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(stream.fileno())
                Path(beside).replace(Path(folder) / name)
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(beside).unlink(missing_ok=True)
                raise

    def read(self, folder: str, name: str) -> bytes:
        """Returns the content of a file."""
        with _folder_errors(folder):
            return (Path(folder) / Path(name).name).read_bytes()

    def delete(self, folder: str, name: str) -> None:
        """Removes a file."""
        with _folder_errors(folder):
            (Path(folder) / Path(name).name).unlink(missing_ok=True)


@contextmanager
def _folder_errors(folder: str) -> Iterator[None]:
    """Raises Refused for errors of the operating system, with a code for the reason."""
    try:
        yield
    except (OSError, ValueError) as error:
        number = error.errno if isinstance(error, OSError) else None
        detail = str(error.strerror) if isinstance(error, OSError) and error.strerror else str(error)
        code = "backup.failed"
        if number in _FULL:
            code = "backup.full"
        elif number in _LOCKED:
            code = "backup.cannot-write"
        elif number in _GONE:
            code = "backup.no-folder"
        raise Refused.of(code, "folder", folder=folder, detail=detail) from error


def _drives() -> Iterator[Path]:
    """Yields where sticks and drives are found: by letters, among the volumes, or where the desktop mounts them."""
    if sys.platform == "win32":
        yield from (root for letter in _LETTERS if (root := Path(f"{letter}:\\")).exists())
        return
    user = os.environ.get("USER", "")
    roots = ("/Volumes",) if sys.platform == "darwin" else (f"/run/media/{user}", f"/media/{user}")
    for root in map(Path, roots):
        with contextlib.suppress(OSError):
            yield from sorted(one for one in root.iterdir() if one.is_dir() and os.access(one, os.W_OK))
