"""`package`: its requests to other packages, and the file that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.runner import Notebook, cli


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "e.json").write_bytes(b"{}")
    return tmp_path


def test_a_folder_is_made(folder: Path) -> None:
    services = Notebook()
    outcome = cli("package", "e.json", "-o", "results", "--published", "2", folder=folder, services=services)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "results: 2 pages written.\n"
    assert services.calls == [("package", b"{}", "2", None)]
    assert (folder / "results" / "ja" / "index.html").exists()


def test_a_zip_file_is_made(folder: Path) -> None:
    outcome = cli("package", "e.json", "-o", "results.zip", "--json", folder=folder)
    assert outcome.json == {"file": "results.zip", "pages": 2, "bytes": 0}
    assert (folder / "results.zip").read_bytes() == b"PK zip"


def test_an_older_package_is_replaced_with_what_is_no_longer_in_it(folder: Path) -> None:
    cli("package", "e.json", "-o", "results", folder=folder)
    sealed, own = folder / "results" / "ja" / "hands-1.html", folder / "results" / "photos" / "index.html"
    own.parent.mkdir()
    for page in (sealed, own):
        page.write_text("")
    assert cli("package", "e.json", "-o", "results", folder=folder).code == 0
    assert not sealed.exists()
    assert own.exists()


def test_a_folder_with_something_else_is_left_alone(folder: Path) -> None:
    (folder / "own").mkdir()
    (folder / "own" / "index.html").write_text("mine")
    outcome = cli("package", "e.json", "-o", "own", folder=folder)
    assert outcome.code == 1
    assert "not empty" in outcome.err
    assert (folder / "own" / "index.html").read_text() == "mine"
    assert "is a file" in cli("package", "e.json", "-o", "e.json", folder=folder).err


def test_several_events_become_one_site(folder: Path) -> None:
    (folder / "f.json").write_bytes(b"[]")
    services = Notebook()
    outcome = cli("package", "e.json", "f.json", "-o", "season", folder=folder, services=services)
    assert (outcome.code, outcome.out) == (0, "season: 3 pages written.\n")
    assert services.calls == [("series", (b"{}", b"[]"), None)]
    assert (folder / "season" / "one" / "ja" / "index.html").exists()
    refused = cli("package", "e.json", "f.json", "-o", "season", "--published", "1", folder=folder)
    assert refused.code == 1
    assert "--published" in refused.err


def test_pages_are_sent_to_a_web_server(folder: Path) -> None:
    services = Notebook()
    address = "https://cloud.example/dav/results"
    outcome = cli(
        "package", "e.json", "-o", address, "--user", "club", folder=folder, services=services, stdin=b"secret\n"
    )
    assert (outcome.code, outcome.out) == (0, f"{address}: 2 pages sent; older files removed: 1.\n")
    files = ("index.html", "ja/index.html", "package.css", "package.js")
    assert services.calls[1:] == [("upload", files, address, "club", "secret")]


def test_an_archive_and_its_prints(folder: Path) -> None:
    services = Notebook()
    assert cli("archive", "e.json", "-o", "a.zip", folder=folder, services=services).out == "a.zip written.\n"
    outcome = cli("prints", "a.zip", "-o", "paper", folder=folder, services=services)
    assert (outcome.code, outcome.out) == (0, "paper: 2 prints written.\n")
    assert services.calls == [("archive", b"{}", None), ("prints", b"PK archive", "a.zip")]
    assert (folder / "paper" / "en" / "1-ranking.pdf").read_bytes() == b"%PDF"
    assert "is a file" in cli("prints", "a.zip", "-o", "e.json", folder=folder).err


def test_a_print_that_cannot_be_made_is_named(folder: Path) -> None:
    (folder / "b.zip").write_bytes(b"PK lacking")
    outcome = cli("prints", "b.zip", "-o", "paper", "--json", folder=folder)
    assert outcome.json == {"file": "paper", "prints": 2, "left_out": ["ja/1-recap.pdf"]}
    assert outcome.err.startswith("arrowswitch: ja/1-recap.pdf: ")
