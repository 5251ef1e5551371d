"""Readers of foreign files with what the tests have of them, whole and cut: results, and deals by their ending."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from arrowswitch.core.deals.deal import DealSet
from arrowswitch.core.errors import Mistake
from arrowswitch.formats.deals.formats import DEAL_FORMATS, deal_format
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.lin.writing import write_lin_results
from arrowswitch.formats.pictures import picture_kind
from arrowswitch.formats.results.csv_results import write_csv
from tests.bws_files import bws_file
from tests.foreign import FOREIGN
from tests.foreign.bbo_pages import bbo_folder, bbo_traveller, lin_folder
from tests.foreign.bridgewebs_files import bridgewebs_csv
from tests.foreign.club_games import club_game, club_page
from tests.foreign.facts import PairsEvent, pairs_event
from tests.foreign.jannersten_files import jannersten_file

SHORTEST = 3
"""The most whole files of a kind that are samples: a fault that breaks a long one breaks a short one, a hundred times
sooner."""
OF_A_KIND = 2
"""The most elements of a kind that are left in a file that is cut: boards of an event, lines of a board, deals of a
set."""

PICTURES = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x04\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xaeB`\x82",
    b"\xff\xd8\xff\xc0\0\x0b\x08\0\x04\0\x04\x01\x01\x11\0\xff\xd9",
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#123"/></svg>',
)
"""Files that a club can use for its logo: a PNG, a JPEG and an SVG."""


def foreign_readers() -> Iterator[tuple[str, Callable[[bytes], object], tuple[bytes, ...]]]:
    """Yields name, reader and samples that it reads: results by the endings of their files, deals by theirs."""
    by_ending: dict[str, list[bytes]] = defaultdict(list)
    by_ending[".bws"].append(bws_file())
    for name, make in FOREIGN.items():
        by_ending[Path(name).suffix].append(make())
    deals = deal_format("sample.pbn").read(FOREIGN["sample.pbn"]()).deals
    for form in DEAL_FORMATS:
        few = form.write(DealSet({board: deals.deals[board] for board in deals.boards[:OF_A_KIND]}))
        samples = (few, form.write(deals), *by_ending[f".{form.name}"])
        yield f"deals {form.name}", form.read, _shortest(form.read, samples)
    cut: dict[str, list[bytes]] = defaultdict(list)
    cut[".xml"] = [_cut_xml(data) for data in by_ending[".xml"]]
    cut[".json"] = [_cut_json(data) for data in by_ending[".json"]]
    for data in by_ending[".pbn"]:
        cut[".pbn"] += _games(data)
    for ending, write, source in ((".csv", write_csv, "a.json"), (".lin", write_lin_results, "a.pbn")):
        for among in (cut, by_ending):
            samples = _readable(_results(source), among[Path(source).suffix])
            among[ending] += [write(read_results(data, source)) for data in samples]
    for ending in (".bws", ".csv", ".json", ".lin", ".pbn", ".xml"):
        read = _results(f"a{ending}")
        yield f"results {ending[1:]}", read, (*_readable(read, cut[ending]), *_shortest(read, by_ending[ending]))
    yield "results html", _results("a.html"), tuple(_short_pages())
    yield "results zip", _results("a.zip"), tuple(_short_folders())
    yield "results bridgewebs", _results("results.csv"), (bridgewebs_csv(_short(OF_A_KIND)),)
    yield "results txt", _results("results.txt"), (jannersten_file(_short(OF_A_KIND)),)
    yield "picture", picture_kind, PICTURES


def _short(boards: int) -> PairsEvent:
    """Returns an event of a few boards and pairs."""
    event = pairs_event("acblscore-three-quarter-howell-11-pairs")
    [section] = event.sections
    few = {board: rows[:OF_A_KIND] for board, rows in list(section.boards.items())[:boards]}
    return replace(event, sections=(replace(section, pairs=section.pairs[:OF_A_KIND], boards=few),))


def _short_pages() -> Iterator[bytes]:
    yield club_page(club_game(_short(OF_A_KIND), dealt=OF_A_KIND))
    yield club_page(club_game(_short(1), dealt=1), in_script=True)
    yield bbo_traveller(_short(1), 1)


def _short_folders() -> Iterator[bytes]:
    yield bbo_folder(_short(1))
    yield lin_folder(_short(OF_A_KIND))


def _shortest(read: Callable[[bytes], object], samples: Iterable[bytes]) -> tuple[bytes, ...]:
    return _readable(read, sorted(samples, key=len))[:SHORTEST]


def _readable(read: Callable[[bytes], object], samples: Iterable[bytes]) -> tuple[bytes, ...]:
    return tuple([data for data in samples if _is_read(read, data)])


def _cut_xml(data: bytes) -> bytes:
    root = ElementTree.fromstring(data)
    for parent in list(root.iter()):
        left: dict[str, int] = defaultdict(int)
        for child in list(parent):
            left[child.tag] += 1
            if left[child.tag] > OF_A_KIND:
                parent.remove(child)
    written: bytes = ElementTree.tostring(root, encoding="utf-8")
    return written


def _cut_json(data: bytes) -> bytes:
    def cut(value: object) -> object:
        if isinstance(value, list):
            return [cut(one) for one in value[:OF_A_KIND]]
        return {key: cut(one) for key, one in value.items()} if isinstance(value, dict) else value

    return json.dumps(cut(json.loads(data))).encode()


def _games(data: bytes) -> Iterator[bytes]:
    """Yields the games of a PBN file, two in each."""
    games = data.replace(b"\r\n", b"\n").split(b"\n\n")
    for at in range(0, len(games), OF_A_KIND):
        yield b"\n\n".join(games[at : at + OF_A_KIND])


def _is_read(read: Callable[[bytes], object], data: bytes) -> bool:
    try:
        read(data)
    except Mistake:
        return False
    return True


def _results(name: str) -> Callable[[bytes], object]:
    return lambda data: read_results(data, name)
