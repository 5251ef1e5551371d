"""What holds for all tests."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

# On two busy cores an example's time says nothing; a build must give the same answer twice.
settings.register_profile("house", deadline=None, print_blob=True)
settings.register_profile("build", parent=settings.get_profile("house"), derandomize=True)
settings.load_profile("build" if os.environ.get("CI") else "house")

HERE = Path(__file__).parent
# They go through the whole house for one press of a button: what they pass on the way says little about what is held,
# and tracing it takes as long as the test. The gates of coverage are met by the tests of the rules alone.
UNTRACED = {"browser", "web", "docs", "architecture", "tools", "analysis", "documents", "paper"}
# Of these rooms the tests that go by the pages are the tests of the rules.
TRACED = {
    *("web/test_mail.py", "web/test_devices.py", "web/test_recovery.py", "web/test_backups.py"),
    "web/test_deliveries.py",
}
# A test of two hundred rows of a table goes two hundred times through the same branches, and tracing takes twice as
# long as the test: of one with more cases the first are traced, and then one in so many.
FIRST_CASES, ONE_IN = 3, 24
is_traced = pytest.StashKey[bool]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets what takes longest begin first: at the end of a run one worker would walk a whole evening, and the others
    wait."""
    long = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in long, not item.path.is_relative_to(HERE / "browser")))
    cases: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        item.stash[is_traced] = _is_counted(item) and (cases[test] < FIRST_CASES or cases[test] % ONE_IN == 0)
        cases[test] += 1


def _is_counted(item: pytest.Item) -> bool:
    """True if the code run by a test is counted as covered."""
    place = item.path.relative_to(HERE) if item.path.is_relative_to(HERE) else HERE
    return place.as_posix() in TRACED or UNTRACED.isdisjoint(place.parts[:2])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Counts no covered branches while a test of the pages or another case of the same test runs, unless it is asked
    which test covers what."""
    counting = Coverage.current()
    if counting is None or item.stash[is_traced] or item.config.getoption("cov_context", None):
        return (yield)
    counting.stop()
    try:
        return (yield)
    finally:
        counting.start()
