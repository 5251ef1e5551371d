"""By which method and rules a file of results is scored.

The rules are those of `--regulations`; else the conventions of the program that made the file; else `jcbl-2008`.
"""

from __future__ import annotations

from arrowswitch import regulations
from arrowswitch.cli.console import Console
from arrowswitch.cli.files import TOML, read_file
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.reading import text_of
from arrowswitch.formats.results.results import ResultsFile

DEFAULT_REGULATIONS = "jcbl-2008"
_SHORT = {"bam": Method.BOARD_A_MATCH.value}


def choose_method(results: ResultsFile, asked: str | None) -> Method:
    """Returns the method asked for, else the file's own. Raises Refused: `cli.score.method`, `cli.score.file-method`
    for methods that come later, `cli.score.clashes`."""
    named = results.method_name if asked is None else _SHORT.get(asked, asked)
    method = next((one for one in Method if one == named), None)
    clashes = sum(note.code in ("results.itself", "results.pair-twice") for note in results.notes)
    if clashes:
        raise Refused.of("cli.score.clashes", n=clashes)
    if method is None:
        code = "cli.score.file-method" if asked is None else "cli.score.method"
        raise Refused.of(code, method=named, known=", ".join(Method))
    return method


def choose_rules(console: Console, results: ResultsFile, asked: str | None) -> tuple[Regulations, Problem]:
    """Returns the rules for a file of results, and the reason for them."""
    if asked is not None and asked.endswith(TOML):
        rules = regulations.load_text(text_of(read_file(console, asked)), asked)
        return rules, Problem("cli.rules.asked", {"name": rules.name})
    if asked is not None:
        return regulations.load(asked), Problem("cli.rules.asked", {"name": asked})
    program = results.program
    name = regulations.for_program(program) if program else None
    if name is not None:
        return regulations.load(name), Problem("cli.rules.program", {"name": name, "program": program})
    code = "cli.rules.default-program" if program else "cli.rules.default"
    return regulations.load(DEFAULT_REGULATIONS), Problem(code, {"name": DEFAULT_REGULATIONS, "program": program})
