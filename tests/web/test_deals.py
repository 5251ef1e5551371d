"""The desk's page of deals, the hand records, and what players see once they are released (R-018, R-323, R-325)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.typing_in import fields_of
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.auction import parse_auction
from arrowswitch.core.game.boards import BoardNumber, dealer
from arrowswitch.core.game.notation import Style, format_result
from arrowswitch.core.game.play import Play
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents import render
from arrowswitch.formats.deals.formats import DEAL_FORMATS, deal_format
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.deals import KeepAnalysis
from arrowswitch.tournament.model.slices.records import KeepRecords
from arrowswitch.tournament.model.values.deals import DealAnalysis
from arrowswitch.tournament.ranking.rankings import private, traveller
from tests.builders import mitchell_evening, new_evening
from tests.measured_paper import faults
from tests.paper import job_of, print_paper
from tests.rotation import rotate
from tests.web.client import Page, foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(mitchell_evening()) as opened:
        yield opened


@pytest.fixture(scope="module")
def released_evening() -> Iterator[Playing]:
    """An evening of 24 boards, played and released."""
    with at_desk(mitchell_evening(boards_per_round=8)) as opened:
        deal(opened)
        opened.evening.play_all()
        placed = opened.state.deals.placed[1].texts
        analyses = {board: DealAnalysis(text, "7676" * 4 + "8585", "SA HK") for board, text in placed.items()}
        opened.evening.do(KeepAnalysis(1, analyses))
        opened.post("/deals/release")
        yield opened


def page_of(playing: Playing, locale: Locale = Locale.EN) -> str:
    return playing.desk.get(f"/events/{playing.evening.event_id}/deals?lang={locale.value}").text


def send(playing: Playing, path: str, **form: str) -> str:
    answer = playing.post(path, **form)
    return answer.text


def deal(playing: Playing, **more: str) -> None:
    assert playing.post("/deals/deal", first="1", count="24", **more).status_code in (200, 303)


def hands_shown(text: str) -> int:
    return text.count('<article class="deal"')


@rotate("locale", Locale)
def test_the_page_in_both_languages(playing: Playing, locale: Locale) -> None:
    for step in range(3):
        page = Page.read(page_of(playing, locale))
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []
        if step == 0:
            deal(playing)
        else:
            playing.evening.play_all()
            playing.post("/deals/release")


def test_an_evening_of_deals(playing: Playing) -> None:
    """Dealt, sealed, handed to the machine, played, released: only then anybody sees a card, and the seed."""
    deal(playing)
    placed = playing.state.deals.placed[1]
    sealed = page_of(playing)
    assert "Sealed" in sealed
    assert hands_shown(sealed) == 0
    assert placed.seed not in sealed
    assert re.search(r"([0-9a-f]{4} ){15}[0-9a-f]{4}", sealed)
    own = f"/play/{playing.evening.event_id}"
    assert hands_shown(playing.desk.get(f"{own}/hands").text) == 0
    for form in DEAL_FORMATS:
        answer = playing.desk.get(f"/events/{playing.evening.event_id}/deals/file/{form.name}")
        assert deal_format(f"x.{form.name}").read(answer.content).deals == placed.deal_set
    assert "Boards are still to be played" in send(playing, "/deals/release")
    assert not playing.state.deals.released
    playing.evening.play_all()
    playing.post("/deals/release")
    released = page_of(playing)
    assert hands_shown(released) == 24
    assert placed.seed in released
    assert hands_shown(playing.desk.get(f"{own}/hands").text) == 24
    assert "/hands" in playing.desk.get(f"{own}/ranking").text
    playing.post("/travellers/release", is_released="true")
    assert hands_shown(playing.desk.get(f"{own}/travellers?board=3").text) == 1


def test_looking_shows_the_hands_once_and_is_kept(playing: Playing) -> None:
    deal(playing)
    assert hands_shown(send(playing, "/deals/look")) == 24
    assert hands_shown(page_of(playing)) == 0
    history = playing.desk.get(f"/events/{playing.evening.event_id}/history?lang=en").text
    assert "deals looked at before the release" in history


@pytest.mark.slow
def test_conditions(playing: Playing) -> None:
    deal(playing, constraint="hcp(north) >= 15")
    for shown_deal in playing.state.deals.placed[1].deal_set.deals.values():
        assert shown_deal.points(Seat.NORTH) >= 15
    before = playing.state.deals.placed[1]
    answer = playing.post("/deals/deal", first="1", count="2", constraint="hcp(nobody) > 3", reason="x")
    assert answer.status_code == 422
    assert "hcp(nobody)" in answer.text
    answer = playing.post("/deals/deal", first="1", count="1", constraint="hcp(north) > 36", reason="x")
    assert answer.status_code == 422
    answer = playing.post("/deals/deal", first="x", count="900", reason="x")
    assert answer.status_code == 422
    assert playing.state.deals.placed[1] == before


def test_a_file_is_read_or_its_faults_are_told(playing: Playing) -> None:
    deal(playing)
    data = deal_format("x.lin").write(playing.state.deals.placed[1].deal_set)
    cut = data.replace(b",", b"", 1)
    playing.post("/deals/remove", reason="again")
    assert not playing.state.deals.placed
    path = f"/events/{playing.evening.event_id}/deals/file"
    bad = {"file": ("a.lin", io.BytesIO(cut))}
    answer = playing.desk.post(f"{path}?lang=en", data={"command_id": "x1"}, files=bad)
    assert answer.status_code == 422
    assert "line 1" in answer.text
    assert not playing.state.deals.placed
    good = {"file": ("a.lin", io.BytesIO(data))}
    playing.desk.post(path, data={"command_id": "x2"}, files=good)
    assert playing.state.deals.placed[1].source == "a.lin"
    assert "a.lin" in page_of(playing)
    other = {"file": ("a.exe", io.BytesIO(b"MZ"))}
    assert playing.desk.post(path, data={"command_id": "x3"}, files=other).status_code == 422


def deal_form(board: int, **more: str) -> dict[str, str]:
    deal = dict(deal_boards(Seed("slips"), range(1, 25)))[BoardNumber(board)]
    return {"board": str(board), **fields_of(deal), **more}


def test_hands_are_typed_board_by_board(playing: Playing) -> None:
    """R-325, R-406: a set shuffled by hand has no record until it is typed in; what is wrong stands at its field."""
    for locale in Locale:
        page = Page.read(playing.html("/deals/hands", locale))
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []
    answer = playing.post("/deals/hands", **deal_form(1))
    assert answer.json()["to"].endswith("/deals/hands?board=2")
    first_page = playing.html("/deals/hands?board=1")
    for text in fields_of(playing.state.deals.placed[1].deal_set.deals[BoardNumber(1)]).values():
        assert f'value="{text}"' in first_page
    own = deal_form(2)["E-S"]
    wrong = playing.post("/deals/hands", **deal_form(2, **{"N-S": own}))
    assert wrong.status_code == 422
    assert "E-S" in {error["where"] for error in wrong.json()["errors"]}
    plain = playing.desk.post(f"{playing.base}/deals/hands?lang=en", deal_form(2, **{"W-C": "ZZ"}))
    assert plain.status_code == 422
    assert "is no card" in plain.text
    assert f'value="{deal_form(2)["N-H"]}"' in plain.text
    assert set(playing.state.deals.placed[1].texts) == {1}
    playing.post("/deals/hands/remove", board="1")
    assert not playing.state.deals.placed


def test_a_sealed_board_is_shown_after_a_look_that_is_kept(playing: Playing) -> None:
    deal(playing)
    path = f"{playing.base}/deals/hands"
    assert 'name="N-S"' not in playing.html("/deals/hands?board=4")
    looked = playing.desk.post(f"{path}/look", {"board": "4"}).text
    fields = fields_of(playing.state.deals.placed[1].deal_set.deals[BoardNumber(4)])
    assert f'value="{fields["S-D"]}"' in looked
    assert 'name="N-S"' not in playing.html("/deals/hands?board=4")
    assert codes(playing.post("/deals/hands", **deal_form(4))) == ["deals.needs-reason"]
    playing.post("/deals/hands", **deal_form(4, reason="a card fell"))
    assert f'value="{deal_form(4)["N-S"]}"' in playing.html("/deals/hands?board=4")
    assert "a card fell" in playing.html("/history")


@rotate(locale=Locale, size=["normal", "large"])
def test_hand_records(playing: Playing, locale: Locale, size: str) -> None:
    """R-018: every card of every board once; grey with the reason before the release (R-325)."""

    def print_text() -> str:
        page = Page.read(playing.desk.get(f"/events/{playing.evening.event_id}/print?lang=en").text)
        return page.text

    assert "This session has no deals" in print_text()
    deal(playing)
    assert "The deals are sealed" in print_text()
    playing.evening.play_all()
    playing.post("/deals/release")
    paper = print_paper("hand-records", job_of(playing.evening, size=size), locale)
    deals = playing.state.deals.placed[1].deal_set
    text = paper.unspaced_text
    for board in (1, 13, 24):
        for seat_suits in deals.deals[board].suits(Seat.NORTH):
            assert seat_suits.replace("T", "10") in text
    assert text.count("♠") == 4 * 24


@pytest.mark.slow
@rotate(
    "wanted,pages,size",
    [
        ({}, 2, (595, 842)),
        ({"per-page": "8"}, 3, (595, 842)),
        ({"per-page": "24", "colours": "black"}, 1, (595, 842)),
        ({"per-page": "36"}, 1, (595, 842)),
        ({"paper": "a5"}, 4, (420, 595)),
        ({"paper": "a5", "size": "large"}, 12, (420, 595)),
        ({"copies": "results"}, 2, (595, 842)),
        ({"copies": "players", "number": "NS2"}, 4, (595, 842)),
    ],
    by=lambda row: [row[0].get(option) for option in ("paper", "size", "colours", "copies")],
)
def test_sizes_of_hand_records(
    released_evening: Playing, wanted: dict[str, str], pages: int, size: tuple[int, int]
) -> None:
    """R-018: as many boards on a page as asked for, four colours or black, one copy for each player (R-312)."""
    paper = print_paper("hand-records", job_of(released_evening.evening, **wanted), Locale.EN)
    assert len(paper.pages) == pages
    assert paper.sizes == {size}
    assert min(word.size for page in range(pages) for word in paper.words(page)) >= 9
    is_black = "colours" in wanted
    text = paper.unspaced_text
    assert "Par+120" in text
    assert ("Lead♠A" in text) == (wanted.get("per-page") not in ("24", "36"))
    assert ("♡" in text) == is_black
    assert ("#c1121f" in paper.colours()) != is_black
    if "players" in wanted.values():
        own = private(released_evening.state, Place(1, "A"), Number("NS2"))
        people = [person.name for person in own.entry.people] if own.entry else []
        heads = [re.sub(r"\s", "", paper.pages[page].extract_text()) for page in (0, 2)]
        assert [re.sub(r"\s", "", name) in head for name in people for head in heads] == [
            True, False, False, True
        ]  # fmt: skip
        for line in own.lines:
            assert line.points is not None
            assert line.points.percent is not None
            entry = line.cell.entry
            assert entry is not None
            assert entry.result is not None
            assert f"You{format_result(entry.result, Style.DISPLAY)}".replace(" ", "") in text
            assert f"{decimal_string(line.points.percent, 0)}%" in text


def test_the_smallest_cards_can_be_read(released_evening: Playing) -> None:
    """R-013: 24 boards on a page, nothing below nine points, over other text or cut off."""
    pdf = render("hand-records", job_of(released_evening.evening, **{"per-page": "36"}), Locale.JA)
    assert [str(fault) for fault in faults(pdf)] == []


@pytest.mark.slow
@rotate(
    "paper,size,locale",
    [
        ("a4", "normal", Locale.JA),
        ("a5", "normal", Locale.EN),
        ("a4", "large", Locale.EN),
        ("a5", "large", Locale.JA),
    ],
    by=lambda row: row[:2],
)
def test_the_record_of_one_board(released_evening: Playing, paper: str, size: str, locale: Locale) -> None:
    """R-018, R-312: a page with the hands, what they make, and every table's result; and what was called at a table."""
    slot = next(slot for slot in released_evening.state.results if slot.board == 5)
    called = TableRecord(parse_auction("1N(15-17) p 3N ap", dealer(5)))
    released_evening.evening.do(KeepRecords(((slot, called),)))
    wanted = {"board": "5", "paper": paper, "size": size}
    pdf = render("board-record", job_of(released_evening.evening, **wanted), locale)
    assert [str(fault) for fault in faults(pdf)] == []
    page = print_paper("board-record", job_of(released_evening.evening, **wanted), locale)
    assert len(page.pages) == 1 + (paper == "a5" and size == "large")
    assert page.sizes == {(595, 842) if paper == "a4" else (420, 595)}
    hands = released_evening.state.deals.placed[1].deal_set.deals[5]
    for suits in map(hands.suits, (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)):
        assert all(ranks.replace("T", "10") in page.unspaced_text for ranks in suits)
    assert "+120" in page.unspaced_text
    assert "15-17" in page.unspaced_text
    for cell in traveller(released_evening.state, 1, 5).cells:
        assert all(name.replace(" ", "") in page.unspaced_text for name in (*cell.ns.names, *cell.ew.names))


