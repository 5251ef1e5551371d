"""Every format that is read and written returns the same values, for the small sample and for random results."""

import contextlib
import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, Played
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, NotPlayed, TableScore, Weighted
from arrowswitch.core.scoring.slips import SlipEntry
from arrowswitch.formats.detect import FORMATS, format_of, read_results, writer_for
from arrowswitch.formats.results.entries import outcomes
from arrowswitch.formats.results.file_formats import Format
from arrowswitch.formats.results.results import FileLine, ResultsFile
from tests.tables import for_each
from tests.unit.formats.samples import SMALL, line

FOLDER = Path(__file__).parents[2] / "data" / "standards" / "formats"
BOTH_WAYS = [form for form in FORMATS if form.read is not None]
both_ways = pytest.mark.parametrize("form", BOTH_WAYS, ids=lambda form: form.name)
each_format = for_each("form", BOTH_WAYS, ids=lambda form: form.name)


def again(form: Format, results: ResultsFile) -> ResultsFile:
    return read_results(form.write(results), f"results{form.endings[0]}")


def essentials(results: ResultsFile) -> list[tuple[object, ...]]:
    return sorted(((one.line, one.result, one.ns_points, one.ew_points) for one in results.lines), key=str)


@each_format
def test_lines_and_points(form: Format) -> None:
    """R-389: results, contracts, artificial scores and published points survive CSV, USEBIO, PBN and JSON."""
    read = again(form, SMALL)
    assert essentials(read) == essentials(SMALL)
    assert read.winners == 1
    assert read.method is Method.MATCHPOINTS


@for_each("form", [form for form in BOTH_WAYS if form.name != "csv"], ids=lambda form: form.name)
def test_names_ranks_and_deals(form: Format) -> None:
    """R-310: event, date, players, ranks and totals are in the file for the office."""
    read = again(form, SMALL)
    assert (read.event, read.date, read.deals) == (SMALL.event, SMALL.date, SMALL.deals)
    for contestant in SMALL.contestants:
        copy = read.contestant(contestant.number)
        assert copy is not None
        assert [name.replace('"', "'") for name in contestant.names] == [name.replace('"', "'") for name in copy.names]
        assert (copy.rank, copy.is_tied, copy.total, copy.percent) == (
            contestant.rank,
            contestant.is_tied,
            contestant.total,
            contestant.percent,
        )


def test_players_numbers_reach_the_office() -> None:
    """R-310: USEBIO carries the players' membership numbers, ranks and points."""
    contestant = again(FORMATS[1], SMALL).contestant(Number("1"))
    assert contestant is not None
    assert contestant.ids == ("9001", "9002")


@each_format
def test_two_fields_that_both_number_from_one(form: Format) -> None:
    lines = (
        line(1, "NS1", "EW1", "4S= N"),
        line(1, "NS2", "EW2", "420"),
        line(2, "NS1", "EW2", "-50"),
        line(2, "NS2", "EW1", "NP"),
    )
    read = again(form, ResultsFile("x", lines, (), winners=2))
    assert read.winners == 2
    assert read.fields == (("NS1", "NS2"), ("EW1", "EW2"))
    assert read.lines[3].line.ns_outcome == NotPlayed()


@each_format
def test_single_players(form: Format) -> None:
    core = Line(1, (Number("1"), Number("5")), (Number("2"), Number("6")), TableScore(420), TableScore(420))
    file = ResultsFile("x", (FileLine(core),), (), winners=1, kind=ContestantKind.PLAYER)
    read = again(form, file)
    assert read.kind is ContestantKind.PLAYER
    assert read.lines[0].line == core


@each_format
def test_sections(form: Format) -> None:
    lines = (
        line(1, "1", "2", "420", section="A"),
        line(1, "11", "12", "450", section="B"),
        line(2, "2", "1", "-50", section="A"),
        line(2, "12", "11", "50", section="B"),
    )
    read = again(form, ResultsFile("x", lines, (), winners=1))
    assert essentials(read) == essentials(ResultsFile("x", lines, (), winners=1))
    assert {one.line.ns[0]: one.section for one in read.lines} == {"1": "A", "11": "B", "2": "A", "12": "B"}


