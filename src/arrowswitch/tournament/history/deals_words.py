"""The words of deals in the history."""

from __future__ import annotations

from arrowswitch.core.errors import ParamValue
from arrowswitch.tournament.model.slices.deals import DealsAnalysed, DealsPlaced, DealsReleased, DealsSeen, HandsTyped


def deals_words(fact: DealsPlaced | DealsReleased | DealsSeen | HandsTyped | DealsAnalysed) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's words: the session, the board if it is one, else how many deals."""
    if isinstance(fact, HandsTyped | DealsSeen) and fact.board is not None:
        return {"session": fact.session, "board": fact.board}
    if isinstance(fact, DealsPlaced) and fact.deals is not None:
        return {"session": fact.session, "n": len(fact.deals.deals)}
    if isinstance(fact, DealsAnalysed):
        return {"session": fact.session, "n": len(fact.boards)}
    return {"session": fact.session}
