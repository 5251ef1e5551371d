"""The door of the desk: who is let in from another device, and for how long.

On the desk's own computer nothing is asked. Another device types the director's password, or where there is none the
code that the desk shows; every start of the program has a new code, and so has a press on the desk. Codes and devices
are kept in memory only.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.guessing import Guessing
from arrowswitch.web.rate_limit import RateLimit

DOOR_COOKIE = "door"
DIGITS = 8
LASTS = timedelta(hours=12)
"""A device that does nothing for so long is asked again."""
LONGEST = timedelta(hours=72)
"""So long after it was let in every device is asked again: a weekend of bridge is over."""
MOST_DEVICES = 200
MOST_DEVICES_OF_LINK = 20
"""Devices that one helper's link lets in at once: more of them sign out that link's own devices and no others."""
AT_ONCE_BY_LINK, SECONDS_EACH_BY_LINK = 30, 10
"""The holder of a link can send this many changes at once, then one in this many seconds: a player who corrects an
entry, a club that sends its reports."""
AT_ONCE_BY_ADDRESS, SECONDS_EACH_BY_ADDRESS = 300, 1
"""The same for all links of one address: the members of a club share one address in its network."""

AT_ONCE_BY_DEVICE, SECONDS_EACH_BY_DEVICE = 300, 1
"""The same for the code of a table, pair or player: a device that was offline sends a whole session at once."""
NUMBERS_AT_ONCE_BY_LINK, SECONDS_EACH_NUMBER_BY_LINK = 10, 600
NUMBERS_AT_ONCE_BY_ADDRESS, SECONDS_EACH_NUMBER_BY_ADDRESS = 120, 60
NUMBERS_AT_ONCE_OF_NAME, SECONDS_EACH_NUMBER_OF_NAME = 5, 720
"""Membership numbers that entries from outside can contain, by link, by address, and for one name."""


def new_code() -> str:
    """Returns a code of eight digits by chance."""
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a helper: the sections of an event. `number` is that of the link that let them in."""

    number: int
    event_id: EventId
    sections: frozenset[SectionLetter]


@dataclass(frozen=True, slots=True)
class Guest:
    """A visitor who was let in: the name they gave, the address they came from, the time, and the time of their last
    request.

    `number` tells them apart on the desk's page, where no secret stands. A helper has a `task`, a director none; who
    typed the organiser's password `is_organiser`.
    """

    number: int
    name: str
    address: str
    since: datetime
    seen: datetime
    task: Task | None = None
    is_organiser: bool = False


@dataclass(frozen=True, slots=True)
class Devices:
    """The way for another device to the desk: the address (empty where none can), the code in two halves (empty where
    the password is asked), and the guests."""

    address: str
    code: str
    guests: tuple[Guest, ...]

    @property
    def count(self) -> int:
        return len(self.guests)


