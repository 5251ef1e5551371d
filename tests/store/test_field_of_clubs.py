"""A field of many clubs that send to two processes on one PostgreSQL while one of them is killed (R-377, R-411).

`ARROWSWITCH_FIELD` is the number of clubs, tables and boards (8x5x5, and 12x5x10 in `make exhaustive`);
`tools/try-field` takes 200x20x28.
"""

from __future__ import annotations

import http.client
import os
import queue
import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arrowswitch.core.game.boards import vulnerability
from arrowswitch.core.game.possible import possible_scores
from arrowswitch.store.sql import SqlStore
from arrowswitch.tournament.model.club_values.simultaneous import SentBy
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, FixedClock
from tests.postgres import new_database
from tests.processes import is_listening, start_desk, stop
from tests.rotation import is_exhaustive
from tests.simultaneous_clubs import club_evening, file_of, organiser, play_open, read
from tests.store.test_postgres import eventually, free_ports
from tests.web.client import open_desk

CLUBS, TABLES, BOARDS = (
    int(part) for part in os.environ.get("ARROWSWITCH_FIELD", "12x5x10" if is_exhaustive() else "8x5x5").split("x")
)
EVENT_FILES = 3
"""The number of clubs that send the file of their event; each of the others sends a table."""
OWN_TABLES = next(tables for tables in (7, 5) if BOARDS % tables == 0)
"""Tables of the clubs that send their event."""
_ORDINARY = 1700
_SENDERS = 4


def table_of(club: int) -> bytes:
    """Returns the results of a club: every pair on all boards, the likely scores many times."""
    chance = random.Random(club)
    rows = ["board,ns,ew,score"]
    for board in range(1, BOARDS + 1):
        usual = sorted(score for score in possible_scores(vulnerability(board)) if abs(score) <= _ORDINARY)
        for table in range(TABLES):
            score = usual[int(len(usual) * chance.random() ** 2)]
            rows.append(f"{board},{table + 1},{TABLES + 1 + (table + board) % TABLES},{score}")
    return "\n".join(rows).encode()


def files() -> dict[int, bytes]:
    """Returns the file that each club sends."""
    own = {
        club: file_of(play_open(club_evening(f"クラブ{club}", tables=OWN_TABLES, boards=BOARDS, first=club), club))
        for club in range(1, EVENT_FILES + 1)
    }
    return {club: own.get(club) or table_of(club) for club in range(1, CLUBS + 1)}


def ranking_of(store: Store, field_id: str) -> str:
    """Returns the ranking of a field as a program over a store, alone, writes it."""
    with open_desk(create_app(Tournament(store, FixedClock(), CountingChance()))) as desk:
        return desk.get(f"/simultaneous/{field_id}/ranking.csv").text


@dataclass
class Clubs:
    """The clubs while they send: the secret of each one's link, who was answered, and how often nobody answered."""

    secrets: Mapping[int, str]
    files: Mapping[int, bytes]
    ports: tuple[int, int]
    answered: dict[int, int] = field(default_factory=dict)
    unanswered: int = 0
    longest: float = 0

    def has_answer_of(self, port: int) -> bool:
        """True if a process has answered a club."""
        return port in list(self.answered.values())

    def post(self, club: int, port: int, data: bytes) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        try:
            line.request(
                "POST",
                f"/with/{self.secrets[club]}/simultaneous/event",
                data,
                {"Origin": f"http://127.0.0.1:{port}", "Accept-Language": "en"},
            )
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def send(self, club: int) -> None:
        """Sends a club's file to the one process and, where that does not answer, to the other, until one has."""
        turn = club % 2
        while club not in self.answered:
            began = time.monotonic()
            try:
                status, answer = self.post(club, self.ports[turn], self.files[club])
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                turn = 1 - turn
                time.sleep(0.02)
                continue
            assert status == 200, answer.decode()
            self.longest = max(self.longest, time.monotonic() - began)
            self.answered[club] = self.ports[turn]


