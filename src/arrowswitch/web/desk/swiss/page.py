"""What the page of a draw shows: the proposal with its reasons, what the director changed in it, who waits for whom.

A change is two contestants who change places; the pairings that come of it are kept, the rest is drawn anew by the
rule. What is kept stands in the address, so that every state of the page can be gone back to, with or without scripts.
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
    """What the director wants of a draw: pairings that stand, two that must not meet, and whether the rule may be
    broken. `pick` is one who was picked to change places."""

    round: int
    kept: tuple[Kept, ...] = ()
    bans: tuple[Ban, ...] = ()
    may_break_rule: bool = False
    pick: str = ""

    def command(self, place: Place) -> DrawRound:
        """Returns the wish as what is asked of the event."""
        at = place.at(self.round)
        return DrawRound(at=at, kept=self.kept, bans=self.bans, may_break_rule=self.may_break_rule)

    def query(self, kept: Sequence[Kept] | None = None, pick: str = "", other: str = "") -> str:
        """Returns the wish as the query of an address, with other pairings kept or somebody picked."""
        stand = self.kept if kept is None else kept
        pairs = [("round", str(self.round)), *(("keep", f"{one.one}-{one.other}") for one in stand)]
        if self.bans:
            pairs.append(("bans", self.bans_text))
        if self.may_break_rule:
            pairs.append(("force", "yes"))
        pairs += [(name, text) for name, text in (("pick", pick), ("other", other)) if text]
        return urlencode(pairs)

    @property
    def keeps(self) -> tuple[str, ...]:
        """Returns the kept pairings as submitted by a form."""
        return tuple(f"{one.one}-{one.other}" for one in self.kept)

    @property
    def bans_text(self) -> str:
        return ", ".join(f"{one.one}-{one.other}" for one in self.bans)


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

    found: DrawProposal
    rows: tuple[ProposedRow, ...]
    triangle: tuple[DrawnPlace, ...]
    sit_out: DrawnPlace | None
    order: tuple[DrawnPlace, ...]

    @property
    def seated(self) -> int:
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
            or bool(self.found.faults)
            or any(row.pairing.is_kept for row in self.rows if not row.pairing.is_seated)
        )


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Somebody whose pairing is not certain yet, and the matches it waits for."""

    number: Number
    entry: Entry | None
    waits_for: tuple[tuple[Number, Entry | None], ...]


@dataclass(frozen=True, slots=True)
class EarlyView:
    """What is certain while matches still run, and who waits for what; `can_seat` when some of it is not announced
    yet."""

    certain: tuple[tuple[Number, Entry | None, Number, Entry | None], ...]
    waiting: tuple[WaitingRow, ...]
    can_seat: bool = False


def wish_from(
    round_number: int, keeps: Iterable[str], bans: str, pick: str = "", reason: str = "", *, is_forced: bool
) -> Wish:
    """Returns the wish that an address or a form tells; raises Malformed (`desk.draw.pair`) for what is no pairing."""
    problems: list[Problem] = []
    kept = [_pair(text, problems, "keep") for text in list(keeps)[:MOST_KEPT]]
    apart = [_pair(text, problems, "bans") for text in _BETWEEN.split(bans) if text.strip()]
    Malformed.check(problems)
    return Wish(
        round=round_number,
        kept=tuple(Kept(Number(pair[0]), Number(pair[1]), reason) for pair in kept if pair),
        bans=tuple(Ban(Number(pair[0]), Number(pair[1])) for pair in apart if pair),
        may_break_rule=is_forced,
        pick=pick[:6],
    )


def pairs_from(text: str, field: str) -> tuple[Kept, ...]:
    """Returns pairings as they are typed (`1-6, 2-5`); raises Malformed (`desk.draw.pair`)."""
    problems: list[Problem] = []
    found = [_pair(one, problems, field) for one in _BETWEEN.split(text)[:MOST_KEPT] if one.strip()]
    Malformed.check(problems)
    return tuple(Kept(Number(pair[0]), Number(pair[1])) for pair in found if pair)


