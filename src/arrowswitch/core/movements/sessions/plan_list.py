"""The lists of two-session games and of Houston pairs, row by row (JCBL director's manual 3.3, lines 3106-3374).

A row lists the sections and their movements in both sessions. The rows are data (`plan_list.toml`) with the line each
was printed in; lost or misprinted words of the print are corrected there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from arrowswitch.core.errors import Impossible, Problem
from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.model import RoundNumber

TABLES_THAT_MAY_WAIT = 2
"""This many tables of a section may wait for a neighbour's boards."""


class SectionKind(StrEnum):
    """The game of a section, in the letters of the list (line 3106-3110), and games that the list leaves out."""

    MITCHELL = "M"
    """Scrambled, as many rounds as tables."""
    APPENDIX = "A"
    INTERWOVEN = "I"
    HOWELL = "H"
    CUT = "C"
    """A scrambled Mitchell of fewer rounds than tables: not everybody plays every board."""
    SIDES = "S"
    """A Mitchell in which North-South and East-West are two fields."""
    HOUSTON = "T"
    BOTH_APPENDIX = "B"
    """An appendix Mitchell with two fields."""
    WEB = "W"
    """A Web Mitchell, with two fields and two copies of the boards."""


_SHARING = (SectionKind.APPENDIX, SectionKind.BOTH_APPENDIX)
"""The games in which tables share the boards of others."""


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """The game of a section in a session: kind, tables and rounds, and the round of the sheet that it starts in.

    `variant` distinguishes sections of one size (`multi_section`). `part` is the number of its session of Houston
    pairs, and of how many: `(1, 2)`.
    """

    kind: SectionKind
    tables: int
    rounds: RoundNumber
    start: RoundNumber = 1
    variant: int = 0
    part: tuple[int, int] = (1, 1)

    @property
    def has_two_rankings(self) -> bool:
        """True if North-South and East-West are ranked separately."""
        return self.kind in (SectionKind.SIDES, SectionKind.BOTH_APPENDIX, SectionKind.WEB)

    @property
    def sets(self) -> int:
        """Returns the number of board sets in play."""
        return self.tables if self.is_cut else self.rounds

    @property
    def waits(self) -> bool:
        """True if a table waits for the boards of another with one copy of the boards."""
        is_relay = self.tables == self.rounds and self.tables % 2 == 0
        return self.kind in _SHARING or (is_relay and self.kind in (SectionKind.MITCHELL, SectionKind.SIDES))

    @property
    def copies(self) -> int:
        """Returns the copies of the boards with which at most two tables wait for boards of others."""
        if self.kind is SectionKind.WEB:
            return 2
        return 2 if self.kind in _SHARING and self.tables - self.rounds > TABLES_THAT_MAY_WAIT else 1

    @property
    def is_cut(self) -> bool:
        """True if some pairs do not play every board."""
        return self.kind in (SectionKind.CUT, SectionKind.SIDES) and self.rounds < self.tables

    def __str__(self) -> str:
        return f"{self.tables}{self.kind}{self.rounds}"


def section_words(text: str) -> Problem:
    """Returns the game of a section in words, from its text in a plan; raises Impossible for another text.

    >>> section_words("6H9")
    Problem(code='plan.section.howell', params={'tables': 6, 'rounds': 9}, where='')
    """
    match = _SECTION.fullmatch(text)
    if match is None:
        raise Impossible(f"not a section of a plan: {text}")
    return Problem(
        f"plan.section.{SectionKind(match[2]).name.lower().replace('_', '-')}",
        {"tables": int(match[1]), "rounds": int(match[3])},
    )


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One row of a list: the sections of each session, boards of a round, and whether its Howell starts in round 2."""

    line: int
    boards_per_round: int
    sessions: tuple[tuple[SectionPlan, ...], ...]
    starts_second: bool = False

    @property
    def tables(self) -> int:
        """Returns the number of tables in session 1, over all sections."""
        return sum(section.tables for section in self.sessions[0])

    @property
    def boards_total(self) -> int:
        return sum(session[0].rounds * self.boards_per_round for session in self.sessions)


_SECTION = re.compile(r"(\d+)([A-Z])(\d+)")


def parse_sections(written: str) -> tuple[SectionPlan, ...]:
    """Returns sections written as in the list of rows: `12M12+8H12`.

    >>> [str(section) for section in parse_sections("12M12+8H12")]
    ['12M12', '8H12']
    """
    matches = (_SECTION.fullmatch(word) for word in written.split("+"))
    return tuple(
        SectionPlan(kind=SectionKind(m[2]), tables=int(m[1]), rounds=int(m[3])) for m in matches if m is not None
    )


@cache
def plan_list() -> tuple[PlanRow, ...]:
    """Returns all rows in the order of the print."""
    data = data_of("sessions/plan_list")
    second = set(data["second"])
    howells = [(line, boards, howell, howell) for line, boards, howell in data["howells"]]
    rows = [
        PlanRow(line, boards, (parse_sections(first), parse_sections(then)), line in second)
        for line, boards, first, then in [*data["plans"], *howells]
    ]
    for line, boards, tables, rounds in data["houston"]:
        parts = [
            (SectionPlan(kind=SectionKind.HOUSTON, tables=tables, rounds=r, part=(i, len(rounds))),)
            for i, r in enumerate(rounds, start=1)
        ]
        rows.append(PlanRow(line, boards, tuple(parts)))
    return tuple(rows)


@cache
def _by_sections() -> Mapping[tuple[int, tuple[tuple[str, ...], ...]], PlanRow]:
    return {_key(row.boards_per_round, row.sessions): row for row in reversed(plan_list())}


@cache
def _reseated_plan() -> tuple[tuple[int, tuple[SectionPlan, ...]], ...]:
    return tuple(
        (sessions, parse_sections(written)) for sessions, written in data_of("searched/several_sessions")["plans"]
    )


def reseated_plans(sessions: int, tables: int) -> tuple[tuple[SectionPlan, ...], ...]:
    """Returns the sections in which `sessions` sessions are known to be possible without a second meeting, where groups
    cannot take turns: all contestants get new seats by search (`tools/find-several-sessions`)."""
    return tuple(
        sections
        for count, sections in _reseated_plan()
        if count >= sessions and sum(section.tables for section in sections) == tables
    )


def plan_row(boards_per_round: int, sessions: Sequence[Sequence[SectionPlan]]) -> PlanRow | None:
    """Returns the first row with these sections in any order, or None."""
    return _by_sections().get(_key(boards_per_round, sessions))


def _key(boards: int, sessions: Sequence[Sequence[SectionPlan]]) -> tuple[int, tuple[tuple[str, ...], ...]]:
    return boards, tuple(tuple(sorted(map(str, session))) for session in sessions)