@rotate("locale", Locale)
def test_a_board_s_record_has_no_hands_that_nobody_may_see(playing: Playing, locale: Locale) -> None:
    """R-323, R-325: sealed hands stay off the paper, and so do the cards that were played; nor are hands made up."""
    playing.evening.play_all()

    def record() -> str:
        return print_paper("board-record", job_of(playing.evening, board="3"), locale).unspaced_text

    def squeezed_text(code: str) -> str:
        return re.sub(r"\s", "", translate(code, {}, locale))

    assert squeezed_text("sheet.board-record.unknown") in record()
    deal(playing)
    assert squeezed_text("desk.hands.sealed") in record()
    slot = next(slot for slot in playing.state.results if slot.board == 3)
    play = Play(Seat.EAST, (("S2", "", "", ""),))
    playing.evening.do(KeepRecords(((slot, TableRecord(parse_auction("1H ap", dealer(3)), play)),)))
    assert "♠2" not in record()
    page = playing.html("/travellers?board=3")
    assert 'print/board-record.pdf?board=3"' in page
    assert ("told-record" in page, "calls tricks" in page) == (True, False), "the auction, and no card that was played"
    playing.post("/deals/release")
    assert squeezed_text("desk.hands.sealed") not in record()
    assert "♠2" in record()
    assert "calls tricks" in playing.html("/travellers?board=3")


