"""The scoring pad of rubber bridge: the points above and below the line, the games, vulnerability and the rubber.

Wikibooks "scoring", lines 133-168. Values of tricks, undertricks, slams and doubles are those of duplicate
(`contracts`; manual, line 674); there is no bonus for a game or a part score of one deal (manual, line 666). The points
of a side in an unfinished rubber, 300 for a game and 100 for a part score, follow the laws of rubber bridge (edition of
1993), as the documents are silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.contracts import GAME, Played
from arrowswitch.core.game.pads import PadDeal, PadItem, deal_points
from arrowswitch.core.game.seats import Side

UNFINISHED_GAME = 300
UNFINISHED_PART = 100
_GAMES_OF_A_RUBBER = 2
_AGAINST_NOTHING, _AGAINST_A_GAME = 700, 500


@dataclass(frozen=True, slots=True)
class PadLine:
    """One number on the pad. `deal` counts from 1; it is 0 for what the end of an unfinished rubber brings.

    `game` (from 1) is the game to whose part of the pad a number below the line belongs.
    """

    deal: int
    side: Side
    points: int
    item: PadItem
    is_below: bool
    game: int


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber after its deals: the numbers of the pad in the order in which they were written, and who won each game.

    `part` are the points of North-South and East-West below the line in the game that is being played.
    """

    deals: tuple[PadDeal, ...] = ()
    lines: tuple[PadLine, ...] = ()
    games: tuple[Side, ...] = ()
    part: tuple[int, int] = (0, 0)
    is_left: bool = False

    @property
    def winner(self) -> Side | None:
        """Returns the side that has won two games; None if neither has."""
        return next((side for side in Side if self.games.count(side) == _GAMES_OF_A_RUBBER), None)

    @property
    def is_over(self) -> bool:
        """True if no further deal can be played."""
        return self.is_left or self.winner is not None

    def is_vulnerable(self, side: Side) -> bool:
        """True if a side has won a game (scoring page, line 157)."""
        return side in self.games

    def part_of(self, side: Side) -> int:
        """Returns a side's points below the line in the game that is being played."""
        return self.part[side is Side.EW]

    def total(self, side: Side) -> int:
        """Returns all points of a side, above and below the line."""
        return sum(line.points for line in self.lines if line.side is side)

    @property
    def margin(self) -> int:
        """Returns North-South's lead in points; negative if East-West lead."""
        return self.total(Side.NS) - self.total(Side.EW)


def keep_rubber(deals: Sequence[PadDeal], *, is_left: bool = False) -> Rubber:
    """Returns the pad after `deals`; with `is_left` the rubber ends here, finished or not.

    Raises Refused (`pad.rubber-over`, its place `deal N`) for a deal after the second game of a side.
    """
    pad = Rubber()
    for number, deal in enumerate(deals, start=1):
        if pad.is_over:
            raise Refused.of("pad.rubber-over", f"deal {number}", deals=number - 1)
        pad = _after(pad, deal)
    return _left(pad) if is_left and not pad.is_over else pad


def _after(pad: Rubber, deal: PadDeal) -> Rubber:
    lines = (*pad.lines, *_lines(pad, deal))
    games, part = pad.games, pad.part
    below = {line.side: line.points for line in lines[len(pad.lines) :] if line.is_below}
    for side, points in below.items():
        now = pad.part_of(side) + points
        part = (now, part[1]) if side is Side.NS else (part[0], now)
        if now >= GAME:
            games, part = (*games, side), (0, 0)
    after = Rubber(deals=(*pad.deals, deal), lines=lines, games=games, part=part)
    if after.winner is None:
        return after
    return _with_bonus(after, after.winner)


def _with_bonus(pad: Rubber, winner: Side) -> Rubber:
    points = _AGAINST_A_GAME if pad.is_vulnerable(winner.opponents) else _AGAINST_NOTHING
    bonus = PadLine(
        deal=len(pad.deals), side=winner, points=points, item=PadItem.RUBBER, is_below=False, game=len(pad.games)
    )
    return replace(pad, lines=(*pad.lines, bonus))


def _lines(pad: Rubber, deal: PadDeal) -> Iterator[PadLine]:
    number, game = len(pad.deals) + 1, len(pad.games) + 1
    if isinstance(deal.result, Played):
        for side, points, item in deal_points(deal.result, pad.is_vulnerable(deal.result.contract.declarer.side)):
            yield PadLine(deal=number, side=side, points=points, item=item, is_below=item is PadItem.TRICKS, game=game)
    if deal.honours is not None:
        yield PadLine(
            deal=number,
            side=deal.honours.side,
            points=deal.honours.points,
            item=PadItem.HONOURS,
            is_below=False,
            game=game,
        )


def _left(pad: Rubber) -> Rubber:
    """Returns the pad closed early: only the side that alone has a game, and that alone has a part score, gets more."""
    lines = list(pad.lines)
    with_part = [side for side in Side if pad.part_of(side)]
    for sides, points, item in (
        (pad.games, UNFINISHED_GAME, PadItem.UNFINISHED_GAME),
        (with_part, UNFINISHED_PART, PadItem.UNFINISHED_PART),
    ):
        if len(sides) == 1:
            lines.append(
                PadLine(deal=0, side=sides[0], points=points, item=item, is_below=False, game=len(pad.games) + 1)
            )
    return replace(pad, lines=tuple(lines), is_left=True)
