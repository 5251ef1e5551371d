"""The guide cards that a sheet in one field turns, so that all contestants are compared as evenly as possible.

The documents print arrows for two sheets and state no rule (manual 3.3, lines 1080-1090; "arrow E type", line 3444).
Turning the arrow changes who is compared with whom and nothing else. The measure is that of `arrow_measure`. The sizes
of the catalogue stand in `arrow_library`, searched once; other patterns of up to 13 rounds are all compared when the
movement is made, and longer ones outside the catalogue are the best of a fixed list.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.arrow_patterns import (
    ArrowPattern,
    arrow_problems,
    format_arrow,
    parse_arrow,
    rounds_to,
)
from arrowswitch.core.movements.arrows.library import arrow_key, stored_arrows
from arrowswitch.core.movements.arrows.measure import ArrowSheet, PlayedMeeting, RoundMeasure
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.rules import two_session_rules
from arrowswitch.core.movements.rules.mitchell_rules import SHEET_ARROWS
from arrowswitch.core.movements.starting_round import OPTION, sheet_round

_COMPARED_ROUNDS = 13
_COMPARED_PAIRS = 54
_NINE = 9


def with_arrow(movement: Movement, arrow: str) -> Movement:
    """Returns `movement`, in which no card is turned, with the cards turned that `arrow` names.

    - `none`; `alternate` (every second round); whole rounds and single cards as `arrow_patterns` writes them.
    - `best` is the best pattern of whole rounds, `tables` the best turning of single cards that was found.
    - `documents` (or `sheet`) is what the printed sheet turns (`printed_arrows`).
    - `auto` is `best`, unless the printed pattern is as good.

    Raises Refused for what cannot be read, for a printed pattern where none is printed
    (`movement.refused.no-sheet-arrow`), and for single cards of a size that was not searched (`arrows.not-searched`).
    """
    Refused.check(arrow_problems(arrow, movement.rounds, movement.tables))
    pattern = _choose_pattern(movement, arrow)
    options = {**movement.options, "arrow": format_arrow(pattern)}
    return replace(
        movement, meetings=_turn_cards(movement, pattern), options=options, arrow_switched=pattern.announced_rounds
    )


def printed_arrows(movement: Movement) -> ArrowPattern | None:
    """Returns the turned cards of the printed sheet behind `movement`, up to its last round, or None without a printed
    sheet.

    Lines 2195-2204 and 2248-2255 (whole rounds), 2223-2233 (the appendix Mitchell of 9 tables, table by table).
    """
    if movement.options.get("base") != "sheet":
        return None
    if movement.family == "two-session-mitchell" and movement.tables == _NINE:
        turned = ((r, table) for r, table, ns, _, _ in two_session_rules.nine_sheet() if ns > _NINE)
        return ArrowPattern(cards=tuple(sorted(turned)))
    return ArrowPattern(rounds_to(SHEET_ARROWS[movement.tables], movement.rounds))


def without_turned_cards(movement: Movement) -> Movement:
    """Returns `movement` as its sheet is with no card turned, from round 1 of the sheet on.

    Its `arrow` option says which cards are turned, by the rounds of the sheet.
    """
    pattern = parse_arrow(str(movement.options.get("arrow", "none"))) or ArrowPattern()
    options = {**movement.options, "arrow": "none"}
    options.pop(OPTION, None)
    ordered = tuple(replace(m, round=sheet_round(movement, m.round)) for m in movement.meetings)
    plain = replace(movement, meetings=ordered, options=options, arrow_switched=())
    return replace(plain, meetings=_turn_cards(plain, pattern))


def arrow_sheet(movement: Movement) -> ArrowSheet:
    """Returns by what the arrows of `movement`, in which no card is turned, are judged: the tables that play."""
    place = {number: i for i, number in enumerate(movement.contestants)}
    return ArrowSheet(
        pairs=len(movement.contestants),
        rounds=movement.rounds,
        encounters=tuple(
            PlayedMeeting(round=m.round, table=m.table, home=place[m.ns[0]], away=place[m.ew[0]], board_set=m.board_set)
            for m in movement.meetings
            if movement.is_played(m)
        ),
    )


def alternate_arrows(rounds: int) -> tuple[RoundNumber, ...]:
    """Returns the pattern of the manual's 8-table sheet: every second round is turned (lines 2248-2255)."""
    return tuple(range(2, rounds + 1, 2))


