"""The final record: every forced entry, ruling, penalty, correction, withdrawal and open matter, with reason, author
and time (R-208, R-376, R-387); and the prizes.

Manual, line 3485: what was forced against the movement is marked. The list is read from the ledger, oldest first;
what was taken back stands there struck out.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import VERSION, PrintJob, SheetInfo
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.prizes.prize_list import prize_groups
from arrowswitch.documents.ranking.ranked import with_ranking, with_results
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

INFO = SheetInfo(
    "record", (VERSION,), needs=with_results, moment=PrintMoment.CASES, kits=(KitName.END,), shows_results=True
)
LONGEST = 160
_TIME = len("19:30")


def document(job: PrintJob, words: Words) -> Document:
    """Returns the record of a session; raises Refused (`print.no-results`) before the first result."""
    at, view = with_ranking(job)
    by_seq = {entry.seq: entry for entry in at.ledger}
    lines: list[Model] = []
    for row in reversed(history(at.ledger)):
        facts = by_seq[row.seq].facts
        noted = [fact for fact in facts if _is_noted(fact)]
        if noted:
            noted_facts = (told for fact, told in zip(facts, row.what, strict=True) if _is_noted(fact))
            what = words.list_text(_fact_text(told, words) for told in noted_facts)
            if row.took_back:
                told_back = words.list_text(_fact_text(told, words) for told in row.took_back)
                what += language_of(words.locale).before_problem + told_back
            why = [
                words.reason(row.reason),
                *(words.reason(fact.forced) for fact in noted if isinstance(fact, ResultEntered)),
            ]
            if row.approver:
                why.append(words.phrase(Problem("desk.history.approved", {"name": row.approver})))
            reasons = words.list_text(dict.fromkeys(one_line(text, LONGEST) for text in why if text))
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
    prizes_of_event = prizes(at.state, job.consolation)
    sheet: Model = {
        "marked": legend(cells(at.state, at.session), words),
        "prizes": () if prizes_of_event.is_provisional else prize_groups(prizes_of_event, words),
        "lines": tuple(lines),
        "has_days": any(len(str(line["at"])) > _TIME for line in lines),
    }
    labels = words.labels("record", "seq", "at", "what", "why", "author", "marked", "nothing", "events", "prizes")
    return Document(frame(INFO, at, words, view), labels, sheet)


def _fact_text(fact: Problem, words: Words) -> str:
    """Returns a step in words, on one line: its law in the reader's language, weighted scores in words."""
    message = with_times_in(with_law_in(fact, words.locale.value), words.zone)
    if law := message.params.get("law"):
        message = replace(message, params={**message.params, "law": words.reason(str(law))})
    text = words.phrase(message)
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
