"""A deal: 52 cards, thirteen to each seat (Law 1, Law 6).

Cards are numbers in the order in which people sort a hand: 0 is the ace of spades, 12 the two of spades, 13 the ace of
hearts, 51 the two of clubs. The text form is that of Portable Bridge Notation (section 3.4.11):
`N:K.A7643.742.AK75 J5.KQJ9.KJ5.9864 ...`, the hands clockwise from the seat named, their suits from spades to clubs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Seat

Card = int
"""0 to 51: spades, hearts, diamonds, clubs, each from the ace down."""

SEATS: tuple[Seat, ...] = tuple(Seat)
"""North, East, South, West: the order in which hands are written."""
SUITS = "SHDC"
RANKS = "AKQJT98765432"
CARDS_OF_A_HAND = 13
CARDS = len(SUITS) * len(RANKS)
POINTS: Mapping[str, int] = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""High-card points of the ranks that have any."""

_PBN = re.compile(r"\s*([NESW])\s*:\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Deal:
    """The holder of each card: 52 seats, indexed by the card's number.

    Raises Malformed (`deal.hand-size`) unless every seat holds thirteen.
    """

    holders: tuple[Seat, ...]

    def __post_init__(self) -> None:
        held = Counter(self.holders)
        Malformed.check(
            Problem("deal.hand-size", {"seat": seat.value, "n": held[seat]})
            for seat in SEATS
            if held[seat] != CARDS_OF_A_HAND or len(self.holders) != CARDS
        )

    @classmethod
    def of_hands(cls, hands: Mapping[Seat, Sequence[Card]]) -> Deal:
        """Returns the deal of four hands; a hand that is not given gets the cards that are left.

        Raises Malformed with everything that is wrong: `deal.card-twice`, `deal.hand-size`.
        """
        holders: list[Seat | None] = [None] * CARDS
        problems: list[Problem] = []
        for seat, cards in hands.items():
            for card in cards:
                if holders[card] is not None:
                    problems.append(Problem("deal.card-twice", {"card": card_text(card), "seat": seat.value}))
                holders[card] = seat
        missing = [seat for seat in SEATS if seat not in hands]
        if not problems:
            problems = [
                Problem("deal.hand-size", {"seat": seat.value, "n": len(cards)})
                for seat, cards in hands.items()
                if len(cards) != CARDS_OF_A_HAND
            ]
        if not problems and len(missing) > 1:
            problems = [Problem("deal.hand-size", {"seat": seat.value, "n": 0}) for seat in missing]
        Malformed.check(problems)
        last = missing[0] if missing else Seat.NORTH
        return cls(tuple(last if holder is None else holder for holder in holders))

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """Returns the thirteen cards of a seat, sorted."""
        return tuple(card for card, holder in enumerate(self.holders) if holder is seat)

    def suits(self, seat: Seat) -> tuple[str, str, str, str]:
        """Returns the ranks that a seat holds in spades, hearts, diamonds and clubs, `AKT4`; empty for a void."""
        spades, hearts, diamonds, clubs = suits_of(self.cards(seat))
        return spades, hearts, diamonds, clubs

    def points(self, seat: Seat) -> int:
        """Returns the high-card points of a seat."""
        return sum(POINTS.get(RANKS[card % len(RANKS)], 0) for card in self.cards(seat))

    @property
    def pbn(self) -> str:
        """Returns the deal in Portable Bridge Notation, starting from North."""
        return "N:" + " ".join(".".join(self.suits(seat)) for seat in SEATS)


@dataclass(frozen=True, slots=True)
class DealSet:
    """The deals of a set of boards, by board number. Dealer and vulnerability follow from the number (Law 2)."""

    deals: Mapping[BoardNumber, Deal]

    @property
    def boards(self) -> tuple[BoardNumber, ...]:
        return tuple(sorted(self.deals))

    def twice(self) -> Iterator[tuple[BoardNumber, BoardNumber]]:
        """Yields pairs of boards that hold the same cards."""
        seen: dict[Deal, BoardNumber] = {}
        for board in self.boards:
            first = seen.setdefault(self.deals[board], board)
            if first != board:
                yield first, board


def suits_of(cards: Sequence[Card]) -> tuple[str, ...]:
    """Returns the ranks of sorted cards in each of the four suits."""
    return tuple(
        "".join(RANKS[card % len(RANKS)] for card in cards if card // len(RANKS) == suit) for suit in range(len(SUITS))
    )


def card_text(card: Card) -> str:
    """Returns a card as suit and rank: `SA`, `HT`."""
    return SUITS[card // len(RANKS)] + RANKS[card % len(RANKS)]


def parse_deal(text: str) -> Deal:
    """Returns the deal of a text in Portable Bridge Notation; one hand may be `-`: it gets the cards that are left.

    Letters in any case and width, `10` for `T`. Raises Malformed with everything that is wrong: `deal.form`,
    `deal.card`, `deal.card-twice`, `deal.hand-size`.
    """
    match = _PBN.fullmatch(unicodedata.normalize("NFKC", text))
    words = match[2].split() if match else []
    if match is None or len(words) != len(SEATS):
        raise Malformed.of("deal.form", text=text[:80])
    first = SEATS.index(Seat(match[1].upper()))
    hands: dict[Seat, Sequence[Card]] = {}
    problems: list[Problem] = []
    for place, word in enumerate(words):
        seat = SEATS[(first + place) % len(SEATS)]
        if word == "-":
            continue
        try:
            hands[seat] = parse_hand(word, seat)
        except Malformed as malformed:
            problems += malformed.problems
    Malformed.check(problems)
    return Deal.of_hands(hands)


def parse_hand(text: str, seat: Seat) -> tuple[Card, ...]:
    """Returns the cards of a hand written as its four suits with points between: `K.A7643.742.AK75`.

    Raises Malformed: `deal.suits` unless there are four suits, `deal.card` for a letter that is no rank.
    """
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != len(SUITS):
        raise Malformed.of("deal.suits", seat=seat.value, text=text[:40])
    return hand_of_suits(suits, seat)


def hand_of_suits(suits: Sequence[str], seat: Seat) -> tuple[Card, ...]:
    """Returns the cards of a hand whose suits are given from spades to clubs as letters of ranks.

    Raises Malformed: `deal.card` for each letter that is no rank, once; `deal.hand-size` for more than a pack.
    """
    count = sum(map(len, suits))
    if count > len(SUITS) * len(RANKS):
        raise Malformed.of("deal.hand-size", seat=seat.value, n=count)
    strange = dict.fromkeys(letter for ranks in suits for letter in ranks if letter not in RANKS)
    Malformed.check(Problem("deal.card", {"card": letter, "seat": seat.value}) for letter in strange)
    return tuple(suit * len(RANKS) + RANKS.index(letter) for suit, ranks in enumerate(suits) for letter in ranks)
