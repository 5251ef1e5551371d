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

    def __init__(self, folder: Path, folder_of_code: Path, maker: str = "1") -> None:
        super().__init__(loader=OneMakes([folder]), bytecode_cache=KeptInFiles(folder_of_code, maker))
        self.compiled: list[str | None] = []

    def compile(self, source: Any, name: str | None = None, *more: Any, **named: Any) -> Any:
        self.compiled.append(name)
        time.sleep(0.02)
        return super().compile(source, name, *more, **named)

    def render_page(self, name: str = "one.html") -> str:
        return self.get_template(name).render(n=3)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "inner").mkdir(parents=True)
    (folder / "one.html").write_text("one {{ n }}")
    (folder / "inner" / "two.html").write_text("{% extends 'one.html' %}")
    return folder


@pytest.fixture
def code_folder(tmp_path: Path) -> Path:
    folder = own_folder(tmp_path / "code_folder" / "kept")
    assert folder is not None
    return folder


def test_who_ask_at_once_have_it_made_once(pages: Path, code_folder: Path) -> None:
    environment = Counting(pages, code_folder)
    with ThreadPoolExecutor(8) as askers:
        assert set(askers.map(lambda _: environment.render_page(), range(8))) == {"one 3"}
    assert environment.compiled == ["one.html"]
    (pages / "one.html").write_text("another {{ n }}")
    (pages / "one.html").touch()
    assert environment.render_page() == "another 3"


def test_the_next_start_finds_what_was_made(pages: Path, code_folder: Path) -> None:
    make_all(Counting(pages, code_folder), "none/")
    again = Counting(pages, code_folder)
    assert (again.render_page(), again.render_page("inner/two.html"), again.compiled) == ("one 3", "one 3", [])
    another_program = Counting(pages, code_folder, "2")
    assert (another_program.render_page(), another_program.compiled) == ("one 3", ["one.html"])


@for_each("damage", [lambda whole: whole[:-1], lambda whole: whole[:40] + b"!" + whole[41:], lambda _: b""])
def test_what_is_damaged_is_made_anew(pages: Path, code_folder: Path, damage: Any) -> None:
    Counting(pages, code_folder).render_page()
    (file,) = code_folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    mended = Counting(pages, code_folder)
    assert (mended.render_page(), mended.compiled) == ("one 3", ["one.html"])
    assert [one.read_bytes() for one in code_folder.iterdir()] == [whole]


def test_pages_come_where_nothing_can_be_kept(pages: Path, tmp_path: Path) -> None:
    environment = Counting(pages, tmp_path / "nowhere")
    assert (environment.render_page(), environment.compiled) == ("one 3", ["one.html"])


def test_a_folder_that_others_write_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "file").touch()
    (tmp_path / "own").mkdir(0o700)
    (tmp_path / "elsewhere").symlink_to(tmp_path / "own")
    names = ("open", "file", "file/below", "elsewhere", "own")
    assert [own_folder(tmp_path / name) for name in names] == [None, None, None, None, tmp_path / "own"]
