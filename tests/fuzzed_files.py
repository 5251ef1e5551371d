"""Readers of foreign files with the shortest of those that the tests have: results, and deals by their ending."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from arrowswitch.core.errors import Mistake
from arrowswitch.formats.deals.formats import DEAL_FORMATS, deal_format
from arrowswitch.formats.lin.writing import write_lin_results
from arrowswitch.formats.pictures import picture_kind
from arrowswitch.formats.results.csv_results import write_csv
from arrowswitch.formats.results.detect import read_results
from tests.bws_files import bws_file
from tests.foreign import FOREIGN

SHORTEST = 3
"""So many files of a kind are samples: what would break a long one breaks a short one, a hundred times sooner."""

PICTURES = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x04\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xaeB`\x82",
    b"\xff\xd8\xff\xc0\0\x0b\x08\0\x04\0\x04\x01\x01\x11\0\xff\xd9",
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#123"/></svg>',
)
"""What a club can take for its logo: a PNG, a JPEG and an SVG."""


def foreign_readers() -> Iterator[tuple[str, Callable[[bytes], object], tuple[bytes, ...]]]:
    """Yields name, reader and samples that it reads: results by the endings of their files, deals by theirs."""
    by_ending: dict[str, list[bytes]] = defaultdict(list)
    by_ending[".bws"].append(bws_file())
    for name, make in FOREIGN.items():
        by_ending[Path(name).suffix].append(make())
    deals = deal_format("sample.pbn").read(FOREIGN["sample.pbn"]()).deals
    for form in DEAL_FORMATS:
        samples = (form.write(deals), *by_ending[f".{form.name}"])
        yield f"deals {form.name}", form.read, _shortest(form.read, samples)
    by_ending[".csv"].append(write_csv(read_results(min(by_ending[".json"], key=len), "a.json")))
    by_ending[".lin"].append(write_lin_results(read_results(FOREIGN["correct_20.pbn"](), "a.pbn")))
    for ending in (".bws", ".csv", ".json", ".lin", ".pbn", ".xml"):
        read = _results(f"a{ending}")
        yield f"results {ending[1:]}", read, _shortest(read, by_ending[ending])
    yield "picture", picture_kind, PICTURES


def _shortest(read: Callable[[bytes], object], samples: Iterable[bytes]) -> tuple[bytes, ...]:
    return tuple([data for data in sorted(samples, key=len) if _is_read(read, data)][:SHORTEST])


def _is_read(read: Callable[[bytes], object], data: bytes) -> bool:
    try:
        read(data)
    except Mistake:
        return False
    return True


def _results(name: str) -> Callable[[bytes], object]:
    return lambda data: read_results(data, name)
