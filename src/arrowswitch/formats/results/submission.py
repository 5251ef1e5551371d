"""The values that a federation asks about a session that is uploaded to it, next to the results.

The English Bridge Union charges by a code (10 is a club session; ebu.co.uk/node/3399 and newsletters 13 and 33) and
credits masterpoints of a colour, on the scale of a status (its guide to licensing events).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import StrEnum

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.notation import quote_text

_CLUB = re.compile(r"[A-Za-z0-9-]{1,12}")
_CODE = re.compile(r"\d{1,3}", re.ASCII)


class PointScale(StrEnum):
    """The status of an event, which decides how many masterpoints it awards."""

    CLUB = "Club"
    DISTRICT = "District"
    COUNTY = "County"
    REGIONAL = "Regional"
    NATIONAL = "National"


class PointColour(StrEnum):
    """The colour of masterpoints."""

    BLACK = "Black"
    BLUE = "Blue"
    GREEN = "Green"
    GOLD = "Gold"
    RED = "Red"


CHARGE_CODES = ("10", "11", "12", "22", "30", "40", "50", "60", "02", "03", "04", "06")
"""The codes of the English Bridge Union, the usual one first; others may be typed."""


@dataclass(frozen=True, slots=True)
class Submission:
    """The number of the club, the code by which a session is charged, the scale and the colour of its masterpoints;
    each is empty if it is unknown. `is_awarded` is true if masterpoints were awarded, None if that is unknown."""

    club_number: str = ""
    charge: str = ""
    scale: str = ""
    colour: str = ""
    is_awarded: bool | None = None

    @property
    def has_any(self) -> bool:
        return self != NO_SUBMISSION


NO_SUBMISSION = Submission()


def parse_submission(club_number: str, charge: str, scale: str, colour: str) -> Submission:
    """Returns the values of an upload as they were typed or chosen. Raises Malformed with everything that is wrong:
    `submission.club-number`, `submission.charge`, `submission.scale`, `submission.colour`.

    >>> parse_submission("123456", "10", "club", "BLACK")
    Submission(club_number='123456', charge='10', scale='Club', colour='Black', is_awarded=None)
    """
    submission = Submission(
        club_number=club_number.strip(),
        charge=charge.strip(),
        scale=scale.strip().capitalize(),
        colour=colour.strip().capitalize(),
    )
    is_well = {
        "club_number": not submission.club_number or _CLUB.fullmatch(submission.club_number) is not None,
        "charge": not submission.charge or _CODE.fullmatch(submission.charge) is not None,
        "scale": not submission.scale or submission.scale in set(PointScale),
        "colour": not submission.colour or submission.colour in set(PointColour),
    }
    choices = {"scale": ", ".join(PointScale), "colour": ", ".join(PointColour)}
    Malformed.check(
        [
            Problem(
                f"submission.{name.replace('_', '-')}",
                {"text": quote_text(getattr(submission, name)), "known": choices.get(name, "")},
                name.replace("_", "-"),
            )
            for name in (item.name for item in fields(Submission))
            if not is_well.get(name, True)
        ]
    )
    return submission
