"""Real events of others, which lie beside the project where its makers work and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
REAL = SHARED / "real"

needs_real = pytest.mark.skipif(
    not REAL.is_dir(), reason="the real events are not part of the project: no folder ../shared/real"
)
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the documents are not part of the project: no folder ../shared"
)
