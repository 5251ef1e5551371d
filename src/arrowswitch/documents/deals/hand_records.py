"""The hands of all boards of a session, one copy for everybody after play (R-018, R-312, R-323).

JCBL director's manual 3.3, lines 624, 3852 and 4224. A set that was shuffled by hand has no record until its hands are
typed or read from a file (R-325); sealed deals are printed when they are released. As many boards stand on a page as
were asked for, else as many as keep the pages few and the cards large. With the results each board carries its
frequencies; a player's own copy says under every board what the player made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import Denomination, PassedOut, Played
from arrowswitch.core.game.notation import SIGNS, Style, format_result, signed
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import NUMBER, SECTION, SIZE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.words import Words
from arrowswitch.i18n import translate
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deals
from arrowswitch.tournament.event.views import PrivateLine, PrivateView
from arrowswitch.tournament.ranking.frequencies import frequencies
from arrowswitch.tournament.ranking.rankings import privates, traveller

COPIES = SheetOption("copies", ("hands", "results", "players"))
PAPER = SheetOption("paper", ("a4", "a5"))
PER_PAGE = SheetOption("per-page", ("auto", "8", "12", "18", "24", "36"))
COLOURS = SheetOption("colours", ("four", "black"))
SIDES = SheetOption("sides", ("one", "two"))


@dataclass(frozen=True, slots=True)
class Layout:
    """Boards beside and below each other on a page."""

    columns: int
    rows: int

    @property
    def boards(self) -> int:
        """Returns how many boards a page holds."""
        return self.columns * self.rows


_LAYOUTS: Mapping[int, Layout] = {
    8: Layout(2, 4), 12: Layout(3, 4), 18: Layout(3, 6), 24: Layout(4, 6), 36: Layout(4, 9)
}  # fmt: skip
_USUAL: Mapping[tuple[str, bool], tuple[Layout, ...]] = {
    ("a4", False): (Layout(2, 4), Layout(3, 4), Layout(3, 6)),
    ("a4", True): (Layout(2, 3),),
    ("a5", False): (Layout(2, 3), Layout(2, 4)),
    ("a5", True): (Layout(1, 2),),
}
"""What is chosen from where no number was asked for: by paper, and for large print, the largest cards first."""
_MOST: Mapping[tuple[str, bool], tuple[int, int]] = {
    ("a4", False): (36, 24),
    ("a4", True): (8, 6),
    ("a5", False): (12, 8),
    ("a5", True): (2, 2),
}
"""How many boards a page has room for, without and with results."""


def needs(job: PrintJob) -> None:
    """Raises NotFound (`deals.none-placed`) without deals, Refused (`deals.sealed`) before they are released."""
    if job.session not in job.state.deals:
        raise NotFound.of("deals.none-placed")
    if job.session not in job.state.released_deals:
        raise Refused.of("deals.sealed")


INFO = SheetInfo("hand-records", (COPIES, SIZE, PAPER, PER_PAGE, COLOURS, SECTION, NUMBER, SIDES), needs=needs)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the hand records; raises as `needs`, Refused (`print.no-results`) for a copy with results before there
    are any, Refused (`deals.too-small`) where a page has no room for as many boards."""
    needs(job)
    deals = shown_deals(job.state, job.session)
    asked = job.option(COPIES)
    if asked != "hands" and not job.state.is_scored_in(job.session):
        raise Refused.of("print.no-results")
    layout = layout_for(job, len(deals))
    sheet: Model = {
        "columns": layout.columns,
        "rows": layout.rows,
        "paper": job.option(PAPER),
        "is_black": job.option(COLOURS) == "black",
        "is_two_sided": job.option(SIDES) == "two",
        "with": asked,
        "deals": tuple(_deal(deal, _frequencies(job, deal.board) if asked != "hands" else (), words) for deal in deals),
        "copies": tuple(_copies(job, words)) if asked == "players" else ({"name": "", "own": {}},),
    }
    return Document(frame(INFO, job, words), words.labels("hand-records", "par", "own"), sheet)


def layout_for(job: PrintJob, boards: int) -> Layout:
    """Returns how boards are laid out: as asked for, else so that there are few pages with large cards. Results take
    the room of the smallest ones."""
    place = (job.option(PAPER), job.is_large)
    asked = job.option(PER_PAGE)
    has_results = job.option(COPIES) != COPIES.default
    if asked == PER_PAGE.default:
        usual = _USUAL[place][: -1 if has_results and len(_USUAL[place]) > 1 else None]
        return min(usual, key=lambda one: (-(-boards // one.boards), one.boards))
    most = _MOST[place][has_results]
    if int(asked) > most:
        raise Refused.of("deals.too-small", most=most)
    return _LAYOUTS[int(asked)]


def _deal(deal: ShownDeal, frequencies: tuple[Model, ...], words: Words) -> Model:
    analysis = deal.analysis
    return {
        "board": deal.board,
        "dealer": translate("desk.hands.dealer", {"seat": deal.dealer.value}, words.locale),
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
        "par": "" if analysis is None else signed(analysis.par),
        "contracts": () if analysis is None else tuple(_with_signs(text) for text in analysis.contracts[:4]),
        "frequencies": frequencies,
    }


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
        found = frequencies(traveller(job.state, job.session, board))
    except NotFound:
        return ()
    return tuple({"score": signed(one.score), "n": one.n, "worth": _worth(one.points)} for one in found)


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
    """Returns by board what somebody made of it."""
    return {str(line.cell.slot.board): text for line in view.lines if (text := _line(line))}


def _line(line: PrivateLine) -> str:
    entry = line.cell.entry
    if entry is None:
        return ""
    award = entry.ns_award if line.side is Side.NS else entry.ew_award
    is_played = isinstance(entry.result, Played | PassedOut) and award is None
    result = format_result(entry.result, Style.DISPLAY) if is_played and entry.result is not None else ""
    score = "" if line.score is None or award is not None else signed(line.score)
    return "  ".join(part for part in (result, score, _worth(line.points)) if part)


def _worth(points: SidePoints | None) -> str:
    """Returns what a result was worth: a percentage where there is a top, else points."""
    if points is None or points.points is None:
        return ""
    if points.percent is not None:
        return f"{decimal_string(points.percent, 0)}%"
    return f"({decimal_string(points.points)})".replace("-", "−")
