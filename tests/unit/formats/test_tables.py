"""Tables as spreadsheets write them, and the true reason for every other file."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime
from typing import Any

import openpyxl
import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.formats import tables
from arrowswitch.formats.kinds import FileKind, Wanted, kind_of, refuse_others
from arrowswitch.formats.tables import rows_of
from tests.tables import for_each


def workbook(*rows: tuple[Any, ...], **sheets: list[tuple[Any, ...]]) -> bytes:
    """Returns a workbook of a first sheet with these rows, and of more sheets by their names."""
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.title = "名簿"
    for row in rows:
        first.append(row)
    for name, more in sheets.items():
        sheet = book.create_sheet(name)
        for row in more:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def pack_files(**parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name.replace("__", "/").replace("_", "."), text)
    return out.getvalue()


def with_part(content: bytes, name: str, text: bytes) -> bytes:
    """Returns a workbook with another text in one of its parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, text if part == name else old.read(part))
    return out.getvalue()


class TestWorkbook:
    def test_cells_are_read_as_people_see_them(self) -> None:
        values = ("春川 一葉", 101, 12.5, 7.0, 0.1 + 0.2, None, True, date(2026, 11, 21), datetime(2026, 11, 21, 9, 5))
        (row,) = rows_of(workbook(values), "x.xlsx")
        assert row == ["春川 一葉", "101", "12.5", "7", "0.3", "", "x", "2026-11-21", "2026-11-21 09:05"]

    def test_leading_zeros_of_the_format_are_kept(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        sheet["A1"] = 42
        sheet["A1"].number_format = "00000"
        out = io.BytesIO()
        book.save(out)
        assert rows_of(out.getvalue(), "x") == [["00042"]]

    def test_the_row_of_the_file_is_the_place_in_the_list(self) -> None:
        assert rows_of(workbook(("a",), (), ("b",), (), (None,)), "x") == [["a"], [""], ["b"]]

    def test_the_first_sheet_or_the_one_named_is_read(self) -> None:
        content = workbook(("first",), Teams=[("second",)])
        assert rows_of(content, "x") == [["first"]]
        assert rows_of(content, "x", " Teams ") == [["second"]]
        with pytest.raises(Malformed, match=r"table\.no-sheet") as refused:
            rows_of(content, "x", "nowhere")
        assert refused.value.problems[0].params["known"] == "名簿, Teams"

    def test_an_empty_sheet_names_the_others(self) -> None:
        with pytest.raises(Malformed, match=r"table\.empty-sheet"):
            rows_of(workbook(Teams=[("second",)]), "x")

    def test_a_hidden_sheet_is_not_the_first(self) -> None:
        book = openpyxl.load_workbook(io.BytesIO(workbook(("hidden",), Teams=[("shown",)])))
        book.worksheets[0].sheet_state = "hidden"
        out = io.BytesIO()
        book.save(out)
        assert rows_of(out.getvalue(), "x") == [["shown"]]

    def test_a_bomb_is_refused_before_it_is_unpacked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tables, "MOST_UNPACKED", 100_000)
        with pytest.raises(Malformed, match=r"table\.too-large"):
            rows_of(with_part(workbook(("a",)), "docProps/app.xml", b" " * 200_000), "x")

    def test_too_many_rows_are_refused_and_columns_far_out_are_not_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tables, "MOST_ROWS", 3)
        assert len(rows_of(workbook(*[("a",)] * 3), "x")) == 3
        with pytest.raises(Malformed, match=r"table\.too-long"):
            rows_of(workbook(*[("a",)] * 4), "x")
        wide = workbook(("a", *[None] * 200, "z"))
        assert rows_of(wide, "x") == [["a"]]

    @for_each("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml"])
    @for_each("text", [b"", b"<a", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
    def test_a_damaged_one_is_refused(self, part: str, text: bytes) -> None:
        with pytest.raises(Malformed, match=r"table\.(damaged|empty-sheet)"):
            rows_of(with_part(workbook(("a",)), part, text), "x")

    def test_a_cut_one_is_refused(self) -> None:
        content = workbook(("a",))
        with pytest.raises(Malformed, match=r"table\.damaged|file-kind\.zip"):
            rows_of(content[: len(content) // 2], "x")


class TestCsv:
    @for_each("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
    def test_texts_of_spreadsheets_are_read(self, encoding: str) -> None:
        assert rows_of("番号,氏名\n1,春川\n".encode(encoding), "x") == [["番号", "氏名"], ["1", "春川"]]

    def test_tabs_and_semicolons_separate_too(self) -> None:
        assert rows_of(b"a\tb\n1\t2\n", "x") == rows_of(b"a;b\n1;2\n", "x") == [["a", "b"], ["1", "2"]]


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
KINDS = {
    FileKind.XLS: OLE + "Workbook".encode("utf-16-le"),
    FileKind.ACCESS: b"\x00\x01\x00\x00Standard Jet DB\x00\x01",
    FileKind.LOCKED: OLE + "EncryptedPackage".encode("utf-16-le"),
    FileKind.DOCX: pack_files(word__document_xml="x"),
    FileKind.PPTX: pack_files(ppt__presentation_xml="x"),
    FileKind.ODS: pack_files(mimetype="x", content_xml="x"),
    FileKind.BACKUP: pack_files(backup_json="{}"),
    FileKind.ZIP: pack_files(holiday_txt="x"),
    FileKind.BOARDS_ZIP: pack_files(board_lin="x"),
    FileKind.PDF: b"%PDF-1.7\n",
    FileKind.PICTURE: b"\x89PNG\r\n\x1a\n",
    FileKind.HTML: b"\n<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>",
    FileKind.RESULTS_PAGE: b"<!DOCTYPE html><html><body>" + b" " * 9000 + b"<result-details v-bind:data='{}'>",
    FileKind.EVENT_FILE: b'{"format": "arrowswitch-event", "version": 1, "ledger": []}',
    FileKind.JSON: b'{"a": 1}',
    FileKind.XML: b"<?xml version='1.0'?><USEBIO/>",
    FileKind.PBN: b'% PBN 2.1\n[Event "x"]\n',
    FileKind.DEALS: b"[Document]\nHeadline=DealMaster\n",
    FileKind.EMPTY: b" \n ",
    FileKind.TABLE: b"a,b\n1,2\n",
    FileKind.TEXT: b"hello\n",
    FileKind.OTHER: b"abc\0def",
}


class TestKinds:
    @for_each("kind", KINDS, ids=str)
    def test_a_file_is_known_by_its_content(self, kind: FileKind) -> None:
        assert kind_of(KINDS[kind]) is kind

    @for_each("kind", [FileKind.XML, FileKind.PBN, FileKind.TABLE, FileKind.JSON, FileKind.HTML], ids=str)
    def test_text_of_two_bytes_a_character_is_known_as_well(self, kind: FileKind) -> None:
        assert kind_of(KINDS[kind].decode().encode("utf-16")) is kind

    def test_a_list_of_a_hundred_thousand_parts_is_not_read(self) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("xl/workbook.xml", b"PK\x01\x02" * 100_001)
        assert kind_of(packed.getvalue()) is FileKind.ZIP

    def test_every_kind_is_tried(self) -> None:
        assert {*KINDS, FileKind.XLSX} == set(FileKind)
        assert kind_of(workbook(("a",))) is FileKind.XLSX

    @for_each(
        "kind, wanted",
        [
            *((kind, Wanted.LIST) for kind in (FileKind.XLS, FileKind.PDF, FileKind.DOCX, FileKind.PICTURE)),
            *((kind, Wanted.LIST) for kind in (FileKind.HTML, FileKind.ZIP, FileKind.EVENT_FILE, FileKind.BACKUP)),
            *((kind, Wanted.EVENT) for kind in (FileKind.TABLE, FileKind.PDF, FileKind.BACKUP, FileKind.XLS)),
            *((kind, Wanted.BACKUP) for kind in (FileKind.EVENT_FILE, FileKind.TABLE, FileKind.DOCX)),
            *((kind, Wanted.TEXT) for kind in (FileKind.XLS, FileKind.PDF, FileKind.PICTURE, FileKind.BACKUP)),
            (FileKind.HTML, Wanted.RESULTS),
            (FileKind.DEALS, Wanted.LIST),
            (FileKind.ACCESS, Wanted.TEXT),
        ],
    )
    def test_a_wrong_kind_says_what_it_is_and_what_to_give(self, kind: FileKind, wanted: Wanted) -> None:
        with pytest.raises(Malformed) as refused:
            refuse_others(KINDS[kind], "list.csv", wanted)
        assert [problem.code for problem in refused.value.problems] == [f"file-kind.{kind}", f"file-wanted.{wanted}"]

    def test_the_right_ones_pass(self) -> None:
        refuse_others(KINDS[FileKind.TABLE], "x", Wanted.LIST)
        refuse_others(workbook(("a",)), "x", Wanted.LIST)
        refuse_others(KINDS[FileKind.EVENT_FILE], "x", Wanted.EVENT)
        refuse_others(KINDS[FileKind.BACKUP], "x", Wanted.BACKUP)
        refuse_others(KINDS[FileKind.EVENT_FILE], "x", Wanted.RESULTS)
