"""An event of two sessions lived at the desk: certificates, prizes and lists go by the final standing, and everything
names the people who played (R-225, R-310, R-382)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, new_evening
from tests.paper import job_of, model, opened
from tests.web.playing import Playing, at_desk

TEXTS = ("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90")
DAY = "2026-11-21"


def play(evening: Evening, session: SessionNumber, texts: Sequence[str]) -> None:
    """Draws a session of a three-table Howell and plays it to its end."""
    place = Place(session, "A")
    evening.do(ChooseMovement(place, make("howell", tables=3, boards_per_round=2)))
    evening.do(DrawNumbers(place, 7 + session))
    evening.do(StartPlay(session))
    for at, slot in enumerate(missing_slots(evening.state, session)):
        evening.do(EnterResult(slot, texts[at % len(texts)]))


@pytest.fixture
def weekend() -> Iterator[Playing]:
    """Six pairs, two sessions: the winner of session 2 is not the winner of the event."""
    evening = new_evening(6, sessions=2)
    play(evening, 1, TEXTS)
    play(evening, 2, TEXTS[1:] + TEXTS[:1])
    with at_desk(evening) as opened_desk:
        yield opened_desk


def plain(names: Sequence[str]) -> tuple[str, ...]:
    """Returns names of a sheet with the blanks with which they were typed."""
    return tuple(name.replace("　", " ") for name in names)


def winner_of_session(playing: Playing, session: SessionNumber) -> Entry:
    entry = ranking(playing.state, session).groups[0][1][0].entry
    assert entry is not None
    return entry


def winner(playing: Playing) -> Entry:
    view = event_total(playing.state)
    entry = (view.together or view.groups[0][1])[0].entry
    assert entry is not None
    return entry


def test_the_first_certificate_goes_to_the_winner_of_both_sessions(weekend: Playing) -> None:
    """R-225: whichever session the sheet is asked for; the head names the day and no session."""
    assert winner_of_session(weekend, 2) != winner(weekend)
    for session in (1, 2):
        document = model("certificates", replace(job_of(weekend.evening, first="1"), session=session))
        [page] = opened(document.sheet).pages
        assert plain(page.people) == winner(weekend).names
        assert "第" not in document.frame.when
    assert weekend.get(f"/{2}A/print/certificates.pdf?first=1").status_code == 200


def test_the_certificates_of_a_final_count_the_carry_over(weekend: Playing) -> None:
    """R-219: the winner with what was carried over, who is not the winner of the boards of the final."""
    weekend.evening.do(Publish())
    assert weekend.post("/qualifiers/plan", count="4", by="all").status_code == 200
    form = {"name": "決勝", "date": DAY, "kind": "all", "part": "1"}
    assert weekend.post("/qualifiers/final", **form).status_code == 200
    plan = weekend.state.final_plan
    assert plan is not None
    assert plan.final is not None
    final = Playing(weekend.desk, Evening(weekend.evening.tournament, EventId(plan.final), weekend.evening.clock, 5000))
    if len(final.state.sessions) > 1:
        settings = final.page("/settings").form(f"{final.base}/settings")
        final.desk.post(f"{final.base}/settings", {**settings, "sessions": "1"})
    final.evening.start(make("howell", tables=2, boards_per_round=2))
    final.evening.play_all(TEXTS[3:])
    assert winner_of_session(final, 1) != winner(final)
    [page] = opened(model("certificates", job_of(final.evening, first="1")).sheet).pages
    assert plain(page.people) == winner(final).names
    prizes = final.page("/prizes?up=true").text
    assert "・".join(winner(final).names) in prizes or winner(final).names[0] in prizes


def test_what_changed_between_versions_goes_by_the_final_standing(weekend: Playing) -> None:
    """R-308: the hall shows the same winner as the list of prizes."""
    weekend.evening.do(Publish())
    shown = weekend.page("/total", Locale.JA).text
    assert winner(weekend).names[0] in shown
    hall = weekend.desk.page(f"/hall/{weekend.evening.event_id}").text
    first, second = winner(weekend).names[0], winner_of_session(weekend, 2).names[0]
    assert hall.index(first) < hall.index(second)
