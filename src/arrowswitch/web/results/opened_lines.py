"""The results below each line of a ladder or report: all of them in a short list, those of one line in a long one.

A season of 300 games has about 15,000 results of players. As one page they are four megabytes, and nobody reads more
than a few lines of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from arrowswitch.core.digits import whole_of

MOST_RESULTS = 1_000
"""The largest number of results that a page lists below its lines."""
LONGEST_LINE = 7
"""The largest number of digits of a line in an address."""


@dataclass(frozen=True, slots=True)
class OpenedLines:
    """The lines of a list with their results: all that a reader opens in the browser (`are_all`), or the one in the
    address of the page (`line`, from 0; None: none). `query` is the rest of that address."""

    are_all: bool
    line: int | None = None
    query: str = ""

    def has(self, at: int) -> bool:
        """True if the page contains the results of a line."""
        return self.are_all or at == self.line

    def address(self, at: int) -> str:
        """Returns the address of the page with the results of a line."""
        own = urlencode({"line": at})
        return f"?{self.query}&{own}#line-{at}" if self.query else f"?{own}#line-{at}"


def opened_lines(results: int, line: str, query: str = "") -> OpenedLines:
    """Returns the lines that a page with this number of results opens; a `line` that is no number opens none."""
    at = whole_of(line) if len(line) <= LONGEST_LINE else None
    return OpenedLines(results <= MOST_RESULTS, at, query)
