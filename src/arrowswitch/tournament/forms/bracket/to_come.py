"""Rounds of a knockout that are not drawn yet: how many tables, cards and slips each needs at most."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.pairing.knockout.bracket import BracketMatch
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.tournament.forms.bracket.draw import TABLES_OF_THREE
from arrowswitch.tournament.forms.bracket.progress import drawn_in, is_knockout, knockout
from arrowswitch.tournament.model.state import EventState

_NOT_PLAYED = (MatchState.DECIDED, MatchState.WALKOVER, MatchState.NOT_NEEDED)


class ComingRound(NamedTuple):
    """The needs of a round that is not drawn yet: tables in the room, and table numbers, which the two halves of three
    teams' matches have each for itself. Every number is a slip."""

    tables: int
    numbers: int


def rounds_to_come(state: EventState, letter: SectionLetter) -> tuple[ComingRound, ...]:
    """Returns the rounds of a section's knockout that are not drawn yet, as if every match were played as soon as its
    teams are known; nothing of an event of another form."""
    stands = knockout(state, letter) if is_knockout(state) else None
    if stands is None:
        return ()
    drawn = drawn_in(state, letter)
    in_round: dict[int, list[BracketMatch]] = defaultdict(list)
    for match in stands.matches:
        if match.number not in drawn and match.state not in _NOT_PLAYED:
            in_round[stands.bracket.step_of[match.number]].append(match.bracket)
    each = state.settings.matches.tables
    return tuple(_needs(in_round[step], each) for step in sorted(in_round))


def _needs(matches: list[BracketMatch], each: int) -> ComingRound:
    threes = sum(match.is_three_way for match in matches)
    twos = len(matches) - threes
    return ComingRound(twos * each + threes * TABLES_OF_THREE // 2, twos * each + threes * TABLES_OF_THREE)
