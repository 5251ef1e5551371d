"""The settings of an event as they stand in the file, with the defaults of files that lack a field."""

from __future__ import annotations

from dataclasses import field

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.choosing.wishes import ClubRule, Pace
from arrowswitch.core.pairing.swiss.conditions import SwissConditions
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.tournament.event.forms import PointLimit
from arrowswitch.tournament.event.model import Settings
from arrowswitch.tournament.event.stored.mapping import stored
from arrowswitch.tournament.event.stored.words import (
    ContestantKindWord,
    DirectorGradeWord,
    EightScoringWord,
    EventClassWord,
    EventFormWord,
    HalfTimeWord,
    HandicapKindWord,
    HomeRuleWord,
    LastRoundWord,
    MethodWord,
    OpeningWord,
    RankBaseWord,
    RematchWord,
    SeatingRightWord,
    SubstitutionWord,
    TeamScoringWord,
    TriangleWord,
)
from arrowswitch.tournament.knockout.values import KnockoutSettings
from arrowswitch.tournament.matches.values import MatchSettings


@stored(Pace)
class StoredPace:
    minutes_per_board: int = 7
    minutes_per_round: int = 1


@stored(ClubRule)
class StoredClubRule:
    howell_up_to: int = 13
    mitchell_from: int = 14


@stored(SwissConditions)
class StoredSwissConditions:
    rounds: int | None = None
    rematch: RematchWord | None = None
    rematch_number: int | None = None
    rank_base: RankBaseWord | None = None
    last_round: LastRoundWord | None = None
    triangle: TriangleWord | None = None
    triangle_limit: int | None = None
    openings: tuple[OpeningWord, ...] = ()


@stored(PointLimit)
class StoredPointLimit:
    name: str
    most: int | None = None


@stored(MatchSettings)
class StoredMatchSettings:
    scoring: TeamScoringWord | None = None
    home: HomeRuleWord | None = None
    seating: SeatingRightWord | None = None
    half_time: HalfTimeWord | None = None
    substitution: SubstitutionWord | None = None
    eight: EightScoringWord | None = None


@stored(KnockoutSettings)
class StoredKnockoutSettings:
    has_third_place: bool = False
    has_threes: bool = False
    most_carried: int | None = None


@stored(Settings)
class StoredSettings:
    name: str
    date: str
    venue: str = ""
    starts_at: str = "19:00"
    kind: ContestantKindWord = ContestantKind.PAIR
    method: MethodWord = Method.MATCHPOINTS
    event_class: EventClassWord = EventClass.WEEKLY
    regulations: str = "jcbl-2008"
    sessions: int = 1
    minutes: int = 200
    boards_per_round: int | None = None
    boards_wanted: int | None = None
    first_board: int = 1
    pace: StoredPace = field(default_factory=StoredPace)
    club_rule: StoredClubRule = field(default_factory=StoredClubRule)
    warning_seconds: int = 120
    correction_minutes: int | None = None
    is_director_playing: bool = False
    half_point_as_x: bool = False
    master_point_class: int | None = None
    director: str = ""
    laws: int | None = None
    form: EventFormWord | None = None
    scale: str = ""
    conditions: StoredSwissConditions = field(default_factory=StoredSwissConditions)
    eligibility: str = ""
    strata: tuple[StoredPointLimit, ...] = ()
    flights: tuple[StoredPointLimit, ...] = ()
    director_grade: DirectorGradeWord | None = None
    handicap_kind: HandicapKindWord = HandicapKind.PERCENT
    matches: StoredMatchSettings = field(default_factory=StoredMatchSettings)
    scale_table: str = ""
    knockout: StoredKnockoutSettings = field(default_factory=StoredKnockoutSettings)
    sections: int = 1
