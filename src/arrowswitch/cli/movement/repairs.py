"""`movement repair`: plans for the rest of a movement in which something went wrong."""

from __future__ import annotations

import argparse
from time import monotonic

from arrowswitch.cli.console import Console
from arrowswitch.cli.files import read_file
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.recovery.accidents import laid_on, parse_accidents
from arrowswitch.core.movements.recovery.plans import Plan, better_plans, first_plan, select_offers
from arrowswitch.core.movements.recovery.situation import Situation
from arrowswitch.formats.movement.movement_file import read_movement_file
from arrowswitch.tournament.recovery.planning import costs_of

_MOST_SECONDS = 600


def repair_movement(options: argparse.Namespace, console: Console) -> None:
    """Prints the plans for the rest, the least change first, each with its price and what it changes."""
    situation = _situation(read_movement_file(read_file(console, options.file)), options.happened, options.after)
    if not 0 <= options.seconds <= _MOST_SECONDS:
        raise Refused.of("cli.movement.repair-seconds-most", most=_MOST_SECONDS)
    first, ends = first_plan(situation), monotonic() + options.seconds
    better = better_plans(situation, first, left=lambda: ends - monotonic()) if options.seconds else ()
    plans = select_offers((first, *better))
    if console.is_json:
        console.json_with({}, "plans", (_plain(plan) for plan in plans))
        return
    for number, plan in enumerate(plans, start=1):
        console.line(
            console.text("desk.recovery.plan", n=number) + ": " + console.text(f"desk.recovery.plan-{plan.kind}")
        )
        for cost in costs_of(situation, plan):
            console.line(f"  - {console.problem(cost)}")
        lost = {(m.round, m.table) for m in plan.neutral}
        for meeting in sorted({*plan.changed, *plan.neutral}, key=lambda m: (m.round, m.table)):
            where = console.text("desk.recovery.where", round=meeting.round, table=plan.sheet.label(meeting.table))
            boards = ", ".join(map(str, plan.sheet.boards_of(meeting)))
            text = console.text("desk.recovery.on-boards", boards=boards)
            if (meeting.round, meeting.table) in lost:
                text = console.text("desk.recovery.remedy-neutral")
            console.line(f"    {where} {'+'.join(meeting.ns)}–{'+'.join(meeting.ew)} {text}")


def _situation(movement: Movement, happened: str, after: int | None) -> Situation:
    accidents = parse_accidents(happened)
    if not accidents:
        raise Refused.of("mending.nobody-moved")
    facts = laid_on(movement, accidents)
    last = max(accident.affected_round for accident in accidents)
    if after is not None and not last <= after <= facts.planned.rounds:
        raise Refused.of("cli.movement.after-range", least=last, most=facts.planned.rounds)
    stands = last if after is None else after
    return facts.situation(stands, stands + 1)


def _plain(plan: Plan) -> dict[str, object]:
    price = plan.price
    return {
        "kind": plan.kind,
        "neutral": [{"round": m.round, "table": m.table} for m in plan.neutral],
        "second_meetings": price.second,
        "uneven_plays": price.uneven,
        "told": list(plan.moved),
        "tables_with_other_boards": price.boards,
        "tables_sharing": price.sharing,
        "neutral_at_least": plan.at_least,
        "proven": plan.is_proven,
        "movement": to_plain(plan.sheet),
    }
