"""What a command is carried out with: streams, language, the other rooms; and how it speaks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, TextIO, TypeVar

from arrowswitch.cli.services import Services
from arrowswitch.cli.tables import text_table
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.naming import Names
from arrowswitch.i18n.language import language_of
from arrowswitch.i18n.locales import Locale
from arrowswitch.i18n.messages import problem_text, translate

Json = Mapping[str, object] | Sequence[Mapping[str, object]]


class Reasoned(Protocol):
    """What all choosers say of a choice."""

    @property
    def why(self) -> tuple[Problem, ...]:
        """Returns why it is there."""
        ...

    @property
    def better(self) -> tuple[Problem, ...]:
        """Returns in what it is better than the first choice."""
        ...

    @property
    def worse(self) -> tuple[Problem, ...]:
        """Returns in what it is worse."""
        ...

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Returns what regulations advise against."""
        ...


Chosen = TypeVar("Chosen", bound=Reasoned)


@dataclass(frozen=True, slots=True)
class Console:
    """Where a command reads and writes, in which language, and who does what it cannot."""

    out: TextIO
    err: TextIO
    stdin: BinaryIO
    locale: Locale
    is_json: bool
    services: Services
    folder: Path

    def say(self, code: str, **params: ParamValue) -> None:
        """Prints one line of text."""
        print(self.text(code, **params), file=self.out)

    def line(self, text: str = "") -> None:
        """Prints a line that needs no words."""
        print(text, file=self.out)

    def text(self, code: str, **params: ParamValue) -> str:
        """Returns the text of a code in the user's language."""
        return translate(code, params, self.locale)

    def names(self, names: Names) -> str:
        """Returns names as the user's language writes and joins them."""
        return language_of(self.locale).names(names)

    def json(self, plain: Json) -> None:
        """Prints the one JSON document of the command."""
        print(json.dumps(plain, ensure_ascii=False, indent=2), file=self.out)

    def json_with(self, plain: Mapping[str, object], name: str, items: Iterable[Json]) -> None:
        """Prints a JSON document whose part `name` is a list of `items`, each on a line of its own as soon as it is
        there: a list of any length is never held as a whole."""
        mark = f'"{name}": []'
        before, _, after = json.dumps({**plain, name: []}, ensure_ascii=False, indent=2).partition(f"\n  {mark}")
        print(before, file=self.out)
        print(f'  "{name}": [', end="", file=self.out)
        for place, item in enumerate(items):
            comma = "," if place else ""
            print(f"{comma}\n    {json.dumps(item, ensure_ascii=False)}", end="", file=self.out)
        print(f"\n  ]{after}", file=self.out)

    def answer(self, plain: Json, code: str, **params: ParamValue) -> None:
        """Prints the JSON document where it is asked for, else the one line of text that says the same."""
        if self.is_json:
            self.json(plain)
        else:
            self.say(code, **params)

    def table(self, heads: str, names: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
        """Prints a table whose columns are headed by the texts of `heads` with each of the names behind it."""
        self.line(text_table([self.text(f"{heads}{name}") for name in names], rows, right))

    def choices(
        self, names: Sequence[str], choices: Sequence[Chosen], cells: Callable[[Chosen], Sequence[str]]
    ) -> None:
        """Prints choices of movements best first: a table with the name and the `cells` of each, then its reasons."""
        rows = [(f"{place}. {first}", *others) for place, (first, *others) in enumerate(map(cells, choices), start=1)]
        self.table("cli.movement.head-", names, rows, right=range(1, len(names)))
        for place, choice in enumerate(choices, start=1):
            self.line(f"{place}. {' '.join(self.reasons(choice))}")

    def problem(self, problem: Problem) -> str:
        """Returns a problem on one line in the user's language."""
        return " ".join(problem_text(problem, self.locale).split())

    def together(self, sign: str, points: Iterable[Problem]) -> str:
        """Returns several short sentences as one, behind a sign (`+`, `−`)."""
        language = language_of(self.locale)
        stop = language.after_points
        sentences = (self.problem(point).removesuffix(stop) for point in points)
        return f"{sign} {language.between_points.join(sentences)}{stop}"

    def reasons(self, choice: Reasoned) -> list[str]:
        """Returns what is to be said of a choice: why, what is better (+) and worse (−) than in the first, warnings."""
        told = [self.problem(reason) for reason in choice.why]
        for sign, points in (("+", choice.better), ("−", choice.worse)):
            if points:
                told.append(self.together(sign, points))
        return [*told, *(self.problem(warning) for warning in choice.warnings)]

    def complain(self, problems: Iterable[Problem], source: str = "") -> None:
        """Prints each problem on a line of its own on the error stream, with its file in front."""
        front = f"{source}: " if source else ""
        for problem in problems:
            print(f"arrowswitch: {front}{self.problem(problem)}", file=self.err)

    def path(self, name: str) -> Path:
        """Returns the path of a file named on the command line."""
        return self.folder / name
