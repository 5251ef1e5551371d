"""The order of cards on pages that are cut, so that the stacked piles are in order again; and the parts of a table with
too many columns for a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_Card = TypeVar("_Card")


def stack_cards(cards: Sequence[_Card], places: int) -> tuple[tuple[_Card | None, ...], ...]:
    """Returns the pages of `places` cards each on which the first cards of all pages come first, then all second ones.

    The printed stack is cut once, and the piles are put on top of each other, the first pile on top. A page has None at
    a place without a card.

    >>> stack_cards("abcde", 2)
    (('a', 'd'), ('b', 'e'), ('c', None))
    """
    pages = -(-len(cards) // places)
    return tuple(
        tuple(cards[page + place * pages] if page + place * pages < len(cards) else None for place in range(places))
        for page in range(pages)
    )


def even_parts(columns: int, most: int) -> tuple[slice, ...]:
    """Returns the parts of this many columns, none with more than `most`, all about equally wide.

    >>> [range(31)[part] for part in even_parts(31, 30)]
    [range(0, 16), range(16, 31)]
    """
    parts = max(1, -(-columns // most))
    each = -(-columns // parts)
    return tuple(slice(part * each, (part + 1) * each) for part in range(parts))
