"""The words with which the director opens play: thanks, the conditions of contest, the calls of round 1 (R-131).

JCBL director's manual 3.3, line 3856: thanks and the conditions come first, then play begins. The conditions are those
of the announcement, so that the players hear what was published; what is not settled is a gap to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.guide.announcements import round_calls
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, nothing
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.settings import announcement
from arrowswitch.documents.words import Words, one_line

INFO = SheetInfo("opening-words", (announcement.REMARK,), needs=nothing, moment=PrintMoment.START)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the words to read out. They can be printed as soon as the event exists; the calls need a movement."""
    greeting = [words("opening.welcome", event=one_line(job.state.settings.name))]
    director = one_line(job.state.settings.announcement.director)
    if director:
        greeting.append(words("opening.director", name=director))
    remark = one_line(job.option(announcement.REMARK), announcement.LONGEST)
    sheet: Model = {
        "greeting": tuple(greeting),
        "conditions": announcement.conditions(job, words),
        "calls": (*_calls(job, words), *([remark] if remark else [])),
        "start": words("opening.start"),
    }
    return Document(frame(INFO, job, words), words.labels("opening", "conditions", "missing"), sheet)


def _calls(job: PrintJob, words: Words) -> Iterator[str]:
    """Yields the calls of round 1 for each section that has a movement."""
    sections = job.state.session(job.session).sections
    for letter, section in sorted(sections.items()):
        if section.movement is None:
            continue
        calls = [words.phrase(Problem(call.code, call.params)) for call in round_calls(section.movement, 1)]
        if len(sections) > 1:
            calls.insert(0, words("opening.section", section=letter))
        yield " ".join(calls)
