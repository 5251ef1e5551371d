"""The browser that the tests of the pages drive: the system's own Chromium, its headless shell where there is one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium_path() -> Path:
    """Returns where Chromium is. Without one the test fails: what was not looked at is not passed."""
    for name in NAMES:
        if path := shutil.which(name):
            return Path(path)
    pytest.fail("no Chromium on this machine: tools/install-system-parts installs it on Debian")
