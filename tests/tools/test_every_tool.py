"""Every tool loads with the names that it imports: most of them run for hours, and no other test runs these."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.tables import for_each

TOOLS = Path(__file__).resolve().parents[2] / "tools"
SCRIPTS = sorted(
    path.name for path in TOOLS.iterdir() if path.is_file() and path.read_bytes().startswith(b"#!/usr/bin/env python3")
)


@for_each("name", SCRIPTS)
def test_it_loads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS.parent))
    assert "main" in runpy.run_path(str(TOOLS / name), run_name="loaded")
