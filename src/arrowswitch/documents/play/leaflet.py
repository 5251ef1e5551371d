"""A leaflet for players in A5: how results are entered, how the ranking is read, and when the director is called.

It follows the event: devices at the tables, the players' own devices or score slips; percentages, IMPs or victory
points. Two leaflets are printed on a page of A4, one on a page of A5.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.documents.codes import with_code
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, SheetOption, nothing
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import DeviceUse

PAPER = SheetOption("paper", ("a4", "a5"))
INFO = SheetInfo("leaflet", (PAPER,), is_of_event=True, needs=nothing, moment=PrintMoment.BEFORE)
_ENTRY = {
    DeviceUse.OFF: ("slip", "slip-check", "slip-wrong"),
    DeviceUse.TABLE: ("table-code", "table-names", "board", "agree", "wrong"),
    DeviceUse.OWN: ("own-code", "own-names", "board", "agree", "wrong"),
}
"""The steps from a board to its stored result, by the devices that may score."""
_OF_UNIT = {
    PenaltyUnit.MATCHPOINTS: "ranking-percent",
    PenaltyUnit.IMPS: "ranking-imps",
    PenaltyUnit.VP: "ranking-vp",
    PenaltyUnit.POINTS: "ranking-points",
}
"""The codes of the lines about totals, by their unit."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the leaflet. It can always be printed; without an address that phones reach it has no code."""
    use = job.state.devices.use
    parts = [_part("entry", _ENTRY[use], words)]
    if job.reachable.players:
        parts.append(_part("phone", ("phone-open", "phone-shows"), words))
    parts.append(_part("ranking", _ranking_lines(job.state), words))
    parts.append(
        _part("call", ("call-slip" if use is DeviceUse.OFF else "call-device", "call-when", "call-stay"), words)
    )
    head = with_code(frame(INFO, job, words), job.reachable.players, words("frame.code-players"))
    return Document(head, {}, {"parts": parts, "is_double": job.option(PAPER) == PAPER.default})


def _part(title: str, lines: tuple[str, ...] | Iterator[str], words: Words) -> Model:
    return {"title": words(f"leaflet.{title}"), "lines": [words(f"leaflet.{line}") for line in lines]}


def _ranking_lines(state: EventState) -> Iterator[str]:
    """Yields the codes of what the columns of the ranking mean in this event."""
    settings = state.settings
    form = form_of(settings)
    if form.counts_wins:
        yield "ranking-wins"
        return
    if form.ranks_matches(state):
        yield "ranking-matches" if settings.event_form.compares_tables else "ranking-vp"
    else:
        yield _OF_UNIT[settings.scoring.method.unit]
    yield "ranking-ties"
    yield "ranking-interim"
