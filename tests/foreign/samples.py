"""A file of each format of results that is read, with the name by which it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arrowswitch.formats.detect import read_results
from arrowswitch.formats.results.csv_results import write_csv
from tests.bws_files import bws_file
from tests.foreign import foreign_file
from tests.foreign.bbo_pages import bbo_lin
from tests.foreign.bridgewebs_files import bridgewebs_csv
from tests.foreign.facts import pairs_event


def lin_file() -> bytes:
    """Returns three boards at a table, one after another."""
    event = pairs_event("cross-imp-howell")
    return "\n".join(bbo_lin(board, event.sections[0].boards[board][0]) for board in (1, 2, 3)).encode()


SAMPLES: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "csv": ("a.csv", lambda: write_csv(read_results(foreign_file("mp-howell-12-pairs.xml"), "a.xml"))),
    "usebio": ("a.xml", lambda: foreign_file("mp-two-sections-35-pairs.xml")),
    "pbn": ("a.pbn", lambda: foreign_file("mp-howell-13-pairs-no-neuberg.hands.pbn")),
    "json": ("a.json", lambda: foreign_file("cross-imp-howell-9-pairs.json")),
    "lin": ("a.lin", lin_file),
    "jannersten": ("results.txt", lambda: foreign_file("results.jannersten.txt")),
    "bws": ("a.bws", bws_file),
    "acbl": ("a.html", lambda: foreign_file("club-game.html")),
    "bbo": ("a.html", lambda: foreign_file("bbo-traveller.html")),
    "bridgewebs": ("results.csv", lambda: bridgewebs_csv(pairs_event("mp-mitchell-11-tables"))),
    "folder": ("a.zip", lambda: foreign_file("bbo-pages.zip")),
}
"""File name and content by the name of the format."""
