"""The report to the federation of events of every form: its file, its sums, its masterpoints (R-310, R-320, R-321;
manual, lines 3914-3919)."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.core.reporting.report import Report, ReportedContestant
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.formats.federation.json_report import read_report, write_report
from arrowswitch.formats.federation.shapes import schema
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.reporting import NoteReceipt, NoteReportSent
from arrowswitch.tournament.model.slices.rulings import ExpelPlayer
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.reporting import Channel
from arrowswitch.tournament.ranking.divided import field_of_event, overall
from arrowswitch.tournament.reporting.report import Letter, report_to_send
from tests.builders import Evening, mitchell_evening
from tests.form_events import Case, cases, play_case
from tests.rotation import rotate
from tests.tables import for_each

LETTER = Letter("例会クラブ", "Arrowswitch 0", "2026-11-21T22:20:00+09:00")


def report_at(evening: Evening) -> Report:
    return report_to_send(evening.state, evening.tournament.ledger(evening.event_id), LETTER)


@pytest.fixture
def evening() -> Evening:
    """Three tables, N-S and E-W apart, class 2, everything entered."""
    made = mitchell_evening()
    made.play_all()
    made.do(
        ChangeSettings(replace(made.state.settings, awards=replace(made.state.settings.awards, master_point_class=2)))
    )
    return made


FORMS = tuple({(case.form, case.method): case for case in cases()}.values())
"""One event of each form and method."""


@rotate("case", FORMS, by=lambda case: case.axes[:3], ids=str)
def test_every_form_has_a_report_without_a_fault(case: Case) -> None:
    """R-310: the file is as the schema says, holds everybody with the place of the ranking, and adds up."""
    evening = play_case(case)
    made = report_at(evening)
    data = write_report(made)
    jsonschema.validate(json.loads(data), schema())
    assert read_report(data) == made
    assert list(faults_of(made)) == []
    state = evening.state
    seated = {e for session in state.sessions.values() for s in session.sections.values() for e in s.numbers.values()}
    assert {p.name for _, p in made.players()} == {p.name for entry in seated for p in state.entry(entry).people}
    field = field_of_event(evening.state)
    for standing in overall(field):
        places = {field.contestants[row.number].number: row.place for row in standing.ranking}
        contestants = (c for c in made.contestants if standing.side in (None, c.side))
        assert {c.number: c.place or c.rank for c in contestants if c.number in places} == places


class TestMasterpoints:
    def test_a_weekly_game_by_its_formula(self, evening: Evening) -> None:
        """Three pairs a side, class 2: the first of two places paid gets 0.02 x 3 = 0.06, the second 0.7 of it."""
        firsts = [[p.points for p in field.contestants[0].players] for field in report_at(evening).fields]
        assert firsts == [[Fraction(6, 100)] * 2] * 2

    def test_none_where_the_office_reckons_them(self, evening: Evening) -> None:
        """R-320: a sectional event: ranks, and no points."""
        evening.do(ChangeSettings(replace(evening.state.settings, event_class=EventClass.SECTIONAL)))
        made = report_at(evening)
        assert made.event.is_office_points
        assert {p.points for _, p in made.players()} == {None}
        assert {one.rank for one in made.contestants} == {1, 2, 3}

    def test_none_for_who_was_sent_out(self, evening: Evening) -> None:
        """R-321: regulations summary, line 256."""
        first = report_at(evening).fields[0].contestants[0]
        name = first.players[0].name
        evening.do(ExpelPlayer(Place(1, "A"), Number(first.number), name), reason="third offence")
        out, partner = report_at(evening).fields[0].contestants[0].players
        assert (out.is_expelled, out.points, partner.points) == (True, Fraction(0), Fraction(6, 100))
        assert list(faults_of(report_at(evening))) == []


class TestFaults:
    """A report that was changed by hand is refused."""

    def test_another_total(self, evening: Evening) -> None:
        made = report_at(evening)
        assert _codes(_with_first(made, total=Fraction(99))) == {"federation.total-sum"}
        assert _codes(_with_first(made, results=Fraction(99))) == {"federation.results-sum", "federation.total-sum"}

    def test_another_rank(self, evening: Evening) -> None:
        assert "federation.rank-number" in _codes(_with_first(report_at(evening), rank=2))

    def test_places_exchanged(self, evening: Evening) -> None:
        made = report_at(evening)
        first, second, *others = made.fields[0].contestants
        swapped = (replace(second, rank=first.rank), replace(first, rank=second.rank), *others)
        assert "federation.rank-order" in _codes(_with_field(made, swapped))

    def test_points_that_the_formula_does_not_give(self, evening: Evening) -> None:
        made = report_at(evening)
        first = made.fields[0].contestants[0]
        more = tuple(replace(p, points=Fraction(1)) for p in first.players)
        assert _codes(_with_first(made, players=more)) == {"federation.points-formula"}
        office = replace(made, event=replace(made.event, is_office_points=True, grade=EventClass.SECTIONAL))
        assert _codes(office) == {"federation.points-of-office"}

    def test_a_member_twice(self, evening: Evening) -> None:
        made = report_at(evening)
        both = tuple(replace(p, number="900001") for p in made.fields[0].contestants[0].players)
        assert _codes(_with_first(made, players=both)) == {"federation.player-twice"}

    def test_a_result_changed(self, evening: Evening) -> None:
        made = report_at(evening)
        changed = replace(made.results[0], ns_points=Fraction(7))
        assert _codes(replace(made, results=(changed, *made.results[1:]))) == {"federation.results-sum"}

    def test_not_complete(self) -> None:
        begun = mitchell_evening()
        begun.enter(1, 1, 1, "140")
        assert "federation.not-complete" in _codes(report_at(begun))


class TestSending:
    def test_the_version_and_what_changed(self, evening: Evening) -> None:
        """The next report counts on, and says what is another: the result, and what came of it."""
        first = report_at(evening)
        assert (first.version, first.changes) == (1, ())
        evening.do(NoteReportSent(first.seq, Channel.HAND, "office"))
        again = report_at(evening)
        assert (again.version, again.seq, again.changes) == (1, first.seq, ())
        evening.do(NoteReceipt(1, "No. 17"))
        assert report_at(evening).version == 1
        evening.enter(1, 1, 1, "1400")
        second = report_at(evening)
        assert second.version == 2
        assert {"result", "total", "percent"} <= {one.what for one in second.changes}
        change = next(one for one in second.changes if one.what == "result")
        assert change.before.endswith("PASS")
        assert change.after.endswith("+1400")

    def test_what_was_sent_is_not_taken_back(self, evening: Evening) -> None:
        """An undo passes over it: the result before is taken back."""
        evening.do(NoteReportSent(report_at(evening).seq, Channel.MAIL, "office@example.org"))
        evening.do(Undo())
        assert len(evening.state.publication.reports) == 1
        assert report_at(evening).version == 2


class TestReading:
    """Files of others: every fault is reported, with its line."""

    @for_each(
        "text, code",
        [
            ("{}", "federation.not-report"),
            ("[]", "json-file.not-object"),
            ('{"format": "arrowswitch-report", "format_version": 2}', "federation.newer"),
            ('{"format": "arrowswitch-report", "format_version": 1}', "json-file.missing"),
            ("{", "format.json"),
            ("", "format.empty"),
        ],
    )
    def test_no_report(self, text: str, code: str) -> None:
        with pytest.raises(Malformed) as caught:
            read_report(text.encode())
        assert caught.value.problems[0].code == code

    def test_each_value_with_its_line(self, evening: Evening) -> None:
        plain = json.loads(write_report(report_at(evening)))
        plain["event"]["date"] = "yesterday"
        plain["event"]["grade"] = "galactic"
        plain["fields"][0]["contestants"][0]["total"] = [7]
        plain["results"][0]["board"] = -1
        with pytest.raises(Malformed) as caught:
            read_report(json.dumps(plain, indent=1).encode())
        places = {problem.where.partition(", ")[2] for problem in caught.value.problems}
        assert places == {"event.date", "event.grade", "fields[0].contestants[0].total", "results[0].board"}

    def test_half_a_file(self, evening: Evening) -> None:
        data = write_report(report_at(evening))
        for cut in range(0, len(data) - 1, 97):
            with pytest.raises(Malformed):
                read_report(data[:cut])


def test_the_published_schema_is_fresh() -> None:
    page = Path(__file__).parents[3] / "docs" / "reference" / "report.schema.json"
    assert json.loads(page.read_text(encoding="utf-8")) == schema()


def _codes(report: Report) -> set[str]:
    return {problem.code for problem in faults_of(report)}


def _with_first(report: Report, **changes: Any) -> Report:
    first, *others = report.fields[0].contestants
    return _with_field(report, (replace(first, **changes), *others))


def _with_field(report: Report, contestants: tuple[ReportedContestant, ...]) -> Report:
    return replace(report, fields=(replace(report.fields[0], contestants=contestants), *report.fields[1:]))
