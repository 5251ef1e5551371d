"""Reads `.bws` files of Bridgemate Control Software 4 and TabScore, as results that devices sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from arrowswitch.core.errors import Malformed, NotFound
from arrowswitch.formats.bridgemate.reader import counting, entry_text, is_turned
from arrowswitch.formats.bridgemate.records import BridgemateFile, BridgemateResult, read_bridgemate
from arrowswitch.formats.kinds import Wanted, refuse_others
from arrowswitch.formats.reading import LARGEST_FILE, Findings
from arrowswitch.tournament.results.devices import DeviceResult
from arrowswitch.web.serving.reading_apart import read_apart


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


def read_file(path: str, mark: str) -> tuple[str, Sequence[DeviceResult]] | None:
    """Returns the results of a `.bws` file with a mark of its time and size; None if its mark is `mark`.

    Raises Malformed (`bridgemate.not-bws`, `format.too-large`, and as `read_bridgemate`) and NotFound
    (`bridgemate.file`). A file that is being written can fail once and is read the next time.
    """
    place = Path(path)
    if place.suffix.lower() != ".bws":
        raise Malformed.of("bridgemate.not-bws", "path")
    try:
        about = place.stat()
        now = f"{about.st_mtime_ns}-{about.st_size}"
        if now == mark:
            return None
        with place.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise NotFound.of("bridgemate.file", "path", detail=getattr(error, "strerror", None) or str(error)) from error
    if len(content) > LARGEST_FILE:
        raise Malformed.of("format.too-large", "path", limit=LARGEST_FILE // 1_000_000)
    refuse_others(content, place.name, Wanted.DEVICES)
    file, findings = read_apart(read_bridgemate, content), Findings()
    return now, device_results(file, counting(file, findings), findings)
