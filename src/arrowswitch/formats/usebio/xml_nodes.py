"""XML as plain nodes that know their line, read by the safe parser: no entities, nothing fetched from elsewhere."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml.common import DefusedXmlException
from defusedxml.sax import parseString

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.reading import LARGEST_FILE, decode_legacy

_DEEPEST = 60
_DECLARED = re.compile(rb"""\A\s*<\?xml\b[^>]*?\bencoding\s*=\s*(["'])([A-Za-z0-9._-]{1,40})\1""")
_DECLARATION = re.compile(r"\A\s*<\?xml\b[^>]*?\?>")
_JAPANESE = {"shift_jis": "cp932", "x_sjis": "cp932", "windows_31j": "cp932"}
"""The meaning of these names in files of Windows: the code page with the vendor's characters."""
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PAGE = re.compile(r"\A(?:\s|<!--.*?-->|<\?.*?\?>)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)


@dataclass(slots=True)
class Node:
    """An element: name, attributes, own text, children, and the line of its opening tag. `names_read` has the names of
    children that a reader has requested from any element of the document."""

    tag: str
    line: int
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)
    text: str = ""
    names_read: set[str] = field(default_factory=set, repr=False)

    def all(self, tag: str) -> Iterator[Node]:
        """Yields the children named `tag`."""
        self.names_read.add(tag)
        return (child for child in self.children if child.tag == tag)

    def first(self, *tags: str) -> Node | None:
        """Returns the first child with one of the names, or None."""
        self.names_read.update(tags)
        return next((child for child in self.children if child.tag in tags), None)

    def value(self, *tags: str) -> str:
        """Returns the text of the first child with one of the names, stripped; empty without one."""
        child = self.first(*tags)
        return child.text.strip() if child else ""

    def unread_names(self) -> Iterator[str]:
        """Yields the names of elements with text, of this one and those in it, that no reader has requested, in file
        order."""
        if self.text.strip() and self.tag not in self.names_read:
            yield self.tag
        for child in self.children:
            yield from child.unread_names()

    @property
    def where(self) -> str:
        return f"line {self.line}"


class _Builder(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.root: Node | None = None
        self._place: Locator | None = None
        self._open: list[Node] = []
        self._names_read: set[str] = set()

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 - the parser calls it by this name
        self._place = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the parser calls it by this name
        line = self._place.getLineNumber() if self._place else 0
        attributes = {key.upper(): attrs[key] for key in attrs.getNames()}
        node = Node(tag=name.upper(), line=line or 0, attributes=attributes, names_read=self._names_read)
        if len(self._open) >= _DEEPEST:
            raise Malformed.of("format.xml-deep", where=node.where)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def endElement(self, name: str) -> None:  # noqa: N802 - the parser calls it by this name
        self._open.pop()

    def characters(self, content: str) -> None:
        if self._open:
            self._open[-1].text += content


def parse_xml(data: bytes) -> Node:
    """Returns the root of an XML document, all names in upper case.

    The encoding is that of the byte order mark or of the declaration, whichever Python knows; else UTF-8, or where
    the bytes are not UTF-8, the Japanese or Western code page of Windows (`decode_legacy`).
    Raises Malformed: `format.too-large`, `format.html` for a web page, `format.xml` with the line where reading
    stopped, `format.xml-encoding` for text that is not in the declared encoding, `format.xml-unsafe` for a document
    that defines entities, `format.xml-deep`.
    """
    if len(data) > LARGEST_FILE:
        raise Malformed.of("format.too-large", limit=LARGEST_FILE // 1_000_000)
    data = _in_utf8(data)
    if _is_page(data):
        raise Malformed.of("format.html")
    builder = _Builder()
    try:
        # An outside document type may be named, as many files do; it is never fetched, and entities are refused.
        parseString(data, builder, forbid_external=False)
    except SAXParseException as error:
        line = error.getLineNumber() or 0
        raise Malformed.of("format.xml", where=f"line {line}", detail=error.getMessage()) from error
    except DefusedXmlException as error:
        raise Malformed.of("format.xml-unsafe") from error
    if builder.root is None:
        raise Malformed.of("format.empty")
    return builder.root


def _in_utf8(data: bytes) -> bytes:
    """Returns a document in UTF-8, from any encoding that its declaration names: the parser itself supports very
    few."""
    if data.startswith(_MARKS):
        return data
    declared = _DECLARED.match(data)
    if declared is None:
        return _to_utf8(data)
    name = declared[2].decode("ascii")
    try:
        text = data.decode(_JAPANESE.get(name.lower().replace("-", "_"), name))
    except (LookupError, UnicodeError) as error:
        raise Malformed.of("format.xml-encoding", where="line 1", name=name) from error
    return _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text, count=1).encode("utf-8", "replace")


def _to_utf8(data: bytes) -> bytes:
    """Returns a document without a declared encoding in UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return decode_legacy(data).encode("utf-8", "replace")
    return data


def _is_page(data: bytes) -> bool:
    return _PAGE.match(data[:4000].decode("utf-8", "replace").removeprefix("\ufeff")) is not None
