"""Results as directors write them: `4SX-1 N`, `3NT+2 W`, `1C= S`, `4♠x`, `4スペード=N`, `P`, `420`.

Reading is forgiving where the meaning is certain (letter case, blanks, full-width characters, suits by symbol or
Japanese name, every kind of minus sign, declarer in front or behind) and refuses where it is not. A contract without a
result was just made. A number without a sign is the total of tricks when it is 8 or more; a smaller one could also be
odd tricks (the MADE column of the manual's slips, line 559) and is refused. `0` is a passed-out board, as nothing else
scores 0.

Errors come in three kinds, each repeating the input: `Malformed` cannot be read, `Ambiguous` could be read in two
ways, `Refused` can be read but no table can bring it (level 8, seven overtricks in a game, a score of 425). Entries
other than results (averages, not played) are read by `arrowswitch.core.scoring.slips`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, PassedOut, Played, RawScore, TableResult
from arrowswitch.core.game.seats import Seat


class Ambiguous(Malformed):
    """The input could be read in two ways; the problem says what to add."""


class Style(Enum):
    """How a result is written."""

    ASCII = "ascii"
    DISPLAY = "display"


LARGEST_SCORE = 7600
"""The largest score of any result: seven redoubled, vulnerable, thirteen down."""

LONGEST_TEXT = 240
"""A longer text is never a result."""

_SHOWN = 60
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("−–—‐‑‒―ー", "-"),
        **dict.fromkeys("×✕✖╳", "X"),
        **dict.fromkeys("♠♤", "S"),
        **dict.fromkeys("♥♡", "H"),
        **dict.fromkeys("♦♢", "D"),
        **dict.fromkeys("♣♧", "C"),
        **dict(zip("北東南西", "NESW", strict=True)),
        "\ufe0e": "",
        "\ufe0f": "",
    }
)
_PASSES = frozenset(
    ("P", "PASS", "PASSED", "PASSEDOUT", "PASSOUT", "PO", "AP", "ALLPASS", "パス", "オ-ルパス", "パスアウト", "0")
)
WORDS = {
    "スペ-ド": "S",
    "ハ-ト": "H",
    "ダイヤモンド": "D",
    "ダイヤ": "D",
    "クラブ": "C",
    "ノ-トランプ": "NT",
    "ノ-トラ": "NT",
    "リダブル": "XX",
    "ダブル": "X",
}
"""The meanings of Japanese words, once signs are unified. A longer word comes before its own beginnings."""

_WORD = "|".join(WORDS)
_RAW = re.compile(r"[+-]?\d{2,7}|[+-]\d")
_OPENING = re.compile(
    r"(?:BY)?(?P<seat>NORTH|EAST|SOUTH|WEST|[NESW])?(?P<level>\d{1,2})"
    r"(?P<denomination>NOTRUMPS?|NT|N|SPADES?|S|HEARTS?|H|DIAMONDS?|D|CLUBS?|C)"
)
_TAIL = re.compile(
    r"(?P<doubling>REDOUBLED|RDBL|RD|XX|\*\*|DOUBLED|DBL|X|\*)"
    r"|(?P<result>=|[+-]\d+|(?:MADE|M)\d+|(?:DOWN|D)\d+|\d+)"
    r"|(?:BY)?(?P<seat>NORTH|EAST|SOUTH|WEST|[NESW])"
)
_REDOUBLED = frozenset(("REDOUBLED", "RDBL", "RD", "XX", "**"))
SIGNS: Mapping[Denomination, str] = dict(zip(Denomination, ("♣", "♦", "♥", "♠", "NT"), strict=True))
"""How denominations are shown to people."""


@dataclass(slots=True)
class _Parts:
    """The tokens of a text: one of each kind, in any order after the contract."""

    level: int
    denomination: Denomination
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def doubling(self) -> Doubling:
        sign = self.tokens.get("doubling")
        if sign is None:
            return Doubling.UNDOUBLED
        return Doubling.REDOUBLED if sign in _REDOUBLED else Doubling.DOUBLED

    @property
    def seat(self) -> Seat | None:
        return Seat(self.tokens["seat"][0]) if "seat" in self.tokens else None


def parse_result(text: str, *, declarer: Seat | None = None) -> TableResult:
    """Returns the result that `text` tells: a contract with its tricks, a pass, or a score for North-South.

    `declarer` is used when the text names none; when it names another one the text is ambiguous.

    >>> parse_result("4sx-1 n").tricks
    9
    >>> parse_result("-50")
    RawScore(ns=-50)

    Raises Malformed (`result.empty`, `result.malformed`), Ambiguous (`result.no-declarer`, `result.declarer-differs`,
    `result.bare-number`) or Refused (`result.level`, `result.too-many-tricks`, `result.too-few-tricks`,
    `result.made-below-level`, `result.raw-not-ten`, `result.raw-too-large`).
    """
    plain = _plain(text)
    if plain in _PASSES:
        return PassedOut()
    if _RAW.fullmatch(plain):
        return _raw(text, int(plain))
    parts = _split(text, plain)
    contract = _contract(text, parts, declarer)
    return Played(contract, _tricks(text, contract, parts.tokens.get("result", "=")))


def parse_contract(text: str, declarer: Seat | None = None) -> Contract | PassedOut:
    """Returns the contract that `text` tells, without a result: `4SX`, `3NT W`, `P`.

    Raises the errors of `parse_result`; a result in the text is `result.malformed`.
    """
    plain = _plain(text)
    if plain in _PASSES:
        return PassedOut()
    parts = _split(text, plain)
    if "result" in parts.tokens:
        raise _form_mistake(text)
    return _contract(text, parts, declarer)


def lacks_result(text: str) -> bool:
    """True if `text` is a contract without its result, which `parse_result` takes for just made: `4SX N`."""
    try:
        contract = parse_contract(text)
    except Mistake:
        return False
    return isinstance(contract, Contract)


def parse_tricks(text: str, contract: Contract) -> int:
    """Returns the tricks that `text` tells of a contract: `=`, `+1`, `-2`, `M4` or `MADE 4` (odd tricks), `D2`, `10`.

    Raises the errors of `parse_result` that concern tricks.
    """
    plain = _plain(text)
    match = _TAIL.fullmatch(plain)
    if match is None or match["result"] is None:
        raise _form_mistake(text)
    return _tricks(text, contract, match["result"])


def format_contract(contract: Contract | PassedOut, style: Style = Style.ASCII) -> str:
    """Returns a contract without declarer and result: `4SX`, `4♠×`, `PASS`."""
    if isinstance(contract, PassedOut):
        return "PASS"
    if style is Style.ASCII:
        return f"{contract.level}{contract.denomination}{contract.doubling.sign}"
    return f"{contract.level}{SIGNS[contract.denomination]}{contract.doubling.sign.replace('X', '×')}"


def format_tricks(played: Played, style: Style = Style.ASCII) -> str:
    """Returns the tricks relative to the contract: `=`, `+2`, `-1` (displayed with a real minus sign)."""
    if played.beyond == 0:
        return "="
    return format_signed(played.beyond, style)


def format_result(result: TableResult, style: Style = Style.ASCII) -> str:
    """Returns the text of a result, which `parse_result` reads back.

    >>> format_result(parse_result("4♠x-1 N"))
    '4SX-1 N'
    >>> format_result(parse_result("4♠x-1 N"), Style.DISPLAY)
    '4♠× −1 N'
    """
    if isinstance(result, PassedOut):
        return "PASS"
    if isinstance(result, RawScore):
        return format_signed(result.ns, style)
    gap = "" if style is Style.ASCII else " "
    contract = result.contract
    return f"{format_contract(contract, style)}{gap}{format_tricks(result, style)} {contract.declarer}"


def plain_text(text: str) -> str:
    """Returns `text` as the parsers compare it: compatibility forms folded, upper case, signs unified, no blanks, and
    letters for the Japanese names of suits, notrump and doubles.

    >>> plain_text("４スペード＝北")
    '4S=N'
    """
    folded = unicodedata.normalize("NFKC", text).translate(_SIGNS).upper()
    plain = "".join(folded.split())
    return plain if plain.isascii() else re.sub(_WORD, lambda word: WORDS[word[0]], plain)


def quote_text(text: str) -> str:
    """Returns `text` as an error message repeats it: on one line and not longer than sixty characters."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


