"""A command that is refused changes nothing: the ledger, the state and every stored row stay as they were."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from arrowswitch.core.errors import Mistake
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.slices.publication import Announce
from arrowswitch.tournament.service.decide import RULES
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, Evening, FixedClock, copy_evening
from tests.refused_commands import REFUSED, STATES, RefusedCommand, stored_rows
from tests.rotation import rotate
from tests.tables import for_each

pytestmark = pytest.mark.slow


@cache
def _event(state: str) -> Evening:
    return STATES[state]()


def _name(row: RefusedCommand) -> str:
    return type(row.command).__name__


def test_every_command_has_a_refusal_here() -> None:
    assert {type(row.command) for row in REFUSED} == set(RULES)


@for_each("row", REFUSED, ids=_name)
def test_a_refused_command_says_why_and_changes_nothing(row: RefusedCommand) -> None:
    evening = copy_evening(_event(row.state))
    state, before = evening.state, stored_rows(evening.tournament.store)
    try:
        evening.do(row.command)
        code = ""
    except Mistake as mistake:
        code = mistake.problems[0].code
    assert code == row.code
    assert evening.state is state
    assert stored_rows(evening.tournament.store) == before


@for_each("row", [row for row in REFUSED if row.code], ids=_name)
def test_of_several_commands_none_is_carried_out_where_the_last_is_refused(row: RefusedCommand) -> None:
    """The first of them is carried out when it is sent again alone: its id is not known."""
    evening = copy_evening(_event(row.state))
    ledger, state = evening.tournament.ledger(evening.event_id), evening.state
    before = stored_rows(evening.tournament.store)
    first = (Announce("お茶の時間"), Stamp("first", "director"))
    with pytest.raises(Mistake):
        evening.tournament.execute_all(evening.event_id, (first, (row.command, Stamp("second", "director"))))
    assert stored_rows(evening.tournament.store) == before
    assert evening.tournament.ledger(evening.event_id) == ledger
    assert evening.state == state
    assert evening.tournament.execute(evening.event_id, *first).seq == state.seq + 1


@pytest.mark.parametrize("state", STATES)
def test_every_command_changes_nothing_where_it_is_refused(state: str) -> None:
    store = MemoryStore()
    assert _refusals_without_a_trace(state, store, lambda: stored_rows(store)) > len(REFUSED) // 2


@rotate("state", tuple(STATES))
def test_a_refused_command_writes_no_byte(state: str, tmp_path: Path) -> None:
    """In a database on disk: neither into its file nor into its log."""
    with closing(SqlStore(f"sqlite:///{tmp_path / 'club.db'}")) as store:
        assert _refusals_without_a_trace(state, store, lambda: _bytes_in(tmp_path)) > len(REFUSED) // 2


def _refusals_without_a_trace(state: str, store: Store, stored: Callable[[], object]) -> int:
    """Sends every command to an event and returns how many were refused. After one that was carried out the event is
    stored again as it was."""
    event = _event(state)
    ledger = event.tournament.ledger(event.event_id)
    tournament = Tournament(store, FixedClock(event.clock.time), CountingChance(900))
    event_id, refused = tournament.take_in(ledger), 0
    for at, row in enumerate(REFUSED):
        before, was = stored(), tournament.state(event_id)
        try:
            tournament.execute(event_id, row.command, Stamp(f"sent-{at}", "director"))
        except Mistake:
            refused += 1
            assert tournament.state(event_id) is was, row
            assert stored() == before, row
        else:
            tournament.delete(event_id)
            tournament.take_in(ledger)
    return refused


def _bytes_in(folder: Path) -> dict[str, bytes]:
    """Returns the files of a database, without the index of its log, which readers write as well."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}
