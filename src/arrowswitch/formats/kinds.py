"""The real kind of an uploaded file, by its content and never by its name, and the reason why it is the wrong one."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Mapping
from enum import StrEnum

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.untrusted import DAMAGED_ZIP


class FileKind(StrEnum):
    """The kinds of files that people have at hand."""

    EMPTY = "empty"
    XLSX = "xlsx"
    XLS = "xls"
    LOCKED = "locked"
    ODS = "ods"
    DOCX = "docx"
    PPTX = "pptx"
    PDF = "pdf"
    PICTURE = "picture"
    BACKUP = "backup"
    ZIP = "zip"
    BOARDS_ZIP = "boards-zip"
    HTML = "html"
    RESULTS_PAGE = "results-page"
    EVENT_FILE = "event-file"
    JSON = "json"
    XML = "xml"
    PBN = "pbn"
    DEALS = "deals"
    ACCESS = "access"
    TABLE = "table"
    TEXT = "text"
    OTHER = "other"


class Wanted(StrEnum):
    """The kind of file that an upload expects."""

    LIST = "list"
    EVENT = "event"
    BACKUP = "backup"
    TEXT = "text"
    RESULTS = "results"
    DEVICES = "devices"


_PLAIN = frozenset({FileKind.TABLE, FileKind.TEXT, FileKind.OTHER})
ACCEPTED: Mapping[Wanted, frozenset[FileKind]] = {
    Wanted.LIST: _PLAIN | {FileKind.XLSX},
    Wanted.EVENT: frozenset({FileKind.EVENT_FILE, FileKind.JSON, FileKind.TEXT, FileKind.OTHER}),
    Wanted.BACKUP: frozenset({FileKind.BACKUP, FileKind.ZIP, FileKind.TEXT, FileKind.OTHER}),
    Wanted.TEXT: _PLAIN
    | {FileKind.EMPTY, FileKind.EVENT_FILE, FileKind.JSON, FileKind.XML, FileKind.PBN, FileKind.DEALS}
    | {FileKind.HTML, FileKind.RESULTS_PAGE},
    Wanted.RESULTS: _PLAIN
    | {FileKind.EMPTY, FileKind.EVENT_FILE, FileKind.JSON, FileKind.XML, FileKind.PBN, FileKind.DEALS}
    | {FileKind.RESULTS_PAGE, FileKind.BOARDS_ZIP, FileKind.ACCESS},
    Wanted.DEVICES: frozenset({FileKind.ACCESS}),
}
"""The kinds that each upload accepts; an unrecognised kind is left to the reader."""
_STARTS = (
    (b"%PDF", FileKind.PDF),
    (b"\x89PNG\r\n\x1a\n", FileKind.PICTURE),
    (b"\xff\xd8\xff", FileKind.PICTURE),
    (b"GIF8", FileKind.PICTURE),
    (b"{\\rtf", FileKind.DOCX),
    (b"\x00\x01\x00\x00Standard Jet DB\x00", FileKind.ACCESS),
    (b"\x00\x01\x00\x00Standard ACE DB\x00", FileKind.ACCESS),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HTML = re.compile(rb"<!doctype\s+html|<html\b|<head\b|<body\b|<table\b", re.IGNORECASE)
_RESULTS = re.compile(rb"<result-details\b|\"board_results\"|\bhv_popuplin\(|<tr class=.tourney\b")
"""Marks of pages with results that can be read: club games of my.acbl.org, boards of Bridge Base Online."""
_EVENT = re.compile(rb'"format"\s*:\s*"arrowswitch-event"')
_PBN = re.compile(rb'^(?:% ?PBN\b|\[\s*\w+\s+")', re.MULTILINE)
_DLM = re.compile(rb"\[Document\]\s", re.IGNORECASE)
_JSON = re.compile(rb'\{\s*(?:["}\w]|$)(?<!\d)|\[\s*(?:["{\[\]\d-]|true\b|false\b|null\b|$)')
"""The beginning of a JSON text. A name without its quotes after a brace is damaged JSON, a name in square brackets is
the heading of another program's text."""
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
BOARD_ENDINGS = (".lin", ".html", ".htm")
"""The endings of files in a folder of boards."""
_HEAD = 4096
_MOST_NAMES = 20_000
_MOST_PARTS = 100_000
"""A ZIP file of more parts is not looked into: no program writes one, and the list of a million takes the memory."""
_PART = b"PK\x01\x02"


