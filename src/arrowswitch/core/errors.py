"""The error tree.

Exception
├── Mistake            what a person or a file got wrong and a person can mend: one or more `Problem`s,
│   │                  each a code with parameters; the words are made at the edge, in the user's language
│   ├── Malformed      the input cannot be read as what it should be (a contract, a file, a number)
│   ├── Refused        it can be read, but cannot stand here (wrong pair, past the deadline, rule broken)
│   │   └── NotNow     nothing is wrong with it, but it cannot be stored at present (disk full): send it again
│   └── NotFound       the thing named does not exist (event, section, pair, board)
└── Impossible         must never happen: our own defect, in English, logged with its input
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

ParamValue = str | int
"""The types of a message parameter; the caller formats anything else first."""

MOST_PROBLEMS = 50
"""More problems of one input than these are only counted: it is another one than was meant."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: a message code and its parameters, without any text for people.

    Codes are dotted and name the room first (`contract.malformed`, `movement.pair-twice`). Every code has a
    text in each language's catalogue. `where` says where in the input it was found (`line 12`,
    `rounds[3].table`), as the reader of the input would write it, or is empty.
    """

    code: str
    params: Mapping[str, ParamValue] = field(default_factory=dict, hash=False)
    where: str = ""

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.code}({inside})"


class Mistake(Exception):
    """An input that a person can mend. It carries all problems found, not only the first."""

    def __init__(self, *problems: Problem) -> None:
        if not problems:
            raise Impossible("a Mistake without a Problem")
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems: tuple[Problem, ...] = problems

    @classmethod
    def of(cls, code: str, where: str = "", **params: ParamValue) -> Mistake:
        """Returns a mistake with one problem."""
        return cls(Problem(code, dict(params), where))

    @classmethod
    def check(cls, problems: Iterable[Problem]) -> None:
        """Raises one mistake that carries all `problems`, or does nothing when there are none."""
        faults = tuple(problems)
        if faults:
            raise cls(*faults)


class Malformed(Mistake):
    """The input cannot be read as what it should be."""

    @classmethod
    def check(cls, problems: Iterable[Problem]) -> None:
        """Raises one mistake with the problems, or does nothing when there are none; after fifty the others are
        counted (`format.more`)."""
        faults = tuple(problems)
        if len(faults) > MOST_PROBLEMS:
            faults = (*faults[:MOST_PROBLEMS], Problem("format.more", {"n": len(faults) - MOST_PROBLEMS}))
        super().check(faults)


class Refused(Mistake):
    """The input can be read but cannot stand here."""


class NotNow(Refused):
    """Nothing is wrong with the input, but it cannot be stored at present; sent again later it will be."""


class NotFound(Mistake):
    """The thing named does not exist."""


class Impossible(Exception):
    """Must never happen: a defect of the program. The text is English and names the input."""
