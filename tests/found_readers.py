"""Readers that are found in the program itself, so that a new one is tried with damaged files by itself.

They are the public functions of `formats` that take bytes or a text to read, the functions that a page hands to
`read_apart`, also bound by `partial`, and those to which a command hands the content of a file.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import arrowswitch.bootstrap
import arrowswitch.cli
import arrowswitch.formats
import arrowswitch.web
from arrowswitch.core.errors import Mistake
from arrowswitch.formats.kinds import Wanted
from tests.fuzzed import Reader

_READS = ("read_", "parse_", "reports_", "rows_", "kind_", "format_of", "is_", "text_of", "json_object", "picture_")
_CONTENTS = ("read_file", "read_bytes", "read_event")
"""Functions of the command line that return the content of a file."""
_TO_TEXT = ("text_of",)
_SHORTEST, _LONGEST = 8, 30_000
"""Bytes of a sample that a reader gets from the others: typed texts are shorter, and what breaks a long file breaks a
short one sooner."""
_OTHERS: dict[str, object] = {"name": "file.csv", "where": "file", "sheet": "", "data": b"", "text": ""}
_OTHERS |= {"languages": ("en", "ja"), "wanted": Wanted.RESULTS}
"""Values for the further parameters of readers."""
NOT_TRIED = {
    "arrowswitch.web.desk.entries.csv.read_entries": "takes the register too; it is in `tests.fuzzed`",
    "arrowswitch.cli.pairing.league_seasons.season_of_file": "searches; its reader is in the list",
}
"""Readers with further parameters that no table of values fits, and why they are left out here."""


def found_readers(others: Iterable[Reader]) -> tuple[Reader, ...]:
    """Returns every reader that is found. Its samples are those of all others (`tests.fuzzed`) that it reads, the
    shortest of each, or all of them if it reads none."""
    samples = [min(reader.samples, key=len) for reader in others]
    short = tuple(one for one in samples if _SHORTEST <= len(one) <= _LONGEST)
    functions = (
        (name, _of_bytes(function)) for name, function in sorted(_functions().items()) if name not in NOT_TRIED
    )
    return tuple(
        Reader(name, read, tuple(one for one in short if _is_read(read, one)) or short, 0) for name, read in functions
    )


def _is_read(read: Callable[[bytes], object], sample: bytes) -> bool:
    try:
        return read(sample) is not None
    except Mistake:
        return False


def untried_readers() -> frozenset[str]:
    """Returns the names of readers that are found and cannot be called: a further parameter has no value here."""
    return frozenset(
        name
        for name, function in _functions().items()
        if name not in NOT_TRIED and not all(one in _OTHERS for one in _further_names(function))
    )


def _functions() -> dict[str, Callable[..., Any]]:
    functions = (*_of_formats(), *_handed_to_read_apart(), *_of_files_in_commands())
    return {f"{one.__module__}.{one.__qualname__}": one for one in functions}


def _of_formats() -> Iterator[Callable[..., Any]]:
    for info in pkgutil.walk_packages(arrowswitch.formats.__path__, "arrowswitch.formats."):
        module = importlib.import_module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            is_own = function.__module__ == info.name and name.startswith(_READS)
            if is_own and _takes_file(function) and all(one in _OTHERS for one in _further_names(function)):
                yield function


def _handed_to_read_apart() -> Iterator[Callable[..., Any]]:
    """Yields the functions by whose names `read_apart` is called, or bound by `partial`, in pages and services."""
    for module, tree in (*_modules(arrowswitch.web, "read_apart"), *_modules(arrowswitch.bootstrap, "read_apart")):
        for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
            names = [one.id if isinstance(one, ast.Name) else "" for one in (call.func, *call.args[:1])]
            if names[0] == "read_apart" or names == ["partial", "read_apart"]:
                function = _find_name(module, call.args[names.index("read_apart")])
                if inspect.isfunction(function):
                    yield function


def _of_files_in_commands() -> Iterator[Callable[..., Any]]:
    """Yields the functions to which a command hands the content of a file: what `read_file` or `read_bytes` returned,
    also as a text."""
    for module, tree in _modules(arrowswitch.cli, "read_"):
        for body in (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)):
            contents = {
                target.id
                for one in ast.walk(body)
                if isinstance(one, ast.Assign) and _is_content(one.value, frozenset())
                for target in one.targets
                if isinstance(target, ast.Name)
            }
            for call in (one for one in ast.walk(body) if isinstance(one, ast.Call) and one.args):
                function = _find_name(module, call.func)
                if not inspect.isfunction(function) or not _is_content(call.args[0], contents):
                    continue
                if _takes_file(function) and function.__name__ not in _TO_TEXT:
                    yield function


def _is_content(node: ast.expr, names: Container[str]) -> bool:
    """True if an expression is the content of a file: a name of it, or a call that reads a file."""
    if isinstance(node, ast.Name):
        return node.id in names
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id in _CONTENTS or (node.func.id in _TO_TEXT and _is_content(node.args[0], names))


def _modules(package: ModuleType, word: str) -> Iterator[tuple[ModuleType, ast.Module]]:
    """Yields the modules of a package that contain a word, with their trees."""
    folder = Path(str(package.__file__)).parent
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if word in source:
            parts = path.relative_to(folder).with_suffix("").parts
            yield importlib.import_module(".".join((package.__name__, *parts))), ast.parse(source)


def _find_name(module: object, node: ast.expr) -> object:
    if isinstance(node, ast.Attribute):
        return getattr(_find_name(module, node.value), node.attr, None)
    return getattr(module, node.id, None) if isinstance(node, ast.Name) else None


def _takes_file(function: Callable[..., Any]) -> bool:
    return _first(function) in ("bytes", "str", "bytes | str", "str | bytes")


def _first(function: Callable[..., Any]) -> object:
    return next((one.annotation for one in inspect.signature(function).parameters.values()), None)


def _further_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Returns the names of the further parameters that a function needs."""
    further = list(inspect.signature(function).parameters.values())[1:]
    return tuple(one.name for one in further if one.default is one.empty)


def _of_bytes(function: Callable[..., Any]) -> Callable[[bytes], object]:
    """Returns a reader of bytes, for one of texts too."""
    further = {name: _OTHERS[name] for name in _further_names(function)}
    return partial(_read, function, _first(function) == "str", further)


def _read(function: Callable[..., Any], is_of_text: bool, further: dict[str, object], data: bytes) -> object:
    answer = function(data.decode("utf-8", errors="replace") if is_of_text else data, **further)
    return list(answer) if inspect.isgenerator(answer) else answer
