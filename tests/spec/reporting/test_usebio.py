"""USEBIO and other files made of a report: the ranking and the masterpoints come back from them (R-310)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.federation.results import newest_session, results_of, usebio_gaps
from arrowswitch.formats.results.submission import Submission, parse_submission
from arrowswitch.formats.usebio.reader import read_usebio
from arrowswitch.formats.usebio.writer import write_usebio
from tests.form_events import Case, cases, play_case
from tests.rotation import rotate
from tests.spec.federation.test_federation import evening_of, report_at
from tests.tables import for_each
from tests.unit.cli.runner import cli

FORMS = tuple({(case.form, case.method): case for case in cases()}.values())


@rotate("case", FORMS, by=lambda case: case.axes[:3], ids=str)
def test_ranks_and_totals_come_back(case: Case) -> None:
    """Ranks, totals and names of everybody; parts that the file lacks are reported."""
    made = report_at(play_case(case))
    session = newest_session(made)
    results = results_of(made, session)
    back = read_usebio(write_usebio(results))
    expected = [(one.rank, round(one.total or 0, 2), one.is_tied) for one in (results.teams or results.contestants)]
    read_back = [(one.rank, round(one.total or 0, 2), one.is_tied) for one in (back.teams or back.contestants)]
    assert sorted(expected, key=str) == sorted(read_back, key=str)
    assert {one.names for one in back.contestants} == {one.names for one in results.contestants}
    assert len(back.lines) == len(results.lines) or usebio_gaps(made, session)


STRUCTURE = json.loads((Path(__file__).parents[2] / "data" / "usebio" / "structure.json").read_text(encoding="utf-8"))[
    "elements"
]
OUR_OWN = {("TRAVELLER_LINE", "ROUND_NUMBER"), ("TRAVELLER_LINE", "TABLE_NUMBER"), ("PLAYER", "TOTAL_SCORE")}
"""Parts that no other program's file has: the round and the table of a result, and the total of a single player."""


@rotate("case", FORMS, by=lambda case: case.axes[:3], ids=str)
def test_elements_stand_where_other_programs_write_them(case: Case) -> None:
    """Every element, attribute and order is one of those in fifteen files of other programs (`tests/data/usebio`)."""
    made = report_at(play_case(case))
    results = results_of(made, newest_session(made))
    upload = Submission("123456", "10", "Club", "Black")
    dealt = replace(
        results, submission=upload, deals={1: "N:AKQJ.T98.765.432 T987.765.432.AKQ 654.32.AKQJ.T987 32.AKQJ4.T98.J65"}
    )
    root = fromstring(write_usebio(dealt))
    assert set(_strangers(root)) <= OUR_OWN
    assert list(_out_of_order(root)) == []


def _strangers(element: Element) -> Iterator[tuple[str, str]]:
    structure = STRUCTURE.get(element.tag, {"children": [], "attributes": []})
    for name in element.attrib:
        if name not in structure["attributes"]:
            yield element.tag, f"@{name}"
    for child in element:
        if child.tag not in structure["children"]:
            yield element.tag, child.tag
        yield from _strangers(child)


def _out_of_order(element: Element) -> Iterator[tuple[str, str, str]]:
    tags = [child.tag for child in element]
    for before, after in STRUCTURE.get(element.tag, {"never_before": []})["never_before"]:
        if before in tags and after in tags[tags.index(before) :]:
            yield element.tag, before, after
    for child in element:
        yield from _out_of_order(child)


def test_masterpoints_are_in_the_file() -> None:
    """0.06 for each of the first pair; who was reported comes back with it."""
    made = report_at(evening_of())
    data = write_usebio(results_of(made, 1))
    awarded = [one.text for one in fromstring(data).iter("MASTER_POINTS_AWARDED")]
    assert sorted(text for text in awarded if text) == ["0.00", "0.00", "0.04", "0.04", "0.06", "0.06"]
    points = {one.ids: one.master_points for one in read_usebio(data).contestants}
    assert points == {one.ids: one.master_points for one in results_of(made, 1).contestants}
    assert max(filter(None, points.values())) == Fraction(6, 100)


def test_what_the_ebu_asks_is_in_the_file() -> None:
    """Club number, charge code, scale and colour come back; without them nothing of an upload is written."""
    results = results_of(report_at(evening_of()), 1)
    upload = Submission("123456", "10", "Club", "Black", is_awarded=True)
    root = fromstring(write_usebio(replace(results, submission=upload)))
    assert read_usebio(write_usebio(replace(results, submission=upload))).submission == upload
    assert [one.text for one in root.iter("CLUB_ID_NUMBER")] == ["123456"]
    assert {one.text for one in root.iter("MASTER_POINT_TYPE")} == {"Black"}
    assert [root.findtext(f"EVENT/{tag}") for tag in ("SESSION_COUNT", "SECTION_COUNT")] == ["1", "1"]
    assert not list(fromstring(write_usebio(results)).iter("MPS_AWARDED_FLAG"))
    later = b"<USEBIO><EVENT><EBU_CHARGE_CODE>22</EBU_CHARGE_CODE><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>"
    line = b"<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>420</SCORE></TRAVELLER_LINE>"
    assert read_usebio(later + line + b"</BOARD></EVENT></USEBIO>").submission.charge == "22"


@for_each(
    "values, codes",
    [
        (("12 34", "10", "Club", "Black"), ["submission.club-number"]),
        (("1", "x", "Moon", "Pink"), ["submission.charge", "submission.scale", "submission.colour"]),
        (("1", "1000", "", ""), ["submission.charge"]),
    ],
)
def test_values_that_no_upload_has_are_told(values: tuple[str, str, str, str], codes: list[str]) -> None:
    with pytest.raises(Malformed) as caught:
        parse_submission(*values)
    assert [problem.code for problem in caught.value.problems] == codes


def test_on_the_command_line(tmp_path: Path) -> None:
    evening = evening_of()
    (tmp_path / "event.json").write_text(evening.tournament.export(evening.event_id), encoding="utf-8")
    assert cli("report", "event.json", "-o", "r.xml", folder=tmp_path).code == 0
    scored = cli("score", "r.xml", "--json", folder=tmp_path).json
    assert {row["rank"] for row in scored["standings"]} == {1, 2, 3}
    options = ("--club-number", "99", "--charge", "10", "--point-scale", "county", "--point-colour", "green")
    assert cli("report", "event.json", "-o", "u.xml", *options, folder=tmp_path).code == 0
    assert read_usebio((tmp_path / "u.xml").read_bytes()).submission.scale == "County"
    assert cli("report", "event.json", "-o", "u.xml", "--charge", "ten", folder=tmp_path).code == 1
    assert cli("report", "event.json", "-o", "r.doc", folder=tmp_path).code == 1
    assert cli("report", "event.json", "-o", "r.jannersten.txt", folder=tmp_path).code == 0
    again = cli("score", "r.jannersten.txt", "--json", folder=tmp_path).json
    assert {row["rank"] for row in again["standings"]} == {1, 2, 3}


def test_one_session_of_several_is_told() -> None:
    made = report_at(evening_of())
    later = tuple(replace(one, session=2) for one in made.results)
    both = replace(made, results=(*made.results, *later))
    assert "federation.one-session" in {problem.code for problem in usebio_gaps(both, 1)}
