"""The browser that the tests of the pages drive: the system's own Chromium."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> Path:
    """Returns where Chromium is. Without one a build server's test fails, and everybody else's is skipped."""
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    reason = "no Chromium on this machine: tools/install-system-parts installs it on Debian"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