@pytest.mark.parametrize("more", [{"paper": "a5", "per-page": "24"}, {"per-page": "36", "copies": "players"}])
def test_what_has_no_room_is_refused(released_evening: Playing, more: dict[str, str]) -> None:
    with pytest.raises(Refused) as caught:
        print_paper("hand-records", job_of(released_evening.evening, **more))
    assert [problem.code for problem in caught.value.problems] == ["deals.too-small"]


def test_a_set_that_was_played_before_is_told(playing: Playing) -> None:
    """The deals are placed, and the page names the event that had them."""
    services = playing.evening.tournament
    deal(playing, seed="once")
    other = services.create(Settings("先週の例会", "2026-11-14"), Stamp("other"))
    answer = playing.desk.post(
        f"/events/{other}/deals/deal?lang=en", {"first": "3", "count": "2", "seed": "once", "command_id": "again"}
    )
    assert "水曜例会" in answer.text
    assert "3–4" in answer.text
    assert set(services.state(other).deals.placed[1].texts) == {3, 4}


def test_what_was_published_can_be_verified_by_players(released_evening: Playing) -> None:
    """The wall and the announcement carry the fingerprint before play, the phones the seed after it."""
    placed = released_evening.state.deals.placed[1]
    hands = released_evening.desk.get(f"/play/{released_evening.evening.event_id}/hands?lang=en").text
    assert placed.shown_fingerprint in hands
    assert placed.seed in hands
    counted = released_evening.html("/deals", Locale.EN)
    assert f"Statistics of {24 * 4} hands" in counted
    assert "4432" in counted
    notice = print_paper("announcement", job_of(released_evening.evening), Locale.EN).unspaced_text
    assert placed.fingerprint in notice
    waiting = new_evening(4)
    with at_desk(waiting) as before:
        deal(before)
        wall = before.desk.get(f"/hall/{waiting.event_id}?lang=en").text
        assert waiting.state.deals.placed[1].shown_fingerprint in wall
        assert waiting.state.deals.placed[1].seed not in wall
        assert "Statistics of" not in before.html("/deals", Locale.EN)


