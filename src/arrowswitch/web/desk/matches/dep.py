"""The head of the routes about matches: events without matches have none of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.web.desk.at import PlaceAt, only

MatchesDep = Annotated[PlaceAt, Depends(only(is_of_matches, Problem("desk.match.none-here")))]
