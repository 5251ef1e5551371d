"""Further lists on the ranking page; handicaps at the entries and in the register."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.ranking.further import further_rankings
from tests.builders import Evening
from tests.rotation import rotate
from tests.spec.ranking.test_further_rankings import TestHandicaps, twelve
from tests.tables import for_each
from tests.web.client import Desk, foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes


@pytest.fixture
def strata_evening() -> Iterator[Playing]:
    with at_desk(twelve()) as opened:
        yield opened


@rotate("locale", Locale)
def test_every_list_stands_below_the_ranking(strata_evening: Playing, locale: Locale) -> None:
    """R-216, R-218: strata A, B and C, and the ranking with handicaps, each with its pairs."""
    TestHandicaps.with_handicap(strata_evening.evening, "2", "-2.5")
    page = strata_evening.page("/ranking", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, strata_evening.own_words) == []
    for name in "ABC":
        assert translate("desk.further.stratum", {"name": name}, locale) in page.texts
    assert translate("desk.further.handicap-percent", {}, locale) in page.texts
    html = strata_evening.html("/ranking", locale)
    assert html.count("data-further=") == len(further_rankings(strata_evening.state)) == 4
    assert "-2.5" in html


@rotate("locale", Locale)
@for_each("kind", HandicapKind)
def test_the_handicap_of_an_entry(locale: Locale, kind: HandicapKind) -> None:
    """R-109, R-218: typed on the entry's page; an empty field is the players' mean again; nonsense is refused."""
    with at_desk(twelve(handicap_kind=kind)) as playing:
        entry_id = next(iter(playing.state.entries))
        page = playing.page(f"/entries/{entry_id}", locale)
        assert list_codes_shown(page) == []
        playing.desk.send(
            f"{playing.base}/entries/{entry_id}", f"{playing.base}/entries/{entry_id}/handicap", handicap="＋2.5"
        )
        assert playing.state.entry(entry_id).handicap == Fraction(5, 2)
        playing.post(f"/entries/{entry_id}/handicap", handicap="")
        assert playing.state.entry(entry_id).handicap is None
        answer = playing.post(f"/entries/{entry_id}/handicap", handicap="many")
        assert codes(answer) == ["desk.players.handicap-unreadable"]


def test_points_of_a_stratified_pair(strata_evening: Playing) -> None:
    """R-216: the points that place a pair can be put right on the entry's page."""
    entry_id = next(iter(strata_evening.state.entries))
    path = f"{strata_evening.base}/entries/{entry_id}"
    strata_evening.desk.send(path, path, points1="12.5")
    assert [one.master_points for one in strata_evening.state.entry(entry_id).people] == [1250, 1000]


def test_the_register_keeps_handicaps(desk: Desk, evening: Evening) -> None:
    """R-109, R-218: a column of the file, a field of the player; a value that cannot be read is reported with its
    line."""
    text = "number,name,handicap\n900,朝凪 凪,-3.5\n901,夕凪 凪,\n"
    answer = desk.post("/players/import", files={"file": ("p.csv", text.encode(), "text/csv")})
    assert answer.status_code == 200
    by_number = {player.person.number: player for player in evening.tournament.store.players()}
    assert (by_number["900"].person.handicap, by_number["901"].person.handicap) == (Fraction(-7, 2), Fraction(0))
    assert "-3.5" in desk.get("/players/export").text
    path = f"/players/{by_number['900'].player_id}"
    desk.send(path, path, handicap="4")
    player = evening.tournament.store.player(by_number["900"].player_id)
    assert player is not None
    assert player.person.handicap == 4
    desk.send(path, path, 422, handicap="4.567")
    bad = desk.post("/players/import", files={"file": ("p.csv", text.replace("-3.5", "x").encode(), "text/csv")})
    assert bad.status_code == 422


def test_the_settings_say_how_handicaps_count(strata_evening: Playing) -> None:
    """R-218: percent, points or boards."""
    path = f"{strata_evening.base}/settings"
    strata_evening.desk.send(path, path, handicap_kind="boards")
    assert strata_evening.state.settings.scoring.handicap_kind is HandicapKind.BOARDS
    strata_evening.desk.send(path, path, 422, handicap_kind="apples")
