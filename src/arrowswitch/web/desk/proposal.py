"""The line that changes with every entry: so many pairs, this movement, these alternatives; and whether the chosen one
still fits.

The choices and their order are the chooser's. Here each is put beside the first: what is better about it, and what is
worse.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.fairness import Fairness, fairness
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.director.entries import complete_entries
from arrowswitch.tournament.model import EventState, Settings
from arrowswitch.tournament.queries.choices import Choice, movement_choices

FEWEST_PAIRS = 4


@dataclass(frozen=True, slots=True)
class Card:
    """One movement as a choice. `better` and `worse` compare it with the first choice; `why` are the chooser's own
    reasons.
    """

    movement: Movement
    fairness: Fairness
    minutes: int
    is_in_time: bool
    why: tuple[Problem, ...] = ()
    better: tuple[Problem, ...] = ()
    worse: tuple[Problem, ...] = ()

    @property
    def options(self) -> str:
        """Returns the options by which the same movement is made again, as JSON."""
        return json.dumps(dict(self.movement.options), ensure_ascii=False, sort_keys=True)

    @property
    def winners(self) -> int:
        """Returns how many rankings the movement has."""
        return len(self.movement.fields)

    @property
    def boards_each(self) -> int:
        """Returns the boards of a pair that sits out as often as anybody may."""
        return (self.movement.rounds - self.fairness.sit_outs.most) * self.movement.boards_per_round

    @property
    def has_relay(self) -> bool:
        """Tells whether tables share boards in some round."""
        return any(self.movement.sharing(number) for number in range(1, self.movement.rounds + 1))


@dataclass(frozen=True, slots=True)
class Proposal:
    """What to play with `pairs` pairs. `chosen` is the section's movement; `fits` when it has a seat for exactly
    everybody.

    `is_planned` when the number of pairs is only expected. `refused` says why nothing can be proposed.
    """

    pairs: int
    is_planned: bool
    cards: tuple[Card, ...]
    chosen: Card | None
    fits: bool
    refused: tuple[Problem, ...]

    @property
    def best(self) -> Card | None:
        """Returns the first choice."""
        return self.cards[0] if self.cards else None


def proposal_of(state: EventState, pairs: int | None = None) -> Proposal:
    """Returns the proposal for the pairs that have come so far, or for an expected number of them."""
    here = len(complete_entries(state))
    count = here if pairs is None else pairs
    section = state.session(1).sections.get("A")
    chosen = section.movement if section is not None else None
    seats = 0 if chosen is None else len(chosen.contestants) - (chosen.phantom is not None)
    refused: tuple[Problem, ...] = ()
    cards: tuple[Card, ...] = ()
    if count >= FEWEST_PAIRS:
        try:
            cards = _cards(movement_choices(state, count), state.settings)
        except Mistake as mistake:
            refused = mistake.problems
    return Proposal(
        pairs=count,
        is_planned=pairs is not None and pairs != here,
        cards=cards,
        chosen=None if chosen is None else card_of(chosen, state.settings),
        fits=chosen is not None and seats == here,
        refused=refused,
    )


def card_of(movement: Movement, settings: Settings, why: tuple[Problem, ...] = ()) -> Card:
    """Returns a movement as a choice."""
    minutes = movement.rounds * settings.pace.round_minutes(movement.boards_per_round)
    return Card(movement, _measured(movement), minutes, minutes <= settings.minutes, why)


def compared(card: Card, best: Card) -> Card:
    """Returns the card with what is better and what is worse about it than about `best`."""
    found = tuple(_differences(card, best))
    return replace(
        card,
        better=tuple(problem for is_better, problem in found if is_better),
        worse=tuple(problem for is_better, problem in found if not is_better),
    )


def _cards(choices: tuple[Choice, ...], settings: Settings) -> tuple[Card, ...]:
    cards = [card_of(choice.movement, settings) for choice in choices]
    return tuple(compared(card, cards[0]) if place else card for place, card in enumerate(cards))


@lru_cache(maxsize=64)
def _measured(movement: Movement) -> Fairness:
    return fairness(movement)


def _differences(card: Card, best: Card) -> Iterator[tuple[bool, Problem]]:
    """Yields what a director asks about, in that order: boards, time, opponents, sit-outs, rankings, relays, an early
    end.
    """

    def said(name: str, difference: int, is_more_better: bool) -> Iterator[tuple[bool, Problem]]:
        if difference:
            word = "more" if difference > 0 else "fewer"
            yield (difference > 0) == is_more_better, Problem(f"desk.choice.{word}-{name}", {"n": abs(difference)})

    yield from said("boards", card.boards_each - best.boards_each, True)
    yield from said("minutes", card.minutes - best.minutes, False)
    yield from said("missed", card.fairness.opponents_missed.most - best.fairness.opponents_missed.most, False)
    yield from said("sit-outs", card.fairness.sit_outs.most - best.fairness.sit_outs.most, False)
    if card.winners != best.winners:
        yield (
            card.winners < best.winners,
            Problem("desk.choice.one-ranking" if card.winners == 1 else "desk.choice.two-rankings"),
        )
    if card.has_relay != best.has_relay:
        yield best.has_relay, Problem("desk.choice.no-relay" if best.has_relay else "desk.choice.relay")
    if bool(card.movement.rounds_free_to_cut) != bool(best.movement.rounds_free_to_cut):
        is_free = bool(card.movement.rounds_free_to_cut)
        yield is_free, Problem("desk.choice.can-stop" if is_free else "desk.choice.cannot-stop")
    if card.is_in_time != best.is_in_time:
        yield card.is_in_time, Problem("desk.choice.in-time" if card.is_in_time else "desk.choice.over-time")
