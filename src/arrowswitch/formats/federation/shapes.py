"""The report as JSON, version 1: the types of its values, and what each may be (`docs/reference/report.schema.json`).

Amounts are whole numbers or texts (`"61.75"`, `"1/3"`). Each class is the value of the core with the types of the file.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, PlainValidator, TypeAdapter, WithJsonSchema

from arrowswitch.core.awards.masterpoints import USUAL, MasterpointRates, TiedAwards
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.game.seats import Side
from arrowswitch.core.reporting.report import (
    MOST_RESULTS,
    MatchReported,
    NumberInSession,
    Report,
    ReportChange,
    ReportedContestant,
    ReportedEvent,
    ReportedField,
    ReportedPlayer,
    ReportedResult,
)
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.formats.json.values import Amount, Count, Flag, Line, wrong

FORMAT = "arrowswitch-report"
VERSION = 1
_LONGEST_ID = 64

Text = Annotated[Line, WithJsonSchema({"type": "string", "maxLength": 200})]
Points = Annotated[Amount, WithJsonSchema({"type": ["integer", "string"], "pattern": r"^-?\d+(\.\d+|/\d+)?$"})]
Whole = Annotated[Count, WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 100_000})]
ManyResults = Annotated[Count, WithJsonSchema({"type": "integer", "minimum": 0})]


def _id(value: object) -> str:
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_ID and value.isascii() and value.isprintable():
        return value
    raise wrong("json-file.text", value)


def _list(value: object) -> object:
    if isinstance(value, list) and len(value) <= MOST_RESULTS:
        return value
    raise wrong("json-file.list", value)


Id = Annotated[str, PlainValidator(_id), WithJsonSchema({"type": "string", "minLength": 1, "maxLength": _LONGEST_ID})]
_Long = BeforeValidator(_list)


@dataclass(frozen=True, slots=True)
class PlayerInFile(ReportedPlayer):
    """A player in the file."""

    name: Text
    number: Text = ""
    kana: Text = ""
    roman: Text = ""
    points: Points | None = None
    is_expelled: Flag = False


@dataclass(frozen=True, slots=True)
class SessionInFile(NumberInSession):
    """A number of a session in the file."""

    session: Whole
    number: Text
    section: Text = ""
    pairs: Annotated[tuple[Text, ...], _Long] = ()


@dataclass(frozen=True, slots=True)
class ContestantInFile(ReportedContestant):
    """A contestant in the file."""

    number: Text
    players: Annotated[tuple[PlayerInFile, ...], _Long]
    sessions: Annotated[tuple[SessionInFile, ...], _Long]
    rank: Whole
    is_tied: Flag
    total: Points
    results: Points
    adjustment: Points
    name: Text = ""
    section: Text = ""
    side: Side | None = None
    percent: Points | None = None
    place: Whole = 0
    is_place_tied: Flag = False
    wins: Points | None = None


@dataclass(frozen=True, slots=True)
class FieldInFile(ReportedField):
    """A list in the file."""

    contestants: Annotated[tuple[ContestantInFile, ...], _Long]
    by: Literal["", "total", "percent"] = ""
    boards: Whole = 0
    most: Points | None = None


@dataclass(frozen=True, slots=True)
class ResultInFile(ReportedResult):
    """A result in the file."""

    session: Whole
    board: Whole
    ns: Annotated[tuple[Text, ...], _Long]
    ew: Annotated[tuple[Text, ...], _Long]
    text: Text
    section: Text = ""
    round: Whole = 0
    table: Whole = 0
    ns_points: Points | None = None
    ew_points: Points | None = None


@dataclass(frozen=True, slots=True)
class MatchInFile(MatchReported):
    """A match in the file."""

    session: Whole
    round: Whole
    home: Text
    away: Text
    boards: Annotated[tuple[Whole, ...], _Long] = ()
    home_points: Points | None = None
    away_points: Points | None = None


@dataclass(frozen=True, slots=True)
class RatesInFile(MasterpointRates):
    """The numbers of the masterpoint formula in the file."""

    since: Text = USUAL.rates.since
    unit: Points = USUAL.rates.unit
    step: Points = USUAL.rates.step
    paid_percent: Points = USUAL.rates.paid_percent
    most: Points = USUAL.rates.most
    team_factor: Points = USUAL.rates.team_factor
    source: Text = USUAL.rates.source


@dataclass(frozen=True, slots=True)
class EventInFile(ReportedEvent):
    """The event in the file."""

    event_id: Id
    name: Text
    date: Text
    grade: EventClass
    form: Text
    kind: ContestantKind
    method: Text
    regulations: Text
    venue: Text = ""
    sessions: Whole = 1
    director: Text = ""
    director_grade: Text = ""
    game_class: Whole | None = None
    is_office_points: Flag = False
    places_before: Whole = 0
    team_method: Text = ""
    scale: Text = ""
    tied_awards: TiedAwards = TiedAwards.MEAN
    rates: RatesInFile = RatesInFile()


@dataclass(frozen=True, slots=True)
class ChangeInFile(ReportChange):
    """A change in the file."""

    what: Text
    who: Text = ""
    before: Text = ""
    after: Text = ""


@dataclass(frozen=True, slots=True)
class ReportInFile(Report):
    """The file."""

    event: EventInFile
    fields: Annotated[tuple[FieldInFile, ...], _Long]
    version: Whole = 1
    seq: Whole = 0
    club: Text = ""
    program: Text = ""
    made_at: Text = ""
    is_provisional: Flag = False
    corrections: Whole = 0
    results: Annotated[tuple[ResultInFile, ...], _Long] = ()
    matches: Annotated[tuple[MatchInFile, ...], _Long] = ()
    changes: Annotated[tuple[ChangeInFile, ...], _Long] = ()
    results_left_out: ManyResults = 0


_IN_FILE = (
    *(PlayerInFile, SessionInFile, ContestantInFile, FieldInFile, ResultInFile),
    *(MatchInFile, RatesInFile, EventInFile, ChangeInFile, ReportInFile),
)
_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in _IN_FILE}


def in_core(value: Any) -> Any:  # noqa: ANN401 - any value of a field of a report
    """Returns a value that was read as the core's own: of the class that its class is made of."""
    kind = type(value)
    if kind is tuple:
        return tuple(map(in_core, value))
    if kind not in _NAMES:
        return value
    return kind.__mro__[1](*(in_core(getattr(value, name)) for name in _NAMES[kind]))


def schema() -> dict[str, Any]:
    """Returns the JSON schema of the file."""
    made = TypeAdapter(ReportInFile).json_schema()
    head = {"format": {"const": FORMAT}, "format_version": {"const": VERSION}}
    made["properties"] = {**head, **made["properties"]}
    made["required"] = [*head, *made["required"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": FORMAT}