def kind_of(data: bytes) -> FileKind:
    """Returns the kind of a file by its content."""
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    if data.startswith(_OLE):
        return FileKind.LOCKED if "EncryptedPackage".encode("utf-16-le") in data else _in_ole(data)
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _in_zip(data)
    head = _head(data).lstrip()
    if not head:
        return FileKind.EMPTY if not data.strip() else FileKind.TEXT
    kind = _of_text(head)
    return FileKind.RESULTS_PAGE if kind is FileKind.HTML and _RESULTS.search(data) else kind


def is_json_start(text: str) -> bool:
    """True if a text begins as JSON does. The `[Section]` of other programs' texts does not.

    >>> is_json_start('[{"board": 1}]'), is_json_start('{}'), is_json_start("[Movement]"), is_json_start("{4 tables}")
    (True, True, False, False)
    """
    return _JSON.match(text[:_HEAD].lstrip("\ufeff \t\r\n").encode("utf-8", "replace")) is not None


def refuse_others(data: bytes, name: str, wanted: Wanted) -> None:
    """Raises Malformed when a file is of a kind that is not read here, with its kind (`file-kind.*`) and the expected
    one (`file-wanted.*`)."""
    kind = kind_of(data)
    if kind not in ACCEPTED[wanted]:
        params = {"name": name[:80] or "-"}
        raise Malformed(Problem(f"file-kind.{kind}", {**params}), Problem(f"file-wanted.{wanted}"))


def _head(data: bytes) -> bytes:
    """Returns the beginning of a file without its byte order mark, text of two bytes a character in UTF-8."""
    for mark, encoding in _WIDE.items():
        if data.startswith(mark):
            return data[len(mark) : 2 * _HEAD].decode(encoding, "replace").encode("utf-8", "replace")
    return data[:_HEAD].removeprefix(codecs.BOM_UTF8)


def _in_ole(data: bytes) -> FileKind:
    """Returns the kind of an old document of an office program, by the names of its streams."""
    is_word = "WordDocument".encode("utf-16-le") in data
    return FileKind.DOCX if is_word else FileKind.XLS


def _in_zip(data: bytes) -> FileKind:
    if data.count(_PART) > _MOST_PARTS:
        return FileKind.ZIP
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = set(packed.namelist()[:_MOST_NAMES])
    except DAMAGED_ZIP:
        return FileKind.ZIP
    if "xl/workbook.xml" in names:
        return FileKind.XLSX
    if "xl/workbook.bin" in names:
        return FileKind.XLS
    if "content.xml" in names and "mimetype" in names:
        return FileKind.ODS
    if any(name.startswith("word/") for name in names):
        return FileKind.DOCX
    if any(name.startswith("ppt/") for name in names):
        return FileKind.PPTX
    is_backup = "backup.json" in names or "players.json" in names or any(name.startswith("events/") for name in names)
    if is_backup:
        return FileKind.BACKUP
    return FileKind.BOARDS_ZIP if any(name.lower().endswith(BOARD_ENDINGS) for name in names) else FileKind.ZIP


def _of_text(head: bytes) -> FileKind:
    if _HTML.search(head[:1024]):
        return FileKind.HTML
    if head.startswith(b"<"):
        return FileKind.XML
    if _DLM.match(head):
        return FileKind.DEALS
    if _JSON.match(head):
        return FileKind.EVENT_FILE if _EVENT.search(head) else FileKind.JSON
    if _PBN.search(head):
        return FileKind.PBN
    if b"\0" in head:
        return FileKind.OTHER
    return FileKind.TABLE if any(sign in head.splitlines()[0] for sign in b",;\t") else FileKind.TEXT
