"""The list of an event's cases: place, law and ruling of each, its appeal, and what is still open (R-346, R-347)."""

from __future__ import annotations

from arrowswitch.core.errors import Refused
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import translate
from arrowswitch.tournament.model.values.rulings import RulingCase

LONGEST = 300


def needs(job: PrintJob) -> None:
    """Raises Refused (`print.no-cases`) while there is none."""
    if not job.state.rulings.cases:
        raise Refused.of("print.no-cases")


INFO = SheetInfo("case-list", needs=needs, moment=PrintMoment.CASES, kits=(KitName.END,), shows_results=True)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the list; raises as `needs`."""
    needs(job)
    labels = words.labels("case-list", "case", "where", "what", "ruling", "stage")
    return Document(frame(INFO, job, words), labels, tuple(_line(case, words) for case in job.state.rulings.cases))


def _line(case: RulingCase, words: Words) -> Model:
    slot, place = case.slot, ""
    if slot is not None:
        params: dict[str, str | int] = {"section": slot.section, "round": slot.round, "table": slot.table}
        place = words("case-list.at", session=slot.session, board=slot.board, **params)
    stage = f"desk.cases.outcome.{case.outcome.value}" if case.outcome and case.appeal_by else ""
    parts = (case.ruling, case.decision if case.outcome else "")
    return {
        "case": str(case.case),
        "where": place,
        "what": one_line(case.title, LONGEST),
        "ruling": one_line(" → ".join(part for part in parts if part), LONGEST),
        "law": one_line(case.law),
        "stage": translate(stage or f"desk.cases.stage.{case.stage.value}", {}, words.locale),
        "open": "x" if case.is_open else "",
    }
