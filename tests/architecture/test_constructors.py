"""A value of five and more parts names them where it is made: parts in a row can change places unseen."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from tests.architecture.source_tree import ROOT, Module, modules

MANY_FIELDS = 5
MOST_BY_POSITION = 2


@dataclass(frozen=True)
class Constructor:
    """A dataclass of ours: its full name, its bases, and the fields that a call may give by position. Where a class
    takes its own fields by name only, those of its bases still count."""

    name: str
    bases: tuple[str, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Call:
    """A call of a dataclass of ours: its place, and how many arguments it passes by position."""

    place: str
    by_position: int
    made: Constructor


class Names:
    """The objects that the names of a module refer to, by its imports and its own definitions."""

    def __init__(self, module: Module, tree: ast.Module) -> None:
        self._full = {node.name: f"{module.name}.{node.name}" for node in tree.body if isinstance(node, ast.ClassDef)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self._full |= {alias.asname: alias.name for alias in node.names if alias.asname}
                self._full |= {part: part for alias in node.names for part in [alias.name.split(".")[0]]}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                self._full |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}

    def full(self, written: ast.expr) -> str:
        """Returns the full name that an expression stands for; empty where it is no name."""
        if isinstance(written, ast.Name):
            return self._full.get(written.id, "")
        if isinstance(written, ast.Subscript):
            return self.full(written.value)
        if isinstance(written, ast.Attribute):
            base = self.full(written.value)
            return f"{base}.{written.attr}" if base else ""
        return ""


def constructors(module: Module, tree: ast.Module, names: Names) -> Iterator[Constructor]:
    """Yields the dataclasses that a module defines."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        marks = [mark for mark in node.decorator_list if names.full(_function(mark)) == "dataclasses.dataclass"]
        if marks:
            own = () if _is_true(marks[0], "kw_only") else tuple(_fields(node, names))
            yield Constructor(f"{module.name}.{node.name}", tuple(names.full(base) for base in node.bases), own)


def _function(mark: ast.expr) -> ast.expr:
    return mark.func if isinstance(mark, ast.Call) else mark


def _is_true(mark: ast.expr, option: str) -> bool:
    return isinstance(mark, ast.Call) and any(
        word.arg == option and isinstance(word.value, ast.Constant) and word.value.value is True
        for word in mark.keywords
    )


def _fields(node: ast.ClassDef, names: Names) -> Iterator[str]:
    """Yields the fields of a class that a call may give by position."""
    for part in node.body:
        if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
            continue
        kind = names.full(part.annotation)
        if kind == "dataclasses.KW_ONLY":
            return
        is_given = not (isinstance(part.value, ast.Call) and _is_not_given(part.value, names))
        if kind != "typing.ClassVar" and is_given:
            yield part.target.id


def _is_not_given(value: ast.Call, names: Names) -> bool:
    return names.full(value.func) == "dataclasses.field" and any(
        (word.arg, getattr(word.value, "value", None)) in (("init", False), ("kw_only", True))
        for word in value.keywords
    )


class WebServices:
    """All dataclasses of the program, wherever a name of theirs is imported from."""

    def __init__(self, everything: tuple[Module, ...]) -> None:
        self._names: dict[str, Names] = {}
        self._constructors: dict[str, Constructor] = {}
        for module in everything:
            tree = module.tree()
            names = self._names[module.name] = Names(module, tree)
            self._constructors |= {made.name: made for made in constructors(module, tree, names)}

    def constructor(self, name: str) -> Constructor | None:
        """Returns the dataclass of a full name, also where another module hands it on."""
        for _ in range(len(self._names)):
            if name in self._constructors:
                return self._constructors[name]
            room, _, last = name.rpartition(".")
            handed_on = self._names[room].full(ast.Name(last)) if room in self._names else ""
            if handed_on in ("", name):
                return None
            name = handed_on
        return None

    def fields(self, made: Constructor) -> set[str]:
        """Returns the names of a dataclass's fields with those of its bases."""
        bases = [base for base in map(self.constructor, made.bases) if base is not None]
        return {*made.fields, *(name for base in bases for name in self.fields(base))}

    def calls(self, module: Module) -> Iterator[Call]:
        """Yields every call of a dataclass in a module; `cls` is the class around the call."""
        names, tree = self._names[module.name], module.tree()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                made = self.constructor(names.full(node.func))
                if made is not None:
                    yield _call(module, node, made)
        for within in tree.body:
            own = self._constructors.get(f"{module.name}.{within.name}") if isinstance(within, ast.ClassDef) else None
            if own is not None:
                calls = (node for node in ast.walk(within) if isinstance(node, ast.Call) and _is_cls(node))
                yield from (_call(module, node, own) for node in calls)

    def rows(self, calls: Iterable[Call]) -> Iterator[str]:
        """Yields the places of the calls that make a value of many parts from a row of them."""
        for call in calls:
            if call.by_position > MOST_BY_POSITION and len(self.fields(call.made)) >= MANY_FIELDS:
                yield f"{call.place} {call.made.name.rpartition('.')[2]}"


