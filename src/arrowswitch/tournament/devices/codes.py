"""The codes of tables, pairs and players: six characters that open one of them in one session on a device.

A code is a link with a secret (`tournament.links`): it is in the store only, in no event file and in no backup. It ends
with its session, and the director can exchange it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import TableNumber
from arrowswitch.tournament.links.links import Links
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.values.seating import DeviceKey

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Digits and capital letters without those that are read as others: 0, 1, I, L, O."""
LENGTH = 6
"""31 to the power of six are 890 million codes. Wrong codes are answered slower each time (`web.guessing`)."""


@dataclass(frozen=True, slots=True)
class DeviceOwner:
    """The owner of a code: a table of a section, or the pair or player with a `number`, who takes the device along. The
    two pairs of a team that has one number have a `side` each, which they keep."""

    event_id: EventId
    place: Place
    table: TableNumber = 0
    number: Number | None = None
    side: Side | None = None

    @property
    def subject(self) -> str:
        """Returns the owner as the subject of its link."""
        side = "" if self.side is None else f":{self.side.value}"
        return f"{self.event_id}/{self.place.format()}/{self.table if self.number is None else f'n{self.number}{side}'}"

    @property
    def key(self) -> DeviceKey:
        """Returns the owner as its event names it."""
        return DeviceKey(place=self.place, table=self.table, number=self.number, side=self.side)

    @classmethod
    def of(cls, link: SecretLink) -> DeviceOwner:
        """Returns the owner of a link."""
        event_id, place, name = link.subject.rsplit("/", 2)
        owner = cls(EventId(event_id), Place.parse(place))
        if not name.startswith("n"):
            return replace(owner, table=int(name))
        number, _, side = name[1:].partition(":")
        return replace(owner, number=Number(number), side=Side(side) if side else None)


def code_of(links: Links, owner: DeviceOwner) -> str:
    """Returns the code of an owner. An owner without one is given one."""
    link = links.of(LinkKind.TABLE, owner.subject)
    return link.secret if link is not None else new_code(links, owner)


def new_code(links: Links, owner: DeviceOwner) -> str:
    """Gives an owner another code and returns it. The old one opens nothing from now on."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        if links.find(code) is None:
            return links.make(LinkKind.TABLE, owner.subject, is_for_the_wall=True, secret=code)


def typed_code(text: str) -> str:
    """Returns a code as it was typed: small letters, blanks and hyphens do not matter.

    >>> typed_code(" 4k7-qx2 ")
    '4K7QX2'
    """
    return "".join(sign for sign in text.upper() if sign.isalnum())[: 2 * LENGTH]


def written_code(code: str) -> str:
    """Returns a code as it is printed, in two groups.

    >>> written_code("4K7QX2")
    '4K7-QX2'
    """
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
