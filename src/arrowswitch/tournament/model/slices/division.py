"""Commands that divide a field: teams into flights with sheets of their own, pairs over the groups of all sections."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EntryId


@dataclass(frozen=True, slots=True)
class SplitFlights(Command):
    """Play a short round robin of teams and pairs in these flights: each is a section with its sheets for both sessions
    (manual, lines 2636-2650). A flight lists its teams in the order of their numbers."""

    flights: tuple[tuple[EntryId, ...], ...]


@dataclass(frozen=True, slots=True)
class NamedSeed:
    """A seeded entry, and the section in which it is to play (None: where its turn comes)."""

    entry_id: EntryId
    section: SectionLetter | None = None


@dataclass(frozen=True, slots=True)
class SpreadPairs(Command):
    """Give the numbers of all sections of a session so that flights and strength are even over the groups.

    By lot within the flights; with `by_points` so that the groups' points are alike (manual, lines 2316-2318). Without
    a seed a fresh one is taken. `seeds` are placed before all others, the strongest first: to and fro over the groups,
    or in a section that is named.
    """

    session: SessionNumber
    by_points: bool = False
    seed: int | None = None
    seeds: tuple[NamedSeed, ...] = ()


@dataclass(frozen=True, slots=True)
class FormTeams(Command):
    """Make even-chance teams of the pairs: best with worst, second with second-worst (manual, lines 2725-2734).

    `standby` is the pair that fills in when the number is odd and steps out when it is even.
    """

    standby: EntryId | None = None
