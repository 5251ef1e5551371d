"""Undo, audit log, saving, versions, templates (what the documents imply)."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history, next_undo, slot_history
from arrowswitch.tournament.model.commands import Command, Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry, RemoveEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.plans import ChoosePlan, DrawSeats
from arrowswitch.tournament.model.slices.play import ExtendClock, PauseClock, ResumeClock, StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.standings.header import header
from tests.builders import entry_ids, mitchell_evening, new_evening, person
from tests.scripted_events import new_event
from tests.tables import for_each

FIRST = Slot(1, "A", 1, 1, 1)


class TestUndoAndLog:
    def test_three_changes_two_undone_five_entries(self) -> None:
        """R-376: three scores, two undone: the log shows five entries with who, when, and what."""
        evening = mitchell_evening()
        start = evening.state.seq
        for board, text in ((1, "100"), (2, "110")):
            evening.enter(1, 1, board, text)
        evening.enter(1, 1, 1, "140")
        evening.do(Undo())
        evening.do(Undo())
        rows = history(evening.tournament.ledger(evening.event_id))[: evening.state.seq - start]
        assert len(rows) == 5
        assert {row.author for row in rows} == {"director"}
        assert [row.is_undone for row in rows] == [False, False, True, True, False]
        assert set(evening.state.results) == {FIRST}
        assert evening.state.results[FIRST].revision == 0

    def test_an_undo_can_be_undone(self) -> None:
        """R-376: taking back a taking-back brings the score again."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        seq = evening.do(Undo()).seq
        evening.do(Undo(seq))
        assert FIRST in evening.state.results

    def test_a_slot_has_its_history(self) -> None:
        """R-376: old and new score of a slot, with the reason."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        evening.enter(1, 1, 1, "140")
        evening.enter(1, 1, 2, "110")
        rows = slot_history(evening.tournament.ledger(evening.event_id), FIRST)
        assert [row.what[0].params["result"] for row in rows] == ["+140", "+100"]

    def test_what_others_rest_on_is_not_taken_back(self) -> None:
        """R-376: the draw of numbers stays while scores stand on it, and the creation always."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        draw = next(
            entry.seq
            for entry in evening.tournament.ledger(evening.event_id)
            if any(fact.kind == "numbers-set" for fact in entry.facts)
        )
        with pytest.raises(Refused, match=r"undo\.rested-on"):
            evening.do(Undo(draw))
        with pytest.raises(Refused, match=r"undo\.rested-on"):
            evening.do(Undo(1))
        assert next_undo(evening.tournament.ledger(evening.event_id)) is not None

    def test_clock_and_play_are_taken_back_too_newest_first(self) -> None:
        """R-376: longer round, stopped clock, next round, start of play: each is named and taken back in its turn."""
        evening = mitchell_evening()
        commands: tuple[Command, ...] = (ExtendClock(1, 120), ExtendClock(1, -60), PauseClock(1))
        for command in (*commands, ExtendClock(1, -60), ExtendClock(1, 60), ResumeClock(1), StartRound(1, 2)):
            evening.do(command)
        undone: list[str] = []
        while (step := next_undo(evening.tournament.ledger(evening.event_id))) is not None and len(undone) < 9:
            undone.append(" ".join(what.code.removeprefix("history.") for what in step.what))
            evening.do(Undo())
        assert undone == [
            "round-closed clock-set",
            "clock-set.running",
            "clock-set.longer",
            "clock-set.shorter",
            "clock-set.stopped",
            "clock-set.shorter",
            "clock-set.longer",
            "clock-set",
            "play-started",
        ]
        session = evening.state.session(1)
        assert (session.clock, session.started_at, session.closed_rounds) == (None, None, ())

    def test_a_step_names_its_section_where_there_are_several(self) -> None:
        """R-376: what was scored in section B says so; with one section there is nothing to say."""
        evening = new_event(12, 2, sections=2, minutes=240)
        sheet = make("howell", pairs=6, boards_per_round=1)
        evening.do(ChoosePlan(((sheet, sheet),)))
        evening.do(DrawSeats(1, 7))
        evening.do(StartPlay(1))
        evening.do(EnterResult(Slot(1, "B", 1, 1, 1), "100"))
        evening.do(GivePenalty(Place(1, "B"), Number("2"), Fraction(1), PenaltyUnit.BOARDS), reason="late")
        ledger = evening.tournament.ledger(evening.event_id)
        given_step, entered = history(ledger)[:2]
        assert (given_step.what[0].params["at"], entered.what[0].params["at"]) == ("B ", "B ")
        single = mitchell_evening()
        single.enter(1, 1, 1, "100")
        assert history(single.tournament.ledger(single.event_id))[0].what[0].params["at"] == ""

    def test_who_left_and_who_was_taken_off_the_list_are_named(self) -> None:
        evening = new_evening(3)
        first = entry_ids(evening)[0]
        called = evening.state.entry(first).display_names
        evening.do(RemoveEntry(first))
        row = history(evening.tournament.ledger(evening.event_id))[0]
        assert (row.what[0].code, row.what[0].params["names"]) == ("history.entry-removed", called)
        playing = mitchell_evening()
        playing.do(WithdrawEntry(entry_ids(playing)[0]))
        row = history(playing.tournament.ledger(playing.event_id))[0]
        assert row.what[0].code == "history.entry-set.withdrawn"

    def test_the_reason_of_a_correction_is_told(self) -> None:
        """R-149: why an agreed score was changed stands in the history."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        evening.do(StartRound(1, 2))
        evening.do(EnterResult(FIRST, "140", correction=CorrectionReason.TYPING_ERROR))
        row = history(evening.tournament.ledger(evening.event_id))[0]
        assert row.what[0].code == "history.result-entered.typing-error"

    def test_nothing_is_undone_twice(self) -> None:
        evening = mitchell_evening()
        seq = evening.enter(1, 1, 1, "100").seq
        evening.do(Undo(seq))
        with pytest.raises(Refused, match=r"undo\.already"):
            evening.do(Undo(seq))

    def test_a_new_event_has_nothing_to_undo(self) -> None:
        with pytest.raises(Refused, match=r"undo\.nothing"):
            new_evening().do(Undo())


class TestSaving:
    @pytest.mark.slow
    def test_a_killed_program_loses_nothing_it_acknowledged(self, tmp_path: Path) -> None:
        """R-377: a program is killed in the middle of entry; every score it had acknowledged is in the file."""
        script = (
            "import os, sys\n"
            "from arrowswitch.store.sql import SqlStore\n"
            "from tests.builders import mitchell_evening, new_evening\n"
            "from arrowswitch.core.movements.families.registry import make\n"
            f"evening = new_evening(6, SqlStore('sqlite:///{tmp_path / 'club.db'}'))\n"
            "evening.start(make('mitchell', tables=3, boards_per_round=2))\n"
            "for board in (1, 2):\n"
            "    evening.enter(1, 1, board, '100')\n"
            "print(evening.event_id, flush=True)\n"
            "os.kill(os.getpid(), 9)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3]
        )
        assert done.returncode == -9, done.stderr
        store = SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
        state = state_of(store.ledger(EventId(done.stdout.strip())))
        assert len(state.results) == 2
        store.close()


class TestVersions:
    def test_each_publication_keeps_its_time_and_content(self) -> None:
        """R-378: version 1 shows its old content after version 2."""
        evening = mitchell_evening()
        evening.play_all()
        evening.do(Publish())
        first = ranking(evening.state)
        evening.clock.forward(5)
        slot = next(iter(evening.state.results))
        evening.do(EnterResult(slot, "420", correction=CorrectionReason.TYPING_ERROR))
        evening.do(Publish())
        second = ranking(evening.state)
        assert (first.version, second.version) == (1, 2)
        assert first.published_at != second.published_at
        old = evening.tournament.state_at(evening.event_id, first.seq)
        assert ranking(old).published_at == first.published_at

    def test_a_ranking_after_the_publication_is_no_version(self) -> None:
        """R-378: what was changed since is provisional again."""
        evening = mitchell_evening()
        evening.play_all()
        evening.do(Publish())
        evening.do(Undo())
        assert ranking(evening.state).version == 0


class TestTemplate:
    def test_a_copy_has_the_settings_and_no_results(self) -> None:
        """R-381: an event is copied from an earlier one: settings and rules, no entries, no results."""
        evening = mitchell_evening()
        evening.play_all()
        settings = replace(evening.state.settings, date="2026-11-28")
        fresh = evening.tournament.copy(evening.event_id, settings, Stamp("copy", "director"))
        state = evening.tournament.state(fresh)
        assert (state.settings, state.rules) == (settings, evening.state.rules)
        assert not state.entries
        assert not state.results
        assert header(state).phase is Phase.ENTRIES


class TestNames:
    def test_a_substitute_in_mid_session_keeps_the_entry(self) -> None:
        """R-382: a name or a member number is corrected, a substitute is noted; scores stay with the entry."""
        evening = mitchell_evening()
        evening.enter(1, 1, 1, "100")
        who = entry_ids(evening)[0]
        entry = evening.state.entries[who]
        evening.do(ChangeEntry(who, (entry.people[0], person("控え 太朗", "77")), note="substitute from round 2"))
        assert evening.state.entries[who].people[1].number == "77"
        assert len(evening.state.results) == 1
        old = evening.tournament.state_at(evening.event_id, evening.state.seq - 1)
        assert old.entries[who].people == entry.people

    def test_a_pair_does_not_shrink_during_play(self) -> None:
        evening = mitchell_evening()
        who = entry_ids(evening)[0]
        with pytest.raises(Refused, match=r"entry\.fewer-people"):
            evening.do(ChangeEntry(who, evening.state.entries[who].people[:1]))


class TestEventFile:
    def test_export_and_import_give_the_same_standings(self) -> None:
        """R-407: the file alone brings the event back, on another installation, with the same ranking."""
        evening = mitchell_evening()
        evening.play_all()
        evening.do(Publish())
        other = new_evening().tournament
        copied = other.import_file(evening.tournament.export(evening.event_id), Stamp("import", "director"))
        assert copied == evening.event_id or copied.startswith("id")
        assert ranking(other.state(copied)).groups == ranking(evening.state).groups

    def test_the_same_file_again_changes_nothing(self) -> None:
        evening = mitchell_evening()
        text = evening.tournament.export(evening.event_id)
        assert evening.tournament.import_file(text, Stamp("import", "director")) == evening.event_id
        assert len(evening.tournament.events()) == 1

    def test_another_event_under_the_same_id_gets_a_fresh_one(self) -> None:
        evening = mitchell_evening()
        text = evening.tournament.export(evening.event_id).replace("水曜例会", "木曜例会")
        fresh = evening.tournament.import_file(text, Stamp("import", "director"))
        assert fresh != evening.event_id
        assert evening.tournament.state(fresh).event_id == fresh
        assert evening.tournament.state(fresh).settings.name == "木曜例会"
        assert evening.state.settings.name == "水曜例会"

    @for_each(
        "damage, code",
        [
            (lambda text: text[:-40], "file.not-json"),
            (lambda text: "[]", "file.not-event"),
            (lambda text: text.replace('"version": 1', '"version": 2', 1), "file.newer"),
            (lambda text: text.replace('"seq":3', '"seq":30', 1), "ledger.gap"),
            (lambda text: text.replace('"session":1', '"session":"one"'), "file.field"),
            (lambda text: text.replace('"kind":"event-created"', '"kind":"play-started"', 1), "file.field"),
        ],
    )
    def test_a_damaged_file_is_refused_whole(self, damage: object, code: str) -> None:
        """R-407: nothing of a damaged file is stored, and the fault is reported with its place."""
        evening = mitchell_evening()
        text = evening.tournament.export(evening.event_id)
        other = new_evening().tournament
        before = other.events()
        assert callable(damage)
        with pytest.raises(Malformed) as refusal:
            other.import_file(damage(text), Stamp("import", "director"), "evening.json")
        assert code in {problem.code for problem in refusal.value.problems}
        assert other.events() == before

    def test_the_schema_describes_the_file(self) -> None:
        """R-407: the published schema accepts the file."""
        evening = mitchell_evening()
        evening.play_all()
        jsonschema.validate(json.loads(evening.tournament.export(evening.event_id)), event_file.schema())


class TestRulesOfTheEvent:
    def test_the_event_keeps_the_rules_it_was_made_with(self) -> None:
        """R-374: another edition applies to events that name it; the old event has its own copy."""
        evening = new_evening(4)
        before = evening.state.rules
        changed = replace(
            evening.state.settings, scoring=replace(evening.state.settings.scoring, regulations="wbf-2017")
        )
        evening.do(ChangeSettings(changed))
        assert (before["name"], evening.state.rules["name"]) == ("jcbl-2008", "wbf-2017")

    def test_rules_do_not_change_during_play(self) -> None:
        """R-374: no change of settings brings other rules along: they are exchanged on their own page."""
        evening = mitchell_evening()
        changed = replace(
            evening.state.settings, scoring=replace(evening.state.settings.scoring, regulations="wbf-2017")
        )
        with pytest.raises(Refused, match=r"settings\.regulations-elsewhere"):
            evening.do(ChangeSettings(changed))


class TestDuplicateCommand:
    def test_entries_are_not_doubled_by_a_repeated_send(self) -> None:
        """A phone or page that repeats a send changes nothing the second time."""
        evening = new_evening()
        stamp = Stamp("same", "director")
        command = AddEntry((person("春川"), person("夏山")))
        evening.tournament.execute(evening.event_id, command, stamp)
        evening.tournament.execute(evening.event_id, command, stamp)
        assert len(evening.state.entries) == 1