def test_a_phone_shows_the_own_results_with_the_hands(released_evening: Playing) -> None:
    """R-312: what was made of each board stands under it once the travellers are released."""
    desk = released_evening.desk
    own = f"/play/{released_evening.evening.event_id}"
    entry = released_evening.state.section(Place(1, "A")).numbers[Number("NS1")]
    desk.get(f"{own}?me={entry}")
    assert "deal-results" not in desk.get(f"{own}/hands").text
    released_evening.post("/travellers/release", is_released="true")
    page = Page.read(desk.get(f"{own}/hands?lang=en").text)
    assert list_codes_shown(page) == []
    lines = private(released_evening.state, Place(1, "A"), Number("NS1")).lines
    assert desk.get(f"{own}/hands?lang=en").text.count('class="own"') == len(lines) == 24


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        (Locale.EN, ("riffle and Hindu shuffle", "opponent cuts", "never", "clockwise", "dealer’s left", "thirteen")),
        (
            Locale.JA,
            ("リフル・シャッフルとヒンドウ・シャッフルを数回", "カット", "必ず数回", "時計回り", "左隣り", "13枚"),
        ),
    ],
)
def test_how_to_shuffle_and_deal_can_be_read(locale: Locale, words: tuple[str, ...]) -> None:
    """R-326: as the manual has it (lines 603-608, 622)."""
    with at_desk(mitchell_evening()) as playing:
        text = playing.page("/deals", locale).text
    assert [word for word in words if word not in text] == []
