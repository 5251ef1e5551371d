"""For tests of team movements: who meets whom over the sessions of a game, counted from the meetings alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber


def count_matches(*sessions: Movement) -> Counter[frozenset[Number]]:
    """Counts the matches over sessions, without the checker: both halves on one set, nobody twice at a set."""
    matches: Counter[frozenset[Number]] = Counter()
    for movement in sessions:
        halves = {(m.ns[0], m.ew[0], m.board_set) for m in movement.meetings}
        assert len(halves) == len(movement.meetings)
        assert all((ew, ns, board_set) in halves for ns, ew, board_set in halves)
        for side in ("ns", "ew"):
            assert len({(getattr(m, side), m.board_set) for m in movement.meetings}) == len(movement.meetings)
            assert len({(getattr(m, side), m.round) for m in movement.meetings}) == len(movement.meetings)
        matches.update(frozenset((ns, ew)) for ns, ew, _ in halves)
    return Counter({match: count // 2 for match, count in matches.items()})


def everybody(movement: Movement, times: int = 1) -> Counter[frozenset[Number]]:
    """Returns a round robin of the teams of `movement`."""
    return Counter({frozenset(two): times for two in combinations(movement.contestants, 2)})


def all_pairs(*sessions: Movement) -> Counter[frozenset[Number]]:
    """Counts the meetings of pairs over sessions, making sure of the halves of every match (3A and 3B are a team)."""
    meetings: Counter[frozenset[Number]] = Counter()
    other = {"A": "B", "B": "A"}
    for movement in sessions:
        halves = {(m.ns[0], m.ew[0], m.board_set) for m in movement.meetings}
        for ns, ew, board_set in halves:
            assert (ew[:-1] + other[ew[-1]], ns[:-1] + other[ns[-1]], board_set) in halves
        for number in movement.contestants:
            visits = [m for m in movement.itinerary(number) if m is not None]
            assert len(visits) == len({m.board_set for m in visits}) == movement.rounds
        meetings.update(frozenset(m.contestants) for m in movement.meetings)
    return meetings


def every_pair(movement: Movement) -> Counter[frozenset[Number]]:
    """Returns one meeting of any two pairs of different teams."""
    return Counter(frozenset(two) for two in combinations(movement.contestants, 2) if two[0][:-1] != two[1][:-1])


def complete_after(movement: Movement, last: RoundNumber) -> frozenset[frozenset[Number]]:
    """Returns the matches of teams whose both halves have been played when round `last` ends (line 1898).

    Every match is the set of its two teams; one that goes over several board sets counts when all have been played.
    """
    open_halves: Counter[tuple[Number, Number, SetNumber]] = Counter()
    seen: set[frozenset[Number]] = set()
    for meeting in movement.meetings:
        if movement.is_played(meeting):
            seen.add(frozenset(meeting.contestants))
            if meeting.round > last:
                open_halves[meeting.ns[0], meeting.ew[0], meeting.board_set] += 1
    return frozenset(seen - {frozenset((ns, ew)) for ns, ew, _ in open_halves})
