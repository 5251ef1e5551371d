"""`simultaneous` lived at the command line: three clubs by files, what is refused, and the rankings (R-411)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from arrowswitch.cli.federation.sending import TRIES, Sending
from arrowswitch.core.deals.deal import DealSet, parse_deal
from arrowswitch.core.errors import NotNow
from arrowswitch.formats.deals.formats import deal_format
from arrowswitch.i18n.locales import Locale
from arrowswitch.store.courier import HttpCourier
from tests.simultaneous_clubs import club_evening, deals, file_of, play_open
from tests.unit.cli.runner import Outcome, cli

NAMES = ("Aoba", "Wakaba", "Futaba")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, name in enumerate(NAMES, start=1):
        (tmp_path / f"{name}.json").write_bytes(file_of(play_open(club_evening(name, first=number), number)))
    return tmp_path


def simultaneous(folder: Path, *argv: str) -> Outcome:
    return cli("simultaneous", *argv, "--lang", "en", "--database", str(folder / "field.db"), folder=folder)


def field(folder: Path, *more: str) -> None:
    made = simultaneous(folder, "make", "Nation", "--date", "2026-11-21", "--boards", "10", *more)
    assert (made.code, made.err) == (0, "")
    links = simultaneous(folder, "clubs", *NAMES, "--json").json
    assert [(one["number"], one["name"]) for one in links] == list(enumerate(NAMES, start=1))
    assert len({one["link"] for one in links}) == 3


def test_three_clubs_by_files_are_ranked_over_all_and_by_club(folder: Path) -> None:
    field(folder)
    outcome = simultaneous(folder, "add", *(f"{name}.json" for name in NAMES))
    assert outcome.code == 0
    assert "50 results of “Wakaba” taken" in outcome.out
    overall = simultaneous(folder, "standings", "--json").json
    assert (overall["clubs"], overall["results"], len(overall["ranking"])) == (3, 150, 30)
    assert [row["rank"] for row in overall["ranking"]] == sorted(row["rank"] for row in overall["ranking"])
    own = simultaneous(folder, "standings", "--club", "Wakaba", "--json").json["ranking"]
    places = {row["number"]: row["rank"] for row in overall["ranking"]}
    assert len(own) == 10
    assert all(row["field_rank"] == places[row["number"]] and row["club"] == 2 for row in own)
    assert "Nation: 3 clubs, 150 results" in simultaneous(folder, "standings").out


def test_a_file_that_is_refused_keeps_nothing_and_the_others_are_taken(folder: Path) -> None:
    field(folder)
    whole = (folder / "Futaba.json").read_bytes()
    (folder / "Futaba.json").write_bytes(whole[: len(whole) // 2])
    outcome = simultaneous(folder, "add", "Aoba.json", "Futaba.json", "Wakaba.json")
    assert outcome.code == 1
    assert outcome.err.startswith("arrowswitch: Futaba.json: ")
    assert simultaneous(folder, "standings", "--json").json["clubs"] == 2
    again = simultaneous(folder, "add", "Aoba.json", "--club", "3")
    assert "club 1) has sent the same results" in again.err
    unknown = simultaneous(folder, "add", "Aoba.json", "--club", "Kodama")
    assert "No club of this field is called “Kodama”" in unknown.err


def test_a_club_goes_out_and_comes_back(folder: Path) -> None:
    field(folder)
    simultaneous(folder, "add", *(f"{name}.json" for name in NAMES))
    before = simultaneous(folder, "standings", "--json").out
    assert simultaneous(folder, "out", "Aoba", "--why", "other cards").code == 0
    assert simultaneous(folder, "standings", "--json").json["clubs"] == 2
    assert simultaneous(folder, "out", "Aoba", "--back").code == 0
    assert simultaneous(folder, "standings", "--json").out == before


def test_a_field_is_made_with_deals_and_a_frequency_table(folder: Path) -> None:
    texts = deals(10).deals
    deal_set = DealSet({board: parse_deal(text) for board, text in texts.items()})
    (folder / "set.pbn").write_bytes(deal_format("set.pbn").write(deal_set))
    (folder / "table.csv").write_text(
        "".join(f"{board},{score},5\n" for board in range(1, 11) for score in (-100, 100))
    )
    field(folder, "--deals", "set.pbn", "--method", "instant", "--table", "table.csv")
    outcome = simultaneous(folder, "add", "Aoba.json")
    assert outcome.code == 0
    assert len(simultaneous(folder, "standings", "--json").json["ranking"]) == 10


def test_what_a_shared_rank_earns_is_chosen_when_the_field_is_made(tmp_path: Path) -> None:
    """R-319: two pairs that share the first rank earn the mean of two places (0.30 and 0.21), or
    each the first one."""
    lines = (f"{board},{ns},{ns + 5},{ns % 2 * 50}\n" for board in range(1, 11) for ns in range(1, 6))
    (tmp_path / "twin.csv").write_text("".join(("board,ns,ew,score\n", *lines)))
    earned = {}
    for tied in ("mean", "higher"):
        made = simultaneous(
            tmp_path, "make", tied, "--date", "2026-11-21", "--boards", "10", "--class", "3", "--tied", tied
        )
        assert (made.code, made.err) == (0, "")
        simultaneous(tmp_path, "clubs", "Aoba")
        assert simultaneous(tmp_path, "add", "twin.csv", "--club", "1").code == 0
        rows = simultaneous(tmp_path, "standings", "--json").json["ranking"]
        earned[tied] = [row["master_points"] for row in rows]
        assert "Masterpoints" in simultaneous(tmp_path, "standings").out
        assert simultaneous(tmp_path, "standings", "--club", "Aoba", "--json").json["ranking"][0]["master_points"]
        (tmp_path / "field.db").unlink()
    assert earned["mean"][:2] == ["0.26", "0.26"]
    assert earned["higher"][:2] == ["0.30", "0.30"]
    refused = simultaneous(tmp_path, "make", "X", "--date", "2026-11-21", "--boards", "10", "--class", "9")
    assert refused.code == 1
    assert simultaneous(tmp_path, "make", "X", "--date", "2026-11-21", "--boards", "10", "--tied", "all").code == 2


def test_what_cannot_be_is_told(folder: Path) -> None:
    made = simultaneous(folder, "make", "", "--date", "yesterday", "--boards", "99", "--method", "butler")
    assert made.code == 1
    assert len(made.errors) == 4
    assert simultaneous(folder, "standings").errors == [
        "arrowswitch: There is no such simultaneous event. Make one first."
    ]


@contextmanager
def answering(*answers: tuple[int, str]) -> Iterator[tuple[str, list[bytes]]]:
    """Serves an organiser's answers, one for each sending, and notes what was sent."""
    left, received = list(answers), list[bytes]()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["content-length"])))
            assert self.path == "/with/secret/simultaneous/event"
            assert self.headers["origin"] == f"http://{self.headers['host']}"
            status, text = left.pop(0)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/with/secret/simultaneous", received
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_file_is_sent_again_when_the_network_fails(folder: Path) -> None:
    whole = (folder / "Aoba.json").read_bytes()
    waits: list[float] = []
    with answering((503, "busy"), (502, ""), (200, '{"results": 50}')) as (link, received):
        assert Sending(link, Locale.EN, HttpCourier(), waits.append).send(whole) == 50
    assert received == [whole] * 3
    assert waits == [2.0, 4.0]


def test_what_the_organiser_refuses_is_told_and_not_sent_again(folder: Path) -> None:
    with answering((422, '{"problems": ["Other boards.", "Another day."]}')) as (link, received):
        outcome = cli("simultaneous", "send", "Aoba.json", link, "--lang", "en", folder=folder)
    assert outcome.code == 1
    assert [line.rpartition("program: ")[2] for line in outcome.errors] == ["Other boards.", "Another day."]
    assert len(received) == 1
    with answering((404, "")) as (link, _):
        assert "a new one" in cli("simultaneous", "send", "Aoba.json", link, "--lang", "en", folder=folder).err
    outcome = cli("simultaneous", "send", "Aoba.json", "ftp://example.org/x", "--lang", "en", folder=folder)
    assert "not the link of a club" in outcome.err


def test_nobody_there_is_told_after_all_tries() -> None:
    waits: list[float] = []
    with pytest.raises(NotNow, match=r"deliveries\.unreachable"):
        Sending("http://127.0.0.1:9/with/x/simultaneous", Locale.EN, HttpCourier(), waits.append).send(b"{}")
    assert len(waits) == TRIES - 1
