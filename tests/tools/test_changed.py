"""The tests that `make changed` selects for a change."""

from __future__ import annotations

import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from tests.tables import for_each
from tools.changed import __main__ as command
from tools.changed.selection import Change, changed_lines, drawn_lines, selected_tests
from tools.mutants import sight as sight_module
from tools.mutants.sight import Sight

MODULE = "src/arrowswitch/core/a.py"
TEXT = dedent(
    """\
    LEAST = 3


    def first(x):
        return x + LEAST


    def second(x):
        return x - 1
    """
)
FIRST, SECOND, TABLE = (
    "tests/unit/test_a.py::TestA::test_first",
    "tests/unit/test_a.py::TestA::test_second",
    "tests/unit/test_b.py::test_b",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree of one module of the program and two modules of tests."""
    files = {
        "tests/unit/test_a.py": "class TestA:\n    def test_first(self): ...\n    def test_second(self): ...\n",
        "tests/unit/test_b.py": "from tests.helper import x\ndef test_b(): ...\n",
        "tests/unit/test_c.py": "from tests.wider import y\ndef test_c(): ...\n",
        "tests/unit/conftest.py": "",
        "tests/wider.py": "import tests.helper\n",
        "tests/helper.py": "x = 1\n",
        "tests/architecture/test_words.py": "def test_it(): ...\n",
        MODULE: TEXT,
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def sight() -> Sight:
    """A map in which each function has a test of its own and another module uses the first."""
    lines = {5: frozenset({f"{FIRST}[7]", f"{FIRST}[8]"}), 9: frozenset({SECOND, "tests/unit/test_a.py::TestA::gone"})}
    importer = "src/arrowswitch/web/desk/b.py"
    tests = {MODULE: lines, importer: {2: frozenset({TABLE})}}
    return Sight(tests, {}, {}, {MODULE: frozenset({importer})})


def selection_for(root: Path, *changes: Change) -> list[str]:
    return selected_tests(root, changes, sight(), {MODULE: TEXT})


def module_with(before: str, after: str) -> Change:
    assert before in TEXT
    return Change(MODULE, TEXT, TEXT.replace(before, after))


@for_each(
    "before, now, lines",
    [
        ("a\nb\nc\n", "a\nB\nc\n", {2}),
        ("a\nb\nc\n", "a\nb\nx\ny\nc\n", {3, 4}),
        ("a\nb\nc\n", "a\nc\n", {1, 2}),
        ("b\nc\n", "c\n", {1}),
        ("", "a\nb\n", {1, 2}),
        ("a\n", "a\n", set()),
    ],
)
def test_lines_that_differ(before: str, now: str, lines: set[int]) -> None:
    assert changed_lines(before, now) == lines


@for_each(
    "drawn, now, lines, expected",
    [
        ("a\nb\nc\n", "new\na\nb\nC\n", {4}, {3}),
        ("a\nb\nc\n", "new\na\nb\nc\n", {3}, {2}),
        ("a\nb\nc\n", "a\nnew\nb\nc\n", {2}, {1, 2}),
        ("a\nb\nb2\nc\n", "a\nB\nc\n", {2}, {2, 3}),
    ],
)
def test_lines_are_found_again_in_the_text_of_the_map(
    drawn: str, now: str, lines: set[int], expected: set[int]
) -> None:
    assert set(drawn_lines(drawn, now, lines)) == expected


class TestSelection:
    def test_a_line_of_a_function_selects_its_tests_without_their_cells(self, root: Path) -> None:
        assert selection_for(root, module_with("x + LEAST", "x * LEAST")) == [FIRST]

    def test_a_line_outside_functions_selects_all_that_use_the_module_or_its_importers(self, root: Path) -> None:
        assert selection_for(root, module_with("LEAST = 3", "LEAST = 4")) == [FIRST, SECOND, TABLE]

    def test_a_test_that_is_gone_is_left_out(self, root: Path) -> None:
        assert selection_for(root, module_with("x - 1", "x - 2")) == [SECOND]

    def test_a_module_that_is_gone_selects_all_its_tests(self, root: Path) -> None:
        assert selection_for(root, Change(MODULE, TEXT, None)) == [FIRST, SECOND]

    def test_a_new_module_selects_nothing_by_itself(self, root: Path) -> None:
        assert selection_for(root, Change("src/arrowswitch/core/new.py", None, "x = 1\n")) == []

    def test_a_template_selects_the_tests_of_its_folder_and_of_texts(self, root: Path) -> None:
        template = Change("src/arrowswitch/web/desk/deep/page.html", "a", "b")
        assert selection_for(root, template) == ["tests/architecture", TABLE]

    def test_a_module_of_tests_is_run_whole(self, root: Path) -> None:
        changes = [Change("tests/unit/test_a.py", "", "x"), module_with("x - 1", "x - 2")]
        assert selection_for(root, *changes) == ["tests/unit/test_a.py"]

    def test_a_helper_selects_the_modules_that_import_it_through_others_too(self, root: Path) -> None:
        assert selection_for(root, Change("tests/helper.py", "", "x = 2\n")) == [
            "tests/unit/test_b.py",
            "tests/unit/test_c.py",
        ]

    def test_a_conftest_selects_its_folder(self, root: Path) -> None:
        assert selection_for(root, Change("tests/unit/conftest.py", "", "x = 2\n")) == [
            f"tests/unit/test_{letter}.py" for letter in "abc"
        ]


class TestCommand:
    @pytest.fixture
    def repository(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The tree as a repository with one commit."""
        for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "First"]):
            identity = ["-c", "user.name=Some Body", "-c", "user.email=some@body.example"]
            subprocess.run(["git", *identity, *arguments], cwd=root, check=True)
        monkeypatch.setattr(command, "ROOT", root)
        return root

    def test_nothing_changed(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert command.main([]) == 0
        assert "Nothing differs from HEAD" in capsys.readouterr().out

    def test_an_unknown_commit(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert command.main(["--base=nowhere"]) == 2
        assert "no commit nowhere" in capsys.readouterr().err

    def test_changed_and_new_files_are_listed(
        self, repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (repository / MODULE).write_text(TEXT.replace("x - 1", "x - 2"), encoding="utf-8")
        (repository / "tests/unit/test_new.py").write_text("def test_it(): ...\n", encoding="utf-8")
        monkeypatch.setattr(sight_module, "is_drawn", lambda folder: True)
        monkeypatch.setattr(sight_module, "read", lambda root, folder, paths: sight())
        monkeypatch.setattr(sight_module, "texts_of", lambda folder: {MODULE: TEXT})
        assert command.main(["--list"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "2 changed files, 2 tests or modules of tests.",
            SECOND,
            "tests/unit/test_new.py",
        ]
