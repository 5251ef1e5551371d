"""Values stored in addition to the events: typed, in backups, and without forgotten people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.ports import PaperRow
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.kinds import KINDS
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.service.archive import pack, restore
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, FixedClock

KIND = "trial"
YAMADA = Player(PlayerId("p1"), Person("山田 花子", "7001"), "club")
SATO = Player(PlayerId("p2"), Person("佐藤 一", "7002"), "club")
STAMP = Stamp("c1", "director")


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    kinds = cast("dict[str, StoredForm[Any]]", KINDS)
    kinds[KIND] = StoredForm(Player)
    yield
    del kinds[KIND]


def services() -> Tournament:
    return Tournament(MemoryStore(), FixedClock(), CountingChance())


def test_values_come_back_with_their_version() -> None:
    papers: Papers[Player] = Papers(services().store, KIND)
    assert papers.save("b", YAMADA) == Paper("b", 1, YAMADA)
    papers.save("a", SATO)
    assert papers.save("b", SATO, 1) == Paper("b", 2, SATO)
    assert list(papers) == [Paper("a", 1, SATO), Paper("b", 2, SATO)]
    assert papers.get("b").value == SATO
    papers.delete("b")
    assert papers.find("b") is None
    with pytest.raises(NotFound, match=r"paper\.unknown"):
        papers.get("b")


def test_who_changes_an_older_version_is_refused() -> None:
    papers: Papers[Player] = Papers(services().store, KIND)
    papers.save("a", SATO)
    papers.save("a", YAMADA, 1)
    with pytest.raises(Refused, match=r"store\.conflict"):
        papers.save("a", SATO, 1)
    assert papers.get("a").value == YAMADA


def test_one_that_cannot_be_read_is_left_out_of_the_list() -> None:
    tournament = services()
    papers: Papers[Player] = Papers(tournament.store, KIND)
    papers.save("a", SATO)
    tournament.store.save_paper(PaperRow(KIND, "b", 1, 1, "{"), 0)
    assert [paper.paper_id for paper in papers] == ["a"]
    with pytest.raises(Malformed):
        papers.get("b")


def test_a_backup_brings_back_what_is_lacking_and_leaves_what_is_there() -> None:
    first, second = services(), services()
    Papers[Player](first.store, KIND).save("a", YAMADA)
    Papers[Player](first.store, KIND).save("b", YAMADA)
    first.store.save_players([SATO])
    Papers[Player](second.store, KIND).save("b", SATO)
    restore(second, pack(first).content, STAMP)
    assert {paper.paper_id: paper.value for paper in Papers[Player](second.store, KIND)} == {"a": YAMADA, "b": SATO}


def test_who_is_forgotten_stands_in_none_of_them() -> None:
    tournament = services()
    Papers[Player](tournament.store, KIND).save("a", YAMADA)
    Papers[Player](tournament.store, KIND).save("b", SATO)
    tournament.forget(ForgetWish(YAMADA.person, YAMADA.player_id, "匿名", "Anonymous"), STAMP)
    texts = [row.text for row in tournament.store.papers(KIND)]
    assert not any("山田" in text or "7001" in text for text in texts)
    assert "佐藤" in texts[1]
