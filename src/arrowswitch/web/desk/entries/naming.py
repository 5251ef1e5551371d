"""From the text typed at the reception desk to a person: a registered player, or a newcomer.

A chosen line of the completion says exactly who. Otherwise the typed text decides: a membership number, the whole name
of one registered player, or a new face by name (`4711 春川 花子` is a new face with a number). Nobody is guessed from a
part of a name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.membership import is_same_number
from arrowswitch.tournament.entries.entrants import fewest_people
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.people import Person, Player
from arrowswitch.tournament.register.search import fold_spelling, fold_text

LONGEST_NAME = 80
_NUMBER_AND_NAME = re.compile(r"(\d+)\s+(.+)")


def person_typed(
    typed: str, player_id: str, players: Sequence[Player], field: str, problems: list[Problem]
) -> Person | None:
    """Returns the person that was typed, or None if the field is empty; problems are added to `problems`."""
    text = " ".join(typed.split())
    if not text:
        return None
    if len(text) > LONGEST_NAME:
        problems.append(Problem("desk.field.long", {"most": LONGEST_NAME, "length": len(text)}, field))
        return None
    chosen = next((player for player in players if player.player_id == player_id), None)
    wanted = fold_text(text)
    if chosen is not None and wanted in _names(chosen):
        return of_register(chosen)
    numbered = next((one for one in players if is_same_number(one.person.number, text)), None)
    if numbered is not None:
        return of_register(numbered)
    if wanted.isdecimal():
        return Person(text, wanted)
    return _by_name(text, wanted, players, field, problems)


def person_from_outside(name: str, number: str, players: Sequence[Player]) -> Person:
    """Returns the person whose name and number a visitor from outside the club typed. Only number and name together
    identify a registered player: with one of them alone nobody shall learn the other."""
    typed = " ".join(name.split())
    plain = "".join(unicodedata.normalize("NFKC", number).split())
    numbered = [one for one in players if is_same_number(one.person.number, number)]
    player = next((one for one in numbered if fold_spelling(typed) in map(fold_spelling, _names(one))), None)
    return Person(typed, plain) if player is None else of_register(player)


def unnamed_people(settings: Settings, name: str) -> tuple[Person, ...]:
    """Returns the players of a team that is entered by its name alone, as many as it needs: `Alpha 1` to `Alpha 4`,
    until they are named. Returns nobody without a name."""
    return tuple(Person(f"{name} {place}") for place in range(1, fewest_people(settings) + 1)) if name else ()


def of_register(player: Player) -> Person:
    """Returns a registered player as a person of an event."""
    return replace(player.person, player_id=player.player_id)


def _by_name(text: str, wanted: str, players: Sequence[Player], field: str, problems: list[Problem]) -> Person | None:
    named = [player for player in players if wanted in _names(player)]
    if len(named) > 1:
        problems.append(Problem("desk.entries.same-name", {"name": text, "n": len(named)}, field))
        return None
    if named:
        return of_register(named[0])
    guest = _NUMBER_AND_NAME.fullmatch(text)
    return Person(guest[2], guest[1]) if guest else Person(text)


def _names(player: Player) -> set[str]:
    person = player.person
    return {fold_text(name) for name in (person.name, person.kana, person.roman) if name}
