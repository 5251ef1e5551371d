"""A forgotten person is found nowhere afterwards, by any search and after any import."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.i18n import Locale
from arrowswitch.i18n.messages import problem_text
from arrowswitch.store.memory import MemoryStore
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.slices.entries import AddEntry, ChangeEntry
from arrowswitch.tournament.model.slices.publication import Announce, Publish
from arrowswitch.tournament.model.slices.rulings import KeepCase, NoteOffence
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.register.traces import Traces, find_traces
from arrowswitch.tournament.service.archive import pack, restore
from arrowswitch.tournament.service.merging import compare_copies
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.standings.session import standings
from tests.builders import CountingChance, Evening, FixedClock, entry_ids, new_evening
from tests.rotation import is_exhaustive, rotation_seed

HIBARI = Person("雲雀 空", "90417", "ひばり そら", "Sora Hibari", 1200)
SPELLINGS = ("雲雀", "ひばり", "Hibari", "90417", "hibari", "HIBARI")
WISH = ForgetWish(HIBARI, PlayerId("p-hibari"), "(氏名削除)", "(name removed)")
"""The partner has another family name; nobody else has a part of these."""


STORES = ("memory", "sqlite")


@pytest.fixture(params=STORES if is_exhaustive() else ("drawn",))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store of each kind; in `make test` one of them, drawn for each test."""
    lot = Random(f"{rotation_seed()} {request.node.nodeid}")
    kind = lot.choice(STORES) if request.param == "drawn" else request.param
    opened: Store = MemoryStore() if kind == "memory" else SqlStore(f"sqlite:///{tmp_path / 'club.db'}")
    yield opened
    opened.close()


def published_evening(store: Store) -> Evening:
    """Six pairs, played and published; the one to be forgotten in a pair, as director, in rulings and texts."""
    evening = new_evening(5, store, director="雲雀　空")
    registered = replace(HIBARI, player_id=PlayerId("p-hibari"))
    evening.tournament.store.save_players((Player(PlayerId("p-hibari"), registered, "海風"),))
    evening.do(AddEntry((registered, Person("海野 波", "90418")), note="雲雀空 wants north"), author="雲雀 空")
    evening.start(make("howell", pairs=6, boards_per_round=1))
    evening.play_all()
    mine = entry_ids(evening)[-1]
    number = next(n for n, one in evening.state.section(Place(1, "A")).numbers.items() if one == mine)
    evening.do(NoteOffence(Place(1, "A"), number, Offence.CONDUCT, "雲雀 空"), reason="Hibari Sora was loud")
    case = KeepCase(case=0, place=Place(1, "A"), slot=None, title="case", says_ns="ひばり そら: I paused", ruling="ok")
    evening.do(case)
    evening.do(Announce("The winner is Sora Hibari (90417)"))
    evening.do(Publish())
    return evening


def everything(tournament: Tournament) -> str:
    """Returns all texts of a backup of the program, and all event files."""
    with zipfile.ZipFile(io.BytesIO(pack(tournament).content)) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist()]
    return "".join((*texts, *(tournament.export(row.event_id) for row in tournament.events())))


def standing(text: str) -> list[str]:
    return [one for one in SPELLINGS if one in text]


def forget(evening: Evening, wish: ForgetWish = WISH, command: str = "forget") -> Forgotten:
    return evening.tournament.forget(wish, Stamp(command, "director"))


def traces(evening: Evening, person: Person = HIBARI, *also: str) -> Traces:
    services = evening.tournament
    players = services.store.players()
    mine = next((one for one in players if one.person.number == person.number), None)
    events = ((row, services.known_ledger(row.event_id)) for row in services.events())
    return find_traces(person, mine, players, events, also)


