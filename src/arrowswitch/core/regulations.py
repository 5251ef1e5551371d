"""The regulations of an event as one value: a body's rules in one edition, each with the clause it comes from.

The numbers are read from files by `arrowswitch.regulations`; each event stores its own copy, so that a new edition
changes new events only. The rules themselves are in `core.scoring`; this module bundles them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NewType

from arrowswitch.core.awards.masterpoints import USUAL, MasterpointRates, rates_on
from arrowswitch.core.scoring.offences import PenaltyLimits
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.team_rules import PachaboRules, PattonRules
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules


class CorrectionUntil(StrEnum):
    """When the correction period of a weekly club game ends."""

    NEXT_GAME = "next-game"
    MINUTES = "minutes"


@dataclass(frozen=True, slots=True)
class CorrectionRules:
    """How long scores may be corrected: minutes after the publication of the last session, and what a weekly game
    does."""

    minutes: int
    weekly_until: CorrectionUntil

    def minutes_for(self, event_class: EventClass) -> int | None:
        """Returns the minutes after publication, or None when corrections run until the next game."""
        is_open_ended = event_class is EventClass.WEEKLY and self.weekly_until is CorrectionUntil.NEXT_GAME
        return None if is_open_ended else self.minutes


@dataclass(frozen=True, slots=True)
class UnplayedRules:
    """The score of a side for a board that could not be played, by its responsibility.

    A contestant who cannot play `removed_from` or more of the session's boards has no scores at all; nor have its
    opponents on these boards.
    """

    blameless: AverageKind = AverageKind.PLUS
    partly: AverageKind = AverageKind.AVERAGE
    at_fault: AverageKind = AverageKind.MINUS
    removed_from: Fraction = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class GradeRules:
    """The requirements of an event's grade.

    The fewest boards of a session hold from the grade `least_boards_from` on: for pairs, teams, and players of up to
    `novices_up_to` master points. The federation's office reckons the masterpoints from `office_points_from` on. A club
    or sectional director may lead events up to the grade given, a national director all; weekly games of the
    masterpoint classes up to `undirected_class` need no qualified director.
    """

    least_boards_pairs: int = 21
    least_boards_teams: int = 24
    least_boards_novices: int = 18
    novices_up_to: int = 20
    least_boards_from: EventClass = EventClass.SECTIONAL
    office_points_from: EventClass = EventClass.CCG
    club_director_up_to: EventClass = EventClass.LOCAL
    sectional_director_up_to: EventClass = EventClass.REGIONAL
    undirected_class: int = 3

    def least_boards(
        self, event_class: EventClass, *, is_team_event: bool, master_points: int | None = None
    ) -> int | None:
        """Returns the fewest boards of a session for players with this many points. Returns None if there is no
        minimum."""
        if event_class.level < self.least_boards_from.level:
            return None
        if master_points is not None and master_points <= self.novices_up_to:
            return self.least_boards_novices
        return self.least_boards_teams if is_team_event else self.least_boards_pairs

    def has_office_points(self, event_class: EventClass) -> bool:
        """True if the federation's office calculates the masterpoints."""
        return event_class.level >= self.office_points_from.level


@dataclass(frozen=True, slots=True)
class CarryOverRules:
    """The carry-over from a qualifying to its final where the conditions of contest define none.

    `kind` where boards have a top, `kind_without_tops` elsewhere, with the `part` for a part. The limit of four boards
    holds if qualifying and final each have `limited_from` sessions or more (0: never).
    """

    kind: CarryKind = CarryKind.NONE
    kind_without_tops: CarryKind = CarryKind.NONE
    part: Fraction = Fraction(1, 2)
    limited_from: int = 0

    def default_rules(self, *, has_tops: bool) -> CarryRules:
        """Returns the default rules of a final; its limit follows these rules."""
        kind = self.kind if has_tops else self.kind_without_tops
        return CarryRules(kind=kind, part=self.part, is_limited_by_rules=True)

    def is_limited(self, qualifying_sessions: int, final_sessions: int) -> bool:
        """True if the limit applies; `qualifying_sessions` is 0 if it is not known."""
        return 0 < self.limited_from <= min(qualifying_sessions, final_sessions)


IsoDate = NewType("IsoDate", str)
"""A date as it is written: `2007-04-01`."""


@dataclass(frozen=True, slots=True)
class MasterpointRules:
    """The numbers of the masterpoint formula, as dated sets: of each value one for each date of `since` (ISO, the
    oldest first), from which on the set counts (R-322). Their meanings are in `MasterpointRates`."""

    since: tuple[IsoDate, ...] = (IsoDate(USUAL.rates.since),)
    unit: tuple[Fraction, ...] = (USUAL.rates.unit,)
    step: tuple[Fraction, ...] = (USUAL.rates.step,)
    paid_percent: tuple[Fraction, ...] = (USUAL.rates.paid_percent,)
    most: tuple[Fraction, ...] = (USUAL.rates.most,)
    team_factor: tuple[Fraction, ...] = (USUAL.rates.team_factor,)

    def rates(self, source: str = "") -> tuple[MasterpointRates, ...]:
        """Returns the sets, the oldest first; `source` is the clause they come from."""
        clause = source or USUAL.rates.source
        columns = zip(self.since, self.unit, self.step, self.paid_percent, self.most, self.team_factor, strict=True)
        return tuple(
            MasterpointRates(
                since=day,
                unit=unit,
                step=step,
                paid_percent=paid,
                most=most,
                team_factor=team,
                source=clause,
            )
            for day, unit, step, paid, most, team in columns
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations(ScoringRegulations):
    """A body's rules in one edition: those of scoring, and what else they say about an event.

    `laws` is the year of the Laws of Duplicate Bridge they refer to. `programs` are the names of scoring programs whose
    files follow these rules.
    """

    title: str
    body: str
    edition: str
    laws: int
    corrections: CorrectionRules
    penalties: PenaltyLimits
    programs: tuple[str, ...] = ()
    unplayed: UnplayedRules = UnplayedRules()
    grades: GradeRules = GradeRules()
    carry_over: CarryOverRules = CarryOverRules()
    patton: PattonRules = field(default_factory=PattonRules)
    pachabo: PachaboRules = field(default_factory=PachaboRules)
    masterpoints: MasterpointRules = MasterpointRules()

    def rates_on(self, day: str) -> MasterpointRates:
        """Returns the masterpoint rates of a day (ISO): the newest that are not younger, else the oldest."""
        return rates_on(day, self.masterpoints.rates(self.clause("masterpoints.unit")))
