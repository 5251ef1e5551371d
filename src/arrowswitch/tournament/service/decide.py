"""The director moves the event on: from a state and a command to facts, or to a refusal that says what to do.

`decide` is the only way from commands to facts. It reads no clock and draws no lot by itself: `Context` brings both.
Each capability has the rules for its commands; they are joined here. The consequences of a change of the entries are
added for every command: the waiting list moves up.
"""

from __future__ import annotations

from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.tournament.advance import decide as advance
from arrowswitch.tournament.advance.following import following
from arrowswitch.tournament.deals import decide as deals
from arrowswitch.tournament.devices import decide as devices
from arrowswitch.tournament.devices import decide_seating as seating
from arrowswitch.tournament.division import decide as division
from arrowswitch.tournament.entries import decide as entries
from arrowswitch.tournament.finals import decide as finals
from arrowswitch.tournament.forms.bracket import decide as knockout
from arrowswitch.tournament.instant import decide as instant
from arrowswitch.tournament.league import decide as league
from arrowswitch.tournament.lists import decide as lists
from arrowswitch.tournament.matches import decide as matches
from arrowswitch.tournament.matches import decide_shortening as shortening
from arrowswitch.tournament.model.commands import Command, Undo
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.fold import advance as folded
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.slices.movement import MovementSet
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.movement import decide as movement
from arrowswitch.tournament.plans import decide as plans
from arrowswitch.tournament.play import decide as play
from arrowswitch.tournament.prizes import decide as prizes
from arrowswitch.tournament.publication import decide as publication
from arrowswitch.tournament.records import decide as records
from arrowswitch.tournament.reporting import decide as reporting
from arrowswitch.tournament.results import decide as results
from arrowswitch.tournament.review import decide as review
from arrowswitch.tournament.rulings import decide as rulings
from arrowswitch.tournament.rulings import decide_calls as calls
from arrowswitch.tournament.rulings import decide_cases as cases
from arrowswitch.tournament.rulings import decide_withdrawals as withdrawals
from arrowswitch.tournament.service import undo
from arrowswitch.tournament.settings import decide as settings
from arrowswitch.tournament.settings.decide_method import set_up_problems
from arrowswitch.tournament.swiss import decide as swiss

RULES: Rules = {
    **settings.RULES,
    **entries.RULES,
    **advance.RULES,
    **movement.RULES,
    **play.RULES,
    **results.RULES,
    **devices.RULES,
    **seating.RULES,
    **review.RULES,
    **rulings.RULES,
    **withdrawals.RULES,
    **calls.RULES,
    **cases.RULES,
    **lists.RULES,
    **swiss.RULES,
    **matches.RULES,
    **shortening.RULES,
    **knockout.RULES,
    **league.RULES,
    **finals.RULES,
    **instant.RULES,
    **plans.RULES,
    **division.RULES,
    **prizes.RULES,
    **deals.RULES,
    **records.RULES,
    **publication.RULES,
    **reporting.RULES,
    Undo: undo.take_back,
}
"""The decision on each command."""


def decide(state: EventState, command: Command, context: Context) -> tuple[Fact, ...]:
    """Returns the facts that come of a command; none when it changes nothing. Raises Mistake when it cannot stand."""
    rule = RULES.get(type(command))
    if rule is None:
        raise Impossible(f"no rule for the command {command!r}")
    facts = rule(state, command, context)
    _check_set_up(state, facts, context)
    return (*facts, *following(state, facts))


def _check_set_up(state: EventState, facts: tuple[Fact, ...], context: Context) -> None:
    """Raises Refused if the facts set a movement that the event's scale or method cannot score."""
    changed = tuple(fact for fact in facts if isinstance(fact, SettingsChanged | MovementSet))
    if not changed:
        return
    places = [fact.place for fact in changed if isinstance(fact, MovementSet)]
    is_everywhere = any(isinstance(fact, SettingsChanged) for fact in changed)
    after = folded(state, LedgerEntry(state.seq + 1, context.now, context.stamp, changed))
    Refused.check(dict.fromkeys(set_up_problems(after, None if is_everywhere else places)))
