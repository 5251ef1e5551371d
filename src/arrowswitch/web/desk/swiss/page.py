"""The page of a draw: the proposal with its reasons, the director's changes to it, and the contestants who wait for
others.

A change is an exchange of two contestants; the resulting pairings are kept, the rest is drawn again by the rule. The
kept pairings are in the address, so that every state of the page can be reached again, with or without scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import urlencode

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.pairing.swiss.case import Draw, Kept, Pairing
from arrowswitch.core.pairing.swiss.early import EarlyDraw
from arrowswitch.core.pairing.swiss.policy import Ban
from arrowswitch.tournament.forms.drawing import drawn_numbers
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.swiss.part import begun_draw
from arrowswitch.tournament.swiss.rounds import DrawProposal, early, proposed_draw

MOST_KEPT = 200
_BETWEEN = re.compile(r"[,、，;\n]")
_PAIR = re.compile(r"\s*(\w{1,6})\s*[-–ー－]\s*(\w{1,6})\s*")


@dataclass(frozen=True, slots=True)
class Wish:
    """The director's wishes for a draw: pairings that stay, two that must not meet, and whether the rule may be broken.
    `pick` is one who was picked to change places."""

    round: int
    pairings: tuple[Kept, ...] = ()
    bans: tuple[Ban, ...] = ()
    may_break_rule: bool = False
    pick: str = ""

    def command(self, place: Place) -> DrawRound:
        """Returns the wish as what is asked of the event."""
        at = place.at(self.round)
        return DrawRound(at=at, fixed=self.pairings, bans=self.bans, may_break_rule=self.may_break_rule)

    def query(self, pairings: Sequence[Kept] | None = None, pick: str = "", other: str = "") -> str:
        """Returns the wish as the query of an address, with other pairings kept or a contestant picked."""
        stand = self.pairings if pairings is None else pairings
        pairs = [("round", str(self.round)), *(("keep", f"{one.first}-{one.other}") for one in stand)]
        if self.bans:
            pairs.append(("bans", self.bans_text))
        if self.may_break_rule:
            pairs.append(("force", "yes"))
        pairs += [(name, text) for name, text in (("pick", pick), ("other", other)) if text]
        return urlencode(pairs)

    @property
    def keeps(self) -> tuple[str, ...]:
        """Returns the kept pairings as submitted by a form."""
        return tuple(f"{one.first}-{one.other}" for one in self.pairings)

    @property
    def bans_text(self) -> str:
        return ", ".join(f"{one.first}-{one.other}" for one in self.bans)


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A contestant in a pairing: where it ranks and what it has, and the address that picks it (or changes places with
    the one picked)."""

    number: Number
    entry: Entry | None
    rank: int
    total: Fraction | None
    address: str
    is_picked: bool


@dataclass(frozen=True, slots=True)
class ProposedRow:
    """A pairing of the proposal with its tables; `release` is the address without it among the kept."""

    pairing: Pairing
    tables: tuple[int, ...]
    home: DrawnPlace
    away: DrawnPlace
    release: str


