"""Writes a result package into a folder of this computer: a new or empty one, or that of an older package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.club.site import SiteFolder, Uploaded, is_of_package, is_page_file

_FOLDER = -1


def write_folder(site: SiteFolder, files: Mapping[str, bytes], marks: Sequence[str]) -> Uploaded:
    """Writes files into a folder, and removes the older pages and fonts of its package that are no longer in it.

    Raises Refused (`site.not-empty`, `store.cannot-write`).
    """
    folder = Path(site.path)
    try:
        return _write(folder, files, marks)
    except OSError as error:
        raise Refused.of("store.cannot-write", path=site.path, detail=str(error.strerror)) from error


def _write(folder: Path, files: Mapping[str, bytes], marks: Sequence[str]) -> Uploaded:
    there = {one.name: _FOLDER if one.is_dir() else one.stat().st_size for one in _entries(folder)}
    if not is_of_package(there, marks, {name.partition("/")[0] for name in files}):
        raise Refused.of("site.not-empty", address=str(folder))
    places = {folder, *((folder / name).parent for name in files)}
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
    wanted = {folder / name for name in files}
    old = [path for place in places for path in _entries(place) if is_page_file(path.name) and path not in wanted]
    for name, data in files.items():
        (folder / name).write_bytes(data)
    for path in old:
        path.unlink()
    return Uploaded(len(files), 0, len(old))


def _entries(folder: Path) -> Sequence[Path]:
    return tuple(folder.iterdir()) if folder.is_dir() else ()
