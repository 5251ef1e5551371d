"""A part of pytest: tries many changes in one process, each in a fork of it after all tests are loaded.

Most of what a trial costs is the start: the program and its tests are imported again for one changed sign. Here they
are imported once. Each change is made in a fork: the functions that it touches get the code of the changed module, and
the tests that run the line are run. Changes that a fork cannot judge (a table made while the program is imported, a
value used in a test's parameters) are left to `trial`, as is each change that no test saw here.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.main import pytest_runtestloop as run_tests

JOBS = "ARROWSWITCH_CHANGES"
ANSWERS = "ARROWSWITCH_ANSWERS"
SEEN, NOT_SEEN, TOO_LONG, UNKNOWN = "seen", "not seen", "too long", "unknown"
_EXITS = {0: NOT_SEEN, 1: SEEN}


@dataclass(frozen=True, slots=True)
class Job:
    """A change to try: the module as it is and as it would be, the tests to run, and the seconds of work and of waiting
    that they may take."""

    id: str
    path: str
    before: str
    after: str
    tests: tuple[str, ...]
    seconds: int
    patience: int


def try_all(tree: Path, jobs: Sequence[Job], heard: Callable[[str, str], None]) -> dict[str, str]:
    """Runs the jobs in one process in a scratch copy of the tree; returns the outcome of each, and reports it at
    once."""
    work, answers = tree / "changes.json", tree / "answers.txt"
    work.write_text(json.dumps([asdict(job) for job in jobs]), encoding="utf-8")
    answers.unlink(missing_ok=True)
    files = sorted({name.partition("::")[0] for job in jobs for name in job.tests})
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"]
    command += ["-p", "no:rerunfailures", "-p", "no:xdist", "-p", "tools.mutants.loaded", *files]
    more = {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", JOBS: str(work), ANSWERS: str(answers)}
    outcomes: dict[str, str] = {}
    with subprocess.Popen(
        command, cwd=tree, env={**os.environ, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        while True:
            try:
                process.communicate(timeout=1)
                is_done = True
            except subprocess.TimeoutExpired:
                is_done = False
            lines = answers.read_text(encoding="utf-8").splitlines() if answers.exists() else []
            for line in lines[len(outcomes) :]:
                name, _, answer = line.partition(" ")
                outcomes[name] = answer
                heard(name, answer)
            if is_done:
                return outcomes


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Tries the changes instead of running the tests once."""
    if JOBS not in os.environ or session.testsfailed:
        return None
    items = {item.nodeid: item for item in session.items}
    functions: dict[str, list[FunctionType]] = defaultdict(list)
    gc.unfreeze()
    for candidate in gc.get_objects():
        if isinstance(candidate, FunctionType):
            functions[candidate.__code__.co_filename].append(candidate)
    gc.collect()
    gc.freeze()
    with Path(os.environ[ANSWERS]).open("a", encoding="utf-8", buffering=1) as answers:
        for fields in json.loads(Path(os.environ[JOBS]).read_text(encoding="utf-8")):
            job = Job(**fields)
            chosen = [items[name] for name in job.tests if name in items]
            answers.write(f"{job.id} {_try_job(session, job, chosen, functions[str(Path(job.path).resolve())])}\n")
    return True


def _try_job(
    session: pytest.Session, job: Job, chosen: Sequence[pytest.Item], functions: Sequence[FunctionType]
) -> str:
    if not chosen:
        return UNKNOWN
    child = os.fork()
    if child == 0:
        code = 2
        try:
            os.setpgid(0, 0)
            signal.setitimer(signal.ITIMER_PROF, job.seconds)
            signal.alarm(job.patience)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            if exchange(functions, job.before, job.after):
                session.items = list(chosen)
                code = _run(session)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return TOO_LONG if os.WTERMSIG(status) in (signal.SIGALRM, signal.SIGPROF) else SEEN
    return _EXITS.get(os.WEXITSTATUS(status), UNKNOWN)


def _run(session: pytest.Session) -> int:
    try:
        run_tests(session)
    except (session.Failed, session.Interrupted):
        return 1
    return int(session.testsfailed > 0)


def exchange(functions: Sequence[FunctionType], before: str, after: str) -> int:
    """Gives the functions of a module the code of the changed module; returns how many were changed."""
    changed = [
        pair
        for pair in _pairs(
            compile(before, "module", "exec", dont_inherit=True), compile(after, "module", "exec", dont_inherit=True)
        )
        if pair[0] != pair[1]
    ]
    count = 0
    for function in functions:
        for old, new in changed:
            if function.__code__ == old and old.co_freevars == new.co_freevars:
                function.__code__ = new
                count += 1
                break
    return count


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yields the functions of two forms of a module side by side, those within functions too."""
    yield old, new
    ours, others = ([part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new))
    if [part.co_qualname for part in ours] == [part.co_qualname for part in others]:
        for left, right in zip(ours, others, strict=True):
            yield from _pairs(left, right)
