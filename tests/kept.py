"""What the program keeps beside its states, so that tests can ask as a fresh program would."""

from __future__ import annotations

import functools
import gc
import sys


def forget() -> None:
    """Empties everything that is kept."""
    for found in _places(len(sys.modules)):
        found.cache_clear()


@functools.cache
def _places(modules: int) -> list[functools._lru_cache_wrapper[object]]:
    """Returns where something is kept, looked for again when `modules` more were loaded."""
    own = globals()["_places"]
    # The objects of the program are frozen when the tests have been collected (tests/conftest.py).
    gc.unfreeze()
    found = [item for item in gc.get_objects() if isinstance(item, functools._lru_cache_wrapper)]
    gc.freeze()
    return [one for one in found if one is not own]
