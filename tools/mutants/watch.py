"""A part of pytest while the map is drawn: writes the time of each test, and the failures, to a named file."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

FILE = "ARROWSWITCH_TEST_REPORT"
_seconds: dict[str, float] = defaultdict(float)
_failed: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds up set-up, call and teardown of a test."""
    _seconds[report.nodeid] += report.duration
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes the file, from the process that hears of all tests."""
    if not hasattr(session.config, "workerinput"):
        Path(os.environ[FILE]).write_text(
            json.dumps({"seconds": _seconds, "failed": sorted(_failed)}), encoding="utf-8"
        )
