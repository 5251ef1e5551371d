"""The cached results of functions, so that tests can ask as a fresh program would. The memory of an event goes with its
state: `state_of` makes a state with an empty one."""

from __future__ import annotations

import functools
import gc
import sys


def forget() -> None:
    """Empties all caches of functions."""
    for memory in _places(len(sys.modules)):
        memory.cache_clear()


@functools.cache
def _places(modules: int) -> list[functools._lru_cache_wrapper[object]]:
    """Returns where something is kept, looked for again when `modules` more were loaded."""
    own = globals()["_places"]
    # The objects of the program are frozen when the tests have been collected (tests/conftest.py).
    gc.unfreeze()
    memories = [item for item in gc.get_objects() if isinstance(item, functools._lru_cache_wrapper)]
    gc.freeze()
    return [one for one in memories if one is not own]
