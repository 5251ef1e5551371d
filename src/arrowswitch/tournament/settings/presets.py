"""Presets of events: games by the rules of a federation, and whole definitions of the leagues that the documents name,
to begin a new event with (R-280).

JCBL director's manual 3.3, lines 1674-1686 (the IMP league at half time; elsewhere the conditions say who moves), 1728-
1730 (its scale of 25-0), 2623 (twenty boards and more to a match), 3472-3473 (6 teams; 8, 10 and 12) and 4210 (PABF and
Japan league by name only). The numbers stand in `presets.toml`; what the documents do not print is a decision.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from pydantic import TypeAdapter

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import NotFound
from arrowswitch.core.pairing.swiss.conditions import SwissConditions
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.forms.choices import PAIRS, with_choice
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.matches import (
    HalfTime,
    HomeRule,
    MatchSettings,
    SeatingRight,
    Substitution,
    TeamScoring,
)

_SCALE = "wbf-25"


@dataclass(frozen=True, slots=True)
class Preset:
    """A league by name: its teams, the boards of a match, how often two meet, minutes of a match, half time, and the
    lowest grade that it is played as."""

    name: str
    teams: int
    boards: int
    legs: int
    minutes: int
    half_time: HalfTime
    substitution: Substitution
    least_class: EventClass = EventClass.WEEKLY

    @property
    def rounds(self) -> int:
        """Returns the number of dates in the season."""
        return (self.teams - 1 + self.teams % 2) * self.legs

    def settings(self, base: Settings) -> Settings:
        """Returns the definition of the event; name, date, place, director and regulations are those of `base`."""
        plain = Settings(base.name, base.date)
        return replace(
            plain,
            announcement=replace(
                plain.announcement,
                venue=base.announcement.venue,
                starts_at=base.announcement.starts_at,
                director=base.announcement.director,
            ),
            scoring=replace(
                plain.scoring,
                regulations=base.scoring.regulations,
                laws=base.scoring.laws,
                method=Method.IMPS,
                scale=_SCALE,
            ),
            event_class=max(base.event_class, self.least_class, key=lambda grade: grade.level),
            kind=ContestantKind.TEAM,
            form=EventForm.LEAGUE,
            play=replace(plain.play, boards_per_round=self.boards, minutes=self.minutes),
            conditions=SwissConditions(rounds=self.rounds),
            matches=MatchSettings(
                scoring=TeamScoring.IMPS_VP,
                home=HomeRule.BALANCED,
                seating=SeatingRight.ALTERNATE,
                half_time=self.half_time,
                substitution=self.substitution,
            ),
        )


@dataclass(frozen=True, slots=True)
class RulesPreset:
    """A game by the rules of a federation: everything else is as these rules and the form of the game have it."""

    regulations: str
    game: str

    @property
    def name(self) -> str:
        return f"{self.regulations}.{self.game}"

    def settings(self, base: Settings) -> Settings:
        """Returns the settings of the game; name, date, place, time and director are those of `base`. Masterpoints and
        half points written as `x` are the JCBL's."""
        plain = Settings(base.name, base.date)
        is_jcbl = self.regulations == JCBL
        game = replace(
            plain,
            announcement=replace(
                plain.announcement,
                venue=base.announcement.venue,
                starts_at=base.announcement.starts_at,
                director=base.announcement.director,
            ),
            scoring=replace(
                plain.scoring,
                regulations=self.regulations,
                half_point_as_x=is_jcbl and base.scoring.half_point_as_x,
            ),
            awards=replace(plain.awards, master_point_class=base.awards.master_point_class if is_jcbl else None),
            play=replace(base.play, boards_per_round=None, boards_wanted=None),
        )
        return with_choice(game, self.game)


JCBL = "jcbl-2008"
BODIES = (JCBL, "acbl", "ebu", "wbf-2017")
"""The regulations of federations that come with the program."""
GAMES = (PAIRS, "swiss-pairs", "swiss-teams", "knockout-teams")
"""The games that are offered by the rules of each federation."""
_PRESET = TypeAdapter(Preset)


@cache
def rules_presets() -> Mapping[str, tuple[RulesPreset, ...]]:
    """Returns the games of each federation, in the order in which they are offered."""
    return MappingProxyType({body: tuple(RulesPreset(body, game) for game in GAMES) for body in BODIES})


@cache
def presets() -> tuple[Preset, ...]:
    """Returns every preset, in the order in which they are offered."""
    text = (files(__package__) / "presets.toml").read_text(encoding="utf-8")
    return tuple(_PRESET.validate_python({"name": name, **values}) for name, values in tomllib.loads(text).items())


def preset(name: str) -> Preset | RulesPreset:
    """Returns a preset by its name; raises NotFound (`preset.unknown`) with the names there are."""
    every: tuple[Preset | RulesPreset, ...] = (
        *presets(),
        *(game for games in rules_presets().values() for game in games),
    )
    match = next((one for one in every if one.name == name), None)
    if match is None:
        raise NotFound.of("preset.unknown", name=name[:40], known=", ".join(one.name for one in every))
    return match
