"""The head of the routes about matches: events without matches have none of them. A form about one says which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Form

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.tournament.matches.views import MatchView, match_at
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web.desk.at import PlaceAt, has_page, only
from arrowswitch.web.forms import SeenForm

MatchesDep = Annotated[PlaceAt, Depends(only(has_page("matches"), Problem("desk.match.none-here")))]


@dataclass(frozen=True, slots=True)
class MatchAsked:
    """The match that a form is about: a contestant's in a round, `opponent` where it has several there (None: its only
    one); the name that approved a correction after its time; `seen` is the newest ledger entry that its page showed."""

    at: PlaceAt
    played_in: RoundPlace
    number: Number
    opponent: Number | None
    approver: str
    seen: int | None = None

    @property
    def page(self) -> str:
        """Returns the address of the match."""
        address = f"{self.at.base}/matches/{self.played_in.round}/{self.number}"
        return address if self.opponent is None else f"{address}?{urlencode({'against': self.opponent})}"

    def match(self, state: EventState) -> MatchView:
        """Returns the match; raises NotFound (`match.none`)."""
        return match_at(state, self.played_in, self.number, self.opponent)


def match_asked(
    at: MatchesDep,
    round_number: int,
    number: str,
    against: Annotated[str, Form(max_length=10)] = "",
    approver: Annotated[str, Form(max_length=60)] = "",
    seen: SeenForm = None,
) -> MatchAsked:
    """Returns the match that a form is about."""
    return MatchAsked(
        at=at,
        played_in=at.place.at(round_number),
        number=Number(number[:10]),
        opponent=Number(against) if against else None,
        approver=approver,
        seen=seen,
    )


MatchAskedDep = Annotated[MatchAsked, Depends(match_asked)]
"""Put it among the parameters of a route that takes a form about one match."""
