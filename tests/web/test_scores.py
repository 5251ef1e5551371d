"""The score page and the commands behind it, as the page's script sends them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import entry_ids, mitchell_evening, new_evening, person
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Page, foreign, list_codes_shown, tight
from tests.web.playing import Playing, at_desk, codes, fill_all_but_one, howell_evening, slot


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


def line(html: str, key: str) -> str:
    """Returns the row of a slot as it stands on the page."""
    assert f'id="line-{key}"' in html
    return html.split(f'id="line-{key}"')[1].split("</tr>", maxsplit=1)[0]


def planned_boards(playing: Playing, round_number: int, table: int) -> tuple[Number, Number, tuple[int, ...]]:
    """Returns the two pairs at a table and their boards."""
    movement = playing.state.section(Place(1, "A")).movement
    assert movement is not None
    meeting = movement.at(round_number, table)
    assert meeting is not None
    return meeting.ns[0], meeting.ew[0], movement.boards_of(meeting)


class TestPage:
    """The table's pairs and boards stand there already; what is missing is seen at a glance."""

    @rotate("locale", Locale)
    @for_each("path", ["/scores", "/scores?round=3&table=2", "/scores?order=boards&board=7"])
    def test_the_page_speaks_the_language_chosen(self, playing: Playing, locale: Locale, path: str) -> None:
        playing.fill_round(1)
        page = Page.read(playing.desk.get(f"{playing.base}{path}", headers={"cookie": f"lang={locale.value}"}).text)
        assert page.lang == locale.value
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []

    @for_each("path", ["/scores?round=1&table=2", "/scores?order=boards&board=7", "/matrix", "/clock"])
    def test_a_key_presses_one_thing(self, playing: Playing, path: str) -> None:
        """Clock, case, undo and the ways about each have a key of their own while a round is played."""
        keys = [key for key in re.findall('data-key="(f[0-9]+|alt[^"]+|ctrl[^"]+)"', playing.html(path)) if key]
        assert len(keys) == len(set(keys)), keys
        signs = re.findall("<kbd>(F[0-9]+)</kbd></(?:a|button|label)>", playing.html(path))
        more_time = 1 if path == "/clock" else 0
        assert len(signs) == len(set(signs)) + more_time, signs

    def test_the_slip_shows_pairs_and_boards_of_the_movement(self, playing: Playing) -> None:
        """R-134: the slip of round 4, table 3 needs only its results."""
        ns, ew, boards = planned_boards(playing, 4, 3)
        html = playing.html("/scores?round=4&table=3")
        for board in boards:
            row = line(html, f"A-4-3-{board}")
            assert f'data-ns="{ns}"' in row
            assert f'data-ew="{ew}"' in row
            assert "data-missing" in row

    def test_the_table_of_the_phantom_has_nothing_to_type(self, playing: Playing) -> None:
        """R-151: table 1 of this Howell meets the phantom in every round."""
        page = playing.page("/scores?round=1&table=1")
        assert "休みです" in page.text
        assert not [name for name in page.ids if name.startswith("line-")]

    def test_a_dot_per_board_tells_a_table_s_state(self, playing: Playing) -> None:
        """R-119: a table turns complete when its last line is entered."""
        boards = planned_boards(playing, 1, 2)[2]
        playing.enter(f"A-1-2-{boards[0]}", "100")
        assert "テーブル2" in "".join(playing.page("/scores").attributes)
        marks = {text for text in playing.page("/scores").attributes if ", テーブル2、" in text}
        assert [text.endswith("未着1件") for text in marks] == [True]
        playing.enter(f"A-1-2-{boards[1]}", "100")
        assert '"table-mark is-done" href' in tight(playing.html("/scores"))

    def test_missing_slips_of_a_round_that_is_over_glow(self, playing: Playing) -> None:
        """R-119: round 1 was closed by the start of round 2; its five empty tables are late."""
        playing.fill_round(1)
        boards = planned_boards(playing, 2, 4)[2]
        playing.evening.do(StartRound(1, 2))
        playing.fill_round(2)
        assert "is-late" not in playing.html("/scores?round=2")
        for board in boards:
            playing.post("/scores/remove", key=f"A-2-4-{board}")
        assert "is-late" not in playing.html("/scores?round=2")
        playing.evening.do(StartRound(1, 3))
        html = playing.html("/scores?round=2")
        assert html.count("table-mark is-late") == 1
        assert "round-mark is-late" in html

    def test_a_round_is_late_when_its_clock_has_run_out(self, playing: Playing) -> None:
        """R-119: six tables play, none has brought a slip."""
        playing.evening.clock.forward(14)
        assert "is-late" not in playing.html("/scores")
        playing.evening.clock.forward(2)
        assert playing.html("/scores").count("table-mark is-late") == 6

    def test_before_play_the_page_says_what_is_to_do(self) -> None:
        with at_desk(new_evening(4)) as opened:
            for locale in Locale:
                page = opened.page("/scores", locale)
                assert list_codes_shown(page) == []
                assert f"{opened.base}/movement" in page.links

    def test_a_table_or_round_that_does_not_exist_is_said(self, playing: Playing) -> None:
        assert 'id="card"' not in playing.html("/scores/card?round=1&table=99")
        assert 'id="card"' not in playing.html("/scores/card?round=62&table=3")
        assert 'id="card"' not in playing.html("/scores/card?order=boards&board=99")
        assert playing.desk.get(f"{playing.base}/scores?round=none").status_code == 422

    def test_the_next_table_is_the_next_one_that_lacks_results(self, playing: Playing) -> None:
        boards = planned_boards(playing, 1, 7)[2]
        playing.enter(f"A-1-7-{boards[0]}", "100")
        answer = playing.enter(f"A-1-7-{boards[1]}", "100").json()
        assert answer["next"] == {"round": 1, "table": 2, "board": None, "label": "2"}
        playing.fill_round(1)
        assert 'data-next-round="2" data-next-table="2"' in playing.html("/scores/card?round=1&table=7")

    def test_an_event_of_45_tables_is_shown(self) -> None:
        """R-148: 45 tables x 26 boards: the last result is stored and the complete ranking is the next page."""
        evening = new_evening(0)
        for pair in range(1, 91):
            evening.do(AddEntry((person(f"見本 {pair}番"), person(f"例 {pair}番"))))
        evening.start(make("mitchell", tables=45, boards_per_round=2, rounds=13))
        last = fill_all_but_one(evening, ("100", "-100", "110", "P"))
        with at_desk(evening) as opened:
            page = opened.page("/scores?round=13")
            assert sum(", テーブル" in text for text in page.attributes) == 45
            assert opened.enter(f"A-{last.round}-{last.table}-{last.board}", "100").status_code == 200
            assert "全結果" in opened.page("/ranking").text


