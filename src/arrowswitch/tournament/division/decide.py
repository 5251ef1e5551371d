"""Decides on how a field is divided: teams into flights, pairs over the groups of all sections, even-chance teams.

JCBL director's manual 3.3, lines 2316-2318, 2563-2587, 2636-2650, and 2596 and 2725-2734 (the standby pair).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.team_pairs import SESSIONS, team_pairs
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.movements.sessions.plan import NAMES
from arrowswitch.core.pairing.division.balance import Group, distribute_members, large, snake_seeds
from arrowswitch.core.pairing.division.team_flights import plan_of
from arrowswitch.tournament.division.even_chance import even_chance_teams
from arrowswitch.tournament.division.groups import FieldGroup, groups_of, member_of
from arrowswitch.tournament.entries.copies import join_entries
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.entries.team_numbers import for_pairs
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.division import FormTeams, NamedSeed, SplitFlights, SpreadPairs
from arrowswitch.tournament.model.slices.entries import EntryRemoved, EntrySet
from arrowswitch.tournament.model.slices.movement import MovementSet, NumbersSet
from arrowswitch.tournament.model.slices.settings import SettingsChanged
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.settings.decide_forms import match_problems


def split_flights(state: EventState, command: SplitFlights, context: Context) -> tuple[Fact, ...]:
    """Decides on flights of a short round robin of teams and pairs: a section each, both sessions with their sheets.

    Raises Refused (`scale.no-column`) if the event's scale has no column for the matches of a flight.
    """
    Refused.check(_split_problems(state, command))
    plan = plan_of([len(flight) for flight in command.flights])
    settings = replace(
        state.settings,
        division=replace(state.settings.division, sections=len(command.flights)),
        sessions=max(SESSIONS, state.settings.sessions),
    )
    facts: list[Fact] = [] if settings == state.settings else [SettingsChanged(settings)]
    scale_problems: dict[Problem, None] = {}
    for session in range(1, SESSIONS + 1):
        for letter, flight, each in zip(NAMES, command.flights, plan.boards_per_round, strict=False):
            sheet = team_pairs(len(flight), session, boards_per_round=each, first_board=state.settings.play.first_board)
            scale_problems |= dict.fromkeys(match_problems(sheet, settings))
            numbers = {Number(str(place)): who for place, who in enumerate(flight, start=1)}
            at = Place(session, SectionLetter(letter))
            facts += (MovementSet(at, sheet), NumbersSet(at, for_pairs(sheet, numbers)))
    Refused.check(scale_problems)
    return tuple(facts)


def _split_problems(state: EventState, command: SplitFlights) -> Iterator[Problem]:
    if not state.settings.event_form.links_sessions:
        yield Problem("team-flights.other-form")
    if state.is_started:
        yield Problem("team-flights.started")
    playing = {entry.entry_id for entry in complete_entries(state)}
    placed = [who for flight in command.flights for who in flight]
    if set(placed) != playing or len(placed) != len(playing):
        yield Problem("team-flights.everybody", {"placed": len(placed), "teams": len(playing)})
    used_letters = {letter for session in state.sessions.values() for letter in session.sections}
    more = sorted(used_letters - set(NAMES[: len(command.flights)]))
    if more:
        yield Problem("team-flights.sections-left", {"sections": ", ".join(more)})


def spread_pairs(state: EventState, command: SpreadPairs, context: Context) -> tuple[Fact, ...]:
    """Decides on the numbers of all sections of a session, seeds first, even over their groups; wishes for a stationary
    seat are kept as far as a pair of the same flight can change places."""
    session = state.session(command.session)
    if session.started_at is not None or state.is_scored_in(command.session):
        raise Refused.of("numbers.fixed-for-session")
    groups = groups_of(state, command.session)
    if not groups:
        raise Refused.of("field-balance.no-movement")
    entries = {entry.entry_id: entry for entry in complete_entries(state)}
    members = [member_of(state, entry) for entry in entries.values()]
    sizes = [len(group.numbers) for group in groups]
    if sum(sizes) != len(members):
        raise Refused.of("numbers.other-size", pairs=len(members), seats=sum(sizes))
    seed = context.chance.seed() if command.seed is None else command.seed
    random.Random(seed).shuffle(members)
    seeded = _place_seeds(groups, command.seeds, entries)
    named = {one for own in seeded for one in own}
    others = [one for one in members if one.key not in named]
    left = [size - len(own) for size, own in zip(sizes, seeded, strict=True)]
    rest = distribute_members(others, left, None if command.by_points else seed)
    placed = [(*(member_of(state, entries[one]) for one in own), *more) for own, more in zip(seeded, rest, strict=True)]
    stationary = {section.letter: _stationary(section) for section in session.sections.values()}
    numbers: dict[SectionLetter, dict[Number, EntryId]] = {}
    for group, own in zip(groups, _with_wishes(groups, placed, stationary, entries, named), strict=True):
        seats = _seats(group, [entries[EntryId(one.key)] for one in own], stationary[group.section], seed)
        numbers.setdefault(group.section, {}).update(seats)
    return tuple(
        NumbersSet(Place(command.session, letter), for_pairs(session.sections[letter].movement, found), seed)
        for letter, found in numbers.items()
    )


def _place_seeds(
    groups: Sequence[FieldGroup], seeds: Sequence[NamedSeed], entries: Mapping[EntryId, Entry]
) -> tuple[tuple[EntryId, ...], ...]:
    """Returns the seeds of each group. Raises Refused: `field-balance.seed-twice`, `field-balance.seed-gone` for one
    who does not play, `field-balance.seeds-full` where a section has no place left."""
    problems = []
    for at, seed in enumerate(seeds):
        if seed.entry_id not in entries:
            problems.append(Problem("field-balance.seed-gone", {"n": at + 1}, "seeds"))
        elif any(seed.entry_id == other.entry_id for other in seeds[:at]):
            problems.append(
                Problem("field-balance.seed-twice", {"names": entries[seed.entry_id].display_names}, "seeds")
            )
    Refused.check(problems)
    sizes = [len(group.numbers) for group in groups]
    wanted = [
        large(sizes) if seed.section is None else [at for at, g in enumerate(groups) if g.section == seed.section]
        for seed in seeds
    ]
    places = snake_seeds(wanted, sizes)
    for seed, own in zip(seeds, places, strict=True):
        if own is None:
            names = entries[seed.entry_id].display_names
            raise Refused.of("field-balance.seeds-full", "seeds", section=seed.section or "", names=names)
    return tuple(
        tuple(seed.entry_id for seed, own in zip(seeds, places, strict=True) if own == at) for at in range(len(groups))
    )


def _stationary(section: Section) -> frozenset[Number]:
    return frozenset() if section.movement is None else frozenset(section.movement.stationary)


def _with_wishes(
    groups: Sequence[FieldGroup],
    placed: Sequence[Group],
    stationary: dict[SectionLetter, frozenset[Number]],
    entries: dict[EntryId, Entry],
    fixed: Collection[str],
) -> list[Group]:
    """Returns the groups with stationary seats for the pairs that want one: each changes places with a pair of its
    flight that does not want one and is no seed."""
    changed = [list(group) for group in placed]
    seats = [sum(number in stationary[group.section] for number in group.numbers) for group in groups]

    def wishes(key: str) -> bool:
        return entries[EntryId(key)].wants_stationary

    for at, own in enumerate(changed):
        waiting = [wisher for wisher in own if wishes(wisher.key)][seats[at] :]
        for wisher in waiting:
            for there, others in enumerate(changed):
                has_room = sum(wishes(other.key) for other in others) < seats[there]
                other = next(
                    (o for o in others if o.flight == wisher.flight and not (wishes(o.key) or o.key in fixed)), None
                )
                if there != at and has_room and other is not None:
                    own[own.index(wisher)], others[others.index(other)] = other, wisher
                    break
    return [tuple(group) for group in changed]


def _seats(
    group: FieldGroup, entries: Sequence[Entry], stationary: frozenset[Number], seed: int
) -> dict[Number, EntryId]:
    """Returns the entry of each number of a group: by lot, wishes for a stationary seat first."""
    lot = random.Random(f"{seed}-{group.section}-{group.numbers[0]}")
    ordered = list(entries)
    lot.shuffle(ordered)
    ordered.sort(key=lambda entry: not entry.wants_stationary)
    free = list(group.numbers)
    lot.shuffle(free)
    free.sort(key=lambda number: number not in stationary)
    return {number: entry.entry_id for number, entry in zip(free, ordered, strict=True)}


def form_teams(state: EventState, command: FormTeams, context: Context) -> tuple[Fact, ...]:
    """Decides on even-chance teams: every two pairs become one entry of four, a standby pair that is not needed steps
    out."""
    proposal = even_chance_teams(state, command.standby)
    if proposal is None:
        raise Refused.of("team-event.not-even-chance")
    if state.is_started:
        raise Refused.of("team-event.teams-fixed")
    Refused.check(proposal.refused)
    facts: list[Fact] = []
    for team in proposal.teams:
        best, worst = team.best.entry, team.other.entry
        by = state.settings.scoring.handicap_of
        entry = join_entries(best, worst, EntryId(context.chance.new_id()), by)
        facts += [EntryRemoved(best.entry_id), EntryRemoved(worst.entry_id), EntrySet(entry)]
    if proposal.steps_out is not None:
        facts.append(EntrySet(replace(proposal.steps_out, is_withdrawn=True)))
    return tuple(facts)


RULES: Rules = {
    SplitFlights: split_flights,
    SpreadPairs: spread_pairs,
    FormTeams: form_teams,
}
