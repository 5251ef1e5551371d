"""The account that sends mail, the waiting mails, and the addresses of players who entered in advance."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.values.people import Person


class MailSecurity(StrEnum):
    """How the way to the server is guarded: from the first byte, after a greeting, or not at all."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class MailAccount:
    """The club's mail account: the server, its port and encryption, the user with the password (empty: the server asks
    for none), the addresses of the sender and of the federation's office. `is_on` is True if mail is sent."""

    server: str = ""
    port: int = 587
    security: MailSecurity = MailSecurity.STARTTLS
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    office: str = ""
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class MailedFile:
    """A file that goes with a mail: its name, its type (`application/json`), and its content in base64."""

    name: str
    kind: str
    data: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """A mail. While it waits, `next_at` is when it is tried next; once it was sent its text and files are emptied.

    `tries` counts the tries, `trouble` is what the last one met, `is_given_up` when it is tried no more. `event_id` is
    what it is about; of a report `shows` is the ledger entry that it shows, noted as sent once it is.
    """

    to: str
    subject: str
    text: str = field(repr=False)
    made_at: datetime
    next_at: datetime
    files: tuple[MailedFile, ...] = ()
    tries: int = 0
    sent_at: datetime | None = None
    trouble: str = ""
    is_given_up: bool = False
    event_id: EventId | None = None
    shows: int = 0


@dataclass(frozen=True, slots=True)
class EntryAddress:
    """The email address of an advance entry, with the event, the hash of its link, its people and its language. `own`
    is the address of the entry's page until the first mail is sent; `told` is the standing in the last mail."""

    event_id: EventId
    link: str
    people: tuple[Person, ...]
    address: str
    language: str
    made_at: datetime
    own: str = field(default="", repr=False)
    told: str = ""
