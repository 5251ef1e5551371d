"""The club's settings, stored next to the events: the defaults of new events, and the texts printed on all paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.model.forms import EventForm


class LogoKind(StrEnum):
    """The kinds of picture that a logo can be."""

    PNG = "png"
    JPEG = "jpeg"
    SVG = "svg"


@dataclass(frozen=True, slots=True)
class Logo:
    """The club's logo: the kind of picture, and the file in base64."""

    kind: LogoKind
    data: str


@dataclass(frozen=True, slots=True)
class FeeRule:
    """The fee of events of a grade, of a form, of both, or of all others, as printed in the announcement."""

    fee: str
    event_class: EventClass | None = None
    form: EventForm | None = None


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """Where backups are put by themselves: the folder, whether they are made, how many are kept, and after how many
    minutes with a change the next is made."""

    folder: str = ""
    is_on: bool = False
    kept: int = 20
    minutes: int = 10


@dataclass(frozen=True, slots=True)
class ScaleTable:
    """The club's table for a scale of victory points that documents only name, as it is typed."""

    scale: str
    table: str


LONGEST_CURRENCY = 8


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """The settings that a club chooses once. `language`, `regulations` and `zone` are empty until chosen: then the
    browser's language, the regulations of that language, and the computer's time zone apply. `zone` is an IANA name
    (`Asia/Tokyo`). The first of the `rooms` is proposed as the venue of new events, `currency` with the fees of advance
    entry. `colour` (`#rrggbb`, empty for none) marks the heads of pages and paper. `site` is the address of the folder
    that result packages are uploaded to, `site_user` the name that its server asks for; its password is stored nowhere.
    """

    name: str = ""
    language: str = ""
    regulations: str = ""
    zone: str = ""
    rooms: tuple[str, ...] = ()
    fees: tuple[FeeRule, ...] = ()
    logo: Logo | None = None
    backups: BackupPlan = field(default_factory=BackupPlan)
    currency: str = ""
    scale_tables: tuple[ScaleTable, ...] = ()
    colour: str = ""
    site: str = ""
    site_user: str = ""

    def table_for(self, scale: str) -> str:
        """Returns the club's table for a scale, nothing where there is none."""
        return next((one.table for one in self.scale_tables if one.scale == scale), "")


@dataclass(frozen=True, slots=True)
class Equipment:
    """The club's equipment for its tables: the sets of guide cards by their keys (`core.movements.listed`), the number
    of tables with bidding boxes or bidding sheets, and the number of board sets; 0 if not entered."""

    guide_cards: tuple[str, ...] = ()
    bidding_boxes: int = 0
    bidding_sheets: int = 0
    board_sets: int = 0


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """The settings as they are stored; `version` counts their changes, and 1 is the answer to the first question.

    `command_ids` are those of the newest changes, so that a sender may repeat itself. `password` is what is kept of the
    director's (nothing: there is none), `organiser` of the organiser's (nothing: the director is); neither is in a
    backup. `before` are the settings before the last change of them, None if they were never changed.
    """

    settings: ClubSettings
    version: int
    changed_at: datetime
    who: str = ""
    command_ids: tuple[str, ...] = ()
    password: str = ""
    organiser: str = ""
    before: ClubSettings | None = None
