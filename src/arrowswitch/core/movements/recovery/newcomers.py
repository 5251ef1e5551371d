"""Contestants that arrive after play has begun: a late pair in the place of a sit-out, or two pairs or four players at
a new table.

JCBL director's manual 3.3, lines 884-898 has the late pair. A table of two is seated so that nobody loses a board: in
every round the visitors of one table come to the new one, their place is taken, and the two tables share the boards.
Four single players change their partners among themselves; two of them who were partners of late are so wherever they
sit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.declared import read_declarations
from arrowswitch.core.movements.editing.settle import settle_sheet
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber
from arrowswitch.core.movements.recovery.situation import Situation, spot

_NUMBER = re.compile(r"(\D*)(\d{1,9})")
_MOST_TRIED = 20_000


def in_phantoms_place(movement: Movement, from_round: RoundNumber) -> Movement:
    """Returns the sheet on which a late contestant replaces the sit-out from a round on; before that round the sit-out
    remains.

    Raises Refused (`accident.no-phantom`).
    """
    phantom = movement.phantom
    if phantom is None:
        raise Refused.of("accident.no-phantom")
    others = tuple(m for m in movement.meetings if m.round >= from_round or phantom not in m.contestants)
    return settle_sheet(replace(movement.with_phantom(None), meetings=others))


def at_a_new_table(movement: Movement, from_round: RoundNumber) -> tuple[Movement, tuple[Number, ...]]:
    """Returns the sheet with one table more from a round on, and those who sit there: against one another so far.

    Raises Refused: `accident.no-teams`, and `accident.no-sets` where there are more rounds to come than sets.
    """
    if movement.kind is ContestantKind.TEAM or read_declarations(movement)[0].mates:
        raise Refused.of("accident.no-teams")
    rounds = range(from_round, movement.rounds + 1)
    if len(rounds) > len(movement.board_sets):
        raise Refused.of("accident.no-sets", rounds=len(rounds), sets=len(movement.board_sets))
    newcomers = _four_numbers(movement) if movement.kind is ContestantKind.PLAYER else _next_numbers(movement)
    table, added, used = movement.tables + 1, list[Meeting](), set[SetNumber]()
    for place, number in enumerate(rounds):
        lying = {m.board_set for m in movement.in_round(number) if movement.is_played(m)}
        free = [s for s in range(1, len(movement.board_sets) + 1) if s not in used]
        board_set = min(free, key=lambda s: (s in lying, s))
        used.add(board_set)
        ns, ew = _sides(newcomers, place)
        added.append(Meeting(round=number, table=table, ns=ns, ew=ew, board_set=board_set))
    first, *others = movement.fields or (movement.contestants,)
    first_newcomer, *rest = newcomers
    fields = ((*first, first_newcomer), (*others[0], *rest), *others[1:]) if others else ((*first, *newcomers),)
    wider = replace(
        movement,
        contestants=tuple(n for group in fields for n in group),
        fields=fields,
        tables=table,
        meetings=tuple(sorted((*movement.meetings, *added), key=spot)),
        stationary=(*movement.stationary, first_newcomer),
    )
    return settle_sheet(wider), newcomers


def _sides(newcomers: Sequence[Number], place: int) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Returns North-South and East-West at the new table in its `place`-th round: of four, the first with each of the
    others in turn."""
    first, *others = newcomers
    if len(others) == 1:
        return (first,), (others[0],)
    partner = others[place % len(others)]
    return (first, partner), tuple(number for number in others if number != partner)


