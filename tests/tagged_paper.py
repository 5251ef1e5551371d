"""Reading the tags of a PDF back: its structure tree, and the marks of its pages that the tree leads to."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream, IndirectObject


@dataclass(frozen=True)
class Element:
    """An element of a structure tree in the order of reading: its kind, its language, the elements that head it by
    their places in the order of reading, and its content: elements, and marks by page and id."""

    kind: str
    lang: str
    headers: tuple[int, ...]
    content: tuple[Element | tuple[int, int], ...] = field(default=())

    def every(self) -> Iterator[Element]:
        """Yields the element and all elements below it, in the order of reading."""
        yield self
        for child in self.content:
            if isinstance(child, Element):
                yield from child.every()

    def marks(self) -> Iterator[tuple[int, int]]:
        """Yields the marks of the element and of all below it, each with its page."""
        for child in self.content:
            if isinstance(child, Element):
                yield from child.marks()
            else:
                yield child


class TaggedPaper:
    """A tagged PDF read back, strictly."""

    def __init__(self, pdf: bytes) -> None:
        self.reader = PdfReader(io.BytesIO(pdf), strict=True)
        self.root: Any = self.reader.root_object
        self.tree: Any = self.root["/StructTreeRoot"]
        self.pages = {
            page.indirect_reference.idnum: at for at, page in enumerate(self.reader.pages) if page.indirect_reference
        }
        self.ids = self._ids()

    def _ids(self) -> dict[str, int]:
        """Returns the numbers of the elements that have an id, by it."""
        names = self.tree.get("/IDTree", {}).get("/Names", [])
        assert names[::2] == sorted(names[::2])
        return {name: element.idnum for name, element in zip(names[::2], names[1::2], strict=True)}

    @property
    def title(self) -> str:
        """Returns the title of the file."""
        data = self.reader.metadata
        assert data is not None
        return data.title or ""

    @property
    def document(self) -> Element:
        """Returns the element at the top of the tree."""
        (reference,) = self.tree["/K"]
        return self._whole(reference, 0)

    def parts(self, page_counts: Iterable[int]) -> Iterator[Element]:
        """Yields the elements below the one at the top, each with pages counted from its own first page."""
        (document,) = self.tree["/K"]
        page = 0
        for reference, count in zip(document["/K"], page_counts, strict=True):
            yield self._whole(reference, page)
            page += count

    def _whole(self, reference: Any, page: int) -> Element:
        """Returns an element whose headers are counted among the elements below it."""
        order = {number: place for place, number in enumerate(self._numbers(reference))}
        return self._element(reference, order, page)

    def _numbers(self, element: Any) -> Iterator[int]:
        """Yields the numbers of the objects below an element, in the order of reading."""
        for child in element["/K"]:
            if isinstance(child, IndirectObject):
                yield child.idnum
                yield from self._numbers(child)

    def _element(self, reference: Any, order: Mapping[int, int], first_page: int) -> Element:
        element = reference.get_object()
        content: list[Element | tuple[int, int]] = []
        for child in self._content(reference):
            if isinstance(child, IndirectObject):
                below: Any = child.get_object()
                assert below.raw_get("/P") == reference
                content.append(self._element(child, order, first_page))
            else:
                content.append((child[0] - first_page, child[1]))
        attributes = element.get("/A", ())
        heads = [name for one in attributes for name in one.get("/Headers", ())]
        headers = tuple(order[self.ids[name]] for name in heads)
        if "/ID" in element:
            assert self.ids[element["/ID"]] == reference.idnum
        return Element(element["/S"], element.get("/Lang", ""), headers, tuple(content))

    def _content(self, reference: Any) -> Iterator[IndirectObject | tuple[int, int]]:
        """Yields the content of an element: references to elements, and marks by page and id."""
        element = reference.get_object()
        assert element["/Type"] == "/StructElem"
        for child in element["/K"]:
            if isinstance(child, int):
                yield self.pages[element.raw_get("/Pg").idnum], int(child)
            elif "/MCID" in child:
                yield self.pages[child.raw_get("/Pg").idnum], int(child["/MCID"])
            else:
                yield child

    def marks_in_pages(self) -> set[tuple[int, int]]:
        """Returns the marks in the content of all pages, each with its page."""
        return {
            (at, int(operands[1]["/MCID"]))
            for at, page in enumerate(self.reader.pages)
            for operands, operator in ContentStream(page.get_contents(), self.reader).operations
            if operator == b"BDC" and "/MCID" in operands[1]
        }

    def marks_in_parent_tree(self) -> set[tuple[int, int]]:
        """Returns the marks that the parent tree leads to from their page to an element which has them."""
        numbers = self.tree["/ParentTree"]["/Nums"]
        assert numbers[::2] == sorted(set(numbers[::2]))
        parents = dict(zip(numbers[::2], numbers[1::2], strict=True))
        assert self.tree["/ParentTreeNextKey"] > max(parents)
        return {
            (at, mark)
            for at, page in enumerate(self.reader.pages)
            for mark, reference in enumerate(parents[page["/StructParents"]])
            if (at, mark) in self._content(reference)
        }
