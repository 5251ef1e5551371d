"""The declaration of a family of movements: its name, its maker, its sizes and its options.

All families are listed in `catalogue`; `registry` refuses what a family does not declare and makes its movements.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.families.candidate import Candidate, Request
from arrowswitch.core.movements.model import Movement, RoundNumber

OptionValue = int | str

_LISTED = 4
"""Of more even or odd sizes in a row only the first two and the last are listed."""


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


class Size(NamedTuple):
    """The size of the movement that a family is asked for.

    `rounds` is None if the family chooses them. `contestants` is the number of pairs, teams or players, or None if the
    size was given as a number of tables.
    """

    tables: int
    rounds: RoundNumber | None = None
    contestants: int | None = None


def format_sizes(sizes: Iterable[int]) -> str:
    """Returns numbers of tables, teams or rounds as a message lists them.

    >>> format_sizes(range(3, 100)), format_sizes(range(4, 27, 2)), format_sizes([2, 4, 5, 6, 8, 9])
    ('3–99', '4, 6, …, 26', '2, 4–6, 8, 9')
    """
    numbers = sorted(sizes)
    if len(numbers) > _LISTED and numbers == list(range(numbers[0], numbers[-1] + 1, 2)):
        return f"{numbers[0]}, {numbers[1]}, …, {numbers[-1]}"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def without_reason(_size: Size) -> Problem | None:
    """Returns no reason: the refusal lists the sizes that the family has, and that is enough."""
    return None


def without_remark(_movement: Movement) -> Problem | None:
    """Returns no remark: the movement is handled as usual."""
    return None


def without_candidates(_request: Request) -> Iterable[Candidate]:
    """Returns no candidates: the family is made only when it is asked for by name."""
    return ()


@dataclass(frozen=True, slots=True)
class Family:
    """One family of movements.

    - `maker` is called with the options as keywords, `tables` always among them. It may rely on a size that the family
      declares.
    - `kind` is the kind of contestants that the movements are for and the size counts; `other_kind` is the kind that
      some options make instead (a round robin in which all pairs meet).
    - `tables` are the numbers of tables for which there is at least one movement.
    - `rounds` returns the numbers of rounds for which there is at least one movement at a number of tables. It is None
      if other options decide that; then the maker refuses wrong numbers.
    - `propose` yields the candidates that the chooser of pair movements offers for a request, by default none.
      `proposed_at` is their place in its list. Candidates of families with the same place are listed by `turn`.
    - `remark` returns what a director who is offered a movement has to know about handling it, if there is anything.
    - `why` returns the reason why there is no movement of a size, if there is more to say than the sizes that there
      are. It is asked only about sizes that the family does not declare.
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
    rounds: Callable[[int], Collection[RoundNumber]] | None = None
    why: Callable[[Size], Problem | None] = without_reason
    propose: Callable[[Request], Iterable[Candidate]] = without_candidates
    proposed_at: int = 0
    remark: Callable[[Movement], Problem | None] = without_remark
    other_kind: ContestantKind | None = None
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