class TestEntering:
    def test_a_result_is_stored_and_answered_with_its_line(self, playing: Playing) -> None:
        """R-134: 4S by N with an overtrick gives the score; the line comes back with it."""
        board = planned_boards(playing, 1, 2)[2][0]
        answer = playing.enter(f"A-1-2-{board}", "1NT+1 N", is_confirmed="true")
        body = answer.json()
        assert (answer.status_code, body["stored"], body["key"]) == (200, True, f"A-1-2-{board}")
        assert '<td class="n score ns">120</td>' in body["line"]
        assert "data-stored" in body["line"]
        assert playing.state.results[slot(1, 2, board)].is_confirmed

    def test_a_single_result_has_no_percentage(self, playing: Playing) -> None:
        """Nothing was compared yet: a dash in the line, the ranking, the traveller and the scorecard, not 0 %."""
        ns, _, boards = planned_boards(playing, 1, 2)
        line = playing.enter(f"A-1-2-{boards[0]}", "2S+1 N").json()["line"]
        assert re.search(r'class="n percent">\s*–\s*</td>', line)
        page = playing.html("/scores?round=1&table=2")
        assert re.search(r'class="n percent">\s*–\s*</td>', page)
        assert "0.00" not in page
        assert re.search(r'quiet optional">–</td>', playing.html(f"/travellers?board={boards[0]}"))
        assert re.search(r'quiet optional">\s*–\s*</td>', playing.html(f"/private/{ns}"))

    def test_the_wall_and_the_phones_have_a_dash_too(self) -> None:
        """NS2 has only a board that nobody else has played, next to pairs that have a percentage."""
        evening = mitchell_evening(3)
        for round_number, table, board, text in ((1, 1, 1, "4S= N"), (2, 3, 1, "3N-1 N"), (1, 2, 3, "3N= N")):
            evening.enter(round_number, table, board, text)
        evening.do(Publish(is_interim=True))
        with at_desk(evening) as published:
            for path in (f"/hall/{evening.event_id}", f"/play/{evening.event_id}/ranking"):
                text = published.desk.page(path, Locale.EN).text
                last = text[text.index("NS2 ") : text.index(" East-West")]
                assert "100.00" in text, path
                assert last.endswith(" –"), path

    def test_the_first_result_has_a_dash_in_every_ranking(self) -> None:
        """It was a total of 0.00 while nothing was compared at all."""
        evening = mitchell_evening(3)
        evening.enter(1, 1, 1, "4S= N")
        evening.do(Publish(is_interim=True))
        with at_desk(evening) as published:
            paths = (
                f"/hall/{evening.event_id}",
                f"/play/{evening.event_id}/ranking",
                f"/events/{evening.event_id}/ranking",
            )
            for path in paths:
                text = published.desk.page(path, Locale.EN).text
                assert "NS1 " in text, path
                assert "–" in text[text.index("NS1 ") :], path
                assert "0.00" not in text, path

    def test_an_unticked_slip_is_unconfirmed_until_the_round_is_over(self, playing: Playing) -> None:
        """R-142."""
        board = planned_boards(playing, 1, 2)[2][0]
        playing.enter(f"A-1-2-{board}", "100", is_confirmed="false")
        assert "未確認" in line(playing.html("/scores?round=1&table=2"), f"A-1-2-{board}")
        playing.evening.do(StartRound(1, 2))
        assert "未確認" not in line(playing.html("/scores?round=1&table=2"), f"A-1-2-{board}")

    def test_the_same_sending_twice_is_stored_once(self, playing: Playing) -> None:
        board = planned_boards(playing, 1, 2)[2][0]
        first = playing.enter(f"A-1-2-{board}", "100", command_id="one-sending")
        again = playing.enter(f"A-1-2-{board}", "100", command_id="one-sending")
        assert first.json()["version"] == again.json()["version"]
        assert again.json()["stored"]

    def test_by_traveller_and_by_slip_store_the_same(self) -> None:
        """R-135: both orders give the same results, so the same standings."""
        stored = []
        for order in ("slips", "boards"):
            with at_desk(howell_evening()) as opened:
                slots = list(missing_slots(opened.state, 1))[:24]
                if order == "boards":
                    slots.sort(key=lambda one: (one.board, one.round))
                for slot in slots:
                    text = ("100", "-100", "110", "P")[slot.board % 4]
                    answer = opened.enter(f"A-{slot.round}-{slot.table}-{slot.board}", text, order=order)
                    assert answer.status_code == 200
                stored.append({key: (value.result, value.ns, value.ew) for key, value in opened.state.results.items()})
        assert stored[0] == stored[1]
        assert len(stored[0]) == 24

    def test_every_field_that_cannot_be_read_is_told_at_once(self, playing: Playing) -> None:
        """A sender that is no page of the program may send anything in a field, and leave any out."""
        wrong = {"is_confirmed": "perhaps", "seen": "-1", "order": "upwards", "text": "110"}
        address, headers = f"{playing.base}/scores/enter", {"accept": "application/json"}
        answer = playing.desk.post(address, wrong, headers=headers)
        errors = [(one["code"], one["params"]["field"]) for one in answer.json()["errors"]]
        assert answer.status_code == 422
        assert errors == [("desk.error.field", name) for name in ("is_confirmed", "key", "order", "seen")]
        assert playing.state.results == {}

    @rotate("locale", Locale)
    def test_a_result_that_cannot_be_is_refused_in_words(self, playing: Playing, locale: Locale) -> None:
        """R-141: seven overtricks in a three-level contract; nothing is stored, the text repeats what was typed."""
        board = planned_boards(playing, 1, 2)[2][0]
        answer = playing.desk.post(
            f"{playing.base}/scores/enter?lang={locale.value}",
            {"key": f"A-1-2-{board}", "text": "3NT+9 W"},
            headers={"accept": "application/json"},
        )
        assert (answer.status_code, codes(answer)) == (409, ["result.too-many-tricks"])
        assert "3NT+9 W" in answer.json()["errors"][0]["text"]
        assert playing.state.results == {}

    @for_each(
        "text, code",
        [
            ("", "result.empty"),
            ("8NT= N", "result.level"),
            ("+9", "result.raw-not-ten"),
            ("4S", "result.no-declarer"),
            ("4S N", "result.no-result"),
            ("n4sx", "result.no-result"),
            ("<b>4S= N</b>", "result.malformed"),
            ("7" * 400, "result.malformed"),
            ("60%", "entry.one-percentage"),
        ],
    )
    def test_wrong_inputs_change_nothing(self, playing: Playing, text: str, code: str) -> None:
        board = planned_boards(playing, 1, 2)[2][0]
        answer = playing.enter(f"A-1-2-{board}", text)
        assert answer.status_code in (409, 422)
        assert codes(answer) == [code]
        assert playing.state.results == {}

    @for_each("key", ["", "A", "A-1-2", "A-1-2-x", "A-1-2-3-4", "A-99999-1-1", "<script>-1-1-1"])
    def test_a_place_that_cannot_be_read_is_refused(self, playing: Playing, key: str) -> None:
        answer = playing.enter(key, "100")
        assert answer.status_code in (404, 409, 422)
        assert playing.state.results == {}

    def test_a_pending_ruling_is_typed_as_a_question_mark(self, playing: Playing) -> None:
        board = planned_boards(playing, 1, 2)[2][0]
        playing.enter(f"A-1-2-{board}", "?")
        assert playing.state.rulings.notes[slot(1, 2, board)].is_pending
        assert "裁定待ち" in playing.page("/scores?round=1&table=2").text


