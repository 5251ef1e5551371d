"""The scoring pad of rubber bridge and Chicago, for a table without a tournament.

The pad is its address: the deals stand in the query, so that going back is undo, a reload loses nothing, and a pad can
be sent on as a link. Nothing is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.game.chicago import Chicago, ChicagoRules, PartScores, VulnerableSide, keep_chicago
from arrowswitch.core.game.pads import parse_deals
from arrowswitch.core.game.rubber import PadLine, Rubber, keep_rubber
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.documents.pads.score_pad import score_pad
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.files import file_answer

router = APIRouter(prefix="/pad", route_class=DirectorRoute)
_LONGEST_NAME, _LONGEST_DEAL = 40, 80
GAMES = ("rubber", "chicago")
HONOURS = ("", "100:NS", "150:NS", "100:EW", "150:EW")


@dataclass(frozen=True, slots=True)
class AskedPad:
    """The choices in the address; an unknown choice counts as the usual one."""

    game: str
    deals: tuple[str, ...]
    we: str
    they: str
    is_left: bool
    dealer: Seat
    rules: ChicagoRules

    def address(self, path: str = "/pad") -> str:
        """Returns the address of the pad."""
        fields: list[tuple[str, str]] = [("game", self.game), *(("d", deal) for deal in self.deals)]
        fields += [(name, text) for name, text in (("we", self.we), ("they", self.they)) if text]
        if self.game == "rubber":
            fields += [("left", "yes")] if self.is_left else []
        else:
            fields += self._rule_fields()
        return f"{path}?{urlencode(fields)}"

    def _rule_fields(self) -> list[tuple[str, str]]:
        usual = ChicagoRules()
        named = (
            ("dealer", self.dealer.value, Seat.NORTH.value),
            ("vulnerable", self.rules.vulnerable.value, usual.vulnerable.value),
            ("part_scores", self.rules.part_scores.value, usual.part_scores.value),
            ("honours", "yes" if self.rules.with_honours else "", ""),
            ("count_passes", "" if self.rules.deals_again else "yes", ""),
        )
        return [(name, value) for name, value, normal in named if value != normal]

    @property
    def undone(self) -> str:
        """Returns the address of the pad without what was done last."""
        deals = self.deals if self.is_left else self.deals[:-1]
        return replace(self, deals=deals, is_left=False).address()

    @property
    def fresh(self) -> str:
        """Returns the address of a new pad for the same players."""
        return replace(self, deals=(), is_left=False).address()

    @property
    def left(self) -> str:
        """Returns the address of the pad with its rubber abandoned here."""
        return replace(self, is_left=True).address()

    def other(self, game: str) -> str:
        """Returns the address of a new pad of another game."""
        return replace(self, game=game, deals=(), is_left=False).address()

    def pad(self) -> Rubber | Chicago:
        """Returns the pad; raises Mistake with every deal that cannot stand."""
        deals = parse_deals(self.deals)
        if self.game == "rubber":
            return keep_rubber(deals, is_left=self.is_left)
        return keep_chicago(deals, self.rules, self.dealer)


@dataclass(frozen=True, slots=True)
class PadPage:
    """The pad, what is being typed, and what is wrong with it."""

    choices: AskedPad
    pad: Rubber | Chicago
    typed: str = ""
    honours_typed: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(Side)

    @property
    def is_over(self) -> bool:
        return isinstance(self.pad, Rubber) and self.pad.is_over

    @property
    def games(self) -> range:
        """Returns the games of a rubber that have a place below the line."""
        assert isinstance(self.pad, Rubber)
        return range(1, max(len(self.pad.games) + (not self.pad.is_over), 1) + 1)

    def lines(self, side: Side, game: int = 0) -> tuple[PadLine, ...]:
        """Returns a side's lines of a rubber: below the line in a game, or (0) above it, the newest on top."""
        assert isinstance(self.pad, Rubber)
        mine = tuple(line for line in self.pad.lines if line.side is side)
        if game:
            return tuple(line for line in mine if line.is_below and line.game == game)
        return tuple(line for line in reversed(mine) if not line.is_below)

    @property
    def with_honours(self) -> bool:
        return self.choices.game == "rubber" or self.choices.rules.with_honours


@router.get("")
def show_pad(visit: VisitDep) -> HTMLResponse:
    """Shows the pad; impossible deals are reported, and the pad is shown as far as it goes."""
    return _page(visit, _asked_of(visit.request))


@router.get("/add")
def add_deal(visit: VisitDep, deal: str = "", honours_held: str = "") -> Response:
    """Adds a deal and leads to the longer address; one that cannot stand stays in its field with the reason."""
    before = _asked_of(visit.request)
    typed = deal.strip()[:_LONGEST_DEAL]
    written = f"{typed} h{honours_held}" if honours_held in HONOURS[1:] else typed
    after = replace(before, deals=(*before.deals, written))
    try:
        parse_deals([written])
        after.pad()
    except Mistake as mistake:
        problems = tuple(Problem(one.code, one.params) for one in mistake.problems)
        return _page(visit, before, typed, honours_held, problems)
    return redirect(after.address())


@router.get("/print.pdf")
def print_pad(visit: VisitDep) -> Response:
    """Returns the pad as a PDF."""
    wanted = _asked_of(visit.request)
    content = score_pad(wanted.pad(), (wanted.we, wanted.they), visit.visitor.locale, visit.services.now())
    return file_answer(content, wanted.game, "pdf", is_shown=True)


def _asked_of(request: Request) -> AskedPad:
    query = request.query_params
    game, dealer = query.get("game", ""), query.get("dealer", "")
    vulnerable, part_scores = query.get("vulnerable", ""), query.get("part_scores", "")
    rules = ChicagoRules(
        VulnerableSide(vulnerable) if vulnerable in set(VulnerableSide) else VulnerableSide.DEALER,
        PartScores(part_scores) if part_scores in set(PartScores) else PartScores.DUPLICATE,
        with_honours=bool(query.get("honours")),
        deals_again=not query.get("count_passes"),
    )
    return AskedPad(
        game=game if game in GAMES else GAMES[0],
        deals=tuple(deal[:_LONGEST_DEAL] for deal in query.getlist("d")),
        we=query.get("we", "").strip()[:_LONGEST_NAME],
        they=query.get("they", "").strip()[:_LONGEST_NAME],
        is_left=bool(query.get("left")),
        dealer=Seat(dealer) if dealer in set(Seat) else Seat.NORTH,
        rules=rules,
    )


def _page(
    visit: Visit, wanted: AskedPad, typed: str = "", honours: str = "", problems: tuple[Problem, ...] = ()
) -> HTMLResponse:
    """Returns the page; of an address that was tampered with, the deals up to the first that cannot stand."""
    shown_problems = list(problems)
    while True:
        try:
            pad = wanted.pad()
            break
        except Mistake as mistake:
            shown_problems += mistake.problems
            wanted = replace(wanted, deals=wanted.deals[: _first_wrong(mistake) - 1], is_left=False)
    page = PadPage(choices=wanted, pad=pad, typed=typed, honours_typed=honours, problems=tuple(shown_problems))
    return visit.render("desk/pads/score_pad.html", page, status=422 if shown_problems else 200)


def _first_wrong(mistake: Mistake) -> int:
    """Returns the number of the first deal that a mistake names."""
    return min(int(one.where.removeprefix("deal ")) for one in mistake.problems)
