"""Judges a bracket and a knockout under way from the matches alone: it knows nothing of how they were made.

A bracket is sound when every seed enters once, every side comes from an earlier match and from a place that is used
once, the last match gives one winner, and all others are out after one loss, or after two (manual, lines 1762-1772):
played through by two made-up rules, the better seed always winning and the worse always. In the first the best two meet
in the last match, the best four are left for the last two rounds, and so on. A knockout under way is sound when nobody
stands in a match who is out or has not come there, the winner of a match leads, and every place is taken once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketSlot, Stage
from arrowswitch.core.pairing.knockout.match import MatchState
from arrowswitch.core.pairing.knockout.progress import Knockout


def bracket_faults(bracket: Bracket) -> tuple[Problem, ...]:
    """Returns everything that is wrong with a bracket; nothing when it is sound."""
    structure = tuple(_structure(bracket))
    if structure:
        return structure
    return (*_played_through(bracket, best_wins=True), *_played_through(bracket, best_wins=False), *_seeding(bracket))


def knockout_faults(knockout: Knockout) -> tuple[Problem, ...]:
    """Returns everything that is wrong with a knockout as it stands; nothing when it is sound."""
    return (*_attendance(knockout), *_winners(knockout), *_places(knockout))


def _structure(bracket: Bracket) -> Iterator[Problem]:
    uses = Counter(slot for match in bracket.matches for slot in match.slots)
    for seed in range(1, len(bracket.teams) + 1):
        if uses[BracketSlot(0, seed)] != 1:
            yield Problem("knockout.fault.seed", {"seed": seed, "n": uses[BracketSlot(0, seed)]})
    for slot, times in uses.items():
        if slot.match and times > 1:
            yield Problem("knockout.fault.place-twice", {"match": slot.match, "place": slot.place})
    for at, match in enumerate(bracket.matches, start=1):
        if match.number != at or any(slot.match >= at for slot in match.slots):
            yield Problem("knockout.fault.order", {"match": match.number})


def _played_through(bracket: Bracket, *, best_wins: bool) -> Iterator[Problem]:
    limit = 2 if bracket.form.is_double else 1
    losses: Counter[int] = Counter()
    come = {BracketSlot(0, seed): seed for seed in range(1, len(bracket.teams) + 1)}
    last = 0
    for match in bracket.matches:
        ranked = sorted((come[slot] for slot in match.slots), reverse=not best_wins)
        if match.stage is Stage.RESET and come[match.slots[0]] == last:
            continue
        if match.stage is not Stage.THIRD:
            losses.update(ranked[match.goes_on :])
            last = come[match.slots[0]] if match.stage is Stage.FINAL else last
        come |= {BracketSlot(match.number, place): seed for place, seed in enumerate(ranked, start=1)}
    left = [seed for seed in range(1, len(bracket.teams) + 1) if losses[seed] < limit]
    if len(left) != 1 or any(times > limit for times in losses.values()):
        yield Problem("knockout.fault.losses", {"n": len(left), "limit": limit})


def _seeding(bracket: Bracket) -> Iterator[Problem]:
    """Yields rounds of the winners' bracket whose teams are not the best seeds, the better seed having always won."""
    come = {BracketSlot(0, seed): seed for seed in range(1, len(bracket.teams) + 1)}
    rounds = bracket.rounds(Stage.WINNERS)
    for match in (match for match in bracket.matches if match.stage is Stage.WINNERS):
        ranked = sorted(come[slot] for slot in match.slots)
        come |= {BracketSlot(match.number, place): seed for place, seed in enumerate(ranked, start=1)}
        most = 1 << (rounds - match.round + 1)
        # Second places of groups of three go on in addition to the seeds: only the last match is as without them.
        is_judged = match.round == rounds or not bracket.form.has_threes
        if is_judged and max(ranked) > most:
            yield Problem("knockout.fault.seeding", {"match": match.number, "seed": max(ranked)})


def _attendance(knockout: Knockout) -> Iterator[Problem]:
    limit = 2 if knockout.bracket.form.is_double else 1
    losses: Counter[Number] = Counter()
    for match in knockout.matches:
        there = [number for number in match.teams if number is not None]
        is_third = match.bracket.stage is Stage.THIRD
        for number in there:
            if losses[number] >= limit + is_third or number not in knockout.bracket.teams:
                yield Problem("knockout.fault.out", {"match": match.number, "number": number})
        if len(set(there)) < len(there):
            yield Problem("knockout.fault.itself", {"match": match.number})
        if match.state is MatchState.DECIDED:
            losses.update(number for number in there if number not in match.goes_on)


def _winners(knockout: Knockout) -> Iterator[Problem]:
    for match in knockout.matches:
        if match.state is not MatchState.DECIDED:
            continue
        # Only a plain match of two says by itself who has won.
        result = match.result
        is_plain = len(match.sides) == 2 and result is not None and not (result.forfeited_by or result.ruled)
        lead = {side.number: side.lead for side in match.sides}
        is_played = is_plain and match.compared == match.boards
        # A team that withdraws loses an undecided match, even if it leads.
        has_left = not knockout.withdrawn.isdisjoint({*lead} - {*match.goes_on})
        if is_played and not has_left and any(lead[number] <= 0 for number in match.goes_on):
            yield Problem("knockout.fault.winner", {"match": match.number})
        if not set(match.order) <= {*match.teams, None}:
            yield Problem("knockout.fault.out", {"match": match.number, "number": str(match.order)})


def _places(knockout: Knockout) -> Iterator[Problem]:
    times = Counter(place.number for place in knockout.places)
    for number, count in times.items():
        if count > 1:
            yield Problem("knockout.fault.place", {"number": number})
    for (first, last), count in Counter((place.first, place.last) for place in knockout.places).items():
        if count > last - first + 1:
            yield Problem("knockout.fault.shared", {"first": first, "last": last, "n": count})
