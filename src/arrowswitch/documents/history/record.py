"""The final record: every forced entry, ruling, penalty, correction, withdrawal and open matter, with reason, author
and time (R-208, R-376, R-387); and who had a prize.

Manual, line 3485: what was forced against the movement is marked. The list is read from the ledger, oldest first;
what was taken back stands there struck out.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import VERSION, PrintJob, SheetInfo
from arrowswitch.documents.prizes.prize_list import prize_groups
from arrowswitch.documents.ranking.ranked import ranked, with_results
from arrowswitch.documents.slot import legend
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import language_of, weights_in_words
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.history.laws import with_law_in
from arrowswitch.tournament.history.times import with_times_in
from arrowswitch.tournament.model.ledger import Fact, Undone
from arrowswitch.tournament.model.slices.entries import EntrySet
from arrowswitch.tournament.model.slices.knockout import ImpsCarried, MatchDecided
from arrowswitch.tournament.model.slices.matches import MatchForfeited, MatchShortened, MatchSlipRemoved, MatchSlipSet
from arrowswitch.tournament.model.slices.publication import Finalised, Published
from arrowswitch.tournament.model.slices.results import LatePlaySet, OddAccepted, ResultEntered, ResultRemoved
from arrowswitch.tournament.model.slices.rulings import (
    AwardGiven,
    BoardFouled,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    ScoresRemoved,
)
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.results.tables import cells

INFO = SheetInfo("record", (VERSION,), needs=with_results)
LONGEST = 160
_TIME = len("19:30")


def document(job: PrintJob, words: Words) -> Document:
    """Returns the record of a session; raises Refused (`print.no-results`) before the first result."""
    shown, view = ranked(job)
    by_seq = {entry.seq: entry for entry in shown.ledger}
    lines: list[Model] = []
    for row in reversed(history(shown.ledger)):
        facts = by_seq[row.seq].facts
        noted = [fact for fact in facts if _is_noted(fact)]
        if noted:
            said = (told for fact, told in zip(facts, row.what, strict=True) if _is_noted(fact))
            what = words.listed(_told(told, words) for told in said)
            if row.took_back:
                told_back = words.listed(_told(told, words) for told in row.took_back)
                what += language_of(words.locale).before_problem + told_back
            why = [
                words.reason(row.reason),
                *(words.reason(fact.forced) for fact in noted if isinstance(fact, ResultEntered)),
            ]
            if row.approver:
                why.append(words.phrase(Problem("desk.history.approved", {"name": row.approver})))
            reasons = words.listed(dict.fromkeys(one_line(text, LONGEST) for text in why if text))
            lines.append(
                {
                    "seq": str(row.seq),
                    "at": words.start_time(row.at, row.day),
                    "what": what,
                    "why": reasons,
                    "author": one_line(row.author),
                    "is_undone": row.is_undone,
                }
            )
    given = prizes(shown.state, job.consolation)
    sheet: Model = {
        "marked": legend(cells(shown.state, shown.session), words),
        "prizes": () if given.is_provisional else prize_groups(given, words),
        "lines": tuple(lines),
        "has_days": any(len(str(line["at"])) > _TIME for line in lines),
    }
    labels = words.labels("record", "seq", "at", "what", "why", "author", "marked", "nothing", "events", "prizes")
    return Document(frame(INFO, shown, words, view), labels, sheet)


def _told(fact: Problem, words: Words) -> str:
    """Returns a step in words, on one line: its law in the reader's language, weighted scores told out."""
    told = with_times_in(with_law_in(fact, words.locale.value), words.zone)
    if law := told.params.get("law"):
        told = replace(told, params={**told.params, "law": words.reason(str(law))})
    text = words.phrase(told)
    return one_line(weights_in_words(text, words.locale), LONGEST)


def _is_noted(fact: Fact) -> bool:
    """True if a fact is more than an ordinary result: forced, corrected, ruled on, taken back or published, or a
    contestant who left."""
    match fact:
        case ResultEntered():
            return bool(fact.forced or fact.correction or fact.ns_award or fact.ew_award)
        case EntrySet(entry):
            return entry.is_withdrawn
    return isinstance(fact, _NOTED)


_NOTED = (
    *(ResultRemoved, OddAccepted, LatePlaySet),
    *(AwardGiven, NoteSet, PenaltySet, OffenceNoted, PlayerExpelled, ScoresRemoved, BoardFouled),
    *(MatchForfeited, MatchSlipSet, MatchSlipRemoved, MatchShortened, MatchDecided, ImpsCarried),
    *(Published, Finalised, Undone),
)
