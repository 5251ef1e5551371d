"""Shared parts of all readers: bytes to text, numbers in any width, and a list of all problems.

Readers are tolerant where the meaning is certain and read to the end, so that one pass reports all problems. Errors
make the file unusable; notes accompany the result.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.errors import Malformed, Mistake, ParamValue, Problem
from arrowswitch.core.game.notation import quote_text

LARGEST_FILE = 32_000_000
"""Bytes; a whole season of a club is smaller."""
LARGE_FILE = 1_000_000
"""Bytes from which on results in plain columns are read as columns (`csv_columns`)."""
LARGEST_FIELD = 400_000_000
"""Bytes of results in plain columns: some 15,000,000."""
LONGEST_PIECE = 100_000
"""Characters of a line, or of a value within one, that no program ever wrote."""

_MOST_NAMES = 30
"""The most names of omitted content that are listed."""

_PLAIN = 18
"""Signs of a whole number that is read at once."""

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


@dataclass(slots=True)
class Findings:
    """Collects the problems of a file, in the order of the file."""

    errors: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def error(self, code: str, where: str = "", **params: ParamValue) -> None:
        """Adds an error."""
        self.errors.append(Problem(code, dict(params), where))

    def note(self, code: str, where: str = "", **params: ParamValue) -> None:
        """Adds a note."""
        self.notes.append(Problem(code, dict(params), where))

    def left_out(self, names: Iterable[str]) -> None:
        """Notes the content of the file that is not imported (`results.left-out`), each name once."""
        distinct = [clean(name) for name in dict.fromkeys(names) if name.strip()]
        if distinct:
            more = " …" if len(distinct) > _MOST_NAMES else ""
            self.note("results.left-out", names=", ".join(distinct[:_MOST_NAMES]) + more, n=len(distinct))

    def take(self, mistake: Mistake, where: str) -> None:
        """Adds the problems of a mistake as errors, found at `where`."""
        self.errors.extend(Problem(p.code, p.params, p.where or where) for p in mistake.problems)

    def check(self) -> None:
        """Raises Malformed with all errors when there are any; after fifty the others are counted (`format.more`)."""
        Malformed.check(self.errors)


def text_of(data: bytes, *, legacy: str = "cp932") -> str:
    """Returns the text of a file: by its byte order mark, else UTF-8, else the `legacy` encoding, else Latin-1.

    Line ends become `\\n`. Raises Malformed (`format.empty`, `format.too-large`, `format.not-text`).
    """
    if len(data) > LARGEST_FILE:
        raise Malformed.of("format.too-large", limit=LARGEST_FILE // 1_000_000)
    text = _decode(data, legacy)
    if "\0" in text:
        raise Malformed.of("format.not-text")
    if not text.strip():
        raise Malformed.of("format.empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def checked_piece(number: int, piece: str) -> str:
    """Returns a line of a file, or a value of it; raises Malformed (`format.long-line`) where it is far too long."""
    if len(piece) > LONGEST_PIECE:
        raise Malformed.of("format.long-line", where=f"line {number}", most=LONGEST_PIECE)
    return piece


def whole_number(text: str) -> int | None:
    """Returns the whole number that a cell holds, in any width and with any minus sign, or None. A percentage is none.

    >>> whole_number("１２"), whole_number(" −50 "), whole_number("+420"), whole_number("4.0"), whole_number("x%")
    (12, -50, 420, 4, None)
    """
    if not text:
        return None
    if "%" in text or "％" in text:
        return None
    plain = text.strip()
    if plain.isascii() and plain.removeprefix("-").isdigit() and len(plain) <= _PLAIN:
        return int(plain)
    amount = exact_number(text)
    return int(amount) if amount is not None and amount.denominator == 1 else None


def exact_number(text: str) -> Fraction | None:
    """Returns the exact amount that a cell holds (`61.75`, `61,75`, `61.75%`), or None.

    >>> exact_number("61,75 %")
    Fraction(247, 4)
    """
    return _exact(text) if text else None


@lru_cache(1 << 14)
def _exact(text: str) -> Fraction | None:
    folded = unicodedata.normalize("NFKC", text).strip().replace("−", "-").replace("–", "-")
    folded = folded.removesuffix("%").strip().replace(",", ".")
    digits = folded.lstrip("+-")
    is_number = bool(digits) and digits.replace(".", "", 1).isdecimal() and digits[0] != "." and len(digits) <= 20
    if not is_number or len(folded) - len(digits) > 1:
        return None
    return Fraction(folded)


def clean(text: str) -> str:
    """Returns a name or title on one line, without control characters, at most 200 characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= 200 else line[:199] + "…"


def iso_date(text: str) -> str:
    """Returns a date as `2026-11-21` when it is written as day/month/year, year.month.day or the like; else as it is.

    >>> iso_date("27/07/2022"), iso_date("2025.04.09"), iso_date("spring")
    ('2022-07-27', '2025-04-09', 'spring')
    """
    folded = unicodedata.normalize("NFKC", text).replace(".", "/").replace("-", "/")
    parts = [part for part in folded.split("/") if part]
    if len(parts) == 3 and all(part.isdecimal() and len(part) <= 4 for part in parts):
        year, month, day = parts if len(parts[0]) == 4 else reversed(parts)
        if len(year) == 4 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
            return f"{year}-{int(month):02d}-{int(day):02d}"
    return quote_text(text)


def _decode(data: bytes, legacy: str) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return decode_legacy(data, legacy)


def decode_legacy(data: bytes, legacy: str = "cp932") -> str:
    """Returns the text of a file without a mark that is not UTF-8.

    The bytes of a Western name can be those of rare kanji. Such a text is Western if it has no kana and every letter
    beyond ASCII is an accented Latin letter, one of them next to an ASCII letter.

    >>> decode_legacy("Renée Müller".encode("cp1252")), decode_legacy("山田 太郎".encode("cp932"))
    ('Renée Müller', '山田 太郎')
    """
    western = data.decode("cp1252", errors="replace")
    try:
        text = data.decode(legacy)
    except UnicodeDecodeError:
        return western if legacy == "cp932" else data.decode("latin-1")
    if legacy != "cp932" or _KANA.search(text) or _NOT_WESTERN.search(western) or not _IN_WORD.search(western):
        return text
    return western


_KANA = re.compile(r"[\u3041-\u30fe]")
_NOT_WESTERN = re.compile(r"[^\x00-\x7fÀ-ÖØ-öø-ÿ]")
_IN_WORD = re.compile(r"[A-Za-z][À-ÖØ-öø-ÿ]|[À-ÖØ-öø-ÿ][A-Za-z]")
