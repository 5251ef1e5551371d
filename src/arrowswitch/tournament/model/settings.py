"""The settings of an event, as the organiser fixes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

from arrowswitch.core.awards.masterpoints import AwardsBy, TiedAwards
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.choosing.wishes import ClubRule, Pace, boards_for_level
from arrowswitch.core.movements.sessions.day_plan import USUAL_BREAK
from arrowswitch.core.pairing.swiss.conditions import SwissConditions
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass, SessionsBy
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapOf
from arrowswitch.tournament.model.forms import DirectorGrade, EventForm, PointLimit, form_of
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.tournament.model.values.matches import MatchSettings


@dataclass(frozen=True, slots=True)
class AnnouncementSettings:
    """The announcement of an event. `starts_at` is `HH:MM` at the club; `fee` is the entry fee in words.
    `director_grade` is the chief director's qualification, None if it is not known."""

    venue: str = ""
    starts_at: str = "19:00"
    fee: str = ""
    eligibility: str = ""
    director: str = ""
    director_grade: DirectorGrade | None = None


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """The boards and the time of each session. `break_minutes` is the rest between two sessions of a day. `level` is
    the most masterpoints of the players whom the event is for, None if it is open to all. `board_sets` is the number of
    copies of the boards at hand, None if nobody says."""

    minutes: int = 200
    boards_per_round: int | None = None
    boards_wanted: int | None = None
    first_board: int = 1
    pace: Pace = field(default_factory=Pace)
    club_rule: ClubRule = field(default_factory=ClubRule)
    warning_seconds: int = 120
    break_minutes: int = USUAL_BREAK
    is_director_playing: bool = False
    level: int | None = None
    board_sets: int | None = None

    @property
    def boards_of_level(self) -> int | None:
        """Returns the boards wanted in a session, or those usual at the level of the players; None if both are open."""
        if self.boards_wanted is not None or self.level is None:
            return self.boards_wanted
        return boards_for_level(self.level)


@dataclass(frozen=True, slots=True)
class ScoringSettings:
    """How results become totals, and by which rules.

    `regulations` is the name of the rules; the copy the event is scored with is `EventState.rules`. `laws` is the year
    of the Laws of Duplicate Bridge that are in force; None is the edition that the regulations refer to. `scale` names
    the scale of victory points of matches; `scale_table` is the organiser's own scale as it is typed
    (`regulations.scale_table`), in force where `scale` is `own`. `handicap_kind` is what handicaps are counted in,
    `handicap_of` what makes the handicap of an entry of several players.
    `total_by` is what makes the total of several sessions, None as the regulations have it.
    """

    method: Method = Method.MATCHPOINTS
    regulations: str = "jcbl-2008"
    laws: int | None = None
    scale: str = ""
    scale_table: str = ""
    handicap_kind: HandicapKind = HandicapKind.PERCENT
    handicap_of: HandicapOf = HandicapOf.MEAN
    half_point_as_x: bool = False
    total_by: SessionsBy | None = None
    correction_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class DivisionSettings:
    """How the field is divided: limits of strata and flights (the open one first), which are published before the
    event, and how many sections each session is to have; a plan may set others."""

    strata: tuple[PointLimit, ...] = ()
    flights: tuple[PointLimit, ...] = ()
    sections: int = 1


@dataclass(frozen=True, slots=True)
class AwardSettings:
    """How masterpoints are given. `by` is the list that they go by where two directions are ranked apart, `tied` what
    tied ranks earn. `places_before` are the places of another event that come before the first one here: a
    consolation's come after its final's."""

    master_point_class: int | None = None
    places_before: int = 0
    by: AwardsBy = AwardsBy.FIELD
    tied: TiedAwards = TiedAwards.MEAN


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that the organiser fixes for an event. `date` is ISO (`2026-11-21`).

    `form` is None for the form that follows from `kind` and the scoring method. `conditions` are those of a Swiss.
    Files and pages list all settings one after another; `PATHS` has the place of each by its name there.
    """

    name: str
    date: str
    kind: ContestantKind = ContestantKind.PAIR
    form: EventForm | None = None
    event_class: EventClass = EventClass.WEEKLY
    sessions: int = 1
    announcement: AnnouncementSettings = field(default_factory=AnnouncementSettings)
    play: PlaySettings = field(default_factory=PlaySettings)
    scoring: ScoringSettings = field(default_factory=ScoringSettings)
    division: DivisionSettings = field(default_factory=DivisionSettings)
    awards: AwardSettings = field(default_factory=AwardSettings)
    conditions: SwissConditions = field(default_factory=SwissConditions)
    matches: MatchSettings = field(default_factory=MatchSettings)
    knockout: KnockoutSettings = field(default_factory=KnockoutSettings)

    @property
    def event_form(self) -> EventForm:
        return self.form if self.form is not None else form_of(self.kind, self.scoring.method)

    @property
    def can_take_handicaps(self) -> bool:
        """True if results by the method can be given handicaps of the event's kind: percentages and boards need a board
        with a top."""
        return self.scoring.handicap_kind is HandicapKind.POINTS or self.scoring.method in (
            Method.MATCHPOINTS,
            Method.INSTANT,
        )


_GROUPS = {
    "announcement": AnnouncementSettings,
    "play": PlaySettings,
    "scoring": ScoringSettings,
    "division": DivisionSettings,
    "awards": AwardSettings,
}
_NAMES = {"awards.by": "awards_by", "awards.tied": "tied_awards"}
_OWN = tuple(part.name for part in fields(Settings) if part.name not in _GROUPS)
_GROUPED = tuple(f"{group}.{part.name}" for group, kind in _GROUPS.items() for part in fields(kind))
PATHS: Mapping[str, str] = {_NAMES.get(path, path.rpartition(".")[2]): path for path in (*_OWN, *_GROUPED)}
"""Where each setting is, by its name in files and on pages: `scale` is `scoring.scale`."""


def value_of(settings: Settings, name: str) -> object:
    """Returns a setting by its name in files and on pages.

    >>> value_of(Settings("Club game", "2026-11-21"), "regulations")
    'jcbl-2008'
    """
    return attrgetter(PATHS[name])(settings)


def with_values(settings: Settings, values: Mapping[str, object]) -> Settings:
    """Returns the settings with other values, by their names in files and on pages.

    >>> with_values(Settings("Club game", "2026-11-21"), {"scale": "wbf-25"}).scoring.scale
    'wbf-25'
    """
    for name, value in values.items():
        group, _, own = PATHS[name].rpartition(".")
        part: Any = getattr(settings, group) if group else settings
        changed = replace(part, **{own: value})
        settings = replace(settings, **{group: changed}) if group else changed
    return settings
