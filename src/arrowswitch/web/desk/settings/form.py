"""The form of an event's settings: the same fields for a new event, for a copy of an older one and for the settings
page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arrowswitch.core.awards.masterpoints import CLASSES, AwardsBy, TiedAwards
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.choosing.wishes import (
    LEVEL_OF_MORE_BOARDS,
    LEVEL_OF_NOVICES,
    ClubRule,
    Pace,
    boards_for_level,
)
from arrowswitch.core.movements.sessions.day_plan import USUAL_BREAK
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.model.settings import PlaySettings, Settings
from arrowswitch.tournament.model.values.matches import TeamScoring
from arrowswitch.tournament.settings.decide import LAWS
from arrowswitch.tournament.settings.ranges import MOST_BREAK, MOST_POINTS, MOST_SECTIONS, MOST_SESSIONS
from arrowswitch.web.desk.settings import form_fields
from arrowswitch.web.forms import choice, clock_time, line, optional, whole

_ON = "yes"
LONGEST_EVENT_NAME = 120
NO_CLASS = "none"
POINT_CLASSES = (NO_CLASS, *map(str, CLASSES))
"""The classes of masterpoints as forms have them."""
"""In the field of the masterpoint class: the game gives none."""
BY_REGULATIONS = "by-regulations"
"""In the field of the Laws' edition: the one that the regulations refer to."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The value of a field that is left open: `label` is a code; `text` is a code too if the value has words."""

    name: str
    label: str
    text: str
    value: str


@dataclass(frozen=True, slots=True)
class Filled:
    """The choice of the form that the fields of a new event are filled in for, and their other values under each
    choice."""

    choice: str
    shows: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """The values of the fields: as typed when they could not be stored, else as in the settings.

    `regulations` are the titles of those to choose from, empty for those that the pages have words for. `taken` are the
    defaults of a new event for open settings, by the choice of its form; empty for an existing event. `filled` is for
    which choice the fields of a new event are filled in. `rooms` are the club's, `club_tables` the scales that it has a
    table for, `has_fees` is true if a fee that is left open comes from the club's settings. `usual_scoring` is how the
    matches of an event of teams are scored that fixes nothing about it.
    """

    fields: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]]
    regulations: Mapping[str, str]
    defaults: Mapping[str, tuple[Taken, ...]] = field(default_factory=dict)
    filled: Filled | None = None
    rooms: tuple[str, ...] = ()
    club_tables: tuple[str, ...] = ()
    has_fees: bool = False
    usual_scoring: TeamScoring | None = None

    @property
    def open_values(self) -> Mapping[str, Mapping[str, str]]:
        """Returns the values of open fields in a new event, by the choice of the form and the field."""
        return {choice: {one.name: one.value for one in taken} for choice, taken in self.defaults.items() if taken}

    @property
    def used_by(self) -> Mapping[str, str]:
        """Returns, for each part of the page, the choices of the form that use it."""
        return form_fields.USED_BY

    @property
    def methods(self) -> Mapping[str, tuple[str, ...]]:
        """Returns the scoring methods of each choice of the form."""
        return form_fields.METHODS

    @property
    def form_names(self) -> tuple[str, ...]:
        """Returns the names of the fields about the form of the event."""
        return form_fields.NAMES

    @property
    def drawn_names(self) -> tuple[str, ...]:
        """Returns the names of the fields about a Swiss or a knockout, which are always open."""
        return form_fields.DRAWN_NAMES

    @property
    def levels(self) -> Mapping[str, int]:
        """Returns the masterpoints from which players play more boards, and the boards from there on and below; the
        masterpoints of novices, and their boards."""
        level, novices = LEVEL_OF_MORE_BOARDS, LEVEL_OF_NOVICES
        boards = {"more": boards_for_level(level), "fewer": boards_for_level(level - 1)}
        return {"level": level, "novices": novices, "fewest": boards_for_level(novices), **boards}

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """Returns the options to choose from, by the name of the field."""
        return {
            "event_class": tuple(EventClass),
            "master_point_class": POINT_CLASSES,
            "awards_by": tuple(AwardsBy),
            "tied_awards": tuple(TiedAwards),
            "method": tuple(Method),
            "laws": (BY_REGULATIONS, *map(str, LAWS)),
            **form_fields.CHOICES,
        }


