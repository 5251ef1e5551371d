"""The house as its tests see it: the modules of the program with their syntax trees, and the committed files."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGE = SRC / "arrowswitch"
RAISERS = {"Problem", "Mistake", "Malformed", "Refused", "NotFound"}
BINARY = {".png", ".pdf", ".ico", ".ttf", ".otf", ".woff2", ".gz", ".zip", ".sqlite3"}


@dataclass(frozen=True)
class Module:
    """One module of the program."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """Returns the part of the house it stands in: `core`, `web`, `bootstrap`; empty for the package itself."""
        return room_of(self.name)

    def imports(self) -> Iterator[tuple[str, int]]:
        """Yields the full name of everything imported, anywhere in the module, with its line."""
        for node in ast.walk(self.tree):
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


def room_of(name: str) -> str:
    """Returns the room of a full module name; empty for the package itself and for parts of others."""
    place = name.split(".")[1] if name.startswith("arrowswitch.") else ""
    return "" if place == "__version__" else place


@cache
def modules() -> tuple[Module, ...]:
    """Returns every module of the program."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text(encoding="utf-8")
        found.append(Module(name, path, text, ast.parse(text)))
    return tuple(found)


@cache
def committed_files() -> tuple[Path, ...]:
    """Returns the text files under version control; where there is none (an unpacked archive), all not made."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        return tuple(path for path in ROOT.rglob("*") if path.is_file() and not _is_made(path) and _is_text(path))
    found = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return tuple(path for path in found if path.is_file() and _is_text(path))


def _is_made(path: Path) -> bool:
    return any(part.startswith(".") or part.endswith(".egg-info") for part in path.relative_to(ROOT).parts)


def _is_text(path: Path) -> bool:
    return path.suffix not in BINARY


def raised_codes() -> Iterator[tuple[str, str]]:
    """Yields every problem code that the program writes out, with its place."""
    for module in modules():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and node.args and _raises(node.func):
                for code in _literals(node.args[0]):
                    yield code, f"{module.path.relative_to(ROOT)}:{node.lineno}"


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
