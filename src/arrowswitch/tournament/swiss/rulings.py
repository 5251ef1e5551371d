"""Proposals of the regulations for a Swiss match against the wrong opponents, and for an unfinished one.

White Book 3.5 and 3.3.9 (see `swiss_rulings`); regulations without these rules have no proposals. The director decides
which side was at fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.teams.swiss_rulings import is_mismatch, is_void, mismatch_points, void_boards
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_rules import scale_in_use
from arrowswitch.tournament.swiss.rounds import event_round, totals_after


@dataclass(frozen=True, slots=True)
class WrongOpponents:
    """The score of a match for a contestant that met the wrong opponents.

    `met` and `due` are the totals of those it met and of the right ones before the round. `won` is the score of the
    match as played, `without_fault` and `at_fault` are the scores by the rule.
    """

    number: Number
    right: Number
    met: Fraction
    due: Fraction
    is_mismatch: bool
    won: Fraction
    without_fault: Fraction
    at_fault: Fraction


@dataclass(frozen=True, slots=True)
class CutShort:
    """A match of which `playable` boards can be played: `awarded` boards get average plus and minus by fault; of a void
    match nothing that was played counts, and `averages` boards get average for both."""

    boards: int
    playable: int
    is_void: bool
    awarded: int

    @property
    def averages(self) -> int:
        """Returns the number of boards with an average for both sides."""
        return self.boards - self.awarded if self.is_void else 0


def has_wrong_opponents(state: EventState) -> bool:
    """True if the event is a Swiss whose regulations have a rule for matches against the wrong opponents."""
    return form_of(state.settings).draws_by_ranking and bool(rules_of(state).teams.mismatch_share)


def has_cut_short(state: EventState) -> bool:
    """True if the event is a Swiss whose regulations have a rule for matches that cannot be played in full."""
    return form_of(state.settings).draws_by_ranking and bool(rules_of(state).teams.void_share)


def wrong_opponents(
    state: EventState,
    at: RoundPlace,
    teams: tuple[Number, Number],
    right: Number,
    won: Fraction,
    boards: int,
) -> WrongOpponents | None:
    """Returns the score of a match of `boards` for the first of `teams`, which should have met `right` and won `won`
    victory points. Returns None without a scale of victory points."""
    scale = scale_in_use(state)
    if scale is None:
        return None
    before = event_round(state, at.place.session, at.round) - 1
    totals = totals_after(state, at.place.section, before) if before else {}
    met, due = totals.get(teams[1], Fraction(0)), totals.get(right, Fraction(0))
    rules, most = rules_of(state).teams, scale.most(boards)
    is_wrong = is_mismatch(met, due, most, rules)
    without_fault, at_fault = (
        mismatch_points(won, most, rules, is_stronger=met > due, is_at_fault=is_at_fault) if is_wrong else won
        for is_at_fault in (False, True)
    )
    return WrongOpponents(
        number=teams[0],
        right=right,
        met=met,
        due=due,
        is_mismatch=is_wrong,
        won=won,
        without_fault=without_fault,
        at_fault=at_fault,
    )


def cut_short(state: EventState, boards: int, playable: int) -> CutShort:
    """Returns the ruling on a match of `boards` of which only `playable` can be played."""
    rules = rules_of(state).teams
    possible = min(playable, boards)
    return CutShort(boards, possible, is_void(boards, possible, rules), void_boards(boards, possible, rules))
