"""A movement as plain JSON, the form in which the command line shows it and any program may hand one in.

    {"family", "kind", "tables", "rounds", "boards_per_round", "board_sets": [[1, 2, 3], ...],
     "meetings": [{"round", "table", "ns": "1", "ew": "12", "boards": [1, 2, 3]}, ...],
     "stationary": [...], "sharing": [{"round", "tables", "boards"}], "sit_outs": [{"round", "contestant"}],
     "faults": [...], "notices": [...], "fairness": {...}, "arrows", "contestants", "fields", "options", ...}

Single players stand in a meeting as "n", "s", "e", "w". Meetings against a phantom are not played and stand under
"unplayed". `formats.movement` reads the plan back; what follows from it (sharing, faults, fairness) is passed over.
"""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.arrows.report import arrow_report
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.model import Meeting, Movement

Plain = dict[str, object]


def to_plain(movement: Movement) -> Plain:
    """Returns `movement` as plain JSON values, with its faults and fairness."""
    all_faults, arrows = faults(movement), arrow_report(movement)
    return {
        **plan_to_plain(movement),
        "sharing": _sharing(movement),
        "sit_outs": [
            {"round": round_number, "contestant": number}
            for round_number in range(1, movement.rounds + 1)
            for number in movement.sit_outs(round_number)
        ],
        "faults": [_fault(fault) for fault in all_faults if fault.severity is Severity.FAULT],
        "notices": [_fault(fault) for fault in all_faults if fault.severity is Severity.NOTICE],
        "fairness": fairness(movement).to_plain(),
        "arrows": None if arrows is None else arrows.to_plain(),
    }


def plan_to_plain(movement: Movement) -> Plain:
    """Returns the plan alone, without what follows from it."""
    ordered = sorted(movement.meetings, key=lambda meeting: (meeting.round, meeting.table))
    return {
        "family": movement.family,
        "kind": movement.kind.value,
        "tables": movement.tables,
        "rounds": movement.rounds,
        "boards_per_round": movement.boards_per_round,
        "board_sets": [list(boards) for boards in movement.board_sets],
        "meetings": [_meeting(movement, meeting) for meeting in ordered if movement.is_played(meeting)],
        "stationary": list(movement.stationary),
        "contestants": list(movement.contestants),
        "fields": [list(group) for group in movement.fields],
        "phantom": movement.phantom,
        "unplayed": [_meeting(movement, meeting) for meeting in ordered if not movement.is_played(meeting)],
        "arrow_switched": list(movement.arrow_switched),
        "table_labels": {str(table): label for table, label in movement.table_labels.items()},
        "bye_stands": {str(table): places for table, places in movement.bye_stands.items()},
        "rounds_free_to_cut": list(movement.rounds_free_to_cut),
        "options": dict(movement.options),
    }


def _meeting(movement: Movement, meeting: Meeting) -> Plain:
    boards = _boards(movement, meeting)
    if movement.kind is ContestantKind.PLAYER and len(meeting.ns) == len(meeting.ew) == 2:
        (n, s), (e, w) = meeting.ns, meeting.ew
        return {"round": meeting.round, "table": meeting.table, "n": n, "s": s, "e": e, "w": w, "boards": boards}
    ns, ew = _side(meeting.ns), _side(meeting.ew)
    return {"round": meeting.round, "table": meeting.table, "ns": ns, "ew": ew, "boards": boards}


def _side(numbers: tuple[Number, ...]) -> object:
    """Returns a side's number, or the list of its numbers where it does not have just one."""
    return numbers[0] if len(numbers) == 1 else list(numbers)


def _boards(movement: Movement, meeting: Meeting) -> list[int]:
    is_known = 1 <= meeting.board_set <= len(movement.board_sets)
    return list(movement.boards_of(meeting)) if is_known else []


def _sharing(movement: Movement) -> list[Plain]:
    return [
        {"round": round_number, "tables": list(tables), "boards": list(movement.board_sets[board_set - 1])}
        for round_number in range(1, movement.rounds + 1)
        for board_set, tables in movement.sharing(round_number).items()
        if 1 <= board_set <= len(movement.board_sets)
    ]


def _fault(fault: Fault) -> Plain:
    return {
        "code": fault.code,
        "rounds": list(fault.rounds),
        "tables": list(fault.tables),
        "contestants": list(fault.contestants),
        "boards": list(fault.boards),
        "params": dict(fault.params),
    }
