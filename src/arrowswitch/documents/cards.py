"""How cards lie on pages that are cut: in such an order that the piles, laid on each other, are in order again; and how
the columns of a table too wide for a page are shared out."""

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


def even_parts(columns: int, most: int) -> tuple[slice, ...]:
    """Returns the parts of so many columns of which no page has more than `most`, all about equally wide.

    >>> [range(31)[part] for part in even_parts(31, 30)]
    [range(0, 16), range(16, 31)]
    """
    parts = max(1, -(-columns // most))
    each = -(-columns // parts)
    return tuple(slice(part * each, (part + 1) * each) for part in range(parts))
