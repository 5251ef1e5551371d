"""Notes for players on how a board is played, from the pockets and back into them (R-133).

JCBL director's manual 3.3, lines 626-658: cards are counted before they are looked at; played cards stay in front of
each player; tricks are agreed before hands are put away; then each player counts 13, shuffles and returns the hand to
its own pocket. The same for every event.
"""

from __future__ import annotations

from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, nothing
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words

INFO = SheetInfo("playing-notes", needs=nothing, moment=PrintMoment.BEFORE)
STEPS = ("cards", "auction", "lead", "play", "tricks", "back", "score")


def document(job: PrintJob, words: Words) -> Document:
    """Returns the notes, one step after the other. They can always be printed."""
    steps: tuple[Model, ...] = tuple(
        {"number": number, "title": words(f"notes.{step}"), "text": words(f"notes.{step}-text")}
        for number, step in enumerate(STEPS, start=1)
    )
    return Document(frame(INFO, job, words), {}, {"steps": steps, "closing": words("notes.closing")})
