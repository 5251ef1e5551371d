"""Any file: its format, or a clear refusal."""

import pytest

from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.formats.detect import format_of, read_results, writer_for
from tests.foreign import foreign_file
from tests.tables import for_each


@for_each("name", ["notes.doc", "page.html", "noending"])
def test_files_of_no_known_format(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_results(b"Dear members,\nit was a pleasant evening.\n", name)
    assert caught.value.problems[0].code == "format.unknown"


def test_the_name_settles_a_doubt() -> None:
    assert format_of(b"who,where\nOak,hall\n", "results.csv").name == "csv"


def test_an_unknown_ending_cannot_be_written() -> None:
    with pytest.raises(Refused) as caught:
        writer_for("results.docx")
    assert ".csv" in str(caught.value.problems[0].params["known"])


@for_each(
    "data, name",
    [(b'[{"board": 1}]', "json"), (b'[Event "x"]', "pbn"), (b"% PBN 2.1\n", "pbn"), (b" \n<USEBIO/>", "usebio")],
)
def test_what_is_in_the_file_counts(data: bytes, name: str) -> None:
    assert format_of(data, "anything").name == name


@for_each("name", ["sample.dlm", "sample.dup", "sample.dge", "sample.bri", "samp2.goe"])
def test_a_file_of_deals_is_sent_to_the_deals_page(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_results(foreign_file(name), name)
    assert [problem.code for problem in caught.value.problems] == ["file-kind.deals", "file-wanted.results-not-deals"]


@for_each("text", ["[Movement]\nTables=4\n", "[\nEBUScore]\n", "{4 tables}\n1-8 A\n", "EBUScore\n[x]\n"])
def test_a_text_in_brackets_is_not_json(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_results(text.encode(), "movement.txt")
    assert caught.value.problems[0].code == "csv.no-columns"


def test_xml_of_two_bytes_a_character_is_read() -> None:
    text = foreign_file("mp-mitchell-11-tables.xml").decode()
    wide = "\ufeff" + text.partition("?>")[2]
    assert len(read_results(wide.encode("utf-16-le"), "x").lines) == len(read_results(text.encode(), "x").lines)