@dataclass(slots=True)
class GuestList:
    """Lets devices in. `now` is the club's clock.

    >>> from datetime import UTC
    >>> guests = GuestList(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    >>> token = guests.let_in("Alder", "192.0.2.7")
    >>> guests.is_in(token), guests.is_in("another"), guests.is_code(guests.code), guests.is_code("no code")
    (True, False, True, False)
    """

    now: Callable[[], datetime]
    code: str = field(default_factory=new_code)
    guessing: Guessing = field(init=False)
    guessing_links: Guessing = field(init=False)
    entering: RateLimit = field(init=False)
    sending_by_link: RateLimit = field(init=False)
    sending_by_address: RateLimit = field(init=False)
    sending_by_device: RateLimit = field(init=False)
    numbers_by_link: RateLimit = field(init=False)
    numbers_by_address: RateLimit = field(init=False)
    numbers_of_name: RateLimit = field(init=False)
    _guests: dict[str, Guest] = field(default_factory=dict)
    _count: int = 0
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.guessing = Guessing(self.now)
        self.guessing_links = Guessing(self.now)
        self.entering = RateLimit(self.now)
        self.sending_by_link = RateLimit(now=self.now, at_once=AT_ONCE_BY_LINK, seconds_each=SECONDS_EACH_BY_LINK)
        self.sending_by_address = RateLimit(
            now=self.now, at_once=AT_ONCE_BY_ADDRESS, seconds_each=SECONDS_EACH_BY_ADDRESS
        )
        self.sending_by_device = RateLimit(now=self.now, at_once=AT_ONCE_BY_DEVICE, seconds_each=SECONDS_EACH_BY_DEVICE)
        self.numbers_by_link = RateLimit(
            now=self.now, at_once=NUMBERS_AT_ONCE_BY_LINK, seconds_each=SECONDS_EACH_NUMBER_BY_LINK
        )
        self.numbers_by_address = RateLimit(
            now=self.now, at_once=NUMBERS_AT_ONCE_BY_ADDRESS, seconds_each=SECONDS_EACH_NUMBER_BY_ADDRESS
        )
        self.numbers_of_name = RateLimit(
            now=self.now, at_once=NUMBERS_AT_ONCE_OF_NAME, seconds_each=SECONDS_EACH_NUMBER_OF_NAME
        )

    @property
    def guests(self) -> tuple[Guest, ...]:
        """Returns the connected devices, newest first."""
        with self._guard:
            self._forget_old()
            return tuple(sorted(self._guests.values(), key=lambda guest: -guest.number))

    def devices(self, address: str, *, has_password: bool = False) -> Devices:
        """Returns the access data that the desk shows, for an address."""
        code = "" if has_password else f"{self.code[: DIGITS // 2]} {self.code[DIGITS // 2 :]}"
        return Devices(address, code, self.guests)

    def is_code(self, typed: str) -> bool:
        """True if the typed text is the code."""
        digits = "".join(str(int(one)) for one in typed if one.isdecimal())
        return secrets.compare_digest(digits.encode(), self.code.encode())

    def let_in(self, name: str, address: str, task: Task | None = None, *, is_organiser: bool = False) -> str:
        """Lets a device in, for everything or for one task, and returns the secret for its cookie."""
        with self._guard:
            self._forget_old()
            of_link = [token for token, guest in self._guests.items() if task is not None and guest.task == task]
            if len(of_link) >= MOST_DEVICES_OF_LINK:
                self._sign_out_idle(of_link)
            elif len(self._guests) >= MOST_DEVICES:
                self._sign_out_idle(self._guests)
            token, now = secrets.token_urlsafe(32), self.now()
            self._count += 1
            self._guests[token] = Guest(
                number=self._count,
                name=name,
                address=address,
                since=now,
                seen=now,
                task=task,
                is_organiser=is_organiser and task is None,
            )
            return token

    def _sign_out_idle(self, tokens: Iterable[str]) -> None:
        """Signs out the device of these that has been idle longest."""
        del self._guests[min(tokens, key=lambda token: self._guests[token].seen)]

    def guest(self, token: str) -> Guest | None:
        """Returns the guest with a secret, and marks it as still used; None for an unknown or ended one."""
        with self._guard:
            guest = self._guests.get(token)
            if guest is None or not self._is_fresh(guest):
                self._guests.pop(token, None)
                return None
            now = self.now()
            self._guests[token] = guest = replace(guest, seen=now, since=min(guest.since, now))
            return guest

    def is_in(self, token: str) -> bool:
        """True if a device is logged in for everything; also notes that it is still in use."""
        guest = self.guest(token)
        return guest is not None and guest.task is None

    def is_organiser(self, token: str) -> bool:
        """True if a device is logged in for the whole server; also notes that it is still in use."""
        guest = self.guest(token)
        return guest is not None and guest.is_organiser

    def rename(self, token: str, name: str) -> None:
        """Stores another name of a guest."""
        with self._guard:
            if token in self._guests:
                self._guests[token] = replace(self._guests[token], name=name)

    def leave(self, token: str) -> None:
        """Lets a device go."""
        with self._guard:
            self._guests.pop(token, None)

    def dismiss(self, number: int) -> None:
        """Lets the device of that number go."""
        with self._guard:
            self._guests = {token: guest for token, guest in self._guests.items() if guest.number != number}

    def end_task(self, number: int) -> None:
        """Lets everybody go who came in by the link of that number."""
        with self._guard:
            guests = self._guests.items()
            self._guests = {token: one for token, one in guests if one.task is None or one.task.number != number}

    def close(self) -> None:
        """Lets every device go, and makes a new code."""
        with self._guard:
            self._guests.clear()
            self.code = new_code()

    def _is_fresh(self, guest: Guest) -> bool:
        now = self.now()
        return now - guest.seen <= LASTS and now - guest.since <= LONGEST

    def _forget_old(self) -> None:
        self._guests = {token: guest for token, guest in self._guests.items() if self._is_fresh(guest)}
