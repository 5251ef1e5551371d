"""The report on the arrows of a movement: the turned cards, their balance, and a better pattern if there is one.

For one field in which cards can be turned. The printed patterns of the manual (lines 2195-2204, 2223-2255) are listed
next to the best patterns in the library.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from arrowswitch.core.movements.arrow_patterns import ArrowPattern, format_arrow, parse_arrow
from arrowswitch.core.movements.arrows.library import arrow_key, stored_arrows
from arrowswitch.core.movements.arrows.measure import ArrowSheet
from arrowswitch.core.movements.arrows.turned import (
    are_all_compared,
    arrow_sheet,
    printed_arrows,
    searched_rounds,
    without_turned_cards,
)
from arrowswitch.core.movements.checking.fairness import root_half_up
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.shape import shape_faults
from arrowswitch.core.movements.model import Movement

_PLACES = 4


@dataclass(frozen=True, slots=True)
class KnownArrow:
    """A pattern with its balance s, and the `bound` that no pattern of its kind can be below (None: not known)."""

    pattern: ArrowPattern
    balance: Decimal
    bound: Decimal | None
    is_proven: bool

    def to_plain(self) -> dict[str, object]:
        """Returns the pattern as plain JSON: `arrow` as the option writes it, `balance`, `bound`, `proven`."""
        return {
            "arrow": format_arrow(self.pattern),
            "balance": str(self.balance),
            "bound": None if self.bound is None else str(self.bound),
            "proven": self.is_proven,
        }


@dataclass(frozen=True, slots=True)
class ArrowReport:
    """The arrows of a movement (`used`) next to the best whole rounds, the best single cards and the printed ones.

    `cards` and `printed` are None where none are known. The bound of `used` and `printed` is that of their kind.
    """

    used: KnownArrow
    rounds: KnownArrow
    cards: KnownArrow | None
    printed: KnownArrow | None

    def to_plain(self) -> dict[str, object]:
        """Returns the report as plain JSON, by the names of the fields."""
        arrows = {"used": self.used, "rounds": self.rounds, "cards": self.cards, "printed": self.printed}
        return {name: None if arrow is None else arrow.to_plain() for name, arrow in arrows.items()}


def arrow_report(movement: Movement) -> ArrowReport | None:
    """Returns the report on the arrows of `movement`. Returns None if there are no arrows, nobody is compared, or
    meetings of the sheet are not whole."""
    key, pattern = arrow_key(movement), parse_arrow(str(movement.options.get("arrow", "-")))
    is_whole = all(fault.severity is Severity.NOTICE for fault in shape_faults(movement))
    if key is None or pattern is None or not is_whole:
        return None
    plain = without_turned_cards(movement)
    sheet = arrow_sheet(plain)
    if not sheet.total:
        return None
    stored = stored_arrows()
    whole, single = stored.get((key, "rounds")), stored.get((key, "tables"))
    best = searched_rounds(sheet) if whole is None else whole.pattern
    bound = whole.bound if whole is not None else _find_bound(sheet, best)
    rounds = _measure_pattern(sheet, best, bound)
    cards = None if single is None else _measure_pattern(sheet, single.pattern, single.bound)
    cards_bound = None if single is None else single.bound
    printed = printed_arrows(plain)
    return ArrowReport(
        used=_measure_pattern(sheet, pattern, cards_bound if pattern.cards else bound),
        rounds=rounds,
        cards=cards,
        printed=None if printed is None else _measure_pattern(sheet, printed, cards_bound if printed.cards else bound),
    )


def _find_bound(sheet: ArrowSheet, best: ArrowPattern) -> int | None:
    """Returns the bound of a pattern that was found when it was asked for, where all were compared."""
    return sheet.squares(best) if are_all_compared(sheet) else None


def _measure_pattern(sheet: ArrowSheet, pattern: ArrowPattern, bound: int | None) -> KnownArrow:
    squares = sheet.squares(pattern)
    least = None if bound is None else root_half_up(sheet.balance_squared(bound), _PLACES)
    return KnownArrow(pattern, root_half_up(sheet.balance_squared(squares), _PLACES), least, squares == bound)