def arrows_by_twos(rounds: int) -> tuple[RoundNumber, ...]:
    """Returns the pattern of the manual's 9-table sheet, continued: two rounds as they are, two turned (line 2195)."""
    return tuple(number for number in range(1, rounds + 1) if number % 4 in (3, 0))


def best_rounds(sheet: ArrowSheet) -> ArrowPattern:
    """Returns the best pattern of whole rounds; among equals the fewest rounds, then the latest.

    Up to 13 rounds at 27 tables all patterns are compared. Beyond it is the best of these: none, the documents' two
    patterns, the last round or two, the last twelfth, eighth, sixth and quarter, each 3rd, 6th, 8th and 12th round.
    """
    if are_all_compared(sheet):
        chosen = every_pattern(sheet.rounds)
        sums = RoundMeasure(sheet).squares(chosen)
        return ArrowPattern(fewest_then_latest(chosen[sums == sums.min()]))
    rounds = sheet.rounds
    listed = [(), alternate_arrows(rounds), arrows_by_twos(rounds)]
    listed += [tuple(range(rounds + 1 - count, rounds + 1)) for count in (1, 2, *(rounds // n for n in (12, 8, 6, 4)))]
    listed += [tuple(range(rounds, 0, -every))[::-1] for every in (3, 6, 8, 12)]
    return min(map(ArrowPattern, listed), key=sheet.squares)


def are_all_compared(sheet: ArrowSheet) -> bool:
    """True if `best_rounds` compares all patterns of `sheet`: up to 13 rounds at 27 tables or fewer."""
    return sheet.rounds <= _COMPARED_ROUNDS and sheet.pairs <= _COMPARED_PAIRS


def every_pattern(rounds: int) -> NDArray[np.bool_]:
    """Returns all patterns of whole rounds in which round 1 is not turned, one in a row.

    Turning the other rounds instead gives the same comparisons, so these are enough.
    """
    numbers = np.arange(2 ** max(rounds - 1, 0))[:, None]
    patterns: NDArray[np.bool_] = (numbers >> np.arange(rounds - 1, -1, -1)) & 1 > 0
    return patterns


def fewest_then_latest(chosen: NDArray[np.bool_]) -> tuple[RoundNumber, ...]:
    """Returns of the patterns in the rows, and those that turn the other rounds, that of the fewest and latest."""
    rows = np.concatenate([chosen, ~chosen])
    fewest = rows[rows.sum(axis=1) == rows.sum(axis=1).min()]
    return max(tuple(int(place) + 1 for place in np.flatnonzero(row)) for row in fewest)


def _choose_pattern(movement: Movement, arrow: str) -> ArrowPattern:
    printed = printed_arrows(movement)
    match arrow:
        case "alternate":
            return ArrowPattern(alternate_arrows(movement.rounds))
        case "documents" | "sheet":
            if printed is None:
                raise Refused.of("movement.refused.no-sheet-arrow", "arrow", tables=movement.tables)
            return printed
        case "tables":
            return _single_cards(movement)
        case "best" | "auto":
            best = _best(movement)
            if arrow == "best" or printed is None:
                return best
            return min((printed, best), key=arrow_sheet(movement).squares)
        case _:
            return parse_arrow(arrow) or ArrowPattern()


def _best(movement: Movement) -> ArrowPattern:
    key = arrow_key(movement)
    entry = None if key is None else stored_arrows().get((key, "rounds"))
    return searched_rounds(arrow_sheet(movement)) if entry is None else entry.pattern


def _single_cards(movement: Movement) -> ArrowPattern:
    key = arrow_key(movement)
    entry = None if key is None else stored_arrows().get((key, "tables"))
    if entry is None:
        raise Refused.of("arrows.not-searched", "arrow", tables=movement.tables, rounds=movement.rounds)
    return entry.pattern


@lru_cache(maxsize=64)
def searched_rounds(sheet: ArrowSheet) -> ArrowPattern:
    """Returns `best_rounds`, searched once for each sheet."""
    return best_rounds(sheet)


def _turn_cards(movement: Movement, pattern: ArrowPattern) -> tuple[Meeting, ...]:
    return tuple(replace(m, ns=m.ew, ew=m.ns) if pattern.is_turned(m.round, m.table) else m for m in movement.meetings)
