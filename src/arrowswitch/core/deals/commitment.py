"""The fingerprint of a set: published before play, it shows afterwards that the deals were not changed.

It is the SHA-256 hash, in hexadecimal digits, of the UTF-8 text

    arrowswitch-set-1
    the seed (an empty line where the deals were not made from one)
    the name of the set
    1 N:K.A7643.742.AK75 J5.KQJ9.KJ5.9864 ...
    2 N:...

with one line for each board in the order of their numbers and a line feed after every line. As the seed that the
program draws has 128 bits, nobody finds the deals from the fingerprint.
"""

from __future__ import annotations

import hashlib
import re

from arrowswitch.core.deals.deal import DealSet

METHOD = "arrowswitch-set-1"
"""Names this way of making a fingerprint."""


def fingerprint(deals: DealSet, seed: str, set_name: str = "") -> str:
    """Returns the fingerprint of a set and its seed: 64 hexadecimal digits."""
    lines = [METHOD, seed, set_name, *(f"{board} {deals.deals[board].pbn}" for board in deals.boards)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def short(digits: str) -> str:
    """Returns a fingerprint in groups of four, as it is printed and read out."""
    return " ".join(re.findall("....", digits))


def same(fingerprint: str, other: str) -> bool:
    """True if two fingerprints are the same, ignoring spaces and case."""
    return re.sub(r"\s", "", fingerprint).lower() == re.sub(r"\s", "", other).lower()
