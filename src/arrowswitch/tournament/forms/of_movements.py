"""The forms of event that play a movement: pairs, single players, teams, or a team of pairs."""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.editing.settle import BASE
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.forms.choices import PAIRS
from arrowswitch.tournament.model.forms import Arrangement, EventForm

_BY_SHEET = (Arrangement.MOVEMENT, Arrangement.TEAM_MOVEMENT)


def is_for_teams(movement: Movement) -> bool:
    """True if the contestants of a movement are teams, or each two of its pairs are one."""
    return movement.kind is ContestantKind.TEAM or "team_mates" in movement.options


def choice_for(movement: Movement) -> str:
    """Returns the usual choice of form for an event that plays a movement.

    >>> from arrowswitch.core.movements.families.registry import make
    >>> choice_for(make("howell", tables=7)), choice_for(make("awl", teams=9))
    ('pairs', 'round-robin-teams')
    """
    if is_for_teams(movement):
        is_match = movement.kind is ContestantKind.TEAM and len(movement.contestants) == 2
        return (EventForm.TEAM_MATCH if is_match else EventForm.ROUND_ROBIN_TEAMS).value
    if movement.kind is ContestantKind.PLAYER:
        return EventForm.INDIVIDUAL.value
    return EventForm.TEAM_OF_PAIRS.value if _is_team_of_pairs(movement) else PAIRS


def can_play(form: EventForm, movement: Movement) -> bool:
    """True if an event of a form plays a movement of this kind from its first round to its last."""
    if is_for_teams(movement):
        is_match = form is EventForm.TEAM_MATCH and len(movement.contestants) == 2
        return is_match or form.arrangement is Arrangement.TEAM_MOVEMENT
    is_same_game = (form is EventForm.TEAM_OF_PAIRS) is _is_team_of_pairs(movement)
    return form.arrangement is Arrangement.MOVEMENT and form.kind is movement.kind and is_same_game


def is_of_other_kind(form: EventForm, movement: Movement) -> bool:
    """True if an event of a form plays by sheets, and a movement is for other contestants than the event's."""
    if form.arrangement not in _BY_SHEET:
        return False
    if is_for_teams(movement):
        return form.arrangement is not Arrangement.TEAM_MOVEMENT
    return form.kind is not movement.kind


def _is_team_of_pairs(movement: Movement) -> bool:
    return EventForm.TEAM_OF_PAIRS.value in (movement.family, movement.options.get(BASE))
