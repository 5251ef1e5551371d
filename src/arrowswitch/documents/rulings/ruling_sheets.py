"""The sheet that the director takes to the table for an irregularity: what happened on one side, the steps of the
ruling behind it (R-029, R-346).

JCBL director's manual 3.3, lines 2803-2817 (sheets by type of offence; facts, options, execution) and 2882-2888 (notes
of auction and hands). The steps are those of the ruling guide, in the edition of the laws that the event's regulations
name; of a case that a guide was walked for, the answers given are marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.rulings.written_case import CASE, case_asked_for, field, hands, where
from arrowswitch.documents.words import Words
from arrowswitch.i18n import language_of
from arrowswitch.regulations.guides import load_guide
from arrowswitch.regulations.guides.citing import citation_words, edition_of, law_words, said
from arrowswitch.regulations.guides.tree import (
    Citation,
    Guide,
    GuideStep,
    GuideTick,
    Ruling,
    in_edition,
    walked_through,
)
from arrowswitch.regulations.guides.tree import Words as GuideWords
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulings.values import RulingCase

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
INFO = SheetInfo("ruling-sheet", (GUIDE, CASE))


@dataclass(frozen=True, slots=True)
class _Printed:
    """A guide as it is printed: in an edition, in the words of a language, with the answers that were given."""

    guide: Guide
    edition: int
    words: Words
    answers: Sequence[str]

    def say(self, words: GuideWords) -> str:
        stand_in = language_of(self.words.locale).falls_back_to
        return said(words, self.words.locale.value, *([] if stand_in is None else [stand_in.value]))

    def cites(self, cites: Sequence[Citation]) -> str:
        shown = dict.fromkeys(self.words.phrase(citation_words(one)) for one in in_edition(cites, self.edition))
        return self.words.listed(shown)

    def ticks(self, ticks: Sequence[GuideTick]) -> tuple[str, ...]:
        return tuple(
            (f"({one.stage}) " if one.stage else "") + self.say(one.words) for one in in_edition(ticks, self.edition)
        )

    def reached(self) -> tuple[tuple[GuideStep, ...], tuple[Ruling, ...]]:
        """Returns the steps and rulings that the edition leads to, in the order of the guide."""
        found, left = set[str](), [self.guide.start.name]
        while left:
            name = left.pop()
            if name in self.guide.steps and name not in found:
                left += [option.to for option in in_edition(self.guide.steps[name].options, self.edition)]
            found.add(name)
        steps = tuple(step for step in self.guide.steps.values() if step.name in found)
        return steps, tuple(ruling for ruling in self.guide.rulings.values() if ruling.name in found)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the sheets asked for: of a case, filled in, of an irregularity, of all, or one without steps.

    Raises NotFound (`case.none`).
    """
    case, asked = case_asked_for(job), job.option(GUIDE)
    if asked == "none" and case is not None and case.guide in NAMES:
        asked = case.guide
    names = NAMES if asked == "all" else () if asked == "none" else (asked,)
    sheets = tuple(_sheet(job, case, name, words) for name in names) or (_sheet(job, case, "", words),)
    labels = words.labels(
        "ruling-sheet",
        *("case", "round", "table", "board", "time", "ns", "ew", "auction", "hands", "result", "steps", "rulings"),
        *("carried-out", "appeal-told", "provisional", "lead"),
    )
    return Document(frame(INFO, job, words), labels, sheets)


def _sheet(job: PrintJob, case: RulingCase | None, name: str, words: Words) -> Model:
    title = words("ruling-sheet.title")
    law, steps, rulings = "", (), ()
    if name:
        is_walked = case is not None and case.guide == name
        edition = case.edition if case is not None and is_walked else edition_of(rules_of(job.state).laws)
        answers = case.answers if case is not None and is_walked else ()
        printed = _Printed(load_guide(name), edition, words, answers)
        title, law = printed.say(printed.guide.title), words.phrase(law_words(printed.guide.law))
        steps, rulings = _steps(printed)
    return {
        "title": title,
        "law": law,
        "where": where(job, case, words),
        "hands": hands(job, case),
        "facts": _facts(case, words),
        "ruled": _ruled(case, words),
        "carried_out": "x" if case is not None and case.is_carried_out else "",
        "appeal_told": "x" if case is not None and case.is_appeal_told else "",
        "provisional": "x" if case is not None and case.is_open else "",
        "steps": steps,
        "rulings": rulings,
    }


def _facts(case: RulingCase | None, words: Words) -> tuple[Model, ...]:
    texts = ("", "", "", "") if case is None else (case.title, case.says_ns, case.says_ew, case.found)
    labels = ("what", "says-ns", "says-ew", "found")
    lines = (1, 2, 2, 2)
    shown = zip(labels, texts, lines, strict=True)
    return tuple(field(words(f"ruling-sheet.{label}"), text, count) for label, text, count in shown)


def _ruled(case: RulingCase | None, words: Words) -> tuple[Model, ...]:
    texts = ("", "", "") if case is None else (case.options, case.ruling, case.law)
    shown = zip(("options", "ruling", "law"), texts, (2, 2, 1), strict=True)
    return tuple(field(words(f"ruling-sheet.{label}"), text, count) for label, text, count in shown)


def _steps(printed: _Printed) -> tuple[tuple[Model, ...], tuple[Model, ...]]:
    """Returns the steps by number and the rulings by letter, each option with where it leads."""
    steps, rulings = printed.reached()
    marks = {step.name: str(place) for place, step in enumerate(steps, start=1)}
    marks |= {ruling.name: chr(ord("A") + place) for place, ruling in enumerate(rulings)}
    walked = walked_through(printed.guide, printed.answers, printed.edition)
    taken = {(one.step.name, one.option.name) for one in walked.passed}
    asked = tuple(
        {
            "mark": marks[step.name],
            "ask": printed.say(step.ask),
            "help": tuple(printed.say(text.words) for text in in_edition(step.help, printed.edition)),
            "ticks": printed.ticks(step.ticks),
            "options": tuple(
                {
                    "text": printed.say(option.words),
                    "to": marks[option.to],
                    "taken": "x" if (step.name, option.name) in taken else "",
                }
                for option in in_edition(step.options, printed.edition)
            ),
            "cites": printed.cites(step.cites),
        }
        for step in steps
    )
    return asked, tuple(_ruling(printed, ruling, marks[ruling.name], walked.ruling) for ruling in rulings)


def _ruling(printed: _Printed, ruling: Ruling, mark: str, taken: Ruling | None) -> Model:
    return {
        "mark": mark,
        "title": printed.say(ruling.title),
        "says": tuple(printed.say(text.words) for text in in_edition(ruling.says, printed.edition)),
        "lead": tuple(printed.say(text.words) for text in in_edition(ruling.lead, printed.edition)),
        "ticks": printed.ticks(ruling.ticks),
        "law": printed.words.phrase(law_words(ruling.law)),
        "cites": printed.cites(ruling.cites),
        "taken": "x" if taken is not None and taken.name == ruling.name and printed.answers else "",
    }
