"""Sheets by asking: so many tables, rounds and boards in so many sections and minutes, and the plans that could be.

The manual counts half tables (`9½`): two contestants to a table, so that 9½ are 19 pairs (lines 884-888, 2109-2113).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.errors import Mistake, NotFound, Problem
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.plan_chooser import PlanChoice, PlanWishes, choose_plans
from arrowswitch.web.forms import check, whole

_TABLES = re.compile(r"(\d{1,3})(?:[.,](0|5)|\s*(1/2|半))?")
_MOST_TABLES = 99
MOST_PLANS = 12


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: `tables` as typed, and everything as the choosers take it."""

    pairs: int
    wishes: PlanWishes


@dataclass(frozen=True, slots=True)
class Answer:
    """The plans, best first, or why there is none."""

    question: Question
    plans: tuple[PlanChoice, ...]
    refused: tuple[Problem, ...] = ()


def pairs_of(typed: str, problems: list[Problem]) -> int | None:
    """Returns the number of pairs at so many tables, half tables counted.

    >>> pairs_of("9½", []), pairs_of("9.5", []), pairs_of("１２", [])
    (19, 19, 24)
    """
    found = _TABLES.fullmatch(unicodedata.normalize("NFKC", typed.replace("½", ".5")).replace("⁄", "/").strip())
    tables = int(found[1]) if found is not None else 0
    if found is None or not 1 <= tables <= _MOST_TABLES:
        problems.append(Problem("desk.workbench.tables", {"text": typed[:20], "most": _MOST_TABLES}, "tables"))
        return None
    return 2 * tables + (found[2] == "5" or found[3] is not None)


def question_from(form: Mapping[str, str]) -> Question:
    """Returns what a form asks; raises Malformed with a problem for each field that cannot be read."""
    problems: list[Problem] = []
    pairs = pairs_of(form.get("tables", ""), problems)

    def wish(name: str, most: int) -> int | None:
        typed = form.get(name, "").strip()
        return whole(typed, name, problems, least=1, most=most) if typed else None

    rounds, boards, minutes = wish("rounds", 99), wish("boards", 36), wish("minutes", 1_440)
    sections, sessions = wish("sections", 4), wish("sessions", 4)
    stationary = wish("stationary", 40)
    check(problems)
    wishes = PlanWishes(
        sessions=sessions or 1,
        sections=sections or 1,
        minutes=minutes,
        rounds=() if rounds is None else (rounds,),
        boards_per_round=boards,
        stationary=stationary or 0,
    )
    return Question(pairs or 0, wishes)


def answer_to(question: Question) -> Answer:
    """Returns the plans for a question; that there is none is an answer as well."""
    try:
        return Answer(question, choose_plans(question.pairs, question.wishes, MOST_PLANS))
    except Mistake as mistake:
        return Answer(question, (), mistake.problems)


def sheets_of(question: Question, place: str) -> tuple[tuple[str, Movement], ...]:
    """Returns the movements of the plan at a place of the answer, each with session and section (`1A`).

    Raises NotFound (`desk.workbench.no-plan`) when the answer has no such place.
    """
    plans = answer_to(question).plans
    if not place.isdecimal() or not 1 <= int(place) <= len(plans):
        raise NotFound.of("desk.workbench.no-plan", place=place[:10])
    sessions = plans[int(place) - 1].plan.sessions
    return tuple(
        (f"{number}{section.name}" if len(sessions) > 1 else section.name, section.movement)
        for number, session in enumerate(sessions, start=1)
        for section in session
    )
