"""The contestants of an event as pages and sheets show them: pairs, single players, and teams.

JCBL director's manual 3.3, lines 1622-1634 and 1670-1686: teams of four to six meet at two tables, each with a line-up,
and may have substitutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.tournament.model.values.matches import MatchSettings


@dataclass(frozen=True, slots=True)
class Contestants:
    """The differences between the sorts of contestants on pages and sheets.

    - `name` and `plural` are the last parts of their message codes, `entry_codes` the first part of the codes of the
      page of entries, `labels` the codes for the first and for every other person of an entry.
    - `people` is how many people an entry needs and may have; None if the settings of matches fix it.
    - `fewest` is the number from which a movement is proposed.
    - `numbers_at_side` is how many numbers share a side of the table.
    - `rooms` are the rooms of a match.
    - `adds_people`: more people than play may be added to an entry later.
    - `finds_partners`: single players wait for a partner.
    - `has_name`: an entry may have a name of its own, and its people are listed under it.
    - `has_captain`: the first person of an entry is the captain.
    - `has_own_form`: an entry form is for one contestant, not for all at a table.
    - `has_lineups`: each contestant of a match hands in its line-up for each half.
    - `has_top`: a board is compared with the whole field, so that its points have a top and a fixed sum.
    - `has_groups`: the numbers of a section are in groups whose members do not meet.
    - `is_spread`: numbers can be given so that each group has its share of every flight.
    - `has_stationary_seats`: one of them may keep a seat, and wish for it.
    - `is_seeded`: the points of the people decide on seeds, even without strata and flights.
    - `can_rove`: one of them may take the seats of others in turn.
    """

    name: str
    plural: str
    entry_codes: str
    labels: tuple[str, str]
    fewest: int
    people: tuple[int, int] | None = None
    numbers_at_side: int = 1
    rooms: tuple[str, ...] = ("open",)
    adds_people: bool = False
    finds_partners: bool = False
    has_name: bool = False
    has_captain: bool = False
    has_own_form: bool = False
    has_lineups: bool = False
    has_top: bool = True
    has_groups: bool = True
    is_spread: bool = False
    has_stationary_seats: bool = True
    is_seeded: bool = False
    can_rove: bool = False

    def people_of(self, matches: MatchSettings) -> tuple[int, int]:
        """Returns how many people an entry needs and may have."""
        return self.people or (matches.people, matches.most_people)

    def label(self, place: int) -> str:
        """Returns the message code for the person at a place of an entry, counted from 1."""
        first, other = self.labels
        return first if place == 1 else other


PAIRS = Contestants(
    name="pair",
    plural="pairs",
    entry_codes="desk.entries.",
    labels=("desk.entries.first", "desk.entries.second"),
    fewest=4,
    people=(1, 2),
    finds_partners=True,
    is_spread=True,
    can_rove=True,
)
PLAYERS = Contestants(
    name="player",
    plural="players",
    entry_codes="desk.player-list.",
    labels=("desk.team.player", "desk.team.player"),
    fewest=8,
    people=(1, 1),
    numbers_at_side=2,
)
TEAMS = Contestants(
    name="team",
    plural="teams",
    entry_codes="desk.teams.",
    labels=("desk.team.captain", "desk.team.member"),
    fewest=3,
    rooms=("open", "closed"),
    adds_people=True,
    has_name=True,
    has_captain=True,
    has_own_form=True,
    has_lineups=True,
    has_top=False,
    has_groups=False,
    has_stationary_seats=False,
    is_seeded=True,
)
BY_KIND: Mapping[ContestantKind, Contestants] = {
    ContestantKind.PAIR: PAIRS,
    ContestantKind.PLAYER: PLAYERS,
    ContestantKind.TEAM: TEAMS,
}
"""The contestants by the kind that enters."""
