"""The committed files: parts pinned, nothing unfinished, no address of a package index, all data files packed."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.source_tree import BINARY, PACKAGE, ROOT, Module, committed_files, modules
from tests.tables import for_each

# Put together from halves, so that this file does not hold what it looks for.
INDEX = re.compile(
    "|".join(("index-" + "url", "extra-" + "index", "py" + r"pi\.", "/sim" + "ple/", "--find" + "-links")), re.I
)
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X:", "HA" + "CK")) + r")\b")
SUPPRESSION = re.compile("# (" + "|".join(("no" + "qa", "type: " + "ignore", "pragma: " + "no cover")) + ")")
REASON = re.compile(r"# (?:no[q]a: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\]|pragma: no cover)\s*[-:#—]\s*\w+")
SILENCED = re.compile("|".join(("@ts-" + "(?:ignore|nocheck|expect-error)", "biome-" + "ignore", "djlint:" + "off")))
PIN = re.compile(
    r"[a-z0-9][a-z0-9._-]*==[0-9][0-9a-z.+]*(?: ; sys_platform == 'win32')? \\\n"
    r"(?:    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\Z"
)
"""A version and the hashes of all its files."""


@pytest.mark.parametrize("pattern", [INDEX, UNFINISHED], ids=["address of an index", "unfinished"])
def test_no_committed_file_holds(pattern: re.Pattern[str]) -> None:
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in committed_files()
        if "data" not in path.relative_to(ROOT).parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]
    assert lines == []


def test_no_function_is_a_stub() -> None:
    """A body that only raises NotImplementedError, passes or is `...` belongs to a Protocol, or says one of the types
    (`overload`) of a function that follows, and to nothing else.

    A method that truly has nothing to do says so (`Does nothing: ...`).
    """
    stubs = [
        f"{module.path.relative_to(ROOT)}:{function.line} {function.name}"
        for module in modules()
        for function in module.outline.functions
        if function.is_stub
    ]
    assert stubs == []


def test_a_stub_is_found() -> None:
    text = """
class Reader(Protocol):
    def read(self): ...
class Writer:
    def write(self): ...
    def flush(self):
        'Does nothing: there is no buffer.'
    def close(self):
        'Closes the file.'
        raise NotImplementedError
    def name(self):
        return 1
