"""Lists beside the total of several sessions: the strata and the ranking with handicaps, over all boards of the event.

JCBL director's manual 3.3, lines 1521-1532 (each stratum ranks itself and those below it), 2219 and 2276 (totals) and
4205 (handicap games). They rank the same total and change no result; masterpoints stand with the total alone, for an
event gives them once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.totals.handicap import HandicapRules, with_handicaps
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.ranking.divided import by_stratum, field_of_event
from arrowswitch.tournament.ranking.event_total import has_event_total
from arrowswitch.tournament.ranking.further import FurtherKind, handicap_of
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.totals import TotalRow, TotalView


@dataclass(frozen=True, slots=True)
class TotalList:
    """A list beside the total: of a stratum (`name` is its name), or with handicaps, which stand in `notes`."""

    kind: FurtherKind
    rows: tuple[TotalRow, ...]
    name: str = ""
    side: Side | None = None
    notes: Mapping[Number, Fraction] = field(default_factory=dict)


def total_lists(state: EventState, view: TotalView) -> tuple[TotalList, ...]:
    """Returns the strata below the first and the ranking with handicaps, by the total of an event of several sessions;
    nothing where the total is that of matches or the ranking of the one session says the same."""
    if not view.sessions or not has_event_total(state) or is_of_matches(state):
        return ()
    return (*_strata(state, view), *_handicaps(state, view))


def _strata(state: EventState, view: TotalView) -> Iterator[TotalList]:
    for one in by_stratum(state, field_of_event(state, view)):
        if one.ranking:
            yield TotalList(FurtherKind.STRATUM, _rows(view, one.ranking), one.name, one.side)


def _handicaps(state: EventState, view: TotalView) -> Iterator[TotalList]:
    given = {row.standing.number: handicap_of(row.entry) for row in view.rows if row.entry is not None}
    if not any(given.values()) or not state.settings.can_take_handicaps:
        return
    rules = HandicapRules(state.settings.handicap_kind)
    after = with_handicaps(view.standings, given, rules, rules_of(state).scoring.ranking)
    for side in dict.fromkeys(one.direction for one in after):
        rows = _rows(view, tuple(one for one in after if one.direction is side))
        yield TotalList(FurtherKind.HANDICAP, rows, side=side, notes=given)


def _rows(view: TotalView, ranking: Sequence[Standing]) -> tuple[TotalRow, ...]:
    known = {row.standing.number: row for row in view.rows}
    return tuple(replace(known[one.number], standing=one, master_points=None) for one in ranking)
