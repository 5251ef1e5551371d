"""A case as its sheets show it: where it was, who sat there, the hands; all of it empty on a blank form."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.contestants import Number, side_text
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.notation import Style, format_result
from arrowswitch.documents.entries.names import side_names
from arrowswitch.documents.frame import Model
from arrowswitch.documents.job import PrintJob, SheetOption
from arrowswitch.documents.slot import board_text, record_text
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.deals.shown import ShownHand, shown_deals
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.values.rulings import RulingCase
from arrowswitch.tournament.results.tables import cell

CASE = SheetOption("case")
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LONGEST_TEXT = 2000


def case_asked_for(job: PrintJob) -> RulingCase | None:
    """Returns the case whose number was asked for, None for a blank form; raises NotFound (`case.none`)."""
    number = job.option(CASE).strip()
    if not number:
        return None
    case = next((one for one in job.state.rulings.cases if str(one.case) == number), None)
    if case is None:
        raise NotFound.of("case.none", n=number)
    return case


def where(job: PrintJob, case: RulingCase | None, words: Words) -> Model:
    """Returns the head of a case: its number, round, table, board, both sides, the result of the table."""
    slot = None if case is None else case.slot
    empty = {"round": "", "table": "", "board": "", "facts": "", "ns": "", "ew": "", "result": ""}
    number = "" if case is None else str(case.case)
    title = "" if case is None else one_line(case.title, LONGEST_TEXT)
    return {"case": number, "title": title, **(empty if slot is None else _at(job, slot, words))}


def _at(job: PrintJob, slot: Slot, words: Words) -> dict[str, str]:
    cell_view = cell(job.state, slot)
    result = None if cell_view.entry is None else cell_view.entry.result
    movement = job.state.section(slot.place).movement
    mark = slot.section if movement is not None and len(job.state.session(slot.session).sections) > 1 else ""
    return {
        "round": str(slot.round),
        "table": f"{mark}{cell_view.table_label}",
        "board": str(slot.board),
        "facts": board_text(slot.board, words),
        "ns": _side_text(job, slot, cell_view.ns.numbers, words),
        "ew": _side_text(job, slot, cell_view.ew.numbers, words),
        "result": "" if result is None else format_result(result, Style.DISPLAY),
    }


def _side_text(job: PrintJob, slot: Slot, numbers: tuple[Number, ...], words: Words) -> str:
    entries = [job.state.entry_at(slot.place, number) for number in numbers]
    return f"{side_text(numbers)} {side_names(entries, words)}".strip()


def hands(job: PrintJob, case: RulingCase | None) -> Model:
    """Returns the four hands by seat, each suit as its sign and ranks: those of the board where its deal is released,
    else without ranks, to be written in."""
    slot = None if case is None else case.slot
    hands_of: Mapping[str, ShownHand] = {}
    if slot is not None and slot.session in job.state.deals.released:
        deals = shown_deals(job.state, slot.session)
        hands_of = next((deal.hands for deal in deals if deal.board == slot.board), {})
    return {seat: _hand(hands_of[seat].suits if seat in hands_of else ()) for seat in "NESW"}


def record(job: PrintJob, case: RulingCase | None) -> Model:
    """Returns the auction and the play, as far as they are stored with the result (`record_text`)."""
    return record_text(job.state, None if case is None else case.slot)


def _hand(suits: tuple[tuple[str, str], ...]) -> tuple[Model, ...]:
    ranks = dict(suits)
    return tuple({"suit": sign, "ranks": ranks.get(suit, "")} for suit, sign in SIGNS.items())


def field(label: str, text: str, lines: int) -> Model:
    """Returns a field to be filled in: its label, its present text, and the number of lines for handwriting."""
    return {"label": label, "text": one_line(text, LONGEST_TEXT), "lines": lines}
