"""The play of a board: the cards of each trick, and who took it (Laws 44 and 45).

Cards are kept as Portable Bridge Notation spells them (2.1, section 3.6.1), suit and rank: `SA`, `HT`; an empty text
is a card that nobody wrote down. Two irregularities that stood have a sign before the card (section 3.9): `^R` a
revoke, `^L` a lead out of turn.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.notation import SIGNS, quote_text
from arrowswitch.core.game.seats import Seat

RANKS = "23456789TJQKA"
REVOKE, OUT_OF_TURN = "^R", "^L"
_CARD = re.compile(r"(\^[RL])?([SHDC])([2-9TJQKA])")
_SEATS = 4
MOST_TRICKS = 13


@dataclass(frozen=True, slots=True)
class Play:
    """The tricks of a board. The cards of every trick are in order from the seat of the opening `leader` clockwise."""

    leader: Seat
    tricks: tuple[tuple[str, ...], ...]

    def seat(self, column: int) -> Seat:
        """Returns the seat of a column of cards."""
        seat = self.leader
        for _ in range(column):
            seat = seat.left
        return seat

    @property
    def cards(self) -> tuple[tuple[Seat, str], ...]:
        """Returns every known card with the seat that played it."""
        return tuple(
            (self.seat(column), card_of(cell)) for trick in self.tricks for column, cell in enumerate(trick) if cell
        )

    @property
    def is_whole(self) -> bool:
        """True if all 52 cards are known."""
        return len(self.cards) == _SEATS * MOST_TRICKS

    def in_order(self, trump: Denomination) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
        """Returns the leader of each trick and its cards in the order of play, as far as the leaders are known."""
        tricks = []
        column = 0
        for trick in self.tricks:
            column = next((at for at, cell in enumerate(trick) if cell.startswith(OUT_OF_TURN)), column)
            played = trick[column:] + trick[:column]
            tricks.append((self.seat(column), played))
            won = winner(played, trump)
            if won is None:
                break
            column = (column + won) % _SEATS
        return tuple(tricks)

    def tricks_won(self, trump: Denomination) -> dict[Seat, int]:
        """Returns how many tricks each seat took, of those whose four cards are known."""
        count = dict.fromkeys(Seat, 0)
        for leader, played in self.in_order(trump):
            won = winner(played, trump)
            if won is not None:
                seat = leader
                for _ in range(won):
                    seat = seat.left
                count[seat] += 1
        return count

    def problems(self, trump: Denomination, holders: dict[str, Seat] | None = None) -> tuple[Problem, ...]:
        """Returns the cards that could not be played, with the trick from 1 as `n`: `play.twice`; where `holders` tells
        who was dealt each card also `play.not-held`, and `play.revoke` for a revoke that is not marked as one."""
        return tuple(self._faults(trump, holders or {}))

    def _faults(self, trump: Denomination, holders: dict[str, Seat]) -> Iterator[Problem]:
        seen: set[str] = set()
        for number, trick in enumerate(self.tricks, start=1):
            for column, cell in enumerate(trick):
                card = card_of(cell)
                seat = self.seat(column)
                if card and card in seen:
                    yield Problem("play.twice", {"n": number, "card": card})
                elif card and holders and holders.get(card) is not seat:
                    yield Problem("play.not-held", {"n": number, "card": card, "seat": seat.value})
                seen.add(card)
        if holders:
            yield from self._revokes(trump, dict(holders))

    def _revokes(self, trump: Denomination, held: dict[str, Seat]) -> Iterator[Problem]:
        for number, (leader, played) in enumerate(self.in_order(trump), start=1):
            led = card_of(played[0])[:1]
            seat = leader
            for cell in played:
                card = card_of(cell)
                could = any(holder is seat and other[0] == led for other, holder in held.items())
                if card and led and card[0] != led and could and not cell.startswith(REVOKE):
                    yield Problem("play.revoke", {"n": number, "card": card, "seat": seat.value})
                seat = seat.left
            for cell in played:
                held.pop(card_of(cell), None)


def parse_card(text: str) -> str:
    """Returns a card in its stored form: `sa`, `D10` and `^RS6` are read. Raises Malformed (`play.card`)."""
    match = _CARD.fullmatch(text.strip().upper().replace("10", "T"))
    if match is None:
        raise Malformed.of("play.card", text=quote_text(text))
    return f"{match[1] or ''}{match[2]}{match[3]}"


def parse_cards(text: str) -> tuple[str, ...]:
    """Returns the cards of a text with blanks between, suits as letters or signs: `sj S2 ♠A H10`.

    Raises Malformed with every card that cannot be read (`play.card`).
    """
    plain = unicodedata.normalize("NFKC", text.replace("\ufe0e", "").replace("\ufe0f", "")).translate(_SUITS)
    cards: list[str] = []
    problems: list[Problem] = []
    for word in plain.replace(",", " ").split():
        try:
            cards.append(parse_card(word))
        except Malformed as malformed:
            problems += malformed.problems
    Malformed.check(problems)
    if len(cards) > _SEATS * MOST_TRICKS:
        raise Malformed.of("play.too-many", n=len(cards))
    return tuple(cards)


_SUITS = str.maketrans({sign: suit.value for suit, sign in SIGNS.items() if len(sign) == 1})


def card_of(cell: str) -> str:
    """Returns the card of a cell without a sign of an irregularity."""
    return cell[2:] if cell.startswith("^") else cell


def winner(played: Sequence[str], trump: Denomination) -> int | None:
    """Returns the place in the order of play that took a trick; None where a card is not known.

    >>> winner(("D3", "DA", "S5", "D4"), Denomination.SPADES), winner(("D3", "DA", "S5", "D4"), Denomination.NOTRUMP)
    (2, 1)
    """
    cards = [card_of(cell) for cell in played]
    if len(cards) != _SEATS or not all(_CARD.fullmatch(card) for card in cards):
        return None

    def strength(place: int) -> tuple[int, int]:
        suit = cards[place][0]
        return (2 if suit == trump else 1 if suit == cards[0][0] else 0), RANKS.index(cards[place][1])

    return max(range(_SEATS), key=lambda place: (*strength(place), -place))


def play_of(cards: Sequence[str], leader: Seat, trump: Denomination) -> Play:
    """Returns the play of cards in the order in which they were played, the last trick perhaps unfinished."""
    tricks: list[tuple[str, ...]] = []
    column = 0
    for start in range(0, len(cards), _SEATS):
        played = (*cards[start : start + _SEATS], "", "", "")[:_SEATS]
        tricks.append(played[_SEATS - column :] + played[: _SEATS - column])
        column = (column + (winner(played, trump) or 0)) % _SEATS
    return Play(leader, tuple(tricks))
