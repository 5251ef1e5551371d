"""Readers that are found in the program itself, so that a new one is tried with damaged files by itself: every public
function of `formats` that takes bytes or a text to read, and every function that a page hands to `read_apart`."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import arrowswitch.formats
import arrowswitch.web
from tests.fuzzed import Reader

_READS = ("read_", "parse_", "reports_", "rows_", "kind_", "format_of", "is_", "text_of", "json_object", "picture_")
_WEB = Path(arrowswitch.web.__file__).parent
_OTHERS: dict[str, object] = {"name": "file.csv", "where": "file", "sheet": "", "data": b"", "text": ""}
"""Values for the further parameters of readers."""
NOT_TRIED = {
    "arrowswitch.web.desk.entries.csv.read_entries": "takes the register too; it is in `tests.fuzzed`",
}
"""Readers with further parameters that no table of values fits, and why they are left out here."""


def found_readers(others: Iterable[Reader]) -> tuple[Reader, ...]:
    """Returns every reader that is found, each with the shortest sample of all others (`tests.fuzzed`)."""
    samples = tuple(min(reader.samples, key=len) for reader in others)
    functions = {f"{one.__module__}.{one.__qualname__}": one for one in (*_of_formats(), *_handed_to_read_apart())}
    return tuple(
        Reader(name, _of_bytes(function), samples)
        for name, function in sorted(functions.items())
        if name not in NOT_TRIED
    )


def _of_formats() -> Iterator[Callable[..., Any]]:
    for info in pkgutil.walk_packages(arrowswitch.formats.__path__, "arrowswitch.formats."):
        module = importlib.import_module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            is_own = function.__module__ == info.name and name.startswith(_READS)
            if (
                is_own
                and _first(function) in ("bytes", "str")
                and all(one in _OTHERS for one in _further_names(function))
            ):
                yield function


def _handed_to_read_apart() -> Iterator[Callable[..., Any]]:
    """Yields the functions by whose names `read_apart` is called in the modules of the pages."""
    for path in sorted(_WEB.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "read_apart(" not in source:
            continue
        name = ".".join(("arrowswitch.web", *path.relative_to(_WEB).with_suffix("").parts))
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "read_apart":
                function = _find_name(importlib.import_module(name), call.args[0])
                if inspect.isfunction(function):
                    yield function


def _find_name(module: object, node: ast.expr) -> object:
    if isinstance(node, ast.Attribute):
        return getattr(_find_name(module, node.value), node.attr, None)
    return getattr(module, node.id, None) if isinstance(node, ast.Name) else None


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
