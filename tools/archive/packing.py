"""The folder of an archive: the program, its pinned parts, the start file of one system, and a mark as its icon."""

from __future__ import annotations

import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from arrowswitch import __version__

ROOT = Path(__file__).resolve().parents[2]
ICON = ROOT / "src" / "arrowswitch" / "web" / "static" / "img"
TEMPLATES = Path(__file__).parent / "starts"
_NOT_SHIPPED = ("__pycache__", "*.pyc")
Copy = Callable[[str, str], object]


class System(StrEnum):
    """The systems that an archive is made for."""

    LINUX = "linux"
    MACOS = "macos"
    WINDOWS = "windows"

    @classmethod
    def present(cls) -> System:
        """Returns the system of this computer."""
        return {"win32": cls.WINDOWS, "darwin": cls.MACOS}.get(sys.platform, cls.LINUX)

    @property
    def starts(self) -> tuple[str, ...]:
        """Returns the names of its start files; the first is the one to click on."""
        return {
            System.LINUX: ("Arrowswitch.sh", "install-icon.sh"),
            System.MACOS: ("Arrowswitch.command",),
            System.WINDOWS: ("Arrowswitch.bat",),
        }[self]


def make_folder(out: Path, system: System, python: Path | None = None, copy: Copy = shutil.copy2) -> Path:
    """Returns the new folder of an archive, with everything that the program needs on the computer of a club.

    `python` is the folder of a portable Python. `copy` copies one file. Raises LookupError if a pinned part is not
    installed, OSError if a file cannot be read or written.
    """
    folder = out / f"arrowswitch-{__version__}-{system}"
    shutil.rmtree(folder, ignore_errors=True)
    library = folder / "lib"
    program = ROOT / "src" / "arrowswitch"
    shutil.copytree(program, library / "arrowswitch", copy_function=copy, ignore=shutil.ignore_patterns(*_NOT_SHIPPED))
    for name in part_names():
        _copy_part(name, library, copy)
    if python is not None:
        shutil.copytree(python, folder / "python", symlinks=True, copy_function=copy)
    _write_starts(folder, system)
    shutil.copy2(ROOT / "LICENSE", folder)
    return folder


def pack_folder(folder: Path) -> Path:
    """Returns the archive of a folder next to it: a zip file for Windows, otherwise a tar file, which keeps the
    permission to run the start file."""
    kind = "zip" if folder.name.endswith(System.WINDOWS) else "gztar"
    return Path(shutil.make_archive(str(folder), kind, folder.parent, folder.name))


def part_names() -> list[str]:
    """Returns the names of the program's parts as they are pinned, but the tool that installs it."""
    pinned = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    names: list[str] = []
    for line in re.findall(r"^[a-z].*", pinned, re.MULTILINE):
        part, _, marker = line.rstrip("\\ ").partition(";")
        if not _is_other_system(marker):
            names.append(part.partition("==")[0].strip())
    return [name for name in names if name != "setuptools"]


def _is_other_system(marker: str) -> bool:
    """True if a marker names another system than this one; markers of versions are met by the installed parts."""
    named = re.search(r"sys_platform\s*==\s*['\"](\w+)['\"]", marker)
    return named is not None and named[1] != sys.platform


def _copy_part(name: str, library: Path, copy: Copy) -> None:
    for file, source in _files_of(name):
        target = library / file
        target.parent.mkdir(parents=True, exist_ok=True)
        copy(str(source), str(target))


def _files_of(name: str) -> Iterator[tuple[str, Path]]:
    """Yields the files of an installed part within the folder of packages: no commands, no compiled modules."""
    try:
        files = metadata.files(name)
    except metadata.PackageNotFoundError as missing:
        raise LookupError(f"{name} is not installed") from missing
    for file in files or ():
        source = Path(str(file.locate()))
        if ".." not in file.parts and file.suffix != ".pyc" and source.is_file():
            yield str(file), source


def _write_starts(folder: Path, system: System) -> None:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    for name in system.starts:
        text = (TEMPLATES / name).read_text(encoding="utf-8").replace("@PYTHON@", python)
        path = folder / name
        path.write_text(text, encoding="utf-8", newline="\r\n" if system is System.WINDOWS else "\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    for icon in sorted(ICON.glob("*")):
        if icon.suffix in (".ico", ".svg", ".png"):
            shutil.copy2(icon, folder)
