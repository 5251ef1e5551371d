"""The line that changes with every entry: this many pairs, this movement, these alternatives; and whether the chosen
one still fits.

The choices, their order and what is better or worse about them are the chooser's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.entries.team_numbers import team_numbers
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState, Session
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.plans.choices import PlanOption, plan_options, takes_sections
from arrowswitch.tournament.settings.proposals import scale_change


@dataclass(frozen=True, slots=True)
class MovementProposal:
    """The proposed movement for `pairs` pairs. `chosen` is the section's movement; `fits` when it has a seat for
    exactly everybody.

    `is_planned` when the number of pairs is only expected. `refused` is the reason if nothing can be proposed; `needs`
    is the number that the form requires, if unusual.
    """

    pairs: int
    is_planned: bool
    cards: tuple[MovementChoice, ...]
    chosen: MovementChoice | None
    fits: bool
    refused: tuple[Problem, ...]
    needs: Problem | None

    @property
    def best(self) -> MovementChoice | None:
        """Returns the first choice; None if there is none."""
        return self.cards[0] if self.cards else None


def proposal_of(state: EventState, place: Place, pairs: int | None = None) -> MovementProposal:
    """Returns the proposal for those who have come so far and sit in no other section of the session, or for an
    expected number of them."""
    here = len(playing_here(state, place))
    count = here if pairs is None else pairs
    section = state.find_section(place)
    chosen = section.movement if section is not None else None
    refused: tuple[Problem, ...] = ()
    cards: tuple[MovementChoice, ...] = ()
    form = form_of(state.settings)
    if form.is_planned_whole and count >= form.entrants(state.settings).fewest:
        try:
            cards = tuple(announce_scale(state, card) for card in movement_choices(state, count, place.session))
        except Mistake as mistake:
            refused = mistake.problems
    return MovementProposal(
        pairs=count,
        is_planned=pairs is not None and pairs != here,
        cards=cards,
        chosen=None if chosen is None else choice_of(chosen, state.settings),
        fits=chosen is not None and seats_of(state.session(place.session)) == len(complete_entries(state)),
        refused=refused,
        needs=form_of(state.settings).sizes_with_movement(state.settings.event_form),
    )


def plans_of(state: EventState, proposal: MovementProposal) -> tuple[PlanOption, ...]:
    """Returns the plans over all sessions and sections for those who have come, where the event asks for several of
    either or the field is large: then the movement of one section alone is no proposal, and need not exist. Nothing
    once the sections have what fits."""
    settings = state.settings
    is_divided = settings.division.sections > 1 or settings.sessions > 1
    is_settled = state.is_started or (proposal.chosen is not None and proposal.fits)
    if is_settled or not (
        takes_sections(state, proposal.pairs) or (is_divided and (proposal.cards or proposal.refused))
    ):
        return ()
    try:
        return plan_options(state)
    except Mistake:
        return ()


def playing_here(state: EventState, place: Place) -> tuple[Entry, ...]:
    """Returns the complete entries that have no number in another section of the session."""
    others = (section for letter, section in state.session(place.session).sections.items() if letter != place.section)
    elsewhere = {who for section in others for who in section.numbers.values()}
    return tuple(entry for entry in complete_entries(state) if entry.entry_id not in elsewhere)


def announce_scale(state: EventState, card: MovementChoice) -> MovementChoice:
    """Returns a choice with the warning that the event changes its scale of victory points for it."""
    warning = scale_change(state, [card.movement])
    return card if warning is None else replace(card, warnings=(*card.warnings, warning))


def choice_of(movement: Movement, settings: Settings) -> MovementChoice:
    """Returns a movement with its time and its measures, as a choice without a rank."""
    minutes = movement.rounds * settings.play.pace.round_minutes(movement.boards_per_round)
    return MovementChoice(
        movement=movement, fairness=fairness(movement), minutes=minutes, fits_time=minutes <= settings.play.minutes
    )


def seats_of(session: Session) -> int:
    """Returns for how many contestants the sections of a session have a place."""
    return sum(seats(section.movement) for section in session.sections.values() if section.movement is not None)


def seats(movement: Movement) -> int:
    """Returns for how many contestants the movement has a place."""
    return len(team_numbers(movement)) - (movement.phantom is not None)
