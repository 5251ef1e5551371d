"""Properties of one line need no docstring, longer ones do; and a docstring says more than the code below it.

Ruff's D1 demands docstrings of everything public. It cannot count lines, so pyproject.toml exempts all properties, and
this module checks those of more than one line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.architecture.source_tree import ROOT, committed_files
from tests.tables import for_each

FOLDERS = ("src", "benchmarks", "tools")
PROPERTIES = {"property", "cached_property", "functools.cached_property"}
EXEMPT = "src/arrowswitch/core/movements/editing/"
"""Exempt from D102 in pyproject.toml as well: the edit itself is documented."""
SMALL_WORDS = frozenset(
    re.findall(
        r"\w+",
        """a all an and any are as at be been by for from had has have how if in is it its many number of on once or
        returns so that the their them there these they this those to true was were what when where whether which who
        with""",
    )
)
"""They add nothing to the names next to them. Words of a case or a shape (none, each, other, not) are not among
them."""


@dataclass(frozen=True)
class Property:
    """A property with the class that it is in and its place for messages."""

    owner: str
    node: ast.FunctionDef
    place: str

    @property
    def docstring(self) -> str:
        return ast.get_docstring(self.node) or ""

    @property
    def body(self) -> list[ast.stmt]:
        return self.node.body[1:] if self.docstring else self.node.body

    @property
    def is_public(self) -> bool:
        return not self.node.name.startswith("_") and not self.owner.startswith("_")

    def is_of_one_line(self) -> bool:
        """True if nothing but one line of code follows the docstring; a stub (`...`) is the docstring's contract."""
        if not self.body or any(isinstance(one, ast.Expr) for one in self.body):
            return False
        return len(self.body) == 1 and self.body[0].lineno == self.body[0].end_lineno

    def repeats_itself(self) -> bool:
        """True if each word of the docstring, small words aside, is in the names and texts of a one-line property."""
        if not self.docstring or not self.is_of_one_line():
            return False
        beside = {self.owner, self.node.name, *_names(self.body[0])}
        return not words(self.docstring) - SMALL_WORDS - {word for name in beside for word in words(name)}


def _names(body: ast.stmt) -> Iterator[str]:
    for node in ast.walk(body):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def words(text: str) -> set[str]:
    """Returns the words of a docstring or a name in lower case, small words as they are and others without endings.

    >>> sorted(words("Returns the dealer's boards.")), sorted(words("BoardSets.is_played"))
    (['board', 'dealer', 'returns', 'the'], ['board', 'is', 'play', 'set'])
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text.replace("'s", ""))
    return {word if word in SMALL_WORDS else _stem(word) for word in re.findall("[a-z]+", parted.lower())}


def _stem(word: str) -> str:
    return re.sub(r"(?<=..[^s])(ies|ed|es|s|e|y)$", "", word)


def properties(tree: ast.Module, name: str) -> Iterator[Property]:
    """Yields the properties of all classes of a module."""
    for owner in ast.walk(tree):
        if isinstance(owner, ast.ClassDef):
            for node in owner.body:
                if isinstance(node, ast.FunctionDef) and PROPERTIES & set(map(ast.unparse, node.decorator_list)):
                    yield Property(owner.name, node, f"{name}:{node.lineno} {owner.name}.{node.name}")


@cache
def everything() -> tuple[Property, ...]:
    return tuple(
        found
        for path in committed_files()
        if path.relative_to(ROOT).parts[0] in FOLDERS and _is_python(path)
        if "property" in (text := path.read_text(encoding="utf-8"))
        for found in properties(ast.parse(text), path.relative_to(ROOT).as_posix())
    )


def _is_python(path: Path) -> bool:
    if path.suffix:
        return path.suffix == ".py"
    with path.open(encoding="utf-8") as stream:
        return "python" in stream.readline()


def _property(code: str) -> Property:
    (property_,) = properties(ast.parse(f"class Deal:\n    @property\n    {code}"), "deal.py")
    return property_


SHORT = "def boards(self): {}return self.sheet.boards"
SELF_EVIDENT = [
    "Returns the boards.",
    "Returns the number of boards of the deal.",
    "Returns which boards are on its sheet.",
]
SAYS_MORE = [
    "Returns the boards in play.",
    "Returns the boards of each sheet.",
    "Returns the boards; None without a sheet.",
    "Returns the boards of the other sheet.",
]


@for_each("text", SELF_EVIDENT)
def test_a_repetition_is_found(text: str) -> None:
    assert _property(SHORT.format(f"'{text}'; ")).repeats_itself()


@for_each("text", SAYS_MORE)
def test_what_says_more_is_no_repetition(text: str) -> None:
    assert not _property(SHORT.format(f"'{text}'; ")).repeats_itself()


def test_what_is_of_one_line() -> None:
    """A statement over two lines is two lines, and a stub is none: its docstring is all that there is."""
    assert _property("def a(self): return 1").is_of_one_line()
    assert not _property("def a(self):\n        b = 1\n        return b").is_of_one_line()
    assert not _property("def a(self):\n        return (\n            1\n        )").is_of_one_line()
    assert not _property("def a(self): ...").is_of_one_line()
    assert not _property("def a(self): 'Returns a.'").is_of_one_line()


def test_there_is_something_to_look_at() -> None:
    lengths = [found.is_of_one_line() for found in everything()]
    assert lengths.count(True) > 300
    assert lengths.count(False) > 50
    assert {found.place.split("/")[0] for found in everything()} == set(FOLDERS)


def test_properties_of_several_lines_are_documented() -> None:
    silent = [
        found.place
        for found in everything()
        if found.is_public and not found.is_of_one_line() and not found.docstring and not found.place.startswith(EXEMPT)
    ]
    assert silent == []


def test_docstrings_say_more_than_the_property_itself() -> None:
    assert [f"{found.place}: {found.docstring}" for found in everything() if found.repeats_itself()] == []
