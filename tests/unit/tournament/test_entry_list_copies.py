"""The list of entries as a file, entered again: wishes and handicaps are those of the first list."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.web.desk.entries.csv import read_entries, write_entries
from tests.builders import person


@pytest.mark.parametrize("handicap", [None, Fraction(0), Fraction(5, 2), Fraction(-3)])
def test_a_written_entry_is_read_with_every_wish(handicap: Fraction | None) -> None:
    """A handicap of 0 is one of the entry's own; an empty cell leaves it to the people."""
    people = (person("Alder Oak", "11"), person("Robin Wren", "12"))
    entry = Entry(EntryId("e"), people, wants_stationary=True, note="stairs", handicap=handicap, flight="B")
    other = Entry(EntryId("f"), (person("Heron Crane", "13"),), handicap=Fraction(8))
    text = write_entries("pair", 2, ((None, entry), (None, other)))
    read, last = (line.entry for line in read_entries(text.encode(), "list.csv", ()).entries)
    assert (read.wants_stationary, read.note, read.handicap, read.flight) == (True, "stairs", handicap, "B")
    assert last.handicap == 8


def test_a_list_without_handicaps_has_no_column_of_them() -> None:
    entry = Entry(EntryId("e"), (person("Alder Oak"),))
    assert "handicap" not in write_entries("pair", 2, ((None, entry),))


def test_a_handicap_that_is_no_number_is_listed_with_its_line() -> None:
    with pytest.raises(Malformed) as caught:
        read_entries(b"name 1,handicap\nAlder Oak,much\n", "list.csv", ())
    assert [(one.code, one.where) for one in caught.value.problems] == [("desk.players.handicap-unreadable", "line 2")]
