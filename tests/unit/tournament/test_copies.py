"""Every field survives a copy: a field added to a class fails here until each copy has it or a reason not to."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.tournament.entries.copies import (
    copied_entries,
    correction_of,
    entry_of_part,
    join_entries,
    left_behind,
    part_of,
)
from arrowswitch.tournament.entries.decide import is_same
from arrowswitch.tournament.model.fold import FOLDS
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.advance import FeePaid, NotePayment
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry
from arrowswitch.tournament.model.slices.rulings import (
    BoardFouled,
    CaseKept,
    KeepCase,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    RulingKept,
    ScoresRemoved,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.values.advance import Payment
from arrowswitch.tournament.model.values.people import AdvanceEntry, Entry, JoinedPart, Person
from arrowswitch.tournament.model.values.rulings import CaseRecord
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import START, new_evening, person
from tests.filled import default_of, fill_fields, lost_fields

ITS_OWN = ("entry_id", "is_withdrawn", "joined_of")
"""The fields that no copy of an entry has: another entry has an id of its own, takes part, and was not joined."""
DEFAULTS = {part.name: default_of(part) for part in fields(Entry)}
WISHES = tuple(name for name in DEFAULTS if name not in (*ITS_OWN, "people"))


class TestEntries:
    def test_a_part_remembers_the_entry(self) -> None:
        entry = fill_fields(Entry)
        assert lost_fields(entry, entry_of_part(part_of(entry)), *ITS_OWN) == []
        assert lost_fields(fill_fields(JoinedPart), entry_of_part(fill_fields(JoinedPart))) == []

    def test_the_command_for_another_event_has_everything(self) -> None:
        entry = fill_fields(Entry)
        assert lost_fields(entry, copied_entries(entry, [entry.flight]), *ITS_OWN) == []

    def test_a_correction_has_everything_but_what_other_commands_set(self) -> None:
        """Withdrawal and handicap have commands of their own; ChangeEntry has no field that a correction leaves out but
        the session from which it is true."""
        entry = fill_fields(Entry)
        assert lost_fields(entry, correction_of(entry), "is_withdrawn", "joined_of", "handicap") == []
        assert lost_fields(correction_of(entry), entry, "from_session") == []
        assert {part.name for part in fields(ChangeEntry)} - {"from_session"} < {part.name for part in fields(Entry)}

    def test_a_new_entry_has_what_its_command_says(self) -> None:
        flights = (PointLimit("seven", None), PointLimit("eight", 500))
        evening = new_evening(kind=ContestantKind.TEAM, form=EventForm.SWISS_TEAMS, scale="wbf-25", flights=flights)
        command = fill_fields(AddEntry, flight="seven")
        assert lost_fields(command, next(iter(evening.do(command).entries.values()))) == []

    @pytest.mark.parametrize("is_first", [True, False])
    @pytest.mark.parametrize("wish", WISHES)
    def test_each_wish_is_in_the_whole_and_goes_with_its_people(self, wish: str, is_first: bool) -> None:
        """Both have it together, and after they part only the one who had it."""
        own, other = person("Alder Oak"), person("Robin Wren")
        entry = replace(Entry(EntryId("1"), (own,)), **{wish: getattr(fill_fields(Entry), wish)})
        two = Entry(EntryId("2"), (other,))
        whole = join_entries(*((entry, two) if is_first else (two, entry)), EntryId("3"))
        assert getattr(whole, wish) != DEFAULTS[wish]
        stayed, left = (left_behind(whole, gone, EntryId("4"), (is_same,)) for gone in (other, own))
        assert stayed == replace(entry, entry_id=EntryId("4"))
        assert left == replace(two, entry_id=EntryId("4"))


class TestCases:
    def test_a_case_in_the_state_has_every_field_that_was_written(self) -> None:
        evening = new_evening(8)
        evening.start(make("howell", pairs=8, boards_per_round=2))
        slot = missing_slots(evening.state, 1)[0]
        evening.do(KeepCase(case=0, place=slot.place, slot=None, title="before"))
        written = fill_fields(
            KeepCase, case=1, place=slot.place, slot=slot, is_table_score=False, call=0, ns_text="", ew_text=""
        )
        (case,) = evening.do(written).rulings.cases
        assert [name for name in lost_fields(written, case) if name in {part.name for part in fields(CaseRecord)}] == []


FACTS: tuple[tuple[type[Any], str, tuple[str, ...]], ...] = (
    (CaseKept, "rulings.cases", ()),
    (RulingKept, "rulings.guided", ()),
    (PenaltySet, "rulings.penalties", ()),
    (OffenceNoted, "rulings.warnings", ()),
    (PlayerExpelled, "rulings.expulsions", ()),
    (ScoresRemoved, "rulings.removed", ("approver",)),
    (BoardFouled, "rulings.fouled", ("approver",)),
    (FeePaid, "advance.payments", ()),
)
"""By fact: its field of the state, and the fields that only the ledger has (the history shows who approved)."""


@pytest.mark.parametrize(("kind", "where", "but"), FACTS)
def test_every_field_of_a_fact_is_in_the_state(kind: type[Any], where: str, but: tuple[str, ...]) -> None:
    state: EventState = new_evening().state
    fact = fill_fields(kind)
    stamp = Stamp("c", reason="because")
    (stored,) = attrgetter(where)(FOLDS[kind](state, fact, LedgerEntry(9, START, stamp, (fact,))))
    assert lost_fields(fact, stored, *but) == []
    assert stored.seq == 9


def test_a_payment_has_what_was_noted() -> None:
    evening = new_evening(1)
    entry_id = next(iter(evening.state.entries))
    noted = fill_fields(NotePayment, entry_id=entry_id, amount=Fraction(7))
    (payment,) = evening.do(noted).advance.payments
    assert isinstance(payment, Payment)
    assert lost_fields(noted, payment) == []


def test_a_standing_at_another_rank_is_the_same_otherwise() -> None:
    """A ranking of its own has nobody before it: the places of another ranking do not count in it."""
    standing = fill_fields(Standing)
    moved = standing.with_rank(3, is_tied=False, is_placed=False, separated_by=None)
    assert lost_fields(standing, moved, "rank", "is_tied", "is_placed", "separated_by", "after") == []
    assert (moved.rank, moved.after) == (3, 0)


def test_a_stamp_of_a_further_command_differs_by_its_id_only() -> None:
    stamp = fill_fields(Stamp)
    assert lost_fields(stamp, stamp.part("clock")) == ["command_id"]


@pytest.mark.parametrize("kind", [Person, Entry, JoinedPart, AdvanceEntry, CaseKept, PenaltySet, RulingKept, Settings])
def test_what_is_stored_comes_back_whole(kind: type[Any]) -> None:
    form: StoredForm[Any] = StoredForm(kind)
    value = fill_fields(kind)
    assert form.load(form.dump(value), form.version) == value
