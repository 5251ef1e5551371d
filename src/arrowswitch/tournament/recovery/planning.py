"""Plans for the rest of a section in which something went wrong: from what is entered and told to the changed sheet.

JCBL director's manual 3.3, lines 1148-1158 and 3477-3529. The plans are proposed; the director takes one with
`ChangeMovement`, and what is not played gets its adjusted scores by responsibility.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.recovery.accidents import (
    Accident,
    AccidentKind,
    explain_play,
    find_unexchanged,
    laid_on,
)
from arrowswitch.core.movements.recovery.plans import Plan, changed_sheet
from arrowswitch.core.movements.recovery.repairs import Remedy, RepairProposal, recovery
from arrowswitch.core.movements.recovery.situation import Situation, Spot, spot
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.recovery.deviations import played_otherwise
from arrowswitch.tournament.recovery.repairs import cards_told, contradictions
from arrowswitch.tournament.standings.header import current_round

_MOST_CELLS = 2_000
_PARTS = 5
_TO_COME = frozenset({AccidentKind.LATE, AccidentKind.TABLE, AccidentKind.END})
"""The accidents that can be entered before their round."""


@dataclass(frozen=True, slots=True)
class Repair:
    """The accidents in a section and the state of play: the start of every plan for its remaining rounds.

    `proposals` are for the meetings that were played wrongly or suffer from it on the present sheet; `halved` are
    meetings of which half the boards were played; `contradictions` is the number of results that the sheet of actual
    play does not plan. `as_it_is` is the state of play if the other table of a match in progress is not turned; None if
    no table can be.
    """

    accidents: tuple[Accident, ...]
    situation: Situation
    proposals: tuple[RepairProposal, ...]
    halved: tuple[Meeting, ...]
    contradictions: int
    as_it_is: Situation | None = None


def repair_of(state: EventState, place: Place, accidents: Sequence[Accident]) -> Repair:
    """Returns the repair after the deviations in the entries and these accidents.

    Raises Refused: `mending.no-sheet`, `mending.nobody-moved` if nothing differs from the sheet and nothing suffers,
    and as `laid_on`, including a round that has not begun (`accident.not-yet`).
    """
    section = state.find_section(place)
    movement = None if section is None or is_drawn(section.movement) else section.movement
    if section is None or movement is None:
        raise Refused.of("mending.no-sheet")
    now = current_round(state, place.session)
    early = [one.affected_round for one in accidents if one.affected_round > now and one.kind not in _TO_COME]
    if early:
        raise Refused.of("accident.not-yet", round=min(early), now=now)
    laid = laid_on(movement, accidents)
    Refused.check(met_itself(laid.actual))
    if laid.planned.rounds < now:
        raise Refused.of("accident.end-past", now=now)
    places = {spot(meeting) for meeting in laid.actual} | laid.halved
    actual = (*laid.actual, *(m for m in played_otherwise(state, place) if spot(m) not in places))
    last = max(now - 1, *(meeting.round for meeting in actual), *(at[0] for at in laid.missed | laid.halved), 0)
    recovered = recovery(laid.planned, actual, last, laid.missed)
    entered = frozenset(at for at in _boards_entered(state, place) if at[0] > last)
    is_other = laid.planned != movement or actual or laid.missed or laid.halved
    if not is_other and all(spot(one.meeting) in entered for one in recovered.proposals):
        raise Refused.of("mending.nobody-moved")
    is_for_pairs = state.settings.event_form.also_ranks_pairs
    as_it_is = laid.situation(last, max(last, now) + 1, actual=actual, entered=entered, counts_for_pairs=is_for_pairs)
    reopened = open_halves(as_it_is, actual, frozenset(_boards_entered(state, place))) if last == now else frozenset()
    situation = replace(as_it_is, reopened=reopened)
    return Repair(
        accidents=tuple(accidents),
        situation=situation,
        proposals=recovered.proposals,
        halved=tuple(m for m in situation.sheet.meetings if spot(m) in laid.halved),
        contradictions=contradictions(state, place, section, recovered.sheet),
        as_it_is=as_it_is if reopened else None,
    )


def suspected_accidents(state: EventState, place: Place) -> tuple[Accident, ...]:
    """Returns the accidents suggested by the entries of a section (line 1150: mistakes are to be found early)."""
    section = state.find_section(place)
    if section is None or section.movement is None or is_drawn(section.movement):
        return ()
    entered, now = _boards_entered(state, place), current_round(state, place.session)
    over = {at: boards for at, boards in entered.items() if at[0] < now}
    exchanges = tuple(find_unexchanged(section.movement, over))
    halved = {(one.round, table) for one in exchanges for table in one.tables}
    wrong = [m for m in played_otherwise(state, place) if spot(m) not in halved]
    rounds = {meeting.round for meeting in wrong}
    as_planned = entered.keys() - {spot(meeting) for meeting in wrong} - halved
    fitting = (m for m in section.movement.meetings if m.round in rounds and spot(m) in as_planned)
    return (*exchanges, *explain_play(section.movement, (*wrong, *fitting)))


def _boards_entered(state: EventState, place: Place) -> Mapping[Spot, frozenset[int]]:
    """Returns the boards of a section that are entered, by round and table."""
    entered: dict[Spot, set[int]] = defaultdict(set)
    for slot in state.results:
        if slot.place == place:
            entered[slot.round, slot.table].add(slot.board)
    return {at: frozenset(boards) for at, boards in entered.items()}


def met_itself(actual: Sequence[Meeting]) -> Iterator[Problem]:
    """Yields the tables at which a team would have sat against itself: then something else has happened."""
    for meeting in actual:
        both = sorted(set(meeting.ns) & set(meeting.ew))
        if both:
            yield Problem("accident.met-itself", {"round": meeting.round, "table": meeting.table, "number": both[0]})


def open_halves(situation: Situation, actual: Sequence[Meeting], entered: frozenset[Spot]) -> frozenset[Spot]:
    """Returns the tables of the last round without a result at which the other half of a match that was played wrongly
    is to be played: as long as it has not begun, it can follow the half that was played."""
    if not situation.has_halves:
        return frozenset()
    wrong = {frozenset(situation.teams(m)): spot(m) for m in actual if m.round == situation.last}
    return frozenset(
        spot(m)
        for m in situation.sheet.in_round(situation.last)
        if wrong.get(frozenset(situation.teams(m)), spot(m)) != spot(m)
        and m not in actual
        and spot(m) not in entered | situation.missed
    )


def _is_turned(situation: Situation, meeting: Meeting) -> bool:
    """True if a table of a plan has what the sheet has there, the other way round."""
    before = situation.sheet.at(*spot(meeting))
    return before is not None and replace(before, ns=before.ew, ew=before.ns) == meeting


def accident_costs(repair: Repair) -> Iterator[Problem]:
    """Yields the losses before any plan: tables that did not play, and boards that tables did not exchange."""
    sheet = repair.situation.sheet
    for code, spots in (
        ("mending.cost.missed", repair.situation.missed),
        ("mending.cost.halved", {spot(meeting) for meeting in repair.halved}),
    ):
        if spots:
            tables = ", ".join(sheet.label(table) for _, table in sorted(spots))
            yield Problem(code, {"n": len(spots), "tables": tables, "round": max(spots)[0]})


def costs_of(situation: Situation, plan: Plan) -> tuple[Problem, ...]:
    """Returns the price of a plan in words, the weightiest first; nothing for a plan that costs nothing."""
    return tuple(_costs(situation, plan))


def _costs(situation: Situation, plan: Plan) -> Iterator[Problem]:
    sheet, price, lost_rounds = plan.sheet, plan.price, situation.rounds_lost
    if lost_rounds:
        yield Problem("mending.cost.rounds", {"n": lost_rounds, "boards": lost_rounds * sheet.boards_per_round})
    if price.neutral:
        lost = sum(len(sheet.boards_of(meeting)) for meeting in plan.neutral)
        yield Problem("mending.cost.neutral", {"n": price.neutral, "boards": lost})
    if plan.again:
        pairings = ", ".join(f"{one}–{other}" for one, other in plan.again)
        yield Problem("mending.cost.second", {"n": len(plan.again), "twos": pairings})
    if plan.partners:
        pairings = ", ".join(f"{one}–{other}" for one, other in plan.partners)
        yield Problem("plans.cost.partners", {"n": len(plan.partners), "twos": pairings})
    if price.uneven and (situation.counts_for_pairs or not situation.is_of_teams):
        yield Problem("plans.cost.uneven", {"n": price.uneven})
    turned = [m for m in plan.changed if _is_turned(situation, m)]
    for meeting in turned:
        yield Problem(
            "mending.cost.turned",
            {
                "round": meeting.round,
                "table": sheet.label(meeting.table),
                "ns": "+".join(meeting.ns),
                "ew": "+".join(meeting.ew),
            },
        )
    if len(turned) < len(plan.changed) and plan.moved:
        yield Problem("plans.cost.told", {"n": len(plan.moved), "numbers": ", ".join(plan.moved)})
    if price.boards:
        yield Problem("plans.cost.boards", {"n": price.boards})
    if price.sharing:
        yield Problem("plans.cost.sharing", {"n": price.sharing})
    yield from cards_told(situation.sheet, sheet, situation.last)


def awards_of(repair: Repair, plan_neutral: Iterable[Meeting]) -> tuple[RepairProposal, ...]:
    """Returns the meetings that get adjusted scores, with the blame: those that a plan does not play, those that were
    missed, those played by a contestant who knew the boards, and the boards that were not exchanged."""
    strays = {number for proposal in repair.proposals for number in proposal.at_fault}
    absent = {n for one in repair.accidents if one.kind is AccidentKind.ABSENT for n in one.numbers}
    situation = repair.situation
    missed = [m for m in situation.sheet.meetings if spot(m) in situation.missed]
    played = [one for one in repair.proposals if one.remedy is Remedy.NEUTRAL and one.meeting.round <= situation.last]
    lost = [
        RepairProposal(
            meeting=meeting,
            remedy=Remedy.NEUTRAL,
            at_fault=tuple(n for n in meeting.contestants if n in (absent if meeting in missed else strays)),
        )
        for meeting in (*missed, *plan_neutral)
    ]
    halved = (RepairProposal(m, Remedy.NEUTRAL, partly_at_fault=m.contestants) for m in repair.halved)
    return (*(one for one in played if spot(one.meeting) not in situation.missed), *halved, *lost)


def written_plan(plan: Plan) -> tuple[str, str]:
    """Returns a plan as two texts for a form: the tables that it changes, and those that are not played."""
    cells = (
        ".".join((str(m.round), str(m.table), "+".join(m.ns), "+".join(m.ew), str(m.board_set))) for m in plan.changed
    )
    return " ".join(cells), " ".join(f"{m.round}.{m.table}" for m in plan.neutral)


def sheet_of(repair: Repair, cells: str) -> Movement:
    """Returns the sheet of a written plan. Raises Malformed (`plans.unreadable`), and Refused (`plans.old`) if play has
    passed a table that it changes."""
    situation = repair.situation
    open_spots = {spot(m) for m in situation.sheet.meetings if not situation.is_past(m)}
    changed = []
    words = cells.split()
    if len(words) > _MOST_CELLS:
        raise Malformed.of("plans.unreadable")
    for word in words:
        parts = word.split(".")
        if len(parts) != _PARTS or any(whole_of(part) is None for part in (parts[0], parts[1], parts[4])):
            raise Malformed.of("plans.unreadable")
        round_number, table, board_set = int(parts[0]), int(parts[1]), int(parts[4])
        if (round_number, table) not in open_spots:
            raise Refused.of("plans.old", round=round_number, table=table)
        ns, ew = (tuple(map(Number, side.split("+"))) for side in (parts[2], parts[3]))
        contestants = set(situation.sheet.contestants)
        if not contestants.issuperset((*ns, *ew)) or not 1 <= board_set <= len(situation.sheet.board_sets):
            raise Malformed.of("plans.unreadable")
        changed.append(Meeting(round=round_number, table=table, ns=ns, ew=ew, board_set=board_set))
    return changed_sheet(situation, changed)


def neutral_of(repair: Repair, sheet: Movement, written: str) -> tuple[Meeting, ...]:
    """Returns the meetings of a sheet that a written plan does not play."""
    wanted = set(written.split())
    listed = (m for m in sheet.meetings if f"{m.round}.{m.table}" in wanted)
    return tuple(m for m in listed if not repair.situation.is_past(m))
