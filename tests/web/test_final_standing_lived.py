"""An event of two sessions lived at the desk: certificates, prizes and lists go by the final standing, and everything
names the people who played (R-225, R-310, R-382)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay, StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, mitchell_evening, new_evening
from tests.paper import job_of, model, open_part
from tests.web.playing import Playing, at_desk

TEXTS = ("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90")
DAY = "2026-11-21"


def play(evening: Evening, session: SessionNumber, texts: Sequence[str]) -> None:
    """Draws a session of a three-table Howell and plays it to its end."""
    place = Place(session, "A")
    evening.do(ChooseMovement(place, make("howell", tables=3, boards_per_round=2)))
    evening.do(DrawNumbers(place, 7 + session))
    evening.do(StartPlay(session))
    for at, slot in enumerate(missing_slots(evening.state, session)):
        evening.do(EnterResult(slot, texts[at % len(texts)]))


@pytest.fixture
def weekend() -> Iterator[Playing]:
    """Six pairs, two sessions: the winner of session 2 is not the winner of the event."""
    evening = new_evening(6, sessions=2)
    play(evening, 1, TEXTS)
    play(evening, 2, TEXTS[1:] + TEXTS[:1])
    with at_desk(evening) as opened_desk:
        yield opened_desk


def plain(names: Sequence[str]) -> tuple[str, ...]:
    """Returns names of a certificate with the blanks with which they were typed, without the honorific."""
    return tuple(name.removesuffix("　殿").replace("　", " ") for name in names)


def winner_of_session(playing: Playing, session: SessionNumber) -> Entry:
    entry = ranking(playing.state, session).groups[0][1][0].entry
    assert entry is not None
    return entry


def winner(playing: Playing) -> Entry:
    view = event_total(playing.state)
    entry = (view.together or view.groups[0][1])[0].entry
    assert entry is not None
    return entry


def test_the_first_certificate_goes_to_the_winner_of_both_sessions(weekend: Playing) -> None:
    """R-225: whichever session the sheet is asked for; the head names the day and no session."""
    assert winner_of_session(weekend, 2) != winner(weekend)
    for session in (1, 2):
        document = model("certificates", replace(job_of(weekend.evening, first="1"), session=session))
        [page] = open_part(document.sheet).pages
        assert plain(page.people) == winner(weekend).names
        assert "第" not in document.frame.when
    assert weekend.get(f"/{2}A/print/certificates.pdf?first=1").status_code == 200


def test_the_certificates_of_a_final_count_the_carry_over(weekend: Playing) -> None:
    """R-219: the winner with what was carried over, who is not the winner of the boards of the final."""
    weekend.evening.do(Publish())
    assert weekend.post("/qualifiers/plan", count="4", by="all").status_code == 200
    form = {"name": "決勝", "date": DAY, "kind": "all", "part": "1"}
    assert weekend.post("/qualifiers/final", **form).status_code == 200
    plan = weekend.state.finals.plan
    assert plan is not None
    assert plan.final is not None
    final = Playing(weekend.desk, Evening(weekend.evening.tournament, EventId(plan.final), weekend.evening.clock, 5000))
    if len(final.state.sessions) > 1:
        settings = final.page("/settings").form(f"{final.base}/settings")
        final.desk.post(f"{final.base}/settings", {**settings, "sessions": "1"})
    final.evening.start(make("howell", tables=2, boards_per_round=2))
    final.evening.play_all(TEXTS[3:])
    assert winner_of_session(final, 1) != winner(final)
    [page] = open_part(model("certificates", job_of(final.evening, first="1")).sheet).pages
    assert plain(page.people) == winner(final).names
    prizes = final.page("/prizes?up=true").text
    assert "・".join(winner(final).names) in prizes or winner(final).names[0] in prizes


def test_what_changed_between_versions_goes_by_the_final_standing(weekend: Playing) -> None:
    """R-308: the hall shows the same winner as the list of prizes."""
    weekend.evening.do(Publish())
    assert winner(weekend).names[0] in weekend.page("/total").text
    hall = weekend.desk.page(f"/hall/{weekend.evening.event_id}").text
    first, second = winner(weekend).names[0], winner_of_session(weekend, 2).names[0]
    assert hall.index(first) < hall.index(second)


def substitute(playing: Playing, entry: Entry, name: str, from_session: str = "") -> None:
    """Types another name in the place of the second player of an entry."""
    base = f"{playing.base}/1A/entries/{entry.entry_id}"
    playing.desk.send(base, base, name2=name, from_session=from_session)


@pytest.fixture
def saturday() -> Iterator[Playing]:
    """Six pairs, session 1 of two is played to its end."""
    evening = new_evening(6, sessions=2)
    play(evening, 1, TEXTS)
    with at_desk(evening) as opened_desk:
        yield opened_desk


def report_names(playing: Playing) -> list[list[str]]:
    made = playing.desk.get(f"{playing.base}/report/report.json").json()
    return [[one["name"] for one in each["players"]] for field in made["fields"] for each in field["contestants"]]


def test_a_substitute_of_session_2_leaves_session_1_to_its_players(saturday: Playing) -> None:
    """R-382: the ranking and the cards of session 1 keep their names, session 2 has the substitute, the total and the
    report everybody who played."""
    first = next(iter(saturday.state.entries.values()))
    substitute(saturday, first, "代田 打")
    play(saturday.evening, 2, TEXTS[1:])
    before, after = first.names[1], "代田 打"
    first_page, second_page = saturday.page("/1A/ranking").text, saturday.page("/2A/ranking").text
    assert before in first_page
    assert after not in first_page
    assert after in second_page
    assert before not in second_page
    total = saturday.page("/total").text
    assert before in total
    assert after in total
    assert [first.names[0], before, after] in report_names(saturday)
    assert "From session 2:" in saturday.page("/history", Locale.EN).text


def test_a_corrected_name_holds_for_all_sessions(saturday: Playing) -> None:
    """R-382: a spelling mended after session 1, or another name that is said to be a correction; and after a substitute
    a correction of the player who stays."""
    first, second, *_ = saturday.state.entries.values()
    substitute(saturday, first, first.names[1] + "子")
    substitute(saturday, second, "別名 人", from_session="1")
    page = saturday.page("/1A/ranking").text
    assert first.names[1] + "子" in page
    assert "別名 人" in page
    assert second.names[1] not in page
    substitute(saturday, second, "代田 打")
    base = f"{saturday.base}/1A/entries/{second.entry_id}"
    saturday.desk.send(base, base, name1="秋沢 三葉子")
    assert saturday.state.entry_at(Place(1, "A"), number_of(saturday, second)).names == ("秋沢 三葉子", "別名 人")  # type: ignore[union-attr]  # has a number
    assert saturday.state.entries[second.entry_id].names == ("秋沢 三葉子", "代田 打")


def number_of(playing: Playing, entry: Entry) -> Number:
    numbers = playing.state.section(Place(1, "A")).numbers
    return next(number for number, who in numbers.items() if who == entry.entry_id)


def test_the_final_is_entered_by_those_who_play_now(saturday: Playing) -> None:
    """R-106: the substitute goes on with the pair, the player who left does not."""
    first = next(iter(saturday.state.entries.values()))
    substitute(saturday, first, "代田 打")
    play(saturday.evening, 2, TEXTS[1:])
    assert saturday.post("/qualifiers/plan", count="6", by="all").status_code == 200
    made = saturday.post("/qualifiers/final", name="決勝", date=DAY, kind="none")
    assert made.status_code == 200
    plan = saturday.state.finals.plan
    assert plan is not None
    assert plan.final is not None
    entries = saturday.evening.tournament.state(EventId(plan.final)).entries.values()
    assert (first.names[0], "代田 打") in [one.names for one in entries]


def test_the_report_of_two_fields_has_side_and_rank_by_side() -> None:
    """R-310: in a two-field Mitchell the table and its page carry the side and the rank in it, as the JSON report."""
    evening = mitchell_evening(5)
    evening.play_all()
    with at_desk(evening) as playing:
        data = playing.get("/report/report.csv", Locale.EN).content.decode("utf-8-sig")
        made = playing.desk.get(f"{playing.base}/report/report.json").json()
        texts = playing.page("/report", Locale.EN).texts
    rows = list(csv.reader(io.StringIO(data)))
    side, rank, name = (rows[0].index(head) for head in ("Side", "Rank", "Name"))
    wanted = [
        (each["side"], str(each["rank"]), player["name"])
        for field in made["fields"]
        for each in field["contestants"]
        for player in each["players"]
    ]
    assert [(row[side], row[rank].removesuffix("="), row[name]) for row in rows[1:]] == wanted
    assert [row[side] for row in rows[1:]] == ["NS"] * 10 + ["EW"] * 10
    assert ("NS", rows[1][rank]) in list(pairwise(texts))
    assert ("EW", rows[11][rank]) in list(pairwise(texts))


def test_an_unusual_break_is_marked_where_the_next_start_is_posted() -> None:
    """R-038, R-125: 20 and 90 minutes are marked, 45 are not."""
    evening = new_evening(6, sessions=2)
    play(evening, 1, TEXTS)
    evening.do(StartRound(1, 5))
    with at_desk(evening) as playing:
        for minutes, is_marked in ((20, True), (45, False), (90, True)):
            text = playing.page(f"/1A/clock?pause={minutes}", Locale.EN).text
            assert (f"The break is {minutes} minutes; 30 to 60 is usual." in text) is is_marked


def test_the_page_of_results_says_that_nothing_is_published(saturday: Playing) -> None:
    for locale in Locale:
        page = saturday.desk.page("/results", locale)
        assert translate("published.none", {}, locale) in page.texts
