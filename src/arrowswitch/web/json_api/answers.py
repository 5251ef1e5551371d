"""The JSON answers of the read-only addresses, as values: what a route sends is what `/openapi.json` describes.

A route declares its answer with `openapi_extra=declare(JsonAnswer.PLAYERS)`. Forms, and the answers of addresses that
change something, are not declared: their only clients are the pages of the desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

ANSWER_KEY = "x-answer"
"""The key of a route's declaration; the published description does not contain it."""


class JsonAnswer(StrEnum):
    """The kinds of answers, each with a schema of its own."""

    EVENT_FILE = "EventFile"
    MOVEMENT = "Movement"
    PLAYERS = "Players"
    READING = "Reading"
    REPORT = "Report"
    SCHEDULE_SEARCH = "ScheduleSearch"


def declare(answer: JsonAnswer) -> dict[str, str]:
    """Returns the declaration of a route that answers with JSON and changes nothing."""
    return {ANSWER_KEY: answer.value}


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player of the register. `name` is in the language of the request, `reading` its second form, and
    `entered` is true if the player is in the event that was named."""

    id: str
    name: str
    reading: str
    number: str
    club: str
    entered: bool


@dataclass(frozen=True, slots=True)
class ReadingAnswer:
    """The meaning of a typed result. `state` is `empty`, `partial`, `ready` or `wrong`, `next` is the part that is
    expected next, and `ns` and `ew` are the score in the column of the side that gets it."""

    state: str
    next: str
    typed: str
    words: list[str]
    ns: str
    ew: str
    problems: list[str]


@dataclass(frozen=True, slots=True)
class ScheduleSearch:
    """The progress of a search for a league schedule: seconds so far and at most, and the fewest breaks so far."""

    seconds: int
    most: int
    breaks: int | None
    text: str


@dataclass(frozen=True, slots=True)
class MovementAnswer:
    """A movement as `arrowswitch movement show --json` prints it. Meetings of single players have the keys `n`, `s`,
    `e` and `w` in place of `ns` and `ew`; exact fractions are strings."""

    family: str
    kind: str
    tables: int
    rounds: int
    boards_per_round: int
    board_sets: list[list[int]]
    meetings: list[dict[str, object]]
    stationary: list[str]
    contestants: list[str]
    fields: list[list[str]]
    phantom: str | None
    unplayed: list[dict[str, object]]
    arrow_switched: list[int]
    table_labels: dict[str, str]
    bye_stands: dict[str, int]
    rounds_free_to_cut: list[int]
    options: dict[str, int | str]
    sharing: list[dict[str, object]]
    sit_outs: list[dict[str, object]]
    faults: list[dict[str, object]]
    notices: list[dict[str, object]]
    fairness: dict[str, object]
    arrows: dict[str, object] | None


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """A problem: its code, the parameters of its text, its place in the input, and the text itself, in Japanese or
    English."""

    code: str
    params: Mapping[str, object]
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class ErrorsAnswer:
    """The problems of a request that asked for JSON with `Accept: application/json`."""

    errors: list[ErrorAnswer]
