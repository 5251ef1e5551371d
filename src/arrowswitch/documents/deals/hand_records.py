"""The hands of all boards of a session, one copy for everybody after play (R-018, R-323).

JCBL director's manual 3.3, lines 624, 3852 and 4224. A set that was shuffled by hand has no record until its hands are
typed or read from a file (R-325); sealed deals are printed when they are released.
"""

from __future__ import annotations

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, PrintJob, SheetInfo
from arrowswitch.documents.words import Words
from arrowswitch.i18n import translate
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deals

COLUMNS, LARGE_COLUMNS = 3, 2


def needs(job: PrintJob) -> None:
    """Raises NotFound (`deals.none-placed`) without deals, Refused (`deals.sealed`) before they are released."""
    if job.session not in job.state.deals:
        raise NotFound.of("deals.none-placed")
    if job.session not in job.state.released_deals:
        raise Refused.of("deals.sealed")


INFO = SheetInfo("hand-records", (SIZE,), needs=needs)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the hand records; raises as `needs`."""
    needs(job)
    deals = shown_deals(job.state, job.session)
    sheet: Model = {
        "columns": LARGE_COLUMNS if job.is_large else COLUMNS,
        "deals": tuple(_deal(deal, words) for deal in deals),
    }
    return Document(frame(INFO, job, words), {}, sheet)


def _deal(deal: ShownDeal, words: Words) -> Model:
    return {
        "board": deal.board,
        "dealer": translate("desk.scores.dealer", {"seat": deal.dealer.value}, words.locale),
        "vulnerability": translate(f"desk.vul.{deal.vulnerability.value}", {}, words.locale),
        "hands": {
            seat: {"points": hand.points, "suits": tuple({"suit": suit, "ranks": ranks} for suit, ranks in hand.suits)}
            for seat, hand in deal.hands.items()
        },
    }
