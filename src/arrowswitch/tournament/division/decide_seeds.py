"""Decides on seeds: numbers by the strength of the entries, and even-chance teams made of pairs.

JCBL director's manual 3.3, lines 2596 and 2733 (the standby pair), 2675 and 2725-2734.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.tournament.division.commands import FormTeams, SeedNumbers
from arrowswitch.tournament.division.seeds import by_seed, even_chance
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.entries.facts import EntryRemoved, EntrySet
from arrowswitch.tournament.entries.team_numbers import for_pairs, team_numbers
from arrowswitch.tournament.event.context import Context, Rules
from arrowswitch.tournament.event.forms import EventForm
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import Entry, EventState
from arrowswitch.tournament.movement.facts import NumbersSet

_PAIR = 2


def seed_numbers(state: EventState, command: SeedNumbers, context: Context) -> tuple[Fact, ...]:
    """Decides on numbers by seed: the strongest is number 1."""
    section = state.section_or_empty(command.place)
    if any(slot.place == command.place for slot in state.results):
        raise Refused.of("numbers.fixed-for-session")
    entries = by_seed(complete_entries(state))
    if not entries:
        raise Refused.of("numbers.nobody")
    free = [Number(str(n)) for n in range(1, len(entries) + 1)]
    if section.movement is not None:
        free = [number for number in team_numbers(section.movement) if number != section.movement.phantom]
    if len(free) != len(entries):
        raise Refused.of("numbers.other-size", pairs=len(entries), seats=len(free))
    numbers = {number: entry.entry_id for number, entry in zip(free, entries, strict=True)}
    return (NumbersSet(command.place, for_pairs(section.movement, numbers)),)


def form_teams(state: EventState, command: FormTeams, context: Context) -> tuple[Fact, ...]:
    """Decides on even-chance teams: every two pairs become one entry of four, a standby pair that is not needed steps
    out."""
    if state.settings.event_form is not EventForm.EVEN_CHANCE_TEAMS:
        raise Refused.of("team-event.not-even-chance")
    if state.is_started:
        raise Refused.of("team-event.teams-fixed")
    pairs = [entry for entry in complete_entries(state) if len(entry.people) == _PAIR]
    found: list[Fact] = []
    teams = even_chance(pairs, command.standby)
    for best, worst in teams:
        people = best.people + worst.people
        found += [EntryRemoved(best.entry_id), EntryRemoved(worst.entry_id)]
        name = best.name or worst.name
        found.append(EntrySet(Entry(EntryId(context.chance.new_id()), people, note=_notes(best, worst), name=name)))
    playing = {pair.entry_id for team in teams for pair in team}
    out = (pair for pair in pairs if pair.entry_id not in playing)
    return (*found, *(EntrySet(replace(pair, is_withdrawn=True)) for pair in out))


def _notes(best: Entry, worst: Entry) -> str:
    return " ".join(note for note in (best.note, worst.note) if note)


RULES: Rules = {
    FormTeams: form_teams,
    SeedNumbers: seed_numbers,
}
