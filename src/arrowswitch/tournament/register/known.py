"""The people of events: the same person under the register's id, the membership number or the name.

An id is followed through merged rows (`merged`). A number decides before a name: a player with the name of a member but
another number is another person (`identity.is_meant`). Without id and number, a name that is unique in the register
means that member; with a name that several members have, or none, the player is a guest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arrowswitch.core.membership import number_key
from arrowswitch.tournament.model.club_values.register import MergedPlayer
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.search import fold_text


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A player: `key` is the same for the same person in all events; `player` is their row in the register, None for a
    guest."""

    key: str
    person: Person
    player: Player | None = None

    @property
    def club(self) -> str:
        """Returns the person's club according to the register."""
        return "" if self.player is None else self.player.club


class KnownPeople:
    """The register as a lookup of the people of events."""

    def __init__(self, players: Iterable[Player], merged: Iterable[MergedPlayer] = ()) -> None:
        joined = tuple(merged)
        self._merged = {merge.player_id: merge.into for merge in joined}
        self._by_id = {player.player_id: player for player in players}
        self._by_number: dict[str, Player] = {}
        by_name: dict[str, list[Player]] = {}
        for player in self._by_id.values():
            if player.person.number:
                self._by_number.setdefault(number_key(player.person.number), player)
            by_name.setdefault(fold_text(player.person.name), []).append(player)
        for merge in joined:
            now = self._player(merge.into)
            if merge.person is None or now is None:
                continue
            if merge.person.number:
                self._by_number.setdefault(number_key(merge.person.number), now)
            same = by_name.setdefault(fold_text(merge.person.name), [])
            if now not in same:
                same.append(now)
        self._by_name = {name: found[0] for name, found in by_name.items() if len(found) == 1}
        self._cache: dict[tuple[PlayerId | None, str, str], KnownPerson] = {}

    def find(self, player_id: PlayerId) -> KnownPerson | None:
        """Returns the player with an id of the register, also of a merged row. Returns None if there is none."""
        player = self._player(player_id)
        return None if player is None else _of(player)

    def who(self, person: Person) -> KnownPerson:
        """Returns the player for a person of an event."""
        spelling = (person.player_id, person.number, person.name)
        player = self._cache.get(spelling)
        if player is None:
            player = self._cache[spelling] = self._looked_up(person)
        return player

    def _looked_up(self, person: Person) -> KnownPerson:
        if person.player_id is not None:
            player = self._player(person.player_id)
            if player is not None:
                return _of(player)
        if person.number:
            player = self._by_number.get(number_key(person.number))
            return KnownPerson(f"number:{number_key(person.number)}", person) if player is None else _of(player)
        player = self._by_name.get(fold_text(person.name))
        return KnownPerson(f"name:{fold_text(person.name)}", person) if player is None else _of(player)

    def _player(self, player_id: PlayerId) -> Player | None:
        seen = set[PlayerId]()
        while player_id in self._merged and player_id not in seen:
            seen.add(player_id)
            player_id = self._merged[player_id]
        return self._by_id.get(player_id)


def _of(player: Player) -> KnownPerson:
    return KnownPerson(f"player:{player.player_id}", player.person, player)
