"""What the rounds and sides of a bracket are called, as message codes: final, semi-final, winner of match 3."""

from __future__ import annotations

from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketMatch, BracketSlot, Stage
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout

_LAST_ROUNDS = ("final-round", "semi-final", "quarter-final")


def round_name(bracket: Bracket, match: BracketMatch) -> Problem:
    """Returns the name of a match's round."""
    told = {"round": match.round}
    if match.stage is Stage.WINNERS and bracket.form.is_double:
        return Problem("knockout.stage.upper", dict(told))
    left = bracket.rounds(Stage.WINNERS) - match.round
    if match.stage is Stage.WINNERS and left < len(_LAST_ROUNDS):
        return Problem(f"knockout.stage.{_LAST_ROUNDS[left]}", dict(told))
    return Problem(f"knockout.stage.{match.stage.value}", dict(told))


def slot_name(knockout: Knockout, slot: BracketSlot) -> Problem:
    """Returns what stands where the team of a side is not known: whose winner or loser it will be, or nobody."""
    if slot.match == 0 or knockout.match(slot.match).state in _SETTLED:
        return Problem("knockout.nobody")
    told = {"match": slot.match, "place": slot.place}
    if slot.place == 1:
        return Problem("knockout.winner-of", dict(told))
    source = knockout.bracket.match(slot.match)
    return Problem("knockout.place-of" if source.is_three_way else "knockout.loser-of", dict(told))


_SETTLED = (MatchState.DECIDED, MatchState.WALKOVER, MatchState.NOT_NEEDED)
