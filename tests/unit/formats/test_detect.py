"""Any file: its format, or a clear refusal."""

import pytest

from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.formats.detect import format_of, read_results, writer_for
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