class TestOtherPairsThanPlanned:
    """R-136: the slip is checked against the movement; R-137: what really happened can be forced with a reason."""

    def test_another_pair_is_refused_with_the_plan(self, playing: Playing) -> None:
        """R-136: nothing is stored without confirmation."""
        ns, ew, boards = planned_boards(playing, 1, 2)
        other = next(n for n in playing.state.section(Place(1, "A")).numbers if n not in (ns, ew))
        answer = playing.enter(f"A-1-2-{boards[0]}", "100", ns=ns, ew=other)
        assert codes(answer) == ["result.wrong-pair"]
        assert answer.json()["errors"][0]["params"]["typed_ew"] == other
        assert playing.state.results == {}

    def test_another_board_is_refused_with_the_plan(self, playing: Playing) -> None:
        """R-136."""
        answer = playing.enter("A-1-2-99", "100")
        assert codes(answer) == ["result.wrong-board"]
        assert playing.state.results == {}

    @rotate("locale", Locale)
    def test_the_three_ways_on_are_offered(self, playing: Playing, locale: Locale) -> None:
        """R-137: it was so, a typing error, or the place where these two pairs do meet."""
        ns, _, boards = planned_boards(playing, 1, 2)
        other, place = self._meeting_elsewhere(playing, ns)
        page = Page.read(playing.html(f"/scores/ways?key=A-1-2-{boards[0]}&ns={ns}&ew={other}", locale))
        assert list_codes_shown(page) == []
        assert f"R{place[0]} T{place[1]}" in page.text
        assert {Locale.JA: "実際にそうだった", Locale.EN: "That is what happened"}[locale] in page.text

    def test_forced_it_is_stored_and_marked(self, playing: Playing) -> None:
        """R-137, R-387: scored, marked on the slip and listed with its reason."""
        ns, ew, boards = planned_boards(playing, 1, 2)
        other = next(n for n in playing.state.section(Place(1, "A")).numbers if n not in (ns, ew))
        answer = playing.enter(f"A-1-2-{boards[0]}", "100", ns=ns, ew=other, force="違う席で対戦した")
        assert answer.status_code == 200
        assert "強制" in answer.json()["line"]
        assert playing.state.results[slot(1, 2, boards[0])].ew == (other,)
        assert "違う席で対戦した" in playing.page("/matrix").text

    def test_a_proposed_reason_is_in_the_language_of_its_reader(self, playing: Playing) -> None:
        """R-137: forced in Japanese, read in English on matrix, history and slot."""
        ns, ew, boards = planned_boards(playing, 1, 2)
        other = next(n for n in playing.state.section(Place(1, "A")).numbers if n not in (ns, ew))
        reasons = [translate("desk.ways.force-seat", {}, locale) for locale in (Locale.JA, Locale.EN)]
        playing.enter(f"A-1-2-{boards[0]}", "100", ns=ns, ew=other, force=reasons[0])
        for path in ("/matrix", "/history", f"/slots/A-1-2-{boards[0]}"):
            text = playing.page(path, Locale.EN).text
            assert reasons[1] in text
            assert reasons[0] not in text

    def test_a_board_cannot_be_played_twice_even_by_force(self, playing: Playing) -> None:
        """R-140: refused with the place of the first entry."""
        ns, _, boards = planned_boards(playing, 1, 2)
        playing.enter(f"A-1-2-{boards[0]}", "100")
        later = next(m for m in range(2, 14) if planned_or_none(playing, m, ns))
        table, _ = planned_or_none(playing, later, ns) or (0, 0)
        answer = playing.enter(f"A-{later}-{table}-{boards[0]}", "100", force="同じボードをもう一度")
        assert "result.board-twice" in codes(answer)
        first = next(error for error in answer.json()["errors"] if error["code"] == "result.board-twice")
        assert (first["params"]["round"], first["params"]["table"]) == (1, 2)

    def test_a_pair_cannot_meet_itself(self, playing: Playing) -> None:
        """R-140."""
        ns, _, boards = planned_boards(playing, 1, 2)
        answer = playing.enter(f"A-1-2-{boards[0]}", "100", ns=ns, ew=ns, force="なぜか")
        assert "result.against-itself" in codes(answer)

    @staticmethod
    def _meeting_elsewhere(playing: Playing, number: Number) -> tuple[Number, tuple[int, int]]:
        movement = playing.state.section(Place(1, "A")).movement
        assert movement is not None
        for meeting in movement.meetings:
            if meeting.round > 1 and meeting.ns == (number,) and movement.is_played(meeting):
                return meeting.ew[0], (meeting.round, meeting.table)
        raise AssertionError(number)


