"""The report of a simultaneous event: everybody over all clubs, and every board of every club (R-310, R-320, R-411)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

import jsonschema
import pytest

from arrowswitch.core.reporting.faults import faults_of
from arrowswitch.core.reporting.report import Report
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.core.scoring.standings import ScoredLine
from arrowswitch.formats.federation.json_report import read_report, write_report
from arrowswitch.formats.federation.results import results_of
from arrowswitch.formats.federation.shapes import schema
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.federation.federation import Federation, ReportOutcome
from arrowswitch.tournament.reporting import field_report
from arrowswitch.tournament.reporting.field_report import report_of_field
from arrowswitch.tournament.reporting.report import Letter
from arrowswitch.tournament.scored.lines import scored_sides
from tests.builders import Evening, FixedClock
from tests.simultaneous_clubs import SCORES, Organiser, club_evening, file_of, organiser, play_open, read
from tests.tables import for_each

NAMES = ("青葉", "若葉", "双葉")
RULED = (*SCORES, "A+/A-", "60%/40%", "140/-50", "NP")
WEIGHED = (*SCORES, "60% 420, 40% 170")


def evenings(scores: Sequence[str]) -> list[Evening]:
    return [play_open(club_evening(name, first=at), at, scores) for at, name in enumerate(NAMES, start=1)]


def field_of(clubs: list[Evening], method: Method) -> Organiser:
    host = organiser(10, method=method, game_class=2)
    host.clubs(*NAMES)
    for number, evening in enumerate(clubs, start=1):
        host.fields.take(host.field_id, number, file_of(evening), f"{number}.json", read)
    return host


def report_at(host: Organiser) -> Report:
    fields = host.fields
    uploads = fields.uploads(host.field_id).values()
    return report_of_field(host.field_id, 1, fields.score_now(host.field_id), uploads, Letter("主催クラブ"))


@pytest.mark.slow
@for_each("scores, method", [(SCORES, Method.MATCHPOINTS), (RULED, Method.MATCHPOINTS), (WEIGHED, Method.IMPS)])
def test_the_boards_of_all_clubs_add_up_to_the_totals_of_the_field(scores: Sequence[str], method: Method) -> None:
    """The file is as the schema says and is taken whole; its boards are the clubs' own, its totals the field's."""
    clubs = evenings(scores)
    host = field_of(clubs, method)
    made = report_at(host)
    data = write_report(made)
    jsonschema.validate(json.loads(data), schema())
    assert read_report(data) == made
    assert list(faults_of(made)) == []
    by_pair = {(one.board, one.ns, one.ew): one for one in made.results}
    assert len(by_pair) == len(made.results) == host.fields.score_now(host.field_id).results
    for number, evening in enumerate(clubs, start=1):
        for entry in evening.state.results.values():
            sides = scored_sides(evening.state.session(1), entry)
            ns, ew = (tuple(f"{number}-{one}" for one in side) for side in sides)
            entry_ = parse_entry(by_pair[entry.slot.board, ns, ew].text, board=entry.slot.board)
            assert (entry_.ns_award, entry_.ew_award) == (entry.ns_award, entry.ew_award)
            assert (entry_.result is None) == (entry.result is None)
    totals: dict[str, Fraction] = {
        row.standing.number: row.standing.total for row in host.fields.score_now(host.field_id).rows
    }
    sums = dict.fromkeys(totals, Fraction(0))
    for result in made.results:
        sums[result.ns[0]] += result.ns_points or 0
        sums[result.ew[0]] += result.ew_points or 0
    assert {one.number: one.results + one.adjustment for one in made.contestants} == totals
    if scores is SCORES:
        assert sums == totals
        lines = results_of(made, 1).lines
        assert {line.line.ns_outcome for line in lines} == {row.line.ns_outcome for row in _rows(host)}
    report = Federation(MemoryStore(), FixedClock()).take([(read_report(data), "digest")])
    assert [one.outcome for one in report] == [ReportOutcome.TAKEN]


def _rows(host: Organiser) -> list[ScoredLine]:
    return [row for board in host.fields.score_now(host.field_id).standings.shown_boards() for row in board.rows]


def test_a_field_of_too_many_results_leaves_its_boards_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    host = field_of(evenings(SCORES), Method.MATCHPOINTS)
    monkeypatch.setattr(field_report, "MOST_RESULTS", 150)
    assert len(report_at(host).results) == 150
    monkeypatch.setattr(field_report, "MOST_RESULTS", 149)
    made = report_at(host)
    assert (made.results, made.results_left_out) == ((), 150)
    again = read_report(write_report(made))
    assert again == made
    (report,) = Federation(MemoryStore(), FixedClock()).take([(again, "digest")])
    assert report.outcome is ReportOutcome.TAKEN
    assert ("federation.results-left-out", {"n": 150}) in [(one.code, one.params) for one in report.problems]
