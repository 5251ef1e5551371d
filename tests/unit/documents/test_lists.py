"""Lists on paper: any number of rows, with any names, is readable, in order, and shared evenly over its pages."""

from __future__ import annotations

from arrowswitch.documents.frame import Document, frame_of_file
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale
from tests.measured_paper import ReadPrint
from tests.paper import PRINTED, read
from tests.rotation import rotate
from tests.tables import for_each

LABELS = {"rank": "Rank", "name": "Name", "played": "Events", "counted": "Counted", "value": "Points"}
NAMES = {
    "short": "柏 梓",
    "usual": "Kazuha Aoi – Futaba Midorikawa",
    "long": "Maximiliana Featherstonehaugh-Alderwood – Christabella Cholmondeley-Hawthornfield",
    "one word": "Featherstonehaughalderwoodcholmondeleyhawthornfieldwolfeschlegel",
    "empty": "",
}


def ladder_of(names: list[str], notes: tuple[str, ...] = ()) -> bytes:
    """Returns a ladder of these names as PDF."""
    head = frame_of_file("Ladder", "Autumn", Words(Locale.EN, PRINTED.tzinfo), PRINTED)
    lines = [
        {"rank": str(rank), "name": name, "played": "9", "counted": "5", "value": f"{1000 - rank}.50"}
        for rank, name in enumerate(names, start=1)
    ]
    return typeset("ladder", Document(head, LABELS, {"lines": lines, "notes": notes}), PRINTED)


@rotate(count=[0, 1, 2, 3, 19, 37, 44, 45, 90, 181], kind=NAMES)
def test_any_list_can_be_read(count: int, kind: str) -> None:
    pdf = ladder_of([NAMES[kind]] * count, ("The best five of nine events count.",))
    print_ = ReadPrint(pdf)
    wrong = print_.faults() + print_.list_faults()
    assert [str(fault) for fault in wrong if fault.kind != "blank"] == []


@for_each("count", [0, 1, 40, 90])
def test_rows_are_complete_and_in_order(count: int) -> None:
    words = [text for page in read(ladder_of([f"Name{at:03}" for at in range(count)])).texts for text in page.split()]
    assert [word for word in words if word.startswith("Name") and word != "Name"] == [
        f"Name{at:03}" for at in range(count)
    ]


def test_few_rows_are_large_and_many_are_in_two_columns() -> None:
    """A list grows to 24 points; with 12 points and more it has as few pages as it can."""
    few = {word.size for word in read(ladder_of(["柏 梓"] * 5)).words() if word.text.startswith("柏")}
    many = read(ladder_of(["柏 梓"] * 70)).words()
    assert few == {24.0}
    assert all(12 <= word.size < 24 for word in many if word.text.startswith("柏"))
    assert len({round(word.x) for word in many if word.text.startswith("柏")}) == 2