"""
    outline = Module("arrowswitch.stubs", ROOT / "stubs.py", text).outline
    assert [function.name for function in outline.functions if function.is_stub] == ["write", "close"]


@pytest.mark.parametrize("name", ["run.txt", "test.txt"])
def test_every_part_is_pinned(name: str) -> None:
    lines = (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if line and not line.startswith(("#", "-r ")))
    parts = re.split(r"(?<!\\)\n", text)
    assert len(parts) > 1
    assert [part.splitlines()[0] for part in parts if not PIN.match(part)] == []


def test_only_what_was_tested_is_installed() -> None:
    """Every line that installs pinned parts compares their hashes."""
    lines = [
        line
        for name in ("Makefile", "README.md", "README.ja.md", ".github/workflows/tests.yml")
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
        if "pip install" in line or "$(PIP) install" in line
    ]
    assert len(lines) > 3
    assert [
        line for line in lines if "--require-hashes" not in line and "--no-deps --no-build-isolation" not in line
    ] == []


def test_every_part_of_the_pages_checks_is_pinned() -> None:
    parts = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert parts
    assert [part for part, version in parts.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    locked = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert {part: locked[f"node_modules/{part}"]["version"] for part in parts} == parts
    assert [name for name, one in locked.items() if name and not one["integrity"].startswith("sha512-")] == []
    assert [name for name, one in locked.items() if "resolved" in one] == []


def test_every_declared_part_is_among_the_pins() -> None:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        project = tomllib.load(stream)["project"]
    pinned: set[str] = set()
    for name, declared in {"run": project["dependencies"], "test": project["optional-dependencies"]["test"]}.items():
        pinned |= {line.split("==")[0] for line in (ROOT / "requirements" / f"{name}.txt").read_text().splitlines()}
        names = {re.split(r"[\[>=<~ ]", entry)[0].lower() for entry in declared}
        assert names - pinned == set(), name


def test_every_data_file_of_the_program_is_packed() -> None:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        patterns = tomllib.load(stream)["tool"]["setuptools"]["package-data"]["arrowswitch"]
    left_out = [
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*")
        if path.is_file()
        and path.suffix not in {".py", ".pyc"}
        and not any(fnmatch(path.name, pattern.removeprefix("**/")) for pattern in patterns)
    ]
    assert left_out == []


def test_no_generated_or_binary_stray_is_committed() -> None:
    strays = [
        str(path.relative_to(ROOT))
        for path in committed_files()
        if path.suffix in {".pyc", ".log", ".orig", ".rej", ".db"} or path.name in {".coverage", ".DS_Store"}
    ]
    assert strays == []
    assert ".py" not in BINARY


def test_every_suppression_has_its_reason() -> None:
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in committed_files()
        if path.suffix == ".py"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if SUPPRESSION.search(line) and not REASON.search(line)
    ]
    assert bare == []


SKIPS = {"skip", "skipif", "importorskip", "xfail", "skipTest", "SkipTest", "skipIf", "skipUnless", "collect_ignore"}


def test_no_test_is_skipped() -> None:
    """Everything that a test needs is in the clone, or made by it; a part that is missing on a machine fails the
    test."""
    skips = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in _trees(re.compile("|".join(SKIPS)))
        for node in ast.walk(tree)
        for name in _names(node)
        if name in SKIPS
    ]
    assert skips == []


def _names(node: ast.AST) -> Iterator[str]:
    """Yields the names from pytest, unittest or a mark in a node: `pytest.fail`, `mark.parametrize`."""
    if isinstance(node, ast.Attribute) and ast.unparse(node.value).rpartition(".")[2] in {"pytest", "mark", "unittest"}:
        yield node.attr
    elif isinstance(node, ast.ImportFrom) and node.module in {"pytest", "unittest"}:
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Name):
        yield node.id if node.id == "collect_ignore" else ""


def test_no_test_names_a_folder_outside() -> None:
    """A clone stands alone: no test goes up beyond it or to a fixed place of a machine."""
    paths = [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)[:80]}"
        for path, tree in _trees(re.compile(r"parent|\.\./|/ \"[/~]|\b(Path|open|joinpath)\(\""))
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and _leads_outside(node, len(path.relative_to(ROOT).parts))
    ]
    assert paths == []


def _leads_outside(node: ast.expr, depth: int) -> bool:
    """True if a path leads out of the clone; a file has `depth` folders above it, including the clone's own."""
    match node:
        case ast.Subscript(value=ast.Attribute(attr="parents"), slice=ast.Constant(value=int(steps))):
            return steps >= depth
        case ast.Attribute(value=below, attr="parent"):
            words = ast.unparse(below)
            return words in {"ROOT", "house.ROOT"} or ("__file__" in words and words.count(".parent") >= depth)
        case ast.BinOp(op=ast.Div(), right=ast.Constant(value=str(text))):
            return _is_outside(text)
        case ast.Call(func=ast.Name(id="Path" | "open"), args=[ast.Constant(value=str(text)), *_]):
            return _is_outside(text)
        case ast.Call(func=ast.Attribute(attr="joinpath"), args=arguments):
            return any(isinstance(one, ast.Constant) and _is_outside(str(one.value)) for one in arguments)
    return False


def _is_outside(text: str) -> bool:
    return ".." in text.split("/") or text.startswith(("/", "~"))


@for_each(
    "text, is_outside",
    [
        ("Path(__file__).resolve().parents[2]", True),
        ("Path(__file__).resolve().parents[1]", False),
        ("ROOT.parent / 'x'", True),
        ("Path(__file__).parent.parent.parent", True),
        ("Path(__file__).parent.parent", False),
        ("tmp_path / '../x'", True),
        ("Path('/srv/x')", True),
        ("tmp_path / 'x' / 'y'", False),
    ],
)
def test_a_folder_outside_is_seen(text: str, is_outside: bool) -> None:
    """From a file one folder deep in the clone."""
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.expr))
    assert any(_leads_outside(node, 2) for node in nodes) is is_outside


def _trees(pattern: re.Pattern[str]) -> Iterator[tuple[Path, ast.Module]]:
    """Yields the tests that hold what is looked for, parsed; the others need no parsing."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in _tests())
    return ((path, ast.parse(text)) for path, text in texts if pattern.search(text))


def _tests() -> Iterator[Path]:
    return (path for path in committed_files() if path.suffix == ".py" and path.is_relative_to(ROOT / "tests"))


def test_no_script_style_sheet_or_template_silences_its_checks() -> None:
    silenced = [
        str(path.relative_to(ROOT))
        for path in committed_files()
        if path.suffix in {".js", ".css", ".html"} and PACKAGE in path.parents
        if SILENCED.search(path.read_text(encoding="utf-8"))
    ]
    assert silenced == []
