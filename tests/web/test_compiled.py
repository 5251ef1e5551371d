"""Templates are compiled once: for all who ask at once, and for the next start; what is kept is looked at first."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from arrowswitch.web.compiled import KeptInFiles, OneMakes, make_all, own_folder
from tests.tables import for_each


class Counting(Environment):
    """An environment that notes what it compiles, and takes its time over it."""

    def __init__(self, folder: Path, kept: Path, maker: str = "1") -> None:
        super().__init__(loader=OneMakes([folder]), bytecode_cache=KeptInFiles(kept, maker))
        self.compiled: list[str | None] = []

    def compile(self, source: Any, name: str | None = None, *more: Any, **named: Any) -> Any:
        self.compiled.append(name)
        time.sleep(0.02)
        return super().compile(source, name, *more, **named)

    def shown(self, name: str = "one.html") -> str:
        return self.get_template(name).render(n=3)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "inner").mkdir(parents=True)
    (folder / "one.html").write_text("one {{ n }}")
    (folder / "inner" / "two.html").write_text("{% extends 'one.html' %}")
    return folder


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    folder = own_folder(tmp_path / "cache" / "kept")
    assert folder is not None
    return folder


def test_who_ask_at_once_have_it_made_once(pages: Path, kept: Path) -> None:
    environment = Counting(pages, kept)
    with ThreadPoolExecutor(8) as askers:
        assert set(askers.map(lambda _: environment.shown(), range(8))) == {"one 3"}
    assert environment.compiled == ["one.html"]
    (pages / "one.html").write_text("another {{ n }}")
    (pages / "one.html").touch()
    assert environment.shown() == "another 3"


def test_the_next_start_finds_what_was_made(pages: Path, kept: Path) -> None:
    make_all(Counting(pages, kept), "none/")
    again = Counting(pages, kept)
    assert (again.shown(), again.shown("inner/two.html"), again.compiled) == ("one 3", "one 3", [])
    another_program = Counting(pages, kept, "2")
    assert (another_program.shown(), another_program.compiled) == ("one 3", ["one.html"])


@for_each("damage", [lambda whole: whole[:-1], lambda whole: whole[:40] + b"!" + whole[41:], lambda _: b""])
def test_what_is_damaged_is_made_anew(pages: Path, kept: Path, damage: Any) -> None:
    Counting(pages, kept).shown()
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    mended = Counting(pages, kept)
    assert (mended.shown(), mended.compiled) == ("one 3", ["one.html"])
    assert [one.read_bytes() for one in kept.iterdir()] == [whole]


def test_pages_come_where_nothing_can_be_kept(pages: Path, tmp_path: Path) -> None:
    environment = Counting(pages, tmp_path / "nowhere")
    assert (environment.shown(), environment.compiled) == ("one 3", ["one.html"])


def test_a_folder_that_others_write_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "file").touch()
    (tmp_path / "own").mkdir(0o700)
    (tmp_path / "elsewhere").symlink_to(tmp_path / "own")
    names = ("open", "file", "file/below", "elsewhere", "own")
    assert [own_folder(tmp_path / name) for name in names] == [None, None, None, None, tmp_path / "own"]
