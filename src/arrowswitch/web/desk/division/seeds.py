"""Seeds as they are typed: a name in each line, the strongest first; `B:` before it is the section it plays in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.tournament.model.slices.division import NamedSeed
from arrowswitch.tournament.model.values.people import Entry

_LINE = re.compile(r"(?:([A-Za-zＡ-Ｚａ-ｚ])\s*[:：]\s*)?(.*\S)")
_LONGEST = 60


def parse_seeds(text: str, entries: Sequence[Entry], sections: Sequence[SectionLetter]) -> tuple[NamedSeed, ...]:
    """Returns the seeds of a text; empty lines count nothing. Raises Malformed with every line that names nobody
    (`desk.division.seed-unknown`), several (`desk.division.seed-several`) or a section that is not there
    (`desk.division.seed-section`)."""
    problems, seeds = [], []
    for at, line in enumerate(text.splitlines(), start=1):
        match = _LINE.fullmatch(line.strip())
        if match is None:
            continue
        letter, name = match[1], match[2]
        section = None if letter is None else SectionLetter(letter.translate(_NARROW).upper())
        params = {"line": at, "text": name[:_LONGEST]}
        matching = [entry for entry in entries if _is_called(entry, name)]
        if section is not None and section not in sections:
            problems.append(Problem("desk.division.seed-section", {**params, "section": section}, "seeds"))
        elif len(matching) != 1:
            code = "desk.division.seed-several" if matching else "desk.division.seed-unknown"
            problems.append(Problem(code, params, "seeds"))
        else:
            seeds.append(NamedSeed(matching[0].entry_id, section))
    if problems:
        raise Malformed(*problems)
    return tuple(seeds)


def _is_called(entry: Entry, name: str) -> bool:
    """True if a person of an entry has this name, in any of the ways it is written, or both have it together."""
    wanted = _fold_name(name)
    ways = (way for person in entry.people for way in (person.name, person.kana, person.roman) if way)
    return wanted in {_fold_name(way) for way in ways} or wanted == _fold_name("".join(entry.names))


def _fold_name(name: str) -> str:
    return re.sub(r"[\s・\-–/]+", "", name).casefold()


_NARROW = {ord(wide) + at: chr(ord(plain) + at) for wide, plain in ("ＡA", "ａa") for at in range(26)}