def _plain(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise _form_mistake(text)
    plain = plain_text(text)
    if not plain:
        raise Malformed.of("result.empty")
    return plain


def _form_mistake(text: str) -> Mistake:
    return Malformed.of("result.malformed", text=quote_text(text))


def format_signed(number: int, style: Style = Style.DISPLAY) -> str:
    """Returns a number with its sign: `+420`, `−50`, `0`; with a plain hyphen in `Style.ASCII`."""
    minus = "-" if style is Style.ASCII else "−"
    return f"{'+' if number > 0 else minus if number < 0 else ''}{abs(number)}"


def _raw(text: str, score: int) -> TableResult:
    if score % 10:
        raise Refused.of("result.raw-not-ten", text=quote_text(text))
    if abs(score) > LARGEST_SCORE:
        raise Refused.of("result.raw-too-large", text=quote_text(text), largest=LARGEST_SCORE)
    return RawScore(score) if score else PassedOut()


def _split(text: str, plain: str) -> _Parts:
    opening = _OPENING.match(plain)
    if opening is None:
        raise _form_mistake(text)
    level = int(opening["level"])
    if not 1 <= level <= 7:
        raise Refused.of("result.level", text=quote_text(text), level=level)
    letter = opening["denomination"][0]
    parts = _Parts(level, Denomination.NOTRUMP if letter == "N" else Denomination(letter))
    if opening["seat"]:
        parts.tokens["seat"] = opening["seat"]
    place = opening.end()
    while place < len(plain):
        token = _TAIL.match(plain, place)
        if token is None or str(token.lastgroup) in parts.tokens:
            raise _form_mistake(text)
        parts.tokens[str(token.lastgroup)] = token[str(token.lastgroup)]
        place = token.end()
    return parts


def _contract(text: str, parts: _Parts, declarer: Seat | None) -> Contract:
    written = parts.seat
    if written is not None and declarer is not None and written is not declarer:
        raise Ambiguous.of("result.declarer-differs", text=quote_text(text), written=written, expected=declarer)
    seat = written or declarer
    if seat is None:
        raise Ambiguous.of("result.no-declarer", text=quote_text(text))
    return Contract(parts.level, parts.denomination, parts.doubling, seat)


def _tricks(text: str, contract: Contract, sign: str) -> int:
    number = int(re.sub(r"\D", "", sign) or 0)
    if sign.isdigit():
        if number <= 7:
            raise Ambiguous.of("result.bare-number", text=quote_text(text), number=number)
        tricks = number
    elif sign.startswith("M"):
        if number < contract.level:
            raise Refused.of("result.made-below-level", text=quote_text(text), level=contract.level)
        tricks = number + 6
    elif sign.startswith(("-", "D")):
        tricks = contract.level + 6 - number
    else:
        tricks = contract.level + 6 + number
    if tricks > 13:
        raise Refused.of("result.too-many-tricks", text=quote_text(text), most=7 - contract.level)
    if tricks < 0:
        raise Refused.of("result.too-few-tricks", text=quote_text(text), most=contract.level + 6)
    return tricks
