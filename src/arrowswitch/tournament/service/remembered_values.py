"""Values that functions of the program remember (`functools.lru_cache`): dropped when a person is forgotten, since any
of them may contain the name."""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper

_PROGRAM = "arrowswitch."


def drop_remembered_values() -> int:
    """Drops the values that all functions of the program remember for their latest arguments, and returns the number of
    these functions. Functions that read data files once (`functools.cache`) keep theirs: no name gets there."""
    modules = [module for name, module in tuple(sys.modules.items()) if name.startswith(_PROGRAM)]
    caches = {id(value): value for module in modules for value in tuple(vars(module).values()) if _is_limited(value)}
    for cache in caches.values():
        cache.cache_clear()
    return len(caches)


def _is_limited(value: object) -> bool:
    return isinstance(value, _lru_cache_wrapper) and value.cache_parameters()["maxsize"] is not None
