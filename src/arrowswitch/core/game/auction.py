"""An auction: the calls of a table in turn, what they were explained as, and the contract that they lead to.

Laws 17 to 22 of the Laws of Duplicate Bridge. Calls are kept as Portable Bridge Notation spells them (2.1, section
3.5.1): `Pass`, `X`, `XX`, `1C` to `7NT`. Two irregularities that were accepted at the table have a sign of their own
there (section 3.9): `^I1C` is an insufficient bid, `^S` the turn of a player who was passed over.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, PassedOut
from arrowswitch.core.game.notation import SIGNS, quote_text
from arrowswitch.core.game.seats import Seat

PASS, DOUBLE, REDOUBLE = "Pass", "X", "XX"
PASSED_OVER = "^S"
INSUFFICIENT = "^I"
ALL_PASS = "AP"
_WORDS = {
    **dict.fromkeys(("P", "PASS", "-P-", "パス"), PASS),
    **dict.fromkeys(("X", "D", "DBL", "DOUBLE", "ダブル"), DOUBLE),
    **dict.fromkeys(("XX", "R", "RDBL", "REDOUBLE", "リダブル"), REDOUBLE),
    "^S": PASSED_OVER,
}
_BID = re.compile(r"(\^I)?([1-7])(NT|[CDHSN])")
_SUITS = str.maketrans({sign: suit.value for suit, sign in SIGNS.items() if len(sign) == 1})
_PASSES_AT_FIRST = 4
_PASSES_AT_LAST = 3


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls of a table from the player on `first` clockwise; `notes` are explanations by the place of the call,
    counted from 0."""

    first: Seat
    calls: tuple[str, ...]
    notes: Mapping[int, str] = field(default_factory=dict, hash=False)

    def seat(self, place: int) -> Seat:
        """Returns the seat that made the call at a place."""
        return _turn(self.first, place)

    @property
    def is_over(self) -> bool:
        """True once the auction has ended: four passes, or three after a bid (Law 22)."""
        return self._passes == (_PASSES_AT_LAST if self._bids else _PASSES_AT_FIRST)

    @property
    def contract(self) -> Contract | PassedOut | None:
        """Returns the final contract, or PassedOut. Returns None if the auction is not over."""
        if not self.is_over:
            return None
        if not self._bids:
            return PassedOut()
        last = self._bids[-1]
        level, denomination = _bid(self.calls[last])
        side = self.seat(last).side
        named = next(at for at in self._bids if self.seat(at).side is side and _bid(self.calls[at])[1] is denomination)
        after = self.calls[last:]
        doubling = Doubling.REDOUBLED if REDOUBLE in after else Doubling.DOUBLED if DOUBLE in after else None
        return Contract(level, denomination, doubling or Doubling.UNDOUBLED, self.seat(named))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Returns the illegal calls, each with its position (from 1) as `n`: `auction.insufficient`, `auction.double`
        (nothing of the opponents' to double, or no double of theirs to redouble), `auction.after-end`.
        """
        return tuple(self._faults())

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Returns the calls in rows of four from West to South, empty before the first call and after the last."""
        before = _FROM_WEST.index(self.first)
        cells = ("",) * before + self.calls
        cells += ("",) * (-len(cells) % len(_FROM_WEST))
        return tuple(cells[at : at + 4] for at in range(0, len(cells), 4))

    @property
    def _bids(self) -> tuple[int, ...]:
        return tuple(at for at, call in enumerate(self.calls) if _BID.fullmatch(call))

    @property
    def _passes(self) -> int:
        calls = [call for call in self.calls if call != PASSED_OVER]
        return next((n for n, call in enumerate(reversed(calls)) if call != PASS), len(calls))

    def _faults(self) -> Iterator[Problem]:
        highest: tuple[int, int] | None = None
        last_action = ""
        by = self.first
        passes = 0
        for at, call in enumerate(self.calls):
            params: dict[str, ParamValue] = {"n": at + 1, "call": call.removeprefix(INSUFFICIENT)}
            if passes >= (_PASSES_AT_LAST if highest is not None else _PASSES_AT_FIRST):
                yield Problem("auction.after-end", params)
                return
            if call == PASSED_OVER:
                continue
            passes = passes + 1 if call == PASS else 0
            if call in (DOUBLE, REDOUBLE):
                opposes = self.seat(at).side is not by.side
                fits = last_action in ("bid",) and opposes if call == DOUBLE else last_action == DOUBLE and not opposes
                if not fits:
                    yield Problem("auction.double", params)
                last_action = call
            elif call != PASS:
                worth = _worth(call)
                if highest is not None and worth <= highest and not call.startswith(INSUFFICIENT):
                    yield Problem("auction.insufficient", params)
                highest, last_action, by = worth, "bid", self.seat(at)


_FROM_WEST = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


def parse_call(text: str) -> str:
    """Returns a call in its stored form, from the forms that people and programs write.

    >>> parse_call("1n"), parse_call("2♥"), parse_call("p"), parse_call("dbl"), parse_call("^I1C")
    ('1NT', '2H', 'Pass', 'X', '^I1C')

    Raises Malformed (`auction.call`).
    """
    plain = unicodedata.normalize("NFKC", text.replace("\ufe0e", "").replace("\ufe0f", "")).strip()
    plain = plain.translate(_SUITS).upper()
    if plain in _WORDS:
        return _WORDS[plain]
    match = _BID.fullmatch(plain)
    if match is None:
        raise Malformed.of("auction.call", text=quote_text(text))
    return f"{match[1] or ''}{match[2]}{'NT' if match[3] == 'N' else match[3]}"


def parse_auction(text: str, first: Seat) -> Auction:
    """Returns the auction of calls with blanks between: `1NT p 2C(Stayman) p 2S ap`; `ap` ends it, a note in round
    brackets after a call (without a blank before) is its explanation.

    Raises Malformed with every call that cannot be read (`auction.call`) or be made (see `Auction.problems`).
    """
    calls: list[str] = []
    notes: dict[int, str] = {}
    problems: list[Problem] = []
    plain = unicodedata.normalize("NFKC", text)
    for match in _TYPED.finditer(plain):
        try:
            calls += all_pass(calls) if match[1].upper() == ALL_PASS else [parse_call(match[1])]
        except Malformed as malformed:
            problems += malformed.problems
            continue
        if match[2]:
            notes[len(calls) - 1] = match[2].strip()
    auction = Auction(first, tuple(calls), notes)
    Malformed.check(problems or auction.problems)
    return auction


_TYPED = re.compile(r"([^\s(),、;/|]+)(?:\(([^()]*)\))?")


def format_auction(auction: Auction) -> str:
    """Returns an auction as `parse_auction` reads it."""
    return " ".join(
        f"{call}({auction.notes[at].translate(_BRACKETS)})" if auction.notes.get(at) else call
        for at, call in enumerate(auction.calls)
    )


_BRACKETS = str.maketrans("()", "[]")


def all_pass(calls: list[str]) -> list[str]:
    """Returns the passes that end an auction of these calls."""
    auction = Auction(Seat.NORTH, tuple(calls))
    missing: list[str] = []
    while not auction.is_over and len(missing) < _PASSES_AT_FIRST:
        missing.append(PASS)
        auction = Auction(Seat.NORTH, (*calls, *missing))
    return missing


def _turn(first: Seat, place: int) -> Seat:
    seat = first
    for _ in range(place % len(Seat)):
        seat = seat.left
    return seat


def _bid(call: str) -> tuple[int, Denomination]:
    plain = call.removeprefix(INSUFFICIENT)
    return int(plain[0]), Denomination(plain[1:])


def _worth(call: str) -> tuple[int, int]:
    level, denomination = _bid(call)
    return level, tuple(Denomination).index(denomination)
