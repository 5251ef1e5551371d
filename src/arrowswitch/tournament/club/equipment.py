"""The club's equipment for its tables, as ticked on its page: stored next to the events, and in backups (manual, line
3066)."""

from __future__ import annotations

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.listed.guide_card_sets import card_set_list
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.club_values.club import Equipment
from arrowswitch.tournament.model.ports import Store

MOST_OWNED = 999
_ONE = "club"


class ClubEquipment:
    """The equipment in a store, and the way to change it."""

    def __init__(self, store: Store) -> None:
        self._papers: Papers[Equipment] = Papers(store, "equipment")

    @property
    def paper(self) -> Paper[Equipment]:
        """Returns the saved equipment with its version; before anything is ticked, nothing at version 0."""
        return self._papers.find(_ONE) or Paper(_ONE, 0, Equipment())

    def change(self, equipment: Equipment, expected: int) -> None:
        """Saves it in place of version `expected`; raises Refused (`club.equipment-unknown`, `store.conflict`)."""
        card_sets = {sheets.key for sheets in card_set_list()}
        if not card_sets.issuperset(equipment.guide_cards):
            raise Refused(Problem("club.equipment-unknown"))
        self._papers.save(_ONE, equipment, expected)