def planned_or_none(playing: Playing, round_number: int, number: Number) -> tuple[int, Number] | None:
    """Returns the table at which `number` plays in a round, with its opponent."""
    movement = playing.state.section(Place(1, "A")).movement
    assert movement is not None
    for meeting in movement.in_round(round_number):
        if number in meeting.contestants and movement.is_played(meeting):
            return meeting.table, meeting.ew[0]
    return None


class TestOddResults:
    def test_a_result_unlike_all_others_is_marked_not_refused(self, playing: Playing) -> None:
        """R-141: 1400 where everybody else has about 100 is asked about, until it is let stand."""
        board = planned_boards(playing, 1, 2)[2][0]
        movement = playing.state.section(Place(1, "A")).movement
        assert movement is not None
        places = [m for m in movement.meetings if board in movement.boards_of(m) and movement.is_played(m)]
        for meeting in places[1:5]:
            assert playing.enter(f"A-{meeting.round}-{meeting.table}-{board}", "100").status_code == 200
        first = places[0]
        key = f"A-{first.round}-{first.table}-{board}"
        answer = playing.enter(key, "-1400").json()
        assert answer["is_odd"]
        assert "1400" in answer["odd"][0]
        assert "そのまま認める" in playing.page("/scores").texts
        playing.post("/scores/accept", key=key)
        assert "そのまま認める" not in playing.page("/scores").texts


