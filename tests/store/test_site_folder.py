"""Pages in a folder of this computer: what is written, removed and left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.store.sites import PackageUploads
from arrowswitch.tournament.club.site import SiteFolder, Uploaded, parse_site

MARKS = ("package.css", "package.js")
FILES = {"index.html": b"first", "package.css": b"css", "package.js": b"js", "ja/index.html": b"ja"}


def write(folder: Path, files: dict[str, bytes]) -> Uploaded:
    site = parse_site(str(folder), below="2026-11-21")
    assert site == SiteFolder(str(folder / "2026-11-21"))
    return PackageUploads().upload(site, files, MARKS)


def test_a_new_folder_gets_every_file(tmp_path: Path) -> None:
    assert write(tmp_path, FILES) == Uploaded(sent=4, unchanged=0, removed=0)
    folder = tmp_path / "2026-11-21"
    assert {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*.*")} == FILES


def test_older_pages_are_removed_and_other_files_stay(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "ja/old.html": b"old"})
    photo = tmp_path / "2026-11-21" / "ja" / "photo.jpeg"
    photo.write_bytes(b"photo")
    assert write(tmp_path, {**FILES, "ja/index.html": b"new"}) == Uploaded(sent=4, unchanged=0, removed=1)
    assert (photo.parent / "index.html").read_bytes() == b"new"
    assert photo.exists()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "2026-11-21"
    folder.mkdir()
    (folder / "index.html").write_text("mine")
    with pytest.raises(Refused) as refused:
        write(tmp_path, FILES)
    assert refused.value.problems[0].code == "site.not-empty"
    assert [one.name for one in folder.iterdir()] == ["index.html"]


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "2026-11-21").write_text("a file")
    with pytest.raises(Refused) as refused:
        write(tmp_path, FILES)
    assert refused.value.problems[0].code == "store.cannot-write"
