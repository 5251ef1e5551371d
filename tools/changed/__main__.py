"""`make changed`: runs the tests that execute lines that differ from a commit."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.changed.selection import Change, selected_tests
from tools.mutants import sight, trial

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("tests",)
FEW = 40
"""This many tests or fewer run in one process: a second one would only cost its start."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns pytest's code, 0 if nothing changed, or 2 if the commit does not exist."""
    options = _parser().parse_args(arguments)
    if _git("rev-parse", "--verify", "--quiet", f"{options.base}^{{commit}}") is None:
        print(f"There is no commit {options.base}.", file=sys.stderr)
        return 2
    changes = list(_changes(options.base))
    if not changes:
        print(f"Nothing differs from {options.base}.")
        return 0
    folder = sight.folder_of(ROOT, TESTS)
    if options.fresh or not sight.is_drawn(folder):
        _draw(folder, options.workers)
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / sight.PACKAGE).rglob("*.py")}
    tests = selected_tests(ROOT, changes, sight.read(ROOT, folder, modules), sight.texts_of(folder))
    print(f"{len(changes)} changed files, {len(tests)} tests or modules of tests.", flush=True)
    if options.list or not tests:
        print("\n".join(tests))
        return 0
    return _run(tests, options.workers)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="changed", description=__doc__)
    parser.add_argument("--base", default="HEAD", help="the commit to compare with (default HEAD)")
    parser.add_argument("--list", action="store_true", help="list the tests and run none")
    parser.add_argument("--fresh", action="store_true", help="run all tests once to draw the line map again")
    parser.add_argument("--workers", type=int, default=2, help="processes that run tests (default 2)")
    return parser


def _changes(base: str) -> Iterator[Change]:
    changed = (_git("diff", "--name-only", "--no-renames", base) or "").splitlines()
    added = (_git("ls-files", "--others", "--exclude-standard") or "").splitlines()
    for path in sorted({*changed, *added}):
        if path.startswith(("src/", "tests/")):
            yield Change(path, _git("show", f"{base}:{path}"), _text(ROOT / path))


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def _git(*arguments: str) -> str | None:
    """Returns git's output. Returns None if it fails or prints no text."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    try:
        return done.stdout.decode("utf-8") if done.returncode == 0 else None
    except UnicodeDecodeError:
        return None


def _draw(folder: Path, workers: int) -> None:
    print("Running all tests once to learn which test executes which line ...", flush=True)
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        trial.copy_tree(ROOT, tree)
        sight.draw(tree, folder, TESTS, workers)


def _run(tests: Sequence[str], workers: int) -> int:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as names:
        names.write("\n".join(tests) + "\n")
        names.flush()
        command = [sys.executable, "-m", "pytest", "--quiet", f"@{names.name}"]
        if len(tests) > FEW:
            command += [f"--numprocesses={workers}", "--dist=loadscope", "--no-loadscope-reorder"]
        return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
