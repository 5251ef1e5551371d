"""Regulations are data: one TOML file for each body and edition, and scoring programs' conventions in `programs/`.

A file contains every number that scoring needs, next to its clause:

    [averages]
    plus = { value = 60, clause = "regulations summary, line 16" }

It may inherit another file and change some values. Each event stores its own copy (`to_plain`), so that a changed file
changes new events only.
"""

from __future__ import annotations

from arrowswitch.regulations.files import for_program, load, load_text, names, text_of
from arrowswitch.regulations.plain import from_plain, to_plain
from arrowswitch.regulations.scales import load_scale, load_scale_text, scale_names

__all__ = [
    "for_program",
    "from_plain",
    "load",
    "load_scale",
    "load_scale_text",
    "load_text",
    "names",
    "scale_names",
    "text_of",
    "to_plain",
]
