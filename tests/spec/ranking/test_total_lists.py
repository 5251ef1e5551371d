"""Strata on the total of two sessions. R-216, R-299; manual, lines 1521-1532, 2219."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.entries.commands import ChangeEntry
from arrowswitch.tournament.event.forms import PointLimit
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.ranking.total_lists import total_lists
from tests.big_events import begin, fill, go_on, reckon_event
from tests.builders import Evening
from tests.scripted_events import new_event
from tests.web.playing import Playing, at_desk

STRATA = (PointLimit("A", None), PointLimit("B", 300), PointLimit("C", 100))
POINTS = (50, 1000, 200, 90, 299, 301, 100)


@pytest.fixture(scope="module")
def weekend() -> Evening:
    """Returns 41 pairs in two sessions of sections that are not of one size, with points."""
    evening = new_event(41, 2, sessions=2, minutes=200, strata=STRATA)
    for at, entry in enumerate(list(evening.state.entries.values())):
        people = tuple(
            replace(one, master_points=POINTS[(at + partner) % 7] * 100) for partner, one in enumerate(entry.people)
        )
        evening.do(ChangeEntry(entry.entry_id, people))
    begin(evening)
    fill(evening, 1, seed=3)
    go_on(evening, 2)
    fill(evening, 2, seed=4)
    return evening


class TestTotalLists:
    def test_strata_rank_the_total(self, weekend: Evening) -> None:
        """R-216: B has the pairs of up to 300 points, C those of up to 100, by the partner with more; places by the
        total of both sessions, as the small form reckons it."""
        wanted = reckon_event(weekend.state).totals
        found = list(total_lists(weekend.state, event_total(weekend.state)))
        assert [one.name for one in found] == ["B", "C"]
        for one, most in zip(found, (300, 100), strict=True):
            entries = weekend.state.entries.values()
            within = {e.entry_id for e in entries if max(p.master_points for p in e.people) <= most * 100}
            rows = [row for row in one.rows if row.entry is not None]
            assert {row.entry.entry_id for row in rows if row.entry is not None} == within
            for row in rows:
                assert row.entry is not None
                better = sum(wanted[other] > wanted[row.entry.entry_id] for other in within)
                assert row.standing.total == wanted[row.entry.entry_id]
                assert better + 1 == row.standing.rank or row.standing.is_tied

    def test_one_session_says_it_already(self) -> None:
        evening = new_event(12, 2, strata=STRATA)
        assert not list(total_lists(evening.state, event_total(evening.state)))

    def test_the_page_of_the_total(self, weekend: Evening) -> None:
        with at_desk(weekend) as opened:
            for locale in Locale:
                text = Playing.page(opened, "/total", locale).text
                for name in ("B", "C"):
                    assert translate("desk.further.stratum", {"name": name}, locale) in text
