"""The live ranking, published versions, and why a number is what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import ChangeEntry, SetHandicap
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.ranking.cut import ties_at_cut
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import mitchell_evening, new_evening
from tests.paper import job_of, model
from tests.rotation import rotate
from tests.spec.ranking.test_further_rankings import twelve
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import TEXTS, Playing, at_desk, codes, fill_all_but_one, howell_evening


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


@pytest.fixture
def complete() -> Iterator[Playing]:
    evening = howell_evening()
    last = fill_all_but_one(evening, TEXTS)
    evening.enter(last.round, last.table, last.board, "P")
    with at_desk(evening) as opened:
        yield opened


def read_rows(html: str) -> list[tuple[str, str, str]]:
    """Returns rank, number and percentage of each line of the ranking."""
    table = html.split('<table class="ranking ')[1].split("</table>", maxsplit=1)[0].split("<tbody>")[1]
    rows = []
    for row in table.split("<tr")[1:]:
        cells = [cell.split("</td>")[0] for cell in row.split("<td")[1:]]
        texts = ["".join(part.split(">")[-1] for part in cell.split("<")).strip() for cell in cells]
        rows.append((texts[0], texts[1], texts[-1]))
    return rows


class TestLive:
    @rotate("locale", Locale)
    @pytest.mark.parametrize("path", ["/ranking", "/ranking?by=number"])
    def test_the_page_in_both_languages(self, playing: Playing, locale: Locale, path: str) -> None:
        playing.fill_round(1)
        page = playing.page(path, locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, playing.own_words) == []

    def test_missing_scores_are_reported_before_anything_is_published(self, playing: Playing) -> None:
        """R-139: the ranking counts missing results and names the slips of the rounds so far."""
        playing.fill_round(1)
        playing.post("/scores/remove", key="A-1-4-7")
        page = playing.page("/ranking")
        assert "未着145件" in page.texts
        assert f"{playing.base}/scores?round=1&table=4" in page.links
        assert re.search(r"<button[^>]* disabled[^>]*>最終順位を公表する", playing.html("/ranking"))
        assert codes(playing.post("/publish", is_interim="false")) == ["publish.missing"]

    def test_a_correction_moves_the_ranking(self, complete: Playing) -> None:
        """R-149: one result changed; the page shows the new order at once, equal to the standings."""
        before = read_rows(complete.html("/ranking"))
        first = next(iter(complete.state.results))
        complete.enter(f"A-{first.round}-{first.table}-{first.board}", "-1100", correction="written-wrong")
        after = read_rows(complete.html("/ranking"))
        assert before != after
        rows = ranking(complete.state).groups[0][1]
        assert [number for _, number, _ in after] == [row.standing.number for row in rows]

    def test_ranks_and_percentages_are_those_of_the_standings(self, complete: Playing) -> None:
        rows = read_rows(complete.html("/ranking"))
        standings = [row.standing for row in ranking(complete.state).groups[0][1]]
        assert len(rows) == 13
        for (rank, number, percent), standing in zip(rows, standings, strict=True):
            assert rank == f"{standing.rank}{'=' if standing.is_tied else ''}"
            assert number == standing.number
            assert standing.percent is not None
            assert percent == f"{float(standing.percent):.2f}"

    def test_by_number(self, complete: Playing) -> None:
        assert [number for _, number, _ in read_rows(complete.html("/ranking?by=number"))] == [
            str(n) for n in range(1, 14)
        ]

    def test_two_winners_are_ranked_apart(self) -> None:
        """R-212, R-213: North-South and East-West have rankings of their own; one by percentage follows them."""
        evening = mitchell_evening()
        evening.play_all()
        with at_desk(evening) as opened:
            page = opened.page("/ranking")
            assert page.texts.index("N-S") < page.texts.index("E-W")
            tables = re.findall(r'<table class="ranking ranking-table( further-table)?', opened.html("/ranking"))
            assert tables == ["", "", " further-table"]

    def test_ties_at_the_last_paid_place_are_named_with_the_rule(self) -> None:
        """R-384: NS1 wins one board, NS2 and NS3 share the second and last paid place; on the sheet as on the page."""
        evening = mitchell_evening()
        with at_desk(evening) as opened:
            for slot in missing_slots(evening.state, 1):
                evening.do(EnterResult(slot, "100" if (slot.board, slot.table) == (1, 1) else "P"))
            for locale, words in (
                (Locale.EN, "2 contestants share place 2: NS2, NS3"),
                (Locale.JA, "2位に同点が2組あります（NS2, NS3）"),
            ):
                assert words in opened.html("/ranking", locale)
                assert words in str(model("ranking", job_of(evening), locale).sheet)

    def test_no_tie_is_named_while_results_are_to_come(self, playing: Playing) -> None:
        assert not ties_at_cut(playing.state, 1)

    @for_each("path", ["/ranking?by=luck", "/ranking?at=x", "/ranking?at=0"])
    def test_wrong_addresses_are_said(self, playing: Playing, path: str) -> None:
        assert playing.get(path).status_code == 422

    def test_a_version_that_never_was_is_said(self, playing: Playing) -> None:
        assert playing.get("/ranking?at=99999").status_code == 404

    def test_before_play_there_is_no_ranking(self) -> None:
        with at_desk(new_evening(4)) as opened:
            assert "まだ競技が始まっていません" in opened.page("/ranking").text


class TestPublishing:
    @rotate("locale", Locale)
    def test_unlikely_scores_are_listed_before_the_publication(self, complete: Playing, locale: Locale) -> None:
        """R-141: 1400 on a board where others have about 100 is listed next to "publish" until it is accepted."""
        state = complete.state
        board = next(iter(state.results)).board
        here = [slot for slot in state.results if slot.board == board]
        for slot in here[1:]:
            complete.enter(slot_key(slot), "100", correction="typing-error")
        key = slot_key(here[0])
        complete.enter(key, "-1400", correction="typing-error")
        page = complete.page("/ranking", locale)
        assert list_codes_shown(page) == []
        assert foreign(page, locale, complete.own_words) == []
        assert f"{complete.base}/scores?round={here[0].round}&table={here[0].table}#in-{key}" in page.links
        odd = complete.html("/ranking", locale).split('class="plain-list odd-list"')[1].split("</ul>")[0]
        assert f'name="key" value="{key}"' in odd
        for result_key in re.findall(r'name="key" value="([^"]+)"', odd):
            complete.post("/scores/accept", key=result_key)
        assert "odd-list" not in complete.html("/ranking", locale)

    def test_interim_and_final_versions(self, complete: Playing) -> None:
        """R-309: an interim version, then the final one; each is listed with its time and can be looked at again."""
        complete.post("/publish", is_interim="true")
        complete.post("/publish", is_interim="false")
        page = complete.page("/ranking")
        versions = complete.state.publication.versions
        assert [one.is_interim for one in versions] == [True, False]
        for version in versions:
            assert f"{complete.base}/ranking?at={version.seq}" in page.links
        assert "訂正期限" in page.text
        assert "第2版" in complete.page(f"/ranking?at={versions[1].seq}").texts

    def test_after_a_correction_the_old_version_is_kept(self, complete: Playing) -> None:
        """R-308, R-149: the new version carries "after 1 correction"; the old one still shows what it showed."""
        complete.post("/publish", is_interim="false")
        old = complete.state.publication.versions[0]
        before = read_rows(complete.html(f"/ranking?at={old.seq}"))
        first = next(iter(complete.state.results))
        complete.enter(f"A-{first.round}-{first.table}-{first.board}", "-1100", correction="written-wrong")
        assert "公表のあと1件訂正されています。あらためて公表してください。" in complete.page("/ranking").texts
        complete.post("/publish", is_interim="false")
        assert "訂正1件のあと" in complete.page("/ranking").text
        assert read_rows(complete.html(f"/ranking?at={old.seq}")) == before
        assert read_rows(complete.html("/ranking")) != before

    @for_each("change", ["penalty", "name", "handicap"])
    @rotate("locale", Locale)
    def test_whatever_changes_the_list_is_published_again(self, locale: Locale, change: str) -> None:
        """R-308: not results alone; a wish for a seat, which no list shows, has changed nothing."""
        notice = translate("desk.ranking.changed-since", {}, locale)
        with at_desk(twelve()) as playing:
            state = playing.evening.do(Publish())
            entry_id, entry = next(iter(state.entries.items()))
            playing.evening.do(ChangeEntry(entry_id, entry.people, wants_stationary=True))
            page = playing.page("/ranking", locale)
            assert notice not in page.text
            assert translate("desk.publish.unchanged", {}, locale) in page.texts
            match change:
                case "penalty":
                    penalty = GivePenalty(Place(1, "A"), Number("1"), Fraction(10), PenaltyUnit.PERCENT)
                    playing.evening.do(penalty, "late")
                case "name":
                    people = (replace(entry.people[0], name="Somebody Else"), entry.people[1])
                    playing.evening.do(ChangeEntry(entry_id, people, wants_stationary=True))
                case "handicap":
                    playing.evening.do(SetHandicap(entry_id, Fraction(2)))
            page = playing.page("/ranking", locale)
            assert notice in page.texts
            assert translate("desk.publish.again", {}, locale) in page.texts
            playing.evening.do(Publish())
            assert notice not in playing.page("/ranking", locale).text

    def test_what_comes_after_an_interim_ranking_is_no_change_of_it(self, playing: Playing) -> None:
        """R-309: more results have come, and that is what it waits for."""
        playing.fill_round(1)
        playing.evening.do(Publish(is_interim=True))
        playing.fill_round(2)
        assert translate("desk.ranking.changed-since", {}, Locale.JA) not in playing.page("/ranking").text

    def test_closing_before_the_deadline_needs_a_reason(self, complete: Playing) -> None:
        complete.post("/publish", is_interim="false")
        assert codes(complete.post("/finalise")) == ["final.before-deadline"]
        assert complete.post("/finalise", reason="全員が確認した").status_code == 200
        assert "確定" in complete.page("/ranking").texts
        assert "公表" in complete.page("/ranking").texts
        assert codes(complete.post("/publish", is_interim="true")) == ["publish.final"]

    @rotate("locale", Locale)
    def test_a_plain_form_says_what_was_done(self, complete: Playing, locale: Locale) -> None:
        complete.page("/ranking", locale)
        answer = complete.desk.post(
            f"{complete.base}/publish", {"is_interim": "false"}, headers={"accept": "text/html"}
        )
        assert {Locale.JA: "第1版として公表しました", Locale.EN: "Published as version 1"}[locale] in answer.text

    def test_published_and_final_pages_are_in_both_languages(self, complete: Playing) -> None:
        complete.evening.do(Publish())
        complete.evening.do(Finalise(), "done")
        for locale in Locale:
            page = complete.page("/ranking", locale)
            assert list_codes_shown(page) == []
            assert foreign(page, locale, complete.own_words) == []


class TestWhy:
    """Every number tells how it came about, in words, with its clause."""

    @rotate("locale", Locale)
    def test_a_total_and_a_board_are_explained(self, complete: Playing, locale: Locale) -> None:
        page = complete.page("/ranking/why/3", locale)
        assert list_codes_shown(page) == []
        links = [link for link in page.links if "?board=" in link]
        assert len(links) == 24
        board = complete.page(links[0].removeprefix(complete.base), locale)
        assert list_codes_shown(board) == []
        wanted = {Locale.JA: ("JCBL マニュアル", "記録"), Locale.EN: ("JCBL manual", "Ledger entries")}[locale]
        assert all(word in complete.html(links[0].removeprefix(complete.base), locale) for word in wanted)

    def test_only_the_part_is_sent_to_a_script(self, complete: Playing) -> None:
        part = complete.desk.get(f"{complete.base}/ranking/why/3", headers={"x-part": "1"}).text
        assert "<html" not in part
        assert 'id="why"' in part

    @for_each("path", ["/ranking/why/99", "/ranking/why/14", "/ranking/why/3?board=99", "/ranking/why/%3Cb%3E"])
    def test_nobody_and_nothing_are_said(self, complete: Playing, path: str) -> None:
        assert complete.get(path).status_code == 404

    def test_a_pair_without_a_score_yet_has_no_reason(self, playing: Playing) -> None:
        assert missing_slots(playing.state, 1)
        assert playing.get("/ranking/why/3").status_code in (200, 404)
