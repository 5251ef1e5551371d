"""Sheets by number: for a number of tables, teams or players, rounds and boards, the movements that could be played.

The manual counts half tables (`9½`): two contestants to a table, so that 9½ are 19 pairs (lines 884-888, 2109-2113).
Teams and single players are counted themselves, also where they are written with their word (`13 teams`, `12 人`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Mistake, NotFound, Problem
from arrowswitch.core.movements.choosing.plan_chooser import PlanChoice, PlanWishes, choose_plans
from arrowswitch.core.movements.model import Movement
from arrowswitch.web.desk.workbench.offers import Offer, Others, player_offers, team_offers
from arrowswitch.web.forms import check, whole

_TABLES = re.compile(r"(\d{1,3})(?:[.,](0|5)|\s*(1/2|半))?")
_MOST_TABLES = 99
MOST_PLANS = 12


_COUNTED = re.compile(r"(\d{1,4})\s*([a-zチームペア組人名]*)")
_WORDS = {
    ContestantKind.PAIR: ("pair", "pairs", "ペア", "組"),
    ContestantKind.TEAM: ("team", "teams", "チーム"),
    ContestantKind.PLAYER: ("player", "players", "人", "名"),
}
_MOST_CONTESTANTS = 999


@dataclass(frozen=True, slots=True)
class Question:
    """The question: the number and kind of contestants, and the wishes in the form that the choosers take; `others` for
    teams and players."""

    kind: ContestantKind
    count: int
    wishes: PlanWishes
    others: Others


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """The plans for pairs or the offers for teams and players, best first, or why there is none."""

    question: Question
    plans: tuple[PlanChoice, ...] = ()
    offers: tuple[Offer, ...] = ()
    refused: tuple[Problem, ...] = ()


def contestants_of(typed: str, kind: ContestantKind, problems: list[Problem]) -> tuple[ContestantKind, int | None]:
    """Returns the kind and number of contestants: a typed kind wins over the chosen one; pairs are counted by tables.

    >>> contestants_of("13 teams", ContestantKind.PAIR, [])
    (<ContestantKind.TEAM: 'team'>, 13)
    >>> contestants_of("9½", ContestantKind.PAIR, []), contestants_of("１２人", ContestantKind.PAIR, [])
    ((<ContestantKind.PAIR: 'pair'>, 19), (<ContestantKind.PLAYER: 'player'>, 12))
    """
    match = _COUNTED.fullmatch(unicodedata.normalize("NFKC", typed).strip().lower())
    written = next((one for one, words in _WORDS.items() if match is not None and match[2] in words), None)
    if match is None or (written is None and (match[2] or kind is ContestantKind.PAIR)):
        if kind is ContestantKind.PAIR:
            return kind, pairs_of(typed, problems)
        problems.append(Problem("desk.workbench.ask.count", {"text": typed[:20]}, "tables"))
        return kind, None
    count = int(match[1])
    if not 1 <= count <= _MOST_CONTESTANTS:
        problems.append(Problem("desk.workbench.ask.count", {"text": typed[:20]}, "tables"))
    return written or kind, count


def pairs_of(typed: str, problems: list[Problem]) -> int | None:
    """Returns the number of pairs at this many tables, half tables counted.

    >>> pairs_of("9½", []), pairs_of("9.5", []), pairs_of("１２", [])
    (19, 19, 24)
    """
    match = _TABLES.fullmatch(unicodedata.normalize("NFKC", typed.replace("½", ".5")).replace("⁄", "/").strip())
    tables = int(match[1]) if match is not None else 0
    if match is None or not 1 <= tables <= _MOST_TABLES:
        problems.append(Problem("desk.workbench.tables", {"text": typed[:20], "most": _MOST_TABLES}, "tables"))
        return None
    return 2 * tables + (match[2] == "5" or match[3] is not None)


def question_from(form: Mapping[str, str]) -> Question:
    """Returns the question of a form; raises Malformed with a problem for each field that cannot be read."""
    problems: list[Problem] = []
    chosen = form.get("kind", "")
    kind = ContestantKind(chosen) if chosen in set(ContestantKind) else ContestantKind.PAIR
    kind, count = contestants_of(form.get("tables", ""), kind, problems)

    def wish(name: str, most: int) -> int | None:
        typed = form.get(name, "").strip()
        return whole(typed, name, problems, least=1, most=most) if typed else None

    rounds, boards, minutes = wish("rounds", 99), wish("boards", 36), wish("minutes", 1_440)
    sections, sessions = wish("sections", 4), wish("sessions", 4)
    stationary = wish("stationary", 40)
    if kind is not ContestantKind.PAIR:
        code = "desk.workbench.ask.pairs-only"
        problems += (Problem(code, {}, name) for name, n in (("sections", sections), ("stationary", stationary)) if n)
    if kind is ContestantKind.PLAYER and sessions not in (None, 1):
        problems.append(Problem("desk.workbench.ask.one-session", {}, "sessions"))
    check(problems)
    wishes = PlanWishes(
        sessions=sessions or 1,
        sections=sections or 1,
        minutes=minutes,
        rounds=() if rounds is None else (rounds,),
        boards_per_round=boards,
        stationary=stationary or 0,
    )
    return Question(kind, count or 0, wishes, Others(sessions or 1, rounds, boards, minutes))


def answer_to(question: Question) -> SheetAnswer:
    """Returns the plans or offers for a question; that there is none is an answer as well."""
    try:
        match question.kind:
            case ContestantKind.TEAM:
                return SheetAnswer(question, offers=team_offers(question.count, question.others, MOST_PLANS))
            case ContestantKind.PLAYER:
                return SheetAnswer(question, offers=player_offers(question.count, question.others, MOST_PLANS))
        return SheetAnswer(question, choose_plans(question.count, question.wishes, MOST_PLANS))
    except Mistake as mistake:
        return SheetAnswer(question, refused=mistake.problems)


def sheets_of(question: Question, place: str) -> tuple[tuple[str, Movement], ...]:
    """Returns the movements of the plan or offer at a place of the answer, each with session and section (`1A`).

    Raises NotFound (`desk.workbench.no-plan`) when the answer has no such place, or no sheets there.
    """
    answer = answer_to(question)
    movements = answer.plans or answer.offers
    at = whole_of(place) or 0
    chosen = movements[at - 1] if 1 <= at <= len(movements) else None
    if chosen is None or (isinstance(chosen, Offer) and not chosen.has_sheet):
        raise NotFound.of("desk.workbench.no-plan", place=place[:10])
    if isinstance(chosen, Offer):
        return tuple((str(number), movement) for number, movement in enumerate(chosen.movements(), start=1))
    sessions = chosen.plan.sessions
    return tuple(
        (f"{number}{section.name}" if len(sessions) > 1 else section.name, section.movement)
        for number, session in enumerate(sessions, start=1)
        for section in session
    )
