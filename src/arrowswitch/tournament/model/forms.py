"""The forms of events: what is played by whom, how opponents come together, and what must be settled beforehand.

JCBL director's manual 3.3, lines 1164-1173 and 2035-2061 (the forms), 4199-4215 (those of the federation's program). A
form determines the required settings; the method, or for matches the scale of victory points, determines the scoring.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.tournament.model.declared_forms import DECLARED, FormDeclaration, MovementsFor


def _add_members(members: dict[str, object], values: Iterable[str]) -> None:
    """Adds the declared values that have no line of their own to the members of an enum."""
    for value in sorted(set(values) - {known for known in members.values() if isinstance(known, str)}):
        members[value.replace("-", "_").upper()] = value


class Arrangement(StrEnum):
    """How it comes about who meets whom: a movement of pairs, players or teams, a draw each round, a bracket, or a
    schedule of matches on different dates.

    A folder of `tournament.forms` that declares another arrangement adds its own member.
    """

    MOVEMENT = "movement"
    TEAM_MOVEMENT = "team-movement"
    DRAW = "draw"
    BRACKET = "bracket"
    SCHEDULE = "schedule"
    _add_members(vars(), (form.arrangement for form in DECLARED.values()))


@dataclass(frozen=True, slots=True)
class EntryRule:
    """How many people make an entry: those who play at a time, in teams of four. With `has_substitutes` there may be
    more of them, as the settings of the matches say."""

    players: int
    has_substitutes: bool = False

    @property
    def takes_singles(self) -> bool:
        """True if a single player may enter and look for a partner."""
        return self.players == 2


class EventForm(StrEnum):
    """Every form of event, in the order in which they are offered.

    The folders of `tournament.forms` declare the forms; one without a line here is offered after the others.
    """

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
    TEAM_MATCH = "team-match"
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
    _add_members(vars(), DECLARED)

    @property
    def declaration(self) -> FormDeclaration:
        """Returns the declaration in the folder of the form."""
        return DECLARED[self.value]

    @property
    def kind(self) -> ContestantKind:
        """Returns the kind of entries. Even-chance teams are formed from the pairs that enter (lines 2725-2734)."""
        return self.declaration.contestants

    @property
    def is_of_teams(self) -> bool:
        """True if teams meet in matches at two tables, even if pairs enter."""
        return self.declaration.opponents is ContestantKind.TEAM

    @property
    def methods(self) -> tuple[Method, ...]:
        """Returns the methods that the form can be scored by; one that is a method's own form has that method only."""
        return self.declaration.methods

    @property
    def arrangement(self) -> Arrangement:
        """Returns how it comes about who meets whom."""
        return Arrangement(self.declaration.arrangement)

    @property
    def is_drawn(self) -> bool:
        """True if each round is drawn from the ranking, so that the conditions of a Swiss must be set."""
        return self.arrangement is Arrangement.DRAW

    @property
    def entry(self) -> EntryRule:
        """Returns how many people make an entry."""
        return _ENTRIES[self.kind]

    @property
    def joins_pairs(self) -> bool:
        """True if the pairs that enter are joined into teams."""
        return self.kind is ContestantKind.PAIR and self.is_of_teams

    @property
    def has_names(self) -> bool:
        """True if contestants can have a name of their own, instead of those of their players."""
        return self.is_of_teams

    @property
    def meeting_size(self) -> int:
        """Returns how many contestants meet at a table, or in a match."""
        return 4 if self.kind is ContestantKind.PLAYER else 2

    @property
    def match_tables(self) -> int:
        """Returns at how many tables two contestants meet. Teams of four meet at two."""
        return 2 if self.is_of_teams else 1

    @property
    def compares_tables(self) -> bool:
        """True if a board is scored by comparing the tables of a match, otherwise by comparison with the field."""
        return self.match_tables > 1

    @property
    def match_scoring(self) -> str | None:
        """Returns the `TeamScoring` in the name of the form. None if the settings choose it."""
        return self.declaration.match_scoring

    @property
    def also_ranks_pairs(self) -> bool:
        """True if the pairs of the teams are ranked in addition to the teams."""
        return self.declaration.also_ranks_pairs

    @property
    def uses_method(self) -> bool:
        """True if pairs or single players are ranked by the method of the event. Matches of teams have their own."""
        return not self.compares_tables or self.also_ranks_pairs

    @property
    def links_sessions(self) -> bool:
        """True if the sheets of the sessions belong together, so that a team has one number in all of them (manual,
        line 2650)."""
        return self.declaration.links_sessions

    @property
    def is_one_match(self) -> bool:
        """True if the event is one match, from which every penalty is deducted."""
        return self.declaration.is_one_match

    @property
    def removes_matches(self) -> bool:
        """True if the matches of a contestant that leaves can be removed, because it has played too few of them."""
        return self.declaration.removes_matches

    @property
    def ends_matches_of_withdrawn(self) -> bool:
        """True if the open boards of a contestant that has withdrawn are no longer awaited."""
        return self.is_of_teams

    @property
    def awards_matches(self) -> bool:
        """True if masterpoints depend on the matches won and the size of a team, not only on the place."""
        return self.is_of_teams

    @property
    def reports_vp(self) -> bool:
        """True if the slip of a match can report victory points. A knockout is decided by the points of its boards."""
        return self.arrangement is not Arrangement.BRACKET

    @property
    def movements_for(self) -> MovementsFor:
        """Returns the movements that are proposed."""
        return self.declaration.movements

    @property
    def has_seat_plans(self) -> bool:
        """True if the seats of a session can be planned from those of the session before."""
        return self.kind is ContestantKind.PAIR

    @property
    def joins_fields(self) -> bool:
        """True if the results can be part of a field of several clubs."""
        return self.kind is ContestantKind.PAIR

    def ranks_matches(self, method: Method, *, has_scale: bool) -> bool:
        """True if the results of matches are ranked: those of teams, and those of pairs that earn victory points."""
        return self.compares_tables or (has_scale and self.scale_unit(method) is not None)

    def chosen_unit(self, method: Method) -> ScaleUnit | None:
        """Returns the unit of the margins for which a scale can be chosen, even if the regulations name one already."""
        return _SWISS_UNITS[method] if method in _SWISS_UNITS and method in self.methods else self.scale_unit(method)

    def scale_unit(self, method: Method) -> ScaleUnit | None:
        """Returns the unit of the margins that become victory points, or None if there are none.

        Swiss pairs by matchpoints are ranked by them; those of the two Swiss methods by the scale of the regulations.
        """
        return self.declaration.scale if method in self.declaration.scaled_methods else None


