"""The words of the demonstration and the members of its club. All of them are invented."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.rehearsal.playing import invented_people

MEMBERS = 60
TEAM_LETTERS = "ABCDEFGH"
_GIVEN = ("Ada", "Ben", "Cleo", "Dora", "Ezra", "Finn", "Greta", "Hugo", "Iris", "Jude", "Kit", "Lena")
_FAMILY = ("Spadewise", "Heartsome", "Diamondly", "Clubbish", "Notrumpton")


@dataclass(frozen=True, slots=True)
class DemoWords:
    """The words of the demonstration in one language. `forms` has the name of the past event of each form, `teams` a
    name for each of `TEAM_LETTERS`, `screens` the places of the three hall screens."""

    club: str
    hall: str
    weekly: str
    swiss: str
    bracket: str
    ladder: str
    by_lot: str
    teams: tuple[str, ...]
    screens: tuple[str, str, str]
    forms: Mapping[EventForm, str]


def demo_players(club: str) -> tuple[Player, ...]:
    """Returns the register of the invented club: names in kanji, with another name for pages in Latin letters.

    >>> [player.person.roman for player in demo_players("Example Club")[:2]]
    ['Ada Spadewise', 'Ben Heartsome']
    """
    players = []
    for at, person in enumerate(invented_people(MEMBERS)):
        player_id = PlayerId(f"demo-{person.number}")
        players.append(Player(player_id, replace(person, roman=_roman_name(at), player_id=player_id), club))
    return tuple(players)


def _roman_name(at: int) -> str:
    """Returns a name that no other of the 60 members has: 12 given and 5 family names have no common divisor."""
    return f"{_GIVEN[at % len(_GIVEN)]} {_FAMILY[at % len(_FAMILY)]}"
