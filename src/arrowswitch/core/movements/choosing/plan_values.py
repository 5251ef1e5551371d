"""The input and output of the chooser of plans: wishes, and one choice for each plan that could be played.

JCBL director's manual 3.3, lines 2455-2459 (time and boards), 2294-2298 (board sets), 2375-2417 (what the change
between two sessions should care for) and 3317-3335 (stationary numbers, sections of one size).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from enum import StrEnum

from arrowswitch.core.movements.checking.fairness import Fairness, fairness
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.engine import Proposed
from arrowswitch.core.movements.choosing.wishes import PairWishes, Wishes
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.sessions.maker import Outline, Scheme, make_plan
from arrowswitch.core.movements.sessions.plan import SectionPlace, SessionPlan, stationary_throughout
from arrowswitch.core.movements.sessions.plan_list import PlanRow, SectionPlan


class SessionOrder(StrEnum):
    """The session of a game in one section that is the Mitchell (line 2105)."""

    MITCHELL_FIRST = "mitchell-first"
    HOWELL_FIRST = "howell-first"


@dataclass(frozen=True, slots=True)
class PlanWishes(PairWishes):
    """The wishes for a game of one to four sessions.

    - `sections` binds (None: as many as it takes); `rounds` binds: of each session, or one number for the longest of
      all.
    - `no_repeat` forbids plans in which two pairs meet again. `order` binds for a Mitchell and an interwoven Howell.
    - `vary_field` lets as many as possible change the section, `exchange_stationary` gives the stationary seats to
      others in the second session (lines 2380, 2415-2417).
    - `barometer` has all tables play the same boards in every round.
    - `is_houston`: the pairs play a Houston trial, so that Houston pairs go before everything else (lines 3369-3374).
    """

    sessions: int = 2
    sections: int | None = None
    rounds: tuple[RoundNumber, ...] = ()
    no_repeat: bool = False
    order: SessionOrder | None = None
    vary_field: bool = False
    exchange_stationary: bool = False
    barometer: bool = False
    is_houston: bool = False

    @property
    def of_one_session(self) -> Wishes:
        """Returns the wishes that a movement of one session and section is chosen by."""
        shared = {field.name: getattr(self, field.name) for field in fields(PairWishes)}
        return Wishes(**shared, rounds=self.rounds[0] if self.rounds else None)


@dataclass(frozen=True, slots=True)
class PlanChoice(Proposed):
    """One plan that could be played, and what is to be said about it. The plan itself is made when it is asked for.

    - `board_sets` is how many copies of the boards it takes so that no table waits; `saving` the starting rounds of the
      sections that would need fewer, and how many, where there are such.
    - `minutes` are those of each session; `row` is the row of the documents' lists that it is.
    """

    outline: Outline
    minutes: tuple[int, ...]
    fits_time: bool
    board_sets: int
    saving: tuple[tuple[RoundNumber, ...], int] | None = None
    row: PlanRow | None = None
    single: MovementChoice | None = None

    @property
    def plan(self) -> SessionPlan:
        """Returns the plan, made and checked."""
        return make_plan(self.outline)

    @property
    def scheme(self) -> Scheme:
        return self.outline.scheme

    @property
    def sections(self) -> tuple[tuple[SectionPlan, ...], ...]:
        """Returns the sections of each session, section A first."""
        return self.outline.sessions

    @property
    def tables(self) -> int:
        """Returns the number of tables in session 1, over all sections."""
        return self.outline.tables

    @property
    def rounds(self) -> tuple[RoundNumber, ...]:
        """Returns the number of rounds in each session."""
        return self.outline.rounds

    @property
    def boards_per_round(self) -> int:
        return self.outline.boards_per_round

    @property
    def boards(self) -> tuple[int, ...]:
        """Returns the number of boards in each session."""
        return tuple(rounds * self.boards_per_round for rounds in self.rounds)

    @property
    def boards_total(self) -> int:
        """Returns the number of boards over all sessions for a pair without sit-outs."""
        return sum(self.boards)

    @property
    def boards_played(self) -> int:
        """Returns how many boards every pair plays at least."""
        plan = self.plan
        out = {
            (session, section.name): Counter(n for r in range(1, rounds + 1) for n in section.movement.sit_outs(r))
            for session, (sections, rounds) in enumerate(zip(plan.sessions, self.rounds, strict=True))
            for section in sections
        }
        sat_out = (
            sum(out[session, place.section][place.number] for session, place in enumerate(plan.route(start)) if place)
            for start in plan.contestants
        )
        return self.boards_total - max(sat_out) * self.boards_per_round

    @property
    def fairness(self) -> tuple[tuple[Fairness, ...], ...]:
        """Returns the measures of each section, session by session."""
        return tuple(tuple(fairness(section.movement) for section in session) for session in self.plan.sessions)

    @property
    def stationary(self) -> tuple[SectionPlace, ...]:
        """Returns the contestants that are stationary in every session, by their place in session 1, except
        phantoms."""
        return stationary_throughout(self.plan)

    @property
    def missed_pairs(self) -> int:
        """Returns the number of other pairs that a pair meets in no session."""
        return self.outline.missed_pairs
