"""The history of the options of table devices, and of hands and leads that tables typed, in words."""

from __future__ import annotations

from arrowswitch.core.deals.deal import RANKS, SUITS
from arrowswitch.core.deals.typing_in import shown_card
from arrowswitch.core.errors import ParamValue
from arrowswitch.tournament.model.slices.review import HandsReported, LeadReported, ReviewOptionsSet


def review_words(fact: HandsReported | LeadReported | ReviewOptionsSet) -> dict[str, ParamValue]:
    """Returns the parameters of a fact's words: the number of options, or the board with the card that was led."""
    if isinstance(fact, ReviewOptionsSet):
        return {"n": len(fact.options)}
    slot = fact.slot
    where: dict[str, ParamValue] = {"round": slot.round, "table": slot.table, "board": slot.board}
    if isinstance(fact, HandsReported):
        return where
    return {**where, "card": shown_card(SUITS.index(fact.card[0]) * len(RANKS) + RANKS.index(fact.card[1]))}
