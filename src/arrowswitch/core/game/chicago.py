"""The scoring pad of Chicago: chukkers of four deals, each with its vulnerability, scored one by one.

Wikibooks "scoring", line 17: the scores of duplicate in a game that is none. Four deals make a chukker, dealt in turn:
nobody is vulnerable on the first, one side on the second and third, both on the fourth; a passed-out deal is dealt
again by the same dealer (the laws of four-deal bridge; the documents name Chicago and give no rule). Club practices
that differ are in `ChicagoRules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.contracts import GAME, PART_SCORE_BONUS, Played, contract_points, game_bonus
from arrowswitch.core.game.pads import PadDeal, PadItem, deal_points
from arrowswitch.core.game.seats import Seat, Side

CHUKKER = 4
LAST_PART_SCORE_BONUS = 100
"""For a part score on the fourth deal, where part scores are carried on."""


class VulnerableSide(StrEnum):
    """The side that is vulnerable on the second and third deal."""

    DEALER = "dealer"
    OTHERS = "others"


class PartScores(StrEnum):
    """The worth of a part score: 50 at once, as at duplicate, or it counts towards game on the chukker's next deals."""

    DUPLICATE = "duplicate"
    CARRIED = "carried"


@dataclass(frozen=True, slots=True)
class ChicagoRules:
    """The rules that differ between clubs. `deals_again`: a passed-out deal is dealt again; otherwise it is one of the
    four."""

    vulnerable: VulnerableSide = VulnerableSide.DEALER
    part_scores: PartScores = PartScores.DUPLICATE
    with_honours: bool = False
    deals_again: bool = True


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal with its place and its points. `number` is 1 to 4 in its chukker (0: passed out and dealt again)."""

    deal: PadDeal
    chukker: int
    number: int
    dealer: Seat
    vulnerable: Vulnerability
    items: tuple[tuple[Side, int, PadItem], ...]

    def points(self, side: Side) -> int:
        """Returns the points of a side on the deal."""
        return sum(points for who, points, _ in self.items if who is side)


@dataclass(frozen=True, slots=True)
class Chicago:
    """The pad: the deals scored, and the dealer, vulnerability and place of the deal to come.

    `part` are the part scores that count on the next deal; always 0 where they are not carried.
    """

    rules: ChicagoRules
    deals: tuple[ScoredDeal, ...] = ()
    chukker: int = 1
    number: int = 1
    dealer: Seat = Seat.NORTH
    part: tuple[int, int] = field(default=(0, 0))

    @property
    def vulnerable(self) -> Vulnerability:
        """Returns the vulnerability of the next deal."""
        if self.number in (1, CHUKKER):
            return Vulnerability.NONE if self.number == 1 else Vulnerability.BOTH
        side = self.dealer.side
        if self.rules.vulnerable is VulnerableSide.OTHERS:
            side = side.opponents
        return Vulnerability.NS if side is Side.NS else Vulnerability.EW

    def total(self, side: Side, chukker: int | None = None) -> int:
        """Returns a side's points in all chukkers, or in one."""
        return sum(one.points(side) for one in self.deals if chukker in (None, one.chukker))

    @property
    def margin(self) -> int:
        """Returns North-South's lead in points; negative if East-West lead."""
        return self.total(Side.NS) - self.total(Side.EW)


def keep_chicago(
    deals: Sequence[PadDeal], rules: ChicagoRules | None = None, first_dealer: Seat = Seat.NORTH
) -> Chicago:
    """Returns the pad after `deals`.

    Raises Refused (`pad.no-honours`, its place `deal N`) for honours where the rules do without.
    """
    pad = Chicago(rules or ChicagoRules(), dealer=first_dealer)
    for number, deal in enumerate(deals, start=1):
        if deal.honours is not None and not pad.rules.with_honours:
            raise Refused.of("pad.no-honours", f"deal {number}", points=deal.honours.points)
        pad = _after(pad, deal)
    return pad


def _after(pad: Chicago, deal: PadDeal) -> Chicago:
    scored = ScoredDeal(
        deal=deal,
        chukker=pad.chukker,
        number=pad.number,
        dealer=pad.dealer,
        vulnerable=pad.vulnerable,
        items=tuple(_items(pad, deal)),
    )
    if not isinstance(deal.result, Played) and pad.rules.deals_again:
        return replace(pad, deals=(*pad.deals, replace(scored, number=0, items=())))
    is_last = pad.number == CHUKKER
    return replace(
        pad,
        deals=(*pad.deals, scored),
        chukker=pad.chukker + is_last,
        number=1 if is_last else pad.number + 1,
        dealer=pad.dealer.left,
        part=(0, 0) if is_last else _part(pad, scored.items),
    )


def _part(pad: Chicago, items: tuple[tuple[Side, int, PadItem], ...]) -> tuple[int, int]:
    """Returns the part scores that count on the next deal of the chukker."""
    if pad.rules.part_scores is PartScores.DUPLICATE:
        return pad.part
    if any(item is PadItem.GAME for _, _, item in items):
        return (0, 0)
    made = {side: points for side, points, item in items if item is PadItem.TRICKS}
    return (pad.part[0] + made.get(Side.NS, 0), pad.part[1] + made.get(Side.EW, 0))


def _items(pad: Chicago, deal: PadDeal) -> Iterator[tuple[Side, int, PadItem]]:
    if isinstance(deal.result, Played):
        yield from _points(pad, deal.result)
    if deal.honours is not None:
        yield deal.honours.side, deal.honours.points, PadItem.HONOURS


def _points(pad: Chicago, played: Played) -> Iterator[tuple[Side, int, PadItem]]:
    contract = played.contract
    side = contract.declarer.side
    is_vulnerable = pad.vulnerable.covers(side)
    tricks = contract_points(contract.level, contract.denomination, contract.doubling)
    is_game = tricks + pad.part[side is Side.EW] >= GAME
    bonus = (game_bonus(is_vulnerable), PadItem.GAME) if is_game else (_part_score_bonus(pad), PadItem.PART_SCORE)
    return deal_points(played, is_vulnerable, bonus)


def _part_score_bonus(pad: Chicago) -> int:
    if pad.rules.part_scores is PartScores.DUPLICATE:
        return PART_SCORE_BONUS
    return LAST_PART_SCORE_BONUS if pad.number == CHUKKER else 0
