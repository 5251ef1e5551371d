"""Lists in addition to the total of several sessions: the strata, and the total after handicaps, over all boards of the
event.

JCBL director's manual 3.3, lines 1521-1532 (each stratum ranks itself and those below it), 2219 and 2276 (totals) and
4205 (handicaps). They rank the same total and change no result; masterpoints stand with the total alone, for an event
gives them once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.ranking.divided import by_stratum, field_of_event
from arrowswitch.tournament.ranking.event_total import handicapped_total, has_event_total, total_handicaps
from arrowswitch.tournament.ranking.further import FurtherKind
from arrowswitch.tournament.standings.totals import TotalRow, TotalView


@dataclass(frozen=True, slots=True)
class TotalList:
    """A list in addition to the total: `kind` is that of the strata or of handicaps, `name` the stratum's; `side` if
    the two directions are ranked separately. `notes` has everybody's handicap, if it counts."""

    kind: FurtherKind
    rows: tuple[TotalRow, ...]
    name: str = ""
    side: Side | None = None
    notes: Mapping[Number, Fraction] = field(default_factory=dict, hash=False)


def total_lists(state: EventState, view: TotalView) -> Iterator[TotalList]:
    """Yields the strata below the first and the ranking after handicaps by the total of an event of several sessions;
    nothing if the total is that of matches, or equals the ranking of the only session."""
    if not view.sessions or not has_event_total(state) or form_of(state.settings).ranks_matches(state):
        return
    by_number = {row.standing.number: row for row in view.rows}
    for stratum in by_stratum(state, field_of_event(state, view)):
        rows = tuple(replace(by_number[row.number], standing=row, master_points=None) for row in stratum.ranking)
        if rows:
            yield TotalList(kind=FurtherKind.STRATUM, rows=rows, name=stratum.name, side=stratum.side)
    after = handicapped_total(state, view.sessions[-1])
    if after is not None:
        notes = total_handicaps(state, after)
        for side, listed in ((None, after.together),) if after.together else after.groups:
            yield TotalList(kind=FurtherKind.HANDICAP, rows=listed, side=side, notes=notes)
