"""How cards lie on pages that are cut: in such an order that the piles, laid on each other, are in order again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_Card = TypeVar("_Card")


def stacked(cards: Sequence[_Card], places: int) -> tuple[tuple[_Card | None, ...], ...]:
    """Returns the pages of `places` cards each on which the first cards of all pages come first, then all second ones.

    The printed stack is cut once, and the piles are laid on each other: the first pile on top. A page without a card at
    a place holds None there.

    >>> stacked("abcde", 2)
    (('a', 'd'), ('b', 'e'), ('c', None))
    """
    pages = -(-len(cards) // places)
    return tuple(
        tuple(cards[page + place * pages] if page + place * pages < len(cards) else None for place in range(places))
        for page in range(pages)
    )
