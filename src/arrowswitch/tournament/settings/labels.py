"""How settings are called: by the name of their field the code of the label, and what the codes of their values begin
with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Label:
    """The code of a setting's label, and what the codes of its values begin with; empty where values are texts."""

    code: str
    values: str = ""

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
    "master_point_class": Label("desk.set.point-class", "desk.point-class."),
    "awards_by": Label("desk.set.awards-by", "desk.awards-by."),
    "tied_awards": Label("desk.set.tied-awards", "desk.tied-awards."),
    "regulations": Label("desk.set.regulations", "desk.regulations."),
    "laws": Label("desk.set.laws", "desk.laws."),
    "sessions": Label("desk.place.sessions"),
    "sections": Label("desk.place.sections"),
    "places_before": Label("desk.set.places-before"),
    "minutes": Label("desk.set.minutes"),
    "break_minutes": Label("desk.set.break"),
    "boards_wanted": Label("desk.set.boards"),
    "boards_per_round": Label("desk.set.boards-per-round"),
    "first_board": Label("desk.set.first-board"),
    "minutes_per_board": Label("desk.set.per-board"),
    "minutes_per_round": Label("desk.set.per-round"),
    "warning_minutes": Label("desk.set.warning"),
    "correction_minutes": Label("desk.set.correction"),
    "howell_up_to": Label("desk.set.howell-up-to"),
    "mitchell_from": Label("desk.set.mitchell-from"),
    "is_director_playing": Label("desk.set.playing"),
    "half_point_as_x": Label("desk.set.half"),
    "scale": Label("desk.form.scale", "desk.form.scale."),
    "scale_table": Label("desk.form.scale-table"),
    "eligibility": Label("desk.form.eligibility"),
    "strata": Label("desk.form.strata"),
    "flights": Label("desk.form.flights"),
    "director_grade": Label("desk.form.director-grade", "form.director."),
    "handicap_kind": Label("desk.form.handicap", "desk.form.handicap."),
    "rounds": Label("desk.form.rounds"),
    "rematch": Label("desk.form.rematch", "swiss.rematch."),
    "rematch_number": Label("desk.form.rematch-number"),
    "rank_base": Label("desk.form.rank-base", "swiss.rank-base."),
    "last_round": Label("desk.form.last-round", "swiss.last-round."),
    "triangle": Label("desk.form.triangle", "swiss.triangle."),
    "triangle_limit": Label("desk.form.triangle-limit"),
    "team_scoring": Label("desk.form.team-scoring", "match.scoring."),
    "home": Label("desk.form.home", "match.home."),
    "seating": Label("desk.form.seating", "match.seating."),
    "half_time": Label("desk.form.half-time", "match.half-time."),
    "substitution": Label("desk.form.substitution", "match.substitution."),
    "eight": Label("desk.form.eight", "match.eight."),
    "third_place": Label("desk.form.third-place", "desk.form.third-place."),
    "three_way": Label("desk.form.three-way", "desk.form.three-way."),
    "most_carried": Label("desk.form.most-carried"),
}
"""The settings in the order of the page."""
