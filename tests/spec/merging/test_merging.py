"""Sections scored on computers that do not see each other become one event again (R-380)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import CopyMerged, LedgerEntry, Stamp, Undone
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.results import EnterResult, RemoveResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.merging import CopyCompared, Keep, compare_copies
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.standings.session import standings
from tests.big_events import planned_event
from tests.builders import CountingChance, Evening, FixedClock, new_evening, person
from tests.unit.cli.runner import cli

TEXTS = ("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90")


def copy_event(evening: Evening, computer: int = 2) -> Evening:
    """Returns the event on another computer, imported there from its event file."""
    clock = FixedClock(evening.clock.time + timedelta(minutes=computer))
    services = Tournament(MemoryStore(), clock, CountingChance(1000 * computer))
    there = services.import_file(evening.tournament.export(evening.event_id), Stamp("import"))
    assert there == evening.event_id
    return Evening(services, there, clock, 10_000 * computer)


def score(evening: Evening, section: str, rounds: range, seed: int = 1) -> int:
    """Enters every missing result of some rounds of a section; returns how many."""
    chance = Random(seed)
    slots = [one for one in missing_slots(evening.state, 1) if one.section == section and one.round in rounds]
    for slot in slots:
        evening.do(EnterResult(slot, chance.choice(TEXTS)))
    return len(slots)


def look(ours: Evening, theirs: Evening) -> CopyCompared:
    return compare_copies(ours.tournament.ledger(ours.event_id), theirs.tournament.ledger(theirs.event_id))


def take(ours: Evening, theirs: Evening, word: Keep | None = None) -> EventState:
    """Takes one copy into the other, every conflict decided alike."""
    keep = {one.key: word for one in look(ours, theirs).conflicts} if word is not None else {}
    ours.commands += 1
    stamp = Stamp(f"merge-{ours.commands}", "director", "hall 1")
    return ours.tournament.merge(ours.event_id, theirs.tournament.ledger(theirs.event_id), keep, stamp)


def totals_of(state: EventState) -> list[tuple[str, str]]:
    return [(row.number, str(row.total)) for row in standings(state, 1).ranking]


@pytest.fixture
def hall() -> Evening:
    """28 pairs in sections A and B of one session, seats drawn and play begun."""
    return planned_event(28, sessions=1, sections=2, minutes=90)


class TestTwoComputers:
    def test_each_scores_a_section(self, hall: Evening) -> None:
        """R-380: the merged event is what one computer would have, whichever takes in the other."""
        other = copy_event(hall)
        score(hall, "A", range(1, 3))
        entered = score(other, "B", range(1, 3))
        alone = copy_event(hall, 3)
        score(alone, "B", range(1, 3))
        comparison = look(hall, other)
        assert (dict(comparison.results), comparison.conflicts) == ({Place(1, "B"): entered}, ())
        theirs_first = copy_event(other, 4)
        take(theirs_first, hall)
        state = take(hall, other)
        assert totals_of(state) == totals_of(alone.state) == totals_of(theirs_first.state)
        assert set(state.results) == set(alone.state.results)

    def test_a_copy_is_taken_in_again_and_again_in_both_directions(self, hall: Evening) -> None:
        """The rest comes in each time, nothing twice; at the end both have the same."""
        other = copy_event(hall)
        for number in (1, 2, 3):
            score(hall, "A", range(number, number + 1), number)
            score(other, "B", range(number, number + 1), number)
            take(hall, other)
            if number == 2:
                take(other, hall)
        take(other, hall)
        assert totals_of(hall.state) == totals_of(other.state)
        assert hall.state.results.keys() == other.state.results.keys()
        before = len(hall.tournament.ledger(hall.event_id))
        take(hall, other)
        marks = [e for e in hall.tournament.ledger(hall.event_id)[before:] if not isinstance(e.facts[0], CopyMerged)]
        assert [fact for e in marks for fact in e.facts if not isinstance(fact, Undone | CopyMerged)] == []
        assert totals_of(hall.state) == totals_of(other.state)

    def test_three_computers_and_the_file_keeps_all(self, hall: Evening) -> None:
        """Authors, times and reasons come along, and the ledger is one that any program of ours opens."""
        second, third = copy_event(hall), copy_event(hall, 3)
        score(second, "A", range(1, 2))
        score(third, "B", range(1, 2))
        take(hall, second)
        state = take(hall, third)
        ledger = event_file.load(hall.tournament.export(hall.event_id))
        assert state_of(ledger) == state
        own = {(e.stamp.command_id, e.at) for copy in (second, third) for e in copy.tournament.ledger(copy.event_id)}
        assert own <= {(entry.stamp.command_id, entry.at) for entry in ledger}

    def test_late_pairs_penalties_and_undo_of_both_stay(self, hall: Evening) -> None:
        other = copy_event(hall)
        hall.do(AddEntry((person("遅刻 一"), person("遅刻 二"))))
        other.do(AddEntry((person("Late One"), person("Late Two"))))
        hall.do(GivePenalty(Place(1, "A"), Number("1"), Fraction(1), PenaltyUnit.PERCENT), "遅刻")
        other.do(GivePenalty(Place(1, "B"), Number("1"), Fraction(1), PenaltyUnit.PERCENT), "late")
        score(other, "B", range(1, 2))
        other.do(Undo())
        count = len(hall.state.entries)
        state = take(hall, other)
        assert (len(state.entries), len(state.rulings.penalties)) == (count + 1, 2)
        assert len(state.results) == len(other.state.results)


class TestConflicts:
    @pytest.mark.parametrize("word", Keep)
    def test_a_slot_that_both_entered(self, hall: Evening, word: Keep) -> None:
        """Both have a result at the same table: the one chosen stands, the other is in the history."""
        other = copy_event(hall)
        slot = missing_slots(hall.state, 1)[0]
        hall.do(EnterResult(slot, "140"))
        other.do(EnterResult(slot, "-100"))
        comparison = look(hall, other)
        assert [one.proposed for one in comparison.conflicts] == [Keep.THEIRS]
        with pytest.raises(Refused) as caught:
            take(hall, other)
        assert caught.value.problems[0].code == "merge.undecided"
        state = take(hall, other, word)
        winner = (hall if word is Keep.OURS else other).tournament.ledger(hall.event_id)
        assert state.results[slot].result == state_of(winner).results[slot].result
        texts = [
            what.params.get("result") for row in history(hall.tournament.ledger(hall.event_id)) for what in row.what
        ]
        assert len([one for one in texts if one]) == 2

    def test_the_same_word_is_no_conflict(self, hall: Evening) -> None:
        other = copy_event(hall)
        slot = missing_slots(hall.state, 1)[0]
        hall.do(EnterResult(slot, "140"))
        other.do(EnterResult(slot, "140"))
        assert look(hall, other).conflicts == ()
        assert len(take(hall, other).results) == 1

    def test_entered_here_and_taken_away_there(self, hall: Evening) -> None:
        slot = missing_slots(hall.state, 1)[0]
        hall.do(EnterResult(slot, "140"))
        other = copy_event(hall)
        hall.do(EnterResult(slot, "-100", correction=None))
        other.do(RemoveResult(slot))
        assert len(look(hall, other).conflicts) == 1
        assert slot not in take(hall, other, Keep.THEIRS).results

    def test_corrected_there_after_it_was_taken_in(self, hall: Evening) -> None:
        """Only one side has changed it since: no question."""
        other = copy_event(hall)
        slot = next(one for one in missing_slots(other.state, 1) if one.section == "B")
        other.do(EnterResult(slot, "140"))
        take(hall, other)
        other.do(EnterResult(slot, "-100"))
        assert look(hall, other).conflicts == ()
        assert take(hall, other).results[slot].result == other.state.results[slot].result

    def test_another_event_is_refused(self, hall: Evening) -> None:
        with pytest.raises(Refused) as caught:
            compare_copies(hall.tournament.ledger(hall.event_id), _other_event(hall))
        assert caught.value.problems[0].code == "merge.other-event"

    def test_a_section_seated_otherwise_is_refused(self) -> None:
        """Its results would be of other pairs."""
        evening = new_evening(8)
        evening.do(ChooseMovement(Place(1, "A"), make("howell", pairs=8, boards_per_round=2)))
        other = copy_event(evening)
        evening.do(DrawNumbers(Place(1, "A"), seed=1))
        other.do(DrawNumbers(Place(1, "A"), seed=2))
        with pytest.raises(Refused) as caught:
            look(evening, other)
        assert [one.code for one in caught.value.problems] == ["merge.seated-apart"]


def _other_event(evening: Evening) -> tuple[LedgerEntry, ...]:
    first, *rest = evening.tournament.ledger(evening.event_id)
    renamed = replace(first.facts[0], event_id="another")  # type: ignore[type-var]  # any fact is a dataclass
    return (replace(first, facts=(renamed,)), *rest)


class TestUndo:
    def test_one_undo_takes_the_whole_copy_back(self, hall: Evening) -> None:
        """And an undo of that undo brings it back."""
        other = copy_event(hall)
        score(hall, "A", range(1, 2))
        score(other, "B", range(1, 2))
        before = hall.state
        after = take(hall, other)
        hall.do(Undo())
        assert replace(hall.state, seq=0) == replace(before, seq=0)
        hall.do(Undo(hall.state.seq))
        assert totals_of(hall.state) == totals_of(after)

    def test_what_later_entries_rest_on_stays(self, hall: Evening) -> None:
        """A pair that came with the copy and was seated since."""
        other = copy_event(hall)
        other.do(AddEntry((person("Late One"), person("Late Two"))))
        state = take(hall, other)
        score(hall, "A", range(1, 2))
        with pytest.raises(Refused) as caught:
            hall.do(Undo(state.seq))
        assert caught.value.problems[0].code == "undo.rested-on"


class TestCommandLine:
    def test_it_merges_files_and_tells_conflicts(self, hall: Evening, tmp_path: Path) -> None:
        other = copy_event(hall)
        score(hall, "A", range(1, 2))
        score(other, "B", range(1, 2))
        slot = missing_slots(hall.state, 1)[-1]
        hall.do(EnterResult(slot, "140"))
        other.do(EnterResult(slot, "-100"))
        for name, copy in (("a.json", hall), ("b.json", other)):
            (tmp_path / name).write_text(copy.tournament.export(copy.event_id), encoding="utf-8")
        refused = cli("merge", "a.json", "b.json", "--out", "c.json", folder=tmp_path)
        assert (refused.code, len(refused.errors), (tmp_path / "c.json").exists()) == (1, 1, False)
        done = cli("merge", "a.json", "b.json", "--out", "c.json", "--keep", "later", "--json", folder=tmp_path)
        assert (done.code, done.json["conflicts"]) == (0, 1)
        state = state_of(event_file.load((tmp_path / "c.json").read_text(encoding="utf-8")))
        assert state.results[slot].result == other.state.results[slot].result
        assert len(state.results) == len(hall.state.results.keys() | other.state.results.keys())
