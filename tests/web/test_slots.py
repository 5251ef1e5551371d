"""The form of one slot: result, correction, ruling, note, history."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.scored.slots import missing_slots
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes, howell_evening, slot

BOARD = 3
KEY = f"A-1-2-{BOARD}"
PATH = f"/slots/{KEY}"


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        opened.enter(KEY, "100")
        yield opened


class TestForm:
    @rotate("locale", Locale)
    def test_it_stands_on_a_page_and_in_a_dialog(self, playing: Playing, locale: Locale) -> None:
        page = playing.page(PATH, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []
        part = playing.desk.get(f"{playing.base}{PATH}", headers={"x-part": "1"}).text
        assert "<html" not in part
        assert 'id="slot"' in part

    @for_each("key, status", [("A-1-2-99", 404), ("A-99-1-1", 404), ("nonsense", 422), ("B-1-1-1", 404)])
    def test_a_slot_that_does_not_exist_is_said(self, playing: Playing, key: str, status: int) -> None:
        assert playing.get(f"/slots/{key}").status_code == status

    def test_a_plain_form_leads_back_to_the_slot(self, playing: Playing) -> None:
        """Without the page's script the form works too."""
        answer = playing.desk.post(f"{playing.base}{PATH}/result", {"text": "120"}, headers={"accept": "text/html"})
        assert answer.status_code == 200
        assert str(answer.url).endswith(PATH)
        assert "結果を保存しました" in answer.text

    @pytest.mark.parametrize("step", ["result", "remove", "award"])
    def test_what_another_computer_entered_meanwhile_is_not_replaced_unseen(self, playing: Playing, step: str) -> None:
        """The form sends the result it showed; the stored one is shown again, and a second press replaces it."""
        stands = playing.state.results[slot(1, 2, BOARD)]
        assert playing.html(PATH).count(f'name="seen" value="{stands.seq}"') == 2
        fields = {"text": "120", "ns_text": "A+", "ew_text": "A-", "law": "12C2", "reason": "遅刻"}
        answer = playing.post(f"{PATH}/{step}", **fields, seen=0)
        assert (answer.status_code, codes(answer)) == (409, ["result.meanwhile"])
        assert playing.state.results[slot(1, 2, BOARD)] == stands
        assert playing.post(f"{PATH}/{step}", **fields, seen=stands.seq).status_code == 200
        assert playing.state.results.get(slot(1, 2, BOARD)) != stands


class TestRulings:
    """R-208: a ruling has its reason and its law."""

    def test_average_plus_and_minus_by_who_is_to_blame(self, playing: Playing) -> None:
        """R-185: the sides are independent; the table's score stays known."""
        answer = playing.post(f"{PATH}/award", ns_text="A+", ew_text="A-", reason="E-Wの遅刻", law="規則第12条C2")
        assert answer.status_code == 200
        entry = playing.state.results[slot(1, 2, BOARD)]
        assert (entry.ns_award, entry.ew_award) == (Average(AverageKind.PLUS), Average(AverageKind.MINUS))
        assert entry.result is not None
        page = playing.page(PATH)
        assert "調整" in page.texts
        assert "E-Wの遅刻" in page.text

    @for_each(
        "fields, code",
        [
            ({"ns_text": "A+", "ew_text": "A-", "law": "12C2"}, "award.needs-reason"),
            ({"ns_text": "A+", "ew_text": "A-", "reason": "遅刻"}, "award.needs-law"),
            ({"ns_text": "much", "ew_text": "A-", "reason": "遅刻", "law": "12C2"}, "result.malformed"),
            ({"ns_text": "120%", "ew_text": "A-", "reason": "遅刻", "law": "12C2"}, "entry.percentage"),
        ],
    )
    def test_what_is_missing_is_asked_for(self, playing: Playing, fields: dict[str, str], code: str) -> None:
        """R-208: without reason or law nothing is recorded."""
        assert codes(playing.post(f"{PATH}/award", **fields)) == [code]
        assert playing.state.results[slot(1, 2, BOARD)].ns_award is None

    def test_not_played_needs_no_result(self, playing: Playing) -> None:
        """R-144."""
        playing.post("/slots/A-1-2-4/award", ns_text="NP", ew_text="NP", reason="時間切れ", law="8条B")
        assert playing.state.results[slot(1, 2, 4)].ns_award == NotPlayed()

    def test_a_line_with_a_ruling_is_not_typed_over(self, playing: Playing) -> None:
        playing.post(f"{PATH}/award", ns_text="A+", ew_text="A-", reason="遅刻", law="12C2")
        row = playing.html("/scores?round=1&table=2").split(f'id="line-{KEY}"')[1].split("</tr>")[0]
        assert " readonly>" in row


