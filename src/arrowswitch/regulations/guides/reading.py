"""Reads a guide's TOML file; tells every fault with its file and line.

    name = "insufficient-bid"
    law = "27"
    title = { ja = "...", en = "..." }

    [step.first]
    ask = { ja = "...", en = "..." }
    cite = ["Law 25A", "guidance on Law 27, lines 139-150"]
    options = [{ name = "yes", ja = "...", en = "...", to = "accepted" }]

    [ruling.accepted]
    title = { ja = "...", en = "..." }
    says = [{ ja = "...", en = "..." }]
    cite = ["Law 27A1"]
    law = "27A1"
    score = "stands"

The first step in the file is where the guide begins. docs/manual/en/ruling-guides.md tells every key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.regulations.guides.tree import (
    EDITIONS,
    Citation,
    Example,
    Guide,
    GuideOption,
    GuideStep,
    GuideTick,
    Ruling,
    Score,
    Text,
    Words,
)
from arrowswitch.regulations.toml_text import Source, parse, source_of

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*")
_LAW = re.compile(r"Law (?P<place>\d{1,2}(?:[A-Z]\d*(?:\([a-z]\))?(?:\([ivx]+\))?)?)(?: \[(?P<edition>\d{4})\])?")
_PASSAGE = re.compile(
    r"(?P<document>manual|regulations summary|guidance)(?P<place>[^,]*), lines (?P<lines>\d+(?:-\d+)?)"
)
_DOCUMENTS = {"manual": "manual", "regulations summary": "summary", "guidance": "guidance"}
_HEAD = {"name", "law", "title", "about", "place", "step", "ruling", "example"}
_STEP = {"ask", "help", "cite", "ticks", "options"}
_RULING = {"title", "says", "cite", "ticks", "law", "score", "lead", "offence", "guide"}
_EXAMPLE = {"name", "case", "answers", "ruling", "edition", "cite", "seats", "calls"}
_BESIDE = {"name", "to", "edition", "stage"}
"""Keys of an option or a tick that are no language."""


def read_guide(toml: str, where: str) -> Guide:
    """Returns the guide in a TOML text; `where` is the file's name for messages.

    Raises Malformed with all faults: `regulations.syntax` and `.twice`, `guide.missing`, `.unknown-key`, `.wrong-kind`,
    `.name`, `.edition`, `.score`. The ways through the guide are tested separately (`checking.faults`).
    """
    reader = _Reader(source_of(toml, where))
    guide = reader.guide(parse(toml, where))
    Malformed.check(reader.problems)
    return guide


def read_citation(text: str) -> Citation:
    """Returns the parts of a citation.

    >>> read_citation("Law 27B1(b)").place
    '27B1(b)'
    >>> read_citation("guidance on Law 27B1(b), lines 76-83").document
    'guidance'
    """
    if match := _LAW.fullmatch(text):
        return Citation("law", match["place"], edition=int(match["edition"]) if match["edition"] else None)
    if match := _PASSAGE.fullmatch(text):
        return Citation(_DOCUMENTS[match["document"]], match["place"].strip(), match["lines"])
    return Citation("other", text)


class _Reader:
    """Reads the parts of one file and collects what is wrong with them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.problems: list[Problem] = []

    def guide(self, plain: dict[str, Any]) -> Guide:
        self._check_keys(plain, _HEAD, "")
        steps = {name: self._step(name, one) for name, one in self._tables(plain, "step")}
        rulings = {name: self._ruling(name, one) for name, one in self._tables(plain, "ruling")}
        for name in steps.keys() & rulings.keys():
            self._wrong("guide.name-twice", f"ruling.{name}", name=name)
        if not steps:
            self._wrong("guide.missing", "step", key="step")
        return Guide(
            name=self._name(plain, "name", "name"),
            title=self._words(plain.get("title"), "title"),
            about=self._words(plain["about"], "about") if "about" in plain else {},
            law=self._text(plain, "law", "law"),
            place=self._whole(plain, "place", "place", 99),
            steps=steps,
            rulings=rulings,
            examples=tuple(self._example(one, f"example[{n}]") for n, one in enumerate(self._rows(plain, "example"))),
        )

    def _step(self, name: str, plain: Mapping[str, Any]) -> GuideStep:
        at = f"step.{name}"
        self._check_keys(plain, _STEP, at)
        return GuideStep(
            name=self._check_name(name, at),
            ask=self._words(plain.get("ask"), f"{at}.ask"),
            help=self._texts(plain, "help", at),
            cites=self._cites(plain, at),
            ticks=self._ticks(plain, at),
            options=tuple(self._option(one, f"{at}.options") for one in self._rows(plain, "options", at)),
        )

    def _option(self, plain: Mapping[str, Any], at: str) -> GuideOption:
        return GuideOption(
            name=self._name(plain, "name", at),
            words=self._words(plain, at, beside=_BESIDE - {"stage"}),
            to=self._text(plain, "to", at),
            edition=self._edition(plain, at),
        )

    def _ruling(self, name: str, plain: Mapping[str, Any]) -> Ruling:
        at = f"ruling.{name}"
        self._check_keys(plain, _RULING, at)
        score = self._text(plain, "score", f"{at}.score")
        if score and score not in set(Score):
            self._wrong("guide.score", f"{at}.score", text=score, known=", ".join(Score))
        return Ruling(
            name=self._check_name(name, at),
            title=self._words(plain.get("title"), f"{at}.title"),
            says=self._texts(plain, "says", at),
            cites=self._cites(plain, at),
            ticks=self._ticks(plain, at),
            law=self._text(plain, "law", f"{at}.law"),
            score=Score(score) if score in set(Score) else Score.STANDS,
            lead=self._texts(plain, "lead", at),
            offence=self._text(plain, "offence", f"{at}.offence") if "offence" in plain else "",
            guide=self._text(plain, "guide", f"{at}.guide") if "guide" in plain else "",
        )

    def _example(self, plain: Mapping[str, Any], at: str) -> Example:
        edition = self._edition(plain, at)
        if edition is None:
            self._wrong("guide.missing", at, key="edition")
        return Example(
            name=self._name(plain, "name", at),
            case=self._text(plain, "case", at) if "case" in plain else "",
            words=self._words(plain, at, beside=_EXAMPLE),
            answers=self._strings(plain, "answers", at),
            ruling=self._text(plain, "ruling", at),
            edition=edition or EDITIONS[-1],
            cites=self._cites(plain, at),
            seats=self._strings(plain, "seats", at),
            calls=self._strings(plain, "calls", at),
        )

    def _ticks(self, plain: Mapping[str, Any], at: str) -> tuple[GuideTick, ...]:
        rows = self._rows(plain, "ticks", at)
        return tuple(
            GuideTick(
                self._words(one, f"{at}.ticks", beside=_BESIDE - {"name", "to"}),
                self._whole(one, "stage", f"{at}.ticks", 0),
                self._edition(one, f"{at}.ticks"),
            )
            for one in rows
        )

    def _texts(self, plain: Mapping[str, Any], key: str, at: str) -> tuple[Text, ...]:
        rows = [plain[key]] if isinstance(plain.get(key), dict) else self._rows(plain, key, at)
        place = f"{at}.{key}"
        return tuple(Text(self._words(one, place, beside={"edition"}), self._edition(one, place)) for one in rows)

    def _cites(self, plain: Mapping[str, Any], at: str) -> tuple[Citation, ...]:
        return tuple(read_citation(text) for text in self._strings(plain, "cite", at))

    def _words(self, plain: object, at: str, beside: frozenset[str] | set[str] = frozenset()) -> Words:
        if not isinstance(plain, dict):
            self._wrong("guide.missing", at, key=at.rpartition(".")[2])
            return {}
        words: dict[str, str] = {}
        for key, value in plain.items():
            if key in beside:
                continue
            if not _LANGUAGE.fullmatch(key):
                self._wrong("guide.unknown-key", at, key=key)
            elif not isinstance(value, str) or not value.strip():
                self._wrong("guide.wrong-kind", at, key=key)
            else:
                words[key] = value.strip()
        return words

    def _tables(self, plain: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
        tables = plain.get(key, {})
        if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
            self._wrong("guide.wrong-kind", key, key=key)
            return []
        return list(tables.items())

    def _rows(self, plain: Mapping[str, Any], key: str, at: str = "") -> list[Mapping[str, Any]]:
        rows = plain.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
            self._wrong("guide.wrong-kind", f"{at}.{key}" if at else key, key=key)
            return []
        return rows

    def _strings(self, plain: Mapping[str, Any], key: str, at: str) -> tuple[str, ...]:
        strings = plain.get(key, [])
        if not isinstance(strings, list) or not all(isinstance(one, str) and one.strip() for one in strings):
            self._wrong("guide.wrong-kind", f"{at}.{key}", key=key)
            return ()
        return tuple(one.strip() for one in strings)

    def _text(self, plain: Mapping[str, Any], key: str, at: str) -> str:
        text = plain.get(key)
        if text is None:
            self._wrong("guide.missing", at, key=key)
        elif not isinstance(text, str) or not text.strip():
            self._wrong("guide.wrong-kind", at, key=key)
        else:
            return text.strip()
        return ""

    def _name(self, plain: Mapping[str, Any], key: str, at: str) -> str:
        text = self._text(plain, key, at)
        return self._check_name(text, at) if text else ""

    def _check_name(self, text: str, at: str) -> str:
        if not _NAME.fullmatch(text):
            self._wrong("guide.name", at, text=text)
        return text

    def _whole(self, plain: Mapping[str, Any], key: str, at: str, usual: int) -> int:
        number = plain.get(key, usual)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 99:
            self._wrong("guide.wrong-kind", at, key=key)
            return usual
        return number

    def _edition(self, plain: Mapping[str, Any], at: str) -> int | None:
        edition = plain.get("edition")
        if edition is None or edition in EDITIONS:
            return edition
        self._wrong("guide.edition", at, text=str(edition)[:20], known=", ".join(map(str, EDITIONS)))
        return None

    def _check_keys(self, plain: Mapping[str, Any], keys: set[str], at: str) -> None:
        for key in plain.keys() - keys:
            self._wrong("guide.unknown-key", f"{at}.{key}" if at else key, key=key)

    def _wrong(self, code: str, at: str, **params: str) -> None:
        self.problems.append(Problem(code, dict(params), self._source.where(at)))
