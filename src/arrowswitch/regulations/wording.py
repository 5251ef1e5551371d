"""The clauses behind numbers in other languages than English, in which the regulations files have them.

`words/<language>.toml` holds the wording of every clause that comes with the program, by its English text: so that the
copies which events keep from before are told in it too. A clause of somebody's own regulations stays as it was written.
What cites lines of a document's text is shown with the chapter and section they stand in (`chapters`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from arrowswitch.regulations.chapters import in_chapters


def clause_in(clause: str, language: str) -> str:
    """Returns the wording of a clause in a language (`ja`), or the clause itself where there is none, with the chapters
    and sections that it cites."""
    return in_chapters(_wordings(language).get(clause, clause))


@cache
def _wordings(language: str) -> Mapping[str, str]:
    file = files("arrowswitch.regulations") / "words" / f"{language}.toml"
    if not file.is_file():
        return {}
    found: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["clauses"]
    return found
