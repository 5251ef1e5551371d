"""Reads a folder that was packed as a ZIP file: boards in LIN, or pages of Bridge Base Online, one for each board.

Other files in it are left out with a note. Where a folder has both, the pages are read: they have every table. The
size unpacked and the number of parts are limited before anything is read.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from pathlib import PurePosixPath

from arrowswitch.core.errors import Malformed
from arrowswitch.core.untrusted import DAMAGED_ZIP
from arrowswitch.formats.bbo.pages import is_bbo_page, read_bbo_pages
from arrowswitch.formats.lin.results import read_lin_files
from arrowswitch.formats.reading import LARGEST_FILE, Findings, clean, text_of
from arrowswitch.formats.results.results import ResultsFile

MOST_PARTS = 2_000
_PAGES = (".html", ".htm")
_UNSEEN = ("__MACOSX", ".")
"""The beginnings of names that systems add to a packed folder."""


def read_folder(data: bytes) -> ResultsFile:
    """Returns the results of a packed folder.

    Raises Malformed: `folder.damaged`, `folder.too-large`, `folder.nothing` where it has neither LIN nor pages that are
    read, and those of `read_lin_files` and `read_bbo_pages`.
    """
    texts, others = _texts(data)
    pages = [(name, text) for name, text in texts if name.lower().endswith(_PAGES) and is_bbo_page(text)]
    boards = [(name, text) for name, text in texts if name.lower().endswith(".lin")]
    chosen = pages or boards
    if not chosen:
        raise Malformed.of("folder.nothing")
    names = {name for name, _ in chosen}
    findings = Findings()
    findings.left_out((*(name for name, _ in texts if name not in names), *others))
    results = read_bbo_pages(pages) if pages else read_lin_files(boards)
    return replace(results, notes=(*results.notes, *findings.notes))


def _texts(data: bytes) -> tuple[list[tuple[str, str]], list[str]]:
    """Returns the texts of LIN files and pages by their names, in the order of their numbers, and the other names."""
    texts: list[tuple[str, str]] = []
    others: list[str] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = [part for part in packed.infolist() if not part.is_dir()]
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_FILE:
                raise Malformed.of("folder.too-large", most=LARGEST_FILE // 1_000_000, parts=MOST_PARTS)
            for part in sorted(parts, key=lambda part: _in_order(part.filename)):
                name = clean(PurePosixPath(part.filename).name)
                if part.filename.startswith(_UNSEEN[0]) or name.startswith(_UNSEEN[1]):
                    continue
                if name.lower().endswith((*_PAGES, ".lin")):
                    texts.append((name, text_of(packed.read(part))))
                else:
                    others.append(name)
    except DAMAGED_ZIP as error:
        raise Malformed.of("folder.damaged") from error
    return texts, others


def _in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Returns a key that sorts names by their numbers: `Board 2` before `Board 10`."""
    parts = re.findall(r"\d{1,18}|\D+", name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)
