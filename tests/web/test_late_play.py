"""Boards that are put off to be played later, at the desk: typed, listed, marked, settled (R-126, R-144)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.scored.slots import late_plays, missing_slots
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes, howell_evening, slot

KEY = "A-1-2-3"
HERE = slot(1, 2, 3)


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        answer = opened.enter(KEY, "LP", reason="急用")
        assert answer.json()["is_missing"] is False
        opened.fill_round(1)
        yield opened


@rotate("locale", Locale)
@for_each(
    "path",
    ["/scores?round=1&table=2", "/matrix", f"/slots/{KEY}", "/travellers?board=3", "/private/NS", "/ranking", "/lists"],
)
def test_every_page_tells_it_in_both_languages(playing: Playing, path: str, locale: Locale) -> None:
    """R-126: score entry, matrix, the slot, traveller, scorecard, ranking and closing list."""
    page = playing.page(path.replace("NS", cell(playing.state, HERE).ns.label), locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words + " 急用") == []
    assert ("あとで" if locale is Locale.JA else "late") in page.text


def test_the_field_shows_it_and_the_next_slip_comes(playing: Playing) -> None:
    """R-144: the line holds LP as stored text, and nothing of round 1 is missing any more."""
    html = playing.html("/scores?round=1&table=2")
    assert 'data-text="LP"' in html
    assert not [one for one in missing_slots(playing.state, 1) if one.round == 1]
    assert 'class="dot l"' in html
    matrix = playing.html("/matrix")
    assert 'class="cell late-play"' in matrix
    assert "あとで行うボード　1件" in matrix


@pytest.mark.parametrize(("text", "word"), [("lp", "レイトプレイ"), ("LP", "レイトプレイ")])
def test_what_is_typed_is_read_back(playing: Playing, text: str, word: str) -> None:
    """R-144: before Enter the words say what it means."""
    reading = playing.get(f"/scores/read?board=3&text={text}").json()
    assert (reading["state"], reading["typed"]) == ("ready", "LP")
    assert word in reading["words"][0]


def test_the_dialog_puts_off_and_takes_back(playing: Playing) -> None:
    """R-126: with a reason, which the dialog shows; then it is missing again."""
    assert codes(playing.post("/slots/A-1-3-5/late-play", is_put_off="true")) == ["late-play.has-result"]
    slot = next(one for one in missing_slots(playing.state, 1) if one.round == 2)
    other = f"A-{slot.round}-{slot.table}-{slot.board}"
    assert playing.post(f"/slots/{other}/late-play", is_put_off="true", reason="隣の卓が遅い").status_code == 200
    assert slot in late_plays(playing.state, 1)
    assert "隣の卓が遅い" in playing.page(f"/slots/{other}").text
    assert playing.post(f"/slots/{other}/late-play", is_put_off="false").status_code == 200
    assert slot in missing_slots(playing.state, 1)


def test_emptying_the_field_takes_it_back(playing: Playing) -> None:
    """R-144: as for a result."""
    assert playing.post("/scores/remove", key=KEY).status_code == 200
    assert HERE in missing_slots(playing.state, 1)


def test_it_becomes_not_played_with_the_award(playing: Playing) -> None:
    """R-126: the boards of the table that can be settled hold the late play; awards end it."""
    page = playing.page("/rulings/unplayed?round=1&table=2")
    form = page.form(f"{playing.base}/rulings/unplayed")
    assert "board-3" in form
    sent = {**form, "ns_blame": "none", "ew_blame": "at-fault", "reason": "来られなかった"}
    assert playing.post("/rulings/unplayed", **sent).status_code == 200
    assert late_plays(playing.state, 1) == ()
    assert playing.state.results[HERE].ns_award is not None


def test_publishing_waits(playing: Playing) -> None:
    """R-126: the button for the full ranking is grey; an interim one can be published."""
    for number in range(2, 14):
        playing.fill_round(number)
    page = playing.page("/ranking")
    assert "あとで行うボード1件" in page.text
    assert "publish.late-plays" in codes(playing.post("/publish", is_interim="false"))
