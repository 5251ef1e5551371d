"""The labels of settings by the name of their field, and the changes between two settings in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from arrowswitch.core.changes import ValueChange
from arrowswitch.core.pairing.swiss.openings import FirstRounds, Opening
from arrowswitch.tournament.model.forms import PointLimit, format_limits
from arrowswitch.tournament.model.settings import Settings, value_of


@dataclass(frozen=True, slots=True)
class Label:
    """The code of a setting's label, and the beginning of the codes of its values; empty where values are texts.
    `unset` is the value of a setting that is left open, `path` its place in the settings if it is not its name."""

    code: str
    values: str = ""
    unset: str = ""
    path: tuple[str, ...] = ()

    def text(self, value: str) -> str:
        """Returns the code of a value, or the value itself."""
        return self.values + value


LABELS: Mapping[str, Label] = {
    "name": Label("desk.set.name"),
    "date": Label("desk.set.date"),
    "starts_at": Label("desk.set.starts"),
    "venue": Label("desk.set.venue"),
    "director": Label("desk.set.director"),
    "fee": Label("desk.set.fee"),
    "form": Label("desk.form.form", "form.name."),
    "method": Label("desk.set.method", "method."),
    "event_class": Label("desk.set.class", "desk.class."),
    "master_point_class": Label("desk.set.point-class", "desk.point-class.", unset="none"),
    "awards_by": Label("desk.set.awards-by", "desk.awards-by."),
    "tied_awards": Label("desk.set.tied-awards", "desk.tied-awards."),
    "regulations": Label("desk.set.regulations", "desk.regulations."),
    "laws": Label("desk.set.laws", "desk.laws.", unset="by-regulations"),
    "sessions": Label("desk.place.sessions"),
    "sections": Label("desk.place.sections"),
    "places_before": Label("desk.set.places-before"),
    "minutes": Label("desk.set.minutes"),
    "break_minutes": Label("desk.set.break"),
    "level": Label("desk.set.level"),
    "boards_wanted": Label("desk.set.boards"),
    "boards_per_round": Label("desk.set.boards-per-round"),
    "first_board": Label("desk.set.first-board"),
    "minutes_per_board": Label("desk.set.per-board", path=("pace", "minutes_per_board")),
    "minutes_per_round": Label("desk.set.per-round", path=("pace", "minutes_per_round")),
    "warning_minutes": Label("desk.set.warning", path=("warning_seconds",)),
    "correction_minutes": Label("desk.set.correction"),
    "board_sets": Label("desk.set.board-sets"),
    "howell_up_to": Label("desk.set.howell-up-to", path=("club_rule", "howell_up_to")),
    "mitchell_from": Label("desk.set.mitchell-from", path=("club_rule", "mitchell_from")),
    "is_director_playing": Label("desk.set.playing", "desk.form.third-place."),
    "half_point_as_x": Label("desk.set.half", "desk.form.third-place."),
    "scale": Label("desk.form.scale", "desk.form.scale.", unset="open"),
    "scale_table": Label("desk.form.scale-table"),
    "eligibility": Label("desk.form.eligibility"),
    "strata": Label("desk.form.strata"),
    "flights": Label("desk.form.flights"),
    "director_grade": Label("desk.form.director-grade", "form.director.", unset="open"),
    "handicap_kind": Label("desk.form.handicap", "desk.form.handicap."),
    "handicap_of": Label("desk.form.handicap-of", "desk.form.handicap-of."),
    "rounds": Label("desk.form.rounds", path=("conditions", "rounds")),
    "rematch": Label("desk.form.rematch", "swiss.rematch.", unset="open", path=("conditions", "rematch")),
    "rematch_number": Label("desk.form.rematch-number", path=("conditions", "rematch_number")),
    "rank_base": Label("desk.form.rank-base", "swiss.rank-base.", unset="open", path=("conditions", "rank_base")),
    "first_rounds": Label("desk.form.first-rounds", "swiss.first-rounds.", path=("conditions", "openings")),
    "last_round": Label("desk.form.last-round", "swiss.last-round.", unset="open", path=("conditions", "last_round")),
    "triangle": Label("desk.form.triangle", "swiss.triangle.", unset="open", path=("conditions", "triangle")),
    "triangle_limit": Label("desk.form.triangle-limit", path=("conditions", "triangle_limit")),
    "odd_pairs": Label("desk.form.triangle", "swiss.odd-pairs.", path=("conditions", "odd_pairs")),
    "missed": Label("desk.form.missed", "swiss.missed.", path=("conditions", "missed")),
    "team_scoring": Label("desk.form.team-scoring", "match.scoring.", unset="usual", path=("matches", "scoring")),
    "home": Label("desk.form.home", "match.home.", unset="usual", path=("matches", "home")),
    "seating": Label("desk.form.seating", "match.seating.", unset="usual", path=("matches", "seating")),
    "half_time": Label("desk.form.half-time", "match.half-time.", unset="usual", path=("matches", "half_time")),
    "substitution": Label(
        "desk.form.substitution", "match.substitution.", unset="usual", path=("matches", "substitution")
    ),
    "eight": Label("desk.form.eight", "match.eight.", unset="usual", path=("matches", "eight")),
    "third_place": Label("desk.form.third-place", "desk.form.third-place.", path=("knockout", "has_third_place")),
    "three_way": Label("desk.form.three-way", "desk.form.three-way.", path=("knockout", "has_threes")),
    "most_carried": Label("desk.form.most-carried", path=("knockout", "most_carried")),
}
"""The settings in the order of the page."""
_ELSEWHERE: Mapping[str, Label] = {
    "total_by": Label("desk.total.by", "desk.total.by-short-", unset="rules"),
}
"""The settings that other pages change."""


_SECONDS = 60
_LONGEST = 60


def setting_changes(before: Settings, after: Settings) -> tuple[ValueChange, ...]:
    """Returns every setting that differs, in the order of the page, and after them those that other pages change."""
    return tuple(
        ValueChange(label.code, was, now, label.values)
        for name, label in {**LABELS, **_ELSEWHERE}.items()
        if (was := _text_of(before, name)) != (now := _text_of(after, name))
    )


def _text_of(settings: Settings, name: str) -> str:
    label = LABELS.get(name) or _ELSEWHERE[name]
    if name == "form":
        return "pairs" if settings.event_form.declaration.is_plain else settings.event_form.value
    setting, *parts = label.path or (name,)
    value = reduce(getattr, parts, value_of(settings, setting))
    match value:
        case None | "":
            return label.unset
        case bool():
            return "yes" if value else "no"
        case tuple() if name == "first_rounds":
            return FirstRounds.of(tuple(opening for opening in value if isinstance(opening, Opening))).value
        case tuple():
            return format_limits(tuple(limit for limit in value if isinstance(limit, PointLimit)))
        case int() if name == "warning_minutes":
            return str(value // _SECONDS)
    text = " / ".join(str(value).splitlines())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
