"""Even-chance teams as they would be made: the pairs by seed points, who plays with whom, who stands by.

JCBL director's manual 3.3, lines 2596 and 2725-2734: best with worst, second with second-worst; a standby pair for an
odd number. Nothing is stored; `FormTeams` makes the teams.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.tournament.division.seeds import by_seed, even_chance, seed_points
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.model.fold import taken_back
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.slices.entries import EntryRemoved, EntrySet
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.undo import is_rested_on
from arrowswitch.tournament.model.values.people import Entry

_PAIR, _TEAM = 2, 4


@dataclass(frozen=True, slots=True)
class SeededPair:
    """A pair by its seed: the place from 1, and its points in hundredths."""

    place: int
    entry: Entry
    points: int


@dataclass(frozen=True, slots=True)
class ProposedTeam:
    """Two pairs that would be a team, the better one first, and the points of all four."""

    best: SeededPair
    other: SeededPair
    points: int


@dataclass(frozen=True, slots=True)
class EvenChance:
    """The pairs and the teams they would make. `standby` is who fills in for an odd number; `steps_out` when it is not
    needed. `refused` says why no teams can be made. `formed` are teams that were made already."""

    pairs: tuple[SeededPair, ...]
    teams: tuple[ProposedTeam, ...]
    standby: EntryId | None
    steps_out: Entry | None
    refused: tuple[Problem, ...]
    formed: tuple[Entry, ...]

    @property
    def mean(self) -> Fraction:
        """Returns the mean points of the proposed teams, in hundredths."""
        return Fraction(sum(team.points for team in self.teams), max(len(self.teams), 1))


def even_chance_teams(state: EventState, standby: EntryId | None = None) -> EvenChance | None:
    """Returns the teams that the pairs would make; None for other forms of event. A `standby` that is no pair of the
    event counts as none."""
    if not state.settings.event_form.joins_pairs:
        return None
    entries = complete_entries(state)
    pairs = [entry for entry in entries if len(entry.people) == _PAIR]
    formed = tuple(entry for entry in entries if len(entry.people) >= _TEAM)
    standby = standby if standby in {pair.entry_id for pair in pairs} else None
    seeded = tuple(SeededPair(at, pair, seed_points(pair)) for at, pair in enumerate(by_seed(pairs), start=1))
    by_id = {one.entry.entry_id: one for one in seeded}
    refused: tuple[Problem, ...] = ()
    try:
        two = even_chance(pairs, standby)
    except Mistake as mistake:
        two, refused = (), mistake.problems
    teams = tuple(ProposedTeam(by_id[a.entry_id], by_id[b.entry_id], seed_points(a) + seed_points(b)) for a, b in two)
    playing = {pair.entry_id for pairs_of in two for pair in pairs_of}
    out = next((pair for pair in pairs if two and pair.entry_id not in playing), None)
    return EvenChance(pairs=seeded, teams=teams, standby=standby, steps_out=out, refused=refused, formed=formed)


def formed_at(ledger: tuple[LedgerEntry, ...]) -> int | None:
    """Returns the ledger entry that made the teams, as long as it can be taken back; None where there is none."""
    gone = taken_back(ledger)
    for entry in reversed(ledger):
        made = sum(isinstance(fact, EntrySet) and len(fact.entry.people) == _TEAM for fact in entry.facts)
        left = sum(isinstance(fact, EntryRemoved) for fact in entry.facts)
        if entry.seq not in gone and made > 1 and left == 2 * made:
            return None if is_rested_on(ledger, gone, entry) else entry.seq
    return None