def seat_newcomers(situation: Situation, meetings: Sequence[Meeting]) -> tuple[Meeting, ...]:
    """Returns the meetings in which the newcomers meet the others, of the meetings that are played.

    In every round in which it can be, one of them takes the seat of a contestant that comes to the new table, and both
    tables play the same boards.
    """
    new = set(situation.newcomers)
    homes = [m for m in meetings if set(m.contestants) == new and m.round >= situation.seats_from]
    played_sets = {m.board_set for m in meetings if m not in homes and new & set(m.contestants)}
    played_sets |= {board_set for number in new for board_set in situation.sets_played.get((number, ""), frozenset())}
    offers = [[one for one in _offers(situation, meetings, home) if one.board_set not in played_sets] for home in homes]
    chosen = _Distinct(offers).best()
    changed = [meeting for offer in chosen for meeting in offer.meetings]
    played_sets.update(offer.board_set for offer in chosen)
    for home in homes:
        if spot(home) not in {spot(meeting) for meeting in changed}:
            free = [s for s in range(1, len(situation.sheet.board_sets) + 1) if s not in played_sets]
            board_set = home.board_set if home.board_set in free else free[0]
            played_sets.add(board_set)
            changed.append(replace(home, board_set=board_set))
    return tuple(changed)


@dataclass(frozen=True, slots=True)
class _Offer:
    """A guest at the new table in a round, the set, and the opponents of the newcomer in exchange."""

    guest: tuple[Number, ...]
    host: tuple[Number, ...]
    board_set: SetNumber
    meetings: tuple[Meeting, Meeting]


def _offers(situation: Situation, meetings: Sequence[Meeting], home: Meeting) -> Iterator[_Offer]:
    still = situation.sheet.stationary
    for m in meetings:
        if m.round != home.round or m.table == home.table or not situation.sheet.is_played(m):
            continue
        ways = [(m.ew, m.ns, replace(m, ew=home.ew))]
        if len(situation.sheet.fields) < 2:
            ways.append((m.ns, m.ew, replace(m, ns=home.ew)))
        for guest, host, there in ways:
            if not set(guest) & set(still):
                here = replace(home, ew=guest, board_set=m.board_set)
                yield _Offer(guest, host, m.board_set, (here, there))


class _Distinct:
    """Chooses at most one offer a round so that no set, guest or host comes twice, in as many rounds as can be."""

    def __init__(self, offers: Sequence[Sequence[_Offer]]) -> None:
        self._offers = offers
        self._tried = 0
        self._best: tuple[_Offer, ...] = ()

    def best(self) -> tuple[_Offer, ...]:
        """Returns the offers chosen."""
        self._look(0, ())
        return self._best

    def _look(self, place: int, chosen: tuple[_Offer, ...]) -> bool:
        """True if every round from `place` on has an offer that is compatible with those chosen, or time is up."""
        self._tried += 1
        if len(chosen) > len(self._best):
            self._best = chosen
        if place == len(self._offers) or self._tried > _MOST_TRIED:
            return len(chosen) == len(self._offers) or self._tried > _MOST_TRIED
        fitting = (offer for offer in self._offers[place] if not any(_clash(offer, one) for one in chosen))
        return any(self._look(place + 1, (*chosen, offer)) for offer in fitting) or self._look(place + 1, chosen)


def _clash(offer: _Offer, earlier: _Offer) -> bool:
    is_known = set(offer.guest) & set(earlier.guest) or set(offer.host) & set(earlier.host)
    return offer.board_set == earlier.board_set or bool(is_known)


def _next_numbers(movement: Movement) -> tuple[Number, Number]:
    """Returns two numbers that go on from those of the sheet, one of each field where there are two."""
    fields = movement.fields or (movement.contestants,)
    prefixes = []
    for group in (fields[0], fields[-1]):
        read = [match for number in group if (match := _NUMBER.fullmatch(number))]
        prefix = read[-1][1] if read else ""
        most = max((int(match[2]) for match in read if match[1] == prefix), default=len(group))
        prefixes.append((prefix, most + 1))
    (first, first_number), (second, other) = prefixes
    return Number(f"{first}{first_number}"), Number(f"{second}{other + (len(fields) == 1)}")


def _four_numbers(movement: Movement) -> tuple[Number, ...]:
    """Returns four numbers that go on from those of a sheet of single players."""
    read = [match for number in movement.contestants if (match := _NUMBER.fullmatch(number))]
    prefix = read[-1][1] if read else ""
    most = max((int(match[2]) for match in read if match[1] == prefix), default=len(movement.contestants))
    return tuple(Number(f"{prefix}{most + place}") for place in range(1, 5))
