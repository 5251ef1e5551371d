"""Files of results in any format: the format is detected by content and name, and the file is read or written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.formats.acbl.club_game import is_club_game, read_club_game
from arrowswitch.formats.access.pages import is_access
from arrowswitch.formats.bbo.pages import read_bbo_page
from arrowswitch.formats.bridgemate.reader import read_bws
from arrowswitch.formats.bridgewebs.results import is_bridgewebs, read_bridgewebs
from arrowswitch.formats.deals.formats import DEAL_ENDINGS
from arrowswitch.formats.folder import read_folder
from arrowswitch.formats.jannersten.results import is_jannersten, read_jannersten, write_jannersten
from arrowswitch.formats.kinds import FileKind, Wanted, is_json_start, kind_of, refuse_others
from arrowswitch.formats.lin.results import read_lin_results
from arrowswitch.formats.lin.writing import write_lin_results
from arrowswitch.formats.pbn.results import read_pbn_results
from arrowswitch.formats.pbn.writing import write_pbn_results
from arrowswitch.formats.reading import text_of
from arrowswitch.formats.results.csv_results import looks_like_csv, read_csv, write_csv
from arrowswitch.formats.results.file_formats import Format, ReadFormat
from arrowswitch.formats.results.html_results import write_html
from arrowswitch.formats.results.json_results import read_json, write_json
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.usebio.reader import read_usebio
from arrowswitch.formats.usebio.writer import write_usebio

FORMATS: tuple[Format, ...] = (
    Format("csv", (".csv", ".tsv", ".txt"), read_csv, write_csv),
    Format("usebio", (".xml", ".usebio"), read_usebio, write_usebio),
    Format("pbn", (".pbn",), read_pbn_results, write_pbn_results),
    Format("json", (".json",), read_json, write_json),
    Format("html", (".html", ".htm"), None, write_html),
)
LIN = Format("lin", (".lin",), read_lin_results, write_lin_results)
"""Holds a match of two rooms, and results with their auctions; boards of many tables it does not."""
BWS = ReadFormat("bws", (".bws",), read_bws)
JANNERSTEN = Format("jannersten", (".jannersten.txt",), read_jannersten, write_jannersten)
"""Its programs look for a file called `results.txt`; a name of two endings says which text to write."""
CLUB_GAME = ReadFormat("acbl", (), read_club_game)
"""Its files end as any page or JSON does; what they contain decides."""
BBO_PAGE = ReadFormat("bbo", (), read_bbo_page)
BRIDGEWEBS = ReadFormat("bridgewebs", (), read_bridgewebs)
FOLDER = ReadFormat("folder", (".zip",), read_folder)
"""Boards in LIN or pages of Bridge Base Online, packed into a ZIP file."""
EVERY_FORMAT: tuple[Format | ReadFormat, ...] = (
    *FORMATS,
    LIN,
    JANNERSTEN,
    BWS,
    CLUB_GAME,
    BBO_PAGE,
    BRIDGEWEBS,
    FOLDER,
)
"""All formats of results; docs/reference/formats.md has a row for each."""
_LIN = re.compile(r"(?:vg|rs|bn|pn|qx|md|st)\|[^|]*\|", re.IGNORECASE)
_PBN = re.compile(r'^(?:% ?PBN\b|\[\s*\w+\s+")', re.MULTILINE)
_BY_ENDING: Mapping[str, Format] = {ending: form for form in (*FORMATS, LIN) for ending in form.endings}
_BY_TWO_ENDINGS: Mapping[str, Format] = {ending: form for form in (JANNERSTEN,) for ending in form.endings}
RESULT_ENDINGS = frozenset(_BY_ENDING)
"""The endings of files of results that are written."""
READ_ENDINGS = RESULT_ENDINGS | frozenset((*BWS.endings, *FOLDER.endings))
"""The endings of files that results are read from."""
DEALS_ALONE = DEAL_ENDINGS - READ_ENDINGS
"""The endings of files that contain deals and never results."""


def format_of(data: bytes, name: str = "") -> Format | ReadFormat:
    """Returns the format of a file by what it holds, and by its name where that leaves a doubt.

    Raises Malformed (`format.empty`, `format.too-large`, `format.not-text`, `format.unknown`,
    `file-kind.html` for a page of the web, `file-kind.zip` for a packed file without boards, `file-kind.deals` for a
    file of deals).
    """
    kind, ending = kind_of(data), PurePath(name).suffix.lower()
    if kind in (FileKind.HTML, FileKind.ZIP):
        refuse_others(data, PurePath(name).name, Wanted.RESULTS)
    if kind is FileKind.DEALS or (kind is FileKind.OTHER and ending in DEALS_ALONE):
        raise _deals_refused(name)
    if kind is FileKind.BOARDS_ZIP:
        return FOLDER
    if is_access(data):
        return BWS
    text = text_of(data)
    start = text.lstrip("\ufeff \t\n")
    if (kind is FileKind.RESULTS_PAGE or is_json_start(start)) and is_club_game(text):
        return CLUB_GAME
    if kind is FileKind.RESULTS_PAGE:
        return BBO_PAGE
    if start.startswith("<"):
        return _BY_ENDING[".xml"]
    if is_jannersten(text):
        return JANNERSTEN
    if is_bridgewebs(text):
        return BRIDGEWEBS
    if _PBN.search(text):
        return _BY_ENDING[".pbn"]
    if _LIN.match(start):
        return LIN
    if is_json_start(start):
        return _BY_ENDING[".json"]
    if looks_like_csv(text):
        return _BY_ENDING[".csv"]
    if ending in LIN.endings:
        return LIN
    if ending in DEALS_ALONE:
        raise _deals_refused(name)
    by_name = _BY_ENDING.get(ending)
    if by_name is None or by_name.read is None:
        raise Malformed.of("format.unknown", name=PurePath(name).name)
    return by_name


def _deals_refused(name: str) -> Malformed:
    params = {"name": PurePath(name).name[:80] or "-"}
    return Malformed(Problem("file-kind.deals", {**params}), Problem("file-wanted.results-not-deals"))


def read_results(data: bytes, name: str = "") -> ResultsFile:
    """Returns the results in a file of any format that is read. Raises Malformed with everything that is wrong."""
    read = format_of(data, name).read
    if read is None:
        raise Malformed.of("format.unknown", name=PurePath(name).name)
    return read(data)


def writer_for(name: str) -> Format:
    """Returns the format that a file's name asks for. Raises Refused (`format.no-writer`)."""
    two_endings = "".join(PurePath(name).suffixes[-2:]).lower()
    format_by_name = _BY_TWO_ENDINGS.get(two_endings) or _BY_ENDING.get(PurePath(name).suffix.lower())
    if format_by_name is None:
        endings = " ".join(sorted((*_BY_ENDING, *_BY_TWO_ENDINGS)))
        raise Refused.of("format.no-writer", name=PurePath(name).name, known=endings)
    return format_by_name