METHOD_FORMS = tuple(form for form in EventForm if form.declaration.is_plain)
"""The plain games of pairs: their form is the method that they are scored by."""
_PLAIN = {method: form for form in METHOD_FORMS for method in form.methods}


def form_of(kind: ContestantKind, method: Method) -> EventForm:
    """Returns the form of an event whose settings name none.

    >>> form_of(ContestantKind.PAIR, Method.BUTLER).value
    'imp-pairs'
    """
    if kind is ContestantKind.PAIR:
        return _PLAIN.get(method, EventForm.MATCHPOINT_PAIRS)
    return EventForm.INDIVIDUAL if kind is ContestantKind.PLAYER else EventForm.SHORT_ROUND_ROBIN_TEAMS


def form_of_results(kind: ContestantKind, *, is_drawn: bool) -> EventForm | None:
    """Returns the form of an event that is imported with its results. None if its form follows from the method."""
    if kind is ContestantKind.TEAM:
        return EventForm.SWISS_TEAMS if is_drawn else EventForm.ROUND_ROBIN_TEAMS
    return EventForm.SWISS_PAIRS if is_drawn else None


_ENTRIES = {
    ContestantKind.PLAYER: EntryRule(1),
    ContestantKind.PAIR: EntryRule(2),
    ContestantKind.TEAM: EntryRule(4, has_substitutes=True),
}
_SWISS_UNITS = {Method.SWISS_MATCHPOINTS: ScaleUnit.PERCENT, Method.SWISS_IMPS: ScaleUnit.IMPS}


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
    limits = [_LIMIT.fullmatch(word) for word in words]
    Malformed.check(
        Problem("form.limits-unreadable", {"text": word[:_SHOWN]}, field)
        for word, match in zip(words, limits, strict=True)
        if match is None
    )
    return tuple(PointLimit(match[1], int(match[2]) if match[2] else None) for match in limits if match is not None)


def format_limits(limits: tuple[PointLimit, ...]) -> str:
    """Returns strata or flights as `parse_limits` reads them.

    >>> format_limits((PointLimit("A"), PointLimit("B", 300)))
    'A, B 300'
    """
    return ", ".join(limit.name if limit.most is None else f"{limit.name} {limit.most}" for limit in limits)


_LIMIT = re.compile(r"([^\s\d][^\s]{0,19})(?:\s+(\d{1,6}))?")
_SHOWN = 40


class DirectorGrade(StrEnum):
    """The qualification of a director (manual, lines 2993-2997 and 4254-4258), lowest first."""

    NONE = "none"
    CLUB = "club"
    SECTIONAL = "sectional"
    NATIONAL = "national"

    @property
    def level(self) -> int:
        """Returns the position in the order of qualifications, 0 for none."""
        return list(DirectorGrade).index(self)