class TestOneDeletion:
    def test_the_name_is_found_nowhere(self, store: Store) -> None:
        """R-393: in any spelling, in entries, rulings and texts."""
        evening = published_evening(store)
        assert set(standing(everything(evening.tournament))) == set(SPELLINGS[:5])
        forget(evening)
        assert standing(everything(evening.tournament)) == []

    def test_numbers_scores_and_ranks_stay(self, store: Store) -> None:
        evening = published_evening(store)
        before = standings(evening.state)
        forget(evening)
        after = standings(evening.state)
        assert after == before
        person = evening.state.entries[entry_ids(evening)[-1]].people[0]
        assert person.name.startswith("(氏名削除) ")
        assert person.roman.startswith("(name removed) ")
        assert person.master_points == 1200

    def test_a_published_version_is_as_it_was_without_the_name(self, store: Store) -> None:
        evening = published_evening(store)
        seq = evening.state.publication.versions[0].seq
        forget(evening)
        assert "雲雀" not in repr(evening.tournament.state_at(evening.event_id, seq).entries)
        assert len(evening.state.publication.versions) == 1
        assert evening.tournament.strangers(evening.event_id) == ()

    def test_no_undo_brings_it_back(self, store: Store) -> None:
        evening = published_evening(store)
        forget(evening)
        last = evening.state.seq
        with pytest.raises(Refused, match=r"undo\.rested-on"):
            evening.do(Undo(last))
        while True:
            try:
                evening.do(Undo())
            except Mistake:
                break
        assert standing(everything(evening.tournament)) == []

    def test_the_history_says_that_and_when(self, store: Store) -> None:
        evening = published_evening(store)
        forget(evening)
        (fact,) = evening.tournament.ledger(evening.event_id)[-1].facts
        assert fact.kind == "name-removed"
        problem = history(evening.tournament.ledger(evening.event_id))[0].what[0]
        for locale in Locale:
            assert "5" in problem_text(problem, locale)

    def test_the_same_press_twice_is_one(self, store: Store) -> None:
        evening = published_evening(store)
        first, seq = forget(evening), evening.state.seq
        assert forget(evening) == first
        assert evening.state.seq == seq

    def test_two_of_one_pair_are_still_two(self, store: Store) -> None:
        evening = published_evening(store)
        forget(evening)
        forget(evening, ForgetWish(Person("海野 波", "90418"), None, "(氏名削除)", "(name removed)"), "second")
        entry = evening.state.entries[entry_ids(evening)[-1]]
        assert len(set(entry.names)) == 2
        evening.do(ChangeEntry(entry_id=entry.entry_id, people=entry.people, note="together"))

    def test_a_ledger_that_another_program_went_on_with_stops_all_of_it(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All of it or nothing: neither the register nor another event is changed."""
        evening = published_evening(store)
        other = Evening(
            evening.tournament,
            evening.tournament.copy(evening.event_id, evening.state.settings, Stamp("copy")),
            evening.clock,
        )
        other.do(AddEntry((HIBARI, Person("x", "1"))))
        before = everything(evening.tournament)
        real = store.ledger
        monkeypatch.setattr(
            store, "ledger", lambda event, after=0: real(event, after)[: -1 if event == other.event_id else None]
        )
        with pytest.raises(Refused, match=r"store\.conflict"):
            forget(evening)
        monkeypatch.undo()
        assert everything(evening.tournament) == before


class TestBroughtBack:
    """Old files forget when they are brought in."""

    def test_an_old_backup(self, store: Store) -> None:
        evening = published_evening(store)
        old = pack(evening.tournament).content
        forget(evening)
        restore(evening.tournament, old, Stamp("restore"))
        assert standing(everything(evening.tournament)) == []
        assert len(evening.tournament.events()) == 1

    def test_an_old_backup_of_an_event_that_is_gone(self, store: Store) -> None:
        evening = published_evening(store)
        old = pack(evening.tournament).content
        evening.tournament.delete(evening.event_id)
        forget(evening)
        restore(evening.tournament, old, Stamp("restore"))
        assert len(evening.tournament.events()) == 1
        assert standing(everything(evening.tournament)) == []

    def test_an_old_event_file(self, store: Store) -> None:
        evening = published_evening(store)
        old = evening.tournament.export(evening.event_id)
        forget(evening)
        assert evening.tournament.import_file(old, Stamp("import")) == evening.event_id
        assert len(evening.tournament.events()) == 1
        assert standing(everything(evening.tournament)) == []

    def test_another_computer_s_copy(self, store: Store) -> None:
        evening = published_evening(store)
        copy = Tournament(MemoryStore(), evening.clock, CountingChance(9000))
        copy.import_file(evening.tournament.export(evening.event_id), Stamp("import"))
        entry = copy.state(evening.event_id).entries[entry_ids(evening)[-1]]
        changed = ChangeEntry(entry_id=entry.entry_id, people=entry.people, note="雲雀 空 is late")
        copy.execute(evening.event_id, changed, Stamp("there", "雲雀 空", "hall 2"))
        forget(evening)
        theirs = evening.tournament.as_kept(copy.ledger(evening.event_id))
        assert len(compare_copies(evening.tournament.ledger(evening.event_id), theirs).incoming) == 1
        evening.tournament.merge(evening.event_id, copy.ledger(evening.event_id), {}, Stamp("merge"))
        assert standing(everything(evening.tournament)) == []
        assert evening.state.entries[entry.entry_id].note == "(氏名削除) is late"

    def test_a_backup_takes_the_memory_along(self, store: Store) -> None:
        """A new computer that starts with a backup forgets as the old one does."""
        evening = published_evening(store)
        old = evening.tournament.export(evening.event_id)
        forget(evening)
        fresh = Tournament(MemoryStore(), FixedClock(), CountingChance())
        restore(fresh, pack(evening.tournament).content, Stamp("restore"))
        fresh.delete(evening.event_id)
        fresh.import_file(old, Stamp("import"))
        assert standing(everything(fresh)) == []

    def test_who_comes_back_is_known_again(self, store: Store) -> None:
        """A name that is typed afterwards stays; an earlier file adds nothing to it."""
        evening = published_evening(store)
        old = evening.tournament.export(evening.event_id)
        forget(evening)
        evening.do(AddEntry((Person("雲雀 空"), Person("磯 千鳥"))))
        evening.tournament.import_file(old, Stamp("import"))
        evening.tournament.import_file(evening.tournament.export(evening.event_id), Stamp("again"))
        assert len(evening.tournament.events()) == 1
        assert [one for entry in evening.state.entries.values() for one in entry.names].count("雲雀 空") == 1


class TestWho:
    def test_somebody_else_of_the_same_name_stays(self, store: Store) -> None:
        evening = published_evening(store)
        evening.do(AddEntry((Person("雲雀 空", "77777"), Person("鷺 白", "8"))))
        assert [one.number for _, one in traces(evening).namesakes] == ["77777"]
        forget(evening)
        names = [(one.name, one.number) for entry in evening.state.entries.values() for one in entry.people]
        assert ("雲雀 空", "77777") in names
        assert "90417" not in everything(evening.tournament)

    def test_an_event_where_the_name_alone_stands_may_be_of_somebody_else(self, store: Store) -> None:
        evening = published_evening(store)
        services = evening.tournament
        mine = services.copy(
            evening.event_id,
            replace(evening.state.settings, announcement=replace(evening.state.settings.announcement, director="")),
            Stamp("copy"),
        )
        services.execute(mine, AddEntry((Person("雲雀　空"), Person("鷺 白"))), Stamp("add"))
        assert [one.event_id for one in traces(evening).by_name] == [mine]
        old = services.export(mine)
        services.forget(replace(WISH, others=(mine,)), Stamp("forget"))
        assert "雲雀" in services.export(mine)
        assert "雲雀" not in services.export(evening.event_id)
        services.import_file(old, Stamp("import"))
        assert "雲雀" in services.export(mine)

    def test_another_name_under_the_number_is_shown_and_taken_along_when_told(self, store: Store) -> None:
        """A name of before a wedding, or a number that was typed wrongly: the director knows which."""
        evening = published_evening(store)
        services = evening.tournament
        earlier = services.copy(
            evening.event_id,
            replace(evening.state.settings, announcement=replace(evening.state.settings.announcement, director="")),
            Stamp("copy"),
        )
        services.execute(earlier, AddEntry((Person("鳩山 空", "90417"), Person("鷺 白"))), Stamp("add"))
        assert traces(evening).also == ("鳩山 空",)
        forget(evening)
        left = next(one for e in services.state(earlier).entries.values() for one in e.people if one.name == "鳩山 空")
        assert left.number == ""
        forget(evening, replace(WISH, also=("鳩山 空",)), "with it")
        assert "鳩山" not in everything(evening.tournament)

    def test_a_part_of_the_name_in_a_text_is_shown_and_taken_out_when_told(self, store: Store) -> None:
        evening = published_evening(store)
        evening.do(AddEntry((Person("雲雀 海", "5"), Person("鷺 白"))))
        evening.do(Announce("雲雀さん、お電話です。雲雀 海 is north"))
        assert [one.text for _, one in traces(evening).parts] == ["雲雀さん、お電話です。雲雀 海 is north"]
        evening.tournament.forget(replace(WISH, takes_parts=True), Stamp("forget"))
        assert evening.state.publication.announcements[-1].text == "(氏名削除)さん、お電話です。雲雀 海 is north"

    def test_a_short_name_is_not_cut_out_of_words(self, store: Store) -> None:
        evening = new_evening(2, store)
        evening.do(AddEntry((Person("林"), Person("鷺 白"))))
        evening.do(Announce("林檎があります"))
        evening.tournament.forget(ForgetWish(Person("林"), None, "(氏名削除)", "(name removed)"), Stamp("forget"))
        assert evening.state.publication.announcements[-1].text == "林檎があります"
        assert "林" not in [one for entry in evening.state.entries.values() for one in entry.names]

    def test_a_name_that_is_a_word_of_files_breaks_nothing(self, store: Store) -> None:
        """A person has the name of a movement."""
        evening = new_evening(5, store)
        evening.do(AddEntry((Person("Howell", "31"), Person("Mitchell", "32"))))
        evening.start(make("howell", pairs=6, boards_per_round=1))
        evening.tournament.forget(ForgetWish(Person("Howell", "31"), None, "(x)", "(y)"), Stamp("forget"))
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        assert movement.family == "howell"
        assert "Howell" not in [one for entry in evening.state.entries.values() for one in entry.names]

    def test_where_the_name_stands_is_told_before(self, store: Store) -> None:
        evening = published_evening(store)
        (event,) = traces(evening).events
        assert [str(names) for names in event.entries] == ["雲雀 空 - 海野 波"]
        assert event.publications == 1
        texts = {text.text for text in event.texts}
        assert {"The winner is Sora Hibari (90417)", "ひばり そら: I paused", "雲雀空 wants north"} <= texts


def test_what_stays_names_nobody(store: Store) -> None:
    """The memory is hashes under a key; no name, no number and no id of the register."""
    evening = published_evening(store)
    record = forget(evening)
    text = repr(record)
    assert not [one for one in (*SPELLINGS, "p-hibari") if one in text]
    assert len(record.marks) == 5
    assert record.at == evening.clock.now()


def test_club_sheets_and_regulations_forget_who_changed_them(store: Store) -> None:
    evening = published_evening(store)
    services = evening.tournament
    services.club.change(ClubSettings("ことり"), 0, Stamp("club", "雲雀 空"))
    forget(evening)
    assert services.club.record is not None
    assert services.club.record.who.startswith("(氏名削除)")
    assert services.club.settings.name == "ことり"
