"""The console of a command: its streams, its language, the services of other packages, and its output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.i18n.locales import Locale
from arrowswitch.i18n.messages import problem_text, translate

TYPE_CHECKING = False  # as in `typing`, which is not loaded for it
if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO, TextIO

    from arrowswitch.cli.services import Services
    from arrowswitch.core.naming import Names

Json = Mapping[str, object] | Sequence[Mapping[str, object]]


class Console:
    """The streams, the language and the services of a command. Names of files are relative to `folder`, or to the
    current directory without one. `sources` are the files that were read."""

    __slots__ = ("_folder", "_services", "err", "is_json", "locale", "out", "sources", "stdin")

    def __init__(
        self,
        out: TextIO,
        err: TextIO,
        stdin: BinaryIO,
        locale: Locale,
        services: Callable[[], Services],
        folder: Path | None = None,
        *,
        is_json: bool,
    ) -> None:
        self.out = out
        self.err = err
        self.stdin = stdin
        self.locale = locale
        self.is_json = is_json
        self._services = services
        self._folder = folder
        self.sources: list[str] = []

    @property
    def services(self) -> Services:
        """Returns the services behind the commands, loaded on first use."""
        return self._services()

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
        from arrowswitch.i18n.language import language_of

        return language_of(self.locale).names(names)

    def json(self, plain: Json) -> None:
        """Prints the one JSON document of the command."""
        import json

        print(json.dumps(plain, ensure_ascii=False, indent=2), file=self.out)

    def json_with(self, plain: Mapping[str, object], name: str, items: Iterable[Json]) -> None:
        """Prints a JSON document whose part `name` is a list of `items`, each on a line of its own as soon as it is
        there: a list of any length is never held as a whole."""
        import json

        self.json_with_lines(plain, name, map(json.JSONEncoder(ensure_ascii=False).encode, items))

    def json_with_lines(self, plain: Mapping[str, object], name: str, lines: Iterable[str]) -> None:
        """Prints a JSON document as `json_with`, whose items are JSON texts already."""
        import json

        mark = f'"{name}": []'
        before, _, after = json.dumps({**plain, name: []}, ensure_ascii=False, indent=2).partition(f"\n  {mark}")
        print(before, file=self.out)
        write = self.out.write
        write(f'  "{name}": [')
        for place, line in enumerate(lines):
            write(f",\n    {line}" if place else f"\n    {line}")
        print(f"\n  ]{after}", file=self.out)

    def answer(self, plain: Json, code: str, **params: ParamValue) -> None:
        """Prints the JSON document where it is asked for, else the one line of text that says the same."""
        if self.is_json:
            self.json(plain)
        else:
            self.say(code, **params)

    def table(self, heads: str, names: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
        """Prints a table whose columns are headed by the texts of `heads` with each of the names behind it."""
        from arrowswitch.cli.tables import text_table

        self.line(text_table([self.text(f"{heads}{name}") for name in names], rows, right))

    def problem(self, problem: Problem) -> str:
        """Returns a problem on one line in the user's language."""
        return " ".join(problem_text(problem, self.locale).split())

    def complain(self, problems: Iterable[Problem], source: str = "") -> None:
        """Prints each problem on a line of its own on the error stream, with its file in front."""
        front = f"{source}: " if source else ""
        for problem in problems:
            print(f"arrowswitch: {front}{self.problem(problem)}", file=self.err)

    def path(self, name: str) -> Path:
        """Returns the path of a file named on the command line."""
        from pathlib import Path

        return (self._folder or Path.cwd()) / name
