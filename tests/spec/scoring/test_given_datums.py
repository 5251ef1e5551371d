"""Datums that the organiser gives a board in an event by IMPs against the datum."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.instant import GiveDatums
from arrowswitch.tournament.ranking.rankings import traveller
from arrowswitch.tournament.ranking.why import why_points
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, new_evening
from tests.reckoning import amounts, exact_words
from tests.tables import for_each
from tests.unit.cli.runner import cli

BOARD = BoardNumber(1)


@pytest.fixture
def played_event() -> Evening:
    event = new_evening(6, method=Method.BUTLER)
    event.start(make("howell", tables=3, boards_per_round=2))
    event.play_all()
    return event


def points(event: Evening) -> list[Fraction | None]:
    return [row.ns.points for row in standings(event.state).boards[BOARD].rows]


def test_results_are_compared_with_it(played_event: Evening) -> None:
    """The table by table difference from 400 in IMPs; with none given, from the results' own datum again."""
    before = points(played_event)
    played_event.do(GiveDatums(1, {BOARD: Fraction(400)}))
    view = traveller(played_event.state, 1, BOARD)
    assert view.datum == Fraction(400)
    assert view.is_datum_given
    scores = [row.line.ns_outcome for row in standings(played_event.state).boards[BOARD].rows]
    assert points(played_event) != before
    assert len(scores) == 3
    other = traveller(played_event.state, 1, BoardNumber(2))
    assert other.datum is not None
    assert not other.is_datum_given
    played_event.do(GiveDatums(1, {BOARD: None}))
    assert points(played_event) == before
    assert not played_event.state.instant.datums


def test_the_explanation_says_that_it_was_given(played_event: Evening) -> None:
    played_event.do(GiveDatums(1, {BOARD: Fraction(400)}))
    for number in played_event.state.section(Place(1, "A")).numbers:
        explanation = why_points(played_event.state, Place(1, "A"), BOARD, number)
        assert "explain.datum-given" in {step.code for step in explanation.steps}
        assert amounts(exact_words(explanation.steps, Locale.EN))[-1].value == explanation.result


def test_undo_history_and_the_event_file_keep_it(played_event: Evening) -> None:
    before = points(played_event)
    played_event.do(GiveDatums(1, {BOARD: Fraction(-50), BoardNumber(2): Fraction(110)}))
    played_event.do(GiveDatums(1, {BOARD: Fraction(400)}))
    ledger = event_file.load(played_event.tournament.export(played_event.event_id), "event")
    assert state_of(ledger).instant.datums == {1: {1: 400, 2: 110}}
    assert [row.what[0].code for row in history(ledger)][:2] == [
        "history.datums-given.one",
        "history.datums-given",
    ]
    played_event.do(Undo())
    assert played_event.state.instant.datums == {1: {1: -50, 2: 110}}
    played_event.do(Undo())
    assert points(played_event) == before


def test_the_command_line_takes_the_events_own_datums(played_event: Evening, tmp_path: Path) -> None:
    played_event.do(GiveDatums(1, {BOARD: Fraction(400)}))
    (tmp_path / "event.json").write_text(played_event.tournament.export(played_event.event_id), encoding="utf-8")
    plain = cli("score", "event.json", "--json", folder=tmp_path).json
    wanted = {row.number: row.total for row in standings(played_event.state).ranking}
    assert {row["number"]: Fraction(row["score"]) for row in plain["standings"]} == wanted


@for_each(
    "method, datums, code",
    [
        (Method.BUTLER, {99: Fraction(10)}, "datum.board"),
        (Method.BUTLER, {1: Fraction(7610)}, "datum.range"),
        (Method.MATCHPOINTS, {1: Fraction(10)}, "datum.method"),
    ],
)
def test_what_cannot_be_compared_is_refused(method: Method, datums: dict[BoardNumber, Fraction], code: str) -> None:
    event = new_evening(6, method=method)
    event.start(make("howell", tables=3, boards_per_round=2))
    with pytest.raises(Refused) as caught:
        event.do(GiveDatums(1, {**datums}))
    assert [problem.code for problem in caught.value.problems] == [code]
    assert not event.state.instant.datums
