"""What the club owns for its tables, as it was ticked: kept beside the events, in backups too (manual, line 3066)."""

from __future__ import annotations

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.listed.guide_card_sets import card_set_list
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.club.values import Equipment
from arrowswitch.tournament.event.ports import Store

MOST_OWNED = 999
_ONE = "club"


class ClubEquipment:
    """The equipment in a store, and the way to change it."""

    def __init__(self, store: Store) -> None:
        self._papers: Papers[Equipment] = Papers(store, "equipment")

    @property
    def kept(self) -> Equipment:
        """Returns what is kept; nothing before anybody ticked anything."""
        found = self._papers.find(_ONE)
        return Equipment() if found is None else found.value

    @property
    def version(self) -> int:
        """Returns how often it was changed."""
        found = self._papers.find(_ONE)
        return 0 if found is None else found.version

    def change(self, equipment: Equipment, expected: int) -> None:
        """Keeps it in place of version `expected`; raises Refused (`club.equipment-unknown`, `store.conflict`)."""
        known = {sheets.key for sheets in card_set_list()}
        if not known.issuperset(equipment.guide_cards):
            raise Refused(Problem("club.equipment-unknown"))
        self._papers.save(_ONE, equipment, expected)
