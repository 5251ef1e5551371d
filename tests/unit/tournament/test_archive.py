"""The backup: everything comes back, nothing is lost, and a damaged file changes nothing."""

from __future__ import annotations

import io
import zipfile

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.service.archive import (
    MOST_PARTS,
    MOST_UNPACKED_MB,
    Known,
    archived_event,
    events_in,
    pack,
    restore,
)
from arrowswitch.tournament.service.service import Tournament
from tests.builders import mitchell_evening, new_evening, person
from tests.tables import for_each

STAMP = Stamp("restore", "director")


def elsewhere() -> Tournament:
    tournament = new_evening().tournament
    for row in tournament.events():
        tournament.delete(row.event_id)
    return tournament


def zip_files(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name.replace("__", "/").replace("_json", ".json"), raw)
    return packed.getvalue()


def test_backup_and_restore_give_the_same_standings() -> None:
    """R-377: backup to a second medium; on another installation the event, the register and the ranking are there."""
    evening = mitchell_evening()
    evening.play_all()
    evening.tournament.store.save_players((Player(PlayerId("p1"), person("春川", "1021")),))
    other = elsewhere()
    restored = restore(other, pack(evening.tournament).content, STAMP)
    assert (restored.events, restored.players) == (1, 1)
    assert other.state(evening.event_id) == evening.state
    assert ranking(other.state(evening.event_id)).groups == ranking(evening.state).groups
    assert other.store.players() == evening.tournament.store.players()


def test_restoring_what_is_there_changes_nothing() -> None:
    evening = mitchell_evening()
    evening.enter(1, 1, 1, "P")
    older = pack(evening.tournament).content
    evening.enter(1, 1, 2, "P")
    before = evening.tournament.ledger(evening.event_id)
    restore(evening.tournament, older, STAMP)
    assert evening.tournament.ledger(evening.event_id) == before
    assert len(evening.tournament.events()) == 1


def test_a_newer_backup_brings_the_rest() -> None:
    evening = mitchell_evening()
    other = elsewhere()
    restore(other, pack(evening.tournament).content, STAMP)
    heard: list[int] = []
    other.subscribe(lambda _event, version: heard.append(version))
    evening.enter(1, 1, 1, "P")
    restore(other, pack(evening.tournament).content, STAMP)
    assert other.state(evening.event_id) == evening.state
    assert heard == [evening.state.seq]


def test_another_story_is_kept_beside() -> None:
    evening = mitchell_evening()
    other = elsewhere()
    restore(other, pack(evening.tournament).content, STAMP)
    evening.enter(1, 1, 1, "P")
    branch = other.state(evening.event_id)
    evening2 = type(evening)(other, evening.event_id, evening.clock, 500)
    evening2.enter(1, 1, 1, "100")
    restore(other, pack(evening.tournament).content, STAMP)
    assert len(other.events()) == 2
    assert branch.event_id in {row.event_id for row in other.events()}


@for_each(
    "packed, code",
    [
        (b"letter", "archive.not-zip"),
        (zip_files(), "archive.empty"),
        (zip_files(readme=b"x"), "archive.empty"),
        (zip_files(events__e_json=b"\xff\xfe"), "archive.not-text"),
        (zip_files(events__e_json=b"{}"), "file.not-event"),
        (zip_files(players_json=b'[{"player_id": 1}]'), "archive.players"),
    ],
)
def test_a_damaged_backup_is_refused_whole(packed: bytes, code: str) -> None:
    other = elsewhere()
    with pytest.raises(Malformed) as refusal:
        restore(other, packed, STAMP)
    assert code in {problem.code for problem in refusal.value.problems}
    assert other.events() == ()


def test_more_parts_than_a_backup_can_have_are_refused_before_they_are_read() -> None:
    packed = zip_files(**{f"sheets__{n}_json": b"" for n in range(MOST_PARTS + 1)})
    other = elsewhere()
    for act in (
        lambda: restore(other, packed, STAMP),
        lambda: events_in(other, packed),
        lambda: archived_event(packed),
    ):
        with pytest.raises(Malformed, match=r"archive\.too-many"):
            act()


def test_what_unpacks_to_more_than_is_allowed_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("players.json", "w") as part:
        for _ in range(MOST_UNPACKED_MB + 1):
            part.write(bytes(1024 * 1024))
    with pytest.raises(Malformed, match=r"archive\.too-large"):
        restore(elsewhere(), packed.getvalue(), STAMP)


def test_a_part_that_says_less_than_it_unpacks_to_is_damaged() -> None:
    """The limit goes by what the list of the parts says; nothing longer than that is unpacked."""
    packed = zip_files(players_json=b"[" + b" " * 5000 + b"]")
    shorter = packed.replace((5002).to_bytes(4, "little"), (2).to_bytes(4, "little"))
    assert shorter != packed
    with pytest.raises(Malformed, match=r"archive\.not-zip"):
        restore(elsewhere(), shorter, STAMP)


def test_one_damaged_event_keeps_no_other_out() -> None:
    evening = mitchell_evening()
    packed = io.BytesIO(pack(evening.tournament).content)
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("events/bad.json", "{")
    other = elsewhere()
    restored = restore(other, packed.getvalue(), STAMP)
    assert [(one.code, one.where) for one in restored.left_out] == [("file.not-json", "events/bad.json")]
    assert (restored.events, [row.event_id for row in other.events()]) == (1, [evening.event_id])
    assert {one.relation for one in events_in(other, packed.getvalue())} == {Known.THERE, Known.DAMAGED}
