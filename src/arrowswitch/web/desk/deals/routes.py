"""The deals of a session: dealt here or read from a file, sealed until they are released."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.deals.conditions import parse_condition
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.statistics import DealStatistics, deal_statistics
from arrowswitch.core.errors import Mistake, ParamValue, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.formats.deals.formats import DEAL_FORMATS, deal_format
from arrowswitch.tournament.deals.analyst import Progress
from arrowswitch.tournament.deals.decide import MOST_DEALS, is_played
from arrowswitch.tournament.deals.past import same_deals
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deals
from arrowswitch.tournament.instant.decide import boards_in_play
from arrowswitch.tournament.model.slices.deals import LookAtDeals, PlaceDeals, ReleaseDeals
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import boards_text
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep, only_whole
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/events/{event_id}/deals", route_class=DirectorRoute)
USUAL_BOARDS = 26
"""The number of boards proposed before a movement determines which are played."""
MOST_TRIES = 60_000
"""Deals that are looked at for a condition while the page waits: about ten seconds."""
_SEED_BYTES = 16


@dataclass(frozen=True, slots=True)
class DealsPage:
    """The deals of a session: `missing` are boards in play without a deal, `hands` what may be seen: none while sealed.
    `first` and `count` are what is proposed to be dealt, `records` how many auctions and plays are kept."""

    deals: PlacedDeals | None
    is_released: bool
    is_played: bool
    missing: tuple[BoardNumber, ...]
    first: int
    count: int
    hands: tuple[ShownDeal, ...] = ()
    notes: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()
    progress: Progress | None = None
    statistics: DealStatistics | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    records: int = 0
    formats: tuple[str, ...] = tuple(form.name for form in DEAL_FORMATS)

    @property
    def endings(self) -> str:
        """Returns the file extensions that can be read."""
        return ",".join(f".{name}" for name in self.formats)

    @property
    def fingerprint(self) -> str:
        """Returns the fingerprint as printed."""
        return "" if self.deals is None else self.deals.shown_fingerprint


@router.get("")
def show(at: PlaceDep) -> HTMLResponse:
    """Shows the state of the deals; the hands only when they are released. The analysis of the remaining boards is
    started."""
    if at.services.analyst is not None and at.session in at.state.deals.placed:
        at.services.analyst.look_at(at.event_id)
    return _show(at, _page(at))


@router.get("/analysis")
def tell_progress(at: PlaceDep) -> HTMLResponse:
    """Shows how far the analysis is."""
    return at.render("desk/deals/progress.html", _page(at))


@router.post("/deal")
def deal(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Deals a set; a condition that cannot be read or hardly comes changes nothing."""
    try:
        seed = Seed(
            form.get("seed", "").strip() or secrets.token_hex(_SEED_BYTES), str(at.session) if at.session > 1 else ""
        )
        first = only_whole(form.get("first", ""), "first", least=1, most=MOST_DEALS)
        count = only_whole(form.get("count", ""), "count", least=1, most=MOST_DEALS)
        deals = _dealt(seed, range(first, first + count), form.get("constraint", "").strip())
        command = PlaceDeals(at.session, PlacedDeals(deals=deals, seed=seed.text, set_name=seed.set_name))
        state = at.execute(command, stamp)
    except Mistake as mistake:
        return _show(at, _page(at, problems=mistake.problems, typed=form), 422)
    return _answer_placed(at, state, "desk.deals.dealt", count)


