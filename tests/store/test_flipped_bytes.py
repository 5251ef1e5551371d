"""A changed byte in the file of a database: the header, the schema or the page is named, or nothing differs.

The places follow SQLite's file format: the header is 100 bytes, the schema is on the first pages, every page begins
with the head of its b-tree.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arrowswitch.bootstrap.programs import Programs, tournament_on
from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.wholeness import check_store
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.archive import pack
from tests.builders import new_evening, person
from tests.rotation import is_exhaustive, rotation_seed
from tests.unit.cli.runner import cli

pytestmark = pytest.mark.slow

PAGE = 4096
HEADER = 100
OF_A_ROW = frozenset(("store.entry-unread", "store.entry-missing", "store.entry-newer", "store.row-unread"))
DAMAGED = frozenset(("store.damaged", "store.newer", "store.entries-changed", "store.name-differs", *OF_A_ROW))
"""A changed byte of the version of the schema can turn it into that of a newer program."""
MASKS = (1, 2, 4, 8, 16, 32, 64, 128, 255)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening with two results, and a second event with an entry, in a closed database."""
    path = tmp_path_factory.mktemp("flips") / "club.db"
    store = SqlStore(f"sqlite:///{path}")
    evening = new_evening(6, store)
    evening.start(make("mitchell", tables=3, boards_per_round=2))
    for board in (1, 2):
        evening.enter(1, 1, board, "3NTN=")
    other = evening.tournament.create(Settings("Moon", "2026-11-22"), Stamp("moon", "director"))
    evening.tournament.execute(other, AddEntry((person("Amber Jade"), person("Robin Wren"))), Stamp("1", "director"))
    store.close()
    return path


def places(content: bytes) -> Iterator[int]:
    """Yields the places to change: the header, the schema, the head of each page, and others."""
    chance = random.Random(rotation_seed())
    schema = [at for at in range(HEADER, 2 * PAGE) if content[at]]
    heads = [page + at for page in range(PAGE, len(content), PAGE) for at in range(12)]
    others = [at for at in range(PAGE, len(content)) if content[at]]
    share = 1 if is_exhaustive() else 16
    yield from chance.sample(range(HEADER), HEADER // share)
    for area in (schema, heads, others):
        yield from chance.sample(area, 100 // share)


def flip(whole: Path, target: Path, at: int, mask: int) -> Path:
    """Returns a copy of a database with one changed byte."""
    content = bytearray(whole.read_bytes())
    content[at] ^= mask
    for path in target.parent.glob(f"{target.name}*"):
        path.unlink()
    target.write_bytes(content)
    return target


def states_in(database: Path) -> tuple[dict[EventId, EventState], list[str]]:
    """Returns all events that can be read, and the codes of all problems that the check finds."""
    store = SqlStore(f"sqlite:///{database}")
    try:
        codes = [problem.code for problem in check_store(store).problems]
        services, states = tournament_on(store), {}
        pack(services)
        for row in services.events():
            try:
                states[row.event_id] = services.state(row.event_id)
            except Mistake as mistake:
                codes += [problem.code for problem in mistake.problems]
        return states, codes
    finally:
        store.close()


def test_a_changed_byte_is_damage_or_changes_nothing(whole: Path, tmp_path: Path) -> None:
    before, problems = states_in(Path(shutil.copy(whole, tmp_path / "copy.db")))
    assert (len(before), problems) == (2, [])
    chance = random.Random(rotation_seed())
    silent = []
    for at in places(whole.read_bytes()):
        mask = chance.choice(MASKS)
        database = flip(whole, tmp_path / "club.db", at, mask)
        try:
            states, codes = states_in(database)
        except Mistake as mistake:
            states, codes = {}, [problem.code for problem in mistake.problems]
        assert set(codes) <= DAMAGED or "store.damaged" in codes, (at, mask, codes)
        if not codes and states != before:
            silent.append((at, mask))
    assert silent == []


class TestDamagedHeader:
    """The message of every command that opens the database, in both languages."""

    COMMANDS = (("check",), ("backup", "b.zip"), ("password", "--remove"), ("serve", "--port", "0"))
    PLACES = ((4, "header"), (18, "header"), (56, "header"), (0, "schema"))

    @pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
    @pytest.mark.parametrize(("at", "where"), PLACES)
    def test_every_command_names_the_damage(
        self, whole: Path, tmp_path: Path, command: tuple[str, ...], at: int, where: str
    ) -> None:
        at = at or whole.read_bytes().index(b"CREATE TABLE ledger") + 3
        database = flip(whole, tmp_path / "club.db", at, 2)
        before = database.read_bytes()
        for language, words in (("en", "is damaged"), ("ja", "壊れています")):
            answer = cli(
                "--lang", language, *command, "--database", str(database), services=Programs(), folder=tmp_path
            )
            assert (answer.code, words in answer.err, where in answer.err) == (1, True, True), answer.err
            assert len(answer.err.splitlines()) == 1
        assert database.read_bytes() == before

    def test_a_file_that_was_no_database_is_not_called_damaged(self, tmp_path: Path) -> None:
        path = tmp_path / "club.db"
        path.write_bytes(b"PK\x03\x04" + bytes(200))
        with pytest.raises(Refused, match=r"store\.cannot-open"):
            SqlStore(f"sqlite:///{path}")

    def test_a_damaged_letter_stops_its_own_entry_alone(self, whole: Path, tmp_path: Path) -> None:
        at = whole.read_bytes().index(b"Amber Jade") + 1
        database = flip(whole, tmp_path / "club.db", at, 128)
        states, codes = states_in(database)
        assert (len(states), codes) == (2, ["store.entries-changed"])
