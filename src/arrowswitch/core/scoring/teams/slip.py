"""The slip of a whole match: the points of both teams, or the victory points of both.

| typed | meaning |
|---|---|
| `45-32`, `45 32`, `45:32` | points of the boards (IMPs, boards won, score differences), the first team first |
| `12.5-7.5v`, `12.5-7.5 VP` | victory points |
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.teams.match import Both

_SLIP = re.compile(r"(\d{1,5}(?:\.\d{1,2})?)\s*[-:/ ]\s*(\d{1,5}(?:\.\d{1,2})?)\s*(VP?)?")
_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "ー": "-", "―": "-", "、": ".", "。": ".", ",": "."})
LONGEST_SLIP = 30


@dataclass(frozen=True, slots=True)
class ReportedMatch:
    """The report of a slip: the points of the first team and of the other, and True if they are victory points."""

    points: Both
    is_vp: bool

    def format(self) -> str:
        """Returns the slip as it is typed."""
        first, other = map(plain_string, self.points)
        return f"{first}-{other}{'v' if self.is_vp else ''}"


def parse_match_slip(text: str) -> ReportedMatch:
    """Returns the report of a typed slip. Raises Malformed (`match-slip.text`).

    >>> parse_match_slip("12.5-7.5v").points
    (Fraction(25, 2), Fraction(15, 2))
    >>> parse_match_slip("４５ー３２").format()
    '45-32'
    """
    plain = unicodedata.normalize("NFKC", text[: LONGEST_SLIP + 1]).translate(_SIGNS).upper().strip()
    match = _SLIP.fullmatch(plain)
    if match is None:
        raise Malformed.of("match-slip.text", text=text.strip()[:LONGEST_SLIP])
    return ReportedMatch((Fraction(match[1]), Fraction(match[2])), match[3] is not None)
