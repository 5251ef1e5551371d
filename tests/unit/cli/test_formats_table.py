"""The table of formats: its rows are those of the program, and a sample of each goes there and back."""

from __future__ import annotations

import re
from pathlib import Path

from arrowswitch.formats.deals.formats import DEAL_FORMATS
from arrowswitch.formats.detect import EVERY_FORMAT, FORMATS, format_of, read_results
from arrowswitch.formats.results.file_formats import Format
from tests.foreign.bbo_pages import bbo_lin
from tests.foreign.facts import pairs_event
from tests.foreign.samples import SAMPLES
from tests.rotation import choose, rotate
from tests.tables import for_each
from tests.unit.cli.runner import cli
from tests.web.test_player_columns import names

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Returns the cells of the table under a heading of the page."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_format_of_results_has_its_row() -> None:
    by_name = {re.findall(r"`([^`]+)`", row[0])[0]: row[2:4] for row in rows("Results")}
    assert by_name == {
        form.name: ["yes" if form.read else "no", "yes" if isinstance(form, Format) else "no"] for form in EVERY_FORMAT
    }
    assert set(SAMPLES) == {form.name for form in EVERY_FORMAT if form.read}


def test_every_ending_is_told() -> None:
    for row, form in zip(rows("Results"), EVERY_FORMAT, strict=True):
        assert not form.endings or any(f"`{ending}`" in row[4] for ending in form.endings), form.name


def test_every_format_of_deals_has_its_row() -> None:
    assert [row[0].strip("`") for row in rows("Deals")] == [form.name for form in DEAL_FORMATS]


@for_each("row", rows("Member lists"), ids=lambda row: row[0])
def test_headings_of_member_lists_are_recognised(row: list[str]) -> None:
    number = re.findall("`([^`]+)`", row[1])
    ways = [re.findall("`([^`]+)`", way) for way in row[2].split(", or ")]
    heads = [*number[:1], *ways[-1][:1]] if len(ways) > 1 and len(ways[-1]) == 1 else [*number[:1], *ways[0]]
    for heading in number:
        cells = ["Oak"] * (len(heads) - 1)
        (player,) = names(f"{','.join([heading, *heads[1:]])}\n{','.join(['7001', *cells])}\n")
        assert player[0] == "7001"
        assert "Oak" in player[1]


@rotate("name", SAMPLES)
def test_a_sample_is_read_scored_written_and_read_again(tmp_path: Path, name: str) -> None:
    """On the command line: an event, a score, and each format that has room for what the file has."""
    file, make = SAMPLES[name]
    data = make()
    (tmp_path / file).write_bytes(data)
    assert format_of(data, file).name == name
    made = cli("event", file, "-o", "event.json", "--json", folder=tmp_path)
    assert made.code == 0, made.err
    event = cli("score", "event.json", "--json", folder=tmp_path)
    assert event.code == 0, event.err
    results = read_results(data, file)
    forms = [form for form in FORMATS if form.read is not None]
    for form in choose(forms, f"written {name}") if results.method is not None else []:
        out = f"again{form.endings[0]}"
        written = cli("convert", file, out, "--json", folder=tmp_path)
        assert written.code == 0, written.err
        again = read_results((tmp_path / out).read_bytes(), out)
        assert len(again.lines) == len(results.lines), form.name
        assert {one.score for one in again.lines} == {one.score for one in results.lines}, form.name


def test_a_folder_is_read_as_its_zip_file(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    event = pairs_event("cross-imp-howell")
    for board in (1, 2):
        for place, result in enumerate(event.sections[0].boards[board]):
            (tmp_path / "boards" / f"{board}-{place}.lin").write_text(bbo_lin(board, result), encoding="utf-8")
    (tmp_path / "boards" / "notes.txt").write_text("x", encoding="utf-8")
    made = cli("event", "boards", "-o", "event.json", "--json", folder=tmp_path)
    assert made.code == 0, made.err
    assert made.json["boards"] == 2
    (tmp_path / "empty").mkdir()
    assert cli("event", "empty", "-o", "event.json", folder=tmp_path).code == 1