class TestCorrections:
    def test_after_the_round_a_reason_is_asked_for(self, playing: Playing) -> None:
        """R-149: with the reason the correction is stored, and the line shows it."""
        board = planned_boards(playing, 1, 2)[2][0]
        key = f"A-1-2-{board}"
        playing.enter(key, "100")
        playing.evening.do(StartRound(1, 2))
        answer = playing.enter(key, "120")
        assert codes(answer) == ["correction.needs-reason"]
        for locale in Locale:
            page = Page.read(playing.html(f"/scores/reasons?key={key}", locale))
            assert list_codes_shown(page) == []
            assert len([text for text in page.texts if text.isdigit()]) == len(CorrectionReason)
        answer = playing.enter(key, "120", correction="written-wrong", reason="記録者の書きまちがい")
        assert "mark changed" in answer.json()["line"]
        assert playing.state.results[slot(1, 2, board)].revision == 1

    def test_a_reason_outside_the_list_is_refused(self, playing: Playing) -> None:
        board = planned_boards(playing, 1, 2)[2][0]
        assert codes(playing.enter(f"A-1-2-{board}", "100", correction="because")) == ["desk.slot.no-reason"]

    def test_a_slot_is_emptied_and_undo_brings_it_back(self, playing: Playing) -> None:
        """R-376: undo says in words what it takes back and leads to the slot."""
        board = planned_boards(playing, 1, 2)[2][0]
        key = f"A-1-2-{board}"
        playing.enter(key, "4S= N" if board % 2 else "100")
        answer = playing.post("/scores/remove", key=key)
        assert answer.json()["is_missing"]
        assert playing.state.results == {}
        page = Page.read(playing.html("/scores/undo"))
        assert f"ボード{board}" in page.text
        undone = playing.post("/scores/undo", seq=str(playing.state.seq))
        assert undone.json()["key"] == key
        assert slot(1, 2, board) in playing.state.results

    def test_undo_of_nothing_is_said(self) -> None:
        with at_desk(new_evening(0)) as opened:
            answer = opened.post("/scores/undo", seq="1")
            assert answer.status_code == 409
            assert opened.post("/scores/undo", seq="99").status_code == 404


class TestWithoutMasterSheet:
    def test_pairs_and_boards_are_taken_from_the_slip(self) -> None:
        """R-138: without a movement each line is typed with its board and pairs."""
        evening = new_evening(4)
        evening.do(ChooseMovement(Place(1, "A"), None))
        numbers = {Number(str(n)): who for n, who in enumerate(entry_ids(evening), start=1)}
        evening.do(AssignNumbers(Place(1, "A"), numbers))
        evening.do(StartPlay(1))
        with at_desk(evening) as opened:
            page = opened.page("/scores?round=1&table=2")
            assert "line-new" in page.ids
            answer = opened.enter("A-1-2-7", "140", ns="1", ew="3")
            assert answer.status_code == 200
            assert opened.state.results[slot(1, 2, 7)].ns == ("1",)
            assert "line-A-1-2-7" in opened.page("/scores?round=1&table=2").ids
            assert codes(opened.enter("A-1-2-8", "140")) == ["result.no-pairs"]
            assert "line-new" in opened.page("/scores?order=boards&board=7").ids
