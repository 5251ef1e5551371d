"""Pages of Bridge Base Online and packed folders: read, scored, written and read again."""

from __future__ import annotations

import io
import zipfile

import pytest

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.sessions import score_session
from arrowswitch.formats.detect import FORMATS, format_of, read_results
from arrowswitch.formats.folder import MOST_PARTS
from arrowswitch.formats.results.differences import differences
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.formats.results.scoring_input import scoring_input
from tests.foreign.bbo_pages import NAME, bbo_folder, bbo_hands, bbo_lin, bbo_traveller, lin_folder, pack_files
from tests.foreign.facts import pairs_event
from tests.tables import for_each

EVENT = pairs_event("cross-imp-howell")
PLAYED = [(board, one) for board, one in EVENT.results if one.by or one.contract == "PASS"]


def scores(results: ResultsFile) -> list[tuple[int, int]]:
    """Returns board and score for North-South of each result."""
    return sorted((one.line.board, one.score) for one in results.lines if one.score is not None)


def test_a_traveller_is_a_board_at_all_tables() -> None:
    read = read_results(bbo_traveller(EVENT, 3), "page.html")
    results = [one for board, one in PLAYED if board == 3]
    assert format_of(bbo_traveller(EVENT, 3), "page.html").name == "bbo"
    assert (read.event, read.date, read.method) == (NAME, "2026-04-29", Method.IMPS)
    assert [one.score for one in read.lines] == [int(one.score) for one in results]
    assert [one.contract for one in read.lines] == [one.contract for one in results]
    assert list(read.deals) == [3]
    first = read.lines[0]
    assert first.record is not None
    assert first.record.auction is not None
    assert first.ew_points is not None
    assert float(first.ew_points) == pytest.approx(float(results[0].ew_points), abs=0.005)


def test_percentages_mean_matchpoints() -> None:
    assert read_results(bbo_traveller(EVENT, 3, percents=True), "page.html").method is Method.MATCHPOINTS


def test_the_hands_of_a_pair_are_its_results() -> None:
    read = read_results(bbo_hands(EVENT, "3"), "page.html")
    assert len(read.lines) == sum("3" in (one.ns, one.ew) for _, one in PLAYED)
    assert read.method is Method.IMPS
    assert "results.left-out" in {note.code for note in read.notes}


@for_each("data", [bbo_folder(EVENT), lin_folder(EVENT)], ids=["pages", "lin"])
def test_a_folder_is_the_whole_event(data: bytes) -> None:
    assert format_of(data, "evening.zip").name == "folder"
    read = read_results(data, "evening.zip")
    assert scores(read) == sorted((board, int(one.score)) for board, one in PLAYED)
    assert len(read.contestants) == len(EVENT.pairs)
    assert len(read.deals) == len(EVENT.sections[0].boards)
    assert regulations.for_program("Bridge Base Online") == "programs/bbo"
    standings = score_session(scoring_input(read, Method.IMPS), regulations.load("programs/bbo"), Method.IMPS)
    assert differences(read, standings) == ()
    for form in [form for form in FORMATS if form.read is not None]:
        again = read_results(form.write(read), f"x{form.endings[0]}")
        assert {one.line for one in again.lines} == {one.line for one in read.lines}, form.name


def test_robots_are_told_apart_by_the_numbers_of_lin() -> None:
    (board, result), *_ = [(board, one) for board, one in PLAYED if one.ns == "2"]
    names = {name for one in read_results(bbo_traveller(EVENT, board), "p.html").contestants for name in one.names}
    assert {"GiB 45910", "GiB 45911"} <= names
    assert result.ns == "2"


def test_what_else_lies_in_the_folder_is_named() -> None:
    data = pack_files({"b.lin": bbo_lin(*PLAYED[0]).encode(), "notes.txt": b"x", "page.html": b"<html></html>"})
    (note,) = [note for note in read_results(data, "x.zip").notes if note.code == "results.left-out"]
    assert note.params["names"] == "page.html, notes.txt"


def test_boards_are_read_in_the_order_of_their_numbers_and_places_name_the_file() -> None:
    texts = {f"Board {board}.lin": bbo_lin(board, one) for board, one in PLAYED[:1]}
    broken = bbo_lin(*PLAYED[1]).replace("pn|", "pn|", 1).replace("md|", "md|9X", 1)
    with pytest.raises(Malformed) as caught:
        read_results(
            pack_files({**{k: v.encode() for k, v in texts.items()}, "Board 10.lin": broken.encode()}), "x.zip"
        )
    assert caught.value.problems[0].where == "Board 10.lin, line 1"


def test_players_of_one_file_do_not_sit_in_the_next() -> None:
    second = bbo_lin(*PLAYED[1]).partition("|st|")[2]
    data = pack_files({"1.lin": bbo_lin(*PLAYED[0]).encode(), "2.lin": f"st|{second}".encode()})
    read = read_results(data, "x.zip")
    assert (len(read.lines), [note.code for note in read.notes if note.code == "pbn.nobody"]) == (1, ["pbn.nobody"])


def large_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("1.lin", b" " * 33_000_000)
    return out.getvalue()


def zip_with_a_wrong_byte() -> bytes:
    data = bytearray(pack_files({"1.lin": bbo_lin(*PLAYED[0]).encode()}))
    data[60] ^= 0xFF
    return bytes(data)


@for_each(
    "data, code",
    [
        (bbo_traveller(EVENT, 3, links=False), "bbo.board"),
        (b'<html><table><tr class="tourneySummary"></tr></table><a onclick="hv_popuplin(\'\')"></html>', "bbo.no-rows"),
        (bbo_traveller(EVENT, 3).replace(b"<!DOCTYPE", b"<![OCTYPE"), "bbo.damaged"),
        (bbo_traveller(EVENT, 3).replace(b"</tr>", b"<![]</tr>", 1), "bbo.damaged"),
        (pack_files({"a.html": b"<html></html>"}), "folder.nothing"),
        (pack_files({f"{n}.lin": b"x" for n in range(MOST_PARTS + 1)}), "folder.too-large"),
        (large_zip(), "folder.too-large"),
        (pack_files({"1.lin": b"st||pg||" * 9})[:-30], "file-kind.zip"),
        (zip_with_a_wrong_byte(), "folder.damaged"),
        (pack_files({"1.lin": b"st||pg||"}), "lin.no-results"),
    ],
    ids=[
        "no link",
        "no rows",
        "unknown mark",
        "nameless mark",
        "no boards",
        "many parts",
        "large",
        "cut",
        "damaged",
        "empty",
    ],
)
def test_files_that_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_results(data, "x.zip")
    assert caught.value.problems[0].code == code


def test_a_result_that_cannot_be_read_is_left_out_and_named() -> None:
    page = bbo_traveller(EVENT, 3).decode()
    at = page.index('class="result">') + len('class="result">')
    page = page[:at] + "??" + page[page.index("<", at) :]
    read = read_results(page.encode(), "x.html")
    assert len(read.lines) == len([one for board, one in PLAYED if board == 3]) - 1
    assert [note.params["text"] for note in read.notes if note.code == "bbo.result"] == ["??"]


def test_the_leader_of_the_auction_is_the_dealer() -> None:
    read = read_results(bbo_traveller(EVENT, 3), "x.html")
    records = [one.record.auction for one in read.lines if one.record is not None]
    assert {auction.first for auction in records if auction is not None} == {Seat.SOUTH}
