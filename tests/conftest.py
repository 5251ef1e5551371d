"""Rules for all tests: their tiers, their order, their examples, and the lines that coverage counts.

Tiers: `make quick` (tests/quick.py), `make changed` (tools/changed), `make test`, and `make exhaustive`, which sets
`ARROWSWITCH_TIER=exhaustive`: every cell of every matrix (tests/rotation.py), and more examples of each property.
"""

from __future__ import annotations

import gc
import os
import zlib
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

from tests.rotation import SEED, TURNS, has_many_examples, has_turn, is_exhaustive, rotation_seed, takes_turns

# On two busy cores an example's time says nothing; a build must give the same answer twice.
settings.register_profile("house", deadline=None, print_blob=True, max_examples=20)
settings.register_profile("build", parent=settings.get_profile("house"), derandomize=True)
settings.register_profile("exhaustive", parent=settings.get_profile("build"), max_examples=500)
settings.load_profile("exhaustive" if has_many_examples() else "build" if os.environ.get("CI") else "house")

PART = "ARROWSWITCH_PART"
HERE = Path(__file__).parent
# These tests run the whole program for one press of a button: the branches they pass say little about what is tested,
# and tracing them takes as long as the test. The coverage gates are met by the tests of the rules alone.
UNTRACED = {"browser", "web", "docs", "architecture", "tools", "analysis", "documents", "paper"}
# The rules of these capabilities are tested through their pages.
TRACED = {
    *("web/test_mail.py", "web/test_devices.py", "web/test_recovery.py", "web/test_backups.py"),
    "web/test_deliveries.py",
}
# A matrix of two hundred cells goes through the same branches two hundred times, and tracing doubles its time: the
# first cells of a test are traced, and then one in this many.
FIRST_CASES, ONE_IN = 3, 24
is_traced = pytest.StashKey[bool]()


def pytest_configure(config: pytest.Config) -> None:
    """Chooses the cells of this run before the workers start, so that they all choose the same."""
    os.environ[SEED] = str(rotation_seed())
    if "PYTEST_XDIST_WORKER" not in os.environ:
        is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.keyword
        os.environ[TURNS] = "on" if is_whole else "off"


def pytest_report_header(config: pytest.Config) -> str:
    """Prints the tier, and how to repeat the choice of cells."""
    if is_exhaustive():
        part = os.environ.get(PART)
        return f"tier: exhaustive, every cell of every matrix{f', part {part}' if part else ''}"
    return f"tier: test, cells chosen by ROTATION={rotation_seed()}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the tests of this tier, and one part of them if the run is split. It starts with the longest modules: at
    the end of a run no worker should wait for another."""
    part = os.environ.get(PART)
    if part:
        _keep([item for item in items if is_in_part(item.nodeid, part)], items, config)
    _keep([item for item in items if is_in_tier(item)], items, config)
    long = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in long, not item.path.is_relative_to(HERE / "browser")))
    cases: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        item.stash[is_traced] = _is_counted(item) and (cases[test] < FIRST_CASES or cases[test] % ONE_IN == 0)
        cases[test] += 1


def is_in_tier(item: pytest.Item) -> bool:
    """True unless a test runs in `make exhaustive` only and this is another run, or it is not its turn."""
    if is_exhaustive():
        return True
    if takes_turns() and not has_turn(item.nodeid.partition("[")[0], _turns_of(item)):
        return False
    return item.get_closest_marker("exhaustive") is None


def _turns_of(item: pytest.Item) -> int:
    """Returns the number of trees in one of which a test runs: as its marker says, four in a browser, three if slow."""
    marker = item.get_closest_marker("turns")
    if marker:
        return int(marker.kwargs["of"])
    if item.get_closest_marker("browser"):
        return 4
    return 3 if item.get_closest_marker("slow") else 1


def _keep(chosen: list[pytest.Item], items: list[pytest.Item], config: pytest.Config) -> None:
    kept_items = set(chosen)
    if len(chosen) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in kept_items])
    items[:] = chosen


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Takes the program and its tests out of garbage collection: a full collection of half a million objects that live
    until the end takes three seconds, and would come every few tests."""
    gc.collect()
    gc.freeze()


def is_in_part(name: str, part: str) -> bool:
    """True if a test belongs to a part such as "2/4". The parts are disjoint, and together they are all tests."""
    number, _, count = part.partition("/")
    if not (number.isdigit() and count.isdigit() and 1 <= int(number) <= int(count)):
        raise pytest.UsageError(f"PART is a number and a count, such as 1/4, and not {part!r}")
    return zlib.crc32(name.encode()) % int(count) == int(number) - 1


def _is_counted(item: pytest.Item) -> bool:
    """True if the branches that a test passes count as covered."""
    place = item.path.relative_to(HERE) if item.path.is_relative_to(HERE) else HERE
    return place.as_posix() in TRACED or UNTRACED.isdisjoint(place.parts[:2])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds to the failure of a rotating cell the command that repeats it."""
    report = yield
    if report.failed and item.get_closest_marker("rotating"):
        report.sections.append(("repeat this cell", f"make exhaustive ARGS=\"'{item.nodeid}'\""))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stops coverage during tests of the pages and most cells of a matrix, unless coverage is recorded by test."""
    counting = Coverage.current()
    if counting is None or item.stash[is_traced] or item.config.getoption("cov_context", None):
        return (yield)
    counting.stop()
    try:
        return (yield)
    finally:
        counting.start()
