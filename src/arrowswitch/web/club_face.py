"""The club's face on pages: its name, its logo and its colour, with the ink that is read on it."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.club.colours import ink_on
from arrowswitch.tournament.club.profile import Club


@dataclass(frozen=True, slots=True)
class ClubFace:
    """The club as heads of pages show it. `logo` is the address of its picture; everything may be empty."""

    name: str = ""
    logo: str = ""
    colour: str = ""

    @property
    def ink(self) -> str:
        """Returns the colour of text on the club's colour, empty without one."""
        return ink_on(self.colour) if self.colour else ""


NO_FACE = ClubFace()
"""A club that has not been named."""


def face_of(club: Club) -> ClubFace:
    """Returns the face of a club as it is set up now."""
    settings = club.settings
    return ClubFace(settings.name, f"/club/logo?v={club.version}" if settings.logo else "", settings.colour)
