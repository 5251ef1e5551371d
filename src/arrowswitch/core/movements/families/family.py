"""What a family of movements is: its name, its maker, its sizes and what it can be asked with.

All families are listed in `catalogue`; `registry` makes their movements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.model import Movement

OptionValue = int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a family can be asked with.

    A whole number from `least` to `most` by default (no bound where it is None); one of `choices` where there are any;
    free text, which the maker reads, with `is_text`.
    """

    name: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    is_text: bool = False
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class Family:
    """One family of movements.

    - `maker` is called with the options as keywords, `tables` always among them.
    - `tables` are the numbers of tables for which there is at least one movement.
    - `odd` are the options that an odd number of contestants adds (a phantom, mostly); a family without any refuses
      odd numbers.
    - `waits`: the odd contestant takes no table of its own but waits (a rover, a pair that sits out in turn), so that
      15 pairs have 7 tables and not 8; with `odd_only` there is always one who waits, and even numbers are refused.
    """

    name: str
    kind: ContestantKind
    maker: Callable[..., Movement]
    tables: tuple[int, ...]
    options: tuple[Option, ...] = ()
    odd: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    waits: bool = False
    odd_only: bool = False

    @property
    def name_code(self) -> str:
        return f"movement.family.{self.name}"

    def option(self, name: str) -> Option | None:
        """Returns the option called `name`, or nothing when the family has none."""
        return next((option for option in self.options if option.name == name), None)


ARROW = Option("arrow", is_text=True)
TABLES = Option("tables", least=1)
ROUNDS = Option("rounds", least=1)
BOARDS = (Option("boards_per_round", least=1, most=99), Option("first_board", least=1, most=999))
NUMBERING = (Option("numbering", choices=("two-fields", "continuing")), Option("ew_from", least=1, most=999))
START = Option("start", least=1)
"""The round of the sheet that is played first (`starting_round`)."""
BAROMETER = Option("barometer", choices=("no", "yes"))
