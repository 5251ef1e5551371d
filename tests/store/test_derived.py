"""Values stored for later starts: equal to what the ledgers make of nothing, never used for another ledger or by
another program, and gone with a person who is erased."""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from arrowswitch.core.errors import Refused
from arrowswitch.store import derived
from arrowswitch.store.engines import engine_of
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.ladders.ladders import BOARDS, Ladders
from arrowswitch.tournament.ladders.published_events import LadderEvent, boards_played, ladder_event, result_published
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import DerivedText, LedgerEnd, Store
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult, RemoveResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.points.awarded import EventAwards, awards_of_players
from arrowswitch.tournament.points.per_event import PerEvent, Period
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.service.archive import pack
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.results import page
from tests.builders import CountingChance, Evening, FixedClock
from tests.postgres import new_database
from tests.spec.points.test_report import SIX, game
from tests.upgrade_results import event_files, versions

FORM: StoredForm[EventAwards] = StoredForm(EventAwards)
FILES = [path for folder in versions() for path in event_files(folder)]
NAME = SIX[0][0].name
TODAY = date(2026, 12, 31)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'club.db'}" if request.param == "sqlite" else new_database()


@pytest.fixture
def open_store(url: str) -> Iterator[Callable[[], SqlStore]]:
    """Opens the same database as often as it is called."""
    opened = list[SqlStore]()

    def open_again() -> SqlStore:
        opened.append(SqlStore(url))
        return opened[-1]

    yield open_again
    for store in opened:
        store.close()


def tournament_on(store: Store) -> Tournament:
    return Tournament(store, FixedClock(), CountingChance(len(store.events()) * 1000))


class Awards:
    """The awards of each event, and the events of which they were computed."""

    def __init__(self, store: Store) -> None:
        self.computed: list[EventId] = []
        self.values = PerEvent(tournament_on(store), self._compute, "event-awards", FORM)

    def _compute(self, state: EventState) -> EventAwards:
        self.computed.append(state.event_id)
        return awards_of_players(state)

    def look(self) -> tuple[EventAwards, ...]:
        return self.values.within(Period()).summaries


def two_games(store: Store) -> list[Evening]:
    tournament = tournament_on(store)
    games = [game(tournament, f"2026-0{month}-10", seed=month) for month in (4, 5)]
    for evening in games:
        evening.do(Publish())
    return games


def change_a_result(evening: Evening) -> None:
    slot = next(iter(evening.state.results))
    evening.do(EnterResult(slot, "990", correction=CorrectionReason.TYPING_ERROR))


def rows(url: str, statement: str, **values: object) -> list[Any]:
    """Runs a statement past the program and returns the rows that it finds."""
    engine = engine_of(url)
    with engine.begin() as connection:
        result = connection.execute(text(statement), values)
        answer = result.all() if result.returns_rows else []
    engine.dispose()
    return [tuple(row) for row in answer]


class TestLaterStarts:
    def test_no_ledger_is_read_of_an_event_that_did_not_change(self, open_store: Callable[[], SqlStore]) -> None:
        two_games(open_store())
        first, later = Awards(open_store()), Awards(open_store())
        assert first.look() == later.look()
        assert (len(first.computed), later.computed) == (2, [])
        assert any(event.awards for event in later.look())

    def test_an_event_that_changed_is_computed_again_and_stored(self, open_store: Callable[[], SqlStore]) -> None:
        games = two_games(open_store())
        before = Awards(open_store()).look()
        change_a_result(games[0])
        changed, later = Awards(open_store()), Awards(open_store())
        assert changed.look() == later.look() != before
        assert (changed.computed, later.computed) == ([games[0].event_id], [])

    def test_an_undo_is_a_change_too(self, open_store: Callable[[], SqlStore]) -> None:
        games = two_games(open_store())
        before = Awards(open_store()).look()
        change_a_result(games[0])
        Awards(open_store()).look()
        games[0].do(Undo(games[0].state.seq))
        assert Awards(open_store()).look() == before

    def test_an_event_that_is_played_is_not_stored(self, open_store: Callable[[], SqlStore], url: str) -> None:
        """It would be stored again after each result."""
        evening = game(tournament_on(open_store()), "2026-04-10")
        evening.do(RemoveResult(next(iter(evening.state.results)), correction=CorrectionReason.TYPING_ERROR))
        first, later = Awards(open_store()), Awards(open_store())
        assert first.look() == later.look()
        assert later.computed == [evening.event_id]
        assert derived_rows(url) == []


def derived_rows(url: str) -> list[str]:
    return [record for (record,) in rows(url, "SELECT record FROM papers WHERE kind LIKE 'derived-%'")]


