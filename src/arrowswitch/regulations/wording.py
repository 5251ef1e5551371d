"""The words of the regulations in further languages: the clauses behind numbers, which the regulations files have in
English, and the texts of the ruling guides and the director's shelf, whose files have them in two languages.

`i18n/locales/<language>/regulations.toml` has the wording of each clause and of each guide text by its English text: so
that stored copies of events are shown in it too. A clause of a club's own regulations is shown as it was written. A
text without a wording is shown in the language that its reader's falls back to. Citations of lines of a document are
shown with their chapter and section (`chapters`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from arrowswitch.regulations.chapters import in_chapters

_CLAUSES = "clauses"
_GUIDES = "guides"


def clause_in(clause: str, language: str) -> str:
    """Returns the wording of a clause in a language (`ja`), or the clause itself where there is none, with the chapters
    and sections that it cites."""
    return in_chapters(_wordings(language, _CLAUSES).get(clause, clause))


def guide_text(words: Mapping[str, str], *languages: str) -> str:
    """Returns a text of a guide in the first of several languages that it has, in its own file or in the folder of the
    language. Returns it in any language if it has none of them: a club may write in its own only."""
    texts = (text for one in languages if (text := words.get(one) or _guide_wording(words, one)))
    return next(texts, next(iter(words.values()), ""))


def further_wordings(words: Mapping[str, str]) -> Iterator[str]:
    """Yields a text of a guide in the languages that have it in their folder."""
    for folder in _languages().iterdir():
        if text := _guide_wording(words, folder.name):
            yield text


def _guide_wording(words: Mapping[str, str], language: str) -> str:
    wordings = _wordings(language, _GUIDES)
    return next((wordings[text] for text in words.values() if text in wordings), "") if wordings else ""


@cache
def _wordings(language: str, part: str) -> Mapping[str, str]:
    file = _languages() / language / "regulations.toml"
    if not file.is_file():
        return {}
    wordings: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8")).get(part, {})
    return wordings


def _languages() -> Traversable:
    return files("arrowswitch") / "i18n" / "locales"
