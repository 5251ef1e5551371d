"""The ways in which an open board of pairs can end, and what each brings a pair on that board.

A board ends with a result or with a ruling. No result and no assigned or weighted score beats `won_by` for one side and
against the other; `awarded_to` is the largest artificial score, `NOT_PLAYED` is none at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.contracts import RawScore, TableResult
from arrowswitch.core.game.notation import LARGEST_SCORE
from arrowswitch.core.game.possible import possible_scores
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.inputs import SessionLines
from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed, Percentage, SideOutcome, award_kind
from arrowswitch.core.scoring.sessions import score_boards_of
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import entry_order, form_at, line_of, scored_sides
from arrowswitch.tournament.scored.session import scoring_input
from arrowswitch.tournament.scored.slots import sides_of


@dataclass(frozen=True, slots=True)
class End:
    """How a board ends at a table: with a result, or with what each side is awarded."""

    result: TableResult | None = None
    ns: SideOutcome | None = None
    ew: SideOutcome | None = None

    def entry(self, state: EventState, slot: Slot) -> TableEntry:
        """Returns the entry of a slot that ends this way."""
        ns, ew = sides_of(state, slot)
        return TableEntry(slot=slot, ns=ns, ew=ew, result=self.result, ns_award=self.ns, ew_award=self.ew)


Ends = Mapping[Slot, End]
"""The end of each open board."""

NOT_PLAYED = End(ns=NotPlayed(), ew=NotPlayed())
_WON = {side: End(RawScore(LARGEST_SCORE if side is Side.NS else -LARGEST_SCORE)) for side in Side}
_ALL, _NONE = Percentage(Fraction(100)), Percentage(Fraction(0))
_AWARDED = {Side.NS: End(ns=_ALL, ew=_NONE), Side.EW: End(ns=_NONE, ew=_ALL)}


def won_by(side: Side) -> End:
    """Returns the result that no other beats for a side."""
    return _WON[side]


def awarded_to(side: Side) -> End:
    """Returns the ruling that gives a side all and the other nothing: average plus and minus where IMPs are counted."""
    return _AWARDED[side]


def every_end(slot: Slot) -> tuple[End, ...]:
    """Returns the ends of a board that can differ in what they bring others: every score, and none."""
    return (NOT_PLAYED, *(End(RawScore(score)) for score in possible_scores(vulnerability(slot.board))))


def with_ends(state: EventState, ends: Ends) -> EventState:
    """Returns an event whose open boards have ended."""
    return replace(state, results={**state.results, **{slot: end.entry(state, slot) for slot, end in ends.items()}})


def without_averages(entry: TableEntry, side: Side, *, is_gain: bool) -> End:
    """Returns an entry with average in place of what is good for a side: its own average plus and the average minus of
    the other; with `is_gain` in place of what is bad for it."""
    own, other = (AverageKind.MINUS, AverageKind.PLUS) if is_gain else (AverageKind.PLUS, AverageKind.MINUS)
    ns, ew = (own, other) if side is Side.NS else (other, own)
    return End(entry.result, _unless(entry.ns_award, ns), _unless(entry.ew_award, ew))


def _unless(award: SideOutcome | None, kind: AverageKind) -> SideOutcome | None:
    return Average(AverageKind.AVERAGE) if award is not None and award_kind(award) is kind else award


def points_on_board(state: EventState, at: Slot, ends: Ends) -> tuple[Fraction | None, Fraction | None]:
    """Returns the points of North-South and East-West in a slot when it and others of its board end this way; None for
    a side without a score. An average is worth what it is without regard to other boards."""
    filled = with_ends(state, ends)
    session = state.session(at.session)
    entries = [entry for slot, entry in filled.results.items() if (slot.session, slot.board) == (at.session, at.board)]
    lines = [line_of(session, entry, form_at(state, entry.slot)) for entry in sorted(entries, key=entry_order)]
    board = replace(scoring_input(state, at.session), lines=SessionLines(lines))
    rows = score_boards_of(board, rules_of(state), state.settings.scoring.method)[at.board].rows
    sides = scored_sides(session, filled.results[at])
    return next((row.ns.exact, row.ew.exact) for row in rows if (row.line.ns, row.line.ew) == sides)
