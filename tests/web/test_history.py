"""The whole ledger in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.desk.history.routes import SHOWN
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.web.client import Page, foreign, list_codes_shown, visible
from tests.web.playing import Playing, at_desk, howell_evening
from tests.web.test_places import begin_play


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


@rotate("locale", Locale)
def test_every_kind_of_step_has_words(playing: Playing, locale: Locale) -> None:
    playing.fill_round(1)
    playing.post("/slots/A-1-3-5/award", ns_text="A", ew_text="A", reason="accident", law="12C2")
    playing.post("/slots/A-1-4-7/note", note="hesitation", is_pending="true")
    playing.post("/rulings/penalty", number="3", amount="1", unit="boards", reason="late")
    playing.post("/clock/extend", seconds="120")
    playing.post("/scores/remove", key="A-1-4-8")
    playing.post("/publish", is_interim="true")
    page = playing.page("/history", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []
    assert "hesitation" in page.text


@pytest.mark.parametrize(("locale", "joiner"), [(Locale.JA, "・"), (Locale.EN, " – ")])
def test_partners_are_joined_as_on_every_page(playing: Playing, locale: Locale, joiner: str) -> None:
    """In the step that undo takes back, in the history of entries and withdrawals, and in a refusal."""
    first = next(iter(playing.state.entries))
    playing.page("/history", locale)
    refused = playing.post(f"/entries/{first}/remove").json()["errors"][0]["text"]
    assert joiner.join(playing.state.entry(first).names) in refused
    playing.post("/entries/add", player1="Alder", player2="Elm")
    playing.post(f"/entries/{list(playing.state.entries)[-1]}/remove")
    page = playing.page("/history", locale)
    assert sum(f"Alder{joiner}Elm" in text for text in (*page.texts, *page.attributes)) >= 3
    assert "Alder - Elm" not in page.text


def test_three_changes_two_undone_are_five_steps(playing: Playing) -> None:
    """R-376: change three scores, undo two; the log shows five entries, with the values before."""
    playing.fill_round(1)
    start = playing.state.seq
    keys = [f"A-1-{table}-{board}" for table, board in ((2, 3), (3, 5), (4, 7))]
    for key in keys:
        playing.enter(key, "120")
    for seq in (start + 3, start + 2):
        playing.post("/scores/undo", seq=str(seq))
    page = playing.page("/history")
    numbers = [int(text) for text in page.texts if text.isdecimal() and start < int(text) <= start + 9]
    assert numbers == [start + 5, start + 4, start + 3, start + 2, start + 1]
    assert page.texts.count("取り消し済み") == 2
    assert any(text.startswith("前：") for text in page.texts)


def test_the_end_of_the_history_is_told_as_in_the_whole(playing: Playing) -> None:
    """A result corrected, one taken back, an award, a note: the values before come from steps not shown."""
    for text in ("120", "150", "-50"):
        playing.enter("A-1-2-3", text)
    playing.post("/scores/undo", seq=str(playing.state.seq))
    playing.post("/slots/A-1-2-3/award", ns_text="A", ew_text="A", reason="accident", law="12C2")
    playing.post("/slots/A-1-2-3/note", note="hesitation")
    playing.enter("A-1-2-3", "90")
    ledger = playing.evening.tournament.ledger(playing.evening.event_id)
    whole = history(ledger)
    assert [row.before for row in whole[:7]] == ["A / A", "", "+150", "", "", "+120", ""]
    assert all(history(ledger, newest) == whole[:newest] for newest in range(1, len(ledger) + 2))


def test_a_slot_of_another_session_is_another_slot() -> None:
    """Round, table and board are those of the first session: the history neither calls its result the earlier one, nor
    opens it in place of that of the second."""
    evening = begin_play(2)
    slot = missing_slots(evening.state, 2)[0]
    assert replace(slot, session=1) in evening.state.results
    evening.do(EnterResult(slot, "1520"))
    with at_desk(evening) as playing:
        html = playing.desk.get(f"{playing.base}/1A/history").text
    line = next(row for row in html.split("<tr")[1:] if "1520" in visible(row))
    assert "前：" not in visible(line)
    assert f'data-slots="{playing.base}/2A/slots"' in line, line
    assert f'data-slots="{playing.base}/1A/slots"' in html


def test_undo_from_the_list(playing: Playing) -> None:
    playing.enter("A-1-2-3", "120")
    form = playing.page("/history").form(f"{playing.base}/scores/undo")
    assert form["seq"] == str(playing.state.seq)
    playing.post("/scores/undo", **form)
    assert playing.state.results == {}


def test_a_long_evening_is_shown_from_its_end(playing: Playing) -> None:
    for number in range(1, 14):
        playing.fill_round(number)
        playing.evening.do(StartRound(1, min(number + 1, 13)))
    for _ in range(40):
        playing.post("/clock/extend", seconds="60")
    assert playing.state.seq > SHOWN
    page = playing.page("/history")
    assert f"{playing.state.seq}件すべてを見る" in page.texts
    everything = Page.read(playing.html("/history?all=true"))
    assert "競技会「水曜例会」を作成" in everything.text
    assert "競技会「水曜例会」を作成" not in page.text


@rotate("locale", Locale)
def test_an_undo_says_what_it_took_back(playing: Playing, locale: Locale) -> None:
    playing.enter("A-1-2-3", "120")
    playing.post("/scores/undo", seq=str(playing.state.seq))
    words = history_words(playing, locale)
    assert words.count("120") == 2, words


def test_an_undo_does_not_tell_what_the_eyes_of_a_playing_director_must_not_see() -> None:
    """R-139: the result of a board that the director has still to play."""
    with at_desk(howell_evening(is_director_playing=True)) as playing:
        playing.enter("A-1-2-3", "120")
        playing.post("/scores/undo", seq=str(playing.state.seq))
        assert "120" not in history_words(playing, Locale.EN)


def history_words(playing: Playing, locale: Locale) -> str:
    """Returns the texts of the two newest steps of the history."""
    rows = playing.html("/history", locale).partition("<tbody>")[2].split("</tr>")[:2]
    return visible("".join(rows))


@rotate("locale", Locale)
def test_settings_that_the_program_changes_are_listed(locale: Locale) -> None:
    """A scale that a movement needs, with its old and new value; the page of the movement announces it first."""
    form = EventForm.ROUND_ROBIN_TEAMS
    evening = new_event(6, 4, kind=form.kind, form=form, scale="wbf-25", minutes=150)
    with at_desk(evening) as opened:
        was, now = (translate(f"desk.form.scale.{name}", {}, locale) for name in ("wbf-25", "wbf-continuous"))
        page = opened.page("/movement", locale)
        assert translate("choice.takes-scale", {"was": was, "now": now}, locale) in page.text
        opened.post("/movement/choose", **page.form(f"{opened.base}/movement/choose"))
        changes = f"{translate('desk.form.scale', {}, locale)}{'：' if locale is Locale.JA else ': '}{was}"
        history_page = opened.page("/history", locale)
        assert changes in history_page.text
        assert now in history_page.text
        assert list_codes_shown(history_page) == []
