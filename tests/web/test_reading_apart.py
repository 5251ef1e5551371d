"""A large file is read by a second process: the desk goes on, and no file uses up its memory."""

from __future__ import annotations

import operator
import pickle
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.federation.taking import reports_of
from arrowswitch.formats.results.datums import read_datums
from arrowswitch.formats.results.frequencies import read_frequencies
from arrowswitch.formats.tables import rows_of
from arrowswitch.tournament.service.archive import looked_through, pack
from arrowswitch.web import desk
from arrowswitch.web.desk.events.event_files import event_file_contents
from arrowswitch.web.serving.reading_apart import LARGE, read_apart
from tests.builders import mitchell_evening
from tests.fuzzed import MEMORY, MUCH
from tests.processes import is_listening, start_desk, stop, until
from tests.rotation import is_exhaustive
from tests.store.test_kills import evening_in, output_of
from tests.tables import for_each

DESK = Path(desk.__file__).parent
BACKUP = pack(mitchell_evening().tournament).content
ENTRY = '{"seq":%d,"at":"2026-01-01T00:00:00Z","facts":[{"a":[1,2,3,{"x":"y"}]}]}'
MADE_UP = f'{{"format":"arrowswitch-event","version":1,"ledger":[{",".join(ENTRY % at for at in range(30_000))}]}}'
"""Two megabytes in which every entry has several faults: hundreds of megabytes of them where it is read."""
A_SECOND = 1.0
FAULTY = 2_500_000 if is_exhaustive() else 600_000


@pytest.mark.slow
def test_what_is_wrong_comes_back_and_costs_the_desk_nothing() -> None:
    before, began = MEMORY.begin(), time.process_time()
    with pytest.raises(Malformed) as caught:
        read_apart(event_file_contents, MADE_UP.encode(), "made-up.json")
    assert caught.value.problems[0].where == "made-up.json"
    assert caught.value.problems[-1].code == "format.more"
    assert time.process_time() - began < A_SECOND
    assert MEMORY.most() - before < MUCH


ELSEWHERE = {"federation/routes.py": "hands its files to `receiving.taken`"}
"""Modules that leave their uploaded files to another one."""


def test_each_module_that_takes_a_file_reads_it_apart() -> None:
    """Other code of the pages opens no uploaded file, so that no exception of a reader is a defect."""
    takers = {path for path in DESK.rglob("*.py") if "UploadFile" in path.read_text(encoding="utf-8")}
    assert len(takers) > 10
    apart = {path for path in takers if "read_apart" in path.read_text(encoding="utf-8")}
    assert {path.relative_to(DESK).as_posix() for path in takers - apart} == set(ELSEWHERE)


@for_each(
    "read, content, more",
    [
        (looked_through, BACKUP, ()),
        (rows_of, b"name,mp\nOak,1\n", ("list.csv",)),
        (read_datums, b"1,420\n2,-50\n", ()),
        (read_frequencies, b"1,420,3\n1,-50,2\n", ()),
        (reports_of, b"no report", ("report.json",)),
    ],
)
def test_what_is_read_apart_goes_there_and_comes_back(
    read: Callable[..., object], content: bytes, more: tuple[object, ...]
) -> None:
    """The requests to the other process and its answers can be pickled."""
    there, sent, also = pickle.loads(pickle.dumps((read, content, more)))
    result = there(sent, *also)
    assert pickle.loads(pickle.dumps(result)) == result


def test_what_takes_too_much_is_refused() -> None:
    with pytest.raises(Malformed) as caught:
        read_apart(operator.mul, b"1" * LARGE, 10_000)
    assert [problem.code for problem in caught.value.problems] == ["desk.file.too-much"]


@for_each("content", [b"1", b"1" * LARGE])
def test_an_exception_of_a_reader_is_a_refusal_and_an_entry_of_the_log(
    content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Malformed) as caught:
        read_apart(operator.mul, content, "x")
    (problem,) = caught.value.problems
    assert problem.code == "format.unreadable"
    assert str(problem.params["reference"]) in caplog.text
    assert "TypeError" in caplog.text


@pytest.mark.slow
def test_other_pages_answer_while_a_large_file_is_read(tmp_path: Path) -> None:
    """A list with a fault in each line is sent to a desk of its own: ten megabytes, two and a half in `make test`."""
    here = evening_in(tmp_path / "club")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    output = output_of(here.database)
    server = start_desk(here.database, port, output)
    try:
        until(lambda: is_listening(port), server, output)
        address = f"http://127.0.0.1:{port}"
        head = {"Origin": address, "Accept": "text/html"}
        page = f"{address}/events/{here.event}/entries"
        assert httpx.get(page, headers=head, timeout=60).status_code == 200
        answered: list[int] = []

        def send() -> None:
            files = {"file": ("list.csv", b"name,mp\n" + b"1,x\n" * FAULTY)}
            answered.append(httpx.post(f"{address}/players/import", files=files, headers=head, timeout=300).status_code)

        sender = threading.Thread(target=send)
        sender.start()
        took: list[float] = []
        while sender.is_alive():
            began = time.monotonic()
            assert httpx.get(page, headers=head, timeout=60).status_code == 200
            took.append(time.monotonic() - began)
            time.sleep(0.05)
        assert answered == [422]
        assert len(took) > 1
        assert sorted(took)[len(took) // 2] < A_SECOND
    finally:
        stop(server)