@pytest.mark.slow
def test_one_of_two_processes_is_killed_while_clubs_send_and_the_ranking_is_that_of_one(
    tmp_path: Path, record_property: Callable[[str, str], None]
) -> None:
    sent = files()
    url = new_database()
    with closing(SqlStore(url)) as store:
        here = organiser(BOARDS, store)
        names = [f"クラブ{club}" for club in range(1, CLUBS + 1)]
        ports = free_ports(2)
        clubs = Clubs(here.clubs(*names), sent, (ports[0], ports[1]))
        desks = [start_desk(url, port, tmp_path / f"output-{port}.txt") for port in ports]
        threads: list[threading.Thread] = []
        try:
            assert eventually(lambda: all(is_listening(port) for port in ports), 120)
            began = time.monotonic()
            threads = sending(clubs)
            assert eventually(lambda: len(clubs.answered) >= CLUBS * 2 // 5 and clubs.has_answer_of(ports[0]), 600)
            stop(desks[0])
            assert eventually(lambda: len(clubs.answered) == CLUBS, 600), clubs.answered
            took = time.monotonic() - began
            assert set(clubs.answered.values()) == set(ports), "both took files"
            assert clubs.unanswered, "the kill was felt"
            ranked = ranking_from(ports[1], here.field_id)
            send_wrong_files(clubs, ports[1])
            assert ranking_from(ports[1], here.field_id) == ranked, "what was refused changed nothing"
        finally:
            for desk in desks:
                stop(desk)
            for thread in threads:
                thread.join()
        uploads = here.fields.uploads(here.field_id)
        assert {club: len(one.history) for club, one in uploads.items()} == dict.fromkeys(sent, 1)
    alone = single(tmp_path, here.field_id, names, sent)
    assert ranked == alone
    summary = (
        f"{CLUBS} clubs of {TABLES} tables and {BOARDS} boards sent in {took:.1f} s (the longest answer took "
        f"{clubs.longest:.1f} s), one process killed, {clubs.unanswered} sendings not answered, "
        f"{len(ranked.splitlines()) - 1} pairs ranked as by one"
    )
    sys.stdout.write(f"{summary}\n")
    record_property("field", summary)


def sending(clubs: Clubs) -> list[threading.Thread]:
    """Has the clubs send, some at once, and returns who does."""
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for club in clubs.files:
        waiting.put(club)

    def go() -> None:
        while not waiting.empty():
            try:
                clubs.send(waiting.get_nowait())
            except queue.Empty:
                return

    threads = [threading.Thread(target=go) for _ in range(_SENDERS)]
    for thread in threads:
        thread.start()
    return threads


def ranking_from(port: int, field_id: str) -> str:
    """Returns the ranking of a field as a process on its port writes it."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        line.request("GET", f"/simultaneous/{field_id}/ranking.csv")
        answer = line.getresponse()
        assert answer.status == 200
        return answer.read().decode()
    finally:
        line.close()


def send_wrong_files(clubs: Clubs, port: int) -> None:
    """Sends wrong files: each is refused, with its reason."""
    whole = clubs.files[1]
    before = club_evening("クラブ1", tables=OWN_TABLES, boards=BOARDS, first=1)
    before.enter(1, 1, 1, "100")
    wrong = {
        "same results": (2, whole),
        "may be incomplete": (5, b"\n".join(clubs.files[5].splitlines()[: TABLES * BOARDS // 2])),
        "is not of this event": (5, clubs.files[5].replace(b"\n1,", b"\n90,")),
        "older version": (1, file_of(before)),
        "is not JSON": (1, whole[: len(whole) // 2]),
    }
    for why, (club, data) in wrong.items():
        status, answer = clubs.post(club, port, data)
        assert status == 422, answer
        assert why in answer.decode(), answer.decode()


def single(folder: Path, field_id: str, names: list[str], sent: Mapping[int, bytes]) -> str:
    """Returns the ranking of the same files when one program alone takes them, over SQLite."""
    with closing(SqlStore(f"sqlite:///{folder / 'alone.db'}")) as store:
        here = organiser(BOARDS, store)
        here.clubs(*names)
        for club, data in sent.items():
            here.fields.take(here.field_id, club, data, "event.json", read, SentBy.CLUB)
        return ranking_of(store, here.field_id)
