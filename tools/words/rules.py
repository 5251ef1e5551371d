"""The rules of `rules.toml`, compiled: which words break a rule, and what to write instead."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).with_name("rules.toml")
PAST = re.compile(r"[a-z]{2,}ed")


class Kind(StrEnum):
    """The kinds of text, as far as rules differ between them."""

    DOCSTRING = "docstring"
    COMMENT = "comment"
    PAGE = "page"
    MESSAGE = "message"


class Passage(NamedTuple):
    """A piece of prose and the line of the file on which it begins."""

    line: int
    text: str
    kind: Kind


class Name(NamedTuple):
    """A name that code gives to a function (`is_function`) or to a value; `owner` is the class of a field."""

    line: int
    text: str
    is_function: bool
    owner: str = ""


class Match(NamedTuple):
    """Words that break a rule, their line, and what to write instead."""

    line: int
    rule: str
    words: str
    advice: str


class Fault(NamedTuple):
    """A match and the file that contains it, relative to the root of the project."""

    path: str
    line: int
    rule: str
    words: str
    advice: str


@dataclass(frozen=True)
class Pattern:
    """A pattern of a rule; one for beginnings of sentences belongs to some kinds of text."""

    rule: str
    words: re.Pattern[str]
    advice: str
    kinds: frozenset[str] = frozenset(Kind)


@dataclass(frozen=True)
class Rules:
    """All rules; `candidates` matches wherever one of `anywhere` does."""

    anywhere: tuple[Pattern, ...]
    candidates: re.Pattern[str]
    starts: tuple[Pattern, ...]
    names: dict[str, Any]
    metaphors: re.Pattern[str]
    longest_subject: int
    accepted_subjects: frozenset[str]
    exempt: tuple[str, ...]
    generated: str

    def find_in_passage(self, passage: Passage) -> Iterator[Match]:
        """Yields the places of a passage that break a rule."""
        for place, pattern, words in self._find(passage):
            line = passage.line + passage.text.count("\n", 0, place)
            yield Match(line, pattern.rule, " ".join(words.split()), pattern.advice)

    def _find(self, passage: Passage) -> Iterator[tuple[int, Pattern, str]]:
        yield from self._find_anywhere(passage.text)
        for pattern in self.starts:
            if passage.kind in pattern.kinds:
                for match in pattern.words.finditer(passage.text):
                    yield match.start(1), pattern, match[1]

    def _find_anywhere(self, text: str) -> Iterator[tuple[int, Pattern, str]]:
        lowered = text.lower()
        for candidate in self.candidates.finditer(lowered):
            pattern = next(pattern for pattern in self.anywhere if pattern.words.match(lowered, candidate.start()))
            yield candidate.start(), pattern, candidate[0]

    def find_in_name(self, name: Name) -> Iterator[Match]:
        """Yields the rule that a name breaks, if it breaks one."""
        bare = name.text.strip("_")
        if name.is_function and self._is_participle(bare):
            yield Match(name.line, "participle", name.text, self.names["function_advice"])
        elif bare in self.names["vague"] and f"{name.owner}.{name.text}" not in self.names["stored"]:
            yield Match(name.line, "vague-name", name.text, self.names["vague_advice"])

    def _is_participle(self, name: str) -> bool:
        if name in self.names["participles"]:
            return True
        return bool(PAST.fullmatch(name)) and name not in self.names["not_participles"]

    def find_in_subject(self, subject: str) -> list[str]:
        """Returns the faults of the subject of a commit, in words."""
        faults = []
        if len(subject) > self.longest_subject:
            faults.append(f"{len(subject)} characters, at most {self.longest_subject}")
        if subject.endswith("."):
            faults.append("ends with a period")
        if subject[:1].islower():
            faults.append("begins with a small letter")
        faults += [f'"{words}": write {pattern.advice}' for _, pattern, words in self._find_anywhere(subject)]
        metaphors = self.metaphors.finditer(subject.lower())
        return faults + [f'"{match[0]}" is a metaphor: name the page, the package or the act' for match in metaphors]


@cache
def read_rules() -> Rules:
    """Returns the rules of `rules.toml`."""
    source = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    patterns = [
        (rule, pattern, advice) for rule, table in source["anywhere"].items() for pattern, advice in table.items()
    ]
    patterns.append(("thing", _thing_pattern(source["thing"]), source["thing"]["advice"]))
    return Rules(
        anywhere=tuple(Pattern(rule, _compile([pattern]), advice) for rule, pattern, advice in patterns),
        candidates=_compile(pattern for _, pattern, _ in patterns),
        starts=tuple(_compile_start(entry) for entry in source["sentence"]),
        names=source["names"],
        metaphors=_compile(source["subject"]["metaphors"]),
        longest_subject=source["subject"]["longest"],
        accepted_subjects=frozenset(source["subject"]["accepted"]),
        exempt=tuple(source["exempt"]),
        generated=source["generated"],
    )


def _thing_pattern(words: dict[str, Any]) -> str:
    """Returns the pattern of a noun directly before a verb: `page tells`, `pages that tell`."""
    between = "(?: that| which)?(?: also| only| never| always| itself| already| still)? "
    verbs = "(?:" + "|".join(words["verbs"]) + ")"
    singular = "(?:" + "|".join(words["nouns"]) + ")"
    plural = "(?:" + "|".join(_plural(noun) for noun in words["nouns"]) + ")"
    return f"{singular}{between}{verbs}s|{plural}{between}{verbs}"


def _plural(noun: str) -> str:
    return noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun.endswith("ch") else "s")


def _compile(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(_with_breaks(pattern) for pattern in patterns) + r")\b")


def _compile_start(entry: dict[str, Any]) -> Pattern:
    """Returns a pattern whose first group is the beginning of a sentence that is not a question."""
    starts = "|".join(_with_breaks(start) for start in entry["starts"])
    begins, ends = r"(?:\A[\s*(]*|[.!?:]\**\s+|^\s*\*\*)", r"(?=[^.?!]*(?:[.!:;|]|\Z))"
    if "page" in entry["kinds"]:
        begins, ends = r"(?:^(?:[-*] |\d+\. )?\**|[.!?]\**\s+|\| )", r"(?=[^.?!|:#]*\.(?:\s|\*|\Z))"
    words = re.compile(rf"{begins}((?:{starts})\b){ends}", re.MULTILINE)
    return Pattern(entry["rule"], words, entry["advice"], frozenset(entry["kinds"]))


def _with_breaks(pattern: str) -> str:
    """Returns a pattern whose blanks also match a line break."""
    return pattern.replace(" ", r"(?:[ \t]+|[ \t]*\n[ \t]*)")
