"""The form of an appeal: who appeals against which ruling and why, whom it goes to, the deposit, what is decided
(R-347, R-358).

JCBL director's manual 3.3, lines 2841-2855; regulations summary, lines 5-7. Without a case it is blank.
"""

from __future__ import annotations

from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.rulings.written_case import CASE, case_asked_for, field, hands, record, where
from arrowswitch.documents.words import Words
from arrowswitch.i18n import translate
from arrowswitch.tournament.model.values.rulings import AppealBody, AppealOutcome, RulingCase

INFO = SheetInfo("appeal-form", (CASE,), needs=case_asked_for, moment=PrintMoment.CASES)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the form of the case asked for, or a blank one; raises NotFound (`case.none`)."""
    case = case_asked_for(job)
    sheet: Model = {
        "where": where(job, case, words),
        "hands": hands(job, case),
        "record": record(job, case),
        "ruling": _fields(case, words, ("what", "found", "ruling", "law"), (1, 2, 1, 1)),
        "appeal": _fields(case, words, ("appeal-by", "deposit", "grounds"), (1, 1, 2)),
        "decided": _fields(case, words, ("decision",), (2,)),
        "bodies": tuple(
            _choice(f"desk.cases.body.{body.value}", case is not None and case.appeal_body is body, words)
            for body in AppealBody
        ),
        "outcomes": tuple(
            _choice(f"desk.cases.outcome.{one.value}", case is not None and case.outcome is one, words)
            for one in AppealOutcome
        ),
    }
    labels = words.labels(
        "ruling-sheet", "case", "round", "table", "board", "time", "ns", "ew", "auction", "hands", "result", "play"
    )
    labels |= words.labels("appeal-form", "ruled", "appealed", "goes-to", "decided", "signed", "heard")
    return Document(frame(INFO, job, words), labels, sheet)


def _fields(case: RulingCase | None, words: Words, names: tuple[str, ...], lines: tuple[int, ...]) -> tuple[Model, ...]:
    texts = {} if case is None else _texts(case)
    return tuple(
        field(words(f"ruling-sheet.{name}"), texts.get(name, ""), count)
        for name, count in zip(names, lines, strict=True)
    )


def _texts(case: RulingCase) -> dict[str, str]:
    return {
        "what": case.title,
        "found": case.found,
        "ruling": case.ruling,
        "law": case.law,
        "appeal-by": case.appeal_by,
        "grounds": case.grounds,
        "deposit": case.deposit,
        "decision": case.decision,
    }


def _choice(code: str, is_set: bool, words: Words) -> Model:
    return {"text": translate(code, {}, words.locale), "taken": "x" if is_set else ""}
