"""The program as its tests see it: its modules, what they import, and the committed files."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGE = SRC / "arrowswitch"
RAISERS = {"Problem", "Mistake", "Malformed", "Refused", "NotFound"}
BINARY = {".png", ".pdf", ".ico", ".ttf", ".otf", ".woff2", ".gz", ".zip", ".sqlite3"}


@dataclass(frozen=True)
class Function:
    """A function or method: its name, its first line, and how many lines it has."""

    name: str
    line: int
    lines: int
    is_stub: bool


@dataclass(frozen=True)
class Outline:
    """The parts of a module that several tests read: imports with their lines, top-level classes, all functions."""

    has_docstring: bool
    imports: tuple[tuple[str, int], ...]
    classes: tuple[str, ...]
    functions: tuple[Function, ...]


@dataclass(frozen=True)
class Module:
    """One module of the program."""

    name: str
    path: Path
    text: str

    @property
    def room(self) -> str:
        """Returns the package of the program that the module belongs to: `core`, `web`, `bootstrap`. It is empty for
        the program's own package."""
        return room_of(self.name)

    def tree(self) -> ast.Module:
        """Returns the syntax tree, parsed at each call: all of them together would take 230 MB. Read `outline` where it
        has what is needed."""
        return ast.parse(self.text)

    @cached_property
    def outline(self) -> Outline:
        """Returns the parts of the syntax tree that several tests read."""
        tree = self.tree()
        nodes = list(ast.walk(tree))
        of_protocols = {
            function
            for node in nodes
            if isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases)
            for function in node.body
        }
        return Outline(
            has_docstring=bool(ast.get_docstring(tree)),
            imports=tuple(imported for node in nodes for imported in self._list_imports(node)),
            classes=tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)),
            functions=tuple(
                _function(node, is_of_protocol=node in of_protocols)
                for node in nodes
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            ),
        )

    def imports(self) -> tuple[tuple[str, int], ...]:
        """Returns the full name of everything imported, anywhere in the module, with its line."""
        return self.outline.imports

    def _list_imports(self, node: ast.AST) -> Iterator[tuple[str, int]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = self._absolute(node)
            yield from ((f"{base}.{alias.name}", node.lineno) for alias in node.names)

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name.split(".") if self.path.name == "__init__.py" else self.name.split(".")[:-1]
        return ".".join([*package[: len(package) - node.level + 1], *([node.module] if node.module else [])])


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, *, is_of_protocol: bool) -> Function:
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    return Function(node.name, node.lineno, lines, is_stub=not is_of_protocol and _is_stub(node))


def _is_stub(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    words = ast.get_docstring(function) or ""
    if "nothing" in words or "overload" in map(ast.unparse, function.decorator_list):
        return False
    body = function.body[1:] if words else function.body
    return all(
        isinstance(statement, ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        or (isinstance(statement, ast.Raise) and "NotImplementedError" in ast.unparse(statement))
        for statement in body
    )


def room_of(name: str) -> str:
    """Returns the room of a full module name; empty for the package itself and for parts of others."""
    place = name.split(".")[1] if name.startswith("arrowswitch.") else ""
    return "" if place == "__version__" else place


@cache
def modules() -> tuple[Module, ...]:
    """Returns every module of the program."""
    parsed = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        parsed.append(Module(name, path, path.read_text(encoding="utf-8")))
    return tuple(parsed)


@cache
def committed_files() -> tuple[Path, ...]:
    """Returns the text files under version control; where there is none (an unpacked archive), all not made."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        return tuple(path for path in ROOT.rglob("*") if path.is_file() and not _is_made(path) and _is_text(path))
    files = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return tuple(path for path in files if path.is_file() and _is_text(path))


def _is_made(path: Path) -> bool:
    return any(part.startswith(".") or part.endswith(".egg-info") for part in path.relative_to(ROOT).parts)


def _is_text(path: Path) -> bool:
    return path.suffix not in BINARY


@cache
def raised_codes() -> tuple[tuple[str, str], ...]:
    """Returns every problem code that the program writes out, with its place."""
    return tuple(
        (code, f"{module.path.relative_to(ROOT)}:{node.lineno}")
        for module in modules()
        if any(raiser in module.text for raiser in RAISERS)
        for node in ast.walk(module.tree())
        if isinstance(node, ast.Call) and node.args and _raises(node.func)
        for code in _literals(node.args[0])
    )


def _raises(func: ast.expr) -> bool:
    if isinstance(func, ast.Attribute):
        return func.attr == "of" and isinstance(func.value, ast.Name) and func.value.id in RAISERS
    return isinstance(func, ast.Name) and func.id == "Problem"


def _literals(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _literals(argument.body)
        yield from _literals(argument.orelse)