class TestRowsThatAreNotUsed:
    @pytest.mark.parametrize("change", ["record || ' '", "replace(record, 'rank\"\\:1', 'rank\"\\:2')", "''", "'{}'"])
    def test_a_row_that_was_changed(self, open_store: Callable[[], SqlStore], url: str, change: str) -> None:
        two_games(open_store())
        before = Awards(open_store()).look()
        rows(url, f"UPDATE papers SET record = {change} WHERE kind LIKE 'derived-%'")
        later = Awards(open_store())
        assert later.look() == before
        assert len(later.computed) == 2

    def test_a_row_of_another_event_or_version(self, open_store: Callable[[], SqlStore], url: str) -> None:
        games = two_games(open_store())
        before = Awards(open_store()).look()
        first, second = (evening.event_id for evening in games)
        rows(url, "UPDATE papers SET paper_id = 'x' WHERE paper_id = :first", first=first)
        rows(url, "UPDATE papers SET paper_id = :first WHERE paper_id = :second", first=first, second=second)
        later = Awards(open_store())
        assert later.look() == before
        assert len(later.computed) == 2

    def test_a_row_of_another_program(
        self, open_store: Callable[[], SqlStore], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        two_games(open_store())
        before = Awards(open_store()).look()
        with monkeypatch.context() as other:
            other.setattr(derived, "program_digest", lambda: "0" * 64)
            newer = Awards(open_store())
            assert newer.look() == before
        own = Awards(open_store())
        assert own.look() == before
        assert (len(newer.computed), len(own.computed)) == (2, 2)

    def test_a_row_whose_text_is_not_of_its_form(self, open_store: Callable[[], SqlStore]) -> None:
        """The digest is right, and the text is not what this kind is read from."""
        games = two_games(open_store())
        before = Awards(open_store()).look()
        store = open_store()
        ends = [store.since(evening.event_id, LedgerEnd()) for evening in games]
        wrong = {
            evening.event_id: DerivedText(end.end, '{"name":1}')
            for evening, end in zip(games, ends, strict=True)
            if end is not None
        }
        store.save_derived("event-awards", wrong)
        assert store.derived_values("event-awards") == wrong
        assert Awards(open_store()).look() == before

    def test_the_value_of_a_ledger_that_grew_meanwhile_is_not_stored(
        self, open_store: Callable[[], SqlStore], url: str
    ) -> None:
        games = two_games(open_store())
        store = open_store()
        grown = store.since(games[0].event_id, LedgerEnd())
        assert grown is not None
        change_a_result(games[0])
        store.save_derived("event-awards", {games[0].event_id: DerivedText(grown.end, "{}")})
        assert derived_rows(url) == []

    def test_a_ledger_that_was_changed_outside_is_not_remembered(
        self, open_store: Callable[[], SqlStore], url: str
    ) -> None:
        """Its last link is that of the ledger before, which comes back when the file is repaired."""
        games = two_games(open_store())
        before = rows(url, "SELECT seq, entry FROM ledger WHERE event_id = :id", id=games[0].event_id)
        rows(url, "UPDATE ledger SET entry = replace(entry, :name, 'Another Player')", name=NAME)
        Awards(open_store()).look()
        for seq, entry in before:
            mine = "UPDATE ledger SET entry = :entry WHERE event_id = :id AND seq = :seq"
            rows(url, mine, entry=entry, id=games[0].event_id, seq=seq)
        names = {award.person.name for award in Awards(open_store()).look()[0].awards}
        assert "Another Player" not in names

    def test_a_store_that_refuses_stops_no_page(
        self, open_store: Callable[[], SqlStore], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        two_games(open_store())
        before = Awards(open_store()).look()

        def refuse(*_: object) -> None:
            raise Refused.of("store.full")

        monkeypatch.setattr(derived, "save", refuse)
        monkeypatch.setattr(derived, "read", refuse)
        assert Awards(open_store()).look() == before


class TestErasing:
    def test_an_erased_person_is_in_no_row(self, open_store: Callable[[], SqlStore], url: str) -> None:
        two_games(open_store())
        Awards(open_store()).look()
        tournament = tournament_on(open_store())
        ladders = Ladders(tournament, Points(tournament))
        assert ladders.people(TODAY).find_by_name(NAME, 5)
        assert any(NAME in record for record in derived_rows(url))
        tournament.forget(ForgetWish(SIX[0][0], None, "匿名", "Anonymous"), Stamp("forget", "director"))
        assert not any(NAME in record for record in derived_rows(url))
        names = {award.person.name for event in Awards(open_store()).look() for award in event.awards}
        assert NAME not in names
        assert not ladders.people(TODAY).find_by_name(NAME, 5)

    def test_the_bytes_are_gone_from_the_files(self, tmp_path: Path) -> None:
        database = tmp_path / "club.db"
        store = SqlStore(f"sqlite:///{database}")
        two_games(store)
        Awards(store).look()
        tournament_on(store).forget(ForgetWish(SIX[0][0], None, "匿名", "Anonymous"), Stamp("forget", "director"))
        content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        store.close()
        assert NAME.encode() not in content

    def test_a_value_computed_before_the_erasing_is_not_stored_after_it(
        self, open_store: Callable[[], SqlStore], url: str
    ) -> None:
        games = two_games(open_store())
        store = open_store()
        grown = store.since(games[0].event_id, LedgerEnd())
        assert grown is not None
        value = DerivedText(grown.end, FORM.dump(awards_of_players(games[0].state)))
        assert NAME in value.text
        tournament_on(store).forget(ForgetWish(SIX[0][0], None, "匿名", "Anonymous"), Stamp("forget", "director"))
        store.save_derived("event-awards", {games[0].event_id: value})
        assert not any(NAME in record for record in derived_rows(url))

    def test_rows_left_by_an_older_program_that_erased_a_person_are_removed(
        self, open_store: Callable[[], SqlStore], url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        two_games(open_store())
        Awards(open_store()).look()
        with monkeypatch.context() as older:
            older.setattr(derived, "remove", lambda *_: None)
            wish = ForgetWish(SIX[0][0], None, "匿名", "Anonymous")
            tournament_on(open_store()).forget(wish, Stamp("forget", "director"))
        assert any(NAME in record for record in derived_rows(url))
        open_store().derived_values("event-awards")
        assert not any(NAME in record for record in derived_rows(url))

    def test_an_event_takes_its_values_with_it(self, open_store: Callable[[], SqlStore], url: str) -> None:
        games = two_games(open_store())
        Awards(open_store()).look()
        tournament_on(open_store()).delete(games[0].event_id)
        assert len(derived_rows(url)) == 1
        later = Awards(open_store())
        assert len(later.look()) == 1
        assert later.computed == []


def test_no_backup_contains_them(open_store: Callable[[], SqlStore]) -> None:
    store = open_store()
    two_games(store)
    before = pack(tournament_on(store)).content
    Awards(store).look()
    assert store.derived_values("event-awards")
    assert pack(tournament_on(store)).content == before
    assert store.unread() == ()


def test_two_servers_compute_and_store_at_once(open_store: Callable[[], SqlStore]) -> None:
    two_games(open_store())
    first, second = Awards(open_store()), Awards(open_store())
    assert first.look() == second.look()
    third = Awards(open_store())
    assert third.look() == first.look()
    assert third.computed == []


def test_a_database_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    """Another program has it, for longer than anybody waits."""
    database = tmp_path / "club.db"
    store = SqlStore(f"sqlite:///{database}")
    two_games(store)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    later = SqlStore(f"sqlite:///{database}")
    with later._reading() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=1")
    assert any(event.awards for event in Awards(later).look())
    other.execute("ROLLBACK")
    assert later.derived_values("event-awards") == {}
    later.close()
    store.close()
    other.close()


def values_of(state: EventState, ledger: tuple[Any, ...]) -> Iterator[tuple[StoredForm[Any], object]]:
    """Yields all derived values of an event, each with its form."""
    newest = result_published(state)
    published = state_of(ledger[: newest.seq]) if newest else state
    yield StoredForm(EventAwards), awards_of_players(state)
    yield StoredForm(LadderEvent), ladder_event(published, is_told=newest is not None)
    yield StoredForm(page.PublishedEvent | None), page._summary(state)
    if newest is not None:
        yield StoredForm(tuple[page.FoundName, ...]), tuple(page._names_in(published))
        yield BOARDS, boards_played(published)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_stored_is_what_the_ledger_makes_of_nothing(path: Path) -> None:
    """Every prefix of every ledger of the corpus: what is read again equals what was computed."""
    ledger = event_file.load(path.read_text(encoding="utf-8"))
    seen = set[str]()
    for length in range(1, len(ledger) + 1):
        for form, value in values_of(state_of(ledger[:length]), ledger):
            stored = form.dump(value)
            if stored not in seen:
                seen.add(stored)
                assert form.load(stored, form.version) == value


def test_the_digest_is_of_all_files_that_compute_the_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    makers = (awards_of_players, ladder_event, boards_played, page._summary, page._names_in)
    modules = {maker.__module__ for maker in makers} | {"arrowswitch.documents.publication.people"}
    for module in modules:
        place = Path(str(importlib.import_module(module).__file__)).relative_to(derived._PACKAGE).as_posix()
        assert any(place.startswith(f"{part}/") for part in derived.PARTS), place
    for part in derived.PARTS:
        (tmp_path / part).mkdir(parents=True)
    (tmp_path / "core" / "a.py").write_text("A = 1\n")
    monkeypatch.setattr(derived, "_PACKAGE", tmp_path)
    digest = derived.program_digest.__wrapped__
    before = digest()
    assert before == digest()
    (tmp_path / "core" / "a.py").write_text("A = 2\n")
    changed = digest()
    (tmp_path / "core" / "a.py").rename(tmp_path / "core" / "b.py")
    assert len({before, changed, digest()}) == 3


def test_a_corrected_event_counts_after_its_next_publication(open_store: Callable[[], SqlStore]) -> None:
    games = two_games(open_store())

    def results() -> list[LadderEvent]:
        tournament = tournament_on(open_store())
        return list(Ladders(tournament, Points(tournament))._published_events(are_closed=True))

    before = results()
    change_a_result(games[0])
    assert results() == before
    games[0].do(Publish())
    assert results() == results() != before
    assert replace(results()[1], name="") == replace(before[1], name="")
