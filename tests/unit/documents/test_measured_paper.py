"""The measuring of paper finds what it is for: each fault is printed here once, next to a page without faults."""

from __future__ import annotations

import typst

from arrowswitch.documents.typesetting import fonts
from tests.measured_paper import ReadPrint, faults
from tests.tables import for_each

PAGE = '#set page(width: 100mm, height: 100mm, margin: 10mm)\n#set text(font: "Noto Sans JP", size: 12pt)\n'
TABLE = "#table(columns: (40mm,), rows: (10mm, 10mm), [upper], [lower])"


def pdf_of(source: str) -> bytes:
    """Returns a page of 100 mm with this content."""
    made = typst.Compiler((PAGE + source).encode(), font_paths=fonts()).compile(format="pdf")
    assert isinstance(made, bytes)
    return made


@for_each(
    "source, kind",
    [
        ("#text(size: 8pt)[small]", "small"),
        ("#place(dx: -20mm)[outside]", "outside"),
        ("#place[one] #place(dx: 2mm)[other]", "overprinted"),
        ("#place(dy: 2mm, line(length: 60mm))over a line", "on a line"),
        ("#place(dx: 3mm, line(length: 20mm, angle: 90deg))over a line", "on a line"),
    ],
)
def test_a_fault_is_found(source: str, kind: str) -> None:
    assert {fault.kind for fault in faults(pdf_of(source))} == {kind}


@for_each("source", [TABLE, "#strike[struck out]", "#underline[underlined]", "text\\ #line(length: 60mm) text"])
def test_a_page_without_fault_has_none(source: str) -> None:
    assert faults(pdf_of(source)) == []


def test_pages_of_a_list_are_compared() -> None:
    full, short = "row\\ " * 10, "row\\ " * 2
    assert [fault.page for fault in ReadPrint(pdf_of(f"{full}#pagebreak(){short}")).uneven_pages()] == [2]
    assert ReadPrint(pdf_of(f"{full}#pagebreak(){full}")).uneven_pages() == []


def test_sizes_of_a_page_are_listed() -> None:
    pdf = pdf_of("#text(size: 11pt)[one] #text(size: 9.1pt)[other] head")
    assert ReadPrint(pdf).sizes_of(1) == {9.0, 11.0, 12.0}
    assert ReadPrint(pdf, "head").sizes_of(1) == {9.0, 11.0}
