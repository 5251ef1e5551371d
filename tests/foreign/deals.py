"""Deals for the files that the tests write: dealt from the board's number, the same at every run."""

from __future__ import annotations

import random
from functools import cache

SUITS = ("S", "H", "D", "C")
RANKS = "AKQJT98765432"
SEATS = "NESW"

Hand = tuple[str, str, str, str]
"""The ranks held in spades, hearts, diamonds and clubs, highest first."""


def dealer(board: int) -> str:
    """Returns the seat of the dealer."""
    return SEATS[(board - 1) % 4]


def vulnerable(board: int) -> str:
    """Returns the sides in peril as PBN writes them."""
    return ("None", "NS", "EW", "All")[(board - 1 + (board - 1) // 4) % 4]


@cache
def deal(board: int) -> dict[str, Hand]:
    """Returns the hands of a board by seat."""
    cards = [(suit, rank) for suit in SUITS for rank in RANKS]
    random.Random(board).shuffle(cards)
    return {seat: _hand(cards[13 * place : 13 * place + 13]) for place, seat in enumerate(SEATS)}


def _hand(cards: list[tuple[str, str]]) -> Hand:
    spades, hearts, diamonds, clubs = ("".join(rank for rank in RANKS if (suit, rank) in cards) for suit in SUITS)
    return spades, hearts, diamonds, clubs


def deal_text(board: int, first: str = "N") -> str:
    """Returns the deal as PBN writes it, from the seat named."""
    at = SEATS.index(first)
    return f"{first}:" + " ".join(".".join(deal(board)[seat]) for seat in SEATS[at:] + SEATS[:at])


def lead(board: int, declarer: str) -> tuple[str, str]:
    """Returns suit and rank of a card that the player on the declarer's left holds."""
    hand = deal(board)[SEATS[(SEATS.index(declarer) + 1) % 4]]
    suit, ranks = max(zip(SUITS, hand, strict=True), key=lambda held: len(held[1]))
    return suit, ranks[0]
