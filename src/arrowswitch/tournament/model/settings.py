"""The settings of an event, as the organiser fixes them."""

from __future__ import annotations

from dataclasses import dataclass, field

from arrowswitch.core.awards.masterpoints import AwardsBy, TiedAwards
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.choosing.wishes import ClubRule, Pace
from arrowswitch.core.movements.sessions.day_plan import USUAL_BREAK
from arrowswitch.core.pairing.swiss.conditions import SwissConditions
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass, SessionsBy
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.tournament.model.forms import DirectorGrade, EventForm, PointLimit, form_of
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.tournament.model.values.matches import MatchSettings


@dataclass(frozen=True, slots=True)
class Settings:
    """What the organiser fixes for an event. `date` is ISO (`2026-11-21`), `starts_at` is `HH:MM` at the club.

    `regulations` is the name of the rules; the copy the event is scored with is `EventState.rules`. `laws` is the year
    of the Laws of Duplicate Bridge that are in force; None is the edition that the regulations refer to.

    `form` is None for the form that follows from `kind` and `method`. `scale` names the scale of victory points of
    matches. `eligibility`, `strata` and `flights` (the open one first) are published before the event.
    `director_grade` is the chief director's qualification, None when it is not told. `handicap_kind` is what handicaps
    are counted in. `sections` is how many sections each session is to have; a plan may set others.
    `matches` is what is fixed about the matches of teams. `scale_table` is the organiser's own scale as it is typed
    (`regulations.scale_table`), in force where `scale` is `own`. `fee` is what it costs, as the announcement says it.
    `total_by` is what makes the total of several sessions, None as the regulations have it. `places_before` are the
    places of another event that come before the first one here: a consolation's come after its final's. `awards_by` is
    the list that masterpoints go by where two directions are ranked apart, `tied_awards` what tied ranks earn.
    `break_minutes` is how long people rest between two sessions of a day.
    """

    name: str
    date: str
    venue: str = ""
    starts_at: str = "19:00"
    kind: ContestantKind = ContestantKind.PAIR
    method: Method = Method.MATCHPOINTS
    event_class: EventClass = EventClass.WEEKLY
    regulations: str = "jcbl-2008"
    sessions: int = 1
    minutes: int = 200
    boards_per_round: int | None = None
    boards_wanted: int | None = None
    first_board: int = 1
    pace: Pace = field(default_factory=Pace)
    club_rule: ClubRule = field(default_factory=ClubRule)
    warning_seconds: int = 120
    correction_minutes: int | None = None
    is_director_playing: bool = False
    half_point_as_x: bool = False
    master_point_class: int | None = None
    director: str = ""
    laws: int | None = None
    form: EventForm | None = None
    scale: str = ""
    conditions: SwissConditions = field(default_factory=SwissConditions)
    eligibility: str = ""
    strata: tuple[PointLimit, ...] = ()
    flights: tuple[PointLimit, ...] = ()
    director_grade: DirectorGrade | None = None
    handicap_kind: HandicapKind = HandicapKind.PERCENT
    matches: MatchSettings = field(default_factory=MatchSettings)
    scale_table: str = ""
    knockout: KnockoutSettings = field(default_factory=KnockoutSettings)
    sections: int = 1
    fee: str = ""
    total_by: SessionsBy | None = None
    places_before: int = 0
    awards_by: AwardsBy = AwardsBy.FIELD
    tied_awards: TiedAwards = TiedAwards.MEAN
    break_minutes: int = USUAL_BREAK

    @property
    def event_form(self) -> EventForm:
        return self.form if self.form is not None else form_of(self.kind, self.method)

    @property
    def can_take_handicaps(self) -> bool:
        """True if results by the method can be given handicaps of the event's kind: percentages and boards need a board
        with a top."""
        return self.handicap_kind is HandicapKind.POINTS or self.method in (Method.MATCHPOINTS, Method.INSTANT)