class TestNotes:
    def test_a_note_and_a_pending_ruling_are_marked(self, playing: Playing) -> None:
        playing.post(f"{PATH}/note", note="3巡目に長考", is_pending="true")
        for path in (PATH, "/matrix", "/rulings", "/ranking"):
            assert "裁定待ち" in playing.page(path).text, path
        assert "3巡目に長考" in playing.page("/rulings").text
        playing.post(f"{PATH}/note", note="", is_pending="false")
        assert playing.state.rulings.notes == {}

    def test_a_note_that_is_too_long_is_refused(self, playing: Playing) -> None:
        assert codes(playing.post(f"{PATH}/note", note="長" * 2001)) == ["note.too-long"]


class TestCorrections:
    """R-306, R-307: after the round a listed reason, after the deadline an approver."""

    def test_a_board_is_agreed_when_its_round_ends(self, playing: Playing) -> None:
        """R-303: until then it is changed without a word, after it only for a listed reason."""
        assert playing.post(f"{PATH}/result", text="130").status_code == 200
        playing.evening.do(StartRound(1, 2))
        assert codes(playing.post(f"{PATH}/result", text="120")) == ["correction.needs-reason"]
        assert playing.post(f"{PATH}/result", text="120", correction="written-wrong").status_code == 200

    def test_history_tells_old_and_new(self, playing: Playing) -> None:
        """R-376: who, when, old, new, why."""
        playing.evening.do(StartRound(1, 2))
        assert codes(playing.post(f"{PATH}/result", text="120")) == ["correction.needs-reason"]
        playing.post(f"{PATH}/result", text="120", correction="tricks-proven", reason="両ペアが10トリックと確認")
        page = playing.page(PATH)
        assert "両ペアが10トリックと確認" in page.text
        texts = [text for text in page.texts if "ボード3" in text]
        assert [text.rpartition("：")[2] for text in texts[-2:]] == ["+120（トリック数が違うと確かめられた）", "+100"]

    def test_after_the_deadline_an_approver_is_named(self, playing: Playing) -> None:
        """R-307."""
        for missing in missing_slots(playing.state, 1):
            playing.evening.enter(missing.round, missing.table, missing.board, "100")
        playing.evening.do(Publish())
        playing.evening.do(Finalise(), "締め切り")
        assert "承認した人" in playing.page(PATH).texts
        refused = playing.post(f"{PATH}/result", text="120", correction="written-wrong")
        assert codes(refused) == ["correction.needs-approver"]
        answer = playing.post(f"{PATH}/result", text="120", correction="written-wrong", approver="主催者")
        assert answer.status_code == 200
        assert "承認" in playing.page(f"/scores/reasons?key={KEY}").text

    def test_a_reason_outside_the_list_is_refused(self, playing: Playing) -> None:
        answer = playing.post(f"{PATH}/result", text="120", correction="mood")
        assert codes(answer) == ["desk.slot.no-reason"]
        assert answer.json()["errors"][0]["where"] == "correction"

    def test_a_result_is_removed(self, playing: Playing) -> None:
        assert playing.post(f"{PATH}/remove").json()["to"] == f"{playing.base}/matrix"
        assert playing.state.results == {}
        assert playing.post(f"{PATH}/remove").status_code == 404

    def test_an_odd_result_is_let_stand(self, playing: Playing) -> None:
        playing.post(f"{PATH}/accept")
        assert playing.state.results[slot(1, 2, BOARD)].is_odd_accepted


class TestEffect:
    """The effect of a ruling is shown while it is typed."""

    @rotate("locale", Locale)
    def test_board_total_and_place_of_both_sides(self, playing: Playing, locale: Locale) -> None:
        for place, other in enumerate(one for one in missing_slots(playing.state, 1) if one.board == BOARD):
            playing.evening.enter(other.round, other.table, BOARD, ("140", "-50", "100")[place % 3])
        page = playing.page(f"{PATH}/effect?ns_text=A%2B&ew_text=A-", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []
        assert "→" in page.text
        assert not playing.state.results[slot(1, 2, BOARD)].ns_award

    def test_what_cannot_be_read_is_said(self, playing: Playing) -> None:
        page = playing.page(f"{PATH}/effect?ns_text=40%25+420&ew_text=")
        assert "→" not in page.text
        assert page.text.strip()

    def test_a_slot_that_does_not_exist(self, playing: Playing) -> None:
        assert playing.get("/slots/A-1-2-99/effect").status_code == 404
