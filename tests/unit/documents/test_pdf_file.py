"""Printed files are tagged and small: a sheet is compressed, and a kit has the tags of its sheets in their order."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import typst
from pypdf import PdfReader

from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import Letterhead, PrintJob, prints_of_kit, render, render_all
from arrowswitch.documents.pdf_file import one_file
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.club_values.club import Logo, LogoKind
from tests.builders import mitchell_evening
from tests.paper import job_of, planned_job
from tests.tables import for_each
from tests.tagged_paper import TaggedPaper

KITS = ("start", "end")
MOST_KB_A_PAGE = 100


@cache
def job() -> PrintJob:
    """Returns a print of an evening that is over."""
    evening = mitchell_evening()
    evening.play_all()
    return job_of(evening)


@cache
def kit(name: str) -> bytes:
    return render(f"kit-{name}", job(), Locale.JA)


@cache
def sheets_of(name: str) -> tuple[bytes, ...]:
    """Returns the sheets of a kit, each printed alone."""
    return tuple(render(sheet, fitting, Locale.JA) for sheet, fitting in prints_of_kit(name, job()))


@for_each("name", KITS)
def test_a_kit_has_the_tags_of_its_sheets_in_their_order(name: str) -> None:
    sheets = tuple(map(TaggedPaper, sheets_of(name)))
    parts = tuple(TaggedPaper(kit(name)).parts(len(sheet.reader.pages) for sheet in sheets))
    assert len(parts) > 1
    assert parts == tuple(sheet.document for sheet in sheets)
    assert any(part.headers for one in parts for part in one.every())


@for_each("name", KITS)
def test_the_marks_of_each_page_lead_to_their_element_and_back(name: str) -> None:
    paper = TaggedPaper(kit(name))
    marks = paper.marks_in_pages()
    assert paper.marks_in_parent_tree() == marks
    assert set(paper.document.marks()) == marks
    assert {page for page, _ in marks} == set(range(len(paper.reader.pages)))


def test_a_sheet_of_small_cells_is_small() -> None:
    """A master sheet of 23 rounds has 270 KB a page as Typst writes it: each cell is a tag."""
    pdf = render("master-sheet", planned_job(make("howell", tables=12)), Locale.JA)
    assert len(pdf) / 1000 / len(PdfReader(io.BytesIO(pdf)).pages) < MOST_KB_A_PAGE


@for_each("name", KITS)
def test_the_title_of_the_sheets_is_shown_and_their_language_is_named(name: str) -> None:
    paper = TaggedPaper(kit(name))
    titles = [TaggedPaper(pdf).title.removesuffix(" 水曜例会") for pdf in sheets_of(name)]
    assert paper.title == f"水曜例会: {'、'.join(titles)}"
    for root in (paper.root, TaggedPaper(sheets_of(name)[0]).root):
        assert root["/ViewerPreferences"]["/DisplayDocTitle"].value
        assert (root["/Lang"], root["/MarkInfo"]["/Marked"].value) == ("ja", True)


def test_sheets_in_two_languages_name_both() -> None:
    pdf = render_all(("seating", job(), locale) for locale in (Locale.EN, Locale.JA))
    paper = TaggedPaper(pdf)
    pages = len(paper.reader.pages) // 2
    assert paper.root["/Lang"] == "en"
    assert [part.lang for part in paper.parts((pages, pages))] == ["", "ja"]


@for_each("name", ("ranking", "kit-end"))
def test_a_logo_that_is_no_picture_is_left_out(name: str) -> None:
    logo = Logo(LogoKind.PNG, b64encode(b"\x89PNG").decode())
    broken, plain = (replace(job(), letterhead=Letterhead("ことり", each, "")) for each in (logo, None))
    assert render(name, broken, Locale.JA) == render(name, plain, Locale.JA)


def test_the_same_sheets_give_the_same_bytes() -> None:
    assert render("kit-end", job(), Locale.JA) == kit("end")


SENTENCES = (
    "1 0 R",
    "(1 0 R)",
    "((2 0 R) 3 0 R)",
    "/StructParents 0",
    "/ID(U1x0y0)",
    "a) 1 0 R (b",
    "\\(4 0 R",
    "水 5 0 R",
)

_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'


def picture_pdf(text: str) -> bytes:
    """Returns a PDF with a picture whose description is a text, as Typst writes it."""
    alt = json.dumps(text, ensure_ascii=False)
    source = f"#image(bytes(`{_PICTURE}`.text), alt: {alt})"
    made = typst.compile(source.encode(), timestamp=0)
    assert isinstance(made, bytes)
    return made


@for_each("text", SENTENCES)
def test_texts_that_look_like_references_are_not_changed(text: str) -> None:
    pdfs = [picture_pdf(one) for one in ("first", text)]
    paper = TaggedPaper(one_file(pdfs, text))
    assert [one["/Alt"] for one in figures(paper.tree)] == ["first", text]
    assert paper.title == text


def figures(element: Any) -> Iterator[Any]:
    """Yields the elements of pictures below one, in the order of reading."""
    for child in element["/K"]:
        if not isinstance(child, int):
            if child["/S"] == "/Figure":
                yield child
            yield from figures(child)


def test_files_of_another_form_are_joined_all_the_same() -> None:
    """A later Typst may write object streams itself: better without tags than no paper."""
    packed = one_file([picture_pdf("one")])
    assert one_file([packed]) == packed
    joined = PdfReader(io.BytesIO(one_file([packed, picture_pdf("two")])), strict=True)
    assert len(joined.pages) == 2
