"""Check lists, the condition of the boards, the announced end of corrections, the dry run, the Laws' edition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, MovementSet
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Announce, Publish
from arrowswitch.tournament.model.values.lists import BoardCondition
from arrowswitch.tournament.service.service import Tournament
from tests.builders import Evening, mitchell_evening, new_evening
from tests.tables import for_each
from tests.web.client import Page, foreign, list_codes_shown, visible
from tests.web.playing import Playing, at_desk


@pytest.fixture
def playing() -> Iterator[Playing]:
    """Three tables of a Mitchell in round 1: three sets of two boards."""
    with at_desk(mitchell_evening()) as opened:
        yield opened


@pytest.fixture
def ready() -> Iterator[Playing]:
    """Six pairs and a movement, before play."""
    evening = new_evening(6)
    evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
    with at_desk(evening) as opened:
        yield opened


def ja(code: str, **params: str | int) -> str:
    return translate(code, params, Locale.JA)


def send(playing: Playing, path: str, status: int = 200, /, **fields: str) -> httpx.Response:
    answer = playing.desk.post(f"{playing.base}{path}", fields)
    assert answer.status_code == status, visible(answer.text)[:600]
    return answer


def condition(playing: Playing, board: int) -> BoardCondition | None:
    return playing.state.section(Place(1, "A")).conditions.get(board)


def close_everything(evening: Evening) -> None:
    """Fills all results, publishes, and lets the correction period pass."""
    evening.play_all()
    evening.do(Publish())
    assert evening.state.deadline is not None
    evening.clock.time = evening.state.deadline
    evening.clock.forward(1)


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("path", ["/lists", "/dry-run", "/settings", "/movement"])
class TestWords:
    def test_before_play(self, ready: Playing, path: str, locale: Locale) -> None:
        send(ready, "/lists/boards", mark="all/machine-dealt")
        send(ready, "/lists/tick", item="tables-laid", name="Alder")
        page = ready.page(path, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, ready.own_words) == []

    def test_during_play(self, playing: Playing, path: str, locale: Locale) -> None:
        send(playing, "/lists/tick", item="report/postponed", name="Alder")
        send(playing, "/lists/deadline", round="2")
        page = playing.page(path, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []

    def test_after_the_end(self, playing: Playing, path: str, locale: Locale) -> None:
        close_everything(playing.evening)
        page = playing.page(path, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []


class TestTicks:
    def test_the_first_and_last_board_carry_a_name(self, ready: Playing) -> None:
        """R-120: boards dealt by a machine: boards 1 and 6 are to be ticked, with the name of the checker and the
        time."""
        assert ja("list.first-board", first=1, last=6) not in ready.page("/lists").texts
        send(ready, "/lists/boards", mark="all/machine-dealt")
        texts = ready.page("/lists").texts
        assert ja("list.first-board", first=1, last=6) in texts
        assert ja("list.last-board", first=1, last=6) in texts
        for item in ("first-board", "last-board"):
            send(ready, "/lists/tick", 422, item=item, name=" ")
            send(ready, "/lists/tick", item=item, name="春川")
        assert {tick.name for tick in ready.state.session(1).ticks.values()} == {"春川"}
        assert ready.page("/lists").texts.count("春川　19:00") == 2

    @pytest.mark.parametrize(("locale", "day"), [(Locale.JA, "2026年11月20日（金）"), (Locale.EN, "Fri 20 Nov 2026")])
    def test_what_was_done_on_another_day_has_its_day(self, ready: Playing, locale: Locale, day: str) -> None:
        """Items prepared the day before and announcements made then, next to the items done tonight."""
        ready.evening.clock.forward(-24 * 60)
        send(ready, "/lists/tick", item="tables-laid", name="Alder")
        ready.evening.do(Announce("Tea at eight"))
        ready.evening.clock.forward(24 * 60)
        assert day in ready.page("/lists", locale).text
        assert day in ready.page("/hall", locale).text
        send(ready, "/lists/tick", item="tables-laid", name="Elm")
        assert day not in ready.page("/lists", locale).text

    def test_a_tick_without_a_name_is_told_beside_the_field(self, ready: Playing) -> None:
        answer = send(ready, "/lists/tick", 422, item="tables-laid", name="")
        assert 'aria-describedby="name-before-error"' in answer.text
        assert ja("desk.field.missing") in visible(answer.text)
        send(ready, "/lists/tick", 422, item="tables-laid", name="x" * 81)
        assert not ready.state.session(1).ticks

    def test_the_name_stays_for_the_next_item(self, ready: Playing) -> None:
        send(ready, "/lists/tick", item="tables-laid", name="夏山")
        form = ready.page("/lists").form(f"{ready.base}/lists/tick")
        assert form["name"] == "夏山"

    def test_enter_goes_down_the_list(self, ready: Playing) -> None:
        """The first button of the form, which Enter presses, is that of the first open item, also after others."""
        send(ready, "/lists/tick", item="boards-placed", name="夏山")
        html = ready.html("/lists").split(f'action="{ready.base}/lists/tick"')[1]
        buttons = [one.split(">")[0] for one in html.split("</form>")[0].split("<button")[1:]]
        own = [one for one in buttons if 'form="reopen"' not in one]
        assert 'value="tables-laid"' in own[0]
        assert "autofocus" in own[0]
        assert 'value="conditions-told"' in own[1]

    def test_an_item_is_opened_again(self, ready: Playing) -> None:
        send(ready, "/lists/tick", item="tables-laid", name="夏山")
        send(ready, "/lists/reopen", item="tables-laid")
        assert not ready.state.session(1).ticks

    def test_an_item_that_is_none_is_refused(self, ready: Playing) -> None:
        answer = send(ready, "/lists/tick", 404, item="tea", name="A")
        assert ja("list.unknown-item", item="tea") in visible(answer.text)
        send(ready, "/lists/reopen", 404, item="tea")
        send(ready, "/lists/tick", 409, item="report/burnt", name="A")


class TestClosing:
    """R-130."""

    def test_the_end_waits_for_everything(self, playing: Playing) -> None:
        """R-130: all results, publication, 30 minutes, equipment and the report, sent or postponed: then it ends."""
        end = f"{playing.base}/finalise"
        page = playing.page("/lists")
        assert end not in page.forms
        assert ja("list.results-open", n=18) in page.texts
        assert f"{playing.base}/matrix" in page.links
        close_everything(playing.evening)
        assert end not in playing.page("/lists").forms
        send(playing, "/lists/tick", item="equipment", name="春川")
        assert end not in playing.page("/lists").forms
        send(playing, "/lists/tick", item="report/postponed", name="春川")
        page = playing.page("/lists")
        assert end in page.forms
        send(playing, "/finalise", **page.form(end))
        assert playing.state.publication.finalised_at is not None
        assert ja("desk.phase.final") in playing.page("/lists").texts

    def test_before_the_period_is_over_the_time_left_is_told(self, playing: Playing) -> None:
        """R-304: a weekly game until the next game: a week in days, the last two hours in minutes."""
        playing.evening.play_all()
        playing.evening.do(Publish())
        assert playing.state.deadline is not None
        days = (playing.state.deadline - playing.evening.clock.now()).days
        assert ja("list.deadline-open-days", n=days) in playing.page("/lists").texts
        playing.evening.clock.forward(days * 1440 - 90)
        assert ja("list.deadline-open", n=90) in playing.page("/lists").texts

    def test_the_way_there(self, playing: Playing) -> None:
        assert f"{playing.base}/lists" in playing.page("/ranking").links


class TestBoards:
    """R-128."""

    def test_making_what_a_machine_dealt_is_warned_of(self, ready: Playing) -> None:
        """R-128: set 2 (boards 3 and 4) is machine-dealt; "made" warns, and nothing changes without a reason."""
        send(ready, "/lists/boards", mark="2/machine-dealt")
        assert condition(ready, 3) is BoardCondition.MACHINE_DEALT
        answer = send(ready, "/lists/boards", 422, mark="2/made")
        assert ja("boards.machine-dealt", board=3) in visible(answer.text)
        assert 'id="force"' in answer.text
        assert condition(ready, 3) is BoardCondition.MACHINE_DEALT
        send(ready, "/lists/boards", mark="2/made", force="機械の誤り")
        assert condition(ready, 3) is BoardCondition.MADE

    def test_the_typed_reason_stays(self, ready: Playing) -> None:
        send(ready, "/lists/boards", mark="all/machine-dealt")
        answer = send(ready, "/lists/boards", 422, mark="all/made", force="y" * 300)
        page = Page.read(answer.text)
        assert "force-error" in page.ids
        assert "y" * 300 in answer.text

    def test_all_sets_at_once_and_back(self, ready: Playing) -> None:
        send(ready, "/lists/boards", mark="all/made")
        assert {condition(ready, board) for board in range(1, 7)} == {BoardCondition.MADE}
        send(ready, "/lists/boards", mark="1/unmade")
        assert condition(ready, 2) is BoardCondition.UNMADE
        assert condition(ready, 3) is BoardCondition.MADE

    def test_a_played_board_is_not_made(self, playing: Playing) -> None:
        playing.fill_round(1)
        answer = send(playing, "/lists/boards", 422, mark="1/made")
        assert ja("boards.played", board=1) in visible(answer.text)

    @for_each("mark", ["", "1/burnt", "x/made", "0/made"])
    def test_what_no_button_sends_is_refused(self, ready: Playing, mark: str) -> None:
        send(ready, "/lists/boards", 422, mark=mark)
        assert not ready.state.section(Place(1, "A")).conditions

    def test_a_set_that_is_none(self, ready: Playing) -> None:
        answer = send(ready, "/lists/boards", 409, mark="9/made")
        assert ja("boards.no-such-set", set=9, sets=3) in visible(answer.text)

    def test_without_a_movement(self) -> None:
        with at_desk(new_evening(6)) as bare:
            assert ja("desk.lists.no-sets") in bare.page("/lists").texts
            send(bare, "/lists/boards", 404, mark="all/made")


class TestDeadline:
    def test_it_is_announced_and_taken_back(self, playing: Playing) -> None:
        """R-305: until the end of a round of the next session, told before it and after."""
        send(playing, "/lists/deadline", round="2")
        texts = playing.page("/lists").texts
        assert ja("deadline.until-round", session=1, in_session=1, round=2) in texts
        playing.fill_round(1)
        playing.evening.do(StartRound(1, 2))
        playing.evening.do(StartRound(1, 3))
        texts = playing.page("/lists").texts
        assert ja("deadline.round-over", session=1, in_session=1, round=2) in texts
        send(playing, "/lists/deadline", round="0")
        assert playing.state.session(1).deadline is None

    @for_each("typed", ["", "nine", "4", "-1"])
    def test_a_round_that_is_none_is_told_beside_the_field(self, playing: Playing, typed: str) -> None:
        answer = send(playing, "/lists/deadline", 422, round=typed)
        page = Page.read(answer.text)
        assert "round-error" in page.ids
        assert page.form(f"{playing.base}/lists/deadline")["round"] == typed
        assert playing.state.session(1).deadline is None

    def test_an_unknown_session(self, playing: Playing) -> None:
        answer = send(playing, "/lists/deadline", 422, round="1", in_session="5")
        assert ja("event.no-session", session=5) in visible(answer.text)


class TestDryRun:
    """R-403."""

    def test_the_report_of_a_sound_movement(self, ready: Playing) -> None:
        """R-403: three tables, three rounds of two boards: 18 of 18 results, no rematch; the event is untouched."""
        before = ready.state.seq
        assert f"{ready.base}/dry-run" in ready.page("/movement").links
        texts = ready.page("/dry-run").texts
        assert ja("desk.dry-run.good") in texts
        assert ja("desk.dry-run.of", n=18, all=18) in texts
        assert ready.state.seq == before

    def test_rematches_are_reported(self) -> None:
        """R-403: EW1 and EW2 change places in round 2 of five: two meetings come twice, and the page lists them."""
        movement = make("mitchell", tables=5, boards_per_round=2)
        meeting, other = (m for m in movement.in_round(2) if m.ew in (("EW1",), ("EW2",)))
        swapped = {meeting: replace(meeting, ew=other.ew), other: replace(other, ew=meeting.ew)}
        damaged = replace(movement, meetings=tuple(swapped.get(m, m) for m in movement.meetings))
        evening = new_evening(10)
        store, version = evening.tournament.store, evening.state.seq
        entry = LedgerEntry(version + 1, evening.clock.now(), Stamp("damaged"), (MovementSet(Place(1, "A"), damaged),))
        store.append(evening.tournament.events()[0], (entry,), version)
        evening.tournament = Tournament(store, evening.clock, evening.tournament.chance)
        with at_desk(evening) as opened:
            texts = opened.page("/dry-run").texts
        assert ja("desk.dry-run.not-good") in texts
        warnings = [text for text in texts if "2回以上対戦します" in text]
        assert len(warnings) == 2
        assert all(any(met.ns[0] in text for text in warnings) for met in (meeting, other))

    def test_without_a_movement_it_says_what_to_do(self) -> None:
        with at_desk(new_evening(6)) as bare:
            assert ja("dry-run.no-movement") in bare.page("/dry-run").texts


class TestLaws:
    def test_the_edition_is_chosen(self, ready: Playing) -> None:
        form = ready.page("/settings").form(f"{ready.base}/settings")
        assert form["laws"] == "by-regulations"
        send(ready, "/settings", **{**form, "laws": "2017"})
        assert ready.state.settings.scoring.laws == 2017
        form = ready.page("/settings").form(f"{ready.base}/settings")
        assert form["laws"] == "2017"
        send(ready, "/settings", **{**form, "laws": "by-regulations"})
        assert ready.state.settings.scoring.laws is None

    def test_another_edition_is_told_beside_the_field(self, ready: Playing) -> None:
        form = ready.page("/settings").form(f"{ready.base}/settings")
        answer = send(ready, "/settings", 422, **{**form, "laws": "1963"})
        assert 'id="laws-error"' in answer.text
        assert ready.state.settings.scoring.laws is None
