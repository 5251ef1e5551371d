"""Draws: a round of a Swiss, the bracket of a knockout, the schedule of a league, and the independent checkers."""

from __future__ import annotations

from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketForm, BracketMatch, make_bracket
from arrowswitch.core.pairing.knockout.check import bracket_faults, knockout_faults
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, KnockoutResult, KnockoutRules
from arrowswitch.core.pairing.knockout.progress import FinalPlace, Knockout
from arrowswitch.core.pairing.knockout.progress import stand as knockout_state
from arrowswitch.core.pairing.league.check import schedule_faults
from arrowswitch.core.pairing.league.league import Block, Fixture, League, Room, Schedule
from arrowswitch.core.pairing.league.schedule import make_schedule
from arrowswitch.core.pairing.swiss.case import Draw, DrawInput, Kept, Pairing
from arrowswitch.core.pairing.swiss.check import draw_faults
from arrowswitch.core.pairing.swiss.conditions import LastRound, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.draw import draw_round
from arrowswitch.core.pairing.swiss.history import Encounter, History
from arrowswitch.core.pairing.swiss.openings import Opening, opening_pairs
from arrowswitch.core.pairing.swiss.policy import Ban, Policy

__all__ = [
    "Ban",
    "Block",
    "Bracket",
    "BracketForm",
    "BracketMatch",
    "Draw",
    "DrawInput",
    "Encounter",
    "FinalPlace",
    "Fixture",
    "History",
    "Kept",
    "Knockout",
    "KnockoutMatch",
    "KnockoutResult",
    "KnockoutRules",
    "LastRound",
    "League",
    "Opening",
    "Pairing",
    "Policy",
    "Rematch",
    "Room",
    "Schedule",
    "SwissConditions",
    "Triangle",
    "bracket_faults",
    "draw_faults",
    "draw_round",
    "knockout_faults",
    "knockout_state",
    "make_bracket",
    "make_schedule",
    "opening_pairs",
    "schedule_faults",
]