def fields_of(settings: Settings) -> Mapping[str, str]:
    """Returns the settings as the texts of the form's fields."""
    return {
        "name": settings.name,
        "date": settings.date,
        "starts_at": settings.announcement.starts_at,
        "venue": settings.announcement.venue,
        "director": settings.announcement.director,
        "fee": settings.announcement.fee,
        "event_class": settings.event_class.value,
        "method": settings.scoring.method.value,
        "master_point_class": _text(settings.awards.master_point_class) or NO_CLASS,
        "awards_by": settings.awards.by.value,
        "tied_awards": settings.awards.tied.value,
        "regulations": settings.scoring.regulations,
        "laws": BY_REGULATIONS if settings.scoring.laws is None else str(settings.scoring.laws),
        "sessions": str(settings.sessions),
        "sections": str(settings.division.sections),
        "places_before": _text(settings.awards.places_before or None),
        "minutes": str(settings.play.minutes),
        "break_minutes": str(settings.play.break_minutes),
        "level": _text(settings.play.level),
        "boards_wanted": _text(settings.play.boards_wanted),
        "boards_per_round": _text(settings.play.boards_per_round),
        "first_board": str(settings.play.first_board),
        "minutes_per_board": str(settings.play.pace.minutes_per_board),
        "minutes_per_round": str(settings.play.pace.minutes_per_round),
        "warning_minutes": str(settings.play.warning_seconds // 60),
        "correction_minutes": _text(settings.scoring.correction_minutes),
        "board_sets": _text(settings.play.board_sets),
        "howell_up_to": str(settings.play.club_rule.howell_up_to),
        "mitchell_from": str(settings.play.club_rule.mitchell_from),
        "is_director_playing": _ON if settings.play.is_director_playing else "",
        "half_point_as_x": _ON if settings.scoring.half_point_as_x else "",
        **form_fields.form_fields(settings),
    }


def settings_from(form: Mapping[str, str], base: Settings) -> Settings:
    """Returns `base` with the values of the form; raises Malformed with a problem for each field that cannot be
    read."""
    problems: list[Problem] = []
    play = _play(form, base.play, problems)
    correction = optional(form.get("correction_minutes", ""), "correction_minutes", problems, least=0, most=100_000)
    name = line(form.get("name", ""), "name", problems, is_needed=True, most=LONGEST_EVENT_NAME)
    texts = {field: line(form.get(field, ""), field, problems) for field in ("venue", "director", "fee")}
    event_class = choice(form.get("event_class", base.event_class), "event_class", EventClass, problems)
    method = choice(form.get("method", base.scoring.method), "method", Method, problems)
    point_class = form.get("master_point_class", _text(base.awards.master_point_class) or NO_CLASS)
    if point_class not in POINT_CLASSES:
        problems.append(Problem("desk.field.choice", {"text": point_class[:40]}, "master_point_class"))
    laws = _laws(form, base, problems)
    formed = form_fields.with_fields(form, _with_awards(form, _with_division(form, base, problems), problems), problems)
    if problems:
        raise Malformed(*problems)
    return replace(
        formed,
        name=name,
        date=form.get("date", base.date).strip(),
        announcement=replace(
            formed.announcement,
            starts_at=clock_time(form.get("starts_at", base.announcement.starts_at)),
            venue=texts["venue"],
            director=texts["director"],
            fee=texts["fee"],
        ),
        event_class=event_class or base.event_class,
        scoring=replace(
            formed.scoring,
            method=method or base.scoring.method,
            regulations=form.get("regulations", base.scoring.regulations),
            laws=laws,
            correction_minutes=correction,
            half_point_as_x=form.get("half_point_as_x") == _ON,
        ),
        awards=replace(formed.awards, master_point_class=None if point_class == NO_CLASS else int(point_class)),
        play=play,
    )


def _play(form: Mapping[str, str], base: PlaySettings, problems: list[Problem]) -> PlaySettings:
    """Returns the boards and the time of each session from the fields of the form."""

    def number(name: str, least: int, most: int, empty: int | None = None) -> int | None:
        return whole(form.get(name, ""), name, problems, least=least, most=most, empty=empty)

    def open_number(name: str, most: int) -> int | None:
        return optional(form.get(name, ""), name, problems, least=1, most=most)

    usual, rule = Pace(), ClubRule()
    return replace(
        base,
        minutes=number("minutes", 10, 1440, base.minutes) or base.minutes,
        break_minutes=_break(form, base, problems),
        first_board=number("first_board", 1, 900, 1) or 1,
        pace=Pace(
            number("minutes_per_board", 1, 60, usual.minutes_per_board) or 1,
            number("minutes_per_round", 0, 60, usual.minutes_per_round) or 0,
        ),
        warning_seconds=(number("warning_minutes", 0, 60, 2) or 0) * 60,
        club_rule=ClubRule(
            number("howell_up_to", 0, 999, rule.howell_up_to) or 0,
            number("mitchell_from", 0, 999, rule.mitchell_from) or 0,
        ),
        level=open_number("level", MOST_POINTS) if "level" in form else base.level,
        board_sets=open_number("board_sets", 99) if "board_sets" in form else base.board_sets,
        boards_wanted=open_number("boards_wanted", 200),
        boards_per_round=open_number("boards_per_round", 40),
        is_director_playing=form.get("is_director_playing") == _ON,
    )


def _break(form: Mapping[str, str], base: PlaySettings, problems: list[Problem]) -> int:
    """Returns the break between two sessions; a field that is not sent stays, an empty one is the usual break."""
    typed = form.get("break_minutes", str(base.break_minutes))
    minutes = whole(typed, "break_minutes", problems, least=0, most=MOST_BREAK, empty=USUAL_BREAK)
    return base.break_minutes if minutes is None else minutes


def _with_division(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with the numbers of sessions, sections and earlier places of the form; a field that is not sent
    stays."""
    fields = (("sessions", base.sessions, MOST_SESSIONS), ("sections", base.division.sections, MOST_SECTIONS))
    numbers = {
        name: whole(form.get(name, str(now)), name, problems, least=1, most=most, empty=1) or now
        for name, now, most in fields
    }
    before = whole(
        form.get("places_before", str(base.awards.places_before)),
        "places_before",
        problems,
        least=0,
        most=9999,
        empty=0,
    )
    return replace(
        base,
        sessions=numbers["sessions"],
        division=replace(base.division, sections=numbers["sections"]),
        awards=replace(base.awards, places_before=before or 0),
    )


def _with_awards(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with the form's way of giving masterpoints."""
    awards_by = choice(form.get("awards_by", base.awards.by), "awards_by", AwardsBy, problems)
    tied_awards = choice(form.get("tied_awards", base.awards.tied), "tied_awards", TiedAwards, problems)
    return replace(
        base, awards=replace(base.awards, by=awards_by or base.awards.by, tied=tied_awards or base.awards.tied)
    )


def _laws(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> int | None:
    typed = form.get("laws", str(base.scoring.laws or BY_REGULATIONS))
    if typed == BY_REGULATIONS:
        return None
    if typed not in map(str, LAWS):
        problems.append(Problem("desk.field.choice", {"text": typed[:40]}, "laws"))
        return base.scoring.laws
    return int(typed)


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
