"""The forms of events: what is played by whom, how opponents come together, and what must be settled beforehand.

JCBL director's manual 3.3, lines 1164-1173 and 2035-2061 (the forms), 4199-4215 (those of the federation's program). A
form says what must stand in the settings; how its boards are scored is the method or, for matches, the scale of victory
points.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import ScaleUnit


class Arrangement(StrEnum):
    """How it comes about who meets whom: a movement of pairs, players or teams, a draw each round, a bracket, or a
    schedule of matches on different dates."""

    MOVEMENT = "movement"
    TEAM_MOVEMENT = "team-movement"
    DRAW = "draw"
    BRACKET = "bracket"
    SCHEDULE = "schedule"


class EventForm(StrEnum):
    """Every form of event."""

    MATCHPOINT_PAIRS = "matchpoint-pairs"
    IMP_PAIRS = "imp-pairs"
    TOTAL_POINT_PAIRS = "total-point-pairs"
    HOUSTON_PAIRS = "houston-pairs"
    SWISS_PAIRS = "swiss-pairs"
    STRATIFIED_PAIRS = "stratified-pairs"
    HANDICAP_PAIRS = "handicap-pairs"
    SIMULTANEOUS_PAIRS = "simultaneous-pairs"
    TEAM_OF_PAIRS = "team-of-pairs"
    INDIVIDUAL = "individual"
    ROUND_ROBIN_TEAMS = "round-robin-teams"
    SHORT_ROUND_ROBIN_TEAMS = "short-round-robin-teams"
    SWISS_TEAMS = "swiss-teams"
    BAM_TEAMS = "bam-teams"
    BAM_VP_TEAMS = "bam-vp-teams"
    KNOCKOUT_TEAMS = "knockout-teams"
    DOUBLE_KNOCKOUT_TEAMS = "double-knockout-teams"
    TEAMS_AND_PAIRS = "teams-and-pairs"
    EVEN_CHANCE_TEAMS = "even-chance-teams"
    LEAGUE = "league"

    @property
    def kind(self) -> ContestantKind:
        """Returns who enters. Even-chance teams are made of the pairs that enter (lines 2725-2734)."""
        if self in _OF_PAIRS:
            return ContestantKind.PAIR
        return ContestantKind.PLAYER if self is EventForm.INDIVIDUAL else ContestantKind.TEAM

    @property
    def is_of_teams(self) -> bool:
        """True if teams meet in matches at two tables, even if pairs enter."""
        return self.kind is ContestantKind.TEAM or self is EventForm.EVEN_CHANCE_TEAMS

    @property
    def methods(self) -> tuple[Method, ...]:
        """Returns the methods that the form can be scored by; one that is a method's own form has that method only."""
        if self in _METHODS:
            return _METHODS[self]
        if self.is_of_teams and self is not EventForm.TEAMS_AND_PAIRS:
            return tuple(method for method in _ANY if not method.is_of_rounds)
        return (*_ANY, *((Method.INSTANT,) if self in _TAKE_TABLES else ()))

    @property
    def arrangement(self) -> Arrangement:
        """Returns how it comes about who meets whom."""
        if self in _ARRANGED:
            return _ARRANGED[self]
        return Arrangement.TEAM_MOVEMENT if self.kind is ContestantKind.TEAM else Arrangement.MOVEMENT

    @property
    def is_drawn(self) -> bool:
        """True if each round is drawn from the ranking, so that the conditions of a Swiss must be set."""
        return self.arrangement is Arrangement.DRAW

    def scale_unit(self, method: Method) -> ScaleUnit | None:
        """Returns what the margins are counted in that become victory points, or None where there are none to make.

        Swiss pairs by matchpoints are ranked by them; those of the two Swiss methods by the scale of the regulations.
        """
        if self is EventForm.SWISS_PAIRS and method not in (Method.IMPS, Method.BUTLER):
            return None
        return _SCALES.get(self)


