"""The names of the rounds and sides of a bracket, as message codes: final, semi-final, winner of match 3."""

from __future__ import annotations

from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketMatch, BracketSlot, Stage
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout

_LAST_ROUNDS = ("final-round", "semi-final", "quarter-final")


def round_name(bracket: Bracket, match: BracketMatch) -> Problem:
    """Returns the name of a match's round."""
    params = {"round": match.round}
    if match.stage is Stage.WINNERS and bracket.form.is_double:
        return Problem("knockout.stage.upper", dict(params))
    left = bracket.rounds(Stage.WINNERS) - match.round
    if match.stage is Stage.WINNERS and left < len(_LAST_ROUNDS):
        return Problem(f"knockout.stage.{_LAST_ROUNDS[left]}", dict(params))
    return Problem(f"knockout.stage.{match.stage.value}", dict(params))


def slot_name(knockout: Knockout, slot: BracketSlot) -> Problem:
    """Returns the name of a side whose team is not known: the winner or loser of a match, or nobody."""
    if slot.match == 0 or knockout.match(slot.match).state in _SETTLED:
        return Problem("knockout.nobody")
    params = {"match": slot.match, "place": slot.place}
    if slot.place == 1:
        return Problem("knockout.winner-of", dict(params))
    source = knockout.bracket.match(slot.match)
    return Problem("knockout.place-of" if source.is_three_way else "knockout.loser-of", dict(params))


_SETTLED = (MatchState.DECIDED, MatchState.WALKOVER, MatchState.NOT_NEEDED)