def others_than(kept: Iterable[Kept], fixed: Iterable[Kept]) -> tuple[Kept, ...]:
    """Returns the kept pairings of which nobody is in those that are fixed now."""
    busy = {number for one in fixed for number in (one.one, one.other)}
    return tuple(one for one in kept if not {one.one, one.other} & busy)


def proposed(state: EventState, place: Place, wish: Wish) -> DrawProposal:
    """Returns the proposal for a wish; raises Mistake as `proposed_draw` does."""
    return proposed_draw(state, wish.command(place))


def proposed_view(state: EventState, place: Place, wish: Wish, found: DrawProposal) -> ProposedView:
    """Returns the proposal as the page shows it."""
    ranks = {row.number: (rank, row.total) for rank, row in enumerate(found.order, start=1)}
    people = drawn_numbers(state, place)

    def paired(number: Number) -> DrawnPlace:
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

    seats = {frozenset((seat.home, seat.away)): seat for seat in found.seats}
    rows = []
    for pairing in found.draw.pairings:
        seat = seats.get(frozenset(pairing.contestants))
        home, away = (seat.home, seat.away) if seat is not None else pairing.contestants
        others = [one for one in wish.kept if {one.one, one.other} != {home, away}]
        row = ProposedRow(
            pairing=pairing,
            tables=seat.tables if seat is not None else (),
            home=paired(home),
            away=paired(away),
            release=wish.query(others),
        )
        rows.append(row)
    draw = found.draw
    return ProposedView(
        found=found,
        rows=tuple(rows),
        triangle=tuple(paired(number) for number in draw.triangle),
        sit_out=None if draw.sit_out is None else paired(draw.sit_out),
        order=tuple(paired(row.number) for row in found.order),
    )


def exchanged(draw: Draw, wish: Wish, one: Number, other: Number) -> tuple[Kept, ...]:
    """Returns the pairings to keep when two change places in a draw; those of others that were kept before stay.

    Who changes places with somebody who sits out, or is in a triangle, leaves that to the rule: the pairing that comes
    of it is kept. Raises Malformed (`desk.draw.unknown`) for somebody who is not drawn.
    """
    groups = [*(pairing.contestants for pairing in draw.pairings), draw.triangle]
    groups += [] if draw.sit_out is None else [(draw.sit_out,)]
    known = {number for group in groups for number in group}
    Malformed.check(Problem("desk.draw.unknown", {"number": n}) for n in (one, other) if n not in known)
    places = {one: other, other: one}
    touched = [group for group in groups if (one in group) is not (other in group)]
    moved = [tuple(places.get(number, number) for number in group) for group in touched]
    busy = {number for group in moved for number in group}
    stay = [kept for kept in wish.kept if kept.one not in busy and kept.other not in busy]
    return (*stay, *(Kept(group[0], group[1]) for group in moved if len(group) == 2))


def early_view(state: EventState, place: Place, wish: Wish) -> EarlyView | None:
    """Returns what is certain while matches run, or None when nothing is open or it cannot be said."""
    try:
        found: EarlyDraw = early(state, wish.command(place))
    except Mistake:
        return None
    if found.is_complete:
        return None

    people = drawn_numbers(state, place)

    def named(number: Number) -> tuple[Number, Entry | None]:
        return number, people.get(number)

    certain = tuple((*named(pairing.one), *named(pairing.other)) for pairing in found.certain)
    waiting = tuple(WaitingRow(*named(one.number), tuple(named(n) for n in one.waits_for)) for one in found.waiting)
    begun = begun_draw(state, place.at(wish.round))
    known = len(people) if begun is None else len(set(people) - begun.numbers)
    return EarlyView(certain, waiting, can_seat=not wish.may_break_rule and len(waiting) < known)


def _pair(text: str, problems: list[Problem], field: str) -> tuple[str, str] | None:
    found = _PAIR.fullmatch(text)
    if found is None or found[1] == found[2]:
        problems.append(Problem("desk.draw.pair", {"text": text.strip()[:40]}, field))
        return None
    return found[1], found[2]
