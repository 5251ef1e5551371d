"""Memory has an owner: no cache returns a value that its callers can change, and no function writes to a module.

A value that one caller changes and another finds changed is memory, and belongs to an object that its owner passes on
(`tournament/model/memory.py`). A cache of a function is for answers that depend on the arguments alone. The rules:

1. A function under `functools.cache` or `lru_cache`, at any depth, has a return type that nobody can write to: plain
   values, enumerations, named tuples and frozen dataclasses, `tuple`, `frozenset`, functions, patterns, and unions of
   these. Every type inside it, and every field of a class of the program, follows the same rule.
2. `Mapping`, `Sequence`, `Collection` and `object` are such types, even if a dictionary is behind them: mypy refuses a
   write through them. `dict`, `list`, `set`, `Any` and arrays do not.
3. Objects of libraries that are configured by the function and never afterwards are listed in `CONFIGURED`, arrays that
   refuse writes in `READ_ONLY`.
4. No function writes to a container of a module: to its own or to an imported one, by item, by method or by `global`.
   Registers that are filled by the declarations of a module, while it is loaded, are listed in `REGISTERS`.

`functools.cached_property` is not looked at: its value lives and dies with its object. Nor is a container that was
passed to a function before it is written to, or an attribute of an object that a module has.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import types
import typing
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path, PurePath

import jinja2
import pydantic
import pytest
import typst
from starlette.routing import BaseRoute

from tests.architecture.source_tree import Module, modules

CACHES = {"cache", "lru_cache"}
PLAIN = (
    type(None),
    bool,
    int,
    float,
    str,
    bytes,
    range,
    Fraction,
    Decimal,
    date,
    time,
    timedelta,
    tzinfo,
    PurePath,
    Enum,
)
READ = (Mapping, Sequence, Collection, Set, Iterable, Hashable, Callable, tuple, frozenset, type, re.Pattern)
CONFIGURED = (jinja2.Environment, typst.Fonts, pydantic.TypeAdapter, BaseRoute)
"""Classes of libraries whose objects are configured where they are made."""
READ_ONLY = {"arrowswitch.core.scoring.bulk.crosses._imp_table"}
"""Functions that return an array which refuses writes."""
REGISTERS = {
    "arrowswitch.tournament.model.stored.mapping._DOMAIN",
    "arrowswitch.tournament.model.stored.mapping._STORED",
}
"""Containers that the declarations of a module fill while it is loaded."""
CONTAINERS = {"list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict", "ChainMap"}
CONTAINERS |= {"WeakKeyDictionary", "WeakValueDictionary", "WeakSet"}
WRITES = {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove"}
WRITES |= {"reverse", "setdefault", "sort", "subtract", "update", "difference_update", "intersection_update"}
OPENING = re.compile(r"^\w+(?:: .+)? = (?:[\[{]|.*\()", re.MULTILINE)
"""The first line of a container of a module."""


class Cached(typing.NamedTuple):
    """A cached function: its full name, and the type it returns."""

    name: str
    returned: object


def cached_functions(module: Module) -> Iterator[Cached]:
    """Yields the functions of a module under a cache, by a decorator or by a call."""
    if not any(name in module.text for name in CACHES):
        return
    for node in ast.walk(module.tree()):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if any(_is_cache(decorator) for decorator in node.decorator_list):
                yield Cached(f"{module.name}.{node.name}", _type_of(node.returns, module.name))
        elif isinstance(node, ast.Call) and _is_cache(node.func) and node.args and not _is_size(node.args[0]):
            names = [part.id for part in ast.walk(node.args[0]) if isinstance(part, ast.Name)]
            if "self" in names:
                continue
            function = inspect.unwrap(vars(importlib.import_module(module.name))[names[-1]])
            written = ast.parse(str(function.__annotations__["return"]), mode="eval").body
            yield Cached(f"{module.name}.{names[-1]}", _type_of(written, function.__module__))


def _is_cache(node: ast.expr) -> bool:
    """True if an expression is a cache, with or without its size."""
    name = ast.unparse(node.func if isinstance(node, ast.Call) else node)
    return name.removeprefix("functools.") in CACHES


def _is_size(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.BinOp) or (isinstance(node, ast.Name) and node.id.isupper())


def _type_of(written: ast.expr | None, module: str) -> object:
    """Returns the type that an annotation means in a module; `Any` where there is none."""
    if written is None:
        return typing.Any
    return eval(ast.unparse(written), vars(importlib.import_module(module)))


def can_be_changed(kind: object, above: frozenset[object] = frozenset()) -> str:
    """Returns the first type inside a type that can be written to, after the fields on the way to it; empty if there
    is none."""
    if isinstance(kind, typing.NewType):
        return can_be_changed(kind.__supertype__, above)
    if isinstance(kind, typing.TypeVar):
        return can_be_changed(kind.__bound__ or object, above)
    if kind in (None, type(None), object) or kind is Ellipsis or kind in above:
        return ""
    origin = typing.get_origin(kind) or kind
    if origin is typing.Literal or origin is Callable:
        return ""
    if origin in (typing.Union, types.UnionType, typing.Annotated):
        return _first(typing.get_args(kind), above)
    if not isinstance(origin, type):
        return str(kind)
    if issubclass(origin, (*PLAIN, *CONFIGURED)):
        return ""
    own = _fields_of(origin)
    if own is None and origin not in READ and not issubclass(origin, tuple):
        return origin.__name__
    above |= {kind}
    inside = ((name, can_be_changed(field, above)) for name, field in (own or {}).items())
    named = next((f"{origin.__name__}.{name}: {changed}" for name, changed in inside if changed), "")
    return named or _first(typing.get_args(kind), above)


def _first(kinds: Iterable[object], above: frozenset[object]) -> str:
    return next((name for name in (can_be_changed(kind, above) for kind in kinds) if name), "")


def _fields_of(kind: type) -> Mapping[str, object] | None:
    """Returns the types of the fields of a frozen dataclass or a named tuple; None for other classes."""
    if is_dataclass(kind) and vars(kind)["__dataclass_params__"].frozen:
        names = {field.name for field in fields(kind)}
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = set(kind._fields)
    else:
        return None
    return {name: hint for name, hint in typing.get_type_hints(kind).items() if name in names}


def containers(module: Module) -> set[str]:
    """Returns the names that a module gives to containers which can be written to."""
    names = set()
    for node in module.tree().body if OPENING.search(module.text) else ():
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if _is_container(value):
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _is_container(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        made = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        return ast.unparse(made).rpartition(".")[2] in CONTAINERS
    return isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp)


def writes(module: Module, of_module: Callable[[str], Collection[str]]) -> Iterator[tuple[str, int]]:
    """Yields the containers of modules that functions of a module write to, each with the line; `of_module` returns the
    names of the containers of another module."""
    tree = module.tree()
    full = {name: f"{module.name}.{name}" for name in of_module(module.name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            there = of_module(node.module)
            full |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names if one.name in there}
    if not full and "global " not in module.text:
        return
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            own = _own_names(function)
            for node in ast.walk(function):
                if isinstance(node, ast.Global):
                    yield from ((f"{module.name}.{name}", node.lineno) for name in node.names)
                elif isinstance(node, ast.Subscript | ast.Call):
                    name = _target_of_write(node)
                    if name in full and name not in own:
                        yield full[name], node.lineno


def _own_names(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """Returns the parameters and the local variables of a function."""
    own = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    return own | {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _target_of_write(node: ast.Subscript | ast.Call) -> str:
    """Returns the name of the container that a step writes to: an item of it, or by a method; empty for other steps."""
    target: ast.expr | None = None
    if isinstance(node, ast.Subscript):
        target = node.value if isinstance(node.ctx, ast.Store | ast.Del) else None
    elif isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
        target = node.func.value
    return target.id if isinstance(target, ast.Name) else ""


def source(text: str) -> Module:
    """Returns a module of the program with another text."""
    return Module("arrowswitch.core.errors", Path("errors.py"), text)


def faults_of(module: Module) -> list[str]:
    """Returns the cached functions of a module whose result can be changed, each with the type."""
    cached = ((one.name, can_be_changed(one.returned)) for one in cached_functions(module))
    return [f"{name}: {changed}" for name, changed in cached if changed and name not in READ_ONLY]


def test_no_cache_returns_a_value_that_can_be_changed() -> None:
    assert [fault for module in modules() for fault in faults_of(module)] == []


def test_arrays_in_caches_refuse_writes() -> None:
    for name in READ_ONLY:
        path, _, function = name.rpartition(".")
        with pytest.raises(ValueError, match="read-only"):
            vars(importlib.import_module(path))[function]()[0] = 1


def test_no_function_writes_to_a_container_of_a_module() -> None:
    names = {module.name: containers(module) for module in modules()}
    every = "|".join(sorted({name for own in names.values() for name in own}))
    step = re.compile(rf"\b(?:{every})(?:\[|\.(?:{'|'.join(WRITES)})\()|\bglobal ")
    near = [module for module in modules() if step.search(module.text)]
    places = [place for module in near for place in writes(module, lambda name: names.get(name, ()))]
    assert [place for place in places if place[0] not in REGISTERS] == []
    assert {name for name, _ in places} == REGISTERS


@pytest.mark.parametrize(
    ("returned", "fault"),
    [
        ("list[int]", "list"),
        ("dict[str, int]", "dict"),
        ("set[int] | None", "set"),
        ("Any", "Any"),
        ("tuple[list[int], ...]", "list"),
        ("Mapping[str, dict[str, int]]", "dict"),
        ("Mistake", "Mistake"),
        ("Mapping[str, Sequence[int]]", ""),
        ("tuple[Problem, ...]", ""),
        ("frozenset[Problem] | None", ""),
        ("Callable[[], list[int]]", ""),
    ],
)
def test_a_cache_is_judged_by_the_type_it_returns(returned: str, fault: str) -> None:
    text = f"@lru_cache(maxsize=8)\ndef answer(number: int) -> {returned}: ...\n"
    problems = vars(importlib.import_module("arrowswitch.core.errors"))
    with pytest.MonkeyPatch.context() as patched:
        for name, value in {"Any": typing.Any, "Sequence": Sequence, "Callable": Callable}.items():
            patched.setitem(problems, name, value)
        faults = faults_of(source(text))
    assert faults == ([f"arrowswitch.core.errors.answer: {fault}"] if fault else [])


def test_a_nested_function_and_a_cache_without_annotation_are_judged_as_well() -> None:
    inner = "def outer():\n    @functools.cache\n    def answer() -> list[int]: ...\n"
    assert len(faults_of(source(inner))) == 1
    assert len(faults_of(source("@cache\ndef answer(number: int): ...\n"))) == 1
    assert faults_of(source("def answer() -> list[int]: ...\n")) == []


@pytest.mark.parametrize(
    "step",
    ["KNOWN[key] = 1", "del KNOWN[key]", "KNOWN[key] += 1", "KNOWN.update({key: 1})", "KNOWN.pop(key)", "global OTHER"],
)
def test_a_write_to_a_container_of_a_module_is_found(step: str) -> None:
    module = source(f"KNOWN: dict[int, int] = {{}}\nOTHER = 1\ndef write(key: int) -> None:\n    {step}\n")
    assert len(list(writes(module, lambda _: containers(module)))) == 1
    elsewhere = source(f"from arrowswitch.core.known import KNOWN\ndef write(key: int) -> None:\n    {step}\n")
    assert len(list(writes(elsewhere, lambda name: {"KNOWN"} if name.endswith("known") else set()))) == 1


@pytest.mark.parametrize("step", ["return KNOWN[key]", "KNOWN = {}; KNOWN[key] = 1", "return KNOWN.get(key)"])
def test_reading_and_local_names_are_no_writes(step: str) -> None:
    module = source(f"KNOWN: dict[int, int] = {{}}\ndef read(key: int) -> object:\n    {step}\n")
    assert list(writes(module, lambda _: containers(module))) == []
