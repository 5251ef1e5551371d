"""Conditions that a deal has to meet, in the language of the field's program `dealer`, as far as directors need it.

    hcp(north) >= 15 and hcp(north) <= 17 and shape(north, any 4333 + any 4432 + any 5332)
    spades(south) + hearts(south) > 9 || hascard(west, AS)

Functions of a seat (`north`, `n`): `hcp`, `hcp(seat, suit)`, `controls` (ace 2, king 1), `losers` (the first three
cards of each suit that are no ace, king, queen), `spades`, `hearts`, `diamonds`, `clubs` (lengths), `balanced`,
`shape(seat, patterns)`, `hascard(seat, card)`. A pattern gives the lengths from spades to clubs, `x` for any length;
`any` before it takes them in any order; `+` joins patterns and `-` takes some away. Operators, from the loosest: `||`
`or`, `&&` `and`, `!` `not`, comparisons, `+ -`, `* / %` (whole numbers). Letter case does not matter; `#` starts a
remark.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations, product

from arrowswitch.core.deals.deal import CARDS_OF_A_HAND, POINTS, RANKS, SEATS, SUITS, Card, Deal
from arrowswitch.core.deals.dealing import Condition
from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.game.seats import Seat

LONGEST_CONDITION = 2_000
"""Characters."""

Value = Callable[[Deal], int]
"""A part of a condition: what it comes to for a deal; 0 is no, anything else is yes."""

_TOKEN = re.compile(r"\s+|#[^\n]*|(?P<sign>\|\||&&|[=!<>]=|[-+*/%<>!(),])|(?P<word>\w+)")
_SEATS: Mapping[str, Seat] = {name: seat for seat in SEATS for name in (seat.name.lower(), seat.value.lower())}
_SUITS: Mapping[str, int] = {
    name: place for place, suit in enumerate(("spades", "hearts", "diamonds", "clubs")) for name in (suit, suit[:-1])
}
_CONTROLS: Mapping[str, int] = {"A": 2, "K": 1}
_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_BALANCED = frozenset(lengths for shape in ("4333", "4432", "5332") for lengths in permutations(map(int, shape)))
_DEEPEST = 60


def parse_condition(text: str) -> Condition:
    """Returns the condition that a text describes.

    Raises Malformed: `condition.long`, `condition.sign` (a sign that means nothing), `condition.expected` (something
    else should stand there), `condition.name`, `condition.shape`, `condition.deep`; each with the column from 1.
    """
    if len(text) > LONGEST_CONDITION:
        raise Malformed.of("condition.long", longest=LONGEST_CONDITION)
    reader = _Reader(text)
    value = reader.either()
    reader.end()
    return lambda deal: bool(value(deal))


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    column: int


class _Reader:
    """Reads a condition from left to right, each method one level of operators."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def end(self) -> None:
        """Raises Malformed when something is left."""
        if self._next.text:
            raise self._expected_problem("&&")

    def either(self) -> Value:
        """Reads one or more terms joined by `or`."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Malformed.of("condition.deep", column=self._next.column)
        first = self._both()
        while self._takes("||", "or"):
            first = _join_values(first, self._both(), lambda one, other: one or other)
        self._depth -= 1
        return first

    def _both(self) -> Value:
        first = self._negation()
        while self._takes("&&", "and"):
            first = _join_values(first, self._negation(), lambda one, other: one and other)
        return first

    def _negation(self) -> Value:
        is_negated = False
        while self._takes("!", "not"):
            is_negated = not is_negated
        value = self._comparison()
        return (lambda deal: not value(deal)) if is_negated else value

    def _comparison(self) -> Value:
        left = self._sum()
        sign = self._takes(*_COMPARISONS)
        if not sign:
            return left
        right, compare = self._sum(), _COMPARISONS[sign]
        return lambda deal: compare(left(deal), right(deal))

    def _sum(self) -> Value:
        left = self._product()
        while sign := self._takes("+", "-"):
            left = _calculate_values(left, self._product(), operator.add if sign == "+" else operator.sub)
        return left

    def _product(self) -> Value:
        left = self._single()
        while sign := self._takes("*", "/", "%"):
            left = _calculate_values(left, self._single(), {"*": operator.mul, "/": _over, "%": _rest}[sign])
        return left

    def _single(self) -> Value:
        if self._takes("("):
            inside = self.either()
            self._must(")")
            return inside
        if self._takes("-"):
            value = self._single()
            return lambda deal: -value(deal)
        token = self._take()
        if token.text.isdecimal():
            amount = int(token.text[:9])
            return lambda _: amount
        if token.text in _FUNCTIONS:
            self._must("(")
            value = _FUNCTIONS[token.text](self)
            self._must(")")
            return value
        raise self._unknown(token)

    def seat(self) -> Seat:
        """Reads the name of a seat."""
        token = self._take()
        if token.text not in _SEATS:
            raise self._unknown(token)
        return _SEATS[token.text]

    def suit(self) -> int | None:
        """Reads a comma and the name of a suit, where they stand."""
        if not self._takes(","):
            return None
        token = self._take()
        if token.text not in _SUITS:
            raise self._unknown(token)
        return _SUITS[token.text]

    def card(self) -> Card:
        """Reads a comma and a card, `AS` or `SA`."""
        self._must(",")
        token = self._take()
        letters = token.text.upper().replace("10", "T")
        for card in (letters, letters[::-1]):
            if len(card) == 2 and card[0] in RANKS and card[1] in SUITS:
                return SUITS.index(card[1]) * len(RANKS) + RANKS.index(card[0])
        raise self._unknown(token)

    def shapes(self) -> frozenset[tuple[int, ...]]:
        """Reads a comma and patterns joined by `+` and `-`."""
        self._must(",")
        patterns = self._pattern()
        while sign := self._takes("+", "-"):
            patterns = patterns | self._pattern() if sign == "+" else patterns - self._pattern()
        return patterns

    def _pattern(self) -> frozenset[tuple[int, ...]]:
        is_any = bool(self._takes("any"))
        token = self._take()
        if not re.fullmatch(r"[0-9x]{4}", token.text):
            raise Malformed.of("condition.shape", column=token.column, text=token.text)
        orders = set(permutations(token.text)) if is_any else {tuple(token.text)}
        lengths = frozenset(
            whole
            for order in orders
            for whole in product(*(range(CARDS_OF_A_HAND + 1) if sign == "x" else (int(sign),) for sign in order))
            if sum(whole) == CARDS_OF_A_HAND
        )
        if not lengths:
            raise Malformed.of("condition.shape", column=token.column, text=token.text)
        return lengths

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _take(self) -> _Token:
        token = self._next
        if not token.text:
            raise self._expected_problem("hcp(north)")
        self._at += 1
        return token

    def _takes(self, *texts: str) -> str:
        """Returns the next sign or word when it is one of these, and goes on; else an empty text."""
        text = self._next.text
        if not text or text not in texts:
            return ""
        self._at += 1
        return text

    def _must(self, text: str) -> None:
        if not self._takes(text):
            raise self._expected_problem(text)

    def _expected_problem(self, wanted: str) -> Mistake:
        return Malformed.of("condition.expected", column=self._next.column, wanted=wanted, text=self._next.text or "–")

    @staticmethod
    def _unknown(token: _Token) -> Mistake:
        return Malformed.of("condition.name", column=token.column, text=token.text)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Malformed.of("condition.sign", column=at + 1, text=text[at])
        if match["sign"] or match["word"]:
            tokens.append(_Token(match[0].lower(), at + 1))
        at = match.end()
    return [*tokens, _Token("", len(text) + 1)]


def _join_values(first: Value, second: Value, join: Callable[[bool, bool], bool]) -> Value:
    return lambda deal: join(bool(first(deal)), bool(second(deal)))


def _calculate_values(first: Value, second: Value, calculate: Callable[[int, int], int]) -> Value:
    return lambda deal: calculate(first(deal), second(deal))


def _over(amount: int, by: int) -> int:
    return amount // by if by else 0


def _rest(amount: int, by: int) -> int:
    return amount % by if by else 0


def _point_counter(worth: Mapping[str, int]) -> Callable[[_Reader], Value]:
    """Returns the reader of a function that adds up the points of the ranks in a hand or in one suit."""
    values = tuple(worth.get(rank, 0) for _ in SUITS for rank in RANKS)

    def read(reader: _Reader) -> Value:
        seat, suit = reader.seat(), reader.suit()
        cards = [card for card, value in enumerate(values) if value and suit in (None, card // len(RANKS))]
        return lambda deal: sum(values[card] for card in cards if deal.holders[card] is seat)

    return read


def _length(suit: int) -> Callable[[_Reader], Value]:
    cards = slice(suit * len(RANKS), (suit + 1) * len(RANKS))

    def read(reader: _Reader) -> Value:
        seat = reader.seat()
        return lambda deal: deal.holders[cards].count(seat)

    return read


def _lengths(deal: Deal, seat: Seat) -> tuple[int, ...]:
    return tuple(
        deal.holders[start : start + len(RANKS)].count(seat) for start in range(0, len(deal.holders), len(RANKS))
    )


def _is_balanced(reader: _Reader) -> Value:
    seat = reader.seat()
    return lambda deal: _lengths(deal, seat) in _BALANCED


def _shape(reader: _Reader) -> Value:
    seat, shapes = reader.seat(), reader.shapes()
    return lambda deal: _lengths(deal, seat) in shapes


def _holds(reader: _Reader) -> Value:
    seat, card = reader.seat(), reader.card()
    return lambda deal: deal.holders[card] is seat


def _losers(reader: _Reader) -> Value:
    seat = reader.seat()
    return lambda deal: sum(_suit_losers(ranks) for ranks in deal.suits(seat))


def _suit_losers(ranks: str) -> int:
    """Returns the losers of a suit: of its first three cards those that are no ace, no king with another card, no queen
    with two others.
    """
    return sum(1 for high in "AKQ"[: len(ranks)] if high not in ranks)


_FUNCTIONS: Mapping[str, Callable[[_Reader], Value]] = {
    "hcp": _point_counter(POINTS),
    "controls": _point_counter(_CONTROLS),
    "losers": _losers,
    "spades": _length(0),
    "hearts": _length(1),
    "diamonds": _length(2),
    "clubs": _length(3),
    "balanced": _is_balanced,
    "shape": _shape,
    "hascard": _holds,
}
