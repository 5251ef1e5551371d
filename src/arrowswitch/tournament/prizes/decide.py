"""Decides on the table of an event's prizes. It may be changed at any time, for it changes no score."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.awards.prizes import PrizePlan
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.prizes import PrizesSet, SetPrizes
from arrowswitch.tournament.model.state import EventState

MOST_RULES = 12
MOST_PLACES = 99
LONGEST = 60


def set_prizes(state: EventState, command: SetPrizes, context: Context) -> tuple[Fact, ...]:
    """Decides on the table."""
    if command.plan == state.publication.prizes:
        return ()
    if command.plan is not None:
        Refused.check(_problems(command.plan))
    return (PrizesSet(command.plan),)


def _problems(plan: PrizePlan) -> Iterator[Problem]:
    if len(plan.rules) > MOST_RULES:
        yield Problem("prizes.too-many", {"n": len(plan.rules), "most": MOST_RULES})
    for at, rule in enumerate(plan.rules):
        if not 1 <= rule.places <= MOST_PLACES:
            yield Problem("prizes.places-most", {"n": rule.places, "most": MOST_PLACES}, f"places-{at}")
        if any(len(thing) > LONGEST for thing in rule.prizes) or len(rule.prizes) > MOST_PLACES:
            yield Problem("prizes.long", {"most": LONGEST}, f"prizes-{at}")
        if any((rule.of, rule.is_each_session) == (one.of, one.is_each_session) for one in plan.rules[:at]):
            yield Problem("prizes.twice", {}, f"of-{at}")


RULES: Rules = {SetPrizes: set_prizes}
