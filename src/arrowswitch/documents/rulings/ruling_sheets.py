"""The sheet that the director takes to the table for an irregularity: what happened on one side, the steps of the
ruling behind it (R-029, R-346).

JCBL director's manual 3.3, lines 2803-2817 (sheets by type of offence; facts, options, execution) and 2882-2888 (notes
of auction and hands). The steps are those of the ruling guide, in the edition of the laws that the event's regulations
name; for a case in which a guide was used, the answers are marked.
"""

from __future__ import annotations

from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.rulings.written_case import CASE, case_asked_for, field, hands, record, where
from arrowswitch.documents.words import Words
from arrowswitch.i18n import tags_of
from arrowswitch.tournament.model.values.rulings import RulingCase
from arrowswitch.tournament.rulings.guide_outline import (
    GuideOutline,
    OutlineRuling,
    OutlineStep,
    Speaking,
    guide_outline,
)

NAMES = (
    "insufficient-bid",
    "change-of-call",
    "call-out-of-turn",
    "exposed-card",
    "played-card",
    "lead-out-of-turn",
    "revoke",
    "claim",
    "unauthorised-information",
    "wrong-explanation",
    "wrong-board",
    "fouled-board",
    "number-of-cards",
    "slow-play",
    "conduct",
    "phone",
)
"""The irregularities that have a sheet: the guides, in the order of their list."""
GUIDE = SheetOption("guide", ("none", *NAMES, "all"))
INFO = SheetInfo("ruling-sheet", (GUIDE, CASE), needs=case_asked_for, moment=PrintMoment.CASES, shows_results=True)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the sheets asked for: of a case, filled in, of an irregularity, of all, or one without steps.

    Raises NotFound (`case.none`).
    """
    case, guide = case_asked_for(job), job.option(GUIDE)
    if guide == "none" and case is not None and case.guide in NAMES:
        guide = case.guide
    names = NAMES if guide == "all" else () if guide == "none" else (guide,)
    sheets = tuple(_sheet(job, case, name, words) for name in names) or (_sheet(job, case, "", words),)
    labels = words.labels(
        "ruling-sheet",
        *("case", "round", "table", "board", "time", "ns", "ew", "auction", "hands", "result", "steps", "rulings"),
        *("carried-out", "appeal-told", "provisional", "lead", "play"),
    )
    return Document(frame(INFO, job, words), labels, sheets)


def _sheet(job: PrintJob, case: RulingCase | None, name: str, words: Words) -> Model:
    outline = guide_outline(job.state, name, case, _speaking(words)) if name else None
    return {
        "title": words("ruling-sheet.title") if outline is None else outline.title,
        "law": "" if outline is None else outline.law,
        "where": where(job, case, words),
        "hands": hands(job, case),
        "record": record(job, case),
        "facts": _facts(case, words),
        "ruled": _ruling_fields(case, words),
        "carried_out": _mark(is_set=case is not None and case.is_carried_out),
        "appeal_told": _mark(is_set=case is not None and case.is_appeal_told),
        "provisional": _mark(is_set=case is not None and case.is_open),
        **_outline_model(outline, words),
    }


def _speaking(words: Words) -> Speaking:
    return Speaking.in_languages(tags_of(words.locale), words.phrase)


def _mark(*, is_set: bool) -> str:
    return "x" if is_set else ""


def _facts(case: RulingCase | None, words: Words) -> tuple[Model, ...]:
    texts = ("", "", "", "") if case is None else (case.title, case.says_ns, case.says_ew, case.found)
    labels = ("what", "says-ns", "says-ew", "found")
    lines = (1, 2, 2, 2)
    rows = zip(labels, texts, lines, strict=True)
    return tuple(field(words(f"ruling-sheet.{label}"), text, count) for label, text, count in rows)


def _ruling_fields(case: RulingCase | None, words: Words) -> tuple[Model, ...]:
    texts = ("", "", "") if case is None else (case.options, case.ruling, case.law)
    rows = zip(("options", "ruling", "law"), texts, (2, 2, 1), strict=True)
    return tuple(field(words(f"ruling-sheet.{label}"), text, count) for label, text, count in rows)


def _outline_model(outline: GuideOutline | None, words: Words) -> Model:
    """Returns the steps and rulings of a guide, none without one."""
    if outline is None:
        return {"steps": (), "rulings": ()}
    return {
        "steps": tuple(_step(one, words) for one in outline.steps),
        "rulings": tuple(_ruling(one, words) for one in outline.rulings),
    }


def _step(step: OutlineStep, words: Words) -> Model:
    options = tuple({"text": one.text, "to": one.to, "taken": _mark(is_set=one.is_taken)} for one in step.options)
    return {
        "mark": step.mark,
        "ask": step.ask,
        "help": step.help,
        "ticks": step.ticks,
        "options": options,
        "cites": words.list_text(step.cites),
    }


def _ruling(ruling: OutlineRuling, words: Words) -> Model:
    return {
        "mark": ruling.mark,
        "title": ruling.title,
        "says": ruling.says,
        "lead": ruling.lead,
        "ticks": ruling.ticks,
        "cites": words.list_text(ruling.cites),
        "taken": _mark(is_set=ruling.is_taken),
    }
