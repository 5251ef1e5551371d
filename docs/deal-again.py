"""Deals a set of Arrowswitch again from its seed, and prints its fingerprint. It needs Python 3.11 and nothing else.

    python deal-again.py SEED SET FIRST LAST        python deal-again.py 6fd1...9c "" 1 26

The output must be the deals that were played and the fingerprint that was published before play.
docs/manual/en/deals.md explains how the deals come from the seed.
"""

import hashlib
import sys
from math import comb

DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)


def number(seed: str, name: str, board: int) -> int:
    """Returns the number of a board's deal: the first hash of 96 bits that is below the number of deals."""
    attempt = 0
    while True:
        text = f"arrowswitch-deal-1\n{seed}\n{name}\n{board}\n{attempt}"
        value = int.from_bytes(hashlib.sha256(text.encode()).digest()[:12], "big")
        if value < DEALS:
            return value
        attempt += 1


def hands(count: int) -> str:
    """Returns a deal by its number: North's, East's and South's thirteen places among the remaining cards, in order."""
    left, dealt = [(suit, rank) for suit in range(4) for rank in "AKQJT98765432"], []
    for after in (comb(39, 13) * comb(26, 13), comb(26, 13), 1):
        place, count = divmod(count, after)
        hand = []
        for card, at in zip(list(left), range(len(left)), strict=True):
            ways = comb(len(left) + len(hand) - at - 1, 12 - len(hand)) if len(hand) < 13 else 0
            if place < ways:
                hand.append(card)
                left.remove(card)
            else:
                place -= ways
        dealt.append(hand)
    dealt.append(left)
    return "N:" + " ".join(".".join("".join(r for s, r in hand if s == suit) for suit in range(4)) for hand in dealt)


seed, name, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
lines = [f"{board} {hands(number(seed, name, board))}" for board in range(first, last + 1)]
print("\n".join(lines))
print(hashlib.sha256("".join(f"{line}\n" for line in ("arrowswitch-set-1", seed, name, *lines)).encode()).hexdigest())
