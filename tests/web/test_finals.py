"""Qualifiers, the final made from them, and the carry-over, at the desk (R-106, R-219 to R-224)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.totals.carry_over import CarryKind
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.finals.qualifiers import qualifiers
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.ranking.event_total import brought_ranking
from tests.builders import Evening, mitchell_evening, new_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, codes

TEXTS = ("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90")


@pytest.fixture
def playing() -> Iterator[Playing]:
    evening = mitchell_evening(5)
    evening.play_all(TEXTS)
    with at_desk(evening) as opened:
        yield opened


def plan_final(playing: Playing) -> None:
    assert playing.post("/qualifiers/plan", count="2", by="sides").status_code == 200


def make_final(playing: Playing, **fields: str) -> Evening:
    """Makes the final from the page, and returns it."""
    sent = {"name": "秋の決勝", "date": "2026-11-28", "kind": "all", "part": "0.5", **fields}
    assert playing.post("/qualifiers/final", **sent).status_code == 200
    plan = playing.state.finals.plan
    assert plan is not None
    assert plan.final is not None
    return Evening(playing.evening.tournament, EventId(plan.final), playing.evening.clock, 5000)


@rotate("locale", Locale)
@pytest.mark.parametrize("is_planned", [False, True])
def test_the_qualifiers_in_both_languages(playing: Playing, locale: Locale, is_planned: bool) -> None:
    """R-106: before and after it is settled how many go on."""
    if is_planned:
        plan_final(playing)
    page = playing.page("/qualifiers", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []


def test_half_of_the_field_in_full_tables_is_proposed(playing: Playing) -> None:
    """Ten pairs N-S and E-W: four go on, two of each side."""
    page = playing.page("/qualifiers")
    assert page.form(f"{playing.base}/qualifiers/plan")["count"] == "4"
    assert "方向ごとなら2ずつ。" in page.text
    plan_final(playing)
    assert "提案" not in playing.page("/qualifiers").text


def test_before_play_there_is_nobody_to_qualify() -> None:
    with at_desk(new_evening(4)) as opened:
        assert "まだ競技が始まっていません" in opened.page("/qualifiers").text


def test_declining_moves_the_next_one_up(playing: Playing) -> None:
    """R-224: one press; the line names the replaced pair; another press undoes it."""
    plan_final(playing)
    first = qualifiers(playing.state).groups[0].rows[0]
    assert first.entry is not None
    sent = {"entry": first.entry.entry_id, "is_declined": "true"}
    assert playing.post("/qualifiers/decline", **sent).status_code == 200
    assert f"繰り上げ（{first.number}の代わり）" in playing.page("/qualifiers").texts
    assert playing.post("/qualifiers/decline", **{**sent, "is_declined": "false"}).status_code == 200
    assert "繰り上げ" not in playing.page("/qualifiers").text


@pytest.mark.parametrize(
    ("fields", "code"), [({"count": "0"}, "desk.field.number"), ({"count": ""}, "desk.field.missing")]
)
def test_how_many_must_be_a_number(playing: Playing, fields: dict[str, str], code: str) -> None:
    assert codes(playing.post("/qualifiers/plan", by="all", **fields)) == [code]


def test_more_than_there_are_is_told_on_the_page(playing: Playing) -> None:
    """R-223: the page stays and says what to do."""
    playing.post("/qualifiers/plan", count="9", by="sides")
    assert "9 組" in playing.page("/qualifiers").text.replace("9組", "9 組")


def test_the_final_is_made_and_played_to_its_total(playing: Playing) -> None:
    """R-106, R-219: entries, carry-over, ranking and why, all at the desk."""
    plan_final(playing)
    final = make_final(playing)
    assert f"/events/{final.event_id}/entries" in playing.page("/qualifiers").links
    final.start(make("howell", tables=2, boards_per_round=2))
    final.play_all(TEXTS[::-1])
    opened = Playing(playing.desk, final)
    page = opened.page("/ranking")
    assert "キャリーオーバーを含む順位" in page.text
    best = brought_ranking(final.state, 1)[0]
    assert decimal_string(best.total) in page.texts
    assert f"/events/{final.event_id}/carry-over" in page.links
    why = opened.page(f"/ranking/why/{best.number}")
    assert "キャリーオーバーを含む合計" in why.text
    for locale in Locale:
        carry_page = opened.page("/carry-over", locale)
        assert list_codes_shown(carry_page) == []
        assert foreign(carry_page, locale, opened.own_words + playing.own_words + " 秋の決勝") == []


def test_a_bad_date_stands_beside_its_field(playing: Playing) -> None:
    """R-106: nothing is made, what was typed stays."""
    plan_final(playing)
    answer = playing.desk.post(f"{playing.base}/qualifiers/final", {"name": "秋の決勝", "date": "明日", "kind": "none"})
    assert answer.status_code == 422
    assert "秋の決勝" in answer.text
    assert playing.state.finals.plan is not None
    assert playing.state.finals.plan.final is None


@rotate("locale", Locale)
def test_the_consolation_is_made_beside_the_final(playing: Playing, locale: Locale) -> None:
    """R-106: those left over as an event of their own, from the same page; what is wrong stands there."""
    plan_final(playing)
    page = playing.page("/qualifiers", locale)
    form = page.form(f"{playing.base}/qualifiers/consolation")
    address = f"{playing.base}/qualifiers/consolation"
    assert playing.desk.post(address, {**form, "date": "明日"}).status_code == 422
    answer = playing.desk.post(address, {**form, "sections": "2"})
    plan = playing.state.finals.plan
    assert plan is not None
    assert answer.url.path == f"/events/{plan.consolation}/1A/entries"
    made = playing.evening.tournament.state(EventId(plan.consolation or ""))
    assert (len(made.entries), made.settings.division.sections) == (6, 2)
    page = playing.page("/qualifiers", locale)
    assert f"/events/{plan.consolation}/entries" in page.links
    assert list_codes_shown(page) == []


def test_those_left_over_join_an_event_that_is_there(playing: Playing) -> None:
    """R-106: the page lists events that have not begun; a deleted event is reported, and all join in one step."""
    plan_final(playing)
    address = f"{playing.base}/qualifiers/consolation/join"
    assert address not in playing.page("/qualifiers").text
    side = playing.evening.tournament.create(Settings("サイドゲーム", "2026-11-28"), Stamp("side", "director"))
    page = playing.page("/qualifiers")
    assert page.form(address)["into"] == side
    wrong = playing.desk.post(address, {**page.form(address), "into": "none"})
    assert wrong.status_code == 422
    assert translate("event.unknown", {}, Locale.JA) in wrong.text
    answer = playing.desk.post(address, page.form(address))
    assert answer.url.path.startswith(f"/events/{side}/")
    assert len(playing.evening.tournament.state(side).entries) == 6
    assert f"/events/{side}/entries" in playing.page("/qualifiers", Locale.EN).links


class TestCarryOver:
    """R-219: typed by hand, for a qualifying that was held elsewhere."""

    def test_it_is_kept_and_shown(self, playing: Playing) -> None:
        """R-219: a part of two totals."""
        ids = list(playing.state.entries)
        sent = {f"total-{ids[0]}": "60", f"total-{ids[1]}": "50.5", "name": "予選", "entrants": "20", "boards": "24"}
        answer = playing.post("/carry-over", kind="part", part="0.5", reason="要項のとおり", **sent)
        assert answer.status_code == 200
        carry = playing.state.finals.carry_over
        assert carry is not None
        assert (carry.rules.kind, carry.entrants, len(carry.totals)) == (CarryKind.PART, 20, 2)
        assert {"30.00", "25.25"} <= set(playing.page("/carry-over").texts)
        empty = playing.post("/carry-over", kind="none", reason="なくす")
        assert empty.status_code == 200
        assert playing.state.finals.carry_over is None

    @for_each(
        "fields, text",
        [
            ({"kind": "all", "total": "abc"}, "得点として読めません"),
            ({"kind": "all", "total": "60", "name": ""}, "入力してください"),
            ({"kind": "part", "part": "x", "total": "60"}, "得点として読めません"),
            ({"kind": "part", "part": "3", "total": "60"}, "0から1"),
            ({"kind": "all", "total": "60", "reason": ""}, "理由"),
        ],
    )
    def test_what_is_wrong_is_told_and_what_was_typed_stays(
        self, playing: Playing, fields: dict[str, str], text: str
    ) -> None:
        """R-219: each next to its field or on top of the form."""
        entry = next(iter(playing.state.entries))
        sent = {"name": "予選", "entrants": "20", "boards": "24", "reason": "要項", **fields}
        sent[f"total-{entry}"] = sent.pop("total")
        answer = playing.desk.post(f"{playing.base}/carry-over", sent)
        assert answer.status_code == 422
        assert text in answer.text
        assert playing.state.finals.carry_over is None
