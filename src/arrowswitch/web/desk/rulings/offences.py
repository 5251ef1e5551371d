"""Offences at a table and the measures of the regulations: proposals, warnings, penalties, sending out.

Regulations summary, lines 81-121 and 252-258. A proposal applies nothing; the director gives what he thinks right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Response

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Place, RoundPlace, Slot
from arrowswitch.tournament.model.slices.rulings import ExpelPlayer, NoteOffence
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulings.fines import fineable
from arrowswitch.tournament.rulings.penalty_proposals import Incident, PenaltyProposal, penalty_proposals
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.forms import UNFILLED, StampDep

router = APIRouter(route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class AskedOffence:
    """The offence that the director asks about: its kind, its place, the offender if the place does not determine it;
    `law` and `why` come from a guide, and begin a penalty."""

    offence: Annotated[Offence | None, Query(), UNFILLED] = None
    round: Annotated[int | None, Query(ge=1, le=999), UNFILLED] = None
    table: Annotated[int | None, Query(ge=1, le=9999), UNFILLED] = None
    board: Annotated[int | None, Query(ge=1, le=9999), UNFILLED] = None
    offender: Annotated[str, Query(max_length=200)] = ""
    is_serious: Annotated[bool, Query()] = False
    keeper: Annotated[Side, Query()] = Side.NS
    law: Annotated[str, Query(max_length=120)] = ""
    why: Annotated[str, Query(max_length=200)] = ""


AskedDep = Annotated[AskedOffence, Depends()]


@dataclass(frozen=True, slots=True)
class AnsweredOffence:
    """The measures of the regulations for it; `problems` are the missing details.

    A match that is to be forfeited is one of `round`. `opponents` are those of a team in that round, several if it
    plays half of the boards against each.
    """

    question: AskedOffence
    proposals: tuple[PenaltyProposal, ...]
    problems: tuple[Problem, ...]
    round: RoundNumber = 1
    opponents: Mapping[Number, tuple[Number, ...]] = field(default_factory=dict)


def answer_offence(
    state: EventState, place: Place, ledger: tuple[LedgerEntry, ...], question: AskedOffence
) -> AnsweredOffence | None:
    """Returns the measures of the regulations, or None when nothing was asked."""
    section = state.find_section(place)
    if question.offence is None or section is None:
        return None
    has_place = question.round is not None and question.table is not None and question.board is not None
    slot = (
        Slot(
            session=place.session,
            section=section.letter,
            round=question.round or 0,
            table=question.table or 0,
            board=question.board or 0,
        )
        if has_place
        else None
    )
    number, _, player = question.offender.partition("|")
    offenders = ((Number(number), player),) if number else ()
    incident = Incident(
        place=place,
        offence=question.offence,
        slot=slot,
        offenders=offenders,
        is_serious=question.is_serious,
        keeper=question.keeper,
    )
    try:
        proposals = penalty_proposals(state, ledger, incident)
    except Mistake as mistake:
        return AnsweredOffence(question=question, proposals=(), problems=mistake.problems)
    round_number = question.round or current_round(state, place.session) or 1
    teams = {one.team for one in proposals if one.team is not None}
    opponents = {team: _opponents(state, place.at(round_number), team) for team in teams}
    return AnsweredOffence(question=question, proposals=proposals, problems=(), round=round_number, opponents=opponents)


def _opponents(state: EventState, at: RoundPlace, team: Number) -> tuple[Number, ...]:
    return next((one.opponents for one in fineable(state, at.place, team) if one.round == at.round), ())


@router.post("/events/{event_id}/rulings/warn")
def warn(
    at: PlaceDep,
    stamp: StampDep,
    offence: Annotated[Offence, Form()],
    number: Annotated[str, Form()] = "",
    player: Annotated[str, Form()] = "",
) -> Response:
    """Notes an offence as a warning; the next one of the kind is a repeated one."""
    letter = at.needed_section.letter
    command = NoteOffence(Place(at.session, letter), Number(number.strip()), offence, player)
    return at.carry_out(command, stamp, f"{at.base}/rulings", "desk.rulings.warned")


@router.post("/events/{event_id}/rulings/expel")
def expel(
    at: PlaceDep,
    stamp: StampDep,
    number: Annotated[str, Form()] = "",
    player: Annotated[str, Form()] = "",
    law: Annotated[str, Form()] = "",
) -> Response:
    """Sends a player out of the session."""
    letter = at.needed_section.letter
    command = ExpelPlayer(Place(at.session, letter), Number(number.strip()), player, law.strip()[:120])
    return at.carry_out(command, stamp, f"{at.base}/rulings", "desk.rulings.expelled")
