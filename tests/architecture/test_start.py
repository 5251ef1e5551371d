"""The modules loaded at the start of the program: a command that reckons one score does not wait for pages, paper or a
solver."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.tables import for_each

LATE = (
    "alembic",
    "fastapi",
    "jinja2",
    "ortools",
    "pandas",
    "sqlalchemy",
    "starlette",
    "typst",
    "uvicorn",
)
OWN_LATE = ("arrowswitch.core.scoring.bulk", "arrowswitch.documents", "arrowswitch.store.sql", "arrowswitch.web")
POINTS = "from arrowswitch import bootstrap; sys.argv[1:] = ['points', '3NT+1', '--by', 'N']; bootstrap.main()"
COMMANDS = "from arrowswitch.cli.main import build_parser; build_parser()"
PROGRAM = "from arrowswitch import bootstrap; sys.argv[1:] = {words!r}.split(); bootstrap.main()"
OF_OTHER_COMMANDS = ("numpy", "arrowswitch.tournament", "arrowswitch.core.movements", "arrowswitch.core.pairing")
"""Modules for commands that read an event or a movement, and not for one score."""
OF_LONGER_QUESTIONS = (
    "babel",
    "datetime",
    "fractions",
    "importlib.resources",
    "json",
    "pathlib",
    "platformdirs",
    "socket",
    "tomllib",
    "typing",
    "uuid",
    "webbrowser",
    "zoneinfo",
    "arrowswitch.bootstrap.programs",
    "arrowswitch.cli.calculators",
    "arrowswitch.cli.files",
    "arrowswitch.core.scoring",
    "arrowswitch.formats",
    "arrowswitch.i18n.language",
    "arrowswitch.regulations",
    "arrowswitch.tournament",
)
"""Modules that load in a moment, which is longer than the moment needed for one score."""
SEARCH = "from arrowswitch.core.solving import new_model; new_model()"


def loaded_modules(program: str) -> set[str]:
    """Returns the names of the modules that a program has loaded at its end."""
    script = f"import atexit, sys; atexit.register(lambda: print(*sorted(sys.modules), sep='\\n')); {program}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 2), done.stderr
    return set(done.stdout.splitlines())


@pytest.mark.parametrize("program", [POINTS, COMMANDS], ids=["points", "commands"])
def test_what_is_not_needed_is_not_loaded(program: str) -> None:
    modules = loaded_modules(program)
    assert "arrowswitch.cli.points" in modules
    assert [name for name in (*LATE, *OWN_LATE) if name in modules] == []


def test_a_command_loads_its_own_module_only() -> None:
    modules = loaded_modules(POINTS)
    assert [name for name in OF_OTHER_COMMANDS if name in modules] == []
    own = {name.removeprefix("arrowswitch.cli.") for name in modules if name.startswith("arrowswitch.cli.")}
    assert own == {"console", "main", "parser", "points"}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_one_score_is_told_by_what_it_needs(language: str) -> None:
    modules = loaded_modules(POINTS.replace("'points'", f"'--lang', '{language}', 'points'"))
    assert {"argparse", "dataclasses", "re", "arrowswitch.core.game.contracts"} <= modules
    assert [name for name in (*LATE, *OF_OTHER_COMMANDS, *OF_LONGER_QUESTIONS) if name in modules] == []


@for_each("words", ["--version", "--help", "--help --lang ja", "pionts 3NT=", "points"])
def test_a_command_line_that_does_nothing_loads_no_command(words: str) -> None:
    """The help lists all commands, a typo names them all, and neither loads one of them."""
    modules = loaded_modules(PROGRAM.format(words=words))
    own = {name.removeprefix("arrowswitch.cli.") for name in modules if name.startswith("arrowswitch.cli.")}
    assert own == {"console", "main", "parser"} | ({"points"} if words == "points" else set())
    assert [name for name in (*LATE, *OF_OTHER_COMMANDS, *OF_LONGER_QUESTIONS) if name in modules] == []


@for_each("words", ["movement --help", "movement list", "movement list --help", "serve --help", "score --help"])
def test_the_help_of_a_command_loads_no_event(words: str) -> None:
    modules = loaded_modules(PROGRAM.format(words=words))
    late = [name for name in (*LATE, *OWN_LATE, *OF_OTHER_COMMANDS, "pydantic") if name in modules]
    assert (late, "arrowswitch.cli.parser" in modules) == ([], True)


def test_movements_are_listed_without_the_tournament() -> None:
    modules = loaded_modules(PROGRAM.format(words="movement list --pairs 14"))
    assert "arrowswitch.core.movements.choosing.chooser" in modules
    assert [name for name in (*LATE, *OWN_LATE, "arrowswitch.tournament") if name in modules] == []
    assert not {"arrowswitch.regulations", "arrowswitch.core.movements.choosing.team_chooser"} & modules


def test_the_parser_of_all_commands_loads_their_modules() -> None:
    """So that what the test above looks for is what other commands need."""
    assert set(OF_OTHER_COMMANDS) <= loaded_modules(COMMANDS)


def test_a_command_reads_its_own_words_only() -> None:
    script = (
        "import sys\n"
        "def noted(event, found):\n"
        "    if event == 'open' and str(found[0]).endswith('.po'):\n"
        "        print(found[0], file=sys.stderr)\n"
        "sys.addaudithook(noted)\n" + POINTS
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert [Path(name).name for name in done.stderr.splitlines()] == ["cli.po"]


def test_a_search_loads_the_solver() -> None:
    """So that what the test above looks for is what a search needs."""
    assert {"ortools", "arrowswitch.core.cp_model"} <= loaded_modules(SEARCH)


@for_each("part", [*LATE, *OWN_LATE, *OF_OTHER_COMMANDS, *OF_LONGER_QUESTIONS])
def test_every_name_is_that_of_a_part(part: str) -> None:
    assert find_spec(part) is not None
