"""Words of bridge with their meaning in both languages, from `terms.toml`: the glossary of the manual, and the words
that explain themselves on the pages of the desk."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from arrowswitch.i18n import Locale


@dataclass(frozen=True, slots=True)
class Term:
    """A word in one language with its meaning in a sentence or two. `forms` are the spellings on pages."""

    word: str
    meaning: str
    forms: tuple[str, ...]


@cache
def terms_in(locale: Locale) -> Mapping[str, Term]:
    """Returns all terms by their keys; English for a language other than Japanese."""
    text = Path(__file__).with_name("terms.toml").read_text(encoding="utf-8")
    language = "ja" if locale.value == "ja" else "en"
    terms = {}
    for key, entry in tomllib.loads(text).items():
        word, meaning = entry[language]
        terms[key] = Term(word, meaning, tuple(entry.get(f"{language}_forms", (word,))))
    return MappingProxyType(terms)
