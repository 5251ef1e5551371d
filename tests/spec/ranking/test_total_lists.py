"""Strata and handicaps on the total of two sessions, by points and by percentage. R-213, R-216, R-218, R-225, R-299;
manual, lines 1315-1320, 1521-1532, 2219, 4205."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import SessionsBy
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.ranking.total import document
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry
from arrowswitch.tournament.ranking.event_total import event_total, why_sessions
from arrowswitch.tournament.ranking.further import FurtherKind
from arrowswitch.tournament.ranking.total_lists import TotalList, total_lists
from arrowswitch.tournament.scored.lines import section_number
from tests.big_events import begin, fill, go_on, half_up, reckon_event
from tests.builders import Evening
from tests.paper import open_part
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.unit.cli.runner import cli
from tests.web.playing import Playing, at_desk, codes

STRATA = (PointLimit("A", None), PointLimit("B", 300), PointLimit("C", 100))
POINTS = (50, 1000, 200, 90, 299, 301, 100)


@pytest.fixture(scope="module")
def weekend() -> Evening:
    """Returns 41 pairs in two sessions of sections that are not of one size, with points and handicaps."""
    evening = new_event(41, 2, sessions=2, minutes=200, strata=STRATA)
    for at, entry in enumerate(list(evening.state.entries.values())):
        people = tuple(
            replace(one, master_points=POINTS[(at + partner) % 7] * 100, handicap=Fraction(at % 5))
            for partner, one in enumerate(entry.people)
        )
        evening.do(ChangeEntry(entry.entry_id, people))
    begin(evening)
    fill(evening, 1, seed=3)
    go_on(evening, 2)
    fill(evening, 2, seed=4)
    return evening


def lists(evening: Evening, kind: FurtherKind, by: SessionsBy | None = None) -> list[TotalList]:
    state = replace(
        evening.state,
        settings=replace(evening.state.settings, scoring=replace(evening.state.settings.scoring, total_by=by)),
    )
    return [one for one in total_lists(state, event_total(state)) if one.kind is kind]


class TestTotalLists:
    def test_strata_rank_the_total(self, weekend: Evening) -> None:
        """R-216: B has the pairs of up to 300 points, C those of up to 100, by the partner with more; places by the
        total of both sessions, as the small form reckons it."""
        wanted = reckon_event(weekend.state).totals
        strata = lists(weekend, FurtherKind.STRATUM)
        assert [one.name for one in strata] == ["B", "C"]
        for stratum, most in zip(strata, (300, 100), strict=True):
            entries = weekend.state.entries.values()
            within = {e.entry_id for e in entries if max(p.master_points for p in e.people) <= most * 100}
            rows = [row for row in stratum.rows if row.entry is not None]
            assert {row.entry.entry_id for row in rows if row.entry is not None} == within
            for row in rows:
                assert row.entry is not None
                better = sum(wanted[other] > wanted[row.entry.entry_id] for other in within)
                assert row.standing.total == wanted[row.entry.entry_id]
                assert better + 1 == row.standing.rank or row.standing.is_tied

    def test_handicaps_are_percent_of_what_could_be_won(self, weekend: Evening) -> None:
        """R-218: a percentage of all boards, each scaled to the larger top, as the small form counts them; the
        percentage is that much more, and the places follow it."""
        assert weekend.state.settings.scoring.handicap_kind is HandicapKind.PERCENT
        wanted = reckon_event(weekend.state)
        real = {row.standing.number: row.standing for row in event_total(weekend.state).rows}
        (handicaps,) = lists(weekend, FurtherKind.HANDICAP)
        assert len(handicaps.rows) == 41
        for row in handicaps.rows:
            assert row.entry is not None
            before, handicap = real[row.standing.number], row.entry.people[0].handicap
            assert before.percent is not None
            assert row.standing.percent == half_up(before.percent + handicap)
            assert row.standing.total == half_up(before.total + handicap * wanted.boards * wanted.top / 100)
            assert handicaps.notes[row.standing.number] == handicap
        ranked = [row.standing.total for row in handicaps.rows]
        assert ranked == sorted(ranked, reverse=True)

    def test_by_percentage_every_session_counts_alike(self, weekend: Evening) -> None:
        """R-213, R-225: the mean of both percentages, with handicaps that much more; points are as they were."""
        state = replace(
            weekend.state,
            settings=replace(
                weekend.state.settings, scoring=replace(weekend.state.settings.scoring, total_by=SessionsBy.PERCENT)
            ),
        )
        by_points = {row.standing.number: row.standing for row in event_total(weekend.state).rows}
        view = event_total(state)
        for row in view.rows:
            parts = [one.standing.percent or Fraction(0) for one in row.sessions]
            assert row.standing.percent == half_up(sum(parts, Fraction(0)) / 2)
            assert row.standing.total == by_points[row.standing.number].total
        ranked = [row.standing.percent or Fraction(0) for row in view.rows]
        assert ranked == sorted(ranked, reverse=True)
        real = {row.standing.number: row.standing.percent or Fraction(0) for row in view.rows}
        (after,) = lists(weekend, FurtherKind.HANDICAP, SessionsBy.PERCENT)
        assert all(
            row.standing.percent == half_up(real[row.standing.number] + after.notes[row.standing.number])
            for row in after.rows
        )

    def test_why(self, weekend: Evening) -> None:
        """Every total and every result after the handicap is where its explanation ends."""
        view, (after,) = event_total(weekend.state), lists(weekend, FurtherKind.HANDICAP)
        handicapped = {row.standing.number: row.standing.total for row in after.rows}
        for row in view.rows[::10]:
            newest = row.sessions[-1]
            letter, number = section_number(weekend.state.session(2), newest.number)
            explanation = why_sessions(weekend.state, Place(2, letter), number)
            wanted = [row.standing.total]
            if after.notes[row.standing.number]:
                wanted.append(handicapped[row.standing.number])
            assert [one.result for one in explanation] == wanted

    @rotate("locale", Locale)
    def test_the_sheet_has_all_lists(self, weekend: Evening, locale: Locale) -> None:
        ledger = weekend.tournament.ledger(weekend.event_id)
        job = PrintJob(weekend.state, ledger, datetime(2026, 11, 21, 22, 0, tzinfo=UTC))
        sheet = open_part(document(job, Words(locale, UTC)).sheet)
        assert [len(group.lines) for group in sheet.groups][:1] == [41]
        assert len({group.title for group in sheet.groups}) == 4
        assert sum("[+4]" in line.names for line in sheet.groups[-1].lines) == 8

    def test_one_session_says_it_already(self) -> None:
        evening = new_event(12, 2, strata=STRATA)
        assert not list(total_lists(evening.state, event_total(evening.state)))

    def test_the_page_of_the_total(self, weekend: Evening) -> None:
        """The lists, and the choice of what makes the total: what was chosen is shown, and taken back."""
        with at_desk(weekend) as desk:
            for locale in Locale:
                text = Playing.page(desk, "/total", locale).text
                for name in ("B", "C"):
                    assert translate("desk.further.stratum", {"name": name}, locale) in text
                assert translate("desk.further.handicap-percent", {}, locale) in text
                assert translate("desk.total.help", {}, locale) in text
            desk.post("/total/by", by="percent")
            assert weekend.state.settings.scoring.total_by is SessionsBy.PERCENT
            assert translate("desk.total.help-percent", {}, Locale.EN) in desk.page("/total", Locale.EN).text
            answer = desk.post("/total/by", by="days")
            assert codes(answer) == ["desk.total.by-unknown"]
            desk.post("/total/by", by="")
            assert weekend.state.settings.scoring.total_by is None


class TestOnTheCommandLine:
    """`arrowswitch total`: the lists of the page, by the way that is asked for."""

    def test_by_points_and_by_percentage(self, weekend: Evening, tmp_path: Path) -> None:
        (tmp_path / "event.json").write_text(weekend.tournament.export(weekend.event_id), encoding="utf-8")

        def run_total(*more: str) -> Any:
            return cli("total", "event.json", "--json", *more, folder=tmp_path).json

        plain = run_total()
        assert [one["kind"] for one in plain["lists"]] == ["total", "stratum", "stratum", "handicap"]
        assert plain["by"] == "points"
        view = event_total(weekend.state)
        for row, standing in zip(view.rows, plain["lists"][0]["standings"], strict=True):
            assert standing["score"] == decimal_string(row.standing.total)
            assert [one["number"] for one in standing["sessions"]] == [one.number for one in row.sessions]
        mean = run_total("--by", "percent", "--through", "1")
        assert (mean["by"], mean["sessions"]) == ("percent", [1])
        answer = cli("total", "event.json", "--lang", "ja", folder=tmp_path)
        assert translate("desk.further.handicap-percent", {}, Locale.JA) in answer.out
