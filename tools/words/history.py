"""Git as the words lint reads it: files, lines that are new, subjects of commits. Without git there are files only."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

COUNTS = "tools/words/counts.txt"
MAIN = ("origin/main", "main")
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


class Subject(NamedTuple):
    """The subject of a commit and its full hash."""

    commit: str
    text: str


def list_files(root: Path) -> list[str]:
    """Returns the files that are or may be committed, sorted; in an unpacked archive all that are not hidden."""
    listed = _run_git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None:
        names = [path.relative_to(root) for path in root.rglob("*")]
        return sorted(name.as_posix() for name in names if not _is_hidden(name) and (root / name).is_file())
    return sorted(name for name in set(listed.split("\0")) if name and (root / name).is_file())


def _is_hidden(name: Path) -> bool:
    made = {"node_modules", "build", "dist", "__pycache__"}
    return any(part.startswith(".") or part in made or part.endswith(".egg-info") for part in name.parts)


def read_new_lines(root: Path) -> dict[str, set[int]]:
    """Returns the numbers of the new lines of each file: those not yet on main, or not yet committed."""
    new: dict[str, set[int]] = {}
    changes = _run_git(root, "diff", "-U0", "--no-color", "--no-ext-diff", "--find-renames", _find_base(root), "--")
    path = ""
    for line in (changes or "").split("\n"):
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif match := HUNK.match(line):
            first, count = int(match[1]), int(match[2] or 1)
            new.setdefault(path, set()).update(range(first, first + count))
    for name in (_run_git(root, "ls-files", "-z", "--others", "--exclude-standard") or "").split("\0"):
        if name:
            new[name] = set(range(1, (root / name).read_bytes().count(b"\n") + 2))
    return new


def _find_base(root: Path) -> str:
    """Returns the commit at which the branch left main; on main itself the one that last changed the counts."""
    head = _run_git(root, "rev-parse", "HEAD")
    bases = [_run_git(root, "merge-base", "HEAD", name) for name in MAIN]
    bases.append(_run_git(root, "log", "-1", "--format=%H", "--", COUNTS))
    return next((base.strip() for base in bases if base and base != head), "HEAD")


def list_subjects(root: Path) -> list[Subject]:
    """Returns the subjects of the commits on top of the one that added the counts, merges left out.

    In a shallow clone that is the oldest commit there; without git there are none.
    """
    added = _run_git(root, "log", "--diff-filter=A", "--format=%H", "--", COUNTS)
    if not added:
        return []
    first = added.split()[-1]
    log = _run_git(root, "log", "--no-merges", "--ancestry-path", "--format=%H %s", f"{first}..HEAD") or ""
    return [Subject(*line.split(" ", 1)) for line in log.splitlines() if " " in line]


def _run_git(root: Path, *arguments: str) -> str | None:
    """Returns the output of a git command, or None if it fails or git is not there."""
    command = ["git", "-c", "core.quotepath=off", *arguments]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout.decode("utf-8", errors="replace") if done.returncode == 0 else None
