"""Membership numbers cannot be found by trying them: numbers in entries from outside have a pace of their own.

A number is the secret, so tries are counted before anything is compared, right ones too: for each link, for each
address, and for each name. A name with too many numbers in an hour is taken as typed: the answer to a right number is
then that to any other, and the desk finds the player in the register. The host computer is not counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.register.search import fold_text
from arrowswitch.web.guests import GuestList
from arrowswitch.web.logbook import address_of
from arrowswitch.web.services import is_here, services_of


@dataclass(frozen=True, slots=True)
class NumberTries:
    """The tries of a request: `link` is the digest of an own link, empty for a new entry."""

    guests: GuestList
    address: str
    link: str
    is_counted: bool

    @classmethod
    def of(cls, request: Request, link: str = "") -> NumberTries:
        """Returns the tries of a request."""
        return cls(services_of(request).guest_list, address_of(request), link, not is_here(request))

    def count_names(self, names: Sequence[str]) -> frozenset[str]:
        """Counts the names that came with a new number, and returns those whose number may be compared.

        Raises Refused (`advance.numbers-too-fast`) for too many numbers of a link or an address.
        """
        if not self.is_counted:
            return frozenset(names)
        for _ in names:
            wait = self.guests.numbers_by_address.wait(self.address)
            wait = wait or (self.guests.numbers_by_link.wait(self.link) if self.link else 0)
            if wait:
                raise Refused.of("advance.numbers-too-fast", n=-(-wait // 60))
        return frozenset(name for name in names if not self.guests.numbers_of_name.wait(_key(name)))


def _key(name: str) -> str:
    return hashlib.sha256("".join(fold_text(name).split()).encode()).hexdigest()
