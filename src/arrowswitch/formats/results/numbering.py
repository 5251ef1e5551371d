"""Who is who in a file: numbers made unique, sides told apart, one ranking or two.

- A number may carry its direction or section (`1NS`, `EW7`, `A7`). Where North-South and East-West both number from 1
  (some number sits on both sides of most boards) all numbers get their direction, where sections do, their letter.
- There are two rankings when the file says so, or when nobody ever sat on both sides.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.game.seats import Side
from arrowswitch.core.lettering import lettering
from arrowswitch.formats.reading import Findings, exact_number
from arrowswitch.formats.results.raw import RawContestant, RawFile
from arrowswitch.formats.results.results import FileContestant, FileLine

LONGEST_NUMBER = 20
"""Letters; what is longer is no contestant's number."""

LONGEST_DIGITS = 6
_LETTERS = re.compile("[A-Za-z]{1,2}")

_NUMBER = re.compile(
    r"(?:(?:(?P<before>NS|EW)-?)?(?P<section>[A-Z]{1,2})?|(?P<lettered>[A-Z]{1,2}?)(?P<inside>NS|EW))"
    r"(?P<digits>\d{1,6})(?:-?(?P<after>NS|EW|N|E))?"
)


@dataclass(frozen=True, slots=True)
class _Id:
    """A number taken apart: section letter, direction, the number itself."""

    section: str
    side: Side | None
    digits: str


class Naming:
    """Decides what the numbers of a file are, over the whole file."""

    def __init__(self, raw: RawFile, findings: Findings) -> None:
        self._raw = raw
        self._findings = findings
        self._numbers: dict[Side, dict[tuple[tuple[str, ...], str], tuple[Number, ...]]] = {side: {} for side in Side}
        self._letters = _letters(raw)
        self._is_lettered = self._sections_repeat()
        sat = {side: {(n, row.section) for row in raw.lines for n in row.numbers(side)} for side in Side}
        written = {n for told in sat.values() for n, _ in told}
        ids = {n: _identify(n) for n in written if n.strip()}
        odd = _odd_numbers(ids)
        if odd:
            findings.note("results.odd-numbers", n=len(odd), names=quote_text(", ".join(odd)))
        self._is_directed = any(found is not None and found.side is not None for found in ids.values())
        self._is_directed = self._is_directed or self._both_number_from_one()
        ns, ew = ({self._key(n, section) for n, section in told} for told in sat.values())
        if raw.winners is None:
            self.winners = 2 if self._is_directed or (ns.isdisjoint(ew) and raw.kind is ContestantKind.PAIR) else 1
            if self.winners == 2 and raw.lines:
                findings.note("results.two-fields")
        else:
            self.winners = raw.winners

    def number(self, text: str, side: Side, section: str) -> Number:
        """Returns the number by which the whole file knows a contestant; empty when it can be none."""
        found = _identify(text)
        if found is None:
            plain = unicodedata.normalize("NFKC", text).strip()
            return Number(plain if len(plain) <= LONGEST_NUMBER and plain.isprintable() else "")
        letter = found.section or (self._letters.get(section, "") if self._is_lettered else "")
        direction = str(found.side or side) if self._is_directed else ""
        return Number(f"{letter}{direction}{found.digits}")

    def numbers(self, texts: tuple[str, ...], side: Side, section: str) -> tuple[Number, ...]:
        """Returns the numbers of those who sat on a side, one value for the same texts."""
        known, key = self._numbers[side], (texts, section)
        found = known.get(key)
        if found is None:
            found = known[key] = tuple(self.number(text, side, section) for text in texts)
        return found

    def contestants(self, lines: Sequence[FileLine]) -> tuple[FileContestant, ...]:
        """Returns the contestants that the file lists and those that only its results name, by number."""
        sat: dict[Number, Side] = {}
        for line in lines:
            sat |= dict.fromkeys(line.line.ns, Side.NS) | dict.fromkeys(line.line.ew, Side.EW)
        listed = {one.number: one for raw in self._raw.contestants if (one := self._contestant(raw, sat)) is not None}
        for line in lines:
            for number in (*line.line.ns, *line.line.ew):
                if number not in listed:
                    direction = sat[number] if self.winners == 2 else None
                    listed[number] = FileContestant(number, direction=direction, section=line.section)
        return tuple(sorted(listed.values(), key=lambda one: number_order(one.number)))

    def _contestant(self, raw: RawContestant, sat: dict[Number, Side]) -> FileContestant | None:
        found = _identify(raw.number)
        said = _side(raw.direction) or (found.side if found else None)
        number = self.number(raw.number, said or Side.NS, raw.section)
        if not number:
            self._findings.error("results.number", raw.where, text=quote_text(raw.number))
            return None
        place = re.fullmatch(rf"\s*(\d{{1,{LONGEST_DIGITS}}})\s*(?:(=|/.*|-.*|T)?)\s*", raw.place, re.IGNORECASE)
        return FileContestant(
            number=number,
            names=raw.names,
            direction=(said or sat.get(number)) if self.winners == 2 else None,
            section=raw.section,
            ids=raw.ids,
            total=exact_number(raw.total),
            percent=exact_number(raw.percent),
            rank=int(place[1]) if place else None,
            is_tied=bool(place and place[2]),
            adjustment=exact_number(raw.adjustment) or None,
            master_points=exact_number(raw.master_points),
        )

    def _key(self, text: str, section: str) -> tuple[str, str]:
        found = _identify(text)
        return (section if self._is_lettered else "", found.digits if found else text)

    def _sections_repeat(self) -> bool:
        """True if two sections use the same numbers for different contestants."""
        listed = {one.section for one in self._raw.contestants} or {row.section for row in self._raw.lines}
        if len(listed) < 2:
            return False
        homes: dict[tuple[str, str], set[str]] = {}
        for one in self._raw.contestants:
            homes.setdefault((one.number.strip(), one.direction), set()).add(one.section)
        if not homes:
            for row in self._raw.lines:
                for number in row.ns + row.ew:
                    homes.setdefault((number.strip(), row.board), set()).add(row.section)
        return any(len(sections) > 1 for sections in homes.values())

    def _both_number_from_one(self) -> bool:
        """True if on most boards some number sits on both sides, which is impossible in one field."""
        if self._raw.kind is ContestantKind.PLAYER or self._raw.winners == 1:
            return False
        boards: dict[tuple[str, str], tuple[set[str], set[str]]] = {}
        for row in self._raw.lines:
            ns, ew = boards.setdefault((row.section, row.board), (set(), set()))
            ns.update(row.ns)
            ew.update(row.ew)
        meeting = sum(1 for ns, ew in boards.values() if ns & ew)
        return bool(boards) and 2 * meeting > len(boards)


