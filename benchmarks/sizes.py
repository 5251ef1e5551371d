"""The sizes of what the program leaves on a disk: printed sheets as PDF, tagged for readers of the screen, and the
installed program with all its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

import arrowswitch
from arrowswitch.documents import PrintJob, kits, offers, render
from arrowswitch.i18n import Locale
from benchmarks.evenings import session_of
from benchmarks.measure import Row
from tests.builders import START

PARTS = Path(__file__).resolve().parents[1] / "requirements" / "run.txt"
_PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==", re.MULTILINE)
_PLAIN = "the text of its pages alone"


def paper_rows() -> Iterator[Row]:
    """Yields the KB of each sheet and kit of a session of 45 tables and nine rounds in Japanese, next to the text of
    its pages, the largest of them by page, and the share of the files with a page whose content no tag has."""
    evening = session_of(tables=45, rounds=9, boards_per_round=3)
    job = PrintJob(evening.state, evening.tournament.ledger(evening.event_id), START)
    names = [offer.info.name for offer in offers(job) if offer.is_possible]
    files = {name: render(name, job, Locale.JA) for name in names}
    files |= {f"kit-{kit.name}": render(f"kit-{kit.name}", job, Locale.JA) for kit in kits(job, offers(job))}
    tagged, largest = 0, (0.0, "")
    rows: list[Row] = []
    for name, data in files.items():
        reader = PdfReader(BytesIO(data))
        pages = len(reader.pages)
        text = sum(len(page.extract_text().encode()) for page in reader.pages) / 1000
        tagged += "/StructTreeRoot" in reader.root_object and all("/StructParents" in page for page in reader.pages)
        kilobytes = len(data) / 1000
        largest = max(largest, (kilobytes / pages, name))
        rows.append(Row(f"KB of `{name}`, {pages} page{'s' if pages > 1 else ''}", kilobytes, _PLAIN, text))
    kit = len(files["kit-start"]) / 1000 / len(PdfReader(BytesIO(files["kit-start"])).pages)
    yield Row("percent of sheets and kits without tags", 100 - 100 * tagged / len(files), "all of them", 100)
    yield Row(f"KB a page of the largest, `{largest[1]}`", largest[0], "the same of `kit-start`", kit)
    yield from rows


def installed_rows() -> Iterator[Row]:
    """Yields the MB of the program with its pinned parts, and of each part above 5 MB."""
    own = _megabytes(path for path in Path(arrowswitch.__file__).parent.rglob("*") if "__pycache__" not in path.parts)
    sizes = {"arrowswitch": own}
    for name in _PINNED.findall(PARTS.read_text(encoding="utf-8")):
        with suppress(PackageNotFoundError):  # a part for another system
            files = distribution(name).files or ()
            sizes[name] = _megabytes(Path(str(file.locate())) for file in files if "__pycache__" not in file.parts)
    whole = sum(sizes.values())
    yield Row("MB of the installed program with all its parts", whole, "before parts were left out", 612)
    for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
        if size >= 5:
            yield Row(f"of it MB of {name}", size, "the whole", whole)


def _megabytes(paths: Iterator[Path]) -> float:
    """Returns the size of files in MB of 1,024 times 1,024 bytes."""
    return sum(path.stat().st_size for path in paths if path.is_file()) / (1 << 20)