@each_format
def test_a_weighted_score(form: Format) -> None:
    award = Weighted(((620, Fraction(3, 5)), (170, Fraction(2, 5))))
    core = Line(4, (Number("1"),), (Number("2"),), award, award)
    read = again(form, ResultsFile("x", (FileLine(core), line(4, "3", "4", "420")), (), winners=1))
    assert read.lines[0].line == core


results = st.builds(
    Played,
    st.builds(
        Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Doubling), st.sampled_from(Seat)
    ),
    st.integers(0, 13),
)


@both_ways
@given(played=st.lists(results, min_size=1, max_size=8), board=st.integers(1, 99))
def test_any_result(form: Format, played: list[Played], board: int) -> None:
    lines = []
    for place, result in enumerate(played):
        ns, ew = outcomes(SlipEntry(result), board)
        numbers = (Number(str(2 * place + 1)),), (Number(str(2 * place + 2)),)
        lines.append(FileLine(Line(board, *numbers, ns, ew), result))
    file = ResultsFile("x", tuple(lines), (), winners=1)
    assert essentials(again(form, file)) == essentials(file)


@both_ways
@given(data=st.binary(max_size=200))
def test_no_bytes_crash_a_reader(form: Format, data: bytes) -> None:
    """Cut or foreign files are read or refused with problems, never with another exception."""
    assert form.read is not None
    with contextlib.suppress(Mistake):
        form.read(data)


@both_ways
@given(cut=st.integers(0, 400))
def test_files_cut_off_anywhere(form: Format, cut: int) -> None:
    data = form.write(SMALL)
    assert form.read is not None
    with contextlib.suppress(Mistake):
        form.read(data[: max(0, len(data) - cut)])


@each_format
def test_the_format_is_known_by_what_is_in_the_file(form: Format) -> None:
    assert format_of(form.write(SMALL), "mail-attachment").name == form.name


def test_the_writer_is_known_by_the_ending() -> None:
    assert writer_for("out/RESULTS.XML").name == "usebio"
    assert writer_for("page.htm").name == "html"


def test_other_programs_open_what_is_written() -> None:
    """R-389: CSV, JSON, XML and HTML are read by parsers that know nothing of this program."""
    written = {form.name: form.write(SMALL) for form in FORMATS}
    rows = list(csv.DictReader(io.StringIO(written["csv"].decode("utf-8-sig"))))
    assert [(row["board"], row["ns"], row["ew"], row["score"]) for row in rows] == [
        ("1", "1", "2", "-100"),
        ("1", "3", "4", "-460"),
        ("2", "2", "3", "0"),
        ("2", "4", "1", "60%/40%"),
    ]
    assert json.loads(written["json"])["boards"][0]["results"][0]["contract"] == "4SX"
    root = ElementTree.fromstring(written["usebio"])
    assert [node.text for node in root.iter("SCORE")] == ["-100", "-460", "0", "A6040"]
    page = _Words()
    page.feed(written["html"].decode())
    assert {"4♠×", "−100", "Alder Oak / Birch Elm"} <= set(page.words)


def test_another_library_opens_the_pbn() -> None:
    """R-389: endplay, a PBN library of others, read boards, dealers and deals of the very file that is written."""
    expected = json.loads((FOLDER / "pbn_read_by_endplay.json").read_text(encoding="utf-8"))
    assert FORMATS[2].write(SMALL).decode().split("\r\n") == expected["file"]
    assert [(row["board"], row["dealer"], row["vulnerable"]) for row in expected["read"]] == [
        (1, "N", "none"),
        (2, "E", "ns"),
    ]
    assert expected["read"][0]["deal"] == SMALL.deals[1]


class _Words(HTMLParser):
    """Collects the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_html_is_one_safe_page() -> None:
    """R-389: the page opens anywhere without the program, and names in it cannot become markup."""
    page = writer_for("page.html").write(replace(SMALL, event="<script>x</script>")).decode()
    assert "<script>" not in page
    assert "A&lt;b&gt;" in page
    assert "春川 一" in page
    assert "4♠×" in page
    assert "src=" not in page
    assert "href=" not in page
