"""Reads Bridgemates, and the files of their older software, while the pages are served."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from pathlib import Path

from arrowswitch.core.errors import Malformed, NotFound
from arrowswitch.formats.bridgemate.reader import counting
from arrowswitch.formats.bridgemate.records import read_bridgemate
from arrowswitch.formats.kinds import Wanted, refuse_others
from arrowswitch.formats.reading import LARGEST_FILE, Findings
from arrowswitch.tournament.bridgemate.links import Bridgemates
from arrowswitch.tournament.bridgemate.units import Connector
from arrowswitch.tournament.results.devices import DeviceResult
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.background.lookout import Lookout
from arrowswitch.web.bws_results import device_results
from arrowswitch.web.serving.reading_apart import read_apart


class ReadingBridgemates:
    """Looks at every link, in a thread of its own."""

    def __init__(self, tournament: Tournament, connector: Connector | None, zone: Callable[[], tzinfo]) -> None:
        self.links = Bridgemates(tournament, connector, read_file, zone)
        self._lookout = Lookout("bridgemates", self.links.tick)

    def start(self) -> None:
        """Begins to look, if the program has a connector."""
        if self.links.can_connect:
            self._lookout.start()

    def stop(self) -> None:
        """Ends looking."""
        self._lookout.stop()


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
