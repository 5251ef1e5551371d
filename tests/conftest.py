"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# On two busy cores an example's time says nothing; a build must give the same answer twice.
settings.register_profile("house", deadline=None, print_blob=True)
settings.register_profile("build", parent=settings.get_profile("house"), derandomize=True)
settings.load_profile("build" if os.environ.get("CI") else "house")
