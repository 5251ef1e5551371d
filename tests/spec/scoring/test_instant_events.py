"""Instant matchpoints as a way of scoring an event: tables are given beforehand as a file (R-179, R-211).

No document prints the method; `docs/deviations.md` says how it is reckoned.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.inputs import Frequencies
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.instant import GiveTables
from arrowswitch.tournament.model.slices.movement import ChangeMovement
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.instant import BoardTables
from arrowswitch.tournament.ranking.why import why_points, why_total
from arrowswitch.tournament.standings.session import standings
from tests.builders import Evening, new_evening
from tests.reckoning import amounts, exact_words
from tests.rotation import rotate
from tests.tables import for_each
from tests.travellers import num
from tests.unit.cli.runner import cli

TABLE: Frequencies = ((-100, 3), (100, 4), (140, 2))
SLOT = Slot(1, "A", 1, 1, 1)


def tables(boards: int = 6, table: Frequencies = TABLE) -> BoardTables:
    return BoardTables("別会場", {BoardNumber(board): table for board in range(1, boards + 1)})


def evening() -> Evening:
    """Returns four pairs for a Howell of two tables, six boards, scored by instant matchpoints; not begun."""
    return new_evening(4, method=Method.INSTANT)


def played_event() -> Evening:
    event = evening()
    event.do(GiveTables(1, tables()))
    event.start(make("howell", tables=2, boards_per_round=2))
    event.play_all(("100", "140", "-100", "P", "110"))
    return event


class TestScoring:
    """R-179: the same results, compared with another field."""

    def test_a_result_against_the_table(self) -> None:
        """R-179: 140 beats seven and ties two of nine: 8 of 9; East-West beat nobody and tie two: 1."""
        event = evening()
        event.do(GiveTables(1, tables()))
        event.start(make("howell", tables=2, boards_per_round=2))
        event.enter(1, 1, 1, "140")
        (row,) = standings(event.state).boards[1].rows
        assert [row.ns.points, row.ew.points, row.ns.top] == [8, 1, 9]

    def test_switching_to_it_and_back(self) -> None:
        """R-179: without entering anything again."""
        event = played_event()
        instant = standings(event.state)
        event.do(
            ChangeSettings(
                replace(event.state.settings, scoring=replace(event.state.settings.scoring, method=Method.MATCHPOINTS))
            )
        )
        assert standings(event.state).method == "matchpoints"
        event.do(
            ChangeSettings(
                replace(event.state.settings, scoring=replace(event.state.settings.scoring, method=Method.INSTANT))
            )
        )
        assert standings(event.state) == instant
        event.do(Publish())

    @rotate("locale", Locale)
    def test_every_number_is_explained(self, locale: Locale) -> None:
        """R-179: reckoning the text again gives every board's points and every total."""
        event = played_event()
        for number in event.state.section(Place(1, "A")).numbers:
            total = why_total(event.state, Place(1, "A"), number)
            texts = exact_words(total.steps, locale)
            assert total.result in {chain.value for chain in amounts(texts)}
            for board in range(1, 7):
                points = why_points(event.state, Place(1, "A"), BoardNumber(board), number)
                step_words = exact_words(points.steps, locale)
                assert amounts(step_words)[-1].value == points.result

    def test_the_command_line_takes_the_events_own_tables(self, tmp_path: Path) -> None:
        """R-179: `score` of the event file gives the desk's ranking, without `--table`."""
        event = played_event()
        (tmp_path / "event.json").write_text(event.tournament.export(event.event_id), encoding="utf-8")
        plain = cli("score", "event.json", "--json", folder=tmp_path).json
        assert plain["method"] == "instant"
        wanted = {row.number: row.total for row in standings(event.state).ranking}
        assert {row["number"]: Fraction(row["score"]) for row in plain["standings"]} == wanted

    def test_the_event_file_keeps_the_tables(self) -> None:
        """R-407: dumped and read again."""
        event = played_event()
        ledger = event_file.load(event.tournament.export(event.event_id), "event")
        assert state_of(ledger).instant.tables == event.state.instant.tables
        facts = [row.what[0] for row in history(ledger) if row.what[0].code == "history.tables-given"]
        assert [one.params for one in facts] == [{"session": 1, "n": 6}]