@router.post("/file")
def read(at: PlaceDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Reads the deals of a file, every fault told with its place."""
    name = (file.filename or "")[:200]
    try:
        content = read_apart(deal_format(name).read, file.file.read())
        placed = PlacedDeals({board: deal.pbn for board, deal in content.deals.deals.items()}, source=name)
        state = at.execute(PlaceDeals(at.session, placed), stamp)
    except Mistake as mistake:
        return _show(at, _page(at, problems=mistake.problems), 422)
    note = (
        "desk.deals.read-numbered" if any(one.code == "deals.numbered" for one in content.notes) else "desk.deals.read"
    )
    return _answer_placed(at, state, note, len(placed.deals))


@router.post("/remove")
def take_away(at: PlaceDep, stamp: StampDep) -> Response:
    """Takes the deals away."""
    return at.carry_out(PlaceDeals(at.session, None), stamp, f"{at.base}/deals", "desk.deals.gone")


@router.post("/release")
def release(at: PlaceDep, stamp: StampDep, is_released: Annotated[bool, Form()] = True) -> Response:
    """Lets everybody see the deals, or no more."""
    note = "desk.deals.is-released" if is_released else "desk.deals.is-sealed"
    return at.carry_out(ReleaseDeals(at.session, is_released), stamp, f"{at.base}/deals", note)


@router.post("/look")
def look(at: PlaceDep, stamp: StampDep) -> HTMLResponse:
    """Shows the sealed hands once, and notes in the history who looked."""
    at.execute(LookAtDeals(at.session), stamp)
    return _show(at, _page(at, hands=shown_deals(at.state, at.session)))


@router.get("/file/{name}")
def save(at: PlaceDep, name: str) -> Response:
    """Hands out the deals as a file for a dealing machine or a program."""
    placed = at.state.deals.placed.get(at.session)
    if placed is None:
        raise Refused.of("deals.none-placed")
    form = deal_format(f"deals.{name}")
    return file_answer(form.write(placed.deal_set), f"{at.settings.name} {at.session}", form.name)


def _answer_placed(at: PlaceAt, state: EventState, note: str, count: int) -> Response:
    """Returns the answer after a set was placed; if another event had some of its deals, the answer names that
    event."""
    same = same_deals(at.tournament.store, at.event_id, state.deals.placed[at.session])
    if same is None:
        return at.answer(state, f"{at.base}/deals", note, n=count)
    params: dict[str, ParamValue] = {"event": same.name, "date": same.date, "boards": boards_text(same.boards)}
    return at.answer(state, f"{at.base}/deals", "desk.deals.played-before", **params)


def _dealt(seed: Seed, boards: range, constraint: str) -> dict[BoardNumber, str]:
    tries = 0

    def count_tries(board: BoardNumber, _: int) -> None:
        nonlocal tries
        tries += 1000
        if tries >= MOST_TRIES:
            raise Refused.of("deals.too-rare", board=board, n=tries)

    condition = parse_condition(constraint) if constraint else None
    return {board: deal.pbn for board, deal in deal_boards(seed, boards, condition, count_tries)}


def _page(
    at: PlaceAt,
    *,
    hands: tuple[ShownDeal, ...] = (),
    problems: tuple[Problem, ...] = (),
    typed: Mapping[str, str] | None = None,
) -> DealsPage:
    placed = at.state.deals.placed.get(at.session)
    is_released = at.session in at.state.deals.released
    played = boards_in_play(at.state, at.session)
    texts = frozenset() if placed is None else frozenset(placed.texts)
    visible = hands or (shown_deals(at.state, at.session) if is_released else ())
    return DealsPage(
        deals=placed,
        is_released=is_released,
        is_played=is_played(at.state, at.session),
        missing=() if placed is None else tuple(board for board in played if board not in texts),
        first=min(played, default=at.settings.play.first_board),
        count=max(played) - min(played) + 1 if played else USUAL_BOARDS,
        hands=visible,
        statistics=deal_statistics(placed.deal_set.deals.values()) if placed is not None and visible else None,
        problems=problems,
        progress=None if at.services.analyst is None else at.services.analyst.progress(at.state, at.session),
        typed=typed or {},
        records=sum(slot.session == at.session for slot in at.state.deals.records),
    )


def _show(at: PlaceAt, page: DealsPage, status: int = 200) -> HTMLResponse:
    return at.show("desk/deals/deals.html", page, tab="print", status=status)
