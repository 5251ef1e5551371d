"""The tests of `make quick`: the first of each module, and all in files that are not committed yet.

It takes about a minute and leaves out every test with the marker `slow` or `browser`. Only `make test` shows that the
program works.
"""

from __future__ import annotations

import subprocess
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

FEW = 10
"""How many examples a property is tried with, where the test does not say how many it needs."""


def pytest_configure() -> None:
    """Tries few examples of each property."""
    settings.register_profile("quick", parent=settings.get_profile("house"), max_examples=FEW)
    settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the first of each module, and everything in changed files."""
    changed = changed_files(config.rootpath)
    chosen = []
    for _, group in groupby(items, key=lambda item: item.path):
        quick = [item for item in group if not any(item.get_closest_marker(name) for name in ("slow", "browser"))]
        chosen += [item for at, item in enumerate(quick) if at == 0 or item.path in changed]
    kept_items = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept_items])
    items[:] = chosen


def changed_files(root: Path) -> set[Path]:
    """Returns the files that differ from the last commit; none where there is no git."""
    try:
        listed = subprocess.run(
            ["git", "status", "--porcelain", "--untracked-files=all"],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return set()
    return {root / line[3:].rpartition(" -> ")[2] for line in listed.stdout.splitlines()}