class TestRefusals:
    """R-211: no board that can be played is without a table, so that the ranking never fails."""

    def refusals(self, event: Evening, command: object, reason: str = "") -> list[str]:
        with pytest.raises(Refused) as caught:
            event.do(command, reason)  # type: ignore[arg-type]  # commands of several kinds
        return [problem.code for problem in caught.value.problems]

    def test_play_waits_for_the_tables(self) -> None:
        """R-211: boards 5 and 6 have none: each is named."""
        event = evening()
        event.do(GiveTables(1, tables(4)))
        with pytest.raises(Refused) as caught:
            event.start(make("howell", tables=2, boards_per_round=2))
        assert [(p.code, p.params["board"]) for p in caught.value.problems] == [
            ("instant.no-table", 5),
            ("instant.no-table", 6),
        ]

    def test_the_method_waits_too(self) -> None:
        """R-211: an event under way changes to it only with tables for all its boards."""
        event = new_evening(4)
        event.start(make("howell", tables=2, boards_per_round=2))
        settings = replace(event.state.settings, scoring=replace(event.state.settings.scoring, method=Method.INSTANT))
        assert self.refusals(event, ChangeSettings(settings)) == ["instant.no-table"] * 6
        event.do(GiveTables(1, tables()), "別会場の結果が届いた")
        event.do(ChangeSettings(settings))
        assert standings(event.state).method == "instant"

    def test_tables_in_use_stay(self) -> None:
        """R-211: they are not taken away, and changed only for a reason; undo brings the old ones back."""
        event = played_event()
        assert self.refusals(event, GiveTables(1, None)) == ["instant.no-table"] * 6
        assert self.refusals(event, GiveTables(1, tables(6, ((-100, 1),)))) == ["instant.needs-reason"]
        before = standings(event.state)
        event.do(GiveTables(1, tables(6, ((-100, 1),))), "表の誤り")
        assert standings(event.state) != before
        event.do(Undo())
        assert standings(event.state) == before
        seq = event.state.seq
        event.do(GiveTables(1, tables()))
        assert event.state.seq == seq

    def test_other_boards_have_no_place(self) -> None:
        """R-211: a board outside the tables is refused on a slip and in a changed movement."""
        event = new_evening(4, method=Method.INSTANT)
        event.do(GiveTables(1, tables()))
        event.start(None)
        assert self.refusals(event, EnterResult(Slot(1, "A", 1, 1, 9), "P", num(1), num(2))) == ["instant.no-table"]
        other = played_event()
        longer = make("howell", tables=2, boards_per_round=3)
        assert set(self.refusals(other, ChangeMovement(Place(1, "A"), longer, keeps_results=True), "長く")) == {
            "instant.no-table"
        }

    @for_each(
        "board_tables, code",
        [
            (BoardTables("x" * 201, {BoardNumber(1): TABLE}), "instant.name"),
            (BoardTables("", {}), "frequencies.none"),
            (BoardTables("", {BoardNumber(1): ((100, 0),)}), "instant.count"),
            (BoardTables("", {BoardNumber(1): ((100, 2_000_000),)}), "instant.count"),
            (BoardTables("", {BoardNumber(1): ((425, 1),)}), "instant.score"),
        ],
    )
    def test_tables_that_cannot_be(self, board_tables: BoardTables, code: str) -> None:
        """R-211: each with its board and number."""
        assert self.refusals(evening(), GiveTables(1, board_tables)) == [code]

    def test_a_changed_table_is_a_correction(self) -> None:
        """R-308: after publication."""
        event = played_event()
        event.do(Publish())
        event.do(GiveTables(1, tables(6, ((-100, 1),))), "表の誤り")
        assert event.state.publication.corrections == 1
