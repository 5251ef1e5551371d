"""Travellers: one for each board, filled from the results with their matchpoints and the check of their sums, or
blank in the layouts of 18 and of 32 rows (R-007, R-008, R-013, R-387).

JCBL director's manual 3.3, lines 436-536 (photos 5 and 6) and 1503. The second half of a blank sheet's rows carries the
numbers of the other field at the right, as East-West pairs of a Mitchell find their row there.
"""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.contestants import side_text
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.entries.names import side_names
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import HALF, POINTS, SECTION, VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.ranking.ranked import board_unit, by_boards, places_for, points_text, with_boards
from arrowswitch.documents.slot import SIGNS, adjusted_lines, board_text, legend, result_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.model.views import CellView, Flag, TravellerView
from arrowswitch.tournament.ranking.rankings import travellers
from arrowswitch.tournament.scored.match_rules import method_at_two_tables

LAYOUT = SheetOption("layout", ("filled", "blank-18", "blank-32"))
BOARD = SheetOption("board")
INFO = SheetInfo(
    "travellers",
    (LAYOUT, BOARD, SECTION, HALF, POINTS, VERSION),
    needs=with_boards,
    moment=PrintMoment.DURING,
    shows_results=True,
)
PER_PAGE = 2


def document(job: PrintJob, words: Words) -> Document:
    """Returns the travellers asked for. Filled ones raise Refused as `by_boards`."""
    layout = job.option(LAYOUT)
    if layout == "filled":
        return _filled_sheets(job, words)
    sheets = [sheet for section in job.sections_to_fill() for sheet in _blanks(job, section, int(layout[-2:]), words)]
    labels = words.labels("traveller", "board", "section", "ns", "ew", "contract", "by", "made", "down", "score")
    labels["points"] = words(board_unit(job.state))
    return Document(frame(INFO, job, words), labels, {"pages": stack_cards(sheets, PER_PAGE)})


def second_numbers(rows: int) -> tuple[str, ...]:
    """Returns the numbers at the right of a blank traveller's rows: none in the first half, then from 1 again.

    >>> second_numbers(4)
    ('', '', '1', '2')
    """
    half = rows // 2
    return ("",) * half + tuple(str(number) for number in range(1, rows - half + 1))


def filled_traveller(job: PrintJob, view: TravellerView, words: Words) -> Model:
    """Returns a board's traveller with its sums: without rulings each side's points add up to the board's, which
    `check` says and `is_right` tells."""
    is_counted = view.top != 0
    is_right = all(abs(found - view.expected_sum) <= _rounding_error(view) for found in (view.ns_sum, view.ew_sum))
    sums = {"ns": points_text(view.ns_sum, job), "ew": points_text(view.ew_sum, job)}
    due = points_text(view.expected_sum, job)
    code = "adjusted" if view.is_adjusted else "right" if is_right else "wrong"
    return {
        "board": view.board,
        "facts": board_text(view.board, words),
        "lines": tuple(_line(job, cell, words) for cell in view.cells),
        "ns_sum": sums["ns"],
        "ew_sum": sums["ew"],
        "check": words(f"traveller.check-{code}", **sums, due=due) if is_counted else "",
        "is_right": is_right or view.is_adjusted or not is_counted,
        "legend": _legend(job, view, words),
    }


def _rounding_error(view: TravellerView) -> Fraction:
    """Returns the possible difference of a sum from the board's because the points of its lines were rounded: half of
    the last place shown in any of them, for each line. Whole and half points are exact."""
    points = [one.points for cell in view.cells for one in (cell.ns_points, cell.ew_points) if one is not None]
    places = places_for(points)
    is_exact = all(one is None or one.denominator in (1, 2) for one in points)
    return Fraction(0) if is_exact else Fraction(len(view.cells), 2 * 10**places)


def _filled_sheets(job: PrintJob, words: Words) -> Document:
    at, listed = by_boards(job)
    views = [view for view in travellers(at.state, at.session) if is_asked(job, view.board)]
    if not views:
        raise NotFound.of("print.no-board", board=job.option(BOARD))
    has_sections = len(at.state.session(at.session).sections) > 1
    sheets = tuple(filled_traveller(at, view, words) for view in views)
    labels = words.labels("traveller", "board", "ns", "ew", "contract", "by", "made", "down", "score", "sum", "to-come")
    labels["points"] = words(board_unit(at.state))
    return Document(frame(INFO, at, words, listed), labels, {"travellers": sheets, "has_sections": has_sections})


def is_asked(job: PrintJob, board: BoardNumber) -> bool:
    """True if a board was asked for by its number, or all boards were."""
    wanted = job.option(BOARD).strip()
    return not wanted or str(board) == wanted


def _line(job: PrintJob, cell: CellView, words: Words) -> Model:
    return {
        "section": cell.slot.section,
        "ns": side_text(cell.ns.numbers),
        "ns_names": side_names(cell.ns.entries, words),
        "ew": side_text(cell.ew.numbers),
        "ew_names": side_names(cell.ew.entries, words),
        "result": _result(cell, words),
        "ns_points": _points(cell.ns_points, job),
        "ew_points": _points(cell.ew_points, job),
        "is_missing": cell.is_missing,
    }


def _result(cell: CellView, words: Words) -> Model:
    """Returns the columns of a result; where hands were changed, with the letter of the form that was played."""
    text = result_text(cell, words)
    return {**text, "signs": f"{text['signs']}[{cell.form_letter}]"} if cell.form_letter else text


def _legend(job: PrintJob, view: TravellerView, words: Words) -> tuple[str, ...]:
    letters = sorted({cell.form_letter for cell in view.cells if cell.form_letter})
    forms = (words("traveller.fouled", first=letters[0], last=letters[-1]),) if letters else ()
    datum: tuple[str, ...] = ()
    if view.datum is not None:
        code = "traveller.datum-given" if view.is_datum_given else "traveller.datum"
        datum = (words(code, datum=decimal_string(view.datum, 0 if view.datum.denominator == 1 else 2)),)
    signs = legend(view.cells, words)
    if method_at_two_tables(job.state.settings) is not None:
        plain = words(f"sign.{Flag.ADJUSTED.value}", sign=SIGNS[Flag.ADJUSTED])
        signs = (*(line for line in signs if line != plain), *adjusted_lines(view.cells, words, job.ledger))
    return (*datum, *signs, *forms)


def _points(points: SidePoints | None, job: PrintJob) -> str:
    return points_text(points.points, job) if points is not None else ""


def _blanks(job: PrintJob, section: Section, rows: int, words: Words) -> list[Model]:
    mark, second = section_mark(section.letter, words), second_numbers(rows)
    if section.movement is None:
        return [{"section": mark, "board": job.option(BOARD).strip(), "facts": "", "second": second}] * PER_PAGE
    boards = sorted({board for boards in section.movement.board_sets for board in boards})
    wanted = [board for board in boards if is_asked(job, board)]
    if not wanted:
        raise NotFound.of("print.no-board", board=job.option(BOARD))
    return [
        {"section": mark, "board": str(board), "facts": board_text(board, words), "second": second} for board in wanted
    ]
