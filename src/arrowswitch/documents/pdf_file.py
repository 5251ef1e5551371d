"""One PDF file of the sheets that Typst set: joined with their tags, and compressed.

Typst writes each tag as an object of its own and compresses none of them, so a sheet of small cells is up to fifteen
times the size of its pages. Here every object that is no stream goes into an object stream (ISO 32000-1, 7.5.7), and
the table of objects into a cross-reference stream (7.5.8). Pages, fonts and pictures stay as Typst compressed them.

Sheets that are printed together become one file. The structure tree of each (14.7) is a child of one `Document`; the
keys of its pages in the parent tree and the ids of its header cells are made different from those of the other sheets.
The ids of marked content belong to a page and need no change.

Only the form that Typst writes is read: a table of objects, and catalogs with the entries in `_ENTRIES`. This module
imports nothing of Arrowswitch, as the typesetter's own process loads it (`typesetter.py`).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO

_OBJECTS_A_STREAM = 200
"""Readers unpack a whole object stream for one of its objects; ten times as many save only a tenth of the size."""
_HEAD = b"%PDF-1.7\n%\x80\x80\x80\x80\n"
_TABLE = re.compile(rb"xref\n0 (\d+)\n")
_ROW = 20
_OBJECT = re.compile(rb"\d+ 0 obj\n(.*)\nendobj\s*", re.DOTALL)
_TRAILER = re.compile(rb"trailer\s*<</Size \d+/Root (\d+) 0 R/Info (\d+) 0 R/ID(\[.*?\])>>\s*startxref", re.DOTALL)
_STREAM = b">>\nstream\n"
_ENTRIES = frozenset({b"Pages", b"Metadata", b"Lang", b"StructTreeRoot", b"MarkInfo", b"ViewerPreferences"})
_CATALOG = re.compile(rb"<</Type/Catalog((?:/\w+(?: \d+ 0 R|\([\w-]*\)|<<[^<>]*>>))*)>>")
_ENTRY = re.compile(rb"/(\w+)( \d+ 0 R|\([\w-]*\)|<<[^<>]*>>)")
_SHOW_TITLE = (b"/ViewerPreferences<<", b"/ViewerPreferences<</DisplayDocTitle true")
_TITLE = re.compile(rb"<</Title(?:<[0-9A-F]*>|\((?>[^()\\]|\\.)*+\))")

_LETTER = rb"[^()\\]|\\."
_ID = rb"\((?>%b)*+\)" % _LETTER
_STRING = rb"\((?>%b|\((?>%b|%b)*+\))*+\)" % (_LETTER, _LETTER, _ID)
_REFERENCE = re.compile(rb"(\d++) 0 R")
_IDS = rb"(?P<ids>/(?:ID|Headers\[) ?)(?P<names>(?>%b\s?)*+)" % _ID
_TOKEN = re.compile(rb"(\d++) 0 R|(?P<key>/StructParents? )(?P<at>\d+)|%b|%b|[()]" % (_IDS, _STRING), re.DOTALL)
"""References, keys of the parent tree, ids, and strings, in which none of these is read. A parenthesis that is left
over is part of a string with parentheses in its parentheses, deeper than Typst's texts have them."""
_NUMBERS = re.compile(rb"(\d+) (\d+) 0 R")
_NAMES = re.compile(rb"\(((?>%b)*+)\)\s?(\d+) 0 R" % _LETTER, re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A PDF as Typst writes it: the bodies of its objects by their numbers, its trailer, the entries of its catalog,
    and the numbers of its page tree and its structure tree."""

    objects: Mapping[int, bytes]
    root: int
    info: int
    ids: bytes
    catalog: Mapping[bytes, bytes]
    pages: int
    tree: int

    @property
    def language(self) -> bytes:
        return self.catalog.get(b"Lang", b"")

    @property
    def structure(self) -> bytes:
        """Returns the root of the structure tree."""
        return self.objects[self.tree]


@dataclass(frozen=True, slots=True)
class _File:
    """The objects of a file by their numbers, and the entries of its trailer."""

    objects: Mapping[int, bytes]
    trailer: bytes


def one_file(pdfs: Sequence[bytes], title: str = "") -> bytes:
    """Returns PDFs of Typst one after the other as one tagged, compressed file that shows its title.

    A file of several has `title` as its title, one of a single PDF that of the PDF. The same PDFs give the same bytes.
    PDFs of another form than Typst's stay as they are; several of them are joined without their tags.
    """
    try:
        sheets = [_read(pdf) for pdf in pdfs]
        return _write(_file_of_one(sheets[0]) if len(sheets) == 1 else _join(sheets, title))
    except (ValueError, KeyError):
        return pdfs[0] if len(pdfs) == 1 else _append(pdfs)


def _append(pdfs: Sequence[bytes]) -> bytes:
    """Returns PDFs of any form one after the other, without their tags."""
    from pypdf import PdfWriter

    writer = PdfWriter()
    for pdf in pdfs:
        writer.append(BytesIO(pdf))
    content = BytesIO()
    writer.write(content)
    return content.getvalue()


def _read(pdf: bytes) -> _Sheet:
    at = int(pdf[pdf.rindex(b"startxref") + len(b"startxref") :].split()[0])
    table, trailer = _TABLE.match(pdf, at), _TRAILER.search(pdf, at)
    if table is None or trailer is None:
        raise ValueError("the PDF has no table of objects as Typst writes it")
    rows = [pdf[start : start + _ROW] for start in range(table.end(), table.end() + int(table[1]) * _ROW, _ROW)]
    offsets = {number: int(row[:10]) for number, row in enumerate(rows) if row[17:18] == b"n"}
    starts = sorted(offsets.values())
    ends = dict(zip(starts, (*starts[1:], at), strict=True))
    objects = {}
    for number, start in offsets.items():
        body = _OBJECT.fullmatch(pdf, start, ends[start])
        if body is None:
            raise ValueError(f"object {number} is not as Typst writes it")
        objects[number] = body[1]
    root = int(trailer[1])
    catalog = _CATALOG.fullmatch(objects[root])
    entries = dict(_ENTRY.findall(catalog[1])) if catalog else {}
    if not _ENTRIES >= entries.keys() >= {b"Pages", b"StructTreeRoot"}:
        raise ValueError("the catalog has other entries than those of Typst")
    return _Sheet(
        objects=objects,
        root=root,
        info=int(trailer[2]),
        ids=trailer[3],
        catalog=entries,
        pages=_number(entries[b"Pages"]),
        tree=_number(entries[b"StructTreeRoot"]),
    )


def _file_of_one(sheet: _Sheet) -> _File:
    """Returns a sheet as a file of its own."""
    catalog = _catalog(sheet.catalog)
    return _File({**sheet.objects, sheet.root: catalog}, _trailer(sheet.root, sheet.info, sheet.ids))


def _join(sheets: Sequence[_Sheet], title: str) -> _File:
    """Returns sheets as one file, under a new catalog, page tree and structure tree."""
    parts, free, key = _parts_of(sheets)
    pages, tree, root, info = range(free, free + 4)
    first, document = sheets[0], parts[0].document
    objects = {number: body for part in parts for number, body in part.objects(pages, first.language)}
    count = sum(part.page_count for part in parts)
    objects[pages] = b"<</Type/Pages/Count %d/Kids[%b]>>" % (count, _references(part.pages for part in parts))
    objects[tree] = _tree(parts, document, key)
    children = _references(child for part in parts for child in part.children)
    objects[document] = b"<</Type/StructElem/S/Document/P %d 0 R/K[%b]>>" % (tree, children)
    entries = {name: value for name, value in first.catalog.items() if name != b"Metadata"}
    objects[root] = _catalog({**entries, b"Pages": b" %d 0 R" % pages, b"StructTreeRoot": b" %d 0 R" % tree})
    letters = ("\ufeff" + title).encode("utf-16-be").hex().upper().encode()
    objects[info] = b"<</Title<%b>" % letters + _TITLE.sub(b"<<", first.objects[first.info], count=1)[2:]
    digest = blake2b(b"".join(sheet.ids for sheet in sheets), digest_size=16).hexdigest().encode()
    return _File(objects, _trailer(root, info, b"[<%b><%b>]" % (digest, digest)))


def _parts_of(sheets: Sequence[_Sheet]) -> tuple[Sequence[_Part], int, int]:
    """Returns the parts of a file of several sheets, the next number of an object and the next key of the parent tree.
    The sheet with the most objects has its own numbers, keys and ids, and so is not written again."""
    largest = max(range(len(sheets)), key=lambda place: len(sheets[place].objects))
    document = sheets[largest].tree
    parts = {largest: _Part(sheets[largest], offset=0, key=0, prefix=b"", document=document)}
    offset, key = max(sheets[largest].objects), parts[largest].key_count
    for place, sheet in enumerate(sheets):
        if place != largest:
            parts[place] = _Part(sheet, offset=offset, key=key, prefix=b"%d." % place, document=document)
            offset, key = offset + max(sheet.objects), key + parts[place].key_count
    return tuple(parts[place] for place in range(len(sheets))), offset + 1, key


@dataclass(frozen=True, slots=True)
class _Part:
    """A sheet in a joined file: what is added to the numbers of its objects and to the keys of its pages in the parent
    tree, what is put in front of its ids, and the element that takes the place of the root of its structure tree."""

    sheet: _Sheet
    offset: int
    key: int
    prefix: bytes
    document: int

    @property
    def key_count(self) -> int:
        return 1 + max((int(key) for key, _ in self._numbers), default=-1)

    @property
    def page_count(self) -> int:
        return int(_between(self.sheet.objects[self.sheet.pages], b"/Count ", b"/"))

    @property
    def pages(self) -> int:
        """Returns the number of the page tree in the joined file."""
        return self.sheet.pages + self.offset

    @property
    def _children(self) -> tuple[int, ...]:
        return tuple(map(int, re.findall(rb"(\d+) 0 R", _between(self.sheet.structure, b"/K["))))

    @property
    def children(self) -> tuple[int, ...]:
        """Returns the numbers of the elements at the top of the structure tree in the joined file."""
        return tuple(child + self.offset for child in self._children)

    @property
    def _numbers(self) -> Sequence[tuple[bytes, bytes]]:
        structure = self.sheet.structure
        return _NUMBERS.findall(_between(structure, b"/Nums[")) if b"/Nums[" in structure else ()

    def numbers(self) -> Iterator[tuple[int, int]]:
        """Yields the keys of the parent tree, each with its object, in the joined file."""
        for key, number in self._numbers:
            yield int(key) + self.key, int(number) + self.offset

    def names(self) -> Iterator[tuple[bytes, int]]:
        """Yields the ids of elements, each with its element, in the joined file."""
        if b"/Names[" in self.sheet.structure:
            for name, number in _NAMES.findall(_between(self.sheet.structure, b"/Names[")):
                yield self.prefix + name, int(number) + self.offset

    def objects(self, pages: int, language: bytes) -> Iterator[tuple[int, bytes]]:
        """Yields the objects of the joined file by their numbers: those of the sheet without its catalog, its data on
        the document and the root of its tree. `pages` is the page tree above its own; an element at the top has the
        sheet's language if it is another than `language`."""
        own = self.sheet
        dropped = {own.root, own.info, own.tree}
        if b"Metadata" in own.catalog:
            dropped.add(_number(own.catalog[b"Metadata"]))
        added = {own.pages: b"/Parent %d 0 R" % pages}
        if own.language != language:
            added |= dict.fromkeys(self._children, b"/Lang" + own.language)
        for number, body in own.objects.items():
            if number not in dropped:
                moved = self._move(body) if self.offset else body
                if number in added:
                    moved = moved.removesuffix(b">>") + added[number] + b">>"
                yield number + self.offset, moved

    def _move(self, body: bytes) -> bytes:
        """Returns an object as it is in the joined file."""
        head, stream, content = body.partition(_STREAM)
        is_plain = b"(" not in head and b"/StructParent" not in head
        moved = _REFERENCE.sub(self._reference, head) if is_plain else _TOKEN.sub(self._token, head)
        return moved + stream + content

    def _reference(self, reference: re.Match[bytes]) -> bytes:
        number = int(reference[1])
        return b"%d 0 R" % (self.document if number == self.sheet.tree else number + self.offset)

    def _token(self, token: re.Match[bytes]) -> bytes:
        if token[1]:
            return self._reference(token)
        if key := token["key"]:
            return key + b"%d" % (int(token["at"]) + self.key)
        if ids := token["ids"]:
            return ids + token["names"].replace(b"(", b"(" + self.prefix)
        if len(token[0]) == 1:
            raise ValueError("a string is not as Typst writes it")
        return token[0]


def _tree(parts: Sequence[_Part], document: int, key: int) -> bytes:
    """Returns the root of the structure tree of all parts: one element, the parent tree and the ids."""
    roles = {_between(part.sheet.structure, b"/RoleMap<<", b">>") for part in parts}
    if len(roles) != 1:
        raise ValueError("the sheets have different roles")
    numbers = b" ".join(b"%d %d 0 R" % pair for pair in sorted(pair for part in parts for pair in part.numbers()))
    names = sorted(pair for part in parts for pair in part.names())
    ids = b"/IDTree<</Names[%b]>>" % b"".join(b"(%b)%d 0 R" % pair for pair in names) if names else b""
    head = b"<</Type/StructTreeRoot/RoleMap<<%b>>/K[%d 0 R]" % (roles.pop(), document)
    return head + b"/ParentTree<</Nums[%b]>>%b/ParentTreeNextKey %d>>" % (numbers, ids, key)


def _catalog(entries: Mapping[bytes, bytes]) -> bytes:
    """Returns a catalog; the viewer shows the title instead of the name of the file."""
    whole = b"<</Type/Catalog%b>>" % b"".join(b"/%b%b" % entry for entry in entries.items())
    return whole.replace(*_SHOW_TITLE)


def _trailer(root: int, info: int, ids: bytes) -> bytes:
    return b"/Root %d 0 R/Info %d 0 R/ID%b" % (root, info, ids)


def _write(file: _File) -> bytes:
    """Returns the bytes of a file."""
    content = bytearray(_HEAD)
    places: dict[int, tuple[int, int, int]] = {0: (0, 0, 0xFFFF)}
    packed = []
    for number, body in file.objects.items():
        if _STREAM in body:
            places[number] = (1, len(content), 0)
            content += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        else:
            packed.append((number, body))
    free = max(file.objects) + 1
    for start in range(0, len(packed), _OBJECTS_A_STREAM):
        chunk = packed[start : start + _OBJECTS_A_STREAM]
        places |= {number: (2, free, index) for index, (number, _) in enumerate(chunk)}
        places[free] = (1, len(content), 0)
        content += b"%d 0 obj\n%b\nendobj\n" % (free, _object_stream(chunk))
        free += 1
    places[free] = (1, len(content), 0)
    start = len(content)
    rows = (places.get(number, (0, 0, 0)) for number in range(free + 1))
    table = b"".join(b"%c%b%b" % (kind, at.to_bytes(4), index.to_bytes(2)) for kind, at, index in rows)
    entries = b"/Type/XRef/Size %d/W[1 4 2]%b/DecodeParms<</Predictor 12/Columns 7>>" % (free + 1, file.trailer)
    content += b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF" % (free, _stream(entries, _differences(table, 7)), start)
    return bytes(content)


def _object_stream(objects: Sequence[tuple[int, bytes]]) -> bytes:
    at, heads = 0, []
    for number, body in objects:
        heads.append(b"%d %d" % (number, at))
        at += len(body) + 1
    head = b" ".join(heads) + b"\n"
    entries = b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head))
    return _stream(entries, head + b"\n".join(body for _, body in objects))


def _stream(entries: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data)
    return b"<<%b/Filter/FlateDecode/Length %d%b%b\nendstream" % (entries, len(packed), _STREAM, packed)


def _differences(table: bytes, width: int) -> bytes:
    """Returns rows of bytes, each as its differences from the row above (predictor 12: 2, then the row)."""
    less = bytes((one - above) & 0xFF for one, above in zip(table, bytes(width) + table, strict=False))
    return b"".join(b"\x02" + less[start : start + width] for start in range(0, len(less), width))


def _references(numbers: Iterator[int]) -> bytes:
    return b" ".join(b"%d 0 R" % number for number in numbers)


def _number(reference: bytes) -> int:
    """Returns the number of the object in a reference."""
    return int(reference.split()[0])


def _between(body: bytes, start: bytes, end: bytes = b"]") -> bytes:
    """Returns the text of an object between two marks; raises ValueError if they are not there."""
    at = body.index(start) + len(start)
    return body[at : body.index(end, at)]
