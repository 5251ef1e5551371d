"""Reads Bridgemates, and the files of their older software, while the pages are served."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from arrowswitch.tournament.bridgemate.links import Bridgemates
from arrowswitch.tournament.bridgemate.units import Connector
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.background.bws_files import read_file
from arrowswitch.web.background.lookout import Lookout


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