def _odd_numbers(ids: Mapping[str, _Id | None]) -> tuple[str, ...]:
    """Returns the numbers that are written otherwise than most: without digits among numbers, or with a direction where
    the others have none."""
    shapes = {n: None if found is None else found.side is not None for n, found in ids.items()}
    usual, count = Counter(shapes.values()).most_common(1)[0] if shapes else (None, 0)
    return () if count == len(ids) else tuple(sorted(n.strip() for n, shape in shapes.items() if shape != usual))


def _letters(raw: RawFile) -> dict[str, str]:
    """Returns a letter for each section, or two behind Z (`AA`): its own when all have such, else A, B, C in the order
    of the file."""
    named = [one.section for one in raw.contestants] + [row.section for row in raw.lines]
    names = [name for name in dict.fromkeys(named) if name]
    if all(_LETTERS.fullmatch(name) and name.upper() not in set(Side) for name in names):
        return {name: name.upper() for name in names}
    free = (letters for letters in lettering() if letters not in set(Side))
    return dict(zip(names, free, strict=False))


def _identify(text: str) -> _Id | None:
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_DIGITS:
        return _Id("", None, str(int(text)))
    return _taken_apart(text)


@lru_cache(1 << 14)
def _taken_apart(text: str) -> _Id | None:
    folded = "".join(unicodedata.normalize("NFKC", text).upper().split())
    found = _NUMBER.fullmatch(folded)
    if found is None:
        return None
    side = found["before"] or found["inside"] or found["after"]
    letter = found["section"] or found["lettered"] or ""
    direction = {"N": Side.NS, "E": Side.EW}.get(side or "") or (Side(side) if side else None)
    return _Id(letter, direction, str(int(found["digits"])))


def _side(text: str) -> Side | None:
    letter = text.strip().upper()[:1]
    return {"N": Side.NS, "E": Side.EW}.get(letter)
