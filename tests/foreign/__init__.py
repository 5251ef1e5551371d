"""Files of other programs, written by the tests from facts (`tests/data/real`, `tests/data/standards/formats`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.foreign.bbo_pages import bbo_folder, bbo_traveller, lin_folder
from tests.foreign.club_games import club_game, club_page
from tests.foreign.deal_files import DEAL_FILES
from tests.foreign.facts import pairs_event, team_event
from tests.foreign.jannersten_files import jannersten_file
from tests.foreign.json_files import acblscore_file, kops_file, pary_file
from tests.foreign.pbn_files import bridgewebs_file, pbn_case_file
from tests.foreign.usebio import usebio_file
from tests.foreign.usebio_others import usebio_individual_file, usebio_teams_file

USEBIO_PAIRS = (
    "mp-howell-12-pairs",
    "mp-howell-13-pairs-no-neuberg",
    "mp-mitchell-11-tables",
    "mp-mitchell-8-tables-uneven",
    "mp-two-sections-35-pairs",
    "butler-howell-8-pairs",
    "cross-imp-howell",
)
PBN_CASES = ("correct_20", "correct_21", "errors_20", "errors_21")
"""Files of the standard's own cases: those without an error, and those in which every game has one."""


def _usebio(name: str) -> Callable[[], bytes]:
    return lambda: usebio_file(pairs_event(name))


def _case(name: str) -> Callable[[], bytes]:
    return lambda: pbn_case_file(name)


WITHOUT_RESULTS: dict[str, Callable[[], bytes]] = {**DEAL_FILES, **{f"{name}.pbn": _case(name) for name in PBN_CASES}}
"""Files of deals and of the cases of the PBN standard."""

FOREIGN: dict[str, Callable[[], bytes]] = {
    **{f"{name}.xml": _usebio(name) for name in USEBIO_PAIRS},
    "multiple-teams-10.xml": lambda: usebio_teams_file(team_event("multiple-teams-10")),
    "individual-format-sample.xml": lambda: usebio_individual_file(pairs_event("mp-howell-12-pairs")),
    "mp-howell-13-pairs-no-neuberg.hands.pbn": lambda: bridgewebs_file(pairs_event("mp-howell-13-pairs-no-neuberg")),
    "acblscore-three-quarter-howell-11-pairs.json": lambda: acblscore_file(
        pairs_event("acblscore-three-quarter-howell-11-pairs")
    ),
    "cross-imp-howell-9-pairs.json": lambda: kops_file(pairs_event("cross-imp-howell-9-pairs")),
    "swiss-barometer-17-pairs.json": lambda: pary_file(pairs_event("swiss-barometer-17-pairs")),
    "club-game.html": lambda: club_page(club_game(pairs_event("acblscore-three-quarter-howell-11-pairs"))),
    "club-game.json": lambda: json.dumps(club_game(pairs_event("acblscore-three-quarter-howell-11-pairs"))).encode(),
    "bbo-traveller.html": lambda: bbo_traveller(pairs_event("cross-imp-howell"), 3),
    "bbo-pages.zip": lambda: bbo_folder(pairs_event("cross-imp-howell")),
    "lin-boards.zip": lambda: lin_folder(pairs_event("cross-imp-howell")),
    "results.jannersten.txt": lambda: jannersten_file(pairs_event("mp-howell-12-pairs")),
    **WITHOUT_RESULTS,
}
"""Every foreign file by its name."""


def foreign_file(name: str) -> bytes:
    """Returns a file as the other program would write it."""
    return FOREIGN[name]()


def write_foreign(folder: Path) -> Path:
    """Writes every foreign file into a folder and returns it."""
    for name, write in FOREIGN.items():
        (folder / name).write_bytes(write())
    return folder
