"""The forms of event as their folders declare them (`tournament/forms/*/forms.toml`).

A declaration is the part of a form that is needed to read and write events: its arrangement, its contestants, its
methods and its scale. It is data, so that this package reads it without importing the code of the form.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from importlib.resources import files
from typing import Any

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Impossible
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import ScaleUnit

_FOLDERS = files("arrowswitch.tournament") / "forms"
_FILE = "forms.toml"
_OTHER_METHODS = frozenset({Method.INSTANT, Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS})
BOARD_METHODS = tuple(method for method in Method if not method.is_of_rounds and method not in _OTHER_METHODS)
"""The methods that score one board at a time and need no table of its scores beforehand."""


class MovementsFor(StrEnum):
    """The movements that are proposed: for pairs or single players, for a team of pairs, games of teams, or a match of
    two teams."""

    PAIRS = "pairs"
    PLAYERS = "players"
    TEAM_OF_PAIRS = "team-of-pairs"
    TEAMS = "teams"
    MATCH = "match"


_USUAL_MOVEMENTS = {
    ContestantKind.PLAYER: MovementsFor.PLAYERS,
    ContestantKind.PAIR: MovementsFor.PAIRS,
    ContestantKind.TEAM: MovementsFor.TEAMS,
}


@dataclass(frozen=True, slots=True)
class FormDeclaration:
    """The declaration of a form of event in its folder.

    `name` is the id that is stored in event files, `arrangement` the way in which opponents come together.
    `contestants` are those who enter, `opponents` those who meet: even-chance teams are made of the pairs that enter.
    `methods` are the methods that the form can be scored by, the usual one first. `scale` is the unit of the margins
    that become victory points, None if there are none; `scaled_methods` are the methods with such margins. `is_plain`
    is true for a game whose form follows from its method.

    `movements` are the movements that are proposed, by default those for the contestants. `match_scoring` is the
    `TeamScoring` in the name of the form, None if the settings choose it. `also_ranks_pairs` is true if the pairs of
    the teams are ranked in addition to the teams, `links_sessions` if the sheets of the sessions belong together, so
    that a team has one number in all of them (manual, line 2650). `is_one_match` is true if the event is one match, so
    that every penalty is deducted from it. `removes_matches` is false if a contestant that leaves keeps its matches,
    however few it has played.
    """

    name: str
    arrangement: str
    contestants: ContestantKind
    opponents: ContestantKind
    movements: MovementsFor
    methods: tuple[Method, ...] = BOARD_METHODS
    scale: ScaleUnit | None = None
    scaled_methods: frozenset[Method] = frozenset(Method)
    is_plain: bool = False
    match_scoring: str | None = None
    also_ranks_pairs: bool = False
    links_sessions: bool = False
    is_one_match: bool = False
    removes_matches: bool = True


_KEYS = {field.name for field in fields(FormDeclaration)} - {"name", "arrangement"}


def form_folders() -> tuple[str, ...]:
    """Returns the names of the folders that declare forms, in alphabetical order."""
    return tuple(sorted(folder.name for folder in _FOLDERS.iterdir() if (folder / _FILE).is_file()))


def declared_in(text: str) -> tuple[FormDeclaration, ...]:
    """Returns the forms that the text of a declaration holds: a table `[arrangement.form]` for each.

    Raises Impossible for a key or a value that no form has.

    >>> [form.name for form in declared_in('[draw.swiss-teams]\\ncontestants = "team"')]
    ['swiss-teams']
    """
    return tuple(
        _declaration(name, arrangement, keys)
        for arrangement, forms in tomllib.loads(text).items()
        for name, keys in forms.items()
    )


def _declaration(name: str, arrangement: str, keys: Mapping[str, Any]) -> FormDeclaration:
    unknown = keys.keys() - _KEYS
    if unknown:
        raise Impossible(f"unknown keys of the form {name}: {', '.join(sorted(unknown))}")
    if "contestants" not in keys:
        raise Impossible(f"the form {name} has no contestants")
    try:
        contestants = ContestantKind(keys["contestants"])
        return FormDeclaration(
            name,
            arrangement,
            contestants=contestants,
            opponents=ContestantKind(keys.get("opponents", contestants)),
            movements=MovementsFor(keys.get("movements", _USUAL_MOVEMENTS[contestants])),
            methods=tuple(map(Method, keys.get("methods", BOARD_METHODS))),
            scale=ScaleUnit(keys["scale"]) if "scale" in keys else None,
            scaled_methods=frozenset(map(Method, keys.get("scaled_methods", Method))),
            is_plain=keys.get("is_plain", False),
            match_scoring=keys.get("match_scoring"),
            also_ranks_pairs=keys.get("also_ranks_pairs", False),
            links_sessions=keys.get("links_sessions", False),
            is_one_match=keys.get("is_one_match", False),
            removes_matches=keys.get("removes_matches", True),
        )
    except ValueError as error:
        raise Impossible(f"the form {name}: {error}") from error


def _texts_of_folders() -> Iterator[str]:
    return ((_FOLDERS / folder / _FILE).read_text(encoding="utf-8") for folder in form_folders())


DECLARED: Mapping[str, FormDeclaration] = {
    form.name: form for text in _texts_of_folders() for form in declared_in(text)
}
"""The declarations by the name of the form."""
