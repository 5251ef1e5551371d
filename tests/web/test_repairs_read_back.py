"""After any accident the files of an event can be read back, whether its plan or its slips came first.

A plan may give a contestant an adjusted score on boards that they had played elsewhere; such a number has two lines on
a board, and two teams who sat the same way round at both tables have two lines with the same numbers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from arrowswitch.core.movements.recovery.accidents import AccidentKind
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from tests.format_chains import ENDINGS
from tests.repaired_events import EVENTS, FIRST, accidents_of
from tests.rotation import rotate
from tests.unit.cli.runner import cli
from tests.web.playing import at_desk
from tests.web.test_repairs_everywhere import Order, Repaired, type_as_played

pytestmark = pytest.mark.slow

_ACCIDENTS = (
    *(AccidentKind.SEATS, AccidentKind.BOARDS, AccidentKind.RELAY),
    *(AccidentKind.DIRECTION, AccidentKind.ABSENT, AccidentKind.END),
)
_NAMES = ("round-robin", "every-pair", "new-england", "awl", "board-a-match", "individual", "mitchell")


@rotate(
    "name, accident, order",
    [(name, accident, order) for name in _NAMES for accident in _ACCIDENTS for order in Order],
    by=lambda cell: cell,
)
def test_every_format_reads_back(name: str, accident: AccidentKind, order: Order, tmp_path: Path) -> None:
    evening = EVENTS[name]()
    with at_desk(evening) as playing:
        movement = evening.state.section(FIRST).movement
        assert movement is not None
        fields = f"mishap={accident}&{accidents_of(movement)[accident]}"
        if order is Order.SLIPS_FIRST:
            type_as_played(evening, fields)
        event = Repaired(playing, playing.html(f"/recovery?{fields}", Locale.EN), accident)
        event.take()
        assert event.type_all() == []
        whole = evening.tournament.export(evening.event_id)
        state = playing.state
    assert state_of(event_file.load(whole)).results == state.results
    (tmp_path / "event.json").write_text(whole, encoding="utf-8")
    for ending in ENDINGS:
        written = cli("convert", "event.json", f"out{ending}", "--json", folder=tmp_path)
        assert written.code == 0, written.err
        unread = [one for one in written.json["problems"] if one["code"] == "held.unread"]
        assert unread == [], ending
