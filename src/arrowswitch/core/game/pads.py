"""The deals of a scoring pad at rubber and Chicago, with honours, and the notation of a deal.

Wikibooks "scoring", lines 13-21 and 133-168. A deal is written as a result with its declarer, and honours after it if a
player held them: `6S= N h100` (declarer's side), `4HX-2 W h150:NS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.game.contracts import (
    Denomination,
    PassedOut,
    Played,
    contract_points,
    doubled_bonus,
    overtrick_points,
    slam_bonus,
    undertrick_points,
)
from arrowswitch.core.game.notation import format_result, parse_result, quote_text
from arrowswitch.core.game.seats import Side

_HONOURS = re.compile(r"[\s,]+[hH](?P<points>\d{1,4})(?:\s*:?\s*(?P<side>[nN][sS]|[eE][wW]))?\s*$")
MOST_DEALS = 200


class PadItem(StrEnum):
    """The reason for points."""

    TRICKS = "tricks"
    OVERTRICKS = "overtricks"
    UNDERTRICKS = "undertricks"
    PART_SCORE = "part-score"
    GAME = "game"
    SLAM = "slam"
    DOUBLED = "doubled"
    HONOURS = "honours"
    RUBBER = "rubber"
    UNFINISHED_GAME = "unfinished-game"
    UNFINISHED_PART = "unfinished-part"


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours that one hand of a side held: 100 or 150 points (lines 163-168)."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class PadDeal:
    """One deal at the table.

    Raises Malformed (`pad.honours`) for honours that the contract does not know: at no-trump 150 for four aces, with
    trumps 100 for four and 150 for five honours, none for a passed-out deal.
    """

    result: Played | PassedOut
    honours: Honours | None = None

    def __post_init__(self) -> None:
        if self.honours is not None and self.honours.points not in _possible(self.result):
            possible = ", ".join(map(str, _possible(self.result))) or "–"
            raise Malformed.of("pad.honours", points=self.honours.points, possible=possible)

    def __str__(self) -> str:
        """Returns the deal as `parse_deal` reads it."""
        written = format_result(self.result)
        if self.honours is None:
            return written
        return f"{written} h{self.honours.points}:{self.honours.side.value}"


def parse_deal(text: str) -> PadDeal:
    """Returns the deal of a written line.

    Raises Malformed (`pad.score-only` for a score without a contract, `pad.honours`, `pad.honours-whose`) or the errors
    of `parse_result`.
    """
    match = _HONOURS.search(text)
    result = parse_result(text[: match.start()] if match else text)
    if not isinstance(result, Played | PassedOut):
        raise Malformed.of("pad.score-only", text=quote_text(text))
    if match is None:
        return PadDeal(result)
    if match["side"]:
        side = Side(match["side"].upper())
    elif isinstance(result, Played):
        side = result.contract.declarer.side
    else:
        raise Malformed.of("pad.honours", points=int(match["points"]), possible="–")
    return PadDeal(result, Honours(side, int(match["points"])))


def parse_deals(texts: Iterable[str]) -> tuple[PadDeal, ...]:
    """Returns deals in their order; raises Malformed with every problem, its place `deal 3`.

    At most 200 deals are taken (`pad.too-many`).
    """
    deals: list[PadDeal] = []
    problems: list[Problem] = []
    for number, text in enumerate(texts, start=1):
        if number > MOST_DEALS:
            problems.append(Problem("pad.too-many", {"most": MOST_DEALS}, f"deal {number}"))
            break
        try:
            deals.append(parse_deal(text))
        except Mistake as mistake:
            problems += (Problem(one.code, one.params, f"deal {number}") for one in mistake.problems)
    Malformed.check(problems)
    return tuple(deals)


def deal_points(
    played: Played, is_vulnerable: bool, bonus: tuple[int, PadItem] | None = None
) -> Iterator[tuple[Side, int, PadItem]]:
    """Yields the points of a deal that was played: the side, the amount and the item.

    `bonus` is that for a game or a part score, where there is one.
    """
    contract = played.contract
    side = contract.declarer.side
    if played.beyond < 0:
        yield side.opponents, undertrick_points(-played.beyond, contract.doubling, is_vulnerable), PadItem.UNDERTRICKS
        return
    for points, item in (
        (contract_points(contract.level, contract.denomination, contract.doubling), PadItem.TRICKS),
        (overtrick_points(played, is_vulnerable), PadItem.OVERTRICKS),
        *(() if bonus is None else (bonus,)),
        (slam_bonus(contract.level, is_vulnerable), PadItem.SLAM),
        (doubled_bonus(contract.doubling), PadItem.DOUBLED),
    ):
        if points:
            yield side, points, item


def _possible(result: Played | PassedOut) -> tuple[int, ...]:
    if isinstance(result, PassedOut):
        return ()
    return (150,) if result.contract.denomination is Denomination.NOTRUMP else (100, 150)
