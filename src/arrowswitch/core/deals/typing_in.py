"""Hands as people type them in from slips: suit by suit, or a whole hand on one line.

Ranks in any order, case and width, tens as `10` or `T`, a void as nothing or a dash. A hand may stand on one line in
its first field: four suits apart by points, commas, strokes or blanks (`AK104.QJ5.872.963`). When three hands are there
and the fourth is empty, it gets the cards that are left.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from arrowswitch.core.deals.deal import CARDS_OF_A_HAND, RANKS, SEATS, SUITS, Card, Deal
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game import notation
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.seats import Seat

SIGNS: Mapping[str, str] = {suit: notation.SIGNS[Denomination(suit)] for suit in SUITS}
"""The signs of the suits."""
FIELDS: tuple[tuple[Seat, str], ...] = tuple((seat, suit) for seat in SEATS for suit in SUITS)
"""A field for each suit of each hand, in the order in which they are typed."""
_APART = re.compile(r"\s*[.,/]\s*|\s+")
_VOID = re.compile("[-‐-―−ー]+")


def field_name(seat: Seat, suit: str) -> str:
    """Returns the name of the field of a suit, in forms and in messages: `N-S`."""
    return f"{seat.value}-{suit}"


def shown_card(card: Card) -> str:
    """Returns a card as people read it: `♠K`, `♥10`.

    >>> shown_card(1), shown_card(17)
    ('♠K', '♥10')
    """
    rank = RANKS[card % len(RANKS)]
    return SIGNS[SUITS[card // len(RANKS)]] + ("10" if rank == "T" else rank)


def typed_deal(typed: Mapping[str, str]) -> Deal:
    """Returns the deal that was typed, by the names of the fields.

    Raises Malformed with everything that is wrong, each at its field: `deal.card`, `deal.card-elsewhere` (with the seat
    that has the card already), `deal.suits`, and at the first field of a hand `deal.hand-size`.
    """
    holders: dict[Card, Seat] = {}
    problems: list[Problem] = []
    counts = dict.fromkeys(SEATS, 0)
    for seat, suit, text in _fields(typed, problems):
        where = field_name(seat, suit)
        for letter in text:
            if letter not in RANKS:
                problems.append(Problem("deal.card", {"card": letter, "seat": seat.value}, where))
                continue
            card = SUITS.index(suit) * len(RANKS) + RANKS.index(letter)
            counts[seat] += 1
            if card in holders:
                params: dict[str, str | int] = {"card": shown_card(card), "seat": holders[card].value}
                problems.append(Problem("deal.card-elsewhere", params, where))
            else:
                holders[card] = seat
    empty = [seat for seat in SEATS if not counts[seat]]
    if not problems:
        expected = [seat for seat in SEATS if len(empty) != 1 or seat not in empty]
        problems += [
            Problem("deal.hand-size", {"seat": seat.value, "n": counts[seat]}, field_name(seat, SUITS[0]))
            for seat in expected
            if counts[seat] != CARDS_OF_A_HAND
        ]
    Malformed.check(problems)
    hands = {seat: [card for card, holder in holders.items() if holder is seat] for seat in SEATS if counts[seat]}
    return Deal.of_hands(hands)


def fields_of(deal: Deal) -> Mapping[str, str]:
    """Returns the texts of the fields for a deal, tens as 10."""
    return {
        field_name(seat, suit): ranks.replace("T", "10")
        for seat in SEATS
        for suit, ranks in zip(SUITS, deal.suits(seat), strict=True)
    }


def _fields(typed: Mapping[str, str], problems: list[Problem]) -> Iterator[tuple[Seat, str, str]]:
    """Yields the letters of each field, a hand on one line taken apart."""
    for seat in SEATS:
        texts = {suit: _plain(typed.get(field_name(seat, suit), "")) for suit in SUITS}
        line = texts[SUITS[0]]
        if _APART.search(line) and not any(texts[suit] for suit in SUITS[1:]):
            parts = _APART.split(line)
            if len(parts) != len(SUITS):
                where = field_name(seat, SUITS[0])
                problems.append(Problem("deal.suits", {"seat": seat.value, "text": line[:40]}, where))
                continue
            texts = dict(zip(SUITS, parts, strict=True))
        for suit, text in texts.items():
            yield seat, suit, _VOID.sub("", _APART.sub("", text)).replace("10", "T")


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().upper()
