"""Reads a plan of several sessions from plain JSON (`core.movements.sessions.format`) of any program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Mistake, ParamValue, Problem
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.plan import NAMES, PlannedSection, SectionPlace, SessionPlan, parse_moves
from arrowswitch.core.movements.sessions.schemes import same_places
from arrowswitch.core.movements.typed import short
from arrowswitch.formats.movement.movement_json import from_plain

MOST_SESSIONS = 20
_SESSIONS = "sessions"


def is_plan(data: object) -> bool:
    """True if plain JSON is meant as a plan and not as one movement."""
    return isinstance(data, dict) and _SESSIONS in data


def plan_from_plain(data: object) -> SessionPlan:
    """Returns the plan that `data` (what a JSON parser returns) describes.

    Raises Malformed with one problem for everything that cannot be read, each with its path
    (`sessions[1][0].meetings[3].ns`). The checker judges the plan.
    """
    if not isinstance(data, dict) or not isinstance(data.get(_SESSIONS), list):
        raise Malformed.of("plans.file-sessions", _SESSIONS)
    problems: list[Problem] = []
    listed = data[_SESSIONS]
    if not 1 <= len(listed) <= MOST_SESSIONS:
        raise Malformed.of("plans.file-count", _SESSIONS, count=len(listed), most=MOST_SESSIONS)
    sessions = tuple(_session(entry, f"{_SESSIONS}[{i}]", problems) for i, entry in enumerate(listed))
    moves = _moves(data, sessions, problems)
    allowed = _texts(data, "allowed", problems)
    still = _texts(data, "keep_stationary", problems)
    Malformed.check(problems)
    keep = frozenset(SectionPlace(word[:1], Number(word[1:])) for word in still)
    return SessionPlan(sessions, moves, frozenset(allowed), keep)


def _session(entry: object, where: str, problems: list[Problem]) -> tuple[PlannedSection, ...]:
    sections = entry if isinstance(entry, list) else [entry]
    if not 1 <= len(sections) <= len(NAMES):
        problems.append(Problem("plans.file-sections", {"count": len(sections), "most": len(NAMES)}, where))
        return ()
    made = []
    for i, section in enumerate(sections):
        at = f"{where}[{i}]" if isinstance(entry, list) else where
        movement = _movement(section, at, problems)
        name = section.get("section", NAMES[i]) if isinstance(section, dict) else NAMES[i]
        if not (isinstance(name, str) and name in set(NAMES)):
            problems.append(Problem("plans.file-letter", {"value": short(name)}, f"{at}.section"))
        elif movement is not None:
            made.append(PlannedSection(name, movement))
    return tuple(made)


def _movement(section: object, where: str, problems: list[Problem]) -> Movement | None:
    try:
        if isinstance(section, dict) and "meetings" not in section and "family" in section:
            return _of_family(section)
        return from_plain(section)
    except Mistake as mistake:
        problems += [
            replace(problem, where=".".join(filter(None, (where, problem.where)))) for problem in mistake.problems
        ]
        return None


def _of_family(section: dict[object, object]) -> Movement:
    """Returns the movement of a family and options. Raises Malformed (`plans.file-options`), or as `make` does."""
    family, options = section["family"], section.get("options", {})
    if not isinstance(family, str) or not isinstance(options, dict):
        raise Malformed.of("plans.file-options", "options", value=short(options))
    wrong = [key for key, value in options.items() if not isinstance(value, int | str)]
    if wrong:
        raise Malformed.of("plans.file-options", f"options.{wrong[0]}", value=short(options[wrong[0]]))
    return make(family, **{str(key): value for key, value in options.items()})


def _moves(
    data: dict[str, object], sessions: Sequence[tuple[PlannedSection, ...]], problems: list[Problem]
) -> tuple[dict[SectionPlace, SectionPlace], ...]:
    if "moves" not in data:
        return tuple(same_places(session) for session in sessions[:-1])
    moves = []
    for i, written in enumerate(_texts(data, "moves", problems)):
        try:
            moves.append(parse_moves(written))
        except Malformed as mistake:
            problems += [replace(problem, where=f"moves[{i}]") for problem in mistake.problems]
    return tuple(moves)


def _texts(data: dict[str, object], key: str, problems: list[Problem]) -> list[str]:
    texts = data.get(key, [])
    if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
        return texts
    params: dict[str, ParamValue] = {"value": short(texts)}
    problems.append(Problem("plans.file-texts", params, key))
    return []
