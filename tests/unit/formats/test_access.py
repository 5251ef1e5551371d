"""Databases of Access: what is read, and that no damage makes more than a clear word."""

from __future__ import annotations

import random
import struct
from contextlib import suppress

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.access.pages import Pages
from arrowswitch.formats.access.tables import AccessFile, Cell
from tests.access_97_files import access_97_file
from tests.access_files import BOOLEAN, LONG, PAGE, SHORT, TEXT, Row, Table, access_file
from tests.bws_files import bws_file
from tests.tables import for_each

COLUMNS = (("Number", LONG), ("Name", TEXT), ("IsOut", BOOLEAN), ("Place", SHORT), ("Remark", TEXT))
ROWS = (
    {"Number": 70000, "Name": "Alder", "IsOut": True, "Place": -3, "Remark": "a"},
    {"Number": -1, "Name": "春川", "IsOut": False, "Place": None, "Remark": None},
    {"Number": 0, "Name": "", "IsOut": True, "Place": 7, "Remark": "Zoë Fir ﬁ"},
)


def read(data: bytes, *columns: str) -> list[dict[str, Cell]]:
    return list(AccessFile(data).rows("people", columns or [name for name, _ in COLUMNS]))


def refusal_of(data: bytes) -> str:
    with pytest.raises(Malformed) as caught:
        read_all(data)
    return caught.value.problems[0].code


def read_all(data: bytes) -> None:
    file = AccessFile(data)
    for name in file.names:
        list(file.rows(name, ("Number", "Name", "Section", "Contract", "Letter")))


@pytest.mark.parametrize("is_compressed", [True, False])
def test_values_come_back(is_compressed: bool) -> None:
    data = access_file(Table("People", COLUMNS, ROWS), is_compressed=is_compressed)
    assert [tuple(row.values()) for row in read(data)] == [
        (70000, "Alder", True, -3, "a"),
        (-1, "春川", False, None, None),
        (0, "", True, 7, "Zoë Fir ﬁ"),
    ]


@for_each("code_page, name", [(1252, "Zoë"), (932, "春川"), (9999, "Zoë")])
def test_values_of_access_97_come_back(code_page: int, name: str) -> None:
    """Letters of the code page of each column; texts that end behind the first 256 bytes of their row, or later."""
    rows: list[Row] = [
        {"Number": 70000, "Name": name, "IsOut": True, "Place": -3, "Remark": "a"},
        {"Number": -1, "Name": "b" * 230, "IsOut": False, "Place": None, "Remark": "c" * 200},
        {"Number": 7, "Name": None, "IsOut": True, "Place": 9, "Remark": "d" * 250},
    ]
    table = Table("People", COLUMNS, rows * 5)
    if code_page == 9999:
        data = access_97_file(table).replace(struct.pack("<HH", 0x409, 1252), struct.pack("<HH", 0x409, 9999))
    else:
        data = access_97_file(table, code_page=code_page)
    assert [tuple(row.values()) for row in read(data)] == [tuple(row.values()) for row in rows * 5]


def test_tables_and_columns_are_found_in_any_case() -> None:
    file = AccessFile(access_file(Table("People", COLUMNS, ROWS), Table("Empty", COLUMNS)))
    assert file.names == ("People", "Empty")
    assert next(file.rows("PEOPLE", ("name", "Absent"))) == {"name": "Alder"}
    assert list(file.rows("Empty", ("Name",))) == list(file.rows("None", ("Name",))) == []


def test_deleted_rows_are_passed_over_and_moved_ones_found() -> None:
    rows = [{"Number": number, "Name": f"name {number}"} for number in range(200)]
    data = access_file(Table("People", COLUMNS, rows, deleted=[0, 150], moved=[7, 199]))
    assert [row["number"] for row in read(data)] == [n for n in range(200) if n not in (0, 150)]


def test_a_row_older_than_a_column_has_nothing_there() -> None:
    data = access_file(Table("People", COLUMNS, ROWS, old=2, added=1))
    assert [(row["name"], row["place"], row["remark"]) for row in read(data)] == [
        ("Alder", -3, None),
        ("春川", None, None),
        ("", 7, "Zoë Fir ﬁ"),
    ]


@for_each(
    "place, content, code",
    [
        (4, b"Another DB", "access.foreign"),
        (0x14, b"\0", "access.locked"),
        (2 * PAGE, b"\x77", "access.locked"),
        (2 * PAGE, b"\0" * PAGE, "access.damaged"),
        (2 * PAGE + 4, struct.pack("<I", 2), "access.damaged"),
        (2 * PAGE + 4, struct.pack("<I", 2**31), "access.damaged"),
        (2 * PAGE + 45, b"\xff\xff", "access.damaged"),
        (2 * PAGE + 55, struct.pack("<I", 0xFFFFFF00), "access.damaged"),
    ],
)
def test_what_cannot_be_read_is_told(place: int, content: bytes, code: str) -> None:
    whole = bws_file()
    assert refusal_of(whole[:place] + content + whole[place + len(content) :]) == code


@for_each("length", [0, 20, 100, PAGE, 3 * PAGE - 1, 4 * PAGE])
def test_a_file_that_ends_early(length: int) -> None:
    assert refusal_of(bws_file()[:length]) in ("access.foreign", "access.damaged")


def test_a_row_that_moves_in_a_circle() -> None:
    data = bytearray(access_file(Table("People", COLUMNS, ROWS[:1], moved=[0])))
    page = next(at for at in range(0, len(data), PAGE) if data[at + 15] & 0x40 and data[at : at + 2] == b"\x01\x01")
    (start,) = struct.unpack_from("<H", data, page + 14)
    struct.pack_into("<I", data, page + (start & 0x1FFF), page // PAGE << 8)
    assert refusal_of(bytes(data)) == "access.damaged"


def test_a_file_that_reads_longer_than_it_is_ends_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arrowswitch.formats.access.pages._MOST_BYTES", 500)
    assert refusal_of(bws_file()) == "access.too-much"


def test_maps_of_pages_behind_the_end_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of 900 maps that are one page full of ones named 29 million pages, each of which was asked for."""
    row = b"\x01" + struct.pack("<I", 4) * 900
    start = PAGE - len(row)
    holding = struct.pack("<2sHIIHH", b"\x01\x01", 0, 2, 0, 1, start).ljust(start, b"\0") + row
    maps = b"\x05\x01\0\0\xfe".ljust(PAGE, b"\xff")
    numbers: list[int] = []
    whole = Pages.page

    def count_page(pages: Pages, number: int) -> bytes:
        numbers.append(number)
        return whole(pages, number)

    monkeypatch.setattr(Pages, "page", count_page)
    assert list(Pages(b"\0" * 3 * PAGE + holding + maps).rows(2, 3 << 8)) == [row]
    assert numbers.count(4) == 2, "as a map, and as a page that holds no rows"


@pytest.mark.parametrize("whole", [bws_file(moved=[2], deleted=[5]), bws_file(write=access_97_file)], ids=["4", "97"])
def test_no_byte_makes_more_than_a_word(whole: bytes) -> None:
    chance = random.Random(20261123)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 4))):
            data[chance.randrange(len(data))] = chance.choice((0, 1, 0x40, 0x7F, 0xFF, chance.randrange(256)))
        with suppress(Malformed):
            read_all(bytes(data))
