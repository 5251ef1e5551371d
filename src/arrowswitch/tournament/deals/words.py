"""What the history says of deals."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue
from arrowswitch.tournament.deals.facts import DealsPlaced, DealsReleased, DealsSeen


def deals_words(fact: DealsPlaced | DealsReleased | DealsSeen) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's words: the session, and of placed deals how many."""
    if isinstance(fact, DealsPlaced) and fact.deals is not None:
        return {"session": fact.session, "n": len(fact.deals.deals)}
    return {"session": fact.session}
