"""The hands of all boards of a session, one copy for everybody after play (R-018, R-312, R-323).

JCBL director's manual 3.3, lines 624, 3852 and 4224. A set that was shuffled by hand has no record until its hands are
typed or read from a file (R-325); sealed deals are printed when they are released. As many boards stand on a page as
were asked for, else as many as keep the pages few and the cards large (`layouts`). With the results each board carries
its frequencies; a player's own copy says under every board what the player made of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import Denomination, PassedOut, Played
from arrowswitch.core.game.notation import SIGNS, Style, format_result, format_signed
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.documents.deals.layouts import (
    LEADING_OF_RESULTS,
    Layout,
    RecordPaper,
    layout_for,
    page_of,
)
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import NUMBER, SECTION, SIZE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words
from arrowswitch.i18n import translate
from arrowswitch.tournament.deals.shown import ShownAnalysis, ShownDeal, shown_deals
from arrowswitch.tournament.model.views import PrivateLine, PrivateView
from arrowswitch.tournament.ranking.frequencies import frequencies
from arrowswitch.tournament.ranking.rankings import privates, traveller

COPIES = SheetOption("copies", ("hands", "results", "players"))
PAPER = SheetOption("paper", ("a4", "a5"))
PER_PAGE = SheetOption("per-page", ("auto", "8", "12", "18", "24", "36"))
COLOURS = SheetOption("colours", ("four", "black"))
SIDES = SheetOption("sides", ("one", "two"))


def needs(job: PrintJob) -> None:
    """Raises NotFound (`deals.none-placed`) without deals, Refused (`deals.sealed`) before they are released."""
    if job.session not in job.state.deals.placed:
        raise NotFound.of("deals.none-placed")
    if job.session not in job.state.deals.released:
        raise Refused.of("deals.sealed")


INFO = SheetInfo(
    "hand-records",
    (COPIES, SIZE, PAPER, PER_PAGE, COLOURS, SECTION, NUMBER, SIDES),
    needs=needs,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the hand records; raises as `needs`, Refused (`print.no-results`) for a copy with results before there
    are any, Refused (`deals.too-small`) where a page has no room for as many boards."""
    needs(job)
    deals = shown_deals(job.state, job.session)
    copies = job.option(COPIES)
    if copies != "hands" and not job.state.is_scored_in(job.session):
        raise Refused.of("print.no-results")
    models = tuple(
        deal_model(deal, _frequencies(job, deal.board) if copies != "hands" else (), words) for deal in deals
    )
    most = max((len(deal["frequencies"]) for deal in models if isinstance(deal["frequencies"], tuple)), default=0)
    place, wanted = (job.option(PAPER), job.is_large), job.option(PER_PAGE)
    is_own = copies == "players"
    layout = layout_for(place, len(deals), most, is_own, None if wanted == PER_PAGE.default else int(wanted))
    sheet: Model = {
        **_measures(layout, page_of(*place), most if copies != "hands" else 0, is_own),
        "paper": job.option(PAPER),
        "is_black": job.option(COLOURS) == "black",
        "is_two_sided": job.option(SIDES) == "two",
        "deals": models,
        "copies": tuple(_copies(job, words)) if is_own else ({"name": "", "own": {}},),
    }
    return Document(frame(INFO, job, words), words.labels("hand-records", "par", "own", "lead"), sheet)


def _measures(layout: Layout, page: RecordPaper, scores: int, is_own: bool) -> Model:
    """Returns the measures that the sheet is set by, millimetres and points as text."""
    results = layout.lines_of_results(page, scores, is_own) if scores or is_own else 0
    return {
        "columns": layout.columns,
        "rows": layout.rows,
        "is_table": "yes" if layout.is_table else "",
        "lines": layout.lines,
        "results": results,
        "measures": measures(page, layout.size(page), layout),
    }


def measures(page: RecordPaper, size: tuple[float, float], layout: Layout) -> Model:
    """Returns the measures of a page and of a board on it (`size`: width and height in millimetres)."""
    width, height = size
    return {
        "width": f"{width:.3f}",
        "height": f"{height:.3f}",
        "margin": f"{page.margin}",
        "head": f"{page.head}",
        "foot": f"{page.foot}",
        "gap": f"{layout.gaps[0]}",
        "row-gap": f"{layout.gaps[1]}",
        "pad": f"{layout.pad}",
        "least": f"{page.least}",
        "largest": f"{page.largest}",
        "result-line": f"{page.least * LEADING_OF_RESULTS:.2f}",
    }


