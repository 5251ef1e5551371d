"""Auctions and plays at the desk: read from a file, typed at a ruling, shown with results and to players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

import pytest

from arrowswitch.cli.scoring.event_results import results_of_event
from arrowswitch.formats.pbn.results import read_pbn_results
from arrowswitch.formats.pbn.writing import write_pbn_results
from arrowswitch.i18n import Locale
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.slices.publication import ReleaseTravellers
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import mitchell_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import JSON, Playing, at_desk, codes

COUNTED = count()
CALLS = '1S Pass 2NT =1= Pass\n4S Pass Pass Pass\n[Note "1:forcing"]'
CARDS = "CA C2 C5 C7\nCK C3 C6 D9\n*"
TYPED = {"auction": "1s p 2nt(forcing) p 4♠ ap", "play": "CA C2 C5 C7 CK C3 C6 D9"}


@pytest.fixture(scope="module")
def playing() -> Iterator[Playing]:
    """A Mitchell whose boards are all played; at the first table North plays 4S on board 1."""
    with at_desk(mitchell_evening()) as opened:
        opened.evening.play_all()
        entry = first(opened)
        opened.evening.do(EnterResult(entry.slot, "4S= N"), reason="invented")
        yield opened


def first(playing: Playing) -> TableEntry:
    """Returns the result in the first slot of board 1."""
    return next(entry for slot, entry in sorted(playing.state.results.items(), key=str) if slot.board == 1)


def game(playing: Playing, *, by: str) -> bytes:
    """Returns board 1 of the first slot as a file would tell it, its pairs by `names` or by `numbers`."""
    entry = first(playing)
    people = [playing.state.entry_at(entry.slot.place, side[0]) for side in (entry.ns, entry.ew)]
    names = [name for one in people if one is not None for name in one.names]
    seats = zip(("North", "South", "East", "West"), names, strict=True)
    seat_tags = "".join(f'[{seat} "{name}"]\n' for seat, name in seats) if by == "names" else ""
    numbers = f'[PairNS "{entry.ns[0]}"]\n[PairEW "{entry.ew[0]}"]\n' if by == "numbers" else ""
    tags = '[Dealer "N"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n'
    return f'[Board "1"]\n{seat_tags}{numbers}{tags}[Auction "N"]\n{CALLS}\n[Play "E"]\n{CARDS}\n'.encode()


def read(playing: Playing, data: bytes) -> list[str]:
    """Sends a file and returns the codes of what is wrong."""
    form = {"command_id": f"file-{next(COUNTED)}"}
    files = {"file": ("games.pbn", data)}
    answer = playing.desk.post(f"{playing.base}/records/file", form, files=files, headers=JSON)
    return codes(answer) if answer.status_code >= 400 else []


def slot_path(playing: Playing) -> str:
    return f"/slots/{slot_key(first(playing).slot)}"


def type_in(playing: Playing, **typed: str) -> list[str]:
    answer = playing.post(f"{slot_path(playing)}/record", **{"auction": "", "play": "", **typed})
    return codes(answer) if answer.status_code >= 400 else []


@pytest.mark.parametrize("by", ["names", "numbers"])
def test_games_of_a_file_go_to_their_results(playing: Playing, by: str) -> None:
    type_in(playing)
    assert read(playing, game(playing, by=by)) == []
    record = playing.state.deals.records[first(playing).slot]
    assert record.auction is not None
    assert (len(record.auction.calls), record.auction.notes) == (8, {2: "forcing"})
    assert record.play is not None
    assert len(record.play.tricks) == 2
    text = event_file.dump(playing.evening.tournament.ledger(playing.evening.event_id))
    assert state_of(event_file.load(text)).deals.records == playing.state.deals.records


def test_games_of_nobody_here_change_nothing(playing: Playing) -> None:
    type_in(playing)
    other = game(playing, by="numbers").replace(b'PairNS "', b'PairNS "9')
    assert read(playing, other) == ["records.nobodys"]
    without = b'[Board "1"]\n[PairNS "1"]\n[PairEW "2"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "9"]\n'
    assert read(playing, without) == ["records.none"]
    assert first(playing).slot not in playing.state.deals.records


def test_typed_at_a_ruling_and_shown_with_the_result(playing: Playing) -> None:
    """The director types what was called; it stands on the slot, on the traveller, and in what is written."""
    assert type_in(playing, **TYPED) == []
    base = f"/events/{playing.evening.event_id}"
    for path in (slot_path(playing), "/travellers?board=1"):
        text = playing.desk.get(f"{base}{path}").text
        assert re.search(r"2NT<sup>1</sup>", text)
        assert "forcing" in text
        assert text.count('class="calls') == 2
    written = read_pbn_results(write_pbn_results(results_of_event(playing.state, 1)))
    assert playing.state.deals.records[first(playing).slot] in [line.record for line in written.lines]


@for_each(
    "typed, code",
    [
        ({"auction": "1S 1H"}, "auction.insufficient"),
        ({"auction": "hello"}, "auction.call"),
        ({**TYPED, "play": "CA CX"}, "play.card"),
        ({**TYPED, "play": "CA " * 53}, "play.too-many"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(playing: Playing, typed: dict[str, str], code: str) -> None:
    type_in(playing, **TYPED)
    before = playing.state.deals.records
    assert code in type_in(playing, **typed)
    assert playing.state.deals.records == before


def test_players_read_them_when_the_cards_are_nobodys_secret(playing: Playing) -> None:
    type_in(playing, **TYPED)
    playing.evening.do(ReleaseTravellers())
    path = f"/play/{playing.evening.event_id}/travellers?board=1"
    assert "forcing" in playing.desk.get(path).text
    playing.post("/deals/deal", first="1", count="24", reason="invented")
    assert "forcing" not in playing.desk.get(path).text
    playing.post("/deals/release")
    assert "forcing" in playing.desk.get(path).text
    assert '<article class="deal"' in playing.desk.get(f"/events/{playing.evening.event_id}{slot_path(playing)}").text


@rotate("locale", Locale)
def test_the_pages_in_both_languages(playing: Playing, locale: Locale) -> None:
    type_in(playing, **TYPED)
    for path in (slot_path(playing), "/travellers?board=1", "/deals", "/history"):
        page = playing.page(path, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, f"{playing.own_words} forcing Pass") == []
