"""The clubs that report to the federation over the network: each by a link of its own, made and ended here."""

from __future__ import annotations

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.links.links import Links
from arrowswitch.tournament.model.club_values.federation import ReportingClub
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.ports import Chance, Clock, Store

LONGEST_CLUB = 80


class ReportingClubs:
    """The clubs of a federation's store that have a link."""

    def __init__(self, store: Store, clock: Clock, chance: Chance) -> None:
        self._papers: Papers[ReportingClub] = Papers(store, "reporting-club")
        self._links = Links(store, clock)
        self._chance = chance

    def all(self) -> tuple[Paper[ReportingClub], ...]:
        """Returns all of them by name."""
        return tuple(sorted(self._papers, key=lambda paper: (paper.value.name, paper.paper_id)))

    def get(self, club_id: str) -> Paper[ReportingClub]:
        """Returns one; raises NotFound (`paper.unknown`)."""
        return self._papers.get(club_id)

    def add(self, name: str) -> tuple[str, str]:
        """Adds a club and returns its id and the secret of its link, which is not kept.

        Raises Refused: `federation.club-name`, `federation.club-twice`.
        """
        wanted = " ".join(name.split())
        if not 0 < len(wanted) <= LONGEST_CLUB:
            raise Refused.of("federation.club-name", "club", most=LONGEST_CLUB)
        if any(paper.value.name.casefold() == wanted.casefold() for paper in self._papers):
            raise Refused.of("federation.club-twice", "club", club=wanted)
        club_id = self._chance.new_id()
        self._papers.save(club_id, ReportingClub(wanted))
        return club_id, self._links.make(LinkKind.REPORTS, club_id)

    def new_link(self, club_id: str) -> str:
        """Gives a club another link and returns its secret; the one before opens nothing any more."""
        return self._links.make(LinkKind.REPORTS, self.get(club_id).paper_id)

    def remove(self, club_id: str) -> None:
        """Ends a club's link; what it reported stays. Raises NotFound (`paper.unknown`)."""
        paper_id = self.get(club_id).paper_id
        self._links.end(LinkKind.REPORTS, paper_id)
        self._papers.delete(paper_id)
