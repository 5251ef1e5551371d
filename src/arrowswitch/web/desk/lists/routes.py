"""Check lists before play and for closing, the condition of the boards, the announced end of corrections, the dry run.

Manual, lines 594-598 (made boards are not made again), 3840-3856 (before play) and 3898-3916 (closing).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.movements.model import RoundNumber, SessionNumber, SetNumber
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.lists.items import (
    BoardSetView,
    DeadlineView,
    ListLine,
    ListPhase,
    board_sets,
    checklist,
    deadlines,
)
from arrowswitch.tournament.model.slices.lists import AnnounceDeadline, MarkBoards, TickItem
from arrowswitch.tournament.model.values.lists import BoardCondition
from arrowswitch.tournament.rehearsal.dry_run import DryRun, dry_run
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import EventDep, PlaceAt, PlaceDep
from arrowswitch.web.forms import StampDep, check, line, whole

router = APIRouter(prefix="/events/{event_id}", route_class=DirectorRoute)
_LONGEST_NAME = 80
_MOST_ROUNDS = 99
_MOST_SETS = 200
_HOLD_HANDS = ("boards.played", "boards.machine-dealt", "boards.already-made")
_KNOWN_PLACES = {"list.results": "matrix", "list.rulings": "rulings", "list.published": "ranking"}


@dataclass(frozen=True, slots=True)
class Making:
    """Boards that hold their hands already and were to be made: which sets (empty: all), and what speaks against it."""

    sets: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListsPage:
    """Both lists, how much of the second is `still_open`, the board sets of the section, what ends the corrections;
    `name` is who ticks."""

    before: tuple[ListLine, ...]
    after: tuple[ListLine, ...]
    still_open: int
    sets: tuple[BoardSetView, ...]
    deadlines: tuple[DeadlineView, ...]
    rounds: Mapping[SessionNumber, RoundNumber]
    announced: RoundNumber | None
    name: str
    now: datetime
    is_final: bool
    making: Making | None = None
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def conditions(self) -> tuple[BoardCondition, ...]:
        return tuple(BoardCondition)

    def place(self, line: ListLine) -> str:
        """Returns the page of the event on which a line that the event ticks by itself is worked off."""
        return _KNOWN_PLACES.get(line.words.code.removesuffix("-open"), "")

    def next_of(self, lines: tuple[ListLine, ...]) -> str:
        """Returns the name of the first item of a list that is still to be ticked."""
        return next((one.item.name for one in lines if one.item is not None and not one.is_done), "")


@dataclass(frozen=True, slots=True)
class DryRunPage:
    """The report of a dry run, or why there is none; both None when only the frame of the page is wanted."""

    run: DryRun | None
    refused: tuple[Problem, ...] = ()


@router.get("/lists")
def show_lists(at: PlaceDep) -> HTMLResponse:
    """Shows the lists."""
    return _lists(at)


@router.post("/lists/tick")
def tick(
    at: PlaceDep, stamp: StampDep, item: Annotated[str, Form()] = "", name: Annotated[str, Form()] = ""
) -> Response:
    """Ticks an item with the name of the person who did it; `item` is its name, with the way after a slash where there
    are several."""
    problems: list[Problem] = []
    who = line(name, "name", problems, is_needed=True, most=_LONGEST_NAME)
    what, _, way = item.partition("/")
    if problems:
        errors, typed = at.errors(Malformed(*problems)), {"name": name}
        return _lists(at, errors=errors, typed=typed)
    return at.carry_out(
        TickItem(item=what[:40], name=who, choice=way[:40], session=at.session), stamp, f"{at.base}/lists"
    )


@router.post("/lists/reopen")
def reopen(at: PlaceDep, stamp: StampDep, item: Annotated[str, Form()] = "") -> Response:
    """Opens a ticked item again."""
    return at.carry_out(
        TickItem(item=item[:40], name="", choice="", session=at.session, is_done=False), stamp, f"{at.base}/lists"
    )


@router.post("/lists/boards")
def mark(
    at: PlaceDep, stamp: StampDep, mark: Annotated[str, Form()] = "", force: Annotated[str, Form()] = ""
) -> Response:
    """Marks a board set, or all of them: `mark` is the set (or `all`) and its condition, `3/machine-dealt`.

    Making boards that hold their hands already is asked back, with a field for the reason.
    """
    sets, _, wanted = mark.partition("/")
    problems: list[Problem] = []
    number = None if sets == "all" else whole(sets, "", problems, least=1, most=_MOST_SETS)
    if wanted not in set(BoardCondition):
        problems.append(Problem("desk.field.choice", {"text": wanted[:40]}))
    check(problems)
    chosen: tuple[SetNumber, ...] = () if number is None else (number,)
    command = MarkBoards(at.place, BoardCondition(wanted), chosen, line(force, "force", problems))
    try:
        check(problems)
        return at.carry_out(command, stamp, f"{at.base}/lists")
    except Mistake as mistake:
        if any(not one.where and one.code not in _HOLD_HANDS for one in mistake.problems):
            raise
        errors = at.errors(mistake)
        making = Making(sets, errors.get("", ()))
        field_errors = {name: texts for name, texts in errors.items() if name}
        return _lists(at, making=making, errors=field_errors, typed={"force": force})


@router.post("/lists/deadline")
def announce(
    at: PlaceDep,
    stamp: StampDep,
    in_session: Annotated[int | None, Form()] = None,
    last: Annotated[str, Form(alias="round")] = "",
) -> Response:
    """Announces the end of a round as the end of corrections; round 0 takes it back."""
    problems: list[Problem] = []
    number = whole(last, "round", problems, least=0, most=_MOST_ROUNDS)
    try:
        check(problems)
        command = AnnounceDeadline(at.session, in_session or at.session, number or 0)
        note = "desk.lists.announced" if number else "desk.lists.not-announced"
        return at.carry_out(command, stamp, f"{at.base}/lists", note)
    except Mistake as mistake:
        by_field = at.errors(mistake)
        errors = {"round": (*by_field.get("round", ()), *by_field.get("", ()))}
        return _lists(at, errors=errors, typed={"round": last})


@router.get("/dry-run")
def try_out(at: EventDep) -> HTMLResponse:
    """Plays the event in memory and shows what was found; the event is not touched."""
    is_wanted = "x-live" not in at.request.headers
    try:
        page = DryRunPage(dry_run(at.state) if is_wanted else None)
    except Mistake as mistake:
        page = DryRunPage(None, mistake.problems)
    return at.show("desk/lists/dry_run.html", page, tab="movement")


def _lists(
    at: PlaceAt,
    *,
    making: Making | None = None,
    errors: Mapping[str, tuple[str, ...]] | None = None,
    typed: Mapping[str, str] | None = None,
) -> HTMLResponse:
    page = lists_page(at, making, errors or {}, typed or {})
    return at.show("desk/lists/lists.html", page, tab="lists", status=422 if making is not None or errors else 200)


def lists_page(
    at: PlaceAt,
    making: Making | None,
    errors: Mapping[str, tuple[str, ...]],
    typed: Mapping[str, str],
) -> ListsPage:
    """Returns the page; the name is that of the latest tick, else of the visitor, else the event's director."""
    state, now = at.state, at.now
    lines = checklist(state, now, at.session)
    session = state.session(at.session)
    latest = max(session.ticks.values(), key=lambda one: one.seq, default=None)
    section = at.section
    return ListsPage(
        before=tuple(one for one in lines if one.phase is ListPhase.BEFORE),
        after=tuple(one for one in lines if one.phase is ListPhase.CLOSING),
        still_open=sum(not line.is_done for line in lines if line.phase is ListPhase.CLOSING),
        sets=() if section is None else board_sets(state, at.place),
        deadlines=deadlines(state, now),
        rounds={number: rounds_of(one) for number, one in state.sessions.items() if one.sections},
        announced=session.deadline.round if session.deadline is not None else None,
        name=typed.get(
            "name", latest.name if latest is not None else at.visitor.who or state.settings.announcement.director
        ),
        now=now,
        is_final=state.publication.finalised_at is not None,
        making=making,
        errors=errors,
        typed=typed,
    )