def deal_model(deal: ShownDeal, frequencies: tuple[Model, ...], words: Words) -> Model:
    """Returns a board with its hands, what they make and par, as `hands.typ` reads it."""
    analysis = deal.analysis
    return {
        "board": deal.board,
        "dealer": translate("desk.hands.dealer", {"seat": deal.dealer.value}, words.locale),
        "dealer_seat": deal.dealer.value,
        "vulnerable": "".join(side.value for side in Side if deal.vulnerability.covers(side)),
        "vulnerability": translate(f"desk.vul.{deal.vulnerability.value}", {}, words.locale),
        "hands": {
            seat: {
                "points": hand.points,
                "suits": tuple({"suit": suit, "ranks": tuple(ranks.split())} for suit, ranks in hand.suits),
            }
            for seat, hand in deal.hands.items()
        },
        "makes": ()
        if analysis is None
        else tuple(
            (seat, *(str(level) if level else "–" for level in analysis.levels[seat])) for seat in ("N", "S", "E", "W")
        ),
        "sides": () if analysis is None else tuple(_sides(analysis)),
        "par": "" if analysis is None else format_signed(analysis.par),
        "contracts": () if analysis is None else tuple(_with_signs(text) for text in analysis.contracts[:4]),
        "leads": () if analysis is None else analysis.leads,
        "frequencies": frequencies,
    }


def _sides(analysis: ShownAnalysis) -> Iterator[Model]:
    """Yields the contracts that both sides can make (`NS` 3♣ 4♠), separate for partners if the declarer matters."""
    for side in ("NS", "EW"):
        same = analysis.levels[side[0]] == analysis.levels[side[1]]
        for seats in (side,) if same else tuple(side):
            levels = zip(Denomination, analysis.levels[seats[0]], strict=True)
            made = tuple(f"{level}{SIGNS[denomination]}" for denomination, level in levels if level)
            yield {"seats": seats, "makes": made or ("–",)}


def _with_signs(text: str) -> str:
    """Returns a par contract with the sign of its suit.

    >>> _with_signs("4SX-1 NS"), _with_signs("3NT= EW")
    ('4♠×−1 NS', '3NT= EW')
    """
    contract, _, seats = text.partition(" ")
    level, rest = contract[0], contract[1:].replace("-", "−").replace("X", "×")
    if not rest.startswith("NT"):
        rest = SIGNS[Denomination(rest[0])] + rest[1:]
    return f"{level}{rest} {seats}"


def _frequencies(job: PrintJob, board: BoardNumber) -> tuple[Model, ...]:
    """Returns the scores of a board for North-South, the best first: how often each, and what it was worth."""
    try:
        scores = frequencies(traveller(job.state, job.session, board))
    except NotFound:
        return ()
    return tuple({"score": format_signed(one.score), "n": one.n, "worth": _worth(one.points)} for one in scores)


def _copies(job: PrintJob, words: Words) -> Iterator[Model]:
    """Yields a copy for each player, in the order of sections and numbers."""
    letters = {section.letter for section in job.sections()}
    views = [view for view in privates(job.state, job.session) if view.section in letters]
    wanted = set(job.numbers(view.number for view in views))
    has_sections = len(job.state.session(job.session).sections) > 1
    for view in views:
        if view.number not in wanted or view.entry is None:
            continue
        number = f"{view.section}{view.number}" if has_sections else view.number
        own = _own(view)
        for person in view.entry.people:
            yield {"name": f"{words.person(person)}  {number}", "own": own}


def _own(view: PrivateView) -> Model:
    """Returns a contestant's own result by board."""
    return {str(line.cell.slot.board): text for line in view.lines if (text := _line(line))}


def _line(line: PrivateLine) -> str:
    entry = line.cell.entry
    if entry is None:
        return ""
    award = entry.ns_award if line.side is Side.NS else entry.ew_award
    is_played = isinstance(entry.result, Played | PassedOut) and award is None
    result = format_result(entry.result, Style.DISPLAY) if is_played and entry.result is not None else ""
    score = "" if line.score is None or award is not None else format_signed(line.score)
    return "  ".join(part for part in (result, score, _worth(line.points)) if part)


def _worth(points: SidePoints | None) -> str:
    """Returns the value of a result: a percentage if there is a top, else points."""
    if points is None or points.points is None:
        return ""
    if points.percent is not None:
        return f"{decimal_string(points.percent, 0)}%"
    return f"({decimal_string(points.points)})".replace("-", "−")
