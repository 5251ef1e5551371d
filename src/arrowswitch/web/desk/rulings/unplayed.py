"""Boards that were not played: adjusted scores by responsibility, and the rest of the session for a pair that came late
or left.

Regulations summary, lines 61-95: the law behind an award is the regulations' own clause.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.rulings import AwardUnplayed, SettleWithdrawal
from arrowswitch.tournament.model.values.rulings import Blame, WithdrawalRule
from arrowswitch.tournament.rulings.withdrawal import unplayed_boards
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.forms import StampDep, check, whole

router = APIRouter(route_class=DirectorRoute)


@router.post("/events/{event_id}/slots/{key}/unplayed")
def award(
    at: PlaceDep,
    key: str,
    stamp: StampDep,
    ns_blame: Annotated[Blame, Form()],
    ew_blame: Annotated[Blame, Form()],
    is_whole_table: Annotated[bool, Form()] = False,
    approver: Annotated[str, Form()] = "",
) -> Response:
    """Gives awards by responsibility for a board, or for all boards of the table that have no result."""
    slot = parse_slot(key, at.session)
    slots = (
        unplayed_boards(at.state, Place(at.session, slot.section).at(slot.round), slot.table).slots
        if is_whole_table
        else (slot,)
    )
    command = AwardUnplayed(slots=slots, ns_blame=ns_blame, ew_blame=ew_blame, law="", approver=approver.strip()[:60])
    return at.carry_out(command, stamp, f"{at.base}/slots/{key}", "desk.slot.ruled")


@router.post("/events/{event_id}/rulings/settle")
def settle(
    at: PlaceDep,
    stamp: StampDep,
    number: Annotated[str, Form()] = "",
    rule: Annotated[str, Form()] = "",
    through_round: Annotated[str, Form()] = "",
    approver: Annotated[str, Form()] = "",
) -> Response:
    """Settles the boards of a pair that came late or has withdrawn."""
    problems: list[Problem] = []
    last = whole(through_round, "through_round", problems, least=1, most=999, empty=0)
    if rule and rule not in set(WithdrawalRule):
        problems.append(Problem("desk.field.missing", {}, "rule"))
    if not number.strip():
        problems.append(Problem("desk.field.missing", {}, "number"))
    check(problems)
    section = at.needed_section
    chosen = WithdrawalRule(rule) if rule else None
    who = Number(number.strip().upper())
    command = SettleWithdrawal(
        place=Place(at.session, section.letter),
        number=who,
        rule=chosen,
        law="",
        through_round=last or None,
        approver=approver.strip()[:60],
    )
    return at.carry_out(command, stamp, f"{at.base}/rulings", "desk.rulings.settled")
