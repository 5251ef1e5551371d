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


def choose_method(results: ResultsFile, method_name: str | None) -> Method:
    """Returns the method asked for, else the file's own. Raises Refused: `cli.score.method`, `cli.score.file-method`
    for methods that come later, `cli.score.clashes`."""
    named = results.method_name if method_name is None else _SHORT.get(method_name, method_name)
    method = next((one for one in Method if one == named), None)
    clashes = sum(note.code in ("results.itself", "results.pair-twice") for note in results.notes)
    if clashes:
        raise Refused.of("cli.score.clashes", n=clashes)
    if method is None:
        code = "cli.score.file-method" if method_name is None else "cli.score.method"
        raise Refused.of(code, method=named, known=", ".join(Method))
    return method


def choose_rules(console: Console, results: ResultsFile, rules_name: str | None) -> tuple[Regulations, Problem]:
    """Returns the rules for a file of results, and the reason for them."""
    if rules_name is not None and rules_name.endswith(TOML):
        rules = regulations.load_text(text_of(read_file(console, rules_name)), rules_name)
        return rules, Problem("cli.rules.asked", {"name": rules.name})
    if rules_name is not None:
        return regulations.load(rules_name), Problem("cli.rules.asked", {"name": rules_name})
    program = results.program
    name = regulations.for_program(program) if program else None
    if name is not None:
        return regulations.load(name), Problem("cli.rules.program", {"name": name, "program": program})
    code = "cli.rules.default-program" if program else "cli.rules.default"
    return regulations.load(DEFAULT_REGULATIONS), Problem(code, {"name": DEFAULT_REGULATIONS, "program": program})
