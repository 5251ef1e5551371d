"""The errors that every function of this package raises for input that a person can correct.

Each error carries all problems of its input. A problem is a code with parameters; docs/reference/problems.md has its
text in English and Japanese.
"""

from __future__ import annotations

from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem, Refused

__all__ = ["Malformed", "Mistake", "NotFound", "Problem", "Refused"]