def _call(module: Module, node: ast.Call, made: Constructor) -> Call:
    return Call(f"{module.path.relative_to(ROOT)}:{node.lineno}", _by_position(node), made)


def _by_position(call: ast.Call) -> int:
    """Returns how many arguments a call passes by position; one that is unpacked counts as two, the least it holds."""
    return sum(2 if isinstance(part, ast.Starred) else 1 for part in call.args)


def _is_cls(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "cls"


@cache
def services() -> WebServices:
    return WebServices(modules())


@cache
def every_call() -> tuple[Call, ...]:
    return tuple(call for module in modules() for call in services().calls(module))


VALUES = """
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar

@dataclass(frozen=True, slots=True)
class Wide:
    a: int
    b: int
    c: int
    d: int
    e: int

    @classmethod
    def level(cls, a: int):
        return cls(a, a, a, a, a)

@dataclass(frozen=True)
class Wider(Wide):
    f: int = 0

@dataclass
class Narrow:
    a: int
    b: int
    c: int
    d: int
    e: int = field(init=False)
    kind: ClassVar[str] = "narrow"

@dataclass(kw_only=True)
class Named(Narrow):
    f: int
    g: int

@dataclass
class Half:
    a: int
    b: int
    _: KW_ONLY
    c: int
    d: int
    e: int
"""
CALLS = """
import arrowswitch.core.values
from arrowswitch.core import Wide as Broad
from arrowswitch.core import values
from arrowswitch.core.values import Half, Named, Narrow, Wider

values.Wide(1, 2, c=3, d=4, e=5)
Named(1, 2, 3, 4, f=5, g=6)
Narrow(1, 2, 3, 4)
Half(1, 2, c=3, d=4, e=5)
unknown.Wide(1, 2, 3, 4, 5)
Wider(*two, c=3, d=4, e=5)
Broad(1, 2, 3, d=4, e=5)
values.Wide(1, 2, 3, d=4, e=5)
arrowswitch.core.values.Wide(1, 2, 3, d=4, e=5)
Wider(1, *two, d=4, e=5)
"""


def _module(name: str, text: str) -> Module:
    path = ROOT.joinpath("src", *name.split(".")).with_suffix(".py")
    return Module(name, path, text)


def test_what_the_rule_finds() -> None:
    """Three values in a row are found under any name; two, or fields that are few or only passed by name, are not."""
    values = _module("arrowswitch.core.values", VALUES)
    handed_on = _module("arrowswitch.core", "from arrowswitch.core.values import Wide")
    calls = _module("arrowswitch.core.calls", CALLS)
    constructors = WebServices((values, handed_on, calls))
    assert [place.rpartition("/")[2] for place in constructors.rows(constructors.calls(values))] == [
        "values.py:15 Wide"
    ]
    places = [place.rpartition("/")[2] for place in constructors.rows(constructors.calls(calls))]
    assert places == ["calls.py:13 Wide", "calls.py:14 Wide", "calls.py:15 Wide", "calls.py:16 Wider"]


def test_there_is_something_to_look_at() -> None:
    assert sum(len(services().fields(call.made)) >= MANY_FIELDS for call in every_call()) > 500


def test_many_parts_are_named() -> None:
    assert list(services().rows(every_call())) == []
