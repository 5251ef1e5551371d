"""Patterns of turned guide cards: whole rounds, as in the documents, or single tables in single rounds.

JCBL director's manual 3.3, lines 1080-1090: within a round all tables have the same arrow. A pattern is written as the
`arrow` option of the families: `2,5` turns all tables in rounds 2 and 5, `2:1.4,5` only tables 1 and 4 in round 2.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import RoundNumber, TableNumber

NAMED = ("auto", "none", "best", "tables", "documents", "sheet", "alternate")
"""The patterns that are asked for by name; `sheet` is the older word for `documents`."""
_WORD = re.compile(r"(\d{1,3})(?::(\d{1,3}(?:\.\d{1,3})*))?")


@dataclass(frozen=True, slots=True)
class ArrowPattern:
    """The whole `rounds` that are turned, and besides them (round, table) for each single turned `cards`."""

    rounds: tuple[RoundNumber, ...] = ()
    cards: tuple[tuple[RoundNumber, TableNumber], ...] = ()

    def is_turned(self, round_number: RoundNumber, table: TableNumber) -> bool:
        """True if the guide card at `table` is turned in a round."""
        return round_number in self.rounds or (round_number, table) in self.cards

    @property
    def announced_rounds(self) -> tuple[RoundNumber, ...]:
        """Returns the rounds in which the arrow switch is announced; none where single cards are turned."""
        return () if self.cards else self.rounds


def parse_arrow(text: str) -> ArrowPattern | None:
    """Returns the pattern that `text` writes, or nothing when it writes none.

    >>> parse_arrow("2:1.4,5")
    ArrowPattern(rounds=(5,), cards=((2, 1), (2, 4)))
    """
    if text == "none":
        return ArrowPattern()
    words = [_WORD.fullmatch(word) for word in text.split(",")]
    matches = [word for word in words if word is not None]
    if len(matches) < len(words):
        return None
    rounds = {int(word[1]) for word in matches if word[2] is None}
    cards = {(int(word[1]), int(table)) for word in matches if word[2] is not None for table in word[2].split(".")}
    return ArrowPattern(tuple(sorted(rounds)), tuple(sorted(card for card in cards if card[0] not in rounds)))


def format_arrow(pattern: ArrowPattern) -> str:
    """Returns `pattern` as the `arrow` option writes it; `parse_arrow` reads it back."""
    tables: dict[RoundNumber, list[str]] = defaultdict(list)
    for round_number, table in pattern.cards:
        tables[round_number].append(str(table))
    words = {round_number: f"{round_number}:{'.'.join(listed)}" for round_number, listed in tables.items()}
    words |= {round_number: str(round_number) for round_number in pattern.rounds}
    return ",".join(words[round_number] for round_number in sorted(words)) or "none"


def arrow_problems(arrow: str, rounds: int, tables: int) -> Iterator[Problem]:
    """Yields the problems of the `arrow` option of a sheet with these rounds and tables."""
    if arrow in NAMED:
        return
    pattern = parse_arrow(arrow)
    if pattern is None:
        yield Problem("movement.refused.arrow", {"arrow": arrow}, "arrow")
        return
    for round_number in sorted({*pattern.rounds, *(card[0] for card in pattern.cards)}):
        if not 1 <= round_number <= rounds:
            yield Problem("movement.refused.arrow-round", {"round": round_number, "most": rounds}, "arrow")
    for table in sorted({card[1] for card in pattern.cards}):
        if not 1 <= table <= tables:
            yield Problem("arrows.table", {"table": table, "most": tables}, "arrow")


def shortened_arrow(arrow: str, last: RoundNumber) -> str:
    """Returns a written pattern without the rounds after `last`.

    >>> shortened_arrow("2:1.4,5", 4)
    '2:1.4'
    """
    pattern = parse_arrow(arrow)
    if pattern is None:
        return arrow
    cards = tuple(card for card in pattern.cards if card[0] <= last)
    return format_arrow(ArrowPattern(rounds_to(pattern.rounds, last), cards))


def rounds_to(rounds: Iterable[RoundNumber], last: RoundNumber) -> tuple[RoundNumber, ...]:
    """Returns those of `rounds` that are played when play ends after round `last`."""
    return tuple(number for number in rounds if number <= last)
