"""Runs tests on a changed program, in a scratch copy of the tree."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tools.mutants.changes import Change
from tools.mutants.sight import TimedTest

# Seconds of work that a run costs before its first test.
START_SECONDS = 30
# On a busy machine a second of work takes several; a change that only waits is stopped after this many times its limit.
BUSY = 20
# The first tests nearly always see a change; the others are only collected when these saw nothing.
FIRST_TESTS = 25
LEFT_OUT = {
    ".venv",
    ".git",
    "node_modules",
    ".mypy_cache",
    ".ruff_cache",
    ".benchmarks",
    ".hypothesis",
    ".pytest_cache",
    "var",
}


class Verdict(Enum):
    """The outcome of a change."""

    SEEN = "seen"
    SEEN_BY_EXHAUSTIVE = "seen by make exhaustive alone"
    TOO_LONG = "seen (it ran too long)"
    NOT_SEEN = "not seen"
    NOT_RUN = "no test runs it"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A change with its verdict; `is_cut` tells that not all tests that see the line were run, for want of time."""

    change: Change
    verdict: Verdict
    tests: int
    is_cut: bool = False

    @property
    def is_seen(self) -> bool:
        """True if a test failed or ran on and on because of the change."""
        return self.verdict in (Verdict.SEEN, Verdict.SEEN_BY_EXHAUSTIVE, Verdict.TOO_LONG)


class Failed(Exception):
    """The tests could not be run at all; the text is pytest's."""


def copy_tree(root: Path, to: Path) -> None:
    """Makes a scratch copy of the tree, without what is made from it."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(root, to, ignore=lambda _, names: LEFT_OUT & set(names), symlinks=True)


def within(tests: Sequence[TimedTest], seconds: float) -> list[TimedTest]:
    """Returns the fastest tests within `seconds` together, but one at least."""
    chosen: list[TimedTest] = []
    total = 0.0
    for test in tests:
        total += test.seconds
        if chosen and total > seconds:
            break
        chosen.append(test)
    return chosen


def limit(tests: Sequence[TimedTest]) -> int:
    """Returns how many seconds of work tests may take before the change counts as one that never ends."""
    return START_SECONDS + int(5 * sum(test.seconds for test in tests))


def judge(tree: Path, change: Change, tests: Sequence[TimedTest], budget: float) -> Outcome:
    """Makes a change in the scratch copy, runs its tests, the fastest first, and takes the change back."""
    chosen = within(tests, budget)
    if not chosen:
        return Outcome(change, Verdict.NOT_RUN, 0)
    path = tree / change.path
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(change.apply_to(text), encoding="utf-8")
        _forget_compiled(path)
        for part in (chosen[:FIRST_TESTS], chosen[FIRST_TESTS:]):
            verdict = _run(tree, part) if part else Verdict.NOT_SEEN
            if verdict is not Verdict.NOT_SEEN:
                break
    finally:
        path.write_text(text, encoding="utf-8")
        _forget_compiled(path)
    return Outcome(change, verdict, len(chosen), len(chosen) < len(tests))


def _forget_compiled(path: Path) -> None:
    """Python trusts a compiled module by time and size, which a quick change of one sign may leave as they were."""
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink(missing_ok=True)


def _run(tree: Path, tests: Sequence[TimedTest]) -> Verdict:
    names = tree / "chosen-tests.txt"
    names.write_text("\n".join(test.name for test in tests) + "\n", encoding="utf-8")
    command = [
        *(
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:randomly",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:rerunfailures",
        ),
        *("--no-header", "--no-summary", "--durations=0", "--durations-min=600", f"@{names.name}"),
    ]
    more = {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONDONTWRITEBYTECODE": "1"}
    seconds = limit(tests)
    try:
        done = subprocess.run(
            command,
            cwd=tree,
            env={**os.environ, **more},
            capture_output=True,
            text=True,
            timeout=BUSY * seconds,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
        )
    except subprocess.TimeoutExpired:
        return Verdict.TOO_LONG
    if done.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
        return Verdict.TOO_LONG
    # 1: a test failed; 2: the collection did; 4: a test of that name is gone, for the change made its parameters.
    if done.returncode in (1, 2, 4):
        return Verdict.SEEN
    if done.returncode == 0:
        return Verdict.NOT_SEEN
    raise Failed(done.stdout + done.stderr)