_OF_PAIRS = frozenset(
    {
        EventForm.MATCHPOINT_PAIRS,
        EventForm.IMP_PAIRS,
        EventForm.TOTAL_POINT_PAIRS,
        EventForm.HOUSTON_PAIRS,
        EventForm.SWISS_PAIRS,
        EventForm.STRATIFIED_PAIRS,
        EventForm.HANDICAP_PAIRS,
        EventForm.SIMULTANEOUS_PAIRS,
        EventForm.TEAM_OF_PAIRS,
        EventForm.EVEN_CHANCE_TEAMS,
    }
)
_METHODS = {
    EventForm.MATCHPOINT_PAIRS: (Method.MATCHPOINTS, Method.BOARD_A_MATCH, Method.INSTANT),
    EventForm.IMP_PAIRS: (Method.IMPS, Method.BUTLER),
    EventForm.TOTAL_POINT_PAIRS: (Method.TOTAL_POINTS,),
    EventForm.HOUSTON_PAIRS: (Method.HOUSTON,),
    EventForm.TEAM_OF_PAIRS: (
        Method.IMPS,
        Method.ROUND_IMPS,
        Method.MATCHPOINTS,
        Method.BUTLER,
        Method.HOUSTON,
        Method.TOTAL_POINTS,
        Method.BOARD_A_MATCH,
    ),
    EventForm.SWISS_PAIRS: (
        Method.MATCHPOINTS,
        Method.IMPS,
        Method.BUTLER,
        Method.SWISS_MATCHPOINTS,
        Method.SWISS_IMPS,
    ),
}
_ANY = tuple(
    method
    for method in Method
    if method not in (Method.INSTANT, Method.ROUND_IMPS, Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS)
)
"""Instant matchpoints need a table of each board beforehand, victory points of IMPs team-mates in each round, and the
Swiss methods matches of pairs. The Houston trial makes victory points of the rounds of pairs or players, so that among
the forms of teams only the one that ranks pairs as well takes it."""
_TAKE_TABLES = frozenset(
    {EventForm.STRATIFIED_PAIRS, EventForm.HANDICAP_PAIRS, EventForm.SIMULTANEOUS_PAIRS, EventForm.INDIVIDUAL}
)
_ARRANGED = {
    EventForm.SWISS_PAIRS: Arrangement.DRAW,
    EventForm.SWISS_TEAMS: Arrangement.DRAW,
    EventForm.EVEN_CHANCE_TEAMS: Arrangement.DRAW,
    EventForm.KNOCKOUT_TEAMS: Arrangement.BRACKET,
    EventForm.DOUBLE_KNOCKOUT_TEAMS: Arrangement.BRACKET,
    EventForm.LEAGUE: Arrangement.SCHEDULE,
}
_SCALES = {
    EventForm.SWISS_PAIRS: ScaleUnit.IMPS,
    EventForm.ROUND_ROBIN_TEAMS: ScaleUnit.IMPS,
    EventForm.SHORT_ROUND_ROBIN_TEAMS: ScaleUnit.IMPS,
    EventForm.SWISS_TEAMS: ScaleUnit.IMPS,
    EventForm.BAM_VP_TEAMS: ScaleUnit.POINTS,
    EventForm.TEAMS_AND_PAIRS: ScaleUnit.IMPS,
    EventForm.EVEN_CHANCE_TEAMS: ScaleUnit.IMPS,
    EventForm.LEAGUE: ScaleUnit.IMPS,
}
METHOD_FORMS = (
    EventForm.MATCHPOINT_PAIRS,
    EventForm.IMP_PAIRS,
    EventForm.TOTAL_POINT_PAIRS,
    EventForm.HOUSTON_PAIRS,
)
"""The plain games of pairs: their form is the method that they are scored by."""
_PLAIN = {method: form for form in METHOD_FORMS for method in _METHODS[form]}


def form_of(kind: ContestantKind, method: Method) -> EventForm:
    """Returns the form of an event whose settings name none.

    >>> form_of(ContestantKind.PAIR, Method.BUTLER).value
    'imp-pairs'
    """
    if kind is ContestantKind.PAIR:
        return _PLAIN.get(method, EventForm.MATCHPOINT_PAIRS)
    return EventForm.INDIVIDUAL if kind is ContestantKind.PLAYER else EventForm.SHORT_ROUND_ROBIN_TEAMS


@dataclass(frozen=True, slots=True)
class PointLimit:
    """A stratum or flight: who may be in it by whole master points or seed points. `most` is None for the open one."""

    name: str
    most: int | None = None


def parse_limits(text: str, field: str) -> tuple[PointLimit, ...]:
    """Returns the strata or flights written as `A, B 300, C 100`; nothing for an empty text.

    Raises Malformed (`form.limits-unreadable`) for what is no name with a whole number.

    >>> parse_limits("A, B 300", "strata")
    (PointLimit(name='A', most=None), PointLimit(name='B', most=300))
    """
    words = [word.strip() for word in re.split(r"[,、，;]", unicodedata.normalize("NFKC", text)) if word.strip()]
    found = [_LIMIT.fullmatch(word) for word in words]
    Malformed.check(
        Problem("form.limits-unreadable", {"text": word[:_SHOWN]}, field)
        for word, match in zip(words, found, strict=True)
        if match is None
    )
    return tuple(PointLimit(match[1], int(match[2]) if match[2] else None) for match in found if match is not None)


def format_limits(limits: tuple[PointLimit, ...]) -> str:
    """Returns strata or flights as `parse_limits` reads them.

    >>> format_limits((PointLimit("A"), PointLimit("B", 300)))
    'A, B 300'
    """
    return ", ".join(limit.name if limit.most is None else f"{limit.name} {limit.most}" for limit in limits)


_LIMIT = re.compile(r"([^\s\d][^\s]{0,19})(?:\s+(\d{1,6}))?")
_SHOWN = 40


class DirectorGrade(StrEnum):
    """What a director is qualified for (manual, lines 2993-2997 and 4254-4258), lowest first."""

    NONE = "none"
    CLUB = "club"
    SECTIONAL = "sectional"
    NATIONAL = "national"

    @property
    def level(self) -> int:
        """Returns the position in the order of qualifications, 0 for none."""
        return list(DirectorGrade).index(self)
