"""Words of bridge with their meaning in both languages, from `terms.toml`: the glossary of the manual."""

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
    """A word in one language with its meaning in a sentence or two."""

    word: str
    meaning: str


@cache
def terms_in(locale: Locale) -> Mapping[str, Term]:
    """Returns all terms by their keys; English for a language other than Japanese."""
    text = Path(__file__).with_name("terms.toml").read_text(encoding="utf-8")
    language = "ja" if locale.value == "ja" else "en"
    return MappingProxyType({key: Term(*entry[language]) for key, entry in tomllib.loads(text).items()})