@dataclass(frozen=True, slots=True)
class ProposedView:
    """The proposal of a round. `against` are the pairings that break the rule; `needs_reason` when it can stand only
    with one."""

    proposal: DrawProposal
    rows: tuple[ProposedRow, ...]
    triangle: tuple[DrawnPlace, ...]
    sit_out: DrawnPlace | None
    order: tuple[DrawnPlace, ...]

    @property
    def announced_count(self) -> int:
        """Returns the number of matches announced before the others could be drawn."""
        return sum(row.pairing.is_seated for row in self.rows)

    @property
    def against(self) -> int:
        """Returns the number of newly drawn pairings that break the rule."""
        return sum(row.pairing.is_against_rule for row in self.rows if not row.pairing.is_seated)

    @property
    def needs_reason(self) -> bool:
        """True if the director must give a reason."""
        return (
            self.against > 0
            or bool(self.proposal.faults)
            or any(row.pairing.is_kept for row in self.rows if not row.pairing.is_seated)
        )


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A contestant whose pairing is not certain yet, and the matches it waits for."""

    number: Number
    entry: Entry | None
    waits_for: tuple[tuple[Number, Entry | None], ...]


@dataclass(frozen=True, slots=True)
class EarlyView:
    """The pairings that are certain while matches still run, and the waiting contestants; `can_seat` when some of it is
    not announced yet."""

    certain: tuple[tuple[Number, Entry | None, Number, Entry | None], ...]
    waiting: tuple[WaitingRow, ...]
    can_seat: bool = False


def wish_from(
    round_number: int, keeps: Iterable[str], bans: str, pick: str = "", reason: str = "", *, is_forced: bool
) -> Wish:
    """Returns the wish of an address or a form; raises Malformed (`desk.draw.pair`) for an invalid pairing."""
    problems: list[Problem] = []
    pairings = [_pair(text, problems, "keep") for text in list(keeps)[:MOST_KEPT]]
    apart = [_pair(text, problems, "bans") for text in _BETWEEN.split(bans) if text.strip()]
    Malformed.check(problems)
    return Wish(
        round=round_number,
        pairings=tuple(Kept(Number(pair[0]), Number(pair[1]), reason) for pair in pairings if pair),
        bans=tuple(Ban(Number(pair[0]), Number(pair[1])) for pair in apart if pair),
        may_break_rule=is_forced,
        pick=pick[:6],
    )


def pairs_from(text: str, field: str) -> tuple[Kept, ...]:
    """Returns pairings as they are typed (`1-6, 2-5`); raises Malformed (`desk.draw.pair`)."""
    problems: list[Problem] = []
    pairings = [_pair(one, problems, field) for one in _BETWEEN.split(text)[:MOST_KEPT] if one.strip()]
    Malformed.check(problems)
    return tuple(Kept(Number(pair[0]), Number(pair[1])) for pair in pairings if pair)


def others_than(pairings: Iterable[Kept], fixed: Iterable[Kept]) -> tuple[Kept, ...]:
    """Returns the kept pairings of which nobody is in those that are fixed now."""
    busy = {number for one in fixed for number in (one.first, one.other)}
    return tuple(one for one in pairings if not {one.first, one.other} & busy)


def propose_draw(state: EventState, place: Place, wish: Wish) -> DrawProposal:
    """Returns the proposal for a wish; raises Mistake as `proposed_draw` does."""
    return proposed_draw(state, wish.command(place))


def proposed_view(state: EventState, place: Place, wish: Wish, proposal: DrawProposal) -> ProposedView:
    """Returns the proposal as the page shows it."""
    ranks = {row.number: (rank, row.total) for rank, row in enumerate(proposal.order, start=1)}
    people = drawn_numbers(state, place)

    def drawn_place(number: Number) -> DrawnPlace:
        rank, total = ranks.get(number, (0, None))
        to = wish.query(pick=wish.pick, other=number) if wish.pick and wish.pick != number else wish.query(pick=number)
        address = wish.query() if wish.pick == number else to
        return DrawnPlace(
            number=number,
            entry=people.get(number),
            rank=rank,
            total=total,
            address=address,
            is_picked=wish.pick == number,
        )

    seats = {frozenset((seat.home, seat.away)): seat for seat in proposal.seats}
    rows = []
    for pairing in proposal.draw.pairings:
        seat = seats.get(frozenset(pairing.contestants))
        home, away = (seat.home, seat.away) if seat is not None else pairing.contestants
        others = [one for one in wish.pairings if {one.first, one.other} != {home, away}]
        row = ProposedRow(
            pairing=pairing,
            tables=seat.tables if seat is not None else (),
            home=drawn_place(home),
            away=drawn_place(away),
            release=wish.query(others),
        )
        rows.append(row)
    draw = proposal.draw
    return ProposedView(
        proposal=proposal,
        rows=tuple(rows),
        triangle=tuple(drawn_place(number) for number in draw.triangle),
        sit_out=None if draw.sit_out is None else drawn_place(draw.sit_out),
        order=tuple(drawn_place(row.number) for row in proposal.order),
    )


def exchange_places(draw: Draw, wish: Wish, first: Number, other: Number) -> tuple[Kept, ...]:
    """Returns the pairings to keep when two change places in a draw; those of others that were kept before stay.

    If a contestant changes places with one that sits out, or is in a triangle, the rule decides: the resulting pairing
    is kept. Raises Malformed (`desk.draw.unknown`) for a contestant that is not drawn.
    """
    groups = [*(pairing.contestants for pairing in draw.pairings), draw.triangle]
    groups += [] if draw.sit_out is None else [(draw.sit_out,)]
    drawn = {number for group in groups for number in group}
    Malformed.check(Problem("desk.draw.unknown", {"number": n}) for n in (first, other) if n not in drawn)
    places = {first: other, other: first}
    touched = [group for group in groups if (first in group) is not (other in group)]
    moved = [tuple(places.get(number, number) for number in group) for group in touched]
    busy = {number for group in moved for number in group}
    stay = [kept for kept in wish.pairings if kept.first not in busy and kept.other not in busy]
    return (*stay, *(Kept(group[0], group[1]) for group in moved if len(group) == 2))


def early_view(state: EventState, place: Place, wish: Wish) -> EarlyView | None:
    """Returns the pairings that are certain while matches run; None if nothing is open or nothing is certain."""
    try:
        draw: EarlyDraw = early(state, wish.command(place))
    except Mistake:
        return None
    if draw.is_complete:
        return None

    people = drawn_numbers(state, place)

    def named_entry(number: Number) -> tuple[Number, Entry | None]:
        return number, people.get(number)

    certain = tuple((*named_entry(pairing.first), *named_entry(pairing.other)) for pairing in draw.certain)
    waiting = tuple(
        WaitingRow(*named_entry(one.number), tuple(named_entry(n) for n in one.waits_for)) for one in draw.waiting
    )
    begun = begun_draw(state, place.at(wish.round))
    count = len(people) if begun is None else len(set(people) - begun.numbers)
    return EarlyView(certain, waiting, can_seat=not wish.may_break_rule and len(waiting) < count)


def _pair(text: str, problems: list[Problem], field: str) -> tuple[str, str] | None:
    match = _PAIR.fullmatch(text)
    if match is None or match[1] == match[2]:
        problems.append(Problem("desk.draw.pair", {"text": text.strip()[:40]}, field))
        return None
    return match[1], match[2]
