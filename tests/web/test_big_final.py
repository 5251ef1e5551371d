"""A qualifying of two sessions at the desk: who goes on by the total, a final of two sessions made in one step, its
total with the carry-over (R-106, R-219 to R-225)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.slices.finals import PlanFinal
from arrowswitch.tournament.ranking.event_total import event_total
from tests.big_events import begin, fill, go_on, planned_event, reckon_event
from tests.builders import Evening
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk


@pytest.fixture
def playing() -> Iterator[Playing]:
    """16 pairs, the first of two sessions played."""
    evening = planned_event(16)
    fill(evening, 1, seed=11)
    with at_desk(evening) as opened:
        yield opened


def play_second(playing: Playing) -> None:
    go_on(playing.evening, 2)
    fill(playing.evening, 2, seed=12)


def make_final(playing: Playing) -> Evening:
    """Makes the final as the page proposes it, its name and date as they stand there."""
    assert playing.post("/qualifiers/plan", count="8", by="all").status_code == 200
    form = playing.page("/qualifiers").form(f"{playing.base}/2A/qualifiers/final")
    assert (form["sessions"], form["kind"], form["limit"]) == ("2", "formula", "rules")
    assert playing.post("/qualifiers/final", **form).status_code == 200
    plan = playing.state.finals.plan
    assert plan is not None
    return Evening(playing.evening.tournament, EventId(plan.final or ""), playing.evening.clock, 5000)


@rotate("locale", Locale)
def test_the_list_is_that_of_the_total(playing: Playing, locale: Locale) -> None:
    """R-106: provisional after session 1; then everybody's sessions and total, and eight go on."""
    playing.evening.do(PlanFinal(8))
    early = playing.page("/qualifiers", locale)
    assert ("これから行うセッション：2" if locale is Locale.JA else "Still to be played: session 2") in early.text
    answer = playing.post("/qualifiers/final", name="決勝", date="2026-11-28", sessions="1", kind="none")
    assert answer.status_code == 422
    assert translate("final.session-to-come", {"session": 2}, locale) in answer.text
    play_second(playing)
    wanted = reckon_event(playing.state)
    assert [row.entry and row.entry.entry_id for row in qualifiers(playing.state).qualified_rows] == wanted.best(8)
    page = playing.page("/qualifiers", locale)
    best = wanted.best(1)[0]
    amounts = [*(one[best] for one in wanted.sessions), wanted.totals[best]]
    assert {decimal_string(amount) for amount in amounts} <= set(page.texts)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words + " 大会") == []
    sheet = print_paper("qualifiers", job_of(playing.evening), locale).text
    assert decimal_string(wanted.totals[best]) in sheet


@rotate("locale", Locale)
def test_a_final_of_two_sessions_to_its_published_total(playing: Playing, locale: Locale) -> None:
    """R-219 to R-222: made in one step as the regulations propose; its total page has the carry-over of everybody."""
    play_second(playing)
    final = make_final(playing)
    assert (final.state.settings.sessions, len(final.state.entries)) == (2, 8)
    begin(final)
    fill(final, 1, seed=3)
    go_on(final, 2)
    fill(final, 2, seed=4)
    opened = Playing(playing.desk, final)
    own = reckon_event(final.state)
    view = event_total(final.state)
    for row in view.rows:
        assert row.entry is not None
        assert row.carry_over is not None
        assert row.standing.total == own.totals[row.entry.entry_id] + row.carry_over
    page = opened.page("/total", locale)
    best = view.rows[0]
    assert best.carry_over is not None
    assert {decimal_string(best.carry_over), decimal_string(best.standing.total)} <= set(page.texts)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, opened.own_words + playing.own_words + final.state.settings.name + " 大会") == []
    assert decimal_string(best.standing.total) in print_paper("total", job_of(final), locale).text
    carry = opened.page("/carry-over", locale)
    assert list_codes_shown(carry) == []
    assert {decimal_string(row.carry_over) for row in view.rows if row.carry_over is not None} <= set(carry.texts)
