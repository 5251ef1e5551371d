"""The results of a `.bws` file as devices sent them, for the desk to compare with the event."""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.formats.bridgemate.reader import entry_text, is_turned
from arrowswitch.formats.bridgemate.records import BridgemateFile, BridgemateResult
from arrowswitch.formats.reading import Findings
from arrowswitch.tournament.results.devices import DeviceResult


def device_results(
    file: BridgemateFile, counted: Iterable[BridgemateResult], findings: Findings
) -> tuple[DeviceResult, ...]:
    """Returns the results that count and can be read; `findings` gets a note for each of the others."""
    return tuple(
        DeviceResult(
            section=file.letter(one.section),
            round=one.round,
            table=one.table,
            board=one.board,
            ns=one.sides[0],
            ew=one.sides[1],
            text=text,
            is_turned=is_turned(one),
        )
        for one in counted
        if (text := entry_text(one, findings)) is not None
    )
