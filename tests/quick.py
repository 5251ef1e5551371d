"""What `make quick` runs: of every module of tests one, and all in files that are not committed yet.

A look over the whole house in about a minute, while one works. What holds is told by `make test` alone. Nothing of it
drives a browser or kills a server, and what takes long by its nature is left out.
"""

from __future__ import annotations

import subprocess
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

FEW = 10
"""How many examples a property is tried with, where the test does not say how many it needs."""
WITHOUT = ("store", "browser")
"""Folders of tests that start servers, databases and browsers."""
LONG = frozenset(
    {
        "test_forms_of_two.py",
        "test_one_language.py",
        "test_hostile_files.py",
        "test_joined.py",
        "test_reading_apart.py",
        "test_archive.py",
        "test_names_on_paper.py",
    }
)
"""Files of which any test walks through the whole program."""


def pytest_configure() -> None:
    """Tries few examples of each property."""
    settings.register_profile("quick", parent=settings.get_profile("house"), max_examples=FEW)
    settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the first of each module, and everything in changed files."""
    changed = changed_files(config.rootpath)
    kept = []
    for _, group in groupby(items, key=lambda item: item.path):
        quick = [
            item for item in group if not item.get_closest_marker("slow") and not item.get_closest_marker("browser")
        ]
        kept += [
            item for at, item in enumerate(quick) if item.path in changed or (at == 0 and not _takes_long(item.path))
        ]
    kept_ones = set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept_ones])
    items[:] = kept


def _takes_long(path: Path) -> bool:
    return path.name in LONG or not set(WITHOUT).isdisjoint(path.parts)


def changed_files(root: Path) -> set[Path]:
    """Returns the files that differ from the last commit; none where there is no git."""
    try:
        said = subprocess.run(
            ["git", "status", "--porcelain", "--untracked-files=all"],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return set()
    return {root / line[3:].rpartition(" -> ")[2] for line in said.stdout.splitlines()}
