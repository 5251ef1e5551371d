"""Movements: making one of any family, choosing one for a size and a time, and the independent checker."""

from __future__ import annotations

from arrowswitch.core.movements.arrows.turned import with_arrow
from arrowswitch.core.movements.checking.fairness import Fairness, fairness
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.verify import faults as movement_faults
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.chooser import choose as choose_movements
from arrowswitch.core.movements.choosing.player_chooser import choose_players
from arrowswitch.core.movements.choosing.team_chooser import TeamChoice, TeamWishes, choose_teams
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.catalogue import FAMILIES
from arrowswitch.core.movements.families.family import Family
from arrowswitch.core.movements.families.registry import make as make_movement
from arrowswitch.core.movements.model import Meeting, Movement

__all__ = [
    "FAMILIES",
    "Fairness",
    "Family",
    "Fault",
    "Meeting",
    "Movement",
    "MovementChoice",
    "Severity",
    "TeamChoice",
    "TeamWishes",
    "Wishes",
    "choose_movements",
    "choose_players",
    "choose_teams",
    "fairness",
    "is_sound",
    "make_movement",
    "movement_faults",
    "with_arrow",
]
