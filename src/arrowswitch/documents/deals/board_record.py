"""The record of one board, or of each: its hands with what they make and par, what was made at every table, and what
was called and played as far as it is known (R-018, R-312).

Hands are printed once they are released; before that, and if they were never entered, the sheet states why they are
missing and lists the results alone. On A4 the results are the table of the travellers; on A5 and in large print both
sides of a table stand below each other.
"""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.documents.deals.hand_records import COLOURS, PAPER, deal_model, measures
from arrowswitch.documents.deals.layouts import Layout, RecordPaper
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, PrintJob, SheetInfo
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.ranking.ranked import board_unit, by_boards, with_boards
from arrowswitch.documents.results.travellers import BOARD, filled_traveller, is_asked
from arrowswitch.documents.slot import record_text
from arrowswitch.documents.words import Words
from arrowswitch.i18n import translate
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deals
from arrowswitch.tournament.model.views import CellView, TravellerView
from arrowswitch.tournament.ranking.rankings import travellers

INFO = SheetInfo(
    "board-record", (BOARD, SIZE, PAPER, COLOURS), needs=with_boards, moment=PrintMoment.RESULTS, shows_results=True
)
_PAGES: Mapping[tuple[str, bool], tuple[RecordPaper, tuple[float, float]]] = {
    ("a4", False): (RecordPaper(width=210, height=297, margin=12, head=0, foot=0, least=9, largest=13), (150, 66)),
    ("a4", True): (RecordPaper(width=210, height=297, margin=12, head=0, foot=0, least=16, largest=18), (186, 100)),
    ("a5", False): (RecordPaper(width=148, height=210, margin=8, head=0, foot=0, least=9, largest=11), (126, 60)),
    ("a5", True): (RecordPaper(width=148, height=210, margin=8, head=0, foot=0, least=16, largest=16), (132, 74)),
}
"""Pages by paper and large print, and how wide and high the hands of a board are on them, in millimetres."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the record of the board asked for, or of every board, as many as a page has room for; raises Refused as
    `by_boards`, NotFound (`print.no-board`)."""
    at, listed = by_boards(job)
    views = [view for view in travellers(at.state, at.session) if is_asked(job, view.board)]
    if not views:
        raise NotFound.of("print.no-board", board=job.option(BOARD))
    is_released = at.session in at.state.deals.released
    deals = {deal.board: deal for deal in shown_deals(at.state, at.session)} if is_released else {}
    page, size = _PAGES[job.option(PAPER), job.is_large]
    layout = Layout(1, 1)
    sheet: Model = {
        "paper": job.option(PAPER),
        "is_black": job.option(COLOURS) == "black",
        "has_sections": len(at.state.session(at.session).sections) > 1,
        "is_table": "yes",
        "lines": layout.lines,
        "results": 0,
        "measures": measures(page, size, layout),
        "boards": tuple(_board(at, view, deals.get(view.board), words) for view in views),
    }
    labels = words.labels("traveller", "board", "contract", "by", "made", "down", "score", "sum", "to-come")
    labels |= words.labels("hand-records", "par", "lead") | words.labels("ruling-sheet", "play")
    labels["points"] = words(board_unit(at.state))
    return Document(frame(INFO, at, words, listed), labels, sheet)


def _board(job: PrintJob, view: TravellerView, deal: ShownDeal | None, words: Words) -> Model:
    cell_records = tuple((cell, record_text(job.state, cell.slot)) for cell in view.cells)
    return {
        "deal": None if deal is None else deal_model(deal, (), words),
        "why": "" if deal is not None else translate(_why(job, view.board), {}, words.locale),
        "results": filled_traveller(job, view, words),
        "records": tuple(
            {"of": _table(cell, words), **one} for cell, one in cell_records if one["rows"] or one["play"]
        ),
    }


def _why(job: PrintJob, board: BoardNumber) -> str:
    """Returns the code of why the hands of a board are missing: they are sealed, or nobody knows them."""
    placed = job.state.deals.placed.get(job.session)
    is_known = placed is not None and board in placed.texts
    is_sealed = is_known and job.session not in job.state.deals.released
    return "desk.hands.sealed" if is_sealed else "sheet.board-record.unknown"


def _table(cell: CellView, words: Words) -> str:
    return words(
        "board-record.table", table=cell.table_label, round=cell.slot.round, ns=cell.ns.label, ew=cell.ew.label
    )
