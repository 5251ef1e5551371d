"""Knockouts: commands, facts and fold of matches decided or redrawn, extra boards and carried IMPs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.drawn import with_match
from arrowswitch.core.movements.model import Meeting, TableNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, count_correction, stored_copy, with_section
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound
from arrowswitch.tournament.model.values.knockout import CarriedIn, Decision


@dataclass(frozen=True, slots=True)
class MatchDecided(Fact):
    """Of a match of a knockout this team goes on; of a three-way match the three came in this order."""

    at: RoundPlace
    number: Number
    order: tuple[Number, ...] = ()
    kind: ClassVar[str] = "match-decided"


@dataclass(frozen=True, slots=True)
class MatchRedrawn(Fact):
    """A drawn match of a knockout is now this one: others play it, or boards were added. `meetings` are all that it
    has, `tables` those that are new, `labels` what is written on their cards."""

    at: RoundPlace
    match: DrawnMatch
    meetings: tuple[Meeting, ...]
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    tables: tuple[TableNumber, ...]
    labels: Mapping[TableNumber, str] = field(default_factory=dict, hash=False)
    kind: ClassVar[str] = "match-redrawn"


@dataclass(frozen=True, slots=True)
class ImpsCarried(Fact):
    """A team brings IMPs into a match of the bracket of a knockout; 0 takes them away."""

    place: Place
    match: int
    number: Number
    imps: Fraction
    kind: ClassVar[str] = "imps-carried"


@dataclass(frozen=True, slots=True)
class DecideMatch(Command):
    """Say which team goes on from a match of a knockout. A reason is needed.

    The match is level after all boards, or a correction sent another team on after this one had been drawn for a later
    match. `order` names all three of a three-way match, the first of the match first.
    """

    at: RoundPlace
    number: Number
    order: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class AddExtraBoards(Command):
    """Add boards to a tied match, in the same round; `number` is one of the teams."""

    at: RoundPlace
    number: Number
    boards: int


@dataclass(frozen=True, slots=True)
class CarryImps(Command):
    """Say how many IMPs a team brings into a match of the bracket (0: none). A reason is needed once it has results."""

    place: Place
    match: int
    number: Number
    imps: Fraction


@dataclass(frozen=True, slots=True)
class RedrawMatch(Command):
    """Have those play a match, named by its number in the bracket, who come to it now, instead of those that were drawn
    for it. Not once it has results."""

    place: Place
    match: int


def _add_decision(state: EventState, fact: MatchDecided, entry: LedgerEntry) -> EventState:
    return replace(
        count_correction(state),
        matches=replace(state.matches, decisions=(*state.matches.decisions, stored_copy(Decision, fact, entry))),
    )


def _imps_carried(state: EventState, fact: ImpsCarried, entry: LedgerEntry) -> EventState:
    carried = stored_copy(CarriedIn, fact, entry, section=fact.place.section)
    others = tuple(other for other in state.matches.carried if other.bringer != carried.bringer)
    return replace(
        count_correction(state), matches=replace(state.matches, carried=(*others, carried) if fact.imps else others)
    )


def _redrawn(state: EventState, fact: MatchRedrawn, entry: LedgerEntry) -> EventState:
    """Returns the state with a drawn match as it is now; raises Malformed (`bracket.not-drawn`)."""
    section = state.section(fact.at.place)
    drawn = next((draw for draw in section.draws if draw.round == fact.at.round), DrawnRound(fact.at.round, ()))
    before = next((match for match in drawn.matches if match.bracket == fact.match.bracket), None)
    if section.movement is None or before is None:
        raise Malformed.of("bracket.not-drawn", match=fact.match.bracket)
    matches = tuple(fact.match if match == before else match for match in drawn.matches)
    draws = tuple(replace(draw, matches=matches) if draw == drawn else draw for draw in section.draws)
    movement = with_match(section.movement, fact.at.round, before.tables, fact.meetings, fact.board_sets, fact.labels)
    return with_section(state, fact.at.place, replace(section, movement=movement, draws=draws))


FOLDS: Folds = {MatchDecided: _add_decision, MatchRedrawn: _redrawn, ImpsCarried: _imps_carried}
