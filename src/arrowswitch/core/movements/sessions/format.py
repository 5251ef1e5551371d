"""A plan of several sessions as plain JSON: as the command line shows it, and as any program may hand one in.

    {"sessions": [[{"section": "A", "family": "howell", "options": {...}}, ...], ...],
     "moves": ["A1-12>B1-12, A13-24>A13-24, ...", ...],
     "allowed": ["sessions.met-again", ...], "keep_stationary": ["A28", ...],
     "faults": [...], "notices": [...]}

A section is a movement in the form of `format` (with its "meetings") or a family and its options. A session of one
section may stand without the inner list, and without a letter it is section A. Without "moves" everybody keeps section
and number.
"""

from __future__ import annotations

from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.format import Plain, to_plain
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.plan import SessionPlan, format_moves


def plan_to_plain(plan: SessionPlan) -> Plain:
    """Returns `plan` as plain JSON values, with its faults."""
    all_faults = plan_faults(plan)
    return {
        "sessions": [
            [{"section": section.name, **to_plain(section.movement)} for section in session]
            for session in plan.sessions
        ],
        "moves": [format_moves(move) for move in plan.moves],
        "allowed": sorted(plan.allowed),
        "keep_stationary": [str(place) for place in sorted(plan.keep_stationary)],
        "faults": [_fault(fault) for fault in all_faults if fault.severity is Severity.FAULT],
        "notices": [_fault(fault) for fault in all_faults if fault.severity is Severity.NOTICE],
    }


def _fault(fault: Fault) -> Plain:
    return {"code": fault.code, "params": dict(fault.params)}
