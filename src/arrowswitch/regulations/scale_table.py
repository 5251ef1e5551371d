"""The organiser's own scale of victory points, typed as a small table.

    10-10 11-9 12-8 13-7
    8: 0 3 7 11
    9-12: 0 4 9 14
    13+: 0 5 10 16

The first line holds the victory points of both sides, the draw first; every other line the numbers of boards it is for,
and the margins from which each pair is given. A scale from percentages has percentages there, 50 first. JCBL director's
manual 3.3, lines 1513, 1732-1738 and 2613: the documents name scales that they print no table of.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.core.scoring.amounts import decimal_string, plain_string
from arrowswitch.core.scoring.scales import Scale, ScaleUnit
from arrowswitch.regulations.scales import scale_from_plain
from arrowswitch.regulations.toml_text import Source

OWN = "own"
LONGEST_TABLE = 6000
_PAIR = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)-(\d{1,3}(?:\.\d{1,2})?)", re.ASCII)
_LINE = re.compile(r"(\d{1,2}(?:-\d{1,2}|\+)?)\s*:\s*(.+)", re.ASCII)
_NUMBER = re.compile(r"\d{1,5}(?:\.\d{1,2})?", re.ASCII)
_HALF = 50
_SHOWN = 40


@lru_cache(maxsize=64)
def parse_scale_table(text: str, unit: ScaleUnit, field: str = "scale_table") -> Scale:
    """Returns the scale of a typed table, whose margins are counted in `unit`.

    Raises Malformed with all problems: `scale-table.empty`, `.too-long`, `.points` (the first line), `.line`,
    `.count`, `.rising` and `.twice`; `where` is `field`.
    """
    lines = [line for typed in text.splitlines() if (line := _plain(typed))]
    if len(lines) < 2:
        raise Malformed.of("scale-table.empty", field)
    if len(text) > LONGEST_TABLE:
        raise Malformed.of("scale-table.too-long", field, most=LONGEST_TABLE)
    problems: list[Problem] = []
    pairs = _pairs(lines[0], field, problems)
    columns: dict[str, list[int]] = {}
    for line in lines[1:]:
        _column(line, len(pairs), unit, columns, field, problems)
    Malformed.check(problems)
    most = max((len(str(value).partition(".")[2]) for pair in pairs for value in pair), default=0)
    plain = {
        "name": OWN,
        "title": OWN,
        "kind": "bands",
        "unit": unit.value,
        "source": OWN,
        "places": most,
        "vps": [[_exact(value) for value in pair] for pair in pairs],
        "columns": {boards: {"from": starts, "source": OWN} for boards, starts in columns.items()},
    }
    return scale_from_plain(plain, Source(field))


def format_scale_table(scale: Scale) -> str:
    """Returns a printed scale as the table that `parse_scale_table` reads; nothing where it has no table."""
    if not scale.columns:
        return ""
    bonus = scale.bonus
    pairs = [(a + bonus / 2, b + bonus / 2) if a == b else (a + bonus, b) for a, b in scale.pairs]
    head = " ".join(f"{_format_value(a)}-{_format_value(b)}" for a, b in pairs)
    rows = (f"{one.boards}: " + " ".join(_margin(start, scale.unit) for start in one.starts) for one in scale.columns)
    return "\n".join((head, *rows))


def _plain(typed: str) -> str:
    dashes = re.sub("[\u2010-\u2015\u2212ー－]", "-", unicodedata.normalize("NFKC", typed))
    return " ".join(re.sub(r"[,、;]", " ", dashes).split())


def _pairs(line: str, field: str, problems: list[Problem]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for word in line.removeprefix("VP").strip(": ").split():
        match = _PAIR.fullmatch(word)
        if match is None:
            problems.append(Problem("scale-table.points", {"text": word[:_SHOWN]}, field))
        else:
            pairs.append((match[1], match[2]))
    if not problems and (len(pairs) < 2 or Fraction(pairs[0][0]) != Fraction(pairs[0][1])):
        problems.append(Problem("scale-table.points", {"text": line[:_SHOWN]}, field))
    return pairs


def _column(
    line: str, count: int, unit: ScaleUnit, columns: dict[str, list[int]], field: str, problems: list[Problem]
) -> None:
    match = _LINE.fullmatch(line)
    words = match[2].split() if match is not None else []
    if match is None or any(not _NUMBER.fullmatch(word) for word in words):
        problems.append(Problem("scale-table.line", {"text": line[:_SHOWN]}, field))
        return
    params: dict[str, ParamValue] = {"boards": match[1], "found": len(words), "wanted": count}
    if match[1] in columns:
        problems.append(Problem("scale-table.twice", {"boards": match[1]}, field))
    if len(words) != count:
        problems.append(Problem("scale-table.count", params, field))
        return
    values = [(Fraction(word) - _HALF) * 100 if unit is ScaleUnit.PERCENT else Fraction(word) for word in words]
    starts = [int(value) for value in values if value.denominator == 1]
    rises = all(one < other for one, other in pairwise(starts))
    if len(starts) < len(values) or starts[:1] != [0] or not rises:
        first = _HALF if unit is ScaleUnit.PERCENT else 0
        problems.append(Problem("scale-table.rising", {"boards": match[1], "first": first}, field))
        return
    columns[match[1]] = starts


def _margin(start: int, unit: ScaleUnit) -> str:
    return plain_string(_HALF + Fraction(start, 100)) if unit is ScaleUnit.PERCENT else str(start)


def _exact(value: str) -> int | str:
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else str(exact)


def _format_value(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else decimal_string(value)
