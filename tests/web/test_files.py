"""Files that pages offer for download."""

from __future__ import annotations

from arrowswitch.web.files import file_answer
from tests.tables import for_each


@for_each(
    "name, stored_name",
    [
        ("水曜例会 11/21", "%E6%B0%B4%E6%9B%9C%E4%BE%8B%E4%BC%9A%2011%2021"),
        ("../../etc: *?", "etc"),
        ("///", "arrowswitch"),
        ("x" * 300, "x" * 100),
    ],
)
def test_a_name_that_every_system_keeps(name: str, stored_name: str) -> None:
    answer = file_answer("", name, "csv")
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''{stored_name}.csv"
    assert answer.headers["cache-control"] == "no-store"


def test_what_is_shown_and_what_is_kept() -> None:
    inline = file_answer(b"%PDF", "sheet", "pdf", is_shown=True)
    assert inline.headers["content-disposition"].startswith("inline;")
    assert inline.headers["content-type"] == "application/pdf"
    download = file_answer("{}", "event", "arrowswitch.json")
    assert download.headers["content-disposition"].endswith("event.arrowswitch.json")
    assert download.headers["content-type"] == "application/json"
