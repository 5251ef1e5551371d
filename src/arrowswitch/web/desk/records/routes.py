"""Auctions and plays: read from a file for a session, typed for a slot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.auction import parse_auction
from arrowswitch.core.game.boards import dealer
from arrowswitch.core.game.contracts import Contract, Played
from arrowswitch.core.game.play import parse_cards, play_of
from arrowswitch.core.game.records import TableRecord
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.records import KeepRecords
from arrowswitch.tournament.records.matching import ToldRecord, match_records
from arrowswitch.tournament.results.tables import cell
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.forms import StampDep
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/events/{event_id}", route_class=DirectorRoute)
LONGEST = 2000
"""Signs of an auction or a play that is typed."""


@router.post("/records/file")
def read(at: PlaceDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Reads auctions and plays of a file and stores them with the results that they belong to; the number of records
    without a result is shown. Raises Refused: `records.none` where the file has none, `records.nobodys` where none
    belongs here."""
    results = read_apart(read_results, file.file.read(), (file.filename or "")[:200])
    records = tuple(_records_of(results))
    if not records:
        raise Refused.of("records.none")
    matched = match_records(at.state, at.session, records)
    if not matched.by_slot:
        raise Refused.of("records.nobodys", n=matched.alone)
    note = "desk.records.read-some" if matched.alone else "desk.records.read"
    state = at.execute(KeepRecords(matched.by_slot), stamp)
    return at.answer(state, f"{at.base}/deals", note, n=len(matched.by_slot), alone=matched.alone)


def _records_of(results: ResultsFile) -> Iterator[ToldRecord]:
    people = {one.number: one.names for one in results.contestants}
    for line in results.lines:
        if line.record is not None:
            sides = (line.line.ns, line.line.ew)
            ns, ew = (frozenset(name for number in side for name in people.get(number, ())) for side in sides)
            yield ToldRecord(line.line.board, (_numbers(line.line.ns), _numbers(line.line.ew)), (ns, ew), line.record)


def _numbers(side: tuple[Number, ...]) -> frozenset[Number]:
    return frozenset(side)


@router.post("/slots/{key}/record")
def type_in(
    at: PlaceDep,
    key: str,
    stamp: StampDep,
    auction: Annotated[str, Form(max_length=LONGEST)] = "",
    play: Annotated[str, Form(max_length=LONGEST)] = "",
) -> Response:
    """Stores the auction and the play of a slot as typed; two empty fields remove them."""
    slot = parse_slot(key, at.session)
    command = KeepRecords(((slot, _parse_record(at, slot, auction, play)),))
    return at.carry_out(command, stamp, f"{at.base}/slots/{key}", "desk.records.kept")


def _parse_record(at: PlaceAt, slot: Slot, auction: str, play: str) -> TableRecord | None:
    """Returns the record as typed. Raises Malformed with calls and cards that cannot be, Refused
    (`records.no-contract`) for cards without a contract: nobody knows who led then."""
    called = parse_auction(auction, dealer(slot.board)) if auction.strip() else None
    contract = None if called is None else called.contract
    cards = parse_cards(play)
    if not cards:
        return None if called is None else TableRecord(called)
    if not isinstance(contract, Contract):
        entry = cell(at.state, slot).entry
        contract = entry.result.contract if entry is not None and isinstance(entry.result, Played) else None
    if contract is None:
        raise Refused(Problem("records.no-contract", {}, "play"))
    return TableRecord(called, play_of(cards, contract.declarer.left, contract.denomination))
